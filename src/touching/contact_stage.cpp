#include "touching/contact_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/error.h"
#include "contact/material_library.h"
#include "contact/patches/polygonal_contact.h"
#include "description/limits.h"
#include "solve/free_body_island.h"
#include "touching/ground_shape.h"

namespace outrigger::touching {

using contact::FoundContact;

namespace {

/// Islands are kept up to so many bodies in all, and per body of the world: small ones come back often,
/// large ones hardly ever (the pairs of a heap change every step) and would only fill the memory.
constexpr std::size_t kBodiesKept = 256, kBodiesKeptPerBody = 4;
constexpr int kLeastCapacity = 8;
constexpr int kMostAttempts = 6;  ///< at a pass, with contacts that were missed

/// Radius of curvature of a shape's smooth surface, the smaller one where there are two; 0: none.
double radius_of(const contact::Shape& shape) {
  return std::visit(
      [](const auto& s) {
        if constexpr (requires { s.tube; }) {
          return s.tube;
        } else if constexpr (requires { s.radius; }) {
          return s.radius;
        } else if constexpr (requires { s.semi_axes; }) {
          return s.semi_axes.minCoeff() * s.semi_axes.minCoeff() / s.semi_axes.maxCoeff();
        } else {
          return 0.0;
        }
      },
      shape.geometry);
}

/// Whether rotation about its own z axis leaves a shape where it is.
bool is_round_about_z(const contact::Shape& shape) {
  return std::holds_alternative<geometry::Capsule>(shape.geometry) ||
         std::holds_alternative<geometry::Cylinder>(shape.geometry) ||
         std::holds_alternative<geometry::Torus>(shape.geometry);
}

}  // namespace

ContactStage::ContactStage(const description::Machine& machine, const description::Site* site,
                           std::shared_ptr<const contact::Surroundings> surroundings,
                           const contact::MeshLibrary* meshes)
    : surroundings_(std::move(surroundings)),
      free_bodies_(std::make_unique<solve::FreeBodyIsland>()) {
  if (machine.shapes.empty()) return;
  const terrain::Ground& ground = surroundings_->ground();
  const description::ContactShape more[] = {make_ground_shape(ground)};
  scene_ = std::make_unique<contact::ShapeScene>(machine, site, 1, more, meshes, &ground);

  const std::size_t count = scene_->shapes().size();
  std::vector<const description::ContactShape*> specs;
  for (const auto& s : machine.shapes) specs.push_back(&s);
  if (site != nullptr)
    for (const auto& s : site->shapes) specs.push_back(&s);
  specs.push_back(&more[0]);
  for (const description::ContactShape* spec : specs) {
    ShapeInfo info;
    info.on_ground = spec->body == description::kGround;
    info.material = add_material(spec->material);
    const contact::Shape& shape = scene_->shapes()[shapes_.size()];
    for (const std::string& name : shape.face_materials)
      info.materials.push_back(add_material(name));
    // Where the ground is made of one thing, that is its material.
    if (scene_->is_ground(static_cast<std::int32_t>(shapes_.size())) &&
        ground.surfaces().size() > 1)
      for (const auto& surface : ground.surfaces())
        info.materials.push_back(add_material(surface.material));
    info.radius = radius_of(shape);
    const geometry::Box box = shape.box(Pose{});
    if (shape.kind != description::ContactShape::Kind::plane) {
      info.middle = shape.in_body.point(box.centre());
      info.reach =
          shape.kind == description::ContactShape::Kind::sphere ? 0.0 : 0.5 * box.size().norm();
      if (is_round_about_z(shape)) info.axis = shape.in_body.rotation.col(2);
    }
    info.corner =
        shape.kind == description::ContactShape::Kind::plane ? 0.0 : 0.1 * box.size().minCoeff();
    shapes_.push_back(info);
  }
  make_laws(specs);
  find_assumed_friction(machine, site);
  check_meshes(specs);
  make_local_planes();
  scene_->leave_out([this](std::int32_t a, std::int32_t b) { return is_patch(a, b); });
  parts_ = StepParts(*scene_, [this](int a, int b) { return is_patch(a, b); });
  body_poses_.resize(count);
  moving_.assign(count, 0);
  rests_.assign(count, 0);
  inside_.assign(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) scene_->place(static_cast<std::int32_t>(i), Pose{});
}

void ContactStage::hide(int shape) {
  ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
  s.place = {};
  s.articulation = -1;
  scene_->hide(shape);
}

void ContactStage::show(int shape, const std::string& body, const std::string& name) {
  scene_->show(shape, body, name);
}

void ContactStage::show_on_ground(int shape, const std::string& name, const Pose& pose) {
  scene_->show(shape, description::kGround, name);
  scene_->place(shape, pose);
}

ContactStage::~ContactStage() = default;

int ContactStage::add_material(const std::string& name) {
  const auto known = std::find(materials_.begin(), materials_.end(), name);
  const auto place = static_cast<int>(known - materials_.begin());
  if (known == materials_.end()) materials_.push_back(name);
  return place;
}

/// Which pairs of materials have only the friction that is assumed with the ground.
void ContactStage::find_assumed_friction(const description::Machine& machine,
                                         const description::Site* site) {
  const auto gives = [](const std::vector<description::FrictionPair>& pairs, const std::string& a,
                        const std::string& b) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const description::FrictionPair& p) {
      return (p.material_a == a && p.material_b == b) || (p.material_a == b && p.material_b == a);
    });
  };
  const std::size_t count = materials_.size();
  assumed_.assign(count * count, 0);
  for (std::size_t m = 0; m < count; ++m)
    for (std::size_t n = 0; n < count; ++n) {
      const std::string &a = materials_[m], &b = materials_[n];
      const bool given = laws_[m * count + n].point.own != nullptr ||
                         gives(machine.friction, a, b) ||
                         (site != nullptr && gives(site->friction, a, b)) ||
                         gives(contact::library_friction(), a, b);
      assumed_[m * count + n] = given ? 0 : 1;
    }
}

