#include "model/islands.h"

#include <algorithm>
#include <numeric>

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

template <class Part>
void append(std::vector<Part>& to, const std::vector<Part>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Engine and hydraulics stay together, with the first island that uses them.
void give_power(const Mechanism& m, std::vector<Mechanism>& islands) {
  if (islands.empty() || (m.engine.inertia <= 0.0 && m.hydraulics.flow_max <= 0.0)) return;
  const auto uses = [&](const Mechanism& island) {
    const auto& consumers = m.hydraulics.consumers;
    return !island.drivelines.empty() ||
           std::any_of(island.drives.begin(), island.drives.end(), [&](const DrivePart& d) {
             return std::any_of(consumers.begin(), consumers.end(),
                                [&](const auto& c) { return c.drive == d.spec.name; });
           });
  };
  auto user = std::find_if(islands.begin(), islands.end(), uses);
  if (user == islands.end()) user = islands.begin();
  user->engine = m.engine;
  user->hydraulics = m.hydraulics;
}

}  // namespace

std::vector<Mechanism> split_islands(const Mechanism& m) {
  Groups groups(m.bodies.size());
  for (const auto& j : m.joints) groups.unite(j.frame.body_a, j.frame.body_b);

  // Coordinates something acts on connect their bodies; a coupling connects two coordinates.
  std::vector<bool> acted_on(m.coordinates.size());
  for (const auto& d : m.drives) acted_on[d.coordinate] = true;
  for (const auto& s : m.springs) acted_on[s.coordinate] = true;
  for (const auto& s : m.stops) acted_on[s.coordinate] = true;
  for (const auto& c : m.couplings) acted_on[c.coordinate_a] = acted_on[c.coordinate_b] = true;
  for (const auto& b : m.brakes) acted_on[b.coordinate] = true;
  for (const auto& f : m.user_coordinate_forces) acted_on[f.coordinate] = true;
  for (const auto& d : m.drivelines)
    for (int c : d.coordinates) acted_on[c] = true;
  const auto any_body = [&](int coordinate) {
    const auto& f = m.coordinates[coordinate].frame;
    return f.body_b != kGroundIndex ? f.body_b : f.body_a;
  };
  for (std::size_t i = 0; i < m.coordinates.size(); ++i)
    if (acted_on[i] || m.coordinates[i].spec.unknown)
      groups.unite(m.coordinates[i].frame.body_a, m.coordinates[i].frame.body_b);
  for (const auto& c : m.couplings)
    groups.unite(any_body(c.coordinate_a), any_body(c.coordinate_b));
  for (const auto& d : m.drivelines)
    for (int c : d.coordinates) groups.unite(any_body(d.coordinates.front()), any_body(c));

  // Number the islands by first body; keep the order of parts within each.
  std::vector<int> island_of(m.bodies.size()), local(m.bodies.size());
  std::vector<int> island_of_root(m.bodies.size(), -1);
  std::vector<Mechanism> islands;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    int& island = island_of_root[groups.find(static_cast<int>(b))];
    if (island < 0) {
      island = static_cast<int>(islands.size());
      islands.emplace_back();
      islands.back().settings = m.settings;
    }
    island_of[b] = island;
    local[b] = static_cast<int>(islands[island].bodies.size());
    islands[island].bodies.push_back(m.bodies[b]);
  }
  const auto to_local = [&](int body) { return body == kGroundIndex ? kGroundIndex : local[body]; };
  const auto home = [&](int a, int b) {
    return b != kGroundIndex ? island_of[b] : (a != kGroundIndex ? island_of[a] : -1);
  };

  for (JointPart j : m.joints) {
    const int island = home(j.frame.body_a, j.frame.body_b);
    if (island < 0) continue;
    j.frame.body_a = to_local(j.frame.body_a);
    j.frame.body_b = to_local(j.frame.body_b);
    islands[island].joints.push_back(std::move(j));
  }
  std::vector<int> coordinate_island(m.coordinates.size(), -1),
      coordinate_local(m.coordinates.size());
  for (std::size_t i = 0; i < m.coordinates.size(); ++i) {
    CoordinatePart c = m.coordinates[i];
    const int a = c.frame.body_a, b = c.frame.body_b;
    const bool apart = a != kGroundIndex && b != kGroundIndex && island_of[a] != island_of[b];
    const int island = home(a, b);
    if (apart || island < 0) continue;
    coordinate_island[i] = island;
    coordinate_local[i] = static_cast<int>(islands[island].coordinates.size());
    c.frame.body_a = to_local(a);
    c.frame.body_b = to_local(b);
    islands[island].coordinates.push_back(std::move(c));
  }
  const auto place = [&](auto part, auto member) {
    const int island = coordinate_island[part.coordinate];
    if (island < 0) return;
    part.coordinate = coordinate_local[part.coordinate];
    (islands[island].*member).push_back(std::move(part));
  };
  for (const auto& d : m.drives) place(d, &Mechanism::drives);
  for (const auto& s : m.springs) place(s, &Mechanism::springs);
  for (const auto& s : m.stops) place(s, &Mechanism::stops);
  for (const auto& b : m.brakes) place(b, &Mechanism::brakes);
  for (const auto& f : m.user_coordinate_forces) place(f, &Mechanism::user_coordinate_forces);
  for (DrivelinePart d : m.drivelines) {
    const int island = coordinate_island[d.coordinates.front()];
    if (island < 0) continue;
    for (int& c : d.coordinates) c = coordinate_local[c];
    islands[island].drivelines.push_back(std::move(d));
  }
  give_power(m, islands);
  for (CouplingPart c : m.couplings) {
    const int island = coordinate_island[c.coordinate_b];
    if (island < 0) continue;
    c.coordinate_a = coordinate_local[c.coordinate_a];
    c.coordinate_b = coordinate_local[c.coordinate_b];
    islands[island].couplings.push_back(std::move(c));
  }
  const auto place_on_body = [&](auto part, auto member) {
    if (part.body == kGroundIndex) return;
    const int island = island_of[part.body];
    part.body = local[part.body];
    (islands[island].*member).push_back(std::move(part));
  };
  for (const auto& l : m.loads) place_on_body(l, &Mechanism::loads);
  for (const auto& mount : m.mounts) place_on_body(mount, &Mechanism::mounts);
  for (const auto& s : m.spheres) place_on_body(s, &Mechanism::spheres);
  for (const auto& t : m.tyres) place_on_body(t, &Mechanism::tyres);
  for (const auto& f : m.user_body_forces) place_on_body(f, &Mechanism::user_body_forces);
  return islands;
}

