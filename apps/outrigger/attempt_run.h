/// One attempt at a loaded session: grader, observer, file, exercise.
#pragma once

#include <memory>
#include <string>

#include "outrigger/loaded_session.h"
#include "training/exercise.h"

namespace outrigger::app {

class AttemptRun {
 public:
  struct Links {
    training::ScriptHost* script = nullptr;
    bool lockstep = false;
    std::function<void(const training::LogLine&)> tell;
    std::string folder;     ///< of the attempt; empty: not kept
    std::string recording;  ///< file beside it; empty: none
    std::int64_t first_tick = 0;
    std::uint64_t seed = 0;
  };
  /// The world is at its start.
  AttemptRun(const LoadedSession& session, sim::World& world, Links links);

  training::Exercise& exercise() { return exercise_; }
  const training::Grader& grader() const { return grader_; }
  const training::Observer& observer() const { return observer_; }
  const std::string& file() const { return file_; }
  const std::string& id() const { return id_; }  ///< empty: not kept
  /// Ends it where it has not, and waits for the disk. Throws Error when something was lost.
  void finish(const std::string& cause);

 private:
  std::unique_ptr<training::AttemptWriter> writer_of(const LoadedSession& session,
                                                     const Links& links, double step);

  training::Observer observer_;
  training::Grader grader_;
  std::string file_, id_;
  std::unique_ptr<training::AttemptWriter> writer_;
  training::Exercise exercise_;
};

}  // namespace outrigger::app