std::string ContactStage::assumed_friction(std::int64_t a, std::int64_t b) const {
  const auto m = static_cast<std::size_t>(shapes_[static_cast<std::size_t>(a)].material);
  const auto n = static_cast<std::size_t>(shapes_[static_cast<std::size_t>(b)].material);
  if (assumed_[m * materials_.size() + n] == 0) return {};
  const description::FrictionPair assumed;
  return fmt::format(
      "; no friction is given for {0} on {1}, so {2:g} at rest and {3:g} in motion are taken: add "
      "a "
      "pair [{0}, {1}] to `friction` of the machine or of the site",
      materials_[m], materials_[n], assumed.static_coefficient, assumed.dynamic_coefficient);
}

/// Laws of all materials that may touch each other: for each two, the first shapes that do name it in
/// errors. Found by materials, so that many shapes of few materials are not asked pair by pair.
void ContactStage::make_laws(std::span<const description::ContactShape* const> specs) {
  const std::size_t count = materials_.size();
  laws_.resize(count * count);
  std::vector<std::vector<std::size_t>> shapes_of(count);
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    std::vector<int> own = {shapes_[i].material};  // and those of its faces
    own.insert(own.end(), shapes_[i].materials.begin(), shapes_[i].materials.end());
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const int m : own) shapes_of[static_cast<std::size_t>(m)].push_back(i);
  }
  struct Found {
    std::size_t a, b, m, n;  ///< shapes and their materials
    auto operator<=>(const Found&) const = default;
  };
  const auto first_touch = [&](std::size_t m, std::size_t n) -> std::optional<Found> {
    for (const std::size_t a : shapes_of[m])
      for (const std::size_t b : shapes_of[n])
        if (!(shapes_[a].on_ground && shapes_[b].on_ground) &&
            scene_->may_touch(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)))
          return Found{a, b, m, n};
    return std::nullopt;
  };
  std::vector<Found> found;
  for (std::size_t m = 0; m < count; ++m)
    for (std::size_t n = 0; n < count; ++n)
      if (const auto touch = first_touch(m, n)) found.push_back(*touch);
  std::sort(found.begin(), found.end());
  for (const auto& [a, b, m, n] : found) {
    const auto& spec = *specs[a];
    laws_[m * count + n] =
        surroundings_->pair(materials_[m], materials_[n],
                            fmt::format("{}:{}: shapes.{}, which may touch '{}',", spec.where.file,
                                        spec.where.line, spec.name, specs[b]->name));
  }
}

/// Elements of a mesh whose inside is not defined would push anywhere.
void ContactStage::check_meshes(std::span<const description::ContactShape* const> specs) const {
  for (std::size_t a = 0; a < specs.size(); ++a) {
    const contact::Shape& shape = scene_->shapes()[a];
    if (!std::holds_alternative<geometry::Mesh>(shape.geometry)) continue;
    for (std::size_t b = 0; b < specs.size(); ++b) {
      const auto i = static_cast<std::int32_t>(a), j = static_cast<std::int32_t>(b);
      if (!scene_->may_touch(i, j) || (shapes_[a].on_ground && shapes_[b].on_ground) ||
          !is_patch(static_cast<int>(a), static_cast<int>(b)))
        continue;
      try {
        contact::require_contact_mesh(shape.faces, specs[a]->file);
      } catch (const Error& e) {
        throw Error(fmt::format("{}:{}: shapes.{}: {}; `outrigger mesh repair` may help",
                                specs[a]->where.file, specs[a]->where.line, specs[a]->name,
                                e.what()));
      }
      break;
    }
  }
}

void ContactStage::retire(const solve::ContactIsland& island) {
  retired_counters_ += island.counters();
  retired_interventions_ += island.interventions();
}

void ContactStage::attach(const Locate& locate) {
  if (empty()) return;
  for (auto& [key, kept] : islands_) retire(*kept.island);
  islands_.clear();
  by_use_.clear();
  kept_bodies_ = 0;
  index_.clear();
  present_.clear();
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    shapes_[i].articulation = -1;
    parts_.motions()[i] = {};
    moving_[i] = 0;
    if (scene_->is_hidden(static_cast<std::int32_t>(i))) continue;
    if (shapes_[i].on_ground) {
      present_.push_back(static_cast<int>(i));
      continue;
    }
    shapes_[i].place = locate(scene_->body(static_cast<std::int32_t>(i)));
    if (shapes_[i].place.articulation != nullptr) present_.push_back(static_cast<int>(i));
    // A restored or edited articulation may be elsewhere.
    if (shapes_[i].place.articulation != nullptr) place_at_rest(i);
  }
  parts_.clear();
  const auto gone = [&](std::int64_t shape) {
    const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
    if (s.on_ground) return scene_->is_hidden(static_cast<std::int32_t>(shape));
    return s.place.articulation == nullptr;
  };
  for (const contact::ContactRecord& c : state_.contacts)
    if (gone(c.shape_a) || gone(c.shape_b))
      for (const std::int64_t shape : {c.shape_a, c.shape_b})
        if (articulation::Articulation* articulation =
                shapes_[static_cast<std::size_t>(shape)].place.articulation)
          articulation->wake();
  std::erase_if(state_.contacts, [&](const auto& c) { return gone(c.shape_a) || gone(c.shape_b); });
  std::erase_if(state_.touches, [&](const auto& t) { return gone(t.shape_a) || gone(t.shape_b); });
}

template <class See>
void ContactStage::for_each_near(const terrain::GroundChange& change, const See& see) const {
  if (empty()) return;
  constexpr double kBeside = 0.05;  // [m]
  for (const int shape : present_) {
    const auto i = static_cast<std::size_t>(shape);
    articulation::Articulation* articulation = shapes_[i].place.articulation;
    if (articulation == nullptr || !scene_->may_touch(shape, scene_->ground_shape())) continue;
    const contact::Shape& form = scene_->shapes()[i];
    const geometry::Box box =
        form.box(articulation->body_pose(shapes_[i].place.body) * form.in_body).grown(kBeside);
    if (box.low.x() > change.x_max || box.high.x() < change.x_min || box.low.y() > change.y_max ||
        box.high.y() < change.y_min)
      continue;
    see(*articulation);
  }
}

