/// Every pair of shapes against an independent way: distance functions of the single shapes, which
/// know nothing of pairs, asked at points scattered over the surfaces. And rules that hold without a
/// reference: swapping the two negates the normal, moving both changes nothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "base/random.h"
#include "contact/shape_pairs.h"
#include "geometry/closest_point.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"
#include "math/random_rotation.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace shape_pairs_case {

using contact::Shape;
using description::ContactShape;
using Kind = ContactShape::Kind;

/// A shape with its distance function (< 0 inside; exact or right to first order at the surface) and
/// a random point of its surface.
struct Sample {
  std::string name;
  Shape shape;
  std::function<double(const Vec3&)> distance;
  std::function<Vec3(Random&)> surface;
  bool convex = true;
  double facet_error = 0.0;  ///< where facets stand for it [m]
};

double box_distance(const Vec3& p, const Vec3& half) {
  const Vec3 q = p.cwiseAbs() - half;
  return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
}

double cylinder_distance(const Vec3& p, double radius, double half_length) {
  const double across = p.head<2>().norm() - radius;
  const double along = std::abs(p.z()) - half_length;
  return std::min(std::max(across, along), 0.0) +
         std::sqrt(std::pow(std::max(across, 0.0), 2) + std::pow(std::max(along, 0.0), 2));
}

Vec3 unit(Random& random) { return random_rotation(random).col(0); }

Vec3 on_circle(Random& random, double from, double to) {
  const auto turn = elementary::sincos(random.uniform(from, to));
  return {turn.cosine, turn.sine, 0.0};
}

ContactShape description_of(Kind kind) {
  ContactShape s;
  s.kind = kind;
  s.size = kind == Kind::ellipsoid ? Vec3(0.5, 0.4, 0.3) : Vec3(1.0, 0.8, 0.6);
  s.radius = kind == Kind::torus ? 0.5 : kind == Kind::chain_link ? 0.25 : 0.4;
  s.length = kind == Kind::chain_link ? 0.4 : 0.8;
  s.tube = kind == Kind::chain_link ? 0.08 : 0.12;
  return s;
}

/// Distance of a point from the core of a link in the plane z = 0.
double link_distance(const Vec3& p, const ContactShape& s) {
  const double beyond = std::max(std::abs(p.x()) - 0.5 * s.length, 0.0);
  const double in_plane = std::sqrt(beyond * beyond + p.y() * p.y()) - s.radius;
  return std::sqrt(in_plane * in_plane + p.z() * p.z()) - s.tube;
}

