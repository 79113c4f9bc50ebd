/// How long a late viewer waits, part of `outrigger bench`.
#pragma once

#include "validation/bench.h"

namespace outrigger::app {

/// viewer-join: ms from connecting until a viewer has scene, frame and all changes of the worksite, over a
/// socket of this computer.
validation::Benchmark viewer_join_benchmark();

}  // namespace outrigger::app
