/// outrigger.World, its handles and snapshots: sim/world.h.
#include <fmt/format.h>
#include <pybind11/operators.h>

#include <algorithm>

#include "articulation/articulation.h"
#include "bindings.h"
#include "description/check.h"
#include "guarded_world.h"
#include "names.h"
#include "sim/mass_report.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "terrain/ground_edit.h"

namespace outrigger::python {

using sim::PartKind;

namespace {

template <PartKind kKind>
void bind_handle(py::module_& m, const char* name) {
  using H = WorldHandle<kKind>;
  py::class_<H>(m, name, "Names a part of one world; notices when the part is gone.")
      .def(py::self == py::self)
      .def("__hash__",
           [](const H& h) { return (h.world << 40) ^ h.handle.generation << 24 ^ h.handle.slot; })
      .def("__repr__", [](const H& h) {
        return fmt::format("<{} handle {}.{}>", sim::to_string(kKind), h.handle.slot,
                           h.handle.generation);
      });
}

template <class Parts>
std::vector<std::string> names_of(sim::World& world, Parts model::Mechanism::*parts) {
  std::vector<std::string> names;
  for (const auto& articulation : world.articulations())
    for (const auto& p : articulation->mechanism().*parts) names.push_back(p.spec.name);
  return names;
}

template <PartKind kKind>
std::vector<std::string> names_of(sim::World& world) {
  using M = model::Mechanism;
  if constexpr (kKind == PartKind::body) return names_of(world, &M::bodies);
  if constexpr (kKind == PartKind::joint) return names_of(world, &M::joints);
  if constexpr (kKind == PartKind::coordinate) return names_of(world, &M::coordinates);
  if constexpr (kKind == PartKind::drive) return names_of(world, &M::drives);
  if constexpr (kKind == PartKind::spring) return names_of(world, &M::springs);
  if constexpr (kKind == PartKind::brake) return names_of(world, &M::brakes);
  if constexpr (kKind == PartKind::driveline) return names_of(world, &M::drivelines);
  if constexpr (kKind == PartKind::rope) return names_of(world, &M::ropes);
  if constexpr (kKind == PartKind::tyre) return names_of(world, &M::tyres);
}

template <PartKind kKind>
using Finder = sim::Handle<kKind> (sim::World::*)(const std::string&) const;

/// The handle of a name; where there is none, the message tells the nearest and the known ones.
template <PartKind kKind>
sim::Handle<kKind> find_name(sim::World& world, const std::string& name, Finder<kKind> by_name) {
  try {
    return (world.*by_name)(name);
  } catch (const Error& e) {
    throw Error(e.what() + known_names(name, "known", names_of<kKind>(world)));
  }
}

/// The handle of a part given by handle or by name.
template <PartKind kKind>
sim::Handle<kKind> find(GuardedWorld& w, const py::object& part, Finder<kKind> by_name) {
  sim::World& world = w.reading();
  if (py::isinstance<py::str>(part))
    return find_name<kKind>(world, part.cast<std::string>(), by_name);
  if (py::isinstance<WorldHandle<kKind>>(part)) return w.own(part.cast<WorldHandle<kKind>>());
  throw py::type_error(fmt::format("expected a {} handle or name, not {}", sim::to_string(kKind),
                                   py::type::of(part).attr("__name__").cast<std::string>()));
}

sim::BodyHandle find_body(GuardedWorld& w, const py::object& part) {
  return find<PartKind::body>(w, part, &sim::World::body);
}

bool is_ground(const py::object& body) {
  return body.is_none() ||
         (py::isinstance<py::str>(body) && body.cast<std::string>() == description::kGround);
}

/// Whether a name is that of a coordinate and not of a body; Error where it is neither.
bool is_coordinate(sim::World& world, const std::string& name) {
  const std::vector<std::string> bodies = names_of<PartKind::body>(world);
  if (std::find(bodies.begin(), bodies.end(), name) != bodies.end()) return false;
  const std::vector<std::string> coordinates = names_of<PartKind::coordinate>(world);
  if (std::find(coordinates.begin(), coordinates.end(), name) != coordinates.end()) return true;
  std::vector<std::string> all = bodies;
  all.insert(all.end(), coordinates.begin(), coordinates.end());
  throw Error(fmt::format("there is no body and no coordinate named '{}'{}", name,
                          known_names(name, "bodies and coordinates", all)));
}

/// Names must stay unique, so that they still find one part.
template <class Finder>
void refuse_used_name(const char* kind, const std::string& name, const Finder& finder) {
  try {
    finder(name);
  } catch (const Error&) {
    return;
  }
  throw Error(fmt::format("there is already a {} named '{}'", kind, name));
}

std::vector<sim::BodyHandle> all_bodies(sim::World& world, std::vector<std::string>* names) {
  std::vector<sim::BodyHandle> bodies;
  for (const auto& articulation : world.articulations())
    for (const auto& b : articulation->mechanism().bodies) {
      bodies.push_back(sim::HandleTable::handle<PartKind::body>(b.id));
      if (names != nullptr) names->push_back(b.spec.name);
    }
  return bodies;
}

/// `out`, checked, or a new array of n rows.
py::array_t<double> rows(const py::object& out, std::size_t n, py::ssize_t width) {
  if (out.is_none()) return py::array_t<double>({static_cast<py::ssize_t>(n), width});
  if (!py::isinstance<py::array_t<double, py::array::c_style>>(out))
    throw py::type_error("out: expected a C-contiguous array of float64");
  auto a = out.cast<py::array_t<double, py::array::c_style>>();
  if (a.ndim() != 2 || a.shape(0) != static_cast<py::ssize_t>(n) || a.shape(1) != width)
    throw py::value_error(
        fmt::format("out: expected shape ({}, {}), not {}", n, width, shape_text(a)));
  if (!a.writeable()) throw py::value_error("out: the array cannot be written to");
  return a;
}

/// Every part but drives and coordinates, which machines bring, can be removed.
void remove(GuardedWorld& w, const py::object& part) {
  sim::World& world = w.changing();
  const auto try_kind = [&]<PartKind kKind>(WorldHandle<kKind>*) {
    if (!py::isinstance<WorldHandle<kKind>>(part)) return false;
    const auto handle = w.own(part.cast<WorldHandle<kKind>>());
    w.at_work([&] { world.remove(handle); });
    return true;
  };
  const bool removed = try_kind(static_cast<WorldHandle<PartKind::body>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::joint>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::load>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::mount>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::spring>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::rope>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::body_force>*>(nullptr)) ||
                       try_kind(static_cast<WorldHandle<PartKind::coordinate_force>*>(nullptr));
  if (!removed)
    throw py::type_error(fmt::format(
        "expected the handle of a body, joint, load, mount, spring, rope or force, not {}",
        py::type::of(part).attr("__name__").cast<std::string>()));
}

double force(GuardedWorld& w, const py::object& part) {
  sim::World& world = w.reading();
  if (py::isinstance<WorldHandle<PartKind::drive>>(part))
    return world.force(w.own(part.cast<WorldHandle<PartKind::drive>>()));
  if (py::isinstance<WorldHandle<PartKind::spring>>(part))
    return world.force(w.own(part.cast<WorldHandle<PartKind::spring>>()));
  if (py::isinstance<WorldHandle<PartKind::brake>>(part))
    return world.force(w.own(part.cast<WorldHandle<PartKind::brake>>()));
  if (py::isinstance<WorldHandle<PartKind::driveline>>(part))
    return world.force(w.own(part.cast<WorldHandle<PartKind::driveline>>()));
  if (py::isinstance<WorldHandle<PartKind::rope>>(part))
    return world.force(w.own(part.cast<WorldHandle<PartKind::rope>>()));
  throw py::type_error(
      fmt::format("expected the handle of a drive, spring, brake, driveline or rope, not {}",
                  py::type::of(part).attr("__name__").cast<std::string>()));
}

std::shared_ptr<Recording> run(GuardedWorld& w, const std::optional<double>& duration,
                               std::int64_t every, const py::object& sensors, const Names& bodies) {
  sim::World& world = w.reading();
  RunOptions options;
  const double seconds = duration.value_or(world.settings().duration);
  if (!(seconds >= 0.0 && seconds <= 1e9))
    throw py::value_error(fmt::format("duration: {} s is not allowed: must be 0..1e9", seconds));
  if (every < 1)
    throw py::value_error(fmt::format("every: {} is not allowed: must be ≥ 1 step", every));
  options.steps = static_cast<std::int64_t>(std::llround(seconds / world.step_size()));
  options.every = every;
  if (sensors.is_none()) {
    options.sensors = w.usual_sensors();
  } else {
    for (const py::handle& s : sensors) {
      if (!py::isinstance<description::Sensor>(s))
        throw py::type_error(fmt::format("sensors: expected outrigger.Sensor objects, not {}",
                                         py::type::of(s).attr("__name__").cast<std::string>()));
      options.sensors.push_back(s.cast<description::Sensor>());
    }
  }
  for (const std::string& name : bodies.list)
    find_name<PartKind::body>(world, name, &sim::World::body);
  options.bodies = bodies.list;
  return w.run(options);
}

/// Where worlds and the Python functions they call hold each other, the collector must see it.
void support_collector(PyHeapTypeObject* heap_type) {
  PyTypeObject* type = &heap_type->ht_type;
  type->tp_flags |= Py_TPFLAGS_HAVE_GC;
  type->tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    if (!instance->get_value_and_holder().holder_constructed()) return 0;
    return py::cast<GuardedWorld&>(py::handle(self)).traverse(visit, arg);
  };
  type->tp_clear = [](PyObject* self) {
    auto* instance = reinterpret_cast<py::detail::instance*>(self);
    if (instance->get_value_and_holder().holder_constructed())
      py::cast<GuardedWorld&>(py::handle(self)).clear();
    return 0;
  };
}

using World = py::class_<GuardedWorld>;

void bind_stepping(World& c) {
  c.def(
      "step", &GuardedWorld::step,
      "One step of settings.step: functions of on_step, force functions, motion. The GIL is free\n"
      "while the machine moves. Returns a WorldReport.");
  c.def("run", &run, py::arg("duration") = py::none(), py::arg("every") = 1,
        py::arg("sensors") = py::none(), py::arg("bodies") = Names{},
        "Runs for `duration` [s] (default: settings.duration) and returns a Recording with a row "
        "now\n"
        "and after every `every` steps. sensors: list of Sensor (default: those of the machine);\n"
        "bodies: names of bodies (or one name) whose poses are kept.");
  c.def(
      "on_step",
      [](GuardedWorld& w, py::function f) {
        w.on_step(f);
        return f;
      },
      py::arg("function"),
      "Calls function(world) before every step, to move levers or edit the machine; may be used as "
      "a\n"
      "decorator. An exception leaves step() and the world is as before.");
  c.def("remove_on_step", &GuardedWorld::remove_on_step, py::arg("function"),
        "False when it was not there.");
  c.def_property_readonly(
      "time", [](GuardedWorld& w) { return w.reading().time(); }, "[s]");
  c.def_property_readonly("step_count", [](GuardedWorld& w) { return w.reading().step_count(); });
  c.def_property_readonly(
      "step_size", [](GuardedWorld& w) { return w.reading().step_size(); }, "[s]");
  c.def_property_readonly("last_report", [](GuardedWorld& w) { return w.reading().last_report(); });
  c.def(
      "find_equilibrium",
      [](GuardedWorld& w) {
        sim::World& world = w.changing();
        return w.at_work([&] { return world.find_equilibrium(); });
      },
      "Static equilibrium; returns the largest remaining acceleration [m/s²].");
  c.def(
      "take_events", [](GuardedWorld& w) { return w.changing().take_events(); },
      "Events since the last call.");
  c.def_property_readonly("input_names", [](GuardedWorld& w) {
    return py::tuple(py::cast(w.reading().input_names()));
  });
  c.def_property_readonly(
      "inputs",
      [](GuardedWorld& w) {
        sim::World& world = w.reading();
        py::dict values;
        for (std::size_t i = 0; i < world.input_names().size(); ++i)
          values[py::str(world.input_names()[i])] = world.input_values()[i];
        return values;
      },
      "Present values by name (a copy; set_input changes them).");
  c.def(
      "set_input",
      [](GuardedWorld& w, const std::string& name, double value) {
        w.changing().set_input(name, value);
      },
      py::arg("name"), py::arg("value"), "Moves a lever, -1..1, or what its readers expect.");
}

template <PartKind kKind>
void def_finder(World& c, const char* name, Finder<kKind> find_part) {
  c.def(
      name,
      [find_part](GuardedWorld& w, const std::string& part) {
        return w.mark(find_name<kKind>(w.reading(), part, find_part));
      },
      py::arg("name"), "Handle of the part with this name.");
}

void bind_reading(World& c) {
  def_finder<PartKind::body>(c, "body", &sim::World::body);
  def_finder<PartKind::joint>(c, "joint", &sim::World::joint);
  def_finder<PartKind::coordinate>(c, "coordinate", &sim::World::coordinate);
  def_finder<PartKind::drive>(c, "drive", &sim::World::drive);
  def_finder<PartKind::spring>(c, "spring", &sim::World::spring);
  def_finder<PartKind::brake>(c, "brake", &sim::World::brake);
  def_finder<PartKind::driveline>(c, "driveline", &sim::World::driveline);
  def_finder<PartKind::rope>(c, "rope", &sim::World::rope);
  def_finder<PartKind::tyre>(c, "tyre", &sim::World::tyre);
  c.def(
      "alive",
      [](GuardedWorld& w, const WorldHandle<PartKind::body>& h) {
        return w.reading().alive(w.own(h));
      },
      py::arg("handle"));
  c.def(
      "alive",
      [](GuardedWorld& w, const WorldHandle<PartKind::joint>& h) {
        return w.reading().alive(w.own(h));
      },
      py::arg("handle"), "Whether the part is still there.");
  c.def(
      "pose",
      [](GuardedWorld& w, const py::object& body) { return w.reading().pose(find_body(w, body)); },
      py::arg("body"), "Pose of the body frame (a copy).");
  c.def(
      "twist",
      [](GuardedWorld& w, const py::object& body) { return w.reading().twist(find_body(w, body)); },
      py::arg("body"), "Velocity of the body frame [m/s, rad/s], world axes.");
  c.def(
      "acceleration",
      [](GuardedWorld& w, const py::object& body) {
        return w.reading().acceleration(find_body(w, body));
      },
      py::arg("body"), "Acceleration of the body frame [m/s², rad/s²], world axes.");
  c.def(
      "value",
      [](GuardedWorld& w, const py::object& coordinate) {
        return w.reading().value(
            find<PartKind::coordinate>(w, coordinate, &sim::World::coordinate));
      },
      py::arg("coordinate"), "[rad or m]");
  c.def(
      "speed",
      [](GuardedWorld& w, const py::object& coordinate) {
        return w.reading().speed(
            find<PartKind::coordinate>(w, coordinate, &sim::World::coordinate));
      },
      py::arg("coordinate"), "[rad/s or m/s]");
  c.def(
      "reaction",
      [](GuardedWorld& w, const py::object& joint) {
        return w.reading().reaction(find<PartKind::joint>(w, joint, &sim::World::joint));
      },
      py::arg("joint"), "Load of a joint on its body b (JointReaction).");
  c.def(
      "tyre_reading",
      [](GuardedWorld& w, const py::object& tyre) {
        return w.reading().reading(find<PartKind::tyre>(w, tyre, &sim::World::tyre));
      },
      py::arg("tyre"), "Load, deflection, forces and slips of a tyre (TyreReading).");
  c.def_property_readonly("tyre_names", [](GuardedWorld& w) {
    return py::tuple(py::cast(names_of<PartKind::tyre>(w.reading())));
  });
  c.def(
      "total_mass",
      [](GuardedWorld& w, const Names& bodies) {
        sim::World& world = w.reading();
        for (const std::string& name : bodies.list)
          find_name<PartKind::body>(world, name, &sim::World::body);
        return sim::total_mass(world, bodies.list);
      },
      py::arg("bodies") = Names{},
      "Mass, centre of mass and inertia of all bodies, or of those named (TotalMass).");
  c.def(
      "mass_matrices", [](GuardedWorld& w) { return sim::mass_matrices(w.reading()); },
      "Mass matrix of every group of jointed bodies at the present pose, the drives let go: list "
      "of\n"
      "MassMatrix.");
  c.def("force", &force, py::arg("part"),
        "Force of a drive, spring or brake along its coordinate, of a driveline, tension of a rope "
        "[N or N m].");
  c.def_property_readonly(
      "body_names",
      [](GuardedWorld& w) {
        std::vector<std::string> names;
        all_bodies(w.reading(), &names);
        return py::tuple(py::cast(names));
      },
      "Bodies in the order of poses() and velocities(); edits may change it.");
  c.def(
      "poses",
      [](GuardedWorld& w, const py::object& out) {
        sim::World& world = w.reading();
        const auto bodies = all_bodies(world, nullptr);
        auto a = rows(out, bodies.size(), 7);
        double* at = a.mutable_data();
        for (const auto b : bodies) write_pose(world.pose(b), at), at += 7;
        return a;
      },
      py::arg("out") = py::none(),
      "(bodies, 7): x, y, z [m], qw, qx, qy, qz. A new array, or `out` filled.");
  c.def(
      "velocities",
      [](GuardedWorld& w, const py::object& out) {
        sim::World& world = w.reading();
        const auto bodies = all_bodies(world, nullptr);
        auto a = rows(out, bodies.size(), 6);
        double* at = a.mutable_data();
        for (const auto b : bodies) {
          const model::Twist t = world.twist(b);
          for (int k = 0; k < 3; ++k) at[k] = t.linear[k], at[3 + k] = t.angular[k];
          at += 6;
        }
        return a;
      },
      py::arg("out") = py::none(),
      "(bodies, 6): linear [m/s], angular [rad/s], world axes. A new array, or `out` filled.");
  c.def(
      "contacts", [](GuardedWorld& w) { return w.reading().contacts(); },
      "Where shapes touch, at the end of the last step: list of ContactReading.");
  c.def(
      "contact_force",
      [](GuardedWorld& w, const std::string& group) {
        return frozen(w.reading().contact_force(group));
      },
      py::arg("group"), "Sum over the spheres and shapes of a group [N], world axes.");
  c.def(
      "energies", [](GuardedWorld& w) { return w.reading().energies(); }, "Energies [J].");
  c.def(
      "residuals",
      [](GuardedWorld& w) {
        const auto r = w.reading().residuals();
        return py::make_tuple(r.position, r.velocity, r.acceleration);
      },
      "Largest violation of the constraints: (position [m], velocity [m/s], acceleration [m/s²]).");
  c.def_property_readonly("articulation_count",
                          [](GuardedWorld& w) { return w.reading().articulations().size(); });
  c.def_property_readonly(
      "engine_speed", [](GuardedWorld& w) { return w.reading().engine_speed(); },
      "[rad/s]; 0 without an engine");
}

/// A value of a keyword of edit_ground as it stands in a line of YAML.
std::string flow_text(const py::handle& value) {
  if (py::isinstance<py::str>(value)) {
    std::string quoted = "'";
    for (const char c : value.cast<std::string>()) quoted += c == '\'' ? "''" : std::string(1, c);
    return quoted + "'";
  }
  if (!py::hasattr(value, "__iter__")) return fmt::format("{}", value.cast<double>());
  std::string list = "[";
  for (const py::handle item : value) list += (list.size() > 1 ? ", " : "") + flow_text(item);
  return list + "]";
}

void bind_ground(World& c) {
  c.def(
      "edit_ground",
      [](GuardedWorld& w, const std::optional<std::string>& edit, const py::kwargs& parts) {
        if (edit.has_value() == (parts.size() > 0))
          throw Error("edit_ground: give either a text or keywords");
        std::string text = edit.value_or("{");
        if (!edit) {
          for (const auto& [key, value] : parts)
            text +=
                (text.size() > 1 ? ", " : "") + key.cast<std::string>() + ": " + flow_text(value);
          text += "}";
        }
        const terrain::GroundEdit parsed = terrain::ground_edit_from_text(text);
        sim::World& world = w.changing();
        return w.at_work([&] { return world.edit_ground(parsed).cells; });
      },
      py::arg("edit") = py::none(),
      "Changes the ground between two steps, by a text such as\n"
      "'{rectangle: [2, 4, -1, 1], lower: 0.5}' or by the same as keywords; returns the number of\n"
      "fine cells that changed. What rests there wakes; World.restore undoes it.");
  c.def(
      "ground_height",
      [](GuardedWorld& w, double x, double y) { return w.reading().ground().height(x, y); },
      py::arg("x"), py::arg("y"), "Height of the ground as it is now [m].");
  c.def(
      "place_soil",
      [](GuardedWorld& w, const std::string& soil, double mass, double x, double y, double radius,
         double drop) {
        sim::World& world = w.changing();
        w.at_work([&] {
          world.place_soil({soil, mass, x, y, radius, drop});
          return 0;
        });
      },
      py::arg("soil"), py::arg("mass"), py::arg("x"), py::arg("y"), py::arg("radius") = 0.3,
      py::arg("drop") = 0.0,
      "Puts loose soil [kg] on the ground, evenly over a circle; it slides to its angle of "
      "repose.\n"
      "With `drop` it falls from so many metres above the ground, into a truck bed for example.\n"
      "Needs a site with `soils`. World.restore undoes it.");
  c.def(
      "soil_balance",
      [](GuardedWorld& w) {
        const sim::SoilStage* soil = w.reading().soil();
        if (soil == nullptr) throw Error("this site has no soil (section `soils` of a site file)");
        py::dict balance;
        const soil::Ledger& ledger = soil->ledger();
        for (int k = 0; k < ledger.soils(); ++k) {
          py::dict ways;
          for (int t = 0; t < soil::kTransfers; ++t)
            if (const auto way = static_cast<soil::Transfer>(t); ledger.of(way, k) != 0)
              ways[soil::word(way)] = ledger.of(way, k);
          if (!ways.empty()) balance[soil->field().soil(k).name.c_str()] = ways;
        }
        return balance;
      },
      "How much of each soil has gone which way since the start: {soil: {way: milligrams}}.\n"
      "Whole numbers: what was placed and dug is what lies there.");
  c.def(
      "tool_loads",
      [](GuardedWorld& w) {
        const sim::SoilStage* soil = w.reading().soil();
        if (soil == nullptr) throw Error("this site has no soil (section `soils` of a site file)");
        py::dict loads;
        for (const auto& tool : soil->tools().tools()) {
          py::dict load;
          const Vec3 force = std::as_const(*tool.articulation).tool_force(tool.index);
          load["mass"] = tool.content ? static_cast<double>(tool.content->mass()) /
                                            soil::kMilligramsPerKilogram
                                      : 0.0;
          load["volume"] = tool.content ? tool.content->volume() : 0.0;
          load["force"] = force;
          loads[tool.name.c_str()] = load;
        }
        return loads;
      },
      "What each tool holds and feels of the soil: {tool: {mass [kg], volume [m³], force [N, "
      "world]}}.");
  c.def(
      "bed_loads",
      [](GuardedWorld& w) {
        const sim::SoilStage* soil = w.reading().soil();
        if (soil == nullptr) throw Error("this site has no soil (section `soils` of a site file)");
        py::dict loads;
        for (const auto& bed : soil->beds().beds()) {
          py::dict load, by_soil;
          load["mass"] = static_cast<double>(bed.content.mass()) / soil::kMilligramsPerKilogram;
          load["volume"] = bed.content.volume();
          for (int k = 0; k < soil->field().soil_count(); ++k)
            if (const soil::Milligrams m = bed.content.mass_of(k); m > 0)
              by_soil[soil->field().soil(k).name.c_str()] = m;
          load["milligrams"] = by_soil;
          loads[bed.name.c_str()] = load;
        }
        return loads;
      },
      "What lies in each bed: {bed: {mass [kg], volume [m³], milligrams: {soil: whole number}}}.");
}

void bind_editing(World& c) {
  c.def(
      "add_body",
      [](GuardedWorld& w, const description::Body& body) {
        sim::World& world = w.changing();
        check(body);
        refuse_used_name("body", body.name, [&](const std::string& n) { world.body(n); });
        return w.mark(w.at_work([&] { return world.add_body(body); }));
      },
      py::arg("body"));
  c.def(
      "add_joint",
      [](GuardedWorld& w, const description::Joint& joint, const py::object& a,
         const py::object& b) {
        sim::World& world = w.changing();
        check(joint);
        refuse_used_name("joint", joint.name, [&](const std::string& n) { world.joint(n); });
        const sim::BodyHandle body_b = find_body(w, b);
        if (is_ground(a))
          return w.mark(w.at_work([&] { return world.add_joint_to_ground(joint, body_b); }));
        const sim::BodyHandle body_a = find_body(w, a);
        return w.mark(w.at_work([&] { return world.add_joint(joint, body_a, body_b); }));
      },
      py::arg("joint"), py::arg("a"), py::arg("b"),
      "Joins two bodies (handles or names; a may be None or 'ground') at their present poses. "
      "Speeds\n"
      "that contradict the joint are lost.");
  c.def(
      "add_load",
      [](GuardedWorld& w, const description::Load& load, const py::object& body) {
        sim::World& world = w.changing();
        check(load);
        const sim::BodyHandle on = find_body(w, body);
        return w.mark(w.at_work([&] { return world.add_load(load, on); }));
      },
      py::arg("load"), py::arg("body"));
  c.def(
      "add_mount",
      [](GuardedWorld& w, const description::Mount& mount, const py::object& body) {
        sim::World& world = w.changing();
        check(mount);
        const sim::BodyHandle on = find_body(w, body);
        return w.mark(w.at_work([&] { return world.add_mount(mount, on); }));
      },
      py::arg("mount"), py::arg("body"));
  c.def(
      "add_spring",
      [](GuardedWorld& w, const description::Spring& spring,
         const description::Coordinate& distance, const py::object& a, const py::object& b) {
        sim::World& world = w.changing();
        check(spring);
        check(distance);
        refuse_used_name("spring", spring.name, [&](const std::string& n) { world.spring(n); });
        refuse_used_name("coordinate", distance.name,
                         [&](const std::string& n) { world.coordinate(n); });
        const sim::BodyHandle body_b = find_body(w, b);
        if (is_ground(a))
          return w.mark(
              w.at_work([&] { return world.add_spring_to_ground(spring, distance, body_b); }));
        const sim::BodyHandle body_a = find_body(w, a);
        if (body_a == body_b)
          throw Error(fmt::format("spring '{}' would connect a body with itself", spring.name));
        return w.mark(
            w.at_work([&] { return world.add_spring(spring, distance, body_a, body_b); }));
      },
      py::arg("spring"), py::arg("distance"), py::arg("a"), py::arg("b"),
      "A distance spring between two bodies (handles or names; a may be None or 'ground', its "
      "point\n"
      "is then in the world); `distance` is a Coordinate with its points.");
  c.def(
      "add_rope",
      [](GuardedWorld& w, const description::Rope& rope, const std::vector<py::object>& bodies) {
        sim::World& world = w.changing();
        check(rope);
        refuse_used_name("rope", rope.name, [&](const std::string& n) { world.rope(n); });
        std::vector<std::optional<sim::BodyHandle>> on;
        for (const py::object& b : bodies)
          on.push_back(is_ground(b) ? std::nullopt : std::optional(find_body(w, b)));
        return w.mark(w.at_work([&] { return world.add_rope(rope, on); }));
      },
      py::arg("rope"), py::arg("bodies"),
      "A rope over points of bodies: `rope` is a Rope with its points, `bodies` whose they are\n"
      "(handles or names; None or 'ground': the point is in the world). Without a length it is as\n"
      "long as its way is now.");
  c.def(
      "add_force",
      [](GuardedWorld& w, const py::object& target, const py::function& function,
         const std::string& name, const py::object& point) -> py::object {
        sim::World& world = w.changing();
        bool on_coordinate = py::isinstance<WorldHandle<PartKind::coordinate>>(target);
        if (py::isinstance<py::str>(target))
          on_coordinate = is_coordinate(world, target.cast<std::string>());
        if (on_coordinate)
          return py::cast(w.mark(w.add_coordinate_force(
              name, find<PartKind::coordinate>(w, target, &sim::World::coordinate), function)));
        const Vec3 at = point.is_none() ? Vec3(Vec3::Zero()) : to_vec3(point, "point");
        return py::cast(w.mark(w.add_body_force(name, find_body(w, target), at, function)));
      },
      py::arg("target"), py::arg("function"), py::arg("name") = "force",
      py::arg("point") = py::none(),
      "A custom force on a body or a coordinate (handle or name).\n\n"
      "Body: function(t, pose, twist) -> force | (force, torque) | (force, torque, stiffness,\n"
      "damping), world axes [N, N m]; the force acts at `point` of the body frame. Coordinate:\n"
      "function(t, x, speed) -> F | (F, stiffness, damping).\n\n"
      "Called once per step, before anything moves, with time and predicted motion at the end of "
      "the\n"
      "step; the result holds over the step. stiffness = -dF/dx and damping = -dF/dv make stiff "
      "forces\n"
      "implicit. An exception leaves step(); the world is as before.");
  c.def("remove", &remove, py::arg("part"),
        "Removes a body, joint, load, mount, spring, rope or force, with all that refers to it.");
}

/// Commands as text, so that nothing but Python's own json is needed to make and read them.
void bind_journal(World& c) {
  c.def(
      "record",
      [](GuardedWorld& w, const py::object& path) {
        w.record(py::module_::import("os").attr("fspath")(path).cast<std::string>());
      },
      py::arg("path"),
      "Records everything that is done to the world from its beginning on, edits and custom "
      "forces\n"
      "included, for `outrigger replay`; stop_recording() or the end of the world ends it.");
  c.def("stop_recording", &GuardedWorld::stop_recording,
        "Ends the recording. An Error when something of it was lost (disk full).");
  c.def_property_readonly("is_recording", &GuardedWorld::is_recording);
  c.def(
      "reset",
      [](GuardedWorld& w) {
        sim::World& world = w.changing();
        w.at_work([&] { world.reset(); });
      },
      "Back to the start: the world as built, where record() was called, or as mark_start() says.");
  c.def(
      "mark_start", [](GuardedWorld& w) { w.changing().mark_start(); },
      "The present is where reset() leads from now on; an Error while the world is recorded.");
  c.def(
      "execute",
      [](GuardedWorld& w, const std::string& command) {
        sim::World& world = w.changing();
        const sim::Command read = sim::command_from_text(command);
        w.at_work([&] { world.execute(read); });
        return sim::sentence(read);
      },
      py::arg("command"),
      "Carries out a command, one line of JSON as in recordings (docs/seat.md), such as\n"
      "'{\"do\": \"remove\", \"part\": [\"body\", \"box\"]}'. Returns what it does, as a "
      "sentence.");
  c.def(
      "break_joint",
      [](GuardedWorld& w, const py::object& joint) {
        sim::World& world = w.changing();
        const auto handle = find<PartKind::joint>(w, joint, &sim::World::joint);
        w.at_work([&] { world.break_joint(handle); });
      },
      py::arg("joint"), "Removes a joint as if it had broken, with the event `joint_broken`.");
}

void bind_saving(py::module_& m, World& c) {
  py::class_<WorldSnapshot>(m, "Snapshot", "A world at one moment.")
      .def_property_readonly(
          "time", [](const WorldSnapshot& s) { return s.snapshot.clock.time; }, "[s]")
      .def_property_readonly("step_count",
                             [](const WorldSnapshot& s) { return s.snapshot.clock.step; })
      .def("hash", [](const WorldSnapshot& s) { return s.snapshot.hash(); })
      .def("__repr__",
           [](const WorldSnapshot& s) {
             return fmt::format("<Snapshot: t = {:g} s, step {}>", s.snapshot.clock.time,
                                s.snapshot.clock.step);
           })
      .def(
          "to_bytes", [](const WorldSnapshot& s) { return py::bytes(sim::to_bytes(s.snapshot)); },
          "States and inputs; World.restore of the same, unedited machine takes them.");
  c.def(
      "save",
      [](GuardedWorld& w) {
        return WorldSnapshot{w.serial(), w.reading().save()};
      },
      "The present as a Snapshot.");
  c.def(
      "restore",
      [](GuardedWorld& w, const py::object& state) {
        sim::World& world = w.changing();
        if (py::isinstance<WorldSnapshot>(state)) {
          const auto& s = state.cast<const WorldSnapshot&>();
          if (s.world != w.serial())
            throw py::value_error("this snapshot is of another world; its to_bytes() may fit");
          w.at_work([&] { world.restore(s.snapshot); });
          return;
        }
        if (!py::isinstance<py::bytes>(state))
          throw py::type_error(
              fmt::format("expected a Snapshot or bytes, not {}",
                          py::type::of(state).attr("__name__").cast<std::string>()));
        const std::string bytes = state.cast<std::string>();
        const auto read = sim::snapshot_from_bytes(bytes, world.save());
        if (!read)
          throw Error(
              "these bytes are no snapshot of this machine: damaged, of another machine or "
              "version, or taken after an edit that this world has not seen");
        w.at_work([&] { world.restore(*read); });
      },
      py::arg("state"), "Back to a Snapshot (or its bytes), to the bit.");
  c.def(
      "hash", [](GuardedWorld& w) { return w.reading().hash(); },
      "A number of all that moves: equal for equal runs.");
}

}  // namespace