Mechanism merge(Mechanism a, const Mechanism& b) {
  const int bodies = static_cast<int>(a.bodies.size());
  const int coordinates = static_cast<int>(a.coordinates.size());
  Mechanism moved = b;
  for (auto& j : moved.joints) {
    shift(j.frame.body_a, bodies);
    shift(j.frame.body_b, bodies);
  }
  for (auto& c : moved.coordinates) {
    shift(c.frame.body_a, bodies);
    shift(c.frame.body_b, bodies);
  }
  for (auto& d : moved.drives) d.coordinate += coordinates;
  for (auto& s : moved.springs) s.coordinate += coordinates;
  for (auto& s : moved.stops) s.coordinate += coordinates;
  for (auto& c : moved.couplings) {
    c.coordinate_a += coordinates;
    c.coordinate_b += coordinates;
  }
  for (auto& l : moved.loads) shift(l.body, bodies);
  for (auto& mount : moved.mounts) shift(mount.body, bodies);
  for (auto& s : moved.spheres) shift(s.body, bodies);
  for (auto& t : moved.tyres) shift(t.body, bodies);
  for (auto& brake : moved.brakes) brake.coordinate += coordinates;
  for (auto& f : moved.user_body_forces) shift(f.body, bodies);
  for (auto& f : moved.user_coordinate_forces) f.coordinate += coordinates;
  for (auto& d : moved.drivelines)
    for (int& c : d.coordinates) c += coordinates;
  append(a.bodies, moved.bodies);
  append(a.joints, moved.joints);
  append(a.coordinates, moved.coordinates);
  append(a.drives, moved.drives);
  append(a.springs, moved.springs);
  append(a.stops, moved.stops);
  append(a.couplings, moved.couplings);
  append(a.loads, moved.loads);
  append(a.mounts, moved.mounts);
  append(a.spheres, moved.spheres);
  append(a.tyres, moved.tyres);
  append(a.brakes, moved.brakes);
  append(a.drivelines, moved.drivelines);
  append(a.user_body_forces, moved.user_body_forces);
  append(a.user_coordinate_forces, moved.user_coordinate_forces);
  if (a.engine.inertia <= 0.0) a.engine = moved.engine;
  if (a.hydraulics.flow_max <= 0.0) a.hydraulics = moved.hydraulics;
  return a;
}

}  // namespace outrigger::model
