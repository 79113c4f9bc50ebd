/// The machine at one step, as plain values.
#pragma once

#include <cstdint>
#include <vector>

namespace outrigger::frames {

/// How the real-time loop keeps pace.
struct LoopStatus {
  std::uint64_t overruns = 0;    ///< steps that took longer than the time they simulate
  std::uint64_t lost_steps = 0;  ///< given up because the computer was too slow
  float step_time_us = 0.0f;     ///< CPU time of a step, mean of the last second
  float load = 0.0f;             ///< share of real time spent computing, last second
  bool paused = false;
  float time_scale = 1.0f;
  std::uint64_t hard_steps = 0;  ///< cut into parts, or not converged
};

/// How the machine stands (TiltLimits of the scene).
enum class Tilt {
  upright,
  leaning,     ///< beyond the warning
  rolled_over  ///< beyond the limit; a live machine stays stopped until it is reset
};

/// Arrays keep their capacity, so filling a frame of the same machine again allocates nothing.
struct Frame {
  std::uint64_t step = 0;
  double time = 0.0;            ///< simulated [s]
  std::vector<float> poses;     ///< per body that is there: x y z qx qy qz qw
  std::vector<float> inputs;    ///< what the machine obeys now, per control
  std::vector<float> channels;  ///< per channel of the scene
  LoopStatus loop;
  Tilt tilt = Tilt::upright;
  std::vector<std::uint32_t> bodies;  ///< ids, in the order of poses; empty: those of the scene
  std::uint64_t bodies_version = 0;   ///< another number, another list; 0: that of the scene
};

}  // namespace outrigger::frames
