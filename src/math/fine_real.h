// Real numbers with 50 digits. One of the two headers that include Boost.Multiprecision (the other
// is math/big_int.h).
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace glance::rooms::math {

using FineReal = boost::multiprecision::cpp_bin_float_50;

}  // namespace glance::rooms::math
