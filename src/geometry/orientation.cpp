#include "geometry/orientation.h"

#include <cmath>
#include <vector>

namespace outrigger::geometry {
namespace {

/// A number as an exact sum of doubles.
using Expansion = std::vector<double>;

/// a + b exactly: the rounded sum and its error (Knuth).
void add_exactly(double a, double b, double& sum, double& error) {
  sum = a + b;
  const double b_part = sum - a;
  error = (a - (sum - b_part)) + (b - b_part);
}

/// Adds one double to a sum whose parts do not overlap and grow in size; parts of zero are dropped.
void grow(Expansion& e, double b) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < e.size(); ++i) {
    double error = 0.0;
    add_exactly(b, e[i], b, error);
    if (error != 0.0) e[kept++] = error;
  }
  e.resize(kept);
  if (b != 0.0) e.push_back(b);
}

Expansion difference(double a, double b) {
  Expansion e;
  grow(e, a);
  grow(e, -b);
  return e;
}

Expansion product(const Expansion& a, const Expansion& b) {
  Expansion e;
  for (const double x : a) {
    for (const double y : b) {
      const double p = x * y;
      grow(e, std::fma(x, y, -p));
      grow(e, p);
    }
  }
  return e;
}

void add(Expansion& a, const Expansion& b, double sign) {
  for (const double x : b) grow(a, sign * x);
}

/// The largest part of a sum outweighs all others.
int sign_of(const Expansion& e) { return e.empty() ? 0 : e.back() > 0.0 ? 1 : -1; }
int sign_of(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

Expansion minor_of(const Expansion& ax, const Expansion& ay, const Expansion& bx,
                   const Expansion& by) {
  Expansion e = product(ax, by);
  add(e, product(ay, bx), -1.0);
  return e;
}

int exact_side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Expansion u[3], v[3], w[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = difference(b[k], a[k]);
    v[k] = difference(c[k], a[k]);
    w[k] = difference(d[k], a[k]);
  }
  Expansion sum;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    add(sum, product(minor_of(u[i], u[j], v[i], v[j]), w[k]), 1.0);
  }
  return sign_of(sum);
}

}  // namespace

int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  double value = 0.0, size = 0.0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    value += (u[i] * v[j] - u[j] * v[i]) * w[k];
    size += (std::abs(u[i] * v[j]) + std::abs(u[j] * v[i])) * std::abs(w[k]);
  }
  // Three roundings of differences and at most seven of products and sums reach each term.
  if (std::abs(value) > 12.0 * 0x1p-53 * size) return sign_of(value);
  // A zero factor makes all terms exactly zero: common for points along the axes.
  if (size == 0.0) return 0;
  return exact_side_of_plane(a, b, c, d);
}

int side_of_line(const Vec3& a, const Vec3& b, const Vec3& c, int i, int j) {
  const double left = (b[i] - a[i]) * (c[j] - a[j]);
  const double right = (b[j] - a[j]) * (c[i] - a[i]);
  const double value = left - right;
  if (std::abs(value) > 6.0 * 0x1p-53 * (std::abs(left) + std::abs(right))) return sign_of(value);
  return sign_of(minor_of(difference(b[i], a[i]), difference(b[j], a[j]), difference(c[i], a[i]),
                          difference(c[j], a[j])));
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return side_of_line(a, b, c, 0, 1) == 0 && side_of_line(a, b, c, 1, 2) == 0 &&
         side_of_line(a, b, c, 2, 0) == 0;
}

}  // namespace outrigger::geometry
