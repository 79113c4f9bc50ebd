/// Fills a frame from the world: poses, inputs, channels. Allocates nothing once warm.
#pragma once

#include <vector>

#include "display/body_list.h"
#include "display/soil_writer.h"
#include "frames/frame.h"
#include "frames/keyed_store.h"
#include "frames/scene.h"
#include "sim/sensors.h"
#include "sim/tilt_guard.h"
#include "sim/world.h"

namespace outrigger::display {

class FrameWriter {
 public:
  /// `scene` and `sensors` as of make_scene; both must outlive the writer, and so must `stream`, into which
  /// bodies go that are added while the world runs; null: these are not shown.
  FrameWriter(const frames::Scene& scene, const sim::SensorSet& sensors, const sim::World& world,
              frames::KeyedStore* stream = nullptr);

  /// Poses of the bodies that are there.
  void write(sim::World& world, const std::vector<float>& inputs, frames::Frame& frame);
  /// The world was put back to another moment.
  void note_restored() { bodies_.note_restored(); }

 private:
  const sim::SensorSet& sensors_;
  frames::TiltLimits tilt_;
  BodyList bodies_;
  SoilWriter soil_;
  frames::KeyedStore* stream_;
  std::vector<float> poses_;
  std::vector<double> values_;
};

}  // namespace outrigger::display
