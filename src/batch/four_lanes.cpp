#include "batch/make_kernels.h"

namespace outrigger::batch {

constexpr LaneKernels kFourLanes = make_kernels<4>();

}  // namespace outrigger::batch
