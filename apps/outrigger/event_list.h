/// The events of a run that are worth a line.
#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/world.h"

namespace outrigger::app {

/// Keeps the most telling events: the first of each kind and part (a joint that broke, a step that was
/// contained), then touches, the fastest first, then repetitions and partings.
class EventList {
 public:
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  explicit EventList(std::size_t most) : most_(most) {}

  void add(const sim::Event& event);

  /// In order of time, one line each, and how many were left out; to stderr.
  void print();

 private:
  struct Entry {
    int rank = 0;         ///< smaller is more telling
    double weight = 0.0;  ///< within a rank, larger is more telling
    std::size_t order = 0;
    std::string text;
  };
  Entry entry_of(const sim::Event& event);
  void drop_surplus();

  std::size_t most_ = 0, count_ = 0;
  std::vector<Entry> entries_;
  std::set<std::pair<sim::Event::Kind, std::string>> seen_;
};

}  // namespace outrigger::app
