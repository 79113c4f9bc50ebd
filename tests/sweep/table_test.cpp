/// Laws: a finished case is in the table once, whoever is killed; other inputs, and a second sweep in the
/// same folder, are refused.
#include "sweep/table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.h"
#include "sweep/local_engine.h"

namespace outrigger::sweep {
namespace {

class TableTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("outrigger_table_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    write("study.yaml", "outrigger_anchor: 1\n");
    write("sweep.yaml",
          "outrigger_sweep: 1\nstudy: study.yaml\nparameters: {a: {from: 0, to: 19, count: 20}}\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Plan plan() { return read_plan((folder_ / "sweep.yaml").string()); }
  std::string out() { return (folder_ / "out").string(); }
  std::filesystem::path folder_;
};

CaseRow row(std::int64_t n) { return {n, "{}", "done", "SEATED", "{\"x\":1}", 0.5, 1}; }

TEST_F(TableTest, KeepsFinishedCasesAndRefusesThemTwice) {
  {
    Table t(out(), plan(), "p");
    t.write(row(3));
    t.write(row(5));
  }
  Table t(out(), plan(), "p");
  const auto done = t.finished(20);
  EXPECT_EQ(std::count(done.begin(), done.end(), true), 2);
  EXPECT_TRUE(done[3] && done[5]);
  EXPECT_THROW(t.write(row(3)), Error);
}

// What was killed every time is no result: it is left for the next run, and replaced.
TEST_F(TableTest, KilledCasesAreLeft) {
  Table t(out(), plan(), "p");
  CaseRow killed = row(4);
  killed.state = "killed";
  t.write(killed);
  EXPECT_FALSE(t.finished(20)[4]);
  t.write(row(4));
  EXPECT_TRUE(t.finished(20)[4]);
  int rows = 0;
  t.for_each([&](const CaseRow& r) {
    ++rows;
    EXPECT_EQ(r.state, "done");
  });
  EXPECT_EQ(rows, 1);
}

TEST_F(TableTest, RefusesOtherInputsAndASecondSweep) {
  {
    Table first(out(), plan(), "p");
    EXPECT_THROW(Table(out(), plan(), "p"), Error);
  }
  EXPECT_THROW(Table(out(), plan(), "another program"), Error);
  write("study.yaml", "outrigger_anchor: 1\nname: other\n");
  EXPECT_THROW(Table(out(), plan(), "p"), Error);
  write("study.yaml", "outrigger_anchor: 1\n");
  EXPECT_NO_THROW(Table(out(), plan(), "p"));
}

// Every case kills itself the first time.
TEST_F(TableTest, KilledCasesAreRunAgainAndNoneIsDouble) {
  const std::string marks = (folder_ / "mark").string();
  LocalEngine engine;
  engine.workers = 4;
  engine.command = [&](std::int64_t n) {
    const std::string mark = marks + std::to_string(n);
    return std::vector<std::string>{"/bin/sh", "-c",
                                    "if [ -e " + mark + " ]; then echo " + std::to_string(n) +
                                        "; else : > " + mark + "; kill -9 $$; fi"};
  };
  std::vector<std::int64_t> all;
  for (int n = 0; n < 20; ++n) all.push_back(n);
  std::multiset<std::int64_t> done;
  engine.done = [&](const CaseRun& r) {
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_EQ(r.attempts, 2);
    EXPECT_EQ(std::stoll(r.output), r.number);
    done.insert(r.number);
  };
  engine.run(all);
  EXPECT_EQ(done.size(), 20u);
  EXPECT_EQ(std::set<std::int64_t>(done.begin(), done.end()).size(), 20u);
}

TEST_F(TableTest, GivesUpWhatIsAlwaysKilledAndTellsErrors) {
  LocalEngine engine;
  engine.command = [](std::int64_t n) {
    return std::vector<std::string>{"/bin/sh", "-c",
                                    n == 0 ? "kill -9 $$" : "echo wrong >&2; exit 2"};
  };
  int seen = 0;
  engine.done = [&](const CaseRun& r) {
    ++seen;
    if (r.number == 0) {
      EXPECT_EQ(r.exit_code, -1);
      EXPECT_EQ(r.attempts, LocalEngine::kAttempts);
    } else {
      EXPECT_EQ(r.exit_code, 2);
      EXPECT_EQ(r.errors, "wrong\n");
      EXPECT_EQ(r.attempts, 1);
    }
  };
  engine.run({0, 1});
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace outrigger::sweep
