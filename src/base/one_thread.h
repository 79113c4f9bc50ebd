/// Notices when two threads use at once what only one may use, and refuses the second with an Error
/// instead of letting both go on. Costs one atomic exchange.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "base/error.h"

namespace outrigger {

/// A member of the thing. A copy or a moved one is in nobody's hands.
class OneThread {
 public:
  OneThread() = default;
  OneThread(OneThread&&) noexcept {}
  OneThread& operator=(OneThread&&) noexcept { return *this; }

  /// In the hands of this thread as long as it lives; the same thread may hold it several times.
  class Hold {
   public:
    /// Throws Error: "`what` is being used by another thread; one thread at a time may use it".
    Hold(OneThread& of, const char* what) : of_(of) {
      const std::thread::id me = std::this_thread::get_id();
      if (of_.holder_.load(std::memory_order_relaxed) == me) return;
      std::thread::id nobody;
      if (!of_.holder_.compare_exchange_strong(nobody, me, std::memory_order_acquire,
                                               std::memory_order_relaxed))
        throw Error(std::string(what) +
                    " is being used by another thread; one thread at a time may use it");
      is_first_ = true;
    }
    ~Hold() {
      if (is_first_) of_.holder_.store(std::thread::id(), std::memory_order_release);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    OneThread& of_;
    bool is_first_ = false;
  };

 private:
  std::atomic<std::thread::id> holder_{};
};

}  // namespace outrigger
