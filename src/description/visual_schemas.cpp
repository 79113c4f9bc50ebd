#include "description/visual_schemas.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "description/text.h"
#include "description/words.h"

namespace outrigger::description {

ValueRule colour_rule() { return {"", between(0, 1)}; }

namespace {

/// "`paint`, `steel`, ..."
template <class Words>
std::string words_of(const Words& words) {
  std::string text;
  for (const std::string_view word : words)
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", word);
  return text;
}

const ObjectSchema<VisualCylinderText>& visual_cylinder_schema() {
  using T = VisualCylinderText;
  static const ObjectSchema<T> schema{
      "visual_cylinder",
      "A drawn cylinder.",
      {
          field<T>("radius", &T::radius, {"m", above(0)}, "of the cylinder").required(),
          field<T>("length", &T::length, {"m", above(0)}, "along the axis").required(),
          field<T>("axis", &T::axis, {}, "direction of the axis"),
      }};
  return schema;
}

const ObjectSchema<PrismText>& prism_schema() {
  using T = PrismText;
  static const ObjectSchema<T> schema{
      "prism",
      "A polygon in the x-z plane, extruded along y to both sides.",
      {
          field<T>("profile", &T::profile, {"m"}, "corners in order, not crossing").required(),
          field<T>("width", &T::width, {"m", above(0)}, "along y").required(),
          field<T>("corner", &T::corner, {"m", at_least(0)}, "radius of the profile's corners"),
      }};
  return schema;
}

const ObjectSchema<VisualMeshText>& visual_mesh_schema() {
  using T = VisualMeshText;
  static const ObjectSchema<T> schema{
      "visual_mesh",
      "A drawn triangle mesh from a file. Only its surface is taken: colours and textures of the "
      "file are not shown.",
      {
          field<T>("file", &T::file, {},
                   "OBJ, STL, PLY, glTF, DAE; relative to the file it stands in, and in the folder "
                   "of the outermost file or below (`--allow-outside` lifts this)")
              .required(),
          field<T>("unit", &T::unit, {"m", above(0)}, "length of one unit of the file"),
          field<T>("up", &T::up, {}, "axis of the file that becomes z"),
          field<T>("scale", &T::scale, {"", above(0)}, "along x, y, z, after turning"),
      }};
  return schema;
}

const ObjectSchema<TubeText>& tube_schema() {
  using T = TubeText;
  static const ObjectSchema<T> schema{
      "tube",
      "A round tube, rail or hose along a line through corners.",
      {
          field<T>("path", &T::path, {"m"}, "corners of its middle line").required(),
          field<T>("radius", &T::radius, {"m", above(0)}, "of the tube").required(),
          field<T>("bend", &T::bend, {"m", at_least(0)},
                   "radius of its middle line at corners, as far as there is room")
              .default_is("3 times the radius"),
      }};
  return schema;
}

const ObjectSchema<PlateText>& plate_schema() {
  using T = PlateText;
  static const ObjectSchema<T> schema{
      "plate",
      "A bent plate: a line in the x-z plane with a thickness to both sides, extruded along y.",
      {
          field<T>("path", &T::path, {"m"}, "corners of its middle line, `[x, z]`").required(),
          field<T>("thickness", &T::thickness, {"m", above(0)}, "of the plate").required(),
          field<T>("width", &T::width, {"m", above(0)}, "along y").required(),
          field<T>("corner", &T::corner, {"m", at_least(0)}, "radius of the bends"),
      }};
  return schema;
}

const ObjectSchema<LatheText>& lathe_schema() {
  using T = LatheText;
  static const ObjectSchema<T> schema{
      "lathe",
      "A line turned round an axis.",
      {
          field<T>("profile", &T::profile, {"m"}, "radius and place along the axis, in order")
              .required(),
          field<T>("axis", &T::axis, {}, "direction of the axis"),
      }};
  return schema;
}

const ObjectSchema<LoftText>& loft_schema() {
  using T = LoftText;
  static const ObjectSchema<T> schema{
      "loft",
      "A body through rectangles that stand across the x axis, with rounded edges.",
      {
          field<T>("sections", &T::sections, {"m"},
                   "`[x, y, z, width, height]`: middle of the rectangle, edges along y and z")
              .required(),
      }};
  return schema;
}

const ObjectSchema<VisualTyreText>& visual_tyre_schema() {
  using T = VisualTyreText;
  static const ObjectSchema<T> schema{
      "visual_tyre",
      "A drawn tyre round the y axis. It is flat where it stands on the ground.",
      {
          field<T>("radius", &T::radius, {"m", above(0)}, "outside, without load").required(),
          field<T>("width", &T::width, {"m", above(0)}, "along y").required(),
          field<T>("rim", &T::rim, {"m", above(0)}, "radius of the rim it sits on").required(),
          field<T>("tread", &T::tread, {}, words_of(kTreads)).default_is("`blocks`"),
      }};
  return schema;
}

const ObjectSchema<LabelText>& label_schema() {
  using T = LabelText;
  static const ObjectSchema<T> schema{
      "label",
      "Letters on a surface, in the x-z plane: they run along x, seen from -y.",
      {
          field<T>("text", &T::text, {}, "one line").required(),
          field<T>("height", &T::height, {"m", above(0)}, "of the letters").required(),
      }};
  return schema;
}

const ObjectSchema<ScreenText>& screen_schema() {
  using T = ScreenText;
  static const ObjectSchema<T> schema{
      "screen",
      "A screen in the x-z plane, seen from -y, that shows the readings for operators.",
      {
          field<T>("width", &T::width, {"m", above(0)}, "along x").required(),
          field<T>("height", &T::height, {"m", above(0)}, "along z").required(),
      }};
  return schema;
}

const ObjectSchema<MotionText>& motion_schema() {
  using T = MotionText;
  static const ObjectSchema<T> schema{
      "moves",
      "A drawn shape turns with an input, as a lever with the hand.",
      {
          field<T>("input", &T::input, {}, "as levers name it; without such an input it rests")
              .required(),
          field<T>("axis", &T::axis, {}, "in the body frame"),
          field<T>("about", &T::about, {"m"}, "a point of the axis, in the body frame"),
          field<T>("angle", &T::angle, {"rad"}, "where the input is 1").or_degrees().required(),
      }};
  return schema;
}

const ObjectSchema<BeamText>& beam_schema() {
  using T = BeamText;
  static const ObjectSchema<T> schema{
      "beam",
      "Light that a shape throws from its origin when it is dark.",
      {
          field<T>("direction", &T::direction, {}, "in the body frame"),
          field<T>("angle", &T::angle, {"rad", above(0)}, "of the whole cone")
              .or_degrees()
              .allowed_is("> 0 and at most 3 rad"),
          field<T>("range", &T::range, {"m", above(0)}, "as far as it lights"),
      }};
  return schema;
}

}  // namespace

const std::string& material_help() {
  static const std::string help = "what it is made of: " + words_of(kLookMaterials);
  return help;
}

void check_material(Reading& r, const Node& node, const std::string& material) {
  if (material.empty() || std::ranges::find(kLookMaterials, material) != kLookMaterials.end())
    return;
  r.problem_at(
      node, "material",
      unknown_choice_text("material", material, {kLookMaterials.begin(), kLookMaterials.end()}));
}

const ObjectSchema<VisualText>& visual_schema() {
  using T = VisualText;
  static const ObjectSchema<T> schema = [] {
    ObjectSchema<T> s{
        "visuals",
        "A drawn shape fixed in a body: exactly one of box, cylinder, sphere, prism, mesh, tube, "
        "plate, lathe, loft, tyre, label and screen. Visuals have no mass and touch nothing.",
        {
            field<T>("body", &VisualShape::body, {}, "that carries it")
                .type_is("name of a body or `ground`")
                .required(),
            field<T>("box", &T::box, {"m", above(0)}, "edge lengths along x, y, z"),
            object_field<T>("cylinder", &T::cylinder, visual_cylinder_schema, "a cylinder"),
            field<T>("sphere", &T::sphere, {"m", above(0)}, "radius"),
            object_field<T>("prism", &T::prism, prism_schema, "an extruded polygon"),
            object_field<T>("mesh", &T::mesh, visual_mesh_schema, "a mesh from a file"),
            object_field<T>("tube", &T::tube, tube_schema, "a tube, rail or hose"),
            object_field<T>("plate", &T::plate, plate_schema, "a bent plate"),
            object_field<T>("lathe", &T::lathe, lathe_schema, "a turned line"),
            object_field<T>("loft", &T::loft, loft_schema, "a body through rectangles"),
            object_field<T>("tyre", &T::tyre, visual_tyre_schema, "a tyre"),
            object_field<T>("label", &T::label, label_schema, "letters"),
            object_field<T>("screen", &T::screen, screen_schema, "a screen with readings"),
            field<T>("at", &T::at, {"m"},
                     "centre of the shape; origin of a profile, a path, sections or a mesh"),
            field<T>("pitch", &T::pitch, {"rad"}, "turn in the x-z plane, from x towards z")
                .or_degrees(),
            field<T>("edge", &VisualShape::edge, {"m", at_least(0)},
                     "box, cylinder, prism, plate, loft: radius of its edges")
                .default_is("as displays like"),
            field<T>("colour", &VisualShape::colour, colour_rule(), "red, green, blue"),
            field<T>("opacity", &VisualShape::opacity, {"", between(0, 1)}, "1 is solid"),
            field<T>("material", &VisualShape::material, {}, material_help()).default_is("`paint`"),
            object_field<T>("moves", &T::moves, motion_schema, "it turns with an input"),
            object_field<T>("moves_too", &T::moves_too, motion_schema, "and with a second one"),
            object_field<T>("beam", &T::beam_text, beam_schema, "it lights when it is dark"),
        }};
    for (auto& f : rotation_fields<T>()) s.fields.push_back(std::move(f));
    return s;
  }();
  return schema;
}

std::vector<ObjectDoc> visual_schema_docs() {
  return {visual_schema().document(),      visual_cylinder_schema().document(),
          prism_schema().document(),       visual_mesh_schema().document(),
          tube_schema().document(),        plate_schema().document(),
          lathe_schema().document(),       loft_schema().document(),
          visual_tyre_schema().document(), label_schema().document(),
          screen_schema().document(),      motion_schema().document(),
          beam_schema().document()};
}

}  // namespace outrigger::description
