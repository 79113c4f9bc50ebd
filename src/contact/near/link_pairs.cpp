#include "contact/near/link_pairs.h"

#include <algorithm>
#include <cmath>

#include "contact/near/segments.h"

namespace outrigger::contact {

namespace {

/// Where twisted crowns come to touch on both sides, one place becomes two: together they are as stiff as the
/// one was, and each of them alone when the other ends.
void share_load(Contact& x, Contact& y) {
  const double along = std::max(0.0, x.normal.dot(y.normal)), both = 0.5 * along * along;
  x.share = 1.0 - both * std::min(1.0, y.depth / x.depth);
  y.share = 1.0 - both * std::min(1.0, x.depth / y.depth);
}

}  // namespace

void contact_tube_tube(const Tube& a, const Tube& b, Contacts& out) {
  const std::size_t start = out.size();
  for (int i = 0; i < a.count; ++i) {
    const CorePiece& first = a.pieces[static_cast<std::size_t>(i)];
    Vec3 centre_a, centre_b;
    double radius_a = 0.0, radius_b = 0.0;
    ball_around(first, centre_a, radius_a);
    for (int j = 0; j < b.count; ++j) {
      const CorePiece& second = b.pieces[static_cast<std::size_t>(j)];
      ball_around(second, centre_b, radius_b);
      const double reach = radius_a + radius_b + first.radius + second.radius;
      if ((centre_a - centre_b).squaredNorm() > reach * reach) continue;
      std::array<NearPoints, 2> minima;
      const int count = minima_of_pieces(first, second, minima);
      const std::size_t before = out.size();
      for (int m = 0; m < count; ++m) {
        const NearPoints& near = minima[static_cast<std::size_t>(m)];
        const Vec3 d = near.on_first - near.on_second;
        const double distance = d.norm(), depth = first.radius + second.radius - distance;
        if (!(depth > 0.0)) continue;
        if (near.first_at_end && goes_on(first, near.on_first, near.on_second)) continue;
        if (near.second_at_end && goes_on(second, near.on_second, near.on_first)) continue;
        const Vec3 n = distance > 0.0 ? Vec3(d / distance) : second.w;
        out.push_back({near.on_first - first.radius * n,
                       near.on_second + second.radius * n,
                       n,
                       depth,
                       {Feature::Kind::smooth, i},
                       {Feature::Kind::smooth, j}});
      }
      if (out.size() == before + 2) share_load(out[before], out[before + 1]);
    }
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(start), out.end(),
            [](const Contact& x, const Contact& y) {
              if (x.depth != y.depth) return x.depth > y.depth;
              if (x.feature_a.index != y.feature_a.index)
                return x.feature_a.index < y.feature_a.index;
              if (x.feature_b.index != y.feature_b.index)
                return x.feature_b.index < y.feature_b.index;
              // Both sides of twisted crowns.
              return std::lexicographical_compare(x.on_a.data(), x.on_a.data() + 3, y.on_a.data(),
                                                  y.on_a.data() + 3);
            });
  // A minimum just at a joint is found by both pieces: the first stays.
  std::size_t kept = start;
  for (std::size_t i = start; i < out.size(); ++i) {
    bool is_new = true;
    for (std::size_t k = start; k < kept; ++k) {
      const double near = 1e-4 * (out[i].depth + (out[i].on_a - out[i].on_b).norm());
      is_new = is_new && !((out[k].on_a - out[i].on_a).norm() <= near &&
                           out[k].normal.dot(out[i].normal) > 0.999999);
    }
    if (is_new) out[kept++] = out[i];
  }
  out.resize(kept);
}

void contact_link_link(const geometry::ChainLink& a, const Pose& pose_a,
                       const geometry::ChainLink& b, const Pose& pose_b, Contacts& out) {
  contact_tube_tube(tube_of(a, pose_a), tube_of(b, pose_b), out);
}

void contact_tube_plane(const Tube& a, const geometry::Plane& b, Contacts& out) {
  for (int i = 0; i < a.count; ++i) {
    const CorePiece& piece = a.pieces[static_cast<std::size_t>(i)];
    const auto add = [&](const Vec3& core, std::int32_t place) {
      const double depth = piece.radius - b.height(core);
      if (!(depth > 0.0)) return;
      const Vec3 on_a = core - piece.radius * b.normal;
      out.push_back({on_a,
                     on_a + depth * b.normal,
                     b.normal,
                     depth,
                     {Feature::Kind::smooth, 8 * i + place},
                     {Feature::Kind::face, 0}});
    };
    if (piece.kind == CorePiece::Kind::segment) {
      add(piece.a, 0);
      if (!piece.is_point()) add(piece.b, 1);
      continue;
    }
    double x = -b.normal.dot(piece.u);
    double y = -b.normal.dot(piece.v);
    const double length = std::sqrt(x * x + y * y);
    x = length < 1e-12 ? 1.0 : x / length;
    y = length < 1e-12 ? 0.0 : y / length;
    const bool circle = piece.kind == CorePiece::Kind::circle;
    for (std::int32_t quarter = 0; quarter < (circle ? 4 : 1); ++quarter) {
      if (circle || x > 0.0) {
        add(piece.centre + piece.ring * (x * piece.u + y * piece.v), 2 + quarter);
      }
      std::swap(x, y);
      x = -x;
    }
    if (!circle) {
      add(piece.centre - piece.ring * piece.v, 0);
      add(piece.centre + piece.ring * piece.v, 1);
    }
  }
}

}  // namespace outrigger::contact
