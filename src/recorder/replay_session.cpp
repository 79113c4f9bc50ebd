#include "recorder/replay_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/scene_builder.h"

namespace outrigger::recorder {

using frames::Command;
using frames::Notice;

ReplaySession::ReplaySession(const Recording& recording, sim::World& world,
                             const description::Machine& machine, const sim::SessionLinks& links)
    : recording_(recording),
      world_(world),
      links_(links),
      replay_(recording, world),
      sensors_(sim::channel_sensors(machine), world),
      scene_(sim::make_scene(machine, sensors_)),
      writer_(scene_, sensors_, world),
      controls_(machine, world) {
  scene_.site_title = world.site_title();
  scene_.ground = sim::make_ground(world.ground());
  scene_.replay = true;
  scene_.duration = static_cast<double>(recording.ticks()) * recording.header.step;
}

void ReplaySession::take_messages(sim::RealTimeLoop& loop) {
  links_.mailbox.take(hand_, commands_);
  for (const Command& c : commands_) {
    switch (c.kind) {
      case Command::Kind::pause:
        loop.pause();
        break;
      case Command::Kind::resume:
        // From the end it begins again.
        if (replay_.at_end()) seek(0.0, loop);
        loop.resume();
        break;
      case Command::Kind::time_scale:
        loop.set_time_scale(c.value);
        break;
      case Command::Kind::single_step:
        loop.single_step();
        break;
      case Command::Kind::reset:
        seek(0.0, loop);
        break;
      case Command::Kind::seek:
        seek(c.value, loop);
        break;
    }
  }
}

void ReplaySession::seek(double seconds, sim::RealTimeLoop& loop) {
  const double ticks = std::clamp(seconds, 0.0, scene_.duration) / recording_.header.step;
  replay_.seek(std::llround(ticks));
  loop.forget_delay();
}

bool ReplaySession::step() {
  const bool more = replay_.step();
  world_.take_events();
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

void ReplaySession::publish(const frames::LoopStatus& status) {
  frames::Frame& frame = links_.frames.back();
  controls_.read_back(world_);
  writer_.write(world_, controls_.values(), frame);
  frame.step = static_cast<std::uint64_t>(replay_.tick());
  frame.time = static_cast<double>(replay_.tick()) * recording_.header.step;
  frame.loop = status;
  links_.frames.publish();
}

}  // namespace outrigger::recorder
