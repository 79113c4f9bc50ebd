/// Ground that is changed while machines are on it: wheels drop into pits, spheres meet steps and kerbs
/// where these are, blocks wake and land, all shapes rest on one surface, and going back undoes it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "base/error.h"
#include "contact/ground_meshes.h"
#include "math/elementary.h"
#include "sim/command.h"
#include "sim/journal_listener.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace ground_edit_case {

constexpr double kStiffness = 1e8;  ///< of contacts [N/m^1.5]

void edit(sim::World& world, const std::string& text) {
  world.edit_ground(terrain::ground_edit_from_text(text));
}

/// Materials and a stiff law of "steel" on the level ground.
ContactScene make_scene(double step, double restitution) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "ground-edit";
  m.settings.step = step;
  m.settings.gravity = Vec3(0.0, 0.0, -kGravity);
  description::ContactLaw law;
  law.name = "steel_asphalt";
  law.material_a = "steel";
  law.material_b = "asphalt";
  law.stiffness = kStiffness;
  law.restitution = restitution;
  m.contact_laws.push_back(law);
  m.materials.push_back({"steel", {}, 2e11, 0.3, restitution});
  add_friction(m, "steel", "asphalt", 0.5);
  return scene;
}

/// Depth of a point contact under a load.
double elementary_depth(double load) { return elementary::pow(load / kStiffness, 2.0 / 3.0); }

void add_contact_sphere(description::Machine& m, const std::string& body, double radius) {
  description::ContactSphere s;
  s.name = s.group = body;
  s.body = body;
  s.radius = radius;
  s.material = "steel";
  m.spheres.push_back(s);
}

// ---------------------------------------------------------------------------------- a wheel and a pit

constexpr double kWheel = 0.5, kAxleMass = 1000.0, kTyreStiffness = 3e5;

/// Two tyres on one axle, rolling along x.
ContactScene make_axle() {
  ContactScene scene = make_scene(0.001, 0.3);
  description::Machine& m = scene.machine;
  description::TyreType type;
  type.name = "wheel";
  type.radius = kWheel;
  type.width = 0.3;
  type.stiffness = kTyreStiffness;
  type.damping = 1.2e4;
  type.nominal_load = 0.5 * kAxleMass * kGravity;
  m.tyre_types.push_back(type);
  description::Body& axle =
      add_body(m, "axle", kAxleMass, Vec3(400.0, 120.0, 400.0), {0.0, 0.0, kWheel - 0.016});
  axle.velocity = Vec3(1.0, 0.0, 0.0);
  axle.angular_velocity = Vec3(0.0, 1.0 / kWheel, 0.0);
  for (const double side : {-1.0, 1.0}) {
    description::Tyre t;
    t.name = side < 0.0 ? "right" : "left";
    t.body = "axle";
    t.centre = Vec3(0.0, side, 0.0);
    t.type = "wheel";
    m.tyres.push_back(t);
  }
  return scene;
}

void wheel_into_pit(Result& result) {
  const ContactScene scene = make_axle();
  sim::World world = scene.make_world();
  const double sag = 0.5 * kAxleMass * kGravity / kTyreStiffness;
  const auto height = [&] { return world.pose(world.body("axle")).position.z(); };
  const auto place = [&] { return world.pose(world.body("axle")).position.x(); };
  result.series.columns = {"t [s]", "x of the axle [m]", "z of the axle [m]"};
  const auto go_on = [&] {
    world.step();
    if (world.step_count() % 20 == 0)
      result.series.rows.push_back({world.time(), place(), height()});
  };
  for (int i = 0; i < 300; ++i) go_on();
  edit(world, "{rectangle: [1, 9, -3, 3], lower: 0.6}");
  double before = height();
  while (place() < 0.95 && world.time() < 5.0) go_on(), before = height();
  for (int i = 0; i < 15000; ++i) go_on();
  result.compare("wheel: height before the pit [m]", before, kWheel - sag, 1e-3);
  result.compare("wheel: height at rest in the pit [m]", height(), kWheel - sag - 0.6, 1e-3);
  result.bound("wheel: speed at rest [m/s]", world.twist(world.body("axle")).linear.norm(), 0.02);
  result.bound("wheel: beyond the walls of the pit [m]",
               std::max(0.0, std::max(1.0 + kWheel - place(), place() - 9.0 + kWheel)), 0.02);
}

