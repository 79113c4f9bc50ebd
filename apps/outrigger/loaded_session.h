/// A session file as a world that can be driven: script loaded, machine and site chosen, everything placed.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "description/reader.h"
#include "outrigger/session_commands.h"
#include "outrigger/site.h"
#include "sim/world.h"
#include "training/definition.h"
#include "training/script_host.h"
#include "training/setup.h"

namespace outrigger::app {

struct LoadedSession {
  std::string file, text;       ///< of the session
  std::string definition_text;  ///< JSON
  training::Definition definition;
  description::Machine machine;                        ///< with fences and marks, placed
  std::vector<description::SourceFile> machine_files;  ///< one, of exactly this machine
  SiteChoice site;
  sim::WorldOptions world;
  training::StartPlace start;
};

/// A session by file, or by the name of a bundled one (sessions/NAME.py). Throws Error.
std::string session_path(const std::string& given);

training::ScriptSource script_source(const SessionOptions& options);

/// Throws Error with file, line, key, value and what is allowed.
LoadedSession load_session(const std::string& file, const std::string& definition_text,
                           double step);

/// What a script has printed, for its author, on the terminal.
void show_printed(training::ScriptHost& script);

/// Steps between observations: every 50 ms.
int observation_period(double step);

}  // namespace outrigger::app
