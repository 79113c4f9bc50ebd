/// A recording computes again to the same bits, alone, from any moment; damage is found, said, and
/// what is intact is used; a planted difference is named to the step.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <regex>

#include "base/error.h"
#include "base/json_depth.h"
#include "base/random.h"
#include "base/source_tree.h"
#include "recorder/line_format.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "recorder/replay_session.h"
#include "seat/loop_support.h"
#include "seat/seat_fixture.h"
#include "sim/snapshot_bytes.h"
#include "unit/description_support.h"

namespace outrigger::recorder {
namespace {

/// No file of this process may grow beyond a size, for a while.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::uintmax_t bytes) : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit now = before_;
    now.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

class RecordingTest : public testing::Test {
 protected:
  /// 400 steps with a lever that moves now and then, and a reset in the middle.
  std::string record(const std::string& machine_name = "small-crane") {
    const std::string path = (folder_.path() / "run.recording").string();
    const description::Machine machine = read_machine(machine_name);
    sim::World world(machine);
    Channels channels;
    RecordingSettings settings;
    settings.snapshot_time = 0.5;
    RecordingHeader header;
    header.machine_file = machine_name;
    for (const auto& f : files_) header.files.push_back({f.path, f.text});
    RecordingWriter writer(path, header, world, settings);
    session::LiveSession session(world, machine, channels.links());
    sim::FakeClock clock;
    session::LoopSettings loop_settings;
    loop_settings.step = machine.settings.step;
    session::RealTimeLoop loop(session, clock, loop_settings);
    std::vector<float> levers;
    for (const auto& c : session.scene().controls) levers.push_back(c.initial);
    bool has_reset = false;
    while (writer.ticks() < 400) {
      if (writer.ticks() % 70 == 0) {
        levers[0] = writer.ticks() % 140 == 0 ? 1.0f : -0.5f;
        channels.mailbox.post_levers(levers);
      }
      if (writer.ticks() == 230 && !has_reset)
        has_reset = channels.mailbox.post({frames::Command::Kind::reset, 0.0});
      loop.wake();
    }
    last_hash_ = world.hash();
    writer.finish();
    return path;
  }

  description::Machine read_machine(const std::string& name) {
    files_.clear();
    description::ReadOptions options;
    options.files_read = &files_;
    auto m = description::read_machine_file(source_file("machines/" + name + ".yaml"), options);
    m.settings.step = 5e-3;
    return m;
  }

  /// The world of a recording, from nothing but the recording.
  static description::Machine machine_of(const Recording& r) {
    std::vector<description::SourceFile> files;
    for (const auto& f : r.header.files) files.push_back({f.path, f.text});
    auto m = description::read_machine_sources(files);
    m.settings.step = r.header.step;
    return m;
  }
  static Verification verify_again(const Recording& r) {
    sim::World world(machine_of(r));
    return verify(r, world);
  }

  static std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
  std::string write_lines(const std::vector<std::string>& lines) const {
    std::string text;
    for (const auto& line : lines) text += line + "\n";
    return folder_.write("changed.recording", text).string();
  }
  /// The same line with another content and a checksum that fits.
  static std::string resealed(const std::string& line, const std::string& from,
                              const std::string& to) {
    std::string object = line.substr(0, line.rfind(",\"sum\"")) + "}";
    const std::size_t at = object.find(from);
    EXPECT_NE(at, std::string::npos);
    object.replace(at, from.size(), to);
    std::string sealed = seal(object);
    sealed.pop_back();
    return sealed;
  }

