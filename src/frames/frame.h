/// The machine at one step, as plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// What a Container of the scene holds.
struct Load {
  double mass = 0.0;          ///< [kg]
  double volume = 0.0;        ///< [m³]
  std::uint32_t surface = 0;  ///< index into Ground::kinds: what it looks like
  float tilt = 0.0f;          ///< bucket: of the body's x axis above the horizontal [rad]
  float slope = 0.0f;         ///< bucket: of the surface in its side plane, dz/ds
  float tangent = 1.0f;       ///< bucket: of the angle of repose
  /// Empty: nothing is in it. Bucket: per slice the height of the surface above the body's origin, at s = 0:
  /// z = level + slope s, s along the horizontal of the side plane [m]. Bed: heights above the floor at the
  /// centres of cells, row by row (y upwards) [m].
  std::vector<float> levels;
};

/// Numbers per parcel in Frame::falling, and parcels at most.
inline constexpr std::size_t kFallingNumbers = 5;
inline constexpr std::size_t kMostFalling = 256;

/// What can be gone back to with `seek` [s]; a live session only.
struct History {
  double first = 0.0, last = 0.0;
};

/// A training session under way, as its trainee sees it.
struct Task {
  bool shown = false;  ///< there is one
  bool ended = false;
  float completion = 0.0f;  ///< of the objective [%]
  float left = -1.0f;       ///< time [s]; below 0: no limit
  float points = 100.0f;    ///< left of 100, so far
  std::string goal = {};    ///< what comes next; how it ended
};

/// Arrays keep their capacity, so filling a frame of the same machine again allocates nothing.
struct Frame {
  std::uint64_t step = 0;
  double time = 0.0;            ///< simulated [s]
  std::vector<float> poses;     ///< per body that is there: x y z qx qy qz qw
  std::vector<float> inputs;    ///< what the machine obeys now, per control
  std::vector<float> channels;  ///< per channel of the scene
  LoopStatus loop;
  History history;
  Tilt tilt = Tilt::upright;
  std::vector<std::uint32_t> bodies;  ///< ids, in the order of poses; empty: those of the scene
  std::uint64_t bodies_version = 0;   ///< another number, another list; 0: that of the scene
  std::vector<Load> loads;            ///< per container of the scene
  /// Soil in the air, per parcel: x y z mass surface; place in the world [m], mass [kg], index into Ground::kinds.
  std::vector<float> falling;
  Task task;
};

}  // namespace outrigger::frames
