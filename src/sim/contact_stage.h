/// Contacts between shapes, before and after the islands are stepped.
///
/// Each step: predict the bodies that carry shapes, find what touches (contact/shape_scene.h), give
/// known contacts their memory, and group islands that touch into clusters, which are stepped together
/// (sim/cluster.h). Clusters are kept by which bodies touch which, the ground not counted, so that a
/// machine that walks, or a pile that lies, is laid out once.
///
/// Islands that are too fast for the thin shapes near them take the step in parts, each with new
/// detection (sim/step_parts.h).
///
/// Where bodies end elsewhere than predicted, they are looked at again: contacts that were missed join, and
/// the pass is made anew, so that what falls together also stops together.
///
/// A sleeping island is not looked at; an awake one that touches it wakes it. Islands that touch each
/// other fall asleep together.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "contact/patches/half_space_elements.h"
#include "contact/shape_scene.h"
#include "sim/cluster.h"
#include "sim/contact_reading.h"
#include "sim/contact_state.h"
#include "sim/crowds.h"
#include "sim/step_parts.h"
#include "system/elimination_work.h"

namespace outrigger::sim {

/// A touch that began or ended in the last step.
struct TouchChange {
  TouchRecord record;
  bool began = false;
};

/// What the last step did not look at, because there was too much of it (description/limits.h).
struct LeftOut {
  std::int64_t pairs = 0;          ///< of shapes; of a step in parts, of the part with the most
  std::int64_t contacts = 0;       ///< the shallow ones of pairs that stay
  int shape_a = -1, shape_b = -1;  ///< the first of the pairs that touched
  bool any() const { return pairs > 0 || contacts > 0; }
};

class Heap;

/// Whether two records are of the same two shapes.
bool same_shapes(const auto& a, const auto& b) {
  return a.shape_a == b.shape_a && a.shape_b == b.shape_b;
}

class ContactStage {
 public:
  /// Throws Error: shapes that cannot be made, materials or friction that are missing.
  ContactStage(const description::Machine& machine, const description::Site* site,
               std::shared_ptr<const contact::Surroundings> surroundings,
               const contact::MeshLibrary* meshes);
  ~ContactStage();

  bool empty() const { return shapes_.empty(); }
  /// Islands or bodies have changed: where the shapes are now. `locate` gives island and body of a
  /// name, or nothing when it is gone; its contacts are forgotten, and what touched it is woken.
  struct Place {
    Island* island = nullptr;
    int body = 0;
    model::PartId id = 0;
  };
  using Done = std::function<void(Island&, const stepper::StepReport&)>;
  using Locate = std::function<Place(const std::string& body)>;
  void attach(const Locate& locate);
  /// Accelerations of islands that begin, all or after an edit, with the contacts they begin with;
  /// without them what lies at rest would fall for a step. Others are left as they are.
  void start(std::span<const std::unique_ptr<Island>> islands, const IslandOptions& options,
             const Inputs& inputs, const std::function<bool(const Island*)>& begins);

  /// Steps all islands that touch something, sleepers that are touched included. Calls
  /// `done(island, report)` for each; the others are left to the caller, see stepped().
  void step(std::span<const std::unique_ptr<Island>> islands, const IslandOptions& options,
            const Inputs& inputs, double time, const Done& done);
  /// Whether the last call stepped this island.
  bool stepped(std::size_t island) const { return stepped_[island] != 0; }

  const ContactState& state() const { return state_; }
  void restore(const ContactState& state) { state_ = state; }
  /// Tells an island what its shapes felt in the last step, for joint reactions.
  void share_wrenches(Island& island);
  std::span<const TouchChange> changes() const { return changes_; }
  const LeftOut& left_out() const { return left_out_; }
  std::vector<ContactReading> readings() const;
  /// What to add to the event of two shapes that touch where no friction is given; else empty.
  std::string assumed_friction(std::int64_t a, std::int64_t b) const;
  Vec3 force_on_group(const std::string& group) const;
  double stored_energy() const;
  contact::ImpactCounts interventions() const;
  stepper::StepCounters counters() const;
  const contact::ShapeScene& scene() const { return *scene_; }

 private:
  using Islands = std::span<const std::unique_ptr<Island>>;
  struct ShapeInfo {
    Place place;      ///< island null: the ground, or gone
    int island = -1;  ///< its index
    int body = 0;     ///< of the island's bodies with shapes
    int number = -1;  ///< of all bodies with shapes
    bool on_ground = false;
    int material = 0;            ///< of materials_
    std::vector<int> materials;  ///< by the numbers of its faces, where these differ
    double radius = 0.0;         ///< of its curved surface [m]; 0: none
    double corner = 0.0;         ///< radius that stands for its edges and corners [m]
    Vec3 middle = Vec3::Zero();  ///< of its box, in the frame of its body
    double reach = 0.0;          ///< farthest place from it that rotation moves [m]
    Vec3 axis = Vec3::Zero();    ///< rotation about it moves nothing; zero: none. In the body
  };
  /// Contacts of two shapes in the step under way, oriented: A's body comes after B's.
  struct Pair {
    int shape_a = 0, shape_b = 0;
    int island_a = -1, island_b = -1;  ///< -1: the ground
    int root = 0;                      ///< of the islands that touch
    int first = 0, count = 0;          ///< of found_
  };

