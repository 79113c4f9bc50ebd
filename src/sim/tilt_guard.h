/// How far a machine leans, and what follows (description::TiltLimits, section `seat` of its file).
///
///   tilt = angle between the z axis of the body and the vertical
///   leaning beyond the warning, rolled over beyond the limit
///
/// Once a machine under somebody's hands has rolled over, it stays stopped until it is reset: levers,
/// pedals and buttons count as released, and the inputs that its file names have the values it gives,
/// so that the engine stops and brakes close. All of it happens between the hands and the inputs of
/// the world: a recording holds it, and a run without an operator knows nothing of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "description/description.h"
#include "frames/frame.h"
#include "frames/notice_queue.h"
#include "frames/scene.h"
#include "sim/world.h"

namespace outrigger::sim {

/// How the body of the limits stands in a frame's poses; upright without limits.
frames::Tilt tilt_of(const frames::TiltLimits& limits, const std::vector<float>& poses);

class TiltGuard {
 public:
  /// `controls`: one for every input (display::all_controls). `prefix`: of the names of the machine, where it
  /// is one of several; only its own controls are stopped.
  TiltGuard(const description::TiltLimits& limits,
            const std::vector<description::Control>& controls, const World& world,
            const std::string& prefix = {});

  /// After a step. Writes what people must hear about, if anything is new: a warning once each time
  /// the machine begins to lean, an error when it has rolled over. True when `notice` was written.
  bool watch(const World& world, frames::Notice& notice);
  bool rolled_over() const { return rolled_over_; }
  /// Where the controls are for the machine: the hands, or stopped. Allocates nothing once warm.
  const std::vector<float>& positions(const std::vector<float>& hand);
  /// The machine is back at its start.
  void reset();
  /// The machine stands as it did at another moment: what holds there, without a word.
  void look_again(const World& world);

 private:
  struct Held {
    std::size_t control;
    float value;
  };
  void describe(const World& world, double tilt, frames::Notice& notice) const;

  description::TiltLimits limits_;
  std::string who_;  ///< for people
  BodyHandle body_;
  std::vector<Held> held_;  ///< of a machine that has rolled over; other controls stay
  std::vector<float> stopped_;
  bool leaning_ = false, rolled_over_ = false;
};

}  // namespace outrigger::sim
