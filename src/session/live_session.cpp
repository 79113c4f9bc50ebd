#include "session/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "display/scene_builder.h"

namespace outrigger::session {

using frames::Command;
using frames::Notice;

namespace {

constexpr int kEventsPerSecond = 10;

/// The machine as it is operated: with a control for every input.
description::Machine with_all_controls(description::Machine machine, const sim::World& world) {
  machine.controls = display::all_controls(machine, world);
  return machine;
}

/// Numerics are counted, not told; that things touch is seen.
bool is_for_people(const sim::Event& event) {
  switch (event.kind) {
    case sim::Event::Kind::contained:
    case sim::Event::Kind::joint_broken:
    case sim::Event::Kind::overload:
    case sim::Event::Kind::inside_ground:
    case sim::Event::Kind::no_ground:
    case sim::Event::Kind::left_site:
    case sim::Event::Kind::drive_jump:
    case sim::Event::Kind::crowded:
    case sim::Event::Kind::ground_changed:
    case sim::Event::Kind::cave_in:
      return true;
    case sim::Event::Kind::not_converged:
    case sim::Event::Kind::step_retried:
    case sim::Event::Kind::contact_begin:
    case sim::Event::Kind::contact_end:
      return false;
  }
  return true;
}

bool is_hard_step(const sim::Event& event) {
  return event.kind == sim::Event::Kind::not_converged ||
         event.kind == sim::Event::Kind::step_retried || event.kind == sim::Event::Kind::contained;
}

Notice::Level level_of(const sim::Event& event) {
  switch (event.kind) {
    case sim::Event::Kind::contained:
    case sim::Event::Kind::joint_broken:
      return Notice::Level::error;
    case sim::Event::Kind::overload:
    case sim::Event::Kind::not_converged:
    case sim::Event::Kind::inside_ground:
    case sim::Event::Kind::no_ground:
    case sim::Event::Kind::left_site:
    case sim::Event::Kind::drive_jump:
    case sim::Event::Kind::crowded:
    case sim::Event::Kind::cave_in:
      return Notice::Level::warning;
    case sim::Event::Kind::step_retried:
    case sim::Event::Kind::contact_begin:
    case sim::Event::Kind::contact_end:
    case sim::Event::Kind::ground_changed:
      return Notice::Level::info;
  }
  return Notice::Level::info;
}

}  // namespace

LiveSession::LiveSession(sim::World& world, const description::Machine& machine,
                         const SessionLinks& links, const display::VisualMeshes& meshes,
                         const std::vector<sim::Station>& stations)
    : LiveSession(world, links, with_all_controls(machine, world), meshes, stations) {}

LiveSession::LiveSession(sim::World& world, const SessionLinks& links,
                         const description::Machine& machine, const display::VisualMeshes& meshes,
                         const std::vector<sim::Station>& stations)
    : world_(world),
      links_(links),
      sensors_(display::channel_sensors(machine), world),
      scene_(display::with_objects(display::make_scene(machine, sensors_, meshes), world)),
      writer_(scene_, sensors_, world, links.stream),
      controls_(machine, world),
      edited_ground_(world),
      history_(world) {
  if (stations.empty()) guards_.emplace_back(machine.seat.tilt, machine.controls, world);
  for (const sim::Station& s : stations)
    guards_.emplace_back(s.tilt, machine.controls, world, s.prefix);
  world.mark_start();
  scene_.site_title = world.site_title();
  scene_.ground = display::make_ground(world.ground());
  if (world.soil() == nullptr) scene_.containers.clear();  // nothing will ever be in them
  // A run that goes on: its wheels and choices are where it has them.
  controls_.read_back(world);
  for (std::size_t i = 0; i < scene_.controls.size(); ++i) {
    const frames::Control& c = scene_.controls[i];
    hand_.push_back(c.springs_back() ? c.initial : controls_.values()[i]);
  }
}

void LiveSession::take_messages(RealTimeLoop& loop) {
  links_.mailbox.take(hand_, commands_);
  for (const Command& c : commands_) obey(c, loop);
  if (controllers_ != nullptr) controllers_->service();
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
      reset();
      return loop.forget_delay();
    case Command::Kind::edit_ground:
      return edit_ground(command.text);
    case Command::Kind::seek:
      return go_back(command.value, loop);
  }
}

