/// `outrigger seat` and `replay` as people run them: they end cleanly, keep what was recorded, and say
/// what is wrong.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/source_tree.h"
#include "seat/seat_fixture.h"
#include "support/app.h"
#include "unit/description_support.h"

namespace outrigger {
namespace {

/// A terminal that can be closed, as its window is.
class Terminal {
 public:
  Terminal() : own_end_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    EXPECT_GE(own_end_, 0);
    EXPECT_EQ(grantpt(own_end_), 0);
    EXPECT_EQ(unlockpt(own_end_), 0);
    program_end_ = open(ptsname(own_end_), O_RDWR | O_NOCTTY | O_CLOEXEC);
    EXPECT_GE(program_end_, 0);
  }
  ~Terminal() { close(); }
  void close() {
    for (int* end : {&program_end_, &own_end_}) {
      if (*end >= 0) ::close(*end);
      *end = -1;
    }
  }
  int program_end() const { return program_end_; }

 private:
  int own_end_ = -1, program_end_ = -1;
};

/// The program as a child, its output in a file or on a terminal.
class Program {
 public:
  Program(std::vector<std::string> arguments, std::filesystem::path output)
      : output_(std::move(output)) {
    const int out =
        open(output_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
    start(std::move(arguments), out, false);
    close(out);
  }
  Program(std::vector<std::string> arguments, const Terminal& terminal) {
    start(std::move(arguments), terminal.program_end(), true);
  }
  ~Program() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      wait();
    }
  }

  void send(int signal) const { kill(child_, signal); }
  /// Exit code, or minus the signal that ended it.
  int wait() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::string output() const {
    std::ifstream in(output_);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  /// The port of the printed address, once it is there.
  std::uint16_t port() const {
    std::uint16_t port = 0;
    EXPECT_TRUE(eventually([&] {
      const std::string text = output();
      const std::size_t at = text.find("http://127.0.0.1:");
      if (at == std::string::npos || text.find('\n', at) == std::string::npos) return false;
      port = static_cast<std::uint16_t>(std::atoi(text.c_str() + at + 17));
      return true;
    })) << output();
    return port;
  }

 private:
  void start(std::vector<std::string> arguments, int out, bool terminal) {
    arguments.insert(arguments.begin(), testing_support::app());
    std::vector<char*> argv;
    for (auto& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    child_ = fork();
    if (child_ != 0) return;
    // Other threads may have been stopped anywhere: only system calls until the program begins.
    if (terminal && (setsid() < 0 || ioctl(out, TIOCSCTTY, 0) < 0)) _exit(125);
    if (dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0) _exit(126);
    execv(argv.front(), argv.data());
    _exit(127);
  }

  std::filesystem::path output_;
  pid_t child_ = -1;
};

class SeatCommand : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }
  description::TestFolder folder_{"seat_command"};
};

TEST_F(SeatCommand, EndsByItselfAndItsRecordingVerifies) {
  const std::string recording = file("run.jsonl").string();
  Program seat({"seat", "small-crane", "--no-browser", "--for", "1", "--record", recording},
               file("seat.txt"));
  EXPECT_EQ(seat.wait(), 0) << seat.output();
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 0) << verify.output();
  EXPECT_NE(verify.output().find("every hash equal"), std::string::npos);
}

TEST_F(SeatCommand, InterruptEndsItCleanly) {
  const std::string recording = file("run.jsonl").string();
  Program seat({"seat", "small-crane", "--no-browser", "--record", recording}, file("seat.txt"));
  Display display(seat.port());
  display.operate({1.0f, 0.0f, 0.0f});
  display.frame_where([](const wire::Frame& f) { return f.inputs(0) > 0.9f; });
  seat.send(SIGINT);
  EXPECT_EQ(seat.wait(), 0) << seat.output();
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 0) << verify.output();
}

/// Law: however a seat is asked to end, its recording is whole.
TEST_F(SeatCommand, EverySignalThatAsksItToEndKeepsTheRecording) {
  for (const int signal : {SIGHUP, SIGTERM, SIGINT}) {
    const std::string recording = file("run.jsonl").string();
    Program seat({"seat", "small-crane", "--no-browser", "--record", recording}, file("seat.txt"));
    Display display(seat.port());
    display.frame_where([](const wire::Frame& f) { return f.step() > 100; });
    seat.send(signal);
    EXPECT_EQ(seat.wait(), 0) << seat.output();
    Program verify({"replay", "--verify", recording}, file("verify.txt"));
    EXPECT_EQ(verify.wait(), 0) << "signal " << signal << verify.output();
  }
}

/// The terminal window is closed: SIGHUP comes, and nothing can be printed any more.
TEST_F(SeatCommand, AClosedTerminalKeepsTheRecording) {
  const std::string recording = file("run.jsonl").string();
  Terminal terminal;
  Program seat({"seat", "small-crane", "--no-browser", "--record", recording}, terminal);
  ASSERT_TRUE(eventually([&] {
    std::error_code none;
    return std::filesystem::file_size(recording, none) > 20'000 && !none;
  }));
  terminal.close();
  EXPECT_EQ(seat.wait(), 0);
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 0) << verify.output();
}

