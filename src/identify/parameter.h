/// A number that a fit may change, between bounds.
///
/// The optimiser sees it as u from 0 (low) to 1 (high): on a logarithmic scale when low > 0, because
/// stiffness and damping are known by their powers of ten, else on a linear one.
#pragma once

#include <optional>
#include <string>

namespace outrigger::identify {

struct Parameter {
  std::string path;                           ///< in the machine file, or kTimeOffset
  double start = 0.0, low = 0.0, high = 0.0;  ///< low < high, start between

  bool logarithmic() const { return low > 0.0; }
  double value(double u) const;  ///< u is clipped to 0..1
  double scaled(double value) const;
  /// The value further by du, not clipped.
  double moved(double value, double du) const;
  /// Steps of u for differences: 0.1 % of the value, or 0.01 % of the range where it is linear.
  double difference() const;
};

/// Not a key of the file: the time of the simulation at the record's time 0 [s].
inline constexpr const char* kTimeOffset = "time_offset";

/// "path", "path=start" or "path=start:low:high", as on the command line.
struct ParameterText {
  std::string path;
  std::optional<double> start, low, high;
};
/// Throws Error for anything else.
ParameterText parse_parameter(const std::string& text);

/// Fills in what was not given: start from `written` (the file's value), bounds a factor 1000 below
/// and above it; 0.01 to 1 for a restitution, 1 to 3 for an exponent. Throws Error where that is not
/// enough or contradicts itself.
Parameter complete(const ParameterText& text, std::optional<double> written);

}  // namespace outrigger::identify
