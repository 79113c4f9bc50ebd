#include "recorder/replay_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "display/scene_builder.h"

namespace outrigger::recorder {

using frames::Command;
using frames::Notice;

namespace {
/// Of a seek between two looks at the messages. The rest of the program notices nothing of it.
constexpr auto kSlice = std::chrono::milliseconds(40);
}  // namespace

ReplaySession::ReplaySession(const Recording& recording, sim::World& world,
                             const description::Machine& machine,
                             const session::SessionLinks& links,
                             const display::VisualMeshes& meshes)
    : recording_(recording),
      world_(world),
      links_(links),
      replay_(recording, world),
      sensors_(display::channel_sensors(machine), world),
      scene_(display::with_objects(display::make_scene(machine, sensors_, meshes), world)),
      writer_(scene_, sensors_, world, links.stream),
      controls_(machine, world),
      edited_ground_(world) {
  scene_.site_title = world.site_title();
  scene_.ground = display::make_ground(world.ground());
  if (world.soil() == nullptr) scene_.containers.clear();  // nothing will ever be in them
  scene_.replay = true;
  scene_.duration = static_cast<double>(recording.ticks()) * recording.header.step;
}

void ReplaySession::take_messages(session::RealTimeLoop& loop) {
  links_.mailbox.take(hand_, commands_);
  const std::optional<std::int64_t> before = target_;
  for (const Command& c : commands_) obey(c, loop);
  if (!target_) return;
  if (target_ != before) {
    replay_.approach(*target_);
    note_restored();
  }
  go_on_seeking(loop);
}

void ReplaySession::obey(const Command& command, session::RealTimeLoop& loop) {
  switch (command.kind) {
    case Command::Kind::pause:
      return loop.pause();
    case Command::Kind::resume:
      // From the end it begins again.
      if (replay_.at_end() && !target_) aim_at(0.0);
      return loop.resume();
    case Command::Kind::time_scale:
      return loop.set_time_scale(command.value);
    case Command::Kind::single_step:
      return loop.single_step();
    case Command::Kind::reset:
      return aim_at(0.0);
    case Command::Kind::seek:
      return aim_at(command.value);
    case Command::Kind::edit_ground:
      return;  // the server refuses it: what was recorded stays as it was
  }
}

void ReplaySession::aim_at(double seconds) {
  const double ticks = std::clamp(seconds, 0.0, scene_.duration) / recording_.header.step;
  target_ = std::min<std::int64_t>(std::llround(ticks), recording_.ticks());
}

void ReplaySession::go_on_seeking(session::RealTimeLoop& loop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point slice_end = Clock::now() + kSlice;
  while (replay_.tick() < *target_ && !loop.stopped() && Clock::now() < slice_end) {
    if (!replay_.step_towards(*target_)) break;
    world_.take_events();
  }
  if (replay_.tick() >= *target_ || replay_.at_end()) target_.reset();
  tell_failure();
  loop.forget_delay();
}

void ReplaySession::tell_failure() {
  if (told_failure_ || !replay_.at_end() || replay_.failure().empty()) return;
  told_failure_ = true;
  links_.notices.post({Notice::Level::warning,
                       static_cast<double>(replay_.tick()) * recording_.header.step,
                       "the replay ends here: " + replay_.failure()});
}

bool ReplaySession::step() {
  if (target_) return true;  // a single step during a seek: the seek goes first
  const bool more = replay_.step();
  world_.take_events();
  if (!more) tell_failure();
  if (more && !told_difference_ && !replay_.matches()) {
    told_difference_ = true;
    links_.notices.post({Notice::Level::warning,
                         static_cast<double>(replay_.tick()) * recording_.header.step,
                         fmt::format("from step {} on this is not what was recorded: the program "
                                     "computes other bits now",
                                     replay_.tick())});
  }
  return !replay_.at_end();
}

bool ReplaySession::step_back() {
  if (target_) return true;
  bool same_parts = true;
  const bool more = replay_.step_back(&same_parts);
  if (!same_parts) writer_.note_restored();
  ground_tiles_.note_restored();
  last_step_ = world_.step_count();  // told already
  return more;
}

void ReplaySession::publish(const frames::LoopStatus& status) {
  frames::Frame& frame = links_.frames.back();
  controls_.read_back(world_);
  // Back by a seek or by a recorded reset.
  if (world_.step_count() < last_step_) note_restored();
  last_step_ = world_.step_count();
  writer_.write(world_, controls_.values(), frame);
  frame.step = static_cast<std::uint64_t>(replay_.tick());
  frame.time = static_cast<double>(replay_.tick()) * recording_.header.step;
  frame.loop = status;
  if (links_.stream != nullptr) {
    ground_tiles_.update(edited_ground_, *links_.stream);
    links_.stream->pass_on();
  }
  links_.frames.publish();
}

}  // namespace outrigger::recorder
