/// What a scene file says: which machines stand where on which site, and what stands around them. Format:
/// docs/scene-format.md, printed by scene_format_markdown().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "description/description.h"

namespace outrigger::description {

/// A machine of a scene. All its names begin with "name/" once it is placed (place_in_scene).
struct SceneMachine {
  std::string name;
  Location where;
  std::string file;                   ///< as written: a file, or the name of a bundled machine
  std::vector<std::string> variants;  ///< empty: those the file gives an operator
  bool plain = false;                 ///< none of those either
  std::string start;                  ///< place of the site
  std::optional<Vec3> position;       ///< instead of `start`: x, y, height above the ground [m]
  double heading = 0.0;               ///< of `position` [rad]
  Machine machine;                    ///< as its file says
};

/// Objects of one kind: one, or a row, or a field of rows.
struct SceneObjects {
  std::string name;
  Location where;
  std::string kind;               ///< file, or the name of a bundled object
  Vec3 position = Vec3::Zero();   ///< of the first: x, y, height above the ground [m]
  double heading = 0.0;           ///< [rad]
  std::string state = "resting";  ///< resting, movable, fixed
  int count = 1, rows = 1;        ///< in a row, and rows; names get -1, -2, ... then
  Vec3 step = Vec3::Zero();       ///< from one to the next of a row [m]
  Vec3 row_step = Vec3::Zero();   ///< from row to row [m]
};

/// A kind of objects with its file.
struct SceneKind {
  std::string name;
  Machine machine;
};

struct Scene {
  std::string name, title;
  std::string site;   ///< file, or the name of a bundled site; empty: the plane
  double step = 0.0;  ///< [s]; 0: as the caller says
  std::vector<SceneMachine> machines;
  std::vector<SceneObjects> objects;
  std::vector<SceneKind> kinds;
};

}  // namespace outrigger::description
