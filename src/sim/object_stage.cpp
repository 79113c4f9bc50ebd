#include "sim/object_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/fields.h"
#include "sim/world.h"

namespace outrigger::sim {

namespace {

constexpr double kCell = 4.0;            ///< of the grid [m]
constexpr double kUpright = 0.9;         ///< cosine of how far a person may lean who walks on
constexpr std::int64_t kMustEnter = -2;  ///< in place of the step: the ground under it has changed

std::int64_t cell_of(double x) { return static_cast<std::int64_t>(std::floor(x / kCell)); }
std::int64_t cell_key(std::int64_t column, std::int64_t row) {
  return column * (std::int64_t{1} << 32) + (row & 0xffffffff);
}

/// Words of a record in bytes and hash.
constexpr std::size_t kNumbers = 12;
void put_pose(FieldWriter& w, const Pose& p) {
  for (int k = 0; k < 3; ++k) w.put(p.position[k]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) w.put(p.rotation(i, j));
}

bool is_person(const ObjectPlan& plan, std::int64_t object) {
  return plan.placed[static_cast<std::size_t>(object)].state == PlacedObject::State::walking;
}

std::string bytes_of(const ObjectPlan& plan, const ObjectRecords& records) {
  FieldWriter w;
  for (const auto& [object, r] : records) {
    w.put(static_cast<std::int64_t>(object));
    w.put(r.slot), w.put(r.body), w.put(r.slow_since);
    w.put(static_cast<std::int64_t>(r.gone));
    put_pose(w, r.pose);
    if (is_person(plan, object)) w.put(r.walked), w.put(static_cast<std::int64_t>(r.hit));
  }
  return std::move(w.out);
}

/// Nearest distance of a point to the way from another one.
double distance_to_way(const Vec3& p, const Vec3& from, const Vec3& way) {
  const double length = way.squaredNorm();
  const double s = length > 0.0 ? std::clamp((p - from).dot(way) / length, 0.0, 1.0) : 0.0;
  return (p - from - s * way).norm();
}

}  // namespace

// ---------------------------------------------------------------------------------- the part

ObjectPart::ObjectPart(std::shared_ptr<const ObjectPlan> plan, ObjectRecords records)
    : plan_(std::move(plan)), records_(std::move(records)) {
  if (records_.empty()) return;
  const std::string bytes = bytes_of(*plan_, records_);
  Hash h;
  h.add_bytes(bytes.data(), bytes.size());
  hash_ = h.value();
}

void ObjectPart::write(std::string& bytes) const { bytes += bytes_of(*plan_, records_); }

std::shared_ptr<const StatePart> ObjectPart::from_bytes(std::string_view bytes) const {
  FieldReader r(bytes);
  ObjectRecords records;
  const auto slots = slots_of(*plan_);
  while (r.good() && r.left() > 0) {
    const auto object = r.get<std::int64_t>();
    ObjectRecord record;
    record.slot = r.get<std::int64_t>();
    record.body = r.get<std::uint64_t>();
    record.slow_since = r.get<std::int64_t>();
    record.gone = r.get<std::int64_t>() != 0;
    double numbers[kNumbers] = {};
    for (double& n : numbers) n = r.get<double>();
    for (int k = 0; k < 3; ++k) record.pose.position[k] = numbers[k];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) record.pose.rotation(i, j) = numbers[3 + 3 * i + j];
    if (!r.good() || object < 0 || object >= static_cast<std::int64_t>(plan_->placed.size()))
      return nullptr;
    for (const double n : numbers)
      if (!std::isfinite(n)) return nullptr;
    if (is_person(*plan_, object)) {
      record.walked = r.get<double>();
      record.hit = r.get<std::int64_t>() != 0;
      if (!r.good() || !(record.walked >= 0.0 && record.walked < 1e12)) return nullptr;
    }
    const PlacedObject& o = plan_->placed[static_cast<std::size_t>(object)];
    const auto& of_kind = slots[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)];
    if (record.slot < -1 || record.slot >= of_kind.count) return nullptr;
    if (!records.empty() && object <= records.rbegin()->first) return nullptr;
    records.emplace(static_cast<int>(object), record);
  }
  if (!r.at_end()) return nullptr;
  return std::make_shared<ObjectPart>(plan_, std::move(records));
}

