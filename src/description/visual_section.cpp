/// visuals: shapes that are drawn.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "description/mass_properties.h"
#include "description/sections.h"
#include "description/text.h"
#include "description/visual_schemas.h"
#include "math/elementary.h"

namespace outrigger::description {
namespace {

/// Keys of which a visual has exactly one.
constexpr std::array kShapeKeys{"box",   "cylinder", "sphere", "prism", "mesh",  "tube",
                                "plate", "lathe",    "loft",   "tyre",  "label", "screen"};

/// The turn that takes x towards z by an angle.
Mat3 pitch_rotation(double angle) {
  const auto turn = elementary::sincos(angle);
  Mat3 m = Mat3::Identity();
  m(0, 0) = m(2, 2) = turn.cosine;
  m(2, 0) = turn.sine;
  m(0, 2) = -turn.sine;
  return m;
}

void take(VisualText& v, const Vec3& box) {
  v.kind = VisualShape::Kind::box;
  v.size = box;
}

void take(VisualText& v, double sphere) {
  v.kind = VisualShape::Kind::sphere;
  v.radius = sphere;
}

void take(VisualText& v, const VisualCylinderText& cylinder) {
  v.kind = VisualShape::Kind::cylinder;
  v.radius = cylinder.radius;
  v.length = cylinder.length;
  v.pose.rotation = v.pose.rotation * rotation_from_z_to(cylinder.axis.vector);
}

void take(VisualText& v, const PrismText& prism) {
  v.kind = VisualShape::Kind::prism;
  v.profile = prism.profile.corners;
  v.length = prism.width;
  v.corner = prism.corner;
}

void take(VisualText& v, const TubeText& tube) {
  v.kind = VisualShape::Kind::tube;
  v.path = tube.path.rows;
  v.radius = tube.radius;
  v.corner = tube.bend > 0.0 ? tube.bend : 3.0 * tube.radius;
}

void take(VisualText& v, const PlateText& plate) {
  v.kind = VisualShape::Kind::plate;
  v.profile = plate.path.rows;
  v.thickness = plate.thickness;
  v.length = plate.width;
  v.corner = plate.corner;
}

void take(VisualText& v, const LatheText& lathe) {
  v.kind = VisualShape::Kind::lathe;
  v.profile = lathe.profile.rows;
  v.pose.rotation = v.pose.rotation * rotation_from_z_to(lathe.axis.vector);
}

void take(VisualText& v, const LoftText& loft) {
  v.kind = VisualShape::Kind::loft;
  v.sections = loft.sections.rows;
}

void take(VisualText& v, const VisualTyreText& tyre) {
  v.kind = VisualShape::Kind::tyre;
  v.radius = tyre.radius;
  v.length = tyre.width;
  v.rim = tyre.rim;
  v.tread = tyre.tread.empty() ? "blocks" : tyre.tread;
}

void take(VisualText& v, const LabelText& label) {
  v.kind = VisualShape::Kind::label;
  v.text = label.text;
  v.length = label.height;
}

void take(VisualText& v, const ScreenText& screen) {
  v.kind = VisualShape::Kind::screen;
  v.size = {screen.width, 0.0, screen.height};
}

/// Whether the shape could be read; what could not has been reported.
bool take_shape(VisualText& v) {
  const auto take_if = [&](const auto& given) {
    if (given) take(v, *given);
    return given.has_value();
  };
  return take_if(v.box) || take_if(v.sphere) || take_if(v.cylinder) || take_if(v.prism) ||
         take_if(v.tube) || take_if(v.plate) || take_if(v.lathe) || take_if(v.loft) ||
         take_if(v.tyre) || take_if(v.label) || take_if(v.screen);
}

void check_rows(Reading& r, const Node& node, const VisualText& v) {
  if (v.kind == VisualShape::Kind::lathe)
    for (const auto& [radius, height] : v.profile)
      if (radius < 0.0) r.problem_at(node, "lathe", "a radius must be >= 0 m");
  for (const auto& section : v.sections)
    if (section[3] <= 0.0 || section[4] <= 0.0)
      r.problem_at(node, "loft", "width and height of a section must be > 0 m");
  if (v.kind != VisualShape::Kind::tyre) return;
  if (v.rim >= v.radius) r.problem_at(node, "tyre", "the rim must be smaller than the tyre");
  if (std::ranges::find(kTreads, v.tread) == kTreads.end())
    r.problem_at(node, "tyre",
                 unknown_choice_text("tread", v.tread, {kTreads.begin(), kTreads.end()}));
}

void set_shape(Reading& r, const Node& node, VisualText& v) {
  // Counted by key: a shape with a bad value has been reported already.
  const auto shapes =
      std::ranges::count_if(kShapeKeys, [&](const char* k) { return node.find(k) != nullptr; });
  if (shapes != 1) {
    r.problem(node, fmt::format("expected exactly one of {}, found {}", fmt::join(kShapeKeys, ", "),
                                shapes));
    return;
  }
  v.pose = {v.at, resolve_rotation(r, node, v)};
  if (v.pitch) v.pose.rotation = v.pose.rotation * pitch_rotation(*v.pitch);
  if (take_shape(v)) {
    check_rows(r, node, v);
  } else if (v.mesh) {
    v.kind = VisualShape::Kind::mesh;
    v.unit = v.mesh->unit;
    v.up = v.mesh->up;
    v.scale = v.mesh->scale;
    v.file = mesh_path(r, node, v.mesh->file).value_or("");
  }
}

/// What has length 1 stays as it is, so that it is the same after writing and reading.
Vec3 unit(const Vec3& v) {
  const double length = v.norm();
  return std::abs(length - 1.0) < 1e-15 ? v : Vec3(v / length);
}

void set_behaviour(Reading& r, const Node& node, VisualText& v) {
  for (const auto& m : {v.moves, v.moves_too})
    if (m) v.motions.push_back({m->input, unit(m->axis.vector), m->about, m->angle});
  if (!v.beam_text) return;
  if (v.beam_text->angle > 3.0)
    r.problem_at(node, "beam",
                 fmt::format("an angle of {:.4g} rad is not allowed: must be at most 3 rad",
                             v.beam_text->angle));
  v.beam = VisualBeam{unit(v.beam_text->direction.vector), v.beam_text->angle, v.beam_text->range};
}

std::optional<MotionText> motion_text(const VisualShape& v, std::size_t k) {
  if (k >= v.motions.size()) return std::nullopt;
  const VisualMotion& m = v.motions[k];
  return MotionText{m.input, Direction{m.axis}, m.about, m.angle};
}

void write_shape(VisualText& text, const VisualShape& visual, const WriteContext& context) {
  using Kind = VisualShape::Kind;
  switch (visual.kind) {
    case Kind::box:
      text.box = visual.size;
      break;
    case Kind::sphere:
      text.sphere = visual.radius;
      break;
    case Kind::cylinder:
      text.cylinder = VisualCylinderText{visual.radius, visual.length, {}};
      break;
    case Kind::prism:
      text.prism = PrismText{{visual.profile}, visual.length, visual.corner};
      break;
    case Kind::mesh:
      text.mesh = VisualMeshText{seen_from(context.folder, visual.file), visual.unit, visual.up,
                                 visual.scale};
      break;
    case Kind::tube:
      text.tube = TubeText{{visual.path}, visual.radius, visual.corner};
      break;
    case Kind::plate:
      text.plate = PlateText{{visual.profile}, visual.thickness, visual.length, visual.corner};
      break;
    case Kind::lathe:
      text.lathe = LatheText{{visual.profile}, {}};
      break;
    case Kind::loft:
      text.loft = LoftText{{visual.sections}};
      break;
    case Kind::tyre:
      text.tyre = VisualTyreText{visual.radius, visual.length, visual.rim, visual.tread};
      break;
    case Kind::label:
      text.label = LabelText{visual.text, visual.length};
      break;
    case Kind::screen:
      text.screen = ScreenText{visual.size.x(), visual.size.z()};
      break;
  }
}

}  // namespace

void read_visuals(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, visual_schema(), [&](VisualText& v, const Node& node, const ObjectKeys&) {
    set_shape(r, node, v);
    set_behaviour(r, node, v);
    check_material(r, node, v.material);
    if (v.body.empty() || !builder.check_body(r, {node, "body"}, v.body, true)) return;
    builder.add(r, node, builder.named<VisualShape>(), static_cast<const VisualShape&>(v));
  });
}

WrittenKeys written_keys(const VisualShape& visual, const WriteContext& context) {
  VisualText text;
  static_cast<VisualShape&>(text) = visual;
  static_cast<RotationText&>(text) = written_rotation(visual.pose.rotation);
  text.at = visual.pose.position;
  write_shape(text, visual, context);
  text.moves = motion_text(visual, 0);
  text.moves_too = motion_text(visual, 1);
  if (visual.beam)
    text.beam_text =
        BeamText{Direction{visual.beam->direction}, visual.beam->angle, visual.beam->range};
  return write_object(visual_schema(), text);
}

std::vector<ObjectDoc> visual_docs() { return visual_schema_docs(); }

}  // namespace outrigger::description
