/// `outrigger sweep`: a study over parameters, as a table of cases.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "base/progress.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "outrigger/bundled.h"
#include "outrigger/commands.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "sim/sensors.h"
#include "sim/world.h"
#include "sweep/local_engine.h"
#include "sweep/plan.h"
#include "sweep/table.h"

namespace outrigger::app {

namespace {

using nlohmann::ordered_json;

std::string own_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

/// What is computed for a case: this program again.
std::vector<std::string> case_command(const sweep::Plan& plan, std::int64_t number,
                                      bool for_people) {
  std::vector<std::string> words{own_path()};
  if (plan.kind == sweep::Plan::Kind::anchor)
    words.insert(words.end(), {"anchor", plan.study});
  else
    words.insert(words.end(), {"sweep", "machine-case", plan.study});
  for (const auto& [path, text] : plan.values_of(number)) {
    words.push_back("--set");
    words.push_back(path + "=" + text);
  }
  if (!for_people) words.insert(words.end(), {"--json", "--quiet"});
  return words;
}

std::string parameters_json(const sweep::Plan& plan, std::int64_t number) {
  ordered_json object = ordered_json::object();
  for (const auto& [path, text] : plan.values_of(number)) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() && *end == '\0')
      object[path] = value;
    else
      object[path] = text;
  }
  return object.dump();
}

/// A row of a case that has ended.
sweep::CaseRow to_row(const sweep::Plan& plan, const sweep::CaseRun& run) {
  sweep::CaseRow row;
  row.number = run.number;
  row.parameters = parameters_json(plan, run.number);
  row.attempts = run.attempts;
  row.seconds = run.seconds;
  const ordered_json result = ordered_json::parse(run.output, nullptr, false);
  const bool ok = (run.exit_code == 0 || run.exit_code == 3) && result.is_object();
  row.state = ok ? "done" : run.exit_code < 0 ? "killed" : "failed";
  if (ok) {
    ordered_json kept = result;
    // Times differ from run to run; the rest must not.
    kept.erase("seconds");
    row.outcome = result.value("verdict", std::string("done"));
    row.result = kept.dump();
  } else {
    row.result = "{}";
    row.outcome = run.exit_code < 0
                      ? fmt::format("killed {} times", run.attempts)
                      : run.errors.substr(0, run.errors.find_last_not_of("\n") + 1).substr(0, 2000);
    if (row.outcome.empty()) row.outcome = fmt::format("ended with exit code {}", run.exit_code);
  }
  return row;
}

std::string time_text(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

int draw_report(const std::string& folder) {
  const std::string script = source_file("tools/sweep_report.py");
  const pid_t child = fork();
  if (child == 0) {
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), folder.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "the report of '{}' could not be drawn\n", folder);
    return 1;
  }
  return 0;
}

/// Least, largest and last value of every sensor of a machine.
int machine_case(const SweepOptions& options) {
  description::ReadOptions read;
  read.allow_outside = true;
  for (const auto& [path, text] : options.changes) read.changes.push_back({path, text});
  const description::Machine machine = description::read_machine_file(options.words.at(1), read);
  sim::World world(machine);
  const sim::SensorSet sensors(
      machine.sensors.empty() ? sim::default_sensors(machine) : machine.sensors, world);
  std::vector<double> values, low, high;
  const auto note = [&] {
    sensors.read(world, values);
    if (low.empty()) low = high = values;
    for (std::size_t k = 0; k < values.size(); ++k) {
      low[k] = std::min(low[k], values[k]);
      high[k] = std::max(high[k], values[k]);
    }
  };
  note();
  const auto steps = std::llround(machine.settings.duration / machine.settings.step);
  for (long long i = 0; i < steps; ++i) {
    world.step();
    note();
  }
  ordered_json out{{"time", world.time()}, {"hash", fmt::format("{:016x}", world.hash())}};
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::string& name = sensors.columns()[k];
    out[name + ".least"] = low[k];
    out[name + ".largest"] = high[k];
    out[name + ".last"] = values[k];
  }
  fmt::print("{}\n", out.dump());
  return world.counters().contained > 0 ? 1 : 0;
}

