// Far detection, all ways on the same scenes: how fast trees are built, what they weigh, what a
// question costs, how that changes with depth and size; two trees against each other; many moving
// objects. tools/far_report.py runs it and draws the pictures of docs/theory/far_detection.md.
//
//   cmake --build build/release --target far_bench && build/release/far_bench
#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "contact/broad/sweep_broad_phase.h"
#include "contact/broad/tree_broad_phase.h"
#include "contact/near/mesh_candidates.h"
#include "contact/near/tube_mesh.h"
#include "geometry/box_tree.h"
#include "geometry/bsp_tree.h"
#include "geometry/kd_tree.h"
#include "geometry/obb_tree.h"
#include "geometry/octree.h"
#include "geometry/sample_meshes.h"
#include "geometry/tree_pairs.h"
#include "geometry/tree_scenes.h"

namespace outrigger::geometry {
namespace {

/// A mesh and questions about its surface: spheres, boxes and rays.
struct Scene {
  Mesh mesh;
  double radius = 0.0;
  std::vector<Vec3> places;
  std::vector<Vec3> directions;

  Scene(Mesh m, double r) : mesh(std::move(m)), radius(r) {
    Random random(99);
    const auto unit = [&] { return random.uniform(-1, 1); };
    for (int i = 0; i < 4096; ++i) {
      // Within a radius of a point on a random face.
      const auto f =
          static_cast<std::int32_t>(random.integer(static_cast<std::uint64_t>(mesh.face_count())));
      const Corners c = mesh.corners(f);
      const double u = random.uniform(), v = random.uniform() * (1.0 - u);
      const Vec3 on = c[0] + u * (c[1] - c[0]) + v * (c[2] - c[0]);
      places.push_back(on + radius * unit() * mesh.normal(f));
      directions.push_back(Vec3(unit(), unit(), unit()).normalized());
    }
  }
};

const Scene& scene(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Scene>> scenes;
  auto& found = scenes[name];
  if (!found) {
    if (name == "terrain") found = std::make_unique<Scene>(sample_terrain(200, 0.25), 0.2);
    if (name == "bumps") found = std::make_unique<Scene>(sample_icosphere(5, 0.1), 0.05);
    if (name == "convex") found = std::make_unique<Scene>(sample_icosphere(5), 0.05);
    if (name == "machine") found = std::make_unique<Scene>(sample_machine(50000), 0.1);
  }
  return *found;
}
const char* const kScenes[] = {"terrain", "bumps", "convex", "machine"};

template <class Tree>
void add_counters(benchmark::State& state, const Tree& tree, const Mesh& mesh) {
  state.counters["bytes_per_face"] =
      static_cast<double>(tree.memory()) / static_cast<double>(mesh.face_count());
  state.counters["depth"] = tree.depth();
}

template <class Make>
void measure_build(benchmark::State& state, const Scene& s, Make make) {
  for (auto _ : state) benchmark::DoNotOptimize(make(s.mesh));
  add_counters(state, make(s.mesh), s.mesh);
  state.counters["faces_per_second"] = benchmark::Counter(
      static_cast<double>(s.mesh.face_count()), benchmark::Counter::kIsIterationInvariantRate);
}

/// Time of one question, the answers counted.
template <class Tree, class Ask>
void measure(benchmark::State& state, const Scene& s, const Tree& tree, Ask ask) {
  std::int64_t found = 0, asked = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    ask(tree, s, i, [&](std::int32_t) { ++found; });
    i = (i + 1) % s.places.size();
    ++asked;
  }
  state.counters["found"] = static_cast<double>(found) / static_cast<double>(asked);
  add_counters(state, tree, s.mesh);
}

const auto ask_sphere = [](const auto& tree, const Scene& s, std::size_t i, auto&& visit) {
  tree.for_each_near(s.places[i], s.radius, visit);
};
const auto ask_box = [](const auto& tree, const Scene& s, std::size_t i, auto&& visit) {
  tree.for_each_in(Box{s.places[i], s.places[i]}.grown(s.radius), visit);
};
const auto ask_ray = [](const auto& tree, const Scene& s, std::size_t i, auto&& visit) {
  tree.for_each_on_ray(s.places[i] - s.directions[i], s.directions[i], 100.0, visit);
};

template <class Make>
void register_tree(const std::string& kind, Make make) {
  using Tree = decltype(make(Mesh()));
  for (const char* name : kScenes) {
    const auto tree = [make, name]() -> const Tree& {
      static std::map<std::string, std::unique_ptr<Tree>> trees;
      auto& found = trees[name];
      if (!found) found = std::make_unique<Tree>(make(scene(name).mesh));
      return *found;
    };
    const std::string label = kind + "/" + name + "/";
    benchmark::RegisterBenchmark(
        ("trees/" + label + "build").c_str(),
        [=](benchmark::State& st) { measure_build(st, scene(name), make); })
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.2);
    const auto question = [&](const char* what, auto ask) {
      benchmark::RegisterBenchmark(("trees/" + label + what).c_str(), [=](benchmark::State& st) {
        measure(st, scene(name), tree(), ask);
      })->MinTime(0.1);
    };
    question("sphere", ask_sphere);
    question("box", ask_box);
    question("ray", ask_ray);
  }
}

