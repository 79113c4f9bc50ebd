#include "description/machine_section.h"

namespace outrigger::description {

bool read_value(Reading&, const Node& node, const ValueRule&, Section& value) {
  value.node = &node;
  return true;
}

std::string type_name(const Section&, const ValueRule&) { return {}; }

bool read_value(Reading& r, const Node& node, const ValueRule& rule, GravityText& value) {
  if (!node.is_list() || node.items.size() != 3) {
    Vec3 in_the_usual_words;
    return read_value(r, node, rule, in_the_usual_words);
  }
  return read_value(r, node, rule, value.axes);
}

std::string type_name(const GravityText&, const ValueRule&) {
  return "`[x, y, z]`, each a number or a " + link_to("function") + " of t";
}

std::string default_text(const GravityText&) { return default_text(Settings{}.gravity); }

namespace {

/// A section whose things have names.
Field<MachineText> named(std::string key, Section MachineText::*member, std::string meaning) {
  std::string type = "map: name to " + link_to(key);
  return field<MachineText>(std::move(key), member, {}, std::move(meaning))
      .type_is(std::move(type));
}

}  // namespace

const ObjectSchema<MachineText>& machine_schema() {
  using T = MachineText;
  static const ObjectSchema<T> schema{
      "machine",
      "The keys at the top of a file.",
      {
          field<T>("outrigger", &T::version, {}, "version of the format, 1").required(),
          field<T>("name", &T::name, {}, "short name").default_is("the file's name"),
          field<T>("title", &T::title, {}, "one line for people"),
          field<T>(
              "gravity", &T::gravity, {"m/s2"},
              "acceleration of gravity; the world's z is up; may change with time or follow an "
              "input")
              .default_is(default_text(Settings{}.gravity)),
          field<T>("settings", &T::settings, {}, "integrator and tolerances")
              .type_is(link_to("settings")),
          field<T>("include", &T::include, {}, "sub-machines from other files")
              .type_is("list of " + link_to("include")),
          named("bodies", &T::bodies, "the moving parts"),
          named("joints", &T::joints, "what connects them"),
          named("coordinates", &T::coordinates, "scalars measured on the machine"),
          named("drives", &T::drives, "what guides coordinates"),
          named("springs", &T::springs, "springs, dampers and forces on coordinates"),
          named("stops", &T::stops, "end stops of coordinates"),
          named("couplings", &T::couplings, "gears and other ties between two coordinates"),
          named("loads", &T::loads, "forces and torques on bodies"),
          named("mounts", &T::mounts, "elastic supports on the fixed world"),
          named("materials", &T::materials, "elastic constants of what touches the ground"),
          named("friction", &T::friction, "between pairs of materials"),
          named("contact_laws", &T::contact_laws, "how pairs of materials push on each other"),
          named("contact_spheres", &T::contact_spheres, "what touches the ground"),
          named("shapes", &T::shapes, "what touches other shapes"),
          named("contact_pairs", &T::contact_pairs, "which groups of shapes may touch"),
          named("bounding_groups", &T::bounding_groups, "parts searched for contacts together"),
          named("tyre_types", &T::tyre_types, "data of tyres"),
          named("tyres", &T::tyres, "on wheels"),
          named("brakes", &T::brakes, "friction that holds coordinates"),
          named("drivelines", &T::drivelines, "motors that turn wheels"),
          field<T>("engine", &T::engine, {}, "what turns the pumps").type_is(link_to("engine")),
          field<T>("hydraulics", &T::hydraulics, {}, "what feeds the drives")
              .type_is(link_to("hydraulics")),
          named("sensors", &T::sensors, "what is measured"),
          named("visuals", &T::visuals, "shapes that are drawn"),
          named("visual_links", &T::visual_links, "cylinders and bars drawn between bodies"),
          named("cameras", &T::cameras, "views from the machine"),
          named("controls", &T::controls, "what the operator holds in hand"),
          field<T>("seat", &T::seat, {}, "what an operator is given").type_is(link_to("seat")),
          field<T>("outputs", &T::outputs, {}, "what a run writes").type_is(link_to("outputs")),
          field<T>("variants", &T::variants, {}, "changes that a user may choose, see below")
              .type_is("map: name to [changes](#variants)"),
      }};
  return schema;
}

const TopLevelKeys& top_level_keys() {
  static const TopLevelKeys keys = [] {
    TopLevelKeys result;
    for (const auto& f : machine_schema().fields) {
      result.all.push_back(f.info.key);
      if (f.info.type.starts_with("map: name to") && f.info.key != "variants") {
        result.named_sections.push_back(f.info.key);
      }
    }
    result.merged_sections = {"settings", "engine", "hydraulics", "seat", "outputs"};
    return result;
  }();
  return keys;
}

const ObjectSchema<IncludeText>& include_schema() {
  using T = IncludeText;
  static const ObjectSchema<T> schema{
      "include",
      "A machine from another file becomes part of this one. Its settings, gravity, seat and "
      "outputs "
      "are not used. Its names, those of operator inputs too, get the prefix.",
      {
          field<T>("file", &T::file, {},
                   "the machine file, relative to this file; in the folder of the outermost file "
                   "or below "
                   "(`--allow-outside` lifts this)")
              .required(),
          field<T>("prefix", &T::prefix, {}, "put in front of all its names").default_is("empty"),
          field<T>("pose", &T::pose, {},
                   "of its world in the frame of `ground`; moves its bodies and what is attached "
                   "to its ground")
              .default_is("as it is"),
          field<T>("ground", &T::ground, {}, "this body takes the place of its ground")
              .type_is("name of a body")
              .default_is("ground"),
          field<T>("variants", &T::variants, {}, "variants of that file to choose"),
      }};
  return schema;
}

}  // namespace outrigger::description
