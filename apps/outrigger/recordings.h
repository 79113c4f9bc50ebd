/// Between machine files and recordings, which do not know each other.
#pragma once

#include <string>
#include <vector>

#include "description/reader.h"
#include "outrigger/site.h"
#include "recorder/recording.h"

namespace outrigger::app {

/// What the recorder cannot know about a run. Of paths, only the names of files are kept: nobody else
/// need know where they were. Meshes are added by store_meshes (recorded_meshes.h).
recorder::RecordingHeader recording_header(const std::string& machine_file,
                                           const std::vector<std::string>& variants,
                                           const std::vector<description::SourceFile>& files,
                                           const SiteChoice& site);

/// The machine inside a recording, or that of another file, with the recorded step, on the recorded site,
/// and with the recorded meshes. Only another file may have meshes of its own.
description::Machine recorded_machine(const recorder::RecordingHeader& header,
                                      const std::string& other_file, bool allow_outside,
                                      sim::WorldOptions& options);

}  // namespace outrigger::app
