/// What lies on the bed of a truck or in any open box on a moving body: loose soil in columns on a grid in the
/// frame of the body, as a value with state.
///
/// The floor is flat, at z = floor. Columns fill the box: n = size / cell, rounded, along each side, so cells
/// are as large as wished or a little different. Masses are whole milligrams; mixtures take names and densities
/// as in soil/payload.h, and the book of every soil closes in the same way.
///
/// Sliding. With u the direction against gravity in the frame of the body, and p and q the slopes of the surface
/// over the floor towards the steeper way down along x and along y (level, -u_x/u_z, where both sides are
/// higher), the true slope of the surface is
///   s = |n × u| / (n · u),  n = (-p, -q, 1);       n · u ≤ 0: it overhangs, steeper than anything
/// For u = e_z this is s = √(p² + q²) of soil/slump.h, and so are the angles at which a column starts and stops,
/// and the depth δ that it gives: one Newton step of share κ towards the slope t, shared between both ways by
/// their fall, w_k ∝ |u_k + u_z p_k|. It is at most κ times the depth at which energy would be least,
///   δ ≤ κ Σ w_k Δ_k / (u_z Σ w_k (1 + r_k))
///   w_k share that goes along axis k     Δ_k drop to the neighbour [m]     r_k = w_k, or 0 over a wall
/// so at fixed tilt the potential energy never rises (of soil with one specific volume: mixing a light soil
/// into a heavy one may lift some).
///
/// Walls are sills at half a cell from the outermost columns, where soil ends at the wall's top. An open wall is
/// a sill at the floor. What goes over is spilled.
///
/// The floor. Along an axis whose lean t_k = |u_k|/u_z exceeds tan δ of soil on steel, a column does not hold
/// itself. Along each line of columns, from the upper end, it pushes those below with the thrust (over ρ g u_z)
///   T ← max(0, T + h d (t_k - tan δ)),   which a column passes on up to K_p h²/2,  K_p = tan²(45° + φ/2)
/// (Rankine, 1857), φ the angle of repose; a wall of height w takes K_p (h² - max(0, h - w)²)/2, an open one
/// nothing. Where the thrust is too much, all soil of the line above slides: it flows until its surface is no
/// steeper than tan δ. So a bed empties over an open tailgate when its floor leans more than δ, a heap amid a
/// closed one slides to the wall below, and a full closed bed keeps its content up to the angle of repose.
///
/// Adhesion. The lowest min(c_a/(ρ g), most_stuck) of a column stays until the bed is shaken, as in a bucket.
///
/// Does not hold for: how fast soil slides. It moves as fast as the work per update allows, without inertia:
/// 10 m³ at 50° leave in about 1.8 million looks; jerks of the body are not felt. Leans beyond 80° count as 80°;
/// a bed whose mouth looks down (u_z ≤ 0) drops all that does not stick, wherever walls are. Two walls open below
/// at a corner: the floor slides when the lean along one axis exceeds δ, not when both together do. Cohesion and
/// adhesion add nothing to what a line can hold, so clay (δ = 6°) leaves earlier than lumps of it would.
///
/// Work per update is bounded: `most` columns are looked at, in the order of the grid from a cursor in the
/// state, each with at most one pass over its two lines; the rest waits. A bed that has come to rest costs
/// nothing until soil comes, a wall opens, or the body has turned by `least_turn`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"
#include "soil/column.h"
#include "soil/payload.h"
#include "soil/soil.h"

namespace outrigger::soil {

/// In the frame of the body: x forward, y left, z up [m].
struct BedShape {
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< inside the walls
  double floor = 0.0;                                         ///< z
  double front = 0.0, rear = 0.0, left = 0.0, right = 0.0;    ///< tops above the floor, 0..20
  double cell = 0.1;                                          ///< 0.05..0.5
};

enum class BedWall : std::uint8_t { front, rear, left, right };

struct BedColumn {
  Milligrams mass = 0;
  std::uint16_t specific_volume = 0;  ///< [kVolumeUnit]; 0 while empty
  std::uint16_t soil = 0;
  std::uint32_t moving = 0;  ///< 1: slides until the slope is below the angle of repose

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("mass", s.mass), visit("specific_volume", s.specific_volume);
    visit("soil", s.soil), visit("moving", s.moving);
  }
  bool operator==(const BedColumn&) const = default;
};

struct BedState {
  std::vector<BedColumn> columns;     ///< along x first
  std::vector<std::uint64_t> active;  ///< a bit per column that has to be looked at
  /// Columns, from the upper end of a line, that slide on the floor: of lines along x, then along y.
  std::vector<std::int32_t> sliding;
  std::array<double, 3> up{0.0, 0.0, 1.0};  ///< of the last turn, a unit vector
  std::int64_t cursor = 0;                  ///< column that is looked at next
  std::int64_t shaken = 0;                  ///< 1: nothing sticks until the bed is at rest
  std::int64_t changes = 0;                 ///< how often mass came, moved or left
  std::int64_t open = 0;                    ///< a bit per BedWall

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit.sizes("columns", s.columns), visit("columns", s.columns);
    visit.sizes("active", s.active), visit("active", s.active);
    visit.sizes("sliding", s.sliding), visit("sliding", s.sliding);
    visit("up", s.up), visit("cursor", s.cursor), visit("shaken", s.shaken);
    visit("changes", s.changes), visit("open", s.open);
  }
  bool operator==(const BedState&) const = default;
};

struct BedPose {
  Vec3 up = Vec3::UnitZ();  ///< against gravity, in the frame of the body; any length > 0
  bool front_open = false, rear_open = false, left_open = false, right_open = false;
  bool shaken = false;  ///< hard enough to shake off what sticks
};

