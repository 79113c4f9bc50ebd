/// Soil in the air: parcels that fall freely and come to rest on the ground or in a bed.
///
///   p(t) = p₀ + v₀ t - g t²/2 e_z, exact for every step; no drag
///
/// A parcel lands where its path meets the ground under its new place, at the root of the parabola within the
/// step. Its mass is spread over 3 × 3 columns as 1 2 1 / 2 4 2 / 1 2 1 sixteenths, in whole milligrams, the
/// rest in the middle, around a point that scatters by a normal deviate of `scatter`. The deviate comes from a
/// hash of step and parcel number, so there is no generator state. Columns off the site receive nothing:
/// their share leaves the site. Columns that are higher than the place by more than the parcel's speed could
/// lift it, v²/(2g), or than a cell receive nothing either: what they would get stays in the middle. So
/// nothing that lands at the foot of a wall lies on top of it.
///
/// A parcel of the same soil from the same lip joins the one before it that was born less than `join_steps` ago: soil
/// that runs over a lip for a second is tens of parcels, not hundreds. At most `most` parcels; a further one joins
/// the newest from the same lip. Either way mass, momentum and centre of mass are kept; the older birth stays. A
/// parcel whose place is not finite leaves the site.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "math/types.h"
#include "soil/column_field.h"
#include "soil/ledger.h"

namespace outrigger::soil {

struct Parcel {
  Milligrams mass = 0;
  double position[3] = {}, velocity[3] = {};  ///< in the world [m], [m/s]
  std::int64_t birth = 0;                     ///< step
  std::int64_t number = 0;                    ///< of all parcels so far
  std::int32_t lip = 0;                       ///< where it came from; the caller's name
  std::uint16_t specific_volume = 0;          ///< [kVolumeUnit]
  std::uint16_t soil = 0;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("mass", s.mass), visit("position", s.position), visit("velocity", s.velocity);
    visit("birth", s.birth), visit("number", s.number), visit("lip", s.lip);
    visit("specific_volume", s.specific_volume), visit("soil", s.soil);
  }
  bool operator==(const Parcel&) const = default;
};

struct FlightState {
  std::vector<Parcel> parcels;  ///< oldest first
  std::int64_t launched = 0;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit.sizes("parcels", s.parcels), visit("parcels", s.parcels);
    visit("launched", s.launched);
  }
  bool operator==(const FlightState&) const = default;
};

struct FlightSettings {
  int most = 256;         ///< parcels, 1..4096
  int join_steps = 4;     ///< within which parcels from one lip become one, 0 (never)..1000
  double gravity = 9.81;  ///< [m/s²], > 0
  double scatter = 0.05;  ///< σ of landing places along x and y [m], ≥ 0
};

class Flight {
 public:
  /// Throws Error for settings that are not allowed.
  explicit Flight(const FlightSettings& settings = {});

  /// `number` is given here. The kind of soil is one of the ledger. Books a rename where kinds join, under the
  /// kind that loses its name; the caller books the spill.
  void launch(const Parcel& parcel, Ledger& ledger);

  /// Height of the ground at (x, y) [m].
  using Ground = std::function<double(double, double)>;
  /// Whether something that moves (a bed) takes the parcel on its way between two points; then it has it.
  using Catcher = std::function<bool(const Parcel&, const Vec3& from, const Vec3& to)>;

  /// Moves all parcels by `dt` [s], >= 0; the catcher is asked first. Returns how many came to rest.
  int step(std::int64_t step, double dt, ColumnField& field, Ledger& ledger, const Ground& ground,
           const Catcher& catcher = {});

  Milligrams mass() const;
  const FlightState& state() const { return state_; }
  /// Throws Error for a state that no flight can have.
  void set_state(const FlightState& state);

 private:
  void land(const Parcel& parcel, std::int64_t step, ColumnField& field, Ledger& ledger) const;

  FlightSettings settings_;
  FlightState state_;
};

/// Puts mass around a point by the 3 × 3 kernel, from the parcel's place; returns what fell off the site.
Milligrams spread_on(ColumnField& field, Ledger& ledger, const Parcel& parcel, double x, double y);

}  // namespace outrigger::soil
