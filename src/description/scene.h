/// What a scene file says: which machines stand where on which site, and what stands around them. Format:
/// docs/scene-format.md, printed by scene_format_markdown().
#pragma once

#include <array>
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
  std::string kind;                         ///< file, or the name of a bundled object
  Vec3 position = Vec3::Zero();             ///< of the first: x, y, height above the ground [m]
  double heading = 0.0;                     ///< [rad]
  std::string state = "resting";            ///< resting, movable, fixed, walking
  std::vector<std::array<double, 2>> path;  ///< walking: where to, after `position` [m]
  double speed = 1.2;                       ///< walking [m/s], > 0
  int count = 1, rows = 1;                  ///< in a row, and rows; names get -1, -2, ... then
  Vec3 step = Vec3::Zero();                 ///< from one to the next of a row [m]
  Vec3 row_step = Vec3::Zero();             ///< from row to row [m]
};

/// A sling that hangs on a machine and is fastened to eyes of objects while its input is on (sim/slings.h).
struct SceneSling {
  std::string name;
  Location where;
  std::string on;            ///< machine/body
  Vec3 at = Vec3::Zero();    ///< in the frame of the body [m]
  double length = 1.5;       ///< free length [m], > 0
  double stiffness = 2.0e6;  ///< of the whole sling [N/m], > 0
  double damping = 0.5;      ///< of stretching [s/m]
  std::string key;           ///< of a keyboard; empty: none
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
  std::vector<SceneSling> slings;
  std::vector<SceneKind> kinds;
};

}  // namespace outrigger::description
