// A step of an arm: when do its links next meet each other, or what stands around? Once with links
// as hulls, once as meshes of the same surface, and once as meshes with a dent that nobody would
// see, which are asked triangle by triangle.
#pragma once

#include <cstddef>
#include <vector>

namespace glance::bench {

enum class LinkForm { hulls, meshes, dented };
inline constexpr LinkForm kLinkForms[] = {LinkForm::hulls, LinkForm::meshes, LinkForm::dented};
const char* to_string(LinkForm form);

struct ArmSteps {
  std::size_t links = 0, triangles = 0, pairs = 0, steps = 0;
  struct Form {
    LinkForm form = LinkForm::hulls;
    double us = 0;  ///< a step: the median over all of them
    int hits = 0;   ///< pairs that meet, of all steps
    /// Pairs with another answer than that of hulls: hit or not, or a time more than 1e-5 away.
    int different = 0;
  };
  std::vector<Form> forms;
};

ArmSteps run_arm_steps(bool quick);

}  // namespace glance::bench
