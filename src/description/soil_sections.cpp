#include "description/soil_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "description/format_text.h"
#include "description/sections.h"

namespace outrigger::description {

bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<SoilLayer>& value) {
  const auto wrong = [&](const Node& where) {
    r.problem(where, "expected a list of [soil, thickness], from the surface down");
    return false;
  };
  if (!node.is_list() || node.items.empty()) return wrong(node);
  for (const Node& item : node.items) {
    if (!item.is_list() || item.items.size() != 2) return wrong(item);
    SoilLayer layer;
    if (!read_value(r, item.items[0], ValueRule{}, layer.soil)) return false;
    if (!read_value(r, item.items[1], rule, layer.thickness)) return false;
    value.push_back(std::move(layer));
  }
  return true;
}
std::string type_name(const std::vector<SoilLayer>&, const ValueRule&) {
  return "list of [soil, thickness]";
}
std::string default_text(const std::vector<SoilLayer>&) { return ""; }

namespace {

/// What a file gives; the rest is as in the soil named by `like`.
struct SoilText {
  std::string name;
  Location where;
  std::optional<std::string> like, surface;
  std::optional<double> density_bank, density_loose, cohesion, friction_angle, steel_friction,
      adhesion, repose_angle, start_angle, stand_up_time, hardness, k_c, k_phi, n, janosi_k;
};

const ObjectSchema<SoilText>& soil_schema() {
  using T = SoilText;
  const auto number = [](const char* key, std::optional<double> T::*member, ValueRule rule,
                         const char* meaning) {
    return field<T>(key, member, std::move(rule), meaning)
        .type_is("number")
        .default_is("as in `like`");
  };
  static const ObjectSchema<T> schema{
      "soils",
      "A kind of soil: what digging, heaps, standing faces and sinking need.",
      {
          field<T>("like", &T::like, {},
                   "starts from a bundled soil: dry_sand, sandy_loam, clay, gravel or top_soil")
              .type_is("name of a bundled soil")
              .default_is("the bundled soil of the same name"),
          field<T>("surface", &T::surface, {}, "what tyres and shapes meet on it")
              .type_is("name of a surface")
              .default_is("the surface of the same name"),
          number("density_bank", &T::density_bank, {"kg/m3", between(400, 5000)}, "undisturbed"),
          number("density_loose", &T::density_loose, {"kg/m3", between(400, 5000)},
                 "after digging; at most density_bank"),
          number("cohesion", &T::cohesion, {"Pa", between(0, 1e7)}, "of undisturbed soil"),
          number("friction_angle", &T::friction_angle, {"rad", between(0, 1.0472)},
                 "inside the soil")
              .or_degrees(),
          number("steel_friction", &T::steel_friction, {"rad", between(0, 1.0472)}, "soil on steel")
              .or_degrees(),
          number("adhesion", &T::adhesion, {"Pa", between(0, 1e7)}, "soil on steel"),
          number("repose_angle", &T::repose_angle, {"rad", between(0.0175, 1.3962)},
                 "where a slope of loose soil stops moving")
              .or_degrees(),
          number("start_angle", &T::start_angle, {"rad", between(0.0175, 1.4835)},
                 "where it starts to; at least repose_angle")
              .or_degrees(),
          number("stand_up_time", &T::stand_up_time, {"s", between(0, 1e9)},
                 "how long a face just beyond its critical height stands"),
          number("hardness", &T::hardness, {"", between(0.1, 100)},
                 "factor on the cohesion of undisturbed soil; compacted ground 2 to 3"),
          number("k_c", &T::k_c, {"N/m^(n+1)", between(0, 1e9)},
                 "bearing: pressure (k_c/b + k_phi) z^n under a plate of width b, sunk by z"),
          number("k_phi", &T::k_phi, {"N/m^(n+2)", between(1, 1e12)}, "bearing"),
          number("n", &T::n, {"", between(0.05, 2)}, "bearing"),
          number("janosi_k", &T::janosi_k, {"m", between(1e-4, 1)},
                 "displacement at which 63 % of the shear strength acts"),
      }};
  return schema;
}

struct DiggableText : DiggableArea {
  Vec4 area = Vec4::Zero();
};

const ObjectSchema<DiggableText>& diggable_schema() {
  using T = DiggableText;
  static const ObjectSchema<T> schema{
      "diggable",
      "Ground that tools cut. Below its layers lies rock. Where areas overlap, the later one "
      "counts. "
      "Loose soil may lie anywhere, also outside of these areas.",
      {
          field<T>("area", &T::area, {"m"}, "[x from, x to, y from, y to]").required(),
          field<T>("layers", &DiggableArea::layers, {"m", above(0)},
                   "soils and their thickness, from the surface down")
              .required(),
      }};
  return schema;
}

const SoilKind* bundled_soil(const std::string& name) {
  for (const SoilKind& s : soil_library())
    if (s.name == name) return &s;
  return nullptr;
}

SoilKind finished_soil(Reading& r, const Node& node, const SoilText& text) {
  SoilKind soil;
  const std::string& like = text.like ? *text.like : text.name;
  if (const SoilKind* start = bundled_soil(like)) {
    soil = *start;
  } else if (text.like) {
    std::vector<std::string_view> known;
    for (const SoilKind& s : soil_library()) known.push_back(s.name);
    r.problem_at(node, "like", r.unknown_name("bundled soil", *text.like, [&] { return known; }));
  }
  soil.name = text.name;
  soil.where = text.where;
  soil.surface = text.surface.value_or("");
  const auto take = [](const std::optional<double>& from, double& to) { to = from.value_or(to); };
  take(text.density_bank, soil.density_bank), take(text.density_loose, soil.density_loose);
  take(text.cohesion, soil.cohesion), take(text.friction_angle, soil.friction_angle);
  take(text.steel_friction, soil.steel_friction), take(text.adhesion, soil.adhesion);
  take(text.repose_angle, soil.repose_angle), take(text.start_angle, soil.start_angle);
  take(text.stand_up_time, soil.stand_up_time), take(text.hardness, soil.hardness);
  take(text.k_c, soil.k_c), take(text.k_phi, soil.k_phi);
  take(text.n, soil.n), take(text.janosi_k, soil.janosi_k);
  return soil;
}

void check_soil(Reading& r, const Node& node, const SoilKind& soil) {
  if (soil.density_loose > soil.density_bank)
    r.problem(node, fmt::format("density_loose of {:g} kg/m3 is more than density_bank of {:g}: "
                                "soil swells when it is dug",
                                soil.density_loose, soil.density_bank));
  if (soil.start_angle < soil.repose_angle)
    r.problem(node,
              "start_angle is less than repose_angle: a slope starts to move where it is "
              "steeper than it can rest");
}

}  // namespace

