/// Machines as text of a machine file (docs/machine-format.md): Machine.text and Machine.save.
#pragma once

#include <string>

#include "description/description.h"

namespace outrigger::python {

/// The text of `file` that reads as this machine: numbers with all their digits, rotations as
/// quaternions (equal to about 1e-16), only what is not the default. The text is read again, and what
/// comes out compared: Error where the format cannot say what the machine is.
std::string checked_machine_text(const description::Machine& machine, const std::string& file);

}  // namespace outrigger::python
