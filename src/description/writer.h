/// The opposite of the reader: machines and single parts as text, from the same schemas (schema.h).
///
/// What is written is read again with every bit, because numbers have as many digits as they need and
/// rotations are written as matrices where a quaternion would not do. Values that are the default are
/// left out. Exceptions: speeds in turns per minute and the outer sizes of chain links may miss the last
/// bit where code has set values that no file can state.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/description.h"
#include "description/part_kinds.h"

namespace outrigger::description {

struct WriteOptions {
  /// The file the text is meant for: mesh files are named as seen from its folder. Empty: as they are.
  std::string file;
  std::vector<std::string> comments;  ///< lines at the top
};

/// The text of a machine file. What was included is part of it; variants are not.
std::string machine_text(const Machine& machine, const WriteOptions& options = {});

/// The same, read again and compared. Throws Error where the text would not give the machine: names
/// that are none, values out of range, control characters in titles.
std::string checked_machine_text(const Machine& machine, const WriteOptions& options = {});

/// One part as one line of YAML, its name among the keys: {name: boom, mass: 120, ...}.
template <class Part>
std::string part_text(const Part& part);

/// Reads such a text; `source` stands for a file's name in messages. Names of bodies, joints, coordinates
/// and other parts are taken as they are: the world, which knows them, checks them. Throws Error.
template <class Part>
Part part_from_text(std::string_view text, const std::string& source = "part");

inline Body body_from_text(std::string_view text, const std::string& source = "body") {
  return part_from_text<Body>(text, source);
}
inline Joint joint_from_text(std::string_view text, const std::string& source = "joint") {
  return part_from_text<Joint>(text, source);
}
inline Coordinate coordinate_from_text(std::string_view text,
                                       const std::string& source = "coordinate") {
  return part_from_text<Coordinate>(text, source);
}
inline Load load_from_text(std::string_view text, const std::string& source = "load") {
  return part_from_text<Load>(text, source);
}
inline Mount mount_from_text(std::string_view text, const std::string& source = "mount") {
  return part_from_text<Mount>(text, source);
}
inline Spring spring_from_text(std::string_view text, const std::string& source = "spring") {
  return part_from_text<Spring>(text, source);
}

// --- for the templates above ----------------------------------------------------------------------

/// The only part that this section of the machine has, on one line.
std::string part_text_of(const Machine& machine, std::string_view section);
/// A machine with nothing but this part.
Machine machine_of_part(std::string_view text, std::string_view section, const std::string& source);

template <class Part>
std::string part_text(const Part& part) {
  Machine machine;
  (machine.*part_kind<Part>().list).push_back(part);
  return part_text_of(machine, part_kind<Part>().section);
}

template <class Part>
Part part_from_text(std::string_view text, const std::string& source) {
  Machine machine = machine_of_part(text, part_kind<Part>().section, source);
  return std::move((machine.*part_kind<Part>().list).at(0));
}

}  // namespace outrigger::description
