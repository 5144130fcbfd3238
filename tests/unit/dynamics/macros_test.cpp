// Public headers compile beside the macros of <windows.h> (but for min and max, which NOMINMAX
// leaves out, as most libraries need).
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#define near
#define far
#define small char
#define interface struct
#define hyper 1
#define IN
#define OUT
#define ERROR 0
#define DELETE 0x00010000L
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define STRICT 1
#define OPAQUE 2
#define TRANSPARENT 1
#define DIFFERENCE 11
#define ABSOLUTE 1
#define RELATIVE 2

#include "glance/glance.h"

#undef near
#undef far
#undef small
#undef interface
#undef hyper
#undef IN
#undef OUT
#undef ERROR
#undef DELETE
#undef CONST
#undef VOID
#undef TRUE
#undef FALSE
#undef STRICT
#undef OPAQUE
#undef TRANSPARENT
#undef DIFFERENCE
#undef ABSOLUTE
#undef RELATIVE

namespace glance::test {
namespace {

TEST(Macros, OfWindowsDoNoHarm) { EXPECT_GE(SphereNode().reach, 0); }

}  // namespace
}  // namespace glance::test
