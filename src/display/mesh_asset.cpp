#include "display/mesh_asset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace outrigger::display {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr double kCosineOfCrease = 0.766;  // 40 degrees

template <class T>
void append(std::string& bytes, const T& value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

using SmallNormal = std::array<std::int8_t, 4>;

SmallNormal to_small(const Vec3& normal) {
  SmallNormal out{};
  for (std::size_t k = 0; k < 3; ++k)
    out[k] = static_cast<std::int8_t>(std::lround(127.0 * normal[static_cast<Eigen::Index>(k)]));
  return out;
}

/// Corners become drawn vertices: a vertex of the mesh once for each normal that it has.
class Corners {
 public:
  Corners(const std::vector<Vec3>& vertices, const std::vector<geometry::Triangle>& faces)
      : faces_(faces), around_(vertices.size()), drawn_(vertices.size()) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const auto corner = [&](std::size_t c) -> const Vec3& {
        return vertices[static_cast<std::size_t>(faces[f][c])];
      };
      areas_.push_back((corner(1) - corner(0)).cross(corner(2) - corner(0)));
      for (std::size_t c = 0; c < 3; ++c)
        around_[static_cast<std::size_t>(faces[f][c])].push_back(f);
    }
  }

  /// Index of the drawn vertex of corner c of face f.
  std::uint32_t operator()(std::size_t f, std::size_t c) {
    const auto v = static_cast<std::size_t>(faces_[f][c]);
    const SmallNormal normal = to_small(normal_at(f, v));
    for (const auto& [known, index] : drawn_[v])
      if (known == normal) return index;
    const auto index = static_cast<std::uint32_t>(normals.size());
    drawn_[v].push_back({normal, index});
    normals.push_back(normal);
    of_mesh.push_back(v);
    return index;
  }

  std::vector<SmallNormal> normals;  ///< by drawn vertices
  std::vector<std::size_t> of_mesh;  ///< vertex of the mesh

 private:
  /// Of the faces around v that are about even with f, large ones more than small ones.
  Vec3 normal_at(std::size_t f, std::size_t v) const {
    const double own = areas_[f].norm();
    Vec3 sum = Vec3::Zero();
    for (const std::size_t other : around_[v]) {
      const double size = areas_[other].norm();
      if (other == f || areas_[f].dot(areas_[other]) > kCosineOfCrease * own * size)
        sum += areas_[other];
    }
    const double length = sum.norm();
    return length > 0.0 ? Vec3(sum / length) : Vec3(Vec3::UnitZ());
  }

  struct Drawn {
    SmallNormal normal;
    std::uint32_t index;
  };
  const std::vector<geometry::Triangle>& faces_;
  std::vector<Vec3> areas_;
  std::vector<std::vector<std::size_t>> around_;
  std::vector<std::vector<Drawn>> drawn_;
};

}  // namespace

DrawnMesh make_mesh_asset(const geometry::Mesh& mesh, const Vec3& scale) {
  if (mesh.face_count() == 0) throw Error("the mesh has no faces to draw");
  if (mesh.face_count() > kMaxDrawnFaces)
    throw Error(fmt::format("the mesh has {} faces; at most {} are drawn: simplify it first",
                            mesh.face_count(), kMaxDrawnFaces));
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(scale.cwiseProduct(v));
  Vec3 low = vertices.front(), high = vertices.front();
  for (const Vec3& v : vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const Vec3 step = ((high - low) / 65535.0).cwiseMax(1e-9);

  Corners corners(vertices, mesh.faces());
  std::string indices;
  for (std::size_t f = 0; f < mesh.faces().size(); ++f)
    for (std::size_t c = 0; c < 3; ++c) append(indices, corners(f, c));

  std::string bytes = "ORM1";
  append(bytes, static_cast<std::uint32_t>(corners.normals.size()));
  append(bytes, static_cast<std::uint32_t>(mesh.face_count()));
  append(bytes, std::uint32_t{0});
  for (const Vec3& three : {low, step})
    for (int k = 0; k < 3; ++k) append(bytes, static_cast<float>(three[k]));
  for (const std::size_t v : corners.of_mesh) {
    for (int k = 0; k < 3; ++k) {
      const double level = std::round((vertices[v][k] - low[k]) / step[k]);
      append(bytes, static_cast<std::uint16_t>(std::clamp(level, 0.0, 65535.0)));
    }
    append(bytes, std::uint16_t{0});
  }
  for (const SmallNormal& n : corners.normals) append(bytes, n);
  bytes += indices;

  Hash hash;
  hash.add_bytes(bytes.data(), bytes.size());
  DrawnMesh drawn;
  drawn.asset = {fmt::format("{:016x}", hash.value()), kMeshType,
                 std::make_shared<const std::string>(std::move(bytes))};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    drawn.centre[k] = static_cast<float>(0.5 * (low[at] + high[at]));
    drawn.size[k] = static_cast<float>(high[at] - low[at]);
  }
  return drawn;
}

frames::Assets assets_of(const VisualMeshes& meshes) {
  frames::Assets assets;
  for (const auto& [visual, mesh] : meshes)
    if (std::ranges::none_of(assets, [&](const auto& a) { return a.name == mesh.asset.name; }))
      assets.push_back(mesh.asset);
  return assets;
}

}  // namespace outrigger::display
