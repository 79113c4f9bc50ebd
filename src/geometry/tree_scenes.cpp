#include "geometry/tree_scenes.h"

#include <algorithm>

#include "base/random.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

void append(const Mesh& part, const Vec3& scale, const Vec3& place, std::vector<Vec3>& vertices,
            std::vector<Triangle>& faces) {
  const auto first = static_cast<std::int32_t>(vertices.size());
  for (const Vec3& v : part.vertices()) vertices.push_back(scale.cwiseProduct(v) + place);
  for (const Triangle& f : part.faces()) {
    faces.push_back({first + f[0], first + f[1], first + f[2]});
  }
}

}  // namespace

Mesh sample_machine(int faces) {
  Random random(2026);
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const Mesh block = sample_box(Vec3::Ones());
  const Mesh pin = sample_icosphere(1);
  const Mesh fine = sample_icosphere(3);
  // One number after the other: the order of arguments is the compiler's choice.
  const auto place = [&random] {
    Vec3 p;
    p.z() = random.uniform(0, 4);
    p.y() = random.uniform(-1.5, 1.5);
    p.x() = random.uniform(-5, 5);
    return p;
  };
  while (static_cast<int>(triangles.size()) < faces) {
    const int rest = faces - static_cast<int>(triangles.size());
    const double kind = random.uniform();
    if (kind < 0.3) {
      const Vec3 at = place();
      const double width = random.uniform(0.2, 1), length = random.uniform(0.5, 3);
      append(block, Vec3(length, width, 0.02), at, vertices, triangles);
    } else if (kind < 0.6) {
      const Vec3 at = place();
      append(block, Vec3(0.1, random.uniform(0.5, 2), 0.1), at, vertices, triangles);
    } else {
      const Mesh& part = rest > 2000 ? fine : pin;
      const Vec3 at = place();
      append(part, random.uniform(0.03, 0.2) * Vec3(1, 2, 1), at, vertices, triangles);
    }
  }
  return Mesh(std::move(vertices), std::move(triangles));
}

}  // namespace outrigger::geometry
