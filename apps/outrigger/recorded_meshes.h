/// Meshes on their way into a recording and out of it, so that a recording needs no file but itself.
#pragma once

#include <map>
#include <string>

#include "description/description.h"
#include "recorder/recording.h"
#include "sim/world.h"

namespace outrigger::app {

/// Reads the meshes of the machine and of the site in `options`, each once, puts them into the header and
/// lets the world take them from there. Call it before the world is made. Throws Error as make_shape.
void store_meshes(description::Machine& machine, sim::WorldOptions& options,
                  recorder::RecordingHeader& header);

/// The same for meshes that the program has made, which are in `options` already. `visuals`: what else is
/// drawn, by the names of visuals and of meshes.
void store_made_meshes(const description::Machine& machine, const sim::WorldOptions& options,
                       const std::map<std::string, std::string>& visuals,
                       recorder::RecordingHeader& header);

/// Gives the shapes of a recorded machine and its site the meshes of the recording. No file is read.
/// Throws Error when a mesh is missing or damaged.
void use_recorded_meshes(const recorder::RecordingHeader& header, description::Machine& machine,
                         sim::WorldOptions& options);

}  // namespace outrigger::app
