#include "display/soil_writer.h"

#include <algorithm>
#include <cmath>

#include "sim/soil_stage.h"

namespace outrigger::display {

static_assert(frames::kContainerSlices == sim::kToolSlices);

namespace {

std::uint32_t surface_of_soil(const sim::SoilStage& soil, int kind) {
  return static_cast<std::uint32_t>(soil.surface_of_soil(kind));
}

}  // namespace

frames::Container container_of(const description::Bed& bed) {
  frames::Container c;
  c.name = bed.name;
  c.kind = frames::Container::Kind::bed;
  c.x_min = static_cast<float>(bed.from.x()), c.x_max = static_cast<float>(bed.to.x());
  c.y_min = static_cast<float>(bed.from.y()), c.y_max = static_cast<float>(bed.to.y());
  c.floor = static_cast<float>(bed.from.z());
  // As soil/bed.h divides it.
  const auto cells = [&](double size) {
    return static_cast<std::uint32_t>(std::floor(size / bed.cell + 0.5));
  };
  c.columns = cells(bed.to.x() - bed.from.x());
  c.rows = cells(bed.to.y() - bed.from.y());
  return c;
}

void SoilWriter::write_bucket(const sim::SoilStage& soil, const std::string& name,
                              frames::Load& load) {
  const auto tools = soil.tools().tools();
  const auto tool = std::find_if(tools.begin(), tools.end(), [&](const auto& t) {
    return t.name == name && t.content.has_value();
  });
  if (tool == tools.end() || tool->content->empty()) return;
  const soil::Payload& content = *tool->content;
  load.mass = static_cast<double>(content.mass()) / soil::kMilligramsPerKilogram;
  load.volume = content.volume();
  load.surface = surface_of_soil(soil, content.main_soil());
  load.tilt = static_cast<float>(content.state().tilt);
  load.slope = static_cast<float>(content.state().slope);
  load.tangent = static_cast<float>(content.state().tangent);
  for (int k = 0; k < content.cavity().slices(); ++k)
    load.levels.push_back(static_cast<float>(content.level(k)));
}

void SoilWriter::write_bed(const sim::SoilStage& soil, const std::string& name,
                           frames::Load& load) {
  const auto beds = soil.beds().beds();
  const auto bed =
      std::find_if(beds.begin(), beds.end(), [&](const auto& b) { return b.name == name; });
  if (bed == beds.end()) return;
  const soil::Bed& content = bed->content;
  const soil::Milligrams mass = content.mass();
  if (mass == 0) return;
  load.mass = static_cast<double>(mass) / soil::kMilligramsPerKilogram;
  load.volume = content.volume();
  load.surface = surface_of_soil(soil, content.main_soil());
  for (int j = 0; j < content.rows(); ++j)
    for (int i = 0; i < content.columns(); ++i)
      load.levels.push_back(static_cast<float>(content.depth(i, j)));
}

void SoilWriter::write(const sim::World& world, frames::Frame& frame) const {
  frame.falling.clear();
  const sim::SoilStage* soil = world.soil();
  frame.loads.resize(soil != nullptr ? containers_.size() : 0);
  if (soil == nullptr) return;
  for (std::size_t i = 0; i < containers_.size(); ++i) {
    frames::Load& load = frame.loads[i];
    load.mass = load.volume = 0.0;
    load.levels.clear();
    if (containers_[i].kind == frames::Container::Kind::bed)
      write_bed(*soil, containers_[i].name, load);
    else
      write_bucket(*soil, containers_[i].name, load);
  }
  for (const soil::Parcel& p : soil->flight().state().parcels) {
    if (frame.falling.size() >= frames::kFallingNumbers * frames::kMostFalling) break;
    for (const double v : p.position) frame.falling.push_back(static_cast<float>(v));
    frame.falling.push_back(
        static_cast<float>(static_cast<double>(p.mass) / soil::kMilligramsPerKilogram));
    frame.falling.push_back(static_cast<float>(surface_of_soil(*soil, p.soil)));
  }
}

}  // namespace outrigger::display
