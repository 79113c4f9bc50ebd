/// Random mechanisms, deterministic by seed: trees and loops of random joints between bodies of
/// random mass (four decades), shape and pose. All joints are computed from the poses, so every
/// mechanism is assembled as it stands, loops included.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "description/description.h"
#include "math/random_rotation.h"

namespace outrigger::testing_support {

struct RandomMechanismOptions {
  int min_bodies = 1, max_bodies = 7;
  double loop_chance = 0.5;      ///< of a mechanism to have loops
  bool dense_loops = false;      ///< many loops: bodies that share more than their basis holds
  double mass_decades = 4.0;     ///< masses 10^(-d/2) .. 10^(d/2) kg
  double particle_chance = 0.0;  ///< of a body to be a particle (spherical or distance joints)
  double fixed_chance = 0.05;    ///< of a tree joint to be fixed
  double free_chance = 0.08;     ///< of a body to start a tree of its own
  bool coordinates = false;      ///< scalar coordinates on joints, some of them unknowns
  bool drives = false;           ///< drives on some coordinates
  bool couplings = false;        ///< couplings between pairs of coordinates
};

class RandomMechanism {
 public:
  RandomMechanism(std::uint64_t seed, const RandomMechanismOptions& options)
      : random_(seed), options_(options) {
    machine_.name = fmt::format("random-{}", seed);
  }

  description::Machine make() {
    const int range = options_.max_bodies - options_.min_bodies + 1;
    const int count = options_.min_bodies + integer(range);
    for (int i = 0; i < count; ++i) {
      const bool particle = chance(options_.particle_chance);
      add_body(particle);
      if (i > 0 && chance(options_.free_chance)) continue;
      // A particle cannot carry a joint frame: parents are rigid bodies or the ground.
      const int parent = i == 0 && chance(0.85) ? -1 : random_rigid(i);
      add_joint(parent, i, particle ? particle_joint() : tree_joint());
    }
    if (count > 0 && chance(options_.loop_chance)) {
      const int loops = 1 + integer(std::max(1, options_.dense_loops ? count + 2 : count / 2));
      for (int k = 0; k < loops; ++k) {
        const int b = integer(count);
        const int a = chance(0.4) ? -1 : random_rigid(count);
        if (a == b) continue;
        const bool particle = machine_.bodies[b].kind == description::Body::Kind::point;
        add_joint(a, b, particle ? particle_joint() : loop_joint());
      }
    }
    if (options_.coordinates) add_coordinates();
    if (options_.drives) add_drives();
    if (options_.couplings) add_couplings();
    return machine_;
  }

 private:
  using JointType = description::JointType;

  bool chance(double p) { return random_.uniform() < p; }
  int integer(int n) { return static_cast<int>(random_.integer(static_cast<std::uint64_t>(n))); }
  Vec3 vector(double size) {
    const double x = random_.uniform(-size, size), y = random_.uniform(-size, size),
                 z = random_.uniform(-size, size);
    return {x, y, z};
  }
  /// A rigid body below `count`, or the ground.
  int random_rigid(int count) {
    const int b = integer(count + 1) - 1;
    return b >= 0 && machine_.bodies[b].kind == description::Body::Kind::point ? -1 : b;
  }

  void add_body(bool particle) {
    description::Body b;
    const int index = static_cast<int>(machine_.bodies.size());
    b.name = fmt::format("body_{}", index);
    b.mass = std::pow(10.0, options_.mass_decades * (random_.uniform() - 0.5));
    const Vec3 near = index > 0 ? machine_.bodies[integer(index)].pose.position : Vec3::Zero();
    b.pose = {near + vector(1.0), random_rotation(random_)};
    b.pose_given = true;
    if (particle) {
      b.kind = description::Body::Kind::point;
      b.pose.rotation = Mat3::Identity();
    } else {
      const Vec3 size(random_.uniform(0.1, 1.0), random_.uniform(0.1, 1.0),
                      random_.uniform(0.1, 1.0));
      const Vec3 s2 = size.cwiseProduct(size);
      const Vec3 principal =
          b.mass / 12.0 * Vec3(s2.y() + s2.z(), s2.x() + s2.z(), s2.x() + s2.y());
      const Mat3 axes = random_rotation(random_);
      b.inertia = axes * principal.asDiagonal() * axes.transpose();
      b.inertia = (0.5 * (b.inertia + b.inertia.transpose())).eval();
      b.centre = vector(0.3);
    }
    machine_.bodies.push_back(b);
  }

  JointType particle_joint() {
    constexpr JointType kTypes[] = {JointType::spherical, JointType::distance,
                                    JointType::point_on_plane, JointType::point_on_line};
    return kTypes[integer(4)];
  }
  JointType tree_joint() {
    if (chance(options_.fixed_chance)) return JointType::fixed;
    constexpr JointType kTypes[] = {JointType::revolute,      JointType::revolute,
                                    JointType::prismatic,     JointType::cylindrical,
                                    JointType::spherical,     JointType::universal,
                                    JointType::planar,        JointType::point_on_plane,
                                    JointType::point_on_line, JointType::distance};
    return kTypes[integer(10)];
  }
  /// Mostly joints that leave the loop some freedom.
  JointType loop_joint() {
    constexpr JointType kTypes[] = {JointType::spherical,     JointType::distance,
                                    JointType::distance,      JointType::point_on_plane,
                                    JointType::point_on_line, JointType::cylindrical,
                                    JointType::revolute};
    return kTypes[integer(7)];
  }

