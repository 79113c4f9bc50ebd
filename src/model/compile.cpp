/// The model compiler. In the order of the functions below:
///   1. group bodies that move as one (fixed joints) and that keep one orientation (prismatic),
///   2. collect the points and axes that joints share, as classes of one world point or direction,
///   3. give every group a basis of four entities, preferring those that exist already, and express
///      its further shared points and axes by that basis,
///   4. write the rigid-body conditions, the joint conditions that sharing does not cover, and the
///      coordinates with their drives and couplings.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <queue>

#include "base/assert.h"
#include "base/error.h"
#include "model/model.h"

namespace outrigger::model {

using description::BodyBasis;
using description::Coordinate;
using description::JointType;

namespace {

constexpr double kSamePlace = 1e-9;   ///< of the model's size
constexpr double kParallel = 1e-10;   ///< sine of the angle between directions taken as one
constexpr std::size_t kMaxTerms = 6;  ///< longer combinations become entities of their own

class UnionFind {
 public:
  explicit UnionFind(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(int a, int b) {
    a = find(a), b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<int> parent_;
};

/// A world point or direction that several groups share. Group 0 is the ground.
struct SharedClass {
  Vec3 value;
  std::vector<int> groups;  ///< rigid groups (points) or orientation groups (vectors)
  std::optional<Combination> realised;
  std::string label;
};

/// One of the four members of a basis while it is being chosen.
struct BasisItem {
  bool is_point;
  Vec3 value;       ///< world
  int shared = -1;  ///< class index, -1 for auxiliary
  Combination combination;
};

class Compiler {
 public:
  explicit Compiler(const Mechanism& m) : m_(m) {}

  Model run() {
    measure();
    group_bodies();
    collect_shared_classes();
    choose_bases();
    write_joint_constraints();
    write_coordinates();
    return std::move(model_);
  }

 private:
  void measure();
  void group_bodies();
  void collect_shared_classes();
  int add_shared(std::vector<SharedClass>& classes, std::vector<std::vector<int>>& of_group,
                 int group_a, int group_b, const Vec3& value, bool is_vector,
                 const std::string& label);
  std::vector<int> group_order() const;
  void choose_bases();
  void choose_basis(int group);
  std::vector<BasisItem> pick_items(int group);
  void fix_to_ground(int group);
  void place_particle(int group);
  void realise(BasisItem& item, int group);
  int new_entity(Entity::Kind kind, const Vec3& value, int group, std::string label);
  void share_remaining(int group, const std::vector<BasisItem>& used);
  void write_rigid_constraints(int group, const std::vector<BasisItem>& items);
  bool known_in_earlier_group(int group, const BasisItem& a, const BasisItem& base_a,
                              const BasisItem& b, const BasisItem& base_b) const;
  void add_dot(DotConstraint row);
  void set_mass(int body);
  Mat3 sparse_frame(int body, const Vec3& axis) const;
  void write_joint_constraints();
  void write_coordinates();
  CoordinateModel coordinate_model(const CoordinatePart& c) const;

  int group_of(int body) const { return body == kGroundIndex ? 0 : rigid_[body + 1]; }
  int orientation_of_group(int group) const { return orientation_[group]; }
  Vec3 velocity_at(int group, const Vec3& p) const;
  Vec3 spin(int group) const;
  const BodyModel& basis_of(int group) const { return model_.bodies[first_body_[group]]; }

  const Mechanism& m_;
  Model model_;
  std::vector<int> rigid_;        ///< group of node (0 = ground, i + 1 = body i)
  std::vector<int> orientation_;  ///< orientation group of a rigid group
  std::vector<int> first_body_;   ///< body that stands for the group, -1 for ground
  std::vector<std::vector<int>> members_;
  std::vector<bool> done_;  ///< group has a basis
  std::vector<bool> orientation_done_;
  std::vector<int> orientation_body_;  ///< a body whose basis spans the orientation group
  std::vector<SharedClass> points_, vectors_;
  std::vector<std::vector<int>> points_of_, vectors_of_;  ///< by rigid / orientation group
};

void Compiler::measure() {
  Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
  const auto include = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  for (const auto& b : m_.bodies) include(b.pose.point(b.spec.centre));
  for (const auto& j : m_.joints) {
    include(m_.pose_of(j.frame.body_a).point(j.frame.point_a));
    include(m_.pose_of(j.frame.body_b).point(j.frame.point_b));
  }
  const double extent = m_.bodies.empty() ? 0.0 : (high - low).maxCoeff();
  model_.length = extent > 0.0 ? extent : 1.0;
}

void Compiler::group_bodies() {
  const int n = static_cast<int>(m_.bodies.size()) + 1;
  UnionFind rigid(n), oriented(n);
  for (const auto& j : m_.joints) {
    const int a = j.frame.body_a + 1, b = j.frame.body_b + 1;
    if (j.frame.type == JointType::fixed) rigid.unite(a, b);
    if (j.frame.type == JointType::fixed || j.frame.type == JointType::prismatic)
      oriented.unite(a, b);
  }
  rigid_.resize(n);
  for (int i = 0; i < n; ++i) rigid_[i] = rigid.find(i);
  orientation_.resize(n);
  for (int i = 0; i < n; ++i) orientation_[i] = oriented.find(i);
  first_body_.assign(n, -1);
  members_.resize(n);
  for (int i = 1; i < n; ++i) {
    if (members_[rigid_[i]].empty()) first_body_[rigid_[i]] = i - 1;
    members_[rigid_[i]].push_back(i - 1);
  }
  done_.assign(n, false);
  orientation_done_.assign(n, false);
  orientation_body_.assign(n, -1);
  done_[0] = true;
  orientation_done_[orientation_[0]] = true;
  model_.bodies.resize(m_.bodies.size());
}

int Compiler::add_shared(std::vector<SharedClass>& classes, std::vector<std::vector<int>>& of_group,
                         int group_a, int group_b, const Vec3& value, bool is_vector,
                         const std::string& label) {
  const auto same = [&](const SharedClass& c) {
    return is_vector ? c.value.cross(value).norm() < kParallel
                     : (c.value - value).norm() < kSamePlace * model_.length;
  };
  // A class already known to one of the groups is extended; two of them are merged.
  int found = -1;
  for (int group : {group_a, group_b}) {
    for (int c : of_group[group]) {
      if (!same(classes[c]) || c == found) continue;
      if (found < 0) {
        found = c;
      } else {
        for (int g : classes[c].groups) {
          if (std::find(classes[found].groups.begin(), classes[found].groups.end(), g) ==
              classes[found].groups.end())
            classes[found].groups.push_back(g);
          std::replace(of_group[g].begin(), of_group[g].end(), c, found);
        }
        classes[c].groups.clear();
        break;
      }
    }
  }
  if (found < 0) {
    found = static_cast<int>(classes.size());
    classes.push_back({value, {}, std::nullopt, label});
  }
  for (int group : {group_a, group_b}) {
    auto& groups = classes[found].groups;
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    auto& list = of_group[group];
    if (std::find(list.begin(), list.end(), found) == list.end()) list.push_back(found);
  }
  return found;
}

void Compiler::collect_shared_classes() {
  points_of_.resize(rigid_.size());
  vectors_of_.resize(rigid_.size());
  for (const auto& j : m_.joints) {
    const int a = group_of(j.frame.body_a), b = group_of(j.frame.body_b);
    if (a == b) {
      if (j.frame.type != JointType::fixed)
        model_.notes.push_back(
            fmt::format("joint '{}' connects bodies that are fixed to each other: it has no effect",
                        j.spec.name));
      continue;
    }
    const JointType t = j.frame.type;
    const Vec3 p = m_.pose_of(j.frame.body_a).point(j.frame.point_a);
    const Vec3 u = m_.pose_of(j.frame.body_a).direction(j.frame.frame_a.col(0));
    if (t == JointType::revolute || t == JointType::spherical || t == JointType::universal)
      add_shared(points_, points_of_, a, b, p, false, "point at joint " + j.spec.name);
    const int oa = orientation_of_group(a), ob = orientation_of_group(b);
    const bool shares_axis = t == JointType::revolute || t == JointType::cylindrical ||
                             t == JointType::planar || t == JointType::prismatic;
    if (shares_axis && oa != ob)
      add_shared(vectors_, vectors_of_, oa, ob, u, true, "axis of joint " + j.spec.name);
  }
  // What the ground has part in does not move.
  for (auto* classes : {&points_, &vectors_})
    for (auto& c : *classes)
      if (std::find(c.groups.begin(), c.groups.end(), 0) != c.groups.end())
        c.realised = Combination::fixed(c.value);
}

/// Breadth first from the ground, then from the group with the most joints of what is left.
std::vector<int> Compiler::group_order() const {
  std::vector<std::vector<int>> neighbours(rigid_.size());
  for (const auto& j : m_.joints) {
    const int a = group_of(j.frame.body_a), b = group_of(j.frame.body_b);
    if (a == b || j.frame.type == JointType::distance) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  std::vector<bool> seen(rigid_.size());
  std::vector<int> order, roots;
  for (std::size_t g = 1; g < rigid_.size(); ++g)
    if (rigid_[g] == static_cast<int>(g)) roots.push_back(static_cast<int>(g));
  std::stable_sort(roots.begin(), roots.end(),
                   [&](int a, int b) { return neighbours[a].size() > neighbours[b].size(); });
  const auto spread = [&](int start) {
    std::queue<int> queue({start});
    seen[start] = true;
    while (!queue.empty()) {
      const int g = queue.front();
      queue.pop();
      if (g != 0) order.push_back(g);
      for (int next : neighbours[g])
        if (!seen[next]) {
          seen[next] = true;
          queue.push(next);
        }
    }
  };
  spread(0);
  for (int root : roots)
    if (!seen[root]) spread(root);
  return order;
}

void Compiler::choose_bases() {
  for (std::size_t i = 1; i < rigid_.size(); ++i)
    if (rigid_[i] == 0) fix_to_ground(static_cast<int>(i) - 1);
  for (int group : group_order()) {
    const bool particle = std::all_of(members_[group].begin(), members_[group].end(), [&](int b) {
      return m_.bodies[b].spec.kind == description::Body::Kind::point;
    });
    if (particle) {
      place_particle(group);
    } else {
      choose_basis(group);
    }
    done_[group] = true;
    for (int b : members_[group]) set_mass(b);
  }
}

/// A body fixed to the ground: constants only.
void Compiler::fix_to_ground(int body) {
  BodyModel& b = model_.bodies[body];
  b.assembled_pose = m_.bodies[body].pose;
  b.basis = {Combination::fixed(Vec3::Zero()), Combination::fixed(Vec3::UnitX()),
             Combination::fixed(Vec3::UnitY()), Combination::fixed(Vec3::UnitZ())};
  b.inverse_basis << 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0;
}

void Compiler::place_particle(int group) {
  const int body = first_body_[group];
  const Vec3 p = m_.bodies[body].pose.position;
  Combination at;
  if (!points_of_[group].empty() && points_[points_of_[group][0]].realised) {
    at = *points_[points_of_[group][0]].realised;
  } else {
    at = Combination::of(
        new_entity(Entity::Kind::point, p, group, m_.bodies[body].spec.name + ": position"));
    if (!points_of_[group].empty()) points_[points_of_[group][0]].realised = at;
  }
  for (int b : members_[group]) {
    model_.bodies[b].basis_count = 1;
    model_.bodies[b].basis[0] = at;
    model_.bodies[b].assembled_pose = m_.bodies[b].pose;
  }
}

Vec3 Compiler::spin(int group) const {
  return group == 0 ? Vec3::Zero() : m_.bodies[first_body_[group]].twist.angular;
}

Vec3 Compiler::velocity_at(int group, const Vec3& p) const {
  if (group == 0) return Vec3::Zero();
  const BodyPart& b = m_.bodies[first_body_[group]];
  return b.twist.linear + b.twist.angular.cross(p - b.pose.position);
}

int Compiler::new_entity(Entity::Kind kind, const Vec3& value, int group, std::string label) {
  Entity e;
  e.kind = kind;
  e.value = value;
  e.velocity =
      kind == Entity::Kind::vector ? Vec3(spin(group).cross(value)) : velocity_at(group, value);
  e.label = std::move(label);
  e.owner = first_body_[group];
  model_.entities.push_back(std::move(e));
  return static_cast<int>(model_.entities.size()) - 1;
}

void Compiler::realise(BasisItem& item, int group) {
  SharedClass* c = nullptr;
  if (item.shared >= 0) c = item.is_point ? &points_[item.shared] : &vectors_[item.shared];
  if (c != nullptr && c->realised) {
    item.combination = *c->realised;
    return;
  }
  const std::string label = m_.bodies[first_body_[group]].spec.name + ": " +
                            (c != nullptr ? c->label : (item.is_point ? "point" : "unit vector"));
  item.combination = Combination::of(new_entity(
      item.is_point ? Entity::Kind::point : Entity::Kind::vector, item.value, group, label));
  if (c != nullptr) c->realised = item.combination;
}

namespace {

/// How costly it is to use a class as a basis member: fixed < existing entity < new < derived.
double item_cost(const SharedClass& c) {
  if (!c.realised) return 1.5;
  return static_cast<double>(c.realised->terms.size());
}

}  // namespace

std::vector<BasisItem> Compiler::pick_items(int group) {
  const int body = first_body_[group];
  const int orientation = orientation_of_group(group);
  const BodyBasis pin = m_.bodies[body].spec.basis;
  const int pinned_points = pin == BodyBasis::automatic ? 0 : static_cast<int>(pin);

  const auto by_cost = [](const std::vector<SharedClass>& classes, std::vector<int> list) {
    std::stable_sort(list.begin(), list.end(),
                     [&](int a, int b) { return item_cost(classes[a]) < item_cost(classes[b]); });
    return list;
  };
  const std::vector<int> points = by_cost(points_, points_of_[group]);
  const std::vector<int> vectors = by_cost(vectors_, vectors_of_[orientation]);

  // Base point: the cheapest shared one, or the centre of mass of a body without shared points.
  std::vector<BasisItem> items;
  if (points.empty()) {
    items.push_back({true, m_.bodies[body].pose.point(m_.bodies[body].spec.centre), -1, {}});
  } else {
    items.push_back({true, points_[points[0]].value, points[0], {}});
  }
  const Vec3 base = items[0].value;

  // Directions by cost; a candidate must leave the span of those chosen by a clear angle.
  struct Candidate {
    BasisItem item;
    Vec3 direction;
    double cost;
  };
  std::vector<Candidate> candidates;
  for (int v : vectors)
    candidates.push_back(
        {{false, vectors_[v].value, v, {}}, vectors_[v].value, item_cost(vectors_[v])});
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec3 d = points_[points[i]].value - base;
    candidates.push_back({{true, points_[points[i]].value, points[i], {}},
                          d.normalized(),
                          item_cost(points_[points[i]])});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });

  std::vector<Vec3> span;
  const auto rest = [&](const Vec3& d) {
    Vec3 r = d;
    for (const Vec3& s : span) r -= r.dot(s) * s;
    return r;
  };
  for (const double clear : {0.3, 0.05}) {
    for (auto& c : candidates) {
      if (span.size() == 3) break;
      const bool used = std::any_of(items.begin(), items.end(), [&](const BasisItem& i) {
        return i.is_point == c.item.is_point && i.shared == c.item.shared;
      });
      const Vec3 r = rest(c.direction);
      if (used || r.norm() < clear) continue;
      items.push_back(c.item);
      span.push_back(r.normalized());
    }
  }
  // Auxiliary members complete the basis at right angles to what is there.
  const Mat3 axes = m_.bodies[body].pose.rotation;
  const auto point_count = [&] {
    return std::count_if(items.begin(), items.end(), [](const auto& i) { return i.is_point; });
  };
  while (span.size() < 3) {
    int best = 0;
    for (int k = 1; k < 3; ++k)
      if (rest(axes.col(k)).norm() > rest(axes.col(best)).norm() + 1e-9) best = k;
    const Vec3 direction = rest(axes.col(best)).normalized();
    const bool as_point = point_count() < pinned_points;
    items.push_back({as_point, as_point ? Vec3(base + direction) : direction, -1, {}});
    span.push_back(direction);
  }
  if (pinned_points > 0 && point_count() != pinned_points)
    model_.notes.push_back(
        fmt::format("body '{}': the pinned basis would need {} points, but its joints share {}; "
                    "kept the automatic choice",
                    m_.bodies[body].spec.name, pinned_points, point_count()));
  std::stable_sort(items.begin() + 1, items.end(),
                   [](const auto& a, const auto& b) { return a.is_point && !b.is_point; });
  return items;
}

void Compiler::choose_basis(int group) {
  const int orientation = orientation_of_group(group);
  std::vector<BasisItem> items;
  if (orientation_done_[orientation]) {
    // The orientation exists already (prismatic neighbour): only a point is new.
    std::vector<int> points = points_of_[group];
    std::stable_sort(points.begin(), points.end(),
                     [&](int a, int b) { return item_cost(points_[a]) < item_cost(points_[b]); });
    const int body = first_body_[group];
    if (points.empty()) {
      items.push_back({true, m_.bodies[body].pose.point(m_.bodies[body].spec.centre), -1, {}});
    } else {
      items.push_back({true, points_[points[0]].value, points[0], {}});
    }
    realise(items[0], group);
    const int source = orientation_body_[orientation];
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis =
          source < 0 ? Vec3(Vec3::Unit(k)) : Vec3(m_.bodies[source].pose.rotation.col(k));
      items.push_back({false, axis, -1,
                       source < 0 ? Combination::fixed(axis) : model_.direction(source, axis)});
    }
  } else {
    items = pick_items(group);
    for (auto& item : items) realise(item, group);
  }

