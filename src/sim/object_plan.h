/// Objects of a site by the hundred (THESIS §5.4, §6.3.1), as plain values: fences, blocks, barrels, signs.
/// What a kind is made of stands in a machine file with one free body; where each of them stands, here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "description/description.h"

namespace outrigger::sim {

/// A body with shapes, at the origin of its file: that is what is placed.
struct ObjectKind {
  std::string name;
  description::Machine machine;
};

struct PlacedObject {
  enum class State : std::uint8_t {
    resting,  ///< stays where it is until something comes near
    movable,  ///< computed from the start until it lies still, then as one that rests
    fixed,    ///< stays for ever; what comes near touches it
    walking   ///< goes along its path and back; stands, as a body, while a machine is near
  };
  std::string name;
  int kind = 0;  ///< of ObjectPlan::kinds
  Pose pose;     ///< world
  State state = State::resting;
  std::vector<std::array<double, 2>> path;  ///< walking: corners on the ground, the first is `pose`
  double speed = 0.0;                       ///< walking [m/s]
};

/// A sling of a machine (sim/slings.h).
struct PlannedSling {
  std::string name;   ///< of the rope while it is fastened
  std::string input;  ///< fastens while it is at least 0.5
  std::string body;   ///< that it hangs on
  Vec3 point = Vec3::Zero();
  double length = 0.0, stiffness = 0.0, damping = 0.0;
};

struct ObjectSettings {
  double enter = 2.0;        ///< between the sphere of a machine and that of the object [m]
  double leave = 4.0;        ///< > enter [m]
  double still = 0.02;       ///< slower than this leaves [m/s]
  double still_time = 0.2;   ///< for this long [s]
  double look_ahead = 0.2;   ///< way of a sphere that is looked at, at its present speed [s]
  double beside = 0.15;      ///< instead of `enter`, around an object that moves [m]
  int most_of_a_kind = 128;  ///< computed at the same time
  double person = 0.5;  ///< between a part of a machine and a person who stands still for it [m]
};

struct ObjectPlan {
  std::vector<ObjectKind> kinds;
  std::vector<PlacedObject> placed;
  std::vector<PlannedSling> slings;
  ObjectSettings settings;
};

/// Throws Error for what is no object: it must be one free body with shapes.
void check_object(const ObjectKind& kind);

/// The machine as its world sees it: with the shapes of all objects that may be there at once ("kind#3/board" of
/// body "kind#3", or of the ground for fixed ones), and with what they are made of. Throws Error for kinds that are
/// no object, and for names that a body has.
description::Machine with_objects(description::Machine machine, const ObjectPlan& plan);

/// Shapes for what a machine has for the ground alone: contact spheres of bodies without shapes, and tyres.
/// They touch other machines and objects, not the ground and not their own machine.
void add_outer_shapes(description::Machine& machine);

}  // namespace outrigger::sim
