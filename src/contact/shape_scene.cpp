#include "contact/shape_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace outrigger::contact {

ShapeScene::ShapeScene(const description::Machine& machine, const description::Site* site,
                       int threads, std::span<const description::ContactShape> more,
                       const MeshLibrary* meshes)
    : pool_(std::make_unique<WorkPool>(threads)), near_(static_cast<std::size_t>(threads)) {
  for (const description::ContactShape& s : machine.shapes) add(s, meshes);
  if (site != nullptr) {
    for (const description::ContactShape& s : site->shapes) add(s, meshes);
  }
  for (const description::ContactShape& s : more) add(s, meshes);
  poses_.resize(shapes_.size());
  boxes_.resize(shapes_.size());
  set_filters(machine, site);
  set_groups(machine);
}

void ShapeScene::add(const description::ContactShape& shape, const MeshLibrary* meshes) {
  shapes_.push_back(make_shape(shape, meshes));
  shape_body_.push_back(shape.body);
  shape_group_.push_back(shape.group);
  ids_.push_back(broad_.add(geometry::Box{Vec3::Zero(), Vec3::Zero()}));
}

bool ShapeScene::may_touch(std::int32_t a, std::int32_t b) const {
  return may_touch_[static_cast<std::size_t>(a) * shapes_.size() + static_cast<std::size_t>(b)] !=
         0;
}

void ShapeScene::set_filters(const description::Machine& machine, const description::Site* site) {
  std::set<std::pair<std::string, std::string>> joined;
  for (const description::Joint& j : machine.joints) {
    joined.insert({j.body_a, j.body_b});
    joined.insert({j.body_b, j.body_a});
  }
  const std::size_t n = shapes_.size();
  may_touch_.assign(n * n, 0);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      may_touch_[a * n + b] =
          shape_body_[a] != shape_body_[b] && joined.count({shape_body_[a], shape_body_[b]}) == 0;
    }
  }
  const auto apply = [&](const description::ContactPair& pair) {
    for (const std::string* group : {&pair.group_a, &pair.group_b}) {
      if (std::find(shape_group_.begin(), shape_group_.end(), *group) != shape_group_.end()) {
        continue;
      }
      throw Error(fmt::format("{}:{}: contact_pairs.{}: no shape is in group '{}'", pair.where.file,
                              pair.where.line, pair.name, *group));
    }
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        const bool meant = (shape_group_[a] == pair.group_a && shape_group_[b] == pair.group_b) ||
                           (shape_group_[a] == pair.group_b && shape_group_[b] == pair.group_a);
        if (meant && shape_body_[a] != shape_body_[b]) may_touch_[a * n + b] = pair.touch;
      }
    }
  };
  for (const description::ContactPair& pair : machine.contact_pairs) apply(pair);
  if (site != nullptr) {
    for (const description::ContactPair& pair : site->contact_pairs) apply(pair);
  }
}

void ShapeScene::set_groups(const description::Machine& machine) {
  if (machine.bounding_groups.empty()) return;
  std::vector<std::string> parts;
  for (const description::Body& b : machine.bodies) parts.push_back(b.name);
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

void ShapeScene::find_pairs_by_groups() {
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
          pairs_.push_back({std::min(s, g), std::max(s, g)});
        }
      }
    });
  }
  std::sort(pairs_.begin(), pairs_.end());
}

void ShapeScene::find(const std::unordered_map<std::string, Pose>& poses) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto body = poses.find(shape_body_[i]);
    place(static_cast<std::int32_t>(i), body == poses.end() ? Pose{} : body->second);
  }
  pairs_.clear();
  for (const BroadPair& pair : broad_.find_pairs()) {
    if (may_touch(pair.first, pair.second)) pairs_.push_back(pair);
  }
  if (groups_.part_count() > 0) find_pairs_by_groups();
  find_contacts();
}

void ShapeScene::place(std::int32_t shape, const Pose& body_pose) {
  const auto i = static_cast<std::size_t>(shape);
  poses_[i] = body_pose * shapes_[i].in_body;
  boxes_[i] = shapes_[i].box(poses_[i]);
  const bool in_groups =
      groups_.part_count() > 0 &&
      std::find(ground_shapes_.begin(), ground_shapes_.end(), shape) != ground_shapes_.end();
  if (!in_groups) broad_.move(ids_[i], boxes_[i]);
}

void ShapeScene::find_placed(std::span<const std::uint8_t> moving) {
  const auto moves = [&](std::int32_t shape) {
    return moving[static_cast<std::size_t>(shape)] != 0;
  };
  pairs_.clear();
  for (const BroadPair& pair : broad_.find_pairs()) {
    if ((moves(pair.first) || moves(pair.second)) && may_touch(pair.first, pair.second))
      pairs_.push_back(pair);
  }
  if (groups_.part_count() > 0) find_pairs_by_groups();
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
  pool_->run(pairs_.size(), [this](std::size_t i, int thread) {
    Result& result = results_[i];
    result.contacts.clear();
    const auto a = static_cast<std::size_t>(pairs_[i].first);
    const auto b = static_cast<std::size_t>(pairs_[i].second);
    result.by_facets = near_[static_cast<std::size_t>(thread)].find(
        shapes_[a], poses_[a], shapes_[b], poses_[b], result.contacts);
  });

  touches_.clear();
  contacts_.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Result& result = results_[i];
    if (result.contacts.empty()) continue;
    touches_.push_back({pairs_[i].first, pairs_[i].second,
                        static_cast<std::int32_t>(contacts_.size()),
                        static_cast<std::int32_t>(result.contacts.size()), result.by_facets});
    contacts_.insert(contacts_.end(), result.contacts.begin(), result.contacts.end());
  }
}

}  // namespace outrigger::contact