  BodyModel basis;
  Mat4 e0;
  for (int k = 0; k < 4; ++k) {
    basis.basis[k] = items[k].combination;
    e0.col(k) << items[k].value, items[k].is_point ? 1.0 : 0.0;
  }
  basis.point_count = static_cast<int>(
      std::count_if(items.begin(), items.end(), [](auto& i) { return i.is_point; }));
  basis.inverse_basis = e0.inverse();
  for (int b : members_[group]) {
    basis.assembled_pose = m_.bodies[b].pose;
    model_.bodies[b] = basis;
  }
  if (!orientation_done_[orientation]) write_rigid_constraints(group, items);
  if (orientation_body_[orientation] < 0 && !orientation_done_[orientation])
    orientation_body_[orientation] = first_body_[group];
  share_remaining(group, items);
  orientation_done_[orientation] = true;
}

bool Compiler::known_in_earlier_group(int group, const BasisItem& a, const BasisItem& base_a,
                                      const BasisItem& b, const BasisItem& base_b) const {
  // Orientation groups in which a direction is constant.
  const auto homes = [&](const BasisItem& item, const BasisItem& base) {
    std::vector<int> result;
    if (!item.is_point) {
      if (item.shared >= 0) result = vectors_[item.shared].groups;
      return result;
    }
    if (item.shared < 0 || base.shared < 0) return result;
    for (int g : points_[item.shared].groups)
      if (std::count(points_[base.shared].groups.begin(), points_[base.shared].groups.end(), g))
        result.push_back(orientation_of_group(g));
    return result;
  };
  const std::vector<int> first = homes(a, base_a), second = homes(b, base_b);
  return std::any_of(first.begin(), first.end(), [&](int o) {
    return o != orientation_of_group(group) && orientation_done_[o] &&
           std::count(second.begin(), second.end(), o) > 0;
  });
}

/// Keeps a product constant, unless nothing in it can move.
void Compiler::add_dot(DotConstraint row) {
  const auto vanishes = [&](const Combination& c) {
    return c.is_fixed() && c.constant.norm() <= kSamePlace * model_.length;
  };
  const Dot& d = row.dot;
  if ((d.left.is_fixed() && d.right.is_fixed()) || vanishes(d.left) || vanishes(d.right)) return;
  model_.dots.push_back(std::move(row));
}

/// Six products of the three basis directions stay constant (corrections §7).
void Compiler::write_rigid_constraints(int group, const std::vector<BasisItem>& items) {
  const BasisItem& base = items[0];
  const auto direction = [&](int k) {
    return items[k].is_point ? items[k].combination - base.combination : items[k].combination;
  };
  const auto value = [&](int k) {
    return items[k].is_point ? Vec3(items[k].value - base.value) : items[k].value;
  };
  const int body = first_body_[group];
  for (int i = 1; i < 4; ++i) {
    for (int j = i; j < 4; ++j) {
      Dot dot{direction(i), direction(j)};
      if (dot.left.is_fixed() && dot.right.is_fixed()) continue;
      if (known_in_earlier_group(group, items[i], base, items[j], base)) continue;
      const char* what = i != j ? "angle" : (items[i].is_point ? "distance" : "unit vector");
      add_dot({std::move(dot),
               value(i).dot(value(j)),
               {Origin::Kind::body, body, what},
               m_.bodies[body].spec.penalty_scale});
    }
  }
}

/// Shared points and axes beyond the basis: new ones are combinations of it, those that exist
/// already close a loop.
void Compiler::share_remaining(int group, const std::vector<BasisItem>& used) {
  const int body = first_body_[group];
  const auto in_basis = [&](bool is_point, int shared) {
    return std::any_of(used.begin(), used.end(), [&](const BasisItem& i) {
      return i.is_point == is_point && i.shared == shared;
    });
  };
  const double scale = m_.bodies[body].spec.penalty_scale;
  const auto equate = [&](const Combination& a, const Combination& b) {
    const Combination difference = a - b;
    if (difference.is_fixed()) return;
    for (int axis = 0; axis < 3; ++axis)
      model_.linears.push_back(
          {difference, axis, 0.0, {Origin::Kind::body, body, "shared point"}, scale});
  };
  for (int p : points_of_[group]) {
    if (in_basis(true, p)) continue;
    SharedClass& c = points_[p];
    const Combination here = model_.point(body, c.value);
    if (c.realised) {
      equate(*c.realised, here);
    } else if (here.terms.size() <= kMaxTerms) {
      c.realised = here;
    } else {
      c.realised = Combination::of(new_entity(Entity::Kind::point, c.value, group,
                                              m_.bodies[body].spec.name + ": " + c.label));
      equate(*c.realised, here);
    }
  }
  for (int v : vectors_of_[orientation_of_group(group)]) {
    if (in_basis(false, v)) continue;
    SharedClass& c = vectors_[v];
    const Combination here = model_.direction(body, c.value);
    const bool own_orientation = orientation_done_[orientation_of_group(group)];
    if (own_orientation) continue;  // a prismatic neighbour has dealt with it
    if (c.realised) {
      // The existing axis stays at right angles to two directions of this body.
      const Mat3 frame = sparse_frame(body, c.value);
      for (int k = 1; k < 3; ++k)
        add_dot({{*c.realised, model_.direction(body, frame.col(k))},
                 0.0,
                 {Origin::Kind::body, body, "shared axis"},
                 scale});
    } else if (here.terms.size() <= kMaxTerms) {
      c.realised = here;
    } else {
      c.realised = Combination::of(new_entity(Entity::Kind::vector, c.value, group,
                                              m_.bodies[body].spec.name + ": " + c.label));
      equate(*c.realised, here);
    }
  }
}

/// Z = E⁻¹ S E⁻ᵀ (corrections §7), all in assembled world axes.
void Compiler::set_mass(int body) {
  const BodyPart& part = m_.bodies[body];
  BodyModel& b = model_.bodies[body];
  b.total_mass = part.spec.mass;
  b.centre = part.pose.point(part.spec.kind == description::Body::Kind::point ? Vec3(Vec3::Zero())
                                                                              : part.spec.centre);
  if (b.basis_count == 1) {
    b.mass(0, 0) = part.spec.mass;
    return;
  }
  const Mat3 inertia = part.pose.rotation * part.spec.inertia * part.pose.rotation.transpose();
  const Mat3 second = 0.5 * inertia.trace() * Mat3::Identity() - inertia;
  Mat4 s;
  s.topLeftCorner<3, 3>() = second + part.spec.mass * b.centre * b.centre.transpose();
  s.topRightCorner<3, 1>() = part.spec.mass * b.centre;
  s.bottomLeftCorner<1, 3>() = part.spec.mass * b.centre.transpose();
  s(3, 3) = part.spec.mass;
  b.mass = b.inverse_basis * s * b.inverse_basis.transpose();
  // Exact zeros keep the pattern small: drop what is rounding only.
  const double noise =
      1e-14 * (s.cwiseAbs().maxCoeff()) * b.inverse_basis.cwiseAbs().rowwise().sum().maxCoeff();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (i != j && std::abs(b.mass(i, j)) <= noise) b.mass(i, j) = 0.0;
}

/// (u, v, w) about an axis of a body with v, w made of as few entities as possible.
Mat3 Compiler::sparse_frame(int body, const Vec3& axis) const {
  Mat3 best = frame_about(axis, Vec3::Zero());
  if (body == kGroundIndex) return best;
  std::size_t best_terms = 1000;
  const Mat4 e0 = model_.bodies[body].inverse_basis.inverse();
  for (int k = 0; k < 4; ++k) {
    const bool is_point = k < model_.bodies[body].point_count;
    if (k == 0) continue;
    const Vec3 direction =
        is_point ? Vec3(e0.col(k).head<3>() - e0.col(0).head<3>()) : Vec3(e0.col(k).head<3>());
    const Vec3 v = direction - direction.dot(best.col(0)) * best.col(0);
    if (v.norm() < 1e-3 * direction.norm()) continue;
    const Mat3 frame = frame_about(best.col(0), v);
    const std::size_t terms = model_.direction(body, frame.col(1)).terms.size() +
                              model_.direction(body, frame.col(2)).terms.size();
    if (terms < best_terms) {
      best_terms = terms;
      best = frame;
    }
  }
  return best;
}

void Compiler::write_joint_constraints() {
  for (std::size_t index = 0; index < m_.joints.size(); ++index) {
    const JointPart& j = m_.joints[index];
    const JointType t = j.frame.type;
    const int a = j.frame.body_a, b = j.frame.body_b;
    if (group_of(a) == group_of(b)) continue;
    const Vec3 pa = m_.pose_of(a).point(j.frame.point_a);
    const Vec3 pb = m_.pose_of(b).point(j.frame.point_b);
    const Vec3 u = m_.pose_of(a).direction(j.frame.frame_a.col(0));
    const Origin origin{Origin::Kind::joint, static_cast<int>(index), ""};
    const Combination gap = model_.point(b, pb) - model_.point(a, pa);
    const auto normal_to = [&](const Vec3& d, const char* what) {
      Origin o = origin;
      o.what = what;
      add_dot({{gap, model_.direction(a, d)}, 0.0, o, j.spec.penalty_scale});
    };
    if (t == JointType::prismatic || t == JointType::cylindrical || t == JointType::point_on_line) {
      const Mat3 frame = sparse_frame(a, u);
      normal_to(frame.col(1), "point on axis");
      normal_to(frame.col(2), "point on axis");
    } else if (t == JointType::planar || t == JointType::point_on_plane) {
      normal_to(u, "point in plane");
    } else if (t == JointType::universal) {
      const Vec3 ub = m_.pose_of(b).direction(j.frame.frame_b.col(0));
      Origin o = origin;
      o.what = "cross axes";
      add_dot({{model_.direction(a, u), model_.direction(b, ub)}, 0.0, o, j.spec.penalty_scale});
    } else if (t == JointType::distance) {
      Origin o = origin;
      o.what = "distance";
      add_dot({{gap, gap}, j.frame.length * j.frame.length, o, j.spec.penalty_scale});
    }
  }
}

CoordinateModel Compiler::coordinate_model(const CoordinatePart& c) const {
  CoordinateModel result;
  const int a = c.frame.body_a, b = c.frame.body_b;
  const Pose &pose_a = m_.pose_of(a), &pose_b = m_.pose_of(b);
  const Combination gap = model_.point(b, pose_b.point(c.frame.point_b)) -
                          model_.point(a, pose_a.point(c.frame.point_a));
  const Mat3 fa = pose_a.rotation * c.frame.frame_a;
  const Mat3 fb = pose_b.rotation * c.frame.frame_b;
  switch (c.spec.kind) {
    case Coordinate::Kind::distance:
      result.kind = CoordinateModel::Kind::distance;
      result.dots = {{gap, gap}};
      break;
    case Coordinate::Kind::displacement:
      result.kind = CoordinateModel::Kind::displacement;
      result.dots = {{gap, model_.direction(a, fa.col(0))}};
      break;
    case Coordinate::Kind::angle: {
      // Turn the zero direction of both bodies by the same angle until few entities are involved.
      const Mat3 sparse = sparse_frame(a, fa.col(0));
      const double cosine = sparse.col(1).dot(fa.col(1)), sine = sparse.col(1).dot(fa.col(2));
      const Vec3 b1 = cosine * fb.col(1) + sine * fb.col(2);
      const Combination zero = model_.direction(b, b1);
      result.kind = CoordinateModel::Kind::angle;
      result.dots = {{model_.direction(a, sparse.col(1)), zero},
                     {model_.direction(a, sparse.col(2)), zero}};
      break;
    }
    case Coordinate::Kind::cone:
      result.kind = CoordinateModel::Kind::cone;
      result.dots = {{model_.direction(a, fa.col(0)), model_.direction(b, fb.col(0))}};
      break;
    case Coordinate::Kind::twist: {
      const Combination u = model_.direction(a, fa.col(0)), a1 = model_.direction(a, fa.col(1)),
                        a2 = model_.direction(a, fa.col(2)), w = model_.direction(b, fb.col(0)),
                        b1 = model_.direction(b, fb.col(1));
      result.kind = CoordinateModel::Kind::twist;
      result.dots = {{b1, a1}, {b1, a2}, {a1, w}, {a2, w}, {b1, u}, {u, w}};
      break;
    }
  }
  return result;
}

void Compiler::write_coordinates() {
  int used = 3, pack = -1;
  for (std::size_t i = 0; i < m_.coordinates.size(); ++i) {
    const CoordinatePart& c = m_.coordinates[i];
    CoordinateModel geometric = coordinate_model(c);
    if (!c.spec.unknown) {
      model_.coordinates.push_back(std::move(geometric));
      continue;
    }
    // A scalar unknown: three share one block.
    if (used == 3) {
      Entity e;
      e.kind = Entity::Kind::scalars;
      model_.entities.push_back(e);
      pack = static_cast<int>(model_.entities.size()) - 1;
      used = 0;
    }
    const KinematicRow row =
        coordinate_row(c.frame, m_.pose_of(c.frame.body_a), m_.pose_of(c.frame.body_b));
    const auto rate_of = [&](int body, const Twist& t) {
      if (body == kGroundIndex) return 0.0;
      return t.linear.dot(m_.bodies[body].twist.linear) +
             t.angular.dot(m_.bodies[body].twist.angular);
    };
    Entity& e = model_.entities[pack];
    e.value[used] = row.residual + 2.0 * 3.14159265358979323846 * c.turns;
    e.velocity[used] = rate_of(c.frame.body_a, row.a) + rate_of(c.frame.body_b, row.b);
    e.label += (used == 0 ? "scalars: " : ", ") + c.spec.name;

    CoordinateModel scalar;
    scalar.kind = CoordinateModel::Kind::scalar;
    scalar.entity = pack;
    scalar.component = used++;
    model_.scalars.push_back(std::move(geometric));
    model_.coordinates.push_back(scalar);
    CoordinateConstraint definition;
    definition.kind = CoordinateConstraint::Kind::definition;
    definition.coordinate_a = static_cast<int>(i);
    definition.coordinate_b = static_cast<int>(model_.scalars.size()) - 1;
    definition.origin = {Origin::Kind::coordinate, static_cast<int>(i), "definition"};
    model_.coordinate_constraints.push_back(definition);
  }
  for (; pack >= 0 && used < 3; ++used)
    model_.linears.push_back({Combination::of(pack),
                              used,
                              0.0,
                              {Origin::Kind::unused_scalar, pack, "unused scalar"},
                              1.0});
  for (std::size_t i = 0; i < m_.drives.size(); ++i) {
    CoordinateConstraint c;
    c.kind = CoordinateConstraint::Kind::drive;
    c.coordinate_b = m_.drives[i].coordinate;
    c.origin = {Origin::Kind::drive, static_cast<int>(i), "drive"};
    model_.coordinate_constraints.push_back(c);
  }
  for (std::size_t i = 0; i < m_.couplings.size(); ++i) {
    CoordinateConstraint c;
    c.kind = CoordinateConstraint::Kind::coupling;
    c.coordinate_a = m_.couplings[i].coordinate_a;
    c.coordinate_b = m_.couplings[i].coordinate_b;
    c.origin = {Origin::Kind::coupling, static_cast<int>(i), "coupling"};
    model_.coordinate_constraints.push_back(c);
  }
}

}  // namespace

Model compile(const Mechanism& mechanism) { return Compiler(mechanism).run(); }

}  // namespace outrigger::model
