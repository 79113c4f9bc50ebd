/// Impacts of every normal law from well resolved to shorter than a step: rebound, momentum, and never
/// more energy out than in; thrown boxes and machines; thin boards.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/random.h"
#include "contact/laws/normal_law.h"
#include "math/random_rotation.h"
#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace restitution_sweep_case {

using contact::NormalLaw;
using description::ContactLaw;
using description::ContactShape;

constexpr double kRadius = 0.1;  ///< of the ball of 1 kg
constexpr int kThrows = 1000;    ///< of each kind
constexpr double kThrowStep = 5e-3, kThrowTime = 3.0;

// ---- one ball on a plane -------------------------------------------------------------------------

struct LawKind {
  const char* name;
  ContactLaw::Normal file;
  NormalLaw::Kind kind;
  double exponent;
};
constexpr LawKind kLaws[] = {
    {"restitution", ContactLaw::Normal::restitution, NormalLaw::Kind::restitution, 1.5},
    {"hertz", ContactLaw::Normal::hertz, NormalLaw::Kind::hertz, 1.5},
    {"hunt-crossley", ContactLaw::Normal::hunt_crossley, NormalLaw::Kind::hunt_crossley, 1.5},
    {"lankarani-nikravesh", ContactLaw::Normal::lankarani_nikravesh,
     NormalLaw::Kind::lankarani_nikravesh, 1.5},
    {"flores", ContactLaw::Normal::flores, NormalLaw::Kind::flores, 1.5},
    {"kelvin-voigt", ContactLaw::Normal::kelvin_voigt, NormalLaw::Kind::kelvin_voigt, 1.0},
    {"ramped kelvin-voigt", ContactLaw::Normal::ramped_kelvin_voigt,
     NormalLaw::Kind::ramped_kelvin_voigt, 1.0},
    {"nonlinear damping", ContactLaw::Normal::nonlinear_damping, NormalLaw::Kind::nonlinear_damping,
     1.5},
};

NormalLaw make_law(const LawKind& kind, double stiffness, double e, double speed) {
  NormalLaw law;
  law.kind = kind.kind;
  law.exponent = law.damping_depth_exponent = kind.exponent;
  law.stiffness = stiffness;
  law.restitution = e;
  // Damping that loses about as much: a damped oscillator, and c = b v/k.
  if (kind.exponent == 1.0) {
    law.damping = 1.2 * (1.0 - e) * std::sqrt(stiffness);
    law.ramp_depth = 0.2 * speed / std::sqrt(stiffness);
  } else if (kind.kind == NormalLaw::Kind::nonlinear_damping) {
    law.damping = 1.5 * (1.0 - e) / e * stiffness / speed;
  }
  return law;
}

struct Rebound {
  double ratio = 0.0, duration = 0.0;
};

/// The law for 1 kg in steps so small that they do not matter.
Rebound exact_rebound(const NormalLaw& law, double speed) {
  const double rate = contact::damping_rate(law, speed);
  const double scale = std::pow(speed * speed / law.stiffness, 1.0 / (law.exponent + 1.0)) / speed;
  const double h = scale / 2000.0;
  double depth = 0.0, v = speed, time = 0.0;
  const auto a = [&](double d, double w) {
    // At first touch the force of a law that jumps is already there.
    return -contact::normal_force(law, rate, std::max(d, 1e-300), w).force;
  };
  while (time < 200.0 * scale) {
    const double k1 = a(depth, v), v2 = v + 0.5 * h * k1;
    const double k2 = a(depth + 0.5 * h * v, v2), v3 = v + 0.5 * h * k2;
    const double k3 = a(depth + 0.5 * h * v2, v3), v4 = v + h * k3;
    const double k4 = a(depth + h * v3, v4);
    depth += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    time += h;
    if (v < 0.0 && (depth <= 0.0 || a(depth, v) == 0.0)) break;
  }
  return {-v / speed, time};
}

