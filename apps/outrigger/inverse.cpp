/// `outrigger inverse`: efforts of the drives of a machine from a measured motion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/progress.h"
#include "description/reader.h"
#include "drives/drive_set.h"
#include "forces/forces.h"
#include "formulation/inverse_dynamics.h"
#include "identify/record.h"
#include "math/smoothing.h"
#include "model/assemble.h"
#include "model/model.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"
#include "stepper/stepper.h"

namespace outrigger::app {

namespace {

/// A column of the record and the coordinate it shows.
struct Measured {
  int coordinate = 0;
  const identify::Record::Column* column = nullptr;
  Smoothed smoothed;
};

/// The coordinate that a column is named after: its own name, that of a drive, or that of a sensor of
/// a coordinate (as `outrigger run --csv` writes). -1: none.
int coordinate_of(const std::string& name, const description::Machine& machine,
                  const model::Mechanism& mechanism) {
  std::string target = name;
  for (const auto& s : machine.sensors)
    if (s.name == name && s.kind == description::Sensor::Kind::coordinate) target = s.target;
  for (std::size_t i = 0; i < mechanism.coordinates.size(); ++i)
    if (mechanism.coordinates[i].spec.name == target) return static_cast<int>(i);
  for (const auto& d : mechanism.drives)
    if (d.spec.name == target) return d.coordinate;
  return -1;
}

std::vector<Measured> measured_columns(const identify::Record& record,
                                       const description::Machine& machine,
                                       const model::Mechanism& mechanism) {
  std::vector<Measured> measured;
  for (const auto& column : record.columns) {
    const int coordinate = coordinate_of(column.name, machine, mechanism);
    if (coordinate < 0) continue;
    for (const Measured& m : measured)
      if (m.coordinate == coordinate)
        throw Error(fmt::format("{}: columns '{}' and '{}' are the same coordinate", record.file,
                                m.column->name, column.name));
    for (std::size_t i = 0; i < column.values.size(); ++i)
      if (!std::isfinite(column.values[i]))
        throw Error(
            fmt::format("{}: {}: no value at t = {:g} s; a motion has no gaps: fill it in, or cut "
                        "the record there",
                        record.file, column.name, record.times[i]));
    measured.push_back({coordinate, &column, {}});
  }
  if (!measured.empty()) return measured;
  std::vector<std::string> known;
  for (const auto& c : mechanism.coordinates) known.push_back(c.spec.name);
  for (const auto& d : mechanism.drives) known.push_back(d.spec.name);
  throw Error(
      fmt::format("{}: no column is named after a coordinate or a drive; the machine has: {}",
                  record.file, fmt::join(known, ", ")));
}

/// Time between samples, which must be even.
double sampling_interval(const identify::Record& record) {
  const std::size_t n = record.times.size();
  const double interval = (record.times.back() - record.times.front()) / static_cast<double>(n - 1);
  for (std::size_t i = 1; i < n; ++i) {
    const double expected = record.times.front() + interval * static_cast<double>(i);
    if (std::abs(record.times[i] - expected) > 0.05 * interval)
      throw Error(
          fmt::format("{}: time: {:.9g} s in row {} of numbers should be {:.9g} s: samples must be "
                      "evenly spaced "
                      "(resample the record first)",
                      record.file, record.times[i], i + 1, expected));
  }
  return interval;
}

void write_columns(const std::string& path, const std::vector<std::string>& names,
                   const std::vector<std::vector<double>>& rows) {
  OutputFile out(path);
  out.write(fmt::format("{}\n", fmt::join(names, ",")));
  for (const auto& row : rows) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i)
      text += fmt::format("{}{:.12g}", i > 0 ? "," : "", row[i]);
    out.write(text + "\n");
  }
  out.close();
}

bool is_length(const model::Mechanism& mechanism, int coordinate) {
  using Kind = description::Coordinate::Kind;
  const Kind kind = mechanism.coordinates[coordinate].spec.kind;
  return kind == Kind::displacement || kind == Kind::distance;
}

const char* effort_unit(const model::Mechanism& mechanism, const model::DrivePart& drive) {
  return is_length(mechanism, drive.coordinate) ? "N" : "N m";
}

/// Units of the columns besides the time, in the order of the file: two for each curve.
std::vector<std::string> column_units(const model::Mechanism& mechanism,
                                      const std::vector<Measured>& measured) {
  std::vector<std::string> units;
  for (const Measured& m : measured)
    units.insert(units.end(), 2, is_length(mechanism, m.coordinate) ? "m" : "rad");
  for (const auto& d : mechanism.drives) units.insert(units.end(), 2, effort_unit(mechanism, d));
  return units;
}

}  // namespace

