#include "guarded_world.h"

#include <limits>

namespace outrigger::python {

namespace {

std::uint64_t next_serial() {
  static std::uint64_t last = 0;  // under the GIL
  return ++last;
}

/// What a force function on a body returned: force, (force, torque), or those with both tangents.
model::BodyForce to_body_force(const py::object& value, const std::string& name) {
  model::BodyForce f;
  if (value.is_none()) return f;
  const auto what = [&](const char* part) { return fmt::format("force '{}': {}", name, part); };
  const bool several = py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value);
  const std::size_t count = several ? py::len(value) : 3;
  if (count == 3) {
    f.force = to_vec3(value, what("force").c_str());
    return f;
  }
  if (count != 2 && count != 4)
    throw py::value_error(what("expected force, (force, torque) or (force, torque, stiffness, "
                               "damping), not ") +
                          std::string(py::repr(value)).substr(0, 100));
  const py::sequence parts = value.cast<py::sequence>();
  f.force = to_vec3(parts[0], what("force").c_str());
  f.torque = to_vec3(parts[1], what("torque").c_str());
  if (count == 4) {
    f.stiffness = to_mat3(parts[2], what("stiffness").c_str());
    f.damping = to_mat3(parts[3], what("damping").c_str());
  }
  return f;
}

/// On a coordinate: a number, or (force, stiffness, damping).
model::CoordinateForce to_coordinate_force(const py::object& value, const std::string& name) {
  model::CoordinateForce f;
  if (value.is_none()) return f;
  const std::string what = fmt::format("force '{}'", name);
  if (py::isinstance<py::tuple>(value) || py::isinstance<py::list>(value)) {
    const Array a = numbers(value, what.c_str(), {3});
    return {a.data()[0], a.data()[1], a.data()[2], 0.0, 0.0};
  }
  const Array a = numbers(value, what.c_str(), {});
  f.force = *a.data();
  return f;
}

}  // namespace

GuardedWorld::GuardedWorld(WorldSource source, const sim::WorldOptions& options,
                           const std::vector<ContactFunction>& contact_functions)
    : serial_(next_serial()),
      sensors_(source.machine.sensors.empty() ? sim::default_sensors(source.machine)
                                              : source.machine.sensors),
      source_(std::move(source)),
      options_(options),
      world_(source_.machine, with_laws(options, contact_functions)) {}

sim::WorldOptions GuardedWorld::with_laws(sim::WorldOptions options,
                                          const std::vector<ContactFunction>& contact_functions) {
  has_contact_functions_ = !contact_functions.empty();
  for (const ContactFunction& f : contact_functions) {
    if (PyCallable_Check(f.normal.ptr()) == 0)
      throw py::type_error(
          fmt::format("normal of the contact function of {} and {} is {}, which "
                      "cannot be called; give normal(depth, rate, impact_speed)",
                      f.pair.first, f.pair.second, std::string(py::repr(f.normal)).substr(0, 100)));
    functions_.append(f.normal);
    const std::size_t place = functions_.size() - 1;
    options.contact_laws.push_back(
        {f.pair.first, f.pair.second,
         std::make_shared<PythonLaw>(f, [this, place](double depth, double rate, double speed) {
           return call(place, py::make_tuple(depth, rate, speed));
         })});
  }
  return options;
}

sim::World& GuardedWorld::reading() {
  if (!failure_.empty())
    throw Error("this world cannot be used any more, because it failed inside: " + failure_);
  const bool is_free = user_ == std::thread::id() || user_ == std::this_thread::get_id();
  if (!is_free || phase_ == Phase::stepping)
    throw Error("this world is being stepped by another thread; one thread at a time may use it");
  return world_;
}

sim::World& GuardedWorld::changing() {
  reading();
  if (phase_ == Phase::calling)
    throw Error("a force function may read its world but not change or step it; use on_step");
  return world_;
}

// ---------------------------------------------------------------------------------- callbacks

py::object GuardedWorld::call(std::size_t function, const py::args& arguments) {
  if (function >= functions_.size()) throw Error("this world is being taken down");
  const Using calling(*this, Phase::calling);
  const py::object kept = functions_[function];
  return kept(*arguments);
}

void GuardedWorld::on_step(const py::function& function) {
  changing();
  on_step_.append(function);
}

bool GuardedWorld::remove_on_step(const py::object& function) {
  changing();
  for (std::size_t i = 0; i < on_step_.size(); ++i)
    if (function.equal(py::object(on_step_[i]))) {
      PySequence_DelItem(on_step_.ptr(), static_cast<py::ssize_t>(i));
      return true;
    }
  return false;
}

/// Between two steps, where everything but stepping is allowed.
void GuardedWorld::call_on_step() {
  if (in_on_step_) throw Error("a function of on_step may not step its own world");
  if (on_step_.empty()) return;
  struct Inside {
    explicit Inside(bool& f) : flag(f) { flag = true; }
    ~Inside() { flag = false; }
    bool& flag;
  } inside(in_on_step_);
  const py::object self = py::cast(this, py::return_value_policy::reference);
  for (const py::handle& function : py::tuple(on_step_)) function(self);
  reading();
}

sim::BodyForceHandle GuardedWorld::add_body_force(const std::string& name, sim::BodyHandle body,
                                                  const Vec3& point, const py::function& function) {
  sim::World& world = changing();
  functions_.append(function);
  const std::size_t place = functions_.size() - 1;
  return at_work([&] {
    return world.add_force(
        name, body, point,
        [this, place, name](double time, const Pose& pose, const model::Twist& twist) {
          py::gil_scoped_acquire acquire;
          return to_body_force(call(place, py::make_tuple(time, py::cast(Pose(pose)),
                                                          py::cast(model::Twist(twist)))),
                               name);
        });
  });
}

