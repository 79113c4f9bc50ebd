#include "geometry/convex_hull.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/assert.h"
#include "base/error.h"
#include "geometry/exact.h"
#include "geometry/index.h"

namespace outrigger::geometry {
namespace {

bool lexically_less(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// The points scaled by a power of two to a size of about 1 and, where they are 2^-300 times
/// smaller still, rounded to 0: then no product of the exact tests leaves the range of doubles.
std::vector<Vec3> scaled_points(std::span<const Vec3> points) {
  double largest = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite()) {
      throw Error(fmt::format("point {} is not a finite number: ({}, {}, {})", i, points[i].x(),
                              points[i].y(), points[i].z()));
    }
    largest = std::max(largest, points[i].cwiseAbs().maxCoeff());
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  std::vector<Vec3> scaled(points.begin(), points.end());
  for (Vec3& p : scaled) {
    for (double& x : p) {
      x = std::ldexp(x, -exponent);
      if (std::abs(x) < 0x1p-300) x = 0.0;
    }
  }
  return scaled;
}

struct Face {
  Triangle corner;
  std::array<Index, 3> neighbour;  ///< across the edge from corner c to corner c + 1
  Vec3 normal;                     ///< for ranking only
  std::vector<Index> outside;
  bool alive = true;
};

class Quickhull {
 public:
  explicit Quickhull(const std::vector<Vec3>& points) : p_(points) {}

  /// Four points that span a volume, turned so that the first three see the fourth from behind.
  std::vector<Triangle> run(std::array<Index, 4> start) {
    static constexpr int kCorner[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static constexpr int kNeighbour[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f) {
      const auto corner = [&](int c) { return start[static_cast<std::size_t>(kCorner[f][c])]; };
      add_face({corner(0), corner(1), corner(2)});
      faces_.back().neighbour = {kNeighbour[f][0], kNeighbour[f][1], kNeighbour[f][2]};
    }
    std::vector<Index> all(p_.size());
    std::iota(all.begin(), all.end(), 0);
    share_out(all, 0);
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (faces_[f].alive && !faces_[f].outside.empty()) add_point(static_cast<Index>(f));
    }
    std::vector<Triangle> result;
    for (const Face& f : faces_) {
      if (f.alive) result.push_back(f.corner);
    }
    return result;
  }

 private:
  bool above(Index f, Index v) const {
    const Triangle& t = faces_[at(f)].corner;
    return side_of_plane(p_[at(t[0])], p_[at(t[1])], p_[at(t[2])], p_[at(v)]) > 0;
  }

  void add_face(const Triangle& t) {
    Face face;
    face.corner = t;
    face.normal = (p_[at(t[1])] - p_[at(t[0])]).cross(p_[at(t[2])] - p_[at(t[0])]);
    faces_.push_back(std::move(face));
  }

  /// Gives each point to the first face from `first` on that sees it; the others are inside.
  void share_out(const std::vector<Index>& points, std::size_t first) {
    for (const Index v : points) {
      for (std::size_t f = first; f < faces_.size(); ++f) {
        if (!above(static_cast<Index>(f), v)) continue;
        faces_[f].outside.push_back(v);
        break;
      }
    }
  }

  /// The outermost point of a face. Of several (a flat side of the hull) the lexically last one,
  /// which is a corner of that side.
  Index outermost(const Face& face) const {
    Index best = face.outside.front();
    double height = face.normal.dot(p_[at(best)]);
    for (const Index v : face.outside) {
      const double h = face.normal.dot(p_[at(v)]);
      if (h > height || (h == height && lexically_less(p_[at(best)], p_[at(v)]))) {
        height = h;
        best = v;
      }
    }
    return best;
  }

  struct HorizonEdge {
    Index from, to;  ///< as the visible face runs along it
    Index face;      ///< beyond it
  };

