#include "description/tree_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "description/schema.h"
#include "description/text.h"
#include "description/yaml_source.h"

namespace outrigger::description {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Removes the later ones of members with the same key.
void keep_first_of_each_key(Reading& r, Node& map) {
  std::unordered_map<std::string, int> lines;
  std::vector<Node> kept;
  kept.reserve(map.items.size());
  for (Node& item : map.items) {
    const auto [first, is_new] = lines.emplace(item.key, item.line);
    if (is_new) {
      kept.push_back(std::move(item));
    } else {
      r.problem(item, fmt::format("{} appears twice (first in line {})", in_quotes(item.key),
                                  first->second));
    }
  }
  map.items = std::move(kept);
}

/// Members of a map by key, for many look-ups and changes.
class Members {
 public:
  explicit Members(Node& map) : map_(map) {
    for (std::size_t i = 0; i < map.items.size(); ++i) index_.emplace(map.items[i].key, i);
  }

  Node* find(const std::string& key) {
    const auto found = index_.find(key);
    return found == index_.end() ? nullptr : &map_.items[found->second];
  }

  void add(const Node& item) {
    index_.emplace(item.key, map_.items.size());
    map_.items.push_back(item);
  }

  /// False when there is no such member.
  bool remove(const std::string& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return false;
    removed_.insert(found->second);
    index_.erase(found);
    return true;
  }

  /// Takes the removed members out; the object is of no use afterwards.
  void finish() {
    std::vector<Node> kept;
    kept.reserve(map_.items.size() - removed_.size());
    for (std::size_t i = 0; i < map_.items.size(); ++i) {
      if (removed_.count(i) == 0) kept.push_back(std::move(map_.items[i]));
    }
    map_.items = std::move(kept);
  }

  std::vector<std::string_view> keys() const {
    std::vector<std::string_view> result;
    for (std::size_t i = 0; i < map_.items.size(); ++i) {
      if (removed_.count(i) == 0) result.push_back(map_.items[i].key);
    }
    return result;
  }

 private:
  Node& map_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_set<std::size_t> removed_;
};

void report_nothing_to_remove(Reading& r, const Node& node, const std::string& name,
                              const Members& members) {
  r.problem(node,
            "nothing to remove: " + r.unknown_name("name", name, [&] { return members.keys(); }));
}

/// Puts the members of `change` into `base`; null removes. `levels` > 1 merges members that are
/// maps on both sides in the same way.
void merge(Reading& r, Node& base, const Node& change, int levels) {
  Members members(base);
  for (const Node& item : change.items) {
    Node* old = members.find(item.key);
    if (item.is_null()) {
      if (!members.remove(item.key)) report_nothing_to_remove(r, item, item.key, members);
    } else if (old == nullptr) {
      members.add(item);
    } else if (levels > 1 && old->is_map() && item.is_map()) {
      const auto scope = r.enter(item.key);
      merge(r, *old, item, levels - 1);
    } else {
      *old = item;
    }
  }
  members.finish();
}

Node& section_of(Node& root, const Node& like) {
  if (Node* found = root.find(like.key)) return *found;
  Node empty;
  empty.kind = Node::Kind::map;
  empty.key = like.key;
  empty.line = like.line;
  root.items.push_back(std::move(empty));
  return root.items.back();
}

void remove_things(Reading& r, Node& root, const Node& lists, const TopLevelKeys& keys) {
  if (!lists.is_map()) {
    r.problem(lists, "expected a map of sections and lists of names");
    return;
  }
  for (const Node& list : lists.items) {
    if (!contains(keys.named_sections, list.key)) {
      report_unknown_key(r, list, keys.named_sections);
      continue;
    }
    const auto scope = r.enter(list.key);
    std::vector<std::string> names;
    if (!read_value(r, list, {}, names)) continue;
    Members members(section_of(root, list));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!members.remove(names[i])) report_nothing_to_remove(r, list.items[i], names[i], members);
    }
    members.finish();
  }
}

