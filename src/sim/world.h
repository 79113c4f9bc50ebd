/// The world: islands stepped together, edited at run time, saved and restored as a value.
///
/// Edits act at once. Only the islands they touch are compiled anew (from their present poses and
/// speeds); every other island keeps its arrays, so its motion is unchanged bit for bit.
///
/// The header knows islands and contacts by name only, because half of the program includes it; who
/// looks into islands() includes sim/island.h.
///
/// One thread at a time: a call that changes the world while another thread does is an Error. Readings
/// are not watched; they need the world to themselves too.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/one_thread.h"
#include "contact/mesh_library.h"
#include "contact/sphere_reading.h"
#include "contact/surroundings.h"
#include "description/description.h"
#include "sim/contact_reading.h"
#include "sim/contact_state.h"
#include "sim/handles.h"
#include "sim/island_options.h"
#include "stepper/report.h"
#include "system/reactions.h"
#include "system/state.h"
#include "tyres/tyre_reading.h"

namespace outrigger::sim {

class ContactStage;
class Island;
class SiteEdge;

struct WorldOptions {
  IslandOptions island;
  /// The ground; without one, the plane z = 0.
  std::optional<description::Site> site;
  /// Meshes by the `file` of a shape, for programs that make them; others are read from files.
  std::shared_ptr<const contact::MeshLibrary> meshes;
  /// Laws of one's own for contacts at points, by pairs of materials (contact/laws/point_law.h).
  std::vector<contact::OwnLaw> contact_laws;
};

/// Something that happened in a step and that people or scripts want to know.
struct Event {
  enum class Kind {
    overload,
    joint_broken,
    not_converged,
    step_retried,
    contained,
    inside_ground,  ///< a wheel or sphere starts inside the ground and is pushed out; value: depth
    no_ground,      ///< starts below the ground or beyond its edge, where shapes fall; value: depth
    left_site,      ///< a body leaves the field of the site; value: how far it is outside [m]
    drive_jump,     ///< a drive asks for a jump; value: by how much, of the coordinate or its speed
    contact_begin,  ///< two shapes touch; value: speed of approach [m/s]
    contact_end,    ///< they part; value: impulse [N s]
    crowded         ///< too many contacts to solve; value: pairs of shapes that are left out
  };
  Kind kind = Kind::overload;
  std::int64_t step = 0;
  double time = 0.0;
  std::string name;    ///< of the joint or of the island's first body
  double value = 0.0;  ///< load [N or N m], parts of a retried step, ...
  std::string text;    ///< one line for people
};

/// Sum of the step reports of all islands.
struct WorldReport {
  int iterations = 0;  ///< largest of the islands
  int awake_islands = 0;
  bool converged = true;
  bool contained = false;
};

/// A world at one moment. Cheap to copy where mechanisms are unchanged (they are shared).
struct Snapshot {
  std::uint64_t setting = 0;  ///< shapes, inputs and site of its world (sim/snapshot_check.h)
  std::int64_t step = 0;
  double time = 0.0;
  std::vector<std::shared_ptr<const model::Mechanism>> mechanisms;
  std::vector<system::State> states;
  ContactState contacts;
  HandleTable handles;
  std::vector<double> inputs;

  std::uint64_t hash() const;
};

/// Energies of the whole world [J]; see system::EnergyLedger for the signs.
struct Energies {
  double kinetic = 0.0, potential = 0.0;
  system::EnergyLedger ledger;
  double total() const { return kinetic + potential; }
};

/// A force that a program computes from the motion of a body: pose of its frame, twist at its origin.
/// `place` and `velocity` of the result are filled in by the world.
using BodyForceFunction =
    std::function<model::BodyForce(double time, const Pose& pose, const model::Twist& twist)>;
/// The same along a coordinate, from its value and speed.
using CoordinateForceFunction =
    std::function<model::CoordinateForce(double time, double value, double speed)>;

class World {
 public:
  /// Assembles and compiles. Throws Error when the description does not fit together.
  explicit World(const description::Machine& machine, const WorldOptions& options = {});
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// One step of Settings::step.
  WorldReport step();

  double time() const { return time_; }
  std::int64_t step_count() const { return step_; }
  double step_size() const { return settings_.step; }
  const description::Settings& settings() const { return settings_; }

