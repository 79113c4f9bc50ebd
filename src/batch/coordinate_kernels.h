/// Coordinates and their rows (drives, couplings, scalar unknowns) of system/coordinate_kernel.cpp and
/// system/system.cpp in lanes.
#pragma once

#include "batch/lane_arc_tangent.h"
#include "batch/lane_kernels.h"
#include "batch/lanes.h"
#include "system/coordinate_outer.h"

namespace outrigger::batch {

template <int kLanes>
struct CoordinateKernels {
  using N = Number<kLanes>;
  using V = Vectors<kLanes>;
  using Kind = model::CoordinateKind;
  using Row = CoordinateLists::Row;
  static constexpr int kDots = system::kMaxCoordinateDots;

  /// The factors of the inner products of a coordinate at y.
  struct Factors {
    V left[kDots], right[kDots];

    Factors(const LaneCoordinate& c, const double* y) {
      const LaneCoordinate::Term* t = c.terms;
      for (int i = 0; i < c.dots; ++i) {
        left[i] = right[i] = V::zero();
        for (const LaneCoordinate::Term* end = c.terms + c.term_end[i]; t != end; ++t) {
          const V e = V::load(y + t->block);
          left[i] = fused(N::load(t->coefficients), e, left[i]);
          right[i] = fused(N::load(t->coefficients + kLanes), e, right[i]);
        }
      }
    }
  };

  /// A coordinate at x: its factors and products.
  struct Place : Factors {
    const LaneCoordinate& c;
    const double* x;
    N d[kDots];

    Place(const LaneCoordinate& coordinate, const double* at)
        : Factors(coordinate, at), c(coordinate), x(at) {
      for (int i = 0; i < c.dots; ++i) d[i] = (this->left[i] * this->right[i]).sum();
    }
    N value(N previous) const {
      if (c.kind == Kind::scalar) return N::load(x + c.slot_block[0] + c.component);
      const N principal = system::outer_value(c.kind, d);
      const bool is_angle = c.kind == Kind::angle || c.kind == Kind::twist;
      return is_angle ? system::nearest_turn(principal, previous) : principal;
    }
    /// Calls put(slot, ∂x/∂e) for every block.
    template <class Put>
    void gradient(const Put& put) const {
      if (c.kind == Kind::scalar) {
        const auto unit = [&](int k) { return N(c.component == kLanes * k ? 1.0 : 0.0); };
        put(0, V{unit(0), unit(1), unit(2)});
        return;
      }
      system::OuterDerivatives<N> f;
      system::outer_first(c.kind, d, f);
      const double* coefficients = c.slot_coefficients;
      for (int s = 0; s < c.slots; ++s) {
        V g = V::zero();
        for (int i = 0; i < c.dots; ++i, coefficients += 2 * kLanes) {
          g = fused(f.first[i] * N::load(coefficients), this->right[i], g);
          g = fused(f.first[i] * N::load(coefficients + kLanes), this->left[i], g);
        }
        put(s, g);
      }
    }
    /// The part of ẍ that is quadratic in the velocities.
    N bias(const double* v) const {
      if (c.kind == Kind::scalar) return N(0.0);
      const Factors speed(c, v);
      N rate[kDots];
      for (int i = 0; i < c.dots; ++i)
        rate[i] = (speed.left[i] * this->right[i]).sum() + (this->left[i] * speed.right[i]).sum();
      system::OuterDerivatives<N> f;
      system::outer_first(c.kind, d, f);
      system::outer_second(c.kind, d, f);
      N sum(0.0);
      for (int i = 0; i < c.dots; ++i) {
        sum = sum + N(2.0) * f.first[i] * (speed.left[i] * speed.right[i]).sum();
        for (int j = 0; j < c.dots; ++j) sum = sum + f.second[i][j] * rate[i] * rate[j];
      }
      return sum;
    }
  };

  /// The function of a coupling, copy by copy.
  struct Coupled {
    N value, first, second;

    Coupled(const CoordinateLists& a, int function, N x) {
      alignas(64) double at[kLanes], results[3 * kLanes];
      x.store(at);
      a.couple(a.owner, function, at, results);
      value = N::load(results);
      first = N::load(results + kLanes);
      second = N::load(results + 2 * kLanes);
    }
  };

  /// Ψ of a row; calls put(slot, G) for every slot.
  template <class Put>
  static N evaluate(const CoordinateLists& a, const Row& row, N scale, const double* x,
                    const Put& put) {
    const auto scaled = [&](int first, N factor) {
      return [&put, first, factor](int s, const V& g) { put(first + s, factor * g); };
    };
    const Place b(*row.b, x);
    b.gradient(scaled(row.first_slot, scale));
    if (row.kind == Row::Kind::drive)
      return scale * (b.value(N::load(a.value + row.value_b)) - N::load(a.drive_value + row.drive));
    const Place other(*row.a, x);
    const N xa = other.value(N::load(a.value + row.value_a));
    N phi, factor;
    if (row.kind == Row::Kind::coupling) {
      const Coupled f(a, row.function, xa);
      phi = b.value(N::load(a.value + row.value_b)) - f.value;
      factor = -f.first;
    } else {
      phi = b.value(other.value(N(0.0))) - xa;
      factor = N(-1.0);
    }
    other.gradient(scaled(row.first_slot + row.b->slots, scale * factor));
    return scale * phi;
  }

  /// √α̃ (Φ̇_q q̇ + Φ̇_t) of a row.
  static N bias(const CoordinateLists& a, const Row& row, N scale, const double* x,
                const double* v) {
    const Place b(*row.b, x);
    if (row.kind == Row::Kind::definition) return scale * b.bias(v);
    if (row.kind == Row::Kind::drive)
      return scale * (b.bias(v) - N::load(a.drive_acceleration + row.drive));
    const Place other(*row.a, x);
    const Coupled f(a, row.function, other.value(N::load(a.value + row.value_a)));
    N rate(0.0);
    other.gradient(
        [&](int s, const V& g) { rate = rate + (g * V::load(v + row.a->slot_block[s])).sum(); });
    return scale * (b.bias(v) - (f.first * other.bias(v) + f.second * rate * rate));
  }

  /// √α̃ Φ_t of a row, with the sign of a subtraction.
  static N guided_rate(const CoordinateLists& a, const Row& row, N scale) {
    return scale * N::load(a.drive_rate + row.drive);
  }

  static void measure(const CoordinateLists& a, const double* x, double* value) {
    for (int i = 0; i < a.coordinate_count; ++i) {
      double* p = value + kLanes * i;
      Place(a.coordinates[i], x).value(N::load(p)).store(p);
    }
  }
};

}  // namespace outrigger::batch
