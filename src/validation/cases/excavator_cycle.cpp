/// Times of the excavator's functions against the notes of its data.
#include <fmt/format.h>

#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"
#include "validation/cases/dig_cases.h"

namespace outrigger::validation {
namespace excavator_cycle_case {

constexpr double kShare = 0.15;  ///< of the notes, as limit

struct Function {
  const char *lever, *cylinder;
  double shortest, longest;  ///< [m]
  double out, in;            ///< times of the notes [s]
};
constexpr Function kFunctions[] = {
    {"boom", "boom_cylinder", 1.6946, 2.8482, 3.7, 2.9},
    {"stick", "stick_cylinder", 2.0701, 3.5364, 2.8, 2.3},
    {"bucket", "bucket_cylinder", 1.5302, 2.6319, 2.5, 1.8},
    {"blade", "blade_cylinder", 0.63564, 0.9046, 3.8, 3.4},
    {"outriggers", "outrigger_cylinder_left", 1.09889, 1.6718, 5.2, 4.4},
};

/// Time of a whole stroke at full lever: from 10 to 90 % of it, over 0.8.
double stroke_time(sim::World& world, const Function& f, double lever) {
  const sim::CoordinateHandle c = world.coordinate(f.cylinder);
  const auto part = [&] {
    const double p = (world.value(c) - f.shortest) / (f.longest - f.shortest);
    return lever > 0.0 ? p : 1.0 - p;
  };
  world.set_input(f.lever, -lever);
  for (int i = 0; i < 2400 && part() > 0.01; ++i) world.step();
  world.set_input(f.lever, lever);
  double begin = -1.0, end = -1.0;
  for (int i = 0; i < 2400 && end < 0.0; ++i) {
    world.step();
    if (begin < 0.0 && part() > 0.1) begin = world.time();
    if (end < 0.0 && part() > 0.9) end = world.time();
  }
  world.set_input(f.lever, 0.0);
  return (end - begin) / 0.8;
}

Result run_cycle() {
  Result result;
  result.series.columns = {"function", "out: simulated [s]", "out: notes [s]", "in: simulated [s]",
                           "in: notes [s]"};
  double number = 0.0;
  for (const Function& f : kFunctions) {
    // In the air: nothing touches the ground, so that every function has its whole stroke.
    auto machine = description::read_machine_file(source_file("machines/excavator.yaml"));
    machine.settings.step = 5e-3;
    machine.spheres.clear();
    sim::World world(machine);
    world.set_input("parking_brake", 1.0);
    const double out = stroke_time(world, f, 1.0), in = stroke_time(world, f, -1.0);
    result.compare(fmt::format("{}, out [s]", f.lever), out, f.out, kShare * f.out);
    result.compare(fmt::format("{}, in [s]", f.lever), in, f.in, kShare * f.in);
    result.series.rows.push_back({++number, out, f.out, in, f.in});
  }
  return result;
}

}  // namespace excavator_cycle_case

std::vector<Case> excavator_cycle_cases() {
  return {{"excavator-cycle",
           "times of all functions at full lever against the notes of the machine",
           excavator_cycle_case::run_cycle}};
}

}  // namespace outrigger::validation
