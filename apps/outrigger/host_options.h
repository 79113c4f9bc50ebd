/// Options of everything that is shown in a browser.
#pragma once

#include <CLI/CLI.hpp>

#include "outrigger/commands.h"

namespace outrigger::app {

void add_host_options(CLI::App& command, SeatOptions& o);

}  // namespace outrigger::app
