/// A machine that is being operated: levers and commands in, steps of the world, frames out.
/// The real-time loop calls it; everything here happens on the loop's thread. Pause, pace and single steps
/// are matters of the loop; what changes the machine becomes a command of its world (sim/command.h), so that
/// whoever listens to the world sees it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "display/frame_writer.h"
#include "display/ground_tiles.h"
#include "display/mesh_asset.h"
#include "display/world_ground.h"
#include "frames/frame.h"
#include "frames/keyed_store.h"
#include "frames/latest_slot.h"
#include "frames/notice_queue.h"
#include "frames/operator_mailbox.h"
#include "frames/scene.h"
#include "session/control_positions.h"
#include "session/controller_link.h"
#include "session/history.h"
#include "session/real_time_loop.h"
#include "sim/placed_scene.h"
#include "sim/sensors.h"
#include "sim/tilt_guard.h"
#include "sim/world.h"

namespace outrigger::session {

using FrameSlot = frames::LatestSlot<frames::Frame>;

/// Where a session's messages come from and go to. All must outlive the session.
struct SessionLinks {
  frames::OperatorMailbox& mailbox;
  FrameSlot& frames;
  frames::NoticeQueue& notices;
  frames::KeyedStore* stream = nullptr;  ///< bodies and ground that come and go; null: not shown
};

class LiveSession final : public LoopClient {
 public:
  /// The world as it is now is where `reset` returns to. Meshes that are drawn are those of `meshes`.
  /// `stations`: of several machines in one, each with limits of its own.
  LiveSession(sim::World& world, const description::Machine& machine, const SessionLinks& links,
              const display::VisualMeshes& meshes = {},
              const std::vector<sim::Station>& stations = {});

  const frames::Scene& scene() const { return scene_; }

  /// Changes the ground now (terrain/ground_edit.h); `reset` undoes it. Throws Error where it cannot be
  /// done, and nothing has changed.
  void change_ground(const std::string& edit);

  /// What frames say of a training session from now on.
  void show_task(const frames::Task& task) { task_ = task; }
  /// Before anybody sees the scene.
  void set_briefing(const std::string& title, const std::string& briefing) {
    scene_.task_title = title;
    scene_.briefing = briefing;
  }
  /// Hears of every event of a step, told to people or not; must not wait.
  void watch_events(std::function<void(const sim::Event&)> watcher) {
    watcher_ = std::move(watcher);
  }

  /// Controllers in the loop (docs/hil.md) from now on; must outlive the session.
  void set_controllers(ControllerLink& link) { controllers_ = &link; }

  void take_messages(RealTimeLoop& loop) override;
  bool step() override;
  void publish(const frames::LoopStatus& status) override;

 private:
  /// `machine` with a control for every input.
  LiveSession(sim::World& world, const SessionLinks& links, const description::Machine& machine,
              const display::VisualMeshes& meshes, const std::vector<sim::Station>& stations);
  const std::vector<float>& guarded_hand();
  void obey(const frames::Command& command, RealTimeLoop& loop);
  void reset();
  void go_back(double time, RealTimeLoop& loop);
  void note_restored();
  void edit_ground(const std::string& text);
  void pass_on(const sim::Event& event);

  sim::World& world_;
  SessionLinks links_;
  sim::SensorSet sensors_;
  frames::Scene scene_;
  display::FrameWriter writer_;
  ControlPositions controls_;
  std::vector<sim::TiltGuard> guards_;  ///< one per machine, the first is shown
  display::WorldGround edited_ground_;
  display::GroundTiles ground_tiles_;
  History history_;
  std::vector<float> hand_;  ///< positions of the controls
  std::vector<frames::Command> commands_;
  std::function<void(const sim::Event&)> watcher_;
  frames::Task task_;
  ControllerLink* controllers_ = nullptr;
  std::uint64_t hard_steps_ = 0;
  int events_left_ = 10;  ///< notices still allowed in this second
  bool at_start_ = true;  ///< no step since the start or the last reset
};

}  // namespace outrigger::session
