#include "glance/decompose.h"

namespace glance {

Result<Decomposition> decompose(const Shape&, const DecomposeOptions&) {
  return fail("decomposition is not there yet");
}

}  // namespace glance
