/// Meshes for displays: the same content has the same name, edges stay sharp, positions stay in place.
#include "display/mesh_asset.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"

namespace outrigger::display {
namespace {

geometry::Mesh cube() {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) v.emplace_back(i & 1, (i >> 1) & 1, (i >> 2) & 1);
  return {std::move(v),
          {{0, 2, 3},
           {0, 3, 1},
           {4, 5, 7},
           {4, 7, 6},
           {0, 1, 5},
           {0, 5, 4},
           {2, 6, 7},
           {2, 7, 3},
           {0, 4, 6},
           {0, 6, 2},
           {1, 3, 7},
           {1, 7, 5}}};
}

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

TEST(MeshAsset, ACubeHasThreeNormalsAtEachCorner) {
  const DrawnMesh mesh = make_mesh_asset(cube(), {2.0, 1.0, 0.5});
  const std::string& bytes = *mesh.asset.bytes;
  EXPECT_EQ(bytes.substr(0, 4), "ORM1");
  const auto vertices = at<std::uint32_t>(bytes, 4), triangles = at<std::uint32_t>(bytes, 8);
  EXPECT_EQ(vertices, 24u);
  EXPECT_EQ(triangles, 12u);
  EXPECT_EQ(bytes.size(), 40 + 8 * vertices + 4 * vertices + 12 * triangles);
  EXPECT_EQ(mesh.size, (frames::Float3{2.0f, 1.0f, 0.5f}));
  EXPECT_EQ(mesh.centre, (frames::Float3{1.0f, 0.5f, 0.25f}));
  // Every corner of every triangle lies on the plane that its normal names.
  for (std::uint32_t i = 0; i < 3 * triangles; ++i) {
    const auto index = at<std::uint32_t>(bytes, 40 + 12 * vertices + 4 * i);
    ASSERT_LT(index, vertices);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto normal = at<std::int8_t>(bytes, 40 + 8 * vertices + 4 * index + k);
      const auto level = at<std::uint16_t>(bytes, 40 + 8 * index + 2 * k);
      if (normal != 0) {
        EXPECT_EQ(level, normal > 0 ? 65535 : 0);
      }
    }
  }
}

TEST(MeshAsset, NamesAreOfTheContent) {
  const DrawnMesh a = make_mesh_asset(cube(), Vec3::Ones()),
                  b = make_mesh_asset(cube(), Vec3::Ones()),
                  c = make_mesh_asset(cube(), {1.0, 1.0, 1.5});
  EXPECT_EQ(a.asset.name.size(), 16u);
  EXPECT_EQ(a.asset.name, b.asset.name);
  EXPECT_NE(a.asset.name, c.asset.name);
  EXPECT_EQ(assets_of({{"one", a}, {"two", b}, {"three", c}}).size(), 2u);
}

TEST(MeshAsset, NothingCannotBeDrawn) {
  EXPECT_THROW(make_mesh_asset(geometry::Mesh(), Vec3::Ones()), Error);
}

}  // namespace
}  // namespace outrigger::display