  /// Replaces all faces that see the point by a cone over their border.
  void add_point(Index seen_first) {
    const Index apex = outermost(faces_[at(seen_first)]);
    std::vector<Index> visible = {seen_first};
    std::vector<HorizonEdge> horizon;
    faces_[at(seen_first)].alive = false;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      for (std::size_t c = 0; c < 3; ++c) {
        const Face& face = faces_[at(visible[i])];
        const Index beyond = face.neighbour[c];
        if (!faces_[at(beyond)].alive) continue;
        if (above(beyond, apex)) {
          faces_[at(beyond)].alive = false;
          visible.push_back(beyond);
        } else {
          horizon.push_back({face.corner[c], face.corner[(c + 1) % 3], beyond});
        }
      }
    }
    // A face may turn out visible after an edge to it was noted as horizon: never with exact
    // tests, since `above` does not depend on the way there.
    const std::size_t first = faces_.size();
    make_cone(apex, horizon);
    std::vector<Index> orphans;
    for (const Index f : visible) {
      std::vector<Index>& outside = faces_[at(f)].outside;
      for (const Index v : outside) {
        if (v != apex) orphans.push_back(v);
      }
      std::vector<Index>().swap(outside);
    }
    share_out(orphans, first);
  }

  void make_cone(Index apex, const std::vector<HorizonEdge>& horizon) {
    start_of_.resize(p_.size(), Mesh::kNone);
    const auto first = static_cast<Index>(faces_.size());
    for (std::size_t i = 0; i < horizon.size(); ++i) {
      const HorizonEdge& e = horizon[i];
      const Index f = first + static_cast<Index>(i);
      add_face({e.from, e.to, apex});
      faces_.back().neighbour[0] = e.face;
      Face& beyond = faces_[at(e.face)];
      for (std::size_t c = 0; c < 3; ++c) {
        if (beyond.corner[c] == e.to && beyond.corner[(c + 1) % 3] == e.from) {
          beyond.neighbour[c] = f;
        }
      }
      start_of_[at(e.from)] = f;
    }
    // Each corner of the horizon starts exactly one of its edges.
    for (std::size_t i = 0; i < horizon.size(); ++i) {
      const Index f = first + static_cast<Index>(i);
      const Index next = start_of_[at(horizon[i].to)];
      OUTRIGGER_ASSERT(next >= first, "the horizon of a hull is not closed");
      faces_[at(f)].neighbour[1] = next;
      faces_[at(next)].neighbour[2] = f;
    }
  }

  const std::vector<Vec3>& p_;
  std::vector<Face> faces_;
  std::vector<Index> start_of_;
};

/// Corners of the flat hull of points in one plane, counter-clockwise in the coordinates i, j
/// (monotone chain); the plane is not parallel to the axis that is left out.
std::vector<Index> flat_hull(const std::vector<Vec3>& p, std::vector<Index> order, int i, int j) {
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::tuple(p[at(a)][i], p[at(a)][j], a) < std::tuple(p[at(b)][i], p[at(b)][j], b);
  });
  std::vector<Index> chain;
  for (int half = 0; half < 2; ++half) {
    const std::size_t fixed = chain.size();
    for (const Index v : order) {
      while (chain.size() >= fixed + 2 && side_of_line(p[at(chain[chain.size() - 2])],
                                                       p[at(chain.back())], p[at(v)], i, j) <= 0) {
        chain.pop_back();
      }
      chain.push_back(v);
    }
    chain.pop_back();  // the first of the other half
    std::reverse(order.begin(), order.end());
  }
  return chain;
}

/// The exact hull of different points as triangles, or its corners where it has no volume.
struct Shape {
  std::vector<Triangle> faces;
  std::vector<Index> corners;
  int dimension = -1;
};

Shape flat_shape(const std::vector<Vec3>& p, const std::array<Index, 3>& span) {
  Shape shape;
  shape.dimension = 2;
  std::vector<Index> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (side_of_line(p[at(span[0])], p[at(span[1])], p[at(span[2])], i, j) == 0) continue;
    shape.corners = flat_hull(p, std::move(order), i, j);
    break;
  }
  for (std::size_t k = 2; k < shape.corners.size(); ++k) {
    const Triangle t = {shape.corners[0], shape.corners[k - 1], shape.corners[k]};
    shape.faces.push_back(t);
    shape.faces.push_back({t[0], t[2], t[1]});
  }
  return shape;
}

