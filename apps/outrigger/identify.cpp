/// `outrigger identify`: parameters of a machine file from a measured record. docs/identify.md.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <unordered_set>

#include "base/error.h"
#include "base/progress.h"
#include "identify/fit.h"
#include "identify/law_trial.h"
#include "identify/machine_response.h"
#include "identify/record.h"
#include "outrigger/bundled.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"
#include "outrigger/site.h"
#include "sim/sensors.h"

namespace outrigger::app {

namespace {

using identify::ColumnFit;
using identify::FittedParameter;
using identify::Parameter;

/// One set of parameters fitted to the record: the machine as it is, or with one of several laws.
struct Trial {
  std::string name;  ///< of the law; empty: the machine as it is
  identify::MachineRun run;
  std::vector<Parameter> parameters;
  identify::FitResult result;
  identify::RunReport report;
  std::vector<double> by_step;  ///< rms by which half the step moves each column
  double seconds = 0.0;
};

identify::MachineRun machine_run(const IdentifyOptions& options) {
  identify::MachineRun run;
  run.file = options.file;
  run.read.variants = options.variants;
  run.read.allow_outside = options.allow_outside;
  run.step = options.step;
  run.inputs = options.inputs;
  run.equilibrium = options.equilibrium;
  const SiteChoice site = choose_site(options.site, options.start, options.allow_outside);
  run.prepare = [site](description::Machine& machine, sim::WorldOptions& world) {
    go_to_site(site, machine, world);
  };
  return run;
}

std::vector<Trial> trials_of(const IdentifyOptions& options) {
  std::vector<identify::ParameterText> given;
  for (const std::string& text : options.fits) given.push_back(identify::parse_parameter(text));
  const identify::MachineRun run = machine_run(options);
  std::vector<Trial> trials;
  if (options.laws.empty()) {
    if (given.empty())
      throw Error(
          "nothing to fit: name parameters, for example --fit contact_laws.ball_floor.stiffness, "
          "or laws to compare, for example --laws hertz,kelvin_voigt,nonlinear_damping");
    trials.push_back({{}, run, identify::checked_parameters(run, given), {}, {}, {}, 0.0});
    return trials;
  }
  const auto laws = identify::parse_laws(options.laws);
  const std::string entry = identify::choose_entry(
      description::machine_file_names(run.file, "contact_laws", run.read), options.law_of, given);
  const auto written = description::machine_file_value(
      run.file, fmt::format("contact_laws.{}.stiffness", entry), run.read);
  for (const identify::LawTrial& law : laws) {
    Trial trial;
    trial.name = law.law;
    for (const identify::LawTrial& other : laws)
      if (other.law == law.law && other.exponent != law.exponent)
        trial.name = fmt::format("{}:{:g}", law.law, law.exponent);
    trial.run = run;
    trial.run.read.changes = identify::changes_of(law, entry, given);
    trial.parameters = identify::checked_parameters(
        trial.run, identify::parameters_of(law, entry, given,
                                           written ? std::strtod(written->c_str(), nullptr) : 0.0));
    trials.push_back(std::move(trial));
  }
  return trials;
}

/// How far the columns move when the step is halved: what of the residual is the integrator's.
void check_step(Trial& trial, const identify::Record& record) {
  std::vector<double> values;
  for (const FittedParameter& p : trial.result.parameters) values.push_back(p.value);
  const identify::MachineResponse response(trial.run, trial.parameters, record);
  const double end = record.times.back();
  const auto whole = response(values, end, &trial.report);
  identify::MachineRun finer = trial.run;
  finer.step = 0.5 * trial.report.step;
  const auto halved = identify::MachineResponse(finer, trial.parameters, record)(values, end);
  for (std::size_t c = 0; c < whole.size(); ++c) {
    double squares = 0.0;
    for (std::size_t i = 0; i < whole[c].size(); ++i)
      squares += (whole[c][i] - halved[c][i]) * (whole[c][i] - halved[c][i]);
    trial.by_step.push_back(std::sqrt(squares / static_cast<double>(whole[c].size())));
  }
}

/// More than about 5 % to either side.
bool is_wide(const FittedParameter& f) { return f.high - f.low > 0.1 * std::abs(f.value); }

/// What the user should know before the numbers are believed.
std::vector<std::string> warnings_of(const Trial& trial) {
  std::vector<std::string> texts;
  const auto& result = trial.result;
  for (std::size_t i = 0; i < trial.parameters.size(); ++i) {
    const Parameter& p = trial.parameters[i];
    const FittedParameter& f = result.parameters[i];
    if (f.at_bound) {
      texts.push_back(
          fmt::format("{} ended at its bound: widen {:g} to {:g}", p.path, p.low, p.high));
    } else if (!f.determined) {
      texts.push_back(fmt::format(
          "the record does not determine {}: fix it, or measure something that it moves", p.path));
    }
    for (std::size_t k = 0; k < i; ++k)
      if (f.determined && std::abs(result.correlation[i][k]) > 0.98 && is_wide(f))
        texts.push_back(fmt::format("{} and {} can hardly be distinguished (correlation {:.3f})",
                                    trial.parameters[k].path, p.path, result.correlation[i][k]));
  }
  if (!result.converged) texts.push_back("the search was cut off before it came to rest");
  if (result.starts > 1 && result.agreeing == 1)
    texts.push_back("only one start ended here: try more with --starts and --scan");
  for (std::size_t c = 0; c < result.columns.size(); ++c) {
    const ColumnFit& column = result.columns[c];
    if (column.correlation > 0.3)
      texts.push_back(fmt::format(
          "the residuals of {} are not noise (neighbours correlate by {:.2f}): something "
          "is missing in the model; the confidence is widened for it",
          column.name, column.correlation));
    if (!(trial.by_step[c] < 0.3 * column.rms))
      texts.push_back(
          fmt::format("half the step would move {} by {:.2g}: shorten --step, now {:g} s",
                      column.name, trial.by_step[c], trial.report.step));
  }
  if (trial.report.interventions.softened > 0)
    texts.push_back(fmt::format(
        "the contact was softened in {} steps, being too stiff for them: shorten --step",
        trial.report.interventions.softened));
  return texts;
}

std::string confidence_text(const FittedParameter& f) {
  if (!f.determined) return "not determined";
  return fmt::format("{:.6g} to {:.6g}", f.low, f.high);
}

void print_trial(const Trial& trial) {
  const auto& result = trial.result;
  fmt::print("  {:<44} {:>12}   {}\n", "parameter", "value", "95 % confidence");
  for (std::size_t i = 0; i < trial.parameters.size(); ++i)
    fmt::print("  {:<44} {:>12.6g}   {}\n", trial.parameters[i].path, result.parameters[i].value,
               confidence_text(result.parameters[i]));
  for (std::size_t c = 0; c < result.columns.size(); ++c) {
    const ColumnFit& column = result.columns[c];
    fmt::print("  residual of {}: rms {:.4g}, largest {:.3g}; half the step moves it by {:.2g}\n",
               column.name, column.rms, column.largest, trial.by_step[c]);
  }
  fmt::print("  {} of {} starts ended here; {} simulations in {:.1f} s\n", result.agreeing,
             result.starts, result.evaluations, trial.seconds);
  for (const std::string& text : warnings_of(trial)) fmt::print("  note: {}\n", text);
}

/// Indices of the trials, the best first.
std::vector<std::size_t> ranking(const std::vector<Trial>& trials) {
  std::vector<std::size_t> order(trials.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return trials[a].result.bic < trials[b].result.bic;
  });
  return order;
}

void print_ranking(const std::vector<Trial>& trials) {
  const auto order = ranking(trials);
  const Trial& best = trials[order.front()];
  fmt::print("{:<24} {:>12} {:>12} {:>12}\n", "law", "rms", "BIC", "above best");
  for (std::size_t i : order)
    fmt::print("{:<24} {:>12.4g} {:>12.1f} {:>12.1f}\n", trials[i].name,
               trials[i].result.columns.front().rms, trials[i].result.bic,
               trials[i].result.bic - best.result.bic);
  const double ahead = trials[order[1]].result.bic - best.result.bic;
  fmt::print("best by BIC (N ln(rms²) + p ln N; 10 apart is decisive): {}{}\n", best.name,
             ahead < 10.0
                 ? fmt::format(", but {} is only {:.1f} behind: the record cannot tell them apart",
                               trials[order[1]].name, ahead)
                 : "");
}

nlohmann::json to_json(const Trial& trial) {
  nlohmann::json parameters = nlohmann::json::array(), columns = nlohmann::json::array();
  const auto& result = trial.result;
  for (std::size_t i = 0; i < trial.parameters.size(); ++i) {
    const Parameter& p = trial.parameters[i];
    const FittedParameter& f = result.parameters[i];
    nlohmann::json entry = {{"path", p.path},         {"value", f.value},
                            {"start", p.start},       {"bounds", {p.low, p.high}},
                            {"at_bound", f.at_bound}, {"determined", f.determined}};
    if (f.determined) entry["confidence_95"] = {f.low, f.high};
    parameters.push_back(std::move(entry));
  }
  for (std::size_t c = 0; c < result.columns.size(); ++c)
    columns.push_back({{"name", result.columns[c].name},
                       {"rms", result.columns[c].rms},
                       {"largest", result.columns[c].largest},
                       {"neighbour_correlation", result.columns[c].correlation},
                       {"moved_by_half_step", trial.by_step[c]},
                       {"count", result.columns[c].count}});
  nlohmann::json object = {{"parameters", parameters},
                           {"columns", columns},
                           {"parameter_correlation", result.correlation},
                           {"aic", result.aic},
                           {"bic", result.bic},
                           {"converged", result.converged},
                           {"starts", result.starts},
                           {"agreeing", result.agreeing},
                           {"simulations", result.evaluations},
                           {"notes", warnings_of(trial)}};
  if (!trial.name.empty()) object["law"] = trial.name;
  return object;
}

/// The first line of write_curves.
std::string curve_names(const std::vector<Trial>& trials, const identify::Record& record) {
  const auto label = [](const Trial& t) { return t.name.empty() ? "fitted" : t.name; };
  std::string line = "t";
  for (const auto& c : record.columns) {
    line += fmt::format(",{}: measured", c.name);
    for (const Trial& t : trials) line += fmt::format(",{}: {}", c.name, label(t));
  }
  for (const auto& c : record.columns)
    for (const Trial& t : trials) line += fmt::format(",residual of {}: {}", c.name, label(t));
  return line;
}

/// Measured and fitted curves and their differences, as columns for a plot.
void write_curves(const std::vector<Trial>& trials, const identify::Record& record,
                  const std::string& path) {
  OutputFile out(path);
  out.write(curve_names(trials, record) + "\n");
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    std::string row = fmt::format("{:.9g}", record.times[i]);
    for (std::size_t c = 0; c < record.columns.size(); ++c) {
      row += fmt::format(",{:.9g}", record.columns[c].values[i]);
      for (const Trial& t : trials) row += fmt::format(",{:.9g}", t.result.predicted[c][i]);
    }
    for (std::size_t c = 0; c < record.columns.size(); ++c)
      for (const Trial& t : trials) row += fmt::format(",{:.9g}", t.result.columns[c].residual[i]);
    out.write(row + "\n");
  }
  out.close();
}