/// A run that takes too long: what was computed is kept, and it does not pass for the whole.
TEST_F(SeatCommand, AnInterruptedRunKeepsItsRecording) {
  const std::string recording = file("run.jsonl").string();
  Program run({"run", source_file("machines/small-crane.yaml"), "--duration", "100000", "--record",
               recording, "--quiet"},
              file("run.txt"));
  ASSERT_TRUE(eventually([&] {
    std::error_code none;
    return std::filesystem::file_size(recording, none) > 50'000 && !none;
  }));
  run.send(SIGHUP);
  EXPECT_EQ(run.wait(), 1);
  EXPECT_NE(run.output().find("interrupted after"), std::string::npos) << run.output();
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 0) << verify.output();
}

TEST_F(SeatCommand, AKilledSeatLeavesAReadableRecording) {
  const std::string recording = file("run.jsonl").string();
  Program seat({"seat", "small-crane", "--no-browser", "--record", recording}, file("seat.txt"));
  Display display(seat.port());
  display.frame_where([](const wire::Frame& f) { return f.step() > 400; });
  seat.send(SIGKILL);
  EXPECT_EQ(seat.wait(), -SIGKILL);
  // What is there is right, but who relies on all of it must notice.
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 1) << verify.output();
  EXPECT_NE(verify.output().find("steps are intact"), std::string::npos) << verify.output();
  EXPECT_NE(verify.output().find("every hash equal"), std::string::npos) << verify.output();
  EXPECT_NE(verify.output().find("not whole"), std::string::npos) << verify.output();
}

TEST_F(SeatCommand, ADamagedRecordingIsNotVerified) {
  const std::string recording = file("run.jsonl").string();
  Program run({"run", source_file("machines/small-crane.yaml"), "--duration", "2", "--record",
               recording, "--quiet"},
              file("run.txt"));
  ASSERT_EQ(run.wait(), 0) << run.output();
  std::string text;
  {
    std::ifstream in(recording);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t digit = text.rfind("\"packed\":\"") + 20;
  ASSERT_LT(digit, text.size());
  text[digit] = text[digit] == '0' ? '1' : '0';
  std::ofstream(recording) << text;
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 1) << verify.output();
  EXPECT_NE(verify.output().find("is damaged"), std::string::npos) << verify.output();
  EXPECT_NE(verify.output().find("not whole"), std::string::npos) << verify.output();
}