// ---------------------------------------------------------------------------------- building

ObjectStage::ObjectStage(std::shared_ptr<const ObjectPlan> plan, touching::ContactStage& contacts,
                         int first_shape)
    : plan_(std::move(plan)),
      contacts_(contacts),
      slots_(slots_of(*plan_)),
      slings_of_machines_(plan_) {
  const auto shapes = contacts_.scene().shapes();
  for (const ObjectSlots& s : slots_) {
    first_shape_.push_back(first_shape);
    const auto own =
        static_cast<int>(plan_->kinds[static_cast<std::size_t>(s.kind)].machine.shapes.size());
    first_shape += own * s.count;
    in_slot_.emplace_back(static_cast<std::size_t>(s.count), -1);
  }
  for (std::size_t k = 0; k < plan_->kinds.size(); ++k) {
    geometry::Box box;
    for (const bool fixed : {false, true}) {
      const std::size_t g = ObjectSlots::place(static_cast<int>(k), fixed);
      if (slots_[g].count == 0) continue;
      for (std::size_t s = 0; s < plan_->kinds[k].machine.shapes.size(); ++s) {
        const contact::Shape& form = shapes[static_cast<std::size_t>(first_shape_[g]) + s];
        box.add(form.box(form.in_body));
      }
    }
    kind_sphere_.push_back(box.empty() ? Sphere{} : Sphere{box.centre(), 0.5 * box.size().norm()});
  }
  for (std::size_t i = 0; i < plan_->placed.size(); ++i)
    names_.emplace(plan_->placed[i].name, static_cast<int>(i));
  for (std::size_t i = 0; i < plan_->placed.size(); ++i)
    if (is_person(*plan_, static_cast<std::int64_t>(i))) persons_.push_back(static_cast<int>(i));
  restore(ObjectPart(plan_, {}));
}

int ObjectStage::first_shape(int object, int slot) const {
  const PlacedObject& o = placed(object);
  const std::size_t g = ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed);
  return first_shape_[g] +
         slot *
             static_cast<int>(plan_->kinds[static_cast<std::size_t>(o.kind)].machine.shapes.size());
}

void ObjectStage::show(int object, int slot) {
  const PlacedObject& o = placed(object);
  const auto& own = plan_->kinds[static_cast<std::size_t>(o.kind)].machine.shapes;
  int shape = first_shape(object, slot);
  for (const auto& s : own) {
    const std::string name = own.size() == 1 ? o.name : o.name + "/" + s.name;
    if (o.state == PlacedObject::State::fixed)
      contacts_.show_on_ground(shape++, name, o.pose);
    else
      contacts_.show(shape++, o.name, name);
  }
}

void ObjectStage::hide(int object, int slot) {
  const auto& own = plan_->kinds[static_cast<std::size_t>(placed(object).kind)].machine.shapes;
  const int first = first_shape(object, slot);
  for (std::size_t s = 0; s < own.size(); ++s) contacts_.hide(first + static_cast<int>(s));
}

// ---------------------------------------------------------------------------------- the state

std::shared_ptr<const ObjectPart> ObjectStage::part() const {
  if (saved_ == nullptr) saved_ = std::make_shared<const ObjectPart>(plan_, records_);
  return saved_;
}

ObjectRecord& ObjectStage::change(int object) {
  saved_.reset();
  const auto [found, is_new] = records_.try_emplace(object);
  if (is_new) found->second.pose = placed(object).pose;
  return found->second;
}

