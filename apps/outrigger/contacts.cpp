/// `outrigger contacts`: what touches what at the start of a machine on a site.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "contact/shape_scene.h"
#include "description/reader.h"
#include "description/text.h"
#include "outrigger/commands.h"
#include "outrigger/site.h"
#include "sim/world.h"
#include "touching/ground_shape.h"

namespace outrigger::app {
namespace {

const char* shape_kind_name(contact::Feature::Kind kind) {
  switch (kind) {
    case contact::Feature::Kind::smooth:
      return "round";
    case contact::Feature::Kind::face:
      return "face";
    case contact::Feature::Kind::edge:
      return "edge";
    case contact::Feature::Kind::vertex:
      return "vertex";
  }
  return "";
}

std::string feature_name(const contact::Feature& f) {
  return fmt::format("{} {}", shape_kind_name(f.kind), f.index);
}

/// A contact sphere or tyre that touches the ground.
struct OnGround {
  const char* kind;
  std::string name;
  double depth;
  Vec3 place;
};

std::vector<OnGround> find_on_ground(const description::Machine& machine, const sim::World& world) {
  std::vector<OnGround> found;
  for (const description::ContactSphere& s : machine.spheres) {
    const Vec3 centre = world.pose(world.body(s.body)).point(s.centre);
    const terrain::GroundPoint g = world.ground().nearest(centre);
    const double depth = s.radius - g.normal.dot(centre - g.point);
    if (depth > 0.0) found.push_back({"contact sphere", s.name, depth, g.point});
  }
  for (const description::Tyre& t : machine.tyres) {
    const double depth = world.reading(world.tyre(t.name)).deflection;
    const Vec3 centre = world.pose(world.body(t.body)).point(t.centre);
    if (depth > 0.0) found.push_back({"tyre", t.name, depth, world.ground().nearest(centre).point});
  }
  return found;
}

void print_on_ground(const description::Machine& machine, const std::vector<OnGround>& list) {
  if (machine.spheres.empty() && machine.tyres.empty()) return;
  fmt::print("{} contact spheres and {} tyres, {} on the ground\n", machine.spheres.size(),
             machine.tyres.size(), list.size());
  if (list.empty()) return;
  fmt::print("\n{:<36} {:>10}  {}\n", "on the ground", "depth, mm", "place, m");
  for (const OnGround& c : list)
    fmt::print("{:<36} {:>10.4f}  ({:8.4f},{:8.4f},{:8.4f})\n",
               fmt::format("{} {}", c.kind, c.name), 1e3 * c.depth, c.place.x(), c.place.y(),
               c.place.z());
}

void print_table(const contact::ShapeScene& scene) {
  for (const contact::Shape& s : scene.shapes()) {
    for (const std::string& note : s.notes)
      fmt::print("{}: {}\n", s.name, description::without_control_characters(note));
  }
  fmt::print("{} shapes, {} pairs near each other, {} touching\n", scene.shapes().size(),
             scene.near_pairs(), scene.touches().size());
  if (scene.touches().empty()) return;
  fmt::print("\n{:<36} {:>10}  {:<28} {:<24} {}\n", "shapes", "depth, mm", "place, m",
             "normal, to the first", "features (materials)");
  const auto material_a = [&](const contact::Touch& t, const contact::Contact& c) {
    return scene.shapes()[static_cast<std::size_t>(t.shape_a)].material_at(c.feature_a);
  };
  const auto material_b = [&](const contact::Touch& t, const contact::Contact& c) {
    return scene.shapes()[static_cast<std::size_t>(t.shape_b)].material_at(c.feature_b);
  };
  for (const contact::Touch& t : scene.touches()) {
    std::string name =
        fmt::format("{} - {}{}", scene.shapes()[static_cast<std::size_t>(t.shape_a)].name,
                    scene.shapes()[static_cast<std::size_t>(t.shape_b)].name,
                    t.by_facets ? " (by facets)" : "");
    for (const contact::Contact& c : scene.contacts(t)) {
      const Vec3 p = c.middle();
      fmt::print(
          "{:<36} {:>10.4f}  ({:8.4f},{:8.4f},{:8.4f}) ({:6.3f},{:6.3f},{:6.3f})   {} ({}), {} "
          "({})\n",
          name, 1e3 * c.depth, p.x(), p.y(), p.z(), c.normal.x(), c.normal.y(), c.normal.z(),
          feature_name(c.feature_a), material_a(t, c), feature_name(c.feature_b), material_b(t, c));
      name.clear();
    }
  }
}

void print_json(const contact::ShapeScene& scene, const std::vector<OnGround>& on_ground) {
  const auto list = [](const Vec3& v) { return nlohmann::json::array({v.x(), v.y(), v.z()}); };
  nlohmann::json touches = nlohmann::json::array();
  for (const contact::Touch& t : scene.touches()) {
    const contact::Shape& shape_a = scene.shapes()[static_cast<std::size_t>(t.shape_a)];
    const contact::Shape& shape_b = scene.shapes()[static_cast<std::size_t>(t.shape_b)];
    nlohmann::json contacts = nlohmann::json::array();
    for (const contact::Contact& c : scene.contacts(t)) {
      contacts.push_back({{"depth", c.depth},
                          {"on_a", list(c.on_a)},
                          {"on_b", list(c.on_b)},
                          {"normal", list(c.normal)},
                          {"feature_a", feature_name(c.feature_a)},
                          {"feature_b", feature_name(c.feature_b)},
                          {"material_a", shape_a.material_at(c.feature_a)},
                          {"material_b", shape_b.material_at(c.feature_b)}});
    }
    touches.push_back({{"a", scene.shapes()[static_cast<std::size_t>(t.shape_a)].name},
                       {"b", scene.shapes()[static_cast<std::size_t>(t.shape_b)].name},
                       {"by_facets", t.by_facets},
                       {"contacts", contacts}});
  }
  nlohmann::json ground = nlohmann::json::array();
  for (const OnGround& c : on_ground)
    ground.push_back(
        {{"kind", c.kind}, {"name", c.name}, {"depth", c.depth}, {"place", list(c.place)}});
  fmt::print("{}\n", nlohmann::json{{"shapes", scene.shapes().size()},
                                    {"near_pairs", scene.near_pairs()},
                                    {"touches", touches},
                                    {"on_ground", ground}}
                         .dump(2));
}

}  // namespace

int contacts(const ContactsOptions& options) {
  description::ReadOptions read_options;
  read_options.variants = options.variants;
  read_options.allow_outside = options.allow_outside;
  description::Machine machine = description::read_machine_file(options.file, read_options);
  sim::WorldOptions world_options;
  go_to_site(choose_site(options.site, options.start, options.allow_outside), machine,
             world_options);
  if (machine.shapes.empty() && machine.spheres.empty() && machine.tyres.empty()) {
    fmt::print(
        "{} has nothing that touches: no `shapes`, `contact_spheres` or `tyres`; see "
        "docs/machine-format.md\n",
        options.file);
    return 0;
  }
  // The assembled poses, and the ground as a shape like the others.
  const sim::World world(machine, world_options);
  for (const sim::Event& e : world.events()) fmt::print(stderr, "note: {}\n", e.text);
  std::unordered_map<std::string, Pose> poses;
  for (const description::Body& b : machine.bodies) poses[b.name] = world.pose(world.body(b.name));
  const description::ContactShape more[] = {touching::make_ground_shape(world.ground())};
  contact::ShapeScene scene(machine, world_options.site ? &*world_options.site : nullptr, 1, more,
                            nullptr, &world.ground());
  scene.find(poses);
  const std::vector<OnGround> on_ground = find_on_ground(machine, world);
  if (options.json) {
    print_json(scene, on_ground);
    return 0;
  }
  if (!machine.shapes.empty()) print_table(scene);
  print_on_ground(machine, on_ground);
  return 0;
}

}  // namespace outrigger::app
