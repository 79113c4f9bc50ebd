/// What the command line says about words and numbers that it cannot take. Texts are part of the
/// interface: each names what was given, and what to do.
#include "commands/command_line.h"

namespace outrigger {
namespace {

class Arguments : public testing_support::CommandLine {};

// Law: a number out of range is told with the range, in a unit, in every command.
TEST_F(Arguments, NumbersAreToldWithWhatIsAllowed) {
  const std::string help = "\nRun with --help for more information.\n";
  const std::pair<const char*, const char*> cases[] = {
      {"run pendulum --duration -1", "--duration: -1 is not allowed; a time above 0 s"},
      {"run pendulum --duration long", "--duration: 'long' is not a number; a time above 0 s"},
      {"run pendulum --duration inf", "--duration: inf is not allowed; a time above 0 s"},
      {"run pendulum --duration nan", "--duration: nan is not allowed; a time above 0 s"},
      {"run pendulum --step 1", "--step: 1 is not allowed; a time from 1e-7 to 0.1 s"},
      {"seat --port 70000", "--port: 70000 is not allowed; a whole number from 1 to 65535"},
      {"seat --step 1", "--step: 1 is not allowed; a time from 0.0001 to 0.02 s"},
      {"seat --for 0", "--for: 0 is not allowed; a time above 0 s"},
      {"identify drop-test x.csv --shift soon", "--shift: 'soon' is not a number; a time in s"},
      {"identify drop-test x.csv --scan 1e3",
       "--scan: 1e3 is not allowed; a whole number from 1 to 1000000"},
      {"inverse slider-crank --motion x.csv --cutoff -3",
       "--cutoff: -3 is not allowed; a frequency above 0 Hz"},
      {"import x.urdf --hull 3", "--hull: 3 is not allowed; 0, or a whole number from 4 to 100000"},
      {"bench --repetitions 0", "--repetitions: 0 is not allowed; a whole number from 1 to 1000"},
      {"mesh info x.obj --density 0", "--density: 0 is not allowed; a density above 0 kg/m³"},
      {"mesh check x.obj --weld 3", "--weld: 3 is not allowed; a part from 0 to 0.1"},
      {"mesh hull x.obj y.obj --faces 3.5",
       "--faces: 3.5 is not allowed; a whole number from 4 to 100000"},
  };
  for (const auto& [arguments, text] : cases) expect_refused(arguments, text + help);
  // Numbers that integers take are still taken.
  EXPECT_TRUE(type("import x.urdf --hull 0").says("no such file"));
}

// Law: a word that is no command is named, with the nearest command and all of them.
TEST_F(Arguments, AnUnknownCommandIsNamed) {
  const std::string all =
      " Allowed: run, check, import, contacts, identify, inverse, validate, bench, anchor, sweep, "
      "seat, replay, "
      "mesh, session, verify, doctor, records, certs, demo, format\n";
  expect_refused("rnu x.yaml", "unknown command 'rnu'; did you mean 'run'?" + all);
  expect_refused("wxyz", "unknown command 'wxyz'." + all);
  expect_refused(
      "mesh chek x.obj",
      "unknown command 'chek'; did you mean 'check'? Allowed: check, repair, info, hull, "
      "spheres, show\n");
  EXPECT_TRUE(type("").says("a command is missing, one of: run, check,"));
  EXPECT_TRUE(type("mesh").says("a command is missing, one of: check, repair,"));
}

// Law: the help knows of Python, which only the script ./outrigger serves; its name leads there.
TEST_F(Arguments, HelpLeadsToPython) {
  const auto help = type("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(help.says("./outrigger python [SCRIPT [ARGUMENTS...]]")) << help.text;
  EXPECT_FALSE(type("run --help").says("python"));
  expect_refused("python x.py",
                 "the script ./outrigger at the top of the repository serves this command: "
                 "./outrigger python SCRIPT\n");
}

// Law: every command that takes a machine takes the name of a bundled one, and says so.
TEST_F(Arguments, MachinesMayBeCalledByName) {
  EXPECT_EQ(type("run pendulum --duration 0.1").code, 0);
  EXPECT_EQ(type("check fourbar").code, 0);
  EXPECT_EQ(type("contacts tower").code, 0);
  EXPECT_EQ(type("run slider-crank --csv motion.csv --quiet").code, 0);
  EXPECT_EQ(type("inverse slider-crank --motion motion.csv --cutoff 60").code, 0);
  EXPECT_TRUE(type("identify drop-test motion.csv").says("nothing to fit"));
  for (const char* command : {"run", "check", "contacts", "identify", "inverse"})
    EXPECT_TRUE(type(std::string(command) + " --help").says("or the name of a bundled one"))
        << command;
  // A folder of that name is not meant, a file is.
  std::filesystem::create_directories(folder_ / "pendulum");
  EXPECT_EQ(type("run pendulum --duration 0.1").code, 0);
  write("fourbar", "name: mine\n");
  EXPECT_TRUE(type("check fourbar").says("fourbar:"));
  EXPECT_EQ(type("check fourbar").code, 2);
}

// Law: an unknown name is answered with the bundled ones, the nearest first.
TEST_F(Arguments, UnknownMachinesAndSitesListTheBundledOnes) {
  for (const char* command : {"seat excavtor", "run machines/excavtor.yaml", "check excavtor"}) {
    const auto typed = type(command);
    EXPECT_EQ(typed.code, 2);
    EXPECT_TRUE(
        typed.says("no such file, and no bundled machine of this name; did you mean "
                   "'excavator'? Bundled: excavator, "))
        << typed.text;
    EXPECT_TRUE(typed.says("spatial-slider-crank")) << typed.text;
  }
  expect_refused("run pendulum --site worksit",
                 "worksit: no such file, and no bundled site of this name; did you mean "
                 "'worksite'? Bundled: worksite\n");
  EXPECT_TRUE(type("seat qqqqqqqqqqqqqqqq").says("of this name. Bundled: "));
}

// Law: the place on a site has one name in all commands.
TEST_F(Arguments, ContactsTakesAStart) {
  EXPECT_EQ(type("contacts small-crane --site worksite --start plateau").code, 0);
  EXPECT_TRUE(
      type("contacts tower --site worksite --start nope").says("has no start named 'nope'"));
  EXPECT_TRUE(type("contacts tower --start plateau").says("--start names a place of a site"));
}

TEST_F(Arguments, MeshShowNamesItsOneOrTwoFiles) {
  EXPECT_TRUE(type("mesh show --help").says("mesh show [OPTIONS] file [second]\n"));
}

}  // namespace
}  // namespace outrigger
