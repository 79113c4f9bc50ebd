#include "outrigger/session_commands.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/error.h"
#include "outrigger/host_options.h"
#include "outrigger/numbers.h"
#include "outrigger/records_commands.h"

namespace outrigger::app {

namespace {

struct Options {
  SessionOptions session;
  ScoreOptions score;
  std::vector<std::string> parameters;
  std::string file;
  SeatOptions host;
};

void read_parameters(Options& o) {
  for (const std::string& text : o.parameters) {
    const std::size_t equals = text.find('=');
    char* end = nullptr;
    const double value =
        equals == std::string::npos ? 0.0 : std::strtod(text.c_str() + equals + 1, &end);
    if (equals == std::string::npos || equals == 0 || *end != '\0' ||
        end == text.c_str() + equals + 1)
      throw Error("--set wants name=number, for example --set gap=3.4; got '" + text + "'");
    o.session.parameters.emplace_back(text.substr(0, equals), value);
  }
}

void add_file(CLI::App& command, Options& o) {
  command.add_option("file", o.session.file, "Session file (Python), or the name of a bundled one")
      ->required();
  command.add_option("--seed", o.session.seed, "Of the session's lots (default: 0)");
  command.add_option("--set", o.parameters, "Parameter of the session, name=number")
      ->allow_extra_args(false);
}

}  // namespace

void add_session_commands(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<Options>();
  CLI::App* session =
      app.add_subcommand("session", "Training sessions: write, check, run, watch, score");
  session->require_subcommand(1);

  CLI::App* fresh = session->add_subcommand("new", "Write a session file to start from");
  fresh->add_option("file", o->file, "File to write, such as my_session.py")->required();
  fresh->callback([o, &exit_code] { exit_code = new_session(o->file); });

  CLI::App* list = session->add_subcommand("list", "List the bundled sessions");
  list->callback([&exit_code] { exit_code = list_sessions(); });

  CLI::App* check =
      session->add_subcommand("check", "Check a session file and drive it for a second");
  add_file(*check, *o);
  check->add_flag("--channels", o->session.channels,
                  "List the signals that rules can use, with their values");
  check->callback([o, &exit_code] {
    read_parameters(*o);
    exit_code = check_session(o->session);
  });

  CLI::App* run = session->add_subcommand("run", "Drive a session in the browser, or by a script");
  add_file(*run, *o);
  run->add_option("--by", o->session.by, "Scripted operator instead of a person, FILE:FUNCTION");
  run->add_flag("--headless", o->session.headless, "Without a browser, as fast as it goes");
  o->session.out = "results/attempts";
  run->add_option("--out", o->session.out, "Folder of attempts and recordings")
      ->capture_default_str();
  run->add_flag("--json", o->session.json, "Print the score as one line of JSON");
  run->add_option("--step", o->session.host.step, "Step size [s], 1e-4 to 0.02")
      ->check(from_to("a time", 1e-4, 0.02, "s"))
      ->capture_default_str();
  add_host_options(*run, o->session.host);
  run->callback([o, &exit_code] {
    read_parameters(*o);
    exit_code = run_session(o->session);
  });

  CLI::App* watch = session->add_subcommand("watch", "Show an attempt in the browser");
  watch->add_option("file", o->file, "Attempt")->required();
  watch->add_option("--at", o->host.at, "Begin at this moment of it [s]")
      ->check(from_to("a time", 0.0, 1e9, "s"));
  add_host_options(*watch, o->host);
  watch->callback([o, &exit_code] { exit_code = watch_attempt(o->file, o->host); });

  CLI::App* score =
      session->add_subcommand("score", "Score attempts again, by their own rules or by others");
  score->add_option("files", o->score.files, "Attempts, or folders of them")->required();
  score->add_option("--by", o->score.by, "Session whose rules are compared; nothing is changed");
  score->add_flag("--json", o->score.json, "Print scores as lines of JSON");
  score->callback([o, &exit_code] { exit_code = score_attempts(o->score); });

  CLI::App* verify =
      app.add_subcommand("verify", "Compute an attempt again, run and score: yes or no");
  verify->add_option("file", o->file, "Attempt, or certificate with its files beside it")
      ->required();
  verify->callback([o, &exit_code] {
    exit_code = is_certificate(o->file) ? verify_certificate(o->file) : verify_attempt(o->file);
  });

  CLI::App* check_up =
      app.add_subcommand("doctor", "Say what this computer lacks for training sessions");
  check_up->callback([&exit_code] { exit_code = doctor(); });
}

}  // namespace outrigger::app
