#include "network/notice_budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace outrigger::network {

using frames::Notice;

bool NoticeBudget::repeated(const Notice& notice) const {
  return std::any_of(passed_.begin(), passed_.end(), [&](const Notice& n) {
    return n.level == notice.level && n.text == notice.text;
  });
}

std::vector<Notice> NoticeBudget::admit(std::vector<Notice> fresh, double now) {
  std::vector<Notice> passing;
  if (now >= second_end_) {
    second_end_ = now + 1.0;
    if (crowded_out_ > 0) {
      const double time = passed_.empty() ? 0.0 : passed_.back().time;
      passing.push_back(
          {Notice::Level::info, time, fmt::format("{} more notices were left out", crowded_out_)});
    }
    passed_.clear();
    errors_ = others_ = 0;
    crowded_out_ = 0;
  }
  for (Notice& notice : fresh) {
    std::size_t& count = notice.level == Notice::Level::error ? errors_ : others_;
    const bool again = repeated(notice);
    if (again || count >= kPerSecond) {
      ++left_out_;
      if (!again) ++crowded_out_;
      continue;
    }
    ++count;
    passed_.push_back(notice);
    passing.push_back(std::move(notice));
  }
  return passing;
}

}  // namespace outrigger::network
