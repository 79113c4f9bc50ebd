/// Whoever must see all that happens to a world, such as the recorder. Called by the thread that uses the
/// world; must not wait and must not change the world.
#pragma once

#include <span>
#include <string>

#include "sim/command.h"
#include "sim/event.h"

namespace outrigger::sim {

class World;

class JournalListener {
 public:
  virtual ~JournalListener() = default;
  /// A command that is not about inputs or forces is about to be executed. Inputs that were set since the
  /// last step have been handed over.
  virtual void before_command(const World& world, const Command& command) = 0;
  /// It has been executed. Inputs come here once per change, all of them, before what they act on.
  virtual void after_command(const World& world, const Command& command) = 0;
  /// `restructured`: the step itself has changed the mechanisms (a joint broke).
  virtual void after_step(const World& world, std::span<const Event> events, bool restructured) = 0;
  /// The world was changed by something that no command can say. `why` is a sentence.
  virtual void lose_track(const World& world, const std::string& why) = 0;
};

}  // namespace outrigger::sim
