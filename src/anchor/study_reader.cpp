/// Study files: keys, units, ranges (study.h has the meanings).
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "anchor/study.h"
#include "base/error.h"
#include "description/format_text.h"
#include "description/schema.h"
#include "description/source_file.h"
#include "description/tree_edit.h"
#include "description/yaml_source.h"

namespace outrigger::description {

template <>
struct EnumWords<anchor::AnchorForm::Kind> {
  static constexpr std::string_view kWhat = "kind of anchor";
  static const auto& words() {
    using K = anchor::AnchorForm::Kind;
    static constexpr std::array<EnumWord<K>, 2> table{{{"hall", K::hall}, {"spek", K::spek}}};
    return table;
  }
};
template <>
struct EnumWords<anchor::Bolster::Kind> {
  static constexpr std::string_view kWhat = "kind of bolster";
  static const auto& words() {
    using K = anchor::Bolster::Kind;
    static constexpr std::array<EnumWord<K>, 3> table{
        {{"none", K::none}, {"ring", K::ring}, {"plate", K::plate}}};
    return table;
  }
};

}  // namespace outrigger::description

namespace outrigger::anchor {

using description::above;
using description::at_least;
using description::between;
using description::Field;
using description::field;
using description::ObjectSchema;

namespace {

constexpr int kVersion = 1;

/// A nested object that is always there.
template <class T, class V>
Field<T> part(std::string key, V T::*member, const ObjectSchema<V>& (*schema)(),
              std::string meaning) {
  Field<T> result;
  result.info.key = std::move(key);
  result.info.type = description::link_to(schema().title);
  result.info.default_value = "all defaults";
  result.info.meaning = std::move(meaning);
  result.read = [member, schema](description::Reading& r, const description::Node& node,
                                 const description::ValueRule&, T& object) {
    description::read_object(r, node, schema(), object.*member);
  };
  return result;
}

const ObjectSchema<HullForm>& hull_schema() {
  using T = HullForm;
  static const ObjectSchema<T> s{
      "hull",
      "The port bow: half breadth `y = half_breadth (2 s - s²)^p` with `s = (stem_rake z - x)/L`; "
      "L and p go from "
      "the waterline to the deck.",
      {
          field<T>("file", &T::file, {},
                   "closed mesh with pipe and bolster instead of the form: STL, OBJ, PLY, glTF [m]")
              .default_is("the form"),
          field<T>("half_breadth", &T::half_breadth, {"m", above(0)}, "of the ship"),
          field<T>("deck_height", &T::deck_height, {"m", above(0)},
                   "of the forecastle over the waterline"),
          field<T>("stem_rake", &T::stem_rake, {"", between(-1, 3)}, "x of the stem over z"),
          field<T>("length_waterline", &T::length_waterline, {"m", above(0)},
                   "of the entrance, L at the waterline"),
          field<T>("length_deck", &T::length_deck, {"m", above(0)}, "L at the deck"),
          field<T>("fullness_waterline", &T::fullness_waterline, {"", between(0.2, 2)},
                   "p at the waterline"),
          field<T>("fullness_deck", &T::fullness_deck, {"", between(0.2, 2)}, "p at the deck"),
          field<T>("knuckle", &T::knuckle, {"m"}, "height above which the sections are straight"),
          field<T>("knuckle_flare", &T::knuckle_flare, {"", between(-1, 3)},
                   "dy/dz above the knuckle"),
          field<T>("aft", &T::aft, {"m", above(1)}, "the model ends so far behind the stem"),
          field<T>("bottom", &T::bottom, {"m", between(-100, -0.1)}, "the model ends there"),
          field<T>("cell", &T::cell, {"m", between(0.01, 5)}, "of the mesh"),
          field<T>("cell_fine", &T::cell_fine, {"m", between(0.003, 1)},
                   "of the mesh around the opening"),
          field<T>("fine_radius", &T::fine_radius, {"m", between(0.5, 20)}, "where it is fine"),
          field<T>("bulb_length", &T::bulb_length, {"m", between(0, 50)},
                   "of a bulb ahead of the stem; 0: none"),
          field<T>("bulb_radius", &T::bulb_radius, {"m", between(0.1, 20)}, "of the bulb"),
          field<T>("bulb_depth", &T::bulb_depth, {"m", between(-20, 50)},
                   "of its axis below the waterline"),
      }};
  return s;
}

const ObjectSchema<HawsePipe>& hawse_schema() {
  using T = HawsePipe;
  static const ObjectSchema<T> s{
      "hawse",
      "The pipe: its axis meets the shell at the opening and the deck where it leads.",
      {
          field<T>("opening", &T::opening, {"m"},
                   "where the axis meets the shell; y follows from the form"),
          field<T>("axis", &T::axis, {}, "direction outwards, any length"),
          field<T>("radius", &T::radius, {"m", above(0)}, "inside"),
          field<T>("lip_inside", &T::lip_inside, {"m", above(0)},
                   "the rounding at the shell begins so far inside"),
          field<T>("lip_radius", &T::lip_radius, {"m", above(0)},
                   "and ends at this distance from the axis"),
          field<T>("deck_lip_inside", &T::deck_lip_inside, {"m", above(0)}, "the same at the deck"),
          field<T>("deck_lip_radius", &T::deck_lip_radius, {"m", above(0)}, "the same at the deck"),
          field<T>("pocket_depth", &T::pocket_depth, {"m", between(0, 3)},
                   "of a recess around the opening; 0: none"),
          field<T>("pocket_radius", &T::pocket_radius, {"m", above(0)}, "of its floor"),
      }};
  return s;
}

const ObjectSchema<Bolster>& bolster_schema() {
  using T = Bolster;
  static const ObjectSchema<T> s{
      "bolster",
      "A bar on the shell around the opening.",
      {
          field<T>("kind", &T::kind, {}, "a half-round ring, a flat plate, or none"),
          field<T>("radius", &T::radius, {"m", above(0)}, "of its middle line about the axis"),
          field<T>("bar", &T::bar, {"m", above(0)},
                   "radius of the ring's bar; half the width of a plate"),
          field<T>("height", &T::height, {"m", above(0)}, "of a plate"),
      }};
  return s;
}

const ObjectSchema<AnchorForm>& anchor_schema() {
  using T = AnchorForm;
  static const ObjectSchema<T> s{
      "anchor",
      "A stockless anchor. Lengths go with the cube root of the mass.",
      {
          field<T>("kind", &T::kind, {}, "Hall: heavy flukes; Spek: balanced head"),
          field<T>("mass", &T::mass, {"kg", between(10, 100000)}, "of anchor and shackle"),
          field<T>("head_share", &T::head_share, {"", between(0.5, 0.9)},
                   "of the head; class asks for 0.6"),
          field<T>("head_offset", &T::head_offset, {"m", between(-0.3, 0.5)},
                   "of the head's centre of gravity from the trunnion to the flukes, for 4890 kg")
              .default_is("hall 0.15, spek 0"),
          field<T>("fluke_limit", &T::fluke_limit, {"rad", between(0.1, 1.5)},
                   "of the flukes to the shank")
              .or_degrees(),
          field<T>("trunnion_friction", &T::trunnion_friction, {"N m", at_least(0)}, "for 4890 kg"),
          field<T>("head_file", &T::head_file, {}, "closed mesh of the head in its frame [m]")
              .default_is("the parts"),
          field<T>("shank_file", &T::shank_file, {}, "closed mesh of the shank in its frame [m]")
              .default_is("the parts"),
      }};
  return s;
}

const ObjectSchema<ChainForm>& chain_schema() {
  using T = ChainForm;
  static const ObjectSchema<T> s{
      "chain",
      "Links of 6 d by 3.6 d, pitch 4 d; as many as reach from the anchor to the windlass.",
      {
          field<T>("diameter", &T::diameter, {"m", between(0.008, 0.25)}, "d, of the bar"),
          field<T>("stud", &T::stud, {}, "links have a stud"),
          field<T>("grade", &T::grade, {"", between(1, 3)}, "of the steel"),
      }};
  return s;
}

const ObjectSchema<Windlass>& windlass_schema() {
  using T = Windlass;
  static const ObjectSchema<T> s{
      "windlass",
      "Hauls with constant speed as far as its pull allows.",
      {
          field<T>("speed", &T::speed, {"m/s", between(0.001, 5)}, "of the chain"),
          field<T>("pull", &T::pull, {"N", at_least(0)},
                   "continuous; 0: by rule, 37.5, 42.5 or 47.5 d² by grade (d in mm)"),
          field<T>("short_term", &T::short_term, {"N", at_least(0)},
                   "for two minutes; 0: 1.5 of that"),
          field<T>("ramp", &T::ramp, {"s", at_least(0)}, "until the full speed"),
          field<T>("beyond_deck", &T::beyond_deck, {"m", between(0.3, 10)},
                   "links leave so far beyond the deck"),
      }};
  return s;
}

bool read_friction(description::Reading& r, const description::Node& node, Friction& f) {
  if (node.is_scalar()) {
    if (!description::read_value(r, node, {"", between(0, 2)}, f.fixed)) return false;
    f.sliding = f.fixed;
    return true;
  }
  if (!node.is_list() || node.items.size() != 2) {
    r.problem(node, "expected one coefficient or [static, dynamic]");
    return false;
  }
  if (!description::read_value(r, node.items[0], {"", between(0, 2)}, f.fixed) ||
      !description::read_value(r, node.items[1], {"", between(0, 2)}, f.sliding))
    return false;
  if (f.sliding > f.fixed)
    r.problem(node, "the dynamic coefficient must not exceed the static one");
  return f.sliding <= f.fixed;
}

template <class T>
Field<T> friction_field(std::string key, Friction T::*member, std::string meaning) {
  Field<T> result;
  const Friction initial = T{}.*member;
  result.info.key = std::move(key);
  result.info.type = "number or [static, dynamic]";
  result.info.range = "between 0 and 2";
  result.info.default_value = fmt::format("[{:g}, {:g}]", initial.fixed, initial.sliding);
  result.info.meaning = std::move(meaning);
  result.read = [member](description::Reading& r, const description::Node& node,
                         const description::ValueRule&,
                         T& object) { read_friction(r, node, object.*member); };
  return result;
}

const ObjectSchema<ContactForm>& contact_schema() {
  using T = ContactForm;
  static const ObjectSchema<T> s{
      "contact",
      "Steel on steel, softer than it is, so that a step of 1 ms resolves it.",
      {
          field<T>("young", &T::young, {"Pa", between(1e6, 1e12)}, "modulus in contacts"),
          field<T>("poisson", &T::poisson, {"", between(0, 0.5)}, ""),
          field<T>("restitution", &T::restitution, {"", between(0, 1)}, "of impacts"),
          friction_field<T>("friction_pipe", &T::link_pipe, "of chain on pipe, lip and shell"),
          friction_field<T>("friction_chain", &T::link_link, "of link on link and on the shackle"),
          friction_field<T>("friction_anchor", &T::anchor_shell,
                            "of the anchor on shell, lip and bolster"),
          field<T>("spin", &T::spin, {},
                   "links resist spin on each other (Hertz, at the anchor's weight)"),
      }};
  return s;
}

const ObjectSchema<Sea>& sea_schema() {
  using T = Sea;
  static const ObjectSchema<T> s{
      "sea",
      "How the ship lies.",
      {
          field<T>("heel", &T::heel, {"rad", between(-0.6, 0.6)}, "to port").or_degrees(),
          field<T>("trim", &T::trim, {"rad", between(-0.3, 0.3)}, "by the bow").or_degrees(),
      }};
  return s;
}

const ObjectSchema<Start>& start_schema() {
  using T = Start;
  static const ObjectSchema<T> s{
      "start",
      "How the anchor hangs.",
      {
          field<T>("yaw", &T::yaw, {"rad"},
                   "of the flukes' tips about the vertical: 0 inboard, to the shell; "
                   "counter-clockwise seen from above")
              .or_degrees(),
          field<T>("fluke_side", &T::fluke_side, {"", between(-1, 1)},
                   "1, or -1: the flukes have fallen to the other side"),
          field<T>("below", &T::below, {"m", between(0.5, 500)}, "the shackle below the opening"),
      }};
  return s;
}

const ObjectSchema<RunForm>& run_schema() {
  using T = RunForm;
  static const ObjectSchema<T> s{
      "run",
      "The computation.",
      {
          field<T>("step", &T::step, {"s", between(1e-5, 5e-3)}, "h"),
          field<T>("time", &T::time, {"s", between(0.1, 1e5)}, "at most"),
          field<T>("hold", &T::hold, {"s", between(0.1, 100)}, "a seat or a jam must last so long"),
      }};
  return s;
}

const ObjectSchema<Judgement>& judge_schema() {
  using T = Judgement;
  static const ObjectSchema<T> s{
      "judge",
      "When an anchor counts as seated, and when a run has failed.",
      {
          field<T>("place", &T::place, {"m", above(0)}, "of the trunnion from the seat, at most"),
          field<T>("angle", &T::angle, {"rad", above(0)},
                   "of the shank from the pipe's axis, at most")
              .or_degrees(),
          field<T>("tip_force", &T::tip_force, {"N", at_least(0)}, "on each fluke, at least"),
          field<T>("pull_low", &T::pull_low, {"N", at_least(0)}, "of a seat, at least"),
          field<T>("contact_force", &T::contact_force, {"N", above(0)},
                   "of anchor on hull, at most"),
          field<T>("doubling_radius", &T::doubling_radius, {"m", above(0)},
                   "of the doubling plate"),
          field<T>("outside_force", &T::outside_force, {"N", above(0)}, "beside it, at most"),
          field<T>("twist", &T::twist, {"rad", above(0)}, "of neighbouring links, at most")
              .or_degrees(),
          field<T>("catch_time", &T::catch_time, {"s", above(0)}, "of the shank's eye at the lip"),
          field<T>("flukes_down", &T::flukes_down, {"m", above(0)},
                   "the shackle so far inside with the tips down"),
      }};
  return s;
}

struct StudyText : Study {
  int version = 0;
  std::optional<std::string> title_text, name_text;
};

template <class V>
Field<StudyText> study_part(std::string key, V Study::*member, const ObjectSchema<V>& (*schema)(),
                            std::string meaning) {
  return part<StudyText, V>(std::move(key), static_cast<V StudyText::*>(member), schema,
                            std::move(meaning));
}

const ObjectSchema<StudyText>& study_schema() {
  using T = StudyText;
  static const ObjectSchema<T> s{
      "study",
      "The keys at the top of an anchor study.",
      {
          field<T>("outrigger_anchor", &T::version, {}, "version of the format, 1").required(),
          field<T>("name", &T::name_text, {}, "short name").default_is("the file's name"),
          field<T>("title", &T::title_text, {}, "one line for people"),
          study_part("hull", &Study::hull, hull_schema, "the bow"),
          study_part("hawse", &Study::hawse, hawse_schema, "the pipe"),
          study_part("bolster", &Study::bolster, bolster_schema, "the bar around its opening"),
          study_part("anchor", &Study::anchor, anchor_schema, "the anchor"),
          study_part("chain", &Study::chain, chain_schema, "the chain"),
          study_part("windlass", &Study::windlass, windlass_schema, "the windlass"),
          study_part("contact", &Study::contact, contact_schema, "how steel touches steel"),
          study_part("sea", &Study::sea, sea_schema, "how the ship lies"),
          study_part("start", &Study::start, start_schema, "how the anchor hangs"),
          study_part("run", &Study::run, run_schema, "the computation"),
          study_part("judge", &Study::judge, judge_schema, "the verdict"),
      }};
  return s;
}

/// A study may leave out whole sections; a change of a value in one begins it.
void add_section(description::Node& root, const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos || !root.is_map()) return;
  const std::string key = path.substr(0, dot);
  if (root.find(key) != nullptr) return;
  for (const auto& f : study_schema().fields)
    if (f.info.key == key) {
      description::Node section;
      section.kind = description::Node::Kind::map;
      section.line = root.line;
      section.key = key;
      root.items.push_back(std::move(section));
    }
}

}  // namespace

