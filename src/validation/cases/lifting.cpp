/// Objects pushed with blade and bucket, lifted by a sling, and a load that grows until the machine tips: against
/// the equilibrium of a rigid machine on the springs of its tyres, which knows nothing of the simulator.
#include "validation/cases/lifting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/object_stage.h"
#include "sim/world.h"
#include "validation/worksite_scenes.h"

namespace outrigger::validation {
namespace lifting_case {

using sim::World;

constexpr double kDegree = std::numbers::pi / 180.0;

void advance_for(World& world, double seconds) {
  const auto steps = static_cast<std::int64_t>(std::lround(seconds / world.step_size()));
  for (std::int64_t i = 0; i < steps; ++i) world.step();
}

// ------------------------------------------------------------------------------------- reference

/// A rigid machine on tyre springs, in the frame of its undercarriage.
struct OnSprings {
  struct Tyre {
    Vec3 centre, axis;
    double radius = 0.0, crown = 0.0, stiffness = 0.0;  ///< crown: of the torus [m]
  };
  std::vector<Tyre> tyres;
  double mass = 0.0;
  Vec3 centre = Vec3::Zero(), hook = Vec3::Zero();

  /// Force up and moments about the horizontal axes through the origin, of height z, roll and pitch.
  Vec3 imbalance(const Vec3& q, double load) const {
    const Mat3 turn =
        (Eigen::AngleAxisd(q[2], Vec3::UnitY()) * Eigen::AngleAxisd(q[1], Vec3::UnitX()))
            .toRotationMatrix();
    Vec3 sum = Vec3::Zero();
    const auto push = [&](const Vec3& at, double force) {
      sum += Vec3(force, at.y() * force, -at.x() * force);
    };
    for (const Tyre& t : tyres) {
      const Vec3 a = turn * t.axis;
      const Vec3 up = (Vec3::UnitZ() - a.z() * a).normalized();
      const Vec3 p = turn * t.centre + Vec3(0.0, 0.0, q[0]) - (t.radius - t.crown) * up;
      push(p, t.stiffness * std::max(0.0, t.crown - p.z()));
    }
    push(turn * centre, -mass * kGravity);
    push(turn * hook, -load * kGravity);
    return sum;
  }

  /// Newton's method from `q`; false where it finds no place of rest nearby.
  bool settle(Vec3& q, double load) const {
    Vec3 x = q;
    for (int i = 0; i < 60; ++i) {
      const Vec3 r = imbalance(x, load);
      if (r.norm() < 1e-6 * mass) {
        q = x;
        return true;
      }
      Mat3 slope;
      constexpr double kSmall = 1e-7;
      for (int k = 0; k < 3; ++k) {
        Vec3 moved = x;
        moved[k] += kSmall;
        slope.col(k) = (imbalance(moved, load) - r) / kSmall;
      }
      const Vec3 step = slope.fullPivLu().solve(r);
      if (!step.allFinite() || step.norm() > 0.2) return false;
      x -= step;
      if (x.tail<2>().norm() > 0.4) return false;
    }
    return false;
  }

