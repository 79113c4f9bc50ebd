#include "validation/exact/free_top.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "validation/exact/integrate.h"
#include "validation/exact/jacobi_elliptic.h"

namespace outrigger::validation {
namespace {

/// The closed solution for ω, in the numbering of the header.
class EllipticMotion {
 public:
  /// Nothing when two moments are nearly equal, on the separatrix, or without rotation.
  static std::optional<EllipticMotion> make(const Vec3& inertia, const Vec3& omega);

  Vec3 angular_velocity(double time) const {
    const JacobiFunctions jacobi = jacobi_functions(rate_ * time + start_, complementary_modulus_);
    Vec3 omega;
    omega[axes_[0]] = amplitude_[0] * jacobi.cn;
    omega[axes_[1]] = amplitude_[1] * jacobi.sn;
    omega[axes_[2]] = amplitude_[2] * jacobi.dn;
    return omega;
  }

 private:
  std::array<int, 3> axes_{};  ///< body axes in the numbering of the solution
  Vec3 amplitude_ = Vec3::Zero();
  double rate_ = 0.0;
  double start_ = 0.0;
  double complementary_modulus_ = 1.0;
};

std::optional<EllipticMotion> EllipticMotion::make(const Vec3& inertia, const Vec3& omega) {
  EllipticMotion motion;
  std::array<int, 3>& axes = motion.axes_;
  axes = {0, 1, 2};
  std::sort(axes.begin(), axes.end(), [&](int a, int b) { return inertia[a] < inertia[b]; });
  const auto moment = [&](int i) { return inertia[axes[static_cast<std::size_t>(i)]]; };
  const auto square = [&](int i) {
    const double component = omega[axes[static_cast<std::size_t>(i)]];
    return component * component;
  };
  // L² - 2 E I_n = Σ I_i (I_i - I_n) ω_i².
  const auto excess = [&](int n) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) sum += moment(i) * (moment(i) - moment(n)) * square(i);
    return sum;
  };
  if (excess(1) < 0.0) std::swap(axes[0], axes[2]);

  const double j1 = moment(0), j2 = moment(1), j3 = moment(2);
  const double closest = std::min(std::abs(j1 - j2), std::abs(j2 - j3));
  if (closest < 1e-3 * j2 || excess(1) == 0.0) return std::nullopt;

  const double complementary = (j3 - j1) * excess(1) / ((j3 - j2) * excess(0));
  motion.complementary_modulus_ = std::min(1.0, std::sqrt(complementary));
  Vec3& amplitude = motion.amplitude_;
  amplitude = {std::sqrt(-excess(2) / (j1 * (j3 - j1))), std::sqrt(-excess(2) / (j2 * (j3 - j2))),
               std::sqrt(excess(0) / (j3 * (j3 - j1)))};

  // Euler's equations allow the signs of two components to change together: dn is positive, so ω₃
  // gives its sign to a₃ and a₁. A left-handed numbering turns time round, and so does a
  // descending order of the moments.
  const double sign = omega[axes[2]] < 0.0 ? -1.0 : 1.0;
  amplitude[0] *= sign;
  amplitude[2] *= sign;
  const bool right_handed = (axes[1] - axes[0] + 3) % 3 == 1;
  const double direction = right_handed == (j3 > j2) ? 1.0 : -1.0;
  motion.rate_ = direction * std::sqrt((j3 - j2) * excess(0) / (j1 * j2 * j3));
  if (amplitude[1] > 0.0) {
    motion.start_ = jacobi_argument(omega[axes[1]] / amplitude[1], omega[axes[0]] / amplitude[0],
                                    motion.complementary_modulus_);
  }
  return motion;
}

Vec3 euler_acceleration(const Vec3& inertia, const Vec3& omega) {
  return (inertia.cwiseProduct(omega)).cross(omega).cwiseQuotient(inertia);
}

}  // namespace

RotationState free_top(const FreeTop& top, double time) {
  const auto exact = EllipticMotion::make(top.inertia, top.start.angular_velocity);
  const Rate rate = [&](double t, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    if (exact) {
      Eigen::VectorXd guided = y;
      guided.segment<3>(4) = exact->angular_velocity(t);
      store_rate(guided, Vec3::Zero(), dy);
    } else {
      store_rate(y, euler_acceleration(top.inertia, y.segment<3>(4)), dy);
    }
  };
  Eigen::VectorXd y(kRotationSize);
  store(top.start, y);
  RotationState state = load(integrate(rate, y, 0.0, time));
  if (exact) state.angular_velocity = exact->angular_velocity(time);
  return state;
}

}  // namespace outrigger::validation