// ---------------------------------------------------------------------------------- steps and kerbs

/// Where the centre of a flying sphere is when it first touches a step at x = 2.
double touch_place(double step_height, double centre_height, double radius) {
  constexpr double kStep = 1e-4, kSpeed = 1.0;
  ContactScene scene = make_scene(kStep, 0.3);
  description::Machine& m = scene.machine;
  m.settings.gravity = Vec3::Zero();
  add_body(m, "ball", 5.0, ball_moments(5.0, radius), {1.5, 0.013, centre_height}).velocity =
      Vec3(kSpeed, 0.0, 0.0);
  add_contact_sphere(m, "ball", radius);
  sim::World world = scene.make_world();
  edit(world, fmt::format("{{rectangle: [2, 4, -2, 2], raise: {}}}", step_height));
  for (int i = 0; i < 20000; ++i) {
    world.step();
    if (world.reading(world.sphere("ball")).touching)
      return world.pose(world.body("ball")).position.x();
  }
  return 1e9;
}

void steps(Result& result) {
  // Found in steps of 0.1 mm.
  result.compare("step: centre of a sphere that meets its wall [m]", touch_place(0.5, 0.3, 0.2),
                 2.0 - 0.2, 2e-4);
  result.compare("kerb: centre of a sphere that meets its edge [m]", touch_place(0.15, 0.25, 0.2),
                 2.0 - std::sqrt(0.2 * 0.2 - 0.1 * 0.1), 3e-4);
}

// ---------------------------------------------------------------------------------- waking

void block_wakes(Result& result) {
  constexpr double kEdge = 0.4, kMass = 50.0;
  ContactScene scene = make_scene(0.001, 0.2);
  description::Machine& m = scene.machine;
  add_body(m, "block", kMass, box_moments(kMass, Vec3::Constant(kEdge)), {0.05, 0.05, 0.71});
  add_shape(m, "block", description::ContactShape::Kind::box, "steel").size = Vec3::Constant(kEdge);
  sim::WorldOptions options;
  options.articulation.sleep.enabled = true;
  sim::World world = scene.make_world(options);
  edit(world, "{rectangle: [-1, 1, -1, 1], raise: 0.5}");
  const auto asleep = [&] { return std::as_const(*world.articulations().front()).state().asleep; };
  int steps = 0;
  while (!asleep() && ++steps < 20000) world.step();
  const double depth = elementary_depth(kMass * kGravity / 4.0);
  const auto height = [&] { return world.pose(world.body("block")).position.z(); };
  result.bound("block: sleeps on the pad (0: yes)", asleep() ? 0.0 : 1.0, 0.0);
  result.compare("block: height on the pad [m]", height(), 0.5 + 0.5 * kEdge - depth, 2e-4);
  edit(world, "{rectangle: [-1, 1, -1, 1], lower: 0.3}");
  result.bound("block: woken by the edit (0: yes)", asleep() ? 1.0 : 0.0, 0.0);
  for (int i = 0; i < 4000; ++i) world.step();
  result.compare("block: height after the pad was lowered [m]", height(), 0.2 + 0.5 * kEdge - depth,
                 2e-4);
  // An edit far away changes nothing for it.
  while (!asleep() && ++steps < 40000) world.step();
  edit(world, "{rectangle: [20, 21, 20, 21], lower: 0.3}");
  result.bound("block: woken by an edit far away (0: no)", asleep() ? 0.0 : 1.0, 0.0);
}

// ---------------------------------------------------------------------------------- one surface

