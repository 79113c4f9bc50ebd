/// Places for objects that are computed at the same time: the shapes of a kind are made so many times.
#pragma once

#include <string>
#include <vector>

#include "sim/object_plan.h"

namespace outrigger::sim {

struct ObjectSlots {
  int kind = 0;
  bool fixed = false;
  int count = 0;

  /// Of the objects of a kind, fixed or not, in slots_of.
  static std::size_t place(int kind, bool fixed) {
    return 2 * static_cast<std::size_t>(kind) + (fixed ? 1 : 0);
  }
};

std::vector<ObjectSlots> slots_of(const ObjectPlan& plan);
std::string slot_name(const ObjectPlan& plan, const ObjectSlots& slots, int slot);

}  // namespace outrigger::sim
