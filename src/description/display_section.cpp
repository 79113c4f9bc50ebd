/// visual_links, cameras and controls: how the machine looks and is operated.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "description/placement.h"
#include "description/sections.h"
#include "description/text.h"
#include "description/visual_schemas.h"
#include "description/words.h"

namespace outrigger::description {
namespace {

// --- visual_links -------------------------------------------------------------------------------

struct LinkText : VisualLink {
  LinkText() { material = "steel"; }

  NamePair bodies;
  std::optional<PointText> given_a, given_b;
};

const ObjectSchema<LinkText>& link_schema() {
  using T = LinkText;
  static const ObjectSchema<T> schema{
      "visual_links",
      "Drawn between a point of one body and a point of another, whatever their distance: a "
      "telescopic cylinder with its barrel at a, or a bar.",
      {
          field<T>("kind", &VisualLink::kind, {}, "how it looks"),
          field<T>("bodies", &T::bodies, {}, "a and b").type_is("2 names of bodies").required(),
          field<T>("point_a", &T::given_a, {"m"}, "in the frame of a").default_is("[0, 0, 0]"),
          field<T>("point_b", &T::given_b, {"m"}, "in the frame of b").default_is("[0, 0, 0]"),
          field<T>("barrel_radius", &VisualLink::barrel_radius, {"m", above(0)}, "cylinder"),
          field<T>("rod_radius", &VisualLink::rod_radius, {"m", above(0)}, "cylinder"),
          field<T>("width", &VisualLink::width, {"m", above(0)}, "bar: along the y axis of a"),
          field<T>("depth", &VisualLink::depth, {"m", above(0)}, "bar: across it"),
          field<T>("colour", &VisualLink::colour, colour_rule(), "red, green, blue"),
          field<T>("material", &VisualLink::material, {},
                   "of the barrel or bar, as of visuals; rods are chrome"),
      }};
  return schema;
}

void finish_link(Reading& r, const Node& node, MachineBuilder& builder, LinkText& link) {
  check_material(r, node, link.material);
  link.body_a = link.bodies[0];
  link.body_b = link.bodies[1];
  if (link.body_a.empty() || !builder.check_bodies(r, {node, "bodies"}, link.bodies)) return;
  const auto resolve = [&](const char* key, const std::string& body,
                           const std::optional<PointText>& given, Vec3& point) {
    if (!given) return;
    if (const auto p = builder.resolve_point(r, {node, key}, body, *given)) point = *p;
  };
  resolve("point_a", link.body_a, link.given_a, link.point_a);
  resolve("point_b", link.body_b, link.given_b, link.point_b);
  builder.add(r, node, builder.named<VisualLink>(), static_cast<const VisualLink&>(link));
}

// --- cameras ------------------------------------------------------------------------------------

struct CameraText : Camera {
  Direction given_direction{Vec3::UnitX()};
  std::optional<PointText> given_position;
};

const ObjectSchema<CameraText>& camera_schema() {
  using T = CameraText;
  static const ObjectSchema<T> schema{
      "cameras",
      "A view from the machine, such as the operator's eye.",
      {
          field<T>("body", &Camera::body, {}, "that carries it")
              .type_is("name of a body or `ground`")
              .required(),
          field<T>("position", &T::given_position, {"m"}, "in the body frame")
              .default_is("[0, 0, 0]"),
          field<T>("direction", &T::given_direction, {}, "of view, in the body frame"),
          field<T>("field_of_view", &Camera::field_of_view, {"rad", above(0)},
                   "from the lower to the upper edge of the picture")
              .or_degrees()
              .allowed_is("0.05 to 3 rad"),
      }};
  return schema;
}

// --- controls -----------------------------------------------------------------------------------

constexpr std::array<std::string_view, 14> kSticks{
    "left_x",   "-left_x", "left_y",   "-left_y", "left_z",   "-left_z",  "right_x",
    "-right_x", "right_y", "-right_y", "right_z", "-right_z", "triggers", "-triggers"};

/// Codes of keys that are not a letter, a digit or a function key.
constexpr std::string_view kOtherKeys[] = {
    "ArrowUp",     "ArrowDown",    "ArrowLeft",    "ArrowRight", "Space",   "Enter",
    "Tab",         "Backspace",    "ShiftLeft",    "ShiftRight", "AltLeft", "AltRight",
    "ControlLeft", "ControlRight", "PageUp",       "PageDown",   "Home",    "End",
    "Insert",      "Delete",       "Comma",        "Period",     "Slash",   "Semicolon",
    "Quote",       "BracketLeft",  "BracketRight", "Backslash",  "Minus",   "Equal",
    "Backquote"};

bool is_key_code(std::string_view code) {
  const auto follows = [&](std::string_view prefix, auto allowed) {
    return code.size() == prefix.size() + 1 && code.starts_with(prefix) &&
           allowed(static_cast<unsigned char>(code.back()));
  };
  const auto upper = [](int c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](int c) { return c >= '0' && c <= '9'; };
  if (follows("Key", upper) || follows("Digit", digit) || follows("Numpad", digit)) return true;
  if (follows("F", digit) || code == "F10" || code == "F11" || code == "F12") return code != "F0";
  return std::find(std::begin(kOtherKeys), std::end(kOtherKeys), code) != std::end(kOtherKeys);
}

struct ControlText : Control {
  std::optional<std::vector<std::string>> keys, given_choices;
  std::optional<std::string> given_stick, given_label, given_positive, given_negative;
};

const ObjectSchema<ControlText>& control_schema() {
  using T = ControlText;
  static const ObjectSchema<T> schema{
      "controls",
      "How a person moves the operator input of this name. A lever gives -1 to 1 and springs back "
      "to 0, a pedal gives 0 to 1 and springs back, a wheel gives -1 to 1 and stays, a button "
      "gives "
      "1 while it is pressed, a choice gives the index of the chosen word. A lever, pedal or wheel "
      "at full travel asks a drive by `speed` for its largest speed; it passes the dead zone, the "
      "exponent and the limit of its rate on the way.",
      {
          field<T>("kind", &Control::kind, {}, "how it behaves"),
          field<T>("label", &T::given_label, {}, "its name for people").default_is("its name"),
          field<T>("positive", &T::given_positive, {}, "what +1 does, for people"),
          field<T>("negative", &T::given_negative, {}, "what -1 does, for people"),
          field<T>("keys", &T::keys, {},
                   "keyboard: for +1 and, if there is one, for -1, by the names browsers give them "
                   "(KeyA, ArrowUp, Space)")
              .type_is("list of 1 or 2 key codes"),
          field<T>(
              "stick", &T::given_stick, {},
              "axis of a pair of joysticks; x is to the right, y forward, z twisted to the right. "
              "`triggers` are those of a gamepad, right minus left; joysticks without them use the "
              "twist of the right one. With a minus sign, right, forward or the right trigger "
              "gives "
              "-1")
              .type_is("`left_x`, `-left_x`, `left_y`, ... `-right_z`, `triggers`"),
          field<T>("choices", &T::given_choices, {}, "choice only: the words"),
          field<T>("initial", &Control::initial, {},
                   "value at the start, not of what springs back"),
          field<T>("dead_zone", &Control::dead_zone, {"", between(0, 0.9)},
                   "part of the travel without effect"),
          field<T>("exponent", &Control::exponent, {"", between(0.2, 5)},
                   "of the travel beyond the dead zone"),
          field<T>("rate_limit", &Control::rate_limit, {"1/s", at_least(0)},
                   "largest change per second")
              .default_is("unlimited"),
      }};
  return schema;
}

/// Every key moves one control only.
void check_key(Reading& r, const Node& node, const MachineBuilder& builder,
               const std::string& code) {
  if (!is_key_code(code)) {
    r.problem_at(node, "keys",
                 fmt::format("{} is not a key: allowed are codes of browsers such as KeyA, Digit1, "
                             "F2, ArrowUp, Space, Enter, Comma",
                             in_quotes(code)));
    return;
  }
  for (const Control& other : builder.machine.controls)
    if (other.key_positive == code || other.key_negative == code)
      r.problem_at(node, "keys",
                   fmt::format("{} moves {} already", in_quotes(code), in_quotes(other.name)));
}

void set_keys(Reading& r, const Node& node, const MachineBuilder& builder, ControlText& c) {
  if (!c.keys) return;
  if (c.keys->empty() || c.keys->size() > 2) {
    r.problem_at(node, "keys", fmt::format("expected 1 or 2 key codes, found {}", c.keys->size()));
    return;
  }
  for (const std::string& code : *c.keys) check_key(r, node, builder, code);
  c.key_positive = c.keys->front();
  if (c.keys->size() == 2) c.key_negative = c.keys->back();
}

void set_stick(Reading& r, const Node& node, ControlText& c) {
  if (!c.given_stick) return;
  if (std::find(kSticks.begin(), kSticks.end(), *c.given_stick) == kSticks.end()) {
    r.problem_at(
        node, "stick",
        unknown_choice_text("stick axis", *c.given_stick, {kSticks.begin(), kSticks.end()}));
    return;
  }
  c.stick_reversed = c.given_stick->front() == '-';
  c.stick = c.given_stick->substr(c.stick_reversed ? 1 : 0);
}

/// The initial value lies in the range of the kind; what springs back starts at rest.
void check_initial(Reading& r, const Node& node, const ControlText& c) {
  using K = Control::Kind;
  if (node.find("initial") == nullptr) return;
  if (c.kind == K::lever || c.kind == K::pedal || c.kind == K::button) {
    r.problem_at(node, "initial",
                 fmt::format("is not allowed: a {} springs back to 0", default_text(c.kind)));
  } else if (c.kind == K::wheel && !(c.initial >= -1.0 && c.initial <= 1.0)) {
    r.problem_at(node, "initial",
                 fmt::format("{} is not allowed: must be between -1 and 1", c.initial));
  } else if (c.kind == K::choice) {
    const auto count = static_cast<double>(c.choices.size());
    if (c.initial != static_cast<double>(static_cast<int>(c.initial)) || c.initial < 0.0 ||
        c.initial >= count)
      r.problem_at(node, "initial",
                   fmt::format("{} is not allowed: must be a whole number from 0 to {}", c.initial,
                               count - 1));
  }
}

void set_choices(Reading& r, const Node& node, ControlText& c) {
  if (c.given_choices) c.choices = *c.given_choices;
  const bool is_choice = c.kind == Control::Kind::choice;
  if (is_choice && c.choices.size() < 2) {
    r.problem(node, "a choice needs 'choices' with at least 2 words");
  } else if (!is_choice && c.given_choices) {
    r.problem_at(node, "choices", fmt::format("is not allowed for a {}", default_text(c.kind)));
  }
}

void finish_control(Reading& r, const Node& node, MachineBuilder& builder, ControlText& c) {
  c.label = c.given_label.value_or(c.name);
  c.positive = c.given_positive.value_or("");
  c.negative = c.given_negative.value_or("");
  set_keys(r, node, builder, c);
  set_stick(r, node, c);
  set_choices(r, node, c);
  check_initial(r, node, c);
  builder.add(r, node, builder.named<Control>(), static_cast<const Control&>(c));
}

}  // namespace

void read_visual_links(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, link_schema(), [&](LinkText& link, const Node& node, const ObjectKeys&) {
    finish_link(r, node, builder, link);
  });
}

