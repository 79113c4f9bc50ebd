#include "contact/patches/patch_wrench.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "math/block.h"

namespace outrigger::contact {

namespace {

Mat3 cross_matrix(const Vec3& w) {
  Mat3 m;
  m << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
  return m;
}

/// The ten products h_α h_β of h = (1, s), in three registers.
struct Products {
  Lane4 part[3];
  explicit Products(const Vec3& s) {
    const double x = s.x(), y = s.y(), z = s.z();
    part[0] = _mm256_setr_pd(1.0, x, y, z);
    part[1] = _mm256_setr_pd(x * x, x * y, x * z, y * y);
    part[2] = _mm256_setr_pd(y * z, z * z, 0.0, 0.0);
  }
};

void add(MomentBlocks& blocks, const Products& products, int row, int column, double value) {
  const Lane4 scale = broadcast4(value);
  double* sum = blocks.sum[row][column];
  for (int k = 0; k < 3; ++k) {
    store4(sum + 4 * k, fma4(scale, products.part[k], load4(sum + 4 * k)));
  }
}

/// Only rows ≤ columns: the others follow by symmetry.
void add_normal(MomentBlocks& blocks, const Products& products, const Vec3& n, double value) {
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) add(blocks, products, i, j, value * n[i] * n[j]);
  }
}

void add_block(MomentBlocks& blocks, const Products& products, const Mat3& block) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) add(blocks, products, i, j, block(i, j));
  }
}

void mirror(MomentBlocks& blocks) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < 12; ++k) blocks.sum[i][j][k] += blocks.sum[j][i][k];
    }
  }
}

/// With normal parts in rows ≤ columns and others everywhere: apart, so that mirroring is right.
struct Parts {
  PatchTangent normal;
  PatchTangent slip;
  bool sliding = false;
};

/// `start` may be null: forces at an instant.
template <class Law>
PatchWrench sum_all(std::span<const PatchElement> elements, const Law& law, const PatchStart* start,
                    const PatchMotion& motion, Parts* parts, TangentKind kind) {
  PatchWrench w;
  const bool carries = motion.carried_normal != Vec3::Zero();
  const Vec3& across = motion.carried_normal;
  const Vec3 carried = carries ? Vec3(motion.v - across.dot(motion.v) * across) : Vec3::Zero();
  Vec3 pulled = Vec3::Zero();  // by traction
  for (const PatchElement& e : elements) {
    const Vec3 s = e.point - motion.reference;
    const Vec3& n = e.normal;
    double depth = e.depth - n.dot(motion.t + motion.G * s);
    const Vec3 velocity = motion.v + motion.L * s;
    const double rate = -n.dot(velocity);
    ArealForce p;
    if constexpr (std::is_same_v<Law, LayerLaw>) {
      if (start != nullptr) {
        const double before = e.depth - n.dot(start->t + start->G * s);
        const double unpaid = law.unpaid * std::max(0.0, before);
        depth -= unpaid;
        p = areal_step_pressure(law, before - unpaid, depth, start->step);
      } else {
        p = areal_pressure(law, depth, rate);
      }
    } else {
      p = areal_pressure(law, depth, rate);
    }
    w.stored += e.area * p.stored;
    if (start == nullptr) w.dissipated += e.area * (p.pressure - p.elastic) * rate;
    if (!(p.pressure > 0.0)) continue;

    Vec3 slip = velocity + rate * n;
    if (carries) slip -= carried - n.dot(carried) * n;
    const double speed = std::sqrt(slip.squaredNorm());
    const ArealTraction traction = areal_traction(law, p.pressure, speed);
    const double normal_force = e.area * p.pressure;
    const Vec3 along = -(e.area * traction.factor) * slip;
    w.force += normal_force * n;
    pulled += along;
    w.moment += (normal_force * n + along) * s.transpose();
    w.normal_force += normal_force;
    w.area += e.area;
    w.dissipated += e.area * traction.factor * speed * speed;
    w.pressure_moment += normal_force * e.point;
    ++w.count;

    if (parts == nullptr) continue;
    const Products products(s);
    add_normal(parts->normal.K, products, n, e.area * p.by_depth);
    add_normal(parts->normal.C, products, n, e.area * p.by_rate);
    if (traction.factor == 0.0 && traction.by_pressure == 0.0) continue;
    parts->sliding = true;
    // What pressure does to traction, and traction itself.
    Mat3 c = (e.area * traction.factor) * (Mat3::Identity() - n * n.transpose());
    if (kind == TangentKind::exact) {
      const Mat3 coupling = (-e.area * traction.by_pressure) * slip * n.transpose();
      add_block(parts->slip.K, products, p.by_depth * coupling);
      c += p.by_rate * coupling;
    }
    if (speed > 0.0 && kind != TangentKind::secant)
      c += (e.area * traction.by_speed / speed) * slip * slip.transpose();
    add_block(parts->slip.C, products, c);
  }
  w.force += carries ? Vec3(across.dot(pulled) * across) : pulled;
  return w;
}

