/// `outrigger console`: the instructor's page, its server, and a seat beside it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/source_tree.h"
#include "console/desk.h"
#include "console/outbox.h"
#include "outrigger/child_program.h"
#include "outrigger/console_commands.h"
#include "outrigger/interruption.h"
#include "outrigger/numbers.h"
#include "outrigger/outputs.h"
#include "records/crypto.h"
#include "training/attempt.h"

namespace outrigger::app {

namespace fs = std::filesystem;

namespace {

constexpr int kConsolePort = 8090, kConsolePortTries = 50;
constexpr double kReplayStart = 60.0;  ///< to load a recording [s]

console::AttemptFacts facts_of(const std::string& file) {
  const training::Attempt attempt = training::load_attempt(file);
  const training::AttemptHeader& h = attempt.header;
  const training::Score score = training::score_of(attempt, h.definition);
  const fs::path recording = fs::path(file).parent_path() / fs::path(h.recording).filename();
  const bool recorded = !h.recording.empty() && fs::is_regular_file(recording);
  return {{h.id, fs::path(h.session_file).stem().string(), records::sha256(h.session_text),
           records::sha256_of_file(file),
           recorded ? records::sha256_of_file(recording.string()) : "", h.software, h.begun},
          {score.total, score.passed, score.grade, "session", records::sha256(h.definition),
           training::to_text(score), ""}};
}

console::ProgramResult run_to_end(const std::vector<std::string>& arguments) {
  ChildProgram child(arguments);
  console::ProgramResult result;
  result.text = child.read_all();
  result.code = child.wait();
  return result;
}

/// One replay at a time, in a program of its own.
class ReplayShow {
 public:
  int open(const std::string& file, double at, const std::string& pages) {
    child_.reset();
    std::vector<std::string> arguments{"session",      "watch", file,
                                       "--no-browser", "--now", fmt::format("--at={:.3f}", at)};
    if (!pages.empty()) arguments.insert(arguments.end(), {"--web", pages});
    child_ = std::make_unique<ChildProgram>(arguments);
    std::string said;
    for (std::string line; !(line = child_->read_line(kReplayStart)).empty(); said += line + "\n") {
      const std::size_t at = line.find("http://127.0.0.1:");
      if (at != std::string::npos) return std::stoi(line.substr(at + 17));
    }
    child_.reset();
    throw Error("the replay did not start: " + said);
  }

