/// The broad phase for many moving objects, chosen by measurement (docs/theory/far_detection.md,
/// "Many moving objects"): the sweep is as fast as the tree or faster up to 10,000 objects, and no
/// step of it is much longer than the others, while the tree is built anew now and then. Beyond that, in
/// dense heaps, TreeBroadPhase is faster. Both answer alike.
#pragma once

#include "contact/broad/sweep_broad_phase.h"

namespace outrigger::contact {

using BroadPhase = SweepBroadPhase;

}  // namespace outrigger::contact
