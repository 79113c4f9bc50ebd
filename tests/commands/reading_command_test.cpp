/// What commands and tools say about files that they cannot read: a sentence, never a traceback.
#include "commands/command_line.h"

namespace outrigger {
namespace {

class Reading : public testing_support::CommandLine {};

TEST_F(Reading, MissingRecordsAreToldAsSuch) {
  const std::string text = "nope.csv: the measured record cannot be read: no such file\n";
  expect_refused("inverse slider-crank --motion nope.csv", text);
  expect_refused("identify drop-test nope.csv --laws hertz", text);
  expect_refused("identify drop-test . --laws hertz",
                 ".: the measured record cannot be read: it is a folder\n");
}

// Law: the advice for a bad cell leads on. A fit can do without a value, a motion cannot, and no
// row can do without its time.
TEST_F(Reading, AdviceForBadCellsFitsTheCommand) {
  write("bad.csv", "t,bearing.angle,ball_z\n0,0,1\n0.1,many,1\n0.2,0,1\n");
  write("gap.csv", "t,bearing.angle,ball_z\n0,0,1\n0.1,,1\n0.2,0,1\n0.3,0,1\n");
  write("time.csv", "t,ball_z\n0,1\nnoon,1\n0.2,1\n");
  const std::string cell = "bad.csv:3: bearing.angle: 'many' is not a number; ";
  expect_refused("inverse slider-crank --motion bad.csv",
                 cell + "a motion has no gaps: fill it in, or cut the record there\n");
  expect_refused("inverse slider-crank --motion gap.csv",
                 "gap.csv: bearing.angle: no value at t = 0.1 s; a motion has no gaps: fill it in, "
                 "or cut the record there\n");
  expect_refused("identify drop-test bad.csv --laws hertz",
                 cell + "leave the cell empty where nothing was measured\n");
  expect_refused("identify drop-test time.csv --laws hertz",
                 "time.csv:3: time: 'noon' is not a number; fill it in, or remove the row\n");
}

TEST_F(Reading, ImportTellsWhatIsNoUrdf) {
  const std::string text =
      ": this is not a URDF file: those are XML and begin with '<', such as <robot name=...>\n";
  write("notes.md", "\n# Notes\n");
  expect_refused("import notes.md", "notes.md" + text);
  write("machine.yaml", "outrigger: 1\n");
  expect_refused("import machine.yaml", "machine.yaml" + text);
}

TEST_F(Reading, StrobeSaysWhatIsWrong) {
  const std::string strobe = "/usr/bin/python3 '" + source_file("tools/strobe.py") + "' ";
  write("bytes.jsonl", "\xFF\xFE\n");
  const std::pair<const char*, const char*> cases[] = {
      {"nope.jsonl x.png", "nope.jsonl: no such file\n"},
      {"bytes.jsonl x.png", "bytes.jsonl: this is no recording of outrigger run --record\n"},
  };
  for (const auto& [arguments, text] : cases) {
    const auto typed = shell(strobe + arguments);
    EXPECT_EQ(typed.code, 1);
    EXPECT_EQ(typed.text, text);
  }
  ASSERT_EQ(type("run pendulum --duration 0.2 --quiet --record r.jsonl").code, 0);
  EXPECT_EQ(shell(strobe + "r.jsonl /nonexist/x.png").text,
            "/nonexist/x.png: there is no folder '/nonexist'\n");
}

}  // namespace
}  // namespace outrigger
