/// The command line: parses options, calls one command, turns errors into messages.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "description/text.h"
#include "outrigger/bundled.h"
#include "outrigger/certs.h"
#include "outrigger/commands.h"
#include "outrigger/event_list.h"
#include "outrigger/host_options.h"
#include "outrigger/mesh_commands.h"
#include "outrigger/numbers.h"
#include "outrigger/records_commands.h"
#include "outrigger/session_commands.h"

using namespace outrigger::app;

namespace {

/// Machines may be called by file or by name, everywhere alike.
CLI::Option* add_machine_option(CLI::App& command, std::string& file) {
  return command.add_option("file", file, "Machine file (YAML), or the name of a bundled one")
      ->required();
}

/// Files that a machine or site file names lie in its folder, unless this is given.
void add_allow_outside(CLI::App& command, bool& allow) {
  command.add_flag("--allow-outside", allow,
                   "Let machine and site files name files outside of their folders");
}

/// How many events `run` shows: a count or "all".
std::size_t parse_event_count(const std::string& text) {
  if (text == "all") return EventList::kAll;
  if (const std::string problem = whole_from_to(0, 1000000000)(text); !problem.empty())
    throw outrigger::Error("--events: " + problem + ", or all");
  return static_cast<std::size_t>(std::strtod(text.c_str(), nullptr));
}

/// "name=value" of an option such as --input.
std::vector<std::pair<std::string, double>> parse_inputs(const std::vector<std::string>& texts,
                                                         const char* option = "--input") {
  std::vector<std::pair<std::string, double>> inputs;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    char* end = nullptr;
    const double value =
        equals == std::string::npos ? 0.0 : std::strtod(text.c_str() + equals + 1, &end);
    if (equals == std::string::npos || equals == 0 || end == nullptr || *end != '\0' ||
        end == text.c_str() + equals + 1)
      throw outrigger::Error(std::string(option) + " wants name=number, for example " + option +
                             " boom=0.5; got '" + text + "'");
    inputs.emplace_back(text.substr(0, equals), value);
  }
  return inputs;
}

void add_ground(CLI::App& command, std::vector<std::string>& edits) {
  command
      .add_option("--ground", edits,
                  "Change of the ground at the start, such as \"{circle: [6, 0, 1], lower: 0.4}\" "
                  "(docs/sites.md); may be repeated")
      ->type_name("EDIT")
      ->allow_extra_args(false);
}

void add_identify_command(CLI::App& app, IdentifyOptions& o, std::vector<std::string>& inputs,
                          int& exit_code) {
  CLI::App* command =
      app.add_subcommand("identify", "Fit parameters of a machine file to a measured record");
  add_machine_option(*command, o.file);
  command
      ->add_option("record", o.record,
                   "Measured record (CSV): column t [s], others named like sensors")
      ->required();
  command->add_option("--fit", o.fits,
                      "Parameter by its path in the file, path[=start[:low:high]], for example "
                      "contact_laws.ball_floor.stiffness=1e5:1e4:1e6; or time_offset");
  command->add_option("--laws", o.laws,
                      "Compare normal laws of contact, for example "
                      "hertz,kelvin_voigt,nonlinear_damping (name:exponent for another exponent)");
  command->add_option("--law-of", o.law_of, "Entry of contact_laws that --laws changes");
  command->add_option("--columns", o.columns, "Columns to follow (default: all that are sensors)")
      ->delimiter(',');
  command->add_option("--shift", o.shift, "Added to the times of the record [s]")
      ->check(any_number("a time", "s"));
  command->add_option("--duration", o.duration, "Simulated time [s] (default: as the file says)")
      ->check(above_zero("a time", "s"));
  command->add_option("--step", o.step, "Step size [s], 1e-7 to 0.1")
      ->check(from_to("a time", 1e-7, 0.1, "s"));
  command->add_option("--variant", o.variants, "Variant of the file to apply");
  command->add_option("--site", o.site, "Site file, or name of a bundled one");
  command->add_option("--start", o.start, "Where on the site to start");
  command->add_option("--input", inputs, "Constant operator input, name=number");
  command->add_flag("--equilibrium", o.equilibrium, "Start from static equilibrium");
  command->add_option("--scan", o.scan, "Points to look at first (default: 32 per parameter)")
      ->check(whole_from_to(1, 1000000));
  command->add_option("--starts", o.starts, "How many of them to follow")
      ->check(whole_from_to(1, 1000))
      ->capture_default_str();
  command->add_option("--threads", o.threads, "Simulations at a time (default: all cores)")
      ->check(whole_from_to(1, 1024));
  command->add_option("--plot", o.plot,
                      "Draw curves and residuals into this file: .png, .svg, .pdf or .jpg");
  command->add_option("--csv", o.csv, "Write curves and residuals to this CSV file");
  add_force(*command, o.force);
  add_allow_outside(*command, o.allow_outside);
  command->add_flag("--json", o.json, "Print one JSON object");
  command->add_flag("--quiet", o.quiet, "No progress bar");
  command->callback([&] {
    o.inputs = parse_inputs(inputs);
    o.file = machine_path(o.file);
    exit_code = identify(o);
  });
}

