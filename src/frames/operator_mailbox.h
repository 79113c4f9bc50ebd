/// Levers and commands on their way from the operators to the physics.
///
/// Any thread posts; the physics takes at step boundaries and never waits: when a poster holds the
/// lock at that moment, the messages come a step later. Of the levers only the newest position
/// counts; commands keep their order.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace outrigger::frames {

struct Command {
  enum class Kind { pause, resume, time_scale, reset, single_step, seek };
  Kind kind = Kind::pause;
  double value = 0.0;  ///< time_scale: factor; seek: seconds
};

class OperatorMailbox {
 public:
  /// Beyond this many commands that nobody takes, new ones are refused.
  static constexpr std::size_t kMaxCommands = 64;

  /// Positions of all controls, in the order of Scene::controls.
  void post_levers(const std::vector<float>& values) {
    const std::lock_guard lock(mutex_);
    levers_ = values;
    has_levers_ = true;
  }

  /// False when too many commands wait already.
  bool post(const Command& command) {
    const std::lock_guard lock(mutex_);
    if (commands_.size() >= kMaxCommands) return false;
    commands_.push_back(command);
    return true;
  }

  /// Moves what has come into the arguments: `levers` stays as it is when nobody moved one,
  /// `commands` is replaced. Allocates nothing once the capacities are there.
  void take(std::vector<float>& levers, std::vector<Command>& commands) {
    commands.clear();
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    if (has_levers_) levers.swap(levers_);
    has_levers_ = false;
    commands.swap(commands_);
  }

 private:
  std::mutex mutex_;
  std::vector<float> levers_;
  bool has_levers_ = false;
  std::vector<Command> commands_;
};

}  // namespace outrigger::frames