/// The keys that a variant may have.
std::vector<std::string_view> variant_keys(const TopLevelKeys& keys) {
  std::vector<std::string_view> result = {"remove"};
  for (const std::string_view key : keys.all) {
    if (key != "outrigger" && key != "variants") result.push_back(key);
  }
  return result;
}

void check_variant(Reading& r, Node& variant, const TopLevelKeys& keys) {
  const std::vector<std::string_view> allowed = variant_keys(keys);
  if (!variant.is_map()) {
    report_not_an_object(r, variant, allowed);
    variant.kind = Node::Kind::map;
    variant.items.clear();
  }
  for (Node& item : variant.items) {
    if (!contains(allowed, item.key)) report_unknown_key(r, item, allowed);
    if (item.is_null() || !contains(keys.named_sections, item.key)) continue;
    const auto scope = r.enter(item.key);
    make_map_of_names(r, item);
  }
}

void apply_variant(Reading& r, Node& root, const Node& variant, const TopLevelKeys& keys) {
  if (const Node* lists = variant.find("remove")) {
    const auto scope = r.enter("remove");
    remove_things(r, root, *lists, keys);
  }
  for (const Node& item : variant.items) {
    const auto scope = r.enter(item.key);
    if (item.key == "remove" || !contains(keys.all, item.key)) continue;
    if (item.is_null()) {
      Members sections(root);
      if (!sections.remove(item.key)) report_nothing_to_remove(r, item, item.key, sections);
      sections.finish();
    } else if (contains(keys.named_sections, item.key)) {
      merge(r, section_of(root, item), item, 2);
    } else if (contains(keys.merged_sections, item.key) && item.is_map()) {
      merge(r, section_of(root, item), item, 1);
    } else if (Node* old = root.find(item.key)) {
      *old = item;
    } else {
      root.items.push_back(item);
    }
  }
}

/// The part of a path before its first '.', which is taken off.
std::string_view take_key(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  return key;
}

/// Member or element of a node; a problem and null where there is none.
const Node* child_of(Reading& r, const Node& node, std::string_view key) {
  if (node.is_list()) {
    std::size_t index = node.items.size();
    const auto end = key.data() + key.size();
    if (std::from_chars(key.data(), end, index).ptr == end && index < node.items.size())
      return &node.items[index];
    r.problem(node, fmt::format("{} is no element of this list of {}; the first one is 0",
                                in_quotes(key), node.items.size()));
    return nullptr;
  }
  if (const Node* found = node.is_map() ? node.find(key) : nullptr) return found;
  r.problem(node, r.unknown_name("key", key, [&] {
    std::vector<std::string_view> keys;
    for (const Node& item : node.items) keys.push_back(item.key);
    return keys;
  }));
  return nullptr;
}

/// The node that has the last key of `path`, which is all that is left of it then; problems are
/// reported at the keys before it.
const Node* parent_of(Reading& r, const Node& node, std::string_view& path) {
  if (path.find('.') == std::string_view::npos) return &node;
  const std::string_view key = take_key(path);
  const Node* child = child_of(r, node, key);
  if (child == nullptr) return nullptr;
  const auto scope = r.enter(key);
  return parent_of(r, *child, path);
}

void set_lines(Node& node, int line) {
  node.line = line;
  for (Node& item : node.items) set_lines(item, line);
}

/// The text of a change as a tree: `[...]` and `{...}` are lists and maps as in a file, all else is a
/// value as it stands, so that a formula or a name needs no quotes.
std::optional<Node> parse_change(Reading& r, int line, std::string_view path,
                                 std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  const bool structured =
      first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
  if (structured) {
    try {
      Node node = parse_yaml(text);
      remove_duplicate_keys(r, node);
      return node;
    } catch (const SourceError& e) {
      r.problem(line, fmt::format("the change of {} to {}: {}", in_quotes(path), in_quotes(text),
                                  e.what()));
      return std::nullopt;
    }
  }
  Node node;
  node.kind = Node::Kind::scalar;
  node.quoted = false;
  node.text = text;
  return node;
}

}  // namespace

