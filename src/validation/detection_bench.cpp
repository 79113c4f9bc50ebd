#include "validation/detection_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/random.h"
#include "base/thread_seconds.h"
#include "base/work_pool.h"
#include "contact/near/mesh_patches.h"
#include "contact/near/solid_mesh.h"
#include "contact/near/tube_mesh.h"
#include "geometry/sample_meshes.h"
#include "math/elementary.h"
#include "math/random_rotation.h"
#include "validation/detection_scenes.h"

namespace outrigger::validation {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The fastest of several runs of `work` [s of CPU time].
template <class Work>
double fastest_of(int repetitions, Work&& work) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    const double begin = thread_seconds();
    work();
    best = std::min(best, thread_seconds() - begin);
  }
  return best;
}

Measurement mesh_pairs(int repetitions) {
  const Solid solid(mesh_pairs_mesh());
  const contact::MeshShape shape{&solid.mesh, &solid.tree};
  const std::vector<Pose> poses = mesh_pairs_poses();
  contact::MeshPairs query;
  const double seconds = fastest_of(repetitions, [&] {
    for (const Pose& pose : poses) query.find(shape, shape, pose);
  });
  return {"mesh-pairs", 1e6 * seconds / static_cast<double>(poses.size()), "us/pose", "", 0.0};
}

Measurement mesh_patches(int repetitions) {
  const Solid solid(mesh_pairs_mesh());
  const contact::MeshShape shape{&solid.mesh, &solid.tree};
  const std::vector<Pose> poses = mesh_pairs_poses();
  contact::MeshPatches query;
  const double seconds = fastest_of(repetitions, [&] {
    for (const Pose& pose : poses) query.find(shape, shape, pose);
  });
  return {"mesh-patches", 1e6 * seconds / static_cast<double>(poses.size()), "us/pose", "", 0.0};
}

/// Wall time of the same queries on one thread and on two.
Measurement mesh_pairs_on_two_threads(int repetitions) {
  const Solid solid(mesh_pairs_mesh());
  const contact::MeshShape shape{&solid.mesh, &solid.tree};
  const std::vector<Pose> poses = mesh_pairs_poses();
  const auto measure = [&](int threads) {
    WorkPool pool(threads);
    std::vector<contact::MeshPairs> queries(static_cast<std::size_t>(threads));
    double best = 1e300;
    for (int r = 0; r < repetitions; ++r) {
      const double begin = wall_seconds();
      pool.run(poses.size(), [&](std::size_t i, int thread) {
        queries[static_cast<std::size_t>(thread)].find(shape, shape, poses[i]);
      });
      best = std::min(best, wall_seconds() - begin);
    }
    return 1e6 * best / static_cast<double>(poses.size());
  };
  return {"mesh-pairs-2-threads", measure(2), "us/pose", "one thread", measure(1)};
}

/// 100,000 spheres of 0.2 m near the surface: candidates from the tree, then contacts.
Measurement terrain_sphere_query(int repetitions) {
  const Solid terrain(geometry::sample_terrain(200, 0.25));
  Random random(4711);
  std::vector<Vec3> centres;
  for (int i = 0; i < 100000; ++i) {
    const double x = random.uniform(-24.0, 24.0);
    const double y = random.uniform(-24.0, 24.0);
    const double z = 0.5 * elementary::sin(0.5 * x) * elementary::cos(0.4 * y);
    centres.emplace_back(x, y, z + random.uniform(-0.3, 0.3));
  }
  const geometry::Sphere sphere{0.2};
  contact::MeshCandidates candidates;
  contact::Contacts contacts;
  const double seconds = fastest_of(repetitions, [&] {
    for (const Vec3& centre : centres) {
      contacts.clear();
      candidates.prepare(terrain.tree, centre, sphere.radius, 0.0, &terrain.mesh);
      contact::contact_sphere_mesh(sphere, {centre, Mat3::Identity()},
                                   {&terrain.mesh, &candidates, {}}, contacts);
    }
  });
  return {"terrain-sphere-query", 1e9 * seconds / static_cast<double>(centres.size()), "ns/query",
          "", 0.0};
}

