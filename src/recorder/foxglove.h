/// Messages of Foxglove's schemas as JSON (https://docs.foxglove.dev/docs/visualization/message-schemas).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frames/frame.h"
#include "frames/scene.h"
#include "sim/event.h"

namespace outrigger::recorder::foxglove {

/// JSON schemas, as much of them as these messages use.
extern const char* const kFrameTransforms;
extern const char* const kSceneUpdate;
extern const char* const kLog;
/// An object of numbers by name.
extern const char* const kNumbers;

std::string transforms(const frames::Scene& scene, const frames::Frame& frame, std::uint64_t time);
/// Bodies with their shapes, each in its own frame, and the ground.
std::string scene_update(const frames::Scene& scene, std::uint64_t time);
std::string log(const sim::Event& event, std::uint64_t time);
std::string numbers(const std::vector<std::string>& names, const std::vector<float>& values);

}  // namespace outrigger::recorder::foxglove
