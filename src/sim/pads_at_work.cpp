#include "sim/pads_at_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "articulation/articulation.h"
#include "contact/shape_scene.h"
#include "digging/soil_tools.h"
#include "math/elementary.h"
#include "touching/contact_stage.h"
#include "tyres/tyres.h"

namespace outrigger::sim {

namespace {

constexpr double kLeastLoad = 1.0;         ///< [N]: less does not press
constexpr double kLeastHalf = 0.05;        ///< of what has no extent [m]
constexpr double kLooksDown = -0.5;        ///< n_z of a back that presses soil in
constexpr double kLeastDeflection = 0.01;  ///< of the radius: chord of a tyre that just touches
constexpr double kSquareOfCircle = 0.8862269254527580;  ///< half side over radius: √π/2
constexpr std::int64_t kWakeEvery =
    16;  ///< steps: a face is looked at when something comes near it

soil::SettleSettings settle_settings(double gravity) {
  soil::SettleSettings s;
  if (gravity > 0.0) s.gravity = gravity;
  return s;
}

tyres::Tyres* tyres_of(const articulation::Articulation& a) {
  for (const auto& term : a.system().terms())
    if (auto* found = dynamic_cast<tyres::Tyres*>(term.get())) return found;
  return nullptr;
}

/// Tells a tyre; what its spring holds less or more was not done by the machine.
void set_soil(articulation::Articulation& a, tyres::Tyres& tyres, int tyre,
              const tyres::TyreOnSoil& now) {
  if (tyres.soil(tyre) == now) return;
  const bool moves = tyres.soil(tyre).on != now.on || tyres.soil(tyre).slope_x != now.slope_x ||
                     tyres.soil(tyre).slope_y != now.slope_y;
  if (!moves) return tyres.set_soil(tyre, now);
  const double before = a.stepper().potential_energy(std::as_const(a).state());
  tyres.set_soil(tyre, now);
  const double change = before - a.stepper().potential_energy(std::as_const(a).state());
  if (change == 0.0) return;
  a.state().ledger.detection += change;
  a.state().ledger.measured = false;
}

}  // namespace

PadsAtWork::PadsAtWork(double gravity) : settle_(settle_settings(gravity)) {
  pads_.reserve(soil::kMostPads);
  tyre_pads_.reserve(soil::kMostPads);
}

void PadsAtWork::restore(std::vector<TyreGround> tyres, std::int64_t cursor) {
  restored_ = std::move(tyres);
  settle_.set_cursor(cursor);
}

void PadsAtWork::attach(Articulations articulations) {
  const bool put_back = restored_.has_value();
  if (put_back) on_soil_ = std::move(*restored_);
  restored_.reset();
  pads_.clear(), tyre_pads_.clear();
  sources_.clear();
  std::vector<TyreGround> kept;
  for (const auto& a : articulations) {
    Source source{a.get(), tyres_of(*a), 0};
    const auto& parts = a->mechanism().tyres;
    for (std::size_t i = 0; i < parts.size() && source.tyres != nullptr; ++i) {
      const auto found = std::find_if(on_soil_.begin(), on_soil_.end(),
                                      [&](const TyreGround& g) { return g.tyre == parts[i].id; });
      tyres::TyreOnSoil now;
      if (found != on_soil_.end()) {
        now = {true, found->rut, found->slope_x, found->slope_y};
        kept.push_back(*found);
      }
      // An articulation that was made anew goes on where the old one was; nothing is booked.
      source.tyres->set_soil(static_cast<int>(i), now);
    }
    sources_.push_back(source);
  }
  std::size_t all = 0;
  for (const auto& a : articulations) all += a->mechanism().tyres.size();
  kept.reserve(all);
  on_soil_ = std::move(kept);
}

void PadsAtWork::add_tyres(const Source& source) {
  const articulation::Articulation& a = *source.articulation;
  const auto& parts = a.mechanism().tyres;
  for (std::size_t i = 0; i < parts.size() && pads_.size() < soil::kMostPads; ++i) {
    const tyres::TyreReading reading = a.tyre(static_cast<int>(i));
    if (!(reading.load > kLeastLoad)) continue;
    const model::TyrePart& part = parts[i];
    const Pose pose = a.body_pose(part.body);
    const Vec3 axis = pose.direction(part.spec.axis);
    const Vec3 way(axis.y(), -axis.x(), 0.0);
    const double upright = way.norm();
    if (!(upright > 0.5 * axis.norm())) continue;  // it lies on its side
    const Vec3 centre = pose.point(part.spec.centre);
    const model::Twist twist = a.body_twist(part.body);
    const Vec3 speed = twist.linear + twist.angular.cross(centre - pose.position);
    soil::Pad pad;
    const double radius = part.type.radius;
    const double in = std::clamp(reading.deflection, kLeastDeflection * radius, radius);
    pad.x = centre.x(), pad.y = centre.y();
    pad.half_length = std::sqrt(in * (2.0 * radius - in));
    pad.half_width = 0.5 * part.type.width;
    pad.heading = elementary::atan2(way.y(), way.x());
    pad.load = reading.load;
    pad.speed = speed.dot(way) / upright;
    pad.rolls = true;
    pads_.push_back(pad);
    tyre_pads_.push_back({static_cast<int>(&source - sources_.data()), static_cast<int>(i)});
  }
}

void PadsAtWork::add_spheres(const soil::ColumnField& field, const articulation::Articulation& a) {
  const auto& parts = a.mechanism().spheres;
  for (std::size_t i = 0; i < parts.size() && pads_.size() < soil::kMostPads; ++i) {
    const contact::SphereReading reading = a.sphere(static_cast<int>(i));
    if (!reading.touching || !(reading.force.z() > kLeastLoad)) continue;
    const Vec3 centre = a.body_pose(parts[i].body).point(parts[i].spec.centre);
    const double radius = parts[i].spec.radius;
    // Beyond what went down with it.
    const double off = radius + 2.0 * field.cell();
    double around = 0.0;
    const double offs[4][2] = {{off, 0.0}, {-off, 0.0}, {0.0, off}, {0.0, -off}};
    for (const auto& o : offs)
      around += 0.25 * field.height(field.column_at(centre.x() + o[0], centre.y() + o[1]));
    const double in = std::clamp(around - (centre.z() - radius), 0.005 * radius, radius);
    soil::Pad pad;
    pad.x = centre.x(), pad.y = centre.y();
    pad.half_length = pad.half_width =
        std::clamp(kSquareOfCircle * std::sqrt(in * (2.0 * radius - in)), 0.005, 50.0);
    pad.load = reading.force.z();
    pad.margin = field.cell();
    pads_.push_back(pad);
  }
}

void PadsAtWork::add_heels(const soil::ColumnField& field, const articulation::Articulation& a) {
  const digging::SoilTools* tools = a.soil_tools();
  if (tools == nullptr) return;
  const auto& parts = a.mechanism().tools;
  for (int i = 0; i < tools->count(); ++i)
    for (int k = 0; k < tools->face_count(i) && pads_.size() < soil::kMostPads; ++k) {
      const auto face = tools->pressed(i, k, a.soil_tools_memory());
      const double load = face.pressure_force * -face.normal.z();
      if (face.kind != digging::ToolFace::Kind::back || !(face.normal.z() < kLooksDown) ||
          !(load > kLeastLoad))
        continue;
      const Vec3 at = a.body_pose(parts[static_cast<std::size_t>(i)].body).point(face.point);
      soil::Pad pad;
      pad.x = at.x(), pad.y = at.y();
      pad.half_length = pad.half_width = std::max(0.005, 0.5 * std::sqrt(face.area));
      pad.load = load;
      pad.margin = field.cell();
      pads_.push_back(pad);
    }
}

void PadsAtWork::add_shapes(const soil::ColumnField& field) {
  if (contacts_ == nullptr || contacts_->empty()) return;
  const contact::ShapeScene& scene = contacts_->scene();
  const auto& records = contacts_->state().contacts;
  const auto is_ground = [&](std::int64_t shape) {
    return scene.is_ground(static_cast<std::int32_t>(shape));
  };
  for (std::size_t k = 0; k < records.size() && pads_.size() < soil::kMostPads;) {
    std::size_t end = k + 1;
    while (end < records.size() && touching::same_shapes(records[end], records[k])) ++end;
    const std::size_t first = std::exchange(k, end);
    const bool is_a = is_ground(records[first].shape_b);
    if (!is_a && !is_ground(records[first].shape_a)) continue;
    const std::int64_t shape = is_a ? records[first].shape_a : records[first].shape_b;
    const touching::ContactStage::Place& place = contacts_->place(static_cast<int>(shape));
    if (place.articulation == nullptr) continue;
    const articulation::Articulation& a = *place.articulation;
    if (a.state().asleep) continue;
    const Pose pose = a.body_pose(place.body);
    Vec3 way = pose.rotation.col(0);
    if (std::abs(way.z()) > 0.9) way = pose.rotation.col(1);
    way.z() = 0.0;
    way.normalize();
    const Vec3 side(-way.y(), way.x(), 0.0);
    double load = 0.0, low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
    for (std::size_t i = first; i < end; ++i) {
      const contact::ContactRecord& c = records[i];
      if (!(c.memory.normal_force > 0.0)) continue;
      load += is_a ? c.force_on_a().z() : -c.force_on_a().z();
      const Vec3 at = pose.point(is_a ? c.in_a() : c.in_b());
      const double u[2] = {at.dot(way), at.dot(side)};
      for (int j = 0; j < 2; ++j)
        low[j] = std::min(low[j], u[j]), high[j] = std::max(high[j], u[j]);
    }
    if (!(load > kLeastLoad)) continue;
    const double u = 0.5 * (low[0] + high[0]), w = 0.5 * (low[1] + high[1]);
    soil::Pad pad;
    pad.x = u * way.x() + w * side.x(), pad.y = u * way.y() + w * side.y();
    pad.half_length = std::max(kLeastHalf, 0.5 * (high[0] - low[0]));
    pad.half_width = std::max(kLeastHalf, 0.5 * (high[1] - low[1]));
    pad.heading = elementary::atan2(way.y(), way.x());
    pad.load = load;
    pad.margin = field.cell();
    pads_.push_back(pad);
  }
}

void PadsAtWork::tell_tyres() {
  // Both lists are in the order of the machines.
  on_soil_.clear();
  std::size_t next = 0;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    const Source& source = sources_[s];
    if (source.tyres == nullptr) continue;
    articulation::Articulation& a = *source.articulation;
    const auto& parts = std::as_const(a).mechanism().tyres;
    const bool asleep = std::as_const(a).state().asleep;
    for (int i = 0; i < static_cast<int>(parts.size()); ++i) {
      const model::TyrePart& part = parts[static_cast<std::size_t>(i)];
      tyres::TyreOnSoil now;
      if (asleep) {
        now = source.tyres->soil(i);
      } else if (next < tyre_pads_.size() && tyre_pads_[next].source == static_cast<int>(s) &&
                 tyre_pads_[next].tyre == i) {
        const soil::Pad& pad = pads_[next];
        const soil::PadResult& r = settle_.results()[next++];
        if (r.on_soil) {
          const elementary::SineCosine turn = elementary::sincos(pad.heading);
          now = {true, r.rolling, turn.cosine * r.slope_along - turn.sine * r.slope_across,
                 turn.sine * r.slope_along + turn.cosine * r.slope_across};
        }
      }
      if (!asleep) set_soil(a, *source.tyres, i, now);
      if (now.on) on_soil_.push_back({part.id, now.rut, now.slope_x, now.slope_y});
    }
  }
}

void PadsAtWork::work(soil::ColumnField& field, soil::Ledger& ledger, soil::Faces& faces,
                      Articulations articulations, std::int64_t step, double h) {
  pads_.clear(), tyre_pads_.clear();
  for (const Source& source : sources_)
    if (source.tyres != nullptr && !std::as_const(*source.articulation).state().asleep)
      add_tyres(source);
  for (const auto& a : articulations)
    if (!std::as_const(*a).state().asleep && !a->mechanism().spheres.empty())
      add_spheres(field, *a);
  for (const auto& a : articulations)
    if (!std::as_const(*a).state().asleep) add_heels(field, *a);
  add_shapes(field);
  settle_.step(field, ledger, pads_, h);
  pressing_work_ = 0.0;
  for (std::size_t k = 0; k < settle_.results().size(); ++k) {
    const soil::PadResult& r = settle_.results()[k];
    pressing_work_ += r.work;
    if (field.block_count() > 0 && (step + static_cast<std::int64_t>(k)) % kWakeEvery == 0)
      faces.wake(field, field.column_at(pads_[k].x, pads_[k].y));
  }
  tell_tyres();
}

}  // namespace outrigger::sim