/// Speed after over speed before.
double rebound_of_ball(const LawKind& kind, const NormalLaw& law, double speed, double step,
                       double phase) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "restitution-sweep";
  m.settings.step = step;
  m.settings.gravity = Vec3::Zero();
  add_body(m, "ball", 1.0, ball_moments(1.0, kRadius),
           {0.0, 0.0, kRadius + (1.0 + phase) * step * speed})
      .velocity = Vec3(0.0, 0.0, -speed);
  add_shape(m, "ball", ContactShape::Kind::sphere, "ball").radius = kRadius;
  m.materials.push_back({"ball", {}, 1e9, 0.3, 0.5});
  add_friction(m, "ball", "asphalt", 0.3);
  ContactLaw given;
  given.name = "ball_asphalt";
  given.material_a = "ball";
  given.material_b = "asphalt";
  given.normal = kind.file;
  given.stiffness = law.stiffness;
  given.exponent = law.exponent;
  given.restitution = law.restitution;
  given.damping = law.damping;
  given.ramp_depth = law.ramp_depth;
  m.contact_laws.push_back(given);
  sim::World world = scene.make_world();
  const sim::BodyHandle ball = world.body("ball");
  bool touched = false;
  for (int i = 0; i < 4000; ++i) {
    world.step();
    const bool touches = !world.contacts().empty();
    const double v = world.twist(ball).linear.z();
    if (touched && !touches && v > 0.0) break;
    touched = touched || touches;
  }
  return world.twist(ball).linear.z() / speed;
}

void sweep(Result& result) {
  for (const LawKind& kind : kLaws) {
    double resolved = 0.0, relative = 0.0, few = 0.0, most = 0.0;
    for (const double e : {0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95})
      for (const double speed : {0.3, 1.0, 5.0})
        for (const double k : {1e4, 1e6, 1e8})
          for (const double step : {1e-4, 1e-3, 5e-3})
            for (const double phase : {0.0, 0.37, 0.71}) {
              const NormalLaw law = make_law(kind, k, e, speed);
              const Rebound exact = exact_rebound(law, speed);
              const double steps = exact.duration / step;
              if (steps > 500.0) continue;
              const double rebound = rebound_of_ball(kind, law, speed, step, phase);
              const double error = std::abs(rebound - exact.ratio);
              most = std::max(most, rebound);
              if (steps >= 10.0) {
                resolved = std::max(resolved, error);
                relative = std::max(relative, error / exact.ratio);
              } else {
                few = std::max(few, error);
              }
              result.series.rows.push_back(
                  {static_cast<double>(kind.kind), steps, e, exact.ratio, rebound, speed, k, step});
            }
    const std::string of = kind.name;
    result.bound(of + ": rebound error / speed, 10 steps and more", resolved, 0.02);
    result.bound(of + ": rebound error / rebound, 10 steps and more", relative, 0.02);
    result.bound(of + ": rebound error / speed, fewer steps", few, 0.1);
    result.bound(of + ": largest rebound / speed", most, 1.0 + 1e-9);
  }
}

// ---- two free bodies -------------------------------------------------------------------------------

struct Momentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};

Momentum momentum_of(const sim::World& world, const description::Machine& m) {
  Momentum sum;
  for (const description::Body& b : m.bodies) {
    const sim::BodyHandle h = world.body(b.name);
    const Pose pose = world.pose(h);
    const model::Twist twist = world.twist(h);
    sum.linear += b.mass * twist.linear;
    sum.angular += b.mass * pose.position.cross(twist.linear) +
                   pose.rotation * b.inertia * pose.rotation.transpose() * twist.angular;
  }
  return sum;
}

