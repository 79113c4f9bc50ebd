/// The book of soil: how much of each kind has gone where, in whole milligrams. Nothing is rounded, so the
/// book closes by equality:
///   mass in columns + in tools and beds + in flight + left the site = mass at the start
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "soil/column.h"

namespace outrigger::soil {

/// Ways in which soil moves. Each entry counts mass that left one place for another by this way.
enum class Transfer : std::uint8_t {
  cut,      ///< bank became loose
  load,     ///< loose soil of the ground went into a tool or bed
  spill,    ///< a tool or bed let it go
  land,     ///< soil in flight reached the ground or a bed
  push,     ///< steel moved it along the ground
  slump,    ///< it slid down a slope
  settle,   ///< it was pressed aside
  cave_in,  ///< a face fell: bank became loose
  rename,   ///< a mixture took the name of its larger share: the other share
  leave,    ///< it left the site
  place     ///< a program or a file put it there
};
inline constexpr int kTransfers = 11;

/// "cut", "load", ...
inline constexpr const char* word(Transfer way) {
  constexpr const char* kWords[kTransfers] = {"cut",    "load",  "spill",  "land",
                                              "push",   "slump", "settle", "cave_in",
                                              "rename", "leave", "place"};
  return kWords[static_cast<int>(way)];
}

class Ledger {
 public:
  Ledger() = default;
  explicit Ledger(int soils) : entries_(static_cast<std::size_t>(soils)) {}

  void add(Transfer way, int soil, Milligrams mass) {
    entries_[static_cast<std::size_t>(soil)][static_cast<std::size_t>(way)] += mass;
  }
  Milligrams of(Transfer way, int soil) const {
    return entries_[static_cast<std::size_t>(soil)][static_cast<std::size_t>(way)];
  }
  Milligrams of(Transfer way) const {
    Milligrams sum = 0;
    for (const auto& e : entries_) sum += e[static_cast<std::size_t>(way)];
    return sum;
  }
  /// Nothing was ever booked.
  bool empty() const {
    for (const auto& e : entries_)
      for (const Milligrams m : e)
        if (m != 0) return false;
    return true;
  }
  int soils() const { return static_cast<int>(entries_.size()); }

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    for (auto& entries : s.entries_) visit.elements("entries", entries);
  }
  bool operator==(const Ledger&) const = default;

 private:
  std::vector<std::array<Milligrams, kTransfers>> entries_;
};

}  // namespace outrigger::soil