  description::TestFolder folder_{"recording"};
  std::vector<description::SourceFile> files_;
  std::uint64_t last_hash_ = 0;
};

TEST_F(RecordingTest, ComputesAgainToTheSameBits) {
  for (const char* machine : {"small-crane", "excavator"}) {
    const Recording r = load_recording(record(machine));
    EXPECT_TRUE(r.complete);
    EXPECT_TRUE(r.problems.empty());
    EXPECT_EQ(r.ticks(), 400);
    EXPECT_EQ(r.hashes.back(), last_hash_);
    EXPECT_FALSE(r.snapshots.empty());
    const Verification v = verify_again(r);
    EXPECT_FALSE(v.difference) << machine;
    EXPECT_EQ(v.ticks, 400);
  }
}

TEST_F(RecordingTest, APlantedDifferenceIsNamedToTheStep) {
  const Recording good = load_recording(record());
  for (std::int64_t tick : {1, 57, 200, 231, 399}) {
    Recording r = good;
    // The lever is a trifle elsewhere from this step on.
    std::vector<double> inputs = r.header.start_inputs;
    std::size_t at = 0;
    const auto inputs_of = [](const sim::StampedCommand& c) {
      return std::get_if<sim::SetInputs>(&c.command);
    };
    for (; at < r.commands.size() && r.commands[at].tick < tick; ++at)
      inputs = inputs_of(r.commands[at]) != nullptr ? inputs_of(r.commands[at])->values
                                                    : r.header.start_inputs;
    inputs[0] += 1e-13;
    r.commands.insert(r.commands.begin() + static_cast<std::ptrdiff_t>(at),
                      {tick, sim::SetInputs{inputs}});
    // A recorded change at the same step would undo the planted one.
    std::erase_if(r.commands, [&](const sim::StampedCommand& c) {
      return c.tick == tick && inputs_of(c) != nullptr && inputs_of(c)->values != inputs;
    });
    const Verification v = verify_again(r);
    ASSERT_TRUE(v.difference) << tick;
    EXPECT_EQ(v.difference->tick, tick + 1);
    EXPECT_EQ(v.ticks, tick);
  }
  Recording r = good;
  r.hashes[122] ^= 1;
  ASSERT_TRUE(verify_again(r).difference);
  EXPECT_EQ(verify_again(r).difference->tick, 123);
  r = good;
  r.header.start_hash ^= 1;
  EXPECT_EQ(verify_again(r).difference->tick, 0);
}

TEST_F(RecordingTest, SeekingGivesTheSameBitsAsComputingThrough) {
  const Recording r = load_recording(record("excavator"));
  const description::Machine machine = machine_of(r);
  sim::World world(machine);
  Replay replay(r, world);
  Random random(5);
  for (int i = 0; i < 25; ++i) {
    replay.seek(static_cast<std::int64_t>(random.integer(401)));
    EXPECT_TRUE(replay.matches()) << replay.tick();
  }
  replay.seek(1'000'000);
  EXPECT_TRUE(replay.at_end());
  EXPECT_FALSE(replay.step());
  replay.seek(-5);
  EXPECT_EQ(replay.tick(), 0);
  EXPECT_TRUE(replay.matches());
}

TEST_F(RecordingTest, AKilledRunLeavesWhatWasFlushed) {
  const std::string path = record();
  const std::string whole = [&] {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  Random random(11);
  const std::size_t header = whole.find('\n') + 1;
  for (int i = 0; i < 30; ++i) {
    const std::size_t size = header + random.integer(whole.size() - header);
    const std::string cut = folder_.write("cut.recording", whole.substr(0, size)).string();
    const Recording r = load_recording(cut);
    EXPECT_FALSE(r.complete);
    ASSERT_FALSE(r.problems.empty()) << size;
    EXPECT_LE(r.ticks(), 400);
    EXPECT_TRUE(i >= 5 || !verify_again(r).difference);
  }
  EXPECT_THROW(load_recording(folder_.write("h.recording", whole.substr(0, header / 2)).string()),
               Error);
}

// What is no file is refused before a byte of it is read: /dev/zero is one line without end.
TEST_F(RecordingTest, FoldersAndDevicesAreRefused) {
  const auto refusal = [](const std::string& path) -> std::string {
    try {
      load_recording(path);
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(refusal("/dev/zero"), "the recording '/dev/zero' is not a regular file");
  EXPECT_EQ(refusal("/tmp"), "the recording '/tmp' is a directory, not a file");
  EXPECT_EQ(refusal("/nowhere.jsonl"), "cannot read the recording '/nowhere.jsonl'");
  const std::string text = folder_.write("text.jsonl", "no brace\n").string();
  EXPECT_EQ(refusal(text), "'" + text + "' is not a recording of Outrigger");
  const std::string empty = folder_.write("empty.jsonl", "").string();
  EXPECT_EQ(refusal(empty), "the recording '" + empty + "' is empty");
}

// A disk that runs full is told when it happens, once; the run goes on, and what was written before
// can be used. The limit on the size of files stands for the full disk.
TEST_F(RecordingTest, AFullDiskIsReportedWhileTheRunGoesOn) {
  const std::string path = (folder_.path() / "run.recording").string();
  sim::World world(read_machine("small-crane"));
  RecordingHeader header;
  for (const auto& f : files_) header.files.push_back({f.path, f.text});
  std::atomic<int> reports{0};
  std::string text;
  RecordingSettings settings;
  settings.snapshot_time = 0.0;
  settings.on_failure = [&](const std::string& t) {
    text = t;
    ++reports;
  };
  RecordingWriter writer(path, header, world, settings);
  const FileSizeLimit limit(std::filesystem::file_size(path) + 3000);
  const auto step = [&] { world.step(); };
  EXPECT_TRUE(eventually([&] {
    for (int i = 0; i < 50; ++i) step();
    return reports > 0;
  }));
  EXPECT_TRUE(writer.failed());
  for (int i = 0; i < 200; ++i) step();
  EXPECT_THROW(writer.finish(), Error);
  EXPECT_EQ(reports, 1);
  const Recording r = load_recording(path);
  EXPECT_GT(r.ticks(), 0);
  EXPECT_EQ(text, "the recording '" + path + "' ends after " + std::to_string(r.ticks()) +
                      " steps: the disk is full or too slow. The run goes on.");
  EXPECT_FALSE(verify_again(r).difference.has_value());
}

TEST_F(RecordingTest, AFullDiskAtTheStartIsAnError) {
  sim::World world(read_machine("small-crane"));
  RecordingHeader header;
  for (const auto& f : files_) header.files.push_back({f.path, f.text});
  EXPECT_THROW(RecordingWriter("/dev/full", header, world), Error);
}

TEST_F(RecordingTest, DamageIsFoundAndWhatIsBeforeItIsUsed) {
  const std::string path = record();
  const auto lines = lines_of(path);
  std::size_t third_block = 0, blocks = 0;
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (lines[i].starts_with("{\"block\"") && ++blocks == 3) third_block = i;
  auto damaged = lines;
  damaged[third_block][20] ^= 1;
  const Recording r = load_recording(write_lines(damaged));
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(r.problems[0],
            "line " + std::to_string(third_block + 1) +
                " is damaged (its checksum is wrong); only the 100 steps before it are used");
  EXPECT_EQ(r.ticks(), 100);
  EXPECT_FALSE(verify_again(r).difference);

  // A missing block is noticed too.
  auto missing = lines;
  missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(third_block));
  EXPECT_EQ(load_recording(write_lines(missing)).ticks(), 100);

  // A damaged snapshot is not missed.
  auto snapshot = lines;
  for (auto& line : snapshot)
    if (line.starts_with("{\"snapshot\"")) line[30] ^= 1;
  const Recording without = load_recording(write_lines(snapshot));
  EXPECT_EQ(without.ticks(), 400);
  EXPECT_TRUE(without.complete);
  EXPECT_TRUE(without.snapshots.empty());
  EXPECT_FALSE(verify_again(without).difference);
}

// A block counts as a whole or not at all, also when its checksum is right.
TEST_F(RecordingTest, ABlockThatIsWrongInItselfIsNotUsedInPart) {
  const std::string header = lines_of(record()).front();
  const std::string hash(16, 'a'), no_hash(16, 'x');
  for (const std::string& block :
       {R"({"block":0,"commands":[],"hashes":")" + hash + no_hash + R"("})",
        R"({"block":0,"commands":[[1,{"do":"reset"}],[0,{"do":"reset"}]],"hashes":")" + hash +
            hash + R"("})",
        R"({"block":0,"commands":[[0,{"do":"dance"}]],"hashes":")" + hash + R"("})",
        R"({"block":0,"commands":[],"restructured":[2],"hashes":")" + hash + R"("})"}) {
    std::string line = seal(block);
    line.pop_back();
    const Recording r = load_recording(write_lines({header, line}));
    EXPECT_EQ(r.ticks(), 0) << block;
    EXPECT_TRUE(r.commands.empty()) << block;
    EXPECT_FALSE(r.problems.empty()) << block;
  }
}

TEST_F(RecordingTest, WrongFilesAreRefusedWithAReason) {
  const auto error_of = [&](const std::string& path) -> std::string {
    try {
      load_recording(path);
    } catch (const Error& e) {
      return std::regex_replace(std::string(e.what()), std::regex(folder_.path().string() + "/"),
                                "");
    }
    return {};
  };
  EXPECT_EQ(error_of((folder_.path() / "none").string()), "cannot read the recording 'none'");
  EXPECT_EQ(error_of(folder_.write("empty", "").string()), "the recording 'empty' is empty");
  EXPECT_EQ(error_of(folder_.write("text", "hello\n").string()),
            "'text' is not a recording of Outrigger");
  EXPECT_EQ(error_of(folder_.write("old", "{\"outrigger_recording\":1}\n").string()),
            "'old' has format 1; this program reads format 4");
  auto lines = lines_of(record());
  lines[0][lines[0].find("boom")] = 'B';
  EXPECT_EQ(error_of(write_lines(lines)),
            "'changed.recording': the first line is damaged (its checksum is wrong), so the run "
            "cannot be set up again");
  lines = lines_of(record());
  lines[0] = resealed(lines[0], "\"start_hash\"", "\"other\"");
  EXPECT_NE(error_of(write_lines(lines)).find("damaged header"), std::string::npos);
}

TEST_F(RecordingTest, RandomDamageNeverCrashes) {
  const std::string path = record();
  std::ifstream in(path, std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  Random random(17);
  for (int i = 0; i < 60; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 3; ++k) bytes[random.integer(bytes.size())] ^= static_cast<char>(1 + i);
    try {
      const Recording r = load_recording(folder_.write("d.recording", bytes).string());
      EXPECT_LE(r.ticks(), 400);
    } catch (const Error&) {
    }
  }
}

// Anybody can write a line with the right checksum: reading, comparing and writing nested lists calls
// itself, and a million brackets took the stack.
TEST_F(RecordingTest, DeepListsAreRefusedWithASentence) {
  const auto refusal = [&](const std::string& text) -> std::string {
    try {
      load_recording(folder_.write("deep", text).string());
    } catch (const Error& e) {
      return std::regex_replace(std::string(e.what()), std::regex(folder_.path().string() + "/"),
                                "");
    }
    return {};
  };
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_EQ(refusal("{\"outrigger_recording\":" + deep + "}\n"),
            "'deep' is not a recording of Outrigger: lists in its first line are more than 8 deep");
  EXPECT_EQ(refusal(seal("{\"outrigger_recording\":4,\"files\":" + deep + "}")),
            "'deep' is not a recording of Outrigger: lists in its first line are more than 8 deep");
  // In the other lines too, with the right checksum; brackets in texts do not count.
  const std::string header = lines_of(record()).front();
  const Recording r = load_recording(
      folder_.write("deep", header + "\n" + seal("{\"block\":0,\"commands\":" + deep + "}"))
          .string());
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_EQ(
      r.problems[0],
      "line 2 is damaged (its lists are more than 8 deep); only the 0 steps before it are used");
  EXPECT_TRUE(json_deeper_than("[[[]]]", 2));
  EXPECT_FALSE(json_deeper_than("[[[]]]", 3));
  EXPECT_FALSE(json_deeper_than("{\"[[[[\\\"[[[\":[]}", 2));
  EXPECT_TRUE(json_deeper_than("{\"a\":{\"b\":[1]}}", 2));
}

// A step that no machine file may have came into the world from the first line.
TEST_F(RecordingTest, AStepBeyondAllReasonIsRefused) {
  auto lines = lines_of(record());
  for (const char* step : {"0", "-1", "1e-300", "1e300", "\"1\""}) {
    auto changed = lines;
    changed[0] = resealed(lines[0], "\"step\":0.005", std::string("\"step\":") + step);
    EXPECT_THROW(load_recording(write_lines(changed)), Error) << step;
  }
}

// A snapshot in a recording is what it claims: the state of its step. Those that are not are named by
// verify, and a replay does without them.
TEST_F(RecordingTest, SnapshotsAreComparedWithTheStateOfTheirStep) {
  const Recording good = load_recording(record());
  ASSERT_GE(good.snapshots.size(), 2u);
  const Verification whole = verify_again(good);
  EXPECT_EQ(whole.snapshots, static_cast<std::int64_t>(good.snapshots.size()));
  EXPECT_TRUE(whole.bad_snapshots.empty());

  // The state of another step, with the right hash of its own.
  Recording moved = good;
  std::swap(moved.snapshots[0].bytes, moved.snapshots[1].bytes);
  const Verification v = verify_again(moved);
  EXPECT_FALSE(v.difference);
  EXPECT_EQ(v.bad_snapshots,
            (std::vector<std::int64_t>{good.snapshots[0].tick, good.snapshots[1].tick}));
  sim::World world(machine_of(moved));
  Replay replay(moved, world);
  ASSERT_EQ(replay.refused().size(), 2u);
  EXPECT_EQ(replay.refused()[0], "the snapshot after step " +
                                     std::to_string(good.snapshots[0].tick) +
                                     " is not used: it is not the state of that step");
  replay.seek(good.snapshots[1].tick + 5);
  EXPECT_TRUE(replay.matches());

  // Bytes that are nothing, and a step that the recording does not have.
  Recording odd = good;
  odd.snapshots[0].bytes = "nothing";
  odd.snapshots[1].tick = 1'000'000;
  sim::World again(machine_of(odd));
  EXPECT_EQ(Replay(odd, again).refused().size(), 2u);
}

// The contacts of a recorded snapshot are looked at as well: with hashes that fit, in a recording whose
// hash of the step was changed to match.
TEST_F(RecordingTest, AForgedSnapshotIsNotUsed) {
  sim::World tower(bundled_machine("tower", 1e-3));
  const sim::Snapshot start = tower.save();
  Recording r;
  r.header.step = 1e-3;
  r.header.start_hash = tower.hash();
  for (int i = 0; i < 100; ++i) {
    tower.step();
    r.hashes.push_back(tower.hash());
  }
  sim::Snapshot forged = tower.save();
  ASSERT_FALSE(forged.contacts.contacts.empty());
  forged.contacts.contacts.back().shape_b = 10'000'000;
  r.hashes.back() = forged.hash();
  r.snapshots.push_back({100, sim::to_bytes(forged)});
  tower.restore(start);
  Replay replay(r, tower);
  ASSERT_EQ(replay.refused().size(), 1u);
  EXPECT_EQ(
      replay.refused()[0],
      "the snapshot after step 100 is not used: this snapshot cannot be restored: a contact is "
      "of shape 10000000, but there are 14 shapes");
  replay.seek(100);
  EXPECT_EQ(replay.tick(), 100);
}

TEST_F(RecordingTest, SnapshotsOfAnotherMachineOrDamagedOnesAreRefused) {
  sim::World crane(bundled_machine("small-crane")), pendulum(bundled_machine("pendulum"));
  for (int i = 0; i < 50; ++i) crane.step();
  const sim::Snapshot fresh = sim::World(bundled_machine("small-crane")).save();
  const std::string bytes = sim::to_bytes(crane.save());
  const auto restored = sim::snapshot_from_bytes(bytes, fresh);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->hash(), crane.hash());
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes, pendulum.save()));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes.substr(0, bytes.size() - 8), fresh));
  EXPECT_FALSE(sim::snapshot_from_bytes(bytes + "12345678", fresh));
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  EXPECT_FALSE(sim::snapshot_from_bytes(damaged, fresh));
}

