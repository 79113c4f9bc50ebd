/// What touches in a step: pairs, contacts with laws, elements of patches, and the memory that each
/// takes over from the step before.
#include <algorithm>
#include <cmath>
#include <functional>

#include "contact/laws/hertz_stiffness.h"
#include "contact/turned_by_rule.h"
#include "description/limits.h"
#include "math/elementary.h"
#include "solve/free_body_island.h"
#include "stepper/integrator_constants.h"
#include "touching/contact_stage.h"

namespace outrigger::touching {

using contact::Contact;
using contact::FoundContact;
using contact::PointParameters;
using contact::Touch;

namespace {

/// Contacts of one pair are the same one if they moved by less than this part of the shape's size.
constexpr double kSameContact = 0.2;

/// |Σ A n|/Σ A from which a patch has a mean normal.
constexpr double kFlatPatch = 0.5;

std::int64_t word_of(const contact::Feature& f) {
  return (static_cast<std::int64_t>(f.kind) << 32) | static_cast<std::uint32_t>(f.index);
}

void put(const Vec3& v, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = v[k];
}

}  // namespace

/// A shape where its body is: what sleeps is where its state says, not where it was last predicted, or
/// a restored state would not go on with the same bits.
void ContactStage::place_at_rest(std::size_t shape) {
  const Place& place = shapes_[shape].place;
  body_poses_[shape] = place.articulation->body_pose(place.body);
  scene_->place(static_cast<std::int32_t>(shape), body_poses_[shape]);
  rests_[shape] = 1;
}

/// Bodies at the predicted end of the pass, x + h v + h²/2 q̈.
void ContactStage::predict() {
  std::fill(inside_.begin(), inside_.end(), 0.0);
  for (const contact::ContactRecord& c : state_.contacts) {
    const int a = static_cast<int>(c.shape_a), b = static_cast<int>(c.shape_b);
    if (is_patch(a, b)) continue;
    for (const int shape : {a, b}) {
      double& deepest = inside_[static_cast<std::size_t>(shape)];
      deepest = std::max(deepest, c.memory.depth + c.memory.unpaid);
    }
  }
  const articulation::Articulation* last = nullptr;
  for (const int shape : present_) {
    const auto i = static_cast<std::size_t>(shape);
    const ShapeInfo& s = shapes_[i];
    moving_[i] = 0;
    if (s.place.articulation == nullptr) continue;
    const system::State& state = std::as_const(*s.place.articulation).state();
    if (state.asleep && rests_[i] == 0) place_at_rest(i);
    if (state.asleep || !in_pass(s.articulation)) continue;
    moving_[i] = 1;
    rests_[i] = 0;
    if (s.place.articulation != last) {
      const double h = pass_.h;
      predicted_.resize(state.x.size());
      double left_out = 0.0;  // of what contacts did in the step before
      if (state.touched) {
        double speed = 0.0, smooth = 0.0, contact = 0.0;
        for (std::size_t k = 0; k < state.x.size(); ++k) {
          speed = std::max(speed, std::abs(state.v[k]));
          smooth =
              std::max(smooth, std::abs(state.acceleration[k] - state.contact_acceleration[k]));
          contact = std::max(contact, std::abs(state.contact_acceleration[k]));
        }
        left_out = 1.0 - stepper::contact_to_expect(speed, smooth, contact, h);
      }
      for (std::size_t k = 0; k < state.x.size(); ++k)
        predicted_[k] =
            state.x[k] +
            h * (state.v[k] +
                 0.5 * h * (state.acceleration[k] - left_out * state.contact_acceleration[k]));
      last = s.place.articulation;
    }
    const auto body = static_cast<std::size_t>(s.place.body);
    body_poses_[i] = contact::turned_by_rule(
        s.place.articulation->body_pose(s.place.body).rotation,
        s.place.articulation->system().body_pose(s.place.body, predicted_.data()),
        s.place.articulation->mechanism().bodies[body].spec.centre);
    // A softened impact sinks in by about twice the way of a step (touching/step_parts.h), beyond where it
    // is.
    const StepParts::Motion& m = parts_.motions()[i];
    scene_->place(static_cast<std::int32_t>(i), body_poses_[i],
                  inside_[i] + 2.0 * pass_.h * (m.velocity.norm() + m.turning));
  }
}

double ContactStage::radius_at(int shape, const contact::Feature& f, double given) const {
  const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
  switch (f.kind) {
    case contact::Feature::Kind::smooth:
      return s.radius;
    case contact::Feature::Kind::face:
      return 0.0;
    case contact::Feature::Kind::edge:
    case contact::Feature::Kind::vertex:
      break;
  }
  return given > 0.0 ? given : s.corner;
}

PointParameters ContactStage::point_law(const Pair& pair, const Contact& c) const {
  const ShapeInfo& a = shapes_[static_cast<std::size_t>(pair.shape_a)];
  const ShapeInfo& b = shapes_[static_cast<std::size_t>(pair.shape_b)];
  const auto material = [&](int shape, const contact::Feature& f) {
    return material_at(shape,
                       scene_->is_ground(shape)
                           ? contact::ground_surface(f)
                           : scene_->shapes()[static_cast<std::size_t>(shape)].material_number(f));
  };
  const contact::PairLaw& both =
      law(material(pair.shape_a, c.feature_a), material(pair.shape_b, c.feature_b));
  PointParameters point = both.point;
  if (point.own != nullptr) return point;
  if (both.given.stiffness) {
    point.normal.stiffness = *both.given.stiffness;
    return point;
  }
  if (c.radius > 0.0) {
    point.normal.stiffness = contact::sphere_stiffness(both.modulus, c.radius);
    point.by_contour = true;
    return point;
  }
  double curvature = 0.0;
  for (const double r : {radius_at(pair.shape_a, c.feature_a, both.given.radius),
                         radius_at(pair.shape_b, c.feature_b, both.given.radius)})
    if (r > 0.0) curvature += 1.0 / r;
  // Two flat faces: as blunt as the smaller shape.
  double radius = curvature > 0.0 ? 1.0 / curvature : 0.0;
  if (!(radius > 0.0)) {
    radius = both.given.radius;
    if (!(radius > 0.0))
      radius = a.corner > 0.0 && b.corner > 0.0 ? std::min(a.corner, b.corner)
                                                : std::max(a.corner, b.corner);
  }
  point.normal.stiffness = contact::sphere_stiffness(both.modulus, radius);
  return point;
}

/// Whether the shapes touched when the world, or one of their articulations, began.
bool ContactStage::touched_from_start(const Pair& pair) const {
  // A pair that a crowd left out comes in again as deep as it has come since: pushed out gently.
  if (starting_ || crowds_.in_crowd(pair.articulation_a)) return true;
  contact::ContactRecord like;
  like.shape_a = pair.shape_a;
  like.shape_b = pair.shape_b;
  return std::binary_search(from_start_.begin(), from_start_.end(), like,
                            contact::shapes_before<contact::ContactRecord, contact::ContactRecord>);
}

/// A contact of the scene, where the bodies are placed now.
void ContactStage::add_contact(const Pair& pair, const Contact& c) {
  const Pose& pose_a = body_poses_[static_cast<std::size_t>(pair.shape_a)];
  const Pose& pose_b = body_poses_[static_cast<std::size_t>(pair.shape_b)];
  const Vec3 point = c.middle();
  FoundContact f;
  f.place_a = pose_a.local_point(point);
  f.place_b = pair.articulation_b < 0 ? point : pose_b.local_point(point);
  f.normal = c.normal;
  f.depth = c.depth;
  f.law = point_law(pair, c);
  f.law.normal.stiffness *= c.share;
  f.law.normal.damping *= c.share;
  f.from_start = touched_from_start(pair);
  f.turn_a = pose_a.rotation;
  if (pair.articulation_b >= 0) f.turn_b = pose_b.rotation;
  contact::ContactRecord r;
  r.shape_a = pair.shape_a;
  r.shape_b = pair.shape_b;
  r.feature_a = word_of(c.feature_a);
  r.feature_b = word_of(c.feature_b);
  put(f.place_a, r.place_a);
  put(f.place_b, r.place_b);
  put(f.normal, r.normal);
  found_.push_back(f);
  next_.push_back(r);
  ranges_.emplace_back();
}

/// After an attempt at the pass: contacts between shapes that end where the prediction did not have them.
/// A body that is stopped in the step was predicted to fly on, and what lies on it with it. True when there
/// are some; they are remembered for the next attempt. Points only: areas are met one step later.
bool ContactStage::find_missed() {
  // A tenth of the way of the slowest impact that is told from rest.
  const double near = 0.05 * pass_.h * std::max(0.1, 20.0 * pass_.h);
  bool moved = false;
  for (const int shape : present_) {
    const auto i = static_cast<std::size_t>(shape);
    const ShapeInfo& s = shapes_[i];
    moving_[i] = 0;
    if (s.articulation < 0 || stepped_[static_cast<std::size_t>(s.articulation)] == 0 ||
        !in_pass(s.articulation))
      continue;
    const Pose end = s.place.articulation->body_pose(s.place.body);
    const Pose& expected = body_poses_[i];
    const double off = (end.point(s.middle) - expected.point(s.middle)).norm() +
                       s.reach * (end.rotation - expected.rotation).norm();
    body_poses_[i] = end;
    scene_->place(static_cast<std::int32_t>(i), end);
    if (!(off > near)) continue;
    moving_[i] = 1;
    moved = true;
  }
  if (!moved) return false;
  scene_->find_placed(moving_);
  known_.clear();
  for (const Pair& p : pairs_) known_.emplace_back(p.shape_a, p.shape_b);
  std::sort(known_.begin(), known_.end());
  found_.clear();
  next_.clear();
  ranges_.clear();
  const std::size_t before = missed_.size();
  for (const Touch& t : scene_->touches()) {
    Pair pair;
    bool swap = false;
    if (!orient(t.shape_a, t.shape_b, pair, swap) ||
        std::binary_search(known_.begin(), known_.end(), std::pair(pair.shape_a, pair.shape_b)))
      continue;
    pair.first = static_cast<int>(missed_found_.size() + found_.size());
    for (const Contact& c : scene_->contacts(t))
      if (c.depth > near) {
        add_contact(pair, swap ? c.swapped() : c);
        ++pair.count;
      }
    if (pair.count > 0) missed_.push_back(pair);
  }
  missed_found_.insert(missed_found_.end(), found_.begin(), found_.end());
  missed_records_.insert(missed_records_.end(), next_.begin(), next_.end());
  return missed_.size() > before;
}

/// Puts the contacts that were missed before beside those of the predicted places.
void ContactStage::take_missed() {
  if (missed_.empty()) return;
  known_.clear();
  for (const Pair& p : pairs_) known_.emplace_back(p.shape_a, p.shape_b);
  std::sort(known_.begin(), known_.end());
  for (Pair pair : missed_) {
    // A body that was woken may show it now.
    if (std::binary_search(known_.begin(), known_.end(), std::pair(pair.shape_a, pair.shape_b)))
      continue;
    const auto first = static_cast<std::ptrdiff_t>(pair.first);
    pair.first = static_cast<int>(found_.size());
    found_.insert(found_.end(), missed_found_.begin() + first,
                  missed_found_.begin() + first + pair.count);
    next_.insert(next_.end(), missed_records_.begin() + first,
                 missed_records_.begin() + first + pair.count);
    ranges_.resize(found_.size());
    match(pair);
    pairs_.push_back(pair);
  }
}

/// Two shapes that touch, for the search for crowds.
void ContactStage::add_link(int shape_a, int shape_b, std::span<const Contact> contacts,
                            std::size_t place) {
  Pair pair;
  bool swap = false;
  if (!orient(shape_a, shape_b, pair, swap)) return;
  Crowds::Link link;
  const ShapeInfo& a = shapes_[static_cast<std::size_t>(pair.shape_a)];
  const ShapeInfo& b = shapes_[static_cast<std::size_t>(pair.shape_b)];
  link.body_a = a.number;
  link.body_b = pair.articulation_b < 0 ? -1 : b.number;
  link.articulation_a = pair.articulation_a;
  link.articulation_b = pair.articulation_b;
  link.place = place;
  for (const Contact& c : contacts)
    if (c.depth > 0.0) {
      ++link.contacts;
      link.depth = std::max(link.depth, c.depth);
    }
  const bool area = contacts.empty();
  if (area) {
    link.contacts = 1;
    link.depth = scene_->box_overlap(shape_a, shape_b);
  }
  if (link.contacts == 0) return;
  const bool free = free_bodies_->is_free(pair.articulation_a) &&
                    (pair.articulation_b < 0 || free_bodies_->is_free(pair.articulation_b));
  link.plain =
      free_body_islands_ && free && !area && !shapes_law(pair.shape_a, pair.shape_b).point.turns();
  const bool known =
      std::binary_search(state_.contacts.begin(), state_.contacts.end(), pair,
                         [](const auto& x, const auto& y) { return contact::shapes_before(x, y); });
  link.crowded = scene_->may_be_left_out(shape_a, shape_b);
  link.rank = !free ? 0 : known ? 1 : 2;
  links_.push_back(link);
}

/// How many contacts each touch of the scene may keep.
void ContactStage::find_crowds() {
  left_out_now_ = {scene_->pairs_left_out(), scene_->contacts_left_out(), -1, -1};
  most_contacts_.clear();
  crowds_.clear();
  const std::size_t touches = scene_->touches().size(), all = touches + scene_->left_out().size();
  // Nearly always: too few to be a crowd, whatever they are.
  if (all <= description::kMostGroupPairs &&
      scene_->contact_count() <= description::kMostGroupContacts)
    return;
  links_.clear();
  for (std::size_t i = 0; i < touches; ++i) {
    const Touch& t = scene_->touches()[i];
    add_link(t.shape_a, t.shape_b, scene_->contacts(t), i);
  }
  for (std::size_t i = touches; i < all; ++i) {
    const contact::BroadPair& near = scene_->left_out()[i - touches];
    add_link(near.first, near.second, {}, i);
  }
  if (!crowds_.thin(links_, bodies_count_, stepped_.size())) return;
  most_contacts_.assign(all, Crowds::kAll);
  for (const Crowds::Link& link : links_) most_contacts_[link.place] = link.most;
}

/// The contacts of a pair, the `most` deepest of them, in their order.
void ContactStage::add_contacts(Pair& pair, std::span<const Contact> contacts, bool swap,
                                int most) {
  double least = 0.0;
  int room = 0;  // for those at `least`
  if (most < static_cast<int>(contacts.size())) {
    depths_.clear();
    for (const Contact& c : contacts) depths_.push_back(c.depth);
    std::sort(depths_.begin(), depths_.end(), std::greater<>());
    least = std::max(depths_[static_cast<std::size_t>(most) - 1], 0.0);
    room = most - static_cast<int>(std::count_if(depths_.begin(), depths_.end(),
                                                 [&](double d) { return d > least; }));
  }
  for (const Contact& c : contacts) {
    if (c.depth > least || (least > 0.0 && c.depth == least && room-- > 0))
      add_contact(pair, swap ? c.swapped() : c);
    else if (c.depth > 0.0)
      ++left_out_now_.contacts;
  }
}

/// A pair that touches and is not looked at in this step: what its contacts held is lost.
void ContactStage::leave_out(const Pair& pair) {
  ++left_out_now_.pairs;
  if (left_out_now_.shape_a < 0) {
    left_out_now_.shape_a = pair.shape_a;
    left_out_now_.shape_b = pair.shape_b;
  }
  const auto old =
      std::equal_range(state_.contacts.begin(), state_.contacts.end(), pair,
                       [](const auto& a, const auto& b) { return contact::shapes_before(a, b); });
  for (auto o = old.first; o != old.second; ++o) {
    if (!(o->memory.touching > 0.0)) continue;
    taken_over_.emplace_back(shapes_[static_cast<std::size_t>(o->shape_a)].place.articulation,
                             o->memory.energy());
    o->memory.touching = -1.0;
  }
}

/// All contacts of the scene with bodies, places, laws and a record each, in the order of shapes.
void ContactStage::collect_pairs() {
  pairs_.clear();
  found_.clear();
  next_.clear();
  elements_.clear();
  regions_.clear();
  ranges_.clear();
  taken_over_.clear();
  find_crowds();
  const auto most_of = [&](std::size_t place) {
    return most_contacts_.empty() ? Crowds::kAll : most_contacts_[place];
  };
  const std::size_t touches = scene_->touches().size();
  for (std::size_t i = 0; i < touches; ++i) {
    const Touch& t = scene_->touches()[i];
    Pair pair;
    bool swap = false;
    if (!orient(t.shape_a, t.shape_b, pair, swap)) continue;
    pair.first = static_cast<int>(found_.size());
    if (const int most = most_of(i); most > 0)
      add_contacts(pair, scene_->contacts(t), swap, most);
    else
      leave_out(pair);
    pair.count = static_cast<int>(found_.size()) - pair.first;
    if (pair.count == 0) continue;
    match(pair);
    pairs_.push_back(pair);
  }
  for (std::size_t i = 0; i < scene_->left_out().size(); ++i) {
    const contact::BroadPair& near = scene_->left_out()[i];
    Pair pair;
    bool swap = false;
    if (!orient(near.first, near.second, pair, swap)) continue;
    if (most_of(touches + i) == 0 || elements_.size() > description::kMostPatchElements)
      leave_out(pair);
    else if (shapes_law(pair.shape_a, pair.shape_b).given.patch ==
             description::ContactLaw::Patch::volumetric)
      add_regions(pair);
    else
      add_patch(pair);
  }
}

/// Puts two shapes in the order of a pair. False for shapes of something that is gone.
bool ContactStage::orient(int shape_a, int shape_b, Pair& pair, bool& swap) const {
  const ShapeInfo& a = shapes_[static_cast<std::size_t>(shape_a)];
  const ShapeInfo& b = shapes_[static_cast<std::size_t>(shape_b)];
  if ((a.articulation < 0 && !a.on_ground) || (b.articulation < 0 && !b.on_ground)) return false;
  if (a.articulation < 0 && b.articulation < 0) return false;
  if ((a.articulation >= 0 && !in_pass(a.articulation)) ||
      (b.articulation >= 0 && !in_pass(b.articulation)))
    return false;
  // The ground is always B, and two bodies are always in one order.
  swap = a.articulation != b.articulation ? a.articulation < b.articulation
                                          : a.place.body < b.place.body;
  pair.shape_a = swap ? shape_b : shape_a;
  pair.shape_b = swap ? shape_a : shape_b;
  pair.articulation_a = swap ? b.articulation : a.articulation;
  pair.articulation_b = swap ? a.articulation : b.articulation;
  return true;
}

/// Whether two shapes touch with an area: meshes, or a mesh and a plane.
bool ContactStage::is_patch(int shape_a, int shape_b) const {
  const auto& a = scene_->shapes()[static_cast<std::size_t>(shape_a)];
  const auto& b = scene_->shapes()[static_cast<std::size_t>(shape_b)];
  const bool mesh_a = std::holds_alternative<geometry::Mesh>(a.geometry);
  const bool mesh_b = std::holds_alternative<geometry::Mesh>(b.geometry);
  const auto plane = description::ContactShape::Kind::plane;
  if (!(mesh_a && mesh_b) && !(mesh_a && b.kind == plane) && !(mesh_b && a.kind == plane))
    return false;
  return shapes_law(shape_a, shape_b).given.patch != description::ContactLaw::Patch::plane;
}

/// Of the materials that the shapes have as a whole.
const contact::PairLaw& ContactStage::shapes_law(int shape_a, int shape_b) const {
  return law(shapes_[static_cast<std::size_t>(shape_a)].material,
             shapes_[static_cast<std::size_t>(shape_b)].material);
}

void ContactStage::make_local_planes() {
  local_planes_.resize(shapes_.size());
  const bool any = std::any_of(laws_.begin(), laws_.end(), [](const contact::PairLaw& l) {
    return l.given.patch == description::ContactLaw::Patch::volumetric;
  });
  for (std::size_t i = 0; any && i < shapes_.size(); ++i) {
    const contact::Shape& shape = scene_->shapes()[i];
    if (!std::holds_alternative<geometry::Mesh>(shape.geometry)) continue;
    // Centred under the origin of the shape.
    double size = 0.0;
    for (const Vec3& v : shape.faces.vertices()) size = std::max(size, 2.0 * v.norm());
    geometry::Mesh mesh({{-size, -size, 0}, {size, -size, 0}, {size, size, 0}, {-size, size, 0}},
                        {{0, 1, 2}, {0, 2, 3}});
    geometry::BoxTree tree(mesh);
    local_planes_[i] = std::make_unique<LocalPlane>(LocalPlane{std::move(mesh), std::move(tree)});
  }
}

/// The overlaps of two meshes, or of a mesh and a plane, by their volumes: one contact each.
void ContactStage::add_regions(Pair pair) {
  const auto plane = description::ContactShape::Kind::plane;
  const contact::Shape* shapes[2] = {&form_of(pair.shape_a, pair.shape_b),
                                     &form_of(pair.shape_b, pair.shape_a)};
  contact::MeshShape meshes[2] = {shapes[0]->mesh_shape(), shapes[1]->mesh_shape()};
  Pose poses[2] = {scene_->pose(pair.shape_a), scene_->pose(pair.shape_b)};
  for (const int side : {0, 1}) {
    if (shapes[side]->kind != plane) continue;
    const LocalPlane& local =
        *local_planes_[static_cast<std::size_t>(side == 0 ? pair.shape_b : pair.shape_a)];
    meshes[side] = {&local.mesh, &local.tree};
    const Vec3 normal = poses[side].rotation.col(2);
    const Vec3 away = poses[1 - side].position - poses[side].position;
    poses[side].position += away - normal.dot(away) * normal;
  }
  const Pose &pose_a = poses[0], &pose_b = poses[1];
  const Pose b_in_a{pose_a.local_point(pose_b.position),
                    pose_a.rotation.transpose() * pose_b.rotation};
  overlaps_.find(meshes[0], meshes[1], b_in_a);
  const contact::PairLaw& both = shapes_law(pair.shape_a, pair.shape_b);
  pair.first = static_cast<int>(found_.size());
  double stiffness = 0.0;
  for (std::size_t i = 0; i < overlaps_.patches().size(); ++i) {
    const contact::VolumetricRegion region =
        make_region(overlaps_, *meshes[0].mesh, *meshes[1].mesh, b_in_a, i).placed(pose_a);
    if (!(region.volume > 0.0 && region.area > 0.0)) continue;
    FoundContact f = areal_contact(pair, both, region.volume_centroid);
    f.normal = region.normal;
    f.depth = region.depth;
    f.law.spin_radius = region.spin_radius();
    stiffness += f.layer.stiffness * region.area;
    contact::ContactRecord r;
    r.shape_a = pair.shape_a;
    r.shape_b = pair.shape_b;
    put(f.place_a, r.place_a);
    put(f.place_b, r.place_b);
    put(f.normal, r.normal);
    ++pair.count;
    found_.push_back(f);
    next_.push_back(r);
    ranges_.push_back({0, 0, static_cast<int>(regions_.size())});
    regions_.push_back(region);
  }
  if (pair.count == 0) return;
  for (int i = pair.first; i < pair.first + pair.count; ++i)
    found_[static_cast<std::size_t>(i)].patches_stiffness = stiffness;
  match(pair);
  pairs_.push_back(pair);
}

/// What contacts over an area have in common: law, layer and the reference on both bodies.
FoundContact ContactStage::areal_contact(const Pair& pair, const contact::PairLaw& both,
                                         const Vec3& reference) const {
  const ShapeInfo& info_a = shapes_[static_cast<std::size_t>(pair.shape_a)];
  const ShapeInfo& info_b = shapes_[static_cast<std::size_t>(pair.shape_b)];
  const Pose& body_a = body_poses_[static_cast<std::size_t>(pair.shape_a)];
  const Pose& body_b = body_poses_[static_cast<std::size_t>(pair.shape_b)];
  FoundContact f;
  f.from_start = touched_from_start(pair);
  f.reference = reference;
  f.law = both.point;
  f.law.normal.stiffness = 1.0;
  f.law.spin_radius = f.law.rolling_arm = 0.0;  // the area resists by itself
  f.place_a = body_a.local_point(f.reference);
  f.place_b = pair.articulation_b < 0 ? f.reference : body_b.local_point(f.reference);
  f.turn_a = body_a.rotation;
  if (pair.articulation_b >= 0) f.turn_b = body_b.rotation;
  const double extent = std::max(info_a.corner, info_b.corner) > 0.0
                            ? 10.0 * (info_a.corner > 0.0 && info_b.corner > 0.0
                                          ? std::min(info_a.corner, info_b.corner)
                                          : std::max(info_a.corner, info_b.corner))
                            : 1.0;
  f.layer.stiffness = both.given.layer_stiffness.value_or(both.modulus / (0.5 * extent));
  return f;
}

/// The overlap of two meshes, or of a mesh and a plane: one contact of many elements for each pair of
/// materials that meet in it.
void ContactStage::add_patch(Pair pair) {
  const std::size_t first = elements_.size();
  pair.first = static_cast<int>(found_.size());
  find_elements(pair);
  add_by_materials(pair, first);
  if (pair.count == 0) return;
  // How stiff they are together decides what a step can follow.
  double stiffness = 0.0;
  for (int i = pair.first; i < pair.first + pair.count; ++i) {
    const Range& range = ranges_[static_cast<std::size_t>(i)];
    double area = 0.0;
    for (std::size_t k = range.first; k < range.first + range.count; ++k) area += elements_[k].area;
    stiffness += found_[static_cast<std::size_t>(i)].layer.stiffness * area;
  }
  for (int i = pair.first; i < pair.first + pair.count; ++i)
    found_[static_cast<std::size_t>(i)].patches_stiffness = stiffness;
  match(pair);
  pairs_.push_back(pair);
}

/// Appends the elements of an overlap, in the world.
void ContactStage::find_elements(const Pair& pair) {
  const contact::Shape& a = form_of(pair.shape_a, pair.shape_b);
  const contact::Shape& b = form_of(pair.shape_b, pair.shape_a);
  const Pose& pose_a = scene_->pose(pair.shape_a);
  const Pose& pose_b = scene_->pose(pair.shape_b);
  const auto plane = description::ContactShape::Kind::plane;
  std::span<const contact::PatchElement> found;
  const Pose* frame = &pose_a;
  double sign = 1.0;
  if (a.kind == plane || b.kind == plane) {
    const bool a_is_mesh = b.kind == plane;
    const Pose& mesh_pose = a_is_mesh ? pose_a : pose_b;
    const Pose& plane_pose = a_is_mesh ? pose_b : pose_a;
    const Vec3 normal = mesh_pose.rotation.transpose() * plane_pose.rotation.col(2);
    half_space_.find((a_is_mesh ? a : b).mesh_shape(),
                     {normal, normal.dot(mesh_pose.local_point(plane_pose.position))});
    found = half_space_.elements();
    frame = &mesh_pose;
    sign = a_is_mesh ? 1.0 : -1.0;
  } else {
    const Pose b_in_a{pose_a.local_point(pose_b.position),
                      pose_a.rotation.transpose() * pose_b.rotation};
    patch_elements_.find(a.mesh_shape(), b.mesh_shape(), b_in_a, contact::MasterMode::both);
    found = patch_elements_.elements();
  }
  // Where a slab is as thin as two faces that lie on each other, its rim sees through it to the other
  // side: elements across the mean normal of their patch say nothing about the way out.
  patch_normals_.clear();
  for (const contact::PatchElement& e : found) {
    const auto patch = static_cast<std::size_t>(e.patch);
    if (patch_normals_.size() <= patch) patch_normals_.resize(patch + 1, Vec4::Zero());
    patch_normals_[patch].head<3>() += e.area * e.normal;
    patch_normals_[patch].w() += e.area;
  }
  for (Vec4& n : patch_normals_) {
    const double size = n.head<3>().norm();
    n.head<3>() *= size > kFlatPatch * n.w() ? 1.0 / size : 0.0;
    n.w() = size > kFlatPatch * n.w() ? 1.0 : 0.0;
  }
  for (contact::PatchElement e : found) {
    const Vec4& mean = patch_normals_[static_cast<std::size_t>(e.patch)];
    if (mean.w() > 0.0) e.area *= std::clamp(5.0 * mean.head<3>().dot(e.normal) - 0.5, 0.0, 1.0);
    if (!(e.area > 0.0)) continue;
    e.point = frame->point(e.point);
    e.normal = sign * (frame->rotation * e.normal);
    if (sign < 0.0) std::swap(e.material_a, e.material_b);
    elements_.push_back(e);
  }
}

/// Sorts the elements from `first` on by the two materials that meet.
void ContactStage::add_by_materials(Pair& pair, std::size_t first) {
  const std::size_t end = elements_.size();
  const auto materials = [&](std::size_t i) {
    return std::pair(material_at(pair.shape_a, elements_[i].material_a),
                     material_at(pair.shape_b, elements_[i].material_b));
  };
  patch_materials_.clear();
  for (std::size_t i = first; i < end; ++i)
    if (const auto m = materials(i);
        std::find(patch_materials_.begin(), patch_materials_.end(), m) == patch_materials_.end())
      patch_materials_.push_back(m);
  if (patch_materials_.size() == 1) {
    add_elements(pair, {first, end - first}, patch_materials_.front());
    return;
  }
  for (const auto& wanted : patch_materials_)
    for (std::size_t i = first; i < end; ++i)
      if (materials(i) == wanted) elements_.push_back(contact::PatchElement(elements_[i]));
  elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(first),
                  elements_.begin() + static_cast<std::ptrdiff_t>(end));
  Range range{first, 0};
  for (const auto& wanted : patch_materials_) {
    while (range.first + range.count < elements_.size() &&
           materials(range.first + range.count) == wanted)
      ++range.count;
    add_elements(pair, range, wanted);
    range = {range.first + range.count, 0};
  }
}

