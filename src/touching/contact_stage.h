/// Contacts between shapes, before and after the articulations are stepped.
///
/// Each step: predict the bodies that carry shapes, find what touches (contact/shape_scene.h), give
/// known contacts their memory, and group articulations that touch into islands, which are stepped together
/// (solve/contact_island.h). Islands are kept by which bodies touch which, the ground not counted, so that a
/// machine that walks, or a pile that lies, is laid out once.
///
/// Articulations that are too fast for the thin shapes near them take the step in parts, each with new
/// detection (touching/step_parts.h).
///
/// Where bodies end elsewhere than predicted, they are looked at again: contacts that were missed join, and
/// the pass is made anew, so that what falls together also stops together.
///
/// A sleeping articulation is not looked at; an awake one that touches it wakes it. Articulations that touch each
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

#include "contact/contact_reading.h"
#include "contact/contact_state.h"
#include "contact/patches/half_space_elements.h"
#include "contact/shape_scene.h"
#include "solve/contact_island.h"
#include "system/elimination_work.h"
#include "touching/crowds.h"
#include "touching/step_parts.h"

namespace outrigger::solve {
class FreeBodyIsland;
}

namespace outrigger::touching {

/// A touch that began or ended in the last step.
struct TouchChange {
  contact::TouchRecord record;
  bool began = false;
};

/// What the last step did not look at, because there was too much of it (description/limits.h).
struct LeftOut {
  std::int64_t pairs = 0;          ///< of shapes; of a step in parts, of the part with the most
  std::int64_t contacts = 0;       ///< the shallow ones of pairs that stay
  int shape_a = -1, shape_b = -1;  ///< the first of the pairs that touched
  bool any() const { return pairs > 0 || contacts > 0; }
};

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
  /// Articulations or bodies have changed: where the shapes are now. `locate` gives articulation and body of a
  /// name, or nothing when it is gone; its contacts are forgotten, and what touched it is woken.
  struct Place {
    articulation::Articulation* articulation = nullptr;
    int body = 0;
    model::PartId id = 0;
  };
  using Done = std::function<void(articulation::Articulation&, const stepper::StepReport&)>;
  using Locate = std::function<Place(const std::string& body)>;
  void attach(const Locate& locate);
  /// Shapes of objects are there now and then (contact::ShapeScene::hide): under which names, and those on
  /// the ground where. attach() follows.
  void hide(int shape);
  void show(int shape, const std::string& body, const std::string& name);
  void show_on_ground(int shape, const std::string& name, const Pose& pose);
  /// Accelerations of articulations that begin, all or after an edit, with the contacts they begin with;
  /// without them what lies at rest would fall for a step. Others are left as they are.
  void start(std::span<const std::unique_ptr<articulation::Articulation>> articulations,
             const articulation::ArticulationOptions& options, const articulation::Inputs& inputs,
             const std::function<bool(const articulation::Articulation*)>& begins);

  /// Steps all articulations that touch something, sleepers that are touched included. Calls
  /// `done(articulation, report)` for each; the others are left to the caller, see stepped().
  void step(std::span<const std::unique_ptr<articulation::Articulation>> articulations,
            const articulation::ArticulationOptions& options, const articulation::Inputs& inputs,
            double time, const Done& done);
  /// Whether the last call stepped this articulation.
  bool stepped(std::size_t articulation) const { return stepped_[articulation] != 0; }

  /// The ground has changed there: its contacts are forgotten, what they held is booked as found less, and
  /// articulations with shapes near it wake. Adds these to `near`.
  void forget_ground(const terrain::GroundChange& change,
                     std::vector<const articulation::Articulation*>& near);
  /// Wakes what sleeps with a shape near ground that has changed.
  void wake_near(const terrain::GroundChange& change) const;

  const contact::ContactState& state() const { return state_; }
  void restore(const contact::ContactState& state) { state_ = state; }
  /// Tells an articulation what its shapes felt in the last step, for joint reactions.
  void share_wrenches(articulation::Articulation& articulation);
  std::span<const TouchChange> changes() const { return changes_; }
  const LeftOut& left_out() const { return left_out_; }
  std::vector<contact::ContactReading> readings() const;
  /// What to add to the event of two shapes that touch where no friction is given; else empty.
  std::string assumed_friction(std::int64_t a, std::int64_t b) const;
  Vec3 force_on_group(const std::string& group) const;
  double stored_energy() const;
  contact::ImpactCounts interventions() const;
  stepper::StepCounters counters() const;
  const contact::ShapeScene& scene() const { return *scene_; }
  /// Shapes that are there: on the ground, or on a body that is.
  std::span<const int> present() const { return present_; }
  const Place& place(int shape) const { return shapes_[static_cast<std::size_t>(shape)].place; }