TEST_F(RecordingTest, AReplayIsShownSoughtAndBeginsAgain) {
  const Recording r = load_recording(record("excavator"));
  const description::Machine machine = machine_of(r);
  sim::World world(machine);
  Channels channels;
  ReplaySession session(r, world, machine, channels.links());
  EXPECT_TRUE(session.scene().replay);
  EXPECT_DOUBLE_EQ(session.scene().duration, 2.0);
  sim::FakeClock clock;
  session::LoopSettings settings;
  settings.step = r.header.step;
  session::RealTimeLoop loop(session, clock, settings);
  const auto frame = [&]() -> const frames::Frame& {
    channels.frames.fetch();
    return channels.frames.front();
  };
  channels.mailbox.post({frames::Command::Kind::seek, 1.5});
  channels.mailbox.post({frames::Command::Kind::pause, 0.0});
  do loop.wake();
  while (session.seeking());
  EXPECT_EQ(frame().step, 300u);
  EXPECT_DOUBLE_EQ(frame().time, 1.5) << "time goes on where the run was reset";
  EXPECT_EQ(world.hash(), r.hashes[299]);
  EXPECT_NE(frame().inputs[0], 0.0f) << "the lever as it was";
  channels.mailbox.post({frames::Command::Kind::resume, 0.0});
  for (int i = 0; i < 400; ++i) loop.wake();
  EXPECT_EQ(frame().step, 400u);
  EXPECT_TRUE(frame().loop.paused) << "the end";
  channels.mailbox.post({frames::Command::Kind::resume, 0.0});
  loop.wake();
  EXPECT_LT(frame().step, 10u);
  EXPECT_TRUE(channels.notices.take().empty()) << "the bits are the recorded ones";
}

