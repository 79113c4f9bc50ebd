/// A seat that a console directs: idle until a session is started there, then that session, then idle again.
#pragma once

#include <string>
#include <vector>

#include "outrigger/commands.h"

namespace outrigger::app {

struct StationOptions {
  std::string name;                          ///< shown at the console; one seat of each name
  std::string console;                       ///< http://host:port
  std::string key;                           ///< of the school's seats
  std::string folder;                        ///< of attempts and the journal
  std::vector<std::string> session_folders;  ///< besides the bundled sessions
  std::string
      by;  ///< who drives instead of a person: a function of the bundled operators ("expert")
  SeatOptions host;
};
/// Until it is interrupted.
int run_station(const StationOptions& options);

}  // namespace outrigger::app