/// A bowl of radius of curvature 10 m as a height field.
description::Site make_bowl() {
  description::Site site;
  site.name = site.title = "bowl";
  description::Surface s;
  s.name = s.material = "asphalt";
  site.surfaces = {s};
  site.ground.height_field = true;
  site.ground.cell = 0.5;
  site.ground.x_min = site.ground.y_min = -5.0;
  site.ground.x_max = site.ground.y_max = 5.0;
  for (int r = -10; r <= 10; ++r)
    for (int c = -10; c <= 10; ++c) site.ground.heights.push_back(0.05 * 0.25 * (r * r + c * c));
  return site;
}

/// Height at which something comes to rest in the middle of the bowl, or of a pit in it.
double rest_height(bool as_shape, bool box, bool pit) {
  constexpr double kRadius = 0.2, kMass = 20.0;
  ContactScene scene = make_scene(0.001, 0.1);
  description::Machine& m = scene.machine;
  add_body(m, "body", kMass, ball_moments(kMass, kRadius), {0.0, 0.0, kRadius + 0.01});
  if (as_shape) {
    description::ContactShape& s = add_shape(
        m, "body",
        box ? description::ContactShape::Kind::box : description::ContactShape::Kind::sphere,
        "steel");
    s.radius = kRadius;
    s.size = Vec3::Constant(2.0 * kRadius);
  } else {
    add_contact_sphere(m, "body", kRadius);
  }
  sim::WorldOptions options;
  options.site = make_bowl();
  sim::World world = scene.make_world(options);
  if (pit) edit(world, "{circle: [0, 0, 1], level: -0.3, bank: 1}");
  for (int i = 0; i < 6000; ++i) world.step();
  return world.pose(world.body("body")).position.z();
}

void one_surface(Result& result) {
  const double limit = contact::GroundMeshes::kOff;
  for (const bool pit : {false, true}) {
    const std::string where = pit ? "pit with banks" : "bowl";
    const double sphere = rest_height(false, false, pit);
    result.compare(where + ": a ball as a shape rests as high as a contact sphere [m]",
                   rest_height(true, false, pit), sphere, limit);
    // The corners of a box are 0.28 m out, where the bowl is 4 mm higher.
    result.compare(where + ": a box rests as high as a contact sphere [m]",
                   rest_height(true, true, pit) - (pit ? 0.0 : 0.05 * 2.0 * 0.04), sphere, limit);
  }
}

// ---------------------------------------------------------------------------------- energy

/// Largest energy above that after the edit, over that of the fall: spheres dropped at and rolled over the
/// edges of a pit.
double energy_gain(double step) {
  constexpr double kRadius = 0.15, kMass = 10.0;
  double worst = 0.0;
  for (int k = 0; k < 12; ++k) {
    ContactScene scene = make_scene(step, 0.4);
    description::Machine& m = scene.machine;
    const bool rolls = k % 2 == 1;
    const double speed = rolls ? 0.5 + 0.4 * k : 0.1 * k;
    const double x = rolls ? -1.0 : -0.3 + 0.05 * k;
    description::Body& b = add_body(m, "ball", kMass, ball_moments(kMass, kRadius),
                                    {x, 0.02 * k, kRadius + (rolls ? 0.0 : 0.4)});
    b.velocity = Vec3(speed, 0.1, 0.0);
    if (rolls) b.angular_velocity = Vec3(-0.1 / kRadius, speed / kRadius, 0.0);
    add_contact_sphere(m, "ball", kRadius);
    sim::World world = scene.make_world();
    edit(world, k % 3 == 0 ? "{rectangle: [0, 1, -1, 1], lower: 0.5, bank: 0.3}"
                           : "{rectangle: [0, 1, -1, 1], lower: 0.5}");
    const double start = world.energies().total();
    const double fall = kMass * kGravity * 0.9 + 0.7 * kMass * speed * speed;
    for (int i = 0; i < static_cast<int>(4.0 / step); ++i) {
      world.step();
      worst = std::max(worst, (world.energies().total() - start) / fall);
    }
  }
  return worst;
}

// ---------------------------------------------------------------------------------- undo and repeat

