#include "validation/worksite_scenes.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "articulation/articulation.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/source_tree.h"
#include "description/scene_reader.h"
#include "description/site_reader.h"
#include "description/source_file.h"

namespace outrigger::validation {

description::Scene read_scene_of_text(const std::string& text) {
  description::SceneFiles files;
  files.machine_path = [](const std::string& name) {
    return source_file("machines/" + name + ".yaml");
  };
  files.object_path = [](const std::string& name) {
    return source_file("machines/objects/" + name + ".yaml");
  };
  return description::read_scene_text(text, "scene", files);
}

description::Scene read_bundled_scene(const std::string& name) {
  const auto content = description::load_file(source_file("scenes/" + name + ".yaml"));
  if (!content.problem.empty()) throw Error(name + ": " + content.problem);
  return read_scene_of_text(content.text);
}

sim::PlacedScene place_bundled(const description::Scene& scene) {
  const description::Site site =
      description::read_site_file(source_file("sites/" + scene.site + ".yaml"));
  sim::PlacedScene placed = sim::place_scene(scene, &site);
  placed.machine.settings.step = 5e-3;
  return placed;
}

sim::PlacedScene gates_and_far_fences(int far) {
  description::Scene scene = read_bundled_scene("fences");
  if (far > 0) {
    description::SceneObjects rows;
    rows.name = "far";
    rows.kind = "fence";
    rows.position = Vec3(72.0, 44.0, 0.0);
    constexpr int kRow = 100;
    rows.count = std::min(far, kRow);
    rows.rows = (far + kRow - 1) / kRow;
    rows.step = Vec3(0.4, 0.0, 0.0);
    rows.row_step = Vec3(0.0, 0.4, 0.0);
    scene.objects.push_back(rows);
  }
  return place_bundled(scene);
}

void start_driving(sim::World& world, double travel) {
  world.set_input("excavator/parking_brake", 0.0);
  world.set_input("excavator/range", 1.0);
  world.set_input("excavator/travel", travel);
}

std::uint64_t machine_hash(const sim::World& world, const std::string& prefix) {
  for (const auto& a : world.articulations())
    if (a->mechanism().bodies.front().spec.name.starts_with(prefix)) {
      const system::State& s = std::as_const(*a).state();
      Hash hash;
      for (const auto* list : {&s.x, &s.v, &s.acceleration})
        for (const double value : *list) hash.add(value);
      return hash.value();
    }
  throw Error("no machine " + prefix);
}

}  // namespace outrigger::validation
