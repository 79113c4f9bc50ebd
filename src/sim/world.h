/// The world: articulations stepped together, edited at run time, saved and restored as a value.
///
/// Edits act at once. Only the articulations they touch are compiled anew (from their present poses and
/// speeds); every other articulation keeps its arrays, so its motion is unchanged bit for bit.
///
/// The header knows articulations and contacts by name only, because half of the program includes it; who
/// looks into articulations() includes articulation/articulation.h.
///
/// All changes are commands (sim/command.h): the calls below make them, execute() carries them out, and a
/// listener sees each of them and every step, so that a world at the same start that is given the same
/// commands goes the same way.
///
/// One thread at a time: a call that changes the world while another thread does is an Error. Readings
/// are not watched; they need the world to themselves too.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "articulation/articulation_options.h"
#include "base/one_thread.h"
#include "contact/contact_reading.h"
#include "contact/contact_state.h"
#include "contact/mesh_library.h"
#include "contact/sphere_reading.h"
#include "contact/surroundings.h"
#include "description/description.h"
#include "model/articulations.h"
#include "sim/command.h"
#include "sim/event.h"
#include "sim/handles.h"
#include "sim/journal_listener.h"
#include "sim/snapshot.h"
#include "sim/stage.h"
#include "stepper/report.h"
#include "system/reactions.h"
#include "system/state.h"
#include "terrain/ground.h"
#include "tyres/tyre_reading.h"

namespace outrigger::articulation {
class Articulation;
}
namespace outrigger::touching {
class ContactStage;
}

namespace outrigger::sim {

class ObjectStage;
class SiteEdge;
class SoilStage;
struct ObjectPlan;

struct WorldOptions {
  articulation::ArticulationOptions articulation;
  /// The ground; without one, the plane z = 0.
  std::optional<description::Site> site;
  /// Meshes by the `file` of a shape, for programs that make them; others are read from files.
  std::shared_ptr<const contact::MeshLibrary> meshes;
  /// Engines and pumps of several machines in one world (sim/placed_scene.h); the machine has none then.
  std::vector<model::PowerUnit> power;
  /// What stands on the site and may be knocked over (sim/object_plan.h); null: nothing.
  std::shared_ptr<const ObjectPlan> objects;
  /// Laws of one's own for contacts at points, by pairs of materials (contact/laws/point_law.h).
  std::vector<contact::OwnLaw> contact_laws;
};

/// Sum of the step reports of all articulations.
struct WorldReport {
  int iterations = 0;  ///< largest of the articulations
  int awake_articulations = 0;
  bool converged = true;
  bool contained = false;
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
  void set_input(int index, double value);
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
  /// All bodies in the order in which they are computed.
  std::vector<BodyHandle> bodies() const;
  /// The same into `all`, which keeps its memory.
  void list_bodies(std::vector<BodyHandle>& all) const;
  /// A body as it was described.
  const description::Body& body_description(BodyHandle h) const;
  const std::string& name(BodyHandle h) const;
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
  std::vector<contact::ContactReading> contacts() const;
  /// What contacts of shapes and contact spheres changed in impacts that last a few steps only, since the
  /// world was built; not part of the state.
  contact::ImpactCounts contact_interventions() const;
  const terrain::Ground& ground() const { return surroundings_->ground(); }
  /// Changes the ground between two steps, wakes what is on it or near, and reports an event. What is
  /// inside the new ground is pushed out gently, what is over it falls. Throws Error (Ground::edit), and
  /// nothing has changed.
  terrain::GroundChange edit_ground(const terrain::GroundEdit& edit);
  /// The soil of the site; null: it has none.
  const SoilStage* soil() const { return soil_; }
  /// Objects of the site; null: it has none.
  const ObjectStage* objects() const { return objects_; }
  /// For the stage of objects: bodies that are computed from now on, and such that are no more. Returns the
  /// ids of those that come.
  std::vector<model::PartId> exchange_bodies(const std::vector<description::Body>& come,
                                             const std::vector<model::PartId>& go);
  /// For the stage of objects: a sling that is fastened or let go within a step. Returns its id.
  model::PartId tie(const description::Rope& rope, std::span<const model::PartId> bodies);
  void untie(model::PartId rope);
  /// Puts loose soil on the ground between two steps. Throws Error without soil, beyond the site or for
  /// amounts that cannot be, and nothing has changed.
  void place_soil(const PlaceSoil& soil) { execute(soil); }
  /// For stages: the ground follows what they compute, and what touches it takes notice.
  void move_ground(std::span<const terrain::Ground::NodeHeight> nodes);
  /// The same for changes of a step: what sleeps near it wakes, contacts go on with what they remember.
  void follow_soil(std::span<const terrain::Ground::NodeHeight> nodes);
  /// For stages: something that people want to know.
  void report(Event event) { events_.push_back(std::move(event)); }
  /// Title of the site, or of the plane.
  std::string site_title() const { return options_.site ? options_.site->title : "level ground"; }
  RopeHandle rope(const std::string& name) const;
  /// Tension [N], ≥ 0.
  double force(RopeHandle rope) const;
  /// Force of a brake along +x of its coordinate, tractive force of a driveline (forward).
  double force(BrakeHandle h) const;
  double force(DrivelineHandle h) const;
  /// Of the first machine whose names begin so. [rad/s]; 0 without an engine
  double engine_speed(std::string_view machine = {}) const;
  /// Its torque over that of full fuel, 0..1; 0 without an engine
  double engine_load(std::string_view machine = {}) const;
  /// Flow of its pumps over the demand, 0..1; 1 without hydraulics
  double flow_share(std::string_view machine = {}) const;
  const WorldReport& last_report() const { return last_report_; }
  Energies energies() const;
  stepper::Residuals residuals();
  /// Sums over all articulations, also those that edits have replaced; steps are articulation steps.
  stepper::StepCounters counters() const;
  const std::vector<std::unique_ptr<articulation::Articulation>>& articulations() const {
    return articulations_;
  }
  const HandleTable& handles() const { return handles_; }

