/// Controllers and a suspension in other processes close the loop by the protocol of docs/hil.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "frames/notice_queue.h"
#include "session/controller_link.h"
#include "sim/sensors.h"
#include "sim/world.h"
#include "validation/cases/cases.h"
#include "validation/hil_process.h"

namespace outrigger::validation {
namespace hil_case {

constexpr double kDegree = 0.017453292519943295;

/// A world with a link, and its sensors by name.
struct Rig {
  explicit Rig(description::Machine described)
      : machine(std::move(described)),
        world(machine),
        link(patient_settings(), world, machine, notices),
        sensors(machine.sensors, world) {}
  double read(const std::string& column) {
    sensors.read(world, values);
    const auto& all = sensors.columns();
    const auto found = std::find(all.begin(), all.end(), column);
    return found == all.end() ? std::nan("")
                              : values[static_cast<std::size_t>(found - all.begin())];
  }
  void step() {
    link.exchange();
    world.step();
  }
  bool all_in_time() const {
    const devices::HilCounters c = link.server().counters();
    return c.missed == 0 && c.not_finite == 0 && c.bad_messages == 0;
  }

  description::Machine machine;
  sim::World world;
  frames::NoticeQueue notices;
  session::ControllerLink link;
  sim::SensorSet sensors;
  std::vector<double> values;
};

// ------------------------------------------------------------------------------- hil-controller

/// The excavator held by springs: nothing but the arm moves, and the arm may go below the ground.
description::Machine arm_machine() {
  description::ReadOptions options;
  options.variants = {"on_mounts"};
  description::Machine machine =
      description::read_machine_file(source_file("machines/excavator.yaml"), options);
  machine.settings.step = 0.005;
  return machine;
}

struct Exchange {
  int every = 1, lag = 0;
  std::vector<std::string> options() const {
    return {"--every", fmt::format("{}", every), "--lag", fmt::format("{}", lag)};
  }
};

struct LevelRun {
  double worst = 0.0;            ///< angle of the bucket off its first one [rad]
  double low = 1e9, high = 0.0;  ///< boom cylinder [m]
  bool in_time = true;
};

/// Boom to its lower end, up to its upper end and down again at this lever.
LevelRun run_level(const Exchange& exchange, double lever) {
  Rig rig(arm_machine());
  rig.world.find_equilibrium();
  const ControllerProcess controller("level_bucket.py", exchange.options(), rig.link);
  const double wanted = rig.read("bucket_angle");
  LevelRun run;
  constexpr double kLower = 1.72, kUpper = 2.82;  // the ends are 1.695 and 2.848
  int leg = 0;
  for (int i = 0; i < 12000 && leg < 3; ++i) {
    const double boom = rig.read("boom_cylinder");
    if ((leg == 1 && boom > kUpper) || (leg != 1 && boom < kLower)) ++leg;
    rig.world.set_input("boom", leg == 1 ? lever : leg == 3 ? 0.0 : -lever);
    rig.step();
    run.worst = std::max(
        run.worst, std::abs(std::remainder(rig.read("bucket_angle") - wanted, 360.0 * kDegree)));
    run.low = std::min(run.low, boom);
    run.high = std::max(run.high, boom);
  }
  run.in_time = rig.all_in_time();
  return run;
}

struct GradeRun {
  double worst = 0.0;   ///< teeth off the line [m]
  double length = 0.0;  ///< of the line that was passed [m]
};

/// A line of 4 m that falls by 10 degrees towards the machine, from 8 m to 4 m of reach.
GradeRun run_grade(const Exchange& exchange) {
  constexpr double kFar = 8.0, kNear = 4.0, kLow = 0.3;
  const double slope = std::tan(10.0 * kDegree);
  Rig rig(arm_machine());
  rig.world.find_equilibrium();
  std::vector<std::string> options = exchange.options();
  for (const char* word : {"--far", "8", "--length", "4", "--height", "0.3", "--slope", "10"})
    options.push_back(word);
  const ControllerProcess controller("grade_slope.py", options, rig.link);
  GradeRun run;
  bool begun = false;
  double farthest = 0.0, nearest = 100.0;
  for (int i = 0; i < 8000 && rig.link.server().controllers() > 0; ++i) {
    rig.step();
    const double reach = rig.read("reach"), height = -rig.read("depth");
    const double off = height - (kLow + slope * (reach - kNear));
    begun = begun || std::hypot(reach - kFar, off) < 0.01;
    if (!begun || nearest < kNear + 0.01) continue;
    run.worst = std::max(run.worst, std::abs(off));
    farthest = std::max(farthest, reach);
    nearest = std::min(nearest, reach);
  }
  run.length = std::max(0.0, farthest - nearest);
  return run;
}

Result run_controller() {
  Result result;
  const LevelRun level = run_level({}, 0.6), fast = run_level({}, 1.0);
  const GradeRun grade = run_grade({});
  result.bound("bucket off its level over the boom's stroke, lever 0.6 [deg]",
               level.worst / kDegree, 1.0);
  result.bound("the same at full lever [deg]", fast.worst / kDegree, 1.0);
  result.compare("stroke of the boom that was passed [m]", level.high - level.low, 1.15, 0.06);
  result.bound("answers missed, all in time: 0", level.in_time && fast.in_time ? 0.0 : 1.0, 0.0);
  result.bound("teeth off a slope of 10 deg over 4 m [m]", grade.worst, 0.03);
  result.compare("length of the slope that was graded [m]", grade.length, 4.0, 0.05);
  result.series.columns = {"delay [s]", "bucket by exchange step [deg]",
                           "bucket by injected delay [deg]", "teeth by exchange step [cm]",
                           "teeth by injected delay [cm]"};
  for (const int n : {1, 2, 4, 8, 16}) {
    const LevelRun slow = n == 1 ? level : run_level({n, 0}, 0.6), late = run_level({1, n}, 0.6);
    const GradeRun slow_grade = n == 1 ? grade : run_grade({n, 0}), late_grade = run_grade({1, n});
    result.series.rows.push_back({0.005 * n, slow.worst / kDegree, late.worst / kDegree,
                                  100.0 * slow_grade.worst, 100.0 * late_grade.worst});
  }
  return result;
}

// ------------------------------------------------------------------------------- hil-suspension

/// A quarter of a car on a wavy road: 400 kg on 40 kg on a tyre. The suspension is a spring of the machine, or a
/// force from outside. Its numbers are those of examples/hil/suspension.py: 20 kN/m, 1.5 kN s/m, stops of 60 kN/m at
/// 8 cm.
description::Machine quarter_car(bool own_suspension, double step) {
  std::string text = R"(
name: quarter-car
settings: {step: STEP, duration: 10}
gravity: [0, 0, 0]
bodies:
  wheel: {mass: 40, inertia: [1, 1, 1]}
  car: {mass: 400, inertia: [10, 10, 10]}
joints:
  strut: {type: prismatic, bodies: [ground, wheel], axis: [0, 0, 1]}
  guide: {type: prismatic, bodies: [wheel, car], axis: [0, 0, 1]}
springs:
  tyre: {coordinate: strut.position, stiffness: 200000, damping: 50,
         force: {formula: "200000*(0.03*sin(2*pi*1.3*t) + 0.012*sin(2*pi*4.1*t) + 0.004*sin(2*pi*9.7*t))"
}
}
)";
  text.replace(text.find("STEP"), 4, fmt::format("{}", step));
text += own_suspension
            ? "  suspension: {coordinate: guide.position, stiffness: 20000, damping: 1500}\n"
              "stops:\n  bump: {coordinate: guide.position, lower: -0.08, upper: 0.08, stiffness: "
              "60000}\n"
            : "  suspension: {coordinate: guide.position, force: {input: suspension}}\n";
text += R"(sensors:
  travel: {kind: coordinate, target: guide.position}
)";
return description::read_machine_text(text, "quarter-car.yaml");
}

