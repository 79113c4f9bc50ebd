/// A function of one variable, as plain values. Evaluated by model/function.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace outrigger::description {

/// A function of one variable: of time for drives and loads, of a coordinate for springs.
struct Function {
  enum class Kind { constant, linear, table, formula, input };
  Kind kind = Kind::constant;
  double value = 0.0;                            ///< constant: the value; linear: the slope
  std::vector<std::pair<double, double>> table;  ///< (x, y), x increasing, ≥ 2 rows; C² spline
  std::string formula;                           ///< in the variable `t` (time) or `x` (coordinate)
  std::string input;      ///< name of an operator input, set from outside each step
  bool relative = false;  ///< input: -1..1 of the drive's speed limits or stroke (key `lever`)

  bool operator==(const Function&) const = default;
};

}  // namespace outrigger::description