void pairs(Result& result) {
  double linear = 0.0, angular[2] = {0.0, 0.0}, gain = 0.0;
  Random random(5);
  for (int run = 0; run < 40; ++run) {
    ContactScene scene;
    description::Machine& m = scene.machine;
    m.name = "pair";
    m.settings.step = run % 2 == 0 ? 1e-3 : 5e-3;
    m.settings.gravity = Vec3::Zero();
    const Vec3 edges(0.4, 0.3, 0.2);
    for (const int side : {-1, 1}) {
      const std::string name = side < 0 ? "left" : "right";
      const double mass = side < 0 ? 2.0 : 10.0;
      description::Body& b = add_body(m, name, mass, box_moments(mass, edges),
                                      {0.5 * side, 0.05 * random.uniform(-1.0, 1.0), 5.0});
      b.pose.rotation = random_rotation(random);
      b.velocity = Vec3(-side * random.uniform(0.5, 3.0), 0.0, 0.0);
      b.angular_velocity = 2.0 * random_unit_vector(random);
      add_shape(m, name, ContactShape::Kind::box, "steel").size = edges;
    }
    leave_out_ground(m);
    sim::World world = scene.make_world();
    const Momentum before = momentum_of(world, m);
    const double energy = world.energies().kinetic;
    while (world.time() < 1.0) {
      world.step();
      if (world.contacts().empty()) gain = std::max(gain, world.energies().kinetic / energy - 1.0);
    }
    const Momentum after = momentum_of(world, m);
    linear = std::max(linear, (after.linear - before.linear).norm() / before.linear.norm());
    angular[run % 2] =
        std::max(angular[run % 2], (after.angular - before.angular).norm() / before.angular.norm());
  }
  result.bound("two boxes: change of momentum", linear, 1e-9);
  // The contact changes nothing; free rotation has its error of second order (free-top).
  result.bound("two boxes, 1 ms: change of angular momentum", angular[0], 3e-4);
  result.bound("two boxes, 5 ms: change of angular momentum", angular[1], 5e-3);
  result.bound("two boxes: energy gained", gain, 1e-9);
}

// ---- throws ----------------------------------------------------------------------------------------

description::Body& add_box(description::Machine& m, const std::string& name, const Vec3& edges,
                           const Vec3& position) {
  add_shape(m, name, ContactShape::Kind::box, "box").size = edges;
  constexpr double kMass = 10.0;
  return add_body(m, name, kMass, box_moments(kMass, edges), position);
}

/// One box, or three on revolute joints, with random pose, speed, spin, stiffness and restitution.
ContactScene make_throw(Random& random, bool jointed) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "throw";
  m.settings.step = kThrowStep;
  const Vec3 edges(0.4, 0.3, 0.2), velocity(0.0, 0.0, -random.uniform(0.0, 5.0));
  const Vec3 spin(random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6));
  const Mat3 turn = random_rotation(random);
  const int count = jointed ? 3 : 1;
  const Vec3 first(0.0, 0.0, jointed ? 1.2 : 0.5);
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("box{}", i);
    const Vec3 arm = turn * Vec3((i - 0.5 * (count - 1)) * 0.5, 0.0, 0.0);
    description::Body& b = add_box(m, name, edges, first + arm);
    b.pose.rotation = turn;
    b.velocity = velocity + spin.cross(arm);
    b.angular_velocity = spin;
    if (i == 0) continue;
    description::Joint joint;
    joint.name = fmt::format("joint{}", i);
    joint.body_a = fmt::format("box{}", i - 1);
    joint.body_b = name;
    joint.point_a = Vec3(0.25, 0.0, 0.0);
    joint.point_b = Vec3(-0.25, 0.0, 0.0);
    joint.axis_a = joint.axis_b = i == 1 ? Vec3::UnitY() : Vec3::UnitZ();
    m.joints.push_back(joint);
  }
  const double e = random.uniform(0.05, 0.95);
  m.materials.push_back({"box", {}, 2e11, 0.3, e});
  m.materials.push_back({"asphalt", {}, 2e11, 0.3, e});
  add_friction(m, "box", "asphalt", 0.6);
  add_friction(m, "box", "box", 0.6);
  return scene;
}

