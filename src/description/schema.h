/// The one definition of each object of the format: its keys with type, unit, range, default and
/// meaning. It drives the reader, the writer, the errors about keys, and docs/machine-format.md.
///
///   const ObjectSchema<Stop>& stop_schema() {
///     static const ObjectSchema<Stop> schema{"stops", "An elastic, damped end stop.", {
///       field("stiffness", &Stop::stiffness, {"N/m", above(0)}, "of the stop").required(),
///       ...
#pragma once

#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description/diagnostics.h"
#include "description/node.h"
#include "description/values.h"

namespace outrigger::description {

/// What errors and documentation say about a key.
struct FieldInfo {
  std::string key;
  std::string degrees_key;  ///< the key for the same value in degrees, empty when there is none
  std::string type;
  std::string unit;
  std::string range;
  std::string default_value;
  std::string meaning;
  bool is_required = false;
};

/// One object of the format, in the words of the documentation.
struct ObjectDoc {
  std::string title;
  std::string meaning;
  std::vector<FieldInfo> fields;
};

/// A key of an object that is read into a T.
template <class T>
struct Field {
  FieldInfo info;
  ValueRule rule;
  std::function<void(Reading&, const Node&, const ValueRule&, T&)> read;
  /// The value as text; nothing where it is absent or, unless `always`, the default. Empty for keys
  /// that the writer never uses, because another key says the same (shapes of a body).
  std::function<std::optional<std::string>(const T&, bool always)> write;

  Field required() && {
    info.is_required = true;
    info.default_value = "required";
    return std::move(*this);
  }

  /// Allows the key + suffix for a value in degrees (or degrees per second).
  Field or_degrees(const std::string& suffix = "_deg") && {
    info.degrees_key = info.key + suffix;
    return std::move(*this);
  }

  /// Says what the default means where its value alone does not.
  Field default_is(std::string text) && {
    info.default_value = std::move(text);
    return std::move(*this);
  }

  /// Says which values are allowed where that depends on other keys.
  Field allowed_is(std::string text) && {
    info.range = std::move(text);
    return std::move(*this);
  }

  /// Replaces the name of the type, for example "name of a body".
  Field type_is(std::string text) && {
    info.type = std::move(text);
    return std::move(*this);
  }

  ValueRule rule_in_degrees() const {
    ValueRule result = rule;
    result.scale = std::numbers::pi / 180.0;
    result.unit = info.degrees_key.ends_with("_s2")  ? "deg/s2"
                  : info.degrees_key.ends_with("_s") ? "deg/s"
                                                     : "deg";
    return result;
  }
};

template <class T>
struct ObjectSchema {
  std::string title;
  std::string meaning;
  std::vector<Field<T>> fields;