  /// What is being stepped: islands that take the whole step, or a part of those that take parts.
  struct Pass {
    int part = 0, parts = 1;
    double h = 0.0;  ///< of the part
  };

  const contact::PairLaw& law(int material_a, int material_b) const {
    return laws_[static_cast<std::size_t>(material_a) * materials_.size() +
                 static_cast<std::size_t>(material_b)];
  }
  int material_at(int shape, std::uint16_t number) const {
    const ShapeInfo& s = shapes_[static_cast<std::size_t>(shape)];
    return s.materials.empty() ? s.material : s.materials[number];
  }
  int add_material(const std::string& name);
  void make_laws(std::span<const description::ContactShape* const> specs);
  void find_assumed_friction(const description::Machine& machine, const description::Site* site);
  void check_meshes(std::span<const description::ContactShape* const> specs) const;
  void retire(const Cluster& cluster);
  void place_at_rest(std::size_t shape);
  void predict();
  void detect(Islands islands, const Inputs& inputs);
  void add_contact(const Pair& pair, const contact::Contact& c);
  bool touched_from_start(const Pair& pair) const;
  void find_crowds();
  void add_link(int shape_a, int shape_b, std::span<const contact::Contact> contacts,
                std::size_t place);
  void add_contacts(Pair& pair, std::span<const contact::Contact> contacts, bool swap, int most);
  void leave_out(const Pair& pair);
  void collect_pairs();
  bool find_missed();
  void take_missed();
  void save_islands(Islands islands);
  void restore_islands(Islands islands);
  bool orient(int shape_a, int shape_b, Pair& pair, bool& swap) const;
  bool is_patch(int shape_a, int shape_b) const;
  const contact::PairLaw& shapes_law(int shape_a, int shape_b) const;
  void add_patch(Pair pair);
  void add_regions(Pair pair);
  void make_local_planes();
  contact::FoundContact areal_contact(const Pair& pair, const contact::PairLaw& both,
                                      const Vec3& reference) const;
  void find_elements(const Pair& pair);
  void add_by_materials(Pair& pair, std::size_t first);
  /// A range of elements as one contact of two materials.
  struct Range {
    std::size_t first = 0, count = 0;
    int region = -1;  ///< or a region of regions_
  };
  void add_elements(Pair& pair, const Range& range, const std::pair<int, int>& materials);
  void match(Pair& pair);
  bool keep(ContactRecord& old, Pair& pair, bool only_apart);
  void keep_lost();
  bool wake_touched(std::span<const std::unique_ptr<Island>> islands, const Inputs& inputs);
  void group();
  void find_places(Islands islands);
  void choose_parts(Islands islands);
  geometry::Box swept_box(int shape, double h) const;
  bool in_pass(int island) const { return parts_.of(island) == pass_.parts; }
  void make_pass(Islands islands, const IslandOptions& options, const Inputs& inputs, double time,
                 const Done& done);
  void step_in_parts(Islands islands, const IslandOptions& options, const Inputs& inputs,
                     double time, const Done& done);
  void step_cluster(Islands islands, const IslandOptions& options, const Inputs& inputs,
                    std::span<const Pair> pairs);
  void find_members(Islands islands, std::span<const Pair> pairs);
  using Begins = std::function<bool(const Island*)>;
  void start_group(Islands islands, const IslandOptions& options, const Inputs& inputs,
                   std::span<const Pair> pairs, const Begins& begins,
                   std::vector<ContactRecord>& records);
  void start_one_by_one(Islands islands, const IslandOptions& options, const Inputs& inputs,
                        std::span<const Pair> pairs, const Begins& begins,
                        std::vector<ContactRecord>& records);
  stepper::StepReport step_members(const IslandOptions& options, const Inputs& inputs,
                                   std::span<const Pair> pairs);
  Cluster& lay_out_cluster(const IslandOptions& options, const Inputs& inputs,
                           std::span<const Pair> pairs);
  bool fill_heap(std::span<const Pair> pairs, bool only_ground = false);
  void forget_touches(std::span<const Pair> pairs);
  stepper::StepReport step_together(const IslandOptions& options, const Inputs& inputs,
                                    std::span<const Pair> pairs);
  Cluster& find_cluster(const IslandOptions& options, const Inputs& inputs, int contacts);
  int most_parts();
  contact::PointParameters point_law(const Pair& pair, const contact::Contact& c) const;
  double radius_at(int shape, const contact::Feature& f, double given) const;
  template <class Visit>
  void for_each_at_start_only(const Visit& visit) const;
  void update_touches(double time);
  int root_of(int island);

