#include "touching/step_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/laws/impact_duration.h"

namespace outrigger::touching {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Depth of a softened impact over v h; τ between that of Hertz and that of a linear spring.
constexpr double kSink = contact::kContactSteps / 3.0;
/// Way v h of a part over the thickness.
constexpr double kPointWay = 0.8 / kSink, kPatchWay = 0.5, kShortestWay = kPointWay;
static_assert(kShortestWay <= kPatchWay);

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Thickness {
  double operator()(const geometry::Sphere& s) const { return 2.0 * s.radius; }
  double operator()(const geometry::BoxShape& s) const { return 2.0 * s.half.minCoeff(); }
  double operator()(const geometry::Capsule& s) const { return 2.0 * s.radius; }
  double operator()(const geometry::Cylinder& s) const {
    return 2.0 * std::min(s.radius, s.half_length);
  }
  double operator()(const geometry::Ellipsoid& s) const { return 2.0 * s.semi_axes.minCoeff(); }
  double operator()(const geometry::Torus& s) const { return 2.0 * s.tube; }
  double operator()(const geometry::HalfTorus& s) const { return 2.0 * s.tube; }
  double operator()(const geometry::ChainLink& s) const {
    return 2.0 * (s.stud > 0.0 ? std::min(s.tube, s.stud) : s.tube);
  }
  double operator()(const geometry::Plane&) const { return kInfinite; }
  /// From face to face or corner; from edge to edge it may be a little less.
  double operator()(const geometry::ConvexPolyhedron& s) const {
    double width = kInfinite;
    for (const geometry::Plane& face : s.planes) {
      double farthest = 0.0;
      for (const Vec3& p : s.vertices) farthest = std::max(farthest, -face.height(p));
      width = std::min(width, farthest);
    }
    return width;
  }
  double operator()(const geometry::Mesh& s) const {
    return s.closed() ? s.box().size().minCoeff() : kInfinite;
  }
};

int power_of_two_from(double need) {
  int parts = 1;
  while (parts < need && parts < kMostParts) parts *= 2;
  return parts;
}

bool before(const auto& one, const auto& other) {
  return one.a != other.a ? one.a < other.a : one.b < other.b;
}

}  // namespace

double thickness(const contact::Shape& shape) { return std::visit(Thickness{}, shape.geometry); }

StepParts::StepParts(const contact::ShapeScene& scene, IsPatch is_patch)
    : scene_(&scene), is_patch_(std::move(is_patch)), motions_(scene.shapes().size()) {
  double thinnest = kInfinite;
  for (const contact::Shape& shape : scene.shapes()) {
    thickness_.push_back(thickness(shape));
    thinnest = std::min(thinnest, thickness_.back());
  }
  thinnest_ = thinnest < kInfinite ? thinnest : 0.0;
  entries_.reserve(motions_.size());
}

double StepParts::need(int a, int b, double speed, double h) const {
  const double ta = thickness_[at(a)], tb = thickness_[at(b)];
  // There is no other side of a half space.
  if (!(ta < kInfinite && tb < kInfinite)) return 0.0;
  const double way = speed * h, t = std::min(ta, tb);
  if (way <= kShortestWay * t) return 0.0;
  return way / ((is_patch_(a, b) ? kPatchWay : kPointWay) * t);
}

/// What pairs that touch need; returns the largest.
double StepParts::judge_contacts(double h, std::span<const contact::ContactRecord> contacts) {
  judged_.clear();
  double most = 0.0;
  for (const contact::ContactRecord& c : contacts) {
    const auto [first, last] = std::minmax(c.shape_a, c.shape_b);
    const int a = static_cast<int>(first), b = static_cast<int>(last);
    if (judged_.empty() || judged_.back().a != a || judged_.back().b != b)
      judged_.push_back({a, b, 0.0});
    const Motion &ma = motions_[at(a)], &mb = motions_[at(b)];
    const double along = std::abs(c.n().dot(ma.velocity - mb.velocity)) + ma.turning + mb.turning;
    const double stored = c.memory.mass > 0.0 ? 2.0 * c.memory.stored / c.memory.mass : 0.0;
    double& judged = judged_.back().need;
    judged = std::max(judged, need(a, b, std::sqrt(along * along + stored), h));
    most = std::max(most, judged);
  }
  return most;
}

