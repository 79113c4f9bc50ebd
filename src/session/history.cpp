#include "session/history.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/assert.h"

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
  film_.clear();
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
  film_.clear();
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
  film_.clear();
  forget_after(world_.step_count());
  changes_.push_back({world_.step_count(), command});
}

const History::Keyframe& History::keyframe_before(std::int64_t step) const {
  const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), step,
                                      [](std::int64_t s, const Keyframe& k) { return s < k.step; });
  return *std::prev(after);
}

/// Calls see() at every moment on the way, the first and the last included.
template <class See>
void History::run_to(const Keyframe& from, std::int64_t step, const See& see) {
  world_.restore(from.snapshot);
  auto change = std::lower_bound(changes_.begin(), changes_.end(), from.step,
                                 [](const Change& c, std::int64_t s) { return c.step < s; });
  for (std::int64_t now = from.step;; ++now) {
    // What was done at the moment itself, after its step, belongs to it; its inputs to the next step.
    auto inputs = changes_.end();
    for (; change != changes_.end() && change->step <= now; ++change) {
      if (std::holds_alternative<sim::SetInputs>(change->command))
        inputs = change;
      else
        world_.execute(change->command);
    }
    see();
    if (now == step) break;
    if (inputs != changes_.end()) world_.execute(inputs->command);
    world_.step();
  }
  world_.take_events();
}

std::int64_t History::go_to(std::int64_t step) {
  land();
  film_.clear();
  step = std::clamp(step, earliest(), latest_);
  const Keyframe& from = keyframe_before(step);
  run_to(from, step, [] {});
  return step - from.step;
}

bool History::go_back_one(bool* same_parts) {
  const std::int64_t step = world_.step_count() - 1;
  if (step < earliest()) return false;
  if (listener_ == nullptr && world_.listener() != nullptr) {
    left_ = world_.save();
    listener_ = world_.listener();
    world_.set_listener(nullptr);
  }
  const auto parts = world_.save().mechanisms;
  while (!film_.empty() && film_.back().step > step) film_.pop_back();
  if (film_.empty() || film_.back().step != step) {
    film_.clear();
    const Keyframe from = keyframe_before(step);
    run_to(from, step, [&] { film_.push_back({world_.step_count(), world_.save()}); });
  } else {
    world_.restore(film_.back().snapshot);
  }
  if (same_parts != nullptr) *same_parts = film_.back().snapshot.mechanisms == parts;
  return true;
}

void History::land() {
  if (listener_ == nullptr) return;
  const sim::Snapshot here = world_.save();
  world_.restore(left_);
  world_.set_listener(std::exchange(listener_, nullptr));
  world_.restore(here);
  left_ = {};
}

std::size_t History::memory() const {
  std::size_t bytes = changes_.size() * (sizeof(Change) + sizeof(double) * inputs_.size());
  std::unordered_set<const void*> seen;
  for (const Keyframe& k : keyframes_) bytes += sim::size_of(k.snapshot, seen);
  return bytes;
}

sim::Snapshot History::moment(std::int64_t step) {
  land();
  sim::JournalListener* const listener = world_.listener();
  world_.set_listener(nullptr);
  const std::int64_t now = world_.step_count();
  const sim::Snapshot present = world_.save();
  auto events = world_.take_events();
  go_to(step);
  sim::Snapshot there = world_.save();
  world_.restore(present);
  for (auto& e : events) world_.report(std::move(e));
  OUTRIGGER_ASSERT(world_.step_count() == now);
  world_.set_listener(listener);
  return there;
}

}  // namespace outrigger::session
