// stub
#pragma once
#include <vector>
#include "glance/mesh.h"
namespace glance {
struct AnyTree {};
}  // namespace glance