void ContactStage::wake_near(const terrain::GroundChange& change) const {
  for_each_near(change, [](articulation::Articulation& a) {
    if (std::as_const(a).state().asleep) a.wake();
  });
}

void ContactStage::forget_ground(const terrain::GroundChange& change,
                                 std::vector<const articulation::Articulation*>& near) {
  if (empty()) return;
  for_each_near(change, [&](articulation::Articulation& a) {
    a.wake();
    if (std::find(near.begin(), near.end(), &a) == near.end()) near.push_back(&a);
  });
  std::erase_if(state_.contacts, [&](const contact::ContactRecord& c) {
    if (c.shape_b != scene_->ground_shape()) return false;
    const Vec3 place = c.in_b();
    if (place.x() > change.x_max || place.x() < change.x_min || place.y() > change.y_max ||
        place.y() < change.y_min)
      return false;
    articulation::Articulation* articulation =
        shapes_[static_cast<std::size_t>(c.shape_a)].place.articulation;
    if (articulation != nullptr) articulation->state().ledger.detection += c.memory.energy();
    return true;
  });
}

// ---------------------------------------------------------------------------------- stepping

int ContactStage::root_of(int articulation) {
  while (parent_[static_cast<std::size_t>(articulation)] != articulation) {
    int& p = parent_[static_cast<std::size_t>(articulation)];
    p = parent_[static_cast<std::size_t>(p)];
    articulation = p;
  }
  return articulation;
}

/// Articulations and bodies of the shapes, after a change.
void ContactStage::find_places(Articulations articulations) {
  index_.clear();
  bodies_with_shapes_.assign(articulations.size(), {});
  bodies_count_ = 0;
  free_bodies_->forget(articulations.size());
  for (std::size_t i = 0; i < articulations.size(); ++i)
    index_[articulations[i].get()] = static_cast<int>(i);
  for (ShapeInfo& s : shapes_) {
    if (s.place.articulation == nullptr) continue;
    s.articulation = index_.at(s.place.articulation);
    auto& bodies = bodies_with_shapes_[static_cast<std::size_t>(s.articulation)];
    const auto known = std::find_if(bodies.begin(), bodies.end(),
                                    [&](const auto& b) { return b.body() == s.place.body; });
    s.body = static_cast<int>(known - bodies.begin());
    if (known == bodies.end())
      bodies.emplace_back(s.place.articulation->mechanism(), s.place.articulation->system().model(),
                          s.place.body);
  }
  first_body_.clear();
  for (const auto& bodies : bodies_with_shapes_) {
    first_body_.push_back(static_cast<int>(bodies_count_));
    bodies_count_ += bodies.size();
  }
  for (ShapeInfo& s : shapes_)
    if (s.articulation >= 0)
      s.number = first_body_[static_cast<std::size_t>(s.articulation)] + s.body;
  for (std::size_t i = 0; i < articulations.size(); ++i)
    if (bodies_with_shapes_[i].size() == 1)
      free_bodies_->know(static_cast<int>(i), *articulations[i], bodies_with_shapes_[i].front());
}

/// Speeds of the shapes, and what parts these ask for.
void ContactStage::choose_parts(Articulations articulations) {
  const ShapeInfo* last = nullptr;
  model::Twist twist;
  Mat3 rotation;
  for (const int shape : present_) {
    const auto i = static_cast<std::size_t>(shape);
    const ShapeInfo& s = shapes_[i];
    StepParts::Motion& m = parts_.motions()[i];
    m = {};
    m.articulation = s.articulation;
    if (s.articulation < 0 || std::as_const(*s.place.articulation).state().asleep) continue;
    if (last == nullptr || last->place.articulation != s.place.articulation ||
        last->place.body != s.place.body) {
      twist = s.place.articulation->body_twist(s.place.body);
      rotation = s.place.articulation->body_pose(s.place.body).rotation;
      last = &s;
    }
    m.velocity = twist.linear + twist.angular.cross(rotation * s.middle);
    const Vec3 axis = rotation * s.axis;
    m.turning = (twist.angular - axis.dot(twist.angular) * axis).norm() * s.reach;
  }
  const double h = articulations.front()->stepper().step_size();
  parts_.choose(h, articulations.size(), state_.contacts,
                [this, h](int shape) { return swept_box(shape, h); });
}

/// Around a shape from now to the predicted end of the step; empty when it is gone.
geometry::Box ContactStage::swept_box(int shape, double h) const {
  const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
  const contact::Shape& form = scene_->shapes()[static_cast<std::size_t>(shape)];
  if (s.articulation < 0)
    return s.on_ground && !scene_->is_hidden(shape) ? form.box(scene_->pose(shape)) : geometry::Box{};
  const articulation::Articulation& articulation = *s.place.articulation;
  geometry::Box box = form.box(articulation.body_pose(s.place.body) * form.in_body);
  if (!articulation.state().asleep)
    box.add(form.box(articulation.predicted_body(s.place.body, h).first * form.in_body));
  return box;
}