Study read_study_text(std::string_view text, const std::string& name,
                      const std::vector<description::ChangedValue>& changes) {
  description::Diagnostics diagnostics;
  description::Reading r(name, diagnostics);
  StudyText study;
  try {
    description::Node root = description::parse_yaml(text);
    description::remove_duplicate_keys(r, root);
    for (const auto& c : changes) {
      add_section(root, c.path);
      description::change_value(r, root, c.path, c.text);
    }
    description::read_object(r, root, study_schema(), study);
    if (root.find("outrigger_anchor") != nullptr && study.version != kVersion)
      r.problem_at(root, "outrigger_anchor",
                   fmt::format("version {} is not known: this program reads version {}",
                               study.version, kVersion));
    if (study.start.fluke_side == 0)
      r.problem_at(root, "start", "fluke_side: 0 is not allowed: must be 1 or -1");
  } catch (const description::SourceError& e) {
    r.problem(e.line, e.what());
  }
  diagnostics.throw_if_any();
  Study result = study;
  result.file = name;
  result.name = study.name_text.value_or(std::filesystem::path(name).stem().string());
  result.title = study.title_text.value_or("");
  // Meshes are looked for beside the study.
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  for (std::string* file : {&result.hull.file, &result.anchor.head_file, &result.anchor.shank_file})
    if (!file->empty()) *file = (folder / *file).lexically_normal().string();
  return result;
}

Study read_study(const std::string& path, const std::vector<description::ChangedValue>& changes) {
  const description::FileContent content = description::load_file(path);
  if (!content.problem.empty())
    throw Error(fmt::format("cannot read the study '{}': {}", path, content.problem));
  return read_study_text(content.text, path, changes);
}

std::string study_format_markdown() {
  std::string text =
      "# Format of anchor studies\n\nPrinted by `outrigger anchor --format`. The guide is "
      "[anchor.md](anchor.md).\n\n";
  text += description::object_text(study_schema().document(), 2);
  const auto add = [&](const auto& schema) {
    text += description::object_text(schema.document(), 3);
  };
  add(hull_schema());
  add(hawse_schema());
  add(bolster_schema());
  add(anchor_schema());
  add(chain_schema());
  add(windlass_schema());
  add(contact_schema());
  add(sea_schema());
  add(start_schema());
  add(run_schema());
  add(judge_schema());
  return text;
}

}  // namespace outrigger::anchor