/// Law: of several seeks only the newest counts, also while an older one is on its way, and a
/// recomputation ends when the loop is stopped, however long it would have taken.
TEST_F(RecordingTest, OnlyTheNewestSeekCountsAndAStopEndsIt) {
  Recording r = load_recording(record());
  r.snapshots.clear();  // everything has to be computed
  const description::Machine machine = machine_of(r);
  sim::World world(machine);
  Channels channels;
  ReplaySession session(r, world, machine, channels.links());
  sim::FakeClock clock;
  session::LoopSettings settings;
  settings.step = r.header.step;
  session::RealTimeLoop loop(session, clock, settings);
  const auto seek = [&](double time) {
    channels.mailbox.post({frames::Command::Kind::seek, time});
  };
  channels.mailbox.post({frames::Command::Kind::pause, 0.0});
  seek(1.99);
  seek(0.25);
  do loop.wake();
  while (session.seeking());
  EXPECT_EQ(session.tick(), 50);
  EXPECT_EQ(world.hash(), r.hashes[49]);

  // The loop stops: not a step more, though the seek has hundreds to go.
  seek(2.0);
  loop.stop();
  for (int i = 0; i < 5; ++i) session.take_messages(loop);
  EXPECT_TRUE(session.seeking());
  EXPECT_EQ(session.tick(), 50);
  // A newer seek takes the place of the one on its way.
  seek(0.1);
  session::RealTimeLoop again(session, clock, settings);
  do session.take_messages(again);
  while (session.seeking());
  EXPECT_EQ(session.tick(), 20);
  EXPECT_EQ(world.hash(), r.hashes[19]);
}

TEST(LineFormat, SealsAndCodesRoundTrip) {
  Random random(23);
  for (std::size_t size = 0; size < 70; ++size) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
  EXPECT_EQ(to_base64("Man"), "TWFu");
  EXPECT_EQ(to_base64("M"), "TQ==");
  EXPECT_FALSE(from_base64("TQ="));
  EXPECT_FALSE(from_base64("T?=="));
  EXPECT_EQ(from_hex(to_hex(0x0123456789abcdefu)), 0x0123456789abcdefu);
  EXPECT_FALSE(from_hex("0123456789abcdeg"));
  std::string line = seal("{\"a\":1}");
  EXPECT_EQ(line.back(), '\n');
  line.pop_back();
  EXPECT_TRUE(seal_intact(line));
  line[5] = '2';
  EXPECT_FALSE(seal_intact(line));
  EXPECT_FALSE(seal_intact("{}"));
}

}  // namespace
}  // namespace outrigger::recorder