double StepParts::fastest() const {
  double most = 0.0;
  for (const Motion& m : motions_)
    if (m.articulation >= 0) most = std::max(most, m.velocity.norm() + m.turning);
  return most;
}

int StepParts::root_of(int articulation) {
  while (parent_[at(articulation)] != articulation)
    articulation = parent_[at(articulation)] = parent_[at(parent_[at(articulation)])];
  return articulation;
}

/// Articulations of two shapes that are near each other step together.
void StepParts::join(int a, int b, double need) {
  int ia = motions_[at(a)].articulation, ib = motions_[at(b)].articulation;
  if (ia < 0) std::swap(ia, ib);
  if (ib >= 0) {
    const int ra = root_of(ia), rb = root_of(ib);
    parent_[at(std::max(ra, rb))] = std::min(ra, rb);
  }
  needs_[at(ia)] = std::max(needs_[at(ia)], need);
}

/// Pairs whose boxes over the step overlap, by sweep along x.
void StepParts::join_near(double h, const Swept& swept) {
  std::sort(judged_.begin(), judged_.end(), before<Judged, Judged>);
  entries_.clear();
  for (int i = 0; i < static_cast<int>(motions_.size()); ++i)
    if (!scene_->is_hidden(i) &&
        (motions_[at(i)].articulation >= 0 || thickness_[at(i)] < kInfinite))
      entries_.push_back({swept(i), i});
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.box.low.x() != b.box.low.x() ? a.box.low.x() < b.box.low.x() : a.shape < b.shape;
  });
  for (auto i = entries_.begin(); i != entries_.end(); ++i)
    for (auto j = i + 1; j != entries_.end() && j->box.low.x() <= i->box.high.x(); ++j) {
      const int a = std::min(i->shape, j->shape), b = std::max(i->shape, j->shape);
      const Motion &ma = motions_[at(a)], &mb = motions_[at(b)];
      if ((ma.articulation < 0 && mb.articulation < 0) || !i->box.overlaps(j->box) ||
          !scene_->may_touch(a, b))
        continue;
      const bool judged = std::binary_search(judged_.begin(), judged_.end(), Judged{a, b, 0.0},
                                             before<Judged, Judged>);
      const double speed = (ma.velocity - mb.velocity).norm() + ma.turning + mb.turning;
      join(a, b, judged ? 0.0 : need(a, b, speed, h));
    }
}

void StepParts::choose(double h, std::size_t articulations,
                       std::span<const contact::ContactRecord> contacts, const Swept& swept) {
  most_ = 1;
  if (!(thinnest_ > 0.0)) return;
  // Most steps are done here: no touch needs parts, and nothing is fast enough for the thinnest shape.
  const bool slow = 2.0 * fastest() * h <= kShortestWay * thinnest_;
  if (judge_contacts(h, contacts) <= 1.0 && slow) return;

  needs_.assign(articulations, 0.0);
  parent_.resize(articulations);
  for (std::size_t i = 0; i < articulations; ++i) parent_[i] = static_cast<int>(i);
  for (const Judged& j : judged_) join(j.a, j.b, j.need);
  join_near(h, swept);

  // All articulations near one that needs parts take as many.
  for (std::size_t i = 0; i < articulations; ++i) {
    double& most = needs_[at(root_of(static_cast<int>(i)))];
    most = std::max(most, needs_[i]);
  }
  parts_.resize(articulations);
  for (std::size_t i = 0; i < articulations; ++i) {
    parts_[i] = power_of_two_from(needs_[at(root_of(static_cast<int>(i)))]);
    most_ = std::max(most_, parts_[i]);
  }
}

}  // namespace outrigger::touching