  /// The largest load with a place of rest, followed from none; and the lean there [rad].
  double tipping_load(double& lean) const {
    Vec3 q(0.0, 0.0, 0.0);
    double load = 0.0;
    double h = 50.0;
    while (h > 0.1) {
      Vec3 next = q;
      if (settle(next, load + h)) {
        q = next;
        load += h;
      } else {
        h *= 0.5;
      }
    }
    lean = q.tail<2>().norm();
    return load;
  }
};

// ------------------------------------------------------------------------------------- the machine

description::Machine lifting_machine() {
  description::Machine m = description::read_machine_file(source_file("machines/excavator.yaml"));
  m.settings.step = 5e-3;
  return m;
}

sim::WorldOptions level_ground() {
  sim::WorldOptions options;
  description::Site site;
  site.name = "yard";
  description::Material concrete;
  concrete.name = "concrete";
  concrete.young = 3e7;
  concrete.restitution = 0.05;
  site.materials = {concrete};
  description::Surface surface;
  surface.name = "concrete";
  surface.material = "concrete";
  surface.tyre_friction = 0.85;
  site.surfaces = {surface};
  options.site = site;
  return options;
}

double lean_of(const World& world) {
  const Mat3 r = world.pose(world.body("undercarriage")).rotation;
  return std::acos(std::clamp(r(2, 2), -1.0, 1.0));
}

OnSprings springs_of(const World& world, const description::Machine& m) {
  OnSprings s;
  const Pose base = world.pose(world.body("undercarriage"));
  const auto local = [&](const Vec3& p) -> Vec3 {
    return base.rotation.transpose() * (p - base.position);
  };
  for (const auto& b : m.bodies) {
    s.mass += b.mass;
    s.centre += b.mass * local(world.pose(world.body(b.name)).point(b.centre));
  }
  s.centre /= s.mass;
  s.hook = local(world.pose(world.body("stick")).point(Vec3(2.45, 0.0, 0.0)));
  for (const auto& t : m.tyres) {
    const auto type = std::find_if(m.tyre_types.begin(), m.tyre_types.end(),
                                   [&](const auto& k) { return k.name == t.type; });
    const Pose wheel = world.pose(world.body(t.body));
    s.tyres.push_back({local(wheel.point(t.centre)),
                       base.rotation.transpose() * wheel.direction(t.axis), type->radius,
                       0.5 * type->width, type->stiffness});
  }
  return s;
}

/// The machine with its arm over the side, at rest with the brake on.
World over_the_side(const description::Machine& m) {
  World world(m, level_ground());
  world.set_input("parking_brake", 1.0);
  advance_for(world, 2.0);
  const Pose base = world.pose(world.body("undercarriage"));
  const auto angle = [&] {
    const Vec3 x = base.rotation.transpose() *
                   world.pose(world.body("uppercarriage")).direction(Vec3::UnitX());
    return std::atan2(x.y(), x.x());
  };
  world.set_input("slew", 0.5);
  for (int i = 0; i < 6000 && angle() < 85.0 * kDegree; ++i) world.step();
  world.set_input("slew", 0.0);
  advance_for(world, 6.0);
  return world;
}

/// Hangs a load on the hinge and lets it weigh more and more over 20 s, then waits. Returns the lean at the end, or
/// when it has become 20 degrees.
double hang(World& world, const sim::Snapshot& start, double load, Series* series) {
  constexpr double kRamp = 20.0, kWait = 20.0, kLength = 0.6;
  world.restore(start);
  const Vec3 hinge = world.pose(world.body("stick")).point(Vec3(2.45, 0.0, 0.0));
  description::Body body;
  body.name = "load";
  body.mass = load;
  body.inertia = 0.2 * load * Mat3::Identity();
  body.pose.position = hinge - Vec3(0.0, 0.0, kLength);
  body.pose_given = true;
  const sim::BodyHandle weight = world.add_body(body);
  description::Rope sling;
  sling.name = "sling";
  sling.points = {{"stick", Vec3(2.45, 0.0, 0.0)}, {"load", Vec3::Zero()}};
  sling.stiffness = 2e6;
  sling.damping = 0.5;
  const sim::RopeHandle rope = world.add_rope(sling, {world.body("stick"), weight});
  const double begin = world.time();
  world.add_force("crane", weight, Vec3::Zero(),
                  [=](double time, const Pose&, const model::Twist&) {
                    model::BodyForce f;
                    const double share = std::clamp((time - begin) / kRamp, 0.0, 1.0);
                    f.force = Vec3(0.0, 0.0, (1.0 - share) * load * kGravity);
                    return f;
                  });
  const auto steps = static_cast<int>(std::lround((kRamp + kWait) / world.step_size()));
  for (int i = 0; i < steps && lean_of(world) < 20.0 * kDegree; ++i) {
    world.step();
    world.take_events();
    if (series != nullptr && i % 20 == 0)
      series->rows.push_back(
          {world.time() - begin, world.force(rope) / 1000.0, lean_of(world) / kDegree});
  }
  return lean_of(world);
}

void add_tipping(Result& result) {
  const description::Machine m = lifting_machine();
  World world = over_the_side(m);
  const OnSprings springs = springs_of(world, m);
  double lean = 0.0;
  const double tips_at = springs.tipping_load(lean);
  const sim::Snapshot start = world.save();
  result.series.columns = {"t [s]", "sling [kN]", "lean [deg]"};
  constexpr double kPart = 0.9;
  Vec3 q = Vec3::Zero();
  for (double load = 0.0; load <= kPart * tips_at; load += 20.0) springs.settle(q, load);
  springs.settle(q, kPart * tips_at);
  const double leans = std::acos(std::cos(q[1]) * std::cos(q[2]));
  result.compare(fmt::format("sling over the side, 90 % of {:.0f} kg: lean [deg]", tips_at),
                 hang(world, start, kPart * tips_at, nullptr) / kDegree, leans / kDegree, 0.1);
  const double below = hang(world, start, 0.98 * tips_at, &result.series) / kDegree;
  result.compare(
      "98 % of the load at which statics with tyre springs tips: stands, 1 where it does",
      below < 15.0 ? 1.0 : 0.0, 1.0, 0.0);
  const double above = hang(world, start, 1.02 * tips_at, nullptr) / kDegree;
  result.compare("102 % of it: tips, 1 where it does", above >= 20.0 ? 1.0 : 0.0, 1.0, 0.0);
  result.compare(
      "a rigid machine tips later: load on springs over that without, 1 where less",
      tips_at < 0.999 *
                    [&] {
                      OnSprings stiff = springs;
                      for (auto& t : stiff.tyres) t.stiffness *= 100.0;
                      double unused = 0.0;
                      return stiff.tipping_load(unused);
                    }()
          ? 1.0
          : 0.0,
      1.0, 0.0);
}

// ------------------------------------------------------------------------------------- the block

struct BlockSite {
  World world;
  sim::BodyHandle block() const {
    return sim::HandleTable::handle<sim::PartKind::body>(world.objects()->body_of(0));
  }
  Pose block_pose() const {
    return world.objects()->body_of(0) != 0 ? world.pose(block()) : world.objects()->rest_pose(0);
  }
};

BlockSite with_block(const Vec3& place, double heading_deg = 0.0) {
  const sim::PlacedScene scene = place_bundled(read_scene_of_text(fmt::format(
      "outrigger_scene: 1\nsite: worksite\nmachines:\n"
      "  excavator: {{file: excavator, position: [62, 80, 0]}}\nobjects:\n"
      "  block: {{kind: block, position: [{:.9g}, {:.9g}, 0], heading_deg: {:g}}}\nslings:\n"
      "  sling: {{on: excavator/stick, at: [2.45, 0, 0], length: 2.2}}\n",
      place.x(), place.y(), heading_deg)));
  return {World(scene.machine, scene.options)};
}

Vec3 hinge_of(const World& world) {
  return world.pose(world.body("excavator/stick")).point(Vec3(2.45, 0.0, 0.0));
}

/// The hinge goes to 2.7 m above the ground.
void raise_arm(World& world) {
  world.set_input("excavator/parking_brake", 1.0);
  world.set_input("excavator/boom", 0.4);
  for (int i = 0; i < 2000 && hinge_of(world).z() < 2.7; ++i) world.step();
  world.set_input("excavator/boom", 0.0);
  advance_for(world, 2.0);
}

void add_lift(Result& result) {
  BlockSite trial = with_block(Vec3(30.0, 30.0, 0.0));
  raise_arm(trial.world);
  BlockSite site = with_block(hinge_of(trial.world));
  World& world = site.world;
  raise_arm(world);
  const double ground = site.block_pose().position.z();
  world.set_input("excavator/sling", 1.0);
  world.step();
  int fastened = 0, let_go = 0;
  const auto count = [&] {
    for (const sim::Event& e : world.take_events()) {
      fastened += e.kind == sim::Event::Kind::fastened ? 1 : 0;
      let_go += e.kind == sim::Event::Kind::let_go ? 1 : 0;
    }
  };
  count();
  if (fastened == 0) throw Error("excavator-objects: no eye is within the sling's reach");
  const sim::RopeHandle sling = world.rope("excavator/sling");
  const auto lift = [&](double lever, double seconds) {
    world.set_input("excavator/boom", lever);
    advance_for(world, seconds);
    world.set_input("excavator/boom", 0.0);
    advance_for(world, 6.0);
    count();
  };
  lift(0.3, 5.0);
  const double mass = world.body_description(site.block()).mass;
  result.compare("block in the sling: tension at rest [N]", world.force(sling), mass * kGravity,
                 0.02 * mass * kGravity);
  result.compare("block in the sling: lifted, 1 where by 0.2 m or more",
                 site.block_pose().position.z() > ground + 0.2 ? 1.0 : 0.0, 1.0, 0.0);
  // In the air, another world goes on with the same bits.
  BlockSite other = with_block(hinge_of(trial.world));
  other.world.restore(world.save());
  world.set_input("excavator/slew", 0.2);
  other.world.set_input("excavator/slew", 0.2);
  double differ = 0.0;
  for (int i = 0; i < 600; ++i) {
    world.step(), other.world.step();
    differ += world.hash() == other.world.hash() ? 0.0 : 1.0;
  }
  result.bound("steps with other bits after a restore in mid-air", differ, 0.0);
  world.set_input("excavator/slew", 0.0);
  for (int i = 0; i < 4000 && world.force(sling) > 0.02 * mass * kGravity; ++i) {
    world.set_input("excavator/boom", -0.15);
    world.step();
  }
  world.set_input("excavator/boom", 0.0);
  world.set_input("excavator/sling", 0.0);
  advance_for(world, 3.0);
  count();
  const Pose rests = site.block_pose();
  result.compare("set down: height of its foot above the ground [m]",
                 rests.position.z() - world.ground().height(rests.position.x(), rests.position.y()),
                 0.0, 0.03);
  result.compare("events of fastening and letting go", static_cast<double>(fastened + let_go), 2.0,
                 0.0);
  result.bound("lift: steps that found no solution",
               static_cast<double>(world.counters().contained), 0.0);
}

void add_push(Result& result) {
  // Ahead of the blade, which is 2.9 m in front of the machine's origin.
  BlockSite site = with_block(Vec3(66.2, 80.0, 0.0));
  World& world = site.world;
  const Vec3 before = site.block_pose().position;
  // The arm up and to the rear, out of the way.
  raise_arm(world);
  world.set_input("excavator/slew", 0.6);
  advance_for(world, 4.0);
  world.set_input("excavator/slew", 0.0);
  start_driving(world, 0.3);
  double fastest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    world.step();
    world.take_events();
    if (world.objects()->body_of(0) != 0)
      fastest = std::max(fastest, world.twist(site.block()).linear.norm());
  }
  const Vec3 after = site.block_pose().position;
  result.compare("blade: the block is pushed ahead, 1 where by 0.5 m or more",
                 after.x() - before.x() > 0.5 ? 1.0 : 0.0, 1.0, 0.0);
  result.bound("blade: speed of the block over 2.5 m/s", std::max(0.0, fastest - 2.5), 0.0);
  result.compare("blade: the block stands upright, cosine of its lean",
                 site.block_pose().rotation(2, 2), 1.0, 0.02);
  result.bound("blade: steps that found no solution",
               static_cast<double>(world.counters().contained), 0.0);
}

void add_bucket(Result& result) {
  // Beside the bucket, whose hinge is 5.8 m ahead and 1.4 m high: slewing to the left pushes it.
  BlockSite site = with_block(Vec3(67.0, 81.7, 0.0));
  World& world = site.world;
  world.set_input("excavator/parking_brake", 1.0);
  advance_for(world, 1.0);
  const Vec3 before = site.block_pose().position;
  world.set_input("excavator/slew", 0.25);
  advance_for(world, 3.5);
  world.set_input("excavator/slew", 0.0);
  advance_for(world, 2.0);
  const Vec3 way = site.block_pose().position - before;
  result.compare("bucket: the block is pushed aside, 1 where by 0.2 m or more",
                 way.head<2>().norm() > 0.2 ? 1.0 : 0.0, 1.0, 0.0);
  result.bound("bucket: steps that found no solution",
               static_cast<double>(world.counters().contained), 0.0);
}

Result run_objects() {
  Result result;
  add_tipping(result);
  add_lift(result);
  add_push(result);
  add_bucket(result);
  return result;
}

}  // namespace lifting_case

std::vector<Case> lifting_cases() {
  return {{"excavator-objects",
           "a block is pushed with blade and bucket and lifted by a sling; a load that grows tips "
           "the machine when statics with tyre springs says so",
           lifting_case::run_objects}};
}

}  // namespace outrigger::validation
