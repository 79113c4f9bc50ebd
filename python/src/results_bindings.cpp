/// Recordings, and the plain values that a world reports.
#include "arrays.h"
#include "bindings.h"
#include "results.h"
#include "sim/mass_report.h"

namespace outrigger::python {

namespace {

using RecordingPtr = std::shared_ptr<Recording>;

/// A view that keeps the recording alive. Read-only: other views show the same numbers.
py::array_t<double> view_of(const RecordingPtr& r, std::vector<py::ssize_t> shape,
                            std::vector<py::ssize_t> strides, const double* data) {
  py::array_t<double> a(std::move(shape), std::move(strides), data, py::cast(r));
  a.attr("setflags")(py::arg("write") = false);
  return a;
}

constexpr py::ssize_t kDouble = sizeof(double);

py::array_t<double> column(const RecordingPtr& r, const std::string& name) {
  for (std::size_t i = 0; i < r->columns.size(); ++i)
    if (r->columns[i] == name)
      return view_of(r, {static_cast<py::ssize_t>(r->rows)}, {kDouble},
                     r->table.data() + i * r->capacity);
  throw py::key_error(
      fmt::format("there is no column '{}'; columns are: {}", name, fmt::join(r->columns, ", ")));
}

py::array_t<double> table(const RecordingPtr& r) {
  return view_of(r,
                 {static_cast<py::ssize_t>(r->rows), static_cast<py::ssize_t>(r->columns.size())},
                 {kDouble, kDouble * static_cast<py::ssize_t>(r->capacity)}, r->table.data());
}

py::array_t<double> poses(const RecordingPtr& r) {
  const auto n = static_cast<py::ssize_t>(r->bodies.size());
  return view_of(r, {static_cast<py::ssize_t>(r->rows), n, 7},
                 {kDouble * 7 * n, kDouble * 7, kDouble}, r->poses.data());
}

std::string text_of(const Vec3& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x(), v.y(), v.z());
}

template <class T, class Member>
void def_frozen(py::class_<T>& c, const char* name, Member T::*member, const char* doc) {
  c.def_property_readonly(
      name, [member](const T& self) { return frozen(self.*member); }, doc);
}

void bind_recording(py::module_& m) {
  py::class_<Recording, RecordingPtr>(m, "Recording",
                                      "Columns of a run. recording['name'] is a read-only view of "
                                      "the numbers in C++, no copy, and\n"
                                      "stays valid for as long as anybody holds it.")
      .def_property_readonly("columns",
                             [](const Recording& r) { return py::tuple(py::cast(r.columns)); })
      .def_property_readonly(
          "units",
          [](const Recording& r) {
            py::dict units;
            for (std::size_t i = 0; i < r.columns.size(); ++i)
              units[py::str(r.columns[i])] = r.units[i];
            return units;
          },
          "units by column")
      .def_property_readonly(
          "time", [](const RecordingPtr& r) { return column(r, "time"); }, "[s]")
      .def_property_readonly("table", &table, "(rows, columns) view of all columns")
      .def_property_readonly(
          "poses", &poses,
          "(rows, bodies, 7) view: x, y, z [m], qw, qx, qy, qz of the bodies that "
          "run(bodies=...) names; NaN where a body was gone")
      .def_property_readonly("bodies",
                             [](const Recording& r) { return py::tuple(py::cast(r.bodies)); })
      .def("keys", [](const Recording& r) { return py::tuple(py::cast(r.columns)); })
      .def("__getitem__", &column, py::arg("column"))
      .def("__len__", [](const Recording& r) { return r.rows; })
      .def("__contains__",
           [](const Recording& r, const std::string& name) {
             return std::find(r.columns.begin(), r.columns.end(), name) != r.columns.end();
           })
      .def("__iter__", [](const Recording& r) { return py::iter(py::tuple(py::cast(r.columns))); })
      .def("__repr__", [](const Recording& r) {
        return fmt::format("<Recording: {} rows of {}>", r.rows, fmt::join(r.columns, ", "));
      });
}

void bind_values(py::module_& m) {
  using contact::ContactReading;
  using sim::Event;
  py::class_<sim::EventPart>(m, "EventPart", "A part that an event is about.")
      .def_readonly("kind", &sim::EventPart::kind, "'body', 'joint', 'drive', 'shape', ...")
      .def_readonly("name", &sim::EventPart::name)
      .def("__repr__",
           [](const sim::EventPart& p) { return fmt::format("<{} '{}'>", p.kind, p.name); });
  py::class_<Event>(m, "Event", "Something that happened in a step.")
      .def_property_readonly("kind", [](const Event& e) { return std::string(to_string(e.kind)); })
      .def_readonly("step", &Event::step)
      .def_readonly("time", &Event::time, "[s]")
      .def_property_readonly(
          "parts", [](const Event& e) { return py::tuple(py::cast(e.parts)); },
          "EventPart objects, the one it is about first")
      .def_property_readonly("name", &Event::name, "the names of the parts: 'pin', 'ball/floor'")
      .def_readonly("value", &Event::value, "how strong")
      .def_readonly("unit", &Event::unit, "of the value; empty: a count or unknown")
      .def_property_readonly(
          "place",
          [](const Event& e) -> py::object {
            return e.place ? py::object(frozen(*e.place)) : py::none();
          },
          "in the world [m], or None")
      .def_readonly("text", &Event::text, "one line for people")
      .def(
          "to_json", [](const Event& e) { return sim::to_text(e); }, "one line of JSON")
      .def("__repr__", [](const Event& e) { return "<Event " + e.text + ">"; });

  py::class_<sim::WorldReport>(m, "WorldReport", "What a step took.")
      .def_readonly("iterations", &sim::WorldReport::iterations, "largest of the articulations")
      .def_readonly("awake_articulations", &sim::WorldReport::awake_articulations)
      .def_readonly("converged", &sim::WorldReport::converged)
      .def_readonly("contained", &sim::WorldReport::contained, "an articulation was held still")
      .def("__repr__", [](const sim::WorldReport& r) {
        return fmt::format("<WorldReport: {} iterations, {} articulations awake{}{}>", r.iterations,
                           r.awake_articulations, r.converged ? "" : ", not converged",
                           r.contained ? ", contained" : "");
      });

  py::class_<sim::Energies>(m, "Energies", "Of the whole world [J].")
      .def_readonly("kinetic", &sim::Energies::kinetic)
      .def_readonly("potential", &sim::Energies::potential)
      .def_property_readonly("total", &sim::Energies::total)
      .def_property_readonly("start", [](const sim::Energies& e) { return e.ledger.start; })
      .def_property_readonly(
          "external", [](const sim::Energies& e) { return e.ledger.external; },
          "work of loads and custom forces")
      .def_property_readonly("drives", [](const sim::Energies& e) { return e.ledger.drives; })
      .def_property_readonly("dissipated",
                             [](const sim::Energies& e) { return e.ledger.dissipated; })
      .def_property_readonly(
          "integrator", [](const sim::Energies& e) { return e.ledger.integrator; },
          "removed by the integrator")
      .def_property_readonly(
          "projection", [](const sim::Energies& e) { return e.ledger.projection; },
          "removed by the projection")
      .def_property_readonly(
          "detection", [](const sim::Energies& e) { return e.ledger.detection; },
          "stored less because contacts were re-detected")
      .def("__repr__", [](const sim::Energies& e) {
        return fmt::format("<Energies: kinetic {:.6g} J, potential {:.6g} J, total {:.6g} J>",
                           e.kinetic, e.potential, e.total());
      });

  py::class_<ContactReading> contact(m, "ContactReading", "Where two shapes touch.");
  contact.def_readonly("shape_a", &ContactReading::shape_a);
  contact.def_readonly("shape_b", &ContactReading::shape_b);
  def_frozen(contact, "point", &ContactReading::point, "world [m]");
  def_frozen(contact, "normal", &ContactReading::normal, "from B to A");
  def_frozen(contact, "force", &ContactReading::force, "on A [N]");
  def_frozen(contact, "torque", &ContactReading::torque, "on A against spin and rolling [N m]");
  contact.def_readonly("normal_force", &ContactReading::normal_force, "[N]");
  contact.def_readonly("sliding", &ContactReading::sliding);
  contact.def("__repr__", [](const ContactReading& c) {
    return fmt::format("<ContactReading '{}' on '{}': point {} m, force {} N{}>", c.shape_a,
                       c.shape_b, text_of(c.point), text_of(c.force), c.sliding ? ", sliding" : "");
  });

  using tyres::TyreReading;
  py::class_<TyreReading>(m, "TyreReading", "A tyre at the end of the last step.")
      .def_readonly("load", &TyreReading::load, "along the normal of the ground [N]")
      .def_readonly("deflection", &TyreReading::deflection, "[m], 0 in the air")
      .def_readonly("longitudinal", &TyreReading::longitudinal, "force on the wheel, forward [N]")
      .def_readonly("lateral", &TyreReading::lateral, "force on the wheel, to the left [N]")
      .def_readonly("slip_longitudinal", &TyreReading::slip_longitudinal,
                    "as the tyre feels it, up to the peak of its curve")
      .def_readonly("slip_lateral", &TyreReading::slip_lateral)
      .def("__repr__", [](const TyreReading& r) {
        return fmt::format(
            "<TyreReading: load {:.6g} N, deflection {:.4g} m, forces {:.6g} and {:.6g} N, slips "
            "{:.4g} and {:.4g}>",
            r.load, r.deflection, r.longitudinal, r.lateral, r.slip_longitudinal, r.slip_lateral);
      });

  using sim::TotalMass;
  py::class_<TotalMass> total(m, "TotalMass", "Mass properties of several bodies together.");
  total.def_readonly("mass", &TotalMass::mass, "[kg]");
  def_frozen(total, "centre", &TotalMass::centre, "of mass, world [m]");
  total.def_property_readonly(
      "inertia", [](const TotalMass& t) { return frozen(t.inertia); },
      "about the centre, world axes [kg m²]");
  total.def("__repr__", [](const TotalMass& t) {
    return fmt::format("<TotalMass: {:.9g} kg at {} m>", t.mass, text_of(t.centre));
  });

  using sim::MassMatrix;
  py::class_<MassMatrix>(m, "MassMatrix", "T = 1/2 z' M z' of a group of jointed bodies.")
      .def_readonly("articulation", &MassMatrix::articulation, "first body of the group")
      .def_readonly("known", &MassMatrix::known, "False: too many coordinates, no matrix")
      .def_property_readonly(
          "names", [](const MassMatrix& x) { return py::tuple(py::cast(x.names)); },
          "coordinates of the rows; body.x ... body.rz are velocities of a body frame")
      .def_property_readonly(
          "units", [](const MassMatrix& x) { return py::tuple(py::cast(x.units)); }, "m or rad")
      .def_property_readonly(
          "matrix",
          [](const MassMatrix& x) {
            py::array_t<double> a({static_cast<py::ssize_t>(x.matrix.rows()),
                                   static_cast<py::ssize_t>(x.matrix.cols())});
            for (Eigen::Index i = 0; i < x.matrix.rows(); ++i)
              for (Eigen::Index j = 0; j < x.matrix.cols(); ++j)
                a.mutable_at(i, j) = x.matrix(i, j);
            return a;
          },
          "symmetric [kg, kg m, kg m²]; a copy")
      .def("__repr__", [](const MassMatrix& x) {
        return fmt::format("<MassMatrix of '{}': {}>", x.articulation, fmt::join(x.names, ", "));
      });

  using model::Twist;
  py::class_<Twist> twist(m, "Twist", "Velocity (or acceleration) of a body frame, world axes.");
  def_frozen(twist, "linear", &Twist::linear, "of the origin [m/s]");
  def_frozen(twist, "angular", &Twist::angular, "[rad/s]");
  twist.def("__repr__", [](const Twist& t) {
    return fmt::format("Twist(linear={}, angular={})", text_of(t.linear), text_of(t.angular));
  });

  using system::JointReaction;
  py::class_<JointReaction> reaction(
      m, "JointReaction", "Load on body b at the joint point, in the axes of joint frame a.");
  def_frozen(reaction, "force", &JointReaction::force, "[N]");
  def_frozen(reaction, "torque", &JointReaction::torque, "[N m]");
  reaction.def("__repr__", [](const JointReaction& r) {
    return fmt::format("JointReaction(force={}, torque={})", text_of(r.force), text_of(r.torque));
  });
}

}  // namespace

void write_pose(const Pose& pose, double* out) {
  Eigen::Quaterniond q(pose.rotation);
  q.normalize();
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  for (int k = 0; k < 3; ++k) out[k] = pose.position[k];
  out[3] = q.w();
  out[4] = q.x();
  out[5] = q.y();
  out[6] = q.z();
}

void bind_results(py::module_& m) {
  bind_recording(m);
  bind_values(m);
}

}  // namespace outrigger::python
