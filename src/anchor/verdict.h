/// What became of a haul: seated, or why not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"

namespace outrigger::anchor {

enum class Verdict {
  seated,       ///< in its place, held by both flukes, quiet under the windlass' pull
  jam,          ///< the windlass stands at its pull, the anchor is not in its place
  flukes_down,  ///< the shackle is in the pipe and the flukes point down
  shank_catch,  ///< the shank's eye stays at the lip
  hull_hit,     ///< a contact too hard, or hard beside the doubling plate
  link_twist,   ///< neighbouring links are twisted too far
  overload,     ///< the windlass' short-term pull was reached
  unfinished,   ///< the time was over first
};
std::string_view verdict_word(Verdict v);  ///< "SEATED", ...

/// A moment of a haul.
struct Moment {
  double time = 0.0;
  double tension = 0.0;                               ///< at the windlass [N]
  double speed = 0.0;                                 ///< of the windlass [m/s]
  double hauled = 0.0;                                ///< [m]
  double shackle_inside = 0.0;                        ///< of the opening, along the axis [m]
  double place_error = 0.0;                           ///< of the trunnion from its seat [m]
  double angle_error = 0.0;                           ///< of the shank [rad]
  double fluke_angle = 0.0;                           ///< [rad]
  double clearance = 0.0;                             ///< of the head from the shell [m]
  double bulb_clearance = 0.0, stem_clearance = 0.0;  ///< [m]
  double hardest = 0.0;                               ///< contact of anchor and hull [N]
  double tip_force = 0.0;                             ///< of the less loaded fluke [N]
  double twist = 0.0;                                 ///< of neighbouring links, largest [rad]
  int links = 0;
};

struct HaulResult {
  Verdict verdict = Verdict::unfinished;
  std::string reason;  ///< one sentence with figures
  std::vector<Moment> moments;
  Pose trunnion;  ///< at the end: of the shank
  double place_error = 0.0, angle_error = 0.0, fluke_angle = 0.0;
  double peak_tension = 0.0, mean_tension = 0.0;  ///< mean: while hauling at full speed
  double hardest = 0.0;
  double largest_twist = 0.0;
  double least_clearance = 0.0, least_clearance_time = 0.0;
  double bulb_clearance = 0.0, stem_clearance = 0.0;
  double simulated = 0.0, seconds = 0.0;  ///< and processor time
  std::uint64_t hash = 0;                 ///< of the world at the end
};

}  // namespace outrigger::anchor
