/// Ground yields under what stands on it: feet, tyres, the heel of a bucket, boxes. Soil is pressed together and
/// aside, in whole milligrams; what rolls over fresh ground pays for the rut.
///
/// A pad of width b ≤ length l presses with p = N/A. The ground resists at a depth z with the smaller of two:
///
///   sinkage    p_B(z) = (k_c/b + k_φ) zⁿ                                           (Bekker)
///   capacity   p_C(z) = c N_c s_c + γ z N_q s_q + γ b N_γ s_γ/2                    (Terzaghi, Vesić)
///              N_q = e^(π tan φ) tan²(45° + φ/2), N_c = (N_q - 1) cot φ, N_γ = 2 (N_q + 1) tan φ
///              s_c = 1 + 0.3 b/l, s_γ = 1 - 0.2 b/l, s_q = 1 + (b/l) tan φ
///
/// so the pad comes to rest at the larger of the depths at which the two carry p. Where that is the capacity's,
/// the ground fails, and the pad goes down until the soil beside it, or something hard, holds it.
///
///   p    mean pressure [Pa], z depth below the surface that nothing has pressed yet [m], both positive down
///   k_c, k_φ, n  of soil::Bearing; c, φ cohesion [Pa] (times hardness) and friction angle of bank soil
///   γ    unit weight [N/m³]. Loose soil deeper than b/2 bears by its own: c = 0, φ its angle of repose
///
/// s_q is De Beer's and Vesić's: Terzaghi has none, and without one the capacity of dry sand lies below its own
/// measured sinkage curve from 0.15 m on.
///
/// In time: z goes to its rest with the time constant τ, after failure at most at `fastest`; never up; what is
/// left below `least` stays. A step is exact for any length while p is constant.
///
/// What ground has felt is kept as the pressure that its depth carries (Column::past_pressure, whole kPa, rounded
/// up), and below that nothing sinks again. Where only pads have been at work (bare bank, as deep below the surface
/// that the site had as its past pressure says), the heights tell z within the last kPa, and nothing is rounded. On
/// ground that was dug, heaped or pressed by something else before, z is the depth of the past pressure, and grows
/// in whole kPa, at least one per step.
///
/// Digging loosens: the bottom of a cut has felt nothing, however hard the ground above it was pressed. Soft soil that
/// is dumped or slides onto pressed ground lowers the past pressure as a mean by mass over the upper kFeltDepth
/// (ColumnField::add_loose), rounded to whole kPa: a grain changes nothing, half a metre halves it. What is pressed
/// aside leaves the memory of the ground below it as it is.
///
/// Columns count by the share f of their area that the patch covers: they sink by f z in the mean, so depth and
/// volume of a rut do not depend on the grid. Columns more than `reach` below the highest one under the patch are
/// not touched and carry nothing.
///
/// Where the soil goes: a loose layer is pressed together first, as far as the density of its bank; then bank
/// below it is loosened and pressed into the columns around the patch, of pads that roll into those on both
/// sides. Loose soil deeper than b/2, or on hard ground, goes aside itself. Transfer::settle counts it.
///
/// Rolling: the work of pressing ∫ p dz dA over the width of the pad, per way,
///   F = Δ(work)/(|v| dt),  in fresh ground, at constant depth:  F = b (k_c/b + k_φ) z^(n+1)/(n+1)
/// at most twice this. It is 0 at rest, where the weight does the work, and small in a rut that is already there:
/// ground that is not pressed any more asks for the coefficient of the tyre on hard ground alone.
///
/// Sources: M. G. Bekker, Introduction to Terrain-Vehicle Systems, 1969; K. Terzaghi, Theoretical Soil Mechanics,
/// 1943; A. S. Vesić, Analysis of ultimate loads of shallow foundations, ASCE J. Soil Mech. Found. Div. 99, 1973;
/// E. E. De Beer, Géotechnique 20, 1970.
/// Limits: pressure is even over the patch (a rigid pad on a bump, or half on concrete, does not lean on it); no
/// sinkage by slip; no failure to one side, no slope beside the pad; of layers, the one at the top of the bank
/// counts. Work per step is bounded: 64 pads, 4096 columns;
/// pads that find no room wait, and are first in the next step.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "soil/column_field.h"
#include "soil/ledger.h"