void add_inverse_command(CLI::App& app, InverseOptions& o, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("inverse", "Find the efforts of the drives behind a measured motion");
  add_machine_option(*command, o.file);
  command
      ->add_option("--motion", o.motion,
                   "Measured motion (CSV), evenly sampled: column t [s], others named after "
                   "coordinates, drives or sensors of coordinates [m or rad]")
      ->required();
  command->add_option("--variant", o.variants, "Variant of the file to apply");
  command
      ->add_option("--cutoff", o.cutoff,
                   "Cut-off of the smoothing [Hz] (default: by cross-validation)")
      ->check(above_zero("a frequency", "Hz"));
  command->add_option("--out", o.csv, "Write motion and efforts to this CSV file");
  command->add_option("--plot", o.plot, "Draw them into this file: .png, .svg, .pdf or .jpg");
  add_force(*command, o.force);
  add_allow_outside(*command, o.allow_outside);
  command->add_flag("--quiet", o.quiet, "No progress bar, no summary");
  command->callback([&] {
    o.file = machine_path(o.file);
    exit_code = inverse(o);
  });
}

void add_import_command(CLI::App& app, ImportOptions& o, std::vector<std::string>& joints,
                        int& exit_code) {
  CLI::App* command =
      app.add_subcommand("import", "Make a machine file from a robot description (URDF)");
  command->add_option("file", o.file, "URDF file")->required();
  command->add_option("--out", o.out, "Machine file to write (default: print it)");
  add_force(*command, o.force);
  command->add_option("--package", o.packages, "Folder of package://name/..., as name=folder");
  command->add_flag("--free", o.free_root,
                    "The root link moves freely (default: it is the ground)");
  command->add_option("--joint", joints, "Value of a joint at the start, name=number [rad or m]");
  command->add_flag("--drives", o.drives, "A drive and a lever for every joint, within its limits");
  command->add_flag("--repair", o.repair,
                    "Change what cannot be simulated: balance inertia, give a least mass; every "
                    "change is listed");
  command
      ->add_option("--density", o.density,
                   "Mass of links that have none from the volume of their shapes [kg/m3], such as "
                   "1000")
      ->check(number_check("a number above 0", "above 0",
                           [](double n, const std::string&) { return n > 0.0 && n <= 1e6; }));
  command->add_option("--at", o.at, "Place of the root link: X Y Z [m]")->expected(3);
  command->add_flag("--lift", o.lift,
                    "Raise the robot until its lowest shape touches the ground at z = 0");
  command->add_flag("--self-contact", o.self_contact,
                    "Let shapes of the machine touch each other (default: only other things)");
  command->add_option("--material", o.material, "Material of collision shapes")
      ->capture_default_str();
  command
      ->add_option(
          "--hull", o.hull,
          "Largest number of faces of the convex hulls that stand for collision meshes; 0: "
          "the meshes themselves")
      ->check(number_check("0, or a whole number from 4 to 100000", "0, or 4 to 100000",
                           [](double n, const std::string& text) {
                             return written_with_digits(text) &&
                                    (n == 0.0 || (n >= 4.0 && n <= 1e5));
                           }))
      ->capture_default_str();
  command->callback([&] {
    o.joints = parse_inputs(joints, "--joint");
    exit_code = import_machine(o);
  });
}