void ContactStage::step(Articulations articulations,
                        const articulation::ArticulationOptions& options,
                        const articulation::Inputs& inputs, double time, const Done& done) {
  stepped_.assign(articulations.size(), 0);
  changes_.clear();
  left_out_ = {};
  free_body_islands_ = options.free_body_islands;
  // The step takes up what they hold.
  for_each_at_start_only(
      [](const contact::ContactRecord& c, articulation::Articulation& articulation) {
        articulation.state().ledger.detection += c.memory.energy();
      });
  from_start_.swap(state_.at_start);
  state_.at_start.clear();
  if (empty() || articulations.empty()) return;
  if (index_.size() != articulations.size()) find_places(articulations);
  choose_parts(articulations);
  const double h = articulations.front()->stepper().step_size();
  pass_ = {0, 1, h};
  make_pass(articulations, options, inputs, time, done);
  if (parts_.most() > 1) {
    ++steps_in_parts_;
    part_reports_.assign(articulations.size(), {});
    for (int parts = 2; parts <= parts_.most(); parts *= 2) {
      pass_ = {0, parts, h / parts};
      step_in_parts(articulations, options, inputs, time, done);
    }
  }
  crowded_steps_ += left_out_.any() ? 1 : 0;
  pairs_left_out_ += left_out_.pairs;
}

void ContactStage::start(Articulations articulations,
                         const articulation::ArticulationOptions& options,
                         const articulation::Inputs& inputs,
                         const std::function<bool(const articulation::Articulation*)>& begins) {
  if (empty() || articulations.empty()) return;
  find_places(articulations);
  free_body_islands_ = options.free_body_islands;
  stepped_.assign(articulations.size(), 0);
  for (StepParts::Motion& m : parts_.motions()) m = {};
  // Those of an edit before this one are found again only where articulations begin.
  if (options.keep_ledger)
    for_each_at_start_only(
        [&](const contact::ContactRecord& c, articulation::Articulation& articulation) {
          if (!begins(&articulation)) articulation.state().ledger.start -= c.memory.energy();
        });
  // Where they are, without a step; what the contacts remember stays as it is, also when a law throws.
  struct Restored {
    contact::ContactState& state;
    contact::ContactState before = state;
    ~Restored() { state = std::move(before); }
  } restored{state_};
  contact::ContactState& kept = restored.before;
  from_start_.clear();
  kept.at_start.clear();
  pass_ = {0, 1, 0.0};
  predict();
  scene_->find_placed(moving_);
  starting_ = true;
  collect_pairs();
  starting_ = false;
  group();
  for (std::size_t first = 0, end = 0; first < grouped_.size(); first = end) {
    while (end < grouped_.size() && grouped_[end].root == grouped_[first].root) ++end;
    const auto pairs = std::span<const Pair>(grouped_).subspan(first, end - first);
    find_members(articulations, pairs);
    if (std::any_of(member_articulations_.begin(), member_articulations_.end(), begins))
      start_group(articulations, options, inputs, pairs, begins, kept.at_start);
  }
  std::stable_sort(kept.at_start.begin(), kept.at_start.end(),
                   [](const auto& a, const auto& b) { return contact::shapes_before(a, b); });
  // The machines have changed, and with them how heavy they are where they touch.
  for (contact::ContactRecord& c : kept.contacts)
    for (const std::int64_t shape : {c.shape_a, c.shape_b})
      if (const articulation::Articulation* articulation =
              shapes_[static_cast<std::size_t>(shape)].place.articulation;
          articulation != nullptr && begins(articulation))
        c.memory.forget_body();
  state_.at_start = kept.at_start;
  if (options.keep_ledger)
    for_each_at_start_only(
        [](const contact::ContactRecord& c, articulation::Articulation& articulation) {
          articulation.state().ledger.start += c.memory.energy();
        });
}

/// Accelerations of the members that begin, and records of their contacts.
void ContactStage::start_group(Articulations articulations,
                               const articulation::ArticulationOptions& options,
                               const articulation::Inputs& inputs, std::span<const Pair> pairs,
                               const Begins& begins, std::vector<contact::ContactRecord>& records) {
  if (crowds_.in_crowd(members_.front())) {
    // Without accelerations by contacts; the records tell the first step that these were there.
    for (const Pair& p : pairs)
      records.insert(records.end(), next_.begin() + p.first, next_.begin() + p.first + p.count);
    return;
  }
  if (crowds_.is_heavy(members_.front())) {
    start_one_by_one(articulations, options, inputs, pairs, begins, records);
    return;
  }
  lay_out_island(options, inputs, pairs).start(island_contacts_, island_memory_, begins);
  for (std::size_t i = 0; i < island_places_.size(); ++i) {
    records.push_back(next_[static_cast<std::size_t>(island_places_[i])]);
    records.back().memory = island_memory_[i];
  }
}

/// The same, each member with its own contacts and whom it touches: contacts push by where things are, so
/// no others change its accelerations.
void ContactStage::start_one_by_one(Articulations articulations,
                                    const articulation::ArticulationOptions& options,
                                    const articulation::Inputs& inputs, std::span<const Pair> pairs,
                                    const Begins& begins,
                                    std::vector<contact::ContactRecord>& records) {
  star_.clear();
  for (std::size_t p = 0; p < pairs.size(); ++p)
    for (const int articulation : {pairs[p].articulation_a, pairs[p].articulation_b})
      if (articulation >= 0 && begins(articulations[static_cast<std::size_t>(articulation)].get()))
        star_.emplace_back(articulation, static_cast<int>(p));
  std::sort(star_.begin(), star_.end());
  for (std::size_t first = 0, end = 0; first < star_.size(); first = end) {
    const int own = star_[first].first;
    star_pairs_.clear();
    std::int64_t contacts = 0;
    for (; end < star_.size() && star_[end].first == own; ++end) {
      star_pairs_.push_back(pairs[static_cast<std::size_t>(star_[end].second)]);
      contacts += star_pairs_.back().count;
    }
    find_members(articulations, star_pairs_);
    const bool solves =
        contacts * static_cast<std::int64_t>(members_.size()) <= description::kMostWorkAtOnce;
    if (solves)
      lay_out_island(options, inputs, star_pairs_)
          .start(island_contacts_, island_memory_,
                 [&](const articulation::Articulation* articulation) {
                   return articulation == articulations[static_cast<std::size_t>(own)].get();
                 });
    // A record comes from A, or from B where only that begins.
    std::size_t i = 0;
    for (const Pair& p : star_pairs_)
      for (int k = p.first; k < p.first + p.count; ++k, ++i) {
        const bool of_a = p.articulation_a == own ||
                          !begins(articulations[static_cast<std::size_t>(p.articulation_a)].get());
        if (!of_a) continue;
        records.push_back(next_[static_cast<std::size_t>(k)]);
        if (solves) records.back().memory = island_memory_[i];
      }
  }
}

