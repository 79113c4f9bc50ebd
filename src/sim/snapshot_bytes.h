/// Snapshots as bytes, for recordings. The bytes hold the states and inputs; mechanisms and handles
/// come from a world of the same machine, so that a snapshot taken after an edit (a joint broke)
/// does not fit a fresh world and is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/world.h"

namespace outrigger::sim {

std::string to_bytes(const Snapshot& snapshot);

/// The snapshot, or nothing when the bytes are damaged, from another machine, site or version, after an
/// edit that `like` has not seen, or with numbers that no world has. Contacts are not looked at:
/// World::check and World::restore do that.
std::optional<Snapshot> snapshot_from_bytes(std::string_view bytes, const Snapshot& like);

}  // namespace outrigger::sim
