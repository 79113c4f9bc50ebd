// Machines under hands that do anything: random levers, full reversals, all at once, brakes and ranges
// changed on the way, for tens of seconds at the step of the seat.
//
// Whatever people do to the levers,
// - no articulation is held still, and all numbers are finite,
// - a cylinder stays within its stroke and the depth by which its end stops give way,
// - nothing is faster than drives, falls and blows can make it,
// - the energy book closes, and what its rule and the projections made or took is small beside what moved,
// - let go, with the brakes on, the machine gains no energy,
// - what was recorded computes again to the same bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "session/control_positions.h"
#include "sim/world.h"
#include "support/gravity.h"
#include "terrain/ground.h"
#include "unit/description_support.h"

namespace outrigger {
namespace {

using description::Control;
using description::Machine;

struct Trial {
  std::string machine;
  std::vector<std::string> variants;
  std::string start;  ///< of the worksite; empty: level ground
  std::uint64_t seed = 0;
  double seconds = 20.0;

  std::string name() const {
    std::string text = machine;
    for (const std::string& v : variants) text += "+" + v;
    return text + (start.empty() ? "" : "@" + start) + " seed " + std::to_string(seed);
  }
};

struct Place {
  Machine machine;
  sim::WorldOptions options;
  std::vector<description::SourceFile> files;
};

/// A tower has no levers: its ball starts anywhere on its rope, clear of the blocks.
void swing_ball(Machine& machine, std::uint64_t seed) {
  Random random(seed);
  const double rope = 3.3941, angle = random.uniform(0.7, 1.4), turn = random.uniform(0.0, 6.28);
  for (auto& b : machine.bodies)
    if (b.name == "ball")
      b.pose.position = Vec3(rope * std::sin(angle) * std::cos(turn),
                             rope * std::sin(angle) * std::sin(turn), 4.6 - rope * std::cos(angle));
}

Place make_place(const Trial& trial) {
  Place place;
  description::ReadOptions options;
  options.variants = trial.variants;
  options.files_read = &place.files;
  place.machine =
      description::read_machine_file(source_file("machines/" + trial.machine + ".yaml"), options);
  place.machine.settings.step = 5e-3;
  if (trial.machine == "tower") swing_ball(place.machine, trial.seed);
  if (trial.start.empty()) return place;
  place.options.site = description::read_site_file(source_file("sites/worksite.yaml"));
  const terrain::Ground ground(*place.options.site);
  for (const auto& s : place.options.site->starts) {
    if (s.name != trial.start) continue;
    Vec3 position = s.position;
    position.z() += ground.height(position.x(), position.y());
    description::place_machine(place.machine, position, s.heading);
  }
  return place;
}

/// Hands that change their mind: every control by itself, all at once, or to and fro.
class Hands {
 public:
  Hands(const Machine& machine, std::uint64_t seed) : controls_(machine.controls), random_(seed) {
    for (const Control& c : controls_) position_.push_back(static_cast<float>(c.initial));
    next_.assign(controls_.size(), 0.0);
    style_ = static_cast<Style>(random_.integer(4));
    period_ = random_.uniform(0.1, 2.5);
  }
  /// Levers let go, pedals and parking brakes on, the rest left as it is.
  const std::vector<float>& let_go() {
    for (std::size_t i = 0; i < controls_.size(); ++i) {
      const Control& c = controls_[i];
      if (c.kind == Control::Kind::pedal || c.name == "parking_brake") {
        position_[i] = 1.0f;
      } else if (c.kind != Control::Kind::choice) {
        position_[i] = 0.0f;
      }
    }
    return position_;
  }
  const std::vector<float>& move(double time) {
    if (controls_.empty()) return position_;
    switch (style_) {
      case Style::each:
        for (std::size_t i = 0; i < controls_.size(); ++i) {
          if (time < next_[i]) continue;
          position_[i] = choose(controls_[i]);
          next_[i] = time + random_.uniform(0.05, 3.0);
        }
        break;
      case Style::together:
        if (time < next_[0]) break;
        for (std::size_t i = 0; i < controls_.size(); ++i) position_[i] = choose(controls_[i]);
        next_[0] = time + random_.uniform(0.05, 4.0);
        break;
      case Style::to_and_fro:
        if (time < next_[0]) break;
        for (std::size_t i = 0; i < controls_.size(); ++i) position_[i] = reverse(i);
        next_[0] = time + period_;
        break;
      case Style::one:
        if (time < next_[0]) break;
        // One lever at full travel for long, the others let go.
        for (std::size_t i = 0; i < controls_.size(); ++i)
          if (controls_[i].kind == Control::Kind::lever) position_[i] = 0.0f;
        {
          const std::size_t i = random_.integer(controls_.size());
          position_[i] = reverse(i);
          next_[0] = time + random_.uniform(0.5, 5.0);
        }
        break;
    }
    return position_;
  }

