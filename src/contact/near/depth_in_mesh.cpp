#include "contact/near/depth_in_mesh.h"

#include <algorithm>
#include <cmath>

#include "contact/near/segments.h"
#include "math/elementary.h"

namespace outrigger::contact {

using geometry::Corners;
using geometry::Mesh;

namespace {

constexpr int kMostRounds = 200;  ///< of raising the depth along one segment
constexpr double kTurn = 6.28318530717958647692;

/// Where value + t slope ≥ 0, cut off from [from, to].
void clip(double value, double slope, double& from, double& to) {
  if (slope > 0.0) {
    from = std::max(from, -value / slope);
  } else if (slope < 0.0) {
    to = std::min(to, -value / slope);
  } else if (value < 0.0) {
    to = from - 1.0;
  }
}

/// Where a t² + 2 b t + c ≤ 0, cut off from [from, to].
void clip_square(double a, double b, double c, double& from, double& to) {
  const double root = b * b - a * c;
  if (!(a > 0.0)) {
    if (c > 0.0) to = from - 1.0;
  } else if (root <= 0.0) {
    to = from - 1.0;
  } else {
    from = std::max(from, (-b - std::sqrt(root)) / a);
    to = std::min(to, (-b + std::sqrt(root)) / a);
  }
}

}  // namespace

Vec3 Ring::at(double t) const {
  const elementary::SineCosine s = elementary::sincos(t);
  return centre + s.cosine * u + s.sine * v;
}

Feature feature_of(const Mesh& mesh, const DepthInMesh::Place& place) {
  const std::int32_t h = place.on_mesh.half_edge;
  if (place.on_mesh.part == 0) return {Feature::Kind::face, place.face};
  return place.on_mesh.part == 1 ? Feature{Feature::Kind::edge, mesh.edge(h)}
                                 : Feature{Feature::Kind::vertex, mesh.from(h)};
}

DepthInMesh::Place DepthInMesh::at(const Vec3& p) {
  Place place;
  place.point = p;
  place.depth = -INFINITY;
  double least = INFINITY;
  const auto ask = [&](std::int32_t f) {
    const Corners c = mesh_.corners(f);
    const double height = mesh_.normal(f).dot(p - c[0]);
    if (height * height >= least) return;
    const double square = (nearest_on_triangle(p, c[0], c[1], c[2]).point - p).squaredNorm();
    if (square >= least) return;
    least = square;
    place.face = f;
  };
  if (last_face_ >= 0) ask(last_face_);
  boxes().for_each_near(p, least, [&](std::size_t i) { ask(faces_[i]); });
  if (place.face < 0) return place;
  last_face_ = place.face;
  place.on_mesh = side_of(mesh_, place.face, p);
  if (place.on_mesh.border) return place;
  farthest_ = std::max(farthest_, -place.on_mesh.distance);
  if (region_.contains(place.on_mesh.point)) place.depth = -place.on_mesh.distance;
  return place;
}

void DepthInMesh::leave_towards(const Vec3& centre, Place& place) const {
  const auto is_behind = [&centre](const SurfacePoint& p) {
    return (centre - p.point).dot(p.normal) < 0.0;
  };
  if (!is_behind(place.on_mesh)) return;
  constexpr double kEquallyNear = 1e-9;
  for (const std::int32_t f : faces_) {
    const SurfacePoint other = side_of(mesh_, f, place.point);
    if (other.border || std::abs(-other.distance - place.depth) > kEquallyNear * size_) continue;
    if (is_behind(other) || !region_.contains(other.point)) continue;
    place.on_mesh = other;
    place.face = f;
    place.depth = -other.distance;
    return;
  }
}

/// Parts of the segment under faces, no deeper than `level`.
void DepthInMesh::cover(const Vec3& a, const Vec3& e, double from, double to, double level,
                        Spans& spans) {
  const double length = e.norm();
  geometry::Box part;
  part.add(a + from * e);
  part.add(a + to * e);
  boxes().for_each_near(part, level + 10.0 * kSame * size_, [&](std::size_t i) {
    const std::int32_t f = faces_[i];
    const Corners c = mesh_.corners(f);
    const Vec3& n = mesh_.normal(f);
    if (n.isZero(0.0)) return;  // a face without area has nothing under it
    const double height = n.dot(a - c[0]), slope = n.dot(e);
    double first = from, last = to;
    clip(level - height, -slope, first, last);
    clip(level + height, slope, first, last);
    if (!(first <= last)) return;
    for (std::size_t k = 0; k < 3 && first <= last; ++k) {
      const Vec3 along = c[(k + 1) % 3] - c[k], inwards = n.cross(along);
      clip(inwards.dot(a - c[k]) + kSame * size_ * along.norm(), inwards.dot(e), first, last);
    }
    // A little more, so that nothing is left between neighbours.
    const double more = kSame * size_ / length;
    if (first <= last) spans.emplace_back(first - more, last + more);
  });
}

/// The part of the segment about t that the edge or vertex nearest there covers.
void DepthInMesh::cover_feature(const Vec3& a, const Vec3& e, double t, const Place& nearest,
                                double level, Spans& spans) const {
  const double more = 10.0 * kSame * size_ / e.norm();
  double first = t - 1.0, last = t + 1.0;
  const std::int32_t h = nearest.on_mesh.half_edge;
  if (nearest.on_mesh.part == 2) {
    const Vec3 w = a - mesh_.vertex(mesh_.from(h));
    clip_square(e.squaredNorm(), w.dot(e), w.squaredNorm() - level * level, first, last);
  } else if (nearest.on_mesh.part == 1) {
    const Vec3 &q = mesh_.vertex(mesh_.from(h)), edge = mesh_.vertex(mesh_.to(h)) - q;
    const Vec3 w = a - q;
    const double square = edge.squaredNorm();
    clip(w.dot(edge), e.dot(edge), first, last);
    clip(square - w.dot(edge), -e.dot(edge), first, last);
    const Vec3 w_across = w - w.dot(edge) / square * edge,
               e_across = e - e.dot(edge) / square * edge;
    clip_square(e_across.squaredNorm(), w_across.dot(e_across),
                w_across.squaredNorm() - level * level, first, last);
  } else {
    first = last = t;
  }
  spans.emplace_back(std::min(first, t) - more, std::max(last, t) + more);
}

void DepthInMesh::inside_segment(const Vec3& a, const Vec3& e, double from, double to, Spans& spans,
                                 Place& best) {
  bool covers = false;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!covers) {
      spans.clear();
      cover(a, e, from, to, level(best.depth), spans);
    }
    covers = true;
    std::sort(spans.begin(), spans.end());
    double at_end = from;
    auto span = spans.begin();
    for (; span != spans.end() && span->first <= at_end; ++span)
      at_end = std::max(at_end, span->second);
    if (at_end >= to) return;
    const double next = span != spans.end() ? std::min(span->first, to) : to;
    from = at_end;
    const double t = 0.5 * (at_end + next);
    const Place place = at(a + t * e);
    if (place.depth > level(best.depth)) {
      best = place;
      covers = false;
    } else if (place.depth > 0.0) {
      cover_feature(a, e, t, place, level(best.depth), spans);
    } else {
      from = next;  // faces end what is outside
    }
  }
}

