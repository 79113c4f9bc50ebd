/// Meshes that are only drawn: from their files, into a recording and out of it.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "display/mesh_asset.h"
#include "recorder/recording.h"

namespace outrigger::app {

/// Reads the meshes that visuals of the machine name, each file once, in a limited process of its own
/// (mesh_files/mesh_file.h), and puts them into `header` unless that is null. Throws Error that names the
/// visual.
display::VisualMeshes read_visual_meshes(const description::Machine& machine,
                                         recorder::RecordingHeader* header);

/// The same from a recording; no file is read. What it does not hold is not drawn, and `notes` tells so.
display::VisualMeshes recorded_visual_meshes(const recorder::RecordingHeader& header,
                                             const description::Machine& machine,
                                             std::vector<std::string>& notes);

}  // namespace outrigger::app
