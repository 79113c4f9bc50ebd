#include "sim/beds_at_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "articulation/articulation.h"
#include "base/error.h"

namespace outrigger::sim {

namespace {

using description::BedGate;
using soil::BedWall;

/// Accelerations that shake off what sticks [m/s²].
constexpr double kShakesBed = 6.0;
/// How far outside of a wall soil falls down: walls have a thickness [m].
constexpr double kBesideWall = 0.06;
/// Heaps may rise above the walls by this much of the smaller side.
constexpr double kHeapOver = 0.6;
/// Parcels below a floor by more than this are under the bed [m].
constexpr double kUnderFloor = 0.05;

soil::BedShape shape_of(const description::Bed& b) {
  soil::BedShape s;
  s.x_min = b.from.x(), s.x_max = b.to.x(), s.y_min = b.from.y(), s.y_max = b.to.y();
  s.floor = b.from.z();
  s.front = b.wall(b.front), s.rear = b.wall(b.rear);
  s.left = b.wall(b.left), s.right = b.wall(b.right);
  s.cell = b.cell;
  return s;
}

struct WallCrossed {
  BedWall wall;
  bool crossed;
};

/// Walls that lie between the inside of a box and a place.
std::array<WallCrossed, 4> walls_between(const soil::BedShape& s, const Vec3& place) {
  return {{{BedWall::front, place.x() > s.x_max},
           {BedWall::rear, place.x() < s.x_min},
           {BedWall::left, place.y() > s.y_max},
           {BedWall::right, place.y() < s.y_min}}};
}

/// A little outside of the walls that a place lies on.
Vec3 beside(const soil::BedShape& s, Vec3 place) {
  if (place.x() >= s.x_max) place.x() = s.x_max + kBesideWall;
  if (place.x() <= s.x_min) place.x() = s.x_min - kBesideWall;
  if (place.y() >= s.y_max) place.y() = s.y_max + kBesideWall;
  if (place.y() <= s.y_min) place.y() = s.y_min - kBesideWall;
  return place;
}

/// Where around the bed, 0..15: parcels from one part of a wall may become one.
int lip_of(const soil::BedShape& s, const Vec3& place) {
  const auto quarter = [](double low, double high, double at) {
    return std::clamp(static_cast<int>(4.0 * (at - low) / (high - low)), 0, 3);
  };
  const int x = quarter(s.x_min, s.x_max, place.x()), y = quarter(s.y_min, s.y_max, place.y());
  if (place.x() >= s.x_max) return y;
  if (place.x() <= s.x_min) return 4 + y;
  return (place.y() >= 0.5 * (s.y_min + s.y_max) ? 8 : 12) + x;
}

}  // namespace

soil::Bed make_bed(const description::Bed& bed, const std::vector<soil::Soil>& soils,
                   double gravity) {
  soil::BedSettings settings;
  if (gravity > 0.0) settings.gravity = gravity;
  return soil::Bed(shape_of(bed), soils, settings);
}

std::vector<OrphanSoil> BedsAtWork::attach(Articulations articulations,
                                           const std::vector<soil::Soil>& soils, SoilCargo& cargo) {
  const std::vector<BedLoad> kept = restored_ ? std::move(*restored_) : loads();
  restored_.reset();
  std::vector<Item> old = std::move(beds_);
  beds_.clear();
  for (const auto& articulation : articulations) {
    const model::Mechanism& m = articulation->mechanism();
    for (const model::BedPart& part : m.beds) {
      const description::Bed& spec = part.spec;
      Item bed{part.id,
               spec.name,
               articulation.get(),
               part.body,
               part.coordinates.empty() ? -1 : part.coordinates.front(),
               spec.gate,
               spec.gate_opens,
               make_bed(spec, soils, m.settings.gravity.norm()),
               cargo.add(*articulation, part.body),
               0,
               {},
               {},
               0.5 * (spec.from + spec.to),
               0.0};
      const Vec3 size = spec.to - spec.from;
      bed.reach = 0.5 * size.norm() + kHeapOver * std::min(size.x(), size.y());
      const auto load = std::find_if(kept.begin(), kept.end(),
                                     [&](const BedLoad& l) { return l.bed == part.id; });
      if (load != kept.end()) bed.content.set_state(load->content);
      bed.carried = bed.content.state().changes;
      const soil::PayloadMoments moments = bed.content.moments();
      cargo.set(bed.cargo, {moments.mass, moments.first, moments.second});
      beds_.push_back(std::move(bed));
    }
  }
  std::vector<OrphanSoil> orphans;
  for (const Item& gone : old) {
    if (std::any_of(beds_.begin(), beds_.end(), [&](const Item& b) { return b.id == gone.id; }))
      continue;
    if (std::none_of(kept.begin(), kept.end(), [&](const BedLoad& l) { return l.bed == gone.id; }))
      continue;
    const auto& columns = gone.content.state().columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].mass == 0) continue;
      const int i = static_cast<int>(c) % gone.content.columns();
      const int j = static_cast<int>(c) / gone.content.columns();
      orphans.push_back(
          {gone.now.point({gone.content.x(i), gone.content.y(j), gone.content.shape().floor}),
           columns[c].soil, columns[c].mass, columns[c].specific_volume});
    }
  }
  return orphans;
}