std::string ObjectStage::problem(const StatePart& part, const Snapshot& snapshot) const {
  const auto* saved = dynamic_cast<const ObjectPart*>(&part);
  if (saved == nullptr) return "its objects are no objects";
  std::unordered_set<std::uint64_t> bodies;
  for (const auto& m : snapshot.mechanisms)
    for (const auto& b : m->bodies) bodies.insert(b.id);
  for (const auto& [object, r] : saved->records())
    if (r.slot >= 0 && r.body != 0 && !bodies.contains(r.body))
      return fmt::format("object '{}' has no body", placed(object).name);
  return {};
}

void ObjectStage::restore(const StatePart& part) {
  const auto* saved = dynamic_cast<const ObjectPart*>(&part);
  if (saved == nullptr) throw Error("this snapshot cannot be restored: its objects are no objects");
  records_ = saved->records();
  saved_ = std::make_shared<const ObjectPart>(*saved);
  ++version_;
  computed_.clear();
  object_of_body_.clear();
  grid_.clear();
  to_start_.clear();
  for (std::size_t g = 0; g < slots_.size(); ++g) {
    std::fill(in_slot_[g].begin(), in_slot_[g].end(), -1);
    const auto own = plan_->kinds[static_cast<std::size_t>(slots_[g].kind)].machine.shapes.size();
    for (int s = 0; s < slots_[g].count * static_cast<int>(own); ++s)
      contacts_.hide(first_shape_[g] + s);
  }
  for (int object = 0; object < static_cast<int>(plan_->placed.size()); ++object) {
    const auto found = records_.find(object);
    const PlacedObject& o = placed(object);
    if (found == records_.end() || (found->second.slot < 0 && !found->second.gone)) {
      if (!walks(object)) add_to_grid(object);
      const bool starts = found == records_.end() ? o.state == PlacedObject::State::movable
                                                  : found->second.slow_since == kMustEnter;
      if (starts) to_start_.push_back(object);
      continue;
    }
    const ObjectRecord& r = found->second;
    if (r.gone) continue;
    in_slot_[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)]
            [static_cast<std::size_t>(r.slot)] = object;
    computed_.push_back(object);
    if (r.body != 0) object_of_body_.emplace(r.body, object);
    show(object, static_cast<int>(r.slot));
  }
}

const Pose& ObjectStage::rest_pose(int object) const {
  const auto found = records_.find(object);
  return found != records_.end() ? found->second.pose : placed(object).pose;
}

std::uint64_t ObjectStage::body_of(int object) const {
  const auto found = records_.find(object);
  return found != records_.end() && found->second.slot >= 0 ? found->second.body : 0;
}

bool ObjectStage::is_gone(int object) const {
  const auto found = records_.find(object);
  return found != records_.end() && found->second.gone;
}

int ObjectStage::object_of(std::uint64_t body) const {
  const auto found = object_of_body_.find(body);
  return found != object_of_body_.end() ? found->second : -1;
}

bool ObjectStage::is_object(const model::Mechanism& mechanism) const {
  return mechanism.bodies.size() == 1 && mechanism.joints.empty() &&
         names_.contains(mechanism.bodies.front().spec.name);
}

// ---------------------------------------------------------------------------------- the grid

ObjectStage::Sphere ObjectStage::sphere_of(int object, const Pose& pose) const {
  const Sphere& s = kind_sphere_[static_cast<std::size_t>(placed(object).kind)];
  return {pose.point(s.centre), s.radius};
}

void ObjectStage::add_to_grid(int object) {
  const Sphere s = sphere_of(object, rest_pose(object));
  for (std::int64_t c = cell_of(s.centre.x() - s.radius); c <= cell_of(s.centre.x() + s.radius);
       ++c)
    for (std::int64_t r = cell_of(s.centre.y() - s.radius); r <= cell_of(s.centre.y() + s.radius);
         ++r)
      grid_[cell_key(c, r)].push_back(object);
}

