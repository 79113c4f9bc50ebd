/// The bubble of PCM §4.1 in a half space: elements, forces, tangents; against a plane of two
/// triangles; two bubbles in each other. `elements` is the mean number of contact elements.
#include <benchmark/benchmark.h>

#include "base/random.h"
#include "contact/patches/polygonal_contact.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using geometry::Mesh;

struct Body {
  Mesh mesh;
  geometry::BoxTree tree;
  explicit Body(Mesh m) : mesh(std::move(m)), tree(mesh) {}
  MeshShape shape() const { return {&mesh, &tree}; }
};

const Body& bubble() {
  static const Body body(geometry::sample_bubble(19, 25));
  return body;
}

LayerLaw bubble_law() {
  LayerLaw law;
  law.stiffness = 1.2e6;
  law.damping = 500.0;
  law.transition_depth = 1e-3;
  law.friction = 0.25;
  return law;
}

/// The ground seen from the bubble, 0.5 to 10 mm deep in any attitude.
std::vector<RelativeMotion> motions() {
  Random random(950);
  std::vector<RelativeMotion> list;
  for (int i = 0; i < 500; ++i) {
    const Mat3 R = random_rotation(random);
    double low = 0.0;
    for (const Vec3& v : bubble().mesh.vertices()) low = std::min(low, R.row(2).dot(v));
    const Vec3 p(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3),
                 -low - random.uniform(0.0005, 0.01));
    list.push_back({{R.transpose() * -p, R.transpose()},
                    Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.2),
                    Vec3(0.5, -0.3, random.uniform(-2, 2))});
  }
  return list;
}

void evaluate_all(benchmark::State& state, PolygonalContact& pair,
                  const std::vector<RelativeMotion>& list) {
  std::size_t i = 0;
  double elements = 0.0;
  for (auto _ : state) {
    elements += pair.evaluate(list[i]).elements;
    i = (i + 1) % list.size();
  }
  state.counters["elements"] = elements / static_cast<double>(state.iterations());
}

void bubble_half_space(benchmark::State& state) {
  PolygonalContact pair(bubble().shape(), HalfSpace{}, bubble_law());
  evaluate_all(state, pair, motions());
}
BENCHMARK(bubble_half_space);

void bubble_two_triangles(benchmark::State& state) {
  const Body ground(Mesh({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}));
  PolygonalContact pair(bubble().shape(), ground.shape(), MasterMode::a, bubble_law());
  evaluate_all(state, pair, motions());
}
BENCHMARK(bubble_two_triangles);

void bubble_bubble(benchmark::State& state) {
  Random random(3);
  std::vector<RelativeMotion> list;
  for (int i = 0; i < 200; ++i) {
    list.push_back({{0.13 * random_unit_vector(random), random_rotation(random)},
                    Vec3(0.1, 0.2, 0.3),
                    Vec3(1, 2, 3)});
  }
  PolygonalContact pair(bubble().shape(), bubble().shape(), MasterMode::both, bubble_law());
  evaluate_all(state, pair, list);
}
BENCHMARK(bubble_bubble);

/// What a Newton iteration costs once the elements are found.
void sum_with_tangents(benchmark::State& state) {
  HalfSpaceElements query;
  query.find(bubble().shape(), {Vec3(0.3, 0.2, 0.9).normalized(), -0.07});
  const PatchMotion motion = PatchMotion::rigid(Vec3::Zero(), Vec3::Zero(), Vec3::Zero(),
                                                Vec3(0.1, 0.2, 0.3), Vec3(1, 2, 3));
  PatchTangent tangent;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sum_elements(query.elements(), bubble_law(), motion, &tangent));
  }
  state.counters["elements"] = static_cast<double>(query.elements().size());
}
BENCHMARK(sum_with_tangents);

}  // namespace
}  // namespace outrigger::contact
