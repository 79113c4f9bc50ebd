/// Law: a run is its start and its commands. Whatever a program does to a world while it runs is in the
/// recording, computes again to the same bits without the program, and can be sought from any moment to any
/// other, over edits, broken joints and resets.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "recorder/line_format.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "unit/description_support.h"

namespace outrigger::recorder {
namespace {

using sim::PartKind;

description::Machine crane() {
  auto m = description::read_machine_file(source_file("machines/small-crane.yaml"));
  m.settings.step = 5e-3;
  return m;
}

description::Body stone(const std::string& name, const Vec3& position, Random& random) {
  description::Body b;
  b.name = name;
  b.mass = random.uniform(1.0, 5.0);
  b.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  b.pose_given = true;
  b.pose.position = position;
  b.pose.rotation =
      Eigen::AngleAxisd(random.uniform(-3.0, 3.0), Vec3(1, 2, 3).normalized()).toRotationMatrix();
  b.velocity = Vec3(0.3, -0.2, 0.5);
  b.angular_velocity = Vec3(1.0, 2.0, -0.5);
  return b;
}

/// A program that does everything a program can do, by dice.
class BusyProgram {
 public:
  BusyProgram(sim::World& world, std::uint64_t seed) : world_(world), random_(seed) {}

  void edit() {
    std::erase_if(stones_, [&](sim::BodyHandle b) { return !world_.alive(b); });
    std::erase_if(joints_, [&](sim::JointHandle j) { return !world_.alive(j); });
    ++edits;
    const std::string name = std::to_string(edits);
    if (stones_.size() < 2) return add(name);
    const sim::BodyHandle a = stones_[random_.integer(stones_.size())];
    const sim::BodyHandle b = stones_[random_.integer(stones_.size())];
    switch (random_.integer(13)) {
      case 0:
      case 1:
        return add(name);
      case 2:
      case 3:
        return join(a == b ? std::nullopt : std::optional(a), b, name);
      case 4: {
        description::Load load;
        load.name = "load " + name;
        load.z.kind = description::Function::Kind::formula;
        load.z.formula = "30*sin(7*t)";
        loads_.push_back(world_.add_load(load, b));
        return;
      }
      case 5: {
        description::Mount mount;
        mount.name = "mount " + name;
        mount.stiffness = Vec3(100, 200, 300);
        mount.damping = Vec3(5, 5, 5);
        world_.add_mount(mount, b);
        return;
      }
      case 6: {
        description::Spring spring;
        spring.name = "spring " + name;
        spring.spring.kind = description::Function::Kind::linear;
        spring.spring.value = 150.0;
        spring.free_as_assembled = true;
        description::Coordinate distance;
        distance.name = "distance " + name;
        distance.kind = description::Coordinate::Kind::distance;
        distance.point_a = a == b ? Vec3(1, 1, 1) : Vec3(0.1, 0, 0);
        distance.point_b = Vec3(0, 0, 0.2);
        a == b ? world_.add_spring_to_ground(spring, distance, b)
               : world_.add_spring(spring, distance, a, b);
        return;
      }
      case 7:
        return world_.remove(b);
      case 8:
        if (!joints_.empty()) world_.break_joint(joints_[random_.integer(joints_.size())]);
        return;
      case 9:
        world_.add_force("thrust " + name, b, Vec3(0, 0.1, 0),
                         [](double time, const Pose& pose, const model::Twist& twist) {
                           model::BodyForce f;
                           f.force = Vec3(3.0 * time, -2.0, 8.0) - 0.3 * twist.linear;
                           f.torque = 0.1 * pose.position;
                           f.damping = 0.3 * Mat3::Identity();
                           return f;
                         });
        return;
      case 10:
        world_.restore(world_.save());
        return;
      case 11: {
        terrain::GroundEdit edit;
        edit.area = terrain::GroundEdit::Area::circle;
        edit.centre = {random_.uniform(-10.0, 10.0), random_.uniform(-10.0, 10.0)};
        edit.radius = random_.uniform(0.5, 2.0);
        edit.operation = terrain::GroundEdit::Operation::raise;
        edit.value = random_.uniform(-0.4, 0.4);
        world_.edit_ground(edit);
        return;
      }
      default:
        if (!loads_.empty()) {
          const auto load = loads_.back();
          loads_.pop_back();
          try {
            world_.remove(load);
          } catch (const Error&) {  // gone with its body
          }
        }
    }
  }

