// The certificate (glance/certificate.h) of what the exact method ends with. The others need
// none of this: the direction with a gap, or the four pairs around the origin, with which
// they end is the certificate.
#pragma once

#include "exact/oracle_verdict.h"

namespace glance::exact {

/// From the end of the exact linear program. By the theorem of Steinitz six of the seven
/// corners that it ends with are enough where the bodies overlap.
Certificate certificate_of(const OraclePoints& points, const OracleVerdict& verdict);

}  // namespace glance::exact
