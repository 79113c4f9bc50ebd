/// How many notices viewers get: people read a few lines per second, and a machine or an operator
/// that causes more must not cost the viewers their frames.
///
/// In every second at most `kPerSecond` notices pass, errors counted by themselves; a notice with the
/// level and text of one that passed in the same second does not pass again. What was left out for
/// want of room is reported by its number in the next second.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "frames/notice_queue.h"

namespace outrigger::network {

class NoticeBudget {
 public:
  static constexpr std::size_t kPerSecond = 10;

  /// Those of `fresh` that pass now, in their order. `now` in seconds, of any clock that does not go
  /// back; to be called now and then without notices too.
  std::vector<frames::Notice> admit(std::vector<frames::Notice> fresh, double now);
  /// Notices that did not pass, repeated ones included.
  std::uint64_t left_out() const { return left_out_; }

 private:
  bool repeated(const frames::Notice& notice) const;

  double second_end_ = 0.0;
  std::vector<frames::Notice> passed_;  ///< in this second
  std::size_t errors_ = 0, others_ = 0;
  std::uint64_t crowded_out_ = 0;  ///< in this second, for want of room
  std::uint64_t left_out_ = 0;
};

}  // namespace outrigger::network
