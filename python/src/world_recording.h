/// Recordings of worlds that Python drives: what `outrigger replay` needs to set the world up again.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "description/description.h"
#include "description/reader.h"
#include "recorder/recording.h"

namespace outrigger::python {

/// What a world was made of.
struct WorldSource {
  description::Machine machine;
  std::string machine_file;                    ///< empty: a Machine, which is written as text
  std::vector<description::SourceFile> files;  ///< of the machine file
  bool has_site = false;
  std::string site_file, site_text;  ///< empty with a site: an object, which has no text
};

/// The source of a world's arguments.
WorldSource source_of(const pybind11::object& machine, const pybind11::object& site);

/// Turns the source of a Machine into that of a file: writes its text and reads it. Numbers that the text
/// has in another form (rotations as quaternions) may differ in their last digit afterwards. False when it
/// was a file already. Throws Error where the format cannot say what the machine is.
bool write_as_file(WorldSource& source);

/// Of a source with files. Throws Error where a recording could not hold the world.
recorder::RecordingHeader header_of(const WorldSource& source);

}  // namespace outrigger::python
