// Outrigger: the same spheres against the same terrain, in the same run as the peers.
#include "contact/near/tube_mesh.h"
#include "geometry/box_tree.h"
#include "sphere_queries.hpp"

int main() {
  const spheres::Terrain t = spheres::terrain();
  std::vector<outrigger::Vec3> vertices;
  for (const auto& v : t.vertices) vertices.emplace_back(v[0], v[1], v[2]);
  const outrigger::geometry::Mesh mesh(vertices, t.faces);
  double build = 1e300;
  for (int i = 0; i < 5; ++i) {
    const double start = bench::now();
    const outrigger::geometry::BoxTree made(mesh);
    build = std::min(build, bench::now() - start);
  }
  const outrigger::geometry::BoxTree tree(mesh);
  // Candidates first, contacts then, as a step does it.
  std::vector<std::int32_t> candidates;
  spheres::measure("outrigger box tree + shared test", build, [&](const spheres::V& c) {
    candidates.clear();
    tree.for_each_near(outrigger::Vec3(c[0], c[1], c[2]), spheres::kRadius,
                       [&](std::int32_t f) { candidates.push_back(f); });
    long hits = 0;
    for (const std::int32_t f : candidates) {
      const auto& face = t.faces[static_cast<std::size_t>(f)];
      const auto at = [&](std::size_t k) -> const spheres::V& {
        return t.vertices[static_cast<std::size_t>(face[k])];
      };
      hits +=
          spheres::squaredDistance(c, at(0), at(1), at(2)) <= spheres::kRadius * spheres::kRadius;
    }
    return hits;
  });
  // The near phase itself: contacts with place, direction, depth and features.
  outrigger::contact::MeshCandidates near;
  outrigger::contact::Contacts contacts;
  const outrigger::geometry::Sphere sphere{spheres::kRadius};
  spheres::measure("outrigger contact_sphere_mesh", build, [&](const spheres::V& c) {
    const outrigger::Vec3 centre(c[0], c[1], c[2]);
    contacts.clear();
    near.prepare(tree, centre, sphere.radius, 0.0, &mesh);
    outrigger::contact::contact_sphere_mesh(sphere, {centre, outrigger::Mat3::Identity()},
                                            {&mesh, &near, {}}, contacts);
    return static_cast<long>(contacts.size());
  });
  spheres::measure("outrigger tree alone (candidates)", build, [&](const spheres::V& c) {
    long found = 0;
    tree.for_each_near(outrigger::Vec3(c[0], c[1], c[2]), spheres::kRadius,
                       [&](std::int32_t) { ++found; });
    return found;
  });
}
