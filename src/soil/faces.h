/// Steep faces of bank soil stand by cohesion up to a critical height, for a time beyond it, and then fall.
///
/// Critical height of a face of inclination β, with a load q on its crest (Culmann 1866):
///   H = (4c/γ) sin β cos φ / (1 - cos(β - φ)) - 2q/γ       (vertical: (4c/γ) tan(45° + φ/2) - 2q/γ)
///   c   cohesion [Pa]: that of the soil at the crest, times its hardness, times 1 - (1 - w_c) wetness
///   φ   friction angle [rad]; γ = density_bank g [N/m³]
///   q   mean load on the top of Culmann's wedge behind the crest, H (cot((β + φ)/2) - cot β) wide [Pa]: loose
///       soil that lies there, as far as the ground does not fall off, and what the caller says
/// Safety factor = H / drop, the smallest over 8 rays of `cells` columns from a column, with the column as
/// crest, behind a crest that it loads, and as toe. The drop is from the bank at the crest to the surface at
/// the toe: loose soil at the toe supports.
///
/// The run of a face: each step between columns counts as the cell times its likeness min/max to the more
/// similar of the two steps beside it, at least two cells less than the whole. So a single step is a
/// vertical wall, an even slope has its own inclination, and crest and toe between two grid points are found.
/// Two or three steps between level ground count as no and one cell: a blade leaves columns of walls that
/// it passed in part. Slopes that short are therefore taken to be steeper than they are.
///
/// Below a safety factor of 1 a clock runs, faster the smaller the factor is:
///   stand-up time T = stand_up_time · clamp((SF - 0.8)/0.2, 0, 1),   falls when ∫ dt/T reaches 1
/// and is forgotten when the factor returns to 1. Then the bank above Culmann's plane through the toe, at
/// (β + φ)/2 (45° + φ/2 behind a vertical face), becomes loose, and lies below a line of the slope at which
/// soil of fallen faces stops (Lube et al. 2005), active for slumping. Mass is exact. Soil falls only where
/// that lowers its potential energy, swelling included: narrow slots hold their walls apart.
///
/// Work per step is bounded: `most` columns and half as many clocks are looked at, `falls` faces fall. Clocks and queue are bounded;
/// when the queue is full, a sweep over the whole grid finds what it lost.
///
/// Does not hold for: faces that run further than `cells` columns (their drop is seen in part), faces turned
/// 22.5° from all rays (their tan β is seen 8 % low), weak layers below strong ones (the soil at the crest
/// counts; a stronger layer below it that stands by itself stays), walls across the grid that a blade left (up
/// to two cells less steep than they are). Overhangs do not exist on columns. The fall takes one step, not the
/// second that it takes in nature.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "soil/column_field.h"
#include "soil/ledger.h"

namespace outrigger::soil {

struct FaceSettings {
  double gravity = 9.81;       ///< g [m/s²], > 0
  int cells = 12;              ///< columns along a ray, 1..32
  int most = 8;                ///< columns looked at per step, 1..256
  int falls = 1;               ///< faces that fall per step, 1..256
  int sweep = 64;              ///< columns that a sweep passes per step, 1..1e6
  double wet_cohesion = 0.2;   ///< w_c: share of cohesion that soaked soil keeps, 0..1
  double runout_slope = 0.42;  ///< tangent at which soil of fallen faces stops, 0..1
  double half_width = 0.5;     ///< of what falls at once, along the face [m], 0..10
};

/// Critical height [m]; `sine` and `cosine` are those of β. Infinite for β <= φ.
double critical_height(const Soil& soil, double sine, double cosine, double surcharge,
                       double cohesion_share = 1.0, double gravity = 9.81);

/// Load on the ground by things that are not soil [Pa]; may be empty.
using SurchargeAt = std::function<double(ColumnPlace)>;

inline constexpr double kNoFace = 1000.0;  ///< safety factor where nothing can fall

/// The smallest safety factor of the faces above and below a column, at most kNoFace.
double safety_factor(const ColumnField& field, ColumnPlace c, const FaceSettings& settings = {},
                     double wetness = 0.0, const SurchargeAt& surcharge = {});

struct FacePlace {
  std::int32_t i = 0, j = 0;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("i", s.i), visit("j", s.j);
  }
  bool operator==(const FacePlace&) const = default;
};

/// A face beyond its critical height, by its crest.
struct FaceClock {
  FacePlace crest;
  double spent = 0.0;  ///< share of the stand-up time, 0..1
  double rate = 0.0;   ///< 1/T [1/s]

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("crest", s.crest), visit("spent", s.spent), visit("rate", s.rate);
  }
  bool operator==(const FaceClock&) const = default;
};

