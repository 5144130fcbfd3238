// Tested in tests/property/parallel_frames_test.cpp (ParallelFrames).
#include "world/frame_lists.h"

namespace glance::rooms::world {
namespace {

template <class T>
void append_part(std::vector<T>& list, const std::vector<T>& other, std::size_t from,
                 std::size_t to) {
  list.insert(list.end(), other.begin() + static_cast<std::ptrdiff_t>(from),
              other.begin() + static_cast<std::ptrdiff_t>(to));
}

/// The same for reports, whose contact points have been added from `points` on, and were at
/// `points_before` in the other list.
void append_reports(std::vector<PairReport>& list, const std::vector<PairReport>& other,
                    std::size_t from, std::size_t to, std::size_t points,
                    std::size_t points_before) {
  const std::size_t first = list.size();
  append_part(list, other, from, to);
  for (std::size_t i = first; i < list.size(); i++) {
    list[i].first_contact =
        static_cast<std::uint32_t>(list[i].first_contact - points_before + points);
  }
}

}  // namespace

void FrameLists::clear() {
  answers.clear();
  contact_points.clear();
  touching.clear();
  undecided.clear();
  begun.clear();
  ended_keys.clear();
  swept_contacts.clear();
}

std::size_t FrameLists::bytes() const {
  return (answers.capacity() + touching.capacity() + undecided.capacity()) * sizeof(PairReport) +
         contact_points.capacity() * sizeof(ContactPoint) + begun.capacity() * sizeof(BodyPair) +
         ended_keys.capacity() * sizeof(broad::PairKey) +
         swept_contacts.capacity() * sizeof(SweptContact);
}

FrameLists::Place FrameLists::end() const {
  return {answers.size(), contact_points.size(), touching.size(),      undecided.size(),
          begun.size(),   ended_keys.size(),     swept_contacts.size()};
}

void FrameLists::append(const FrameLists& other, const Place& from, const Place& to) {
  const std::size_t points = contact_points.size();
  append_part(contact_points, other.contact_points, from.contact_points, to.contact_points);
  append_reports(answers, other.answers, from.answers, to.answers, points, from.contact_points);
  append_reports(touching, other.touching, from.touching, to.touching, points, from.contact_points);
  // (These name no contact points of the frame.)
  append_part(undecided, other.undecided, from.undecided, to.undecided);
  append_part(begun, other.begun, from.begun, to.begun);
  append_part(ended_keys, other.ended_keys, from.ended_keys, to.ended_keys);
  append_part(swept_contacts, other.swept_contacts, from.swept_contacts, to.swept_contacts);
}

}  // namespace glance::rooms::world