void ContactStage::add_elements(Pair& pair, const Range& range,
                                const std::pair<int, int>& materials) {
  Vec3 centre = Vec3::Zero(), normal = Vec3::Zero();
  double weight = 0.0, deepest = 0.0;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    const contact::PatchElement& e = elements_[i];
    const double w = e.area * e.depth;
    centre += w * e.point;
    normal += w * e.normal;
    weight += w;
    deepest = std::max(deepest, e.depth);
  }
  if (!(weight > 0.0)) return;
  const double size = normal.norm();
  const ShapeInfo& info_a = shapes_[static_cast<std::size_t>(pair.shape_a)];
  const ShapeInfo& info_b = shapes_[static_cast<std::size_t>(pair.shape_b)];
  const contact::PairLaw& both = law(materials.first, materials.second);
  FoundContact f = areal_contact(pair, both, centre / weight);
  f.normal = size > 1e-6 * weight ? Vec3(normal / size) : elements_[range.first].normal;
  f.depth = deepest;
  f.damped_by_restitution = !both.given.layer_damping;
  f.layer.damping = both.given.layer_damping.value_or(0.0);
  f.layer.transition_depth = both.given.transition_depth;
  f.layer.friction = both.point.dynamic_friction;
  f.layer.slip_speed = both.given.slip_speed;
  contact::ContactRecord r;
  r.shape_a = pair.shape_a;
  r.shape_b = pair.shape_b;
  // Memory goes to elements of the same materials.
  if (!info_a.materials.empty()) r.feature_a = materials.first;
  if (!info_b.materials.empty()) r.feature_b = materials.second;
  put(f.place_a, r.place_a);
  put(f.place_b, r.place_b);
  put(f.normal, r.normal);
  ++pair.count;
  found_.push_back(f);
  next_.push_back(r);
  ranges_.push_back(range);
}