namespace outrigger::soil {

inline constexpr std::size_t kMostPads = 64;
inline constexpr std::int64_t kMostPadColumns = 4096;

/// Something that presses on the ground. One that is not finite, or beyond these ranges, is left out.
struct Pad {
  double x = 0.0, y = 0.0;    ///< middle of the patch [m]
  double half_length = 0.25;  ///< along the heading [m], 0.005..50
  double half_width = 0.25;   ///< across it [m], 0.005..50
  double heading = 0.0;       ///< of the length, from the x axis [rad]
  double load = 0.0;          ///< mean normal force N [N], ≤ 1e8; 0 or less: does not touch
  double speed = 0.0;         ///< over the ground along the heading [m/s], for the rolling force
  bool rolls = false;         ///< a wheel: soil goes to its sides, and there is a rolling force
  /// Around the patch, what goes down with it [m], 0..1: a cell, where a body has to fit into its hole, because
  /// between the nodes of the grid a wall has a slope. It carries nothing.
  double margin = 0.0;
};

struct PadResult {
  double sinkage = 0.0;      ///< z, mean over the soil under the patch [m]
  double equilibrium = 0.0;  ///< where z goes under this load [m]
  double capacity = std::numeric_limits<double>::infinity();  ///< p_C A at the present depth [N]
  double rolling = 0.0;                                       ///< F against the motion [N], >= 0
  bool failed = false;     ///< is going down beyond what Bekker's law says
  bool on_soil = false;    ///< at least half of what the patch covers is soil that carries
  Milligrams pressed = 0;  ///< soil pressed aside in this step
  double work = 0.0;       ///< that the load did on the ground in this step [J], >= 0
  /// Slope of the ground under the patch: along the heading as if nothing had been pressed there, because what
  /// the pad meets of its own rut is in `rolling`; across it as it is.
  double slope_along = 0.0, slope_across = 0.0;
};

struct SettleSettings {
  double gravity = 9.81;       ///< [m/s²], > 0
  double time_constant = 0.1;  ///< τ [s], > 0
  double least = 1e-4;         ///< sinkage that no longer happens [m], > 0
  double fastest = 0.5;        ///< of a pad whose ground has failed [m/s], > 0
  double reach = 0.5;          ///< [m], > 0
};

/// Bekker's law; the sinkage is at most 2 m, beyond which nobody has measured.
double bekker_pressure(const Bearing& bearing, double width, double depth);
double bekker_sinkage(const Bearing& bearing, double width, double pressure);

struct FootingStrength {
  double unit_weight = 0.0;  ///< γ [N/m³]
  double cohesion = 0.0;     ///< c [Pa]
  double friction = 0.0;     ///< φ [rad]
};

/// p_C = surface + per_depth z.
struct FootingCapacity {
  double surface = 0.0;    ///< [Pa]
  double per_depth = 0.0;  ///< [Pa/m]
};

FootingCapacity footing_capacity(const FootingStrength& strength, double width, double length);

class Settle {
 public:
  /// Throws Error for settings out of range.
  explicit Settle(const SettleSettings& settings = {});

  void step(ColumnField& field, Ledger& ledger, std::span<const Pad> pads, double dt);
  /// Whether a pad of the last step stands over a place: soil should not slide in there (Slump::Closed).
  bool under_pad(const Vec2& place) const;
  /// Mean pressure of the pads of the last step that stand over a place [Pa].
  double pressure_at(const Vec2& place) const;
  /// Of the pads of the last step, in their order; of at most kMostPads.
  std::span<const PadResult> results() const { return results_; }