int inverse(const InverseOptions& given) {
  InverseOptions options = given;
  options.plot = picture_path(given.plot);
  check_writable("columns", options.csv);
  description::ReadOptions read;
  read.variants = options.variants;
  read.allow_outside = options.allow_outside;
  std::vector<description::SourceFile> files;
  read.files_read = &files;
  const description::Machine machine = description::read_machine_file(options.file, read);
  const identify::Record record = identify::read_record(options.motion, identify::Gaps::refused);

  model::PartId id = 1;
  model::Mechanism mechanism = model::resolve(machine, id);
  model::assemble_positions(mechanism);
  model::Model compiled = model::compile(mechanism);
  auto terms = forces::make_force_terms(mechanism, compiled);
  system::System system(mechanism, std::move(compiled), std::move(terms));
  if (system.term_state_size() > 0)
    throw Error(
        fmt::format("{}: tyres, contacts, brakes and drivelines have a memory; efforts from a "
                    "motion need forces of position, speed and time alone",
                    options.file));
  for (const std::string& name : drives::input_names(mechanism)) {
    const auto drives_it = [&](const model::DrivePart& d) { return d.spec.function.input == name; };
    if (std::none_of(mechanism.drives.begin(), mechanism.drives.end(), drives_it))
      throw Error(fmt::format(
          "{}: a spring, a load or gravity follows the input '{}', which the record does "
          "not know; give it a number or a function of time",
          options.file, name));
  }
  if (mechanism.drives.empty())
    throw Error(
        fmt::format("{}: the machine has no drives whose efforts could be found", options.file));

  std::vector<Measured> measured = measured_columns(record, machine, mechanism);
  const double interval = sampling_interval(record);
  std::vector<int> coordinates;
  std::vector<double> weights;
  for (Measured& m : measured) {
    try {
      m.smoothed = smooth(m.column->values, interval, options.cutoff);
    } catch (const Error& e) {
      throw Error(fmt::format("{}: {}: {}", record.file, m.column->name, e.what()));
    }
    coordinates.push_back(m.coordinate);
    // Exact records have no noise to speak of, but every column must count.
    weights.push_back(1.0 / std::max(m.smoothed.noise, 1e-9));
  }

  stepper::Stepper start(system, machine.settings);
  system::State state;
  for (const auto& c : mechanism.coordinates)
    state.coordinate.push_back(model::coordinate_value(c.frame, mechanism.pose_of(c.frame.body_a),
                                                       mechanism.pose_of(c.frame.body_b)));
  start.initialise(state);
  formulation::InverseDynamics inverse(system, mechanism, machine.settings, coordinates, weights);

  std::vector<std::string> names{"t"};
  for (const Measured& m : measured) {
    names.push_back(m.column->name + ": measured");
    names.push_back(m.column->name + ": smoothed and consistent");
  }
  for (const auto& d : mechanism.drives) {
    names.push_back(d.spec.name + " effort: by matrix R");
    names.push_back(d.spec.name + " effort: by multipliers");
  }
  OutputCheck outputs(options.force);
  outputs.add_machine(options.file, files, machine);
  outputs.add_input(options.motion);
  outputs.check({Output::Kind::columns, options.csv, fmt::format("{}", fmt::join(names, ","))});
  outputs.check({Output::Kind::plot, options.plot, {}});
  std::vector<std::vector<double>> rows;
  std::vector<double> misfit(measured.size(), 0.0), largest(mechanism.drives.size(), 0.0),
      mean(mechanism.drives.size(), 0.0);
  double disagreement = 0.0;
  std::vector<Derivatives> sample(measured.size());
  ProgressBar bar(options.motion,
                  options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  const std::size_t count = record.times.size();
  for (std::size_t k = 0; k < count; ++k) {
    state.time = record.times[k];
    for (std::size_t i = 0; i < measured.size(); ++i) sample[i] = measured[i].smoothed.samples[k];
    const formulation::Efforts e = inverse.solve(state, sample);
    std::vector<double> row{record.times[k]};
    for (std::size_t i = 0; i < measured.size(); ++i) {
      row.push_back(measured[i].column->values[k]);
      row.push_back(state.coordinate[measured[i].coordinate]);
      misfit[i] = std::max(misfit[i], std::abs(e.misfit[i]));
    }
    for (std::size_t i = 0; i < largest.size(); ++i) {
      row.push_back(e.by_matrix_r[i]);
      row.push_back(e.by_multipliers[i]);
      largest[i] = std::max(largest[i], std::abs(e.by_matrix_r[i]));
      mean[i] += e.by_matrix_r[i] / static_cast<double>(count);
    }
    double size = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < largest.size(); ++i) {
      size = std::max(size, largest[i]);
      difference = std::max(difference, std::abs(e.by_matrix_r[i] - e.by_multipliers[i]));
    }
    disagreement = std::max(disagreement, size > 0.0 ? difference / size : 0.0);
    rows.push_back(std::move(row));
    bar.update(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  bar.finish();

  std::optional<TemporaryFile> temporary;
  if (options.csv.empty() && !options.plot.empty()) temporary.emplace();
  const std::string csv = temporary ? temporary->path() : options.csv;
  if (!csv.empty()) write_columns(csv, names, rows);
  if (!options.quiet) {
    fmt::print("{}: {} samples every {:g} s\n", options.motion, count, interval);
    for (std::size_t i = 0; i < measured.size(); ++i)
      fmt::print(
          "  {}: noise {:.2e}, cut-off {:.3g} Hz{}, moved by {:.1e} at most to be consistent\n",
          measured[i].column->name, measured[i].smoothed.noise, measured[i].smoothed.cutoff,
          options.cutoff > 0.0 ? "" : " (cross-validation)", misfit[i]);
    for (std::size_t i = 0; i < largest.size(); ++i)
      fmt::print("  {}: effort {:.5g} {} on average, {:.5g} at most\n",
                 mechanism.drives[i].spec.name, mean[i],
                 effort_unit(mechanism, mechanism.drives[i]), largest[i]);
    fmt::print("  multipliers and matrix R agree to {:.1e} of the largest effort\n", disagreement);
    if (!options.csv.empty()) fmt::print("  columns: {}\n", options.csv);
  }
  if (!options.plot.empty()) {
    const bool drawn =
        plot_csv(csv, options.plot,
                 "efforts behind " + std::filesystem::path(options.motion).filename().string(),
                 column_units(mechanism, measured));
    if (!drawn) return 1;
    if (!options.quiet) fmt::print("  plot: {}\n", options.plot);
  }
  return disagreement <= 1e-8 ? 0 : 1;
}

}  // namespace outrigger::app
