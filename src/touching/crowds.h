/// Groups of bodies with more contacts than can be solved in a step, and which of their contacts stay.
///
/// Bodies that touch directly or through others are one group, solved together. Where things were put into
/// each other, all n of them touch each other: n² / 2 pairs, n³ operations. Such a group is a crowd, by the
/// numbers of description/limits.h, and keeps fewer contacts: every body its k partners that come first, of
/// every pair of bodies the c deepest contacts of each two shapes, 4 c in all. Contacts with the ground stay,
/// 8 per two shapes. First come partners that are part of a machine (a bucket under stones), then those it
/// touched before, then the deepest, then the nearest in the list of bodies. A pair stays when either body
/// keeps it. (k, c) is the first of (8, 8), (4, 4), (2, 4), (1, 4), (1, 1), (0, 0) that a step can pay.
///
/// What is left out does not push, and what it stored is lost: energy is taken, never given. It may come in
/// again, without the depth that it has then (contact/point_contact.h, `unpaid`).
///
/// What stays depends on this step's touches and on which of them are remembered, not on their order in
/// memory. Groups that are no crowd are not touched.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "system/elimination_work.h"

namespace outrigger::touching {

class Crowds {
 public:
  static constexpr int kAll = std::numeric_limits<int>::max();

  /// Two shapes that touch.
  struct Link {
    int body_a = 0, body_b = -1;                  ///< -1: the ground
    int articulation_a = 0, articulation_b = -1;  ///< of these
    int contacts = 0;
    double depth = 0.0;     ///< of the deepest
    int rank = 0;           ///< smaller: stays before others
    bool crowded = false;   ///< its bodies touch others that were not looked at
    bool plain = true;      ///< at points that do not resist rotation, between free bodies
    std::size_t place = 0;  ///< the caller's own
    int most = kAll;        ///< result: contacts that stay; 0: none
  };

  /// Sets `most` of all links; true when there was a crowd.
  bool thin(std::span<Link> links, std::size_t bodies, std::size_t articulations);
  /// Of the last call, by articulations.
  bool in_crowd(int articulation) const { return !crowd_.empty() && crowd_[at(articulation)] != 0; }
  /// No crowd, but more than the general way can do at once (kMostWorkAtOnce).
  bool is_heavy(int articulation) const { return !heavy_.empty() && heavy_[at(articulation)] != 0; }
  /// Without links that could make a crowd: nothing is one.
  void clear();

 private:
  struct Pair {
    int a = 0, b = -1;         ///< bodies of the group
    int first = 0, count = 0;  ///< links, of order_
    std::int64_t contacts = 0;
    double depth = 0.0;
    int rank = 0;
    int place = kAll;  ///< the better one of its places among the partners of A and of B
  };
  struct Level {
    int partners = 0, contacts = 0;
  };
  /// What a factorisation may cost, and contacts times fill where bodies are not free.
  struct Budget {
    std::int64_t products = 0, general = 0;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int root_of(int articulation);
  void find_groups(std::span<const Link> links, std::size_t articulations);
  bool judge(std::span<Link> links, std::span<int> group);
  void make_pairs(std::span<const Link> links, std::span<int> group);
  void find_places();
  bool is_dense(std::int64_t contacts) const;
  void thin_group(std::span<Link> links, std::span<const int> group, const Budget& budget);
  static void mark(std::span<const Link> links, std::span<const int> group,
                   std::vector<std::uint8_t>& articulations);
  bool fits(std::span<const Link> links, std::span<const int> group, const Level& level,
            const Budget& budget);
  void apply(std::span<Link> links, std::span<const int> group, const Level& level);
  template <class Visit>
  void for_each_kept(std::span<const Link> links, std::span<const int> group, const Level& level,
                     const Visit& visit) const;

  std::vector<int> parent_, order_;
  std::vector<std::uint8_t> crowd_, heavy_;
  std::vector<int> local_;  // of bodies in the group
  std::vector<int> bodies_;
  std::vector<Pair> pairs_;
  std::vector<std::pair<int, int>> partners_;  // body, pair
  std::vector<std::pair<int, int>> kept_pairs_;
  system::EliminationWork work_;
  bool plain_ = true, crowded_ = false;  // of the group
};

}  // namespace outrigger::touching
