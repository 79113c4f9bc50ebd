/// The bow as a closed mesh: shell, bolster, lip, hawse pipe and deck in one surface without a seam, the port
/// half of a ship from the centre plane outwards.
///
/// The shell is a function y(x, z) (study.h). Around the opening its grid gives way to rings: from a square
/// of the grid to circles about the axis of the pipe, over the bolster, down the lip, through the pipe and
/// out at the deck. A ring has as many nodes as its cells ask for; where counts change, two rings are
/// zipped by the angle about the axis. A lip is a quadratic Bezier curve per generator of the pipe: from
/// the pipe, `lip_inside` inwards, by the point where the generator meets the shell, to the shell at
/// `lip_radius` from the axis.
#pragma once

#include <array>

#include "anchor/study.h"
#include "geometry/mesh.h"

namespace outrigger::anchor {

/// Numbers of the faces' parts.
enum class BowPart : std::uint16_t { shell, lip, pipe, deck, cap, bolster };

/// The form as a surface: places, normals, and where the axis of the pipe goes.
class BowForm {
 public:
  /// Throws Error: an opening beside the shell, an axis that does not lead out, a lip that does not fit.
  BowForm(const HullForm& hull, const HawsePipe& hawse, const Bolster& bolster);

  /// Half breadth at a place of the centre plane [m].
  double half_breadth(double x, double z) const;
  Vec3 normal(double x, double z) const;  ///< outward
  double stem(double z) const { return hull_.stem_rake * z; }

  const Vec3& opening() const { return opening_; }  ///< on the axis and the shell
  const Vec3& deck_opening() const { return deck_; }
  const Vec3& axis() const { return axis_; }  ///< outward, unit
  double pipe_length() const { return (opening_ - deck_).norm(); }
  Vec3 shell_normal() const { return normal(opening_.x(), opening_.z()); }

  /// Across the axis: e1, e2, and the axis are right-handed.
  const Vec3& e1() const { return e1_; }
  const Vec3& e2() const { return e2_; }
  double angle(const Vec3& point) const;  ///< about the axis [rad]
  Vec3 radial(double angle) const;

  /// The shell at a distance from the axis, raised by `height` along its normal.
  Vec3 at(double angle, double radius, double height = 0.0) const;
  /// The section from the outer foot of the bolster to the pipe's straight part, in `steps` per piece.
  struct Section {
    std::vector<Vec3> points;
    std::vector<BowPart> parts;  ///< of the strip before each point; of the first, none
  };
  Section lip_section(double angle, int bar_steps, int lip_steps) const;
  std::vector<Vec3> deck_section(double angle, int lip_steps) const;  ///< from the pipe to the deck
  double foot_radius() const;  ///< of the bolster, or where the lip ends

  const HullForm& hull() const { return hull_; }
  const HawsePipe& hawse() const { return hawse_; }
  const Bolster& bolster() const { return bolster_; }

 private:
  double plain_half_breadth(double x, double z) const;
  double meet_shell(const Vec3& start) const;  ///< way along the axis
  double recess(double radius) const;

  HullForm hull_;
  HawsePipe hawse_;
  Bolster bolster_;
  Vec3 opening_, deck_, axis_, e1_, e2_;
};

/// The mesh of the form; its faces' materials are BowPart. Closed; Error where the numbers give none.
geometry::Mesh bow_mesh(const BowForm& form);

/// A bulb as a closed mesh: half an ellipsoid ahead of the stem and a cylinder into it. Empty: none.
std::optional<geometry::Mesh> bulb_mesh(const HullForm& hull);

}  // namespace outrigger::anchor
