#include "display/scene_builder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "display/body_list.h"
#include "display/plain_shapes.h"
#include "display/shown_units.h"
#include "display/soil_writer.h"
#include "sim/object_stage.h"

namespace outrigger::display {

using description::Machine;
using description::Sensor;

namespace {

frames::Float3 to_float(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

frames::Float4 to_float(const Mat3& rotation) {
  const Eigen::Quaterniond q(rotation);
  return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()),
          static_cast<float>(q.w())};
}

frames::Shape to_shape(const description::VisualShape& v, const VisualMeshes& meshes) {
  frames::Shape s;
  s.name = v.name;
  s.kind = static_cast<frames::Shape::Kind>(v.kind);
  s.position = to_float(v.pose.position);
  s.rotation = to_float(v.pose.rotation);
  s.size = to_float(v.size);
  s.radius = static_cast<float>(v.radius);
  s.length = static_cast<float>(v.length);
  for (const auto& corner : v.profile)
    for (double x : corner) s.profile.push_back(static_cast<float>(x));
  s.colour = to_float(v.colour);
  s.opacity = static_cast<float>(v.opacity);
  s.material = v.material;
  for (const auto& row : v.path)
    for (double x : row) s.path.push_back(static_cast<float>(x));
  for (const auto& section : v.sections)
    for (double x : section) s.path.push_back(static_cast<float>(x));
  s.edge = static_cast<float>(v.edge);
  s.corner = static_cast<float>(v.corner);
  s.thickness = static_cast<float>(v.thickness);
  s.rim = static_cast<float>(v.rim);
  s.tread = v.tread;
  s.text = v.text;
  for (const auto& m : v.motions)
    s.motions.push_back(
        {m.input, to_float(m.axis), to_float(m.about), static_cast<float>(m.angle)});
  if (v.beam)
    s.beam = {to_float(v.beam->direction), static_cast<float>(v.beam->angle),
              static_cast<float>(v.beam->range)};
  if (v.kind == description::VisualShape::Kind::mesh) {
    const DrawnMesh& mesh = meshes.at(v.name);
    s.asset = mesh.asset.name;
    s.centre = mesh.centre;
    s.size = mesh.size;
  }
  return s;
}

frames::Control to_control(const description::Control& c) {
  frames::Control r;
  r.name = c.name;
  r.kind = static_cast<frames::Control::Kind>(c.kind);
  r.label = c.label;
  r.positive = c.positive;
  r.negative = c.negative;
  r.key_positive = c.key_positive;
  r.key_negative = c.key_negative;
  r.stick = c.stick;
  r.stick_reversed = c.stick_reversed;
  r.choices = c.choices;
  r.initial = static_cast<float>(c.initial);
  r.rate_limit = static_cast<float>(c.rate_limit);
  return r;
}

bool is_drawn(const Machine& machine, const std::string& body) {
  return std::ranges::any_of(machine.visuals, [&](const auto& v) { return v.body == body; }) ||
         std::ranges::any_of(machine.visual_links,
                             [&](const auto& l) { return l.body_a == body || l.body_b == body; });
}

/// What a body that the file does not draw looks like, whatever else the file draws.
std::vector<frames::Shape> undrawn_shapes(const Machine& machine, std::size_t index) {
  const description::Body& body = machine.bodies[index];
  if (is_drawn(machine, body.name)) return {};
  std::vector<frames::Shape> shapes = contact_shapes_of(machine, body.name);
  if (shapes.empty()) shapes = mass_shapes_of(body);
  for (auto& s : shapes) s.colour = plain_colour(index);
  return shapes;
}

/// Index of a body of the scene; the ground is added when it is first asked for.
class BodyIndex {
 public:
  explicit BodyIndex(frames::Scene& scene) : scene_(scene) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
      index_[scene.bodies[i].name] = static_cast<std::uint32_t>(i);
  }
  std::uint32_t operator()(const std::string& name) {
    const auto [found, is_new] =
        index_.emplace(name, static_cast<std::uint32_t>(scene_.bodies.size()));
    if (is_new) scene_.bodies.push_back({name, {}, found->second});
    return found->second;
  }

 private:
  frames::Scene& scene_;
  std::map<std::string, std::uint32_t> index_;
};

/// Visuals without those whose mesh is missing: their bodies are drawn as if the file did not.
Machine without_missing_meshes(Machine machine, const VisualMeshes& meshes) {
  std::erase_if(machine.visuals, [&](const description::VisualShape& v) {
    return v.kind == description::VisualShape::Kind::mesh && !meshes.contains(v.name);
  });
  return machine;
}

