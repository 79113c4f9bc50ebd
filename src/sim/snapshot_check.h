/// Whether a snapshot may be given to a world. Bytes come from files, and programs mix worlds up: what a
/// step takes as a place in an array has to be one.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "sim/world.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

/// What is wrong with the contacts of a snapshot, as the end of a sentence; empty: nothing. `stage` has
/// the shapes that the contacts must be of. Checked are the order of the records, their shapes (there,
/// on bodies of the snapshot, allowed to touch, the right one first) and their features. `bodies`: of shapes
/// that are on another body in the snapshot than now (objects that come and go).
using BodiesOfShapes = std::unordered_map<std::int64_t, std::string>;
std::string contact_problem(const Snapshot& snapshot, const touching::ContactStage& stage,
                            const BodiesOfShapes& bodies = {});

/// What is wrong with the numbers of a snapshot that was read from bytes, as above: numbers that are not
/// finite, counts that are negative or disagree, a time that is not the steps'.
std::string number_problem(const Snapshot& snapshot);

/// Of everything around the mechanisms: shapes, site, inputs. Worlds with the same one may share
/// snapshots.
std::uint64_t setting_hash(const touching::ContactStage& stage, const terrain::Ground& ground,
                           const std::string& site_title, const std::vector<std::string>& inputs);

}  // namespace outrigger::sim
