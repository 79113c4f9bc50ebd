/// Objects that move, as every broad phase holds them: a box, what it is, and what it may meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/thing_box.h"

namespace outrigger::contact {

/// Names an object as long as it exists; an id whose object was removed is noticed.
struct BroadId {
  std::int32_t index = -1;
  std::uint32_t generation = 0;
  bool operator==(const BroadId&) const = default;
};

/// Two objects can meet when each one's `meets` has a bit of the other one's `groups`.
struct BroadFilter {
  std::uint32_t groups = 1;   ///< what the object is
  std::uint32_t meets = ~0u;  ///< what it may meet
  bool allows(const BroadFilter& other) const {
    return (groups & other.meets) != 0 && (other.groups & meets) != 0;
  }
};

/// Indices of two objects, first < second.
struct BroadPair {
  std::int32_t first = 0;
  std::int32_t second = 0;
  auto operator<=>(const BroadPair&) const = default;
};

/// Places are used again, the one freed last first; their generation tells the objects apart.
class BroadObjects {
 public:
  BroadId add(const geometry::Box& box, const BroadFilter& filter);
  void remove(BroadId id);
  void move(BroadId id, const geometry::Box& box) { boxes_[checked(id)] = narrowed(box); }
  void set_filter(BroadId id, const BroadFilter& filter) { filters_[checked(id)] = filter; }

  bool exists(BroadId id) const;
  std::int32_t count() const { return count_; }  ///< objects that exist
  /// Places, used or free; indices are below it.
  std::int32_t places() const { return static_cast<std::int32_t>(boxes_.size()); }
  BroadId id(std::int32_t index) const {
    return {index, generations_[static_cast<std::size_t>(index)]};
  }
  /// Of a free place: empty, it overlaps nothing.
  const geometry::ThingBox& box(std::int32_t index) const {
    return boxes_[static_cast<std::size_t>(index)];
  }
  const BroadFilter& filter(std::int32_t index) const {
    return filters_[static_cast<std::size_t>(index)];
  }
  bool used(std::int32_t index) const { return used_[static_cast<std::size_t>(index)] != 0; }

 private:
  std::size_t checked(BroadId id) const;
  static geometry::ThingBox narrowed(const geometry::Box& box);

  std::vector<geometry::ThingBox> boxes_;
  std::vector<BroadFilter> filters_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint8_t> used_;
  std::vector<std::int32_t> free_;
  std::int32_t count_ = 0;
};

/// Sorts pairs by first, then second, in time linear in their number; `scratch` is overwritten.
void sort_pairs(std::vector<BroadPair>& pairs, std::vector<BroadPair>& scratch,
                std::int32_t places);

}  // namespace outrigger::contact
