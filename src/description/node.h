/// The content of a machine file as a plain tree, before anything is known about machines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger::description {

/// One value of a file. A map keeps its members in the order of the file; each member carries its
/// own key. Duplicate keys are still there: the reader reports them.
struct Node {
  enum class Kind { null, scalar, list, map };

  Kind kind = Kind::null;
  bool quoted = false;      ///< scalar in quotes: text, never a number
  int line = 0;             ///< from 1; of the key for map members
  std::string key;          ///< map members only
  std::string text;         ///< scalars only
  std::vector<Node> items;  ///< list elements or map members

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  /// First member with this key, or null. For maps with few members.
  const Node* find(std::string_view member_key) const;
  Node* find(std::string_view member_key);
};

/// Number of nodes of a tree, the root included.
std::size_t count_nodes(const Node& node);

/// "nothing", "text", "a list" or "a map", for messages.
std::string_view kind_name(const Node& node);

}  // namespace outrigger::description
