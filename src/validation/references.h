/// Converged results of independent programs, which validation cases and work-precision curves are
/// compared with.
#pragma once

#include "math/types.h"

namespace outrigger::validation {

/// Tip of make_chain(links) at t = 1 s [m]: MuJoCo RK4 and Bullet btMultiBody RK4 agree to all digits
/// shown. For 10, 40 and 160 links; others throw Error.
Vec3 chain_tip_reference(int links);

/// Point P3 of make_bricard(slender) at t = 0.5 (k + 1) s, 0 ≤ k < 20 [m]: Simbody RungeKuttaMerson,
/// accuracy 1e-11, constraint tolerance 1e-13; MuJoCo RK4 at 2e-5 s agrees to 1e-8 m.
Vec3 bricard_reference(int k);

}  // namespace outrigger::validation
