/// What an anchor study file says, as plain values: SI units, angles in radians.
///
/// Ship frame: origin where the stem meets the waterline; x forward, y to port, z up. The port bow is
/// modelled. Lengths of an anchor grow with the cube root of its mass, so one set of proportions serves
/// every size. Guide: docs/anchor.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "description/reader.h"
#include "math/types.h"

namespace outrigger::anchor {

/// Half breadth of the bow
///   y = B (2 s - s²)^p,  s = (x_stem(z) - x)/L(z),  x_stem = rake z,
///   L = L_0 + (L_1 - L_0) t,  p = p_0 + (p_1 - p_0) t,  t = z/deck, 0..1.15
/// Above a knuckle the section goes on straight, at the flare it is given.
struct HullForm {
  std::string file;                  ///< a closed mesh instead of the form [m]; empty: the form
  double half_breadth = 11.0;        ///< B [m], > 0
  double deck_height = 7.4;          ///< of the forecastle [m], > 0
  double stem_rake = 0.25;           ///< x_stem over z
  double length_waterline = 32.0;    ///< L_0, of the entrance [m], > 0
  double length_deck = 26.0;         ///< L_1 [m], > 0
  double fullness_waterline = 0.80;  ///< p_0, > 0
  double fullness_deck = 0.72;       ///< p_1, > 0
  std::optional<double> knuckle;     ///< height of a knuckle [m]
  double knuckle_flare = 0.2;        ///< dy/dz above it
  double aft = 16.0;                 ///< the model ends so far behind the stem [m], > 0
  double bottom = -1.0;              ///< and down here [m], < 0
  double cell = 0.4;                 ///< of the mesh [m], > 0
  double cell_fine = 0.08;           ///< within fine_radius of the opening [m], > 0
  double fine_radius = 2.2;          ///< [m], > 0
  double bulb_length = 0.0;          ///< of a bulb ahead of the stem [m]; 0: none
  double bulb_radius = 1.2;          ///< [m], > 0
  double bulb_depth = 2.5;           ///< of its axis below the waterline [m]
};

struct HawsePipe {
  Vec3 opening{-3.95, 4.646, 4.2};  ///< where the axis meets the shell [m]; y follows from the form
  Vec3 axis{0.2838, 0.4475, -0.848};  ///< outward
  double radius = 0.31;               ///< inside [m], > 0
  double lip_inside = 0.45;           ///< the rounding begins so far inside [m], > 0
  double lip_radius = 0.66;           ///< and ends at this distance from the axis [m]
  double deck_lip_inside = 0.3, deck_lip_radius = 0.6;  ///< the same at the deck [m]
  double pocket_depth = 0.0;   ///< of a recess around the opening [m]; 0: none
  double pocket_radius = 1.6;  ///< of its floor [m]
};

/// A bar around the opening, on the shell.
struct Bolster {
  enum class Kind { none, ring, plate };
  Kind kind = Kind::ring;
  double radius = 0.72;  ///< of the bar's centre line about the axis [m]
  double bar = 0.09;     ///< ring: radius of the half-round bar; plate: half its width [m]
  double height = 0.03;  ///< of a plate [m]
};

struct AnchorForm {
  enum class Kind { hall, spek };
  Kind kind = Kind::hall;
  double mass = 4890.0;      ///< [kg]
  double head_share = 0.76;  ///< of the head, of head and shank; rule: ≥ 0.6
  std::optional<double>
      head_offset;  ///< of the head's centre of gravity towards the flukes, of 4890 kg [m]; else by kind
  double fluke_limit = 0.785398163397448;  ///< [rad]
  double trunnion_friction = 120.0;        ///< of 4890 kg [N m]
  std::string head_file, shank_file;  ///< closed meshes instead of the parts [m]; empty: the parts
};

struct ChainForm {
  double diameter = 0.062;  ///< of the bar [m]
  bool stud = true;
  int grade = 2;  ///< 1..3
};

struct Windlass {
  double speed = 0.15;       ///< [m/s]
  double pull = 0.0;         ///< continuous [N]; 0: the rule 42.5 d² (grade 2)
  double short_term = 0.0;   ///< [N]; 0: 1.5 times that
  double ramp = 1.0;         ///< until the full speed [s]
  double beyond_deck = 1.0;  ///< links leave there [m]
};

struct Friction {
  double fixed = 0.0, sliding = 0.0;
};
struct ContactForm {
  double young = 2e10;  ///< [Pa]
  double poisson = 0.3;
  double restitution = 0.2;
  Friction link_pipe{0.30, 0.25}, link_link{0.20, 0.18}, anchor_shell{0.35, 0.30};
  bool spin = false;  ///< contacts resist spin (Hertz)
};

struct Sea {
  double heel = 0.0;  ///< to port [rad]
  double trim = 0.0;  ///< by the bow [rad]
};

struct Start {
  double yaw =
      0.0;  ///< of the anchor about the vertical [rad]; 0: the tips point inboard, to the shell
  int fluke_side = 1;  ///< 1 or -1: to which side the flukes have fallen
  double below = 1.2;  ///< the shackle below the opening [m]
};

struct RunForm {
  double step = 1e-3;  ///< [s]
  double time = 40.0;  ///< at most [s]
  double hold = 2.0;   ///< a seat or a jam must last so long [s]
};

/// When an anchor counts as seated, and when a run has failed.
struct Judgement {
  double place = 0.05;                ///< of the trunnion [m]
  double angle = 0.0523598775598299;  ///< of the shank [rad]
  double tip_force = 1000.0;          ///< on each fluke [N]
  double pull_low = 60e3;             ///< tension of a seat, at least [N]
  double contact_force = 600e3;       ///< no contact above [N]
  double doubling_radius = 1.6;       ///< of the doubling plate [m]
  double outside_force = 50e3;        ///< no contact outside of it above [N]
  double twist = 0.523598775598299;   ///< of neighbouring links [rad]
  double catch_time = 3.0;            ///< the shank's eye at the lip [s]
  double flukes_down = 1.2;           ///< the shackle so far inside with tips down [m]
};

struct Study {
  std::string file;  ///< where it was read
  std::string name, title;
  HullForm hull;
  HawsePipe hawse;
  Bolster bolster;
  AnchorForm anchor;
  ChainForm chain;
  Windlass windlass;
  ContactForm contact;
  Sea sea;
  Start start;
  RunForm run;
  Judgement judge;
};

/// Reads a study; `changes` replace values of the file ("anchor.mass", "4000"). All problems are in one
/// Error, a line each.
Study read_study(const std::string& path,
                 const std::vector<description::ChangedValue>& changes = {});
Study read_study_text(std::string_view text, const std::string& name,
                      const std::vector<description::ChangedValue>& changes = {});

/// Every key as a page.
std::string study_format_markdown();

}  // namespace outrigger::anchor
