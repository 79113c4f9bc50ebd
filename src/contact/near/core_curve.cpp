#include "contact/near/core_curve.h"

#include <algorithm>
#include <cmath>

#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using PieceKind = CorePiece::Kind;

CorePiece segment(const Vec3& a, const Vec3& b, double radius, bool free_ends = true) {
  CorePiece piece;
  piece.radius = radius;
  piece.free_ends = free_ends;
  piece.a = a;
  piece.b = b;
  return piece;
}

CorePiece arc(PieceKind kind, const Pose& pose, const Vec3& centre, double ring, double tube) {
  CorePiece piece;
  piece.kind = kind;
  piece.radius = tube;
  piece.centre = centre;
  piece.u = pose.rotation.col(0);
  piece.v = pose.rotation.col(1);
  piece.w = pose.rotation.col(2);
  piece.ring = ring;
  return piece;
}

/// A line in the frame of a circle, and where its distance from the circle curves downwards.
struct LineAndCircle {
  double ring, x0, y0, z0, ex, ey, ez;  // p(t) = p0 + t e
  double ee, pe;                        // |e|², p0·e
  double a, t_axis, bb;                 // ρ² = a (t - t_axis)² + bb
  double tau;

  LineAndCircle(const CorePiece& c, const Vec3& from, const Vec3& e) {
    ring = c.ring;
    const Vec3 p = from - c.centre;
    x0 = p.dot(c.u);
    y0 = p.dot(c.v);
    z0 = p.dot(c.w);
    ex = e.dot(c.u);
    ey = e.dot(c.v);
    ez = e.dot(c.w);
    ee = ex * ex + ey * ey + ez * ez;
    pe = x0 * ex + y0 * ey + z0 * ez;
    a = ex * ex + ey * ey;
    tau = 0.0;
    if (a <= 1e-30 * ee) {
      a = 0.0;
      t_axis = 0.0;
      bb = x0 * x0 + y0 * y0;
      return;
    }
    t_axis = -(x0 * ex + y0 * ey) / a;
    const double cross = x0 * ey - y0 * ex;
    bb = cross * cross / a;
    // ρ³ = R a b²/|e|² by comparing squares and cubes; the cube root by Newton's rule from above.
    const double cube = ring * a * bb / ee;
    const double b = std::sqrt(bb);
    if (cube > b * bb) {
      double rho = std::max(ring, b);
      for (int i = 0; i < 60; ++i) {
        const double next = rho - (rho * rho * rho - cube) / (3.0 * rho * rho);
        if (!(next < rho)) break;
        rho = next;
      }
      tau = std::sqrt(std::max(0.0, rho * rho - bb) / a);
    }
  }

  /// f'(t)/2 and its own slope; `side` is the sign of t - t_axis where that is 0.
  double slope(double t, double side, double& curvature) const {
    const double s = t - t_axis;
    const double rho = std::sqrt(a * s * s + bb);
    double rho_slope = side * std::sqrt(a), rho_curvature = 0.0;
    if (rho > 0.0) {
      rho_slope = a * s / rho;
      rho_curvature = a * bb / (rho * rho * rho);
    }
    curvature = ee - ring * rho_curvature;
    return pe + t * ee - ring * rho_slope;
  }

  /// The root of f' in [low, high], where it rises; false when f' has no change of sign there.
  bool minimum(double low, double high, double side, double& t) const {
    if (!(low < high)) return false;
    double curvature = 0.0;
    if (slope(low, side, curvature) > 0.0 || slope(high, side, curvature) < 0.0) return false;
    t = 0.5 * (low + high);
    for (int i = 0; i < 60; ++i) {
      const double g = slope(t, side, curvature);
      (g > 0.0 ? high : low) = t;
      double next = curvature > 0.0 ? t - g / curvature : low;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (std::abs(next - t) <= 1e-15 * std::max(1.0, std::abs(t))) break;
      t = next;
    }
    return true;
  }
};

/// A point of an arc, its direction of increasing angle, by cos θ and sin θ.
Vec3 arc_point(const CorePiece& c, double cosine, double sine) {
  return c.centre + c.ring * (cosine * c.u + sine * c.v);
}

