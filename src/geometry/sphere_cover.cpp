#include "geometry/sphere_cover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/error.h"
#include "base/random.h"
#include "geometry/closest_point.h"
#include "geometry/convex_hull.h"
#include "geometry/mass_properties.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

struct Sample {
  Vec3 point, normal;
};

/// Points spread over the faces by area (fixed seed).
std::vector<Sample> sample_surface(const Mesh& mesh, int count) {
  std::vector<Sample> samples;
  std::vector<double> sums;
  double area = 0.0;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners t = mesh.corners(f);
    area += triangle_area(t[0], t[1], t[2]);
    sums.push_back(area);
  }
  Random random(20);
  for (int i = 0; i < count; ++i) {
    const double place = area * (i + random.uniform()) / count;
    const auto f = static_cast<std::int32_t>(std::min<std::ptrdiff_t>(
        std::lower_bound(sums.begin(), sums.end(), place) - sums.begin(), mesh.face_count() - 1));
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1.0) {
      u = 1.0 - u;
      v = 1.0 - v;
    }
    const Corners t = mesh.corners(f);
    samples.push_back({t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]), mesh.normal(f)});
  }
  return samples;
}

/// Vertices with the mean of their faces' normals, weighted by the angle.
std::vector<Sample> vertex_samples(const Mesh& mesh, std::size_t most) {
  std::vector<Vec3> normals(mesh.vertices().size(), Vec3::Zero());
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners t = mesh.corners(f);
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3 u = (t[(c + 1) % 3] - t[c]).normalized(), v = (t[(c + 2) % 3] - t[c]).normalized();
      // 1 - cos grows with the angle: enough to be independent of how flat sides are cut.
      normals[static_cast<std::size_t>(mesh.face(f)[c])] += (1.0 - u.dot(v)) * mesh.normal(f);
    }
  }
  std::vector<Sample> samples;
  const std::size_t stride = mesh.vertices().size() / most + 1;
  for (std::size_t v = 0; v < normals.size(); v += stride) {
    if (normals[v].norm() > 1e-12) samples.push_back({mesh.vertices()[v], normals[v].normalized()});
  }
  return samples;
}

class Inside {
 public:
  explicit Inside(const Mesh& mesh) : mesh_(mesh), tree_(mesh) {}

  /// The largest ball inside that touches the sample to within `slack`, at most of radius `most`.
  /// The slack lets balls rest on the facets of round surfaces, not in the grooves between them.
  PlacedSphere ball_at(const Sample& s, double most, double slack) const {
    double radius = most;
    for (int i = 0; i < 60; ++i) {
      const Vec3 centre = s.point - radius * s.normal;
      const NearestOnMesh nearest = nearest_on_mesh(mesh_, tree_, centre);
      if (nearest.distance >= radius - std::min(slack, 0.05 * radius) && contains(centre)) {
        return {centre, nearest.distance};
      }
      // The ball through the sample and the point that was inside.
      const Vec3 d = s.point - nearest.point;
      const double along = d.dot(s.normal);
      const double next = along > 0.0 ? d.squaredNorm() / (2.0 * along) : 0.0;
      radius = next > 0.0 && next < 0.999 * radius ? next : 0.9 * radius;
    }
    return {};
  }
  /// By the nearest face; of several equally near ones that which p faces most.
  bool contains(const Vec3& p) const {
    const NearestOnMesh nearest = nearest_on_mesh(mesh_, tree_, p);
    double most = 0.0;
    tree_.for_each_near(p, nearest.distance * (1.0 + 1e-9), [&](std::int32_t f) {
      const Vec3 q = closest_point_on_triangle(p, mesh_.corners(f));
      if ((q - p).norm() > nearest.distance * (1.0 + 1e-9)) return;
      const double height = mesh_.normal(f).dot(p - q);
      if (std::abs(height) > std::abs(most)) most = height;
    });
    return most < 0.0;
  }
  double distance(const Vec3& p) const { return nearest_on_mesh(mesh_, tree_, p).distance; }