  Pose pose_of(int body) const { return body < 0 ? Pose{} : machine_.bodies[body].pose; }
  std::string name_of(int body) const {
    return body < 0 ? description::kGround : machine_.bodies[body].name;
  }

  void add_joint(int a, int b, JointType type) {
    description::Joint j;
    j.name = fmt::format("joint_{}", machine_.joints.size());
    j.type = type;
    j.body_a = name_of(a);
    j.body_b = name_of(b);
    const Pose pose_a = pose_of(a), pose_b = pose_of(b);
    const bool particle = machine_.bodies[b].kind == description::Body::Kind::point;
    // Where b is held, its axis, and where a holds it.
    const Vec3 at_b = particle ? pose_b.position : Vec3(pose_b.position + vector(0.5));
    const Vec3 axis_a = random_unit_vector(random_);
    Vec3 axis_b = axis_a, at_a = at_b;
    const Vec3 across = axis_a.unitOrthogonal(), third = axis_a.cross(across);
    const double shift = random_.uniform(-0.5, 0.5), turn = random_.uniform(0.3, 1.2);
    switch (type) {
      case JointType::prismatic:
      case JointType::cylindrical:
      case JointType::point_on_line:
        at_a += shift * axis_a;
        break;
      case JointType::planar:
      case JointType::point_on_plane:
        at_a += shift * across + random_.uniform(-0.5, 0.5) * third;
        break;
      case JointType::distance:
        at_a += random_.uniform(0.3, 1.0) * axis_a;
        break;
      case JointType::universal:
        axis_b = shift * across + turn * third;
        break;
      // Oblique axes keep the cone angle away from its singular ends.
      case JointType::spherical:
        axis_b = std::cos(turn) * axis_a + std::sin(turn) * across;
        break;
      case JointType::revolute:
      case JointType::fixed:
        break;
    }
    j.point_a = pose_a.local_point(at_a);
    j.point_b = particle ? Vec3(Vec3::Zero()) : pose_b.local_point(at_b);
    j.axis_a = pose_a.local_direction(axis_a);
    j.axis_b = pose_b.local_direction(axis_b);
    machine_.joints.push_back(j);
  }

  void add_coordinate(description::Coordinate::Kind kind, const std::string& joint) {
    description::Coordinate c;
    c.kind = kind;
    c.joint = joint;
    c.name = fmt::format("coordinate_{}", machine_.coordinates.size());
    c.unknown = chance(0.5);
    machine_.coordinates.push_back(c);
  }

  void add_coordinates() {
    using Kind = description::Coordinate::Kind;
    for (const auto& j : machine_.joints) {
      if (chance(0.3)) continue;
      const auto& b = *std::find_if(machine_.bodies.begin(), machine_.bodies.end(),
                                    [&](const auto& body) { return body.name == j.body_b; });
      if (b.kind == description::Body::Kind::point) continue;
      switch (j.type) {
        case JointType::revolute:
          add_coordinate(Kind::angle, j.name);
          break;
        case JointType::cylindrical:
          add_coordinate(Kind::angle, j.name);
          add_coordinate(Kind::displacement, j.name);
          break;
        case JointType::prismatic:
          add_coordinate(Kind::displacement, j.name);
          break;
        case JointType::spherical:
        case JointType::universal:
          add_coordinate(Kind::cone, j.name);
          add_coordinate(Kind::twist, j.name);
          break;
        default:
          break;
      }
    }
    if (chance(0.7)) {
      description::Coordinate c;
      c.kind = Kind::distance;
      c.name = "span";
      const int b = integer(static_cast<int>(machine_.bodies.size()));
      c.body_b = name_of(b);
      c.point_b = machine_.bodies[b].kind == description::Body::Kind::point ? Vec3(Vec3::Zero())
                                                                            : vector(0.3);
      c.body_a = description::kGround;
      c.point_a = pose_of(b).position + vector(0.4) + Vec3(0, 0, 2.0);
      c.unknown = chance(0.5);
      machine_.coordinates.push_back(c);
    }
  }

  void add_drives() {
    for (const auto& c : machine_.coordinates) {
      if (!chance(0.5)) continue;
      description::Drive d;
      d.name = "drive of " + c.name;
      d.coordinate = c.name;
      d.function.kind = description::Function::Kind::input;  // follows what the test says
      machine_.drives.push_back(d);
    }
  }

  void add_couplings() {
    for (std::size_t i = 1; i < machine_.coordinates.size(); ++i) {
      if (!chance(0.4)) continue;
      description::Coupling c;
      c.name = fmt::format("coupling_{}", i);
      c.coordinate_a = machine_.coordinates[i - 1].name;
      c.coordinate_b = machine_.coordinates[i].name;
      c.offset_as_assembled = true;
      c.function.kind = description::Function::Kind::formula;
      c.function.formula = "0.7*x + 0.2*sin(2*x) + 0.1*x^2";
      machine_.couplings.push_back(c);
    }
  }

  Random random_;
  RandomMechanismOptions options_;
  description::Machine machine_;
};

inline description::Machine random_mechanism(std::uint64_t seed,
                                             const RandomMechanismOptions& options = {}) {
  return RandomMechanism(seed, options).make();
}

}  // namespace outrigger::testing_support
