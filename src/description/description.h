/// What a machine file says, as plain values: no file, no parser, no numerics.
///
/// The reader (reader.h) fills these structs from YAML, C++ code and the run-time edits fill them
/// directly, and the model compiler (model/model.h) turns them into natural coordinates.
/// SI units; angles in radians; world z up. Every field states unit, range and default.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "description/beds.h"
#include "description/cabin.h"
#include "description/contact_shapes.h"
#include "description/display.h"
#include "description/function.h"
#include "description/ground_contact.h"
#include "description/location.h"
#include "description/power.h"
#include "description/ropes.h"
#include "description/tools.h"
#include "math/types.h"

namespace outrigger::description {

/// The name of the fixed world, usable wherever a body is named.
inline constexpr const char* kGround = "ground";

/// How the compiler represents a rigid body: points + unit vectors (THESIS §5.4.1).
enum class BodyBasis {
  automatic,
  one_point_three_vectors,
  two_points_two_vectors,
  three_points_one_vector,
  four_points
};

struct NamedPoint {
  std::string name;
  Vec3 position = Vec3::Zero();  ///< in the body frame [m]

  bool operator==(const NamedPoint&) const = default;
};

struct Body {
  enum class Kind {
    rigid,  ///< six degrees of freedom
    point   ///< a particle at the frame origin: three degrees of freedom, mass may be 0
  };

  std::string name;
  Location where;
  Kind kind = Kind::rigid;
  double mass = 0.0;             ///< [kg], > 0 for rigid, ≥ 0 for point
  Vec3 centre = Vec3::Zero();    ///< centre of mass in the body frame [m]
  Mat3 inertia = Mat3::Zero();   ///< about the centre, body axes, off-diagonals -∫xy dm [kg m²]
  Pose pose;                     ///< body frame in the world: initial pose, or a guess of it
  bool pose_given = false;       ///< false: the assembler places it along the joints
  bool pose_exact = false;       ///< true: the assembler must not move it
  std::optional<Vec3> velocity;  ///< of the frame origin, world axes [m/s]
  std::optional<Vec3> angular_velocity;  ///< world axes [rad/s]
  std::vector<NamedPoint> points;
  BodyBasis basis = BodyBasis::automatic;
  double penalty_scale = 1.0;  ///< factor on the penalty of this body's constraints, > 0

  bool operator==(const Body&) const = default;
};

enum class JointType {
  revolute,        ///< 1 angle about the axis
  prismatic,       ///< 1 displacement along the axis
  cylindrical,     ///< angle and displacement along the same axis
  spherical,       ///< common point
  universal,       ///< common point; axis (of a) stays normal to axis_b (of b)
  planar,          ///< b slides and turns in the plane of a normal to the axis
  fixed,           ///< rigidly attached
  point_on_plane,  ///< point_b stays in the plane of a through point_a normal to the axis
  point_on_line,   ///< point_b stays on the line of a through point_a along the axis
  distance         ///< constant distance between point_a and point_b (a massless two-pin link)
};

/// Loads a joint can carry. Exceeding one raises an event and, if `breaks`, removes the joint.
struct AllowableLoad {
  double force = 0.0;   ///< [N], 0 = unlimited
  double torque = 0.0;  ///< [N m], 0 = unlimited
  bool breaks = false;

  bool operator==(const AllowableLoad&) const = default;
};

/// Points and axes are in the frames of their bodies. An axis need not be a unit vector.
/// At zero angle of a revolute joint, direction `zero_a` of a and `zero_b` of b coincide; when
/// absent, the angle is zero in the pose written in the file.
struct Joint {
  std::string name;
  Location where;
  JointType type = JointType::revolute;
  std::string body_a = kGround;
  std::string body_b;
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
  Vec3 axis_a = Vec3::UnitZ();
  Vec3 axis_b = Vec3::UnitZ();
  std::optional<Vec3> zero_a, zero_b;
  double length = 0.0;  ///< distance joint [m]; 0 = as assembled
  AllowableLoad allowable;
  double penalty_scale = 1.0;  ///< factor on the penalty of this joint's constraints, > 0

  bool operator==(const Joint&) const = default;
};

/// A scalar measured on the machine; drives, springs, stops, couplings and sensors act on it.
struct Coordinate {
  enum class Kind {
    angle,         ///< of a revolute or cylindrical joint [rad], counted through full turns
    displacement,  ///< of a prismatic or cylindrical joint [m]
    distance,      ///< between a point of body_a and a point of body_b [m]
    cone,  ///< angle between axis_a and axis_b of a spherical or universal joint [rad], ≥ 0
    twist  ///< rotation of b about its own axis_b, cone motion removed [rad]
  };
  std::string name;
  Location where;
  Kind kind = Kind::angle;
  std::string joint;           ///< for all kinds but distance
  std::string body_a, body_b;  ///< distance only
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  std::optional<double> initial;  ///< the assembler must reach this value
  std::optional<double> initial_speed;
  bool unknown = false;  ///< true: a scalar unknown of the system (mixed coordinates)

