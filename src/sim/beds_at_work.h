/// Beds of all machines, between two steps: what falls into them lies there, slides as they lean, leaves over
/// walls and open gates as parcels, and weighs on their bodies (soil/bed.h).
///
/// A parcel is caught when its way, seen from the bed, ends below the surface of what lies there and did not come
/// through a wall. One that meets a wall from inside comes down at its foot; one that meets it from outside goes
/// on to the ground. What has no room falls down outside.
///
/// Does not hold for: the blow of what falls in (a cubic metre from 1 m: 6.6 kN s); parcels that meet cab or frame
/// pass through them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/mechanism.h"
#include "sim/orphan_soil.h"
#include "sim/soil_cargo.h"
#include "sim/soil_state.h"
#include "soil/bed.h"
#include "soil/flight.h"

namespace outrigger::articulation {
class Articulation;
}

namespace outrigger::sim {

class BedsAtWork {
 public:
  using Articulations = std::span<const std::unique_ptr<articulation::Articulation>>;

  /// Finds the beds again. Contents are kept by the id of their bed; those of beds that are gone are returned.
  std::vector<OrphanSoil> attach(Articulations articulations, const std::vector<soil::Soil>& soils,
                                 SoilCargo& cargo);
  /// Contents of a state that was put back; call before attach().
  void restore(std::vector<BedLoad> loads) { restored_ = std::move(loads); }
  /// Of beds that hold something.
  std::vector<BedLoad> loads() const;

  /// Before anything moves.
  void begin();
  /// After everything has moved: soil slides and spills.
  void work(soil::Ledger& ledger, soil::Flight& flight, std::int64_t step);
  /// Whether a parcel falls into a bed on its way; then it lies there (soil::Flight::Catcher).
  bool take(const soil::Parcel& parcel, const Vec3& from, const Vec3& to, soil::Ledger& ledger);
  /// Once all parcels have moved: what found no room falls on, and bodies carry what lies in their beds.
  void settle(soil::Ledger& ledger, soil::Flight& flight, SoilCargo& cargo);

  bool empty() const { return beds_.empty(); }
  soil::Milligrams mass() const;  ///< of all contents
  bool holds_any() const;

  struct Item {
    model::PartId id = 0;
    std::string name;
    articulation::Articulation* articulation = nullptr;
    int body = 0;
    int gate_coordinate = -1;
    description::BedGate gate = description::BedGate::none;
    double gate_opens = 0.0;
    soil::Bed content;
    std::size_t cargo = 0;
    std::int64_t carried = 0;  ///< changes of the content that the body knows of
    Pose before, now;
    Vec3 middle = Vec3::Zero();  ///< of the box, in the frame of the body
    double reach = 0.0;          ///< of everything that lies in it, from there [m]
  };
  std::span<const Item> beds() const { return beds_; }

 private:
  soil::BedPose pose_of(const Item& bed) const;
  void launch(const Item& bed, const Vec3& place, int soil, soil::Milligrams mass,
              std::uint16_t specific_volume, std::int64_t step, soil::Ledger& ledger,
              soil::Flight& flight) const;

  std::vector<Item> beds_;
  std::optional<std::vector<BedLoad>> restored_;
  /// What found no room in this step.
  struct Rest {
    std::size_t bed = 0;
    soil::Parcel parcel;
  };
  std::vector<Rest> rests_;
};

/// The bed of a machine file as the law of soil sees it. Throws Error for one that cannot be.
soil::Bed make_bed(const description::Bed& bed, const std::vector<soil::Soil>& soils,
                   double gravity);

}  // namespace outrigger::sim