void read_soils(Reading& r, const Node& section, Site& site) {
  read_named(r, section, soil_schema(), [&](SoilText& text, const Node& node, const ObjectKeys&) {
    SoilKind soil = finished_soil(r, node, text);
    check_soil(r, node, soil);
    const bool named = !soil.surface.empty();
    if (!named) soil.surface = soil.name;
    std::vector<std::string_view> known;
    for (const Surface& s : site.surfaces) known.push_back(s.name);
    if (std::find(known.begin(), known.end(), soil.surface) == known.end()) {
      if (named)
        r.problem_at(node, "surface",
                     r.unknown_name("surface", soil.surface, [&] { return known; }));
      else
        r.problem(node, fmt::format("soil '{}' needs `surface`, because no surface has its name",
                                    soil.name));
    }
    site.soils.push_back(std::move(soil));
  });
  if (!site.ground.height_field)
    r.problem(section, "soil needs a ground with an area");
  else if (!(site.ground.fine_cell >= 0.05 && site.ground.fine_cell <= 0.5))
    r.problem(section,
              fmt::format("soil needs a `fine_cell` of the ground of 0.05 to 0.5 m, not {:g}",
                          site.ground.fine_cell));
}

void read_diggable(Reading& r, const Node& section, Site& site) {
  read_named(
      r, section, diggable_schema(), [&](DiggableText& text, const Node& node, const ObjectKeys&) {
        text.x_min = text.area[0];
        text.x_max = text.area[1];
        text.y_min = text.area[2];
        text.y_max = text.area[3];
        if (node.find("area") == nullptr) return;
        const Ground& g = site.ground;
        if (!(text.x_max > text.x_min) || !(text.y_max > text.y_min))
          r.problem_at(node, "area", "must be [x from, x to, y from, y to], upwards");
        else if (text.x_min < g.x_min || text.x_max > g.x_max || text.y_min < g.y_min ||
                 text.y_max > g.y_max)
          r.problem_at(node, "area",
                       fmt::format("reaches beyond the site: x {:g} to {:g}, y {:g} to {:g} m",
                                   g.x_min, g.x_max, g.y_min, g.y_max));
        std::vector<std::string_view> known;
        for (const SoilKind& s : site.soils) known.push_back(s.name);
        for (const SoilLayer& layer : text.layers)
          if (std::find(known.begin(), known.end(), layer.soil) == known.end())
            r.problem_at(node, "layers", r.unknown_name("soil", layer.soil, [&] { return known; }));
        site.diggable.push_back(static_cast<const DiggableArea&>(text));
      });
}

std::string soil_sections_text() {
  return object_text(soil_schema().document(), 2) + object_text(diggable_schema().document(), 2);
}

}  // namespace outrigger::description
