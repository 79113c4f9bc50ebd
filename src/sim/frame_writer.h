/// Fills a frame from the world: poses, inputs, channels. Allocates nothing once warm.
#pragma once

#include <vector>

#include "frames/frame.h"
#include "frames/scene.h"
#include "sim/sensors.h"
#include "sim/tilt_guard.h"
#include "sim/world.h"

namespace outrigger::sim {

class FrameWriter {
 public:
  /// `scene` and `sensors` as of make_scene; both must outlive the writer.
  FrameWriter(const frames::Scene& scene, const SensorSet& sensors, const World& world);

  /// A body that is gone keeps its last pose.
  void write(World& world, const std::vector<float>& inputs, frames::Frame& frame);

 private:
  const SensorSet& sensors_;
  frames::TiltLimits tilt_;
  std::vector<BodyHandle> bodies_;  ///< default handles for the ground
  std::vector<float> poses_;
  std::vector<double> values_;
};

}  // namespace outrigger::sim
