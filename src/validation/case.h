/// Validation cases: name, what is compared with what, and the limit. One case, one file.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace outrigger::validation {

inline constexpr double kGravity = 9.81;  ///< of all cases [m/s²]

/// One compared quantity.
struct Row {
  std::string name;      ///< of the case
  std::string quantity;  ///< what was compared, with its unit
  double value = 0.0;
  double reference = 0.0;
  double error = 0.0;  ///< |value - reference|, or the quantity itself where 0 is ideal
  double limit = 0.0;
  bool pass = false;
};

/// Columns for a plot; the first is the abscissa.
struct Series {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

struct Result {
  std::vector<Row> rows;
  Series series;

  /// Adds a row that passes when error ≤ limit.
  void compare(const std::string& quantity, double value, double reference, double limit);
  /// A row whose value itself should be small.
  void bound(const std::string& quantity, double value, double limit);
};

struct Case {
  std::string name;   ///< stable, hyphenated
  std::string title;  ///< one line: mechanism, source, what must hold
  std::function<Result()> run;
};

/// All cases in the order of the documentation.
const std::vector<Case>& all_cases();

}  // namespace outrigger::validation