void read_cameras(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, camera_schema(), [&](CameraText& c, const Node& node, const ObjectKeys&) {
    if (c.body.empty() || !builder.check_body(r, {node, "body"}, c.body, true)) return;
    if (c.field_of_view < 0.05 || c.field_of_view > 3.0)
      r.problem(node, fmt::format("a field of view of {:.4g} rad is not allowed: must be between "
                                  "0.05 and 3 rad",
                                  c.field_of_view));
    // What has length 1 stays as it is, so that a camera is the same after writing and reading.
    const double length = c.given_direction.vector.norm();
    c.direction = std::abs(length - 1.0) < 1e-15 ? c.given_direction.vector
                                                 : Vec3(c.given_direction.vector / length);
    if (c.given_position)
      if (const auto p = builder.resolve_point(r, {node, "position"}, c.body, *c.given_position))
        c.position = *p;
    builder.add(r, node, builder.named<Camera>(), static_cast<const Camera&>(c));
  });
}

void read_controls(Reading& r, const Node& section, MachineBuilder& builder) {
  read_named(r, section, control_schema(),
             [&](ControlText& c, const Node& node, const ObjectKeys&) {
               finish_control(r, node, builder, c);
             });
}

namespace {

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

WrittenKeys written_keys(const VisualLink& link, const WriteContext&) {
  LinkText text;
  static_cast<VisualLink&>(text) = link;
  text.bodies = {link.body_a, link.body_b};
  text.given_a = written_point(link.point_a);
  text.given_b = written_point(link.point_b);
  return write_object(link_schema(), text);
}

WrittenKeys written_keys(const Camera& camera, const WriteContext&) {
  CameraText text;
  static_cast<Camera&>(text) = camera;
  text.given_position = written_point(camera.position);
  text.given_direction.vector = camera.direction;
  return write_object(camera_schema(), text);
}

WrittenKeys written_keys(const Control& control, const WriteContext&) {
  ControlText text;
  static_cast<Control&>(text) = control;
  if (control.label != control.name) text.given_label = unless_empty(control.label);
  text.given_positive = unless_empty(control.positive);
  text.given_negative = unless_empty(control.negative);
  if (!control.key_positive.empty()) {
    text.keys = {control.key_positive};
    if (!control.key_negative.empty()) text.keys->push_back(control.key_negative);
  }
  if (!control.stick.empty())
    text.given_stick = (control.stick_reversed ? "-" : "") + control.stick;
  if (!control.choices.empty()) text.given_choices = control.choices;
  return write_object(control_schema(), text);
}

std::vector<ObjectDoc> visual_link_docs() { return {link_schema().document()}; }
std::vector<ObjectDoc> camera_docs() { return {camera_schema().document()}; }
std::vector<ObjectDoc> control_docs() { return {control_schema().document()}; }

}  // namespace outrigger::description