  ObjectDoc document() const {
    ObjectDoc doc{title, meaning, {}};
    for (const Field<T>& f : fields) doc.fields.push_back(f.info);
    return doc;
  }
};

/// Nothing where the value is absent, or has the same text as the default.
template <class V>
std::optional<std::string> text_unless_default(const V& value, const V& initial, bool always) {
  std::string text = value_text(value);
  if (!always && text == value_text(initial)) return std::nullopt;
  return text;
}
template <class V>
std::optional<std::string> text_unless_default(const std::optional<V>& value,
                                               const std::optional<V>&, bool) {
  return value ? std::optional(value_text(*value)) : std::nullopt;
}

template <class V>
struct ValueInside {
  using Type = V;
};
template <class V>
struct ValueInside<std::optional<V>> {
  using Type = V;
};

/// A value of type V, kept in a member of T or of a base of T.
template <class T, class Owner, class V>
Field<T> field(std::string key, V Owner::*member, ValueRule rule, std::string meaning) {
  const V initial = T{}.*member;
  Field<T> result;
  result.info.key = std::move(key);
  result.info.type = type_name(initial, rule);
  result.info.unit = rule.unit;
  result.info.range = rule.range.text();
  result.info.default_value = default_text(initial);
  result.info.meaning = std::move(meaning);
  result.rule = std::move(rule);
  result.read = [member](Reading& r, const Node& node, const ValueRule& read_rule, T& object) {
    read_value(r, node, read_rule, object.*member);
  };
  if constexpr (requires(const typename ValueInside<V>::Type& v) { value_text(v); }) {
    result.write = [member](const T& object, bool always) {
      return text_unless_default(object.*member, T{}.*member, always);
    };
  }
  return result;
}

/// Keys of an object and the texts of their values, in the order of its schema.
using WrittenKeys = std::vector<std::pair<std::string, std::string>>;

/// The opposite of read_object: what must stand in a file so that the object is read again.
template <class T>
WrittenKeys write_object(const ObjectSchema<T>& schema, const T& object) {
  WrittenKeys keys;
  for (const Field<T>& f : schema.fields) {
    if (!f.write) continue;
    if (auto text = f.write(object, f.info.is_required))
      keys.emplace_back(f.info.key, std::move(*text));
  }
  return keys;
}

/// "{key: value, key: value}"
std::string flow_text(const WrittenKeys& keys);

/// Keys that were present in an object, for rules between keys.
struct ObjectKeys {
  bool is_map = false;
  std::vector<const Node*> in_degrees;  ///< members whose key states degrees
};

/// Reports a key that the object does not have, with the nearest one and all that are allowed.
void report_unknown_key(Reading& r, const Node& member,
                        const std::vector<std::string_view>& allowed);

/// Reports that an object is not a map.
void report_not_an_object(Reading& r, const Node& node,
                          const std::vector<std::string_view>& allowed);

/// Reads all members of a map into the object; unknown, excluding and missing keys are problems.
template <class T>
ObjectKeys read_object(Reading& r, const Node& node, const ObjectSchema<T>& schema, T& object) {
  const auto allowed = [&] {
    std::vector<std::string_view> keys;
    for (const Field<T>& f : schema.fields) {
      keys.push_back(f.info.key);
      if (!f.info.degrees_key.empty()) keys.push_back(f.info.degrees_key);
    }
    return keys;
  };
  ObjectKeys result;
  if (!node.is_map()) {
    report_not_an_object(r, node, allowed());
    return result;
  }

  result.is_map = true;
  std::vector<const Node*> present(schema.fields.size(), nullptr);
  for (const Node& member : node.items) {
    std::size_t i = 0;
    const auto matches = [&](const Field<T>& f) {
      return f.info.key == member.key || (!member.key.empty() && f.info.degrees_key == member.key);
    };
    while (i < schema.fields.size() && !matches(schema.fields[i])) ++i;
    if (i == schema.fields.size()) {
      report_unknown_key(r, member, allowed());
      const std::string_view meant =
          r.diagnostics().is_full() ? std::string_view() : nearest_name(member.key, allowed());
      if (!meant.empty()) r.note_misspelled(meant);
      continue;
    }
    const Field<T>& f = schema.fields[i];
    const auto scope = r.enter(member.key);
    if (present[i] != nullptr) {
      r.problem(member, "excludes the key '" + present[i]->key + "'");
      continue;
    }
    present[i] = &member;
    const bool in_degrees = member.key != f.info.key;
    if (in_degrees) result.in_degrees.push_back(&member);
    f.read(r, member, in_degrees ? f.rule_in_degrees() : f.rule, object);
  }
  for (std::size_t i = 0; i < schema.fields.size(); ++i) {
    if (!schema.fields[i].info.is_required || present[i] != nullptr) continue;
    r.problem(node, "missing key '" + schema.fields[i].info.key + "'");
  }
  return result;
}

/// Link to the table of an object in the documentation.
std::string link_to(std::string_view title);

/// A nested object, in a member of type std::optional<V>.
template <class T, class Owner, class V>
Field<T> object_field(std::string key, std::optional<V> Owner::*member,
                      const ObjectSchema<V>& (*schema)(), std::string meaning) {
  Field<T> result;
  result.info.key = std::move(key);
  result.info.type = link_to(schema().title);
  result.info.default_value = "none";
  result.info.meaning = std::move(meaning);
  result.read = [member, schema](Reading& r, const Node& node, const ValueRule&, T& object) {
    (object.*member).emplace();
    read_object(r, node, schema(), *(object.*member));
  };
  result.write = [member, schema](const T& object, bool) -> std::optional<std::string> {
    if (!(object.*member)) return std::nullopt;
    return flow_text(write_object(schema(), *(object.*member)));
  };
  return result;
}

}  // namespace outrigger::description
