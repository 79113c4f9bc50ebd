/// tools: what cuts and carries soil.
#include <fmt/format.h>

#include <cmath>

#include "description/placement.h"
#include "description/profile_text.h"
#include "description/sections.h"

namespace outrigger::description {
namespace {

struct ToolText : Tool {
  std::optional<PointText> given_edge, given_plate;
  std::optional<Direction> given_front;
  std::optional<ProfileText> given_cavity;
};

const ObjectSchema<ToolText>& tool_schema() {
  using T = ToolText;
  static const ObjectSchema<T> schema{
      "tools",
      "A cutting edge with a plate behind it: a bucket, a blade, a plain plate. It works on the "
      "diggable soil "
      "of a site. Seen from the side in the x-z plane of its body, y across. A tool with a "
      "`cavity` takes up "
      "what it cuts; one without pushes it ahead.",
      {
          field<T>("body", &Tool::body, {}, "that carries it").type_is("name of a body").required(),
          field<T>("edge", &T::given_edge, {"m"}, "middle of the cutting edge").required(),
          field<T>("plate", &T::given_plate, {"m"},
                   "where the plate behind the edge ends; soil slides up from the edge to there")
              .required(),
          field<T>(
              "front", &T::given_front, {},
              "direction in the body frame in which the plate pushes soil; only its side matters")
              .default_is("towards the cavity"),
          field<T>("width", &Tool::width, {"m", above(0)}, "of edge and plate").required(),
          field<T>("teeth", &Tool::teeth, {"", between(0, 100)}, "how many; 0: a plain edge"),
          field<T>("tooth_area", &Tool::tooth_area, {"m²", at_least(0)},
                   "of the front of one tooth, or of a whole plain edge: what has to be driven "
                   "into the soil"),
          field<T>("tooth_thickness", &Tool::tooth_thickness, {"m", above(0)},
                   "of a tooth or the edge"),
          field<T>("cavity", &T::given_cavity, {"m"},
                   "room for soil: from the edge along the shell to the rear lip")
              .default_is("none: it pushes what it cuts"),
          field<T>("cavity_width", &Tool::cavity_width, {"m", above(0)},
                   "inside; `width` if not given")
              .default_is("`width`"),
          field<T>("cutting", &Tool::cutting, {},
                   "groups of contact spheres that go into diggable soil with the edge and are not "
                   "held up "
                   "by it"),
      }};
  return schema;
}

/// Why a cavity holds nothing that the laws of soil can reckon with; empty: it does.
std::string why_no_room(const Tool& tool) {
  const auto& c = tool.cavity;
  const auto turn = [](const auto& a, const auto& b, const auto& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  };
  const std::size_t n = c.size();
  double area = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto &a = c[i], &b = c[(i + 1) % n];
    area += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;  // neighbours
      const auto &p = c[j], &q = c[(j + 1) % n];
      if (turn(a, b, p) * turn(a, b, q) < 0.0 && turn(p, q, a) * turn(p, q, b) < 0.0)
        return fmt::format("the outline of the cavity crosses itself between its corners {} and {}",
                           i + 1, j + 1);
    }
  }
  if (!(std::abs(area) > 1e-6)) return "the cavity has no area";
  if (tool.cavity_width > 20.0)
    return fmt::format("a cavity {:g} m wide is not allowed: at most 20 m", tool.cavity_width);
  return {};
}

void finish_tool(Reading& r, const Node& node, MachineBuilder& builder, ToolText& tool) {
  if (!builder.check_body(r, {node, "body"}, tool.body, false)) return;
  const auto place = [&](const char* key, const std::optional<PointText>& given, Vec3& point) {
    if (!given) return false;
    const auto p = builder.resolve_point(r, {node, key}, tool.body, *given);
    if (p) point = *p;
    return p.has_value();
  };
  if (!place("edge", tool.given_edge, tool.edge) || !place("plate", tool.given_plate, tool.plate))
    return;
  const Vec3 along = tool.plate - tool.edge;
  if (std::abs(along.y()) > 1e-6 || !(along.norm() > 1e-3)) {
    r.problem(node,
              "the plate must end at least 1 mm from the edge, beside its middle (the same y)");
    return;
  }
  if (tool.given_front) tool.front = tool.given_front->vector;
  const Vec3 normal(along.z(), 0.0, -along.x());
  if (tool.given_front &&
      !(std::abs(tool.front.dot(normal)) > 0.1 * along.norm() * tool.front.norm())) {
    r.problem(node, "'front' must point to one side of the plate, not along it or across");
    return;
  }
  if (!tool.given_cavity && tool.front.isZero()) {
    r.problem(node, "a tool without a cavity needs 'front', the direction in which it pushes soil");
    return;
  }
  if (tool.given_cavity) {
    tool.cavity = tool.given_cavity->corners;
    if (tool.cavity.size() > 24) {
      r.problem(node, "the cavity has more than 24 corners");
      return;
    }
    if (!(tool.cavity_width > 0.0)) tool.cavity_width = tool.width;
    if (const std::string why = why_no_room(tool); !why.empty()) {
      r.problem(node, why);
      return;
    }
  } else if (tool.cavity_width > 0.0) {
    r.problem(node, "'cavity_width' is for tools with a cavity");
    return;
  }
  builder.add(r, node, builder.named<Tool>(), static_cast<const Tool&>(tool));
}

}  // namespace

void read_tools(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, tool_schema(), [&](ToolText& tool, const Node& node, const ObjectKeys&) {
    finish_tool(r, node, builder, tool);
  });
}

WrittenKeys written_keys(const Tool& tool, const WriteContext&) {
  ToolText text;
  static_cast<Tool&>(text) = tool;
  text.given_edge = PointText{tool.edge, {}};
  text.given_plate = PointText{tool.plate, {}};
  if (!tool.front.isZero()) text.given_front = Direction{tool.front};
  if (tool.holds_soil()) text.given_cavity = ProfileText{tool.cavity};
  return write_object(tool_schema(), text);
}

std::vector<ObjectDoc> tool_docs() { return {tool_schema().document()}; }

}  // namespace outrigger::description
