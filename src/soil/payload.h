/// What a bucket holds: soil in slices across its width, as a value with state.
///
/// State: per slice a mass in whole milligrams of one kind of soil and its specific volume, and one slope m of
/// the surface in the side plane. The specific volume of a mixture is the mean by mass, rounded to kVolumeUnit
/// each time (at most 1e-4), so a small share of another density may not show.
///
/// Names: a mixture takes the name of its larger share; of equal shares, of what was there. The smaller share
/// loses its name, and that is what Transfer::rename counts, under the kind that loses it. The kind that gains
/// is reported too, so that the book of every soil closes:
///   mass of a soil = what came under its name - what left + Σ renamed to it - Σ renamed from it
///
///   slope     turns with the bucket; beyond ± start angle it falls back to ± repose angle. Turns are taken
///             the short way round: a tilt that jumps by 2π is none. Turn by less than π per update
///   across    neighbours level out where their surfaces differ by more than tan(repose angle) · slice width,
///             with roll as the slope of the tool's y axis
///   spilling  what exceeds the capacity of a slice (soil/cavity.h) leaves over the lower lip
///   adhesion  of what would leave, a layer min(c_a/(ρ g), most_stuck) thick on the shell is held until the
///             bucket is shaken. The bound is needed: c_a/(ρ g) of clay is half a metre, but lumps that
///             thick break off by themselves
///
/// Angles are those of the kind of soil with the largest mass. Holds for |roll| below the angle of repose: the
/// side plates do not spill, and the surface of a slice is level across. All that exceeds the capacity leaves
/// at once. Neighbours exchange once per update, until all differ by less than the limit and a millimetre.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/types.h"
#include "soil/cavity.h"
#include "soil/column.h"
#include "soil/soil.h"

namespace outrigger::soil {

inline constexpr int kMostSlices = 16;

struct PayloadSlice {
  Milligrams mass = 0;
  std::uint16_t specific_volume = 0;  ///< [kVolumeUnit]; 0 while empty
  std::uint16_t soil = 0;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("mass", s.mass), visit("specific_volume", s.specific_volume), visit("soil", s.soil);
  }
  bool operator==(const PayloadSlice&) const = default;
};

struct PayloadState {
  std::array<PayloadSlice, kMostSlices> slices;
  double slope = 0.0;             ///< m, of the surface in the vertical plane
  double tilt = 0.0, roll = 0.0;  ///< of the last update [rad]
  double tangent = 1.0;           ///< of the angle of repose at the last update
  double support = 0.0;           ///< of the last update [m]
  std::int32_t changed = 0;       ///< 1: mass came or moved since the last update

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("slices", s.slices), visit("slope", s.slope), visit("tilt", s.tilt);
    visit("roll", s.roll), visit("tangent", s.tangent), visit("support", s.support);
    visit("changed", s.changed);
  }
  bool operator==(const PayloadState&) const = default;
};

struct PayloadPose {
  double tilt = 0.0;    ///< of the tool's x axis above the horizontal [rad]
  double roll = 0.0;    ///< of its y axis above the horizontal [rad]; beyond ± 80° counts as that
  bool shaken = false;  ///< hard enough to shake off what sticks
  double support = 0.0;  ///< height of the soil outside above the edge, as in CavityPose [m]
};

struct PayloadSettings {
  double gravity = 9.81;        ///< [m/s²], > 0
  double most_stuck = 0.03;     ///< thickest layer that adhesion holds [m], ≥ 0
  double least_turn = 1e-4;     ///< turns below this wait until they add up to it [rad]
  double least_support = 5e-3;  ///< changes of support below this wait, but for its end [m]
};

struct Spilled {
  int slice = 0, soil = 0;
  Milligrams mass = 0;
  std::uint16_t specific_volume = 0;
};

/// Mass that took another name.
struct Renamed {
  int from = 0, to = 0;  ///< kinds of soil; `from` loses the mass
  Milligrams mass = 0;   ///< 0: nothing was renamed
};

/// In the frame of the tool: mass [kg], ∫ r dm [kg m], ∫ r rᵀ dm [kg m²].
struct PayloadMoments {
  double mass = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

class Payload {
 public:
  Payload(Cavity cavity, std::vector<Soil> soils, const PayloadSettings& settings = {});

  /// Puts mass in a slice, specific volume > 0. Room is made by the next update.
  Renamed add(int slice, int soil, Milligrams mass, std::uint16_t specific_volume);
  /// The bucket has moved: soil moves and spills. The list is valid until the next update; the caller puts it
  /// in flight. Does nothing while nothing changed, or for a pose that is not finite.
  std::span<const Spilled> update(const PayloadPose& pose);
  /// What moving between slices renamed in the last update.
  std::span<const Renamed> renamed() const { return {renamed_.data(), renamed_count_}; }

  bool empty() const { return mass() == 0; }
  /// Whether a slice holds all that it can in this pose.
  bool full(int slice) const { return area(slice) >= cavity_.capacity(slice); }
  Milligrams mass() const;
  Milligrams mass_of(int soil) const;
  double volume() const;  ///< [m³]
  PayloadMoments moments() const;
  /// Of the surface of a slice in the vertical plane, z = level + slope s.
  double level(int slice) const;
  /// The kind with the largest mass.
  int main_soil() const;

  const Cavity& cavity() const { return cavity_; }
  const PayloadState& state() const { return state_; }
  /// Throws Error for a state that no bucket of these slices and soils can have.
  void set_state(const PayloadState& state);

 private:
  double area(int slice) const;  ///< of the soil in a slice [m²]
  double stuck_area(int slice) const;
  void turn_surface(double turn, const Soil& soil);
  void level_out(double roll);
  void move(int from, int to, Milligrams mass);

  Cavity cavity_;
  std::vector<Soil> soils_;
  PayloadSettings settings_;
  PayloadState state_;
  double shell_length_ = 0.0;
  AreaMoments shell_;  ///< of the line of the shell, per length, in the frame of the tool
  std::array<Spilled, kMostSlices> spilled_;
  std::array<Renamed, kMostSlices> renamed_;
  std::size_t renamed_count_ = 0;
};

}  // namespace outrigger::soil