const Node* find_value(Reading& r, const Node& root, std::string_view path) {
  const Node* parent = parent_of(r, root, path);
  if (parent == nullptr) return nullptr;
  return parent->is_map() ? parent->find(path) : child_of(r, *parent, path);
}

void change_value(Reading& r, Node& root, std::string_view path, std::string_view text) {
  const std::string_view whole = path;
  Node* parent = const_cast<Node*>(parent_of(r, root, path));
  if (parent == nullptr) return;
  Node* value =
      parent->is_map() ? parent->find(path) : const_cast<Node*>(child_of(r, *parent, path));
  if (value == nullptr && !parent->is_map()) return;
  if (text.empty()) {
    if (value != nullptr)
      parent->items.erase(parent->items.begin() + (value - parent->items.data()));
    return;
  }
  auto given = parse_change(r, parent->line, whole, text);
  if (!given) return;
  if (value != nullptr && value->kind != given->kind && !value->is_null() &&
      (value->is_map() || value->is_list())) {
    r.problem(
        *value,
        fmt::format("{} is {}: give all of it, for example '[0, 0, 1]' or '{{key: value}}', or "
                    "name one value inside it ({}.0, {}.key)",
                    in_quotes(whole), kind_name(*value), whole, whole));
    return;
  }
  if (value == nullptr) {
    value = &parent->items.emplace_back();
    value->line = parent->line;
  }
  given->key = path;
  set_lines(*given, value->line);
  *value = std::move(*given);
}

void remove_duplicate_keys(Reading& r, Node& node) {
  if (node.is_map()) keep_first_of_each_key(r, node);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.items[i].items.empty()) continue;
    const auto scope = node.is_map() ? r.enter(node.items[i].key) : r.enter(i);
    remove_duplicate_keys(r, node.items[i]);
  }
}

void make_map_of_names(Reading& r, Node& section) {
  if (section.is_map()) return;
  if (!section.is_list() && !section.is_null()) {
    r.problem(section,
              fmt::format("expected a map of names, or a list of maps with the key 'name', "
                          "found {}",
                          kind_name(section)));
    section.items.clear();
  }
  std::vector<Node> named;
  for (std::size_t i = 0; i < section.items.size(); ++i) {
    Node& item = section.items[i];
    const Node* name = item.find("name");
    if (name == nullptr || !name->is_scalar()) {
      const auto scope = r.enter(i);
      r.problem(item, "missing key 'name'");
      continue;
    }
    item.key = name->text;
    item.items.erase(item.items.begin() + (name - item.items.data()));
    named.push_back(std::move(item));
  }
  section.kind = Node::Kind::map;
  section.items = std::move(named);
  keep_first_of_each_key(r, section);
}

void apply_variants(Reading& r, Node& root, const std::vector<std::string>& chosen,
                    const TopLevelKeys& keys) {
  Node variants;
  variants.kind = Node::Kind::map;
  variants.line = root.line;
  if (const Node* found = root.find("variants")) variants = *found;
  const auto scope = r.enter("variants");
  if (!variants.is_map()) {
    r.problem(variants, fmt::format("expected a map of variants, found {}", kind_name(variants)));
    return;
  }
  std::vector<std::string_view> names;
  for (Node& variant : variants.items) {
    names.push_back(variant.key);
    const auto inner = r.enter(variant.key);
    check_variant(r, variant, keys);
  }
  for (const std::string& name : chosen) {
    const Node* variant = variants.find(name);
    if (variant == nullptr) {
      r.problem(variants, r.unknown_name("variant", name, [&] { return names; }));
      continue;
    }
    const auto inner = r.enter(name);
    apply_variant(r, root, *variant, keys);
  }
}

}  // namespace outrigger::description