void add_to(MomentBlocks& sum, const MomentBlocks& other) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 12; ++k) sum.sum[i][j][k] += other.sum[i][j][k];
    }
  }
}

template <class Law>
PatchWrench sum_with_tangent(std::span<const PatchElement> elements, const Law& law,
                             const PatchStart* start, const PatchMotion& motion,
                             PatchTangent* tangent, TangentKind kind) {
  if (tangent == nullptr) return sum_all(elements, law, start, motion, nullptr, kind);
  Parts parts;
  const PatchWrench wrench = sum_all(elements, law, start, motion, &parts, kind);
  mirror(parts.normal.K);
  mirror(parts.normal.C);
  *tangent = parts.normal;
  if (parts.sliding) {
    add_to(tangent->K, parts.slip.K);
    if (motion.carried_normal != Vec3::Zero())
      tangent->carried = parts.slip.C;
    else
      add_to(tangent->C, parts.slip.C);
  }
  return wrench;
}

}  // namespace

PatchMotion PatchMotion::rigid(const Vec3& reference, const Vec3& t, const Vec3& rotation,
                               const Vec3& v, const Vec3& angular_velocity) {
  return {reference, t, cross_matrix(rotation), v, cross_matrix(angular_velocity)};
}

Vec3 PatchWrench::torque() const {
  // s × f from Σ f sᵀ.
  return {moment(2, 1) - moment(1, 2), moment(0, 2) - moment(2, 0), moment(1, 0) - moment(0, 1)};
}

Vec3 PatchWrench::pressure_centre(const Vec3& reference) const {
  return normal_force > 0.0 ? Vec3(pressure_moment / normal_force) : reference;
}

PatchWrench& PatchWrench::operator+=(const PatchWrench& other) {
  force += other.force;
  moment += other.moment;
  normal_force += other.normal_force;
  area += other.area;
  stored += other.stored;
  dissipated += other.dissipated;
  pressure_moment += other.pressure_moment;
  count += other.count;
  return *this;
}

Mat3 MomentBlocks::block(int alpha, int beta) const {
  constexpr int kPlace[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};
  Mat3 m;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m(i, j) = sum[i][j][kPlace[alpha][beta]];
  }
  return m;
}

/// u = t + θ × s and torque = s × f: sums of [e_α]× K_αβ [e_β]×.
Mat6 MomentBlocks::rigid() const {
  Mat6 m = Mat6::Zero();
  m.topLeftCorner<3, 3>() = block(0, 0);
  for (int a = 0; a < 3; ++a) {
    const Mat3 turn_a = cross_matrix(Vec3::Unit(a));
    m.topRightCorner<3, 3>() -= block(0, a + 1) * turn_a;
    m.bottomLeftCorner<3, 3>() += turn_a * block(a + 1, 0);
    for (int b = 0; b < 3; ++b) {
      m.bottomRightCorner<3, 3>() -= turn_a * block(a + 1, b + 1) * cross_matrix(Vec3::Unit(b));
    }
  }
  return m;
}

PatchWrench sum_elements(std::span<const PatchElement> elements, const LayerLaw& law,
                         const PatchMotion& motion, PatchTangent* tangent, TangentKind kind) {
  return sum_with_tangent(elements, law, nullptr, motion, tangent, kind);
}

PatchWrench sum_elements(std::span<const PatchElement> elements, const ArealLaw& law,
                         const PatchMotion& motion, PatchTangent* tangent, TangentKind kind) {
  return sum_with_tangent(elements, law, nullptr, motion, tangent, kind);
}

PatchWrench sum_step_elements(std::span<const PatchElement> elements, const LayerLaw& law,
                              const PatchStart& start, const PatchMotion& motion,
                              PatchTangent* tangent, TangentKind kind) {
  return sum_with_tangent(elements, law, &start, motion, tangent, kind);
}

}  // namespace outrigger::contact
