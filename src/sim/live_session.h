/// A machine that is being operated: levers and commands in, steps of the world, frames out.
/// The real-time loop calls it; everything here happens on the loop's thread.
#pragma once

#include <vector>

#include "frames/frame.h"
#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "frames/scene.h"
#include "sim/control_positions.h"
#include "sim/frame_writer.h"
#include "sim/real_time_loop.h"
#include "sim/sensors.h"
#include "sim/tilt_guard.h"
#include "sim/world.h"

namespace outrigger::sim {

using FrameSlot = frames::LatestSlot<frames::Frame>;

/// Where a session's messages come from and go to. All must outlive the session.
struct SessionLinks {
  frames::OperatorMailbox& mailbox;
  FrameSlot& frames;
  frames::NoticeQueue& notices;
};

/// Someone who must see every step, such as the recorder. Must not wait.
class StepListener {
 public:
  virtual ~StepListener() = default;
  /// The inputs of the coming step are set.
  virtual void before_step(const World& world) = 0;
  virtual void after_step(const World& world) = 0;
  /// The world is back at its start.
  virtual void after_reset(const World& world) = 0;
};

class LiveSession final : public LoopClient {
 public:
  /// The world as it is now is where `reset` returns to.
  LiveSession(World& world, const description::Machine& machine, const SessionLinks& links,
              StepListener* listener = nullptr);

  const frames::Scene& scene() const { return scene_; }

  void take_messages(RealTimeLoop& loop) override;
  bool step() override;
  void publish(const frames::LoopStatus& status) override;

 private:
  /// `machine` with a control for every input.
  LiveSession(World& world, const SessionLinks& links, const description::Machine& machine,
              StepListener* listener);
  void obey(const frames::Command& command, RealTimeLoop& loop);
  void reset(RealTimeLoop& loop);

  World& world_;
  SessionLinks links_;
  StepListener* listener_;
  SensorSet sensors_;
  frames::Scene scene_;
  FrameWriter writer_;
  ControlPositions controls_;
  TiltGuard guard_;
  Snapshot start_;
  std::vector<float> hand_;  ///< positions of the controls
  std::vector<frames::Command> commands_;
  std::uint64_t hard_steps_ = 0;
  int events_left_ = 10;  ///< notices still allowed in this second
  bool at_start_ = true;  ///< no step since the start or the last reset
};

}  // namespace outrigger::sim
