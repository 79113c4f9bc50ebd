#include "display/body_list.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "display/plain_shapes.h"
#include "sim/object_stage.h"

namespace outrigger::display {

namespace {

constexpr std::string_view kSlingName = "sling of ";

frames::StreamKey key_of(std::uint32_t id) { return {frames::StreamKey::Kind::body, id}; }

frames::StreamValuePtr value_of(const description::Body& body, std::uint32_t id) {
  frames::SceneBody drawn{body.name, mass_shapes_of(body), id};
  for (auto& s : drawn.shapes) s.colour = plain_colour(id);
  return std::make_shared<const frames::StreamValue>(std::move(drawn));
}

}  // namespace

std::vector<float> to_floats(const Pose& pose) {
  const Eigen::Quaterniond q(pose.rotation);
  std::vector<float> numbers;
  for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(pose.position[k]));
  for (int k = 0; k < 4; ++k) numbers.push_back(static_cast<float>(q.coeffs()[k]));
  return numbers;
}

Pose sling_piece(const Vec3& hook, const Vec3& eye, double length, int piece) {
  const double apart = (eye - hook).norm(), slack = std::max(0.0, length - apart);
  // Of a shallow parabola the length is apart + 8/3 sag²/apart; folded up, half of what is slack.
  const double sag = std::max(std::sqrt(0.375 * apart * slack), 0.5 * slack);
  const auto at = [&](double s) -> Vec3 {
    return hook + s * (eye - hook) - 4.0 * s * (1.0 - s) * sag * Vec3::UnitZ();
  };
  const Vec3 a = at(static_cast<double>(piece) / kSlingPieces);
  const Vec3 b = at(static_cast<double>(piece + 1) / kSlingPieces);
  Pose pose;
  pose.position = 0.5 * (a + b);
  const Vec3 along = b - a;
  if (along.norm() > 1e-9)
    pose.rotation = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), along).toRotationMatrix();
  return pose;
}

BodyList::BodyList(const frames::Scene& scene, const sim::World& world) {
  for (const auto& b : scene.bodies) {
    next_id_ = std::max(next_id_, b.id + 1);
    if (!b.rest.empty()) {
      if (!has_objects_) first_object_ = b.id;
      has_objects_ = true;
      like_scene_.push_back({b.name, {}, b.id, b.rest, b.like == 0 ? b.id + 1 : b.like});
      continue;
    }
    if (b.name.starts_with(kSlingName)) {
      if (first_piece_ == 0) first_piece_ = b.id;
      continue;
    }
    const bool ground = b.name == description::kGround;
    scene_items_.push_back({ground ? sim::BodyHandle{} : world.body(b.name), b.id});
  }
  items_ = scene_items_;
  world.list_bodies(seen_);
  if (!has_objects_) return;
  for (const Item& b : items_) ids_.push_back(b.id);
  version_ = ++last_version_;
  restored_ = true;
}

void BodyList::update(const sim::World& world, frames::KeyedStore* stream) {
  world.list_bodies(present_);
  const bool ropes = has_objects_ && slings_changed(world);
  if (present_ == seen_ && !restored_ && !ropes) return;
  rebuild(world, stream);
  if (has_objects_) tell_rest(world, stream);
  seen_ = present_;
  restored_ = false;
}

bool BodyList::slings_changed(const sim::World& world) {
  const sim::Slings& slings = world.objects()->slings();
  bool changed = ropes_.size() != slings.count();
  ropes_.resize(slings.count());
  for (std::size_t i = 0; i < ropes_.size(); ++i) {
    changed = changed || ropes_[i] != slings.rope(i);
    ropes_[i] = slings.rope(i);
  }
  return changed;
}

void BodyList::add_persons_and_slings(const sim::World& world, std::vector<Item>& items) const {
  for (const int person : world.objects()->persons())
    if (world.objects()->body_of(person) == 0 && !world.objects()->is_gone(person))
      items.push_back({{}, first_object_ + static_cast<std::uint32_t>(person), person});
  for (std::size_t i = 0; i < ropes_.size(); ++i)
    for (int k = 0; ropes_[i] != 0 && k < kSlingPieces; ++k)
      items.push_back({{},
                       first_piece_ + static_cast<std::uint32_t>(i) * kSlingPieces +
                           static_cast<std::uint32_t>(k),
                       -1,
                       static_cast<int>(i),
                       k});
}

void BodyList::rebuild(const sim::World& world, frames::KeyedStore* stream) {
  std::vector<Item> items, added;
  for (const Item& b : scene_items_)
    if (b.handle == sim::BodyHandle{} || world.alive(b.handle)) items.push_back(b);
  for (const sim::BodyHandle h : present_) {
    const auto is_it = [&](const Item& item) { return item.handle == h; };
    if (std::ranges::any_of(scene_items_, is_it)) continue;
    if (has_objects_)
      if (const int object = world.objects()->object_of(sim::HandleTable::id(h)); object >= 0) {
        items.push_back({h, first_object_ + static_cast<std::uint32_t>(object)});
        continue;
      }
    const auto known = std::ranges::find_if(added_, is_it);
    // After a restore a handle may name another body than before: a new id, a new picture.
    if (known != added_.end() && !restored_) {
      added.push_back(*known);
    } else {
      added.push_back({h, next_id_++});
      if (stream != nullptr)
        stream->put(key_of(added.back().id), value_of(world.body_description(h), added.back().id));
    }
  }
  if (stream != nullptr)
    for (const Item& b : added_)
      if (std::ranges::find(added, b) == added.end()) stream->remove(key_of(b.id));
  added_ = added;
  items.insert(items.end(), added.begin(), added.end());
  if (has_objects_) add_persons_and_slings(world, items);
  if (items == items_) return;
  items_ = std::move(items);
  ids_.clear();
  version_ = 0;
  if (items_ == scene_items_ && !has_objects_) return;
  for (const Item& b : items_) ids_.push_back(b.id);
  version_ = ++last_version_;
}

/// Where objects rest that do not rest where the scene has them.
void BodyList::tell_rest(const sim::World& world, frames::KeyedStore* stream) {
  const sim::ObjectStage& objects = *world.objects();
  if (stream == nullptr || objects.version() == objects_version_) return;
  objects_version_ = objects.version();
  const auto tell = [&](int object, const Pose& pose) {
    frames::SceneBody body = like_scene_[static_cast<std::size_t>(object)];
    body.rest = to_floats(pose);
    stream->put(key_of(body.id), std::make_shared<const frames::StreamValue>(std::move(body)));
  };
  for (const auto& [object, record] : objects.records()) {
    if (record.slot >= 0 || std::ranges::count(objects.persons(), object) > 0) continue;
    const auto [told, is_new] = told_rest_.try_emplace(object, record.pose);
    if (!is_new && told->second == record.pose) continue;
    told->second = record.pose;
    tell(object, record.pose);
  }
  for (auto told = told_rest_.begin(); told != told_rest_.end();) {
    if (objects.records().contains(told->first)) {
      ++told;
      continue;
    }
    tell(told->first, objects.rest_pose(told->first));  // as it was placed
    told = told_rest_.erase(told);
  }
}

}  // namespace outrigger::display