struct BedSettings {
  int most = 512;                   ///< columns per update, >= 1
  double share = 0.7;               ///< κ, 0..1
  double aim = 0.0218166156499291;  ///< t lies this far below the stopping angle [rad], >= 0: 1.25°
  double gravity = 9.81;            ///< g [m/s²], > 0
  double most_stuck = 0.03;         ///< thickest layer that adhesion holds [m], >= 0
  double least_turn = 1e-4;         ///< turns below this wait until they add up to it [rad], >= 0
};

/// Soil that left the bed; the caller puts it in flight.
struct BedSpill {
  Vec3 place = Vec3::Zero();  ///< in the frame of the body: on the top of a wall, or where it lay
  int soil = 0;
  Milligrams mass = 0;
  std::uint16_t specific_volume = 0;
};

class Bed {
 public:
  /// Throws Error for a box, cells, soils or settings that are not allowed, naming what is.
  Bed(const BedShape& shape, std::vector<Soil> soils, const BedSettings& settings = {});

  /// Soil lands at (x, y): on 3 × 3 columns as in soil/flight.h. A share beyond a wall that is higher than the
  /// soil at it stays inside. Returns what fell beside the bed, which stays the caller's: all of it for a
  /// place outside. renamed() tells of mixtures, until the next add or update.
  [[nodiscard]] Milligrams add(double x, double y, int soil, Milligrams mass,
                               std::uint16_t specific_volume);
  /// Soil slides and spills. The list is valid until the next update. A pose that is not finite counts as the
  /// last one.
  std::span<const BedSpill> update(const BedPose& pose);
  /// What mixing renamed in the last add or update.
  std::span<const Renamed> renamed() const { return renamed_; }

  Milligrams mass() const;
  Milligrams mass_of(int soil) const;
  double volume() const;  ///< [m³]
  /// The kind with the largest mass; of an empty bed 0.
  int main_soil() const;
  /// Exact for the columns, in the frame of the body. Worth asking again when state().changes has grown.
  PayloadMoments moments() const;

  int columns() const { return n_[0]; }  ///< along x
  int rows() const { return n_[1]; }     ///< along y
  double x(int i) const { return low_[0] + d_[0] * (i + 0.5); }
  double y(int j) const { return low_[1] + d_[1] * (j + 0.5); }
  double depth(int i, int j) const { return depth_at(index(i, j)); }
  double height(int i, int j) const { return shape_.floor + depth(i, j); }  ///< z of the surface
  bool inside(double x, double y) const;
  /// z of the surface at a place, that of the nearest column when outside.
  double height_at(double x, double y) const;
  /// z of the top of a wall, of the floor where it is open.
  double top(BedWall wall) const { return shape_.floor + sill(static_cast<int>(wall)); }
  std::int64_t active_count() const;  ///< columns that wait to be looked at

  const BedShape& shape() const { return shape_; }
  const std::vector<Soil>& soils() const { return soils_; }
  const BedState& state() const { return state_; }
  /// Throws Error for a state that no bed of this grid and these soils can have.
  void set_state(const BedState& state);

 private:
  /// Tangents of the angles of a soil.
  struct Slopes {
    double start, stop, aim, floor, floor_aim, passive;
  };
  /// The steeper way down from a column along one axis.
  struct Way {
    std::size_t to = 0;     ///< the neighbour
    int wall = -1;          ///< over which it leads; -1: to a neighbour
    int sign = 0;           ///< along the axis; 0: there is no way down
    double slope = 0.0;     ///< of the surface over the floor
    double gradient = 0.0;  ///< of its elevation, along the axis
    double run = 1.0;       ///< [m]
  };

  std::size_t index(int i, int j) const { return static_cast<std::size_t>(j * n_[0] + i); }
  double depth_at(std::size_t c) const {
    const BedColumn& s = state_.columns[c];
    return static_cast<double>(s.mass) * s.specific_volume * depth_unit_;
  }
  bool open(int wall) const { return (state_.open >> wall & 1) != 0; }
  double sill(int wall) const { return open(wall) ? 0.0 : walls_[static_cast<std::size_t>(wall)]; }
  int nearest(int axis, double along) const;
  void activate(std::size_t c) { state_.active[c / 64] |= std::uint64_t{1} << c % 64; }
  void activate_around(int i, int j);
  void activate_all();
  void set_up();
  bool turn(const BedPose& pose);
  void collect();
  bool slides(int i, int j);
  int look_along(int axis, int line);
  Milligrams stuck(const BedColumn& column) const;
  Way way_down(int axis, int i, int j) const;
  void look_at(std::size_t c);
  void slide(int i, int j, bool on_floor);
  void give(int i, int j, int axis, const Way& way, Milligrams mass);
  void put(std::size_t c, int soil, Milligrams mass, std::uint16_t specific_volume);

  BedShape shape_;
  std::vector<Soil> soils_;
  BedSettings settings_;
  std::vector<Slopes> slopes_;     ///< of soils
  std::array<double, 4> walls_{};  ///< by BedWall
  std::array<int, 2> n_{};         ///< columns along x and y
  std::array<double, 2> low_{}, d_{};
  double depth_unit_ = 0.0;  ///< depth of a column of 1 mg and one kVolumeUnit [m]
  double least_floor_ = 0.0;
  BedState state_;

  // Scratch.
  std::array<double, 3> u_{};             ///< up, lean bounded
  std::vector<std::uint8_t> line_known_;  ///< looked along in this update
  std::vector<std::size_t> places_;
  std::vector<BedSpill> spilled_;
  std::vector<Renamed> renamed_;
};

}  // namespace outrigger::soil