 private:
  enum class Style { each, together, to_and_fro, one };

  float choose(const Control& c) {
    if (c.kind == Control::Kind::choice)
      return static_cast<float>(random_.integer(static_cast<std::uint32_t>(c.choices.size())));
    if (c.kind == Control::Kind::button) return random_.integer(2) == 0 ? 0.0f : 1.0f;
    const double low = c.kind == Control::Kind::pedal ? 0.0 : -1.0;
    switch (random_.integer(5)) {
      case 0:
        return 0.0f;
      case 1:
        return static_cast<float>(low);
      case 2:
        return 1.0f;
      default:
        return static_cast<float>(random_.uniform(low, 1.0));
    }
  }
  float reverse(std::size_t i) {
    const Control& c = controls_[i];
    // Seldom, so that the machine gets going.
    if (c.kind == Control::Kind::choice || c.kind == Control::Kind::pedal)
      return random_.integer(6) == 0 ? choose(c) : position_[i];
    return position_[i] == 0.0f ? (random_.integer(2) == 0 ? -1.0f : 1.0f)
                                : (position_[i] > 0.0f ? -1.0f : 1.0f);
  }

  std::vector<Control> controls_;
  Random random_;
  std::vector<float> position_;
  std::vector<double> next_;
  Style style_ = Style::each;
  double period_ = 1.0;
};

/// What a machine can do to itself at most, from its data.
struct Limits {
  double weight = 0.0;  ///< [N]
  double arm = 0.0;     ///< [m], of the weight about a hinge with stops
  double speed = 0.0;   ///< of any body frame [m/s]
  double turn = 0.0;    ///< of any body [rad/s]
};

/// Suddenly loaded, a stop bends twice as far as under the same load at rest.
constexpr double kSudden = 2.0;
/// Of the force at the end of the excavator's arm to that in a cylinder, at most: 2.9 m to 0.7 m.
constexpr double kLeverage = 4.0;
/// What a blow of the arm's end, 8 m/s at most, adds to the speed of a cylinder by the same leverage.
constexpr double kBlowSpeed = 8.0 / kLeverage;
/// Of a hinge with stops: its end 1 m from the hinge, fallen by 1 m [rad/s].
constexpr double kBlowTurn = 4.5;
/// Of the energy turned over, the work of drives and loads and the heat of every step by their sizes: what the
/// rule of the step and the projections may have made or taken. It knows no height that counts as zero.
constexpr double kInTheBook = 0.02;
/// What a machine at rest may gain [J]; and what may be in the book before anything moved.
constexpr double kAtRest = 1e3;

Limits limits_of(const Machine& machine) {
  Limits limits;
  for (const auto& b : machine.bodies) limits.weight += b.mass * kGravity;
  if (machine.name == "excavator") {
    // Travel 5.6 m/s, slewing 0.89 rad/s at 9.5 m, boom and stick 6 m/s at the bucket, falls by less than
    // 1 m beyond that. One wheel of four behind open differentials takes all of 20 km/h at 0.49 m, and a
    // twentieth for what the governor lets through.
    limits.arm = 1.0;
    limits.speed = 25.0;
    limits.turn = 1.05 * 4.0 * (20.0 / 3.6) / 0.49;
  } else if (machine.name == "small-crane") {
    // Slewing 0.35 rad/s at 6.5 m and the load in full circles on rope and slings, √(5 g 2.1 m).
    limits.arm = 5.0;
    limits.speed = 13.0;
    limits.turn = 8.0;
  } else {
    // The ball falls by less than 4.6 m; a light block may leave twice as fast as it is hit.
    limits.speed = 2.0 * std::sqrt(2.0 * kGravity * 4.6);
    limits.turn = 2.0 * limits.speed / 0.3;
  }
  return limits;
}

/// A stop with what may press on it.
struct WatchedStop {
  std::string name;
  sim::CoordinateHandle at;
  double lower, upper, depth, speed;
};

std::vector<WatchedStop> watch_stops(const Machine& machine, const sim::World& world,
                                     const Limits& limits) {
  std::vector<WatchedStop> stops;
  for (const auto& s : machine.stops) {
    // Cylinders are coordinates of their own; angles belong to joints.
    const bool turns = s.coordinate.find(".angle") != std::string::npos;
    double force = kSudden * limits.weight * (turns ? limits.arm : kLeverage);
    double speed = turns ? kBlowTurn : kBlowSpeed;
    for (const auto& d : machine.drives) {
      if (d.coordinate != s.coordinate) continue;
      force += std::max(d.force_max, -d.force_min);
      speed += std::max(d.speed_max, -d.speed_min);
    }
    stops.push_back({s.name, world.coordinate(s.coordinate), s.lower.value_or(-INFINITY),
                     s.upper.value_or(INFINITY), force / s.stiffness, speed});
  }
  return stops;
}

class RandomLeversRun {
 public:
  explicit RandomLeversRun(const Trial& trial)
      : place_(make_place(trial)),
        world_(place_.machine, place_.options),
        limits_(limits_of(place_.machine)),
        stops_(watch_stops(place_.machine, world_, limits_)) {}