 private:
  const Mesh& mesh_;
  BoxTree tree_;
};

/// The errors that are to be made small, and what each candidate leaves of them.
class Choice {
 public:
  Choice(std::size_t elements, std::size_t candidates)
      : elements_(elements), left_(elements * candidates) {}
  float& left(std::size_t candidate, std::size_t element) {
    return left_[candidate * elements_ + element];
  }

  /// Indices of the candidates that are chosen.
  std::vector<std::size_t> choose(std::size_t count, float scale) {
    scale_ = scale;
    const std::size_t candidates = left_.size() / elements_;
    std::vector<std::size_t> chosen;
    std::vector<float> error(elements_, std::numeric_limits<float>::infinity());
    while (chosen.size() < std::min(count, candidates)) {
      chosen.push_back(best_with(error));
      lower(error, chosen.back());
    }
    // Exchange one at a time while it helps.
    double cost = cost_of(error);
    for (int round = 0; round < 6; ++round) {
      const double before = cost;
      for (std::size_t& c : chosen) {
        const std::size_t old = c;
        std::vector<float> others(elements_, std::numeric_limits<float>::infinity());
        for (const std::size_t& d : chosen) {
          if (&d != &c) lower(others, d);
        }
        c = best_with(others);
        std::vector<float> with = others;
        lower(with, c);
        if (cost_of(with) < cost) {
          cost = cost_of(with);
        } else {
          c = old;
        }
      }
      if (cost > 0.999 * before) break;
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

 private:
  void lower(std::vector<float>& error, std::size_t candidate) {
    for (std::size_t e = 0; e < elements_; ++e) error[e] = std::min(error[e], left(candidate, e));
  }
  double power(float x) const {
    const double y = x / scale_, y2 = y * y, y4 = y2 * y2;
    return y4 * y4;
  }
  double cost_of(const std::vector<float>& error) const {
    double sum = 0.0;
    for (const float x : error) sum += power(x);
    return sum;
  }
  std::size_t best_with(const std::vector<float>& error) {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < left_.size() / elements_; ++c) {
      double sum = 0.0;
      for (std::size_t e = 0; e < elements_ && sum < least; ++e) {
        sum += power(std::min(error[e], left(c, e)));
      }
      if (sum < least) {
        least = sum;
        best = c;
      }
    }
    return best;
  }

  std::size_t elements_;
  std::vector<float> left_;
  float scale_ = 1.0f;
};

double support(const std::vector<Vec3>& points, const Vec3& direction) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& p : points) most = std::max(most, p.dot(direction));
  return most;
}

double ground_error(const std::vector<Vec3>& corners, const std::vector<PlacedSphere>& spheres) {
  const Mesh directions = sample_icosphere(5);
  double worst = 0.0;
  for (const Vec3& d : directions.vertices()) {
    double reach = -std::numeric_limits<double>::infinity();
    for (const PlacedSphere& s : spheres) reach = std::max(reach, s.centre.dot(d) + s.radius);
    worst = std::max(worst, support(corners, d) - reach);
  }
  return worst;
}

std::vector<PlacedSphere> find_candidates(const Mesh& mesh, const Inside& inside,
                                          const SphereCoverOptions& options) {
  const double size = mesh.box().size().norm();
  const double most = options.max_radius > 0.0 ? options.max_radius : size;
  std::vector<Sample> samples = sample_surface(mesh, options.samples / 2);
  const std::vector<Sample> corners =
      vertex_samples(mesh, static_cast<std::size_t>(options.samples) / 4);
  std::vector<PlacedSphere> candidates;
  for (const Sample& s : samples) candidates.push_back(inside.ball_at(s, most, 2e-3 * size));
  // A ball pushed into a corner cannot touch its tip: several sizes, along the normal.
  for (const Sample& s : corners) {
    for (double reach = std::min(2.0 * most, 0.5 * size); reach > 0.005 * size; reach *= 0.5) {
      const Vec3 centre = s.point - reach * s.normal;
      if (!inside.contains(centre)) continue;
      candidates.push_back({centre, std::min(inside.distance(centre), most)});
    }
  }
  std::erase_if(candidates, [&](const PlacedSphere& s) { return !(s.radius > 1e-6 * size); });
  return candidates;
}

}  // namespace