/// Directions around a circle from -90 degrees on; bisectors are normalised sums, so that no
/// function of the C library is needed.
constexpr int kSamples = 32;
constexpr int kMostMinima = 8;
constexpr double kApart = 0.1;  ///< of the wires: nearer minima are one contact
struct Samples {
  std::array<double, kSamples + 1> cosine, sine;
  Samples() {
    for (std::size_t quarter = 0; quarter < 5; ++quarter) {
      const double c[] = {0, 1, 0, -1, 0}, s[] = {-1, 0, 1, 0, -1};
      cosine[quarter * kSamples / 4] = c[quarter];
      sine[quarter * kSamples / 4] = s[quarter];
    }
    for (std::size_t step = kSamples / 4; step > 1; step /= 2) {
      for (std::size_t k = step / 2; k < kSamples; k += step) {
        const double c = cosine[k - step / 2] + cosine[k + step / 2];
        const double s = sine[k - step / 2] + sine[k + step / 2];
        const double n = std::sqrt(c * c + s * s);
        cosine[k] = c / n;
        sine[k] = s / n;
      }
    }
  }
};

struct ArcSample {
  double cosine, sine, square, slope;  // slope: (p - q)·p' up to a factor > 0
  NearPoints points;
};

ArcSample sample_arc(const CorePiece& first, const CorePiece& second, double cosine, double sine) {
  ArcSample s{cosine, sine, 0.0, 0.0, {}};
  s.points.on_first = arc_point(first, cosine, sine);
  s.points.on_second = nearest_on_piece(second, s.points.on_first, s.points.second_at_end);
  const Vec3 d = s.points.on_first - s.points.on_second;
  s.square = d.squaredNorm();
  s.slope = d.dot(cosine * first.v - sine * first.u);
  return s;
}

/// Least distance on the arc between two samples with falling and rising distance.
ArcSample refine(const CorePiece& first, const CorePiece& second, ArcSample low, ArcSample high) {
  ArcSample best = low.square < high.square ? low : high;
  for (int i = 0; i < 60; ++i) {
    // Along the chord, by the false position kept away from the ends (the slope may jump).
    double t = low.slope / (low.slope - high.slope);
    t = i % 3 == 2 || !(t > 0.0 && t < 1.0) ? 0.5 : std::clamp(t, 0.01, 0.99);
    double c = low.cosine + t * (high.cosine - low.cosine);
    double s = low.sine + t * (high.sine - low.sine);
    const double n = std::sqrt(c * c + s * s);
    const ArcSample middle = sample_arc(first, second, c / n, s / n);
    if (middle.square < best.square) best = middle;
    (middle.slope > 0.0 ? high : low) = middle;
    const double width = std::abs(high.cosine - low.cosine) + std::abs(high.sine - low.sine);
    if (width < 1e-15 || middle.slope == 0.0) break;
  }
  return best;
}

NearPoints swapped(const NearPoints& n) {
  return {n.on_second, n.on_first, n.second_at_end, n.first_at_end};
}

