#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_depth.h"
#include "description/words.h"
#include "sim/command.h"
#include "sim/command_fields.h"

namespace outrigger::sim {

using nlohmann::json;
using Json = nlohmann::ordered_json;  // keys in the order of the fields

namespace {

constexpr int kDeepestCommand = 8;
constexpr int kMostListed = 1'000'000;

/// In the order of the alternatives of Command.
constexpr std::array<std::string_view, std::variant_size_v<Command>> kWords{"inputs",
                                                                            "reset",
                                                                            "restore",
                                                                            "find_equilibrium",
                                                                            "add_body",
                                                                            "add_joint",
                                                                            "add_load",
                                                                            "add_mount",
                                                                            "add_spring",
                                                                            "add_force",
                                                                            "add_coordinate_force",
                                                                            "forces",
                                                                            "remove",
                                                                            "break_joint",
                                                                            "ground",
                                                                            "place_soil",
                                                                            "add_rope"};

template <class E>
struct WordTable {
  static const auto& words() { return description::EnumWords<E>::words(); }
};
template <>
struct WordTable<description::Function::Kind> {
  static const auto& words() {
    using K = description::Function::Kind;
    static constexpr std::array<description::EnumWord<K>, 5> table{{{"constant", K::constant},
                                                                    {"linear", K::linear},
                                                                    {"table", K::table},
                                                                    {"formula", K::formula},
                                                                    {"input", K::input}}};
    return table;
  }
};

// ---------------------------------------------------------------------------------- writing

class Put {
 public:
  explicit Put(Json& to) : to_(to) {}

  /// Empty lists, false and what is absent are left out: all defaults are.
  template <class T>
  void operator()(const char* key, const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (value) to_[key] = true;
    } else {
      Json j = json_of(value);
      if (!j.is_null() && !(j.is_array() && j.empty())) to_[key] = std::move(j);
    }
  }
  void bytes(const char* key, const std::string& value) {
    std::string hex;
    for (const char c : value) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    to_[key] = hex;
  }

 private:
  static Json json_of(double value) { return value; }
  static Json json_of(const std::string& value) { return value; }
  static Json json_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
  static Json json_of(const Mat3& m) {
    Json list = Json::array();
    for (int i = 0; i < 9; ++i) list.push_back(m(i / 3, i % 3));
    return list;
  }
  static Json json_of(const PartRef& ref) {
    Json list = {to_string(ref.kind), ref.name};
    if (ref.id != 0) list.push_back(ref.id);
    return list;
  }
  template <class A, class B>
  static Json json_of(const std::pair<A, B>& pair) {
    if constexpr (std::is_same_v<A, model::PartId>) {
      return {pair.first, json_of(pair.second)};
    } else {
      return {json_of(pair.first), json_of(pair.second)};
    }
  }
  template <class T>
  static Json json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : Json();
  }
  template <class T>
  static Json json_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& v : values) list.push_back(json_of(v));
    return list;
  }
  template <class T>
  static Json json_of(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      for (const auto& entry : WordTable<T>::words())
        if (entry.value == value) return std::string(entry.word);
      return {};
    } else {
      Json object = Json::object();
      Put put(object);
      list_fields(value, put);
      return object;
    }
  }

  Json& to_;
};

// ---------------------------------------------------------------------------------- reading

/// Reads the members of one object; `at` is where, for messages.
class Get {
 public:
  Get(const json& from, std::string at) : from_(from), at_(std::move(at)) {
    if (!from_.is_object()) refuse("expected an object of JSON");
  }

  template <class T>
  void operator()(const char* key, T& value) {
    known_.push_back(key);
    if (const auto found = from_.find(key); found != from_.end())
      read(*found, fmt::format("{}: {}", at_, key), value);
  }
  void bytes(const char* key, std::string& value) {
    std::string hex;
    (*this)(key, hex);
    const auto digit = [&](char c) -> int {
      if (c >= '0' && c <= '9') return c - '0';
      if (c >= 'a' && c <= 'f') return c - 'a' + 10;
      refuse(fmt::format("{}: expected pairs of hexadecimal digits", key));
    };
    if (hex.size() % 2 != 0) refuse(fmt::format("{}: a digit is missing", key));
    value.clear();
    for (std::size_t i = 0; i < hex.size(); i += 2)
      value.push_back(static_cast<char>(16 * digit(hex[i]) + digit(hex[i + 1])));
  }
  /// Keys that nothing has asked for are mistakes.
  void finish() const {
    for (const auto& [key, value] : from_.items())
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        refuse(fmt::format("there is no key '{}'; keys are: {}", key.substr(0, 60),
                           fmt::join(known_, ", ")));
  }
  void know(const char* key) { known_.push_back(key); }