 private:
  std::unique_ptr<ChildProgram> child_;
};

network::DeskSettings desk_settings(const ConsoleOptions& o) {
  network::DeskSettings s;
  s.address = o.listen;
  s.port = static_cast<std::uint16_t>(o.port > 0 ? o.port : kConsolePort);
  s.port_tries = o.port > 0 ? 1 : kConsolePortTries;
  s.access.host_names = o.host_names;
  s.access.origins = o.origins;
  return s;
}

void make_folders(const ConsoleOptions& o, const fs::path& documents) {
  make_folder(o.folder);
  make_folder(documents.string());
  for (const std::string& file : {o.database, o.keys})
    if (const fs::path folder = fs::path(file).parent_path(); !folder.empty())
      make_folder(folder.string());
}

}  // namespace

int run_console(const ConsoleOptions& o) {
  catch_interruptions();
  console::DeskPlaces places;
  places.database = o.database;
  places.keys = o.keys;
  places.attempts = o.folder;
  places.documents = o.documents.empty() ? fs::path(o.folder) / "documents" : fs::path(o.documents);
  places.pages = o.web.empty() ? source_file("web/dist") : o.web;
  places.school = o.school;
  places.setup_code = network::make_key().substr(0, 12);
  make_folders(o, places.documents);
  const auto show = std::make_shared<ReplayShow>();
  console::DeskLinks links;
  links.read_attempt = facts_of;
  links.run_program = run_to_end;
  links.open_replay = [show, pages = o.web](const std::string& file, double at) {
    return show->open(file, at, pages);
  };
  console::Desk desk(places, links);
  std::optional<console::Outbox> outbox;
  if (!o.lrs.empty()) outbox.emplace(o.database, o.lrs, o.lrs_login);
  const network::DeskServer server(
      desk_settings(o), [&](const network::DeskRequest& request) { return desk.answer(request); });
  print_if_possible(fmt::format("Console of the instructor\n  {}console.html\n", server.url()));
  if (desk.needs_set_up())
    print_if_possible(
        fmt::format("  first run: {}console.html#setup={}   (choose name and password there)\n",
                    server.url(), places.setup_code));
  print_if_possible(fmt::format(
      "  a seat elsewhere: outrigger seat --join http://THIS-COMPUTER:{} --key KEY --name NAME "
      "(KEY: on the page)\n",
      server.port()));
  if (!o.seat) {
    while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
  }
  StationOptions station = o.station;
  station.console = fmt::format("http://127.0.0.1:{}", server.port());
  station.key = desk.seat_key();
  station.host.web = o.web;
  if (station.folder.empty())
    station.folder =
        (fs::path(o.folder) / "seats" / records::sha256(station.name).substr(0, 12)).string();
  return run_station(station);
}

namespace {

void add_station_options(CLI::App& command, StationOptions& o) {
  command.add_option("--sessions", o.session_folders,
                     "Folder with sessions besides the bundled ones");
  command.add_option("--by", o.by,
                     "Function of the bundled operators that drives instead of a person, such as "
                     "expert");
}

}  // namespace

void add_join_options(CLI::App& command, StationOptions& o) {
  CLI::Option* join =
      command.add_option("--join", o.console,
                         "Be a seat of the console at this address, http://host:port; it starts "
                         "the sessions");
  o.name = "Seat";
  o.folder = "results/seat";
  command.add_option("--key", o.key, "Key of the school's seats, shown on the console's page")
      ->needs(join);
  command.add_option("--name", o.name, "Name of the seat at the console, one of each")->needs(join);
  command.add_option("--folder", o.folder, "Folder of its attempts until the console has them")
      ->needs(join);
  add_station_options(command, o);
}

void add_console_command(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<ConsoleOptions>();
  o->station.name = "Seat 1";
  o->school = "https://school.example";
  CLI::App* c = app.add_subcommand(
      "console", "Instructor's console: seats, students, attempts, reports; with a seat beside it");
  c->add_option("--port", o->port, "Port (default: 8090 or the next free one)")
      ->check(whole_from_to(1, 65535));
  c->add_option("--listen", o->listen,
                "Numeric address to listen on; 0.0.0.0 for the whole network")
      ->capture_default_str();
  c->add_option("--host-name", o->host_names, "Name under which browsers may call this computer");
  c->add_option("--allow-origin", o->origins,
                "Address of the page behind a proxy, such as https://console.school.example");
  c->add_option("--web", o->web, "Folder of the pages (default: web/dist)");
  c->add_option("--db", o->database, "The school's records")->capture_default_str();
  c->add_option("--keys", o->keys, "The school's keys, for certificates")->capture_default_str();
  c->add_option("--folder", o->folder, "Folder of attempts and recordings")->capture_default_str();
  c->add_option(
      "--documents", o->documents,
      "Folder of documents: .md, .txt, .pdf, .png, .jpg (default: documents in --folder)");
  c->add_option("--school", o->school, "Address that stands for the school in xAPI statements")
      ->capture_default_str();
  c->add_option("--lrs", o->lrs,
                "Learning record store to send statements to, http://host:port/path");
  c->add_option("--lrs-login", o->lrs_login, "File with its name:password");
  c->add_flag("--seat,!--no-seat", o->seat, "A seat in the same program (default: yes)");
  c->add_option("--name", o->station.name, "Name of that seat")->capture_default_str();
  c->add_option("--seat-port", o->station.host.port, "Port of that seat (default: 8080 or next)")
      ->check(whole_from_to(1, 65535));
  c->add_option("--seat-listen", o->station.host.listen, "Numeric address the seat listens on")
      ->capture_default_str();
  add_station_options(*c, o->station);
  c->callback([o, &exit_code] { exit_code = run_console(*o); });
}

}  // namespace outrigger::app