/// Nobody misses the beginning: without viewers time stands at 0.
TEST_F(SeatCommand, TimeBeginsWithTheFirstViewer) {
  Program seat({"seat", "tower", "--no-browser"}, file("seat.txt"));
  const std::uint16_t port = seat.port();
  EXPECT_TRUE(eventually(
      [&] { return seat.output().find("begins when the first viewer") != std::string::npos; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Display display(port);
  EXPECT_EQ(display.frame().step(), 0u);
  display.operate({});
  display.frame_where([](const wire::Frame& f) { return f.step() > 10; });
  seat.send(SIGTERM);
  EXPECT_EQ(seat.wait(), 0) << seat.output();
}

TEST_F(SeatCommand, AReplayIsShownToClients) {
  const std::string recording = file("run.jsonl").string();
  Program run({"run", source_file("machines/small-crane.yaml"), "--duration", "2", "--record",
               recording, "--quiet"},
              file("run.txt"));
  ASSERT_EQ(run.wait(), 0) << run.output();
  Program replay({"replay", recording, "--no-browser"}, file("replay.txt"));
  Display display(replay.port());
  const wire::Scene scene = display.next().scene();
  EXPECT_TRUE(scene.replay());
  EXPECT_NEAR(scene.duration(), 2.0, 1e-9);
  display.command(wire::Command::SEEK, 1.9);
  display.frame_where([](const wire::Frame& f) { return f.time() > 1.85; });
  replay.send(SIGTERM);
  EXPECT_EQ(replay.wait(), 0) << replay.output();
}

/// Law: whatever viewers ask, Ctrl-C ends a replay: a storm of seeks through a recording without
/// snapshots, each of which would compute for long.
TEST_F(SeatCommand, AStormOfSeeksDoesNotKeepAReplayFromEnding) {
  const std::string recording = file("run.jsonl").string();
  Program run({"run", source_file("machines/small-crane.yaml"), "--duration", "60", "--record",
               recording, "--quiet"},
              file("run.txt"));
  ASSERT_EQ(run.wait(), 0) << run.output();
  std::ifstream whole(recording);
  const std::string bare = file("bare.jsonl").string();
  std::ofstream without_snapshots(bare);
  for (std::string line; std::getline(whole, line);)
    if (!line.starts_with("{\"snapshot\"")) without_snapshots << line << '\n';
  without_snapshots.close();
  Program replay({"replay", bare, "--no-browser"}, file("replay.txt"));
  Display storm(replay.port());
  Display watcher(replay.port(), 60.0f, true);
  std::atomic<bool> done{false};
  std::thread seeks([&] {
    for (int i = 0; !done; ++i) {
      storm.command(wire::Command::SEEK, i % 2 == 0 ? 59.9 : 4.9);
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
  });
  for (int i = 0; i < 20; ++i) watcher.frame();
  replay.send(SIGINT);
  EXPECT_EQ(replay.wait(), 0) << replay.output();
  done = true;
  seeks.join();
}

/// Nobody misses the beginning of a recording either; --now is for scripts.
TEST_F(SeatCommand, AReplayBeginsWithTheFirstViewerOrAtOnce) {
  const std::string recording = file("run.jsonl").string();
  Program run({"run", source_file("machines/small-crane.yaml"), "--duration", "20", "--record",
               recording, "--quiet"},
              file("run.txt"));
  ASSERT_EQ(run.wait(), 0) << run.output();
  Program waits({"replay", recording, "--no-browser"}, file("waits.txt"));
  const std::uint16_t port = waits.port();
  EXPECT_TRUE(eventually(
      [&] { return waits.output().find("begins when the first viewer") != std::string::npos; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  Display display(port);
  EXPECT_EQ(display.frame().step(), 0u);
  display.operate({});
  display.frame_where([](const wire::Frame& f) { return f.step() > 10; });
  waits.send(SIGTERM);
  EXPECT_EQ(waits.wait(), 0) << waits.output();

  Program at_once({"replay", recording, "--no-browser", "--now"}, file("now.txt"));
  at_once.port();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  at_once.send(SIGTERM);
  EXPECT_EQ(at_once.wait(), 0);
  EXPECT_EQ(at_once.output().find("  0 steps"), std::string::npos) << at_once.output();
}

/// The excavator stands on its worksite however it is called, any other machine on level ground.
TEST_F(SeatCommand, TheExcavatorIsAtHomeOnTheWorksite) {
  const auto title_of = [&](std::vector<std::string> machine) {
    machine.insert(machine.begin(), "seat");
    machine.emplace_back("--no-browser");
    Program seat(std::move(machine), file("seat.txt"));
    Display display(seat.port());
    const std::string title = display.next().scene().site_title();
    seat.send(SIGTERM);
    EXPECT_EQ(seat.wait(), 0) << seat.output();
    return title;
  };
  const std::string worksite = title_of({});
  EXPECT_NE(worksite, "");
  EXPECT_EQ(title_of({"excavator"}), worksite);
  EXPECT_EQ(title_of({source_file("machines/excavator.yaml")}), worksite);
  EXPECT_NE(title_of({"small-crane"}), worksite);
}

/// An operator gets the variants that the file names for a seat, unless asked otherwise; so does the
/// recording.
TEST_F(SeatCommand, GivesTheVariantsOfTheFileToItsOperator) {
  const auto has_axle = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"seat", "excavator"});
    arguments.emplace_back("--no-browser");
    Program seat(std::move(arguments), file("seat.txt"));
    Display display(seat.port());
    const wire::Scene scene = display.next().scene();
    seat.send(SIGTERM);
    EXPECT_EQ(seat.wait(), 0) << seat.output();
    return std::ranges::any_of(scene.bodies(),
                               [](const auto& b) { return b.name() == "front_axle"; });
  };
  EXPECT_TRUE(has_axle({}));
  EXPECT_FALSE(has_axle({"--plain"}));
  EXPECT_FALSE(has_axle({"--variant", "explicit_linkage"}));
  const std::string recording = file("run.jsonl").string();
  Program seat({"seat", "--no-browser", "--for", "0.5", "--record", recording}, file("seat.txt"));
  EXPECT_EQ(seat.wait(), 0) << seat.output();
  Program verify({"replay", "--verify", recording}, file("verify.txt"));
  EXPECT_EQ(verify.wait(), 0) << verify.output();
}

TEST_F(SeatCommand, SaysWhatIsWrong) {
  const auto output_of = [&](std::vector<std::string> arguments, int code) {
    Program program(std::move(arguments), file("out.txt"));
    EXPECT_EQ(program.wait(), code);
    return program.output();
  };
  EXPECT_NE(output_of({"seat", "no-such-machine", "--no-browser"}, 2).find("no such file"),
            std::string::npos);
  Seat seat;
  EXPECT_NE(output_of({"seat", "--no-browser", "--port", std::to_string(seat.port())}, 2)
                .find("cannot listen on 127.0.0.1 port"),
            std::string::npos);
  EXPECT_NE(output_of({"seat", "--no-browser", "--record", "/no/such/folder/x"}, 2)
                .find("cannot write the recording"),
            std::string::npos);
  const std::string bad = folder_.write("bad.jsonl", "nonsense\n").string();
  EXPECT_NE(output_of({"replay", bad}, 2).find("is not a recording"), std::string::npos);
}

}  // namespace
}  // namespace outrigger
