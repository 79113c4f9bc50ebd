/// `outrigger run` as a user calls it: events, times, rows and the files it writes.
#include <algorithm>

#include "commands/command_line.h"

namespace outrigger {
namespace {

class RunCommand : public testing_support::CommandLine {};

// Law: of many events the most telling are shown, in order of time: the blow, not the settling.
TEST_F(RunCommand, ShowsTheFastestTouches) {
  const auto few = type("run tower --duration 1 --quiet");
  EXPECT_EQ(few.code, 0);
  EXPECT_TRUE(few.says("touches 'ball' at 4.25 m/s")) << few.text;
  EXPECT_FALSE(few.says("t = 0.0010 s")) << few.text;
  EXPECT_EQ(std::count(few.text.begin(), few.text.end(), '\n'), 21);
  EXPECT_TRUE(few.says(" more events, less telling; --events all shows every one\n"));
  const auto all = type("run tower --duration 1 --quiet --events all");
  EXPECT_TRUE(all.says("t = 0.0010 s: 'block1' touches 'ground'"));
  EXPECT_FALSE(all.says("more events"));
  EXPECT_TRUE(type("run tower --duration 1 --quiet --events 0").text.starts_with("  ... and "));
  expect_refused("run tower --events few",
                 "--events: 'few' is not a number; a whole number from 0 to 1000000000, or all\n");
}

// Law: what happens to joints and steps comes before touches, and does not drown in repetitions.
TEST_F(RunCommand, OneOverloadIsShownOnceBeforeTouches) {
  // A bar on a pin that is too weak for it, and a ball that falls to the ground.
  write("two.yaml",
        "outrigger: 1\nsettings: {step: 1.0e-3, duration: 0.5}\n"
        "bodies:\n"
        "  bar: {mass: 10, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 0, 5]}}\n"
        "  ball: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [9, 0, 0.6]}}\n"
        "joints:\n"
        "  pin: {type: revolute, bodies: [ground, bar], at: [1, 0, 5], axis: [0, 1, 0],\n"
        "        allowable: {force: 1}}\n"
        "shapes:\n"
        "  ball: {body: ball, sphere: 0.1, material: steel}\n");
  const auto one = type("run two.yaml --quiet --events 1");
  EXPECT_TRUE(one.text.starts_with("  t = 0.0010 s: joint 'pin' is overloaded")) << one.text;
  EXPECT_FALSE(one.says("touches")) << one.text;
  const auto two = type("run two.yaml --quiet --events 2");
  EXPECT_TRUE(two.text.starts_with("  t = 0.0010 s: joint 'pin' is overloaded")) << two.text;
  EXPECT_TRUE(two.says("'ball' touches 'ground' at 3.")) << two.text;
}

// Law: the summary tells what was simulated, and less than a step is nothing.
TEST_F(RunCommand, TellsWhatWasSimulated) {
  EXPECT_TRUE(type("run pendulum --duration 0.0016").says("simulated 0.002 s in"));
  expect_refused("run pendulum --duration 0.0004",
                 "a duration of 0.0004 s is shorter than one step of 0.001 s: give a longer "
                 "--duration or a shorter --step\n");
  expect_refused("run pendulum --duration 1e300",
                 "a duration of 1e+300 s has too many steps of 0.001 s: give a shorter "
                 "--duration\n");
}

// Law: outputs have at most 2000 rows where the file names no interval (docs/machine-format.md).
TEST_F(RunCommand, WritesAtMost2000Rows) {
  const auto rows = [&](const std::string& duration) {
    EXPECT_EQ(type("run pendulum --quiet --csv x.csv --duration " + duration).code, 0);
    const std::string text = read("x.csv");
    return std::count(text.begin(), text.end(), '\n') - 1;
  };
  EXPECT_EQ(rows("1.999"), 2000);
  EXPECT_EQ(rows("2"), 1001);
  EXPECT_EQ(rows("3.99"), 1996);
  EXPECT_EQ(rows("0.001"), 2);
}

// Law: what cannot be written is refused before the work, in the words of the user.
TEST_F(RunCommand, RefusesFilesBeforeSimulating) {
  const std::string plot = "': its name must end in .png, .svg, .pdf or .jpg\n";
  const std::string folder = "there is no folder '/nonexist'; make it first\n";
  // 1000 hours: if these were simulated first, the test would not end.
  const std::string run = "run pendulum --duration 3.6e6 ";
  expect_refused(run + "--plot p.xyz", "cannot draw the plot 'p.xyz" + plot);
  expect_refused(run + "--plot /nonexist/x.png",
                 "cannot write the plot '/nonexist/x.png': " + folder);
  expect_refused(run + "--csv /nonexist/x.csv",
                 "cannot write the columns '/nonexist/x.csv': " + folder);
  expect_refused(run + "--record /nonexist/x",
                 "cannot write the recording '/nonexist/x': " + folder);
  expect_refused(run + "--csv .", "cannot write the columns '.': it is a folder\n");
  write("file", "");
  expect_refused(run + "--csv file/x.csv",
                 "cannot write the columns 'file/x.csv': 'file' is no folder\n");
  expect_refused("inverse slider-crank --motion x.csv --plot p.xyz",
                 "cannot draw the plot 'p.xyz" + plot);
  expect_refused("inverse slider-crank --motion x.csv --out /nonexist/x.csv",
                 "cannot write the columns '/nonexist/x.csv': " + folder);
  expect_refused("identify drop-test x.csv --laws hertz --plot p.xyz",
                 "cannot draw the plot 'p.xyz" + plot);
  expect_refused("identify drop-test x.csv --laws hertz --csv /nonexist/x.csv",
                 "cannot write the columns '/nonexist/x.csv': " + folder);
  expect_refused("mesh show x.obj --out x.gif", "x.gif: mesh show writes .html or .png\n");
  expect_refused("mesh show x.obj --out /nonexist/x.html",
                 "cannot write the page '/nonexist/x.html': " + folder);
  expect_refused("mesh hull x.obj /nonexist/y.obj",
                 "cannot write the mesh '/nonexist/y.obj': " + folder);
  expect_refused("import x.urdf --out /nonexist/x.yaml",
                 "cannot write the machine file '/nonexist/x.yaml': " + folder);
}

// Law: a plot without an ending becomes a PNG, and the message names it.
TEST_F(RunCommand, PlotsGetAnEnding) {
  const auto plain = type("run pendulum --duration 0.1 --plot picture");
  EXPECT_EQ(plain.code, 0) << plain.text;
  EXPECT_TRUE(plain.says("  plot: picture.png\n")) << plain.text;
  EXPECT_EQ(read("picture.png").substr(1, 3), "PNG");
  EXPECT_FALSE(exists("picture.png.csv"));
  EXPECT_EQ(type("run pendulum --duration 0.1 --plot picture.JPG").code, 0);
  EXPECT_EQ(read("picture.JPG").substr(0, 2), "\xFF\xD8");
}

// Law: axes have the units that the sensors know. Matplotlib notes each text of an SVG as a comment.
TEST_F(RunCommand, AxesOfPlotsHaveUnits) {
  EXPECT_EQ(type("run slider-crank --duration 0.1 --plot x.svg").code, 0);
  const std::string picture = read("x.svg");
  for (const char* label : {"<!-- motor_torque [N m] -->", "<!-- crank_angle [rad] -->",
                            "<!-- slider_acceleration [m/s²] -->", "<!-- pin_force [N] -->"})
    EXPECT_NE(picture.find(label), std::string::npos) << label;
  EXPECT_EQ(type("run slider-crank --duration 0.5 --csv motion.csv --quiet").code, 0);
  EXPECT_EQ(type("inverse slider-crank --motion motion.csv --cutoff 60 --plot y.svg").code, 0);
  const std::string efforts = read("y.svg");
  for (const char* label : {"<!-- crank_angle [rad] -->", "<!-- motor effort [N m] -->"})
    EXPECT_NE(efforts.find(label), std::string::npos) << label;
  // Both ways to the effort agree: of two curves in one place, the second is dashed.
  EXPECT_NE(efforts.find("stroke-dasharray:"), std::string::npos);
  EXPECT_EQ(picture.find("stroke-dasharray:"), std::string::npos);
}

// Law: every command that starts a machine says when it starts where nobody can mean it.
TEST_F(RunCommand, SaysThatAStartIsBelowTheGround) {
  write("ball.yaml",
        "outrigger: 1\nsettings: {step: 1.0e-3, duration: 0.01}\n"
        "bodies: {ball: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 0, -3]}}}\n"
        "shapes: {ball: {body: ball, sphere: 0.3, material: steel}}\n");
  for (const char* command : {"run ball.yaml", "check ball.yaml", "contacts ball.yaml"})
    EXPECT_TRUE(
        type(command).says("body 'ball' starts at (0.00, 0.00, -3.00), wholly below the "
                           "ground, which is 0.00 m high there"))
        << command;
}

// Law: a drive that jumps is named, once, with the time.
TEST_F(RunCommand, SaysThatADriveJumps) {
  write("lift.yaml",
        "outrigger: 1\nsettings: {step: 1.0e-3, duration: 0.2}\n"
        "bodies: {box: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 0, 0]}}}\n"
        "joints: {rail: {type: prismatic, bodies: [ground, box], axis: z, at: [0, 0, 0]}}\n"
        "drives: {winch: {coordinate: rail.displacement, position: {formula: \"0.1*step(t - "
        "0.1)\"}}}\n");
  const auto typed = type("run lift.yaml --quiet");
  EXPECT_TRUE(
      typed.says("drive 'winch' asks its coordinate to jump by 0.1 within a step of 0.001 s"))
      << typed.text;
}

}  // namespace
}  // namespace outrigger
