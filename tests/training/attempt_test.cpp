/// An attempt that was kept gives its score again, to the character; a torn end loses only the torn line.
#include "training/attempt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/error.h"

namespace outrigger::training {
namespace {

using ::testing::HasSubstr;

const char* const kDefinition =
    R"({"Title":"t","Excavator_Heading":0,"Available_Time":0,"Pass_Mark":60,"Critical_Cap":40,"Practice":true,
        "Goals":[{"kind":"goal","title":"go","when":[">","x",4],"seconds":0,"weight":1,"line":3}],
        "Rules":[{"kind":"violation","title":"fast","when":[">","v",1],"message":"m","advice":"a","group":"safety",
                  "points":7.5,"per":"second","grace":0,"line":4}]})";

struct Kept {
  std::string path = (std::filesystem::temp_directory_path() /
                      ("outrigger_attempt_" + std::to_string(getpid()) + ".attempt.jsonl"))
                         .string();
  ~Kept() { std::filesystem::remove(path); }
};

AttemptHeader header() {
  AttemptHeader h;
  h.id = new_id();
  h.session_file = "s.py";
  h.definition = kDefinition;
  h.period = 10;
  h.channels = {"x", "v"};
  h.units = {"m", "m/s"};
  return h;
}

/// Drives and keeps; returns the live score.
std::string drive(const std::string& path) {
  std::filesystem::remove(path);
  const AttemptHeader h = header();
  AttemptWriter writer(path, h);
  Grader grader(read_definition(kDefinition, "s.py"), h.channels, "s.py");
  grader.begin();
  for (int i = 1; !grader.ended(); ++i) {
    const std::vector<double> values{
        static_cast<double>(static_cast<float>(0.1 * i)),
        i == 3 ? std::numeric_limits<double>::quiet_NaN()
               : static_cast<double>(static_cast<float>(1.5 * std::sin(0.1 * i)))};
    const std::int64_t tick = 10 * i;
    writer.observation(tick, static_cast<double>(tick) * h.step, values);
    grader.observe(tick, static_cast<double>(tick) * h.step, values);
    if (i == 7) {
      const Verdict v{tick, 0.35, 12.5, Verdict::Status::warning, "w\"<b>", LogLine::To::both};
      writer.verdict(v);
      grader.hear(v);
    }
  }
  const Score score = grader.score();
  writer.end({score.outcome, score.cause, 410}, score);
  writer.finish();
  return to_text(score);
}

TEST(Attempt, TheScoreOfWhatWasKeptIsTheLiveOne) {
  const Kept kept;
  const std::string live = drive(kept.path);
  const Attempt attempt = load_attempt(kept.path);
  EXPECT_TRUE(attempt.problems.empty());
  ASSERT_EQ(attempt.scores.size(), 1u);
  EXPECT_EQ(attempt.scores[0], live);
  EXPECT_EQ(to_text(score_of(attempt, attempt.header.definition)), live);
  EXPECT_THAT(live, HasSubstr(R"("rule":"fast")"));
}

TEST(Attempt, OtherRulesGiveAnotherScoreAndChangeNothing) {
  const Kept kept;
  const std::string live = drive(kept.path);
  const Attempt attempt = load_attempt(kept.path);
  std::string strict = kDefinition;
  strict.replace(strict.find("7.5"), 3, "75");
  const Score other = score_of(attempt, strict);
  EXPECT_LT(other.total, score_of(attempt, kDefinition).total);
  EXPECT_EQ(load_attempt(kept.path).scores[0], live);
}

TEST(Attempt, ATornLineIsLeftOutAndSaid) {
  const Kept kept;
  drive(kept.path);
  for (const int cut : {1, 30, 400}) {
    drive(kept.path);
    std::filesystem::resize_file(
        kept.path, std::filesystem::file_size(kept.path) - static_cast<std::uintmax_t>(cut));
    const Attempt attempt = load_attempt(kept.path);
    EXPECT_GT(attempt.course.size(), 10u);
    EXPECT_EQ(attempt.problems.empty(), cut == 1);  // a line break is no loss
  }
}

TEST(Attempt, DamageInTheMiddleNamesItsLine) {
  const Kept kept;
  drive(kept.path);
  std::ifstream in(kept.path);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  text[text.find("{\"o\":[200")] = 'x';
  std::ofstream(kept.path) << text;
  try {
    load_attempt(kept.path);
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("the attempt is damaged"));
    EXPECT_THAT(e.what(), HasSubstr(".attempt.jsonl:2"));
  }
}

TEST(Attempt, AFileThatIsThereStays) {
  const Kept kept;
  drive(kept.path);
  EXPECT_THROW(AttemptWriter(kept.path, header()), Error);
}

TEST(Attempt, OtherFilesAreNoAttempts) {
  const Kept kept;
  std::ofstream(kept.path) << "{\"some\": 1}\n";
  EXPECT_THROW(load_attempt(kept.path), Error);
  std::ofstream(kept.path) << "";
  EXPECT_THROW(load_attempt(kept.path), Error);
  EXPECT_THROW(load_attempt(kept.path + "x"), Error);
}

}  // namespace
}  // namespace outrigger::training
