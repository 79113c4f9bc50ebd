#include "sim/live_session.h"

#include <cmath>

#include "sim/scene_builder.h"

namespace outrigger::sim {

using frames::Command;
using frames::Notice;

namespace {

constexpr int kEventsPerSecond = 10;

/// The machine as it is operated: with a control for every input.
description::Machine with_all_controls(description::Machine machine, const World& world) {
  machine.controls = all_controls(machine, world);
  return machine;
}

/// Numerics are counted, not told; that things touch is seen.
bool is_for_people(const Event& event) {
  switch (event.kind) {
    case Event::Kind::contained:
    case Event::Kind::joint_broken:
    case Event::Kind::overload:
    case Event::Kind::inside_ground:
    case Event::Kind::no_ground:
    case Event::Kind::left_site:
    case Event::Kind::drive_jump:
    case Event::Kind::crowded:
      return true;
    case Event::Kind::not_converged:
    case Event::Kind::step_retried:
    case Event::Kind::contact_begin:
    case Event::Kind::contact_end:
      return false;
  }
  return true;
}

bool is_hard_step(const Event& event) {
  return event.kind == Event::Kind::not_converged || event.kind == Event::Kind::step_retried;
}

Notice::Level level_of(const Event& event) {
  switch (event.kind) {
    case Event::Kind::contained:
    case Event::Kind::joint_broken:
      return Notice::Level::error;
    case Event::Kind::overload:
    case Event::Kind::not_converged:
    case Event::Kind::inside_ground:
    case Event::Kind::no_ground:
    case Event::Kind::left_site:
    case Event::Kind::drive_jump:
    case Event::Kind::crowded:
      return Notice::Level::warning;
    case Event::Kind::step_retried:
    case Event::Kind::contact_begin:
    case Event::Kind::contact_end:
      return Notice::Level::info;
  }
  return Notice::Level::info;
}

}  // namespace

LiveSession::LiveSession(World& world, const description::Machine& machine,
                         const SessionLinks& links, StepListener* listener)
    : LiveSession(world, links, with_all_controls(machine, world), listener) {}

LiveSession::LiveSession(World& world, const SessionLinks& links,
                         const description::Machine& machine, StepListener* listener)
    : world_(world),
      links_(links),
      listener_(listener),
      sensors_(channel_sensors(machine), world),
      scene_(make_scene(machine, sensors_)),
      writer_(scene_, sensors_, world),
      controls_(machine, world),
      guard_(machine, world),
      start_(world.save()) {
  scene_.site_title = world.site_title();
  scene_.ground = make_ground(world.ground());
  for (const auto& c : scene_.controls) hand_.push_back(c.initial);
}

void LiveSession::take_messages(RealTimeLoop& loop) {
  links_.mailbox.take(hand_, commands_);
  for (const Command& c : commands_) obey(c, loop);
}

void LiveSession::obey(const Command& command, RealTimeLoop& loop) {
  switch (command.kind) {
    case Command::Kind::pause:
      return loop.pause();
    case Command::Kind::resume:
      return loop.resume();
    case Command::Kind::time_scale:
      return loop.set_time_scale(command.value);
    case Command::Kind::single_step:
      return loop.single_step();
    case Command::Kind::reset:
      return reset(loop);
    case Command::Kind::seek:
      links_.notices.post(
          {Notice::Level::warning, world_.time(), "only a recording can be sought"});
      return;
  }
}

void LiveSession::reset(RealTimeLoop& loop) {
  // Without a step since the last one there is nothing to go back from.
  if (!at_start_) {
    world_.restore(start_);
    controls_.reset();
    guard_.reset();
    if (listener_ != nullptr) listener_->after_reset(world_);
    at_start_ = true;
  }
  links_.notices.post({Notice::Level::info, world_.time(), "back at the start"});
  loop.forget_delay();
}

bool LiveSession::step() {
  at_start_ = false;
  controls_.move(guard_.positions(hand_), world_);
  if (listener_ != nullptr) listener_->before_step(world_);
  world_.step();
  if (listener_ != nullptr) listener_->after_step(world_);
  if (Notice notice; guard_.watch(world_, notice)) links_.notices.post(notice);

  // People read a few lines per second at most.
  const auto steps_per_second = static_cast<std::int64_t>(std::ceil(1.0 / world_.step_size()));
  if (world_.step_count() % steps_per_second == 0) events_left_ = kEventsPerSecond;
  bool hard = false;
  for (const Event& e : world_.take_events()) {
    hard = hard || is_hard_step(e);
    if (is_for_people(e) && events_left_-- > 0) links_.notices.post({level_of(e), e.time, e.text});
  }
  if (hard) ++hard_steps_;
  return true;
}

void LiveSession::publish(const frames::LoopStatus& status) {
  frames::Frame& frame = links_.frames.back();
  writer_.write(world_, controls_.values(), frame);
  frame.loop = status;
  frame.loop.hard_steps = hard_steps_;
  if (guard_.rolled_over()) frame.tilt = frames::Tilt::rolled_over;
  links_.frames.publish();
}

}  // namespace outrigger::sim