void ObjectStage::remove_from_grid(int object) {
  const Sphere s = sphere_of(object, rest_pose(object));
  for (std::int64_t c = cell_of(s.centre.x() - s.radius); c <= cell_of(s.centre.x() + s.radius);
       ++c)
    for (std::int64_t r = cell_of(s.centre.y() - s.radius); r <= cell_of(s.centre.y() + s.radius);
         ++r)
      if (const auto cell = grid_.find(cell_key(c, r)); cell != grid_.end())
        std::erase(cell->second, object);
}

/// Objects whose sphere meets one that goes a way, once each, in their order.
template <class Visit>
void ObjectStage::for_each_resting(const Sphere& around, const Vec3& way, const Visit& visit) {
  found_.clear();
  const Vec3 end = around.centre + way;
  const Vec3 low = around.centre.cwiseMin(end), high = around.centre.cwiseMax(end);
  const double r = around.radius;
  for (std::int64_t c = cell_of(low.x() - r); c <= cell_of(high.x() + r); ++c)
    for (std::int64_t row = cell_of(low.y() - r); row <= cell_of(high.y() + r); ++row)
      if (const auto cell = grid_.find(cell_key(c, row)); cell != grid_.end())
        found_.insert(found_.end(), cell->second.begin(), cell->second.end());
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  for (const int object : found_) {
    const Sphere s = sphere_of(object, rest_pose(object));
    if (distance_to_way(s.centre, around.centre, way) <= r + s.radius) visit(object);
  }
}

// ---------------------------------------------------------------------------------- what moves

/// Spheres around the bodies with shapes, of everything that is no object.
void ObjectStage::attach(World& world) {
  slings_of_machines_.attach(world);
  movers_.clear();
  const auto shapes = contacts_.scene().shapes();
  for (const auto& articulation : world.articulations()) {
    if (is_object(articulation->mechanism())) continue;
    movers_.push_back({articulation.get(), {}, {}, {}});
  }
  if (movers_.empty()) return;
  std::unordered_map<const articulation::Articulation*, std::map<int, geometry::Box>> boxes;
  for (const int shape : contacts_.present()) {
    const auto& place = contacts_.place(shape);
    if (place.articulation == nullptr) continue;
    const contact::Shape& form = shapes[static_cast<std::size_t>(shape)];
    boxes[place.articulation][place.body].add(form.box(form.in_body));
  }
  for (Mover& m : movers_)
    for (const auto& [body, box] : boxes[m.articulation])
      m.bodies.push_back({body, {box.centre(), 0.5 * box.size().norm()}});
  std::erase_if(movers_, [](const Mover& m) { return m.bodies.empty(); });
}

/// The root sphere of each machine, and how far it will go.
void ObjectStage::place_movers() {
  for (Mover& m : movers_) {
    geometry::Box box;
    for (const BodySphere& b : m.bodies) {
      const Vec3 c = m.articulation->body_pose(b.body).point(b.sphere.centre);
      box.add(
          geometry::Box{c - Vec3::Constant(b.sphere.radius), c + Vec3::Constant(b.sphere.radius)});
    }
    m.root.centre = box.centre();
    m.root.radius = 0.0;
    for (const BodySphere& b : m.bodies)
      m.root.radius = std::max(
          m.root.radius,
          (m.articulation->body_pose(b.body).point(b.sphere.centre) - m.root.centre).norm() +
              b.sphere.radius);
    m.way = plan_->settings.look_ahead * m.articulation->body_twist(m.bodies.front().body).linear;
  }
}

double ObjectStage::distance_to_machines(const Sphere& s) const {
  double nearest = 1e300;
  for (const Mover& m : movers_)
    nearest = std::min(nearest, distance_to_way(s.centre, m.root.centre, m.way) - m.root.radius);
  return nearest - s.radius;
}

// ---------------------------------------------------------------------------------- a step

