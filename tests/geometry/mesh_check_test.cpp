/// Each kind of fault is made by hand in a mesh that is otherwise good, and is found: exactly as
/// often as it was made, and nothing else. Repairs take it away and then find nothing more to do.
#include "geometry/mesh_check.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "geometry/closest_point.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_repair.h"
#include "geometry/mesh_topology.h"
#include "geometry/sample_meshes.h"
#include "geometry/triangle_crossing.h"
#include "support/samples.h"

namespace outrigger::geometry {
namespace {

using Counts = std::map<MeshFault, std::int64_t>;

Counts counts(const MeshReport& report) {
  Counts result;
  for (const MeshFinding& f : report.findings) result[f.fault] = f.count;
  return result;
}
Counts faults(const Mesh& mesh, const MeshCheckOptions& options = {}) {
  return counts(check_mesh(mesh, options));
}

/// A mesh in the making.
struct Draft {
  std::vector<Vec3> v;
  std::vector<Triangle> f;
  explicit Draft(const Mesh& mesh) : v(mesh.vertices()), f(mesh.faces()) {}
  void add(const Mesh& mesh, const Vec3& shift) {
    const auto first = static_cast<std::int32_t>(v.size());
    for (const Vec3& p : mesh.vertices()) v.push_back(p + shift);
    for (const Triangle& t : mesh.faces()) f.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  Mesh mesh() const { return Mesh(v, f); }
};

Draft box() { return Draft(sample_box({1, 1, 1})); }

/// Repair must be idempotent, must not invent faults, and must keep what was said.
MeshRepair repaired(const Mesh& mesh, const MeshRepairOptions& options = {}) {
  MeshRepair repair = repair_mesh(mesh, options);
  const MeshRepair again = repair_mesh(repair.mesh, options);
  EXPECT_TRUE(again.done.empty()) << format_repair(again);
  EXPECT_EQ(again.mesh.vertices(), repair.mesh.vertices());
  EXPECT_EQ(again.mesh.faces(), repair.mesh.faces());
  return repair;
}

TEST(MeshCheck, GoodMeshesHaveNoFaults) {
  EXPECT_EQ(faults(sample_box({1, 2, 3})), Counts());
  EXPECT_EQ(faults(sample_icosphere(3)), Counts());
  EXPECT_EQ(faults(sample_icosphere(3, 0.1)), Counts());
  EXPECT_EQ(faults(sample_torus(1, 0.3, 20, 9)), Counts());
  const MeshReport report = check_mesh(sample_torus(1, 0.3, 20, 9));
  EXPECT_TRUE(report.good());
  EXPECT_EQ(report.parts, 1);
  EXPECT_EQ(report.closed_parts, 1);
  EXPECT_EQ(report.edges, 3 * report.faces / 2);
  EXPECT_TRUE(repaired(sample_icosphere(2)).done.empty());
}

TEST(MeshCheck, NoFaces) {
  const MeshReport report = check_mesh(Mesh());
  EXPECT_EQ(counts(report), (Counts{{MeshFault::no_faces, 1}}));
  EXPECT_EQ(check_mesh(Mesh({{0, 0, 0}}, {})).count(MeshFault::unused_vertices), 1);
}

TEST(MeshCheck, RepeatedFaces) {
  Draft d = box();
  d.f.push_back(d.f[4]);
  const auto [a, b, c] = d.f[7];
  d.f.push_back({b, a, c});  // the same three vertices the other way round
  const Counts found = faults(d.mesh());
  EXPECT_EQ(found.at(MeshFault::repeated_faces), 2);
  EXPECT_EQ(found.at(MeshFault::non_manifold_edges), 6);
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(repair.done, std::vector<std::string>{"dropped 2 faces that repeat an earlier one"});
  EXPECT_EQ(repair.mesh.faces(), box().f);
}

TEST(MeshCheck, DegenerateFaces) {
  // A corner twice, and a face folded into an edge of the box: three corners in a line.
  Draft d = box();
  d.f.push_back({0, 0, 3});
  EXPECT_EQ(faults(d.mesh()), (Counts{{MeshFault::degenerate_faces, 1}}));
  EXPECT_EQ(repaired(d.mesh()).mesh.faces(), box().f);

  // Edge 0-3 of the faces 0 and 1 gets a vertex in its middle; face 1 does not know of it, a face
  // without area lies between.
  Draft e = box();
  ASSERT_EQ(e.f[0], (Triangle{0, 2, 3}));
  ASSERT_EQ(e.f[1], (Triangle{0, 3, 1}));
  e.v.push_back(0.5 * (e.v[0] + e.v[3]));
  e.f[0] = {0, 2, 8};
  e.f.push_back({2, 3, 8});
  e.f.push_back({0, 8, 3});
  EXPECT_EQ(faults(e.mesh()), (Counts{{MeshFault::degenerate_faces, 1}}));
  const MeshRepair repair = repaired(e.mesh());
  EXPECT_EQ(repair.done,
            (std::vector<std::string>{"dropped 1 faces without area",
                                      "split 1 border edges at vertices that lie on them"}));
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_NEAR(mass_properties(repair.mesh).volume, 1.0, 1e-15);
}

TEST(MeshCheck, Slivers) {
  const Mesh needle({{0, 0, 0}, {1, 0, 0}, {0.5, 0.005, 0}, {0.5, 0, 1}},
                    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
  const MeshReport report = check_mesh(needle);
  EXPECT_EQ(counts(report), (Counts{{MeshFault::slivers, 1}}));
  EXPECT_TRUE(report.good());  // worth knowing, not wrong
}

TEST(MeshCheck, DuplicateAndUnusedVertices) {
  Draft d = box();
  d.v.push_back(d.v[5]);
  d.v.emplace_back(9, 9, 9);
  EXPECT_EQ(faults(d.mesh()), (Counts{{MeshFault::unused_vertices, 2}}));
  for (Triangle& t : d.f) {
    for (std::int32_t& v : t) v = v == 5 && &t == &d.f[4] ? 8 : v;
  }
  EXPECT_EQ(check_mesh(d.mesh()).count(MeshFault::duplicate_vertices), 1);
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(repair.done, (std::vector<std::string>{"removed 1 unused vertices",
                                                   "welded 1 vertices at the same place"}));
  EXPECT_EQ(counts(repair.after), Counts());
}

TEST(MeshCheck, FacesWithVerticesOfTheirOwn) {
  // As STL files come: every face alone.
  const Mesh sphere = sample_icosphere(2);
  std::vector<Vec3> v;
  std::vector<Triangle> f;
  for (const Triangle& t : sphere.faces()) {
    const auto first = static_cast<std::int32_t>(v.size());
    for (const std::int32_t c : t) v.push_back(sphere.vertex(c));
    f.push_back({first, first + 1, first + 2});
  }
  const MeshReport report = check_mesh(Mesh(v, f));
  EXPECT_EQ(report.count(MeshFault::duplicate_vertices),
            static_cast<std::int64_t>(v.size()) - sphere.vertex_count());
  EXPECT_EQ(report.parts, sphere.face_count());
  EXPECT_EQ(report.count(MeshFault::cracks), 3 * sphere.face_count());
  const MeshRepair repair = repaired(Mesh(v, f));
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_EQ(repair.mesh.vertex_count(), sphere.vertex_count());
}

TEST(MeshCheck, CracksWithinTheToleranceAreClosed) {
  // A side of the box hangs on vertices of its own, 1e-5 away.
  Draft d = box();
  for (const std::size_t f : {2u, 3u}) {
    for (std::int32_t& c : d.f[f]) {
      d.v.push_back(d.v[static_cast<std::size_t>(c)] + Vec3(1e-5, 0, 1e-5));
      c = static_cast<std::int32_t>(d.v.size()) - 1;
    }
  }
  // Both faces are loose: three edges each, and the four edges of the box they left.
  EXPECT_EQ(check_mesh(d.mesh()).count(MeshFault::cracks), 10);
  EXPECT_EQ(check_mesh(d.mesh()).count(MeshFault::open_borders), 0);
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_EQ(repair.mesh.vertex_count(), 8);
  // The same gap is a hole when the tolerance is smaller.
  MeshCheckOptions strict;
  strict.crack_tolerance = 1e-6;
  EXPECT_EQ(faults(d.mesh(), strict).count(MeshFault::open_borders), 1u);
}

TEST(MeshCheck, NonManifoldEdgesAndVertices) {
  Draft fin = box();
  fin.v.emplace_back(-2, 0, -2);
  fin.f.push_back({fin.f[0][0], fin.f[0][1], 8});  // a fin on edge 0-2
  EXPECT_EQ(faults(fin.mesh()),
            (Counts{{MeshFault::non_manifold_edges, 1}, {MeshFault::open_borders, 2}}));

  Draft tip = box();
  const Draft other(sample_box({1, 1, 1}));
  const auto first = static_cast<std::int32_t>(tip.v.size());
  // A second box whose corner 0 is corner 7 of the first.
  for (const Vec3& p : other.v) tip.v.push_back(p + Vec3(1, 1, 1));
  for (const Triangle& t : other.f) {
    Triangle moved = {t[0] + first, t[1] + first, t[2] + first};
    for (std::int32_t& c : moved) c = c == first ? 7 : c;
    tip.f.push_back(moved);
  }
  const Counts found = faults(tip.mesh());
  EXPECT_EQ(found,
            (Counts{{MeshFault::non_manifold_vertices, 1}, {MeshFault::unused_vertices, 1}}));
}

TEST(MeshCheck, HolesAreCountedAndSmallOnesFilled) {
  Draft d(sample_icosphere(3));
  d.f.erase(d.f.begin() + 100);
  d.f.erase(d.f.begin() + 500);
  const MeshReport report = check_mesh(d.mesh());
  EXPECT_EQ(counts(report), (Counts{{MeshFault::open_borders, 6}}));
  EXPECT_EQ(report.border_loops, 2);
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(repair.done, (std::vector<std::string>{"filled 2 holes", "added 2 faces for them"}));
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_NEAR(mass_properties(repair.mesh).volume, mass_properties(sample_icosphere(3)).volume,
              1e-12);

  // Holes that touch in a vertex: two fans of an icosphere's vertex are gone.
  Draft touching(sample_icosphere(3));
  std::vector<std::size_t> around;
  for (std::size_t f = 0; f < touching.f.size(); ++f) {
    const Triangle& t = touching.f[f];
    if (t[0] == 100 || t[1] == 100 || t[2] == 100) around.push_back(f);
  }
  ASSERT_EQ(around.size(), 6u);
  // Every second face: three holes at one vertex.
  const auto has = [&](std::size_t f, std::int32_t v) {
    return touching.f[f][0] == v || touching.f[f][1] == v || touching.f[f][2] == v;
  };
  std::vector<std::size_t> gone = {around[0]};
  for (const std::size_t f : around) {
    bool neighbour = false;
    for (const std::size_t g : gone) {
      int shared = 0;
      for (const std::int32_t v : touching.f[g]) shared += has(f, v);
      neighbour = neighbour || shared >= 2;
    }
    if (!neighbour) gone.push_back(f);
  }
  std::sort(gone.rbegin(), gone.rend());
  for (const std::size_t f : gone) touching.f.erase(touching.f.begin() + static_cast<long>(f));
  EXPECT_EQ(faults(touching.mesh()).at(MeshFault::non_manifold_vertices), 1);
  EXPECT_EQ(counts(repaired(touching.mesh()).after), Counts());

  // A box without its lid stays open, unless large holes are to be filled too.
  Draft open = box();
  open.f.erase(open.f.begin() + 2, open.f.begin() + 4);
  EXPECT_EQ(faults(open.mesh()), (Counts{{MeshFault::open_borders, 4}}));
  MeshCheckOptions allowed;
  allowed.open_allowed = true;
  EXPECT_TRUE(check_mesh(open.mesh(), allowed).good());
  const MeshRepair left = repaired(open.mesh());
  EXPECT_TRUE(left.done.empty());
  EXPECT_EQ(left.undone, std::vector<std::string>{
                             "1 holes wider than 0.173 m were left open (--holes sets the size)"});
  MeshRepairOptions all;
  all.hole_size = 1.0;
  EXPECT_EQ(counts(repaired(open.mesh(), all).after), Counts());
}

TEST(MeshCheck, TheRimOfAFaceIsNoHole) {
  // Two faces that share a vertex: filling their rims would repeat them from behind.
  const Mesh fin({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 9}, {5, 0, 9}}, {{0, 1, 2}, {0, 3, 4}});
  MeshRepairOptions all;
  all.hole_size = 1.0;
  const MeshRepair repair = repaired(fin, all);
  EXPECT_EQ(repair.mesh.face_count(), 2);
}

TEST(MeshCheck, TurnedFacesAndInsideOutParts) {
  Draft d(sample_icosphere(2));
  for (const std::size_t f : {3u, 77u, 200u}) std::swap(d.f[f][1], d.f[f][2]);
  EXPECT_EQ(faults(d.mesh()), (Counts{{MeshFault::turned_faces, 3}}));
  EXPECT_EQ(counts(repaired(d.mesh()).after), Counts());

  for (Triangle& t : d.f) std::swap(t[1], t[2]);
  for (const std::size_t f : {3u, 77u, 200u}) std::swap(d.f[f][1], d.f[f][2]);
  EXPECT_EQ(faults(d.mesh()), (Counts{{MeshFault::inside_out_parts, 1}}));
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_GT(signed_volume(repair.mesh), 0.0);
}

TEST(MeshCheck, CavitiesPointInwards) {
  const Mesh outer = sample_box({4, 4, 4}), inner = sample_box({1, 1, 1});
  Draft d(outer);
  d.add(inner, Vec3(0.5, 0, 0));
  EXPECT_EQ(faults(d.mesh()), (Counts{{MeshFault::inside_out_parts, 1}}));
  const MeshRepair repair = repaired(d.mesh());
  EXPECT_EQ(counts(repair.after), Counts());
  EXPECT_NEAR(mass_properties(repair.mesh).volume, 63.0, 1e-12);
  // A solid in the cavity points outwards again.
  Draft three(repair.mesh);
  three.add(sample_box({0.2, 0.2, 0.2}), Vec3(0.5, 0, 0));
  EXPECT_EQ(faults(three.mesh()), Counts());
}

TEST(MeshCheck, OneSidedSurface) {
  // A Möbius strip of twelve quadrangles.
  std::vector<Vec3> v;
  std::vector<Triangle> f;
  const int n = 12;
  for (int i = 0; i < n; ++i) {
    const double a = 2.0 * 3.14159265358979 * i / n;
    const Vec3 out(std::cos(a), std::sin(a), 0);
    const Vec3 half = 0.3 * (std::cos(0.5 * a) * out + std::sin(0.5 * a) * Vec3(0, 0, 1));
    v.push_back(out - half);
    v.push_back(out + half);
    const int next = i + 1 < n ? 2 * i + 2 : 1;
    const int beside = i + 1 < n ? 2 * i + 3 : 0;
    f.push_back({2 * i, next, beside});
    f.push_back({2 * i, beside, 2 * i + 1});
  }
  const Counts found = faults(Mesh(v, f));
  EXPECT_EQ(found.at(MeshFault::one_sided_parts), 1);
  EXPECT_EQ(found.count(MeshFault::turned_faces), 0u);
}

TEST(MeshCheck, SelfIntersections) {
  // Two spheres run through each other: brute force over all pairs gives the same count.
  Draft d(sample_icosphere(2));
  d.add(sample_icosphere(2), Vec3(0.7, 0.2, -0.1));
  const Mesh mesh = d.mesh();
  std::int64_t pairs = 0;
  for (std::int32_t a = 0; a < mesh.face_count(); ++a) {
    for (std::int32_t b = a + 1; b < mesh.face_count(); ++b) pairs += faces_cross(mesh, a, b);
  }
  EXPECT_GT(pairs, 30);
  EXPECT_EQ(faults(mesh), (Counts{{MeshFault::self_intersections, pairs}}));

  // Boxes that share a plane: their sides overlap in it.
  Draft flat = box();
  flat.add(sample_box({1, 1, 1}), Vec3(1, 0.25, 0.25));
  EXPECT_GT(check_mesh(flat.mesh()).count(MeshFault::self_intersections), 0);
  // Boxes that touch corner to corner, or side to side at a distance, do not.
  Draft apart = box();
  apart.add(sample_box({1, 1, 1}), Vec3(1.001, 0, 0));
  EXPECT_EQ(faults(apart.mesh()), Counts());
}

TEST(MeshCheck, TrianglesCrossAsSamplesSay) {
  // Two triangles with no vertex in common cross exactly if an edge of one meets the other: solved
  // here by Cramer's rule on random triangles, none of which is degenerate.
  Random random(99);
  int crossing = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<Vec3> v;
    for (int k = 0; k < 6; ++k) {
      v.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    }
    const Mesh mesh(v, {{0, 1, 2}, {3, 4, 5}});
    bool meets = false;
    for (int side = 0; side < 2; ++side) {
      const Corners s = mesh.corners(side), t = mesh.corners(1 - side);
      for (std::size_t c = 0; c < 3; ++c) {
        Mat3 m;
        m << t[1] - t[0], t[2] - t[0], s[c] - s[(c + 1) % 3];
        const Vec3 x = m.inverse() * (s[c] - t[0]);
        meets = meets || (x.minCoeff() > 0 && x[0] + x[1] < 1 && x[2] < 1);
      }
    }
    ASSERT_EQ(faces_cross(mesh, 0, 1), meets) << i;
    ASSERT_EQ(faces_cross(mesh, 1, 0), meets) << i;
    crossing += meets;
  }
  EXPECT_GT(crossing, 1000);
}

TEST(MeshCheck, RepairNeverMakesThingsWorseSilently) {
  // Random damage to a sphere: whatever the repair does, it says so, and doing it again is idle.
  Random random(123);
  for (int i = 0; i < samples(150); ++i) {
    Draft d(sample_icosphere(1 + i % 2, 0.1));
    const auto face = [&] { return static_cast<std::size_t>(random.integer(d.f.size())); };
    const auto vertex = [&] { return static_cast<std::int32_t>(random.integer(d.v.size())); };
    for (int k = 0; k < 6; ++k) {
      switch (random.integer(6)) {
        case 0:
          d.f.erase(d.f.begin() + static_cast<std::ptrdiff_t>(face()));
          break;
        case 1:
          std::swap(d.f[face()][0], d.f[face()][1]);
          break;
        case 2:
          d.f.push_back({vertex(), vertex(), vertex()});
          break;
        case 3:
          d.v.push_back(d.v[static_cast<std::size_t>(vertex())] + Vec3(1e-8, 0, 1e-8));
          d.f[face()][0] = static_cast<std::int32_t>(d.v.size()) - 1;
          break;
        case 4:
          d.f[face()][1] = vertex();
          break;
        default:
          d.v[static_cast<std::size_t>(vertex())] *= random.uniform(0.2, 1.5);
      }
    }
    MeshRepairOptions options;
    options.hole_size = i % 3 == 0 ? 1.0 : 0.1;
    const MeshRepair repair = repaired(d.mesh(), options);
    for (const MeshFinding& f : repair.after.findings) {
      if (f.count <= repair.before.count(f.fault)) continue;
      EXPECT_FALSE(repair.worse.empty());
    }
    EXPECT_LE(repair.after.count(MeshFault::self_intersections),
              repair.before.count(MeshFault::self_intersections))
        << i;
  }
}

TEST(MeshCheck, FarAndHugeMeshes) {
  Draft d = box();
  for (Vec3& p : d.v) p += Vec3(1e6, -1e6, 1e6);
  EXPECT_EQ(faults(d.mesh()), Counts());
  for (Vec3& p : d.v) p = 1e150 * (p - Vec3(1e6, -1e6, 1e6));
  EXPECT_EQ(check_mesh(d.mesh()).count(MeshFault::self_intersections), 0);
  // One triangle, however large, is an open surface and nothing else.
  EXPECT_EQ(faults(Mesh({{-1e12, 0, 0}, {1e12, 0, 0}, {0, 1e12, 0}}, {{0, 1, 2}})),
            (Counts{{MeshFault::open_borders, 3}}));
}

/// One wrong vertex makes the box huge. Tolerances must not grow with it: all other vertices would lie
/// within them, and the repair would weld the part away.
TEST(MeshCheck, OneHugeFaceAmongGoodOnes) {
  Draft d(sample_torus(1.0, 0.4, 40, 20));
  const std::size_t vertices = d.v.size(), faces = d.f.size();
  d.add(Mesh({{0, 0, 2}, {1e7, 0, 2}, {0, 1e7, 2}}, {{0, 1, 2}}), Vec3::Zero());
  EXPECT_EQ(faults(d.mesh()),
            (Counts{{MeshFault::outsized_faces, 1}, {MeshFault::open_borders, 3}}));
  const MeshRepair repair = repair_mesh(d.mesh());
  EXPECT_FALSE(repair.after.good());
  EXPECT_GE(static_cast<std::size_t>(repair.mesh.vertex_count()), vertices);
  EXPECT_GE(static_cast<std::size_t>(repair.mesh.face_count()), faces);
  // A vertex of the part itself that went astray.
  Draft astray(sample_torus(1.0, 0.4, 40, 20));
  astray.v[7] = Vec3(1e9, 0, 0);
  EXPECT_EQ(faults(astray.mesh()).at(MeshFault::outsized_faces), 6);
  // A large plate with small features all over it is none.
  Draft plate = box();
  for (Vec3& p : plate.v) p *= 5000.0;
  plate.add(sample_torus(1.0, 0.4, 40, 20), Vec3(0, 0, 3000));
  plate.add(sample_torus(1.0, 0.4, 40, 20), Vec3(0, 0, -3000));
  EXPECT_EQ(faults(plate.mesh()).count(MeshFault::outsized_faces), 0);
}

TEST(MeshCheck, ReportIsReadable) {
  Draft d = box();
  d.f.erase(d.f.begin());
  const std::string text = format_report(check_mesh(d.mesh()));
  EXPECT_EQ(text,
            "8 vertices, 18 edges, 11 faces in 1 part (0 closed), 1 x 1 x 1 m\n"
            "problem open borders: 3 edges are open, in 1 border\n"
            "    edge 2-0 at (-0.5, 0, -0.5)\n"
            "    edge 0-3 at (0, 0, -0.5)\n"
            "    edge 3-2 at (0, 0.5, -0.5)\n"
            "    `outrigger mesh repair` fills small holes; a surface that is meant to be open, "
            "such as a terrain, is checked with --open\n")
      << text;
}

}  // namespace
}  // namespace outrigger::geometry