  void forget() {
    stones_.clear();
    joints_.clear();
    loads_.clear();
  }

  int edits = 0;

 private:
  void add(const std::string& name) {
    const Vec3 position(random_.uniform(5, 8), random_.uniform(-2, 2), random_.uniform(2, 5));
    stones_.push_back(world_.add_body(stone("stone " + name, position, random_)));
  }
  void join(std::optional<sim::BodyHandle> a, sim::BodyHandle b, const std::string& name) {
    description::Joint j;
    j.name = "joint " + name;
    j.type = description::JointType::spherical;
    if (random_.integer(2) == 0) j.allowable = {45.0, 0.0, true};
    const Vec3 at = world_.pose(b).position;
    j.point_a = a ? world_.pose(*a).local_point(at) : at;
    joints_.push_back(a ? world_.add_joint(j, *a, b) : world_.add_joint_to_ground(j, b));
  }

  sim::World& world_;
  Random random_;
  std::vector<sim::BodyHandle> stones_;
  std::vector<sim::JointHandle> joints_;
  std::vector<sim::LoadHandle> loads_;
};

class JournalTest : public testing::Test {
 protected:
  /// 1200 steps with levers that move, more than thirty edits and two resets.
  std::string record(std::uint64_t seed) {
    const std::string path = (folder_.path() / "busy.recording").string();
    sim::World world(crane());
    RecordingHeader header;
    header.files.push_back({"crane.yaml", "name: crane"});
    RecordingSettings settings;
    settings.snapshot_time = 0.5;
    RecordingWriter writer(path, header, world, settings);
    BusyProgram program(world, seed);
    Random levers(seed + 1);
    for (int i = 0; i < 1200; ++i) {
      if (i % 40 == 7) world.set_input(0, levers.uniform(-1.0, 1.0));
      if (i == 500 || i == 900) {
        world.reset();
        program.forget();
      }
      if (levers.integer(20) == 0 || i == 900) program.edit();
      world.step();
    }
    edits_ = program.edits;
    writer.finish();
    return path;
  }

