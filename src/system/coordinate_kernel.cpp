#include "system/coordinate_kernel.h"

#include <cmath>

#include "math/elementary.h"

namespace outrigger::system {

namespace {

constexpr double kTwoPi = 6.28318530717958647692;

double nearest_turn(double principal, double previous) {
  return principal + kTwoPi * std::round((previous - principal) / kTwoPi);
}

/// Derivatives of atan2(s, c) by (c, s).
struct Atan2 {
  double c, s, cc, cs, ss;
};

Atan2 atan2_derivatives(double s, double c) {
  const double r2 = c * c + s * s;
  const double inverse = r2 > 0.0 ? 1.0 / r2 : 0.0;
  const double i2 = inverse * inverse;
  return {-s * inverse, c * inverse, 2.0 * s * c * i2, (s * s - c * c) * i2, -2.0 * s * c * i2};
}

/// c = d0 - d2 d4 k, s = d1 - d3 d4 k, k = 1/(1 + d5); see model/kinematics.cpp.
struct TwistJet {
  double k, c, s;
};

TwistJet twist_of(const double* d) {
  const double k = 1.0 / std::max(1e-12, 1.0 + d[5]);
  return {k, d[0] - d[2] * d[4] * k, d[1] - d[3] * d[4] * k};
}

}  // namespace

void CoordinateKernel::add_terms(const model::Combination& c, bool left, std::vector<Term>& terms,
                                 const std::vector<int>& position, int constant_block) {
  const auto add = [&](int block, double coefficient) {
    for (Term& t : terms)
      if (t.block == block) {
        (left ? t.a : t.b) += coefficient;
        return;
      }
    terms.push_back({block, left ? coefficient : 0.0, left ? 0.0 : coefficient});
  };
  for (const auto& t : c.terms) add(position[t.entity], t.coefficient);
  if (constant_block >= 0) add(constant_block, 1.0);
}

void CoordinateKernel::combine(const double* x, Lanes& left, Lanes& right) const {
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    Lane4 a = zero4(), b = zero4();
    for (const Term& t : dots_[i]) {
      const Lane4 e = load4(x + 4 * t.block);
      a = fma4(broadcast4(t.a), e, a);
      b = fma4(broadcast4(t.b), e, b);
    }
    left[i] = a;
    right[i] = b;
  }
}

double CoordinateKernel::outer_value(const double* d) const {
  switch (kind_) {
    case Kind::distance:
      return std::sqrt(d[0]);
    case Kind::displacement:
      return d[0];
    case Kind::angle:
      return elementary::atan2(d[1], d[0]);
    case Kind::cone:
      return elementary::atan2(std::sqrt(std::max(0.0, 1.0 - d[0] * d[0])), d[0]);
    case Kind::twist: {
      const TwistJet t = twist_of(d);
      return elementary::atan2(t.s, t.c);
    }
    case Kind::scalar:
      break;
  }
  return 0.0;
}

void CoordinateKernel::outer_first(const double* d, Outer& f) const {
  switch (kind_) {
    case Kind::distance: {
      const double length = std::sqrt(d[0]);
      f.first[0] = 0.5 * (length > 0.0 ? 1.0 / length : 0.0);
      break;
    }
    case Kind::displacement:
      f.first[0] = 1.0;
      break;
    case Kind::angle: {
      const double r2 = d[0] * d[0] + d[1] * d[1];
      const double inverse = r2 > 0.0 ? 1.0 / r2 : 0.0;
      f.first[0] = -d[1] * inverse;
      f.first[1] = d[0] * inverse;
      break;
    }
    case Kind::cone: {
      const double sine = std::sqrt(std::max(0.0, 1.0 - d[0] * d[0]));
      f.first[0] = sine > 1e-9 ? -1.0 / sine : 0.0;
      break;
    }
    case Kind::twist: {
      const auto [k, c, s] = twist_of(d);
      const Atan2 t = atan2_derivatives(s, c);
      const double dc[kMaxDots] = {1, 0, -d[4] * k, 0, -d[2] * k, d[2] * d[4] * k * k};
      const double ds[kMaxDots] = {0, 1, 0, -d[4] * k, -d[3] * k, d[3] * d[4] * k * k};
      for (int i = 0; i < kMaxDots; ++i) f.first[i] = t.c * dc[i] + t.s * ds[i];
      break;
    }
    case Kind::scalar:
      break;
  }
}

