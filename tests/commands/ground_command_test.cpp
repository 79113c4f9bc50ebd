/// `--ground` of `outrigger run` and `seat`: the ground is changed at the start, the recording holds it, and
/// what cannot be is refused.
#include "commands/command_line.h"

namespace outrigger {
namespace {

class GroundCommand : public testing_support::CommandLine {
 protected:
  GroundCommand() {
    write("ball.yaml",
          "outrigger: 1\nname: ball\nsettings: {step: 0.001, duration: 1.5}\n"
          "bodies: {a: {shapes: [{sphere: .2, density: 500}], pose: {position: [0, 0, .2]}}}\n"
          "contact_spheres: {s: {body: a, centre: [0, 0, 0], radius: .2, material: steel}}\n"
          "sensors: {z: {kind: position, target: a}}\n");
  }
  /// The last number of the last row.
  double last_number(const std::string& file) const {
    std::string text = read(file);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return std::stod(text.substr(text.find_last_of(',') + 1));
  }
  static std::string option(const std::string& edit) { return " --ground \"" + edit + "\""; }
};

// Law: edits act in their order, before the first step, and come to rest where they lead.
TEST_F(GroundCommand, RunStartsOnChangedGround) {
  const std::string pit = option("{circle: [0, 0, 2], lower: 0.5}");
  const std::string pad = option("{rectangle: [-1, 1, -1, 1], raise: 0.2}");
  const auto events = type("run ball.yaml --csv ball.csv --record ball.jsonl" + pit + pad);
  ASSERT_EQ(events.code, 0) << events.text;
  EXPECT_TRUE(events.says("ground circle of 2 m about (0, 0) lowered by 0.5 m")) << events.text;
  EXPECT_NEAR(last_number("ball.csv"), 0.2 - 0.5 + 0.2, 0.01);
  const auto verified = type("replay --verify ball.jsonl");
  EXPECT_EQ(verified.code, 0) << verified.text;
  EXPECT_TRUE(verified.says("1500 steps computed again, every hash equal")) << verified.text;
}

// Law: the machine file may stand after the option too; one --ground takes one edit.
TEST_F(GroundCommand, OptionTakesOneEdit) {
  const auto typed =
      type("run --quiet --csv ball.csv" + option("{circle: [0, 0, 2], lower: 0.5}") + " ball.yaml");
  ASSERT_EQ(typed.code, 0) << typed.text;
  EXPECT_NEAR(last_number("ball.csv"), 0.2 - 0.5, 0.01);
}

TEST_F(GroundCommand, SeatStartsOnChangedGround) {
  const auto typed =
      type("seat ball.yaml --for 0.5 --no-browser --no-real-time --record seat.jsonl" +
           option("{circle: [0, 0, 2], lower: 0.5}"));
  ASSERT_EQ(typed.code, 0) << typed.text;
  EXPECT_NE(read("seat.jsonl").find("\"do\":\"ground\""), std::string::npos);
  const auto verified = type("replay --verify seat.jsonl");
  EXPECT_EQ(verified.code, 0) << verified.text;
}

// Law: what cannot be read is refused before anything is written; what the ground refuses names the option.
TEST_F(GroundCommand, RefusesWhatCannotBe) {
  for (const std::string command :
       {"run ball.yaml --record x.jsonl", "seat ball.yaml --record x.jsonl"}) {
    const auto unread = type(command + option("{circle: [0, 0, -2], lower: 0.5}"));
    EXPECT_EQ(unread.code, 2) << unread.text;
    EXPECT_TRUE(unread.text.starts_with("--ground \"{circle: [0, 0, -2], lower: 0.5}\": "))
        << unread.text;
    EXPECT_FALSE(exists("x.jsonl"));
  }
  const auto far = type("run ball.yaml" + option("{circle: [5000, 0, 1], lower: 0.5}"));
  EXPECT_EQ(far.code, 2) << far.text;
  EXPECT_TRUE(far.text.starts_with("--ground \"{circle: [5000, 0, 1], lower: 0.5}\": "))
      << far.text;
}

}  // namespace
}  // namespace outrigger