  /// The pad to begin with: part of the state; 0 unless some had to wait.
  std::int64_t cursor() const { return cursor_; }
  void set_cursor(std::int64_t cursor) { cursor_ = cursor; }
  int waiting() const { return waiting_; }  ///< pads that found no room in the last step
  int left_out() const {
    return left_out_;
  }  ///< pads of the last step that are not allowed, or too many

 private:
  /// A patch in its own frame: u along the heading, w across.
  struct Frame {
    double x = 0.0, y = 0.0, cosine = 1.0, sine = 0.0;
    double half_length = 0.0, half_width = 0.0;
    double cell = 0.1;
    bool presses() const { return half_width > 0.0; }
    bool holds(const Vec2& place) const;    ///< whether the patch is above a place
    bool meets(const Vec2& place) const;    ///< and whether it is above any of a column
    double share(const Vec2& place) const;  ///< of a column that the patch covers
  };
  struct Box {
    ColumnPlace low, high;
    bool empty = true;
    std::int64_t columns() const {
      return std::int64_t{high.i - low.i + 1} * std::int64_t{high.j - low.j + 1};
    }
  };
  struct Covered {
    ColumnPlace place;
    ColumnView view;
    double share = 0.0;  ///< f
    double strip = 0.0;  ///< share that the way of the pad covers when it has passed
    double depth = 0.0;  ///< f z of soil after the step [m]
    double fresh = 0.0;  ///< height if nothing had been pressed [m]
    int law = -1;        ///< of laws_; -1: no soil
    bool sinks = false;  ///< had further to go than `least`
    bool edge = false;   ///< has neighbours beside the patch
  };
  /// How one kind of ground resists this pad.
  struct Law {
    int soil = -1;
    bool loose = false;
    double stiffness = 0.0, exponent = 1.0;  ///< p_B = stiffness z^exponent
    FootingCapacity capacity;
    double bekker_rest = 0.0, rest = 0.0;  ///< [m]
    /// Depths of a past pressure [kPa] and of 1 kPa less [m], looked up lately.
    struct Known {
      std::uint16_t pressure = 0;
      double depth = 0.0, below = 0.0;
    };
    std::array<Known, 8> known;

    const Known& know(std::uint16_t felt);
    double pressure_at(double depth) const;
    double depth_at(double pressure) const;
    double work(double from, double to) const;  ///< ∫ p dz, per area [J/m²]
  };
  static Frame frame_of(const Pad& pad, double cell);
  static Box box_of(const ColumnField& field, const Frame& frame);
  bool touches_soil(const ColumnField& field, const Frame& frame) const;
  void judge(double area, PadResult& result) const;
  void find_slopes(const ColumnField& field, const Frame& frame, PadResult& result) const;
  void press(ColumnField& field, Ledger& ledger, const Pad& pad, std::size_t k, const Box& box,
             double dt);
  double cover(const ColumnField& field, const Pad& pad, const Frame& frame, const Box& box);
  int law_of(const ColumnField& field, const Pad& pad, double pressure, const ColumnView& view);
  double sink(ColumnField& field, Law& law, Covered& c, double pressure, double dt);
  void press_down(ColumnField& field, const Law& law, const Covered& c, double depth,
                  std::uint16_t felt);
  void press_aside(ColumnField& field, Ledger& ledger, const Frame& frame, bool rolls);

  SettleSettings settings_;
  std::int64_t cursor_ = 0;
  int waiting_ = 0, left_out_ = 0;
  std::vector<PadResult> results_;
  std::vector<Frame> frames_;                                   ///< of the pads of this step
  std::vector<double> pressures_;                               ///< and what they press with [Pa]
  std::array<double, 4> around_{1e300, -1e300, 1e300, -1e300};  ///< box around them: x, y [m]
  // Of the pad at hand.
  std::vector<Covered> covered_;
  std::vector<ColumnPlace> rim_;
  std::vector<Milligrams> aside_;  ///< by soil
  std::vector<Law> laws_;
};

}  // namespace outrigger::soil
