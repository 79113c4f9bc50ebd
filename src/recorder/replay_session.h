/// A recording shown in real time: the same frames as a live session, levers without effect, and
/// pause, speed and seek. Called by the real-time loop, on its thread.
#pragma once

#include "recorder/replay.h"
#include "sim/live_session.h"

namespace outrigger::recorder {

class ReplaySession final : public sim::LoopClient {
 public:
  /// `world` at the start of the run. Time in the frames counts from the start of the recording.
  ReplaySession(const Recording& recording, sim::World& world, const description::Machine& machine,
                const sim::SessionLinks& links);

  const frames::Scene& scene() const { return scene_; }

  void take_messages(sim::RealTimeLoop& loop) override;
  bool step() override;
  void publish(const frames::LoopStatus& status) override;

 private:
  void seek(double seconds, sim::RealTimeLoop& loop);

  const Recording& recording_;
  sim::World& world_;
  sim::SessionLinks links_;
  Replay replay_;
  sim::SensorSet sensors_;
  frames::Scene scene_;
  sim::FrameWriter writer_;
  sim::ControlPositions controls_;
  std::vector<float> hand_;
  std::vector<frames::Command> commands_;
  bool told_difference_ = false;
};

}  // namespace outrigger::recorder