std::vector<BedLoad> BedsAtWork::loads() const {
  std::vector<BedLoad> all;
  for (const Item& b : beds_)
    if (b.content.mass() > 0) all.push_back({b.id, b.content.state()});
  return all;
}

soil::Milligrams BedsAtWork::mass() const {
  soil::Milligrams sum = 0;
  for (const Item& b : beds_) sum += b.content.mass();
  return sum;
}

bool BedsAtWork::holds_any() const {
  return std::any_of(beds_.begin(), beds_.end(),
                     [](const Item& b) { return b.content.mass() > 0; });
}

soil::BedPose BedsAtWork::pose_of(const Item& bed) const {
  const articulation::Articulation& a = *bed.articulation;
  soil::BedPose pose;
  const Vec3 gravity = a.mechanism().settings.gravity;
  const double size = gravity.norm();
  const Vec3 up = size > 0.0 ? Vec3(-gravity / size) : Vec3(Vec3::UnitZ());
  pose.up = bed.now.local_direction(up);
  pose.shaken = a.body_acceleration(bed.body).linear.norm() > kShakesBed;
  // A gate without its coordinate was torn off.
  const bool open = bed.gate != BedGate::none &&
                    (bed.gate_coordinate < 0 ||
                     a.predicted_coordinate(bed.gate_coordinate, 0.0).value > bed.gate_opens);
  pose.front_open = open && bed.gate == BedGate::front;
  pose.rear_open = open && bed.gate == BedGate::rear;
  pose.left_open = open && bed.gate == BedGate::left;
  pose.right_open = open && bed.gate == BedGate::right;
  return pose;
}

void BedsAtWork::begin() {
  for (Item& b : beds_) b.before = std::as_const(*b.articulation).body_pose(b.body);
}

void BedsAtWork::launch(const Item& bed, const Vec3& place, int soil, soil::Milligrams mass,
                        std::uint16_t specific_volume, std::int64_t step, soil::Ledger& ledger,
                        soil::Flight& flight) const {
  const Vec3 at = bed.now.point(beside(bed.content.shape(), place));
  const model::Twist twist = std::as_const(*bed.articulation).body_twist(bed.body);
  const Vec3 speed = twist.linear + twist.angular.cross(at - bed.now.position);
  soil::Parcel parcel;
  parcel.mass = mass;
  for (int k = 0; k < 3; ++k) parcel.position[k] = at[k], parcel.velocity[k] = speed[k];
  parcel.birth = step;
  parcel.lip =
      static_cast<std::int32_t>(bed.id * soil::kMostSlices) + lip_of(bed.content.shape(), place);
  parcel.specific_volume = specific_volume;
  parcel.soil = static_cast<std::uint16_t>(soil);
  ledger.add(soil::Transfer::spill, soil, mass);
  flight.launch(parcel, ledger);
}

