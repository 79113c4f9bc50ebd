#include "display/soil_writer.h"

#include <algorithm>

#include "sim/soil_stage.h"

namespace outrigger::display {

static_assert(frames::kContainerSlices == sim::kToolSlices);

void SoilWriter::write(const sim::World& world, frames::Frame& frame) const {
  frame.falling.clear();
  const sim::SoilStage* soil = world.soil();
  frame.loads.resize(soil != nullptr ? containers_.size() : 0);
  if (soil == nullptr) return;
  const auto surface_of = [&](int kind) {
    return static_cast<std::uint32_t>(soil->surface_of_soil(kind));
  };
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    frames::Load& load = frame.loads[i];
    load.mass = load.volume = 0.0;
    load.levels.clear();
    const auto tools = soil->tools().tools();
    const auto tool = std::find_if(tools.begin(), tools.end(), [&](const auto& t) {
      return t.name == containers_[i].name && t.content.has_value();
    });
    if (tool == tools.end() || tool->content->empty()) continue;
    const soil::Payload& content = *tool->content;
    load.mass = static_cast<double>(content.mass()) / soil::kMilligramsPerKilogram;
    load.volume = content.volume();
    load.surface = surface_of(content.main_soil());
    load.tilt = static_cast<float>(content.state().tilt);
    load.slope = static_cast<float>(content.state().slope);
    load.tangent = static_cast<float>(content.state().tangent);
    for (int k = 0; k < content.cavity().slices(); ++k)
      load.levels.push_back(static_cast<float>(content.level(k)));
  }
  for (const soil::Parcel& p : soil->flight().state().parcels) {
    if (frame.falling.size() >= frames::kFallingNumbers * frames::kMostFalling) break;
    for (const double v : p.position) frame.falling.push_back(static_cast<float>(v));
    frame.falling.push_back(
        static_cast<float>(static_cast<double>(p.mass) / soil::kMilligramsPerKilogram));
    frame.falling.push_back(static_cast<float>(surface_of(p.soil)));
  }
}

}  // namespace outrigger::display