/// Units of the sensor columns that are compared; empty where there is none.
std::vector<std::string> units_of(const identify::MachineRun& run, const identify::Record& record) {
  description::Machine machine = description::read_machine_file(run.file, run.read);
  sim::WorldOptions options;
  run.prepare(machine, options);
  const sim::World world(machine, options);
  const sim::SensorSet sensors(
      machine.sensors.empty() ? sim::default_sensors(machine) : machine.sensors, world);
  std::vector<std::string> units;
  for (const auto& c : record.columns) {
    const auto& names = sensors.columns();
    const auto found = std::find(names.begin(), names.end(), c.name);
    units.push_back(found == names.end() ? "" : sensors.units()[found - names.begin()]);
  }
  return units;
}

/// Units of what write_curves writes: each column measured, once per trial, and its residuals.
std::vector<std::string> curve_units(const std::vector<std::string>& units, std::size_t trials) {
  std::vector<std::string> all;
  for (const std::string& unit : units) all.insert(all.end(), 1 + trials, unit);
  for (const std::string& unit : units) all.insert(all.end(), trials, unit);
  return all;
}

bool write_plot(const IdentifyOptions& options, const std::vector<Trial>& trials,
                const identify::Record& record) {
  if (options.csv.empty() && options.plot.empty()) return true;
  std::optional<TemporaryFile> temporary;
  if (options.csv.empty()) temporary.emplace();
  const std::string csv = temporary ? temporary->path() : options.csv;
  write_curves(trials, record, csv);
  if (options.plot.empty()) return true;
  const auto name = [](const std::string& path) {
    return std::filesystem::path(path).filename().string();
  };
  const bool drawn = plot_csv(csv, options.plot,
                              fmt::format("{} against {}", name(options.file), name(record.file)),
                              curve_units(units_of(trials.front().run, record), trials.size()));
  return drawn;
}

