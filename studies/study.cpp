#include "studies/study.h"

#include <algorithm>

#include "studies/icollide/study.h"
#include "studies/ivri/study.h"
#include "studies/li_chen/study.h"
#include "studies/osullivan/study.h"

namespace glance::studies {

std::uint32_t chosen(std::uint64_t asked, bool quick, std::uint32_t full, std::uint32_t few) {
  if (asked > 0) return static_cast<std::uint32_t>(std::min<std::uint64_t>(asked, 1u << 30));
  return quick ? few : full;
}

std::vector<double> some_of(const std::vector<double>& places, const StudyOptions& options) {
  const std::size_t all = places.size();
  const std::uint64_t wanted = options.samples > 0 ? options.samples : all;
  if (wanted >= all) return places;
  if (wanted == 1) return {places.back()};
  std::vector<double> result;
  for (std::size_t i = 0; i < wanted; i++) result.push_back(places[i * (all - 1) / (wanted - 1)]);
  return result;
}

std::span<const Study> all_studies() {
  static constexpr Study kStudies[] = {
      {"icollide", "many moving polytopes: I-COLLIDE (1995), section 6", icollide::plan,
       icollide::page, icollide::brief},
      {"ivri", "linear programs, contacts between frames: IVRI-CD (2005), section 6", ivri::plan,
       ivri::page, ivri::brief},
      {"li-chen", "separation lists: Li and Chen (1998), section 5.2", li_chen::plan, li_chen::page,
       li_chen::brief, true, "lichen"},
      {"osullivan", "detection in time: O'Sullivan and Dingliana (1999), section 3.4",
       osullivan::plan, osullivan::page, osullivan::brief},
  };
  return kStudies;
}

const Study* find_study(std::string_view name) {
  const auto all = all_studies();
  const auto found = std::ranges::find_if(all, [&](const Study& study) {
    return study.name == name || (!study.old_name.empty() && study.old_name == name);
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace glance::studies