  void run(const Trial& trial, const std::string& file) {
    recorder::RecordingHeader header;
    header.machine_file = trial.machine;
    for (const auto& f : place_.files) header.files.push_back({f.path, f.text});
    recorder::RecordingSettings settings;
    settings.may_wait = true;
    recorder::RecordingWriter writer(file, header, world_, settings);
    session::ControlPositions controls(place_.machine, world_);
    Hands hands(place_.machine, trial.seed);
    while (world_.time() < trial.seconds + kRestTime && !failed()) {
      const bool moves = world_.time() < trial.seconds;
      controls.move(moves ? hands.move(world_.time()) : hands.let_go(), world_);
      world_.step();
      check();
      check_rest(world_.time() - trial.seconds);
    }
    writer.finish();
    EXPECT_EQ(world_.counters().contained, 0);
    // For --gtest_output.
    const auto record = [&](const char* what, double value) {
      testing::Test::RecordProperty(what + std::to_string(trial.seed), std::to_string(value));
    };
    record("book_", most_in_book_);
    record("jump_", largest_jump_);
    record("rest_", rest_gain_);
    record("push_", hardest_push_);
  }
  bool failed() const { return parts() > parts_before_; }
  /// From its start, in a world of its own.
  void verify(const std::string& file) const {
    const recorder::Recording recording = recorder::load_recording(file);
    sim::World again(place_.machine, place_.options);
    const recorder::Verification v = recorder::verify(recording, again);
    EXPECT_EQ(v.ticks, world_.step_count());
    EXPECT_FALSE(v.difference.has_value());
  }

 private:
  static constexpr double kRestTime = 5.0;    ///< after letting go [s]
  static constexpr double kDrivesStop = 1.5;  ///< drives have come to a stop by then [s]

  /// Failures of the test so far.
  static int parts() {
    return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
  }

  /// Rocking or rolling over, but with less energy than before.
  void check_rest(double let_go_for) {
    if (let_go_for < kDrivesStop) return;
    const sim::Energies e = world_.energies();
    const double now = e.total() - e.ledger.drives - e.ledger.external;
    rest_energy_ = std::min(rest_energy_, now);
    rest_gain_ = std::max(rest_gain_, now - rest_energy_);
    EXPECT_LT(now, rest_energy_ + kAtRest) << let_go_for << " s after letting go";
  }