 private:
  [[noreturn]] static void refuse_at(const std::string& at, const std::string& why) {
    throw Error(at + ": " + why);
  }
  [[noreturn]] void refuse(const std::string& why) const { refuse_at(at_, why); }

  static void read(const json& j, const std::string& at, double& value) {
    if (!j.is_number()) refuse_at(at, "expected a number");
    value = j.get<double>();
  }
  static void read(const json& j, const std::string& at, bool& value) {
    if (!j.is_boolean()) refuse_at(at, "expected true or false");
    value = j.get<bool>();
  }
  static void read(const json& j, const std::string& at, std::string& value) {
    if (!j.is_string()) refuse_at(at, "expected a text");
    value = j.get<std::string>();
  }
  static void read(const json& j, const std::string& at, model::PartId& value) {
    if (!j.is_number_unsigned()) refuse_at(at, "expected the number of a part");
    value = j.get<model::PartId>();
  }
  static void read_numbers(const json& j, const std::string& at, std::size_t count, double* out) {
    if (!j.is_array() || j.size() != count)
      refuse_at(at, fmt::format("expected a list of {} numbers", count));
    for (std::size_t i = 0; i < count; ++i) read(j[i], at, out[i]);
  }
  static void read(const json& j, const std::string& at, Vec3& value) {
    read_numbers(j, at, 3, value.data());
  }
  static void read(const json& j, const std::string& at, Mat3& value) {
    std::array<double, 9> rows{};
    read_numbers(j, at, 9, rows.data());
    for (int i = 0; i < 9; ++i) value(i / 3, i % 3) = rows[static_cast<std::size_t>(i)];
  }
  static void read(const json& j, const std::string& at, PartRef& ref) {
    if (!j.is_array() || j.size() < 2 || j.size() > 3)
      refuse_at(at, "expected a part: [kind, name], or [kind, name, id]");
    std::string kind;
    read(j[0], at, kind);
    bool known = false;
    for (int k = 0; k <= static_cast<int>(PartKind::bed); ++k)
      if (to_string(static_cast<PartKind>(k)) == kind) {
        ref.kind = static_cast<PartKind>(k);
        known = true;
      }
    if (!known) refuse_at(at, fmt::format("there is no kind of part named '{}'", kind));
    read(j[1], at, ref.name);
    ref.id = 0;
    if (j.size() == 3) read(j[2], at, ref.id);
    if (ref.id == 0 && ref.name.empty()) refuse_at(at, "a part needs a name or an id");
  }
  template <class A, class B>
  static void read(const json& j, const std::string& at, std::pair<A, B>& pair) {
    if (!j.is_array() || j.size() != 2) refuse_at(at, "expected a list of pairs");
    read(j[0], at, pair.first);
    read(j[1], at, pair.second);
  }
  template <class T>
  static void read(const json& j, const std::string& at, std::optional<T>& value) {
    read(j, at, value.emplace());
  }
  template <class T>
  static void read(const json& j, const std::string& at, std::vector<T>& values) {
    if (!j.is_array() || j.size() > kMostListed) refuse_at(at, "expected a list");
    values.clear();
    for (const json& item : j) read(item, at, values.emplace_back());
  }
  template <class T>
  static void read(const json& j, const std::string& at, T& value) {
    if constexpr (std::is_enum_v<T>) {
      std::string word;
      read(j, at, word);
      for (const auto& entry : WordTable<T>::words())
        if (entry.word == word) {
          value = entry.value;
          return;
        }
      refuse_at(at, fmt::format("there is no '{}' here", word.substr(0, 60)));
    } else {
      Get get(j, at);
      list_fields(value, get);
      get.finish();
    }
  }

  const json& from_;
  std::string at_;
  std::vector<std::string_view> known_;
};

/// The command of a word, all default.
template <std::size_t kIndex = 0>
bool make_command(std::string_view word, Command& command) {
  if constexpr (kIndex < std::variant_size_v<Command>) {
    if (kWords[kIndex] != word) return make_command<kIndex + 1>(word, command);
    command.emplace<kIndex>();
    return true;
  } else {
    return false;
  }
}

}  // namespace

std::string_view word(const Command& command) { return kWords[command.index()]; }

