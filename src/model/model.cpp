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