  void check() {
    const double t = world_.time();
    for (const sim::Event& e : world_.take_events()) {
      EXPECT_NE(e.kind, sim::Event::Kind::contained) << e.text;
      if (e.kind == sim::Event::Kind::joint_broken) broken_ = std::min(broken_, t);
    }
    for (const WatchedStop& s : stops_) {
      const double x = world_.value(s.at), v = world_.speed(s.at);
      EXPECT_GT(x, s.lower - s.depth) << s.name << " at " << t << " s";
      EXPECT_LT(x, s.upper + s.depth) << s.name << " at " << t << " s";
      EXPECT_LT(std::abs(v), s.speed) << s.name << " at " << t << " s";
    }
    // What has torn off falls.
    const double falls = t > broken_ ? kGravity * (t - broken_) : 0.0;
    for (const auto& b : place_.machine.bodies) {
      const model::Twist twist = world_.twist(world_.body(b.name));
      EXPECT_LT(twist.linear.norm(), limits_.speed + falls) << b.name << " at " << t << " s";
      EXPECT_LT(twist.angular.norm(), limits_.turn) << b.name << " at " << t << " s";
    }
    check_book(t);
    for (const auto& d : place_.machine.drives) {
      const double force = world_.force(world_.drive(d.name));
      const double most = force > 0.0 ? d.force_max : d.force_min;
      if (std::isfinite(most) && most != 0.0) hardest_push_ = std::max(hardest_push_, force / most);
    }
  }

  void check_book(double t) {
    const sim::Energies e = world_.energies();
    const system::EnergyLedger& l = e.ledger;
    turnover_ = std::max(turnover_, std::abs(l.drives) + std::abs(l.dissipated));
    // After a joint has broken the books of the pieces begin anew.
    if (t > broken_) return;
    EXPECT_NEAR(
        l.start + l.external + l.drives - l.dissipated - l.integrator - l.projection - l.detection,
        e.total(), 1e-9 * (turnover_ + std::abs(l.start)))
        << t << " s";
    turned_over_ += std::abs(l.drives - last_.drives) + std::abs(l.external - last_.external) +
                    std::abs(l.dissipated - last_.dissipated);
    const double of_the_rule = l.integrator + l.projection;
    EXPECT_LT(std::abs(of_the_rule), kInTheBook * turned_over_ + kAtRest) << t << " s";
    most_in_book_ = std::max(most_in_book_, std::abs(of_the_rule) / (turned_over_ + 5e4));
    largest_jump_ =
        std::max(largest_jump_, std::abs(of_the_rule - last_.integrator - last_.projection));
    last_ = l;
  }

  Place place_;
  sim::World world_;
  Limits limits_;
  std::vector<WatchedStop> stops_;
  const int parts_before_ = parts();
  system::EnergyLedger last_;
  double turnover_ = 0.0, turned_over_ = 0.0, broken_ = INFINITY, rest_energy_ = INFINITY;
  double most_in_book_ = 0.0, largest_jump_ = 0.0, rest_gain_ = 0.0, hardest_push_ = 0.0;
};

void run_trial(const Trial& trial) {
  SCOPED_TRACE(trial.name());
  const description::TestFolder folder("levers");
  const std::string file = (folder.path() / "run.recording").string();
  RandomLeversRun run(trial);
  run.run(trial, file);
  if (!run.failed()) run.verify(file);
}

/// Trials of all machines, variants and starts in turn.
Trial trial_of(std::uint64_t seed, double seconds) {
  static const char* const kStarts[] = {"",        "road",          "slalom",     "ramp_foot",
                                        "plateau", "levelling_pad", "lifting_pad"};
  static const std::vector<std::string> kVariants[] = {
      {}, {"oscillating_front_axle"}, {"independent_outriggers"}, {"explicit_linkage"}};
  if (seed % 12 == 11) return {"small-crane", {}, "", seed, seconds};
  if (seed % 12 == 5) return {"tower", {}, "", seed, std::min(seconds, 5.0)};
  return {"excavator", kVariants[seed % 4], kStarts[seed % 7], seed, seconds};
}

TEST(RandomLevers, BreakNothing) {
  for (std::uint64_t seed = 1; seed <= 12 && !HasFailure(); ++seed) run_trial(trial_of(seed, 4.0));
}

// A step cut into parts by a blow: the blade, at rest in the air, let go with its limit force and flew.
TEST(RandomLevers, ABlowElsewhereDoesNotThrowTheBlade) { run_trial(trial_of(292, 20.0)); }

TEST(RandomLeversLong, BreakNothing) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) run_trial(trial_of(seed, 20.0));
}

}  // namespace
}  // namespace outrigger
