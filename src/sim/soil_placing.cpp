/// Soil that programs put on the ground or let fall (sim/command.h, PlaceSoil).
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "math/elementary.h"
#include "sim/command.h"
#include "sim/soil_stage.h"
#include "sim/world.h"

namespace outrigger::sim {

namespace {

constexpr double kHighestPlaced = 20.0;  ///< [m] of loose soil put on one place at a time
constexpr double kHighestDrop = 50.0;    ///< [m] above the ground
constexpr int kDropParcels = 16;         ///< that soil falls in

[[noreturn]] void refuse(const std::string& why) { throw Error("soil cannot be placed: " + why); }

soil::Milligrams milligrams_of(double mass) {
  return static_cast<soil::Milligrams>(std::llround(mass * soil::kMilligramsPerKilogram));
}

}  // namespace

int SoilStage::kind_named(const std::string& name) const {
  std::vector<std::string> names;
  for (int k = 0; k < field_.soil_count(); ++k) {
    names.push_back(field_.soil(k).name);
    if (names.back() == name) return k;
  }
  refuse(fmt::format("there is no soil '{}' on this site; known are {}", name,
                     fmt::join(names, ", ")));
}

void SoilStage::place(const PlaceSoil& c, World& world) {
  const int kind = kind_named(c.soil);
  const auto finite = [](double v) { return std::isfinite(v); };
  if (!finite(c.x) || !finite(c.y) || !(c.mass > 0.0 && c.mass <= 1e9) ||
      !(c.radius >= 0.0 && c.radius <= 100.0) || !(c.drop >= 0.0 && c.drop <= kHighestDrop))
    refuse(fmt::format(
        "{:g} kg at ({:g}, {:g}) m over a radius of {:g} m from {:g} m above the ground; allowed "
        "are up to 1e9 kg, a radius of 0 to 100 m, a drop of 0 to {:g} m",
        c.mass, c.x, c.y, c.radius, c.drop, kHighestDrop));
  const soil::FieldSettings& f = field_.settings();
  const bool inside = c.x - c.radius >= f.x_min && c.x + c.radius <= f.x_max &&
                      c.y - c.radius >= f.y_min && c.y + c.radius <= f.y_max;
  if (!inside)
    refuse(
        fmt::format("({:g}, {:g}) m with a radius of {:g} m reaches beyond the site: x {:g} to "
                    "{:g}, y {:g} to {:g} m",
                    c.x, c.y, c.radius, f.x_min, f.x_max, f.y_min, f.y_max));
  if (c.drop > 0.0)
    drop(c, kind, world);
  else
    lay(c, kind, world);
}

void SoilStage::lay(const PlaceSoil& c, int kind, World& world) {
  std::vector<soil::ColumnPlace> places;
  const int reach = static_cast<int>(c.radius / field_.cell()) + 1;
  const soil::ColumnPlace middle = field_.column_at(c.x, c.y);
  for (int j = middle.j - reach; j <= middle.j + reach; ++j)
    for (int i = middle.i - reach; i <= middle.i + reach; ++i) {
      const soil::ColumnPlace p{i, j};
      if (!field_.inside(p)) continue;
      if (p == middle ||
          (field_.place(p) - soil::Vec2(c.x, c.y)).squaredNorm() <= c.radius * c.radius)
        places.push_back(p);
    }
  const soil::Milligrams mass = milligrams_of(c.mass);
  const auto count = static_cast<soil::Milligrams>(places.size());
  const double height =
      c.mass / (field_.soil(kind).density_loose * field_.area() * static_cast<double>(count));
  if (height > kHighestPlaced)
    refuse(
        fmt::format("{:g} kg over a radius of {:g} m would stand {:.0f} m high; allowed are {:g} m "
                    "at a time: take a larger radius",
                    c.mass, c.radius, height, kHighestPlaced));
  soil::Milligrams rest = mass % count;
  for (const soil::ColumnPlace p : places) {
    const soil::Milligrams part = mass / count + (rest > 0 ? 1 : 0);
    rest -= rest > 0 ? 1 : 0;
    const soil::Column there = field_.column(p);
    const int loser = part > there.loose ? there.loose_soil : kind;
    if (const auto renamed = field_.add_loose(p, kind, part, field_.loose_volume(kind));
        renamed > 0)
      ledger_.add(soil::Transfer::rename, loser, renamed);
    field_.activate_around(p);
  }
  ledger_.add(soil::Transfer::place, kind, mass);
  show(world, true);
}

/// Falls from rest, in parcels that are spread evenly over the circle (Vogel's spiral).
void SoilStage::drop(const PlaceSoil& c, int kind, World& world) {
  constexpr double kGoldenAngle = 2.399963229728653;
  const soil::Milligrams mass = milligrams_of(c.mass);
  for (int k = 0; k < kDropParcels; ++k) {
    const double r = c.radius * std::sqrt((k + 0.5) / kDropParcels);
    const auto [sine, cosine] = elementary::sincos(kGoldenAngle * k);
    soil::Parcel parcel;
    parcel.mass = mass / kDropParcels + (k < mass % kDropParcels ? 1 : 0);
    if (parcel.mass == 0) continue;
    parcel.position[0] = c.x + r * cosine, parcel.position[1] = c.y + r * sine;
    parcel.position[2] = ground_->height(c.x, c.y) + c.drop;
    parcel.birth = world.step_count();
    parcel.lip = kDropLip - k;
    parcel.specific_volume = field_.loose_volume(kind);
    parcel.soil = static_cast<std::uint16_t>(kind);
    flight_.launch(parcel, ledger_);
  }
  ledger_.add(soil::Transfer::place, kind, mass);
}

}  // namespace outrigger::sim
