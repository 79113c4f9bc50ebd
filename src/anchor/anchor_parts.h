/// Stockless anchors of any mass, as convex parts with masses.
///
/// Head frame: origin on the axis of the trunnion; x towards the tips of the flukes, y along the trunnion,
/// z normal to the flukes. Shank frame: the same origin, x towards the shackle. At angle 0 of the trunnion
/// both frames coincide. Anchors after GB/T 546 are geometrically similar: all lengths go with
/// (mass/4890 kg)^(1/3), moments of inertia with (mass)^(5/3).
///
/// Hall and Spek differ in where the head's centre of gravity is. A Hall's lies on the side of the flukes
/// (0.15 m at 4890 kg): turning the flukes over takes force. A Spek's lies in the trunnion: a light touch
/// turns them.
#pragma once

#include <string>
#include <vector>

#include "anchor/study.h"

namespace outrigger::anchor {

struct ConvexPart {
  std::string name;
  bool of_head = true;
  std::vector<Vec3> points;
};

/// Pin and rings of the trunnion, what keeps them together, and what limits the flukes [m].
struct TrunnionForm {
  double half_span = 0.0, ring = 0.0, tube = 0.0, pin = 0.0;
  double cheek = 0.0, boss = 0.0, play = 0.0;
  double key = 0.0, key_arm = 0.0;
  double friction = 0.0;  ///< coefficient: gives the wanted torque under the head's weight
};

struct AnchorParts {
  double scale = 1.0;                                            ///< of lengths
  double head_mass = 0.0, shank_mass = 0.0, shackle_mass = 0.0;  ///< [kg]
  Vec3 head_centre = Vec3::Zero(), shank_centre = Vec3::Zero();
  Vec3 head_moments = Vec3::Zero(), shank_moments = Vec3::Zero(), shackle_moments = Vec3::Zero();
  std::vector<ConvexPart> parts;
  TrunnionForm trunnion;
  // The eye of the shank, a torus about y, and the shackle, a link.
  Vec3 eye = Vec3::Zero();  ///< in the shank frame
  double eye_ring = 0.0, eye_tube = 0.0;
  double shackle_ring = 0.0, shackle_half = 0.0, shackle_tube = 0.0;
  // What seats: tips, and the palms behind them (in the head frame, z either way).
  double tip = 0.0, tip_half_thickness = 0.0, palm_back = 0.0, palm_side = 0.0;

  double mass() const { return head_mass + shank_mass + shackle_mass; }
};

/// Throws Error: shares that leave no shank.
AnchorParts anchor_parts(const AnchorForm& form);

/// Where the anchor lies when tips and palms of one side touch a plane shell.
struct Seat {
  double fluke_angle = 0.0;      ///< to the shank [rad]
  double shell_angle = 0.0;      ///< of the flukes to the shell [rad]
  double beyond = 0.0;           ///< of the trunnion outside of the opening, along the axis [m]
  Vec3 trunnion = Vec3::Zero();  ///< [m]
  bool within_limit = true;      ///< the flukes can turn so far
};
class BowForm;
Seat expected_seat(const AnchorParts& parts, const AnchorForm& form, const BowForm& bow);

}  // namespace outrigger::anchor