Sample make_sample(const std::string& name, Kind kind, bool half = false) {
  ContactShape s = description_of(kind);
  s.half = half;
  Sample r{name, contact::make_shape(s), {}, {}, true, 0.0};
  constexpr double kTurn = 2.0 * std::numbers::pi;
  switch (kind) {
    case Kind::sphere:
      r.distance = [s](const Vec3& p) { return p.norm() - s.radius; };
      r.surface = [s](Random& random) { return Vec3(s.radius * unit(random)); };
      break;
    case Kind::box:
      r.distance = [s](const Vec3& p) { return box_distance(p, 0.5 * s.size); };
      r.surface = [s](Random& random) {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = random.uniform(-0.5, 0.5) * s.size[k];
        // On one, two or three sides at once: faces, edges, corners.
        for (std::uint64_t n = 1 + random.bits() % 3; n > 0; --n) {
          const int k = static_cast<int>(random.bits() % 3);
          p[k] = (random.bits() % 2 == 0 ? 0.5 : -0.5) * s.size[k];
        }
        return p;
      };
      break;
    case Kind::capsule:
      r.distance = [s](const Vec3& p) {
        const double z = std::clamp(p.z(), -0.5 * s.length, 0.5 * s.length);
        return (p - Vec3(0, 0, z)).norm() - s.radius;
      };
      r.surface = [s](Random& random) {
        const Vec3 n = unit(random);
        const double z = std::abs(n.z()) < 0.3 ? random.uniform(-0.5, 0.5) * s.length
                                               : std::copysign(0.5 * s.length, n.z());
        const Vec3 side = std::abs(n.z()) < 0.3 ? Vec3(n.x(), n.y(), 0).normalized() : n;
        return Vec3(s.radius * side + Vec3(0, 0, z));
      };
      break;
    case Kind::cylinder:
      r.facet_error = s.radius * (1.0 - elementary::cos(std::numbers::pi / contact::kFacets));
      r.distance = [s](const Vec3& p) { return cylinder_distance(p, s.radius, 0.5 * s.length); };
      r.surface = [s](Random& random) {
        const Vec3 around = on_circle(random, 0.0, kTurn);
        switch (random.bits() % 3) {
          case 0:
            return Vec3(s.radius * around + Vec3(0, 0, random.uniform(-0.5, 0.5) * s.length));
          case 1:
            return Vec3(random.uniform(0, 1) * s.radius * around +
                        Vec3(0, 0, random.bits() % 2 == 0 ? 0.5 * s.length : -0.5 * s.length));
          default:
            return Vec3(s.radius * around +
                        Vec3(0, 0, random.bits() % 2 == 0 ? 0.5 * s.length : -0.5 * s.length));
        }
      };
      break;
    case Kind::ellipsoid:
      r.facet_error = 0.02 * s.size.maxCoeff();
      r.distance = [s](const Vec3& p) {
        const double k1 = p.cwiseQuotient(s.size).norm();
        const double k2 = p.cwiseQuotient(s.size.cwiseAbs2()).norm();
        return k2 > 0.0 ? k1 * (k1 - 1.0) / k2 : -s.size.minCoeff();
      };
      r.surface = [s](Random& random) { return Vec3(unit(random).cwiseProduct(s.size)); };
      break;
    case Kind::torus:
      r.convex = false;
      r.distance = [s](const Vec3& p) {
        if (s.half && p.x() < 0.0) {
          return (p - Vec3(0, std::copysign(s.radius, p.y()), 0)).norm() - s.tube;
        }
        const double across = p.head<2>().norm() - s.radius;
        return std::sqrt(across * across + p.z() * p.z()) - s.tube;
      };
      r.surface = [s](Random& random) {
        const double limit = s.half ? 0.25 * kTurn : 0.5 * kTurn;
        const Vec3 core = s.radius * on_circle(random, -limit, limit);
        Vec3 n = unit(random);
        const Vec3 along = Vec3(-core.y(), core.x(), 0).normalized();
        n = (n - n.dot(along) * along).normalized();
        return Vec3(core + s.tube * n);
      };
      break;
    case Kind::chain_link:
      r.convex = false;
      r.distance = [s](const Vec3& p) { return link_distance(p, s); };
      r.surface = [s](Random& random) {
        Vec3 core, along;
        if (random.bits() % 2 == 0) {
          core = Vec3(random.uniform(-0.5, 0.5) * s.length,
                      random.bits() % 2 == 0 ? s.radius : -s.radius, 0);
          along = Vec3::UnitX();
        } else {
          const Vec3 around = on_circle(random, -0.25 * kTurn, 0.25 * kTurn);
          along = Vec3(-around.y(), around.x(), 0);
          core = s.radius * around + Vec3(0.5 * s.length, 0, 0);
          if (random.bits() % 2 == 0) {
            core.x() = -core.x();
            along.x() = -along.x();
          }
        }
        Vec3 n = unit(random);
        n = (n - n.dot(along) * along).normalized();
        return Vec3(core + s.tube * n);
      };
      break;
    case Kind::plane:
      r.distance = [](const Vec3& p) { return p.z(); };
      r.surface = [](Random& random) {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.0);
      };
      break;
    case Kind::mesh:
      break;
  }
  return r;
}

geometry::Mesh scaled(const geometry::Mesh& mesh, double scale) {
  std::vector<Vec3> vertices = mesh.vertices();
  for (Vec3& v : vertices) v *= scale;
  return {vertices, mesh.faces()};
}