  static std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  description::TestFolder folder_{"journal"};
  int edits_ = 0;
};

TEST_F(JournalTest, ABusyRunComputesAgainWithoutItsProgram) {
  for (const std::uint64_t seed : {3, 4}) {
    const Recording r = load_recording(record(seed));
    EXPECT_GT(edits_, 30);
    EXPECT_TRUE(r.complete);
    EXPECT_TRUE(r.problems.empty());
    EXPECT_FALSE(r.limit);
    EXPECT_EQ(r.ticks(), 1200);
    EXPECT_FALSE(r.restructured.empty()) << "no joint broke: the test tests less";
    sim::World world(crane());
    const Verification v = verify(r, world);
    EXPECT_EQ(v.failure, "");
    ASSERT_FALSE(v.difference) << v.difference->tick;
    EXPECT_EQ(v.ticks, 1200);
    EXPECT_GT(v.snapshots, 20);
    EXPECT_TRUE(v.bad_snapshots.empty());
  }
}

TEST_F(JournalTest, AnyMomentOfABusyRunCanBeSought) {
  const Recording r = load_recording(record(5));
  sim::World world(crane());
  Replay replay(r, world);
  Random random(8);
  for (int i = 0; i < 100; ++i) {
    replay.seek(static_cast<std::int64_t>(random.integer(1201)));
    ASSERT_TRUE(replay.matches()) << replay.tick();
  }
  EXPECT_EQ(replay.failure(), "");
  EXPECT_TRUE(replay.refused().empty()) << replay.refused().front();
}

// Edits need no steps: the snapshot before an edit, and its commands, give the mechanisms that the
// snapshots after it are of.
TEST_F(JournalTest, SeekingOverEditsComputesFewSteps) {
  const std::string path = (folder_.path() / "long.recording").string();
  {
    sim::World world(crane());
    RecordingHeader header;
    header.files.push_back({"crane.yaml", "name: crane"});
    RecordingSettings settings;
    settings.snapshot_time = 0.5;
    RecordingWriter writer(path, header, world, settings);
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
      if (i % 333 == 100)
        world.add_body(stone("stone " + std::to_string(i), Vec3(i, 0, 5), random));
      world.step();
    }
    writer.finish();
  }
  const Recording r = load_recording(path);
  sim::World world(crane());
  Replay replay(r, world);
  const std::int64_t before = world.counters().steps;
  replay.seek(1990);
  EXPECT_TRUE(replay.matches());
  // Articulation steps: about ninety of the world, of the crane and six stones.
  EXPECT_LT(world.counters().steps - before, 110 * 8);
}

// A joint that breaks by itself breaks again; snapshots beyond it are used once that step is known.
TEST_F(JournalTest, SnapshotsAfterABrokenJointAreUsed) {
  const char* text = R"(
outrigger: 1
name: hook
settings: {step: 0.005}
bodies:
  ball: {mass: 2, shapes: [{box: [0.1, 0.1, 0.1]}], pose: {position: [0, 0, 3]}}
joints:
  pin: {type: spherical, bodies: [ground, ball], at: [0, 0, 3], allowable: {force: 60, breaks: true}}
loads:
  pull: {body: ball, force: [0, 0, {formula: "-30*t"}]}
)";
  const description::Machine machine = description::read_machine_text(text, "hook.yaml");
  const std::string path = (folder_.path() / "hook.recording").string();
  {
    sim::World world(machine);
    RecordingHeader header;
    header.files.push_back({"hook.yaml", text});
    RecordingSettings settings;
    settings.snapshot_time = 0.5;
    RecordingWriter writer(path, header, world, settings);
    for (int i = 0; i < 1000; ++i) world.step();
    writer.finish();
  }
  const Recording r = load_recording(path);
  ASSERT_EQ(r.restructured.size(), 1u);
  ASSERT_EQ(r.events.size(), 1u);
  EXPECT_EQ(r.events[0].kind, sim::Event::Kind::joint_broken);
  EXPECT_EQ(r.events[0].step, r.restructured[0]);
  EXPECT_EQ(r.events[0].unit, "N");
  EXPECT_NEAR(r.events[0].place.value_or(Vec3::Zero()).z(), 3.0, 1e-6);
  sim::World world(machine);
  EXPECT_FALSE(verify(r, world).difference);
  sim::World again(machine);
  Replay replay(r, again);
  for (const std::int64_t tick : {990, 100, 700, 999, 1000, 0, 650}) {
    replay.seek(tick);
    EXPECT_TRUE(replay.matches()) << tick;
  }
  EXPECT_TRUE(replay.refused().empty());
  EXPECT_LT(again.counters().steps, 1000) << "snapshots after the break were not used";
}

// What programs hold as functions is recorded by its results; what no command can say is reported and
// ends the comparison there.
TEST_F(JournalTest, AStateOfOtherMechanismsIsALimit) {
  const std::string path = (folder_.path() / "limit.recording").string();
  {
    sim::World world(crane());
    RecordingHeader header;
    header.files.push_back({"crane.yaml", "name: crane"});
    RecordingWriter writer(path, header, world);
    Random random(1);
    world.add_body(stone("a", Vec3(5, 0, 5), random));
    for (int i = 0; i < 20; ++i) world.step();
    const sim::Snapshot with_one = world.save();
    world.add_body(stone("b", Vec3(7, 0, 5), random));
    for (int i = 0; i < 20; ++i) world.step();
    world.restore(with_one);
    for (int i = 0; i < 20; ++i) world.step();
    writer.finish();
  }
  const Recording r = load_recording(path);
  ASSERT_TRUE(r.limit);
  EXPECT_EQ(r.limit->tick, 40);
  sim::World world(crane());
  const Verification v = verify(r, world);
  EXPECT_FALSE(v.difference);
  EXPECT_EQ(v.ticks, 40);
  EXPECT_EQ(v.failure, "the program went back to a state from before an edit, or of another world");
}

