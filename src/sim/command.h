/// Everything that can be done to a world, as typed values: what operators, programs, scripts and recordings
/// ask for. World::execute carries them out, all of them in one place, and hands them to whoever keeps the
/// journal; a world at the same start that executes the same commands between the same steps has the same
/// bits.
///
/// A new command: a struct here, its fields in command_fields.h, what it does in world_commands.cpp
/// (docs/architecture.md has the steps).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "description/description.h"
#include "model/mechanism.h"
#include "sim/handles.h"

namespace outrigger::sim {

/// A part that a command is about. With an id, that very part, whose name must be the given one (unless that
/// is empty); without, the first part of that name.
struct PartRef {
  PartKind kind = PartKind::body;
  std::string name = {};
  model::PartId id = 0;  ///< 0: by name
};

/// All operator inputs, in the order of World::input_names.
struct SetInputs {
  std::vector<double> values;
};
/// Back to where the world was marked last (World::mark_start).
struct Reset {};
/// Back to a state: numbers for the mechanisms of the start or of the present.
struct Restore {
  bool from_start = false;
  std::string bytes;  ///< sim::to_bytes
};
struct FindEquilibrium {};
struct AddBody {
  description::Body body;
};
struct AddJoint {
  description::Joint joint;
  std::optional<PartRef> a;  ///< absent: the ground
  PartRef b;
};
struct AddLoad {
  description::Load load;
  PartRef body;
};
struct AddMount {
  description::Mount mount;
  PartRef body;
};
struct AddSpring {
  description::Spring spring;
  description::Coordinate distance;
  std::optional<PartRef> a;  ///< absent: the ground
  PartRef b;
};
/// A rope or sling between points of bodies, which pulls and never pushes (forces/ropes.h). The names in
/// rope.points are not looked at.
struct AddRope {
  description::Rope rope;
  std::vector<PartRef> on;  ///< the body of each point; named "ground" without an id: the ground
};
/// A force whose values a program computes: its place in the machine. The values follow as SetForces.
struct AddBodyForce {
  std::string name;
  PartRef body;
  Vec3 point = Vec3::Zero();  ///< in the body frame [m]
  model::BodyForce present;
};
struct AddCoordinateForce {
  std::string name;
  PartRef coordinate{PartKind::coordinate};
  model::CoordinateForce present;
};
/// What the functions of a program returned for the coming step.
struct SetForces {
  std::vector<std::pair<model::PartId, model::BodyForce>> on_bodies;
  std::vector<std::pair<model::PartId, model::CoordinateForce>> on_coordinates;
};
/// With all that refers to it.
struct RemovePart {
  PartRef part;
};
/// A fault: the joint is gone, and an event reports it.
struct BreakJoint {
  PartRef joint{PartKind::joint};
};
/// One line, as the ground reads it.
struct EditGround {
  std::string edit;
};

/// Loose soil put on the ground, evenly over a circle, or let fall from above it; a site with `soils` only.
struct PlaceSoil {
  std::string soil;
  double mass = 0.0;        ///< [kg]
  double x = 0.0, y = 0.0;  ///< [m]
  double radius = 0.0;      ///< [m]; 0: one column
  double drop = 0.0;        ///< falls from so far above the ground [m]; 0: lies on it
};

using Command = std::variant<SetInputs, Reset, Restore, FindEquilibrium, AddBody, AddJoint, AddLoad,
                             AddMount, AddSpring, AddBodyForce, AddCoordinateForce, SetForces,
                             RemovePart, BreakJoint, EditGround, PlaceSoil, AddRope>;

/// A command and the step before which it was executed, counted since a recording began.
struct StampedCommand {
  std::int64_t tick = 0;
  Command command;
};

/// The word of a command in files: "inputs", "add_body", ...
std::string_view word(const Command& command);

/// One line of JSON with all that the command says, numbers with all their digits:
///   {"do":"add_joint","joint":{"name":"pin",...},"a":["body","arm",4294967298],"b":["body","box"]}
std::string to_text(const Command& command);

/// Reads such a line; keys that are missing have their defaults. Throws Error that names the command, the
/// key and what is wrong with it; descriptions are checked as those of files are.
Command command_from_text(std::string_view text);

/// One sentence for people: "adds joint 'pin' between 'arm' and 'box'".
std::string sentence(const Command& command);

/// Whether the world has other mechanisms afterwards, or may have.
bool changes_structure(const Command& command);

}  // namespace outrigger::sim