/// Contacts of a pair take over the memory of the step before: the same features first, then the
/// nearest place on either body, so that friction survives a change of face.
void ContactStage::match(Pair& pair) {
  contact::ContactRecord like;
  like.shape_a = pair.shape_a;
  like.shape_b = pair.shape_b;
  const auto old =
      std::equal_range(state_.contacts.begin(), state_.contacts.end(), like,
                       [](const auto& a, const auto& b) { return contact::shapes_before(a, b); });
  if (old.first == old.second) return;
  const auto begin = next_.begin() + pair.first, end = begin + pair.count;
  // A record that has been taken has no shape any more; restored below by being replaced as a whole.
  const auto take = [](contact::ContactRecord& from, contact::ContactRecord& to) {
    to.memory = from.memory;
    from.memory.touching = -1.0;
  };
  const bool only_one = pair.count == 1 && old.second - old.first == 1;
  const auto size_of = [&](int shape) {
    const double corner = shapes_[static_cast<std::size_t>(shape)].corner;
    return corner > 0.0 ? 10.0 * corner : 1e9;
  };
  const double reach = kSameContact * std::min(size_of(pair.shape_a), size_of(pair.shape_b));
  // By place, in the frame of either body: those of the same features first, then any.
  for (const bool any : {false, true})
    for (auto r = begin; r != end; ++r) {
      if (r->memory.touching != 0.0) continue;
      contact::ContactRecord* best = nullptr;
      double nearest = only_one ? 1e300 : reach * reach;
      for (auto o = old.first; o != old.second; ++o) {
        const bool same = o->feature_a == r->feature_a && o->feature_b == r->feature_b;
        if (!(o->memory.touching > 0.0) || !(same || any)) continue;
        const double distance =
            std::min((o->in_a() - r->in_a()).squaredNorm(), (o->in_b() - r->in_b()).squaredNorm());
        if (distance < nearest) {
          nearest = distance;
          best = &*o;
        }
      }
      if (best != nullptr) take(*best, *r);
    }
  // An old point that presses and is not found again has others in its place, however far: a cylinder or
  // a ring that stands has no lowest point, and its points go round. These go on with what it holds.
  for (auto o = old.first; o != old.second; ++o) {
    if (!(o->memory.touching > 0.0 && goes_on_pressing(*o))) continue;
    contact::ContactRecord* best = nullptr;
    double nearest = 1e300;
    for (auto r = begin; r != end; ++r) {
      const double distance = (o->in_a() - r->in_a()).squaredNorm();
      if (r->memory.touching != 0.0 || !(distance < nearest)) continue;
      nearest = distance;
      best = &*r;
    }
    if (best != nullptr) take(*o, *best);
  }
  for (auto r = begin; r != end; ++r) {
    if (r->memory.touching != 0.0) continue;
    // A new point of a touch that goes on, where a face comes to lie on more corners: it is as soft
    // as its neighbours and has not come in on its own.
    const contact::PointMemory& neighbour = old.first->memory;
    r->memory.touching = 1.0;
    r->memory.impact_speed = neighbour.impact_speed;
    r->memory.stiffness = neighbour.stiffness;
    r->memory.found_inside = neighbour.found_inside;
  }
  for (auto o = old.first; o != old.second; ++o) {
    if (!(o->memory.touching > 0.0) || keep(*o, pair, true)) continue;
    // Others have taken its place, and with it what it held: they bring it back in the step.
    taken_over_.emplace_back(shapes_[static_cast<std::size_t>(o->shape_a)].place.articulation,
                             o->memory.energy());
    o->memory.touching = -1.0;
  }
}

