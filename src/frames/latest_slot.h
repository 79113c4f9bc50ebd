/// Hands the newest value from one writing thread to one reading thread. Neither waits for the
/// other: of three values one belongs to the writer, one to the reader, and the third changes hands
/// by an atomic exchange. What the reader does not fetch in time is overwritten.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace outrigger::frames {

template <class T>
class LatestSlot {
 public:
  /// Writer: the value to fill. It may hold anything that was published before.
  T& back() { return values_[back_]; }

  /// Writer: makes back() the newest value.
  void publish() {
    const std::uint8_t previous =
        middle_.exchange(static_cast<std::uint8_t>(back_ | kFresh), std::memory_order_acq_rel);
    back_ = previous & kIndex;
  }

  /// Reader: fetches the newest value into front(). False when there is none since the last call.
  bool fetch() {
    if ((middle_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    const std::uint8_t previous = middle_.exchange(front_, std::memory_order_acq_rel);
    front_ = previous & kIndex;
    return true;
  }

  /// Reader: the value fetched last.
  const T& front() const { return values_[front_]; }

 private:
  static constexpr std::uint8_t kFresh = 4, kIndex = 3;

  std::array<T, 3> values_{};
  std::uint8_t back_ = 0;   ///< the writer's
  std::uint8_t front_ = 1;  ///< the reader's
  std::atomic<std::uint8_t> middle_{2};
};

}  // namespace outrigger::frames
