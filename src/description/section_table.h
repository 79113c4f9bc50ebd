/// All sections of a machine file, one line each: what reads, writes and documents them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "description/sections.h"

namespace outrigger::description {

/// A named part, or the one object of a section, whose name is empty then.
struct WrittenPart {
  std::string name;
  WrittenKeys keys;
};

struct SectionKind {
  std::string_view key;
  std::string_view meaning;
  bool is_named = false;  ///< a map of named things; else one object
  void (*read)(Reading&, const Node&, MachineBuilder&) = nullptr;
  /// The object of the section and those inside it; empty where another section documents it.
  std::vector<ObjectDoc> (*docs)() = nullptr;
  std::vector<WrittenPart> (*write)(const Machine&, const WriteContext&) = nullptr;
};

/// In the order in which they are read and written.
const std::vector<SectionKind>& sections();

/// So many of them, settings and bodies, are read before included machines, which may stand on bodies.
inline constexpr std::size_t kSectionsBeforeIncludes = 2;

}  // namespace outrigger::description
