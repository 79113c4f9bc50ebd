/// Watches an attempt, observation by observation, and scores it. What it says depends on nothing but the
/// definition and what it was given, in that order: the score during the session, afterwards, and on
/// another computer is the same text.
///
///   goals     one after the other; all reached: the session ends, its objective reached
///   rules     points lost, told to the trainee at once
///   metrics   measured over the whole attempt
///   ends      all goals, a rule that ends it, time is up, rolled over, practice(state), from outside
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "training/definition.h"
#include "training/expression.h"
#include "training/score.h"

namespace outrigger::training {

/// A line of the session's log.
struct LogLine {
  enum class Level { info, warning, error };
  enum class To { both, trainee, instructor };
  double time = 0.0;  ///< [s]
  Level level = Level::info;
  To to = To::both;
  std::string text;
};

/// What practice(state) answered to the observation of a tick.
struct Verdict {
  enum class Status { none, warning, passed, failed };
  std::int64_t tick = 0;
  double time = 0.0;                 ///< of that observation [s]
  std::optional<double> completion;  ///< [%]
  Status status = Status::none;
  std::string message;
  LogLine::To to = LogLine::To::both;
};

class Grader {
 public:
  /// Throws Error with file and line where an expression does not fit the channels.
  Grader(Definition definition, const std::vector<std::string>& channels, const std::string& file);

  /// The hint of the first goal.
  void begin();
  void observe(std::int64_t tick, double time, std::span<const double> channels);
  void hear(const Verdict& verdict);
  /// From outside: stopped, given up, the script failed.
  void end(Outcome outcome, const std::string& cause);

  bool ended() const { return outcome_ != Outcome::running; }
  double completion() const;  ///< [%]; of practice(state) where it says one
  double time() const { return time_; }
  const std::string& goal() const;  ///< the one that is worked on; empty: none
  double lost() const;              ///< points so far
  /// Lines since the last call.
  std::vector<LogLine> take_log() { return std::exchange(log_, {}); }
  Score score() const;
  const Definition& definition() const { return definition_; }

 private:
  struct RuleState {
    Expression when;
    double began = -1.0, calm = -1.0;  ///< [s]; -1: not
    bool active = false, done = false;
    double reached = 0.0;     ///< units
    std::size_t episode = 0;  ///< of lost_
  };
  struct GoalState {
    Expression when;
    std::optional<Expression> progress = {};
    double began = -1.0;  ///< [s]
    double part = 0.0;    ///< 0..1
    bool reached = false;
  };
  struct MetricState {
    Expression of;
    std::optional<Expression> when = {};
    double sum = 0.0, duration = 0.0, value = 0.0, last = 0.0;
    bool any = false;
  };

  void watch(const Rule& rule, RuleState& state, std::span<const double> channels, double dt);
  void lose(const Rule& rule, RuleState& state, double points);
  void pursue(std::span<const double> channels);
  void measure(const Metric& metric, MetricState& state, std::span<const double> channels,
               double dt);
  std::size_t current_goal() const;
  void tell_goal();
  double goal_completion() const;
  void say(LogLine::Level level, std::string text, LogLine::To to = LogLine::To::both);
  void finish(Outcome outcome, std::string cause);

  Definition definition_;
  std::vector<RuleState> rules_;
  std::vector<GoalState> goals_;
  std::vector<MetricState> metrics_;
  std::optional<Expression> tilt_;
  std::vector<LostPoints> lost_;
  std::vector<LogLine> log_;
  std::optional<double> told_completion_;
  std::string last_message_;
  Outcome outcome_ = Outcome::running;
  std::string cause_ = "not ended";
  std::int64_t tick_ = 0;
  double time_ = 0.0;
  std::size_t told_goal_ = 0;
  bool begun_ = false;
};

}  // namespace outrigger::training