void bind_world(py::module_& m) {
  bind_handle<PartKind::body>(m, "BodyHandle");
  bind_handle<PartKind::joint>(m, "JointHandle");
  bind_handle<PartKind::coordinate>(m, "CoordinateHandle");
  bind_handle<PartKind::drive>(m, "DriveHandle");
  bind_handle<PartKind::spring>(m, "SpringHandle");
  bind_handle<PartKind::load>(m, "LoadHandle");
  bind_handle<PartKind::mount>(m, "MountHandle");
  bind_handle<PartKind::brake>(m, "BrakeHandle");
  bind_handle<PartKind::driveline>(m, "DrivelineHandle");
  bind_handle<PartKind::rope>(m, "RopeHandle");
  bind_handle<PartKind::tyre>(m, "TyreHandle");
  bind_handle<PartKind::body_force>(m, "BodyForceHandle");
  bind_handle<PartKind::coordinate_force>(m, "CoordinateForceHandle");

  World c(m, "World", py::custom_type_setup(&support_collector),
          "A machine that moves: stepped, edited, saved, asked.");
  c.def(
      py::init([](const py::object& machine, const py::object& site, bool sleep,
                  const std::vector<ContactFunction>& contact_functions) {
        sim::WorldOptions options;
        options.site = site_argument(site);
        options.articulation.sleep.enabled = sleep;
        auto world =
            std::make_unique<GuardedWorld>(source_of(machine, site), options, contact_functions);
        // What cannot be meant about the start, such as a place under the ground.
        for (const sim::Event& e : world->reading().events())
          py::module_::import("warnings").attr("warn")(e.text, py::arg("stacklevel") = 2);
        return world;
      }),
      py::arg("machine"), py::arg("site") = py::none(), py::arg("sleep") = false,
      py::arg("contact_functions") = std::vector<ContactFunction>(),
      "machine: a Machine (copied), the path of a file or the name of a bundled machine; site: a\n"
      "Site, a path, the name of a bundled site or None for the plane z = 0; sleep: parts at rest\n"
      "are no longer computed; contact_functions: laws of contact written in Python, a list of "
      "ContactFunction.");
  bind_stepping(c);
  bind_reading(c);
  bind_editing(c);
  bind_ground(c);
  bind_journal(c);
  bind_saving(m, c);
  c.def("__repr__", [](GuardedWorld& w) {
    sim::World& world = w.reading();
    return fmt::format("<World: t = {:g} s, {} bodies in {} articulations>", world.time(),
                       all_bodies(world, nullptr).size(), world.articulations().size());
  });
}

}  // namespace outrigger::python