void add_with(CLI::App& command, std::vector<std::string>& with) {
  command
      .add_option(
          "--with", with,
          "Another machine beside it, MACHINE@START or MACHINE@X,Y,HEADING [m, deg]; may be "
          "given again. Names begin with the machine's then: tipper/bed")
      ->type_name("MACHINE@PLACE")
      ->allow_extra_args(false);
}

/// "path=text" of --set.
std::vector<std::pair<std::string, std::string>> parse_changes(
    const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> changes;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw outrigger::Error("--set wants path=value, for example --set start.yaw_deg=30; got '" +
                             text + "'");
    changes.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return changes;
}

void add_anchor_command(CLI::App& app, AnchorOptions& o, std::vector<std::string>& changes,
                        int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "anchor", "Weigh an anchor: haul it into its hawse pipe and tell whether it seats");
  command->add_option("file", o.file, "Anchor study (YAML), or the name of a bundled one");
  command
      ->add_option("--set", changes,
                   "Replace a value of the file, path=value, for example start.yaw_deg=30; may be "
                   "repeated")
      ->allow_extra_args(false);
  command->add_option("--csv", o.csv, "Write tension, place, clearance, ... to this CSV file");
  command->add_option("--plot", o.plot, "Draw them into this file: .png, .svg, .pdf or .jpg");
  command->add_option("--record", o.record, "Write a recording, for outrigger replay");
  command->add_option("--mesh", o.mesh, "Write the mesh of the bow: .stl or .obj");
  command->add_flag("--format", o.format, "Print the format of studies");
  command->add_flag("--json", o.json, "Print one JSON object");
  command->add_flag("--quiet", o.quiet, "No progress bar, no summary");
  add_force(*command, o.force);
  command->callback([&] {
    if (!o.format && o.file.empty())
      throw outrigger::Error("anchor: a study file is missing; bundled ones are in studies/");
    o.changes = parse_changes(changes);
    if (!o.file.empty()) o.file = study_path(o.file);
    exit_code = anchor_haul(o);
  });
}

void add_sweep_command(CLI::App& app, SweepOptions& o, std::vector<std::string>& changes,
                       int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Run a study over parameters into a table; goes on where it was interrupted");
  command
      ->add_option("file", o.words,
                   "Sweep file (YAML) or the name of a bundled one; or: report FOLDER (pictures); "
                   "or: rerun FOLDER NUMBER (one case again)")
      ->required();
  command->add_option("--out", o.out, "Folder of the table (default: results/NAME)");
  command->add_option("--workers", o.workers, "Cases at a time (default: all cores)")
      ->check(whole_from_to(1, 1024));
  command->add_option("--record", o.record, "Of a rerun: write a recording");
  command->add_option("--plot", o.plot, "Of a rerun: draw it into this file");
  command->add_option("--csv", o.csv, "Of a rerun: write columns");
  command->add_option("--set", changes)->allow_extra_args(false)->group("");
  command->add_flag("--json", o.json)->group("");
  command->add_flag("--quiet", o.quiet, "No progress bar, no summary");
  add_force(*command, o.force);
  command->callback([&] {
    o.changes = parse_changes(changes);
    exit_code = sweep_cases(o);
  });
}

