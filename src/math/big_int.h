// Integers and fractions of any size. One of the two headers that include Boost.Multiprecision (the
// other is math/fine_real.h): it takes a second or two to compile, so headers that many sources see
// do without.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace glance::rooms::math {

/// Any size; the first 640 bits without asking for memory (three factors of 200
/// bits, which is what a world coordinate R*v + t of ordinary numbers takes).
using BigInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<640, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           std::allocator<boost::multiprecision::limb_type>>,
    boost::multiprecision::et_off>;

using BigRational = boost::multiprecision::cpp_rational;

}  // namespace glance::rooms::math
