#include "description/site_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "description/contact_schemas.h"
#include "description/format_text.h"
#include "description/include.h"
#include "description/machine_section.h"
#include "description/schema.h"
#include "description/sections.h"
#include "description/shape_schemas.h"
#include "description/soil_sections.h"
#include "description/source_file.h"
#include "description/tree_edit.h"
#include "description/yaml_source.h"

namespace outrigger::description {

bool read_value(Reading& r, const Node& node, const ValueRule& rule,
                std::vector<ProfilePoint>& value) {
  if (!node.is_list() || node.items.size() < 2) {
    r.problem(node, "expected a list of at least 2 points [at, height] or [at, height, radius]");
    return false;
  }
  for (const Node& item : node.items) {
    if (!item.is_list() || item.items.size() < 2 || item.items.size() > 3) {
      r.problem(item, "expected [at, height] or [at, height, radius]");
      return false;
    }
    ProfilePoint p;
    double* numbers[] = {&p.at, &p.height, &p.radius};
    for (std::size_t i = 0; i < item.items.size(); ++i)
      if (!read_value(r, item.items[i], rule, *numbers[i])) return false;
    if (p.radius < 0.0) {
      r.problem(item, "a radius must not be negative");
      return false;
    }
    if (!value.empty() && !(p.at > value.back().at)) {
      r.problem(item, "points must go upwards");
      return false;
    }
    value.push_back(p);
  }
  return true;
}
std::string type_name(const std::vector<ProfilePoint>&, const ValueRule&) {
  return "list of [at, height] or [at, height, radius]";
}

bool read_value(Reading& r, const Node& node, const ValueRule& rule, std::vector<double>& value) {
  if (!node.is_list()) {
    r.problem(node, fmt::format("expected a list of numbers, found {}", kind_name(node)));
    return false;
  }
  bool good = true;
  for (const Node& item : node.items) {
    // Rows may be lists of their own.
    if (item.is_list()) {
      for (const Node& cell : item.items)
        good = read_value(r, cell, rule, value.emplace_back()) && good;
    } else {
      good = read_value(r, item, rule, value.emplace_back()) && good;
    }
  }
  return good;
}
std::string type_name(const std::vector<double>&, const ValueRule&) { return "list of numbers"; }

namespace {

struct SiteText {
  int version = 0;
  std::optional<std::string> name, title;
  Section materials, friction, contact_laws, surfaces, ground, features, soils, diggable, shapes,
      contact_pairs, starts;
};

const ObjectSchema<SiteText>& site_schema() {
  using T = SiteText;
  static const ObjectSchema<T> schema{
      "site",
      "The keys at the top of a site file.",
      {
          field<T>("outrigger_site", &T::version, {}, "version of the format, 1").required(),
          field<T>("name", &T::name, {}, "short name").default_is("the file's name"),
          field<T>("title", &T::title, {}, "one line for people"),
          field<T>("materials", &T::materials, {}, "elastic constants of what surfaces are made of")
              .type_is("map: name to " + link_to("materials")),
          field<T>("friction", &T::friction, {}, "between pairs of materials")
              .type_is("map: name to " + link_to("friction")),
          field<T>("contact_laws", &T::contact_laws, {},
                   "how pairs of materials push on each other")
              .type_is("map: name to " + link_to("contact_laws")),
          field<T>("surfaces", &T::surfaces, {}, "kinds of ground")
              .type_is("map: name to " + link_to("surfaces"))
              .required(),
          field<T>("ground", &T::ground, {}, "its extent and what it is made of")
              .type_is(link_to("ground")),
          field<T>("features", &T::features, {},
                   "roads, ramps, slopes; later ones cover earlier ones")
              .type_is("map: name to " + link_to("features")),
          field<T>("soils", &T::soils, {}, "kinds of soil")
              .type_is("map: name to " + link_to("soils")),
          field<T>("diggable", &T::diggable, {}, "where tools cut the ground")
              .type_is("map: name to " + link_to("diggable")),
          field<T>("shapes", &T::shapes, {}, "walls, fences, poles: what machines may touch")
              .type_is("map: name to " + link_to("shapes")),
          field<T>("contact_pairs", &T::contact_pairs, {}, "which groups of shapes may touch")
              .type_is("map: name to " + link_to("contact_pairs")),
          field<T>("starts", &T::starts, {}, "where machines can start")
              .type_is("map: name to " + link_to("starts")),
      }};
  return schema;
}

const ObjectSchema<Surface>& surface_schema() {
  using T = Surface;
  static const ObjectSchema<T> schema{
      "surfaces",
      "A kind of ground.",
      {
          field<T>("material", &T::material, {}, "for contact spheres")
              .type_is("name of a material")
              .required(),
          field<T>("tyre_friction", &T::tyre_friction, {"", between(0.01, 3)},
                   "largest friction of a tyre"),
          field<T>("rolling_resistance", &T::rolling_resistance, {"", between(0, 1)},
                   "resisting force of a rolling wheel over its load"),
          field<T>("colour", &T::colour, {"", between(0, 1)}, "red, green, blue"),
      }};
  return schema;
}

struct GroundText : Ground {
  std::optional<Vec4> area;
};

const ObjectSchema<GroundText>& ground_schema() {
  using T = GroundText;
  static const ObjectSchema<T> schema{
      "ground",
      "Without `area` the ground is the plane z = 0. With it, a height field; beyond its edge the "
      "height of the edge goes on.",
      {
          field<T>("area", &T::area, {"m"}, "[x from, x to, y from, y to] of the height field")
              .default_is("a plane"),
          field<T>("cell", &Ground::cell, {"m", above(0)}, "distance of the grid's points"),
          field<T>("fine_cell", &Ground::fine_cell, {"m", at_least(0.01)},
                   "largest cell of ground that is changed at run time; it divides `cell`"),
          field<T>("surface", &Ground::surface, {}, "of what no feature covers")
              .type_is("name of a surface")
              .default_is("the first one"),
          field<T>(
              "heights", &Ground::heights, {"m"},
              "of all points, row by row of x, rows in the direction of y; features come on top")
              .default_is("0"),
      }};
  return schema;
}

struct FeatureText : GroundFeature {
  Vec4 area = Vec4::Zero();
  std::string along = "x";
};

const ObjectSchema<FeatureText>& feature_schema() {
  using T = FeatureText;
  static const ObjectSchema<T> schema{
      "features",
      "A part of the ground. Inside its area it sets height and surface; outside, banks fall (or "
      "rise) to the ground that is there.",
      {
          field<T>("area", &T::area, {"m"}, "[x from, x to, y from, y to]").required(),
          field<T>("along", &T::along, {}, "direction of the profile").type_is("`x` or `y`"),
          field<T>("profile", &GroundFeature::profile, {"m"},
                   "heights along it, straight in between; a radius rounds the kink")
              .default_is("keeps the height"),
          field<T>("bank", &GroundFeature::bank, {"", at_least(0)}, "run over rise of the banks")
              .default_is("0: vertical"),
          field<T>("surface", &GroundFeature::surface, {}, "inside the area")
              .type_is("name of a surface")
              .default_is("as it is"),
      }};
  return schema;
}

const ObjectSchema<StartPlace>& start_schema() {
  using T = StartPlace;
  static const ObjectSchema<T> schema{
      "starts",
      "A place where a machine can start; its origin is put on the ground there.",
      {
          field<T>("position", &T::position, {"m"}, "x, y, and height above the ground").required(),
          field<T>("heading", &T::heading, {"rad"}, "of the machine's x axis, from x to y")
              .or_degrees(),
      }};
  return schema;
}

/// Reports a surface that the site does not have.
void check_surface(Reading& r, const Node& node, const Site& site, const std::string& name) {
  if (name.empty()) return;
  std::vector<std::string_view> known;
  for (const Surface& s : site.surfaces) known.push_back(s.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    r.problem_at(node, "surface", r.unknown_name("surface", name, [&] { return known; }));
}

/// Points of the grid and the heights given for them.
void check_field(Reading& r, const Node& node, const Ground& g) {
  const double across = std::round((g.x_max - g.x_min) / g.cell) + 1.0;
  const double along = std::round((g.y_max - g.y_min) / g.cell) + 1.0;
  if (!(across >= 2.0 && along >= 2.0 && across * along <= kMaxGroundPoints)) {
    r.problem_at(node, "cell",
                 fmt::format("{} m gives {:.0f} by {:.0f} points; allowed are 2 by 2 and more, "
                             "{:.0f} at most",
                             g.cell, across, along, kMaxGroundPoints));
  } else if (!g.heights.empty() && static_cast<double>(g.heights.size()) != across * along) {
    r.problem_at(node, "heights",
                 fmt::format("{} numbers, but {:.0f} columns by {:.0f} rows need {:.0f}",
                             g.heights.size(), across, along, across * along));
  }
}

void read_ground(Reading& r, const Node& node, Site& site) {
  Ground& ground = site.ground;
  GroundText text;
  if (!read_object(r, node, ground_schema(), text).is_map) return;
  ground = text;
  if (text.area) {
    ground.height_field = true;
    ground.x_min = (*text.area)[0];
    ground.x_max = (*text.area)[1];
    ground.y_min = (*text.area)[2];
    ground.y_max = (*text.area)[3];
    if (!(ground.x_max > ground.x_min) || !(ground.y_max > ground.y_min))
      r.problem_at(node, "area", "must be [x from, x to, y from, y to], upwards");
    else
      check_field(r, node, ground);
  } else if (!text.heights.empty()) {
    r.problem_at(node, "heights", "need an area");
  }
  check_surface(r, node, site, ground.surface);
}

void read_features(Reading& r, const Node& section, Site& site) {
  read_named(r, section, feature_schema(),
             [&](FeatureText& text, const Node& node, const ObjectKeys&) {
               text.x_min = text.area[0];
               text.x_max = text.area[1];
               text.y_min = text.area[2];
               text.y_max = text.area[3];
               if (node.find("area") == nullptr) return;
               if (!(text.x_max > text.x_min) || !(text.y_max > text.y_min))
                 r.problem_at(node, "area", "must be [x from, x to, y from, y to], upwards");
               if (text.along != "x" && text.along != "y")
                 r.problem_at(node, "along", "must be x or y");
               text.along_y = text.along == "y";
               if (!site.ground.height_field)
                 r.problem(node, "features need a ground with an area");
               check_surface(r, node, site, text.surface);
               site.ground.features.push_back(static_cast<const GroundFeature&>(text));
             });
}

Site read_site(const std::string& text, const std::string& name,
               std::optional<std::filesystem::path> folder) {
  Diagnostics diagnostics;
  Reading r(name, diagnostics);
  r.confine(std::move(folder));
  Site site;
  try {
    Node root = parse_yaml(text);
    remove_duplicate_keys(r, root);
    SiteText top;
    for (const char* key : {"materials", "friction", "contact_laws", "surfaces", "features",
                            "soils", "diggable", "shapes", "contact_pairs", "starts"})
      if (Node* section = root.find(key)) {
        const auto scope = r.enter(key);
        make_map_of_names(r, *section);
      }
    const bool is_map = read_object(r, root, site_schema(), top).is_map;
    if (root.find("outrigger_site") != nullptr && top.version != kFormatVersion)
      r.problem_at(root, "outrigger_site",
                   fmt::format("version {} is not known: this program reads version {}",
                               top.version, kFormatVersion));
    site.name = top.name.value_or(std::filesystem::path(name).stem().string());
    site.title = top.title.value_or("");
    const auto read = [&](std::string_view key, const Section& section, auto reader) {
      if (section.node == nullptr) return;
      const auto scope = r.enter(key);
      reader(*section.node);
    };
    read("materials", top.materials, [&](const Node& n) {
      read_named(r, n, material_schema(),
                 [&](Material& m, const Node&, const ObjectKeys&) { site.materials.push_back(m); });
    });
    read("friction", top.friction, [&](const Node& n) {
      read_named(r, n, friction_schema(),
                 [&](FrictionText& f, const Node& node, const ObjectKeys&) {
                   if (const auto pair = checked_friction(r, node, f))
                     site.friction.push_back(*pair);
                 });
    });
    read("contact_laws", top.contact_laws, [&](const Node& n) {
      read_named(r, n, contact_law_schema(),
                 [&](ContactLawText& l, const Node& node, const ObjectKeys&) {
                   if (const auto law = checked_contact_law(r, node, l))
                     site.contact_laws.push_back(*law);
                 });
    });
    read("surfaces", top.surfaces, [&](const Node& n) {
      read_named(r, n, surface_schema(),
                 [&](Surface& s, const Node&, const ObjectKeys&) { site.surfaces.push_back(s); });
    });
    read("ground", top.ground, [&](const Node& n) { read_ground(r, n, site); });
    read("features", top.features, [&](const Node& n) { read_features(r, n, site); });
    read("soils", top.soils, [&](const Node& n) { read_soils(r, n, site); });
    read("diggable", top.diggable, [&](const Node& n) { read_diggable(r, n, site); });
    read("shapes", top.shapes, [&](const Node& n) {
      read_named(r, n, site_shape_schema(),
                 [&](SiteShapeText& s, const Node& node, const ObjectKeys&) {
                   s.body = kGround;
                   if (finish_shape(r, node, s))
                     site.shapes.push_back(static_cast<const ContactShape&>(s));
                 });
    });
    read("contact_pairs", top.contact_pairs, [&](const Node& n) {
      read_named(r, n, contact_pair_schema(),
                 [&](ContactPairText& p, const Node&, const ObjectKeys&) {
                   p.group_a = p.groups[0];
                   p.group_b = p.groups[1];
                   site.contact_pairs.push_back(static_cast<const ContactPair&>(p));
                 });
    });
    read("starts", top.starts, [&](const Node& n) {
      read_named(r, n, start_schema(),
                 [&](StartPlace& s, const Node&, const ObjectKeys&) { site.starts.push_back(s); });
    });
    if (is_map && top.surfaces.node != nullptr && top.surfaces.node->items.empty())
      r.problem_at(root, "surfaces", "a site needs at least one surface");
  } catch (const SourceError& e) {
    r.problem(e.line, e.what());
  }
  diagnostics.throw_if_any();
  return site;
}

}  // namespace

Site read_site_file(const std::filesystem::path& path, bool allow_outside) {
  FileContent content = load_file(path);
  if (!content.problem.empty()) throw Error(fmt::format("{}: {}", path.string(), content.problem));
  return read_site(content.text, path.string(),
                   allow_outside ? std::nullopt : std::optional(path.parent_path()));
}

Site read_site_text(std::string_view text, const std::string& name, bool allow_outside) {
  return read_site(
      std::string(text), name,
      allow_outside ? std::nullopt : std::optional(std::filesystem::path(name).parent_path()));
}

void place_machine(Machine& machine, const Vec3& position, double heading) {
  Inclusion inclusion;
  inclusion.ground = kGround;
  inclusion.pose.position = position;
  inclusion.pose.rotation = Eigen::AngleAxisd(heading, Vec3::UnitZ()).toRotationMatrix();
  inclusion.world_pose = inclusion.pose;
  const std::vector<std::string> problems = place_sub_machine(machine, inclusion);
  if (!problems.empty())
    throw Error(fmt::format("{} cannot be placed: {}", machine.name, fmt::join(problems, "; ")));
}

std::string site_format_markdown() {
  std::string text =
      "# Site files\n\nA site is the ground that machines stand on: a plane or a height field of "
      "features, with kinds of surface. This page is made by `outrigger format --site` from the "
      "definitions that drive the reader. See sites/ for examples.\n\n";
  text += object_text(site_schema().document(), 2);
  text += object_text(surface_schema().document(), 2);
  text += object_text(ground_schema().document(), 2);
  text += object_text(feature_schema().document(), 2);
  text += soil_sections_text();
  text += object_text(start_schema().document(), 2);
  text += object_text(material_schema().document(), 2);
  text += object_text(friction_schema().document(), 2);
  text += object_text(contact_law_schema().document(), 2);
  const std::vector<ObjectDoc> shapes = site_shape_docs();
  for (std::size_t i = 0; i < shapes.size(); ++i) text += object_text(shapes[i], i == 0 ? 2 : 3);
  text += object_text(contact_pair_schema().document(), 2);
  return text;
}

}  // namespace outrigger::description