/// HITL §4: the depth has to be found by trying.
template <class Make>
void register_depths(const std::string& kind, int deepest, Make make) {
  for (const char* name : {"terrain", "machine"}) {
    for (int depth = 0; depth <= deepest; depth += deepest > 12 ? 2 : 1) {
      if (depth < 2) continue;
      const std::string label = "depth/" + kind + "/" + name + "/" + std::to_string(depth);
      benchmark::RegisterBenchmark(label.c_str(), [=](benchmark::State& st) {
        measure(st, scene(name), make(scene(name).mesh, depth), ask_sphere);
      })->MinTime(0.05);
    }
  }
}

/// Nodes that a sphere query opens: the work, whatever caches make of it.
double nodes_per_sphere(const BoxTree& tree, const Scene& s) {
  std::int64_t opened = 0;
  for (const Vec3& place : s.places) opened += tree.bytes().nodes_near({place, place}, s.radius);
  return static_cast<double>(opened) / static_cast<double>(s.places.size());
}

/// From the question to contacts.
void measure_contacts(benchmark::State& state, const Scene& s, const BoxTree& tree) {
  const Sphere sphere{s.radius};
  contact::MeshCandidates candidates;
  contact::Contacts contacts;
  std::size_t i = 0;
  for (auto _ : state) {
    contacts.clear();
    candidates.prepare(tree, s.places[i], sphere.radius, 0.0, &s.mesh);
    contact::contact_sphere_mesh(sphere, {s.places[i], Mat3::Identity()},
                                 {&s.mesh, &candidates, {}}, contacts);
    benchmark::DoNotOptimize(contacts.data());
    i = (i + 1) % s.places.size();
  }
}

void register_growth() {
  for (const int faces : {1000, 3000, 10000, 30000, 100000, 300000, 1000000}) {
    const auto cells = static_cast<int>(std::sqrt(faces / 2.0));
    // Made when first asked for, one at a time: a million faces with topology are large.
    const auto at = [cells]() -> const Scene& {
      static std::unique_ptr<Scene> last;
      static int last_cells = 0;
      if (last_cells != cells) last = std::make_unique<Scene>(sample_terrain(cells, 0.25), 0.2);
      last_cells = cells;
      return *last;
    };
    const std::string label = "growth/" + std::to_string(faces) + "/";
    const auto make = [](const Mesh& mesh) { return BoxTree(mesh); };
    benchmark::RegisterBenchmark((label + "build").c_str(),
                                 [=](benchmark::State& st) { measure_build(st, at(), make); })
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.2)
        ->Repetitions(5);
    // The fastest of several turns counts (tools/far_report.py): other work on the machine takes its
    // share of the caches, which is what is to be seen here.
    const auto question = [&](const char* what, auto ask) {
      benchmark::RegisterBenchmark((label + what).c_str(),
                                   [=](benchmark::State& st) { ask(st, at(), make(at().mesh)); })
          ->MinTime(0.05)
          ->Repetitions(9);
    };
    question("sphere", [](benchmark::State& st, const Scene& s, const BoxTree& tree) {
      measure(st, s, tree, ask_sphere);
      st.counters["nodes"] = nodes_per_sphere(tree, s);
      st.counters["levels"] = tree.bytes().depth();
    });
    // Always the same few places: what the caches hide in the other.
    question("near", [](benchmark::State& st, const Scene& s, const BoxTree& tree) {
      Scene few = s;
      few.places.resize(64);
      measure(st, few, tree, ask_sphere);
    });
    question("contacts", measure_contacts);
  }
}

template <class Tree>
void measure_pairs(benchmark::State& state, const Mesh& mesh) {
  const Tree tree(mesh);
  Random random(3);
  std::vector<Pose> poses;
  for (int i = 0; i < 100; ++i) {
    const auto unit = [&] { return random.uniform(-1, 1); };
    const Eigen::Quaterniond q(unit(), unit(), unit(), unit());
    const Vec3 d = Vec3(unit(), unit(), unit()).normalized();
    poses.push_back({random.uniform(1.6, 2.1) * d, q.normalized().toRotationMatrix()});
  }
  std::int64_t pairs = 0, asked = 0;
  for (auto _ : state) {
    for_each_pair(tree, tree, poses[static_cast<std::size_t>(asked) % poses.size()],
                  [&](std::int32_t, std::int32_t) { ++pairs; });
    ++asked;
  }
  state.counters["candidates"] = static_cast<double>(pairs) / static_cast<double>(asked);
}

/// Objects of 1 m (or, mixed, of 0.1 to 10 m) that drift in a cube or over a ground.
struct Crowd {
  bool flat;
  bool mixed;
  double speed;  ///< [m] per step
};

