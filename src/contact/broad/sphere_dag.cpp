#include "contact/broad/sphere_dag.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::contact {

SphereDag::SphereDag(std::span<const std::string> parts, std::span<const SphereGroup> groups)
    : part_count_(static_cast<std::int32_t>(parts.size())) {
  std::map<std::string, std::int32_t> numbers;
  const auto add_name = [&](const std::string& name) {
    if (!numbers.emplace(name, static_cast<std::int32_t>(names_.size())).second) {
      throw Error(fmt::format("bounding spheres: the name \"{}\" is used twice", name));
    }
    names_.push_back(name);
  };
  for (const std::string& part : parts) add_name(part);
  for (const SphereGroup& group : groups) add_name(group.name);

  // Parts have no children.
  child_begin_.assign(parts.size() + 1, 0);
  for (const SphereGroup& group : groups) {
    if (group.children.empty()) {
      throw Error(fmt::format("bounding spheres: group \"{}\" has no children", group.name));
    }
    for (const std::string& child : group.children) {
      const auto found = numbers.find(child);
      if (found == numbers.end()) {
        throw Error(fmt::format(
            "bounding spheres: group \"{}\" names \"{}\", which is no part and no group",
            group.name, child));
      }
      children_.push_back(found->second);
    }
    child_begin_.push_back(static_cast<std::int32_t>(children_.size()));
  }
  order_groups();

  std::vector<bool> is_child(names_.size(), false);
  for (const std::int32_t child : children_) is_child[static_cast<std::size_t>(child)] = true;
  for (std::int32_t n = 0; n < static_cast<std::int32_t>(names_.size()); ++n) {
    if (!is_child[static_cast<std::size_t>(n)]) roots_.push_back(n);
  }
  spheres_.resize(names_.size());
}

std::span<const std::int32_t> SphereDag::children(std::int32_t node) const {
  const auto n = static_cast<std::size_t>(node);
  return std::span(children_).subspan(
      static_cast<std::size_t>(child_begin_[n]),
      static_cast<std::size_t>(child_begin_[n + 1] - child_begin_[n]));
}

/// Takes groups whose children are all known until none is left; what remains holds itself.
void SphereDag::order_groups() {
  const auto count = static_cast<std::int32_t>(names_.size());
  std::vector<bool> known(names_.size(), false);
  std::fill_n(known.begin(), part_count_, true);
  for (bool found = true; found;) {
    found = false;
    for (std::int32_t n = part_count_; n < count; ++n) {
      if (known[static_cast<std::size_t>(n)]) continue;
      const auto below = children(n);
      if (!std::all_of(below.begin(), below.end(),
                       [&](std::int32_t c) { return known[static_cast<std::size_t>(c)]; })) {
        continue;
      }
      known[static_cast<std::size_t>(n)] = true;
      upwards_.push_back(n);
      found = true;
    }
  }
  // Of the rest, one that is really on a cycle: follow unknown children until one comes again.
  for (std::int32_t n = part_count_; n < count; ++n) {
    if (known[static_cast<std::size_t>(n)]) continue;
    std::vector<bool> seen(names_.size(), false);
    while (!seen[static_cast<std::size_t>(n)]) {
      seen[static_cast<std::size_t>(n)] = true;
      const auto below = children(n);
      n = *std::find_if(below.begin(), below.end(),
                        [&](std::int32_t c) { return !known[static_cast<std::size_t>(c)]; });
    }
    throw Error(fmt::format("bounding spheres: group \"{}\" holds itself", name(n)));
  }
}

void SphereDag::update(std::span<const BoundingSphere> parts) {
  OUTRIGGER_ASSERT(parts.size() == static_cast<std::size_t>(part_count_));
  std::copy(parts.begin(), parts.end(), spheres_.begin());
  for (const std::int32_t group : upwards_) {
    BoundingSphere all;
    for (const std::int32_t child : children(group)) all = sphere_around(all, sphere(child));
    spheres_[static_cast<std::size_t>(group)] = all;
  }
}

void SphereDag::begin(Scratch& scratch, std::size_t count) {
  if (scratch.marks.size() < count) scratch.marks.resize(count, 0);
  if (scratch.now == std::numeric_limits<std::uint32_t>::max()) {
    std::fill(scratch.marks.begin(), scratch.marks.end(), 0u);
    scratch.now = 0;
  }
  ++scratch.now;
  scratch.stack.clear();
}

}  // namespace outrigger::contact
