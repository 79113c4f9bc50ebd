/// The broad phase for many moving objects: the faster of the two that were measured
/// (docs/theory/far_detection.md, "Many moving objects"). Both answer alike.
#pragma once

#include "contact/broad/tree_broad_phase.h"

namespace outrigger::contact {

using BroadPhase = TreeBroadPhase;

}  // namespace outrigger::contact