/// Distance from a closed mesh that is star-shaped about the origin: the nearest of all its faces, and
/// the side of that face which the ray from the origin through the point meets.
class StarDistance {
 public:
  explicit StarDistance(const geometry::Mesh& mesh) : mesh_(mesh) {
    for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
      const geometry::Corners c = mesh.corners(f);
      const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
      double radius = 0.0;
      for (const Vec3& v : c) radius = std::max(radius, (v - middle).norm());
      around_.push_back({middle, radius});
    }
  }

  double operator()(const Vec3& p) const {
    double least = INFINITY;
    bool inside = false;
    for (std::int32_t f = 0; f < mesh_.face_count(); ++f) {
      const Around& around = around_[static_cast<std::size_t>(f)];
      if ((p - around.middle).norm() - around.radius < least) {
        least =
            std::min(least, (geometry::closest_point_on_triangle(p, mesh_.corners(f)) - p).norm());
      }
      if (p.dot(around.middle) > 0.0 && inside_of(mesh_.corners(f), p)) inside = true;
    }
    return inside ? -least : least;
  }

 private:
  struct Around {
    Vec3 middle;
    double radius;
  };
  /// In the pyramid over the face.
  static bool inside_of(const geometry::Corners& c, const Vec3& p) {
    return c[0].cross(c[1]).dot(p) >= 0.0 && c[1].cross(c[2]).dot(p) >= 0.0 &&
           c[2].cross(c[0]).dot(p) >= 0.0 && (c[1] - c[0]).cross(c[2] - c[0]).dot(p - c[0]) <= 0.0;
  }

  geometry::Mesh mesh_;
  std::vector<Around> around_;
};

/// A point in a face, on an edge or at a vertex.
Vec3 on_mesh(const geometry::Mesh& mesh, Random& random) {
  const auto faces = static_cast<std::uint64_t>(mesh.face_count());
  const geometry::Corners c = mesh.corners(static_cast<std::int32_t>(random.bits() % faces));
  const std::uint64_t part = random.bits() % 3;
  const double x = part == 2 ? 1.0 : random.uniform(0, 1);
  const double y = part == 0 ? random.uniform(0, 1) * (1.0 - x) : 1.0 - x;
  return x * c[0] + y * c[1] + (1.0 - x - y) * c[2];
}

/// A bumpy closed surface of 80 faces, 0.9 to 1.5 m across, with ridges, valleys and saddles.
Sample make_mesh_sample() {
  ContactShape s;
  s.kind = Kind::mesh;
  s.file = "bumps";
  const auto mesh =
      std::make_shared<geometry::Mesh>(scaled(geometry::sample_icosphere(1, 0.25), 0.6));
  const contact::MeshLibrary meshes = {{s.file, *mesh}};
  Sample r{"mesh", contact::make_shape(s, &meshes), {}, {}, false, 0.0};
  r.distance = StarDistance(*mesh);
  r.surface = [mesh](Random& random) { return on_mesh(*mesh, random); };
  return r;
}

/// An icosahedron of 0.5 m.
Sample make_polyhedron_sample() {
  const auto mesh = std::make_shared<geometry::Mesh>(scaled(geometry::sample_icosphere(0), 0.5));
  Sample r{"polyhedron", {}, {}, {}, true, 0.0};
  r.shape.kind = Kind::mesh;
  r.shape.geometry = geometry::make_convex_polyhedron(*mesh);
  r.shape.faces = *mesh;
  r.shape.tree = geometry::BoxTree(*mesh);
  r.distance = [mesh](const Vec3& p) {
    double highest = -INFINITY;
    for (std::int32_t f = 0; f < mesh->face_count(); ++f) {
      highest = std::max(highest, mesh->normal(f).dot(p - mesh->corners(f)[0]));
    }
    return highest;
  };
  r.surface = [mesh](Random& random) { return on_mesh(*mesh, random); };
  return r;
}

const contact::Contact* deepest_of(const contact::Contacts& contacts) {
  const contact::Contact* deepest = nullptr;
  for (const contact::Contact& c : contacts) {
    if (deepest == nullptr || c.depth > deepest->depth) deepest = &c;
  }
  return deepest;
}

/// Two poses and what was found for them.
struct Placed {
  const Sample& a;
  const Sample& b;
  Pose pose_a, pose_b;
  const contact::Contact* deepest;  ///< null: nothing

