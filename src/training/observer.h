/// What a session knows of its world: named channels, read at stamped steps. Channels are what rules look at,
/// what practice(state) gets, and what an attempt keeps.
///
/// Values are rounded to float, so that files stay small and every reader has the same number.
///
///   time [s] since the session began
///   x y z [m], heading roll pitch tilt [deg], speed [m/s], yaw_rate [deg/s]     of the machine's own frame
///   fences_moved, fences_down; fence.N.moved [m], fence.N.tilt [deg]
///   mark.N [m]          from the machine's origin, on the map
///   removed.N [m³]      volume that has left an area since the start
///   carried [kg]        soil in tools
///   lever.NAME          inputs
///   force.GROUP [N]     on contact spheres and shapes of a group
///   wheel.BODY [N]      on the tyres of a wheel
///   share.front rear left right least   part of the upward forces on that side of the origin
///   sensors of the machine by their names, but for reactions and energies, which cost a step time
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "description/description.h"
#include "sim/sensors.h"
#include "sim/world.h"
#include "training/setup.h"

namespace outrigger::training {

/// A fence moved: its middle by more than this on the map [m], or tilted by more than this [deg]; down [deg].
inline constexpr double kFenceMoved = 0.10, kFenceTilted = 10.0, kFenceDown = 45.0;

struct FenceReading {
  Vec3 position = Vec3::Zero();
  double heading = 0.0, tilt = 0.0;  ///< [deg]
  double moved = 0.0;                ///< [m]
};

class Observer {
 public:
  /// `machine` as set up for `start`, of which `world` was made; the world is at its start.
  Observer(const Definition& definition, const description::Machine& machine,
           const StartPlace& start, const sim::World& world);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }
  /// After a step.
  const std::vector<double>& read(sim::World& world);
  const std::vector<double>& values() const { return values_; }
  const std::vector<FenceReading>& fences() const { return fences_; }
  /// The middle of the areas [m].
  const std::vector<std::array<double, 2>>& area_places() const { return area_places_; }
  const std::vector<Vec3>& fence_starts() const { return fence_starts_; }

 private:
  struct Support {
    sim::BodyHandle body;
    Vec3 centre;
    sim::SphereHandle sphere;
    sim::TyreHandle tyre;
    bool is_tyre = false;
    std::size_t wheel = 0;  ///< of wheel_names_
  };
  struct AreaGrid {
    std::vector<std::array<double, 2>> points;
    std::vector<double> heights;  ///< at the start [m]
    double removed = 0.0;         ///< [m³]
  };
  void name(std::string name, std::string unit);
  void add_supports(const description::Machine& machine, const sim::World& world);
  void add_area(const Area& area, const terrain::Ground& ground);
  void put(double value) { values_.push_back(static_cast<double>(static_cast<float>(value))); }
  void read_frame(const sim::World& world);
  void read_fences(const sim::World& world);
  void read_areas(const sim::World& world);
  void read_supports(const sim::World& world);

  sim::BodyHandle body_;
  Pose frame_in_body_;
  Pose frame_;
  std::vector<std::string> names_, units_;
  std::vector<double> values_, sensor_values_, wheel_loads_;
  std::vector<sim::BodyHandle> fence_bodies_;
  std::vector<FenceReading> fences_;
  std::vector<Vec3> fence_starts_;
  std::vector<Mark> marks_;
  std::vector<AreaGrid> areas_;
  std::vector<std::array<double, 2>> area_places_;
  std::uint64_t ground_version_ = ~std::uint64_t{0};
  std::vector<std::string> groups_, wheel_names_;
  std::vector<Support> supports_;
  sim::SensorSet sensors_;
  std::vector<std::size_t> sensor_columns_;
};

}  // namespace outrigger::training