  // Operator inputs by name, in [-1, 1] or whatever their readers expect. They start at the initial
  // values of their controls, else at 0.
  const std::vector<std::string>& input_names() const { return input_names_; }
  void set_input(const std::string& name, double value);
  void set_input(int index, double value) { inputs_.values[index] = value; }
  const std::vector<double>& input_values() const { return inputs_.values; }

  // Finding and reading parts.
  BodyHandle body(const std::string& name) const;
  JointHandle joint(const std::string& name) const;
  CoordinateHandle coordinate(const std::string& name) const;
  DriveHandle drive(const std::string& name) const;
  SpringHandle spring(const std::string& name) const;
  BrakeHandle brake(const std::string& name) const;
  DrivelineHandle driveline(const std::string& name) const;
  bool alive(BodyHandle h) const { return handles_.alive(HandleTable::id(h), PartKind::body); }
  bool alive(JointHandle h) const { return handles_.alive(HandleTable::id(h), PartKind::joint); }
  Pose pose(BodyHandle h) const;
  model::Twist twist(BodyHandle h) const;
  model::Twist acceleration(BodyHandle h) const;
  double value(CoordinateHandle h) const;
  double speed(CoordinateHandle h) const;
  system::JointReaction reaction(JointHandle h);
  double force(DriveHandle h);
  /// Force of a spring-damper along +x of its coordinate, its force(t) included.
  double force(SpringHandle h) const;
  SphereHandle sphere(const std::string& name) const;
  TyreHandle tyre(const std::string& name) const;
  contact::SphereReading reading(SphereHandle h) const;
  tyres::TyreReading reading(TyreHandle h) const;
  /// Sum of the forces on all contact spheres and shapes of a group [N], world axes.
  Vec3 contact_force(const std::string& group) const;
  /// Where shapes touch, at the end of the last step.
  std::vector<ContactReading> contacts() const;
  /// Interventions in impacts of a few steps, since the start.
  contact::ImpactCounts contact_interventions() const;
  const terrain::Ground& ground() const { return surroundings_->ground(); }
  /// Title of the site, or of the plane.
  std::string site_title() const { return options_.site ? options_.site->title : "level ground"; }
  /// Force of a brake along +x of its coordinate, tractive force of a driveline (forward).
  double force(BrakeHandle h) const;
  double force(DrivelineHandle h) const;
  double engine_speed() const;  ///< [rad/s]; 0 without an engine
  double flow_share() const;    ///< flow of the pumps over the demand, 0..1; 1 without hydraulics
  const WorldReport& last_report() const { return last_report_; }
  Energies energies() const;
  stepper::Residuals residuals();
  /// Sums over all islands, also those that edits have replaced; steps are island steps.
  stepper::StepCounters counters() const;
  const std::vector<std::unique_ptr<Island>>& islands() const { return islands_; }
  const HandleTable& handles() const { return handles_; }

  // Run-time edits. Parts that refer to a removed part go with it.
  BodyHandle add_body(const description::Body& body);
  /// The joint's body names are ignored; it closes at the present pose, or after a small
  /// correction when its points do not coincide yet. Speeds that contradict it are lost (an
  /// inelastic lock).
  JointHandle add_joint(const description::Joint& joint, BodyHandle a, BodyHandle b);
  JointHandle add_joint_to_ground(const description::Joint& joint, BodyHandle b);
  LoadHandle add_load(const description::Load& load, BodyHandle body);
  MountHandle add_mount(const description::Mount& mount, BodyHandle body);
  /// A distance spring between two bodies.
  SpringHandle add_spring(const description::Spring& spring,
                          const description::Coordinate& distance, BodyHandle a, BodyHandle b);
  /// The same between a point of the ground (`distance.point_a`, world) and a body.
  SpringHandle add_spring_to_ground(const description::Spring& spring,
                                    const description::Coordinate& distance, BodyHandle b);
  /// A force of one's own (forces/user_forces.h). The function is called once here, for the present,
  /// and then once per step before anything moves, in the order of adding, for the time and the
  /// predicted motion at the end of the step; what it returns holds over the step. When it throws, the
  /// exception leaves step() and the world is as before. It may read the world but not change it.
  /// `point` is where the force acts, in the body frame. Numbers that are not finite are an Error.
  BodyForceHandle add_force(const std::string& name, BodyHandle body, const Vec3& point,
                            BodyForceFunction function);
  CoordinateForceHandle add_force(const std::string& name, CoordinateHandle coordinate,
                                  CoordinateForceFunction function);
  void remove(BodyForceHandle h);
  void remove(CoordinateForceHandle h);
  void remove(BodyHandle h);
  void remove(JointHandle h);
  void remove(LoadHandle h);
  void remove(MountHandle h);
  void remove(SpringHandle h);

