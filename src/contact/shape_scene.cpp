#include "contact/shape_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "base/error.h"

namespace outrigger::contact {

namespace {

constexpr double kGroundDepth = 1e4;  ///< [m]

}  // namespace

ShapeScene::ShapeScene(const description::Machine& machine, const description::Site* site,
                       int threads, std::span<const description::ContactShape> more,
                       const MeshLibrary* meshes, const terrain::Ground* ground)
    : pool_(std::make_unique<WorkPool>(threads)), near_(static_cast<std::size_t>(threads)) {
  for (const description::ContactShape& s : machine.shapes) add(s, meshes);
  if (site != nullptr) {
    for (const description::ContactShape& s : site->shapes) add(s, meshes);
  }
  for (const description::ContactShape& s : more) {
    add(s, meshes);
    shapes_.back().is_ground = true;
  }
  poses_.resize(shapes_.size());
  boxes_.resize(shapes_.size());
  margins_.resize(shapes_.size(), 0.0);
  hidden_.assign(shapes_.size(), 0);
  set_filters(machine, site);
  set_groups(machine);
  if (ground != nullptr && !more.empty()) {
    ground_ = std::make_unique<GroundMeshes>(*ground);
    ground_shape_ = static_cast<std::int32_t>(shapes_.size()) - 1;
  }
}

/// The box of the ground where it has changed.
void ShapeScene::place_ground() {
  if (ground_shape_ < 0) return;
  ground_->begin();
  if (ground_version_ == ground_->ground().version()) return;
  place(ground_shape_, Pose{});
}

const Shape& ShapeScene::near_ground(std::int32_t shape) {
  const auto i = static_cast<std::size_t>(shape);
  const GroundMeshes::Near near = ground_->near(boxes_[i].grown(margins_[i]));
  return near.mesh != nullptr ? *near.mesh : shapes_[static_cast<std::size_t>(ground_shape_)];
}

/// Before the near phase, which may be shared out over threads: the faces of the ground for each pair.
void ShapeScene::find_ground() {
  on_ground_.assign(pairs_.size(), nullptr);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (!is_ground(pairs_[i].first) && !is_ground(pairs_[i].second)) continue;
    const auto other =
        static_cast<std::size_t>(is_ground(pairs_[i].first) ? pairs_[i].second : pairs_[i].first);
    const double margin = std::max(margins_[other], kMargin * boxes_[other].size().minCoeff());
    const GroundMeshes::Near near = ground_->near(boxes_[other].grown(margin));
    if (near.any)
      on_ground_[i] =
          near.mesh != nullptr ? near.mesh : &shapes_[static_cast<std::size_t>(ground_shape_)];
  }
}

void ShapeScene::add(const description::ContactShape& shape, const MeshLibrary* meshes) {
  shapes_.push_back(make_shape(shape, meshes));
  shape_body_.push_back(shape.body);
  shape_group_.push_back(shape.group);
  ids_.push_back(broad_.add(geometry::Box{Vec3::Zero(), Vec3::Zero()}));
}

bool ShapeScene::may_touch(std::int32_t a, std::int32_t b) const {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  const std::pair<std::int32_t, std::int32_t> bodies =
      std::minmax(body_number_[i], body_number_[j]);
  if (bodies.first == bodies.second) return false;
  if (!rules_.empty()) {
    const std::pair<std::int32_t, std::int32_t> groups =
        std::minmax(group_number_[i], group_number_[j]);
    const auto rule = std::lower_bound(rules_.begin(), rules_.end(), groups,
                                       [](const Rule& r, const auto& g) { return r.groups < g; });
    if (rule != rules_.end() && rule->groups == groups) return rule->touch;
  }
  return !std::binary_search(joined_.begin(), joined_.end(), bodies);
}

void ShapeScene::set_filters(const description::Machine& machine, const description::Site* site) {
  const auto number = [](std::map<std::string, std::int32_t>& known, const std::string& name) {
    return known.try_emplace(name, static_cast<std::int32_t>(known.size())).first->second;
  };
  std::map<std::string, std::int32_t> bodies, groups;
  for (const std::string& name : shape_body_) body_number_.push_back(number(bodies, name));
  for (const std::string& name : shape_group_) group_number_.push_back(number(groups, name));
  if (const auto ground = bodies.find(description::kGround); ground != bodies.end())
    ground_number_ = ground->second;

  for (const description::Joint& j : machine.joints) {
    const auto a = bodies.find(j.body_a), b = bodies.find(j.body_b);
    if (a != bodies.end() && b != bodies.end())
      joined_.push_back(std::minmax(a->second, b->second));
  }
  std::sort(joined_.begin(), joined_.end());
  joined_.erase(std::unique(joined_.begin(), joined_.end()), joined_.end());

  // Later rules count before earlier ones, those of the site before those of the machine.
  const auto apply = [&](const description::ContactPair& pair) {
    std::int32_t numbers[2] = {0, 0};
    const std::string* names[2] = {&pair.group_a, &pair.group_b};
    for (int k = 0; k < 2; ++k) {
      const auto group = groups.find(*names[k]);
      if (group == groups.end())
        throw Error(fmt::format("{}:{}: contact_pairs.{}: no shape is in group '{}'",
                                pair.where.file, pair.where.line, pair.name, *names[k]));
      numbers[k] = group->second;
    }
    const std::pair<std::int32_t, std::int32_t> key = std::minmax(numbers[0], numbers[1]);
    const auto known =
        std::find_if(rules_.begin(), rules_.end(), [&](const Rule& r) { return r.groups == key; });
    if (known != rules_.end()) {
      known->touch = pair.touch;
    } else {
      rules_.push_back({key, pair.touch});
    }
  };
  for (const description::ContactPair& pair : machine.contact_pairs) apply(pair);
  if (site != nullptr) {
    for (const description::ContactPair& pair : site->contact_pairs) apply(pair);
  }
  std::sort(rules_.begin(), rules_.end(),
            [](const Rule& x, const Rule& y) { return x.groups < y.groups; });
}

