/// The topology of a mesh: each edge of a closed surface joins two faces that run along it in
/// opposite senses, whatever the order of the faces; everything else is a border.
#include <string>

#include "geometry/mesh.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

TEST(Mesh, HalfEdgesOfClosedSurfaces) {
  for (const Mesh& mesh :
       {sample_box({1, 2, 3}), sample_icosphere(3), sample_torus(1, 0.3, 20, 9)}) {
    EXPECT_TRUE(mesh.closed());
    for (std::int32_t h = 0; h < 3 * mesh.face_count(); ++h) {
      const std::int32_t o = mesh.opposite(h);
      ASSERT_NE(o, Mesh::kNone);
      EXPECT_EQ(mesh.opposite(o), h);
      EXPECT_EQ(mesh.from(o), mesh.to(h));
      EXPECT_EQ(mesh.to(o), mesh.from(h));
      EXPECT_EQ(mesh.edge(o), mesh.edge(h));
      EXPECT_EQ(Mesh::next(Mesh::previous(h)), h);
    }
  }
}

TEST(Mesh, BordersAndWrongSensesHaveNoOpposite) {
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(Mesh(square, {{0, 1, 2}, {0, 2, 3}}).border_count(), 4);
  EXPECT_EQ(Mesh(square, {{0, 1, 2}, {0, 3, 2}}).border_count(), 6);  // second face turned over
  EXPECT_EQ(Mesh(square, {{0, 1, 2}, {2, 1, 0}, {0, 1, 2}}).border_count(), 9);  // three on an edge
  EXPECT_EQ(Mesh(square, {{0, 0, 1}}).border_count(), 3);
  EXPECT_FALSE(Mesh().closed());
}

TEST(Mesh, EveryEdgeAndVertexHasOneOwner) {
  // A fan of two faces, and a third that shares only a vertex with them: a fan of its own.
  const Mesh open({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 0, 0}, {-1, -1, 0}},
                  {{0, 1, 2}, {0, 2, 3}, {0, 4, 5}});
  EXPECT_EQ(open.record(0).owned, 0b111'111);
  EXPECT_EQ(open.record(1).owned, 0b100'110);
  EXPECT_EQ(open.record(2).owned, 0b111'111);
  for (const Mesh& mesh : {sample_icosphere(3), sample_terrain(7, 0.5)}) {
    std::vector<int> owners(static_cast<std::size_t>(mesh.vertex_count()), 0);
    for (std::int32_t h = 0; h < 3 * mesh.face_count(); ++h) {
      owners[static_cast<std::size_t>(mesh.from(h))] += mesh.owns_vertex(h);
      EXPECT_EQ((mesh.record(h / 3).owned >> h % 3 & 1) != 0, mesh.edge(h) == h);
    }
    for (const int count : owners) EXPECT_EQ(count, 1);
  }
}

TEST(Mesh, NormalsOfSliversComeFromTheShortEdges) {
  // A sliver far from the origin, 1e-9 wide: the long edges cancel, the short one does not.
  const Vec3 a(1000.0, 0.0, 0.0), b(1000.0, 0.0, 1e-9), c(1001.0, 0.0, 0.0);
  EXPECT_LT((triangle_normal(a, b, c) - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((triangle_normal(b, c, a) - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_EQ(triangle_normal(a, a, c), Vec3(0, 0, 0));
}

TEST(Mesh, RefusesWhatCannotBeAMesh) {
  const auto error = [](std::vector<Vec3> v, std::vector<Triangle> f,
                        std::vector<std::uint16_t> m) {
    try {
      Mesh(std::move(v), std::move(f), std::move(m));
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::vector<Vec3> v = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(error(v, {{0, 1, 3}}, {}), "triangle 0 of the mesh names vertex 3, but there are 3");
  EXPECT_EQ(error(v, {{0, 1, -1}}, {}), "triangle 0 of the mesh names vertex -1, but there are 3");
  EXPECT_EQ(error({{0, std::nan(""), 0}}, {}, {}),
            "vertex 0 of the mesh is not a finite number: (0, nan, 0)");
  EXPECT_EQ(error(v, {{0, 1, 2}}, {1, 2}), "a mesh of 1 triangles with 2 material numbers");
}

}  // namespace
}  // namespace outrigger::geometry