Measurement tree_build(int repetitions) {
  const geometry::Mesh terrain = geometry::sample_terrain(1000, 0.05);
  const double seconds = fastest_of(repetitions, [&] { geometry::BoxTree tree(terrain); });
  return {"tree-build", 1e-6 * terrain.face_count() / seconds, "million faces/s", "", 0.0};
}

/// A shape of about 10 cm at 256 places of a ring of 102,400 faces of 2 cm, after the far phase: time per
/// candidate face with the centre above the surface, on it and below; the largest counts.
template <class Shape, class Find>
Measurement shape_mesh(const std::string& name, const Shape& shape, int repetitions, Find&& find) {
  const Solid ring(geometry::sample_torus(1.0, 0.4, 320, 160));
  Measurement result{name, 0.0, "us/candidate", "", 0.0};
  for (const auto& [where, height] : {std::pair{"above", 0.04}, {"on", 0.0}, {"below", -0.03}}) {
    Random random(1);
    std::vector<Pose> poses;
    std::vector<contact::MeshCandidates> candidates(256);
    std::size_t asked = 0;
    for (contact::MeshCandidates& c : candidates) {
      const auto f = static_cast<std::int32_t>(
          random.integer(static_cast<std::uint64_t>(ring.mesh.face_count())));
      poses.push_back(
          {ring.mesh.corners(f)[0] + height * ring.mesh.normal(f), random_rotation(random)});
      const geometry::Box box = box_around(shape, poses.back());
      c.prepare(ring.tree, box, 0.02 * box.size().maxCoeff());
      asked += c.faces().size();
    }
    contact::Contacts contacts;
    const double seconds = fastest_of(repetitions + 1, [&] {
      for (std::size_t i = 0; i < poses.size(); ++i) {
        contacts.clear();
        find(shape, poses[i], contact::PlacedMesh{&ring.mesh, &candidates[i], {}}, contacts);
      }
    });
    const double us = 1e6 * seconds / static_cast<double>(asked);
    result.value = std::max(result.value, us);
    result.note += fmt::format("{}centre {} the surface {:.2f} us, {:.0f} us per query",
                               result.note.empty() ? "" : "; ", where, us,
                               1e6 * seconds / static_cast<double>(poses.size()));
  }
  result.note += "; the aim is 5 us";
  return result;
}

Measurement cylinder_mesh(int repetitions) {
  contact::SolidScratch scratch;
  return shape_mesh(
      "cylinder-mesh", geometry::Cylinder{0.04, 0.06}, repetitions,
      [&](const geometry::Cylinder& a, const Pose& pose, const contact::PlacedMesh& b,
          contact::Contacts& out) { contact::contact_cylinder_mesh(a, pose, b, scratch, out); });
}

Measurement torus_mesh(int repetitions) {
  return shape_mesh("torus-mesh", geometry::Torus{0.05, 0.02}, repetitions,
                    contact::contact_torus_mesh);
}

Measurement link_mesh(int repetitions) {
  return shape_mesh("link-mesh", geometry::ChainLink{0.04, 0.03, 0.012, 0.008}, repetitions,
                    contact::contact_link_mesh);
}

}  // namespace

std::vector<Benchmark> detection_benchmarks() {
  return {
      {"mesh-pairs", "all pairs of faces that meet, two meshes of 20,480 faces, 1,000 poses",
       mesh_pairs},
      {"mesh-patches", "the same with contours, plane, depth, areas, volume, inertia",
       mesh_patches},
      {"mesh-pairs-2-threads", "mesh-pairs shared by two threads, wall time",
       mesh_pairs_on_two_threads},
      {"terrain-sphere-query",
       "sphere of 0.2 m against a terrain of 80,000 faces: candidates, then contacts",
       terrain_sphere_query},
      {"cylinder-mesh", "cylinder against a ring of 102,400 faces, after the far phase",
       cylinder_mesh},
      {"torus-mesh", "torus against a ring of 102,400 faces, after the far phase", torus_mesh},
      {"link-mesh", "chain link against a ring of 102,400 faces, after the far phase", link_mesh},
      {"tree-build", "tree of boxes over a terrain of 2,000,000 faces", tree_build}};
}

}  // namespace outrigger::validation
