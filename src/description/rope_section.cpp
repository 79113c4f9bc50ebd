/// ropes: what pulls over eyes and pulleys.
#include <fmt/format.h>

#include "description/function_text.h"
#include "description/sections.h"

namespace outrigger::description {
namespace {

struct RopePointText {
  std::string body;
  std::optional<PointText> point;
};

const ObjectSchema<RopePointText>& rope_point_schema() {
  using T = RopePointText;
  static const ObjectSchema<T> schema{
      "rope point",
      "Where a rope is fastened or runs over an eye or a pulley, which has no radius.",
      {
          field<T>("body", &T::body, {}, "that carries it")
              .type_is("name of a body or `ground`")
              .required(),
          field<T>("point", &T::point, {"m"}, "in its frame").default_is("[0, 0, 0]"),
      }};
  return schema;
}

bool read_value(Reading& r, const Node& node, const ValueRule&, std::vector<RopePointText>& value) {
  if (!node.is_list() || node.items.size() < 2) {
    r.problem(node, "expected a list of at least 2 points");
    return false;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    RopePointText point;
    if (read_object(r, node.items[i], rope_point_schema(), point).is_map)
      value.push_back(std::move(point));
  }
  return value.size() == node.items.size();
}

std::string value_text(const std::vector<RopePointText>& value) {
  std::string text;
  for (const RopePointText& p : value)
    text += (text.empty() ? "" : ", ") + flow_text(write_object(rope_point_schema(), p));
  return "[" + text + "]";
}

std::string type_name(const std::vector<RopePointText>&, const ValueRule&) {
  return "list of " + link_to("rope point");
}

struct RopeText : Rope {
  std::vector<RopePointText> given_points;
};

const ObjectSchema<RopeText>& rope_schema() {
  using T = RopeText;
  static const ObjectSchema<T> schema{
      "ropes",
      "A rope without mass that pulls and never pushes. It is fastened to its first and last point "
      "and runs without friction over those between. Stretched by s beyond its free length it "
      "pulls "
      "with stiffness s (1 + damping ds/dt), never less than 0. Its ends and eyes may be on any "
      "bodies.",
      {
          field<T>("points", &T::given_points, {}, "in the order of the rope").required(),
          field<T>("length", &Rope::length, {"m", above(0)}, "free length at the start")
              .default_is("as assembled"),
          field<T>("stiffness", &Rope::stiffness, {"N/m", above(0)}, "of the whole rope"),
          field<T>("axial_stiffness", &Rope::axial_stiffness, {"N", above(0)},
                   "EA, instead of `stiffness`, which is then EA / free length"),
          field<T>("damping", &Rope::damping, {"s/m", at_least(0)},
                   "of stretching, while it pulls"),
          field<T>("winding", &Rope::winding, {"m/s"},
                   "rate of the free length, over time or by an input: a winch; positive pays out"),
          field<T>("length_min", &Rope::length_min, {"m", above(0)},
                   "free length at which winding in ends"),
      }};
  return schema;
}

void finish_rope(Reading& r, const Node& node, MachineBuilder& builder, RopeText& rope) {
  const bool by_k = node.find("stiffness") != nullptr;
  const bool by_ea = node.find("axial_stiffness") != nullptr;
  if (by_k == by_ea)
    r.problem(node, by_k ? "'stiffness' and 'axial_stiffness' exclude each other"
                         : "missing key 'stiffness' or 'axial_stiffness'");
  refuse_lever(r, node, "winding", rope.winding);
  for (const RopePointText& given : rope.given_points) {
    if (given.body.empty() || !builder.check_body(r, {node, "points"}, given.body, true)) return;
    RopePoint& point = rope.points.emplace_back();
    point.body = given.body;
    if (!given.point) continue;
    if (const auto p = builder.resolve_point(r, {node, "points"}, given.body, *given.point))
      point.point = *p;
  }
  builder.add(r, node, builder.named<Rope>(), static_cast<const Rope&>(rope));
}

}  // namespace

void read_ropes(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, rope_schema(), [&](RopeText& rope, const Node& node, const ObjectKeys&) {
    finish_rope(r, node, builder, rope);
  });
}

WrittenKeys written_keys(const Rope& rope, const WriteContext&) {
  RopeText text;
  static_cast<Rope&>(text) = rope;
  for (const RopePoint& p : rope.points)
    text.given_points.push_back({p.body, written_point(p.point)});
  return write_object(rope_schema(), text);
}

std::vector<ObjectDoc> rope_docs() {
  return {rope_schema().document(), rope_point_schema().document()};
}

}  // namespace outrigger::description
