#include "sim/tools_at_work.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "articulation/articulation.h"
#include "math/elementary.h"

namespace outrigger::sim {

namespace {

/// Accelerations that shake off what sticks [m/s²].
constexpr double kShaking = 6.0;
/// Tools farther than this above the ground under their edge do not look at it [m].
constexpr double kFar = 0.5;

system::BodyLoad load_of(const soil::PayloadMoments& m) { return {m.mass, m.first, m.second}; }

soil::PayloadPose pose_of(const Pose& body) {
  const Vec3 x = body.rotation.col(0), y = body.rotation.col(1), z = body.rotation.col(2);
  return {elementary::atan2(x.z(), z.z()), elementary::asin(std::clamp(y.z(), -1.0, 1.0)), false,
          0.0};
}

/// Content over the room for it in this pose, 0..1. A bucket that opens downwards has little room, and is not
/// taken to be full for that.
double fill_of(const soil::Payload& content) {
  if (content.empty()) return 0.0;
  const soil::Cavity& cavity = content.cavity();
  double room = 0.0;
  for (int k = 0; k < cavity.slices(); ++k) room += cavity.capacity(k) * cavity.slice_width();
  return std::clamp(content.volume() / std::max(room, 0.2 * cavity.struck_volume()), 0.0, 1.0);
}

/// Height of the soil before an edge, above it [m].
double support_at(const soil::ColumnField& field, const soil::Blade& blade) {
  const soil::Vec2 facing(blade.normal.x(), blade.normal.y());
  const double horizontal = facing.norm();
  if (horizontal < 0.02) return 0.0;
  const soil::Vec2 ahead = facing * (field.cell() / horizontal);
  const soil::ColumnPlace next =
      field.column_at(blade.edge.x() + ahead.x(), blade.edge.y() + ahead.y());
  return std::clamp(field.height(next) - blade.edge.z(), 0.0, 2.0);
}

}  // namespace

std::vector<OrphanSoil> ToolsAtWork::attach(Articulations articulations,
                                            const std::vector<soil::Soil>& soils,
                                            SoilCargo& cargo) {
  const std::vector<ToolLoad> kept = restored_ ? std::move(*restored_) : loads();
  restored_.reset();
  const std::vector<Tool> old = std::move(tools_);
  tools_.clear();
  paths_.clear();
  for (const auto& articulation : articulations) {
    const model::Mechanism& m = articulation->mechanism();
    for (std::size_t i = 0; i < m.tools.size(); ++i) {
      const model::ToolPart& part = m.tools[i];
      Tool tool{part.id,
                part.spec.name,
                articulation.get(),
                static_cast<int>(i),
                part.body,
                digging::ToolGeometry(part.spec),
                {},
                {},
                {},
                false,
                0,
                {},
                0};
      if (part.spec.holds_soil()) {
        const double gravity = m.settings.gravity.norm();
        soil::PayloadSettings settings;
        if (gravity > 0.0) settings.gravity = gravity;
        tool.content.emplace(digging::cavity_of(part.spec, kToolSlices), soils, settings);
        const auto load = std::find_if(kept.begin(), kept.end(),
                                       [&](const ToolLoad& l) { return l.tool == part.id; });
        if (load != kept.end()) tool.content->set_state(load->content);
        tool.cargo = cargo.add(*articulation, part.body);
        cargo.set(tool.cargo, load_of(tool.content->moments()));
        tool.carried = tool.content->state();
      }
      tools_.push_back(std::move(tool));
    }
  }
  paths_.reserve(tools_.size());
  std::vector<OrphanSoil> orphans;
  for (const ToolLoad& load : kept) {
    const auto is_it = [&](const Tool& t) { return t.id == load.tool; };
    if (std::any_of(tools_.begin(), tools_.end(), is_it)) continue;
    const auto gone = std::find_if(old.begin(), old.end(), is_it);
    const Vec3 place = gone != old.end() ? gone->now.edge : Vec3(Vec3::Zero());
    for (const soil::PayloadSlice& s : load.content.slices)
      if (s.mass > 0) orphans.push_back({place, s.soil, s.mass, s.specific_volume});
  }
  return orphans;
}

std::vector<ToolLoad> ToolsAtWork::loads() const {
  std::vector<ToolLoad> all;
  for (const Tool& t : tools_)
    if (t.content && !t.content->empty()) all.push_back({t.id, t.content->state()});
  return all;
}

soil::Milligrams ToolsAtWork::mass() const {
  soil::Milligrams sum = 0;
  for (const Tool& t : tools_)
    if (t.content) sum += t.content->mass();
  return sum;
}

void ToolsAtWork::begin() {
  for (Tool& t : tools_) t.before = t.geometry.at(std::as_const(*t.articulation).body_pose(t.body));
}

void ToolsAtWork::work(const Ground& ground, std::int64_t step, double h) {
  paths_.clear();
  for (Tool& t : tools_) {
    t.working = false;
    t.taken = 0;
    if (std::as_const(*t.articulation).state().asleep) continue;
    const Pose pose = t.articulation->body_pose(t.body);
    t.now = t.geometry.at(pose);
    cut(t, ground);
    if (t.working)
      if (const soil::BladePath path(ground.field, t.before, t.now); !path.empty())
        paths_.push_back(path);
    if (t.content) {
      turn(t, ground, step);
      weigh(t, ground.cargo);
      const double rate = static_cast<double>(t.taken) / (soil::kMilligramsPerKilogram * h);
      if (rate != t.articulation->intake(t.index)) t.articulation->set_intake(t.index, rate);
      const double fill = fill_of(*t.content);
      if (fill != t.articulation->fill(t.index)) t.articulation->set_fill(t.index, fill);
    }
  }
}

bool ToolsAtWork::crosses(const soil::ColumnField& field, soil::ColumnPlace c) const {
  soil::BladePass pass;
  return std::any_of(paths_.begin(), paths_.end(),
                     [&](const soil::BladePath& p) { return p.passed(field.place(c), pass); });
}

void ToolsAtWork::cut(Tool& tool, const Ground& ground) {
  const soil::ColumnPlace under = ground.field.column_at(tool.now.edge.x(), tool.now.edge.y());
  if (tool.now.edge.z() > ground.field.height(under) + kFar) return;
  const auto take = [&](const soil::CutSoil& piece) {
    tool.working = true;
    ground.faces.wake(ground.field, piece.from);
    if (tool.content) {
      soil::Payload& content = *tool.content;
      const double share = piece.across / tool.geometry.width + 0.5;
      const int slice = std::clamp(static_cast<int>(share * kToolSlices), 0, kToolSlices - 1);
      if (content.empty()) {
        // The same content whatever the tool did while it was empty.
        const soil::PayloadPose pose =
            pose_of(std::as_const(*tool.articulation).body_pose(tool.body));
        soil::PayloadState fresh;
        fresh.tilt = pose.tilt, fresh.roll = pose.roll;
        fresh.support = support_at(ground.field, tool.now);
        content.set_state(fresh);
      }
      if (!content.full(slice)) {
        const soil::Renamed renamed =
            content.add(slice, piece.soil, piece.mass, piece.specific_volume);
        if (renamed.mass > 0) ground.ledger.add(soil::Transfer::rename, renamed.from, renamed.mass);
        ground.ledger.add(soil::Transfer::load, piece.soil, piece.mass);
        tool.taken += piece.mass;
        return;
      }
    }
    push(tool, ground, piece);
  };
  soil::cut(ground.field, ground.ledger, tool.before, tool.now, take);
}

void ToolsAtWork::push(Tool& tool, const Ground& ground, const soil::CutSoil& piece) {
  ground.ledger.add(soil::Transfer::push, piece.soil, piece.mass);
  const soil::Vec2 edge(tool.now.edge.x(), tool.now.edge.y());
  const soil::Vec2 sideways(-piece.ahead.y(), piece.ahead.x());
  const soil::Vec2 from = ground.field.place(piece.from);
  const double side = (from - edge).dot(sideways), cell = ground.field.cell();
  const soil::Milligrams half = piece.mass / 2;
  for (int k = 0; k < 2; ++k) {
    const soil::Vec2 to = edge + side * sideways + (k + 0.75) * cell * piece.ahead;
    const soil::Milligrams mass = k == 0 ? half : piece.mass - half;
    const soil::FieldSettings& f = ground.field.settings();
    if (!(to.x() >= f.x_min && to.x() <= f.x_max && to.y() >= f.y_min && to.y() <= f.y_max)) {
      ground.ledger.add(soil::Transfer::leave, piece.soil, mass);
      continue;
    }
    const soil::ColumnPlace c = ground.field.column_at(to.x(), to.y());
    // The smaller share loses its name, and is booked under it.
    const soil::Column there = ground.field.column(c);
    const int loser = mass > there.loose ? there.loose_soil : piece.soil;
    if (const auto renamed = ground.field.add_loose(c, piece.soil, mass, piece.specific_volume);
        renamed > 0)
      ground.ledger.add(soil::Transfer::rename, loser, renamed);
    ground.field.activate_around(c);
  }
}

void ToolsAtWork::turn(Tool& tool, const Ground& ground, std::int64_t step) {
  soil::Payload& content = *tool.content;
  if (content.empty()) return;
  const articulation::Articulation& a = *tool.articulation;
  const Pose pose = a.body_pose(tool.body);
  soil::PayloadPose turned = pose_of(pose);
  turned.shaken = a.body_acceleration(tool.body).linear.norm() > kShaking;
  turned.support = support_at(ground.field, tool.now);
  const auto spilled = content.update(turned);
  for (const soil::Renamed& r : content.renamed())
    ground.ledger.add(soil::Transfer::rename, r.from, r.mass);
  if (spilled.empty()) return;
  const auto& profile = content.cavity().shape().profile;
  const soil::PlanePoint lip =
      content.cavity().spills_over_edge() ? profile.front() : profile.back();
  const model::Twist twist = a.body_twist(tool.body);
  for (const soil::Spilled& s : spilled) {
    const Vec3 place = pose.point(Vec3(lip.s, content.cavity().slice_y(s.slice), lip.z));
    const Vec3 speed = twist.linear + twist.angular.cross(place - pose.position);
    soil::Parcel parcel;
    parcel.mass = s.mass;
    for (int k = 0; k < 3; ++k) parcel.position[k] = place[k], parcel.velocity[k] = speed[k];
    parcel.birth = step;
    parcel.lip = static_cast<std::int32_t>(tool.id * soil::kMostSlices + s.slice);
    parcel.specific_volume = s.specific_volume;
    parcel.soil = static_cast<std::uint16_t>(s.soil);
    ground.ledger.add(soil::Transfer::spill, s.soil, s.mass);
    ground.flight.launch(parcel, ground.ledger);
  }
}

void ToolsAtWork::weigh(Tool& tool, SoilCargo& cargo) const {
  if (tool.carried == tool.content->state()) return;
  tool.carried = tool.content->state();
  cargo.set(tool.cargo, load_of(tool.content->moments()));
}

}  // namespace outrigger::sim
