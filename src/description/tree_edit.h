/// Changes to the tree of a file before it is understood: duplicate keys, lists of named things,
/// variants, single values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "description/diagnostics.h"
#include "description/node.h"

namespace outrigger::description {

/// Reports keys that appear twice in a map and removes the later ones, in the whole tree.
void remove_duplicate_keys(Reading& r, Node& node);

/// Turns a list of objects with the key `name` into a map of these names. A map stays as it is;
/// anything else is a problem and becomes an empty map.
void make_map_of_names(Reading& r, Node& section);

/// What the merging of variants has to know about the keys at the top of a file.
struct TopLevelKeys {
  std::vector<std::string_view> all;
  std::vector<std::string_view> named_sections;   ///< maps of named things
  std::vector<std::string_view> merged_sections;  ///< objects whose fields are merged
};

/// Applies the chosen variants of a file in order. In a variant, things and fields replace those of
/// the same name or are added; `null` removes a field, a thing or a section; `remove` lists things
/// to remove by section. Also checks the top-level keys of the variants that are not chosen.
void apply_variants(Reading& r, Node& root, const std::vector<std::string>& chosen,
                    const TopLevelKeys& keys);

/// Puts `text` in place of the value at a path such as bodies.ball.pose.position.2 (keys; elements
/// of lists by number from 0). The last key may be new; empty text removes it. Text in brackets is a
/// list or a map and takes the place of one.
void change_value(Reading& r, Node& root, std::string_view path, std::string_view text);

/// The value at such a path, or null where only the last key is missing. Anything else that is not
/// there is a problem.
const Node* find_value(Reading& r, const Node& root, std::string_view path);

}  // namespace outrigger::description
