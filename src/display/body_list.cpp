#include "display/body_list.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "display/plain_shapes.h"

namespace outrigger::display {

namespace {

frames::StreamKey key_of(std::uint32_t id) { return {frames::StreamKey::Kind::body, id}; }

frames::StreamValuePtr value_of(const description::Body& body, std::uint32_t id) {
  frames::SceneBody drawn{body.name, mass_shapes_of(body), id};
  for (auto& s : drawn.shapes) s.colour = plain_colour(id);
  return std::make_shared<const frames::StreamValue>(std::move(drawn));
}

}  // namespace

BodyList::BodyList(const frames::Scene& scene, const sim::World& world) {
  for (const auto& b : scene.bodies) {
    const bool ground = b.name == description::kGround;
    scene_items_.push_back({ground ? sim::BodyHandle{} : world.body(b.name), b.id});
    next_id_ = std::max(next_id_, b.id + 1);
  }
  items_ = scene_items_;
  world.list_bodies(seen_);
}

void BodyList::update(const sim::World& world, frames::KeyedStore* stream) {
  world.list_bodies(present_);
  if (present_ == seen_ && !restored_) return;
  rebuild(world, stream);
  seen_ = present_;
  restored_ = false;
}

void BodyList::rebuild(const sim::World& world, frames::KeyedStore* stream) {
  std::vector<Item> items, added;
  for (const Item& b : scene_items_)
    if (b.handle == sim::BodyHandle{} || world.alive(b.handle)) items.push_back(b);
  for (const sim::BodyHandle h : present_) {
    const auto is_it = [&](const Item& item) { return item.handle == h; };
    if (std::ranges::any_of(scene_items_, is_it)) continue;
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
  if (items == items_) return;
  items_ = std::move(items);
  ids_.clear();
  version_ = 0;
  if (items_ == scene_items_) return;
  for (const Item& b : items_) ids_.push_back(b.id);
  version_ = ++last_version_;
}

}  // namespace outrigger::display
