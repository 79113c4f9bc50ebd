/// A live session that is an exercise: what LiveSession does, and after every step the exercise. A reset
/// begins a new attempt; going back in time or leaving ends the one that runs.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "outrigger/attempt_run.h"
#include "outrigger/real_time_host.h"
#include "recorder/recording_writer.h"
#include "session/live_session.h"

namespace outrigger::app {

class TrainingSeat final : public session::LoopClient {
 public:
  struct Parts {
    const LoadedSession& session;
    sim::World& world;
    session::LiveSession& live;
    frames::NoticeQueue& notices;
    const recorder::RecordingWriter& recording;
    training::ScriptSource script;
    std::string folder, recording_name;
    /// Every line that anybody is told, and every attempt when it begins; null: nobody asks.
    std::function<void(const training::LogLine&)> hear = {};
    std::function<void(const AttemptRun&)> begun = {};
  };
  /// `first`: loaded already. All parts must outlive it.
  TrainingSeat(const Parts& parts, std::unique_ptr<training::ScriptHost> first);

  void take_messages(session::RealTimeLoop& loop) override;
  bool step() override;
  void publish(const frames::LoopStatus& status) override { parts_.live.publish(status); }

  // Between two steps.
  AttemptRun& present() { return *runs_.back(); }
  const training::Score* result() const { return told_result_ ? &score_ : nullptr; }
  /// From the instructor to the trainee.
  void message(const std::string& text);
  void give_up(const std::string& cause) { leave(cause); }

  /// After the loop: ends what runs. The files of all attempts.
  std::vector<std::string> finish();

 private:
  using HostPtr = std::unique_ptr<training::ScriptHost>;
  void begin_attempt(HostPtr script);
  void prepare_next();
  void leave(const std::string& cause);
  void tell(const training::LogLine& line);
  void tell_result();
  void show_task();

  Parts parts_;
  HostPtr script_;
  std::future<HostPtr> next_;
  std::vector<std::unique_ptr<AttemptRun>> runs_;  ///< the last one is the present one
  training::Score score_;                          ///< of an attempt that has ended
  std::int64_t expected_step_ = 0;
  bool told_result_ = false, waiting_ = false;
};

}  // namespace outrigger::app
