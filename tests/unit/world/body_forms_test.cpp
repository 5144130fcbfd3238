// Bodies of the same shape and size share one form, which goes with the last of them.
#include "world/body_forms.h"

#include <gtest/gtest.h>

#include "glance/rng.h"
#include "support/part_bodies.h"
#include "support/sample_share.h"

namespace glance::test {
namespace {

using world::BodyForms;

std::size_t count(const BodyForms& forms) {
  std::size_t all = 0;
  forms.for_each([&](const world::BodyForm&) { all++; });
  return all;
}

TEST(BodyForms, EqualBodiesShareOne) {
  BodyForms forms;
  const Shape box = Shape::box({1, 1, 1}).value(), other = Shape::box({1, 1, 1}).value();
  const std::uint32_t first = forms.acquire(box, 1).value();
  EXPECT_EQ(forms.acquire(box, 1).value(), first);
  const std::uint32_t scaled = forms.acquire(box, 2).value();
  EXPECT_NE(scaled, first);
  EXPECT_EQ(forms.acquire(box, 2).value(), scaled);
  EXPECT_NE(forms.acquire(other, 1).value(), first);  // another shape, though it looks the same
  EXPECT_EQ(count(forms), 3u);
  EXPECT_EQ(forms[first].bodies, 2u);
  EXPECT_EQ(forms[scaled].shape.bounds().upper.x(), 2);
  EXPECT_EQ(forms[scaled].base.identity(), box.identity());
}

TEST(BodyForms, TheLastBodyTakesItsFormAlong) {
  BodyForms forms;
  const Shape box = Shape::box({1, 1, 1}).value();
  const std::uint32_t form = forms.acquire(box, 1).value();
  (void)forms.acquire(box, 1).value();
  forms.release(form);
  EXPECT_EQ(count(forms), 1u);
  forms.release(form);
  EXPECT_EQ(count(forms), 0u);
  const std::uint32_t next = forms.acquire(Shape::sphere(1).value(), 1).value();
  EXPECT_EQ(next, form);  // the place is used again
  EXPECT_EQ(forms[next].shape.kind(), ShapeKind::sphere);
  forms.release(forms.acquire(box, 3).value());
  const std::size_t before = forms.bytes();
  for (int i = 0; i < 100; i++) forms.release(forms.acquire(box, 3).value());
  EXPECT_EQ(forms.bytes(), before);
}

/// Against a list, with the table growing and forms going in any order.
TEST(BodyForms, AreFoundAmongManyThatComeAndGo) {
  BodyForms forms;
  Rng rng(4);
  std::vector<Shape> shapes;
  for (int i = 0; i < 2000; i++) shapes.push_back(Shape::sphere(1 + i).value());
  std::vector<std::vector<std::uint32_t>> held(shapes.size());
  std::size_t found = 0, all = 0;
  for (int step = 0; step < 20'000; step++) {  // fewer would not find forms that are there
    const std::uint32_t i = rng.below(2000);
    // First they are many, then few.
    if (rng.chance(step % 2000 < 1000 ? 0.6 : 0.3)) {
      const std::uint32_t form = forms.acquire(shapes[i], 1).value();
      ASSERT_EQ(forms[form].base.identity(), shapes[i].identity());
      const bool known = !held[i].empty();
      ASSERT_TRUE(!known || form == held[i][0]);
      found += known ? 1 : 0;
      held[i].push_back(form);
      all++;
    } else if (!held[i].empty()) {
      forms.release(held[i].back());
      held[i].pop_back();
    }
    if (step % 100 != 0) continue;
    std::size_t here = 0;
    for (std::size_t k = 0; k < held.size(); k++) {
      if (held[k].empty()) continue;
      here++;
      ASSERT_EQ(forms[held[k][0]].bodies, held[k].size());
    }
    ASSERT_EQ(count(forms), here);
  }
  expect_share(static_cast<int>(found), static_cast<int>(all));
}

TEST(BodyForms, MeshesOfAnotherSizeAreNotShared) {
  BodyForms forms;
  const Shape mesh = box_mesh({1, 1, 1}, true);
  EXPECT_EQ(forms.acquire(mesh, 1).value(), forms.acquire(mesh, 1).value());
  const std::uint32_t one = forms.acquire(mesh, 2).value(), two = forms.acquire(mesh, 2).value();
  EXPECT_NE(one, two);
  forms.release(one);
  EXPECT_EQ(forms[two].bodies, 1u);
}

TEST(BodyForms, AShapeOfAFormMayBeUsedForAnother) {
  BodyForms forms;
  std::uint32_t last = forms.acquire(Shape::box({1, 1, 1}).value(), 1).value();
  for (int i = 0; i < 100; i++) last = forms.acquire(forms[last].shape, 1.01).value();
  EXPECT_NEAR(forms[last].shape.bounds().upper.x(), std::pow(1.01, 100), 1e-9);
}

TEST(BodyForms, RefuseBadScales) {
  BodyForms forms;
  const Shape box = Shape::box({1, 1, 1}).value();
  for (const double scale : {0.0, -1.0, static_cast<double>(NAN), 1e300}) {
    const auto form = forms.acquire(box, scale);
    ASSERT_FALSE(form);
    EXPECT_FALSE(form.error().message.empty());
  }
  EXPECT_EQ(count(forms), 0u);
}

}  // namespace
}  // namespace glance::test
