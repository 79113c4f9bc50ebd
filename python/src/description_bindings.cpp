/// Bodies, joints, coordinates and what acts on them: description/description.h.
#include "bindings.h"
#include "fields.h"

namespace outrigger::description {

// Words that only Python needs; files say these things in other ways.
template <>
struct EnumWords<Function::Kind> {
  static const auto& words() {
    static constexpr std::array<EnumWord<Function::Kind>, 5> table{
        {{"constant", Function::Kind::constant},
         {"linear", Function::Kind::linear},
         {"table", Function::Kind::table},
         {"formula", Function::Kind::formula},
         {"input", Function::Kind::input}}};
    return table;
  }
};

template <>
struct EnumWords<Drive::Quantity> {
  static const auto& words() {
    static constexpr std::array<EnumWord<Drive::Quantity>, 2> table{
        {{"position", Drive::Quantity::position}, {"speed", Drive::Quantity::speed}}};
    return table;
  }
};

}  // namespace outrigger::description

namespace outrigger::python {

using namespace description;

namespace {

/// A function from what stands for one in Python: a number, rows of a table, a formula.
Function make_function(const py::object& value, const char* what) {
  Function f;
  if (py::isinstance<Function>(value)) return value.cast<Function>();
  if (py::isinstance<py::str>(value)) {
    f.kind = Function::Kind::formula;
    f.formula = value.cast<std::string>();
  } else if (py::isinstance<py::float_>(value) || py::isinstance<py::int_>(value)) {
    f.value = finite(value.cast<double>(), what);
  } else {
    const Array rows = numbers(value, what, {-1, 2});
    f.kind = Function::Kind::table;
    for (py::ssize_t i = 0; i < rows.shape(0); ++i)
      f.table.emplace_back(rows.at(i, 0), rows.at(i, 1));
  }
  return f;
}

template <class Class, class T>
void def_function(Class& c, const char* name, Function T::*member, const char* doc) {
  c.def_property(
      name, [member](T& self) -> Function& { return self.*member; },
      [member, name](T& self, const py::object& value) {
        self.*member = make_function(value, name);
      },
      py::return_value_policy::reference_internal, doc);
}

void bind_function(py::module_& m) {
  auto c = plain_class<Function>(
      m, "Function",
      "A function of one variable: of time `t` for drives and loads, of `x` for springs.\n\n"
      "Where a function is expected, a number is a constant, a string a formula, an (n, 2) array "
      "a\n"
      "table (C² spline), and linear(slope), lever(name), input(name) make the others.");
  def_word(c, "kind", &Function::kind, "constant, linear, table, formula or input");
  c.def_readwrite("value", &Function::value, "constant: the value; linear: the slope");
  c.def_readwrite("formula", &Function::formula, "in the variable t (time) or x (coordinate)");
  c.def_readwrite("input", &Function::input, "name of an operator input");
  c.def_readwrite("relative", &Function::relative, "input: -1..1 of the drive's limits (lever)");
  c.def_property(
      "table",
      [](const Function& f) {
        py::array_t<double> a({static_cast<py::ssize_t>(f.table.size()), py::ssize_t{2}});
        for (std::size_t i = 0; i < f.table.size(); ++i) {
          a.mutable_at(i, 0) = f.table[i].first;
          a.mutable_at(i, 1) = f.table[i].second;
        }
        a.attr("setflags")(py::arg("write") = false);
        return a;
      },
      [](Function& f, const py::object& rows) {
        f.table = make_function(numbers(rows, "table", {-1, 2}), "table").table;
      },
      "rows (x, y), x increasing, at least 2; a copy that cannot be written to: assign a new one");
  m.def(
      "linear",
      [](double slope) {
        Function f;
        f.kind = Function::Kind::linear;
        f.value = finite(slope, "linear");
        return f;
      },
      py::arg("slope"), "The function slope·x: a linear spring [N/m] or damper [N s/m], a gear.");
  const auto input = [](bool relative) {
    return [relative](const std::string& name) {
      Function f;
      f.kind = Function::Kind::input;
      f.input = name;
      f.relative = relative;
      return f;
    };
  };
  m.def("input", input(false), py::arg("name"),
        "The value of an operator input, in the unit of what reads it (World.set_input).");
  m.def("lever", input(true), py::arg("name"),
        "An operator input from -1 to 1 of the drive's speed limits or stroke.");
}

void bind_bodies(py::module_& m) {
  auto pose = plain_class<Pose>(m, "Pose", "A placement: x_world = rotation @ x_body + position.");
  def_vector(pose, "position", &Pose::position, "of the origin [m]");
  pose.def_property(
      "rotation", [](const py::object& self) { return view(self.cast<Pose&>().rotation, self); },
      [](Pose& self, const py::object& value) { self.rotation = to_mat3(value, "rotation"); },
      "3 x 3 rotation matrix");
  pose.def(
      "point",
      [](const Pose& p, const py::object& local) {
        return frozen(p.point(to_vec3(local, "local")));
      },
      py::arg("local"), "A point of the body in the world [m].");
  pose.def(
      "local_point",
      [](const Pose& p, const py::object& point) {
        return frozen(p.local_point(to_vec3(point, "point")));
      },
      py::arg("point"), "A point of the world in the body [m].");

  auto body = named_class<Body>(m, "Body", "A rigid body or a particle.");
  def_word(body, "kind", &Body::kind, "rigid (six degrees of freedom) or point (a particle)");
  body.def_readwrite(
      "mass", &Body::mass,
      "[kg], > 0 for rigid, >= 0 for point; assigning it leaves the inertia as it is\n"
      "(read_machine(..., changes={'bodies.load.mass': 600}) makes both again from the\n"
      "shapes of the file)");
  def_vector(body, "centre", &Body::centre, "centre of mass in the body frame [m]");
  body.def_property(
      "inertia", [](const py::object& self) { return view(self.cast<Body&>().inertia, self); },
      [](Body& self, const py::object& value) {
        const py::array a = py::array::ensure(value);
        if (a && a.ndim() == 1) {
          self.inertia = to_vec3(value, "inertia").asDiagonal();
        } else {
          PyErr_Clear();
          self.inertia = to_mat3(value, "inertia");
        }
      },
      "3 x 3 about the centre, body axes [kg m²]; 3 numbers stand for a diagonal. Does not follow\n"
      "the mass: body.inertia *= 1.5 goes with body.mass *= 1.5");
  body.def_property(
      "pose", [](Body& self) -> Pose& { return self.pose; },
      [](Body& self, const Pose& value) {
        self.pose = value;
        self.pose_given = true;
      },
      py::return_value_policy::reference_internal,
      "body frame in the world: initial pose or a guess of it; assigning sets pose_given");
  body.def_property(
      "position",
      [](const py::object& self) { return view(self.cast<Body&>().pose.position, self); },
      [](Body& self, const py::object& value) {
        self.pose.position = to_vec3(value, "position");
        self.pose_given = true;
      },
      "pose.position [m]; assigning sets pose_given");
  body.def_property(
      "rotation",
      [](const py::object& self) { return view(self.cast<Body&>().pose.rotation, self); },
      [](Body& self, const py::object& value) {
        self.pose.rotation = to_mat3(value, "rotation");
        self.pose_given = true;
      },
      "pose.rotation; assigning sets pose_given");
  body.def_readwrite("pose_given", &Body::pose_given, "False: placed along the joints");
  body.def_readwrite("pose_exact", &Body::pose_exact, "True: assembly must not move it");
  def_vector(body, "velocity", &Body::velocity, "of the origin, world axes [m/s], or None");
  def_vector(body, "angular_velocity", &Body::angular_velocity, "world axes [rad/s], or None");
  body.def_property(
      "points",
      [](const Body& self) {
        py::dict points;
        for (const NamedPoint& p : self.points)
          points[py::str(p.name)] = py::make_tuple(p.position.x(), p.position.y(), p.position.z());
        return py::module_::import("types").attr("MappingProxyType")(points);
      },
      [](Body& self, const py::dict& points) {
        std::vector<NamedPoint> read;
        for (const auto& [name, position] : points)
          read.push_back({name.cast<std::string>(), to_vec3(position, "points")});
        self.points = std::move(read);
      },
      "points by name, body frame [m]; read-only: assign a dict");
  def_word(body, "basis", &Body::basis, "natural coordinates; automatic chooses");
  body.def_readwrite("penalty_scale", &Body::penalty_scale, "factor on penalties, > 0");
}

void bind_joints(py::module_& m) {
  auto load = plain_class<AllowableLoad>(m, "AllowableLoad", "Loads a joint can carry.");
  load.def_readwrite("force", &AllowableLoad::force, "[N], 0 = unlimited");
  load.def_readwrite("torque", &AllowableLoad::torque, "[N m], 0 = unlimited");
  load.def_readwrite("breaks", &AllowableLoad::breaks, "True: beyond it, the joint is removed");

  auto joint =
      named_class<Joint>(m, "Joint", "A joint; points and axes are in the frames of their bodies.");
  def_word(joint, "type", &Joint::type,
           "revolute, prismatic, cylindrical, spherical, universal, planar, fixed, point_on_plane, "
           "point_on_line or distance");
  joint.def_readwrite("body_a", &Joint::body_a, "name; 'ground' is the fixed world");
  joint.def_readwrite("body_b", &Joint::body_b, "name");
  def_vector(joint, "point_a", &Joint::point_a, "on body_a [m]");
  def_vector(joint, "point_b", &Joint::point_b, "on body_b [m]");
  def_vector(joint, "axis_a", &Joint::axis_a, "of body_a; need not be a unit vector");
  def_vector(joint, "axis_b", &Joint::axis_b, "of body_b");
  def_vector(joint, "zero_a", &Joint::zero_a,
             "direction of a that meets zero_b at angle 0, or None");
  def_vector(joint, "zero_b", &Joint::zero_b, "direction of b, or None");
  joint.def_readwrite("length", &Joint::length, "distance joint [m]; 0 = as assembled");
  joint.def_readwrite("allowable", &Joint::allowable, "loads it can carry");
  joint.def_readwrite("penalty_scale", &Joint::penalty_scale, "factor on penalties, > 0");

  auto c = named_class<Coordinate>(m, "Coordinate",
                                   "A scalar measured on the machine, on which others act.");
  def_word(c, "kind", &Coordinate::kind, "angle, displacement, distance, cone or twist");
  c.def_readwrite("joint", &Coordinate::joint, "for all kinds but distance");
  c.def_readwrite("body_a", &Coordinate::body_a, "distance only");
  c.def_readwrite("body_b", &Coordinate::body_b, "distance only");
  def_vector(c, "point_a", &Coordinate::point_a, "distance: on body_a [m]");
  def_vector(c, "point_b", &Coordinate::point_b, "distance: on body_b [m]");
  c.def_readwrite("initial", &Coordinate::initial, "assembly must reach it [rad or m], or None");
  c.def_readwrite("initial_speed", &Coordinate::initial_speed, "[rad/s or m/s], or None");
  c.def_readwrite("unknown", &Coordinate::unknown, "True: a scalar unknown of the system");
}

void bind_actors(py::module_& m) {
  auto drive = named_class<Drive>(m, "Drive", "Guides a coordinate, up to its force limits.");
  drive.def_readwrite("coordinate", &Drive::coordinate);
  def_word(drive, "quantity", &Drive::quantity, "what the function prescribes: position or speed");
  def_function(drive, "function", &Drive::function, "of time, or an input");
  drive.def_readwrite("force_max", &Drive::force_max, "while pushing up [N or N m]; 0 = unlimited");
  drive.def_readwrite("force_min", &Drive::force_min, "while pushing down, <= 0; 0 = unlimited");
  drive.def_readwrite("speed_max", &Drive::speed_max, "of the reference [1/s]; 0 = unlimited");
  drive.def_readwrite("speed_min", &Drive::speed_min, "<= 0; 0 = -speed_max");
  drive.def_readwrite("acceleration_max", &Drive::acceleration_max, "0 = unlimited");
  drive.def_readwrite("response_time", &Drive::response_time, "of the filter on inputs [s], > 0");
  drive.def_readwrite("lower", &Drive::lower, "stroke for inputs; lower = upper: unlimited");
  drive.def_readwrite("upper", &Drive::upper, "stroke for inputs");

  auto spring = named_class<Spring>(
      m, "Spring",
      "F = -factor(t) spring(x - free) - damper(speed) + force(t), positive increases x.");
  spring.def_readwrite("coordinate", &Spring::coordinate);
  spring.def_readwrite("free", &Spring::free, "x without spring force [m or rad]");
  spring.def_readwrite("free_as_assembled", &Spring::free_as_assembled);
  def_function(spring, "spring", &Spring::spring, "of x - free [N or N m]");
  def_function(spring, "damper", &Spring::damper, "of the speed [N or N m]");
  def_function(spring, "force", &Spring::force, "of time, or an input [N or N m]");
  spring.def_property(
      "factor", [](const Spring& s) { return s.factor; },
      [](Spring& s, const py::object& value) {
        s.factor.reset();
        if (!value.is_none()) s.factor = make_function(value, "factor");
      },
      "on the spring alone, of time or an input; None: 1 (a copy: assign a new one)");

  auto stop = named_class<Stop>(m, "Stop", "An elastic, damped end stop on a coordinate.");
  stop.def_readwrite("coordinate", &Stop::coordinate);
  stop.def_readwrite("lower", &Stop::lower, "[m or rad], or None");
  stop.def_readwrite("upper", &Stop::upper, "[m or rad], or None");
  stop.def_readwrite("stiffness", &Stop::stiffness, "[N/m or N m/rad], > 0");
  stop.def_readwrite("damping", &Stop::damping, "[s/m or s/rad], >= 0");

  auto coupling = named_class<Coupling>(m, "Coupling", "x_b = function(x_a): gears, steering.");
  coupling.def_readwrite("coordinate_a", &Coupling::coordinate_a);
  coupling.def_readwrite("coordinate_b", &Coupling::coordinate_b);
  def_function(coupling, "function", &Coupling::function, "of x_a");
  coupling.def_readwrite("offset", &Coupling::offset);
  coupling.def_readwrite("offset_as_assembled", &Coupling::offset_as_assembled);

  auto load = named_class<Load>(m, "Load", "A force or torque on a body, functions of time.");
  load.def_readwrite("body", &Load::body);
  def_vector(load, "point", &Load::point, "in the body frame [m]; force only");
  load.def_readwrite("torque", &Load::torque, "True: a torque [N m] instead of a force [N]");
  load.def_readwrite("follows_body", &Load::follows_body, "True: components in the body frame");
  def_function(load, "x", &Load::x, "of time [N or N m]");
  def_function(load, "y", &Load::y, "of time [N or N m]");
  def_function(load, "z", &Load::z, "of time [N or N m]");

  auto mount =
      named_class<Mount>(m, "Mount", "A spring-damper between a body point and the world.");
  mount.def_readwrite("body", &Mount::body);
  def_vector(mount, "point", &Mount::point, "in the body frame [m]");
  def_vector(mount, "anchor", &Mount::anchor, "world [m]; None: as assembled");
  def_vector(mount, "stiffness", &Mount::stiffness, "per world axis [N/m], >= 0");
  def_vector(mount, "damping", &Mount::damping, "per world axis [N s/m], >= 0");

  auto rope_point =
      plain_class<RopePoint>(m, "RopePoint", "A point of a body that a rope runs over.");
  rope_point.def_readwrite("body", &RopePoint::body, "may be 'ground'");
  def_vector(rope_point, "point", &RopePoint::point, "in the body frame [m]");
  auto rope = named_class<Rope>(m, "Rope", "Pulls over eyes and pulleys, never pushes.");
  rope.def_readwrite("points", &Rope::points, "at least 2 RopePoint");
  rope.def_readwrite("length", &Rope::length, "free length [m]; None: as assembled");
  rope.def_readwrite("stiffness", &Rope::stiffness, "[N/m], > 0, unless axial_stiffness is given");
  rope.def_readwrite("axial_stiffness", &Rope::axial_stiffness, "EA [N]: stiffness = EA / length");
  rope.def_readwrite("damping", &Rope::damping, "[s/m], >= 0");
  def_function(rope, "winding", &Rope::winding, "rate of the free length [m/s]; positive pays out");
  rope.def_readwrite("length_min", &Rope::length_min, "winding in ends here [m], > 0");

  auto tool = named_class<Tool>(m, "Tool", "An edge with a plate that cuts soil, and holds it.");
  tool.def_readwrite("body", &Tool::body, "that carries it");
  def_vector(tool, "edge", &Tool::edge, "middle of the cutting edge, in the body frame [m]");
  def_vector(tool, "plate", &Tool::plate, "where the plate behind the edge ends [m]");
  def_vector(tool, "front", &Tool::front,
             "towards the soil that it pushes; zero: towards the cavity");
  tool.def_readwrite("width", &Tool::width, "of edge and plate [m], > 0");
  tool.def_readwrite("teeth", &Tool::teeth, "how many; 0: a plain edge");
  tool.def_readwrite("tooth_area", &Tool::tooth_area,
                     "of the front of a tooth, or of the whole plain edge [m²]");
  tool.def_readwrite("tooth_thickness", &Tool::tooth_thickness, "[m], > 0");
  tool.def_readwrite("cavity", &Tool::cavity,
                     "[x, z] from the edge along the shell to the rear lip [m]; empty: it pushes");
  tool.def_readwrite("cavity_width", &Tool::cavity_width, "inside [m]");
  tool.def_readwrite("cutting", &Tool::cutting,
                     "groups of contact spheres that soil does not hold up");

  auto bed = named_class<Bed>(m, "Bed", "A box open at the top that holds loose soil.");
  bed.def_readwrite("body", &Bed::body, "that carries it");
  def_vector(bed, "from_", &Bed::from, "rear right corner of the floor, inside [m]");
  def_vector(bed, "to", &Bed::to, "front left corner at the top of the walls, inside [m]");
  bed.def_readwrite("front", &Bed::front, "height of this wall [m]; None: as high as `to`");
  bed.def_readwrite("rear", &Bed::rear, "height of this wall [m]; None: as high as `to`");
  bed.def_readwrite("left", &Bed::left, "height of this wall [m]; None: as high as `to`");
  bed.def_readwrite("right", &Bed::right, "height of this wall [m]; None: as high as `to`");
  bed.def_readwrite("cell", &Bed::cell, "of the columns of soil [m], 0.05..0.5");
  def_word(bed, "gate", &Bed::gate, "wall that opens: none, front, rear, left, right");
  bed.def_readwrite("gate_coordinate", &Bed::gate_coordinate, "how far the gate is open");
  bed.def_readwrite("gate_opens", &Bed::gate_opens, "soil passes from here on [m or rad]");

  auto sensor = named_class<Sensor>(m, "Sensor", "A column of results.");
  def_word(sensor, "kind", &Sensor::kind,
           "position, coordinate, reaction_force, energy_total, ...");
  sensor.def_readwrite("target", &Sensor::target, "name of a body, coordinate, joint, drive, ...");
  def_vector(sensor, "point", &Sensor::point, "in the body frame [m]");
}

void bind_settings(py::module_& m) {
  auto c = plain_class<Settings>(m, "Settings", "Of the integrator.");
  c.def_readwrite("step", &Settings::step, "h [s], 1e-7..0.1");
  c.def_readwrite("duration", &Settings::duration, "default length of a run [s], > 0");
  def_word(c, "method", &Settings::method,
           "trapezoidal, newmark, hht, generalized_alpha, explicit, fourth_order or auto");
  def_word(c, "formulation", &Settings::formulation,
           "with explicit: augmented, penalty, multipliers or matrix_r");
  c.def_readwrite("accuracy", &Settings::accuracy,
                  "explicit: largest error of an internal step [m], 1e-14..1");
  c.def_readwrite("rho_infinity", &Settings::rho_infinity, "generalized_alpha, 0..1");
  c.def_readwrite("hht_alpha", &Settings::hht_alpha, "hht, 0..1/3");
  c.def_readwrite("newmark_beta", &Settings::newmark_beta);
  c.def_readwrite("newmark_gamma", &Settings::newmark_gamma);
  def_word(c, "projection", &Settings::projection, "tangent or mass");
  def_word(c, "penalty_rule", &Settings::penalty_rule,
           "dimensionless, mass_proportional or global");
  c.def_readwrite("penalty", &Settings::penalty, "> 0");
  c.def_readwrite("max_iterations", &Settings::max_iterations, "per step, 1..50");
  c.def_readwrite("tolerance", &Settings::tolerance, "[m/s²]; 0 = by the step");
  c.def_readwrite("max_substeps", &Settings::max_substeps, "parts of a failed step");
  def_vector(c, "gravity", &Settings::gravity, "[m/s²]");
  c.def_property(
      "gravity_function",
      [](const Settings& s) -> py::object {
        if (!s.gravity_function) return py::none();
        return py::make_tuple((*s.gravity_function)[0], (*s.gravity_function)[1],
                              (*s.gravity_function)[2]);
      },
      [](Settings& s, const py::object& value) {
        s.gravity_function.reset();
        if (value.is_none()) return;
        const auto axes = value.cast<py::sequence>();
        if (axes.size() != 3)
          throw py::value_error("gravity_function: expected three functions (x, y, z), or None");
        s.gravity_function.emplace();
        for (std::size_t k = 0; k < 3; ++k)
          (*s.gravity_function)[k] = make_function(py::object(axes[k]), "gravity_function");
      },
      "three functions of time or inputs [m/s²], or None: `gravity` is constant");

  auto output = plain_class<Output>(m, "Output", "What the command line writes of a run.");
  def_names(output, "sensors", &Output::sensors, "names of the columns; empty: all sensors");
  output.def_readwrite("interval", &Output::interval, "between rows [s]; 0 = by itself");

  auto seat = plain_class<Seat>(m, "Seat", "What an operator is given, from a machine file.");
  seat.def_readwrite("site", &Seat::site, "a bundled site to stand on; empty: none");
}

}  // namespace

void bind_description(py::module_& m) {
  bind_function(m);
  bind_bodies(m);
  bind_joints(m);
  bind_actors(m);
  bind_settings(m);
}

}  // namespace outrigger::python
