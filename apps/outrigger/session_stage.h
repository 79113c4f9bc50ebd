/// What drives a session: its world with everything that listens to it, and the hands of a scripted operator.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "outrigger/loaded_session.h"
#include "outrigger/real_time_host.h"
#include "recorder/recording_writer.h"
#include "session/live_session.h"
#include "training/script_host.h"

namespace outrigger::app {

/// "FILE:FUNCTION", for example sessions/operators/slalom.py:expert. Throws Error.
training::ScriptSource operator_source(const std::string& by, std::uint64_t seed);

struct SessionStage {
  /// The channels must outlive it.
  SessionStage(LoadedSession& session, const SessionOptions& options, HostChannels& channels);

  recorder::RecordingHeader header;
  std::optional<sim::World> world;
  std::string recording_name;
  std::unique_ptr<recorder::RecordingWriter> recording;
  std::optional<session::LiveSession> live;
};

/// Levers of a scripted operator, by the names of the controls.
class ScriptedHands {
 public:
  ScriptedHands(training::ScriptHost& script, const frames::Scene& scene,
                frames::OperatorMailbox& mailbox);
  /// Asks the script and waits for it. Throws Error.
  void move(const std::string& state);
  /// Never waits: asks about this state when the script is free, and does what it said before.
  void follow(const std::string& state);

 private:
  void obey(const std::string& answer);
  std::size_t index_of(const std::string& name) const;

  training::ScriptHost& script_;
  const frames::Scene& scene_;
  frames::OperatorMailbox& mailbox_;
  std::vector<float> hand_;
  std::string answer_;
};

}  // namespace outrigger::app
