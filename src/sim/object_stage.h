/// Objects that are computed only while something is near (THESIS §5.4, §6.3.1, Figures 4.7-4.8).
///
/// A resting object is a pose in a grid: it has no articulation, its shapes are not searched, and it costs
/// nothing. Before each step the spheres of machines (around all bodies with shapes), enlarged by
/// ObjectSettings::enter and stretched along their speed, are compared with those of the objects in the grid
/// cells there; an object whose sphere they meet enters: it becomes a body like any other, with contacts from
/// the first step. An object that moves does the same with a smaller margin, so that what it falls on is
/// there. An object leaves, at the pose it has, once no machine is within ObjectSettings::leave and it has been
/// slower than ObjectSettings::still for a while. Nothing else changes by a bit: articulations that it does
/// not touch stay the same objects, and contacts are found in an order that does not depend on it.
///
/// Who is in follows from the steps alone, so recordings need nothing. What differs from how the objects were
/// placed is a part of snapshots.
///
/// Does not hold: an object that rests on another one falls only when that one has moved enough to meet it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "articulation/articulation.h"
#include "sim/object_plan.h"
#include "sim/object_slots.h"
#include "sim/slings.h"
#include "sim/stage.h"
#include "terrain/ground.h"
#include "touching/contact_stage.h"

namespace outrigger::sim {

/// An object that is not as it was placed.
struct ObjectRecord {
  std::int64_t slot = -1;        ///< it is computed, in this slot of its kind; -1: it rests
  std::uint64_t body = 0;        ///< model::PartId of what is computed; 0: none (fixed ones)
  std::int64_t slow_since = -1;  ///< step; -1: it moves
  bool gone = false;             ///< a program removed its body
  Pose pose;                     ///< where it rests
  // Of persons who walk (sim/walking.h):
  double walked = 0.0;  ///< since the start [m]
  bool hit = false;  ///< something has touched it, or it fell: an object as any other from then on
};
using ObjectRecords = std::map<int, ObjectRecord>;

class ObjectPart final : public StatePart {
 public:
  explicit ObjectPart(std::shared_ptr<const ObjectPlan> plan, ObjectRecords records);
  const ObjectRecords& records() const { return records_; }
  std::string_view name() const override { return "objects"; }
  std::uint64_t hash() const override { return hash_; }
  void write(std::string& bytes) const override;
  std::shared_ptr<const StatePart> from_bytes(std::string_view bytes) const override;
  std::size_t size() const override { return records_.size() * (sizeof(ObjectRecord) + 48); }

 private:
  std::shared_ptr<const ObjectPlan> plan_;
  ObjectRecords records_;
  std::uint64_t hash_ = 0;
};

class ObjectStage final : public Stage {
 public:
  /// `first_shape`: of the slots, in the lists of `contacts`, which lives longer.
  ObjectStage(std::shared_ptr<const ObjectPlan> plan, touching::ContactStage& contacts,
              int first_shape);

  std::string_view name() const override { return "objects"; }
  void attach(World& world) override;
  void begin(World& world) override;
  void commit(World& world) override;
  std::uint64_t hash() const override { return part()->hash(); }
  std::shared_ptr<const StatePart> save() const override { return part(); }
  std::string problem(const StatePart& part, const Snapshot& snapshot) const override;
  void restore(const StatePart& part) override;

  const ObjectPlan& plan() const { return *plan_; }
  std::size_t count() const { return plan_->placed.size(); }
  /// How many are computed now, and how many more were near but found no free slot in the last step.
  std::size_t computed_count() const { return computed_.size(); }
  std::size_t left_out() const { return left_out_; }
  /// Of an object that rests; one that is computed has the pose of its body.
  const Pose& rest_pose(int object) const;
  /// The body of an object, 0 while it rests.
  std::uint64_t body_of(int object) const;
  bool is_gone(int object) const;
  /// Which object a body is, -1: none.
  int object_of(std::uint64_t body) const;
  /// Whether a mechanism is an object and nothing else: it may sleep.
  bool is_object(const model::Mechanism& mechanism) const;
  const ObjectRecords& records() const { return records_; }
  const Slings& slings() const { return slings_of_machines_; }
  /// Persons who walk or stand, in their order: their poses change without a body.
  const std::vector<int>& persons() const { return persons_; }
  /// Objects that have come or gone since the last call, for displays.
  std::uint64_t version() const { return version_; }

  /// The ground has changed there: what rests on it enters with the next step.
  void ground_changed(const terrain::GroundChange& change);
  std::unordered_map<std::int64_t, std::string> bodies_of_shapes(const StatePart& part) const;

 private:
  struct Sphere {
    Vec3 centre = Vec3::Zero();
    double radius = 0.0;
  };
  struct BodySphere {
    int body = 0;
    Sphere sphere;  ///< in the frame of the body
  };
  struct Mover {
    const articulation::Articulation* articulation = nullptr;
    std::vector<BodySphere> bodies;
    Sphere root;
    Vec3 way = Vec3::Zero();  ///< along its speed [m]
  };

  std::shared_ptr<const ObjectPart> part() const;
  const PlacedObject& placed(int object) const {
    return plan_->placed[static_cast<std::size_t>(object)];
  }
  Sphere sphere_of(int object, const Pose& pose) const;
  void add_to_grid(int object);
  void remove_from_grid(int object);
  template <class Visit>
  void for_each_resting(const Sphere& around, const Vec3& way, const Visit& visit);
  void place_movers();
  double distance_to_machines(const Sphere& s) const;
  void find_leaving(World& world);
  void find_entering(World& world);
  bool walks(int object) const;
  double distance_to_parts(const Sphere& s) const;
  void walk(World& world);
  void look_for_hits(World& world);
  void exchange(World& world);
  int free_slot(int object) const;
  void show(int object, int slot);
  void hide(int object, int slot);
  int first_shape(int object, int slot) const;
  ObjectRecord& change(int object);

  std::shared_ptr<const ObjectPlan> plan_;
  touching::ContactStage& contacts_;
  std::vector<ObjectSlots> slots_;
  std::vector<int> first_shape_;     // of slots_
  std::vector<Sphere> kind_sphere_;  // in the frame of the object
  std::unordered_map<std::string, int> names_;
  ObjectRecords records_;
  mutable std::shared_ptr<const ObjectPart> saved_;  // of records_; null: they have changed

  // Follow from the records.
  std::vector<std::vector<int>> in_slot_;  // object, by slots_ and slot; -1: free
  std::vector<int> computed_;              // objects, rising
  std::unordered_map<std::uint64_t, int> object_of_body_;
  std::unordered_map<std::int64_t, std::vector<int>> grid_;
  std::vector<int> to_start_;  // enter with the next step, whatever is near
  std::vector<int> persons_;
  Slings slings_of_machines_;

  std::vector<Mover> movers_;
  std::vector<int> found_, entering_, leaving_;
  std::size_t left_out_ = 0;
  bool told_left_out_ = false;
  std::uint64_t version_ = 0;
};

}  // namespace outrigger::sim
