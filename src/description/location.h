#pragma once

#include <string>

namespace outrigger::description {

/// Where a thing was written, for error messages. `line` counts from 1; 0 means "made by code".
struct Location {
  std::string file;
  int line = 0;
};

}  // namespace outrigger::description
