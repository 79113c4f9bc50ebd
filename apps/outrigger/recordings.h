/// Between machine files and recordings, which do not know each other.
#pragma once

#include <string>
#include <vector>

#include "description/reader.h"
#include "outrigger/site.h"
#include "recorder/recording.h"

namespace outrigger::app {

/// What the recorder cannot know about a run.
recorder::RecordingHeader recording_header(const std::string& machine_file,
                                           const std::vector<std::string>& variants,
                                           const std::vector<description::SourceFile>& files,
                                           const SiteChoice& site);

/// The machine inside a recording, or that of another file, with the recorded step and on the
/// recorded site.
description::Machine recorded_machine(const recorder::RecordingHeader& header,
                                      const std::string& other_file, sim::WorldOptions& options);

}  // namespace outrigger::app
