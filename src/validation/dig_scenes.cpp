#include "validation/dig_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "articulation/articulation.h"
#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/soil_stage.h"

namespace outrigger::validation {

namespace {

constexpr double kDegreeOfArm = 3.14159265358979323846 / 180.0;
/// Way on which the bucket turns in at the end of a pull [m].
constexpr double kScoop = 0.9;
constexpr const char* kTyreNames[] = {"front_left_inner",  "front_left_outer", "front_right_inner",
                                      "front_right_outer", "rear_left_inner",  "rear_left_outer",
                                      "rear_right_inner",  "rear_right_outer"};

}  // namespace

description::Site read_dig_site(const DigSite& s) {
  return description::read_site_text(
      fmt::format(
          "outrigger_site: 1\n"
          "materials: {{loam: {{young: 3.0e+7, poisson: 0.3, restitution: 0.05}}}}\n"
          "friction: {{steel_on_loam: {{pair: [steel, loam], static: 0.55, dynamic: 0.48}}}}\n"
          "surfaces:\n"
          "  firm: {{material: loam, tyre_friction: {}}}\n"
          "  soil: {{material: loam, tyre_friction: 0.5}}\n"
          "ground: {{area: [{}, {}, {}, {}], cell: 0.5, surface: firm}}\n"
          "soils: {{s: {{like: {}, surface: soil{}}}}}\n"
          "diggable: {{pit: {{area: [{}, {}, {}, {}], layers: [[s, {}]]}}}}\n",
          s.tyre_friction, -0.5 * s.ground, 0.5 * s.ground, -0.5 * s.ground, 0.5 * s.ground, s.soil,
          s.keys, s.x_min, s.x_max, s.y_min, s.y_max, s.depth),
      "pit.yaml");
}

sim::World excavator_at_pit(const DigSite& site) {
  auto machine = description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = 5e-3;
  sim::WorldOptions options;
  options.site = read_dig_site(site);
  sim::World world(machine, options);
  world.set_input("parking_brake", 1.0);
  return world;
}

void for_each_column(const soil::ColumnField& field, const Patch& p,
                     const std::function<void(soil::ColumnPlace, double)>& visit) {
  const double cell = field.cell();
  const auto share = [cell](double at, double from, double to) {
    return std::max(0.0, std::min(at + 0.5 * cell, to) - std::max(at - 0.5 * cell, from)) / cell;
  };
  const soil::ColumnPlace a = field.column_at(p.x_min, p.y_min);
  const soil::ColumnPlace b = field.column_at(p.x_max, p.y_max);
  for (int j = a.j; j <= b.j; ++j)
    for (int i = a.i; i <= b.i; ++i) {
      const soil::Vec2 at = field.place({i, j});
      const double inside = share(at.x(), p.x_min, p.x_max) * share(at.y(), p.y_min, p.y_max);
      if (inside > 1e-9) visit({i, j}, inside);
    }
}

double loose_mass(const soil::ColumnField& field, const Patch& patch) {
  double sum = 0.0;
  for_each_column(field, patch, [&](soil::ColumnPlace c, double share) {
    sum += share * static_cast<double>(field.column(c).loose) / soil::kMilligramsPerKilogram;
  });
  return sum;
}

Digger::Digger(sim::World& world, const std::string& prefix)
    : world_(world),
      prefix_(prefix),
      arm_(world, prefix),
      upper_(world.body(prefix + "uppercarriage")),
      under_(world.body(prefix + "undercarriage")),
      emptied_(world.time()) {
  arm_.gains.slew_gain = 1.0, arm_.gains.slew_speed = 0.8;
}

void Digger::step() {
  world_.step();
  each();
}

bool Digger::go(const ArmTarget& to, const Move& move) {
  const ArmTarget from = arm_.now();
  const double h = world_.step_size();
  const double way = std::hypot(to.reach - from.reach, to.height - from.height);
  const double whole =
      std::max({way / move.speed, std::abs(to.pitch - from.pitch) / move.turn, 0.1});
  arm_.gains.speed = 1.3 * move.speed + 0.2;
  const Vec3 feed((to.reach - from.reach) / whole, (to.height - from.height) / whole,
                  (to.pitch - from.pitch) / whole);
  for (int i = 0;; ++i) {
    const double t = i * h, s = std::min(1.0, t / whole);
    ArmTarget now = to;
    now.reach = from.reach + s * (to.reach - from.reach);
    now.height = from.height + s * (to.height - from.height);
    now.pitch = from.pitch + s * (to.pitch - from.pitch);
    arm_.follow(now, s < 1.0 ? feed : Vec3(Vec3::Zero()));
    step();
    if (move.until && move.until()) return true;
    if (s >= 1.0 && arm_.error(to) < move.near) return true;
    if (t > whole + move.patience) return false;
  }
}

void Digger::wait(double seconds, const std::function<bool()>& until) {
  const auto steps = static_cast<int>(std::lround(seconds / world_.step_size()));
  for (int i = 0; i < steps; ++i) {
    step();
    if (until && until()) return;
  }
}

void Digger::set_supports() {
  const auto load = [&](int first, int last) {
    double sum = 0.0;
    for (int k = first; k < last; ++k)
      sum += world_.reading(world_.tyre(prefix_ + kTyreNames[k])).load;
    return sum;
  };
  wait(1.0);
  const double front = load(0, 4), rear = load(4, 8);
  world_.set_input(prefix_ + "blade", 0.5);
  world_.set_input(prefix_ + "outriggers", 0.5);
  for (int i = 0; i < 3000; ++i) {
    step();
    if (load(0, 4) < 0.3 * front) world_.set_input(prefix_ + "blade", 0.0);
    if (load(4, 8) < 0.3 * rear) world_.set_input(prefix_ + "outriggers", 0.0);
  }
  world_.set_input(prefix_ + "blade", 0.0);
  world_.set_input(prefix_ + "outriggers", 0.0);
}

const sim::ToolsAtWork::Tool& Digger::bucket() const {
  for (const auto& tool : world_.soil()->tools().tools())
    if (tool.name == prefix_ + "bucket") return tool;
  throw Error("the machine has no bucket");
}

double Digger::carried() const { return bucket().content->volume(); }

double Digger::surface(double reach, double slew) const {
  const Pose under = world_.pose(under_), upper = world_.pose(upper_);
  const Vec3 ahead = under.direction(Vec3(std::cos(slew), std::sin(slew), 0.0));
  const Vec3 left(-ahead.y(), ahead.x(), 0.0);
  double sum = 0.0;
  for (int k = -4; k <= 4; ++k) {
    const Vec3 at = upper.position + reach * ahead + 0.1 * k * left;
    sum += world_.ground().height(at.x(), at.y());
  }
  return sum / 9.0;
}

Digger::Bucket Digger::fill(const Cut& cut) {
  Bucket b;
  const double top = std::max(surface(cut.from, cut.slew), cut.level);
  // High enough to pass over what was left beside, and down as soon as the arm looks the right way.
  go({cut.from, top + 0.6, -55 * kDegreeOfArm, cut.slew},
     {.speed = 2.2, .near = 0.3, .patience = 4.0});
  go({cut.from, cut.level, -65 * kDegreeOfArm, cut.slew}, {.speed = 1.0, .near = 0.12});
  const double begun = arm_.now().reach;
  double work = 0.0, before = begun;
  const auto look = each;
  each = [&] {
    look();
    const auto& tool = bucket();
    const double reach = arm_.now().reach;
    const Vec3 ahead = world_.pose(upper_).rotation.col(0);
    work += tool.articulation->tool_force(tool.index).dot(ahead) * (before - reach);
    before = reach;
  };
  // The floor of the bucket turns level while it is pulled, and scoops up what it has pushed together.
  const auto full = [&] { return carried() > cut.full; };
  go({cut.to + kScoop, cut.level, -112 * kDegreeOfArm, cut.slew},
     {.speed = 1.1, .near = 0.15, .patience = 0.5, .until = full});
  each = look;
  b.pull = begun - before;
  b.mean_draft = b.pull > 0.1 ? work / b.pull : 0.0;
  const ArmTarget end = arm_.now();
  go({std::max(end.reach - kScoop, cut.to), end.height + 0.15, -150 * kDegreeOfArm, cut.slew},
     {.speed = 1.1, .turn = 1.0, .near = 0.3, .patience = 0.5});
  go({std::max(end.reach - kScoop - 0.1, cut.to), end.height + 0.9, -172 * kDegreeOfArm, cut.slew},
     {.speed = 1.3, .turn = 1.5, .near = 0.4, .patience = 0.5});
  const double clear = std::max(surface(end.reach - 0.5, cut.slew), 0.0) + 0.8;
  go({std::max(end.reach - 0.3, 4.6), clear + 0.6, -175 * kDegreeOfArm, cut.slew},
     {.speed = 1.8, .near = 0.3, .until = [&] { return arm_.now().height > clear; }});
  b.volume = carried();
  b.mass = static_cast<double>(bucket().content->mass()) / soil::kMilligramsPerKilogram;
  return b;
}

Digger::Bucket Digger::take(const Cut& cut, const Dump& dump) {
  Bucket b = fill(cut);
  // Up first, so that nothing beside is met.
  go({5.0, dump.height, -175 * kDegreeOfArm, dump.slew},
     {.speed = 1.8, .near = 0.5, .until = [&] { return arm_.now().height > dump.height - 0.5; }});
  go({dump.reach - 0.7, dump.height, -175 * kDegreeOfArm, dump.slew},
     {.speed = 1.6, .near = 1.2, .patience = 6.0});
  b.volume = carried();
  b.mass = static_cast<double>(bucket().content->mass()) / soil::kMilligramsPerKilogram;
  go({dump.reach, dump.height, 0.0, dump.slew},
     {.speed = 1.5, .turn = 2.2, .near = 0.25, .patience = 0.8});
  wait(1.0, [&] { return carried() < 0.03; });
  b.left = carried();
  b.seconds = world_.time() - emptied_;
  emptied_ = world_.time();
  return b;
}

}  // namespace outrigger::validation