void ObjectStage::find_leaving(World& world) {
  const ObjectSettings& set = plan_->settings;
  const auto still_steps =
      static_cast<std::int64_t>(std::llround(set.still_time / world.step_size()));
  const std::int64_t now = world.step_count();
  for (const int object : computed_) {
    const ObjectRecord& r = records_.at(object);
    if (r.body == 0) {
      if (distance_to_machines(sphere_of(object, r.pose)) > set.leave) leaving_.push_back(object);
      continue;
    }
    if (!world.handles().alive(r.body, PartKind::body)) {
      leaving_.push_back(object);
      continue;
    }
    const auto place = world.handles().at(r.body, PartKind::body);
    if (!is_object(place.articulation->mechanism())) {  // it hangs on something
      if (r.slow_since >= 0) change(object).slow_since = -1;
      continue;
    }
    const Pose pose = place.articulation->body_pose(place.index);
    const Sphere s = sphere_of(object, pose);
    const bool asleep = std::as_const(*place.articulation).state().asleep;
    const model::Twist twist = place.articulation->body_twist(place.index);
    const double speed = twist.linear.norm() + twist.angular.norm() * s.radius;
    if (asleep || speed < set.still) {
      if (r.slow_since < 0) change(object).slow_since = now;
    } else {
      if (r.slow_since >= 0) change(object).slow_since = -1;
      Sphere around = s;
      around.radius += set.beside;
      for_each_resting(around, set.look_ahead * twist.linear,
                       [&](int other) { entering_.push_back(other); });
      continue;
    }
    const bool apart = walks(object) ? distance_to_parts(s) > 2.0 * set.person
                                     : distance_to_machines(s) > set.leave;
    if (now - r.slow_since >= still_steps && apart) leaving_.push_back(object);
  }
}

void ObjectStage::find_entering(World&) {
  for (const Mover& m : movers_) {
    Sphere around = m.root;
    around.radius += plan_->settings.enter;
    for_each_resting(around, m.way, [&](int object) { entering_.push_back(object); });
  }
  entering_.insert(entering_.end(), to_start_.begin(), to_start_.end());
}

int ObjectStage::free_slot(int object) const {
  const PlacedObject& o = placed(object);
  const auto& slots = in_slot_[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)];
  const auto found = std::find(slots.begin(), slots.end(), -1);
  return found == slots.end() ? -1 : static_cast<int>(found - slots.begin());
}

/// Those that leave first, so that others find their slots.
void ObjectStage::exchange(World& world) {
  std::sort(entering_.begin(), entering_.end());
  entering_.erase(std::unique(entering_.begin(), entering_.end()), entering_.end());
  std::vector<model::PartId> go;
  std::vector<description::Body> come;
  std::vector<int> coming;
  bool fixed_changed = false;
  for (const int object : leaving_) {
    ObjectRecord& r = change(object);
    const PlacedObject& o = placed(object);
    if (r.body != 0) {
      object_of_body_.erase(r.body);
      r.gone = !world.handles().alive(r.body, PartKind::body);
      if (!r.gone) {
        const auto place = world.handles().at(r.body, PartKind::body);
        r.pose = place.articulation->body_pose(place.index);
        go.push_back(r.body);
      }
    }
    hide(object, static_cast<int>(r.slot));
    fixed_changed = true;
    in_slot_[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)]
            [static_cast<std::size_t>(r.slot)] = -1;
    r.slot = -1, r.body = 0, r.slow_since = -1;
    if (walks(object) && r.pose.rotation(2, 2) < kUpright) r.hit = true;  // it fell by itself
    std::erase(computed_, object);
    if (o.state == PlacedObject::State::fixed) records_.erase(object);
    if (!is_gone(object) && !walks(object)) add_to_grid(object);
  }
  left_out_ = 0;
  for (const int object : entering_) {
    const int slot = free_slot(object);
    if (slot < 0) {
      ++left_out_;
      continue;
    }
    const PlacedObject& o = placed(object);
    remove_from_grid(object);
    ObjectRecord& r = change(object);
    r.slot = slot;
    r.slow_since = -1;
    in_slot_[ObjectSlots::place(o.kind, o.state == PlacedObject::State::fixed)]
            [static_cast<std::size_t>(slot)] = object;
    computed_.insert(std::lower_bound(computed_.begin(), computed_.end(), object), object);
    std::erase(to_start_, object);
    show(object, slot);
    fixed_changed = true;
    if (o.state == PlacedObject::State::fixed) continue;
    description::Body body = plan_->kinds[static_cast<std::size_t>(o.kind)].machine.bodies.front();
    body.name = o.name;
    body.pose = r.pose;
    body.pose_given = true;
    come.push_back(std::move(body));
    coming.push_back(object);
  }
  if (!fixed_changed) return;
  ++version_;
  const std::vector<model::PartId> ids = world.exchange_bodies(come, go);
  for (std::size_t i = 0; i < coming.size(); ++i) {
    change(coming[i]).body = ids[i];
    object_of_body_.emplace(ids[i], coming[i]);
  }
}

