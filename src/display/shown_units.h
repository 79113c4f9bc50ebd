/// How a unit of sensors becomes one that people read, so that no display has to know.
#pragma once

#include <cstdint>
#include <string>

namespace outrigger::display {

struct ShownUnit {
  std::string unit;            ///< empty: as measured
  double scale = 1.0;          ///< shown = scale * measured
  std::uint32_t decimals = 2;  ///< that make sense
};

/// In the unit that was asked for, where it fits the measured one; angles otherwise in degrees.
ShownUnit shown_unit(const std::string& measured, const std::string& asked);

}  // namespace outrigger::display