void throws(Result& result, bool jointed) {
  Random random(jointed ? 11 : 7);
  double worst = -1.0, gained = 0.0, deepest = 0.0, given_up = 0.0;
  for (int run = 0; run < kThrows; ++run) {
    const ContactScene scene = make_throw(random, jointed);
    sim::World world = scene.make_world();
    const sim::Energies at_start = world.energies();
    const double start = at_start.total();
    double gain = -1.0;
    while (world.time() < kThrowTime) {
      world.step();
      given_up += world.last_report().contained ? 1.0 : 0.0;
      for (const auto& c : world.contacts()) deepest = std::max(deepest, -c.point.z());
      if (world.contacts().empty()) gain = std::max(gain, world.energies().total() / start - 1.0);
    }
    worst = std::max(worst, gain);
    gained += gain > 1e-6 ? 1.0 : 0.0;
  }
  const std::string of = jointed ? "three jointed boxes" : "boxes";
  result.bound(fmt::format("{} throws of {}: with more energy in flight", kThrows, of), gained,
               0.0);
  result.bound(of + ": largest energy gained / start", std::max(worst, 0.0), 1e-6);
  result.bound(of + ": steps given up", given_up, 0.0);
  result.bound(of + ": deepest contact point [m]", deepest, 0.1);
}

// ---- thin boards -------------------------------------------------------------------------------------

void boards(Result& result, double h) {
  constexpr double kThick = 0.02, kSpeed = 5.0;
  double passed = 0.0, deepest = 0.0;
  Random random(3);
  for (const auto kind : {ContactShape::Kind::sphere, ContactShape::Kind::box,
                          ContactShape::Kind::capsule, ContactShape::Kind::cylinder})
    for (int run = 0; run < 12; ++run) {
      ContactScene scene;
      description::Machine& m = scene.machine;
      m.name = "board";
      m.settings.step = h;
      ContactShape& board = add_shape(m, description::kGround, ContactShape::Kind::box, "wood");
      board.name = board.group = "board";
      board.size = Vec3(2.0, 2.0, kThick);
      board.pose.position = Vec3(0.0, 0.0, 1.0);
      description::Body& b = add_body(m, "thing", 5.0, Vec3(0.02, 0.02, 0.02),
                                      {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 1.3});
      b.pose.rotation = random_rotation(random);
      b.velocity = Vec3(0.0, 0.0, -kSpeed);
      ContactShape& thing = add_shape(m, "thing", kind, "steel");
      thing.radius = 0.05;
      thing.length = 0.1;
      thing.size = Vec3(0.15, 0.1, kThick);
      sim::World world = scene.make_world();
      const sim::BodyHandle body = world.body("thing");
      while (world.time() < 0.5) {
        world.step();
        for (const auto& c : world.contacts())
          deepest = std::max(deepest, 1.0 + 0.5 * kThick - c.point.z());
      }
      passed += world.pose(body).position.z() < 1.0 ? 1.0 : 0.0;
    }
  const std::string of = fmt::format("board of 2 cm at 5 m/s, h = {:g} ms", 1e3 * h);
  result.bound(of + ": things that passed", passed, 0.0);
  result.bound(of + ": deepest contact point [m]", deepest, kThick);
}

Result run_case() {
  Result result;
  result.series.columns = {"law",           "steps per contact", "restitution", "exact rebound",
                           "rebound/speed", "speed [m/s]",       "stiffness",   "h [s]"};
  sweep(result);
  pairs(result);
  throws(result, false);
  throws(result, true);
  for (const double h : {1e-3, 5e-3, 1e-2}) boards(result, h);
  return result;
}

}  // namespace restitution_sweep_case

std::vector<Case> restitution_sweep_cases() {
  using namespace restitution_sweep_case;
  return {{"restitution-sweep",
           "every normal law from resolved impacts to less than a step; throws; thin boards",
           run_case}};
}

}  // namespace outrigger::validation