/// Contacts that were not there before an articulation began: what they store is in its energy at the start.
template <class Visit>
void ContactStage::for_each_at_start_only(const Visit& visit) const {
  for (const contact::ContactRecord& c : state_.at_start) {
    articulation::Articulation* articulation =
        shapes_[static_cast<std::size_t>(c.shape_a)].place.articulation;
    if (articulation != nullptr &&
        !std::binary_search(state_.contacts.begin(), state_.contacts.end(), c,
                            contact::shapes_before<contact::ContactRecord, contact::ContactRecord>))
      visit(c, *articulation);
  }
}

/// Articulations that take the step in so many parts as pass_ says. None of them falls asleep.
void ContactStage::step_in_parts(Articulations articulations,
                                 const articulation::ArticulationOptions& options,
                                 const articulation::Inputs& inputs, double time,
                                 const Done& done) {
  const auto is_awake = [&](std::size_t i) {
    return in_pass(static_cast<int>(i)) && !std::as_const(*articulations[i]).state().asleep;
  };
  bool any = false;
  for (std::size_t i = 0; i < articulations.size(); ++i)
    if (is_awake(i)) any = articulations[i]->begin_step(inputs);
  if (!any) return;
  const Done add = [this](articulation::Articulation& articulation,
                          const stepper::StepReport& report) {
    part_reports_[static_cast<std::size_t>(index_.at(&articulation))] += report;
  };
  for (; pass_.part < pass_.parts; ++pass_.part) {
    for (std::size_t i = 0; i < articulations.size(); ++i)
      if (in_pass(static_cast<int>(i))) stepped_[i] = 0;
    make_pass(articulations, options, inputs, time + pass_.part * pass_.h, add);
    for (std::size_t i = 0; i < articulations.size(); ++i) {
      if (!is_awake(i) || stepped_[i] != 0) continue;
      add(*articulations[i], articulations[i]->step_part(pass_.part, pass_.parts));
      stepped_[i] = 1;
    }
  }
  for (std::size_t i = 0; i < articulations.size(); ++i) {
    if (!is_awake(i)) continue;
    articulations[i]->end_step(false);
    done(*articulations[i], part_reports_[i]);
  }
}

/// Finds what touches among the articulations of the pass, where they are predicted.
void ContactStage::detect(Articulations articulations, const articulation::Inputs& inputs) {
  do {
    predict();
    scene_->find_placed(moving_);
    before_.assign(state_.contacts.begin(), state_.contacts.end());
    collect_pairs();
    take_missed();
    keep_lost();
  } while (wake_touched(articulations, inputs));
}

/// The articulations of the pairs, as they are before they are stepped.
void ContactStage::save_articulations(Articulations articulations) {
  saved_articulations_.clear();
  for (const Pair& p : grouped_)
    for (const int articulation : {p.articulation_a, p.articulation_b})
      if (articulation >= 0) saved_articulations_.push_back(articulation);
  std::sort(saved_articulations_.begin(), saved_articulations_.end());
  saved_articulations_.erase(std::unique(saved_articulations_.begin(), saved_articulations_.end()),
                             saved_articulations_.end());
  if (saved_.size() < saved_articulations_.size()) saved_.resize(saved_articulations_.size());
  for (std::size_t i = 0; i < saved_articulations_.size(); ++i)
    saved_[i] =
        std::as_const(*articulations[static_cast<std::size_t>(saved_articulations_[i])]).state();
}

void ContactStage::restore_articulations(Articulations articulations) {
  for (std::size_t i = 0; i < saved_articulations_.size(); ++i) {
    const auto articulation = static_cast<std::size_t>(saved_articulations_[i]);
    articulations[articulation]->state() = saved_[i];
    stepped_[articulation] = 0;
  }
  state_.contacts.assign(before_.begin(), before_.end());
}

/// Finds what touches among the articulations of the pass, and steps those that do; again with the contacts that
/// only the attempt has shown.
void ContactStage::make_pass(Articulations articulations,
                             const articulation::ArticulationOptions& options,
                             const articulation::Inputs& inputs, double time, const Done& done) {
  missed_.clear();
  missed_found_.clear();
  missed_records_.clear();
  for (int attempt = 1;; ++attempt) {
    detect(articulations, inputs);
    group();
    save_articulations(articulations);
    finished_.clear();
    for (std::size_t first = 0, end = 0; first < grouped_.size(); first = end) {
      while (end < grouped_.size() && grouped_[end].root == grouped_[first].root) ++end;
      step_island(articulations, options, inputs,
                  std::span<const Pair>(grouped_).subspan(first, end - first));
    }
    if (std::pair(left_out_now_.pairs, left_out_now_.contacts) >
        std::pair(left_out_.pairs, left_out_.contacts))
      left_out_ = left_out_now_;
    // What was left out would be found missing.
    if (attempt == kMostAttempts || left_out_now_.pairs > 0) break;
    made_.swap(next_);
    const bool again = find_missed();
    next_.swap(made_);
    if (!again) break;
    restore_articulations(articulations);
  }
  for (const auto& [articulation, energy] : taken_over_)
    articulation->state().ledger.detection += energy;
  for (const auto& [articulation, report] : finished_) done(*articulation, report);

  // Sleepers and what is not stepped in this pass keep their records; the others have new ones.
  for (const contact::ContactRecord& c : state_.contacts) {
    const auto rests = [&](std::int64_t shape) {
      const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
      return s.articulation < 0 || !in_pass(s.articulation) ||
             (std::as_const(*s.place.articulation).state().asleep &&
              stepped_[static_cast<std::size_t>(s.articulation)] == 0);
    };
    if (c.memory.touching > 0.0 && rests(c.shape_a) && rests(c.shape_b)) next_.push_back(c);
  }
  std::erase_if(next_, [](const auto& c) { return !(c.memory.touching > 0.0); });
  std::sort(next_.begin(), next_.end(), [](const auto& a, const auto& b) {
    if (!same_shapes(a, b)) return contact::shapes_before(a, b);
    return std::lexicographical_compare(a.place_a, a.place_a + 3, b.place_a, b.place_a + 3);
  });
  state_.contacts.swap(next_);
  update_touches(time);
}

