/// The book of soil closes by equality at every step, over everything that may happen to a world.
#include <string>
#include <vector>

#include "session/history.h"
#include "sim/command.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "validation/cases/dig_cases.h"
#include "validation/dig_scenes.h"

namespace outrigger::validation {
namespace soil_balance_case {

using soil::Milligrams;
using soil::Transfer;

/// All soil of a world, counted column by column against ground that nobody has touched [mg].
Milligrams counted(const sim::World& world) {
  const sim::SoilStage& stage = *world.soil();
  const soil::ColumnField& field = stage.field();
  const soil::ColumnField start = field.untouched();
  Milligrams sum = stage.tools().mass() + stage.beds().mass() + stage.flight().mass();
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      if (!field.touched({i, j})) continue;
      const soil::Column now = field.column({i, j});
      sum += now.bank + now.loose - start.column({i, j}).bank;
    }
  return sum;
}

class Book {
 public:
  explicit Book(const sim::World& world) : world_(world) {}
  void look() {
    const sim::SoilStage& stage = *world_.soil();
    const soil::Ledger& ledger = stage.ledger();
    const Milligrams added = ledger.of(Transfer::place) - ledger.of(Transfer::leave);
    // The count of every column is slow: now and then.
    const bool closes = stage.imbalance() == 0 && (steps_ % 50 != 0 || counted(world_) == added);
    unbalanced_ += closes ? 0 : 1;
    ++steps_;
  }
  double unbalanced() const { return unbalanced_; }
  int steps() const { return steps_; }

 private:
  const sim::World& world_;
  double unbalanced_ = 0.0;
  int steps_ = 0;
};

Result run_case() {
  Result result;
  sim::World world = excavator_at_pit({});
  Digger digger(world);
  Book book(world);
  session::History history(world);
  result.series.columns = {"t [s]", "in the bucket [kg]", "loose on the ground [kg]",
                           "in the air [kg]"};
  const auto kilograms = [](Milligrams m) {
    return static_cast<double>(m) / soil::kMilligramsPerKilogram;
  };
  const auto look = [&] {
    history.note_step();
    book.look();
    world.take_events();
    if (book.steps() % 20 == 0)
      result.series.rows.push_back({world.time(), kilograms(world.soil()->tools().mass()),
                                    loose_mass(world.soil()->field(), {-14.0, 14.0, -14.0, 14.0}),
                                    kilograms(world.soil()->flight().mass())});
  };
  digger.each = look;
  digger.fill({7.4, 4.6, -0.4, 0.0, 0.7});
  const double carried = kilograms(world.soil()->tools().mass());
  result.compare("bucket filled, 1 where it holds more than 500 kg", carried > 500.0 ? 1.0 : 0.0,
                 1.0, 0.0);

  // A snapshot in the middle of a dump, in the same world and from bytes in another one.
  digger.go({6.0, 2.6, -1.6, 0.6});
  const sim::Snapshot middle = world.save();
  const std::vector<double> levers = world.input_values();
  const Milligrams at_middle = counted(world);
  const auto run_on = [&](sim::World& w, const std::function<void()>& each) {
    for (std::size_t k = 0; k < levers.size(); ++k) w.set_input(static_cast<int>(k), levers[k]);
    for (int i = 0; i < 200; ++i) w.step(), each();
    return w.hash();
  };
  const std::uint64_t end = run_on(world, look);
  world.restore(middle);
  result.bound("restored: mass of soil that differs [mg]",
               static_cast<double>(counted(world) - at_middle), 0.0);
  Book again(world);
  double differ = run_on(world, [&] { again.look(); }) == end ? 0.0 : 1.0;
  sim::World other = excavator_at_pit({});
  Book elsewhere(other);
  if (const auto read = sim::snapshot_from_bytes(sim::to_bytes(middle), other.save()))
    other.restore(*read);
  differ += run_on(other, [&] { elsewhere.look(); }) == end ? 0.0 : 1.0;
  result.bound("runs from the snapshot that end with other bits", differ, 0.0);

  // Time is turned back to the cut, and goes on.
  history.go_to(world.step_count() / 3);
  Book rewound(world);
  for (int i = 0; i < 100; ++i) world.step(), rewound.look(), world.take_events();
  result.bound("after going back: mass that the book does not know [mg]",
               static_cast<double>(counted(world)), 0.0);

  // Soil is placed and dropped, bodies come and go, and the bucket with all that it holds.
  world.restore(middle);
  Book edited(world);
  world.place_soil({"s", 400.0, 8.0, 2.0, 0.4});
  world.place_soil({"s", 123.456789, 8.0, -2.0, 0.4, 2.0});
  description::Body stone;
  stone.name = "stone";
  stone.mass = 50.0;
  stone.inertia = 2.0 * Mat3::Identity();
  stone.pose_given = true;
  stone.pose.position = Vec3(8.0, 2.0, 2.0);
  const sim::BodyHandle h = world.add_body(stone);
  const auto run = [&](int steps) {
    for (int i = 0; i < steps; ++i) world.step(), edited.look(), world.take_events();
  };
  run(100);
  world.remove(h);
  run(50);
  const double held = kilograms(world.soil()->tools().mass());
  world.remove(world.body("bucket"));
  run(300);
  result.compare("bucket removed with soil in it, 1 where it held more than 100 kg",
                 held > 100.0 ? 1.0 : 0.0, 1.0, 0.0);
  result.bound("bucket removed: still held by tools or in the air [kg]",
               kilograms(world.soil()->tools().mass() + world.soil()->flight().mass()), 0.0);
  world.reset();
  result.bound("after a reset: mass [mg]", static_cast<double>(counted(world)), 0.0);
  const double steps =
      book.steps() + again.steps() + elsewhere.steps() + rewound.steps() + edited.steps();
  result.compare("steps looked at, at least 2,000", std::min(steps, 2000.0), 2000.0, 0.0);
  result.bound("steps in which the book does not close",
               book.unbalanced() + again.unbalanced() + elsewhere.unbalanced() +
                   rewound.unbalanced() + edited.unbalanced(),
               0.0);
  return result;
}

}  // namespace soil_balance_case

std::vector<Case> soil_balance_cases() {
  return {{"soil-balance",
           "the book of soil closes by equality at every step: dig, snapshot, restore, going back, "
           "edits",
           soil_balance_case::run_case}};
}

}  // namespace outrigger::validation
