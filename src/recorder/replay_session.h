/// A recording shown in real time: the same frames as a live session, levers without effect, and
/// pause, speed and seek. Called by the real-time loop, on its thread.
///
/// A seek may have to compute many steps. It does so in slices between which messages are taken,
/// frames are published and the loop can be stopped; a newer seek takes its place. Meanwhile frames
/// show how far it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "recorder/replay.h"
#include "session/live_session.h"

namespace outrigger::recorder {

class ReplaySession final : public session::LoopClient {
 public:
  /// `world` at the start of the run. Time in the frames counts from the start of the recording.
  ReplaySession(const Recording& recording, sim::World& world, const description::Machine& machine,
                const session::SessionLinks& links, const display::VisualMeshes& meshes = {});

  const frames::Scene& scene() const { return scene_; }
  /// Recorded snapshots that are not used (Replay::refused).
  const std::vector<std::string>& refused() const { return replay_.refused(); }

  void take_messages(session::RealTimeLoop& loop) override;
  bool step() override;
  bool step_back() override;
  void publish(const frames::LoopStatus& status) override;

  std::int64_t tick() const { return replay_.tick(); }
  /// A seek is on its way.
  bool seeking() const { return target_.has_value(); }

 private:
  void obey(const frames::Command& command, session::RealTimeLoop& loop);
  void aim_at(double seconds);
  void tell_failure();
  void go_on_seeking(session::RealTimeLoop& loop);
  /// The world is at another moment than the next one.
  void note_restored() {
    writer_.note_restored();
    ground_tiles_.note_restored();
  }

  const Recording& recording_;
  sim::World& world_;
  session::SessionLinks links_;
  Replay replay_;
  sim::SensorSet sensors_;
  frames::Scene scene_;
  display::FrameWriter writer_;
  session::ControlPositions controls_;
  display::WorldGround edited_ground_;
  display::GroundTiles ground_tiles_;
  std::vector<float> hand_;
  std::vector<frames::Command> commands_;
  std::optional<std::int64_t> target_;  ///< of the seek on its way [ticks]
  std::int64_t last_step_ = 0;          ///< of the world, in the last frame
  bool told_difference_ = false, told_failure_ = false;
};

}  // namespace outrigger::recorder
