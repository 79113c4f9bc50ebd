/// What a command is given: a machine file, or a scene of several machines and objects, on a site.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "description/reader.h"
#include "outrigger/site.h"
#include "recorder/recording.h"
#include "sim/placed_scene.h"

namespace outrigger::app {

struct SceneRequest {
  std::string file;                   ///< path of a machine or a scene file
  std::vector<std::string> variants;  ///< of the machine
  bool plain = false;                 ///< no variants where none are given
  std::vector<std::string> with;      ///< "tipper@ramp_foot", "tipper@60,8,90": machines beside it
  std::string site, start;            ///< empty: as the file says
  bool allow_outside = false;
};

/// A scene that has been read.
struct ChosenScene {
  sim::PlacedScene placed;
  SiteChoice site;
  std::vector<description::SourceFile>
      files;  ///< the scene first: all that is needed to read it again
};

/// Nothing for a machine file alone. Throws Error as the readers do.
std::optional<ChosenScene> choose_scene(const SceneRequest& request);

/// The scene of a recording; nothing: it is of one machine.
std::optional<sim::PlacedScene> recorded_scene(const recorder::RecordingHeader& header,
                                               bool allow_outside);

}  // namespace outrigger::app
