/// As machine files have it unless they say otherwise.
#pragma once

namespace outrigger {

inline constexpr double kGravity = 9.81;  ///< [m/s²]

}  // namespace outrigger
