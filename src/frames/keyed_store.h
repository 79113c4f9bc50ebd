/// Entries that come, change and go, on their way from the physics to the displays.
///
/// One thread writes, one reads. Writing never waits: changes gather on the writer's side and are passed
/// on when the reader does not hold the lock at that moment, else with the next call. Of an entry only the
/// newest value is kept, on either side, and an entry that came and went unseen leaves nothing. So what is
/// held is at most the present entries, and word of those that are gone but the reader still has.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "frames/stream.h"

namespace outrigger::frames {

struct StoreLimits {
  std::size_t entries = 65536;                     ///< at a time
  std::size_t bytes = std::size_t{256} << 20;      ///< of all values together
  std::size_t value_bytes = std::size_t{1} << 20;  ///< of one value
};

class KeyedStore {
 public:
  explicit KeyedStore(const StoreLimits& limits = {}) : limits_(limits) {}

  // --- the writer

  /// The newest value of an entry. False, and nothing changes, when it is beyond the limits.
  bool put(const StreamKey& key, StreamValuePtr value) {
    const std::size_t size = size_of(*value);
    const auto known = present_.find(key);
    const std::size_t before = known == present_.end() ? 0 : known->second;
    if (size > limits_.value_bytes || bytes_ - before + size > limits_.bytes ||
        (known == present_.end() && present_.size() >= limits_.entries)) {
      ++refused_;
      return false;
    }
    bytes_ = bytes_ - before + size;
    present_[key] = size;
    gathered_[key] = std::move(value);
    return true;
  }

  /// The entry is gone. One that is not there is no mistake.
  void remove(const StreamKey& key) {
    const auto known = present_.find(key);
    if (known == present_.end()) return;
    bytes_ -= known->second;
    present_.erase(known);
    gathered_[key] = nullptr;
  }

  /// To be called once in a while, usually after a step. False when changes wait for the next call.
  bool pass_on() {
    if (gathered_.empty()) return true;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return false;
    for (auto& [key, value] : gathered_) {
      if (value == nullptr && !taken_.contains(key)) {
        passed_.erase(key);
      } else {
        passed_[key] = std::move(value);
      }
    }
    gathered_.clear();
    fresh_.store(!passed_.empty(), std::memory_order_release);
    return true;
  }

  bool has(const StreamKey& key) const { return present_.contains(key); }
  std::size_t entries() const { return present_.size(); }
  std::size_t bytes() const { return bytes_; }
  std::uint64_t refused() const { return refused_; }

  // --- the reader

  /// What has changed since the last call, each entry once, in the order of keys; replaces `changes`.
  void take(std::vector<StreamChange>& changes) {
    changes.clear();
    if (!fresh_.load(std::memory_order_acquire)) return;
    std::map<StreamKey, StreamValuePtr> passed;
    {
      const std::lock_guard lock(mutex_);
      passed.swap(passed_);
      fresh_.store(false, std::memory_order_release);
      for (const auto& [key, value] : passed) {
        if (value != nullptr) {
          taken_.insert(key);
        } else {
          taken_.erase(key);
        }
      }
    }
    changes.reserve(passed.size());
    for (auto& [key, value] : passed) changes.push_back({key, std::move(value)});
  }

 private:
  const StoreLimits limits_;
  std::map<StreamKey, std::size_t> present_;  ///< the writer's: bytes of each entry
  std::size_t bytes_ = 0;
  std::uint64_t refused_ = 0;
  std::map<StreamKey, StreamValuePtr> gathered_;  ///< the writer's, to be passed on; null: gone

  std::mutex mutex_;
  std::map<StreamKey, StreamValuePtr> passed_;
  std::set<StreamKey> taken_;  ///< entries that the reader has
  std::atomic<bool> fresh_{false};
};

}  // namespace outrigger::frames