/// Whether a contact would still be pressed where its points are predicted.
bool ContactStage::goes_on_pressing(const contact::ContactRecord& old) const {
  const auto moved = [&](std::int64_t shape, const Vec3& place) -> Vec3 {
    const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
    if (s.on_ground) return Vec3::Zero();
    return body_poses_[static_cast<std::size_t>(shape)].point(place) -
           s.place.articulation->body_pose(s.place.body).point(place);
  };
  return old.memory.depth >
         old.n().dot(moved(old.shape_a, old.in_a()) - moved(old.shape_b, old.in_b()));
}

/// A contact that touched and was not found again: the prediction may be wrong (the contact force in q̈
/// is that of the step before, which alternates in stiff contacts and long steps), and a body at rest
/// would fall. And where it does part, it has to be ended. So it goes on where its points are predicted, δ
/// from the energy it stores and their way. `only_apart`: not where others have taken its place.
bool ContactStage::keep(contact::ContactRecord& old, Pair& pair, bool only_apart) {
  const ShapeInfo& a = shapes_[static_cast<std::size_t>(old.shape_a)];
  const ShapeInfo& b = shapes_[static_cast<std::size_t>(old.shape_b)];
  const auto now = [](const ShapeInfo& s) {
    return s.on_ground ? Pose{} : s.place.articulation->body_pose(s.place.body);
  };
  const auto predicted = [&](const ShapeInfo& s, std::int64_t shape) {
    return s.on_ground ? Pose{} : body_poses_[static_cast<std::size_t>(shape)];
  };
  const auto feature = [](std::int64_t word) {
    contact::Feature f;
    f.kind = static_cast<contact::Feature::Kind>(word >> 32);
    f.index = static_cast<std::int32_t>(word & 0xffffffff);
    return f;
  };
  const contact::PointMemory& m = old.memory;
  if (!(m.stiffness > 0.0 && m.stored > 0.0)) return false;
  if (is_patch(pair.shape_a, pair.shape_b))
    return false;  // the layers' force ends with the overlap
  Contact c;
  c.feature_a = feature(old.feature_a);
  c.feature_b = feature(old.feature_b);
  FoundContact f;
  f.normal = old.n();
  f.law = point_law(pair, c);
  if (m.full_stiffness > 0.0) f.law.normal.stiffness = m.full_stiffness;
  const double n1 = f.law.normal.exponent + 1.0;
  const double depth = elementary::pow(n1 * m.stored / m.stiffness, 1.0 / n1);
  const Pose next_a = predicted(a, old.shape_a), next_b = predicted(b, old.shape_b);
  const Vec3 before = now(a).point(old.in_a()) - now(b).point(old.in_b());
  const Vec3 point_a = next_a.point(old.in_a()), point_b = next_b.point(old.in_b());
  f.depth = depth - f.normal.dot(point_a - point_b - before);
  if (only_apart && f.depth > 0.0) return false;
  // Both bodies are pushed at one point, as by every contact.
  const Vec3 middle = 0.5 * (point_a + point_b);
  f.place_a = next_a.local_point(middle);
  f.place_b = next_b.local_point(middle);
  f.turn_a = next_a.rotation;
  f.turn_b = next_b.rotation;
  found_.push_back(f);
  next_.push_back(old);
  ranges_.emplace_back();
  put(f.place_a, next_.back().place_a);
  put(f.place_b, next_.back().place_b);
  old.memory.touching = -1.0;
  ++pair.count;
  return true;
}

