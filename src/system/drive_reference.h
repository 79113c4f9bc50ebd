/// The reference of a drive row for one step.
#pragma once

namespace outrigger::system {

/// Engaged: the row x - value = 0 guides the coordinate. Not engaged (force limit reached): the row
/// carries no constraint, and `force` pushes along +x instead; the pattern stays the same. A drive that
/// has taken over again keeps `force`, without effect, until it is back at its command.
struct DriveReference {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
  bool engaged = true;
  double force = 0.0;  ///< on the machine along +x while not engaged [N or N m]

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("value", s.value), visit("rate", s.rate), visit("acceleration", s.acceleration);
    visit("engaged", s.engaged), visit("force", s.force);
  }
};

}  // namespace outrigger::system