void undo(Result& result) {
  const ContactScene scene = make_axle();
  const auto run = [&](sim::World& world) {
    edit(world, "{rectangle: [0.6, 5, -3, 3], lower: 0.4, bank: 0.2}");
    edit(world, "{circle: [3, 0, 1.2], raise: 0.1}");
    for (int i = 0; i < 1500; ++i) world.step();
    return world.hash();
  };
  sim::World world = scene.make_world();
  for (int i = 0; i < 100; ++i) world.step();
  const sim::Snapshot saved = world.save();
  const std::uint64_t before = world.hash();
  const std::uint64_t after = run(world);
  world.restore(saved);
  const bool undone = world.hash() == before && !world.ground().is_changed() &&
                      world.ground().height(3.0, 0.0) == 0.0;
  result.bound("undo: a restored world has the hash and the ground of before (0: yes)",
               undone ? 0.0 : 1.0, 0.0);
  result.bound("undo: the same edits give the same bits again (0: yes)",
               run(world) == after ? 0.0 : 1.0, 0.0);
  sim::World other = scene.make_world();
  for (int i = 0; i < 100; ++i) other.step();
  result.bound("repetition in another world gives the same bits (0: yes)",
               run(other) == after ? 0.0 : 1.0, 0.0);
}

/// Keeps the commands of a world as text with the steps before which they came, and the hash of each step.
class Journal final : public sim::JournalListener {
 public:
  void before_command(const sim::World&, const sim::Command&) override {}
  void after_command(const sim::World&, const sim::Command& command) override {
    commands.emplace_back(hashes.size(), sim::to_text(command));
  }
  void after_step(const sim::World& world, std::span<const sim::Event>, bool) override {
    hashes.push_back(world.hash());
  }
  void lose_track(const sim::World&, const std::string& why) override { throw Error(why); }

  std::vector<std::pair<std::size_t, std::string>> commands;
  std::vector<std::uint64_t> hashes;
};

/// Steps whose bits differ when another world executes the journal of a run with edits, with going back
/// before an edit and with a reset in it.
double steps_that_differ() {
  constexpr int kSteps = 2000;
  const ContactScene scene = make_axle();
  Journal journal;
  sim::World world = scene.make_world();
  world.set_listener(&journal);
  sim::Snapshot before_edit;
  for (int i = 0; i < kSteps; ++i) {
    if (i == 300) {
      before_edit = world.save();
      edit(world, "{rectangle: [0.6, 5, -3, 3], lower: 0.4, bank: 0.2}");
    }
    if (i == 900) world.restore(before_edit);
    if (i == 1000) edit(world, "{circle: [1.5, 0, 1.2], raise: 0.1}");
    if (i == 1500) world.reset();
    if (i == 1600) edit(world, "{rectangle: [0.2, 5, -3, 3], lower: 0.3}");
    world.step();
  }
  world.set_listener(nullptr);
  if (journal.commands.size() != 5)
    throw Error(fmt::format("{} of 5 commands in the journal", journal.commands.size()));
  sim::World other = scene.make_world();
  double differ = 0.0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < journal.hashes.size(); ++i) {
    for (; next < journal.commands.size() && journal.commands[next].first == i; ++next)
      other.execute(sim::command_from_text(journal.commands[next].second));
    other.step();
    differ += other.hash() == journal.hashes[i] ? 0.0 : 1.0;
  }
  return differ;
}

Result run_ground_edit() {
  Result result;
  wheel_into_pit(result);
  steps(result);
  block_wakes(result);
  one_surface(result);
  result.bound("pits, h = 1 ms: energy gained over that of the fall", energy_gain(0.001), 0.005);
  result.bound("pits, h = 5 ms: energy gained over that of the fall", energy_gain(0.005), 0.02);
  undo(result);
  result.bound("replay: steps that differ when the journal is executed again", steps_that_differ(),
               0.0);
  return result;
}

}  // namespace ground_edit_case

std::vector<Case> ground_edit_cases() {
  using namespace ground_edit_case;
  return {
      {"ground-edit",
       "ground changed at run time: a wheel drops into a pit, steps and kerbs are met where they "
       "are, a sleeping block wakes, one surface for all shapes, undone by going back",
       run_ground_edit}};
}

}  // namespace outrigger::validation