/// Wakes sleepers that are touched, and all that lie on each other with them. True when there were some:
/// what they touch besides was not looked for while they slept, and has to be found now, or they would
/// take the step without what holds them.
bool ContactStage::wake_touched(Articulations articulations, const articulation::Inputs& inputs) {
  woken_.clear();
  const auto wake = [&](int i) {
    if (i < 0 || !in_pass(i)) return;
    if (!std::as_const(*articulations[static_cast<std::size_t>(i)]).state().asleep) return;
    articulation::Articulation& articulation = *articulations[static_cast<std::size_t>(i)];
    articulation.wake();
    woken_.push_back(i);
    if (pass_.parts == 1) return;
    // It has been where it is for the parts before.
    articulation.begin_step(inputs);
    articulation.state().time += pass_.part * pass_.h;
  };
  for (const Pair& p : pairs_)
    for (const int articulation : {p.articulation_a, p.articulation_b}) wake(articulation);
  if (woken_.empty()) return false;
  state_.contacts.assign(before_.begin(), before_.end());
  const auto touches = [&](std::int64_t shape, int articulation) {
    return shapes_[static_cast<std::size_t>(shape)].articulation == articulation;
  };
  for (std::size_t next = 0; next < woken_.size(); ++next)
    for (const contact::ContactRecord& c : state_.contacts) {
      const int articulation = woken_[next];
      if (touches(c.shape_a, articulation))
        wake(shapes_[static_cast<std::size_t>(c.shape_b)].articulation);
      if (touches(c.shape_b, articulation))
        wake(shapes_[static_cast<std::size_t>(c.shape_a)].articulation);
    }
  return true;
}

