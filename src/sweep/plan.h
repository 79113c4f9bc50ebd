/// A sweep file: which study, which values of it change, and how the cases are chosen.
///
///   outrigger_sweep: 1
///   study: hall-4890.yaml            # an anchor study, or a machine file; beside this file
///   method: grid                     # grid, random, latin, list
///   seed: 1                          # random, latin
///   samples: 100                     # random, latin
///   parameters:
///     start.yaw_deg: [0, 30, 60]     # values of a grid
///     anchor.mass: {from: 4000, to: 6000, count: 3}
///
/// Cases are numbered from 0; a case depends on the file and its number alone. Grid: the last parameter
/// changes fastest. Random: u(seed, parameter, number), even over each range. Latin hypercube: every
/// parameter visits every one of `samples` equal parts of its range once. List: case k takes the k-th value
/// of every parameter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrigger::sweep {

struct Parameter {
  std::string path;                 ///< in the study, keys joined by dots
  std::vector<std::string> values;  ///< as they would stand in the file
  double from = 0.0, to = 0.0;      ///< random, latin
  int count = 0;                    ///< of a range in a grid
  bool range = false;
};

struct Plan {
  enum class Kind { anchor, machine };
  enum class Method { grid, random, latin, list };
  std::string file;   ///< of the sweep
  std::string study;  ///< path of the study
  Kind kind = Kind::anchor;
  Method method = Method::grid;
  std::uint64_t seed = 1;
  std::int64_t samples = 0;
  std::vector<Parameter> parameters;

  std::int64_t case_count() const;
  /// Path and text of every parameter.
  std::vector<std::pair<std::string, std::string>> values_of(std::int64_t number) const;
};

/// Throws Error with all problems of the file, a line each.
Plan read_plan(const std::string& path);
Plan read_plan_text(std::string_view text, const std::string& name);

}  // namespace outrigger::sweep
