/// A recording for other programs: computed again, and written as MCAP with Foxglove schemas, or as CSV.
///
///   /tf           foxglove.FrameTransforms   poses of all bodies in the frame `world`
///   /scene        foxglove.SceneUpdate       once: shapes of the bodies, and the ground, coarsely
///   /events       foxglove.Log               what happened
///   /channels     outrigger.Channels         the machine's sensors, one number each
///   /inputs       outrigger.Inputs           what the operators asked for
///
/// Messages are JSON. CSV has the time, the inputs, the sensors and what happened since the row before.
/// Times count from the start of the recording and go on through resets.
///
/// Limits: shapes that Foxglove has no primitive for are drawn as boxes around them or left out; objects are drawn
/// as far as their bodies are in the scene; soil is not exported.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "description/description.h"
#include "recorder/recording.h"
#include "sim/world.h"

namespace outrigger::recorder {

struct ExportSettings {
  double every = 0.02;  ///< between poses and readings [s]; at least a step
  std::function<void(double part)> progress = {};
};

struct ExportReport {
  std::int64_t ticks = 0;      ///< computed
  std::int64_t rows = 0;       ///< of poses and readings
  std::uint64_t messages = 0;  ///< MCAP
  std::string failure;         ///< why it ended before the recording; empty: it did not
};

/// `world` at the start of the recorded run. Throws Error when the file cannot be written, or when what is computed
/// is not what was recorded.
ExportReport export_mcap(const Recording& recording, sim::World& world,
                         const description::Machine& machine, const std::string& path,
                         const ExportSettings& settings);
ExportReport export_csv(const Recording& recording, sim::World& world,
                        const description::Machine& machine, const std::string& path,
                        const ExportSettings& settings);

}  // namespace outrigger::recorder