/// Names of the commands of a command.
std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// Refuses a word that is no command, with the nearest one. CLI11 would only ask for a command.
void check_command_words(const CLI::App& app, int argc, char** argv) {
  const CLI::App* at = &app;
  for (int i = 1;; ++i) {
    const std::vector<std::string> names = command_names(*at);
    if (names.empty() || (i < argc && argv[i][0] == '-')) return;
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string all = outrigger::description::list_names(views, views.size());
    if (i >= argc) throw outrigger::Error("a command is missing, one of: " + all);
    const std::string word = argv[i];
    if (at == &app && word == "python")
      throw outrigger::Error(
          "the script ./outrigger at the top of the repository serves this command: ./outrigger "
          "python SCRIPT");
    if (std::find(names.begin(), names.end(), word) == names.end())
      throw outrigger::Error(outrigger::description::unknown_choice_text("command", word, views));
    at = at->get_subcommand(word);
  }
}

/// Messages quote what files say, and a file must not command the terminal.
void print_error(const std::string& text) {
  std::fprintf(stderr, "%s\n", outrigger::description::without_control_characters(text).c_str());
}

/// What was printed must have got where it goes.
int finished(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fprintf(stderr, "the output could not be written to its end (disk full?)\n");
  return exit_code == 0 ? 1 : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Outrigger: real-time multibody dynamics of machines."};
  app.require_subcommand(1);
  app.set_version_flag("--version", "outrigger 0.1.0");
  int exit_code = 0;

  RunOptions run_options;
  std::vector<std::string> input_texts;
  CLI::App* run_command = app.add_subcommand("run", "Simulate a machine file");
  add_machine_option(*run_command, run_options.file);
  run_command->add_option("--variant", run_options.variants, "Variant of the file to apply");
  run_command->add_option("--site", run_options.site,
                          "Site file, or name of a bundled one (default: level ground)");
  run_command->add_option("--start", run_options.start, "Where on the site to start");
  add_with(*run_command, run_options.with);
  add_ground(*run_command, run_options.ground);
  run_command->add_option("--duration", run_options.duration, "Simulated time [s]")
      ->check(above_zero("a time", "s"));
  run_command->add_option("--step", run_options.step, "Step size [s], 1e-7 to 0.1")
      ->check(from_to("a time", 1e-7, 0.1, "s"));
  run_command->add_option("--method", run_options.method, "Integration rule instead of the file's")
      ->check(CLI::IsMember({"trapezoidal", "newmark", "hht", "generalized_alpha", "explicit",
                             "fourth_order", "auto"}));
  run_command
      ->add_option("--formulation", run_options.formulation,
                   "How accelerations are found; all but augmented need --method explicit")
      ->check(CLI::IsMember({"augmented", "penalty", "multipliers", "matrix_r"}));
  run_command->add_option("--csv", run_options.csv, "Write the sensors to this CSV file");
  run_command->add_option("--plot", run_options.plot,
                          "Draw the sensors into this file: .png, .svg, .pdf or .jpg");
  run_command->add_option("--record", run_options.record, "Write a recording");
  add_force(*run_command, run_options.force);
  add_allow_outside(*run_command, run_options.allow_outside);
  run_command->add_option("--input", input_texts, "Constant operator input, name=number");
  run_command->add_flag("--equilibrium", run_options.equilibrium, "Start from static equilibrium");
  std::string event_count = "20";
  run_command
      ->add_option("--events", event_count,
                   "How many events to print, the most important ones; or all")
      ->type_name("COUNT")
      ->capture_default_str();
  run_command->add_option("--events-json", run_options.events_json,
                          "Write all events to this file, one line of JSON each");
  run_command->add_flag("--quiet", run_options.quiet, "No progress bar, no summary");
  run_command->callback([&] {
    run_options.inputs = parse_inputs(input_texts);
    run_options.events = parse_event_count(event_count);
    run_options.file = machine_path(run_options.file);
    exit_code = run(run_options);
  });

  CheckOptions check_options;
  CLI::App* check_command =
      app.add_subcommand("check", "Explain how a machine file becomes coordinates and constraints");
  add_machine_option(*check_command, check_options.file);
  check_command->add_option("--variant", check_options.variants, "Variant of the file to apply");
  add_allow_outside(*check_command, check_options.allow_outside);
  check_command->add_flag("--entities", check_options.entities, "List every point and vector");
  check_command->add_flag(
      "--mass", check_options.mass,
      "Print mass, centre and inertia of the whole machine, and its mass matrix");
  check_command->callback([&] {
    check_options.file = machine_path(check_options.file);
    exit_code = check(check_options);
  });

  ImportOptions import_options;
  std::vector<std::string> import_joints;
  add_import_command(app, import_options, import_joints, exit_code);

  ContactsOptions contacts_options;
  CLI::App* contacts_command = app.add_subcommand(
      "contacts",
      "List which shapes of a machine (and a site) touch at the start, where, how deep");
  add_machine_option(*contacts_command, contacts_options.file);
  contacts_command->add_option("--variant", contacts_options.variants,
                               "Variant of the file to apply");
  contacts_command->add_option("--site", contacts_options.site,
                               "Site file, or the name of a bundled site");
  contacts_command->add_option("--start", contacts_options.start, "Where on the site to start");
  add_allow_outside(*contacts_command, contacts_options.allow_outside);
  contacts_command->add_flag("--json", contacts_options.json, "Print one JSON object");
  contacts_command->callback([&] {
    contacts_options.file = machine_path(contacts_options.file);
    exit_code = contacts(contacts_options);
  });

  IdentifyOptions identify_options;
  std::vector<std::string> identify_inputs;
  add_identify_command(app, identify_options, identify_inputs, exit_code);

  InverseOptions inverse_options;
  add_inverse_command(app, inverse_options, exit_code);

  ValidateOptions validate_options;
  CLI::App* validate_command =
      app.add_subcommand("validate", "Run the validation cases and print a table");
  validate_command->add_option("names", validate_options.names, "Cases (default: all)");
  validate_command->add_flag("--json", validate_options.json, "Print one JSON array");
  validate_command->add_flag("--list", validate_options.list, "List the cases");
  validate_command->add_option("--plots", validate_options.plots,
                               "Folder for one picture per case");
  add_force(*validate_command, validate_options.force);
  validate_command->callback([&] { exit_code = validate(validate_options); });

  BenchOptions bench_options;
  CLI::App* bench_command = app.add_subcommand("bench", "Measure speed");
  bench_command->add_option("names", bench_options.names, "Benchmarks (default: all)");
  bench_command->add_flag("--json", bench_options.json, "Print one JSON array");
  bench_command->add_flag("--list", bench_options.list, "List the benchmarks");
  bench_command
      ->add_option("--repetitions", bench_options.repetitions, "Runs, of which the fastest counts")
      ->check(whole_from_to(1, 1000));
  CLI::Option* peers = bench_command->add_flag(
      "--peers", bench_options.peers,
      "Compare with other engines at equal error; names are problems then (tools/setup peers "
      "installs the engines)");
  bench_command
      ->add_option("--programs", bench_options.programs,
                   "Folder of the peers' programs (default: build them from bench/peers)")
      ->needs(peers);
  bench_command
      ->add_option("--output", bench_options.output,
                   "Folder for the results of --peers (default: results/peers)")
      ->needs(peers);
  bench_command
      ->add_option("--rounds", bench_options.rounds, "Rounds of --peers, the fastest counts")
      ->check(whole_from_to(1, 100))
      ->needs(peers);
  bench_command->add_option("--timeout", bench_options.timeout, "Of one run of --peers [s]")
      ->check(from_to("a time", 0.1, 86400.0, "s"))
      ->needs(peers);
  bench_command
      ->add_option("--point", bench_options.point,
                   "Measure one run of a problem of --peers and print a line of JSON")
      ->type_name("PROBLEM METHOD SETTING")
      ->expected(3)
      ->excludes(peers);
  bench_command->callback([&] { exit_code = bench(bench_options); });

  AnchorOptions anchor_options;
  std::vector<std::string> anchor_changes;
  add_anchor_command(app, anchor_options, anchor_changes, exit_code);

  SweepOptions sweep_options;
  std::vector<std::string> sweep_changes;
  add_sweep_command(app, sweep_options, sweep_changes, exit_code);

  SeatOptions seat_options;
  CLI::App* seat_command =
      app.add_subcommand("seat", "Operate a machine in the browser, in real time");
  seat_command->add_option("machine", seat_options.machine,
                           "Machine or scene file, or the name of a bundled one (default: "
                           "excavator)");
  seat_command->add_option(
      "--variant", seat_options.variants,
      "Variant of the file to apply (default: those the file gives an operator)");
  seat_command->add_flag("--plain", seat_options.plain, "The file without any variant");
  seat_command->add_option("--site", seat_options.site,
                           "Site file, or name of a bundled one such as worksite (default: the "
                           "worksite for the excavator, else level ground)");
  seat_command->add_option("--start", seat_options.start, "Where on the site to start");
  add_with(*seat_command, seat_options.with);
  add_ground(*seat_command, seat_options.ground);
  seat_command->add_option("--step", seat_options.step, "Step size [s], 1e-4 to 0.02")
      ->check(from_to("a time", 1e-4, 0.02, "s"))
      ->capture_default_str();
  seat_command->add_option("--record", seat_options.record, "Write a recording");
  CLI::Option* from = seat_command->add_option(
      "--from", seat_options.from, "Recording to drive on from, with its machines and its site");
  seat_command->add_option("--at", seat_options.at, "Moment of --from [s] (default: its end)")
      ->check(from_to("a time", 0.0, 1e9, "s"))
      ->needs(from);
  add_force(*seat_command, seat_options.force);
  add_allow_outside(*seat_command, seat_options.allow_outside);
  add_host_options(*seat_command, seat_options);
  seat_command->callback([&] { exit_code = seat(seat_options); });

  ReplayOptions replay_options;
  CLI::App* replay_command =
      app.add_subcommand("replay", "Show a recording in the browser, or verify it");
  replay_command->add_option("file", replay_options.file, "Recording")->required();
  replay_command->add_flag("--verify", replay_options.verify,
                           "Compute it again, compare every step, name the first that differs");
  replay_command->add_option(
      "--machine", replay_options.machine,
      "Machine file, or the name of a bundled one, instead of the recorded one");
  add_allow_outside(*replay_command, replay_options.host.allow_outside);
  add_host_options(*replay_command, replay_options.host);
  replay_command->callback([&] {
    if (!replay_options.machine.empty())
      replay_options.machine = machine_path(replay_options.machine);
    exit_code = replay(replay_options);
  });

  add_mesh_commands(app, exit_code);
  add_session_commands(app, exit_code);
  add_records_commands(app, exit_code);
  add_certs_command(app, exit_code);

  CLI::App* demo_command =
      app.add_subcommand("demo", "Simulate a bundled machine and show summary, plot, recording");
  demo_command->callback([&] { exit_code = demo(); });

  CLI::App* format_command = app.add_subcommand("format", "Print the machine file format");
  bool site_format = false;
  format_command->add_flag("--site", site_format, "Of site files instead of machine files");
  bool scene_format = false;
  format_command->add_flag("--scene", scene_format, "Of scene files instead of machine files");
  format_command->callback([&] { exit_code = print_format(site_format, scene_format); });

  // Last, so that only the help of the program has it and not that of every command.
  app.footer(
      "Python with the package `outrigger`: ./outrigger python [SCRIPT [ARGUMENTS...]]; see "
      "docs/python.md.");

  try {
    check_command_words(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // Help and version end with 0, wrong arguments with 2 as all bad input does.
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const outrigger::Error& e) {
    print_error(e.what());
    return 2;
  } catch (const std::system_error& e) {
    // What prints says so by this; other errors of the system have sentences of their own.
    print_error(e.what());
    return 1;
  } catch (const std::exception& e) {
    print_error(std::string("outrigger: unexpected error: ") + e.what());
    return 3;
  }
  return finished(exit_code);
}