int run_sweep(const SweepOptions& options) {
  const sweep::Plan plan = sweep::read_plan(study_path(options.words.at(0)));
  const std::string folder = options.out.empty()
                                 ? "results/" + std::filesystem::path(plan.file).stem().string()
                                 : options.out;
  sweep::Table table(folder, plan, sweep::file_hash(own_path()));
  const std::int64_t count = plan.case_count();
  const std::vector<bool> finished = table.finished(count);
  std::vector<std::int64_t> left;
  for (std::int64_t n = 0; n < count; ++n)
    if (!finished[static_cast<std::size_t>(n)]) left.push_back(n);
  if (!options.quiet)
    fmt::print("{}: {} cases, {} of them done before; into {}\n", plan.file, count,
               count - static_cast<std::int64_t>(left.size()), folder);
  catch_interruptions();
  ProgressBar bar(plan.file,
                  options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  const auto begin = std::chrono::steady_clock::now();
  std::int64_t done = 0, failed = 0;
  sweep::LocalEngine engine;
  engine.workers = options.workers > 0
                       ? options.workers
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  engine.command = [&](std::int64_t n) { return case_command(plan, n, false); };
  engine.stop = [] { return interrupted(); };
  engine.done = [&](const sweep::CaseRun& run) {
    const sweep::CaseRow row = to_row(plan, run);
    table.write(row);
    ++done;
    if (row.state != "done") ++failed;
    const double spent =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    bar.update(static_cast<double>(done) / static_cast<double>(left.size()), [&] {
      return fmt::format(
          "case {}: {}; {} left", row.number, row.state == "done" ? row.outcome : row.state,
          time_text(spent / static_cast<double>(done) *
                    static_cast<double>(static_cast<std::int64_t>(left.size()) - done)));
    });
  };
  engine.run(left);
  bar.finish();
  std::map<std::string, int> outcomes;
  table.for_each(
      [&](const sweep::CaseRow& r) { ++outcomes[r.state == "done" ? r.outcome : r.state]; });
  if (!options.quiet) {
    for (const auto& [outcome, n] : outcomes) fmt::print("  {}: {}\n", outcome, n);
    if (interrupted())
      fmt::print("  interrupted; the same command goes on with the {} cases that are left\n",
                 static_cast<std::int64_t>(left.size()) - done);
    else
      fmt::print("  pictures: outrigger sweep report {}\n", folder);
  }
  return interrupted() || failed > 0 ? 1 : 0;
}

/// A row again, for people, with whatever the command of its study offers.
int rerun(const SweepOptions& options) {
  if (options.words.size() != 3) throw Error("sweep rerun wants FOLDER NUMBER");
  const std::string& folder = options.words[1];
  const sweep::Table table(folder);
  const auto manifest = table.manifest();
  const sweep::Plan plan = sweep::read_plan(manifest.at("sweep_file"));
  char* end = nullptr;
  const std::int64_t number = std::strtoll(options.words[2].c_str(), &end, 10);
  if (*end != '\0' || number < 0 || number >= plan.case_count())
    throw Error(fmt::format("'{}' is no case: allowed are 0 to {}", options.words[2],
                            plan.case_count() - 1));
  std::vector<std::string> words = case_command(plan, number, true);
  for (const auto& [option, value] :
       {std::pair{"--record", options.record}, {"--plot", options.plot}, {"--csv", options.csv}})
    if (!value.empty()) {
      words.push_back(option);
      words.push_back(value);
    }
  if (options.force) words.push_back("--force");
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  std::fflush(stdout);
  execv(arguments[0], arguments.data());
  throw Error("the case could not be started");
}

}  // namespace

int sweep_cases(const SweepOptions& options) {
  const std::string& first = options.words.at(0);
  if (first == "report") {
    if (options.words.size() != 2) throw Error("sweep report wants FOLDER");
    return draw_report(options.words[1]);
  }
  if (first == "rerun") return rerun(options);
  if (first == "machine-case") return machine_case(options);
  if (options.words.size() != 1)
    throw Error("sweep wants one sweep file, or: report FOLDER, or: rerun FOLDER NUMBER");
  return run_sweep(options);
}

}  // namespace outrigger::app