Shape hull_shape(const std::vector<Vec3>& p) {
  if (p.empty()) return {};
  const auto less = [&p](Index a, Index b) { return lexically_less(p[at(a)], p[at(b)]); };
  std::vector<Index> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  const auto [low, high] = std::minmax_element(order.begin(), order.end(), less);
  if (p[at(*low)] == p[at(*high)]) return {{}, {*low}, 0};
  // A third point far from the line and a fourth far from the plane; the exact tests decide.
  std::array<Index, 4> start = {*low, *high, -1, -1};
  const Vec3 a = p[at(start[0])], direction = (p[at(start[1])] - a);
  double best = -1.0;
  for (const Index v : order) {
    const double d = direction.cross(p[at(v)] - a).squaredNorm();
    if (d > best && !collinear(a, p[at(start[1])], p[at(v)])) {
      best = d;
      start[2] = v;
    }
  }
  if (start[2] < 0) return {{}, {start[0], start[1]}, 1};
  const Vec3 b = p[at(start[1])], c = p[at(start[2])];
  const Vec3 normal = direction.cross(c - a);
  best = -1.0;
  for (const Index v : order) {
    const double d = std::abs(normal.dot(p[at(v)] - a));
    if (d > best && side_of_plane(a, b, c, p[at(v)]) != 0) {
      best = d;
      start[3] = v;
    }
  }
  if (start[3] < 0) return flat_shape(p, {start[0], start[1], start[2]});
  if (side_of_plane(a, b, c, p[at(start[3])]) > 0) std::swap(start[1], start[2]);
  Shape shape;
  shape.dimension = 3;
  shape.faces = Quickhull(p).run(start);
  return shape;
}

/// Corners at which at least three different planes meet, in ascending order.
std::vector<Index> true_corners(const std::vector<Vec3>& p, const std::vector<Triangle>& faces) {
  std::vector<std::vector<Index>> faces_of(p.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (const Index v : faces[f]) faces_of[at(v)].push_back(static_cast<Index>(f));
  }
  const auto same_plane = [&](Index f, Index g) {
    const Triangle& t = faces[at(f)];
    return std::all_of(faces[at(g)].begin(), faces[at(g)].end(), [&](Index v) {
      return side_of_plane(p[at(t[0])], p[at(t[1])], p[at(t[2])], p[at(v)]) == 0;
    });
  };
  std::vector<Index> corners;
  for (std::size_t v = 0; v < p.size(); ++v) {
    std::vector<Index> planes;
    for (const Index f : faces_of[v]) {
      if (std::none_of(planes.begin(), planes.end(), [&](Index g) { return same_plane(g, f); })) {
        planes.push_back(f);
      }
      if (planes.size() == 3) break;
    }
    if (planes.size() == 3) corners.push_back(static_cast<Index>(v));
  }
  return corners;
}

std::vector<Index> used_vertices(const std::vector<Triangle>& faces) {
  std::vector<Index> used;
  for (const Triangle& t : faces) used.insert(used.end(), t.begin(), t.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

}  // namespace

ConvexHull convex_hull(std::span<const Vec3> points) {
  const std::vector<Vec3> scaled = scaled_points(points);
  Shape shape = hull_shape(scaled);
  std::vector<Index> kept(points.size());  // of the shape's points, among the given ones
  std::iota(kept.begin(), kept.end(), 0);
  if (shape.dimension == 3) {
    // Points within sides or edges may have been added before their neighbours: once more
    // without them.
    const std::vector<Index> corners = true_corners(scaled, shape.faces);
    if (corners.size() < used_vertices(shape.faces).size()) {
      std::vector<Vec3> fewer;
      for (const Index v : corners) fewer.push_back(scaled[at(v)]);
      kept = corners;
      shape = hull_shape(fewer);
    }
  }
  ConvexHull hull;
  hull.dimension = shape.dimension;
  std::vector<Index> corners = shape.faces.empty() ? shape.corners : used_vertices(shape.faces);
  std::vector<Vec3> vertices;
  for (const Index v : corners) {
    hull.points.push_back(kept[at(v)]);
    vertices.push_back(points[at(kept[at(v)])]);
  }
  for (Triangle& t : shape.faces) {
    for (Index& v : t) {
      v = static_cast<Index>(std::lower_bound(corners.begin(), corners.end(), v) - corners.begin());
    }
  }
  hull.mesh = Mesh(std::move(vertices), std::move(shape.faces));
  return hull;
}

}  // namespace outrigger::geometry