double largest_gap(const Mesh& mesh, const std::vector<PlacedSphere>& spheres, double margin) {
  const auto gap = [&spheres](const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const PlacedSphere& s : spheres) least = std::min(least, (p - s.centre).norm() - s.radius);
    return std::max(least, 0.0);
  };
  // The gap changes by no more than the way: a triangle's is at most that of its middle plus its
  // radius. The triangle of the largest bound is divided until the bound is good enough.
  struct Piece {
    double bound;
    std::int64_t order;
    Corners t;
    bool operator<(const Piece& o) const {
      return std::tie(bound, o.order) < std::tie(o.bound, order);
    }
  };
  std::priority_queue<Piece> pieces;
  double found = 0.0;
  std::int64_t order = 0;
  const auto add = [&](const Corners& t) {
    const Vec3 middle = (t[0] + t[1] + t[2]) / 3.0;
    double radius = 0.0;
    for (const Vec3& p : t) radius = std::max(radius, (p - middle).norm());
    const double g = gap(middle);
    found = std::max(found, g);
    if (g + radius > found + margin) pieces.push({g + radius, order++, t});
  };
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) add(mesh.corners(f));
  while (!pieces.empty() && pieces.top().bound > found + margin) {
    const Corners t = pieces.top().t;
    pieces.pop();
    const Vec3 a = 0.5 * (t[0] + t[1]), b = 0.5 * (t[1] + t[2]), c = 0.5 * (t[2] + t[0]);
    for (const Corners& part :
         {Corners{t[0], a, c}, Corners{a, t[1], b}, Corners{c, b, t[2]}, Corners{a, b, c}}) {
      add(part);
    }
  }
  return found + margin;
}

SphereCover cover_with_spheres(const Mesh& mesh, const SphereCoverOptions& options) {
  if (options.count < 1 || options.count > 10000) {
    throw Error(fmt::format("{} spheres: between 1 and 10000 are possible", options.count));
  }
  mass_properties(mesh);  // says what is wrong where there is no inside
  const Inside inside(mesh);
  const std::vector<PlacedSphere> candidates = find_candidates(mesh, inside, options);
  if (candidates.empty()) throw Error("the mesh is too thin: no sphere fits into it");
  const double size = mesh.box().size().norm();
  const std::vector<Vec3> corners = convex_hull(mesh.vertices()).mesh.vertices();

  const bool ground = options.goal == CoverGoal::ground;
  std::vector<Vec3> elements;
  if (ground) {
    elements = sample_icosphere(3).vertices();
  } else {
    for (const Sample& s : sample_surface(mesh, options.samples)) elements.push_back(s.point);
    for (const Sample& s : vertex_samples(mesh, 500)) elements.push_back(s.point);
  }
  Choice choice(elements.size(), candidates.size());
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const double reach = ground ? support(corners, elements[e]) : 0.0;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const PlacedSphere& s = candidates[c];
      const double error = ground ? reach - (s.centre.dot(elements[e]) + s.radius)
                                  : (elements[e] - s.centre).norm() - s.radius;
      choice.left(c, e) = static_cast<float>(std::max(error, 0.0));
    }
  }
  SphereCover cover;
  for (const std::size_t c :
       choice.choose(static_cast<std::size_t>(options.count), static_cast<float>(0.1 * size))) {
    cover.spheres.push_back(candidates[c]);
  }
  cover.surface_error_margin = 1e-3 * size;
  cover.surface_error = largest_gap(mesh, cover.spheres, cover.surface_error_margin);
  cover.ground_error = ground_error(corners, cover.spheres);
  for (const PlacedSphere& s : cover.spheres) {
    cover.protrusion = std::max(cover.protrusion, s.radius - inside.distance(s.centre));
  }
  return cover;
}

}  // namespace outrigger::geometry
