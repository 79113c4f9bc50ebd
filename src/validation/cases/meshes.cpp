/// Contact detection between meshes: the pairs of faces are those of brute force, the contours of
/// closed meshes are closed, overlaps have the volume, area and inertia of known bodies.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "contact/near/mesh_patches.h"
#include "geometry/exact.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "validation/cases/cases.h"
#include "validation/detection_scenes.h"

namespace outrigger::validation {
namespace meshes_case {

using contact::MeshPairs;
using contact::MeshPatches;
using contact::MeshShape;
using geometry::Mesh;

MeshShape shape(const Solid& solid) { return {&solid.mesh, &solid.tree}; }

/// Pairs by brute force: every face against every face whose box overlaps, and every edge of one
/// through the other face; the exact signs of plain geometry, without the moved mesh and the trees.
/// `touching` counts pairs that only touch.
std::int64_t brute_force(const Mesh& a, const Mesh& b, const Pose& pose, std::int64_t& touching) {
  std::vector<Vec3> placed = b.vertices();
  for (Vec3& p : placed) p = pose.point(p);
  const auto corner = [&](std::int32_t f, int i) -> const Vec3& {
    return placed[static_cast<std::size_t>(b.face(f)[static_cast<std::size_t>(i)])];
  };
  std::vector<geometry::Box> boxes(static_cast<std::size_t>(b.face_count()));
  geometry::Box all;
  for (std::int32_t f = 0; f < b.face_count(); ++f) {
    for (int i = 0; i < 3; ++i) boxes[static_cast<std::size_t>(f)].add(corner(f, i));
    all.add(boxes[static_cast<std::size_t>(f)]);
  }
  // 1 crosses, 0 not, -1 touches.
  const auto crosses = [](const Vec3& p, const Vec3& q, const Vec3& x, const Vec3& y,
                          const Vec3& z) {
    const int from = geometry::side_of_plane(x, y, z, p);
    const int to = geometry::side_of_plane(x, y, z, q);
    if (from * to > 0) return 0;
    const int s0 = geometry::side_of_plane(p, q, x, y);
    const int s1 = geometry::side_of_plane(p, q, y, z);
    const int s2 = geometry::side_of_plane(p, q, z, x);
    const bool mixed = std::min({s0, s1, s2}) < 0 && std::max({s0, s1, s2}) > 0;
    if (mixed) return 0;
    return from != 0 && to != 0 && s0 != 0 && s1 != 0 && s2 != 0 ? 1 : -1;
  };
  std::int64_t pairs = 0;
  for (std::int32_t fa = 0; fa < a.face_count(); ++fa) {
    const geometry::Box box = a.face_box(fa);
    if (!box.overlaps(all)) continue;
    const geometry::Corners p = a.corners(fa);
    for (std::int32_t fb = 0; fb < b.face_count(); ++fb) {
      if (!box.overlaps(boxes[static_cast<std::size_t>(fb)])) continue;
      bool meet = false;
      bool touch = false;
      for (std::size_t i = 0; i < 3; ++i) {
        const int j = static_cast<int>(i);
        const int one = crosses(p[i], p[(i + 1) % 3], corner(fb, 0), corner(fb, 1), corner(fb, 2));
        const int two = crosses(corner(fb, j), corner(fb, (j + 1) % 3), p[0], p[1], p[2]);
        meet = meet || one == 1 || two == 1;
        touch = touch || one == -1 || two == -1;
      }
      pairs += meet;
      touching += touch;
    }
  }
  return pairs;
}

Result pairs_exact() {
  Result result;
  const Solid solid(mesh_pairs_mesh());
  const std::vector<Pose> poses = mesh_pairs_poses();
  MeshPairs query;
  double sum = 0.0;
  std::int64_t wrong = 0;
  std::int64_t touching = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    query.find(shape(solid), shape(solid), poses[i]);
    const auto found = static_cast<std::int64_t>(query.pairs().size());
    sum += static_cast<double>(found);
    result.series.rows.push_back({poses[i].position.norm(), static_cast<double>(found)});
    if (i < 20) wrong += std::abs(found - brute_force(solid.mesh, solid.mesh, poses[i], touching));
  }
  result.series.columns = {"distance of the centres, m", "pairs of faces that meet"};
  std::sort(result.series.rows.begin(), result.series.rows.end());
  result.compare("mean number of pairs, 1,000 poses of 20,480 against 20,480 faces",
                 sum / static_cast<double>(poses.size()), 297.377, 5e-4);
  result.bound("pairs that differ from brute force in 20 poses", static_cast<double>(wrong), 0.0);
  result.bound("pairs that only touch in these poses", static_cast<double>(touching), 0.0);
  return result;
}

/// 10,200 poses of three pairs; every other one puts a vertex of B onto a vertex, the middle
/// of an edge or a point of a face of A, exactly, after quarter turns.
Result contours_closed() {
  Result result;
  constexpr int kBits = 16;
  constexpr int kPoses = 3400;
  const Solid bumpy(on_grid(mesh_pairs_mesh(), kBits));
  const Solid torus(on_grid(geometry::sample_torus(0.75, 0.25, 160, 40), kBits));
  const Solid star(on_grid(geometry::sample_icosphere(5, 0.3), kBits));
  struct Pair {
    const char* name;
    const Solid* a;
    const Solid* b;
  };
  result.series.columns = {"poses", "contours of this pair", "open ones",
                           "vertices both inside and outside"};
  double poses = 0.0;
  MeshPatches query;
  MeshPairs pairs;
  contact::MeshContours traced;
  for (const Pair& pair :
       {Pair{"bumpy sphere and torus", &bumpy, &torus}, Pair{"torus and torus", &torus, &torus},
        Pair{"star and bumpy sphere", &star, &bumpy}}) {
    Random random(42);
    std::int64_t open = 0, breaks = 0, conflicts = 0, contours = 0;
    for (int i = 0; i < kPoses; ++i) {
      Pose pose;
      if (i % 2 == 0) {
        pose.rotation = random_rotation(random);
        pose.position = random.uniform(0.9, 1.9) * random_rotation(random).col(0);
      } else {
        const auto quarter = [&](const Vec3& axis) {
          const double angle = std::numbers::pi / 2.0 * static_cast<double>(random.bits() % 4);
          return Mat3(Eigen::AngleAxisd(angle, axis).toRotationMatrix().array().round().matrix());
        };
        pose.rotation = quarter(Vec3::UnitX()) * quarter(Vec3::UnitY()) * quarter(Vec3::UnitZ());
        const Mesh& a = pair.a->mesh;
        const Mesh& b = pair.b->mesh;
        const geometry::Corners t = a.corners(
            static_cast<std::int32_t>(random.bits() % static_cast<unsigned>(a.face_count())));
        const Vec3 v = b.vertex(
            static_cast<std::int32_t>(random.bits() % static_cast<unsigned>(b.vertex_count())));
        const Vec3 onto[3] = {t[0], 0.5 * (t[0] + t[1]), 0.5 * t[0] + 0.25 * (t[1] + t[2])};
        pose.position = onto[random.bits() % 3] - pose.rotation * v;
      }
      pairs.find(shape(*pair.a), shape(*pair.b), pose);
      traced.trace(shape(*pair.a), shape(*pair.b), pairs);
      open += traced.open_count();
      breaks += traced.break_count();
      contours += static_cast<std::int64_t>(traced.contours().size());
      if (i % 5 < 2) {  // regions cost more: of two poses in five, one of them aligned
        query.find(shape(*pair.a), shape(*pair.b), pose);
        conflicts += query.conflict_count();
      }
      if (i % 100 == 99) {
        poses += 100.0;
        result.series.rows.push_back({poses, static_cast<double>(contours),
                                      static_cast<double>(open), static_cast<double>(conflicts)});
      }
    }
    const std::string name = std::string(": ") + pair.name + ", 3,400 poses";
    result.bound("open contours" + name, static_cast<double>(open), 0.0);
    result.bound("broken chains" + name, static_cast<double>(breaks), 0.0);
    result.bound("vertices both inside and outside" + name, static_cast<double>(conflicts), 0.0);
    result.compare("contours found, in thousands (any number above 3)" + name,
                   std::min(static_cast<double>(contours) / 1000.0, 3.0), 3.0, 0.0);
  }
  return result;
}

/// Overlaps with closed formulas.
Result overlaps() {
  Result result;
  MeshPatches query;
  const auto only = [&]() -> contact::MeshPatch {
    return query.patches().size() == 1 ? query.patches()[0] : contact::MeshPatch();
  };
  const Solid cube(geometry::sample_box({1, 1, 1}));
  const Solid plate(geometry::sample_box({8, 6, 2}));
  query.find(shape(cube), shape(cube), {Vec3(0.7, 0.8, 0.6), Mat3::Identity()});
  result.compare("boxes along the axes: volume, m³", only().volume, 0.024, 1e-15);
  result.compare("boxes along the axes: surface, m²", only().area_a + only().area_b, 0.52, 1e-14);
  result.compare("boxes along the axes: inertia about y, m⁵", only().inertia(1, 1), 0.0005, 1e-16);

  const double h = 0.2;
  Pose pose;
  pose.rotation =
      Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1).normalized(), Vec3::UnitZ()).matrix();
  pose.position = Vec3(0.3, 0.2, 1.0 - h + 0.5 * std::sqrt(3.0));
  query.find(shape(plate), shape(cube), pose);
  result.compare("corner of a cube 0.2 m deep: volume, m³", only().volume,
                 std::sqrt(3.0) / 2.0 * h * h * h, 1e-14);
  result.compare("corner of a cube 0.2 m deep: section, m²", only().contour_area,
                 1.5 * std::sqrt(3.0) * h * h, 1e-14);
  result.compare("corner of a cube 0.2 m deep: indentation, m", only().depth(), h, 1e-14);

  // Errors of a sphere's mesh fall with the square of its edge: by four per subdivision.
  const double d = 0.1;
  const double lens = 2.0 * std::numbers::pi * 0.0025 * (3.0 - 0.05) / 3.0;
  const double cap = std::numbers::pi * d * d * (3.0 - d) / 3.0;
  result.series.columns = {"faces", "error of the lens", "error of the cap"};
  double previous = 0.0;
  double order = 0.0;
  Random random(9);
  pose.rotation = random_rotation(random);
  for (int n = 3; n <= 7; ++n) {
    const Solid ball(geometry::sample_icosphere(n));
    pose.position = 1.9 * Vec3(0.36, 0.48, 0.8);
    query.find(shape(ball), shape(ball), pose);
    const double lens_error = std::abs(only().volume - lens) / lens;
    pose.position = Vec3(0.3, 0.2, 2.0 - d);
    query.find(shape(plate), shape(ball), pose);
    const double cap_error = std::abs(only().volume - cap) / cap;
    result.series.rows.push_back(
        {static_cast<double>(ball.mesh.face_count()), lens_error, cap_error});
    if (n > 3) order = std::log2(previous / cap_error);
    previous = cap_error;
    if (n == 7) {
      result.bound("lens of two spheres of 327,680 faces: relative error of the volume", lens_error,
                   2e-3);
      result.bound("cap of the same sphere in a plate: relative error of the volume", cap_error,
                   1e-3);
      result.compare("order of convergence of the cap", order, 2.0, 0.2);
    }
  }
  return result;
}

}  // namespace meshes_case

std::vector<Case> mesh_cases() {
  using namespace meshes_case;
  return {{"mesh-pairs-exact", "pairs of faces of two meshes that meet, against brute force",
           pairs_exact},
          {"mesh-contours-closed",
           "contours of closed meshes, 10,200 poses, vertices put onto faces: all closed",
           contours_closed},
          {"mesh-overlaps", "volume, area, inertia of overlaps with known values; convergence",
           overlaps}};
}

}  // namespace outrigger::validation