void ObjectStage::begin(World& world) {
  if (plan_->placed.empty()) return;
  entering_.clear();
  leaving_.clear();
  place_movers();
  find_leaving(world);
  find_entering(world);
  walk(world);
  const bool full = left_out_ > 0;
  if (!entering_.empty() || !leaving_.empty()) exchange(world);
  slings_of_machines_.begin(world, *this);
  if (entering_.empty()) left_out_ = 0;
  if (left_out_ > 0 && !full && !told_left_out_) {
    told_left_out_ = true;
    world.report({.kind = Event::Kind::crowded,
                  .step = world.step_count(),
                  .time = world.time(),
                  .value = static_cast<double>(left_out_),
                  .text = fmt::format("t = {:.4f} s: {} objects near machines are not computed and "
                                      "nothing touches them: at most {} of a kind are at a time",
                                      world.time(), left_out_, plan_->settings.most_of_a_kind)});
  }
}

/// Told apart from one that lies still by the step it has been slow since.
void ObjectStage::ground_changed(const terrain::GroundChange& c) {
  for (std::int64_t col = cell_of(c.x_min); col <= cell_of(c.x_max); ++col)
    for (std::int64_t row = cell_of(c.y_min); row <= cell_of(c.y_max); ++row)
      if (const auto cell = grid_.find(cell_key(col, row)); cell != grid_.end())
        for (const int object : cell->second) {
          const Sphere s = sphere_of(object, rest_pose(object));
          if (placed(object).state == PlacedObject::State::fixed ||
              s.centre.x() + s.radius < c.x_min || s.centre.x() - s.radius > c.x_max ||
              s.centre.y() + s.radius < c.y_min || s.centre.y() - s.radius > c.y_max ||
              std::find(to_start_.begin(), to_start_.end(), object) != to_start_.end())
            continue;
          change(object).slow_since = kMustEnter;
          to_start_.push_back(object);
        }
}

/// Slot shapes of a snapshot by the names of their bodies there.
std::unordered_map<std::int64_t, std::string> ObjectStage::bodies_of_shapes(
    const StatePart& part) const {
  std::unordered_map<std::int64_t, std::string> bodies;
  const auto* saved = dynamic_cast<const ObjectPart*>(&part);
  if (saved == nullptr) return bodies;
  for (const auto& [object, r] : saved->records()) {
    if (r.slot < 0) continue;
    const PlacedObject& o = placed(object);
    const auto count = plan_->kinds[static_cast<std::size_t>(o.kind)].machine.shapes.size();
    const int first = first_shape(object, static_cast<int>(r.slot));
    for (std::size_t s = 0; s < count; ++s)
      bodies.emplace(first + static_cast<int>(s), r.body == 0 ? description::kGround : o.name);
  }
  return bodies;
}

}  // namespace outrigger::sim