/// Travel after every millisecond; with a controller that is `lag` exchanges late.
std::vector<double> run_suspension(bool own_suspension, double step, int every, int lag) {
  constexpr double kDuration = 10.0;
  Rig rig(quarter_car(own_suspension, step));
  std::unique_ptr<ControllerProcess> process;
  if (!own_suspension)
    process = std::make_unique<ControllerProcess>(
        "suspension.py",
        std::vector<std::string>{"--travel", "travel", "--rate", "coordinate_speed:guide.position",
                                 "--every", fmt::format("{}", every), "--lag",
                                 fmt::format("{}", lag)},
        rig.link);
  const int per_sample = static_cast<int>(std::lround(1e-3 / step));
  std::vector<double> travel;
  for (int i = 1; i <= static_cast<int>(std::lround(kDuration / step)); ++i) {
    rig.step();
    if (i % per_sample == 0) travel.push_back(rig.read("travel"));
  }
  return travel;
}

/// Largest difference over the largest travel.
double relative(const std::vector<double>& a, const std::vector<double>& b) {
  double off = 0.0, most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off = std::max(off, std::abs(a[i] - b[i]));
    most = std::max(most, std::abs(b[i]));
  }
  return off / most;
}

Result run_suspension_case() {
  Result result;
  const std::vector<double> whole = run_suspension(true, 1e-3, 1, 0);
  const std::vector<double> split = run_suspension(false, 1e-3, 1, 0);
  result.bound("travel off the monolithic run, exchange of 1 ms, of its largest",
               relative(split, whole), 0.01);
  result.series.columns = {"delay [s]", "by exchange step [%]", "by injected delay [%]"};
  for (const int n : {1, 2, 4, 8})
    result.series.rows.push_back(
        {1e-3 * n, 100.0 * relative(n == 1 ? split : run_suspension(false, 1e-3, n, 0), whole),
         100.0 * relative(run_suspension(false, 1e-3, 1, n), whole)});
  return result;
}

}  // namespace hil_case

std::vector<Case> hil_cases() {
  return {
      {"hil-controller",
       "controllers in another process keep the bucket level and grade a slope, by exchange step "
       "and delay",
       hil_case::run_controller},
      {"hil-suspension",
       "a suspension in another process closes the loop of a quarter of a car, against one machine",
       hil_case::run_suspension_case}};
}

}  // namespace outrigger::validation
