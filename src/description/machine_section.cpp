#include "description/machine_section.h"

#include "description/section_table.h"

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

/// A key whose value is kept as it stands in the file.
Field<MachineText> kept(std::string_view key, std::string type, std::string_view meaning,
                        std::function<void(MachineText&, const Node&)> keep) {
  Field<MachineText> result;
  result.info.key = key;
  result.info.type = std::move(type);
  result.info.default_value = "none";
  result.info.meaning = meaning;
  result.read = [keep = std::move(keep)](Reading&, const Node& node, const ValueRule&,
                                         MachineText& text) { keep(text, node); };
  return result;
}

Field<MachineText> section_field(std::size_t index) {
  const SectionKind& s = sections()[index];
  const std::string link = link_to(s.key);
  return kept(s.key, s.is_named ? "map: name to " + link : link, s.meaning,
              [index](MachineText& text, const Node& node) {
                text.sections.resize(sections().size());
                text.sections[index] = &node;
              });
}

}  // namespace

const ObjectSchema<MachineText>& machine_schema() {
  using T = MachineText;
  static const ObjectSchema<T> schema = [] {
    ObjectSchema<T> s{
        "machine",
        "The keys at the top of a file.",
        {
            field<T>("outrigger", &T::version, {}, "version of the format, 1").required(),
            field<T>("name", &T::name, {}, "short name").default_is("the file's name"),
            field<T>("title", &T::title, {}, "one line for people"),
            field<T>("gravity", &T::gravity, {"m/s2"},
                     "acceleration of gravity; the world's z is up; may change with time or follow "
                     "an input")
                .default_is(default_text(Settings{}.gravity)),
            section_field(0),
            kept("include", "list of " + link_to("include"), "sub-machines from other files",
                 [](T& text, const Node& node) { text.include = &node; }),
        }};
    for (std::size_t i = 1; i < sections().size(); ++i) s.fields.push_back(section_field(i));
    s.fields.push_back(kept("variants", "map: name to [changes](#variants)",
                            "changes that a user may choose, see below",
                            [](T& text, const Node& node) { text.variants = &node; }));
    return s;
  }();
  return schema;
}

const TopLevelKeys& top_level_keys() {
  static const TopLevelKeys keys = [] {
    TopLevelKeys result;
    for (const auto& f : machine_schema().fields) result.all.push_back(f.info.key);
    for (const SectionKind& s : sections())
      (s.is_named ? result.named_sections : result.merged_sections).push_back(s.key);
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