/// Pairs by the articulations that touch each other, directly or through others.
void ContactStage::group() {
  parent_.resize(stepped_.size());
  for (std::size_t i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<int>(i);
  for (const Pair& p : pairs_) {
    if (p.articulation_b < 0) continue;
    const int a = root_of(p.articulation_a), b = root_of(p.articulation_b);
    parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  grouped_ = pairs_;
  for (Pair& p : grouped_) p.root = root_of(p.articulation_a);
  // Not stable_sort, which asks for memory; the first contact tells the order.
  std::sort(grouped_.begin(), grouped_.end(), [](const Pair& a, const Pair& b) {
    return a.root != b.root ? a.root < b.root : a.first < b.first;
  });
}

/// The articulations of the pairs.
void ContactStage::find_members(Articulations articulations, std::span<const Pair> pairs) {
  members_.clear();
  for (const Pair& p : pairs)
    for (const int articulation : {p.articulation_a, p.articulation_b})
      if (articulation >= 0) members_.push_back(articulation);
  std::sort(members_.begin(), members_.end());
  members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
  member_articulations_.clear();
  local_articulation_.resize(articulations.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    local_articulation_[static_cast<std::size_t>(members_[i])] = static_cast<int>(i);
    member_articulations_.push_back(articulations[static_cast<std::size_t>(members_[i])].get());
  }
}

/// Their island, with bodies, contacts and memory.
solve::ContactIsland& ContactStage::lay_out_island(const articulation::ArticulationOptions& options,
                                                   const articulation::Inputs& inputs,
                                                   std::span<const Pair> pairs) {
  // Every body with shapes may touch the ground: that adds nothing to the tangent's pattern.
  island_bodies_.clear();
  island_pairs_.clear();
  first_body_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    first_body_.push_back(static_cast<int>(island_bodies_.size()));
    for (const auto& b : bodies_with_shapes_[static_cast<std::size_t>(members_[i])]) {
      island_pairs_.emplace_back(static_cast<int>(island_bodies_.size()), model::kGroundIndex);
      island_bodies_.push_back({static_cast<int>(i), &b});
    }
  }
  const auto body = [&](int articulation, int shape) {
    if (articulation < 0) return model::kGroundIndex;
    const int member = local_articulation_[static_cast<std::size_t>(articulation)];
    return first_body_[static_cast<std::size_t>(member)] +
           shapes_[static_cast<std::size_t>(shape)].body;
  };
  for (const Pair& p : pairs)
    if (p.articulation_b >= 0)
      island_pairs_.emplace_back(body(p.articulation_a, p.shape_a),
                                 body(p.articulation_b, p.shape_b));
  std::sort(island_pairs_.begin(), island_pairs_.end());
  island_pairs_.erase(std::unique(island_pairs_.begin(), island_pairs_.end()), island_pairs_.end());
  island_contacts_.clear();
  island_memory_.clear();
  island_places_.clear();
  for (const Pair& p : pairs) {
    const std::pair bodies(body(p.articulation_a, p.shape_a), body(p.articulation_b, p.shape_b));
    const auto at = std::lower_bound(island_pairs_.begin(), island_pairs_.end(), bodies);
    for (int i = p.first; i < p.first + p.count; ++i) {
      island_contacts_.push_back(found_[static_cast<std::size_t>(i)]);
      FoundContact& contact = island_contacts_.back();
      contact.pair = static_cast<int>(at - island_pairs_.begin());
      const Range& range = ranges_[static_cast<std::size_t>(i)];
      contact.elements =
          std::span<const contact::PatchElement>(elements_).subspan(range.first, range.count);
      if (range.region >= 0) contact.region = &regions_[static_cast<std::size_t>(range.region)];
      island_memory_.push_back(next_[static_cast<std::size_t>(i)].memory);
      island_places_.push_back(i);
    }
  }
  return find_island(options, inputs, static_cast<int>(island_contacts_.size()));
}

/// The members as a heap: where all of them are free bodies that touch at points, without resistance to
/// spin and rolling.
bool ContactStage::fill_free_bodies(std::span<const Pair> pairs, bool only_ground) {
  free_bodies_->clear();
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (!free_bodies_->add_member(members_[i], *member_articulations_[i])) return false;
  const auto member = [&](int articulation) {
    return articulation < 0 ? -1 : local_articulation_[static_cast<std::size_t>(articulation)];
  };
  for (const Pair& p : pairs) {
    if (only_ground && p.articulation_b >= 0) continue;
    for (int k = p.first; k < p.first + p.count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (ranges_[i].count > 0 || ranges_[i].region >= 0 || found_[i].law.turns()) return false;
      free_bodies_->add_touch(
          {member(p.articulation_a), member(p.articulation_b), &found_[i], &next_[i].memory});
    }
  }
  return true;
}

/// As one system of all members.
stepper::StepReport ContactStage::step_together(const articulation::ArticulationOptions& options,
                                                const articulation::Inputs& inputs,
                                                std::span<const Pair> pairs) {
  solve::ContactIsland& island = lay_out_island(options, inputs, pairs);
  const stepper::StepReport report =
      island.step(island_contacts_, island_memory_, pass_.part, pass_.parts);
  for (std::size_t i = 0; i < island_places_.size(); ++i)
    next_[static_cast<std::size_t>(island_places_[i])].memory = island_memory_[i];
  return report;
}

void ContactStage::step_island(Articulations articulations,
                               const articulation::ArticulationOptions& options,
                               const articulation::Inputs& inputs, std::span<const Pair> pairs) {
  const bool whole = pass_.parts == 1;
  find_members(articulations, pairs);
  if (whole)
    for (articulation::Articulation* articulation : member_articulations_)
      articulation->begin_step(inputs);
  const stepper::StepReport report = step_members(options, inputs, pairs);
  bool quiet = whole;
  for (articulation::Articulation* articulation : member_articulations_) {
    if (whole) articulation->end_step(false);
    quiet = quiet && articulation->is_quiet();
  }
  for (const int i : members_) {
    stepped_[static_cast<std::size_t>(i)] = 1;
    if (quiet) articulations[static_cast<std::size_t>(i)]->fall_asleep();
    finished_.emplace_back(articulations[static_cast<std::size_t>(i)].get(), report);
  }
}

stepper::StepReport ContactStage::step_members(const articulation::ArticulationOptions& options,
                                               const articulation::Inputs& inputs,
                                               std::span<const Pair> pairs) {
  if (!options.free_body_islands || !fill_free_bodies(pairs))
    return step_together(options, inputs, pairs);
  if (const auto report = free_bodies_->step(options.keep_ledger, pass_.part, pass_.parts))
    return *report;
  const bool large = std::any_of(members_.begin(), members_.end(),
                                 [&](int i) { return crowds_.in_crowd(i) || crowds_.is_heavy(i); });
  if (!large) return step_together(options, inputs, pairs);
  // The general way would take minutes.
  if (const auto report = free_bodies_->step(options.keep_ledger, pass_.part, pass_.parts, true))
    return *report;
  // What stood still with the same contacts would stand still for ever.
  forget_touches(pairs);
  fill_free_bodies(pairs, true);
  if (const auto report = free_bodies_->step(options.keep_ledger, pass_.part, pass_.parts, true))
    return *report;
  return free_bodies_->hold_still(pass_.part, pass_.parts);
}

/// Bodies pass through each other in this step; what their contacts held is lost.
void ContactStage::forget_touches(std::span<const Pair> pairs) {
  for (const Pair& p : pairs) {
    if (p.articulation_b < 0) continue;
    leave_out(p);
    for (int k = p.first; k < p.first + p.count; ++k) {
      contact::PointMemory& memory = next_[static_cast<std::size_t>(k)].memory;
      taken_over_.emplace_back(shapes_[static_cast<std::size_t>(p.shape_a)].place.articulation,
                               memory.energy());
      memory = {};
    }
  }
}

/// Into how many parts a step of the island may be cut, by what a factorisation of it costs.
int ContactStage::most_parts() {
  constexpr int kAny = std::numeric_limits<int>::max();
  work_pairs_.clear();
  for (const auto& [a, b] : island_pairs_)
    if (b != model::kGroundIndex) work_pairs_.emplace_back(a, b);
  const auto bodies = static_cast<std::int64_t>(island_bodies_.size());
  // As full as can be, and still cheap.
  if (bodies * bodies * bodies < description::kMostProductsInParts / 64) return kAny;
  const auto work = work_.count(static_cast<int>(bodies), work_pairs_,
                                {description::kMostGroupFill, description::kMostProductsInParts});
  if (work.beyond) return 2;
  if (work.products < description::kMostProductsInParts / 64) return kAny;
  return static_cast<int>(
      std::max<std::int64_t>(description::kMostProductsInParts / work.products, 2));
}

solve::ContactIsland& ContactStage::find_island(const articulation::ArticulationOptions& options,
                                                const articulation::Inputs& inputs, int contacts) {
  key_.clear();
  for (const articulation::Articulation* articulation : member_articulations_)
    key_.push_back(articulation->mechanism().bodies.front().id);
  key_.push_back(~std::uint64_t{0});
  for (const auto& [a, b] : island_pairs_) {
    if (b == model::kGroundIndex) continue;
    for (const int place : {a, b}) {
      const solve::IslandBody& body = island_bodies_[static_cast<std::size_t>(place)];
      key_.push_back(member_articulations_[static_cast<std::size_t>(body.articulation)]
                         ->mechanism()
                         .bodies[static_cast<std::size_t>(body.blocks->body())]
                         .id);
    }
  }
  auto found = islands_.find(key_);
  if (found != islands_.end()) {
    by_use_.splice(by_use_.end(), by_use_, found->second.use);
    if (found->second.island->capacity() >= contacts) return *found->second.island;
    retire(*found->second.island);
  } else {
    const std::size_t most = std::max(kBodiesKept, kBodiesKeptPerBody * index_.size());
    while (!by_use_.empty() && kept_bodies_ + island_bodies_.size() > most) {
      const auto oldest = islands_.find(*by_use_.front());
      retire(*oldest->second.island);
      kept_bodies_ -= oldest->second.bodies;
      by_use_.pop_front();
      islands_.erase(oldest);
    }
    kept_bodies_ += island_bodies_.size();
    found = islands_.try_emplace(key_).first;
    found->second.use = by_use_.insert(by_use_.end(), &found->first);
    found->second.bodies = island_bodies_.size();
  }
  int capacity = kLeastCapacity;
  while (capacity < contacts) capacity *= 2;
  found->second.island = std::make_unique<solve::ContactIsland>(
      member_articulations_, island_bodies_, island_pairs_,
      solve::ContactIsland::Size{capacity, most_parts()}, options, inputs.names, *surroundings_);
  return *found->second.island;
}

// ---------------------------------------------------------------------------------- afterwards

void ContactStage::update_touches(double time) {
  next_touches_.clear();
  auto old = state_.touches.begin();
  const auto end_before = [&](const auto& like) {
    for (; old != state_.touches.end() && contact::shapes_before(*old, like); ++old)
      changes_.push_back({*old, false});
  };
  for (std::size_t i = 0; i < state_.contacts.size();) {
    const contact::ContactRecord& first = state_.contacts[i];
    double force = 0.0, heat = 0.0, speed = 0.0;
    for (; i < state_.contacts.size() && same_shapes(state_.contacts[i], first); ++i) {
      const contact::PointMemory& m = state_.contacts[i].memory;
      force += m.normal_force;
      heat += m.heat;
      speed = std::max(speed, m.impact_speed);
    }
    end_before(first);
    contact::TouchRecord t;
    if (old != state_.touches.end() && same_shapes(*old, first)) {
      t = *old++;
    } else {
      t.shape_a = first.shape_a;
      t.shape_b = first.shape_b;
      t.begin = time;
      t.speed = speed;
      changes_.push_back({t, true});
    }
    const ShapeInfo& a = shapes_[static_cast<std::size_t>(first.shape_a)];
    const ShapeInfo& b = shapes_[static_cast<std::size_t>(first.shape_b)];
    if (in_pass(std::max(a.articulation, b.articulation))) {
      t.impulse += pass_.h * force;
      t.peak = std::max(t.peak, force);
      t.heat += pass_.h * heat;
    }
    next_touches_.push_back(t);
  }
  for (; old != state_.touches.end(); ++old) changes_.push_back({*old, false});
  state_.touches.swap(next_touches_);
}

void ContactStage::share_wrenches(articulation::Articulation& articulation) {
  wrenches_.clear();
  const auto add = [&](std::int64_t shape, const Vec3& place, const Vec3& force,
                       const Vec3& torque) {
    const Place& at = shapes_[static_cast<std::size_t>(shape)].place;
    if (at.articulation != &articulation) return;
    const Vec3 arm = articulation.body_pose(at.body).rotation * place;
    wrenches_.push_back({at.body, force, arm.cross(force) + torque});
  };
  state_.for_each_now([&](const contact::ContactRecord& c) {
    add(c.shape_a, c.in_a(), c.force_on_a(), c.torque_on_a());
    add(c.shape_b, c.in_b(), -c.force_on_a(), -c.torque_on_a());
  });
  articulation.set_contact_wrenches(wrenches_);
}

std::vector<contact::ContactReading> ContactStage::readings() const {
  std::vector<contact::ContactReading> out;
  state_.for_each_now([&](const contact::ContactRecord& c) {
    const auto name = [&](std::int64_t shape) {
      return scene_->shapes()[static_cast<std::size_t>(shape)].name;
    };
    const Place& a = shapes_[static_cast<std::size_t>(c.shape_a)].place;
    out.push_back({name(c.shape_a), name(c.shape_b),
                   a.articulation->body_pose(a.body).point(c.in_a()), c.n(), c.force_on_a(),
                   c.torque_on_a(), c.memory.normal_force, c.memory.sliding != 0.0});
  });
  return out;
}

Vec3 ContactStage::force_on_group(const std::string& group) const {
  Vec3 sum = Vec3::Zero();
  state_.for_each_now([&](const contact::ContactRecord& c) {
    if (scene_->group(static_cast<std::int32_t>(c.shape_a)) == group) sum += c.force_on_a();
    if (scene_->group(static_cast<std::int32_t>(c.shape_b)) == group) sum -= c.force_on_a();
  });
  return sum;
}

double ContactStage::stored_energy() const {
  double sum = 0.0;
  for (const contact::ContactRecord& c : state_.contacts) sum += c.memory.energy();
  for_each_at_start_only([&](const contact::ContactRecord& c, const articulation::Articulation&) {
    sum += c.memory.energy();
  });
  return sum;
}

contact::ImpactCounts ContactStage::interventions() const {
  contact::ImpactCounts sum = retired_interventions_;
  sum += free_bodies_->interventions();
  sum.in_parts += steps_in_parts_;
  if (scene_ != nullptr) sum.too_few_candidates += scene_->too_few_candidates();
  for (const auto& [key, kept] : islands_) sum += kept.island->interventions();
  return sum;
}

stepper::StepCounters ContactStage::counters() const {
  stepper::StepCounters sum = retired_counters_;
  sum += free_bodies_->counters();
  sum.crowded += crowded_steps_;
  sum.left_out += pairs_left_out_;
  for (const auto& [key, kept] : islands_) sum += kept.island->counters();
  return sum;
}

}  // namespace outrigger::touching