void LiveSession::reset() {
  // Without a step since the last one there is nothing to go back from.
  if (!at_start_) {
    world_.reset();
    controls_.reset();
    for (sim::TiltGuard& guard : guards_) guard.reset();
    history_.restart();
    note_restored();
    at_start_ = true;
  }
  links_.notices.post({Notice::Level::info, world_.time(), "back at the start"});
}

/// Displays must not draw a way between two moments.
void LiveSession::note_restored() {
  writer_.note_restored();
  ground_tiles_.note_restored();
}

/// To a moment of the last minutes, and waits there: hands must find their levers.
void LiveSession::go_back(double time, RealTimeLoop& loop) {
  if (!std::isfinite(time)) return;
  const double most = 1e15 * world_.step_size();
  const auto step = std::llround(std::clamp(time, -most, most) / world_.step_size());
  loop.pause();
  history_.go_to(step);
  controls_.read_back(world_);
  for (sim::TiltGuard& guard : guards_) guard.look_again(world_);
  note_restored();
  at_start_ = false;
  loop.forget_delay();
  links_.notices.post({Notice::Level::info, world_.time(),
                       fmt::format("at {:.2f} s; resume to drive on from here", world_.time())});
}

void LiveSession::pass_on(const sim::Event& event) {
  Notice notice{.level = level_of(event),
                .time = event.time,
                .text = event.text,
                .kind = std::string(to_string(event.kind)),
                .place = event.place,
                .value = event.value,
                .unit = event.unit};
  for (const sim::EventPart& p : event.parts) notice.parts.push_back({p.kind, p.name});
  links_.notices.post(std::move(notice));
}

void LiveSession::change_ground(const std::string& edit) {
  const sim::EditGround command{edit};
  world_.execute(command);
  history_.note_command(command);
  at_start_ = false;
}

void LiveSession::edit_ground(const std::string& text) {
  try {
    change_ground(text);
  } catch (const Error& e) {
    links_.notices.post({Notice::Level::warning, world_.time(), e.what()});
  }
}

/// What machines that have rolled over do not feel.
const std::vector<float>& LiveSession::guarded_hand() {
  const std::vector<float>* hand = &hand_;
  for (sim::TiltGuard& guard : guards_) hand = &guard.positions(*hand);
  return *hand;
}

bool LiveSession::step() {
  at_start_ = false;
  controls_.move(guarded_hand(), world_);
  if (controllers_ != nullptr) {
    // TiltGuard looks at the hands; whose levers are moved otherwise is asked of it here.
    const bool stopped = std::any_of(guards_.begin(), guards_.end(),
                                     [](const sim::TiltGuard& g) { return g.rolled_over(); });
    controllers_->exchange(stopped);
    controls_.read_back(world_);
  }
  world_.step();
  history_.note_step();
  for (sim::TiltGuard& guard : guards_)
    if (Notice notice; guard.watch(world_, notice)) links_.notices.post(notice);

  // People read a few lines per second at most.
  const auto steps_per_second = static_cast<std::int64_t>(std::ceil(1.0 / world_.step_size()));
  if (world_.step_count() % steps_per_second == 0) events_left_ = kEventsPerSecond;
  bool hard = false;
  for (const sim::Event& e : world_.take_events()) {
    hard = hard || is_hard_step(e);
    if (watcher_) watcher_(e);
    if (is_for_people(e) && events_left_-- > 0) pass_on(e);
  }
  if (hard) ++hard_steps_;
  return true;
}

void LiveSession::publish(const frames::LoopStatus& status) {
  frames::Frame& frame = links_.frames.back();
  writer_.write(world_, controls_.values(), frame);
  frame.loop = status;
  frame.loop.hard_steps = hard_steps_;
  frame.task = task_;
  frame.history = {static_cast<double>(history_.earliest()) * world_.step_size(),
                   static_cast<double>(history_.latest()) * world_.step_size()};
  if (guards_.front().rolled_over()) frame.tilt = frames::Tilt::rolled_over;
  // Before the frame that needs it.
  if (links_.stream != nullptr) {
    ground_tiles_.update(edited_ground_, *links_.stream);
    links_.stream->pass_on();
  }
  links_.frames.publish();
}

}  // namespace outrigger::session