/// The least distance, and another minimum where there is one apart from it: twisted crowns touch on both sides.
int minima_of_arcs(const CorePiece& first, const CorePiece& second,
                   std::array<NearPoints, 2>& found) {
  static const Samples samples;
  // A half circle ends at the middle of the table. Against the whole second circle the distance is
  // smooth; feet beyond its ends are put right afterwards.
  const std::size_t count = first.kind == PieceKind::circle ? kSamples : kSamples / 2;
  CorePiece whole = second;
  whole.kind = PieceKind::circle;
  double best = INFINITY;
  std::array<NearPoints, kMostMinima> minima;
  std::array<double, kMostMinima> squares{};
  int known = 0;
  const auto foot = [&](NearPoints& points) {
    points.on_second = nearest_on_piece(second, points.on_first, points.second_at_end);
    return (points.on_first - points.on_second).squaredNorm();
  };
  const auto take = [&](NearPoints points) {
    const double square = foot(points);
    if (square < best) {
      best = square;
      found[0] = points;
    }
  };
  const auto take_minimum = [&](NearPoints points) {
    take(points);
    if (points.first_at_end || known == kMostMinima) return;
    const double square = foot(points);
    if (points.second_at_end) return;
    minima[static_cast<std::size_t>(known)] = points;
    squares[static_cast<std::size_t>(known++)] = square;
  };
  ArcSample previous{};
  for (std::size_t k = 0; k <= count; ++k) {
    ArcSample sample = sample_arc(first, whole, samples.cosine[k], samples.sine[k]);
    sample.points.first_at_end = first.kind == PieceKind::arc && (k == 0 || k == count);
    take(sample.points);
    // Two minima may share a step: a finer look where the distance turns, and where it may.
    const bool turns = k > 0 && previous.slope <= 0.0 && sample.slope >= 0.0;
    if (k > 0 && (turns || std::min(previous.square, sample.square) <= 1.02 * best)) {
      constexpr int kParts = 8;
      ArcSample low = previous;
      for (int i = 1; i <= kParts; ++i) {
        const double t = static_cast<double>(i) / kParts;
        const double c = previous.cosine + t * (sample.cosine - previous.cosine);
        const double s = previous.sine + t * (sample.sine - previous.sine);
        const double n = std::sqrt(c * c + s * s);
        const ArcSample high = i < kParts ? sample_arc(first, whole, c / n, s / n) : sample;
        if (low.slope <= 0.0 && high.slope >= 0.0)
          take_minimum(refine(first, whole, low, high).points);
        low = high;
      }
    }
    previous = sample;
  }
  for (const double side : {-1.0, 1.0}) {
    if (second.kind == PieceKind::circle) break;
    NearPoints points;
    const Vec3 end = second.centre + side * second.ring * second.v;
    points.on_first = nearest_on_piece(first, end, points.first_at_end);
    take(points);
  }
  const double apart = kApart * (first.radius + second.radius);
  double least = INFINITY;
  int number = 1;
  for (int i = 0; i < known; ++i) {
    const NearPoints& m = minima[static_cast<std::size_t>(i)];
    if (squares[static_cast<std::size_t>(i)] >= least ||
        (m.on_first - found[0].on_first).squaredNorm() < apart * apart)
      continue;
    least = squares[static_cast<std::size_t>(i)];
    found[1] = m;
    number = 2;
  }
  return number;
}

}  // namespace

Tube tube_of(const geometry::Sphere& s, const Pose& pose) {
  Tube tube;
  tube.pieces[0] = segment(pose.position, pose.position, s.radius);
  tube.count = 1;
  return tube;
}

Tube tube_of(const geometry::Capsule& s, const Pose& pose) {
  Tube tube;
  const Vec3 reach = s.half_length * pose.rotation.col(2);
  tube.pieces[0] = segment(pose.position - reach, pose.position + reach, s.radius);
  tube.count = 1;
  return tube;
}

Tube tube_of(const geometry::Torus& s, const Pose& pose) {
  Tube tube;
  tube.pieces[0] = arc(PieceKind::circle, pose, pose.position, s.ring, s.tube);
  tube.count = 1;
  return tube;
}

Tube tube_of(const geometry::HalfTorus& s, const Pose& pose) {
  Tube tube;
  tube.pieces[0] = arc(PieceKind::arc, pose, pose.position, s.ring, s.tube);
  tube.count = 1;
  return tube;
}

Tube tube_of(const geometry::ChainLink& s, const Pose& pose) {
  Tube tube;
  const double l = s.half_length;
  for (const double side : {1.0, -1.0}) {
    if (l > 0.0) {
      tube.pieces[static_cast<std::size_t>(tube.count++)] = segment(
          pose.point({-l, side * s.ring, 0}), pose.point({l, side * s.ring, 0}), s.tube, false);
    }
  }
  for (const double side : {1.0, -1.0}) {
    CorePiece piece = arc(PieceKind::arc, pose, pose.point({side * l, 0, 0}), s.ring, s.tube);
    piece.free_ends = false;
    piece.u *= side;
    piece.v *= side;
    tube.pieces[static_cast<std::size_t>(tube.count++)] = piece;
  }
  if (s.stud > 0.0) {
    tube.pieces[static_cast<std::size_t>(tube.count++)] =
        segment(pose.point({0, -s.ring, 0}), pose.point({0, s.ring, 0}), s.stud);
  }
  return tube;
}

Vec3 nearest_on_piece(const CorePiece& piece, const Vec3& p, bool& at_end) {
  if (piece.kind == PieceKind::segment) {
    const double t = nearest_on_segment(p, piece.a, piece.b);
    at_end = t <= 0.0 || t >= 1.0;
    return t >= 1.0 ? piece.b : Vec3(piece.a + t * (piece.b - piece.a));
  }
  const Vec3 d = p - piece.centre;
  const double x = d.dot(piece.u), y = d.dot(piece.v);
  at_end = piece.kind == PieceKind::arc && x <= 0.0;
  if (at_end) return piece.centre + (y < 0.0 ? -piece.ring : piece.ring) * piece.v;
  const double rho = std::sqrt(x * x + y * y);
  if (!(rho > 0.0)) return piece.centre + piece.ring * piece.u;
  return arc_point(piece, x / rho, y / rho);
}