bool ShapeScene::may_be_left_out(std::int32_t a, std::int32_t b) const {
  const bool with_ground = is_on_ground(a) || is_on_ground(b);
  return pairs_left_out_ > 0 && deepest_.is_full(a, with_ground) &&
         deepest_.is_full(b, with_ground);
}

std::int64_t ShapeScene::too_few_candidates() const {
  std::int64_t sum = 0;
  for (const ShapePairs& near : near_) sum += near.too_small();
  return sum;
}

void ShapeScene::set_groups(const description::Machine& machine) {
  if (machine.bounding_groups.empty()) return;
  std::vector<std::string> parts;
  for (const description::Body& b : machine.bodies) parts.push_back(b.name);
  // Bodies of objects, which come and go.
  for (const std::string& body : shape_body_)
    if (body != description::kGround && std::find(parts.begin(), parts.end(), body) == parts.end())
      parts.push_back(body);
  std::vector<SphereGroup> groups;
  for (const description::BoundingGroup& g : machine.bounding_groups) {
    groups.push_back({g.name, g.parts});
  }
  groups_ = SphereDag(parts, groups);
  body_spheres_.resize(parts.size());
  body_shapes_.resize(parts.size());
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto part = std::find(parts.begin(), parts.end(), shape_body_[i]);
    if (part != parts.end()) {
      body_shapes_[static_cast<std::size_t>(part - parts.begin())].push_back(
          static_cast<std::int32_t>(i));
    } else {
      ground_shapes_.push_back(static_cast<std::int32_t>(i));
      broad_.remove(ids_[i]);
    }
  }
}

template <class Visit>
void ShapeScene::for_each_pair_by_groups(const Visit& visit) {
  for (std::size_t part = 0; part < body_shapes_.size(); ++part) {
    geometry::Box box;
    for (const std::int32_t s : body_shapes_[part]) box.add(boxes_[static_cast<std::size_t>(s)]);
    BoundingSphere& sphere = body_spheres_[part];
    sphere = {};
    if (box.empty()) continue;
    sphere.centre = box.centre();
    sphere.radius = 0.5 * box.size().norm() * (1.0 + 1e-12);
  }
  groups_.update(body_spheres_);
  for (const std::int32_t g : ground_shapes_) {
    const geometry::Box& ground = boxes_[static_cast<std::size_t>(g)];
    groups_.for_each_part(ground, group_scratch_, [&](std::int32_t part) {
      for (const std::int32_t s : body_shapes_[static_cast<std::size_t>(part)]) {
        if (may_touch(s, g) && ground.overlaps(boxes_[static_cast<std::size_t>(s)])) {
          visit(std::min(s, g), std::max(s, g));
        }
      }
    });
  }
}

/// Near pairs that may touch and for which counts(a, b) is true, sorted; the deepest of each shape where
/// there are too many.
template <class Counts>
void ShapeScene::find_candidates(const Counts& counts) {
  const auto for_each = [&](const auto& visit) {
    broad_.for_each_pair([&](std::int32_t a, std::int32_t b) {
      if (counts(a, b) && may_touch(a, b)) visit(a, b);
    });
    if (groups_.part_count() > 0) for_each_pair_by_groups(visit);
  };
  const auto most = static_cast<std::size_t>(description::kMostCandidates +
                                             description::kMostCandidatesPerShape *
                                                 static_cast<std::int64_t>(shapes_.size()));
  std::size_t found = 0;
  pairs_.clear();
  for_each([&](std::int32_t a, std::int32_t b) {
    if (++found <= most) pairs_.push_back({a, b});
  });
  if (found > most) {
    deepest_.clear(shapes_.size());
    for_each([&](std::int32_t a, std::int32_t b) {
      deepest_.offer(a, b, box_overlap(a, b), is_on_ground(a) || is_on_ground(b));
    });
    pairs_.clear();
    deepest_.take(pairs_);
  }
  pairs_left_out_ = static_cast<std::int64_t>(found - pairs_.size());
  sort_pairs(pairs_, pair_scratch_, static_cast<std::int32_t>(shapes_.size()));
}

void ShapeScene::find(const std::unordered_map<std::string, Pose>& poses) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto body = poses.find(shape_body_[i]);
    place(static_cast<std::int32_t>(i), body == poses.end() ? Pose{} : body->second);
  }
  place_ground();
  find_candidates([](std::int32_t, std::int32_t) { return true; });
  find_contacts();
}

