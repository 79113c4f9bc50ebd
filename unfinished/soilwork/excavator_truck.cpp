/// Five buckets of loam go from the trench field into the box of a tipper.
#include <cmath>
#include <string>
#include <vector>

#include "sim/soil_stage.h"
#include "validation/cases/dig_cases.h"
#include "validation/dig_scenes.h"
#include "validation/worksite_scenes.h"

namespace outrigger::validation {
namespace excavator_truck_case {

using soil::Milligrams;

constexpr int kBuckets = 5;
/// Of the tipper: front axle to the middle between the rear axles [m]; moment of its empty masses about that
/// middle, added up by hand from the table in its file [kg m].
constexpr double kBase = 4.275, kEmptyMass = 11510.0, kEmptyMoment = 23385.7;

/// What all columns hold, counted one by one against those that nobody has touched.
struct Count {
  Milligrams bank_missing = 0, loose = 0;
  double loose_volume = 0.0;  ///< [m³]
  Milligrams loose_at_truck = 0;
};
Count count_columns(const soil::ColumnField& field) {
  const soil::ColumnField start = field.untouched();
  Count sum;
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      const soil::ColumnPlace c{i, j};
      if (!field.touched(c)) continue;
      const soil::Column now = field.column(c);
      sum.bank_missing += start.column(c).bank - now.bank;
      sum.loose += now.loose;
      sum.loose_volume += field.loose_depth(c) * field.area();
      const soil::Vec2 at = field.place(c);
      if (at.x() > 34.0 && at.y() < 56.5) sum.loose_at_truck += now.loose;
    }
  return sum;
}

double tyre_load(const sim::World& world, const std::string& axle) {
  double sum = 0.0;
  for (const std::string side : {"_left", "_right"})
    for (const std::string& twin : axle == "front" ? std::vector<std::string>{""}
                                                   : std::vector<std::string>{"_outer", "_inner"})
      sum += world.reading(world.tyre("tipper/" + axle + side + twin)).load;
  return sum;
}

Result run_case() {
  Result result;
  const sim::PlacedScene scene = place_bundled(read_bundled_scene("loading"));
  sim::World world(scene.machine, scene.options);
  for (const char* machine : {"excavator/", "tipper/"})
    world.set_input(std::string(machine) + "parking_brake", 1.0);
  Digger digger(world, "excavator/");
  double unbalanced = 0.0;
  const auto& bed = [&]() -> const soil::Bed& { return world.soil()->beds().beds()[0].content; };
  result.series.columns = {"t [s]", "in the bucket [t]", "in the box [t]", "axles: front [kN]",
                           "axles: both rear [kN]"};
  int steps = 0;
  digger.each = [&] {
    world.take_events();
    unbalanced += world.soil()->imbalance() == 0 ? 0.0 : 1.0;
    if (steps++ % 20 != 0) return;
    result.series.rows.push_back(
        {world.time(), 1e-9 * static_cast<double>(digger.bucket().content->mass()),
         1e-9 * static_cast<double>(bed().mass()), 1e-3 * tyre_load(world, "front"),
         1e-3 * (tyre_load(world, "middle") + tyre_load(world, "rear"))});
  };
  digger.set_supports();
  double seconds = 0.0;
  for (int k = 0; k < kBuckets; ++k) {
    Digger::Cut cut{7.8, 4.2, -0.4, 0.22 * (k - 2), 0.8};
    seconds += digger.take(cut, {7.0, 3.7, -0.5 * 3.14159265358979323846}).seconds / kBuckets;
  }
  digger.arm().let_go();
  digger.wait(6.0);

  const soil::ColumnField& field = world.soil()->field();
  const Count count = count_columns(field);
  const Milligrams bucket = digger.bucket().content->mass(), air = world.soil()->flight().mass();
  result.bound("steps in which the book does not close", unbalanced, 0.0);
  result.bound(
      "mass in the box against cut - loose on the ground - in the bucket - in the air [mg]",
      static_cast<double>(bed().mass() - (count.bank_missing - count.loose - bucket - air)), 0.0);
  const soil::Soil& loam = field.soil(0);
  const double mass = static_cast<double>(bed().mass()) / soil::kMilligramsPerKilogram;
  const double cut_volume =
      static_cast<double>(count.bank_missing) / soil::kMilligramsPerKilogram / loam.density_bank;
  const double swell = loam.density_bank / loam.density_loose;
  const double expected = cut_volume * swell - count.loose_volume - digger.carried();
  result.compare("volume in the box against cut x swell - spill [m3]", bed().volume(), expected,
                 1e-3 * expected);
  // Five heaped buckets; the study's least fill of loam is 90 %.
  result.compare("volume in the box against five heaped buckets [m3]", bed().volume(), 5.0 * 1.009,
                 0.2 * 5.0 * 1.009);
  result.bound("share of what was carried that lies beside the truck",
               static_cast<double>(count.loose_at_truck) /
                   static_cast<double>(count.loose_at_truck + bed().mass()),
               0.05);
  result.compare("cycle, mean [s]", seconds, 15.0, 5.0);
  const Pose chassis = world.pose(world.body("tipper/chassis")),
             box = world.pose(world.body("tipper/bed"));
  const soil::PayloadMoments m = bed().moments();
  const double x = chassis.local_point(box.point(m.first / m.mass)).x();
  const double whole = (kEmptyMass + mass) * kGravity;
  const double front = (kEmptyMoment + mass * x) / kBase * kGravity;
  const double rear = tyre_load(world, "middle") + tyre_load(world, "rear");
  result.compare("weight on all axles [N]", tyre_load(world, "front") + rear, whole, 5e-3 * whole);
  result.compare("front axle [N]", tyre_load(world, "front"), front, 5e-3 * front);
  result.compare("both rear axles [N]", rear, whole - front, 5e-3 * (whole - front));
  return result;
}

}  // namespace excavator_truck_case

std::vector<Case> excavator_truck_cases() {
  return {
      {"excavator-truck",
       "five buckets of loam into the box of a tipper: mass to the milligram, volume, axle loads",
       excavator_truck_case::run_case}};
}

}  // namespace outrigger::validation