 private:
  template <class See>
  void for_each_near(const terrain::GroundChange& change, const See& see) const;
  using Articulations = std::span<const std::unique_ptr<articulation::Articulation>>;
  struct ShapeInfo {
    Place place;            ///< articulation null: the ground, or gone
    int articulation = -1;  ///< its index
    int body = 0;           ///< of the articulation's bodies with shapes
    int number = -1;        ///< of all bodies with shapes
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
    int articulation_a = -1, articulation_b = -1;  ///< -1: the ground
    int root = 0;                                  ///< of the articulations that touch
    int first = 0, count = 0;                      ///< of found_
  };

  /// What is being stepped: articulations that take the whole step, or a part of those that take parts.
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
    // Numbers of a damaged record may be any.
    return number < s.materials.size() ? s.materials[number] : s.material;
  }
  /// Of a pair: the shape itself, or the ground near the other one.
  const contact::Shape& form_of(int shape, int other) {
    return scene_->is_ground(shape) ? scene_->near_ground(other)
                                    : scene_->shapes()[static_cast<std::size_t>(shape)];
  }
  int add_material(const std::string& name);
  void make_laws(std::span<const description::ContactShape* const> specs);
  void find_assumed_friction(const description::Machine& machine, const description::Site* site);
  void check_meshes(std::span<const description::ContactShape* const> specs) const;
  void retire(const solve::ContactIsland& island);
  void place_at_rest(std::size_t shape);
  void predict();
  void detect(Articulations articulations, const articulation::Inputs& inputs);
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
  void save_articulations(Articulations articulations);
  void restore_articulations(Articulations articulations);
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
  bool goes_on_pressing(const contact::ContactRecord& old) const;
  bool keep(contact::ContactRecord& old, Pair& pair, bool only_apart);
  void keep_lost();
  bool wake_touched(std::span<const std::unique_ptr<articulation::Articulation>> articulations,
                    const articulation::Inputs& inputs);
  void group();
  void find_places(Articulations articulations);
  void choose_parts(Articulations articulations);
  geometry::Box swept_box(int shape, double h) const;
  bool in_pass(int articulation) const { return parts_.of(articulation) == pass_.parts; }
  void make_pass(Articulations articulations, const articulation::ArticulationOptions& options,
                 const articulation::Inputs& inputs, double time, const Done& done);
  void step_in_parts(Articulations articulations, const articulation::ArticulationOptions& options,
                     const articulation::Inputs& inputs, double time, const Done& done);
  void step_island(Articulations articulations, const articulation::ArticulationOptions& options,
                   const articulation::Inputs& inputs, std::span<const Pair> pairs);
  void find_members(Articulations articulations, std::span<const Pair> pairs);
  using Begins = std::function<bool(const articulation::Articulation*)>;
  void start_group(Articulations articulations, const articulation::ArticulationOptions& options,
                   const articulation::Inputs& inputs, std::span<const Pair> pairs,
                   const Begins& begins, std::vector<contact::ContactRecord>& records);
  void start_one_by_one(Articulations articulations,
                        const articulation::ArticulationOptions& options,
                        const articulation::Inputs& inputs, std::span<const Pair> pairs,
                        const Begins& begins, std::vector<contact::ContactRecord>& records);
  stepper::StepReport step_members(const articulation::ArticulationOptions& options,
                                   const articulation::Inputs& inputs, std::span<const Pair> pairs);
  solve::ContactIsland& lay_out_island(const articulation::ArticulationOptions& options,
                                       const articulation::Inputs& inputs,
                                       std::span<const Pair> pairs);
  bool fill_free_bodies(std::span<const Pair> pairs, bool only_ground = false);
  void forget_touches(std::span<const Pair> pairs);
  stepper::StepReport step_together(const articulation::ArticulationOptions& options,
                                    const articulation::Inputs& inputs,
                                    std::span<const Pair> pairs);
  solve::ContactIsland& find_island(const articulation::ArticulationOptions& options,
                                    const articulation::Inputs& inputs, int contacts);
  int most_parts();
  contact::PointParameters point_law(const Pair& pair, const contact::Contact& c) const;
  double radius_at(int shape, const contact::Feature& f, double given) const;
  template <class Visit>
  void for_each_at_start_only(const Visit& visit) const;
  void update_touches(double time);
  int root_of(int articulation);

  std::shared_ptr<const contact::Surroundings> surroundings_;
  std::unique_ptr<contact::ShapeScene> scene_;
  std::vector<ShapeInfo> shapes_;
  std::vector<int> present_;  // shapes that are on the ground or on a body that is there
  std::vector<std::string> materials_;
  std::vector<contact::PairLaw> laws_;  // matrix of materials
  std::vector<char> assumed_;           // friction of the same

  contact::ContactState state_;
  std::vector<TouchChange> changes_;
  StepParts parts_;
  std::unique_ptr<solve::FreeBodyIsland> free_bodies_;
  std::int64_t steps_in_parts_ = 0;
  std::int64_t crowded_steps_ = 0, pairs_left_out_ = 0;

  // Of the step under way; kept for their memory.
  Pass pass_;
  std::vector<stepper::StepReport> part_reports_;  // of articulations
  AlignedDoubles predicted_;
  std::vector<Pose> body_poses_;  // of shapes
  std::vector<std::uint8_t> moving_;
  std::vector<std::uint8_t> rests_;  // placed where the body is
  std::vector<double> inside_;       // how deep a shape is in others, by points [m]
  std::unordered_map<const articulation::Articulation*, int> index_;  // of articulations
  std::vector<int> parent_;                                           // of articulations that touch
  std::vector<std::vector<system::BodyBlocks>> bodies_with_shapes_;   // of articulations
  std::vector<std::uint8_t> stepped_;
  std::vector<Pair> pairs_;
  std::vector<Pair> grouped_;  // by root, otherwise in their order
  std::vector<contact::FoundContact> found_;
  std::vector<contact::ContactRecord> next_;  // beside found_
  // Where there are too many: touching/crowds.h.
  Crowds crowds_;
  bool free_body_islands_ = true;  // articulation::ArticulationOptions::free_body_islands
  std::size_t bodies_count_ = 0;   // with shapes
  std::vector<Crowds::Link> links_;
  std::vector<int> most_contacts_;         // of touches of the scene, then of areas; empty: all
  std::vector<double> depths_;             // of one pair
  LeftOut left_out_, left_out_now_;        // in the step, in the pass
  std::vector<std::pair<int, int>> star_;  // articulations and their pairs
  std::vector<Pair> star_pairs_;
  system::EliminationWork work_;
  std::vector<std::pair<int, int>> work_pairs_;
  // Contacts that the predicted places did not show, of the attempts at this pass so far.
  std::vector<Pair> missed_;
  std::vector<contact::FoundContact> missed_found_;
  std::vector<contact::ContactRecord> missed_records_;
  std::vector<std::pair<int, int>> known_;  // shapes of pairs_
  std::vector<int> saved_articulations_;
  std::vector<system::State> saved_;  // before the attempt
  std::vector<std::pair<articulation::Articulation*, stepper::StepReport>> finished_;
  std::vector<contact::ContactRecord> made_;  // next_ while missed contacts are looked for
  bool starting_ = false;                     // contacts are looked for where the world begins
  std::vector<contact::ContactRecord>
      from_start_;                              // contact::ContactState::at_start before this step
  std::vector<contact::ContactRecord> before_;  // the records that next_ goes on from
  std::vector<std::pair<articulation::Articulation*, double>>
      taken_over_;                                    // energy of contacts whose place others took
  std::vector<int> woken_;                            // articulations
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
  std::vector<articulation::Articulation*> member_articulations_;
  std::vector<int> local_articulation_;  // of articulations, in the island being made
  std::vector<solve::IslandBody> island_bodies_;
  std::vector<int> first_body_;                    // of island_bodies_, by member
  std::vector<std::pair<int, int>> island_pairs_;  // of island_bodies_
  std::vector<contact::FoundContact> island_contacts_;
  std::vector<contact::PointMemory> island_memory_;
  std::vector<int> island_places_;  // of its contacts in found_
  std::vector<contact::TouchRecord> next_touches_;
  std::vector<system::BodyWrench> wrenches_;

  using IslandKey = std::vector<std::uint64_t>;
  struct Kept {
    std::unique_ptr<solve::ContactIsland> island;
    std::list<const IslandKey*>::iterator use;
    std::size_t bodies = 0;
  };
  std::map<IslandKey, Kept> islands_;
  std::list<const IslandKey*> by_use_;  // the one not used for longest first
  std::size_t kept_bodies_ = 0;
  IslandKey key_;
  contact::ImpactCounts retired_interventions_;
  stepper::StepCounters retired_counters_;
};

}  // namespace outrigger::touching
