#include "validation/contact_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/thread_seconds.h"
#include "contact/patches/polygonal_contact.h"
#include "geometry/sample_meshes.h"
#include "validation/bubble_states.h"
#include "validation/contact_scenes.h"
#include "validation/pedestrian.h"

namespace outrigger::validation {

namespace {

/// CPU time per simulated second between two times, building not counted: the sum of the fastest of
/// each short piece over the repetitions.
double per_second(const ContactScene& scene, double begin, double end,
                  const sim::WorldOptions& options, int repetitions) {
  constexpr int kPiece = 20;
  std::vector<double> best;
  for (int r = 0; r < repetitions; ++r) {
    sim::World world = scene.make_world(options);
    const auto steps = [&](double time) { return std::lround(time / world.step_size()); };
    for (long i = 0; i < steps(begin); ++i) world.step();
    const long pieces = (steps(end) - steps(begin) + kPiece - 1) / kPiece;
    best.resize(static_cast<std::size_t>(pieces), 1e300);
    for (double& piece : best) {
      const double start = thread_seconds();
      for (int i = 0; i < kPiece; ++i) world.step();
      piece = std::min(piece, thread_seconds() - start);
    }
  }
  const double simulated = static_cast<double>(best.size()) * kPiece * scene.machine.settings.step;
  return std::accumulate(best.begin(), best.end(), 0.0) / simulated;
}

Benchmark benchmark(const std::string& name, const std::string& title, ContactScene (*make)(),
                    double step, double duration, double scale, const std::string& unit) {
  return {name, title, [=](int repetitions) {
            ContactScene scene = make();
            scene.machine.settings.step = step;
            sim::WorldOptions options;
            options.articulation.keep_ledger = false;
            const double seconds =
                per_second(scene, 0.0, duration, options, std::min(repetitions, 3));
            return Measurement{name, scale * seconds, unit, "", 0.0};
          }};
}

/// PCM's pedestrian between two times, h = 1 ms.
Benchmark pedestrian(const std::string& name, const std::string& title, double begin, double end) {
  return {name, title, [=](int repetitions) {
            sim::WorldOptions options;
            options.articulation.keep_ledger = false;
            const double seconds =
                per_second(make_pedestrian().scene, begin, end, options, std::min(repetitions, 3));
            return Measurement{name, seconds, "of real time", "", 0.0};
          }};
}

/// One force evaluation by PCM, geometry included; mean over the states of bubble_states.h.
Measurement measure_bubble(int repetitions) {
  const geometry::Mesh bubble = geometry::sample_bubble(19, 25);
  const geometry::BoxTree tree(bubble);
  const std::vector<contact::RelativeMotion> motions = bubble_motions(bubble);
  contact::PolygonalContact pair({&bubble, &tree}, contact::HalfSpace{}, bubble_law());
  std::vector<double> best(motions.size(), 1e300);
  for (int r = 0; r < 10 * repetitions; ++r)
    for (std::size_t i = 0; i < motions.size(); ++i) {
      const double begin = thread_seconds();
      for (int k = 0; k < 10; ++k) pair.evaluate(motions[i]);
      best[i] = std::min(best[i], (thread_seconds() - begin) / 10.0);
    }
  const double mean =
      std::accumulate(best.begin(), best.end(), 0.0) / static_cast<double>(best.size());
  return {"bubble-foundation", 1e6 * mean, "us", "", 0.0};
}

/// PENDULUM §2.7: a ball dropped from 1 m, Hertz, 5 s.
ContactScene make_ball() {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "ball";
  add_body(m, "ball", 1.0, ball_moments(1.0, 0.1), {0.0, 0.0, 1.0});
  add_shape(m, "ball", description::ContactShape::Kind::sphere, "rubber").radius = 0.1;
  description::ContactLaw law;
  law.name = "ball_floor";
  law.material_a = "rubber";
  law.material_b = "asphalt";
  law.normal = description::ContactLaw::Normal::hertz;
  law.stiffness = 1e4;
  m.contact_laws.push_back(law);
  return scene;
}

}  // namespace

std::vector<Benchmark> contact_benchmarks() {
  return {
      benchmark(
          "terrain-spheres-100", "100 spheres on 80,000 triangles, h = 20 ms, 3 s",
          [] { return make_terrain_spheres(100); }, 2e-2, 3.0, 1e3, "ms per simulated s"),
      benchmark(
          "terrain-spheres-400", "400 spheres on 80,000 triangles, h = 20 ms, 3 s",
          [] { return make_terrain_spheres(400); }, 2e-2, 3.0, 1e3, "ms per simulated s"),
      benchmark(
          "cube-stack-50-rtf", "a stack of 50 cubes, h = 1 ms, time over simulated time",
          [] { return make_cube_stack(50, 0.2); }, 1e-3, 1.0, 1.0, "of real time"),
      benchmark(
          "link-chain-50-rtf", "50 links that hang in each other, h = 1 ms",
          [] { return make_link_chain(50); }, 1e-3, 1.0, 1.0, "of real time"),
      benchmark("bouncing-bubbles-rtf", "PCM's bubbles, h = 1 ms, time over simulated time",
                make_bubbles, 1e-3, 3.0, 1.0, "of real time"),
      {"bubble-foundation",
       "a bubble of 950 triangles in a half-space by PCM, one force evaluation", measure_bubble},
      pedestrian("pedestrian-rtf",
                 "PCM's pedestrian, 0 to 1.5 s, h = 1 ms, time over simulated time", 0.0, 1.5),
      pedestrian("pedestrian-rest-rtf", "the same from 7 to 8 s, when he lies still", 7.0, 8.0),
      benchmark("bouncing-ball-5s", "a bouncing ball for 5 s, h = 1 ms", make_ball, 1e-3, 5.0, 5e3,
                "ms"),
  };
}

}  // namespace outrigger::validation
