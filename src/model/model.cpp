#include "model/model.h"

#include <algorithm>
#include <cmath>

namespace outrigger::model {

void Combination::add(const Combination& other, double factor) {
  // What cancels up to rounding is zero by construction: drop it, measured by what was added.
  double largest = 0.0;
  for (const auto& t : terms) largest = std::max(largest, std::abs(t.coefficient));
  for (const auto& t : other.terms) largest = std::max(largest, std::abs(factor * t.coefficient));
  const double constant_size = std::max(constant.norm(), std::abs(factor) * other.constant.norm());
  constant += factor * other.constant;
  if (constant.norm() <= 1e-13 * constant_size) constant.setZero();
  for (const auto& t : other.terms) {
    const auto same = std::find_if(terms.begin(), terms.end(),
                                   [&](const auto& mine) { return mine.entity == t.entity; });
    if (same != terms.end()) {
      same->coefficient += factor * t.coefficient;
    } else {
      terms.push_back({t.entity, factor * t.coefficient});
    }
  }
  std::erase_if(terms, [&](const auto& t) { return std::abs(t.coefficient) <= 1e-12 * largest; });
}

Combination operator-(Combination a, const Combination& b) {
  a.add(b, -1.0);
  return a;
}

Combination operator*(double factor, const Combination& c) {
  Combination result;
  result.add(c, factor);
  return result;
}

namespace {

Combination combine(const BodyModel& body, const Vec4& homogeneous) {
  const Vec4 a = body.inverse_basis * homogeneous;
  const double largest = a.cwiseAbs().maxCoeff();
  Combination result;
  for (int j = 0; j < 4; ++j)
    if (std::abs(a[j]) > 1e-12 * largest) result.add(body.basis[j], a[j]);
  return result;
}

}  // namespace

namespace {

/// Shifts what the parts of a model refer to.
struct Shift {
  int entities, bodies, joints, coordinates, scalars, drives, couplings;

  void operator()(Combination& c) const {
    for (auto& t : c.terms) t.entity += entities;
  }
  void operator()(Dot& d) const { (*this)(d.left), (*this)(d.right); }
  void operator()(Origin& o) const {
    switch (o.kind) {
      case Origin::Kind::body:
        o.index += bodies;
        break;
      case Origin::Kind::joint:
        o.index += joints;
        break;
      case Origin::Kind::coordinate:
        o.index += coordinates;
        break;
      case Origin::Kind::unused_scalar:
        o.index += entities;
        break;
      case Origin::Kind::drive:
        o.index += drives;
        break;
      case Origin::Kind::coupling:
        o.index += couplings;
        break;
    }
  }
  void operator()(CoordinateModel& c) const {
    if (c.entity >= 0) c.entity += entities;
    for (Dot& d : c.dots) (*this)(d);
  }
};

}  // namespace

Model join(Model a, const Model& b, const Mechanism& mechanism_a) {
  const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
  const Shift shift{count(a.entities),           count(a.bodies),  count(mechanism_a.joints),
                    count(a.coordinates),        count(a.scalars), count(mechanism_a.drives),
                    count(mechanism_a.couplings)};
  for (Entity e : b.entities) {
    if (e.owner >= 0) e.owner += shift.bodies;
    a.entities.push_back(std::move(e));
  }
  for (BodyModel body : b.bodies) {
    for (Combination& c : body.basis) shift(c);
    a.bodies.push_back(std::move(body));
  }
  for (DotConstraint c : b.dots) {
    shift(c.dot), shift(c.origin);
    a.dots.push_back(std::move(c));
  }
  for (LinearConstraint c : b.linears) {
    shift(c.sum), shift(c.origin);
    a.linears.push_back(std::move(c));
  }
  for (CoordinateModel c : b.coordinates) {
    shift(c);
    a.coordinates.push_back(std::move(c));
  }
  for (CoordinateModel c : b.scalars) {
    shift(c);
    a.scalars.push_back(std::move(c));
  }
  for (CoordinateConstraint c : b.coordinate_constraints) {
    shift(c.origin);
    const bool definition = c.kind == CoordinateConstraint::Kind::definition;
    c.coordinate_b += definition ? shift.scalars : shift.coordinates;
    if (c.coordinate_a >= 0) c.coordinate_a += shift.coordinates;
    a.coordinate_constraints.push_back(std::move(c));
  }
  a.length = std::max(a.length, b.length);
  return a;
}

Combination Model::point(int body, const Vec3& p) const {
  if (body == kGroundIndex) return Combination::fixed(p);
  const BodyModel& b = bodies[body];
  if (b.basis_count == 1) return b.basis[0];
  return combine(b, Vec4(p.x(), p.y(), p.z(), 1.0));
}

Combination Model::direction(int body, const Vec3& d) const {
  // A particle does not turn: its directions are those of the world.
  if (body == kGroundIndex || bodies[body].basis_count == 1) return Combination::fixed(d);
  return combine(bodies[body], Vec4(d.x(), d.y(), d.z(), 0.0));
}

}  // namespace outrigger::model
