/// Legal machines that probably are not meant: `outrigger check` names the control, drive or cylinder.
#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/drive_notes.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

using description::Machine;
using description::read;

/// A load of 100 kg that hangs 1 m below a cylinder.
std::string hoist(const std::string& drive, const std::string& more = "") {
  return "bodies: {load: {mass: 100, inertia: [1, 1, 1], pose: {position: [0, 0, -1]}}}\n"
         "joints: {rail: {type: prismatic, bodies: [ground, load], at: [0, 0, 0], axis: z,"
         " displacement: {initial: 0.5}}}\n"
         "drives:\n"
         "  lift: {coordinate: rail.displacement, speed: {lever: lift}, speed_max: 1, " +
         drive + "}\n" + more;
}

std::vector<std::string> check_notes(const Machine& machine) {
  World world(machine);
  return drive_notes(machine, world);
}

TEST(DriveNotes, AMachineThatIsRightHasNone) {
  EXPECT_TRUE(check_notes(read(hoist("lower: 0, upper: 1, force_max: 1000",
                                     "controls: {lift: {kind: lever}}\n")))
                  .empty());
  for (const char* name : {"small-crane", "excavator", "tower"}) {
    const Machine machine =
        description::read_machine_file(source_file(std::string("machines/") + name + ".yaml"));
    const auto notes = check_notes(machine);
    EXPECT_TRUE(notes.empty()) << name << ": " << notes.front();
  }
}

TEST(DriveNotes, AControlThatNothingListensTo) {
  const auto notes = check_notes(
      read(hoist("lower: 0, upper: 1", "controls: {lfit: {kind: lever}, horn: {kind: button}}\n")));
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_NE(notes[0].find("m.yaml:6: control 'lfit': nothing listens to it; did you mean 'lift'?"),
            std::string::npos)
      << notes[0];
  EXPECT_NE(notes[1].find("control 'horn': nothing listens to it"), std::string::npos);
  EXPECT_EQ(notes[1].find("did you mean"), std::string::npos);
}

TEST(DriveNotes, AStartOutsideTheStroke) {
  const auto notes = check_notes(read(hoist("lower: 0.6, upper: 1")));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(
      notes[0].find("drive 'lift': its coordinate starts at 0.5 m, outside its limits 0.6 to 1 m"),
      std::string::npos)
      << notes[0];
}

TEST(DriveNotes, ACylinderTooWeakForItsLoad) {
  const auto notes = check_notes(read(hoist("lower: 0, upper: 1, force_max: 900")));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(
      notes[0].find("drive 'lift' is too weak to hold the machine where it starts: it needs 981 N, "
                    "force_max is 900 N"),
      std::string::npos)
      << notes[0];
}

}  // namespace
}  // namespace outrigger::sim