std::string to_text(const Command& command) {
  Json object;
  object["do"] = word(command);
  Put put(object);
  std::visit([&](const auto& c) { list_fields(c, put); }, command);
  // Names may hold any bytes; a line of JSON may not.
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

Command command_from_text(std::string_view text) {
  if (json_deeper_than(text, kDeepestCommand))
    throw Error(fmt::format("a command has lists more than {} deep", kDeepestCommand));
  json object;
  try {
    object = json::parse(text);
  } catch (const json::exception&) {
    throw Error("a command is not a line of JSON");
  }
  if (!object.is_object() || !object.contains("do") || !object["do"].is_string())
    throw Error("a command needs a key 'do' with its word");
  const std::string word = object["do"].get<std::string>();
  Command command;
  if (!make_command(word, command))
    throw Error(fmt::format("there is no command '{}'; commands are: {}", word.substr(0, 60),
                            fmt::join(kWords, ", ")));
  Get get(object, word);
  get.know("do");
  std::visit([&](auto& c) { list_fields(c, get); }, command);
  get.finish();
  return command;
}

// ---------------------------------------------------------------------------------- for people

namespace {

std::string name_of(const PartRef& ref) {
  return fmt::format("{} '{}'", to_string(ref.kind), ref.name);
}
std::string name_of(const std::optional<PartRef>& ref) {
  return ref ? name_of(*ref) : "the ground";
}

struct Sentence {
  std::string operator()(const SetInputs& c) const {
    return fmt::format("sets the inputs to {}", fmt::join(c.values, ", "));
  }
  std::string operator()(const Reset&) const { return "goes back to the start"; }
  std::string operator()(const Restore&) const { return "goes back to a saved state"; }
  std::string operator()(const FindEquilibrium&) const { return "finds the static equilibrium"; }
  std::string operator()(const AddBody& c) const {
    return fmt::format("adds body '{}'", c.body.name);
  }
  std::string operator()(const AddJoint& c) const {
    return fmt::format("adds joint '{}' between {} and {}", c.joint.name, name_of(c.a),
                       name_of(c.b));
  }
  std::string operator()(const AddLoad& c) const {
    return fmt::format("adds load '{}' on {}", c.load.name, name_of(c.body));
  }
  std::string operator()(const AddMount& c) const {
    return fmt::format("adds mount '{}' of {}", c.mount.name, name_of(c.body));
  }
  std::string operator()(const AddSpring& c) const {
    return fmt::format("adds spring '{}' between {} and {}", c.spring.name, name_of(c.a),
                       name_of(c.b));
  }
  std::string operator()(const AddBodyForce& c) const {
    return fmt::format("adds the custom force '{}' on {}", c.name, name_of(c.body));
  }
  std::string operator()(const AddCoordinateForce& c) const {
    return fmt::format("adds the custom force '{}' on {}", c.name, name_of(c.coordinate));
  }
  std::string operator()(const SetForces& c) const {
    return fmt::format("sets {} custom forces", c.on_bodies.size() + c.on_coordinates.size());
  }
  std::string operator()(const AddRope& c) const {
    std::string bodies;
    for (const PartRef& on : c.on) bodies += (bodies.empty() ? "" : ", ") + on.name;
    return fmt::format("fastens the rope '{}' to {}", c.rope.name, bodies);
  }
  std::string operator()(const RemovePart& c) const { return "removes " + name_of(c.part); }
  std::string operator()(const BreakJoint& c) const { return "breaks " + name_of(c.joint); }
  std::string operator()(const EditGround& c) const { return "changes the ground: " + c.edit; }
  std::string operator()(const PlaceSoil& c) const {
    if (c.drop > 0.0)
      return fmt::format("lets {:g} kg of {} fall from {:g} m above ({:g}, {:g}) m", c.mass, c.soil,
                         c.drop, c.x, c.y);
    return fmt::format("puts {:g} kg of {} on the ground at ({:g}, {:g}) m", c.mass, c.soil, c.x,
                       c.y);
  }
};

}  // namespace

std::string sentence(const Command& command) { return std::visit(Sentence{}, command); }

bool changes_structure(const Command& command) {
  return !(
      std::holds_alternative<SetInputs>(command) || std::holds_alternative<SetForces>(command) ||
      std::holds_alternative<FindEquilibrium>(command) ||
      std::holds_alternative<EditGround>(command) || std::holds_alternative<PlaceSoil>(command));
}

}  // namespace outrigger::sim