void ShapeScene::place(std::int32_t shape, const Pose& body_pose, double margin) {
  const auto i = static_cast<std::size_t>(shape);
  margins_[i] = margin;
  poses_[i] = body_pose * shapes_[i].in_body;
  if (shape == ground_shape_) {
    ground_version_ = ground_->ground().version();
    // Of a plane that nobody has changed it is that of the plane, as ever.
    boxes_[i] = ground_->ground().is_plane() && !ground_->ground().is_changed()
                    ? shapes_[i].box(poses_[i])
                    : ground_->box();
  } else {
    boxes_[i] = shapes_[i].box(poses_[i]);
  }
  // What is below all faces of a site is still in its ground.
  if (shapes_[i].is_ground) boxes_[i].low.z() -= kGroundDepth;
  const bool in_groups =
      groups_.part_count() > 0 &&
      std::find(ground_shapes_.begin(), ground_shapes_.end(), shape) != ground_shapes_.end();
  if (!in_groups) broad_.move(ids_[i], boxes_[i]);
}

void ShapeScene::hide(std::int32_t shape) {
  const auto i = static_cast<std::size_t>(shape);
  hidden_[i] = 1;
  boxes_[i] = {};
  broad_.hide(ids_[i]);
}

void ShapeScene::show(std::int32_t shape, const std::string& body, const std::string& name) {
  const auto i = static_cast<std::size_t>(shape);
  hidden_[i] = 0;
  shape_body_[i] = body;
  shapes_[i].name = name;
  broad_.show(ids_[i]);
}

void ShapeScene::find_placed(std::span<const std::uint8_t> moving) {
  place_ground();
  const auto moves = [&](std::int32_t shape) {
    return moving[static_cast<std::size_t>(shape)] != 0;
  };
  find_candidates([&](std::int32_t a, std::int32_t b) { return moves(a) || moves(b); });
  left_out_.clear();
  if (is_left_out_)
    std::erase_if(pairs_, [&](const BroadPair& pair) {
      if (!is_left_out_(pair.first, pair.second)) return false;
      left_out_.push_back(pair);
      return true;
    });
  find_contacts();
}

void ShapeScene::find_contacts() {
  // Each pair has a place of its own for its result, so the order of the threads does not matter.
  if (results_.size() < pairs_.size()) results_.resize(pairs_.size());
  find_ground();
  pool_->run(pairs_.size(), [this](std::size_t i, int thread) {
    Result& result = results_[i];
    result.contacts.clear();
    const auto a = static_cast<std::size_t>(pairs_[i].first);
    const auto b = static_cast<std::size_t>(pairs_[i].second);
    const Shape *shape_a = &shapes_[a], *shape_b = &shapes_[b];
    const bool ground_a = is_ground(pairs_[i].first), ground_b = is_ground(pairs_[i].second);
    if (ground_a || ground_b) {
      if (on_ground_[i] == nullptr) return;
      (ground_a ? shape_a : shape_b) = on_ground_[i];
    }
    result.by_facets = near_[static_cast<std::size_t>(thread)].find(
        *shape_a, poses_[a], *shape_b, poses_[b], result.contacts, margins_[a] + margins_[b]);
    if ((ground_a || ground_b) && on_ground_[i]->kind == description::ContactShape::Kind::mesh)
      for (Contact& c : result.contacts) {
        Feature& f = ground_a ? c.feature_a : c.feature_b;
        f = GroundMeshes::global_feature(*on_ground_[i], f);
      }
  });

  touches_.clear();
  contacts_.clear();
  contacts_left_out_ = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    Result& result = results_[i];
    if (result.contacts.empty()) continue;
    if (result.contacts.size() > description::kMostPairContacts) drop_shallow(result.contacts);
    touches_.push_back({pairs_[i].first, pairs_[i].second,
                        static_cast<std::int32_t>(contacts_.size()),
                        static_cast<std::int32_t>(result.contacts.size()), result.by_facets});
    contacts_.insert(contacts_.end(), result.contacts.begin(), result.contacts.end());
  }
}

/// Keeps the deepest contacts of a pair, in their order; of equals the first ones.
void ShapeScene::drop_shallow(Contacts& contacts) {
  constexpr std::size_t kMost = description::kMostPairContacts;
  depths_.clear();
  for (const Contact& c : contacts) depths_.push_back(c.depth);
  std::nth_element(depths_.begin(), depths_.begin() + kMost - 1, depths_.end(), std::greater<>());
  const double least = depths_[kMost - 1];
  auto room = static_cast<std::ptrdiff_t>(kMost) -
              std::count_if(contacts.begin(), contacts.end(),
                            [&](const Contact& c) { return c.depth > least; });
  const std::size_t before = contacts.size();
  std::erase_if(contacts, [&](const Contact& c) {
    return !(c.depth > least) && !(c.depth == least && room-- > 0);
  });
  contacts_left_out_ += static_cast<std::int64_t>(before - contacts.size());
}

}  // namespace outrigger::contact
