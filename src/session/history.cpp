#include "session/history.h"

#include <algorithm>
#include <cmath>

namespace outrigger::session {

History::History(sim::World& world, const HistorySettings& settings) : world_(world) {
  const auto steps = [&](double time) {
    return std::max<std::int64_t>(1, std::llround(time / world.step_size()));
  };
  kept_steps_ = steps(settings.length);
  keyframe_steps_ = steps(settings.keyframe_time);
  restart();
}

void History::restart() {
  keyframes_.clear();
  changes_.clear();
  add_keyframe();
}

/// With what the world is at its present step.
void History::add_keyframe() {
  keyframes_.push_back({world_.step_count(), world_.save()});
  latest_ = world_.step_count();
  inputs_ = world_.input_values();
}

/// What came after a moment that was gone back to, before something else happens there. What was done at
/// that moment itself stays, but for the inputs of the step that followed.
void History::forget_after(std::int64_t step) {
  if (step >= latest_) return;
  while (keyframes_.size() > 1 && keyframes_.back().step > step) keyframes_.pop_back();
  const auto belongs_to_later = [&](const Change& c) {
    return c.step > step || (c.step == step && std::holds_alternative<sim::SetInputs>(c.command));
  };
  while (!changes_.empty() && belongs_to_later(changes_.back())) changes_.pop_back();
  latest_ = step;
  inputs_ = keyframes_.back().snapshot.inputs;
  for (const Change& c : changes_)
    if (const auto* set = std::get_if<sim::SetInputs>(&c.command);
        set != nullptr && c.step >= keyframes_.back().step)
      inputs_ = set->values;
}

void History::forget_old() {
  // The moment at the far end must still be reached from a keyframe before it.
  while (keyframes_.size() > 1 && latest_ - keyframes_[1].step >= kept_steps_)
    keyframes_.pop_front();
  while (!changes_.empty() && changes_.front().step < keyframes_.front().step) changes_.pop_front();
}

void History::note_step() {
  const std::int64_t step = world_.step_count();
  forget_after(step - 1);
  if (world_.input_values() != inputs_) {
    inputs_ = world_.input_values();
    changes_.push_back({step - 1, sim::SetInputs{inputs_}});
  }
  latest_ = step;
  if (step - keyframes_.back().step < keyframe_steps_) return;
  add_keyframe();
  forget_old();
}

void History::note_command(const sim::Command& command) {
  forget_after(world_.step_count());
  changes_.push_back({world_.step_count(), command});
}

std::int64_t History::go_to(std::int64_t step) {
  step = std::clamp(step, earliest(), latest_);
  const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), step,
                                      [](std::int64_t s, const Keyframe& k) { return s < k.step; });
  const Keyframe& from = *std::prev(after);
  world_.restore(from.snapshot);
  auto change = std::lower_bound(changes_.begin(), changes_.end(), from.step,
                                 [](const Change& c, std::int64_t s) { return c.step < s; });
  for (std::int64_t now = from.step;; ++now) {
    // What was done at the moment itself, after its step, belongs to it.
    for (; change != changes_.end() && change->step <= now; ++change)
      if (now < step || !std::holds_alternative<sim::SetInputs>(change->command))
        world_.execute(change->command);
    if (now == step) break;
    world_.step();
  }
  world_.take_events();
  return step - from.step;
}

}  // namespace outrigger::session