  double depth() const { return deepest == nullptr ? 0.0 : deepest->depth; }
};

/// What changes when nothing should.
struct Invariance {
  double swapped_depth = 0.0, swapped_normal = 0.0, moved_depth = 0.0, moved_normal = 0.0;

  void check(const Placed& placed, Random& random, contact::ShapePairs& pairs) {
    contacts_.clear();
    pairs.find(placed.b.shape, placed.pose_b, placed.a.shape, placed.pose_a, contacts_);
    compare(placed, -1.0, Mat3::Identity(), swapped_depth, swapped_normal);
    const Pose motion{2.0 * unit(random), random_rotation(random)};
    contacts_.clear();
    pairs.find(placed.a.shape, motion * placed.pose_a, placed.b.shape, motion * placed.pose_b,
               contacts_);
    compare(placed, 1.0, motion.rotation, moved_depth, moved_normal);
  }
  void report(Result& result) const {
    result.bound("depth changed by swapping A and B, m", swapped_depth, 1e-9);
    result.bound("normal not negated by it", swapped_normal, 1e-6);
    result.bound("depth changed by moving both, m", moved_depth, 1e-9);
    result.bound("normal not moved with them", moved_normal, 1e-6);
  }

 private:
  void compare(const Placed& placed, double sign, const Mat3& rotation, double& depth,
               double& normal) const {
    const contact::Contact* deepest = deepest_of(contacts_);
    depth = std::max(depth, std::abs((deepest == nullptr ? 0.0 : deepest->depth) - placed.depth()));
    if (deepest == nullptr || placed.deepest == nullptr) return;
    // Of several equally deep contacts any may be first.
    double least = INFINITY;
    for (const contact::Contact& c : contacts_) {
      if (c.depth < deepest->depth - 1e-9) continue;
      least = std::min(least, (c.normal - sign * (rotation * placed.deepest->normal)).norm());
    }
    normal = std::max(normal, least);
  }

  contact::Contacts contacts_;
};

