/// Loose soil slides down slopes that are steeper than it can stand, the same in every direction of the grid.
///
/// With a the cell, s_x the larger of the two drops to the neighbours along x over a (0 where both are
/// higher), s_y likewise:
///   s = √(s_x² + s_y²)                         slope by the upwind differences of the eikonal equation
///   a column starts to move at s > tan(start angle), and moves on until s ≤ tan(repose angle)
///   δ = κ (s - t) s a / (s_x (1 + w_x) + s_y (1 + w_y)),   w_x = s_x/(s_x + s_y)
/// is κ times the height that brings s down to t, since the column falls by δ and its lower neighbours rise
/// by w_x δ and w_y δ. Four or eight neighbours one by one give pyramids; this gives cones.
///
/// t is the tangent of an angle a little below repose, `aim`: with t at repose itself, slopes come near
/// to rest without ever reaching it, and a heap of 10 m³ takes six times the work. Measured with aim 1.25°
/// and κ = 0.7: flanks of 33.6 to 34.7° in all directions where repose is 34° and start 37°.
///
/// Start and stop differ, so that one grain does not bring down a pit. Mass moves in whole milligrams, and
/// only downhill: potential energy never rises. The share of x is rounded, not cut off: a single milligram takes the
/// steeper way, so every heap comes to rest, also on a smooth bank.
///
/// A column that gave is lower, so those of its neighbours that are higher and have loose soil are looked at again; a
/// column that received is looked at itself. No other could have begun to slide by it. What slides onto another
/// soil is booked as renamed under the kind that loses its name; the past pressure of a column that gives stays.
///
/// Work per call is bounded: `most` columns are looked at, in the order of the grid from a cursor that is
/// part of the state; the rest stays active and waits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "soil/column_field.h"
#include "soil/ledger.h"

namespace outrigger::soil {

struct SlumpSettings {
  int most = 256;                   ///< columns per step
  double share = 0.7;               ///< κ, 0..1
  double aim = 0.0218166156499291;  ///< below the angle of repose [rad]: 1.25°
};

class Slump {
 public:
  explicit Slump(const SlumpSettings& settings = {});

  /// Columns that may not move now, such as those crossed by steel; may be empty.
  using Closed = std::function<bool(ColumnPlace)>;

  /// Looks at active columns and lets them slide. Returns how many moved.
  int step(ColumnField& field, Ledger& ledger, const Closed& closed = {});

  std::int64_t cursor() const { return cursor_; }
  void set_cursor(std::int64_t cursor) { cursor_ = cursor; }
  /// Columns that had to wait in the last step.
  std::int64_t waiting() const { return waiting_; }

 private:
  /// Where slopes of one kind of soil start, stop, and are aimed at, as drops over a cell [m].
  struct Drops {
    double start = 0.0, repose = 0.0, aim = 0.0;
  };
  /// A neighbour.
  struct Side {
    ColumnPlace place;
    const ColumnField::Block* block = nullptr;  ///< none: beyond the edge, or nobody has touched it
    int column = 0;
    double height = 0.0;
  };
  void look_up(const ColumnField& field);
  static Side look_across(const ColumnField& field, ColumnPlace c, double here);
  bool look_at(ColumnField& field, Ledger& ledger, ColumnPlace c);
  void give(ColumnField& field, Ledger& ledger, const Side& to, const Column& from,
            Milligrams mass);
  void wake(ColumnField& field, ColumnField::Block& block, int column, ColumnPlace c);

  SlumpSettings settings_;
  double aim_tangent_ = 0.0;
  std::int64_t cursor_ = 0, waiting_ = 0;
  // Of the step at hand.
  std::vector<ColumnPlace> places_;
  std::vector<Drops> drops_;            ///< by soil
  ColumnField::Block* home_ = nullptr;  ///< the block of the last column, written in this step
  unsigned home_i_ = 0, home_j_ = 0;
};

}  // namespace outrigger::soil