  bool operator==(const Coordinate&) const = default;
};

/// Guides a coordinate. At a force limit the drive lets go and its reference follows the machine.
struct Drive {
  std::string name;
  Location where;
  std::string coordinate;
  enum class Quantity { position, speed };  ///< what the function prescribes
  Quantity quantity = Quantity::position;
  Function function;
  double force_max = 0.0;           ///< limit while pushing x up [N or N m]; 0 = unlimited
  double force_min = 0.0;           ///< limit while pushing x down, ≤ 0; 0 = unlimited
  double speed_max = 0.0;           ///< limits of the reference for inputs; 0 = unlimited [x/s]
  double speed_min = 0.0;           ///< ≤ 0; 0 = -speed_max
  double acceleration_max = 0.0;    ///< [x/s²]; 0 = unlimited
  double response_time = 0.05;      ///< of the C² filter on inputs [s], > 0
  double lower = 0.0, upper = 0.0;  ///< stroke for inputs; lower = upper: unlimited

  bool operator==(const Drive&) const = default;
};

/// Force on a coordinate: F = -factor(t) spring(x - free) - damper(ẋ) + force(t), positive increases x.
struct Spring {
  std::string name;
  Location where;
  std::string coordinate;
  double free = 0.0;  ///< value of x without spring force
  bool free_as_assembled = false;
  Function spring;                 ///< linear (slope = stiffness) or table/formula of (x - free)
  Function damper;                 ///< linear (slope = damping) or table/formula of ẋ
  Function force;                  ///< of time, or an input
  std::optional<Function> factor;  ///< on the spring alone, of time or an input; absent: 1

  bool operator==(const Spring&) const = default;
};

/// An elastic, damped end stop on a coordinate.
///   F = -k δ (1 + d δ̇) clipped so that it never pulls, δ = depth beyond the stop.
struct Stop {
  std::string name;
  Location where;
  std::string coordinate;
  std::optional<double> lower, upper;
  double stiffness = 0.0;  ///< [N/m or N m/rad], > 0
  double damping = 0.0;    ///< d [s/m or s/rad], ≥ 0

  bool operator==(const Stop&) const = default;
};

/// x_b = function(x_a): gear (linear with ratio), Ackermann steering (table), ...
struct Coupling {
  std::string name;
  Location where;
  std::string coordinate_a, coordinate_b;
  Function function;  ///< linear: x_b = value * x_a + offset
  double offset = 0.0;
  bool offset_as_assembled = false;

  bool operator==(const Coupling&) const = default;
};

/// A force or torque on a body, components as functions of time or inputs.
struct Load {
  std::string name;
  Location where;
  std::string body;
  Vec3 point = Vec3::Zero();  ///< in the body frame; force only
  bool torque = false;
  bool follows_body = false;  ///< components in the body frame (true) or world (false)
  Function x, y, z;

  bool operator==(const Load&) const = default;
};

/// A linear spring-damper between a body point and a fixed world point, per world axis.
/// Mounts, simple wheels and suspensions: F_i = -k_i (p_i - anchor_i) - c_i ṗ_i.
struct Mount {
  std::string name;
  Location where;
  std::string body;
  Vec3 point = Vec3::Zero();
  std::optional<Vec3> anchor;     ///< world [m]; absent: as assembled
  Vec3 stiffness = Vec3::Zero();  ///< per world axis [N/m], ≥ 0
  Vec3 damping = Vec3::Zero();    ///< per world axis [N s/m], ≥ 0

  bool operator==(const Mount&) const = default;
};

struct Sensor {
  enum class Kind {
    position,
    velocity,
    acceleration,
    orientation,
    angular_velocity,
    depth,          ///< of a point below `from` [m]
    reach,          ///< of a point from `from`, horizontally [m]
    pitch,          ///< of the x axis above the horizontal, seen from the side of `from` [rad]
    forward_speed,  ///< of a point along the x axis of its body [m/s]
    specific_force,  ///< of a point, body axes: acceleration less gravity, as an accelerometer reads [m/s²]
    angular_rate,  ///< body axes, as a gyroscope reads [rad/s]
    coordinate,
    coordinate_speed,
    reaction_force,
    reaction_torque,
    drive_force,
    spring_force,
    rope_tension,
    brake_force,
    tractive_force,
    tyre_load,
    tyre_deflection,
    tyre_force,
    tyre_slip,
    engine_speed,
    engine_load,  ///< torque over that of full fuel, 0..1
    flow_share,
    energy_kinetic,
    energy_potential,
    energy_total,
    energy_dissipated,
    work_drives,
    removed_integrator,
    removed_projection,
    removed_detection,
    constraint_position,
    constraint_velocity,
    constraint_acceleration,
    iterations
  };
  std::string name;
  Location where;
  Kind kind = Kind::position;
  std::string target;              ///< body, coordinate, joint, drive, ... name; empty for energies
  Vec3 point = Vec3::Zero();       ///< in the body frame, for kinds that measure at a point
  std::string from = kGround;      ///< body that depth, reach and pitch are measured from
  Vec3 from_point = Vec3::Zero();  ///< in its frame: depth and reach
  // How displays show it.
  std::string label;       ///< for people; empty: the name
  std::string shown_unit;  ///< km/h, rpm, deg, %, kN; empty: as measured
  enum class Reader { operators, engineers };
  Reader reader = Reader::engineers;  ///< whom displays show it to first

