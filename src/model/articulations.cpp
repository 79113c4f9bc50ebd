#include "model/articulations.h"

#include <algorithm>
#include <numeric>

#include "model/part_lists.h"

namespace outrigger::model {

namespace {

class Groups {
 public:
  explicit Groups(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(int a, int b) {
    if (a == kGroundIndex || b == kGroundIndex) return;
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

void shift(int& body, int by) {
  if (body != kGroundIndex) body += by;
}

}  // namespace

/// Engine and hydraulics stay together.
void give_power(const PowerUnit& power, std::vector<Mechanism>& articulations) {
  if (power.engine.inertia <= 0.0 && power.hydraulics.flow_max <= 0.0) return;
  const auto is_own = [&](const Mechanism& articulation) {
    return articulation.bodies.front().spec.name.starts_with(power.prefix);
  };
  const auto uses = [&](const Mechanism& articulation) {
    const auto& consumers = power.hydraulics.consumers;
    return is_own(articulation) &&
           (!articulation.drivelines.empty() ||
            std::any_of(articulation.drives.begin(), articulation.drives.end(),
                        [&](const DrivePart& d) {
                          return std::any_of(
                              consumers.begin(), consumers.end(),
                              [&](const auto& c) { return c.drive == d.spec.name; });
                        }));
  };
  auto user = std::find_if(articulations.begin(), articulations.end(), uses);
  if (user == articulations.end())
    user = std::find_if(articulations.begin(), articulations.end(), is_own);
  if (user == articulations.end()) return;
  user->engine = power.engine;
  user->hydraulics = power.hydraulics;
}

std::vector<Mechanism> split_articulations(const Mechanism& m) {
  Groups groups(m.bodies.size());
  for (const auto& j : m.joints) groups.unite(j.frame.body_a, j.frame.body_b);

  // Coordinates something acts on connect their bodies; a part connects all that it refers to.
  std::vector<bool> acted_on(m.coordinates.size());
  for_each_acting_list([&](const auto& kind) {
    for (const auto& part : m.*kind.list)
      for_each_coordinate(part, [&](int c) { acted_on[static_cast<std::size_t>(c)] = true; });
  });
  for (std::size_t i = 0; i < m.coordinates.size(); ++i)
    if (acted_on[i] || m.coordinates[i].spec.unknown)
      groups.unite(m.coordinates[i].frame.body_a, m.coordinates[i].frame.body_b);
  const auto any_body = [&](int coordinate) {
    const auto& f = m.coordinates[static_cast<std::size_t>(coordinate)].frame;
    return f.body_b != kGroundIndex ? f.body_b : f.body_a;
  };
  for_each_acting_list([&](const auto& kind) {
    for (const auto& part : m.*kind.list) {
      int first = kGroundIndex;
      const auto connect = [&](int body) {
        groups.unite(first, body);
        if (first == kGroundIndex) first = body;
      };
      for_each_coordinate(part, [&](int c) { connect(any_body(c)); });
      for_each_body(part, connect);
    }
  });

  // Number the articulations by first body; keep the order of parts within each.
  std::vector<int> articulation_of(m.bodies.size()), local(m.bodies.size());
  std::vector<int> articulation_of_root(m.bodies.size(), -1);
  std::vector<Mechanism> articulations;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    int& articulation = articulation_of_root[groups.find(static_cast<int>(b))];
    if (articulation < 0) {
      articulation = static_cast<int>(articulations.size());
      articulations.emplace_back();
      articulations.back().settings = m.settings;
    }
    articulation_of[b] = articulation;
    local[b] = static_cast<int>(articulations[articulation].bodies.size());
    articulations[articulation].bodies.push_back(m.bodies[b]);
  }
  const auto to_local = [&](int body) { return body == kGroundIndex ? kGroundIndex : local[body]; };
  const auto home = [&](int a, int b) {
    return b != kGroundIndex ? articulation_of[b] : (a != kGroundIndex ? articulation_of[a] : -1);
  };

  for (JointPart j : m.joints) {
    const int articulation = home(j.frame.body_a, j.frame.body_b);
    if (articulation < 0) continue;
    j.frame.body_a = to_local(j.frame.body_a);
    j.frame.body_b = to_local(j.frame.body_b);
    articulations[articulation].joints.push_back(std::move(j));
  }
  std::vector<int> coordinate_articulation(m.coordinates.size(), -1),
      coordinate_local(m.coordinates.size());
  for (std::size_t i = 0; i < m.coordinates.size(); ++i) {
    CoordinatePart c = m.coordinates[i];
    const int a = c.frame.body_a, b = c.frame.body_b;
    const bool apart =
        a != kGroundIndex && b != kGroundIndex && articulation_of[a] != articulation_of[b];
    const int articulation = home(a, b);
    if (apart || articulation < 0) continue;
    coordinate_articulation[i] = articulation;
    coordinate_local[i] = static_cast<int>(articulations[articulation].coordinates.size());
    c.frame.body_a = to_local(a);
    c.frame.body_b = to_local(b);
    articulations[articulation].coordinates.push_back(std::move(c));
  }
  for_each_acting_list([&](const auto& kind) {
    for (auto part : m.*kind.list) {
      // Where its first body or coordinate is; the others are there too.
      int articulation = -1;
      for_each_coordinate(part, [&](int& c) {
        if (articulation < 0) articulation = coordinate_articulation[static_cast<std::size_t>(c)];
        c = coordinate_local[static_cast<std::size_t>(c)];
      });
      for_each_body(part, [&](int& b) {
        if (articulation < 0 && b != kGroundIndex)
          articulation = articulation_of[static_cast<std::size_t>(b)];
        b = to_local(b);
      });
      if (articulation < 0) continue;
      (articulations[static_cast<std::size_t>(articulation)].*kind.list).push_back(std::move(part));
    }
  });
  give_power({{}, m.engine, m.hydraulics}, articulations);
  return articulations;
}

Mechanism merge(Mechanism a, const Mechanism& b) {
  const int bodies = static_cast<int>(a.bodies.size());
  const int coordinates = static_cast<int>(a.coordinates.size());
  for_each_part_list([&](const auto& kind) {
    for (auto part : b.*kind.list) {
      for_each_body(part, [&](int& body) { shift(body, bodies); });
      for_each_coordinate(part, [&](int& c) { c += coordinates; });
      (a.*kind.list).push_back(std::move(part));
    }
  });
  if (a.engine.inertia <= 0.0) a.engine = b.engine;
  if (a.hydraulics.flow_max <= 0.0) a.hydraulics = b.hydraulics;
  return a;
}

}  // namespace outrigger::model
