#include "validation/worksite_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "session/history.h"
#include "sim/object_stage.h"
#include "validation/worksite_scenes.h"

namespace outrigger::validation {

namespace {

/// The longest step in which exactly one object enters, less that before it: the best of the repetitions.
Measurement measure_enter(int repetitions) {
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    const sim::PlacedScene scene = gates_and_far_fences(0);
    sim::World world(scene.machine, scene.options);
    start_driving(world, 0.4);
    double before = 0.0, most = 0.0;
    for (int i = 0; i < 1600; ++i) {
      const std::size_t count = world.objects()->computed_count();
      const double begin = thread_seconds();
      world.step();
      const double time = thread_seconds() - begin;
      if (i > 0 && world.objects()->computed_count() == count + 1)
        most = std::max(most, time - before);
      before = time;
      world.take_events();
    }
    if (most == 0.0) throw Error("object-enter: no object has entered");
    best = std::min(best, most);
  }
  return {"object-enter", 1e6 * best, "us", "", 0.0};
}

double seconds_among(int far) {
  const sim::PlacedScene scene = gates_and_far_fences(far);
  sim::World world(scene.machine, scene.options);
  start_driving(world, 0.5);
  for (int i = 0; i < 100; ++i) world.step();
  const double begin = thread_seconds();
  for (int i = 0; i < 600; ++i) world.step();
  return thread_seconds() - begin;
}

Measurement measure_scale(int repetitions) {
  double many = 1e300, few = 1e300;
  for (int r = 0; r < 2 * repetitions; ++r) {
    many = std::min(many, seconds_among(10000));
    few = std::min(few, seconds_among(0));
  }
  return {"objects-scale-step", 1e6 * many / 600, "us/step", "with the near ones alone",
          1e6 * few / 600};
}

/// A jump to any moment of a run of 60 s, the mean.
Measurement measure_jump(int repetitions) {
  const sim::PlacedScene scene = place_bundled(read_bundled_scene("loading"));
  sim::World world(scene.machine, scene.options);
  session::History history(world);
  constexpr int kSteps = 12000, kJumps = 40;
  for (int i = 0; i < kSteps; ++i) {
    if (i % 100 == 0) world.set_input("excavator/slew", (i / 100) % 2 == 0 ? 0.4 : -0.4);
    world.step();
    history.note_step();
    world.take_events();
  }
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    const double begin = thread_seconds();
    for (int j = 0; j < kJumps; ++j) history.go_to((j * 7919 + 13 * r) % kSteps);
    best = std::min(best, thread_seconds() - begin);
  }
  return {"rewind-jump", 1e3 * best / kJumps, "ms", "", 0.0};
}

}  // namespace

std::vector<Benchmark> worksite_benchmarks() {
  return {
      {"object-enter", "a fence enters the dynamics beside the driving excavator", measure_enter},
      {"objects-scale-step", "step of the excavator among 10,000 fences placed; with the near ones",
       measure_scale},
      {"rewind-jump", "going to any moment of a minute with two machines on soil", measure_jump}};
}

}  // namespace outrigger::validation
