/// What an attempt is worth: points lost, each with its moment, rule and advice, and measured values.
///
///   total = 100 - Σ lost, not below 0, to a tenth
///
/// Among the lost points are those of two caps, so that the sum closes: an objective that is not reached leaves
/// at most pass mark × completion, a critical fault at most the session's Critical_Cap.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace outrigger::training {

enum class Outcome { running, reached, failed };

struct LostPoints {
  std::int64_t tick = 0;  ///< steps since the session began
  double time = 0.0;      ///< [s]
  double points = 0.0;
  std::string rule, group, message, advice;
  int line = 0;  ///< of the session file; 0: a rule of every session
  bool critical = false;
};

struct Measured {
  std::string title, unit, group, advice;
  std::optional<double> value;  ///< empty: there was nothing to measure
  double poor = 0.0, expert = 0.0;
  double points = 0.0;  ///< that it may cost
  double lost = 0.0;    ///< that it did
};

struct Score {
  double total = 0.0;  ///< 0..100
  bool passed = false;
  std::string grade;  ///< excellent, good, passed, failed
  Outcome outcome = Outcome::running;
  std::string cause;        ///< why it ended, a sentence
  double completion = 0.0;  ///< [%]
  double time = 0.0;        ///< [s]
  std::vector<LostPoints> lost;
  std::vector<Measured> metrics;
};

/// One line of JSON, the same text for the same score.
std::string to_text(const Score& score);
/// For people: the report on a terminal.
std::string report(const Score& score);

}  // namespace outrigger::training
