/// `outrigger session new|check|run|watch|score`, `outrigger verify`, `outrigger doctor`.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "outrigger/commands.h"

namespace CLI {
class App;
}

namespace outrigger::app {

void add_session_commands(CLI::App& app, int& exit_code);

struct SessionOptions {
  std::string file;  ///< of the session, or the name of a bundled one
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, double>> parameters;
  bool channels = false;  ///< check: list them
  bool headless = false;  ///< run: without a browser, as fast as it can
  std::string by;         ///< run: operator, FILE:FUNCTION
  std::string out;        ///< run: folder of attempts
  bool json = false;      ///< run, score: one line of JSON
  SeatOptions host;
};
int new_session(const std::string& file);
int list_sessions();
int check_session(const SessionOptions& options);
int run_session(const SessionOptions& options);

struct ScoreOptions {
  std::vector<std::string> files;  ///< attempts, or folders of them
  std::string by;                  ///< session whose rules are compared; empty: their own
  bool json = false;
};
int score_attempts(const ScoreOptions& options);
int watch_attempt(const std::string& file, const SeatOptions& host);
int verify_attempt(const std::string& file);
int doctor();

}  // namespace outrigger::app
