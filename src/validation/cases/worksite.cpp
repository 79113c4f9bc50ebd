/// A site that is alive: fences that come into the dynamics and leave it, ten thousand of them that cost nothing,
/// several machines in one world, and time that is turned back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "articulation/articulation.h"
#include "base/random.h"
#include "session/history.h"
#include "sim/object_stage.h"
#include "validation/cases/cases.h"
#include "validation/cases/lifting.h"
#include "validation/worksite_scenes.h"

namespace outrigger::validation {
namespace worksite_case {

using sim::World;

World make(const sim::PlacedScene& scene) { return World(scene.machine, scene.options); }

/// Where an object is now.
Pose object_pose(const World& world, int object) {
  const std::uint64_t body = world.objects()->body_of(object);
  if (body == 0) return world.objects()->rest_pose(object);
  return world.pose(sim::HandleTable::handle<sim::PartKind::body>(body));
}

/// Moved by more than 0.1 m or leaning by more than 10 degrees; lying: by more than 45 degrees.
struct Fences {
  int moved = 0, down = 0;
};
Fences count_fences(const World& world) {
  Fences f;
  const sim::ObjectPlan& plan = world.objects()->plan();
  for (std::size_t i = 0; i < plan.placed.size(); ++i) {
    const Pose now = object_pose(world, static_cast<int>(i));
    const double upright = now.rotation(2, 2);
    if ((now.position - plan.placed[i].pose.position).norm() > 0.1 || upright < std::cos(0.1745))
      ++f.moved;
    if (upright < std::sqrt(0.5)) ++f.down;
  }
  return f;
}

Result run_fences() {
  Result result;
  constexpr int kSteps = 3000;  // 15 s, past three gates
  World near = make(gates_and_far_fences(0)), far = make(gates_and_far_fences(1000));
  start_driving(near, 0.5);
  start_driving(far, 0.5);
  double differ = 0.0, fastest = 0.0, deepest = 0.0;
  std::size_t most = 0;
  result.series.columns = {"t [s]", "fences computed", "fences moved", "fences lying"};
  for (int i = 0; i < kSteps; ++i) {
    near.step();
    far.step();
    differ += machine_hash(near, "excavator/") == machine_hash(far, "excavator/") ? 0.0 : 1.0;
    most = std::max(most, near.objects()->computed_count());
    for (int o = 0; o < 12; ++o) {
      const std::uint64_t body = near.objects()->body_of(o);
      if (body == 0) continue;
      const auto h = sim::HandleTable::handle<sim::PartKind::body>(body);
      fastest = std::max(fastest, near.twist(h).linear.norm());
      const Pose pose = near.pose(h);
      const double z = pose.point(Vec3(0.0, 0.0, 0.48)).z();
      deepest = std::max(deepest, near.ground().height(pose.position.x(), pose.position.y()) - z);
    }
    near.take_events();
    far.take_events();
    if (i % 20 != 0) continue;
    const Fences now = count_fences(near);
    result.series.rows.push_back({near.time(),
                                  static_cast<double>(near.objects()->computed_count()),
                                  static_cast<double>(now.moved), static_cast<double>(now.down)});
  }
  const Fences fences = count_fences(near);
  result.bound("steps in which the machine differs by a bit when 1000 far fences stand there",
               differ, 0.0);
  result.compare("fences moved of those hit, 1 where some are", fences.moved > 0 ? 1.0 : 0.0, 1.0,
                 0.0);
  result.compare("fences lying at the end, 1 where some are", fences.down > 0 ? 1.0 : 0.0, 1.0,
                 0.0);
  // The gates are 8 m apart, and 10 m around the machine are near: three gates, and two fences on the bucket.
  result.bound("fences computed at the same time", static_cast<double>(most), 8.0);
  result.bound("centre of a fence below the ground at the worst [m]", std::max(0.0, deepest), 0.02);
  // A board that is hit elastically leaves with less than twice the speed of what hits it, its ends with three.
  result.bound("fastest fence over three times the speed of the machine [m/s]",
               std::max(0.0, fastest - 3.0 * 5.6), 0.0);
  // The machine stands still and the fences lie: all that are further than 4 m leave.
  near.set_input("excavator/travel", 0.0);
  near.set_input("excavator/brake", 1.0);
  for (int i = 0; i < 1600; ++i) near.step();
  // Its root sphere has 6 m, a fence 1.15 m.
  const Vec3 machine = near.pose(near.body("excavator/undercarriage")).position;
  double left = 0.0, far_ones = 0.0;
  for (int o = 0; o < 12; ++o) {
    const bool computed = near.objects()->body_of(o) != 0;
    const double distance = (object_pose(near, o).position - machine).norm();
    left += o < 4 && !computed ? 1.0 : 0.0;
    far_ones += computed && distance > 13.0 ? 1.0 : 0.0;
  }
  result.compare("fences of the first gate that have left, where two stand or lie",
                 std::min(2.0, left), 2.0, 0.0);
  result.bound("fences still computed further than 13 m from the machine", far_ones, 0.0);
  return result;
}

Result run_scale() {
  Result result;
  constexpr int kSteps = 400;
  World few = make(gates_and_far_fences(0)), many = make(gates_and_far_fences(10000));
  start_driving(few, 0.5);
  start_driving(many, 0.5);
  double differ = 0.0, more = 0.0;
  result.series.columns = {"t [s]", "bodies computed of 13 fences",
                           "bodies computed of 10,013 fences"};
  for (int i = 0; i < kSteps; ++i) {
    few.step();
    many.step();
    differ += machine_hash(few, "excavator/") == machine_hash(many, "excavator/") ? 0.0 : 1.0;
    more = std::max(more, static_cast<double>(many.articulations().size()) -
                              static_cast<double>(few.articulations().size()));
    result.series.rows.push_back({many.time(), static_cast<double>(few.objects()->computed_count()),
                                  static_cast<double>(many.objects()->computed_count())});
  }
  result.compare("objects placed", static_cast<double>(many.objects()->count()), 10013.0, 0.0);
  result.bound("bodies computed more than with the near ones alone", more, 0.0);
  result.bound("steps in which the machine differs by a bit", differ, 0.0);
  return result;
}

constexpr const char* kBoth =
    "outrigger_scene: 1\nsite: worksite\nmachines:\n"
    "  excavator: {file: excavator, position: [20, 28, 0]}\n"
    "  tipper: {file: tipper, position: [40, 28, 0], heading_deg: 90}\n";
constexpr const char* kAlone =
    "outrigger_scene: 1\nsite: worksite\nmachines:\n"
    "  excavator: {file: excavator, position: [20, 28, 0]}\n";

Result run_two_machines() {
  Result result;
  World both = make(place_bundled(read_scene_of_text(kBoth)));
  World alone = make(place_bundled(read_scene_of_text(kAlone)));
  double differ = 0.0;
  for (int i = 0; i < 600; ++i) {
    for (World* w : {&both, &alone}) {
      w->set_input("excavator/slew", (i / 100) % 2 == 0 ? 0.5 : -0.5);
      w->set_input("excavator/boom", (i / 80) % 2 == 0 ? 0.4 : -0.2);
      w->step();
    }
    differ += machine_hash(both, "excavator/") == machine_hash(alone, "excavator/") ? 0.0 : 1.0;
  }
  result.bound("apart: steps in which the excavator differs by a bit from one that is alone",
               differ, 0.0);
  const sim::BodyHandle chassis = both.body("tipper/chassis");
  const sim::BodyHandle base = both.body("excavator/undercarriage");
  const Vec3 before = both.pose(chassis).position;
  // It drives into the side of the truck, which stands with its brakes open.
  both.set_input("excavator/slew", 0.0);
  both.set_input("excavator/boom", 0.0);
  start_driving(both, 0.6);
  both.set_input("tipper/parking_brake", 0.0);
  double nearest = 1e9;
  result.series.columns = {"t [s]", "way of the truck [m]", "between the two [m]"};
  for (int i = 0; i < 3000; ++i) {
    both.step();
    both.take_events();
    const double between = (both.pose(base).position - both.pose(chassis).position).norm();
    nearest = std::min(nearest, between);
    if (i % 20 == 0)
      result.series.rows.push_back(
          {both.time(), (both.pose(chassis).position - before).norm(), between});
  }
  const double pushed = (both.pose(chassis).position - before).norm();
  result.compare("driven into: the truck is pushed, 1 where by more than 0.05 m",
                 pushed > 0.05 ? 1.0 : 0.0, 1.0, 0.0);
  result.compare("the excavator does not pass through it, 1 where it stays 2.5 m from its middle",
                 nearest > 2.5 ? 1.0 : 0.0, 1.0, 0.0);
  result.bound("steps that found no solution", static_cast<double>(both.counters().contained), 0.0);
  return result;
}

Result run_rewind() {
  Result result;
  constexpr int kSteps = 3000, kJumps = 1000, kFork = 20;
  const sim::PlacedScene scene = place_bundled(read_bundled_scene("loading"));
  World world = make(scene), other = make(scene);
  session::History history(world);
  std::vector<std::uint64_t> hashes{world.hash()};
  std::vector<std::vector<double>> inputs;
  Random random(7);
  const auto lever = [&] { return random.uniform(-1.0, 1.0); };
  for (int i = 0; i < kSteps; ++i) {
    if (i % 40 == 0) {
      for (const char* name : {"slew", "stick", "bucket"})
        world.set_input(std::string("excavator/") + name, lever());
      // Mostly down, into the ground.
      world.set_input("excavator/boom", lever() - 0.4);
      world.set_input("tipper/steering", lever());
    }
    inputs.push_back(world.input_values());
    world.step();
    history.note_step();
    hashes.push_back(world.hash());
    world.take_events();
  }
  double wrong = 0.0, forks_wrong = 0.0;
  result.series.columns = {"jump", "to step", "steps computed"};
  for (int j = 0; j < kJumps; ++j) {
    const auto to = static_cast<std::int64_t>(random.uniform(0.0, 1.0) * (kSteps - kFork));
    const std::int64_t computed = history.go_to(to);
    result.series.rows.push_back(
        {static_cast<double>(j), static_cast<double>(to), static_cast<double>(computed)});
    wrong += world.hash() == hashes[static_cast<std::size_t>(world.step_count())] ? 0.0 : 1.0;
    if (j % 20 != 0) continue;
    // The moment in another world, which goes on with the same levers.
    other.restore(world.save());
    for (int k = 0; k < kFork; ++k) {
      const auto at = static_cast<std::size_t>(other.step_count());
      for (std::size_t n = 0; n < inputs[at].size(); ++n)
        other.set_input(static_cast<int>(n), inputs[at][n]);
      other.step();
      forks_wrong += other.hash() == hashes[at + 1] ? 0.0 : 1.0;
    }
  }
  result.bound("jumps of 1000 that led to other bits", wrong, 0.0);
  result.bound("steps of 50 forks with other bits than the run they left", forks_wrong, 0.0);
  return result;
}

}  // namespace worksite_case

std::vector<Case> worksite_cases() {
  using namespace worksite_case;
  std::vector<Case> all{
      {"excavator-fences",
       "six gates of fences: they enter, are knocked over, rest and leave; far ones change no bit",
       run_fences},
      {"objects-scale", "10,000 fences placed: only the near ones are computed", run_scale},
      {"two-machines",
       "excavator and tipper in one world: the same bits apart, and they push each other",
       run_two_machines},
      {"rewind", "jumps to random moments and forks of a run with two machines, soil and objects",
       run_rewind}};
  for (Case& c : lifting_cases()) all.push_back(std::move(c));
  return all;
}

}  // namespace outrigger::validation
