/// How people and systems end a program: Ctrl-C (SIGINT), `kill` or a shutdown (SIGTERM), a closed
/// terminal or lost connection (SIGHUP). Commands that have something to finish, such as a
/// recording, catch these, finish it and end.
#pragma once

#include <string>

namespace outrigger::app {

/// From now on the three signals only set `interrupted`. A second one of the same kind ends the
/// program the hard way. SIGHUP stays ignored where it was (nohup). Output that nobody reads any
/// more (SIGPIPE) is no reason to end, nor is a file that may not grow (SIGXFSZ): writing fails then.
void catch_interruptions();
/// One of them came, or `interrupt` was called.
bool interrupted();
/// From any thread: as if a signal had come.
void interrupt();

/// Prints, even where the terminal or the reader of the output is gone: then it is lost, and nothing
/// else happens. (fmt::print throws.)
void print_if_possible(const std::string& text);
void print_error_if_possible(const std::string& text);

}  // namespace outrigger::app