  std::shared_ptr<const contact::Surroundings> surroundings_;
  std::unique_ptr<contact::ShapeScene> scene_;
  std::vector<ShapeInfo> shapes_;
  std::vector<std::string> materials_;
  std::vector<contact::PairLaw> laws_;  // matrix of materials
  std::vector<char> assumed_;           // friction of the same

  ContactState state_;
  std::vector<TouchChange> changes_;
  StepParts parts_;
  std::unique_ptr<Heap> heap_;
  std::int64_t steps_in_parts_ = 0;
  std::int64_t crowded_steps_ = 0, pairs_left_out_ = 0;

  // Of the step under way; kept for their memory.
  Pass pass_;
  std::vector<stepper::StepReport> part_reports_;  // of islands
  AlignedDoubles predicted_;
  std::vector<Pose> body_poses_;  // of shapes
  std::vector<std::uint8_t> moving_;
  std::vector<std::uint8_t> rests_;                                  // placed where the body is
  std::unordered_map<const Island*, int> index_;                     // of islands
  std::vector<int> parent_;                                          // of islands that touch
  std::vector<std::vector<system::BodyBlocks>> bodies_with_shapes_;  // of islands
  std::vector<std::uint8_t> stepped_;
  std::vector<Pair> pairs_;
  std::vector<Pair> grouped_;  // by root, otherwise in their order
  std::vector<contact::FoundContact> found_;
  std::vector<ContactRecord> next_;  // beside found_
  // Where there are too many: sim/crowds.h.
  Crowds crowds_;
  bool heaps_ = true;             // IslandOptions::heaps
  std::size_t bodies_count_ = 0;  // with shapes
  std::vector<Crowds::Link> links_;
  std::vector<int> most_contacts_;         // of touches of the scene, then of areas; empty: all
  std::vector<double> depths_;             // of one pair
  LeftOut left_out_, left_out_now_;        // in the step, in the pass
  std::vector<std::pair<int, int>> star_;  // islands and their pairs
  std::vector<Pair> star_pairs_;
  system::EliminationWork work_;
  std::vector<std::pair<int, int>> work_pairs_;
  // Contacts that the predicted places did not show, of the attempts at this pass so far.
  std::vector<Pair> missed_;
  std::vector<contact::FoundContact> missed_found_;
  std::vector<ContactRecord> missed_records_;
  std::vector<std::pair<int, int>> known_;  // shapes of pairs_
  std::vector<int> saved_islands_;
  std::vector<system::State> saved_;  // before the attempt
  std::vector<std::pair<Island*, stepper::StepReport>> finished_;
  std::vector<ContactRecord> made_;        // next_ while missed contacts are looked for
  bool starting_ = false;                  // contacts are looked for where the world begins
  std::vector<ContactRecord> from_start_;  // ContactState::at_start before this step
  std::vector<ContactRecord> before_;      // the records that next_ goes on from
  std::vector<std::pair<Island*, double>>
      taken_over_;                                    // energy of contacts whose place others took
  std::vector<int> woken_;                            // islands
  std::vector<Range> ranges_;                         // beside found_: of elements_
  std::vector<std::pair<int, int>> patch_materials_;  // that meet in one pair
  std::vector<contact::PatchElement> elements_;
  std::vector<contact::VolumetricRegion> regions_;
  contact::MeshPatches overlaps_;
  /// A square under each mesh that may be in a plane by its volume: moments of the faces of the plane
  /// itself, which are far larger than any overlap, would be lost in rounding.
  struct LocalPlane {
    geometry::Mesh mesh;
    geometry::BoxTree tree;
  };
  std::vector<std::unique_ptr<LocalPlane>> local_planes_;  // of shapes
  std::vector<Vec4> patch_normals_;                        // of the patches of one pair
  contact::PatchElements patch_elements_;
  contact::HalfSpaceElements half_space_;
  std::vector<int> members_;
  std::vector<Island*> member_islands_;
  std::vector<int> local_island_;  // of islands, in the cluster being made
  std::vector<ClusterBody> cluster_bodies_;
  std::vector<int> first_body_;                     // of cluster_bodies_, by member
  std::vector<std::pair<int, int>> cluster_pairs_;  // of cluster_bodies_
  std::vector<contact::FoundContact> cluster_contacts_;
  std::vector<contact::PointMemory> cluster_memory_;
  std::vector<int> cluster_places_;  // of its contacts in found_
  std::vector<TouchRecord> next_touches_;
  std::vector<system::BodyWrench> wrenches_;

  using ClusterKey = std::vector<std::uint64_t>;
  struct Kept {
    std::unique_ptr<Cluster> cluster;
    std::list<const ClusterKey*>::iterator use;
    std::size_t bodies = 0;
  };
  std::map<ClusterKey, Kept> clusters_;
  std::list<const ClusterKey*> by_use_;  // the one not used for longest first
  std::size_t kept_bodies_ = 0;
  ClusterKey key_;
  contact::ImpactCounts retired_interventions_;
  stepper::StepCounters retired_counters_;
};

}  // namespace outrigger::sim
