/// Sessions as their authors, trainees and schools use them: every bundled session has an expert that passes and
/// a careless operator that fails with the right words; attempts verify, and lose nothing.
#include <gmock/gmock.h>

#include <filesystem>

#include "commands/command_line.h"

namespace outrigger {
namespace {

using ::testing::HasSubstr;

class SessionCommand : public testing_support::CommandLine {
 protected:
  testing_support::Typed drive(const std::string& session, const std::string& operator_) const {
    return type("session run " + session + " --out att --by '" +
                source_file("sessions/operators/" + session + ".py") + ":" + operator_ + "'");
  }
  std::string only_file(const std::string& ending) const {
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "att"))
      if (entry.path().string().ends_with(ending)) found = "att/" + entry.path().filename().string();
    return found;
  }
};

// Law: the expert of a session passes.
TEST_F(SessionCommand, ExpertsPass) {
  for (const char* session : {"first_levers", "levelling", "slalom"}) {
    const auto typed = drive(session, "expert");
    EXPECT_EQ(typed.code, 0) << session << ": " << typed.text;
    EXPECT_TRUE(typed.says("the objective is reached")) << typed.text;
    EXPECT_TRUE(typed.says("excellent with 9") || typed.says("excellent with 100")) << typed.text;
  }
}

// Law: carelessness fails, and is told why and what to do better.
TEST_F(SessionCommand, CarelessOperatorsFailWithTheRightWords) {
  const auto levelling = drive("levelling", "careless");
  EXPECT_EQ(levelling.code, 1);
  EXPECT_THAT(levelling.text, HasSubstr("you slewed before the machine was supported"));
  EXPECT_THAT(levelling.text, HasSubstr("First blade and both feet on the ground, then the arm."));
  EXPECT_THAT(levelling.text, HasSubstr("the nose was raised too far"));
  const auto slalom = drive("slalom", "careless");
  EXPECT_EQ(slalom.code, 1);
  EXPECT_THAT(slalom.text, HasSubstr("a fence is down"));
  EXPECT_THAT(slalom.text, HasSubstr("faster than 8 km/h"));
  EXPECT_THAT(slalom.text, HasSubstr("failed with"));
}

TEST_F(SessionCommand, LongCarelessFirstLeversFail) {
  const auto levers = drive("first_levers", "careless");
  EXPECT_EQ(levers.code, 1);
  EXPECT_THAT(levers.text, HasSubstr("you drove with the arm to the side"));
}

// Law: what was driven is computed again, run and score, and a changed number is found.
TEST_F(SessionCommand, AttemptsVerifyUntilSomebodyTouchesThem) {
  ASSERT_EQ(drive("levelling", "expert").code, 0);
  const std::string file = only_file(".attempt.jsonl");
  const auto yes = type("verify " + file);
  EXPECT_EQ(yes.code, 0) << yes.text;
  EXPECT_TRUE(yes.says("observations are equal"));
  EXPECT_TRUE(yes.says("YES: excellent"));
  EXPECT_EQ(type("replay --verify " + only_file(".recording.jsonl")).code, 0);

  const auto certified = type("records certify " + file + " --keys k --db s.db --person Ann");
  EXPECT_EQ(certified.code, 0) << certified.text;
  const std::string certificate = only_file(".certificate.json");
  EXPECT_EQ(type("verify " + certificate).code, 0);

  std::string text = read(file);
  const std::size_t at = text.find("\"total\":9");
  ASSERT_NE(at, std::string::npos);
  text[at + 9] = text[at + 9] == '5' ? '6' : '5';
  write(file, text);
  const auto no = type("verify " + file);
  EXPECT_EQ(no.code, 1);
  EXPECT_TRUE(no.says("NO: its score is not what its course gives")) << no.text;
  EXPECT_TRUE(type("verify " + certificate).says("NO: the attempt beside it is not the one that was signed"));
}

// Law: two runs of the same session by the same operator are the same run.
TEST_F(SessionCommand, RunsRepeat) {
  const std::string line = "session run levelling --json --out att --by '" +
                           source_file("sessions/operators/levelling.py") + ":expert'";
  EXPECT_EQ(type(line).text, type(line).text);
}

TEST_F(SessionCommand, NewSessionsCheckAndMistakesAreNamed) {
  EXPECT_EQ(type("session new mine.py").code, 0);
  const auto checked = type("session check mine.py --channels");
  EXPECT_EQ(checked.code, 0) << checked.text;
  EXPECT_TRUE(checked.says("goal: stop in the mark"));
  EXPECT_TRUE(checked.says("fence.1.moved"));
  expect_refused("session new mine.py", "'mine.py' is there already; it stays as it is\n");
  write("site.py", "def initialize():\n    return {'Site': 'moon'}\n");
  EXPECT_THAT(type("session check site.py").text, HasSubstr("site.py: "));
  EXPECT_THAT(type("session check site.py").text, HasSubstr("moon"));
  write("far.py", "def initialize():\n    return {'Excavator_Position': (500, 3)}\n");
  EXPECT_THAT(type("session check far.py").text, HasSubstr("Excavator_Position at (500, 3) is beyond the site"));
  write("rule.py",
        "from outrigger.training import limit, signal\ndef initialize():\n    return {'Rules': [\n"
        "        limit('lean', signal('rol'), at_most=3)]}\n");
  EXPECT_THAT(type("session check rule.py").text, HasSubstr("rule.py:4: 'lean': unknown signal 'rol'; did you mean 'roll'?"));
  write("points.py",
        "from outrigger.training import limit, signal\ndef initialize():\n    return {'Rules': [\n"
        "        limit('lean', signal('roll'), at_most=3, points=300)]}\n");
  EXPECT_THAT(type("session check points.py").text,
              HasSubstr("points.py:4: 'lean': points is 300; allowed: a number from 0 to 100"));
  EXPECT_THAT(type("session run slalm").text, HasSubstr("did you mean 'slalom'?"));
}

TEST_F(SessionCommand, OperatorsThatFailAreNamedAndTheAttemptIsKept) {
  write("by.py", "def wrong(state):\n    return {'bom': 1}\n");
  const auto typed = type("session run levelling --out att --by by.py:wrong");
  EXPECT_EQ(typed.code, 2);
  EXPECT_THAT(typed.text, HasSubstr("moves 'bom', which the machine has not"));
  EXPECT_FALSE(only_file(".attempt.jsonl").empty());
}

}  // namespace
}  // namespace outrigger
