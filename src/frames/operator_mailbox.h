/// Levers and commands on their way from the operators to the physics.
///
/// Any thread posts; the physics takes at step boundaries and never waits: when a poster holds the
/// lock at that moment, the messages come a step later. Of the levers only the newest position
/// counts. Commands keep their order, but those that a later one makes pointless are dropped, so
/// that a flood of commands costs the physics no more than a handful.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

namespace outrigger::frames {

struct Command {
  enum class Kind { pause, resume, time_scale, reset, single_step, seek };
  Kind kind = Kind::pause;
  double value = 0.0;  ///< time_scale: factor; seek: seconds
};

/// Commands that wait, in their order, and never more than kMaxCommands of them:
///   pause, resume   replace an earlier pause, resume and single steps, which they undo
///   time_scale      replaces an earlier one
///   seek            replaces an earlier one: only the newest counts
///   reset           replaces an earlier one, and seeks before it
///   single_step     adds up to kMaxSingleSteps
/// Allocates nothing once the capacity is there.
class CommandQueue {
 public:
  static constexpr std::size_t kMaxSingleSteps = 20;
  /// Single steps, and one each of pause or resume, time_scale, reset, seek.
  static constexpr std::size_t kMaxCommands = kMaxSingleSteps + 4;

  /// False when the command is one single step too many.
  bool add(const Command& command) {
    using Kind = Command::Kind;
    switch (command.kind) {
      case Kind::pause:
      case Kind::resume:
        drop(
            [](Kind k) { return k == Kind::pause || k == Kind::resume || k == Kind::single_step; });
        break;
      case Kind::time_scale:
        drop([](Kind k) { return k == Kind::time_scale; });
        break;
      case Kind::seek:
        drop([](Kind k) { return k == Kind::seek; });
        break;
      case Kind::reset:
        drop([](Kind k) { return k == Kind::reset || k == Kind::seek; });
        break;
      case Kind::single_step:
        if (std::count_if(commands_.begin(), commands_.end(), [](const Command& c) {
              return c.kind == Kind::single_step;
            }) >= static_cast<std::ptrdiff_t>(kMaxSingleSteps))
          return false;
        break;
    }
    commands_.push_back(command);
    return true;
  }

  bool empty() const { return commands_.empty(); }
  const std::vector<Command>& commands() const { return commands_; }
  void clear() { commands_.clear(); }
  void swap(std::vector<Command>& commands) { commands_.swap(commands); }

 private:
  template <class Pointless>
  void drop(const Pointless& pointless) {
    std::erase_if(commands_, [&](const Command& c) { return pointless(c.kind); });
  }

  std::vector<Command> commands_;
};

class OperatorMailbox {
 public:
  /// Positions of all controls, in the order of Scene::controls.
  void post_levers(const std::vector<float>& values) {
    const std::lock_guard lock(mutex_);
    levers_ = values;
    has_levers_ = true;
  }

  /// False when the command is one single step too many.
  bool post(const Command& command) {
    const std::lock_guard lock(mutex_);
    return commands_.add(command);
  }

  /// Moves what has come into the arguments: `levers` stays as it is when nobody moved one,
  /// `commands` is replaced. Allocates nothing once the capacities are there.
  void take(std::vector<float>& levers, std::vector<Command>& commands) {
    commands.clear();
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    if (has_levers_) levers.swap(levers_);
    has_levers_ = false;
    commands_.swap(commands);
  }

 private:
  std::mutex mutex_;
  std::vector<float> levers_;
  bool has_levers_ = false;
  CommandQueue commands_;
};

}  // namespace outrigger::frames
