// Compiled for AVX-512, alone: see lane_kernels.h.
#include "batch/make_kernels.h"

namespace outrigger::batch {

constexpr LaneKernels kEightLanes = make_kernels<8>();

}  // namespace outrigger::batch
