/// The bubble of PCM §4.1 in a half space: elements, forces, tangents; against a plane of two
/// triangles; two bubbles in each other. `elements` is the mean number of contact elements.
#include <benchmark/benchmark.h>

#include "contact/patches/polygonal_contact.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "validation/bubble_states.h"

namespace outrigger::contact {
namespace {

using geometry::Mesh;
using validation::bubble_law;

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
  evaluate_all(state, pair, validation::bubble_motions(bubble().mesh));
}
BENCHMARK(bubble_half_space);

void bubble_two_triangles(benchmark::State& state) {
  const Body ground(Mesh({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}));
  PolygonalContact pair(bubble().shape(), ground.shape(), MasterMode::a, bubble_law());
  evaluate_all(state, pair, validation::bubble_motions(bubble().mesh));
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
