/// All lists of parts of a mechanism with the kinds of their handles.
#pragma once

#include <string>

#include "model/part_lists.h"
#include "sim/handles.h"

namespace outrigger::sim {

using model::part_name;

/// Calls visit(kind, parts) for every list of parts, always in the order of model/part_lists.h.
template <class M, class Visit>
void for_each_list(M& m, const Visit& visit) {
  int i = 0;
  model::for_each_part_list(
      [&](const auto& list) { visit(static_cast<PartKind>(i++), m.*list.list); });
}

}  // namespace outrigger::sim
