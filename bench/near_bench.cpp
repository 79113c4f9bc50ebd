/// Shapes against meshes after the far phase, and the far phase with it for the sphere on terrain.
/// `per_candidate` is the time per candidate face [s]. Shapes of 6 to 12 cm with their centre above
/// the surface, on it and below.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "contact/near/convex_pairs.h"
#include "contact/near/link_pairs.h"
#include "contact/near/round_pairs.h"
#include "contact/near/solid_mesh.h"
#include "contact/near/tube_mesh.h"
#include "geometry/convex_hull.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using namespace geometry;

/// A ring of 102,400 faces of about 2 cm.
const Mesh& hull() {
  static const Mesh mesh = sample_torus(1.0, 0.4, 320, 160);
  return mesh;
}
const BoxTree& hull_tree() {
  static const BoxTree tree(hull());
  return tree;
}

/// Poses with the origin near the surface, just outside.
std::vector<Pose> poses_near(double distance) {
  Random random(1);
  std::vector<Pose> poses;
  for (int i = 0; i < 256; ++i) {
    const auto f =
        static_cast<std::int32_t>(random.integer(static_cast<std::uint64_t>(hull().face_count())));
    poses.push_back({hull().corners(f)[0] + distance * hull().normal(f), random_rotation(random)});
  }
  return poses;
}

template <class Shape, class Find>
void near_phase(benchmark::State& state, const Shape& shape, double distance, Find&& find) {
  const std::vector<Pose> poses = poses_near(distance);
  std::vector<MeshCandidates> candidates(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    candidates[i].prepare(hull_tree(), box_around(shape, poses[i]), 0.0);
  }
  Contacts contacts;
  std::size_t i = 0, asked = 0, found = 0;
  for (auto _ : state) {
    contacts.clear();
    find(shape, poses[i], PlacedMesh{&hull(), &candidates[i], {}}, contacts);
    benchmark::DoNotOptimize(contacts.data());
    asked += candidates[i].faces().size();
    found += contacts.size();
    i = (i + 1) % poses.size();
  }
  const auto queries = static_cast<double>(state.iterations());
  state.counters["candidates"] = static_cast<double>(asked) / queries;
  state.counters["contacts"] = static_cast<double>(found) / queries;
  state.counters["per_candidate"] = benchmark::Counter(
      static_cast<double>(asked), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Height of the origin above the surface [mm], negative inside.
double height(const benchmark::State& state) { return 1e-3 * static_cast<double>(state.range(0)); }

void sphere_mesh(benchmark::State& state) {
  near_phase(state, Sphere{0.06}, height(state), contact_sphere_mesh);
}
void capsule_mesh(benchmark::State& state) {
  near_phase(state, Capsule{0.03, 0.06}, height(state), contact_capsule_mesh);
}
void torus_mesh(benchmark::State& state) {
  near_phase(state, Torus{0.05, 0.02}, height(state), contact_torus_mesh);
}
void half_torus_mesh(benchmark::State& state) {
  near_phase(state, HalfTorus{0.05, 0.02}, height(state), contact_half_torus_mesh);
}
void link_mesh(benchmark::State& state) {
  near_phase(state, ChainLink{0.04, 0.03, 0.012, 0.008}, height(state), contact_link_mesh);
}
void cylinder_mesh(benchmark::State& state) {
  SolidScratch scratch;
  near_phase(state, Cylinder{0.04, 0.06}, height(state),
             [&](const Cylinder& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
               contact_cylinder_mesh(a, pose, b, scratch, out);
             });
}
void box_mesh(benchmark::State& state) {
  SolidScratch scratch;
  near_phase(state, BoxShape{Vec3(0.05, 0.04, 0.06)}, height(state),
             [&](const BoxShape& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
               contact_box_mesh(a, pose, b, scratch, out);
             });
}
void polyhedron_mesh(benchmark::State& state) {
  SolidScratch scratch;
  Random random(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.push_back(0.06 * random_unit_vector(random));
  const ConvexPolyhedron polyhedron = make_convex_polyhedron(convex_hull(points).mesh);
  near_phase(state, polyhedron, height(state),
             [&](const ConvexPolyhedron& a, const Pose& pose, const PlacedMesh& b, Contacts& out) {
               contact_convex_mesh(a, pose, b, scratch, out);
             });
}
BENCHMARK(sphere_mesh)->Arg(55)->Arg(0)->Arg(-30);
BENCHMARK(capsule_mesh)->Arg(40)->Arg(0)->Arg(-30);
BENCHMARK(torus_mesh)->Arg(40)->Arg(0)->Arg(-30);
BENCHMARK(half_torus_mesh)->Arg(40)->Arg(0)->Arg(-30);
BENCHMARK(link_mesh)->Arg(40)->Arg(0)->Arg(-30);
BENCHMARK(cylinder_mesh)->Arg(50)->Arg(0)->Arg(-30);
BENCHMARK(box_mesh)->Arg(50)->Arg(0)->Arg(-30);
BENCHMARK(polyhedron_mesh)->Arg(50)->Arg(0)->Arg(-30);

/// Candidates and contacts of a sphere on 80,000 faces of terrain.
void sphere_terrain(benchmark::State& state) {
  static const Mesh terrain = sample_terrain(200, 0.25);
  static const BoxTree tree(terrain);
  Random random(2);
  std::vector<Pose> poses;
  for (int i = 0; i < 1024; ++i) {
    const Vec3& v = terrain.vertex(static_cast<std::int32_t>(
        random.integer(static_cast<std::uint64_t>(terrain.vertex_count()))));
    poses.push_back({v + Vec3(0.1, 0.05, 0.45), Mat3::Identity()});
  }
  const Sphere sphere{0.5};
  MeshCandidates candidates;
  Contacts contacts;
  std::size_t i = 0, found = 0;
  for (auto _ : state) {
    contacts.clear();
    candidates.prepare(tree, box_around(sphere, poses[i]), 0.0);
    contact_sphere_mesh(sphere, poses[i], {&terrain, &candidates, {}}, contacts);
    found += contacts.size();
    i = (i + 1) % poses.size();
  }
  state.counters["contacts"] = static_cast<double>(found) / static_cast<double>(state.iterations());
}
BENCHMARK(sphere_terrain);

void box_box(benchmark::State& state) {
  Random random(3);
  ConvexScratch scratch;
  Contacts contacts;
  std::vector<Pose> poses;
  for (int i = 0; i < 256; ++i) {
    poses.push_back({1.2 * random_unit_vector(random), random_rotation(random)});
  }
  std::size_t i = 0;
  for (auto _ : state) {
    contacts.clear();
    contact_box_box({Vec3(1, 0.8, 0.6)}, poses[i], {Vec3(0.7, 0.9, 0.5)}, {}, scratch, contacts);
    benchmark::DoNotOptimize(contacts.data());
    i = (i + 1) % poses.size();
  }
}
BENCHMARK(box_box);

void link_link(benchmark::State& state) {
  const ChainLink link{0.020, 0.0245, 0.0095, 0.0};
  const Mat3 turned = Eigen::AngleAxisd(1.5, Vec3::UnitX()).toRotationMatrix();
  Contacts contacts;
  for (auto _ : state) {
    contacts.clear();
    contact_link_link(link, {}, link, {{0.0701, 0.001, 0.002}, turned}, contacts);
    benchmark::DoNotOptimize(contacts.data());
  }
}
BENCHMARK(link_link);

}  // namespace
}  // namespace outrigger::contact
