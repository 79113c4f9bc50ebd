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
#include <string>
#include <vector>

namespace outrigger::frames {

struct Command {
  enum class Kind { pause, resume, time_scale, reset, single_step, seek, edit_ground };
  Kind kind = Kind::pause;
  double value = 0.0;  ///< time_scale: factor; seek: seconds
  std::string text{};  ///< edit_ground: one line
};

/// Commands that wait, in their order, and never more than kMaxCommands of them:
///   pause, resume   replace an earlier pause, resume and single steps, which they undo
///   time_scale      replaces an earlier one
///   seek            replaces an earlier one: only the newest counts
///   reset           replaces an earlier one, seeks and edits before it, which it undoes
///   single_step     adds up to kMaxSingleSteps
///   edit_ground     adds up to kMaxEdits, of kMaxEditText characters each
/// Allocates nothing once the capacity is there, texts excepted.
class CommandQueue {
 public:
  static constexpr std::size_t kMaxSingleSteps = 20;
  static constexpr std::size_t kMaxEdits = 32, kMaxEditText = 1000;
  /// Single steps, edits, and one each of pause or resume, time_scale, reset, seek.
  static constexpr std::size_t kMaxCommands = kMaxSingleSteps + kMaxEdits + 4;

  /// False when the command is one single step or edit too many, or its text too long.
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
        drop([](Kind k) { return k == Kind::reset || k == Kind::seek || k == Kind::edit_ground; });
        break;
      case Kind::single_step:
        if (count(Kind::single_step) >= kMaxSingleSteps) return false;
        break;
      case Kind::edit_ground:
        if (count(Kind::edit_ground) >= kMaxEdits || command.text.size() > kMaxEditText)
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
  std::size_t count(Command::Kind kind) const {
    return static_cast<std::size_t>(std::count_if(
        commands_.begin(), commands_.end(), [&](const Command& c) { return c.kind == kind; }));
  }
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

  /// False when CommandQueue refuses it.
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