template <class Phase>
void measure_broad(benchmark::State& state, int count, const Crowd& crowd) {
  const auto [flat, mixed, speed] = crowd;
  Random random(8);
  Phase phase;
  const double room = flat ? 0.8 * std::sqrt(count) : 0.8 * std::cbrt(count);
  struct Object {
    contact::BroadId id;
    Vec3 centre, speed;
    double half;
  };
  std::vector<Object> objects;
  const auto unit = [&] { return random.uniform(-1, 1); };
  const auto box = [](const Object& o) { return Box{o.centre, o.centre}.grown(o.half); };
  for (int i = 0; i < count; ++i) {
    Object o{{}, room * Vec3(unit(), unit(), unit()), speed * Vec3(unit(), unit(), 0), 0.5};
    if (mixed) o.half *= std::pow(10.0, random.uniform() * unit());
    if (flat) o.centre.z() = 0.5 * unit();
    o.id = phase.add(box(o));
    objects.push_back(o);
  }
  phase.find_pairs();
  std::int64_t pairs = 0, steps = 0;
  for (auto _ : state) {
    for (Object& o : objects) {
      o.centre += o.speed;
      for (int k = 0; k < 2; ++k) {
        if (std::abs(o.centre[k]) > room) o.speed[k] = -o.speed[k];
      }
      phase.move(o.id, box(o));
    }
    pairs += static_cast<std::int64_t>(phase.find_pairs().size());
    ++steps;
  }
  state.counters["pairs"] = static_cast<double>(pairs) / static_cast<double>(steps);
  if constexpr (std::is_same_v<Phase, contact::TreeBroadPhase>) {
    state.counters["builds_per_step"] =
        static_cast<double>(phase.builds()) / static_cast<double>(steps);
  }
}

const int registered = [] {
  register_tree("box-surface", [](const Mesh& m) { return BoxTree(m, SplitRule::surface); });
  register_tree("box-deviation", [](const Mesh& m) { return BoxTree(m, SplitRule::deviation); });
  register_tree("obb", [](const Mesh& m) { return ObbTree(m); });
  register_tree("octree-loose", [](const Mesh& m) { return Octree(m); });
  register_tree("octree-fit",
                [](const Mesh& m) { return Octree(m, {.policy = OctreeSettings::Policy::fit}); });
  register_tree("kd-median", [](const Mesh& m) { return KdTree(m); });
  register_tree("kd-middle", [](const Mesh& m) {
    return KdTree(m, {.policy = KdTreeSettings::Policy::middle});
  });
  register_tree("bsp-mixed", [](const Mesh& m) { return BspTree(m); });

  register_depths("octree-loose", 12, [](const Mesh& m, int depth) {
    return Octree(m, {.max_depth = depth, .leaf_count = 1});
  });
  register_depths("octree-fit", 12, [](const Mesh& m, int depth) {
    return Octree(m, {.policy = OctreeSettings::Policy::fit, .max_depth = depth, .leaf_count = 1});
  });
  register_depths("kd-median", 22, [](const Mesh& m, int depth) {
    return KdTree(m, {.max_depth = depth, .leaf_count = 1});
  });
  register_depths("kd-middle", 22, [](const Mesh& m, int depth) {
    return KdTree(m,
                  {.policy = KdTreeSettings::Policy::middle, .max_depth = depth, .leaf_count = 1});
  });
  register_depths("bsp-mixed", 22, [](const Mesh& m, int depth) {
    return BspTree(m, {.max_depth = depth, .leaf_count = 1});
  });

  register_growth();

  benchmark::RegisterBenchmark(
      "pairs/box-surface",
      [](benchmark::State& st) { measure_pairs<BoxTree>(st, scene("bumps").mesh); })
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.5);
  benchmark::RegisterBenchmark(
      "pairs/obb", [](benchmark::State& st) { measure_pairs<ObbTree>(st, scene("bumps").mesh); })
      ->Unit(benchmark::kMicrosecond)
      ->MinTime(0.5);

  const std::map<std::string, Crowd> crowds = {{"heap-slow", {false, false, 0.002}},
                                               {"heap-fast", {false, false, 0.1}},
                                               {"ground-slow", {true, false, 0.002}},
                                               {"mixed-slow", {false, true, 0.002}}};
  for (const auto& [name, crowd] : crowds) {
    for (const int count : {10, 100, 1000, 10000, 30000}) {
      const std::string label = name + "/" + std::to_string(count);
      benchmark::RegisterBenchmark(
          ("broad/sweep/" + label).c_str(),
          [=](benchmark::State& st) { measure_broad<contact::SweepBroadPhase>(st, count, crowd); })
          ->Unit(benchmark::kMicrosecond)
          ->MinTime(0.2);
      benchmark::RegisterBenchmark(
          ("broad/tree/" + label).c_str(),
          [=](benchmark::State& st) { measure_broad<contact::TreeBroadPhase>(st, count, crowd); })
          ->Unit(benchmark::kMicrosecond)
          ->MinTime(0.2);
    }
  }
  return 0;
}();

}  // namespace
}  // namespace outrigger::geometry