std::string with_spaces(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

frames::Channel to_channel(const sim::SensorSet& sensors, std::size_t column) {
  const Sensor& s = sensors.sensor(column);
  frames::Channel c;
  c.name = sensors.columns()[column];
  c.unit = sensors.units()[column];
  c.for_operators = s.reader == Sensor::Reader::operators;
  const ShownUnit shown = shown_unit(c.unit, s.shown_unit);
  c.shown_unit = shown.unit;
  c.shown_scale = shown.scale;
  c.decimals = shown.decimals;
  if (sensors.is_scalar(column)) {
    c.label = s.label;
    return c;
  }
  // Positions and angles of one sensor are two vectors.
  const bool turns = std::string_view(c.name).substr(s.name.size()).starts_with("_r");
  c.group = turns ? s.name + "_r" : s.name;
  c.group_label = s.label.empty() ? with_spaces(s.name) : s.label;
  return c;
}

template <class List>
std::optional<std::uint32_t> place_of(const List& list, const std::string& name) {
  const auto found = std::ranges::find_if(list, [&](const auto& x) { return x.name == name; });
  if (found == list.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - list.begin());
}

/// A signal of a sensor that this scene does not show is the constant 0.
frames::Signal to_signal(const description::Signal& s, const frames::Scene& scene) {
  using Source = description::Signal::Source;
  frames::Signal r{.from = s.from, .to = s.to, .size = s.size};
  if (s.source == Source::constant) return r;
  const auto index = s.source == Source::sensor ? place_of(scene.channels, s.name)
                                                : place_of(scene.controls, s.name);
  if (!index) return {.from = 2.0, .to = 3.0};
  r.source = static_cast<frames::Signal::Source>(s.source);
  r.index = *index;
  return r;
}

/// Mirrors, sounds and the monitor; after cameras, controls and channels.
void add_cabin(const Machine& machine, BodyIndex& index, frames::Scene& scene) {
  for (const auto& m : machine.mirrors) {
    const auto camera = place_of(scene.cameras, m.camera);
    scene.mirrors.push_back({m.name, index(m.body), to_float(m.position), to_float(m.direction),
                             static_cast<float>(m.width), static_cast<float>(m.height),
                             static_cast<float>(m.radius), static_cast<float>(m.adjust),
                             camera ? static_cast<int>(*camera) : -1});
  }
  for (const auto& s : machine.sounds)
    scene.sounds.push_back({s.name, static_cast<frames::Sound::Kind>(s.kind), index(s.body),
                            to_float(s.position), to_signal(s.speed, scene),
                            to_signal(s.load, scene), static_cast<float>(s.frequency),
                            static_cast<float>(s.pulses), static_cast<float>(s.level)});
  for (const auto& i : machine.instruments)
    scene.instruments.push_back({i.name, i.label, static_cast<frames::Instrument::Kind>(i.kind),
                                 to_signal(i.shows, scene), i.low, i.high, i.warns});
}

}  // namespace

std::vector<Sensor> channel_sensors(const Machine& machine) {
  std::vector<Sensor> sensors =
      machine.sensors.empty() ? sim::default_sensors(machine) : machine.sensors;
  std::erase_if(sensors, [](const Sensor& s) {
    return s.kind == Sensor::Kind::reaction_force || s.kind == Sensor::Kind::reaction_torque ||
           s.kind == Sensor::Kind::drive_force;
  });
  return sensors;
}

std::vector<description::Control> all_controls(const Machine& machine, const sim::World& world) {
  std::vector<description::Control> controls = machine.controls;
  for (const std::string& name : world.input_names()) {
    if (std::ranges::any_of(controls, [&](const auto& c) { return c.name == name; })) continue;
    description::Control c;
    c.name = name;
    c.label = name;
    c.positive = "+";
    c.negative = "-";
    controls.push_back(std::move(c));
  }
  return controls;
}