void DepthInMesh::segment(const Vec3& a, const Vec3& b, std::span<const double> crossings,
                          Spans& spans, Place& best) {
  const Vec3 e = b - a;
  const double length = e.norm();
  double from = 0.0;
  for (std::size_t i = 0; i <= crossings.size(); ++i) {
    const double to = i < crossings.size() ? crossings[i] : 1.0;
    const bool ends = i > 0 && i < crossings.size();
    // Between two crossings no point is deeper than half of the way.
    const double most = (ends ? 0.5 : 1.0) * (to - from) * length;
    if (to > from && (crossings.empty() || most > best.depth) &&
        at(a + 0.5 * (from + to) * e).depth > 0.0)
      inside_segment(a, e, from, to, spans, best);
    from = to;
  }
}

void DepthInMesh::ring(const Ring& ring, Place& best) {
  const double radius = ring.u.norm(), step = kTurn / kSamples;
  Place places[kSamples];
  for (int k = 0; k < kSamples; ++k) places[k] = at(ring.at(k * step));
  for (int k = 0; k < kSamples; ++k) {
    const Place &before = places[(k + kSamples - 1) % kSamples], &here = places[k],
                &after = places[(k + 1) % kSamples];
    if (here.depth < before.depth || here.depth < after.depth) continue;
    if (here.depth + step * radius <= level(best.depth)) continue;
    // Under one plane the deepest place is in closed form.
    const auto in_plane = [&](const Place& p) {
      return p.face >= 0 && p.on_mesh.part == 0 && here.on_mesh.part == 0 && here.face >= 0 &&
             (mesh_.normal(p.face) - mesh_.normal(here.face)).norm() < kFlatAngle;
    };
    if (in_plane(before) && in_plane(after)) {
      const Vec3& n = mesh_.normal(here.face);
      const double x = n.dot(ring.u), y = n.dot(ring.v);
      const double lowest =
          std::sqrt(x * x + y * y) - n.dot(ring.centre - mesh_.vertex(mesh_.face(here.face)[0]));
      if (lowest <= level(best.depth)) continue;
    }
    // Refined in its bracket, in the golden section.
    constexpr double kRatio = 0.6180339887498949;
    double low = (k - 1) * step, high = (k + 1) * step;
    double left = high - kRatio * (high - low), right = low + kRatio * (high - low);
    Place at_left = at(ring.at(left)), at_right = at(ring.at(right));
    for (int i = 0; i < 50; ++i) {
      if (at_left.depth > at_right.depth) {
        high = right;
        right = left;
        at_right = at_left;
        left = high - kRatio * (high - low);
        at_left = at(ring.at(left));
      } else {
        low = left;
        left = right;
        at_left = at_right;
        right = low + kRatio * (high - low);
        at_right = at(ring.at(right));
      }
      if (std::max(at_left.depth, at_right.depth) + (high - low) * radius <= best.depth) break;
    }
    for (const Place& p : {here, at_left, at_right})
      if (p.depth > level(best.depth)) best = p;
  }
}

}  // namespace outrigger::contact
