#include "system/coordinate_kernel.h"

namespace outrigger::system {

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

double CoordinateKernel::value(const double* x, double previous) const {
  if (kind_ == Kind::scalar) return x[4 * blocks_[0] + component_];
  Lanes left, right;
  combine(x, left, right);
  double d[kMaxDots];
  products(left, right, d);
  const double principal = outer_value(kind_, d);
  return is_angle() ? nearest_turn(principal, previous) : principal;
}

void CoordinateKernel::write_gradient(const Lanes& left, const Lanes& right, const double* d,
                                      double* gradient) const {
  Outer f;
  outer_first(kind_, d, f);
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
  const double principal = outer_value(kind_, d);
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
  outer_first(kind_, d, f);
  outer_second(kind_, d, f);
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
  outer_first(kind_, d, c.outer);
  outer_second(kind_, d, c.outer);
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
