// needs: geometry
/// Any triangles: checked and repaired without harm; repairing again changes nothing; the convex
/// hull contains every vertex.
///
///   cmake --preset asan && cmake --build --preset asan --target mesh_check_fuzz
///   mkdir found && build/asan/fuzz/mesh_check_fuzz found tests/fuzz/corpus/mesh_check_fuzz
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/assert.h"
#include "base/error.h"
#include "geometry/convex_hull.h"
#include "geometry/exact.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_repair.h"

using namespace outrigger;
using namespace outrigger::geometry;

namespace {

/// Takes numbers off the front of the input.
struct Input {
  const std::uint8_t* data;
  std::size_t left;
  std::uint8_t byte() {
    if (left == 0) return 0;
    --left;
    return *data++;
  }
  /// Mostly a small grid, where things coincide; sometimes any number at all.
  double coordinate(bool any) {
    if (!any) return 0.25 * (byte() % 9);
    float x = 0.0f;
    std::uint8_t bytes[4] = {byte(), byte(), byte(), byte()};
    std::memcpy(&x, bytes, 4);
    return x == x && x - x == 0.0f ? static_cast<double>(x) : 0.0;
  }
};

Mesh make_mesh(Input input) {
  const std::uint8_t kind = input.byte();
  std::vector<Vec3> vertices;
  for (int count = 3 + input.byte() % 30; count > 0; --count) {
    const bool any = (kind & 1) != 0 && input.byte() % 8 == 0;
    Vec3 v;
    for (double& x : v) x = input.coordinate(any);
    vertices.push_back((kind & 2) != 0 ? Vec3(v + Vec3(1e6, 0, -1e6)) : v);
  }
  std::vector<Triangle> faces;
  std::vector<std::uint16_t> materials;
  const auto corner = [&] { return static_cast<std::int32_t>(input.byte() % vertices.size()); };
  while (input.left >= 3 && faces.size() < 200) {
    const std::int32_t a = corner(), b = corner(), c = corner();
    faces.push_back({a, b, c});
    materials.push_back(static_cast<std::uint16_t>(faces.size() % 3));
  }
  return Mesh(std::move(vertices), std::move(faces), std::move(materials));
}

void check_hull(const Mesh& mesh) {
  const ConvexHull hull = convex_hull(mesh.vertices());
  if (hull.dimension < 3) return;
  OUTRIGGER_ASSERT(hull.mesh.closed());
  const double size = mesh.vertices()[0].cwiseAbs().maxCoeff();
  if (size > 1e60) return;  // beyond the range of the exact test
  for (const Triangle& t : hull.mesh.faces()) {
    for (const Vec3& p : mesh.vertices()) {
      OUTRIGGER_ASSERT(side_of_plane(hull.mesh.vertex(t[0]), hull.mesh.vertex(t[1]),
                                     hull.mesh.vertex(t[2]), p) <= 0);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Mesh mesh = make_mesh({data, size});
  check_hull(mesh);
  MeshRepairOptions options;
  options.hole_size = size % 3 == 0 ? 1.0 : 0.2;
  const MeshRepair repair = repair_mesh(mesh, options);
  OUTRIGGER_ASSERT(repair.mesh.materials().size() == repair.mesh.faces().size());
  const MeshRepair again = repair_mesh(repair.mesh, options);
  OUTRIGGER_ASSERT(again.done.empty(), format_repair(repair), "again: ", format_repair(again));
  OUTRIGGER_ASSERT(again.mesh.faces() == repair.mesh.faces());
  try {
    mass_properties(repair.mesh);
  } catch (const Error&) {
  }
  return 0;
}
