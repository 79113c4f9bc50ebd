/// Reads scene files.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "description/reader.h"
#include "description/scene.h"

namespace outrigger::description {

/// Where the files of a scene are.
struct SceneFiles {
  /// The path of what a scene calls a machine or an object; throws Error when there is none.
  std::function<std::string(const std::string& given)> machine_path, object_path;
  bool allow_outside = false;
  /// Receives the scene and every file that is read, under "NAME/..." by machine or kind: all that is needed to
  /// read it again with read_scene_sources.
  std::vector<SourceFile>* files_read = nullptr;
};

/// Whether a text is a scene file and no machine file.
bool is_scene(std::string_view text);

/// All problems of the file are in one Error, a line each, as for machines.
Scene read_scene_text(std::string_view text, const std::string& name, const SceneFiles& files);

/// The same from what a recording holds; no file is read.
Scene read_scene_sources(const std::vector<SourceFile>& files, bool allow_outside);

std::string scene_format_markdown();

/// What stands in a scene file, for scenes that programs make.
std::string scene_text(const Scene& scene);

/// Gives all things of the machine names that begin with "name/", puts it there, and appends it to `all`.
/// Materials keep their names where another machine says the same of them. Engine and pumps are left behind.
/// Throws Error when something is fixed to the world and cannot follow.
void place_in_scene(const SceneMachine& machine, const Vec3& position, double heading,
                    Machine& all);

}  // namespace outrigger::description