/// Pairs that touched and were not found at all.
void ContactStage::keep_lost() {
  for (std::size_t i = 0; i < state_.contacts.size();) {
    const contact::ContactRecord first = state_.contacts[i];
    Pair pair;
    pair.shape_a = static_cast<int>(first.shape_a);
    pair.shape_b = static_cast<int>(first.shape_b);
    const ShapeInfo& a = shapes_[static_cast<std::size_t>(pair.shape_a)];
    const ShapeInfo& b = shapes_[static_cast<std::size_t>(pair.shape_b)];
    pair.articulation_a = a.articulation;
    pair.articulation_b = b.articulation;
    pair.first = static_cast<int>(found_.size());
    const bool moves = moving_[static_cast<std::size_t>(pair.shape_a)] != 0 ||
                       moving_[static_cast<std::size_t>(pair.shape_b)] != 0;
    // Not where nobody has looked, or contacts would gather that nothing ends.
    if (moves && scene_->may_be_left_out(pair.shape_a, pair.shape_b)) leave_out(pair);
    for (; i < state_.contacts.size() && same_shapes(state_.contacts[i], first); ++i)
      if (moves && state_.contacts[i].memory.touching > 0.0 &&
          !keep(state_.contacts[i], pair, false))
        taken_over_.emplace_back(a.place.articulation, state_.contacts[i].memory.energy());
    if (pair.count > 0) pairs_.push_back(pair);
  }
}

}  // namespace outrigger::touching
