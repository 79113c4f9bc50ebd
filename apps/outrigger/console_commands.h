/// `outrigger console`, and `outrigger seat --join`.
#pragma once

#include <string>
#include <vector>

#include "outrigger/station.h"

namespace CLI {
class App;
}

namespace outrigger::app {

struct ConsoleOptions {
  int port = 0;  ///< 0: 8090 or the next free one
  std::string listen = "127.0.0.1";
  std::vector<std::string> host_names, origins;
  std::string web;                        ///< folder of the pages; empty: web/dist
  std::string folder = "results/school";  ///< attempts and recordings that came
  std::string database = "results/school.db", keys = "results/school.keys";
  std::string documents;       ///< folder; empty: DIR/documents
  std::string school;          ///< IRI in statements
  std::string lrs, lrs_login;  ///< learning record store; login: name:password
  bool seat = true;            ///< a seat in the same program
  bool browser = true;
  StationOptions station;
};
void add_console_command(CLI::App& app, int& exit_code);
/// Of a seat that dials a console.
void add_join_options(CLI::App& command, StationOptions& options);
int run_console(const ConsoleOptions& options);

}  // namespace outrigger::app
