#include "contact/broad/tree_broad_phase.h"

#include <algorithm>
#include <cmath>

namespace outrigger::contact {

using geometry::BoxTree;
using geometry::ThingBox;

BroadId TreeBroadPhase::add(const geometry::Box& box, const BroadFilter& filter) {
  const BroadId id = objects_.add(box, filter);
  thing_of_.resize(static_cast<std::size_t>(objects_.places()), -1);
  newcomers_.push_back(id.index);
  return id;
}

void TreeBroadPhase::remove(BroadId id) {
  objects_.remove(id);
  std::int32_t& thing = thing_of_[static_cast<std::size_t>(id.index)];
  if (thing >= 0) {
    things_[static_cast<std::size_t>(thing)] = -1;
    thing = -1;
    ++gone_;
  } else {
    newcomers_.erase(std::find(newcomers_.begin(), newcomers_.end(), id.index));
  }
}

std::span<const BroadPair> TreeBroadPhase::find_pairs() {
  pairs_.clear();
  update_tree();
  pairs_in_tree();
  pairs_of_newcomers();
  sort_pairs(pairs_, sort_scratch_, objects_.places());
  return pairs_;
}

void TreeBroadPhase::update_tree() {
  const std::int32_t limit = std::max(kFew, objects_.count() / kPart);
  if (static_cast<std::int32_t>(newcomers_.size()) > limit || gone_ > limit) {
    build();
    return;
  }
  if (tree_.empty()) return;
  for (std::size_t t = 0; t < things_.size(); ++t) {
    boxes_[t] = things_[t] >= 0 ? objects_.box(things_[t]) : ThingBox(geometry::Box());
  }
  const double surface = tree_.refit(boxes_);
  if (surface > kWorn * new_surface_) build();
}

void TreeBroadPhase::build() {
  ++builds_;
  things_.clear();
  boxes_.clear();
  newcomers_.clear();
  gone_ = 0;
  for (std::int32_t index = 0; index < objects_.places(); ++index) {
    if (!objects_.used(index)) continue;
    thing_of_[static_cast<std::size_t>(index)] = static_cast<std::int32_t>(things_.size());
    things_.push_back(index);
    boxes_.push_back(objects_.box(index));
  }
  tree_.rebuild(boxes_, geometry::SplitRule::surface, scratch_);
  new_surface_ = tree_.refit(boxes_);
}

void TreeBroadPhase::meet(std::int32_t a, std::int32_t b) {
  if (objects_.filter(a).allows(objects_.filter(b))) {
    pairs_.push_back({std::min(a, b), std::max(a, b)});
  }
}

void TreeBroadPhase::pairs_in_tree() {
  if (tree_.empty()) return;
  stack_.clear();
  stack_.push_back({0, 0});
  while (!stack_.empty()) {
    const Open pair = stack_.back();
    stack_.pop_back();
    open(pair);
  }
}

/// Replaces a pair of children by the overlapping pairs below them.
void TreeBroadPhase::open(const Open& pair) {
  const auto nodes = tree_.nodes();
  const auto follow = [&](std::int32_t a, std::int32_t b) {
    if (a < 0 && b < 0) {
      meet(things_[static_cast<std::size_t>(~a)], things_[static_cast<std::size_t>(~b)]);
    } else {
      stack_.push_back({a, b});
    }
  };
  const auto each = [](int hits, auto&& visit) {
    for (; hits != 0; hits &= hits - 1) visit(__builtin_ctz(static_cast<unsigned>(hits)));
  };
  if (pair.a == pair.b) {
    const Node& node = nodes[static_cast<std::size_t>(pair.a)];
    for (int i = 0; i < node.count; ++i) {
      if (node.child[i] >= 0) stack_.push_back({node.child[i], node.child[i]});
      const int later = BoxTree::SingleBox(node, i).overlaps(node) & ~((2 << i) - 1);
      each(later & ((1 << node.count) - 1), [&](int j) { follow(node.child[i], node.child[j]); });
    }
    return;
  }
  if (pair.a < 0 || pair.b < 0) {
    const std::int32_t thing = pair.a < 0 ? pair.a : pair.b;
    const Node& node = nodes[static_cast<std::size_t>(pair.a < 0 ? pair.b : pair.a)];
    const BoxTree::SingleBox box(boxes_[static_cast<std::size_t>(~thing)]);
    each(box.overlaps(node), [&](int j) { follow(thing, node.child[j]); });
    return;
  }
  const Node& a = nodes[static_cast<std::size_t>(pair.a)];
  const Node& b = nodes[static_cast<std::size_t>(pair.b)];
  for (int i = 0; i < a.count; ++i) {
    each(BoxTree::SingleBox(a, i).overlaps(b), [&](int j) { follow(a.child[i], b.child[j]); });
  }
}

void TreeBroadPhase::pairs_of_newcomers() {
  for (std::size_t i = 0; i < newcomers_.size(); ++i) {
    const ThingBox& box = objects_.box(newcomers_[i]);
    tree_.for_each_in(box.box(), [&](std::int32_t t) {
      if (things_[static_cast<std::size_t>(t)] >= 0) {
        meet(newcomers_[i], things_[static_cast<std::size_t>(t)]);
      }
    });
    for (std::size_t j = 0; j < i; ++j) {
      if (box.overlaps(objects_.box(newcomers_[j]))) meet(newcomers_[i], newcomers_[j]);
    }
  }
}

}  // namespace outrigger::contact