/// What the outputs would replace, before the work begins.
void check_outputs(const IdentifyOptions& options, const identify::MachineRun& run,
                   const std::string& column_line) {
  OutputCheck outputs(options.force);
  std::vector<description::SourceFile> files;
  description::ReadOptions read = run.read;
  read.files_read = &files;
  description::Machine machine = description::read_machine_file(run.file, read);
  outputs.add_machine(run.file, files, machine);
  outputs.add_input(options.record);
  sim::WorldOptions world;
  run.prepare(machine, world);
  if (!options.site.empty()) outputs.add_input(site_path(options.site));
  if (world.site) outputs.add_meshes(world.site->shapes);
  outputs.check({Output::Kind::columns, options.csv, column_line});
  outputs.check({Output::Kind::plot, options.plot, {}});
}

void fit_all(const IdentifyOptions& options, const identify::Record& record,
             std::vector<Trial>& trials) {
  const bool quiet = options.quiet || options.json;
  ProgressBar bar("identify", quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  const auto count = static_cast<double>(trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    identify::FitSettings settings;
    settings.scan = options.scan;
    settings.starts = options.starts;
    settings.threads = options.threads > 0
                           ? options.threads
                           : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    settings.progress = [&](double fraction, const std::string& text) {
      bar.update((static_cast<double>(i) + fraction) / count, [&] {
        return trial.name.empty() ? text : fmt::format("{}: {}", trial.name, text);
      });
    };
    const identify::MachineResponse response(trial.run, trial.parameters, record);
    const auto begin = std::chrono::steady_clock::now();
    trial.result = identify::fit(
        [&](const std::vector<double>& values, double until) { return response(values, until); },
        trial.parameters, record, settings);
    check_step(trial, record);
    trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  bar.finish();
}

}  // namespace

int identify(const IdentifyOptions& given) {
  IdentifyOptions options = given;
  options.plot = picture_path(given.plot);
  check_writable("columns", options.csv);
  const identify::Record all = identify::read_record(options.record);
  std::vector<Trial> trials = trials_of(options);
  const identify::MachineRun& first = trials.front().run;
  const double duration =
      options.duration > 0.0 ? options.duration : identify::file_duration(first);
  const identify::Record record = identify::comparable_part(
      all, identify::sensor_columns(first), options.columns, duration, options.shift);
  std::vector<std::string> used, unused;
  std::unordered_set<std::string_view> followed;
  for (const auto& c : record.columns) followed.insert(c.name);
  for (const auto& c : all.columns) (followed.contains(c.name) ? used : unused).push_back(c.name);

  if (!options.json && !options.quiet) {
    fmt::print("{} against {}: {} rows of {}, {:g} to {:g} s\n", options.file, options.record,
               record.times.size(), fmt::join(used, ", "), record.times.front(),
               record.times.back());
    if (!unused.empty()) fmt::print("  not used: {}\n", fmt::join(unused, ", "));
    if (record.times.size() < all.times.size())
      fmt::print("  {} rows lie outside of the simulated 0 to {:g} s\n",
                 all.times.size() - record.times.size(), duration);
    std::fflush(stdout);
  }
  check_outputs(options, first, curve_names(trials, record));
  fit_all(options, record, trials);

  const bool drawn = write_plot(options, trials, record);
  if (options.json) {
    nlohmann::json fits = nlohmann::json::array();
    for (const Trial& t : trials) fits.push_back(to_json(t));
    nlohmann::json object = {{"machine", options.file}, {"record", options.record}, {"fits", fits}};
    if (trials.size() > 1) object["best"] = trials[ranking(trials).front()].name;
    fmt::print("{}\n", object.dump(1));
  } else {
    for (const Trial& t : trials) {
      if (!t.name.empty()) fmt::print("{}\n", t.name);
      print_trial(t);
    }
    if (trials.size() > 1) print_ranking(trials);
    if (!options.csv.empty()) fmt::print("  columns: {}\n", options.csv);
    if (drawn && !options.plot.empty()) fmt::print("  plot: {}\n", options.plot);
  }
  const bool good = std::all_of(trials.begin(), trials.end(), [](const Trial& t) {
    return t.result.converged &&
           std::all_of(t.result.parameters.begin(), t.result.parameters.end(),
                       [](const FittedParameter& f) { return f.determined && !f.at_bound; });
  });
  // Among several laws, one that cannot follow the record is a result and not a failure.
  return drawn && (good || trials.size() > 1) ? 0 : 1;
}

}  // namespace outrigger::app
