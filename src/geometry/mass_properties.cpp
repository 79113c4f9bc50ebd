#include "geometry/mass_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"

namespace outrigger::geometry {
namespace {

/// A sum that also keeps what was rounded off.
struct Sum {
  double value = 0.0, lost = 0.0;
  void add(double x) {
    const double next = value + x;
    lost += std::abs(value) >= std::abs(x) ? (value - next) + x : (x - next) + value;
    value = next;
  }
  double total() const { return value + lost; }
};

struct Moments {
  double volume = 0.0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

Moments moments_about(const Mesh& mesh, const Vec3& r) {
  std::array<Sum, 10> sums;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners p = mesh.corners(f);
    const Vec3 a = p[0] - r, b = p[1] - r, c = p[2] - r, s = a + b + c;
    const double d = a.dot(b.cross(c));
    sums[0].add(d / 6.0);
    std::size_t n = 1;
    for (int i = 0; i < 3; ++i) sums[n++].add(d / 24.0 * s[i]);
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        sums[n++].add(d / 120.0 * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]));
      }
    }
  }
  Moments m;
  m.volume = sums[0].total();
  std::size_t n = 1;
  for (int i = 0; i < 3; ++i) m.first[i] = sums[n++].total();
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) m.second(i, j) = m.second(j, i) = sums[n++].total();
  }
  return m;
}

}  // namespace

double signed_volume(const Mesh& mesh) {
  if (mesh.face_count() == 0) return 0.0;
  return moments_about(mesh, mesh.box().centre()).volume;
}

MassProperties mass_properties(const Mesh& mesh) {
  if (!mesh.closed()) {
    throw Error(
        fmt::format("the mesh is not closed, so it bounds no volume: {} of {} half-edges have no "
                    "neighbour; see `outrigger mesh check`, close it with `outrigger mesh repair`",
                    mesh.border_count(), 3 * mesh.face_count()));
  }
  Vec3 reference = mesh.box().centre();
  Moments m = moments_about(mesh, reference);
  if (!(m.volume > 0.0) || !std::isfinite(m.volume)) {
    throw Error(fmt::format("the mesh bounds a volume of {:g} m³: {}", m.volume,
                            m.volume < 0.0
                                ? "it is inside out; turn it with `outrigger mesh repair`"
                                : "it is flat or its numbers are too large"));
  }
  reference += m.first / m.volume;
  m = moments_about(mesh, reference);
  const Vec3 offset = m.first / m.volume;
  // What is left of the offset is rounding; its square still belongs to the tensor.
  const Mat3 central = m.second - m.volume * offset * offset.transpose();

  MassProperties result;
  result.volume = m.volume;
  result.centroid = reference + offset;
  result.inertia = central.trace() * Mat3::Identity() - central;
  Sum area;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners p = mesh.corners(f);
    area.add(triangle_area(p[0], p[1], p[2]));
  }
  result.area = area.total();
  if (!result.centroid.allFinite() || !result.inertia.allFinite()) {
    throw Error("the mass properties of the mesh are not finite: its numbers are too large");
  }
  return result;
}

PrincipalAxes principal_axes(const Mat3& symmetric) {
  // Jacobi's rotations: a fixed order of operations, exact orthogonality to rounding.
  Mat3 a = 0.5 * (symmetric + symmetric.transpose());
  Mat3 v = Mat3::Identity();
  for (int sweep = 0; sweep < 32; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (a(p, q) == 0.0) continue;
        const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
        const double t =
            (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0);
        Mat3 r = Mat3::Identity();
        r(p, p) = r(q, q) = c;
        r(p, q) = t * c;
        r(q, p) = -t * c;
        a = r.transpose() * a * r;
        v = v * r;
      }
    }
  }
  std::array<int, 3> order = {0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](int i, int j) { return std::pair(a(i, i), i) < std::pair(a(j, j), j); });
  PrincipalAxes result;
  for (int k = 0; k < 3; ++k) {
    result.values[k] = a(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(k)]);
    result.axes.col(k) = v.col(order[static_cast<std::size_t>(k)]);
  }
  if (result.axes.determinant() < 0.0) result.axes.col(2) *= -1.0;
  return result;
}

}  // namespace outrigger::geometry
