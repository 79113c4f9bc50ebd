/// What steel takes off the ground: columns that an edge passes are lowered to its path.
///
/// In a step the edge goes from E₀ to E₁. With a the horizontal way in which the plate faces, s the place of a
/// column's middle ahead of E₁ along a, δ = (E₁ - E₀)·a and w its place across:
///
///   b   = share of the column's square between the ends of the edge
///   F₀, F₁ = shares of it that lie behind the edge before and after the step, of squares in the open
///   taken: the share b (F₁ - F₀)/(1 - b F₀) of what lies above the path of the edge
///
/// The shares of all steps multiply to exactly what was passed: level soil comes in as area times depth, at the
/// same rate in every step and in every direction of the grid, and a column that was passed wholly is as high
/// as the steel was. (Whole columns, taken when their middle is passed, come in jerks: none for 50 steps, then
/// twelve at once.) At the ends of an edge that is turned to the grid b F is not exactly the area passed; the
/// sum is.
///
/// A column that is passed in part is not lowered below the mean of steel and of what must still stand there:
///   steel + b (1 - F₁) (ahead - steel) + (1 - b) (beside - steel)
/// where `ahead` and `beside` are surfaces of neighbours, continued to the column. So an edge that trembles, or
/// passes again, takes nothing twice.
///
/// Behind the edge, loose soil that lies above a plate is taken off it: it fell there. Not while the plate goes
/// back. A plate that leans over the soil (faces downwards) takes only what its edge passes.
///
/// Bank soil is loosened when it is taken. Nothing is taken of ground that is not soil, and nothing when an
/// edge has moved by a metre or more: it was put there.
///
/// Limits: soil that lies behind an edge which enters a column from above counts to what it passes there, at
/// most half a cell. Where the surface rises and bends, a column may come in late, but in the same cell.
/// A column that is passed in part gives its upper layers first.
#pragma once

#include <algorithm>

#include "math/types.h"
#include "soil/column_field.h"
#include "soil/ledger.h"

namespace outrigger::soil {

/// A straight edge with a plate behind it, in the world.
struct Blade {
  Vec3 edge = Vec3::Zero();     ///< middle of the edge [m]
  Vec3 along = Vec3::UnitZ();   ///< from the edge up the plate, unit
  Vec3 normal = Vec3::UnitX();  ///< into the soil that it pushes, unit
  Vec3 across = Vec3::UnitY();  ///< along the edge, unit
  double length = 0.0;          ///< of the plate [m]
  double width = 1.0;           ///< [m]
};

/// Soil that a blade took off a column.
struct CutSoil {
  ColumnPlace from;
  Vec2 ahead = Vec2::UnitX();  ///< way in which the plate faces
  double behind = 0.0;         ///< of the edge, along that way [m], >= 0
  double across = 0.0;         ///< from the middle of the edge [m], at most half its width
  int soil = 0;
  Milligrams mass = 0;
  std::uint16_t specific_volume = 0;
};

/// Takes what the blade passed between two poses; calls take(CutSoil) for every piece. `ledger` books what was
/// loosened. A blade with numbers that are not finite takes nothing.
template <class Take>
void cut(ColumnField& field, Ledger& ledger, const Blade& before, const Blade& now,
         const Take& take);

/// What a blade did to one column in a step.
struct BladePass {
  double steel = 0.0;  ///< height of the steel there [m]
  double behind = 0.0, across = 0.0;
  double share = 0.0;        ///< that is taken of what lies above the steel, 0..1
  double left_ahead = 0.0;   ///< share of the column's area that the edge has still to pass
  double left_beside = 0.0;  ///< share that lies beyond its ends
  bool on_plate = false;     ///< passed long ago: only loose soil is taken
};

/// Columns that a blade passes, and how low the steel is there.
class BladePath {
 public:
  BladePath(const ColumnField& field, const Blade& before, const Blade& now);

  bool empty() const { return empty_; }
  ColumnPlace low() const { return low_; }
  ColumnPlace high() const { return high_; }
  Vec2 ahead() const { return ahead_; }
  /// Whether steel passed, or lies under, the column with its middle at a place.
  bool passed(const Vec2& place, BladePass& pass) const;
  /// Lowest mean height of a column after this pass [m].
  double floor_of(const ColumnField& field, ColumnPlace c, const BladePass& pass) const;

 private:
  /// Share of a column's square that lies behind a line at `ahead` of its middle.
  double share_behind(double ahead) const;

  bool empty_ = true;
  ColumnPlace low_, high_;
  Vec2 ahead_ = Vec2::UnitX(), across_ = Vec2::UnitY(), middle_ = Vec2::Zero();
  double half_width_ = 0.0, reach_ = 0.0, advance_ = 0.0;
  double height_ = 0.0, height_before_ = 0.0;  ///< of the middle of the edge
  double rise_ = 0.0;                          ///< of the plate, per way behind the edge
  double tilt_ = 0.0;                          ///< of the edge, per way across
  double wide_ = 0.0, narrow_ = 0.0;  ///< halves of a square's sides along `ahead`, larger first
};

template <class Take>
void cut(ColumnField& field, Ledger& ledger, const Blade& before, const Blade& now,
         const Take& take) {
  constexpr double kLeastDepth = 1e-6;  ///< [m]
  const BladePath path(field, before, now);
  if (path.empty()) return;
  for (int j = path.low().j; j <= path.high().j; ++j)
    for (int i = path.low().i; i <= path.high().i; ++i) {
      const ColumnPlace c{i, j};
      BladePass pass;
      if (!path.passed(field.place(c), pass)) continue;
      const double height = field.height(c);
      if (!(height > pass.steel + kLeastDepth)) continue;
      const double bank = field.bank_height(c);
      // What cannot be cut is as low as steel can come.
      const double steel = pass.on_plate || bank <= pass.steel || !field.diggable(c)
                               ? std::max(bank, pass.steel)
                               : pass.steel;
      const double above = height - steel;
      if (!(above > kLeastDepth)) continue;
      double share = pass.share;
      if (share < 1.0) {
        pass.steel = steel;
        share = std::min(share, (height - path.floor_of(field, c, pass)) / above);
        if (!(share > 0.0)) continue;
      }
      CutSoil piece{c, path.ahead(), pass.behind, pass.across, 0, 0, 0};
      const Column column = field.column(c);
      bool taken = false;
      if (column.loose > 0) {
        const double of_loose = steel > bank ? share * above / (height - bank) : share;
        const auto part = static_cast<Milligrams>(of_loose * static_cast<double>(column.loose));
        piece.soil = column.loose_soil;
        piece.specific_volume = column.specific_volume;
        piece.mass = field.take_loose(c, std::min(part, column.loose));
        if (piece.mass > 0) take(piece), taken = true;
      }
      if (bank > steel)
        field.loosen(c, bank - share * (bank - steel), [&](int soil, Milligrams mass) {
          ledger.add(Transfer::cut, soil, mass);
          piece.soil = soil, piece.mass = mass;
          piece.specific_volume = field.loose_volume(soil);
          take(piece), taken = true;
        });
      if (taken) field.activate_around(c);
    }
}

}  // namespace outrigger::soil