  bool operator==(const Sensor&) const = default;
};

enum class IntegratorMethod {
  trapezoidal,
  newmark,
  hht,
  generalized_alpha,
  explicit_pair,  ///< of order 8, adaptive, for smooth machines (docs/theory/high_order.md)
  fourth_order,   ///< implicit, L-stable, for smooth machines with stiff springs
  automatic,  ///< explicit_pair or trapezoidal, by what each articulation is (stepper/method_choice.h)
};
/// How accelerations are found (docs/theory/formulations.md); all but the first for method explicit.
enum class Formulation {
  augmented,    ///< augmented Lagrangian: of the index-3 step, or of accelerations
  penalty,      ///< index-1 penalty
  multipliers,  ///< Lagrange multipliers with Baumgarte's stabilisation
  matrix_r,     ///< independent coordinates
};
enum class ProjectionMetric { tangent, mass };
enum class PenaltyRule { dimensionless, mass_proportional, global };

struct Settings {
  double step = 1e-3;      ///< h [s], 1e-7..0.1
  double duration = 10.0;  ///< default length of a run [s], > 0
  IntegratorMethod method = IntegratorMethod::trapezoidal;
  Formulation formulation = Formulation::augmented;
  double rho_infinity = 0.8;  ///< generalized-alpha, 0..1 (1 = no dissipation)
  double hht_alpha = 0.05;    ///< HHT, 0..1/3
  double newmark_beta = 0.25, newmark_gamma = 0.5;
  ProjectionMetric projection = ProjectionMetric::tangent;
  PenaltyRule penalty_rule = PenaltyRule::dimensionless;
  double penalty = 1e6;    ///< κ (dimensionless), or α_g of the other rules
  int max_iterations = 4;  ///< Newton iterations per step, 1..50
  double tolerance = 0.0;  ///< on |Δq|/(β h²) [m/s²]; 0 = 1e-2 for h ≤ 1e-3, 1e-4 above
  int max_substeps = 64;   ///< a failed step is retried with up to this many parts
  double accuracy = 1e-7;  ///< explicit: largest error of an internal step [m], 1e-14..1
  Vec3 gravity{0.0, 0.0, -9.81};  ///< [m/s²]
  /// Gravity over time or by inputs, per world axis [m/s²]; absent: constant. With it, `gravity` is
  /// the part whose potential energy is stored: its value at t = 0, 0 for inputs.
  std::optional<std::array<Function, 3>> gravity_function;

  bool operator==(const Settings&) const = default;
};

struct Output {
  std::vector<std::string> sensors;  ///< columns of the CSV and the plot; empty = all sensors
  double interval = 0.0;             ///< [s]; 0 = every step, at most 2000 rows

  bool operator==(const Output&) const = default;
};

struct Machine {
  std::string name;
  std::string title;  ///< one line for people
  Settings settings;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Coordinate> coordinates;
  std::vector<Drive> drives;
  std::vector<Spring> springs;
  std::vector<Stop> stops;
  std::vector<Coupling> couplings;
  std::vector<Load> loads;
  std::vector<Mount> mounts;
  std::vector<Rope> ropes;
  std::vector<Tool> tools;
  std::vector<Bed> beds;
  std::vector<Material> materials;
  std::vector<FrictionPair> friction;
  std::vector<ContactLaw> contact_laws;
  std::vector<ContactSphere> spheres;
  std::vector<ContactShape> shapes;
  std::vector<ContactPair> contact_pairs;
  std::vector<BoundingGroup> bounding_groups;
  std::vector<TyreType> tyre_types;
  std::vector<Tyre> tyres;
  std::vector<Brake> brakes;
  std::vector<Driveline> drivelines;
  Engine engine;
  Hydraulics hydraulics;
  std::vector<Sensor> sensors;
  std::vector<VisualShape> visuals;
  std::vector<VisualLink> visual_links;
  std::vector<Camera> cameras;
  std::vector<Control> controls;
  std::vector<Mirror> mirrors;
  std::vector<Sound> sounds;
  std::vector<Instrument> instruments;
  Seat seat;
  Output output;

  bool operator==(const Machine&) const = default;
};

}  // namespace outrigger::description