  // Commands: the one path of everything that changes the world between two steps.

  /// Carries a command out and hands it to the listener. Returns the id of the part that it added, else 0.
  /// Throws Error where it cannot be done; then nothing has changed.
  model::PartId execute(const Command& command);
  /// Who sees all commands and steps from now on; null: nobody. With a listener the world must stay where
  /// it is (not be moved) until the listener is taken away.
  void set_listener(JournalListener* listener);
  JournalListener* listener() const { return listener_; }
  /// The present is where `reset` leads from now on; at first it is the state as built. Error when it
  /// would move while somebody listens.
  void mark_start();
  /// Back to the start.
  void reset() { execute(Reset{}); }
  /// Steps and commands since the world was built; 0: it is as its description says.
  std::int64_t change_count() const { return change_count_; }
  /// Why this world cannot be computed again from its commands, as a sentence; empty: it can.
  std::string journal_problem() const;
  /// A part by its handle, for commands. Throws Error when it is gone.
  template <PartKind kKind>
  PartRef ref(Handle<kKind> h) const {
    return ref(kKind, HandleTable::id(h));
  }

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
  /// A rope over points of bodies (`rope.points` has the points, `bodies` whose they are; no handle: the
  /// ground). Without a length it is as long as its way is now; a shorter one pulls at once.
  RopeHandle add_rope(const description::Rope& rope,
                      const std::vector<std::optional<BodyHandle>>& bodies);
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
  void remove(RopeHandle h);
  /// Removes a joint as if it had broken, with its event.
  void break_joint(JointHandle h);

  // State as a value.
  Snapshot save() const;
  /// Back to a snapshot of this world, or of another one of the same machine on the same site. A listener is
  /// handed the state, or loses track where it is of other mechanisms than those of now and of the start.
  /// Throws
  /// Error as check() does, and where a state has not the numbers of its mechanism; then nothing has
  /// changed.
  void restore(const Snapshot& snapshot);
  /// Throws Error when the snapshot is of a world with other shapes, inputs or another site, or its
  /// contacts cannot be.
  void check(const Snapshot& snapshot) const;
  /// The hash of save(), without the copy.
  std::uint64_t hash() const;

  /// Static equilibrium of every articulation; returns the largest remaining acceleration [m/s²].
  double find_equilibrium();

  /// Events since the last call; those of the start are there from the beginning.
  std::vector<Event> take_events();
  /// The same, left for the next who asks.
  const std::vector<Event>& events() const { return events_; }

 private:
  using MechanismPtr = std::shared_ptr<const model::Mechanism>;
  using PartId = model::PartId;

