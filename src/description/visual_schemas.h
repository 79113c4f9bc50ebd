/// The shapes of visuals as machine files write them.
#pragma once

#include <optional>
#include <string>

#include "description/contact_shapes.h"
#include "description/number_rows.h"
#include "description/placement.h"
#include "description/profile_text.h"
#include "description/schema.h"
#include "description/shape_schemas.h"

namespace outrigger::description {

struct VisualCylinderText {
  double radius = 0.0, length = 0.0;
  Direction axis;
};
struct PrismText {
  ProfileText profile;
  double width = 0.0, corner = 0.0;
};
struct VisualMeshText {
  std::string file;
  double unit = 1.0;
  ContactShape::UpAxis up = ContactShape::UpAxis::z;
  Vec3 scale = Vec3::Ones();
};
struct TubeText {
  RowsOf3 path;
  double radius = 0.0, bend = 0.0;
};
struct PlateText {
  RowsOf2 path;
  double thickness = 0.0, width = 0.0, corner = 0.0;
};
struct LatheText {
  RowsOf2 profile;
  Direction axis;
};
struct LoftText {
  RowsOf5 sections;
};
struct VisualTyreText {
  double radius = 0.0, width = 0.0, rim = 0.0;
  std::string tread;
};
struct LabelText {
  std::string text;
  double height = 0.0;
};
struct ScreenText {
  double width = 0.0, height = 0.0;
};
struct MotionText {
  std::string input;
  Direction axis{Vec3::UnitY()};
  Vec3 about = Vec3::Zero();
  double angle = 0.0;
};
struct BeamText {
  Direction direction{Vec3::UnitX()};
  double angle = 1.0, range = 25.0;
};

struct VisualText : VisualShape, RotationText {
  std::optional<Vec3> box;
  std::optional<double> sphere;
  std::optional<VisualCylinderText> cylinder;
  std::optional<PrismText> prism;
  std::optional<VisualMeshText> mesh;
  std::optional<TubeText> tube;
  std::optional<PlateText> plate;
  std::optional<LatheText> lathe;
  std::optional<LoftText> loft;
  std::optional<VisualTyreText> tyre;
  std::optional<LabelText> label;
  std::optional<ScreenText> screen;
  std::optional<double> pitch;
  std::optional<MotionText> moves, moves_too;
  std::optional<BeamText> beam_text;
  Vec3 at = Vec3::Zero();
};

/// Colours, as red, green, blue.
ValueRule colour_rule();

/// "what it is made of: `paint`, ..."
const std::string& material_help();
/// Reports a material that displays do not know.
void check_material(Reading& r, const Node& node, const std::string& material);

const ObjectSchema<VisualText>& visual_schema();
/// The visual and all objects inside it, for the documentation.
std::vector<ObjectDoc> visual_schema_docs();

}  // namespace outrigger::description
