/// Short texts for people, from the physics to the displays, with what they are about.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "math/types.h"

namespace outrigger::frames {

struct Notice {
  enum class Level { info, warning, error };
  struct Part {
    std::string kind, name;  ///< "joint", "pin"
  };
  Level level = Level::info;
  double time = 0.0;      ///< simulated [s]
  std::string text = {};  ///< one line
  // Of an event of the machine, where it is one.
  std::string kind = {};           ///< its word (sim/event.h); empty: no event
  std::optional<Vec3> place = {};  ///< world [m]
  std::vector<Part> parts = {};
  double value = 0.0;     ///< how strong
  std::string unit = {};  ///< of the value
};

/// Posting never waits: a notice that finds the queue full or in use is dropped and counted; `post`
/// then returns false, for those that may try again. A notice that already waits with the same level
/// and text only takes the newer time. The last places are kept for errors.
class NoticeQueue {
 public:
  static constexpr std::size_t kMaxWaiting = 256, kKeptForErrors = 32;

  bool post(Notice notice) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return refuse();
    const auto same = std::find_if(waiting_.begin(), waiting_.end(), [&](const Notice& n) {
      return n.level == notice.level && n.text == notice.text;
    });
    if (same != waiting_.end()) {
      same->time = notice.time;
      return true;
    }
    const bool error = notice.level == Notice::Level::error;
    if (waiting_.size() >= kMaxWaiting - (error ? 0 : kKeptForErrors)) return refuse();
    waiting_.push_back(std::move(notice));
    return true;
  }

  std::vector<Notice> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

  std::uint64_t dropped() const { return dropped_; }

 private:
  bool refuse() {
    ++dropped_;
    return false;
  }

  std::mutex mutex_;
  std::vector<Notice> waiting_;
  std::atomic<std::uint64_t> dropped_{0};
};

}  // namespace outrigger::frames
