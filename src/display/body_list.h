/// Which bodies are there, under ids that are never given twice: those of the scene under their index,
/// bodies that were added later under greater ones.
///
/// Bodies that come while the world runs are put into the stream with the shapes of their mass; those that
/// go are taken out of it. A display learns from each frame whose poses it holds, so it never draws the
/// pose of one body with the shapes of another, whatever it has missed.
///
/// Objects (sim/object_stage.h) are bodies of the scene: in frames while they are computed, else at the pose
/// where they rest, which the stream tells when it changes.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frames/keyed_store.h"
#include "frames/scene.h"
#include "sim/world.h"

namespace outrigger::display {

/// Bodies that a sling is drawn as: cylinders in a row.
inline constexpr int kSlingPieces = 8;
/// Pose of one of them: on the line between the ends, or under it as far as the sling is longer.
Pose sling_piece(const Vec3& hook, const Vec3& eye, double length, int piece);

/// x y z qx qy qz qw.
std::vector<float> to_floats(const Pose& pose);

class BodyList {
 public:
  struct Item {
    sim::BodyHandle handle;  ///< of the ground: that of nothing
    std::uint32_t id = 0;
    int person = -1;  ///< object that walks: a pose without a body
    int sling = -1;   ///< a piece of it, number `piece`
    int piece = 0;

    bool operator==(const Item&) const = default;
  };

  BodyList(const frames::Scene& scene, const sim::World& world);

  /// Looks at the world again; `stream` may be null. Allocates nothing while nothing comes or goes.
  void update(const sim::World& world, frames::KeyedStore* stream);
  /// The world was put back to another moment: bodies that were added since may have left their handles
  /// to others.
  void note_restored() { restored_ = true; }

  const std::vector<Item>& items() const { return items_; }
  /// Empty while the bodies are those of the scene.
  const std::vector<std::uint32_t>& ids() const { return ids_; }
  std::uint64_t version() const { return version_; }

 private:
  void rebuild(const sim::World& world, frames::KeyedStore* stream);
  void add_persons_and_slings(const sim::World& world, std::vector<Item>& items) const;
  bool slings_changed(const sim::World& world);
  void tell_rest(const sim::World& world, frames::KeyedStore* stream);

  std::vector<Item> scene_items_, items_;
  std::vector<Item> added_;         ///< present ones that are not of the scene
  std::uint32_t first_object_ = 0;  ///< id of the first object
  bool has_objects_ = false;
  std::uint64_t objects_version_ = 0;
  std::vector<frames::SceneBody> like_scene_;  ///< objects as the scene has them, without shapes
  std::map<int, Pose> told_rest_;              ///< of objects that rest elsewhere
  std::vector<std::uint64_t> ropes_;           ///< of the slings, when they were last looked at
  std::uint32_t first_piece_ = 0;              ///< id of the first piece of the first sling
  std::vector<std::uint32_t> ids_;
  std::vector<sim::BodyHandle> seen_, present_;
  std::uint32_t next_id_ = 0;
  std::uint64_t version_ = 0, last_version_ = 0;
  bool restored_ = false;
};

}  // namespace outrigger::display