void BedsAtWork::work(soil::Ledger& ledger, soil::Flight& flight, std::int64_t step) {
  for (Item& b : beds_) {
    b.now = std::as_const(*b.articulation).body_pose(b.body);
    if (b.content.mass() == 0) continue;
    const auto spilled = b.content.update(pose_of(b));
    for (const soil::Renamed& r : b.content.renamed())
      ledger.add(soil::Transfer::rename, r.from, r.mass);
    for (const soil::BedSpill& s : spilled)
      launch(b, s.place, s.soil, s.mass, s.specific_volume, step, ledger, flight);
  }
}

bool BedsAtWork::take(const soil::Parcel& parcel, const Vec3& from, const Vec3& to,
                      soil::Ledger& ledger) {
  for (std::size_t k = 0; k < beds_.size(); ++k) {
    Item& b = beds_[k];
    soil::Bed& content = b.content;
    if ((to - b.now.point(b.middle)).squaredNorm() > b.reach * b.reach) continue;
    const soil::BedShape& shape = content.shape();
    const Vec3 start = b.before.local_point(from), end = b.now.local_point(to);
    if (start.z() < shape.floor - kUnderFloor) continue;
    const bool was_inside = content.inside(start.x(), start.y());
    const bool is_inside = content.inside(end.x(), end.y());
    if (!was_inside && !is_inside) continue;
    // The way through a wall, above which it would have to pass.
    const auto through_wall = [&](const Vec3& outside, double height) {
      for (const auto& [wall, crossed] : walls_between(shape, outside))
        if (crossed && height < content.top(wall)) return true;
      return false;
    };
    if (is_inside) {
      if (end.z() > content.height_at(end.x(), end.y())) continue;
      if (!was_inside && through_wall(start, start.z())) continue;
    } else if (!through_wall(end, end.z())) {
      continue;
    }
    const double x = std::clamp(end.x(), shape.x_min, shape.x_max);
    const double y = std::clamp(end.y(), shape.y_min, shape.y_max);
    const soil::Milligrams left =
        content.add(x, y, parcel.soil, parcel.mass, parcel.specific_volume);
    for (const soil::Renamed& r : content.renamed())
      ledger.add(soil::Transfer::rename, r.from, r.mass);
    if (left > 0) {
      soil::Parcel rest = parcel;
      rest.mass = left;
      for (int axis = 0; axis < 3; ++axis) rest.position[axis] = to[axis];
      rests_.push_back({k, rest});
    }
    return true;
  }
  return false;
}

void BedsAtWork::settle(soil::Ledger& ledger, soil::Flight& flight, SoilCargo& cargo) {
  for (const Rest& rest : rests_) {
    const Item& b = beds_[rest.bed];
    const soil::BedShape& shape = b.content.shape();
    // Down outside of the nearest wall.
    const soil::Parcel& p = rest.parcel;
    Vec3 place = b.now.local_point({p.position[0], p.position[1], p.position[2]});
    const double to_wall[4] = {shape.x_max - place.x(), place.x() - shape.x_min,
                               shape.y_max - place.y(), place.y() - shape.y_min};
    const auto nearest = std::min_element(to_wall, to_wall + 4) - to_wall;
    if (nearest == 0) place.x() = shape.x_max;
    if (nearest == 1) place.x() = shape.x_min;
    if (nearest == 2) place.y() = shape.y_max;
    if (nearest == 3) place.y() = shape.y_min;
    launch(b, place, p.soil, p.mass, p.specific_volume, p.birth, ledger, flight);
  }
  rests_.clear();
  for (Item& b : beds_) {
    if (b.carried == b.content.state().changes) continue;
    b.carried = b.content.state().changes;
    const soil::PayloadMoments m = b.content.moments();
    cargo.set(b.cargo, {m.mass, m.first, m.second});
  }
}

}  // namespace outrigger::sim
