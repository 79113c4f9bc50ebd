#include "description/node.h"

#include <algorithm>

namespace outrigger::description {

const Node* Node::find(std::string_view member_key) const {
  if (!is_map()) return nullptr;
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Node& item) { return item.key == member_key; });
  return found == items.end() ? nullptr : &*found;
}

Node* Node::find(std::string_view member_key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(member_key));
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for (const Node& item : node.items) count += count_nodes(item);
  return count;
}

std::string_view kind_name(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return "text";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return "nothing";
}

}  // namespace outrigger::description
