/// A session while it is driven: after every step of the world it observes, grades, asks the script, keeps the
/// attempt and tells people. The same in a seat and without one; in a seat the script is never waited for,
/// and an observation that finds it busy is not shown to it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/event.h"
#include "sim/world.h"
#include "training/attempt.h"
#include "training/grader.h"
#include "training/observer.h"
#include "training/script_host.h"

namespace outrigger::training {

struct ExerciseLinks {
  ScriptHost* script = nullptr;     ///< null: no practice(state)
  AttemptWriter* writer = nullptr;  ///< null: nothing is kept
  bool lockstep = false;            ///< wait for the script, so that a run is the same every time
  std::function<void(const LogLine&)> tell;
};

class Exercise {
 public:
  /// All must outlive it.
  Exercise(Grader& grader, Observer& observer, ExerciseLinks links, int period, double step);

  /// At the start of the world: tells the script what there is, and the trainee the first hint.
  void begin(sim::World& world);
  /// Something that happened in the step that after_step is called for next.
  void note(const sim::Event& event);
  void after_step(sim::World& world);
  /// Something that people are told from outside, such as an instructor's message; kept with the attempt.
  void remark(const LogLine& line);
  /// From outside.
  void end(Outcome outcome, const std::string& cause);

  bool ended() const { return grader_.ended(); }
  std::int64_t tick() const { return tick_; }  ///< steps since begin
  bool observed() const { return observed_; }  ///< in the last step
  /// The last observation, as scripts get it.
  const std::string& state_line() const { return line_; }
  const Grader& grader() const { return grader_; }

 private:
  void observe(sim::World& world);
  void write_state();
  void ask_script();
  void hear(const std::string& answer);
  void fail(const std::string& why);
  void pass_on();

  Grader& grader_;
  Observer& observer_;
  ExerciseLinks links_;
  int period_;
  double step_;
  std::int64_t tick_ = 0;
  bool observed_ = false, kept_end_ = false;
  std::string line_, answer_;
  std::vector<std::string> events_;  ///< JSON, since the last observation that the script got
};

/// The line that tells a script about names and places.
std::string begin_line(const Observer& observer);
/// An answer of practice(state). Throws Error.
Verdict verdict_from_text(const std::string& json, double step);

}  // namespace outrigger::training