bool goes_on(const CorePiece& piece, const Vec3& end, const Vec3& q) {
  if (piece.free_ends) return false;
  Vec3 outwards = -piece.u;  // at both ends of a half circle
  if (piece.kind == PieceKind::segment) {
    const bool at_b = (end - piece.b).squaredNorm() < (end - piece.a).squaredNorm();
    outwards = (at_b ? piece.b - piece.a : piece.a - piece.b).normalized();
  }
  return outwards.dot(q - end) > 1e-9 * (q - end).norm();
}

void ball_around(const CorePiece& piece, Vec3& centre, double& radius) {
  const bool straight = piece.kind == PieceKind::segment;
  centre = straight ? Vec3(0.5 * (piece.a + piece.b)) : piece.centre;
  radius = straight ? 0.5 * (piece.b - piece.a).norm() : piece.ring;
}

int near_points(const CorePiece& piece, const Vec3& a, const Vec3& b,
                std::array<NearPoints, 6>& found) {
  int count = 0;
  if (piece.kind == PieceKind::segment) {
    const SegmentPoints points = nearest_of_segments(piece.a, piece.b, a, b);
    found[0] = {points.on_first, points.on_second, points.s <= 0.0 || points.s >= 1.0,
                points.t <= 0.0 || points.t >= 1.0};
    return 1;
  }
  const Vec3 e = b - a;
  const LineAndCircle line(piece, a, e);
  for (const double side : {-1.0, 1.0}) {
    if (side > 0.0 && line.a == 0.0) break;
    const double low = side < 0.0 ? 0.0 : std::max(0.0, line.t_axis + line.tau);
    const double high = side > 0.0 || line.a == 0.0 ? 1.0 : std::min(1.0, line.t_axis - line.tau);
    double t = 0.0;
    if (!line.minimum(low, high, side, t)) continue;
    const Vec3 p = a + t * e;
    bool at_end = false;
    const Vec3 q = nearest_on_piece(piece, p, at_end);
    if (!at_end) found[static_cast<std::size_t>(count++)] = {q, p, false, false};
  }
  if (piece.kind == PieceKind::arc) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 q = piece.centre + side * piece.ring * piece.v;
      const double t = nearest_on_segment(q, a, b);
      found[static_cast<std::size_t>(count++)] = {q, a + t * e, true, t <= 0.0 || t >= 1.0};
    }
  }
  for (const Vec3* end : {&a, &b}) {
    NearPoints points;
    points.on_first = nearest_on_piece(piece, *end, points.first_at_end);
    points.on_second = *end;
    points.second_at_end = true;
    found[static_cast<std::size_t>(count++)] = points;
  }
  return count;
}

int minima_of_pieces(const CorePiece& first, const CorePiece& second,
                     std::array<NearPoints, 2>& found) {
  if (first.kind == PieceKind::segment || second.kind == PieceKind::segment) {
    found[0] = nearest_of_pieces(first, second);
    return 1;
  }
  if (first.ring <= second.ring) return minima_of_arcs(first, second, found);
  const int count = minima_of_arcs(second, first, found);
  for (int i = 0; i < count; ++i)
    found[static_cast<std::size_t>(i)] = swapped(found[static_cast<std::size_t>(i)]);
  return count;
}

NearPoints nearest_of_pieces(const CorePiece& first, const CorePiece& second) {
  if (second.kind == PieceKind::segment) {
    std::array<NearPoints, 6> found;
    const int count = near_points(first, second.a, second.b, found);
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < count; ++i) {
      const NearPoints& n = found[static_cast<std::size_t>(i)];
      const double square = (n.on_first - n.on_second).squaredNorm();
      if (square >= least) continue;
      least = square;
      best = i;
    }
    return found[static_cast<std::size_t>(best)];
  }
  if (first.kind == PieceKind::segment) return swapped(nearest_of_pieces(second, first));
  std::array<NearPoints, 2> found;
  minima_of_pieces(first, second, found);
  return found[0];
}

}  // namespace outrigger::contact