sim::CoordinateForceHandle GuardedWorld::add_coordinate_force(const std::string& name,
                                                              sim::CoordinateHandle coordinate,
                                                              const py::function& function) {
  sim::World& world = changing();
  functions_.append(function);
  const std::size_t place = functions_.size() - 1;
  return at_work([&] {
    return world.add_force(
        name, coordinate, [this, place, name](double time, double value, double speed) {
          py::gil_scoped_acquire acquire;
          return to_coordinate_force(call(place, py::make_tuple(time, value, speed)), name);
        });
  });
}

// ---------------------------------------------------------------------------------- recording

void GuardedWorld::record(const std::string& path) {
  changing();
  if (recording_) throw Error("this world is being recorded already; stop_recording() ends it");
  if (world_.change_count() > 0)
    throw Error(
        "a recording begins where the world begins: call record() before the first step, edit or "
        "search for equilibrium");
  if (const std::string problem = world_.journal_problem(); !problem.empty())
    throw Error("this world cannot be recorded: " + problem);
  // A machine of Python's making is recorded as text, and the world begins anew with what the text says:
  // parts and handles are the same, numbers to their last digit.
  WorldSource source = source_;
  if (write_as_file(source)) {
    sim::World again(source.machine, options_);
    again.execute(sim::SetInputs{world_.input_values()});
    world_ = std::move(again);
    source_ = std::move(source);
  }
  recorder::RecordingSettings settings;
  settings.may_wait = true;
  recording_ =
      std::make_unique<recorder::RecordingWriter>(path, header_of(source_), world_, settings);
}

void GuardedWorld::stop_recording() {
  changing();
  if (!recording_) return;
  const auto recording = std::move(recording_);
  py::gil_scoped_release release;
  recording->finish();
}

// ---------------------------------------------------------------------------------- running

/// A function that fails in the middle of a contact leaves the world as it was before the step.
void GuardedWorld::step_world() {
  if (!has_contact_functions_) {
    world_.step();
    return;
  }
  const sim::Snapshot before = world_.save();
  try {
    world_.step();
  } catch (...) {
    world_.restore(before);
    throw;
  }
}

sim::WorldReport GuardedWorld::step() {
  changing();
  const Using mine(*this, Phase::idle);
  call_on_step();
  return at_work([&] {
    step_world();
    return world_.last_report();
  });
}

std::vector<description::Sensor> GuardedWorld::usual_sensors() {
  std::vector<description::Sensor> found;
  for (const auto& s : sensors_) {
    try {
      sim::SensorSet({s}, reading());
      found.push_back(s);
    } catch (const Error&) {
    }
  }
  return found;
}

void GuardedWorld::write_row(Recording& r, const sim::SensorSet& sensors,
                             const std::vector<sim::BodyHandle>& bodies,
                             std::vector<double>& values) {
  sensors.read(world_, values);
  r.table[r.rows] = world_.time();
  for (std::size_t c = 0; c < values.size(); ++c)
    r.table[(c + 1) * r.capacity + r.rows] = values[c];
  double* at = r.poses.data() + 7 * bodies.size() * r.rows;
  for (const sim::BodyHandle b : bodies) {
    if (world_.alive(b)) {
      write_pose(world_.pose(b), at);
    } else {
      std::fill_n(at, 7, std::numeric_limits<double>::quiet_NaN());
    }
    at += 7;
  }
  ++r.rows;
}

std::shared_ptr<Recording> GuardedWorld::run(const RunOptions& options) {
  changing();
  const sim::SensorSet sensors(options.sensors, world_);
  auto r = std::make_shared<Recording>();
  r->columns = {"time"};
  r->units = {"s"};
  r->columns.insert(r->columns.end(), sensors.columns().begin(), sensors.columns().end());
  r->units.insert(r->units.end(), sensors.units().begin(), sensors.units().end());
  r->bodies = options.bodies;
  std::vector<sim::BodyHandle> bodies;
  for (const auto& name : options.bodies) bodies.push_back(world_.body(name));
  const double rows = std::floor(static_cast<double>(options.steps) / options.every) + 1.0;
  const double numbers = rows * static_cast<double>(r->columns.size() + 7 * bodies.size());
  if (numbers > 5e8)
    throw py::value_error(fmt::format(
        "{:.0f} rows of {} numbers do not fit into 4 GB; record fewer columns or rows (every=)",
        rows, r->columns.size() + 7 * bodies.size()));
  r->capacity = static_cast<std::size_t>(rows);
  r->table.assign(r->capacity * r->columns.size(), 0.0);
  r->poses.assign(r->capacity * 7 * bodies.size(), 0.0);

  std::vector<double> values;
  constexpr std::int64_t kStepsBetweenSignals = 256;
  at_work([&] {
    bool has_on_step = true;
    write_row(*r, sensors, bodies, values);
    for (std::int64_t s = 1; s <= options.steps; ++s) {
      if (has_on_step || s % kStepsBetweenSignals == 0) {
        py::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        {
          const Using between_steps(*this, Phase::idle);
          call_on_step();
        }
        has_on_step = !on_step_.empty();
      }
      step_world();
      if (s % options.every == 0) write_row(*r, sensors, bodies, values);
    }
  });
  return r;
}

// ---------------------------------------------------------------------------------- collector

int GuardedWorld::traverse(visitproc visit, void* arg) {
  Py_VISIT(functions_.ptr());
  Py_VISIT(on_step_.ptr());
  return 0;
}

void GuardedWorld::clear() {
  functions_ = py::list();
  on_step_ = py::list();
}

}  // namespace outrigger::python
