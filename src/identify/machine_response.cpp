#include "identify/machine_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "sim/sensors.h"

namespace outrigger::identify {
namespace {

description::Machine read(const MachineRun& run,
                          const std::vector<description::ChangedValue>& changes) {
  description::ReadOptions options = run.read;
  options.changes.insert(options.changes.end(), changes.begin(), changes.end());
  description::Machine machine = description::read_machine_file(run.file, options);
  if (run.step > 0.0) machine.settings.step = run.step;
  return machine;
}

std::vector<description::Sensor> sensors_of(const description::Machine& machine) {
  return machine.sensors.empty() ? sim::default_sensors(machine) : machine.sensors;
}

std::unique_ptr<sim::World> make_world(const MachineRun& run, description::Machine& machine) {
  sim::WorldOptions options;
  if (run.prepare) run.prepare(machine, options);
  auto world = std::make_unique<sim::World>(machine, options);
  for (const auto& [name, value] : run.inputs) world->set_input(name, value);
  if (run.equilibrium) world->find_equilibrium();
  return world;
}

description::ChangedValue change(const std::string& path, double value) {
  return {path, fmt::format("{:.17g}", value)};
}

/// The number that the file gives, if it gives one.
std::optional<double> written_number(const MachineRun& run, const std::string& path) {
  const auto text = description::machine_file_value(run.file, path, run.read);
  if (!text) return std::nullopt;
  double value = 0.0;
  const auto end = text->data() + text->size();
  if (std::from_chars(text->data(), end, value).ptr != end)
    throw Error(fmt::format("--fit {}: '{}' in {} is not a number", path, *text, run.file));
  return value;
}

/// Reads the record's columns from a world step by step.
class Sampler {
 public:
  Sampler(sim::World& world, const sim::SensorSet& sensors, const std::vector<std::string>& columns)
      : world_(world), sensors_(sensors) {
    for (const std::string& name : columns) {
      const auto& all = sensors.columns();
      const auto found = std::find(all.begin(), all.end(), name);
      if (found == all.end())
        throw Error(fmt::format("the machine has no sensor column '{}'; it has: {}", name,
                                fmt::join(all, ", ")));
      index_.push_back(static_cast<std::size_t>(found - all.begin()));
    }
  }

  void read() {
    std::swap(before_, now_);
    time_before_ = time_now_;
    sensors_.read(world_, now_);
    time_now_ = world_.time();
  }

  /// Value of a column between the last two readings.
  double value(std::size_t column, double time) const {
    const double b = now_[index_[column]];
    if (before_.empty() || time >= time_now_) return b;
    const double a = before_[index_[column]];
    return a + (b - a) * std::max(0.0, (time - time_before_) / (time_now_ - time_before_));
  }

 private:
  sim::World& world_;
  const sim::SensorSet& sensors_;
  std::vector<std::size_t> index_;
  std::vector<double> before_, now_;
  double time_before_ = 0.0, time_now_ = 0.0;
};

}  // namespace

std::vector<std::string> sensor_columns(const MachineRun& run) {
  description::Machine machine = read(run, {});
  const auto world = make_world(run, machine);
  return sim::SensorSet(sensors_of(machine), *world).columns();
}

double file_duration(const MachineRun& run) { return read(run, {}).settings.duration; }

std::vector<Parameter> checked_parameters(const MachineRun& run,
                                          const std::vector<ParameterText>& texts) {
  std::vector<Parameter> parameters;
  for (const ParameterText& text : texts) {
    for (const Parameter& p : parameters)
      if (p.path == text.path) throw Error(fmt::format("--fit {} is given twice", text.path));
    if (text.path == kTimeOffset) {
      parameters.push_back(complete(text, 0.0));
      continue;
    }
    const Parameter p = complete(text, written_number(run, text.path));
    for (double value : {p.start, p.low, p.high}) {
      try {
        read(run, {change(p.path, value)});
      } catch (const Error& e) {
        throw Error(fmt::format("--fit {}: the machine file cannot have the value {:g}:\n{}",
                                p.path, value, e.what()));
      }
    }
    parameters.push_back(p);
  }
  return parameters;
}

MachineResponse::MachineResponse(MachineRun run, const std::vector<Parameter>& parameters,
                                 const Record& record)
    : run_(std::move(run)), times_(record.times) {
  for (const Parameter& p : parameters) paths_.push_back(p.path);
  for (const auto& c : record.columns) columns_.push_back(c.name);
}

description::Machine MachineResponse::machine_with(const std::vector<double>& values) const {
  std::vector<description::ChangedValue> changes;
  for (std::size_t i = 0; i < paths_.size(); ++i)
    if (paths_[i] != kTimeOffset) changes.push_back(change(paths_[i], values[i]));
  return read(run_, changes);
}

Prediction MachineResponse::operator()(const std::vector<double>& values, double until,
                                       RunReport* report) const {
  description::Machine machine = machine_with(values);
  const auto made = make_world(run_, machine);
  sim::World& world = *made;
  const sim::SensorSet sensors(sensors_of(machine), world);
  Sampler sampler(world, sensors, columns_);
  double offset = 0.0;
  for (std::size_t i = 0; i < paths_.size(); ++i)
    if (paths_[i] == kTimeOffset) offset = values[i];

  Prediction predicted(
      columns_.size(),
      std::vector<double>(times_.size(), std::numeric_limits<double>::quiet_NaN()));
  const double h = world.step_size();
  sampler.read();
  for (std::size_t i = 0; i < times_.size() && times_[i] <= until; ++i) {
    const double time = times_[i] + offset;
    // The sensors are read only around the times of the record.
    while (world.time() < time && !world.last_report().contained) {
      const bool skip = world.time() + 2.0 * h < time;
      world.step();
      if (!skip) sampler.read();
    }
    if (world.last_report().contained) break;
    for (std::size_t c = 0; c < columns_.size(); ++c) predicted[c][i] = sampler.value(c, time);
  }
  if (report != nullptr) *report = {world.contact_interventions(), h};
  return predicted;
}

}  // namespace outrigger::identify