frames::Scene make_scene(const Machine& whole, const sim::SensorSet& sensors,
                         const VisualMeshes& meshes) {
  const Machine machine = without_missing_meshes(whole, meshes);
  frames::Scene scene;
  scene.title = machine.title.empty() ? machine.name : machine.title;
  scene.step = machine.settings.step;
  for (const auto& b : machine.bodies)
    scene.bodies.push_back({b.name, {}, static_cast<std::uint32_t>(scene.bodies.size())});
  BodyIndex index(scene);

  for (const auto& v : machine.visuals) {
    const std::uint32_t body = index(v.body);
    scene.bodies[body].shapes.push_back(to_shape(v, meshes));
  }
  for (std::size_t b = 0; b < machine.bodies.size(); ++b)
    for (auto& s : undrawn_shapes(machine, b)) scene.bodies[b].shapes.push_back(std::move(s));
  if (!is_drawn(machine, description::kGround))
    for (auto& s : contact_shapes_of(machine, description::kGround))
      scene.bodies[index(description::kGround)].shapes.push_back(std::move(s));
  for (const auto& l : machine.visual_links) {
    frames::Link link;
    link.name = l.name;
    link.kind = static_cast<frames::Link::Kind>(l.kind);
    link.body_a = index(l.body_a);
    link.body_b = index(l.body_b);
    link.point_a = to_float(l.point_a);
    link.point_b = to_float(l.point_b);
    link.barrel_radius = static_cast<float>(l.barrel_radius);
    link.rod_radius = static_cast<float>(l.rod_radius);
    link.width = static_cast<float>(l.width);
    link.depth = static_cast<float>(l.depth);
    link.colour = to_float(l.colour);
    link.material = l.material;
    scene.links.push_back(std::move(link));
  }
  for (const auto& c : machine.cameras)
    scene.cameras.push_back({c.name, index(c.body), to_float(c.position), to_float(c.direction),
                             static_cast<float>(c.field_of_view)});
  for (const auto& c : machine.controls) scene.controls.push_back(to_control(c));
  for (std::size_t i = 0; i < sensors.columns().size(); ++i)
    scene.channels.push_back(to_channel(sensors, i));
  scene.containers = containers_of(machine, index);
  add_cabin(machine, index, scene);
  const description::TiltLimits& tilt = machine.seat.tilt;
  if (!tilt.body.empty())
    scene.tilt = {index(tilt.body), static_cast<float>(tilt.warning),
                  static_cast<float>(tilt.limit)};
  return scene;
}

frames::Scene with_objects(frames::Scene scene, const sim::World& world) {
  if (world.objects() == nullptr) return scene;
  const sim::ObjectPlan& plan = world.objects()->plan();
  std::vector<std::uint32_t> like(plan.kinds.size(), 0);
  for (std::size_t i = 0; i < plan.placed.size(); ++i) {
    const auto kind = static_cast<std::size_t>(plan.placed[i].kind);
    const auto id = static_cast<std::uint32_t>(scene.bodies.size());
    frames::SceneBody body{plan.placed[i].name, {}, id};
    body.rest = to_floats(plan.placed[i].pose);
    body.like = like[kind];
    if (like[kind] == 0) {
      like[kind] = id + 1;
      const Machine drawn = without_missing_meshes(plan.kinds[kind].machine, {});
      for (const auto& v : drawn.visuals) body.shapes.push_back(to_shape(v, {}));
      if (body.shapes.empty()) body.shapes = undrawn_shapes(drawn, 0);
    }
    scene.bodies.push_back(std::move(body));
  }
  // They have no body and no place of rest: drawn only while a frame has their poses.
  for (const sim::PlannedSling& s : plan.slings)
    for (int k = 0; k < kSlingPieces; ++k) {
      frames::Shape piece;
      piece.kind = frames::Shape::Kind::cylinder;
      piece.name = "chain";
      piece.radius = 0.022f;
      piece.length = static_cast<float>(s.length / kSlingPieces);
      piece.colour = {0.32f, 0.33f, 0.35f};
      piece.material = "steel";
      scene.bodies.push_back(
          {"sling of " + s.name, {piece}, static_cast<std::uint32_t>(scene.bodies.size())});
    }
  return scene;
}

frames::Ground make_ground(const terrain::Ground& ground) {
  frames::Ground g;
  for (const auto& s : ground.surfaces())
    g.kinds.push_back({s.name,
                       {static_cast<float>(s.colour.x()), static_cast<float>(s.colour.y()),
                        static_cast<float>(s.colour.z())}});
  if (ground.is_plane()) return g;
  int stride = 0;
  do {
    ++stride;
    g.columns = static_cast<std::uint32_t>((ground.columns() - 1) / stride + 1);
    g.rows = static_cast<std::uint32_t>((ground.rows() - 1) / stride + 1);
  } while (std::size_t{g.columns} * g.rows > kMaxGroundPoints);
  const double cell = stride * ground.cell();
  g.x_min = static_cast<float>(ground.x_min());
  g.y_min = static_cast<float>(ground.y_min());
  g.cell = static_cast<float>(cell);
  for (std::uint32_t r = 0; r < g.rows; ++r)
    for (std::uint32_t c = 0; c < g.columns; ++c) {
      const double x = ground.x_min() + c * cell, y = ground.y_min() + r * cell;
      g.heights.push_back(static_cast<float>(ground.base().height(x, y)));
      g.surfaces.push_back(static_cast<std::uint8_t>(ground.base().surface(x, y)));
    }
  return g;
}

}  // namespace outrigger::display
