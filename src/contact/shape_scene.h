/// All shapes of a machine and a site: which of them touch, for given poses of the bodies.
/// `ground` given: the last shape of `more` is the ground, and its faces come from contact/ground_meshes.h.
///
/// Far phase: the boxes of all shapes in one broad phase. Where the machine file has bounding groups,
/// shapes on the ground are asked through these instead (THESIS §4.4.4): a wall far from a group is
/// done with after one sphere. Near phase: ShapePairs, shared out over threads; the result does not depend on
/// their number.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/work_pool.h"
#include "contact/broad/broad_phase.h"
#include "contact/broad/sphere_dag.h"
#include "contact/deepest_partners.h"
#include "contact/ground_meshes.h"
#include "contact/shape_pairs.h"
#include "description/description.h"

namespace outrigger::contact {

/// Two shapes that touch.
struct Touch {
  std::int32_t shape_a = 0;  ///< places in ShapeScene::shapes(), a < b
  std::int32_t shape_b = 0;
  std::int32_t first = 0;  ///< range of ShapeScene::contacts()
  std::int32_t count = 0;
  bool by_facets = false;
};

class ShapeScene {
 public:
  /// Loads all shapes. Throws outrigger::Error: files, groups that no shape is in.
  ShapeScene(const description::Machine& machine, const description::Site* site, int threads = 1,
             std::span<const description::ContactShape> more = {},
             const MeshLibrary* meshes = nullptr, const terrain::Ground* ground = nullptr);

  std::span<const Shape> shapes() const { return shapes_; }
  /// The shape that stands for the ground, the last one; -1: none. Others touch what near_ground() gives,
  /// and its features are those of GroundMeshes.
  std::int32_t ground_shape() const { return ground_shape_; }
  bool is_ground(std::int32_t shape) const { return shape == ground_shape_; }
  /// The ground where a shape is placed, as a shape: faces, or the plane itself.
  const Shape& near_ground(std::int32_t shape);
  const std::string& body(std::int32_t shape) const {
    return shape_body_[static_cast<std::size_t>(shape)];
  }
  const std::string& group(std::int32_t shape) const {
    return shape_group_[static_cast<std::size_t>(shape)];
  }
  /// Whether two shapes are looked at when they come near each other.
  bool may_touch(std::int32_t a, std::int32_t b) const;

  /// Finds what touches; `poses` by the names of bodies, the ground is where it is.
  void find(const std::unordered_map<std::string, Pose>& poses);
  /// The same in two parts, for poses by shapes: place what moves, then find. Pairs of which no shape
  /// is `moving` are left out. `margin`: how far the shape may have come into others in the step [m].
  void place(std::int32_t shape, const Pose& body_pose, double margin = 0.0);
  void find_placed(std::span<const std::uint8_t> moving);
  /// Takes a shape out of the search, and back in as one of another body, or of the same. For objects that
  /// are there now and then: their shapes are made once.
  void hide(std::int32_t shape);
  void show(std::int32_t shape, const std::string& body, const std::string& name);
  bool is_hidden(std::int32_t shape) const { return hidden_[static_cast<std::size_t>(shape)] != 0; }
  /// Pairs for which this is true are not looked at by find_placed: see left_out().
  void leave_out(std::function<bool(std::int32_t, std::int32_t)> is_left_out) {
    is_left_out_ = std::move(is_left_out);
  }
  /// Near pairs left out the last time.
  std::span<const BroadPair> left_out() const { return left_out_; }
  const Pose& pose(std::int32_t shape) const { return poses_[static_cast<std::size_t>(shape)]; }
  std::span<const Touch> touches() const { return touches_; }
  std::span<const Contact> contacts(const Touch& t) const {
    return std::span<const Contact>(contacts_).subspan(static_cast<std::size_t>(t.first),
                                                       static_cast<std::size_t>(t.count));
  }
  /// Pairs whose candidates were too few at first, since the start (contact/shape_pairs.h).
  std::int64_t too_few_candidates() const;
  std::size_t near_pairs() const { return pairs_.size(); }  ///< of the far phase, last time
  std::size_t contact_count() const { return contacts_.size(); }
  /// Pairs of the far phase, and contacts of a pair, that were too many the last time and are not looked
  /// at (description/limits.h).
  std::int64_t pairs_left_out() const { return pairs_left_out_; }
  std::int64_t contacts_left_out() const { return contacts_left_out_; }
  /// How far the boxes of two shapes overlap [m], along the axis where it is least.
  double box_overlap(std::int32_t a, std::int32_t b) const {
    return least_overlap(boxes_[static_cast<std::size_t>(a)], boxes_[static_cast<std::size_t>(b)]);
  }
  /// Whether two shapes may be one of these pairs.
  bool may_be_left_out(std::int32_t a, std::int32_t b) const;

 private:
  struct Result {
    Contacts contacts;
    bool by_facets = false;
  };
  void add(const description::ContactShape& shape, const MeshLibrary* meshes);
  void set_filters(const description::Machine& machine, const description::Site* site);
  void set_groups(const description::Machine& machine);
  template <class Visit>
  void for_each_pair_by_groups(const Visit& visit);
  template <class Counts>
  void find_candidates(const Counts& counts);
  bool is_on_ground(std::int32_t shape) const {
    return body_number_[static_cast<std::size_t>(shape)] == ground_number_;
  }
  void find_contacts();
  void place_ground();
  void find_ground();
  void drop_shallow(Contacts& contacts);

  std::vector<Shape> shapes_;
  std::vector<std::string> shape_body_;
  std::vector<std::string> shape_group_;
  std::vector<std::uint8_t> hidden_;
  // Filters, each in proportion to what it is of: bodies and groups of shapes by number, pairs of bodies
  // with a joint, pairs of groups with a rule; pairs sorted, the smaller number first.
  struct Rule {
    std::pair<std::int32_t, std::int32_t> groups;
    bool touch = false;
  };
  std::vector<std::int32_t> body_number_, group_number_;  // of shapes
  std::int32_t ground_number_ = -1;                       // of body_number_; -1: no shape is on it
  std::vector<std::pair<std::int32_t, std::int32_t>> joined_;
  std::vector<Rule> rules_;
  std::vector<double> margins_;
  std::vector<Pose> poses_;
  BroadPhase broad_;
  std::vector<BroadId> ids_;  // of shapes in the broad phase
  std::vector<geometry::Box> boxes_;
  SphereDag groups_;  // of bodies; empty: not used
  std::vector<BoundingSphere> body_spheres_;
  std::vector<std::vector<std::int32_t>> body_shapes_;  // by part of groups_
  std::vector<std::int32_t> ground_shapes_;             // asked through groups_
  SphereDag::Scratch group_scratch_;
  std::unique_ptr<WorkPool> pool_;
  std::vector<ShapePairs> near_;  // per thread
  std::vector<BroadPair> pairs_, left_out_, pair_scratch_;
  DeepestPartners deepest_;
  std::int64_t pairs_left_out_ = 0, contacts_left_out_ = 0;
  std::vector<double> depths_;  // of the contacts of a pair
  std::function<bool(std::int32_t, std::int32_t)> is_left_out_;
  std::vector<Result> results_;
  std::vector<Touch> touches_;
  Contacts contacts_;
  std::unique_ptr<GroundMeshes> ground_;
  std::int32_t ground_shape_ = -1;
  std::uint64_t ground_version_ = 0;  // that its box is of
  std::vector<const Shape*>
      on_ground_;  // what stands for the ground, by pair; null: no ground in it
};

}  // namespace outrigger::contact
