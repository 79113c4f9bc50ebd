#pragma once

#include <string>

namespace outrigger::description {

/// Where a thing was written, for error messages. `line` counts from 1; 0 means "made by code".
struct Location {
  std::string file;
  int line = 0;

  /// Where a thing was written is not part of what it is: two things are equal without it.
  bool operator==(const Location&) const { return true; }
};

}  // namespace outrigger::description
