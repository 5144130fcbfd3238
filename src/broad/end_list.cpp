#include "broad/end_list.h"

#include <algorithm>

namespace glance::rooms::broad {

void EndList::sort_again(const EndValues& values) {
  for (std::size_t i = 1; i < ends_.size(); i++) ends_[i] = values.now(ends_[i]);
  std::sort(ends_.begin() + 1, ends_.end());
  ranked_ = false;
}

void EndList::rank(std::size_t bodies) {
  if (ranked_) return;
  rank_.resize(2 * bodies);
  for (std::size_t i = 1; i < ends_.size(); i++) rank_of(ends_[i]) = static_cast<std::uint32_t>(i);
  ranked_ = true;
}

}  // namespace glance::rooms::broad
