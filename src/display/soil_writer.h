/// Soil in tools and in the air, for displays: the containers of a scene, and what they hold in a frame.
#pragma once

#include <vector>

#include "description/description.h"
#include "frames/frame.h"
#include "frames/scene.h"
#include "sim/world.h"

namespace outrigger::sim {
class SoilStage;
}

namespace outrigger::display {

/// A bed, but for its body.
frames::Container container_of(const description::Bed& bed);

/// The containers of a machine; `body` gives the id of a body of the scene.
template <class BodyId>
std::vector<frames::Container> containers_of(const description::Machine& machine, BodyId&& body) {
  std::vector<frames::Container> all;
  for (const description::Tool& tool : machine.tools) {
    if (!tool.holds_soil()) continue;
    frames::Container c;
    c.name = tool.name;
    c.body = body(tool.body);
    for (const auto& corner : tool.cavity)
      for (const double v : corner) c.profile.push_back(static_cast<float>(v));
    c.width = static_cast<float>(tool.cavity_width);
    c.slices = frames::kContainerSlices;
    all.push_back(std::move(c));
  }
  for (const description::Bed& bed : machine.beds) {
    frames::Container c = container_of(bed);
    c.body = body(bed.body);
    all.push_back(std::move(c));
  }
  return all;
}

class SoilWriter {
 public:
  explicit SoilWriter(const frames::Scene& scene) : containers_(scene.containers) {}
  void write(const sim::World& world, frames::Frame& frame) const;

 private:
  static void write_bucket(const sim::SoilStage& soil, const std::string& name, frames::Load& load);
  static void write_bed(const sim::SoilStage& soil, const std::string& name, frames::Load& load);

  std::vector<frames::Container> containers_;
};

}  // namespace outrigger::display