struct FaceState {
  static constexpr std::size_t kMostQueued = 1024, kMostClocks = 512;
  std::vector<FacePlace> queue;  ///< woken columns, oldest first
  std::vector<FaceClock> clocks;
  std::int64_t next_clock = 0;    ///< the clock whose face is looked at next
  std::int64_t sweep_cursor = 0;  ///< column in the order of the grid
  std::int64_t sweep_left = 0;    ///< columns that the sweep has still to pass
  double wetness = 0.0;           ///< 0 dry .. 1 soaked
  double swept_wetness = 0.0;     ///< at the last sweep

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit.sizes("queue", s.queue), visit("queue", s.queue);
    visit.sizes("clocks", s.clocks), visit("clocks", s.clocks);
    visit("next_clock", s.next_clock), visit("sweep_cursor", s.sweep_cursor);
    visit("sweep_left", s.sweep_left), visit("wetness", s.wetness);
    visit("swept_wetness", s.swept_wetness);
  }
  bool operator==(const FaceState&) const = default;
};

/// A face that fell.
struct CaveIn {
  ColumnPlace crest, toe;
  int soil = 0;         ///< at the crest
  double height = 0.0;  ///< from the toe to the crest [m]
  Milligrams mass = 0;  ///< bank that became loose
};

/// What one look finds: the worst face through a column.
struct FaceView {
  double safety = kNoFace;
  ColumnPlace crest, toe;
  int ray = 0, cells = 0;           ///< direction and columns from crest to toe
  double drop = 0.0, run = 0.0;     ///< [m]
  double sine = 1.0, cosine = 0.0;  ///< of β
  int soil = -1;                    ///< at the crest
};

class Faces {
 public:
  /// Throws Error for settings that are not allowed.
  explicit Faces(const FaceSettings& settings = {});

  /// Something changed at this column: cut, loaded, spilled upon.
  void wake(const ColumnField& field, ColumnPlace c);
  /// Looks at everything again, over time.
  void wake_all(const ColumnField& field);
  /// Rain: soaked soil keeps only a share of its cohesion. Looks at everything when it grows by 0.01.
  /// Clamped to 0..1; throws Error for what is not a number.
  void set_wetness(const ColumnField& field, double wetness);

  /// Returns how many faces fell; cave_ins() tells which, until the next step.
  int step(ColumnField& field, Ledger& ledger, double dt, const SurchargeAt& surcharge = {});
  std::span<const CaveIn> cave_ins() const { return cave_ins_; }

  const FaceState& state() const { return state_; }
  /// Throws Error for a state that no faces can have. Places beyond the site are dropped by the next steps.
  void set_state(const FaceState& state);
  const FaceSettings& settings() const { return settings_; }

 private:
  void look_at(const ColumnField& field, ColumnPlace c, const SurchargeAt& surcharge);
  void run_sweep(const ColumnField& field);
  void set_clock(ColumnPlace crest, const FaceView& view, const ColumnField& field);
  void look_at_clocks(const ColumnField& field, const SurchargeAt& surcharge);
  bool fall(ColumnField& field, Ledger& ledger, const FaceView& view);
  Milligrams fall_strip(ColumnField& field, Ledger& ledger, const FaceView& view, ColumnPlace toe,
                        double z_toe);
  /// Takes up what fails; returns the potential energy of it and of the loose soil of the strip before,
  /// by gravity [kg m].
  double loosen_strip(ColumnField& field, const FaceView& view, double z_toe);
  /// Finds where a depth of soil over one column comes to lie along the strip; returns the sum of depths.
  double lay_out(double swollen);
  void deal_out(ColumnField& field, double sum);

  FaceSettings settings_;
  FaceState state_;
  std::vector<CaveIn> cave_ins_;
  /// One strip of a falling face, from behind the crest to beyond the toe.
  struct StripColumn {
    ColumnPlace place;
    Column before;
    double x = 0.0;       ///< forward of the toe [m]
    double base = 0.0;    ///< that stays [m]
    double depth = 0.0;   ///< of what comes to lie there [m]
    bool failed = false;  ///< bank above `base` falls
  };
  std::vector<StripColumn> strip_;
  std::vector<Milligrams> bank_mass_, loose_mass_, renamed_;  ///< by soil
  int fallen_columns_ = 0;                                    ///< of the last strip
};

}  // namespace outrigger::soil
