#include "soil/polygon.h"

namespace outrigger::soil {

void Polygon::keep_below(double a, double b, double c) {
  Polygon kept;
  const auto excess = [&](const PlanePoint& p) { return a * p.s + b * p.z - c; };
  for (int i = 0; i < count_; ++i) {
    const PlanePoint &p = (*this)[i], &q = (*this)[i + 1 < count_ ? i + 1 : 0];
    const double at_p = excess(p), at_q = excess(q);
    if (at_p <= 0.0) kept.add(p);
    if ((at_p < 0.0 && at_q > 0.0) || (at_p > 0.0 && at_q < 0.0)) {
      const double t = at_p / (at_p - at_q);
      kept.add({p.s + t * (q.s - p.s), p.z + t * (q.z - p.z)});
    }
  }
  *this = kept;
}

double Polygon::area() const {
  double sum = 0.0;
  for (int i = 0; i < count_; ++i) {
    const PlanePoint &p = (*this)[i], &q = (*this)[i + 1 < count_ ? i + 1 : 0];
    sum += p.s * q.z - q.s * p.z;
  }
  return 0.5 * sum;
}

AreaMoments Polygon::moments() const {
  AreaMoments m;
  for (int i = 0; i < count_; ++i) {
    const PlanePoint &p = (*this)[i], &q = (*this)[i + 1 < count_ ? i + 1 : 0];
    const double w = p.s * q.z - q.s * p.z;  // twice the triangle with the origin
    m.area += w / 2.0;
    m.s += w * (p.s + q.s) / 6.0;
    m.z += w * (p.z + q.z) / 6.0;
    m.ss += w * (p.s * p.s + p.s * q.s + q.s * q.s) / 12.0;
    m.zz += w * (p.z * p.z + p.z * q.z + q.z * q.z) / 12.0;
    m.sz += w * (p.s * q.z + 2.0 * p.s * p.z + 2.0 * q.s * q.z + q.s * p.z) / 24.0;
  }
  return m;
}

}  // namespace outrigger::soil
