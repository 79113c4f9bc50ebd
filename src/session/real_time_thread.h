/// Priority for the thread of the physics, where the system allows it.
#pragma once

#include <string>

namespace outrigger::session {

/// Asks for the calling thread to run before ordinary ones (SCHED_FIFO) and for the program's memory
/// to stay in RAM. Returns what was refused, for people; empty when all was granted.
std::string request_real_time();

}  // namespace outrigger::session