// Forged commands with the right checksum: refused at their block, or where they are executed, and what
// is before them is used.
TEST_F(JournalTest, ForgedCommandsLoseNothing) {
  auto lines = lines_of(record(6));
  const auto with_command = [&](const std::string& command) {
    std::string text;
    int blocks = 0;
    for (const std::string& line : lines) {
      std::string changed = line;
      if (line.starts_with("{\"block\"") && ++blocks == 3) {
        std::string object = line.substr(0, line.rfind(",\"sum\"")) + "}";
        const std::string from = "\"commands\":[";
        object.replace(object.find(from), from.size(), from + "[100," + command + "],");
        const auto bad = object.find(",]");
        if (bad != std::string::npos) object.erase(bad, 1);
        changed = seal(object);
        changed.pop_back();
      }
      text += changed + "\n";
    }
    std::istringstream in(text);
    return read_recording(in, "forged");
  };
  const Recording unknown = with_command(R"({"do":"explode"})");
  EXPECT_EQ(unknown.ticks(), 100);
  ASSERT_FALSE(unknown.problems.empty());
  EXPECT_NE(unknown.problems[0].find("there is no command 'explode'"), std::string::npos);

  const Recording impossible = with_command(R"({"do":"remove","part":["body","nobody"]})");
  EXPECT_EQ(impossible.ticks(), 1200);
  sim::World world(crane());
  const Verification v = verify(impossible, world);
  EXPECT_EQ(v.ticks, 100);
  EXPECT_EQ(
      v.failure,
      "the command after step 100 (removes body 'nobody') cannot be executed: there is no body "
      "named 'nobody'");
  sim::World again(crane());
  Replay replay(impossible, again);
  replay.seek(1000);
  EXPECT_EQ(replay.tick(), 100);
  replay.seek(50);
  EXPECT_TRUE(replay.matches());

  const Recording other = with_command(
      R"({"do":"add_body","body":{"name":"new","mass":5,"inertia":[1,0,0,0,1,0,0,0,1]}})");
  sim::World third(crane());
  const Verification with_another = verify(other, third);
  ASSERT_TRUE(with_another.difference);
  EXPECT_EQ(with_another.difference->tick, 101);
}

// Recordings of before edits were recorded.
TEST_F(JournalTest, TheOldFormatIsStillRead) {
  sim::World world(crane());
  const std::uint64_t start = world.hash();
  std::string hashes;
  for (int i = 0; i < 3; ++i) {
    if (i == 1) world.set_input(0, 0.5);
    if (i == 2) world.reset();
    world.step();
    hashes += to_hex(world.hash());
  }
  std::string names, zeros, moved;
  for (std::size_t i = 0; i < world.input_names().size(); ++i) {
    names += (i > 0 ? ",\"" : "\"") + world.input_names()[i] + "\"";
    zeros += i > 0 ? ",0" : "0";
    moved += i > 0 ? ",0" : "0.5";
  }
  std::istringstream in(
      seal(
          R"({"outrigger_recording":3,"machine_file":"m","variants":[],"site":{"file":"","text":"",)"
          R"("start":""},"step":0.005,"start":"assembled","start_hash":")" +
          to_hex(start) + R"(","inputs":[)" + names + R"(],"start_inputs":[)" + zeros +
          R"(],"bodies":[],"files":[{"path":"m","text":"t"}],"meshes":[]})") +
      seal(R"({"block":0,"changes":[[1,[)" + moved + R"(]],[2,"reset"]],"hashes":")" + hashes +
           R"("})") +
      seal(R"({"end":3})"));
  const Recording r = read_recording(in, "old");
  EXPECT_TRUE(r.complete);
  ASSERT_EQ(r.commands.size(), 2u);
  sim::World again(crane());
  EXPECT_FALSE(verify(r, again).difference);
}

}  // namespace
}  // namespace outrigger::recorder
