#include "validation/contact_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/thread_seconds.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {

namespace {

/// CPU time per simulated second, building not counted; the fastest of the repetitions.
double per_second(const ContactScene& scene, double duration, const sim::WorldOptions& options,
                  int repetitions) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    sim::World world = scene.make_world(options);
    const int steps = static_cast<int>(std::lround(duration / world.step_size()));
    const double begin = thread_seconds();
    for (int i = 0; i < steps; ++i) world.step();
    best = std::min(best, (thread_seconds() - begin) / duration);
  }
  return best;
}

Benchmark benchmark(const std::string& name, const std::string& title, ContactScene (*make)(),
                    double step, double duration, double scale, const std::string& unit) {
  return {name, title, [=](int repetitions) {
            ContactScene scene = make();
            scene.machine.settings.step = step;
            sim::WorldOptions options;
            options.island.keep_ledger = false;
            const double seconds = per_second(scene, duration, options, std::min(repetitions, 3));
            return Measurement{name, scale * seconds, unit, "", 0.0};
          }};
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
          "terrain-spheres-100", "100 spheres on 80,000 triangles, h = 5 ms, 3 s",
          [] { return make_terrain_spheres(100); }, 5e-3, 3.0, 1e3, "ms per simulated s"),
      benchmark(
          "terrain-spheres-400", "400 spheres on 80,000 triangles, h = 5 ms, 3 s",
          [] { return make_terrain_spheres(400); }, 5e-3, 3.0, 1e3, "ms per simulated s"),
      benchmark(
          "cube-stack-50-rtf", "a stack of 50 cubes, h = 1 ms, time over simulated time",
          [] { return make_cube_stack(50, 0.2); }, 1e-3, 1.0, 1.0, "of real time"),
      benchmark(
          "link-chain-50-rtf", "50 links that hang in each other, h = 1 ms",
          [] { return make_link_chain(50); }, 1e-3, 1.0, 1.0, "of real time"),
      benchmark("bouncing-bubbles-rtf", "PCM's bubbles, h = 1 ms, time over simulated time",
                make_bubbles, 1e-3, 3.0, 1.0, "of real time"),
      benchmark("bouncing-ball-5s", "a bouncing ball for 5 s, h = 1 ms", make_ball, 1e-3, 5.0, 5e3,
                "ms"),
  };
}

}  // namespace outrigger::validation
