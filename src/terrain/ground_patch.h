/// One cell of the changed ground: a bicubic Hermite patch over a square, given by height, slopes and
/// twist at its four corners, in the order (0, 0), (1, 0), (0, 1), (1, 1).
///
///   h(u, w) = Σ_ij  H_i(u) H_j(w) h_ij + G_i(u) H_j(w) c p_ij + H_i(u) G_j(w) c q_ij + G_i(u) G_j(w) c² t_ij
///   H_1 = 3 u² - 2 u³,  H_0 = 1 - H_1,  G_0 = u (1 - u)²,  G_1 = u² (u - 1),   c the side [m]
///
/// Where the corners are those of a bicubic surface, the patch is that surface. By its Bézier points
/// (h, h ± c p/3, ...) the patch lies between the lowest and the highest of these.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace outrigger::terrain {

struct GroundNode {
  double height = 0.0, slope_x = 0.0, slope_y = 0.0;
  double twist = 0.0;  ///< ∂²h/∂x∂y [1/m]
  bool operator==(const GroundNode&) const = default;
};

struct PatchSample {
  double height = 0.0, slope_x = 0.0, slope_y = 0.0;
  double bend_xx = 0.0, bend_xy = 0.0, bend_yy = 0.0;  ///< second derivatives [1/m]
};

class GroundPatch {
 public:
  using Corners = std::array<const GroundNode*, 4>;
  GroundPatch(const Corners& corners, double side) : corner_(corners), side_(side) {}

  double height(double u, double w) const {
    const Basis a = basis(u), b = basis(w);
    double sum = 0.0;
    for (int j = 0; j < 2; ++j) {
      const GroundNode &l = *corner_[2 * j], &r = *corner_[2 * j + 1];
      const double along =
          a.h[0] * l.height + a.h[1] * r.height + side_ * (a.g[0] * l.slope_x + a.g[1] * r.slope_x);
      const double across = side_ * (a.h[0] * l.slope_y + a.h[1] * r.slope_y +
                                     side_ * (a.g[0] * l.twist + a.g[1] * r.twist));
      sum += b.h[j] * along + b.g[j] * across;
    }
    return sum;
  }

  PatchSample sample(double u, double w) const {
    const Basis a = basis(u), b = basis(w);
    const Basis da = first(u), db = first(w), dda = second(u), ddb = second(w);
    PatchSample s;
    for (int j = 0; j < 2; ++j) {
      const GroundNode &l = *corner_[2 * j], &r = *corner_[2 * j + 1];
      const auto along = [&](const Basis& k) {
        return k.h[0] * l.height + k.h[1] * r.height +
               side_ * (k.g[0] * l.slope_x + k.g[1] * r.slope_x);
      };
      const auto across = [&](const Basis& k) {
        return side_ * (k.h[0] * l.slope_y + k.h[1] * r.slope_y +
                        side_ * (k.g[0] * l.twist + k.g[1] * r.twist));
      };
      const double f = along(a), fu = along(da), fuu = along(dda);
      const double g = across(a), gu = across(da), guu = across(dda);
      s.height += b.h[j] * f + b.g[j] * g;
      s.slope_x += b.h[j] * fu + b.g[j] * gu;
      s.slope_y += db.h[j] * f + db.g[j] * g;
      s.bend_xx += b.h[j] * fuu + b.g[j] * guu;
      s.bend_xy += db.h[j] * fu + db.g[j] * gu;
      s.bend_yy += ddb.h[j] * f + ddb.g[j] * g;
    }
    const double per = 1.0 / side_, per2 = per * per;
    s.slope_x *= per;
    s.slope_y *= per;
    s.bend_xx *= per2;
    s.bend_xy *= per2;
    s.bend_yy *= per2;
    return s;
  }

  /// Lowest and highest Bézier point.
  std::array<double, 2> bounds() const {
    double low = corner_[0]->height, high = low;
    const double third = side_ / 3.0;
    for (int k = 0; k < 4; ++k) {
      const GroundNode& n = *corner_[static_cast<std::size_t>(k)];
      const double x = (k % 2 == 0 ? third : -third), y = (k < 2 ? third : -third);
      for (const double p : {n.height, n.height + x * n.slope_x, n.height + y * n.slope_y,
                             n.height + x * n.slope_x + y * n.slope_y + x * y * n.twist}) {
        low = std::min(low, p);
        high = std::max(high, p);
      }
    }
    return {low, high};
  }

  /// Whether all of it is one plane, within `off` [m].
  bool is_plane(double off) const {
    const GroundNode& o = *corner_[0];
    for (int k = 0; k < 4; ++k) {
      const GroundNode& n = *corner_[static_cast<std::size_t>(k)];
      const double h = o.height + side_ * ((k % 2) * o.slope_x + (k / 2) * o.slope_y);
      if (!(std::abs(n.height - h) <= off && side_ * std::abs(n.slope_x - o.slope_x) <= off &&
            side_ * std::abs(n.slope_y - o.slope_y) <= off &&
            side_ * side_ * std::abs(n.twist) <= off))
        return false;
    }
    return true;
  }

  const GroundNode& corner(int k) const { return *corner_[static_cast<std::size_t>(k)]; }
  double side() const { return side_; }

 private:
  struct Basis {
    double h[2], g[2];
  };
  static Basis basis(double u) {
    const double u2 = u * u, u3 = u2 * u;
    const double h1 = 3.0 * u2 - 2.0 * u3;
    return {{1.0 - h1, h1}, {u - 2.0 * u2 + u3, u3 - u2}};
  }
  static Basis first(double u) {
    const double h1 = 6.0 * u * (1.0 - u);
    return {{-h1, h1}, {1.0 - 4.0 * u + 3.0 * u * u, 3.0 * u * u - 2.0 * u}};
  }
  static Basis second(double u) {
    const double h1 = 6.0 - 12.0 * u;
    return {{-h1, h1}, {6.0 * u - 4.0, 6.0 * u - 2.0}};
  }

  Corners corner_;
  double side_;
};

}  // namespace outrigger::terrain