void CoordinateKernel::outer_second(const double* d, Outer& f) const {
  switch (kind_) {
    case Kind::distance: {
      const double length = std::sqrt(d[0]);
      const double inverse = length > 0.0 ? 1.0 / length : 0.0;
      f.second[0][0] = -0.25 * inverse * inverse * inverse;
      break;
    }
    case Kind::displacement:
      f.second[0][0] = 0.0;
      break;
    case Kind::angle: {
      const Atan2 t = atan2_derivatives(d[1], d[0]);
      f.second[0][0] = t.cc;
      f.second[0][1] = f.second[1][0] = t.cs;
      f.second[1][1] = t.ss;
      break;
    }
    case Kind::cone: {
      const double sine2 = std::max(0.0, 1.0 - d[0] * d[0]);
      const double sine = std::sqrt(sine2);
      f.second[0][0] = sine > 1e-9 ? -d[0] / (sine2 * sine) : 0.0;
      break;
    }
    case Kind::twist: {
      const auto [k, c, s] = twist_of(d);
      const Atan2 t = atan2_derivatives(s, c);
      const std::array<double, kMaxDots> dc{1, 0, -d[4] * k, 0, -d[2] * k, d[2] * d[4] * k * k};
      const std::array<double, kMaxDots> ds{0, 1, 0, -d[4] * k, -d[3] * k, d[3] * d[4] * k * k};
      std::array<std::array<double, kMaxDots>, kMaxDots> hc{}, hs{};
      const auto set = [](auto& h, int i, int j, double value) { h[i][j] = h[j][i] = value; };
      set(hc, 2, 4, -k);
      set(hc, 2, 5, d[4] * k * k);
      set(hc, 4, 5, d[2] * k * k);
      set(hc, 5, 5, -2.0 * d[2] * d[4] * k * k * k);
      set(hs, 3, 4, -k);
      set(hs, 3, 5, d[4] * k * k);
      set(hs, 4, 5, d[3] * k * k);
      set(hs, 5, 5, -2.0 * d[3] * d[4] * k * k * k);
      for (int i = 0; i < kMaxDots; ++i)
        for (int j = 0; j < kMaxDots; ++j)
          f.second[i][j] = t.cc * dc[i] * dc[j] + t.cs * (dc[i] * ds[j] + ds[i] * dc[j]) +
                           t.ss * ds[i] * ds[j] + t.c * hc[i][j] + t.s * hs[i][j];
      break;
    }
    case Kind::scalar:
      break;
  }
}

double CoordinateKernel::value(const double* x, double previous) const {
  if (kind_ == Kind::scalar) return x[4 * blocks_[0] + component_];
  Lanes left, right;
  combine(x, left, right);
  double d[kMaxDots];
  products(left, right, d);
  const double principal = outer_value(d);
  return is_angle() ? nearest_turn(principal, previous) : principal;
}

void CoordinateKernel::write_gradient(const Lanes& left, const Lanes& right, const double* d,
                                      double* gradient) const {
  Outer f;
  outer_first(d, f);
  for (std::size_t s = 0; s < blocks_.size(); ++s) {
    Lane4 g = zero4();
    for (std::size_t i = 0; i < dots_.size(); ++i) {
      g = fma4(broadcast4(f.first[i] * a_[s][i]), right[i], g);
      g = fma4(broadcast4(f.first[i] * b_[s][i]), left[i], g);
    }
    store4(gradient + 4 * s, g);
  }
}

double CoordinateKernel::gradient(const double* x, double previous, double* gradient) const {
  if (kind_ == Kind::scalar) {
    slopes(x, gradient);
    return x[4 * blocks_[0] + component_];
  }
  Lanes left, right;
  combine(x, left, right);
  double d[kMaxDots];
  products(left, right, d);
  write_gradient(left, right, d, gradient);
  const double principal = outer_value(d);
  return is_angle() ? nearest_turn(principal, previous) : principal;
}

void CoordinateKernel::slopes(const double* x, double* gradient) const {
  if (kind_ == Kind::scalar) {
    store4(gradient, zero4());
    gradient[component_] = 1.0;
    return;
  }
  Lanes left, right;
  combine(x, left, right);
  double d[kMaxDots];
  products(left, right, d);
  write_gradient(left, right, d, gradient);
}

double CoordinateKernel::bias(const double* x, const double* v) const {
  if (kind_ == Kind::scalar) return 0.0;
  Lanes left, right, left_rate, right_rate;
  combine(x, left, right);
  combine(v, left_rate, right_rate);
  double d[kMaxDots], rate[kMaxDots];
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    d[i] = dot4(left[i], right[i]);
    rate[i] = dot4(left_rate[i], right[i]) + dot4(left[i], right_rate[i]);
  }
  Outer f;
  outer_first(d, f);
  outer_second(d, f);
  double sum = 0.0;
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    sum += 2.0 * f.first[i] * dot4(left_rate[i], right_rate[i]);
    for (std::size_t j = 0; j < dots_.size(); ++j) sum += f.second[i][j] * rate[i] * rate[j];
  }
  return sum;
}

void CoordinateKernel::curvature(const double* x, Curvature& c) const {
  if (kind_ == Kind::scalar) return;
  Lanes left, right;
  combine(x, left, right);
  double d[kMaxDots];
  products(left, right, d);
  outer_first(d, c.outer);
  outer_second(d, c.outer);
  alignas(32) double g[4];
  for (std::size_t e = 0; e < blocks_.size(); ++e)
    for (std::size_t i = 0; i < dots_.size(); ++i) {
      if (!has_part(e, i)) continue;
      store4(g, fma4(broadcast4(a_[e][i]), right[i], mul4(broadcast4(b_[e][i]), left[i])));
      c.gradient[e][i] = Vec3(g[0], g[1], g[2]);
    }
}

void CoordinateKernel::hessian(const Curvature& c, int e, int f, Mat3& result) const {
  result.setZero();
  if (kind_ == Kind::scalar) return;
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    if (!has_part(e, i)) continue;
    result += c.outer.first[i] * (a_[e][i] * b_[f][i] + b_[e][i] * a_[f][i]) * Mat3::Identity();
    for (std::size_t j = 0; j < dots_.size(); ++j)
      if (c.outer.second[i][j] != 0.0 && has_part(f, j))
        result += c.outer.second[i][j] * c.gradient[e][i] * c.gradient[f][j].transpose();
  }
}

void CoordinateKernel::hessian(const double* x, int e, int f, Mat3& result) const {
  Curvature c;
  curvature(x, c);
  hessian(c, e, f, result);
}

}  // namespace outrigger::system
