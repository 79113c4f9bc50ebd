/// Options of hardware in the loop, for `run` and `seat` (docs/hil.md).
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "devices/hil_server.h"
#include "frames/notice_queue.h"
#include "outrigger/commands.h"
#include "session/controller_link.h"
#include "sim/world.h"

namespace outrigger::app {

void add_hil_options(CLI::App& command, HilOptions& o);

/// Null without --hil. Listens, and prints where. Throws Error.
std::unique_ptr<session::ControllerLink> make_controller_link(const HilOptions& options,
                                                              sim::World& world,
                                                              const description::Machine& machine,
                                                              frames::NoticeQueue& notices);
/// Of a run: until a controller is there. Throws Error when none comes within --hil-wait.
void wait_for_controller(session::ControllerLink& link, const HilOptions& options);
/// Notices as lines on stderr.
void print_notices(frames::NoticeQueue& notices);
void print_controllers(const session::ControllerLink& link);

}  // namespace outrigger::app
