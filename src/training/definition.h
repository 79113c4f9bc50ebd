/// What a session is, as plain values: the dictionary of its `initialize()` after it was checked by
/// python/outrigger/training/check.py. The text comes from another process, so it is checked again here.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger::training {

/// Something that costs points.
struct Rule {
  enum class Kind {
    violation,  ///< `when` must not hold for longer than `grace`
    count,      ///< `when` is a number; every whole unit it reaches for the first time costs
    deadline    ///< `when` must have held before `grace`
  };
  Kind kind = Kind::violation;
  std::string when;  ///< expression as JSON
  std::string title, message, advice, group;
  double points = 0.0;      ///< 0..100
  bool per_second = false;  ///< violation: points per second instead of per event
  double grace = 0.0;       ///< [s]
  bool critical = false;    ///< caps the total
  bool ends = false;        ///< ends the session as failed
  int line = 0;             ///< of the session file
};

/// Something to be reached, one after the other.
struct Goal {
  std::string when;  ///< expression
  std::string title, hint;
  double seconds = 0.0;   ///< held without a break
  double weight = 1.0;    ///< share of the completion
  std::string progress;   ///< expression, 0..1; empty: none
  bool any_time = false;  ///< need not wait for those before it
  int line = 0;
};

struct Metric {
  enum class Reduce { largest, least, mean, last, integral, rms, path, share };
  std::string of, when;  ///< expressions; `when` may be empty
  Reduce reduce = Reduce::last;
  std::string title, unit, group, advice;
  double poor = 0.0, expert = 1.0;  ///< costs all points at `poor`, none at `expert`
  double points = 0.0;              ///< 0..100
  int line = 0;
};

struct FencePlace {
  double x = 0.0, y = 0.0, heading = 0.0;  ///< [m], [deg]
};
struct Mark {
  double x = 0.0, y = 0.0, radius = 1.0;  ///< [m]
};
using Area = std::vector<std::array<double, 2>>;

struct Definition {
  std::string title, briefing;
  std::string machine, site;
  std::optional<std::vector<std::string>> variants;
  std::optional<std::array<double, 2>> position;  ///< [m]
  double heading = 0.0;                           ///< [deg]
  std::vector<FencePlace> fences;
  std::vector<Area> deformables;
  std::vector<Mark> marks;
  double available_time = 0.0;  ///< [s]; 0: no limit
  double pass_mark = 60.0, critical_cap = 40.0;
  std::vector<Rule> rules;
  std::vector<Goal> goals;
  std::vector<Metric> metrics;
  std::vector<std::string> tags;
  bool practice = false;  ///< has a function practice(state)
};

/// Throws Error that begins with `file`.
Definition read_definition(std::string_view json, const std::string& file);

}  // namespace outrigger::training