  articulation::ArticulationOptions options_for(const model::Mechanism& mechanism) const;
  articulation::Articulation& add_articulation(model::Mechanism mechanism);
  void register_parts(articulation::Articulation& articulation);
  /// What an articulation that goes has counted stays in the sums.
  void retire(const articulation::Articulation& articulation);
  void erase_articulation(articulation::Articulation* articulation);
  /// Replaces `old` by the articulations of `mechanism`, keeping drive memory by part. `lock`: a joint was
  /// added, and speeds that contradict it are lost.
  void rebuild(const std::vector<articulation::Articulation*>& old, model::Mechanism mechanism,
               bool lock);
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
  void check_loads(articulation::Articulation& articulation);
  PartRef ref(PartKind kind, PartId id) const;
  PartId resolve(const PartRef& ref) const;
  Handle<PartKind::body> body_of(const PartRef& ref) const;
  void tell_inputs();
  void tell_forces();
  void go_to(const Snapshot& snapshot);
  PartId perform(const SetInputs& c);
  PartId perform(const Reset& c);
  PartId perform(const Restore& c);
  PartId perform(const FindEquilibrium& c);
  PartId perform(const AddBody& c);
  PartId perform(const AddJoint& c);
  PartId perform(const AddLoad& c);
  PartId perform(const AddMount& c);
  PartId perform(const AddSpring& c);
  PartId perform(const AddBodyForce& c);
  PartId perform(const AddCoordinateForce& c);
  PartId perform(const SetForces& c);
  PartId perform(const RemovePart& c);
  PartId perform(const BreakJoint& c);
  PartId perform(const EditGround& c);
  PartId perform(const PlaceSoil& c);
  PartId perform(const AddRope& c);
  /// Functions of a mechanism with a new part.
  void check_new_functions(const model::Mechanism& mechanism);
  void note(const stepper::StepReport& report, const articulation::Articulation& articulation);
  void note_notices();
  void note_jumps(const articulation::Articulation& articulation);
  void note_touches();
  void note_crowd();
  /// After the ground has changed: memory, sleep and accelerations of what is near. `before`: potential
  /// energy of the articulations on the ground as it was.
  void meet_changed_ground(const terrain::GroundChange& change, const std::vector<double>& before);
  std::vector<double> potential_energies() const;
  terrain::GroundChange ground_change_;  ///< of the last EditGround
  std::vector<std::pair<articulation::Articulation*, double>>
      standing_;  ///< scratch of follow_soil
  const system::Reactions& reactions_of(articulation::Articulation& articulation);
  /// Contacts and stages look for their bodies again.
  void attach_parts();
  void attach_contacts();
  void start_contacts(const std::vector<const articulation::Articulation*>& begin);
  void start_all_contacts();
  void start_edited(const std::vector<const articulation::Articulation*>& begin);
  template <PartKind kKind, class Parts>
  Handle<kKind> find(const std::string& name, Parts model::Mechanism::*member) const;
  template <class Parts>
  void remove_part(model::PartId id, PartKind kind, Parts model::Mechanism::*member);
  void remove_joint(PartId id);
  PartId insert_body(const description::Body& body);
  PartId insert_joint(const description::Joint& joint, std::optional<BodyHandle> a, BodyHandle b);
  PartId insert_load(const description::Load& load, BodyHandle body);
  PartId insert_mount(const description::Mount& mount, BodyHandle body);
  PartId insert_spring(const description::Spring& spring, const description::Coordinate& distance,
                       std::optional<BodyHandle> a, BodyHandle b);
  PartId insert_rope(const description::Rope& rope,
                     const std::vector<std::optional<PartId>>& bodies);
  double settle();

  description::Settings settings_;
  WorldOptions options_;
  std::shared_ptr<const contact::Surroundings> surroundings_;
  HandleTable handles_;
  std::vector<std::unique_ptr<articulation::Articulation>> articulations_;
  std::unique_ptr<touching::ContactStage> contacts_;
  std::vector<std::string> input_names_;
  articulation::Inputs inputs_;
  std::vector<UserForce> user_forces_;
  std::vector<Event> events_;
  WorldReport last_report_;
  stepper::StepCounters retired_;
  contact::ImpactCounts retired_interventions_;  ///< of articulations that are gone
  std::uint64_t setting_ = 0;                    ///< sim/snapshot_check.h
  std::unique_ptr<SiteEdge> edge_;
  std::vector<std::unique_ptr<Stage>> stages_;
  SoilStage* soil_ = nullptr;       ///< of stages_
  ObjectStage* objects_ = nullptr;  ///< of stages_
  OneThread thread_;
  std::shared_ptr<const Snapshot> start_;  ///< where Reset leads
  JournalListener* listener_ = nullptr;
  Command told_inputs_{SetInputs{}};  ///< those that the listener knows
  std::size_t told_events_ = 0;       ///< of events_
  std::int64_t change_count_ = 0;
  std::int64_t rebuilds_ = 0;  ///< of mechanisms
  double found_rest_ = 0.0;    ///< [m/s²] by the last FindEquilibrium
  std::int64_t step_ = 0;
  std::int64_t last_crowded_ = -1;  ///< step with contacts left out; -1: none yet
  double time_ = 0.0;
};

}  // namespace outrigger::sim
