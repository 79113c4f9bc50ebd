#include "geometry/exact.h"

#include <array>
#include <cmath>

namespace outrigger::geometry {
namespace {

/// Error of the determinant below, relative to the sum of the absolute values of its products:
/// (7 + 56 u) u with u = 2^-53 (Shewchuk, orient3d, stage A).
constexpr double kUnit = 0x1p-53;
constexpr double kDeterminantError = (7.0 + 56.0 * kUnit) * kUnit;
/// The same for u1 v2 - u2 v1 of rounded differences, (3 + 16 u) u (orient2d, stage A).
constexpr double kCrossError = (3.0 + 16.0 * kUnit) * kUnit;

int sign(double x) { return (x > 0.0) - (x < 0.0); }

/// A number as a sum of doubles that do not overlap, smallest first, without zeros.
template <int Capacity>
struct Expansion {
  std::array<double, Capacity> term;
  int count = 0;

  /// Adds a double without error: the running sum goes through all terms, each leaving its rounding
  /// error behind.
  void add(double x) {
    int kept = 0;
    double sum = x;
    for (int i = 0; i < count; ++i) {
      const double t = term[static_cast<std::size_t>(i)];
      const double s = sum + t;
      const double part = s - sum;
      const double error = (sum - (s - part)) + (t - part);
      sum = s;
      if (error != 0.0) term[static_cast<std::size_t>(kept++)] = error;
    }
    if (sum != 0.0) term[static_cast<std::size_t>(kept++)] = sum;
    count = kept;
  }

  /// The largest term outweighs all others.
  int sign_of() const { return count == 0 ? 0 : sign(term[static_cast<std::size_t>(count - 1)]); }
};

/// a - b without error.
Expansion<2> difference(double a, double b) {
  const double d = a - b;
  const double part = a - d;
  const double error = (a - (d + part)) + (part - b);
  Expansion<2> e;
  if (error != 0.0) e.term[static_cast<std::size_t>(e.count++)] = error;
  if (d != 0.0) e.term[static_cast<std::size_t>(e.count++)] = d;
  return e;
}

/// x ± y z without error, all of them sums.
template <int C, int N, int M>
void add_product(Expansion<C>& x, const Expansion<N>& y, const Expansion<M>& z, double factor) {
  static_assert(C >= 2 * N * M);
  for (int i = 0; i < y.count; ++i) {
    for (int j = 0; j < z.count; ++j) {
      const double a = factor * y.term[static_cast<std::size_t>(i)];
      const double b = z.term[static_cast<std::size_t>(j)];
      const double p = a * b;
      x.add(std::fma(a, b, -p));
      x.add(p);
    }
  }
}

using Difference = std::array<Expansion<2>, 3>;

Difference difference(const Vec3& a, const Vec3& b) {
  return {difference(a.x(), b.x()), difference(a.y(), b.y()), difference(a.z(), b.z())};
}

/// Component k of u × v.
Expansion<16> cross(const Difference& u, const Difference& v, std::size_t k) {
  const std::size_t i = (k + 1) % 3;
  const std::size_t j = (k + 2) % 3;
  Expansion<16> result;
  add_product(result, u[i], v[j], 1.0);
  add_product(result, u[j], v[i], -1.0);
  return result;
}

int exact_determinant(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Difference u = difference(b, a);
  const Difference v = difference(c, a);
  const Difference w = difference(d, a);
  Expansion<192> sum;
  for (std::size_t k = 0; k < 3; ++k) add_product(sum, cross(u, v, k), w[k], 1.0);
  return sum.sign_of();
}

}  // namespace

int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a;
  const Vec3 v = c - a;
  const Vec3 w = d - a;
  const double yz = u.y() * v.z(), zy = u.z() * v.y();
  const double zx = u.z() * v.x(), xz = u.x() * v.z();
  const double xy = u.x() * v.y(), yx = u.y() * v.x();
  const double determinant = (yz - zy) * w.x() + (zx - xz) * w.y() + (xy - yx) * w.z();
  const double size = (std::abs(yz) + std::abs(zy)) * std::abs(w.x()) +
                      (std::abs(zx) + std::abs(xz)) * std::abs(w.y()) +
                      (std::abs(xy) + std::abs(yx)) * std::abs(w.z());
  const double bound = kDeterminantError * size;
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  return exact_determinant(a, b, c, d);
}

int sign_of_cross(const Vec3& u0, const Vec3& u1, const Vec3& v0, const Vec3& v1) {
  const Vec3 u = u1 - u0;
  const Vec3 v = v1 - v0;
  for (int k = 0; k < 3; ++k) {
    const double first = u[(k + 1) % 3] * v[(k + 2) % 3];
    const double second = u[(k + 2) % 3] * v[(k + 1) % 3];
    const double bound = kCrossError * (std::abs(first) + std::abs(second));
    if (first - second > bound) return 1;
    if (first - second < -bound) return -1;
    const int s =
        cross(difference(u1, u0), difference(v1, v0), static_cast<std::size_t>(k)).sign_of();
    if (s != 0) return s;
  }
  return 0;
}

int side_of_line(const Vec3& a, const Vec3& b, const Vec3& c, int i, int j) {
  const double first = (b[i] - a[i]) * (c[j] - a[j]);
  const double second = (b[j] - a[j]) * (c[i] - a[i]);
  const double bound = kCrossError * (std::abs(first) + std::abs(second));
  if (first - second > bound) return 1;
  if (first - second < -bound) return -1;
  Expansion<16> exact;
  add_product(exact, difference(b[i], a[i]), difference(c[j], a[j]), 1.0);
  add_product(exact, difference(b[j], a[j]), difference(c[i], a[i]), -1.0);
  return exact.sign_of();
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return sign_of_cross(a, b, a, c) == 0;
}

namespace moved {

int point_of_a(const Vec3& b0, const Vec3& b1, const Vec3& b2, const Vec3& p) {
  // n·(p - b0 - shift)
  const int s = side_of_plane(b0, b1, b2, p);
  return s != 0 ? s : -sign_of_cross(b0, b1, b0, b2);
}

int point_of_b(const Vec3& a0, const Vec3& a1, const Vec3& a2, const Vec3& p) {
  const int s = side_of_plane(a0, a1, a2, p);
  return s != 0 ? s : sign_of_cross(a0, a1, a0, a2);
}

int edges(const Vec3& p, const Vec3& q, const Vec3& u, const Vec3& v) {
  // d/dε of ((q - p) × (u + shift - p))·(v + shift - p) = shift·((v - u) × (q - p))
  const int s = side_of_plane(p, q, u, v);
  return s != 0 ? s : sign_of_cross(u, v, p, q);
}

}  // namespace moved
}  // namespace outrigger::geometry
