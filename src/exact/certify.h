// The certificate (glance/certificate.h) for the result of the exact method. The other methods do
// not need this: they end with a direction with a gap or four pairs around the origin, which are a
// certificate as they are.
#pragma once

#include "exact/oracle_verdict.h"

namespace glance::rooms::exact {

/// From the end of the exact linear program. By the theorem of Steinitz six of the seven
/// corners that it ends with are enough where the bodies overlap.
Certificate certificate_of(const OraclePoints& points, const OracleVerdict& verdict);

}  // namespace glance::rooms::exact