  // State as a value.
  Snapshot save() const;
  /// Back to a snapshot of this world, or of another one of the same machine on the same site. Throws
  /// Error as check() does, and where a state has not the numbers of its mechanism; then nothing has
  /// changed.
  void restore(const Snapshot& snapshot);
  /// Throws Error when the snapshot is of a world with other shapes, inputs or another site, or its
  /// contacts cannot be.
  void check(const Snapshot& snapshot) const;
  /// The hash of save(), without the copy.
  std::uint64_t hash() const;

  /// Static equilibrium of every island; returns the largest remaining acceleration [m/s²].
  double find_equilibrium();

  /// Events since the last call; those of the start are there from the beginning.
  std::vector<Event> take_events();
  /// The same, left for the next who asks.
  const std::vector<Event>& events() const { return events_; }

 private:
  using MechanismPtr = std::shared_ptr<const model::Mechanism>;
  using PartId = model::PartId;

  Island& add_island(model::Mechanism mechanism);
  void register_parts(Island& island);
  void erase_island(Island* island);
  /// Replaces `old` by the islands of `mechanism`, keeping drive memory by part. `lock`: a joint was
  /// added, and speeds that contradict it are lost.
  void rebuild(const std::vector<Island*>& old, model::Mechanism mechanism, bool lock);
  void collect_inputs(const model::Mechanism& mechanism,
                      const std::vector<description::Control>& controls);
  struct UserForce {
    PartId id = 0;
    std::string name;
    std::variant<BodyForceFunction, CoordinateForceFunction> function;
    std::variant<model::BodyForce, model::CoordinateForce> next;  ///< scratch of a step
    bool acts = false;                                            ///< the part is there
  };
  void keep_function(UserForce force);
  void call_functions();
  void check_loads(Island& island);
  /// Functions of a mechanism with a new part; an Error gives its id back.
  void check_new_functions(const model::Mechanism& mechanism, PartId id);
  void note(const stepper::StepReport& report, const Island& island);
  void note_jumps(const Island& island);
  void note_touches();
  void note_crowd();
  const system::Reactions& reactions_of(Island& island);
  void attach_contacts();
  void start_contacts(const std::vector<const Island*>& begin);
  void start_all_contacts();
  void start_edited(const std::vector<const Island*>& begin);
  template <PartKind kKind, class Parts>
  Handle<kKind> find(const std::string& name, Parts model::Mechanism::*member) const;
  template <class Parts>
  void remove_part(model::PartId id, PartKind kind, Parts model::Mechanism::*member);
  JointHandle insert_joint(const description::Joint& joint, std::optional<BodyHandle> a,
                           BodyHandle b);
  SpringHandle insert_spring(const description::Spring& spring,
                             const description::Coordinate& distance, std::optional<BodyHandle> a,
                             BodyHandle b);

  description::Settings settings_;
  WorldOptions options_;
  std::shared_ptr<const contact::Surroundings> surroundings_;
  HandleTable handles_;
  std::vector<std::unique_ptr<Island>> islands_;
  std::unique_ptr<ContactStage> contacts_;
  std::vector<std::string> input_names_;
  Inputs inputs_;
  std::vector<UserForce> user_forces_;
  std::vector<Event> events_;
  WorldReport last_report_;
  stepper::StepCounters retired_;
  std::uint64_t setting_ = 0;  ///< sim/snapshot_check.h
  std::unique_ptr<SiteEdge> edge_;
  OneThread thread_;
  std::int64_t step_ = 0;
  std::int64_t last_crowded_ = -1;  ///< step with contacts left out; -1: none yet
  double time_ = 0.0;
};

}  // namespace outrigger::sim