/// Surfaces of both bodies as seen from each other, over many poses.
Result compare_pair(const Sample& a, const Sample& b) {
  constexpr int kPoses = 10000;
  constexpr int kPoints = 40;
  constexpr double kShallow = 0.05;
  Random random(77);
  contact::ShapePairs pairs;
  contact::Contacts contacts;
  std::int64_t overlapping = 0, missed = 0;
  double off_a = 0.0, off_b = 0.0, left = 0.0;
  bool by_facets = false;
  // A bent bar over a face rests on balls about points of its core, whose lowest points are within it.
  const bool with_mesh = b.shape.kind == Kind::mesh;
  const bool on_surface = a.convex || b.shape.kind == Kind::plane || (!b.convex && !with_mesh);
  Invariance invariance;
  Result result;
  result.series.columns = {"poses", "overlapping"};
  for (int i = 0; i < kPoses; ++i) {
    Pose pose_a{Vec3::Zero(), random_rotation(random)};
    Pose pose_b{random.uniform(0.2, 1.1) * unit(random), random_rotation(random)};
    if (with_mesh) pose_b.position *= 1.2;
    if (i % 5 == 0) pose_a.rotation = pose_b.rotation = Mat3::Identity();  // parallel
    if (b.shape.kind == Kind::plane) {
      pose_b.position = random.uniform(0.2, 0.8) * -pose_b.rotation.col(2);
    }
    contacts.clear();
    by_facets = pairs.find(a.shape, pose_a, b.shape, pose_b, contacts) || by_facets;
    const double tolerance = 1e-9 + (by_facets ? 2.0 * (a.facet_error + b.facet_error) : 0.0);

    // Points of each surface deep inside the other prove an overlap.
    double inside = 0.0;
    for (int k = 0; k < kPoints; ++k) {
      const Vec3 pa = pose_a.point(a.surface(random));
      const Vec3 pb = pose_b.point(b.surface(random));
      inside = std::max(
          {inside, -b.distance(pose_b.local_point(pa)), -a.distance(pose_a.local_point(pb))});
    }
    // How a mesh looks far from the surface of its partner is not asked (margin of the candidates).
    const bool proved = inside > 1e-3 + tolerance && !(with_mesh && inside > kShallow);
    overlapping += proved;
    missed += proved && contacts.empty();

    const contact::Contact* deepest = deepest_of(contacts);
    // Parallel and deep ones have several answers, between which rounding decides.
    if (i % 5 == 1 && inside < kShallow) {
      invariance.check({a, b, pose_a, pose_b, deepest}, random, pairs);
    }
    // The deepest place; others support a lying body and need not be on its surface. Deep overlaps
    // are answered by a way out, not by a pair of surface points.
    if (deepest != nullptr && deepest->depth < kShallow && inside < kShallow) {
      const Vec3 local_a = pose_a.local_point(deepest->on_a);
      const double at_a = a.distance(local_a);
      off_a = std::max(off_a, (on_surface ? std::abs(at_a) : at_a) - tolerance);
      off_b = std::max(off_b, std::abs(b.distance(pose_b.local_point(deepest->on_b))) - tolerance);
    }
    // Shallow convex bodies come apart by the depth along the normal.
    if (deepest != nullptr && a.convex && b.convex && deepest->depth < kShallow) {
      const Vec3 move = (deepest->depth + tolerance) * deepest->normal;
      for (int k = 0; k < kPoints; ++k) {
        const Vec3 pa = pose_a.point(a.surface(random)) + move;
        left = std::max(left, -b.distance(pose_b.local_point(pa)) - tolerance);
      }
    }
    if (i % 100 == 99) {
      result.series.rows.push_back({i + 1.0, static_cast<double>(overlapping)});
    }
  }
  result.bound("overlaps without a contact, 10,000 poses", static_cast<double>(missed), 0.0);
  result.bound(
      on_surface ? "deepest point of A off its surface, m" : "deepest point of A outside of it, m",
      off_a, 1e-9);
  result.bound("its partner off the surface of B, m", off_b, 1e-9);
  if (a.convex && b.convex) {
    result.bound("overlap left after moving out by the depth, m", left, 1e-9);
  }
  invariance.report(result);
  result.compare("overlapping poses, in hundreds (any number above 3)",
                 std::min(static_cast<double>(overlapping) / 100.0, 3.0), 3.0, 0.0);
  return result;
}

struct Name {
  const char* name;
  Kind kind;
  bool half;
};
constexpr std::array<Name, 9> kNames = {{{"sphere", Kind::sphere, false},
                                         {"capsule", Kind::capsule, false},
                                         {"torus", Kind::torus, false},
                                         {"half-torus", Kind::torus, true},
                                         {"link", Kind::chain_link, false},
                                         {"box", Kind::box, false},
                                         {"cylinder", Kind::cylinder, false},
                                         {"ellipsoid", Kind::ellipsoid, false},
                                         {"plane", Kind::plane, false}}};

}  // namespace shape_pairs_case

std::vector<Case> shape_pair_cases() {
  using namespace shape_pairs_case;
  std::vector<Case> cases;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    for (std::size_t j = i; j < kNames.size(); ++j) {
      const Name a = kNames[i];
      const Name b = kNames[j];
      if (a.kind == Kind::plane) continue;
      cases.push_back({std::string("contact-") + a.name + "-" + b.name,
                       std::string(a.name) + " against " + b.name +
                           ": contacts against the shapes' distance functions",
                       [a, b] {
                         return compare_pair(make_sample(a.name, a.kind, a.half),
                                             make_sample(b.name, b.kind, b.half));
                       }});
    }
  }
  const auto add_mesh = [&cases](const std::string& name, auto&& make) {
    cases.push_back({"contact-" + name + "-mesh",
                     name + " against a bumpy mesh: contacts against distances from all its faces",
                     [make] { return compare_pair(make(), make_mesh_sample()); }});
  };
  for (const Name& a : kNames) {
    if (a.kind == Kind::ellipsoid || a.kind == Kind::plane) continue;
    add_mesh(a.name, [a] { return make_sample(a.name, a.kind, a.half); });
  }
  add_mesh("polyhedron", make_polyhedron_sample);
  return cases;
}

}  // namespace outrigger::validation
