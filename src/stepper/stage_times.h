/// Where the time of a step goes: laps of the monotonic clock, summed by stage, for benchmarks. Who
/// does not ask pays a test of a pointer per stage. Never part of the state.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace outrigger::stepper {

enum class Stage {
  references,  ///< levers, engine and pumps, references of the drives
  predict,     ///< start kept, first guess
  prepare,     ///< ForceTerm::prepare
  rows,        ///< constraints and their gradients
  forces,      ///< ForceTerm::evaluate, with tangents where wanted
  factor,      ///< factorisation
  solve,       ///< residual, solution, increment
  project,     ///< velocities and accelerations onto the constraints
  accept,      ///< ForceTerm::accept
  ledger,      ///< energies, off unless kept
};
inline constexpr int kStageCount = 10;
inline constexpr std::array<const char*, kStageCount> kStageNames = {
    "references", "predict", "prepare", "rows",   "forces",
    "factor",     "solve",   "project", "accept", "ledger"};

class StageTimes {
 public:
  void start() { last_ = Clock::now(); }
  /// What has passed since the last lap belongs to `stage`.
  void lap(Stage stage) {
    const Clock::time_point now = Clock::now();
    seconds_[static_cast<std::size_t>(stage)] += std::chrono::duration<double>(now - last_).count();
    ++laps_[static_cast<std::size_t>(stage)];
    last_ = now;
  }
  double seconds(int stage) const { return seconds_[static_cast<std::size_t>(stage)]; }
  std::int64_t laps(int stage) const { return laps_[static_cast<std::size_t>(stage)]; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_{};
  std::array<double, kStageCount> seconds_{};
  std::array<std::int64_t, kStageCount> laps_{};
};

}  // namespace outrigger::stepper
