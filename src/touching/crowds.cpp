#include "touching/crowds.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "description/limits.h"

namespace outrigger::touching {

using Work = system::EliminationWork::Work;

namespace {

constexpr int kGroundContacts = 8;  ///< of two shapes in a crowd: a box stands on four
constexpr int kShapesOfPair = 4;    ///< so many times the contacts of two shapes, of two bodies
/// A factor of so few bodies is cheap, however full.
constexpr std::size_t kFewBodies = 100;

}  // namespace

void Crowds::clear() {
  crowd_.clear();
  heavy_.clear();
}

int Crowds::root_of(int articulation) {
  while (parent_[at(articulation)] != articulation)
    articulation = parent_[at(articulation)] = parent_[at(parent_[at(articulation)])];
  return articulation;
}

/// Links by groups, and in a group by bodies.
void Crowds::find_groups(std::span<const Link> links, std::size_t articulations) {
  parent_.resize(articulations);
  for (std::size_t i = 0; i < articulations; ++i) parent_[i] = static_cast<int>(i);
  for (const Link& l : links) {
    if (l.articulation_b < 0) continue;
    const int a = root_of(l.articulation_a), b = root_of(l.articulation_b);
    parent_[at(std::max(a, b))] = std::min(a, b);
  }
  order_.resize(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) order_[i] = static_cast<int>(i);
  std::sort(order_.begin(), order_.end(), [&](int i, int j) {
    const Link &x = links[at(i)], &y = links[at(j)];
    const int root_x = root_of(x.articulation_a), root_y = root_of(y.articulation_a);
    return std::tuple(root_x, x.body_a, x.body_b, -x.depth, i) <
           std::tuple(root_y, y.body_a, y.body_b, -y.depth, j);
  });
}

bool Crowds::thin(std::span<Link> links, std::size_t bodies, std::size_t articulations) {
  crowd_.assign(articulations, 0);
  heavy_.assign(articulations, 0);
  local_.resize(bodies);
  find_groups(links, articulations);
  bool any = false;
  for (std::size_t first = 0, end = 0; first < order_.size(); first = end) {
    const int root = root_of(links[at(order_[first])].articulation_a);
    while (end < order_.size() && root_of(links[at(order_[end])].articulation_a) == root) ++end;
    any = judge(links, std::span(order_).subspan(first, end - first)) || any;
  }
  return any;
}

/// Pairs of bodies of a group, each with its links, and the bodies by numbers of their own.
void Crowds::make_pairs(std::span<const Link> links, std::span<int> group) {
  bodies_.clear();
  pairs_.clear();
  plain_ = true;
  crowded_ = false;
  for (const int i : group)
    for (const int body : {links[at(i)].body_a, links[at(i)].body_b})
      if (body >= 0) bodies_.push_back(body);
  std::sort(bodies_.begin(), bodies_.end());
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
  for (std::size_t i = 0; i < bodies_.size(); ++i) local_[at(bodies_[i])] = static_cast<int>(i);
  int place = 0;
  const Link* last = nullptr;
  for (const int i : group) {
    const Link& l = links[at(i)];
    if (last == nullptr || last->body_a != l.body_a || last->body_b != l.body_b) {
      Pair pair;
      pair.a = local_[at(l.body_a)];
      pair.b = l.body_b < 0 ? -1 : local_[at(l.body_b)];
      pair.first = place;
      pair.rank = l.rank;
      pairs_.push_back(pair);
      last = &l;
    }
    Pair& pair = pairs_.back();
    ++pair.count;
    pair.contacts += l.contacts;
    pair.depth = std::max(pair.depth, l.depth);
    pair.rank = std::min(pair.rank, l.rank);
    plain_ = plain_ && l.plain;
    crowded_ = crowded_ || l.crowded;
    ++place;
  }
}

/// For every pair, which partner B is of A and A of B.
void Crowds::find_places() {
  partners_.clear();
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    if (pairs_[p].b >= 0) {
      partners_.emplace_back(pairs_[p].a, static_cast<int>(p));
      partners_.emplace_back(pairs_[p].b, static_cast<int>(p));
    }
  const auto key = [&](const std::pair<int, int>& partner) {
    const Pair& p = pairs_[at(partner.second)];
    return std::tuple(partner.first, p.rank, -p.depth, std::abs(p.a - p.b), partner.second);
  };
  std::sort(partners_.begin(), partners_.end(),
            [&](const auto& x, const auto& y) { return key(x) < key(y); });
  int place = 0;
  for (std::size_t i = 0; i < partners_.size(); ++i) {
    place = i > 0 && partners_[i].first == partners_[i - 1].first ? place + 1 : 0;
    int& best = pairs_[at(partners_[i].second)].place;
    best = std::min(best, place);
  }
}

/// Calls visit(link, contacts) for all links of the group with what stays of them.
template <class Visit>
void Crowds::for_each_kept(std::span<const Link> links, std::span<const int> group,
                           const Level& level, const Visit& visit) const {
  for (const Pair& pair : pairs_) {
    const bool ground = pair.b < 0;
    const bool stays = ground || pair.place < level.partners;
    const int each = ground ? kGroundContacts : level.contacts;
    int room = stays ? kShapesOfPair * each : 0;
    // The deepest shapes come first.
    for (int i = pair.first; i < pair.first + pair.count; ++i) {
      const int link = group[at(i)];
      const int kept = std::min({links[at(link)].contacts, each, room});
      room -= kept;
      visit(link, kept);
    }
  }
}

/// Whether a crowd at this level is cheap enough.
bool Crowds::fits(std::span<const Link> links, std::span<const int> group, const Level& level,
                  const Budget& budget) {
  const auto bodies = static_cast<std::int64_t>(bodies_.size());
  std::int64_t contacts = 0;
  for_each_kept(links, group, level, [&](int, int kept) { contacts += kept; });
  if (contacts >
      std::max(description::kMostGroupContacts, description::kMostGroupContactsPerBody * bodies))
    return false;
  kept_pairs_.clear();
  for (const Pair& p : pairs_)
    if (p.b >= 0 && p.place < level.partners) kept_pairs_.emplace_back(p.a, p.b);
  const std::int64_t fill = plain_ ? description::kMostGroupFill
                                   : std::min(description::kMostGroupFill,
                                              budget.general / std::max<std::int64_t>(contacts, 1));
  return !work_.count(static_cast<int>(bodies), kept_pairs_, {fill, budget.products}).beyond;
}

void Crowds::apply(std::span<Link> links, std::span<const int> group, const Level& level) {
  for_each_kept(links, group, level, [&](int link, int kept) {
    links[at(link)].most = kept < links[at(link)].contacts ? kept : kAll;
  });
}

/// Whether there are too many pairs or contacts for so few bodies.
bool Crowds::is_dense(std::int64_t contacts) const {
  const auto bodies = static_cast<std::int64_t>(bodies_.size());
  const auto pairs = static_cast<std::int64_t>(kept_pairs_.size());
  return crowded_ ||
         pairs >
             std::max(description::kMostGroupPairs, description::kMostGroupPairsPerBody * bodies) ||
         contacts > std::max(description::kMostGroupContacts,
                             description::kMostGroupContactsPerBody * bodies);
}

void Crowds::mark(std::span<const Link> links, std::span<const int> group,
                  std::vector<std::uint8_t>& articulations) {
  for (const int i : group)
    for (const int articulation : {links[at(i)].articulation_a, links[at(i)].articulation_b})
      if (articulation >= 0) articulations[at(articulation)] = 1;
}

/// Finds out whether a group is a crowd, and thins it.
bool Crowds::judge(std::span<Link> links, std::span<int> group) {
  make_pairs(links, group);
  std::int64_t contacts = 0;
  kept_pairs_.clear();
  for (const Pair& p : pairs_) {
    contacts += p.contacts;
    if (p.b >= 0) kept_pairs_.emplace_back(p.a, p.b);
  }
  if (is_dense(contacts)) {
    const auto bodies = static_cast<std::int64_t>(bodies_.size());
    thin_group(links, group,
               {std::max(description::kCrowdProducts, description::kCrowdProductsPerBody * bodies),
                description::kCrowdGeneralWork});
    return true;
  }
  if (bodies_.size() <= kFewBodies) return false;
  // A large heap that only costs much keeps all that can be paid.
  const Budget budget{description::kMostGroupProducts, description::kMostGeneralWork};
  const Work work = work_.count(static_cast<int>(bodies_.size()), kept_pairs_,
                                {description::kMostGroupFill, budget.products});
  const std::int64_t general = contacts * work.fill;
  const bool fits_generally =
      general <= budget.general && work.fill <= description::kMostGeneralFill;
  if (work.beyond || (!plain_ && !fits_generally)) {
    thin_group(links, group, budget);
    return true;
  }
  if (!fits_generally || general > description::kMostWorkAtOnce) mark(links, group, heavy_);
  return false;
}

void Crowds::thin_group(std::span<Link> links, std::span<const int> group, const Budget& budget) {
  constexpr Level kLevels[] = {{8, 8}, {4, 4}, {2, 4}, {1, 4}, {1, 1}, {0, 0}};
  mark(links, group, crowd_);
  find_places();
  const Level* level = kLevels;
  while (level->partners > 0 && !fits(links, group, *level, budget)) ++level;
  apply(links, group, *level);
}

}  // namespace outrigger::touching
