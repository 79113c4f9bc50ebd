/// What commands write: never over what they read, over files of others only when asked, and to the end
/// or with an error. And what a recording holds: everything, and no path.
#include "commands/command_line.h"
#include "recorder/line_format.h"

namespace outrigger {
namespace {

class OutputsCommand : public testing_support::CommandLine {
 protected:
  static constexpr const char* kBar =
      "outrigger: 1\nsettings: {step: 1.0e-3, duration: 0.02}\n"
      "bodies:\n  bar: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 1]}}\n";
  static constexpr const char* kCube =
      "v -1 -1 -1\nv -1 -1 1\nv -1 1 -1\nv -1 1 1\nv 1 -1 -1\nv 1 -1 1\nv 1 1 -1\nv 1 1 1\n"
      "usemtl side\nf 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nusemtl rest\nf 1 5 6\nf 1 6 2\nf 3 4 8\n"
      "f 3 8 7\nf 1 3 7\nf 1 7 5\nf 2 6 8\nf 2 8 4\n";

  /// Refused with exit code 2 and a text with these words; the file still has this content.
  void expect_kept(const std::string& arguments, const std::string& words,
                   const std::string& file) {
    const std::string before = read(file);
    ASSERT_FALSE(before.empty()) << file;
    const auto typed = type(arguments);
    EXPECT_EQ(typed.code, 2) << arguments << ": " << typed.text;
    EXPECT_TRUE(typed.says(words)) << arguments << ": " << typed.text;
    EXPECT_EQ(read(file), before) << arguments;
  }
};

// Law: an output never replaces what the command reads, by whatever name, --force or not.
TEST_F(OutputsCommand, NeverReplaceWhatIsRead) {
  const std::string reads = "would replace a file that this command reads";
  write("part.yaml", kBar);
  write("cube.obj", kCube);
  write("m.yaml",
        "outrigger: 1\nsettings: {duration: 0.01}\ninclude: [{file: part.yaml, prefix: p_}]\n"
        "shapes:\n  s: {body: p_bar, mesh: {file: cube.obj}, material: steel}\n");
  write("s.yaml", "outrigger_site: 1\nsurfaces: {a: {material: asphalt}}\n");
  std::filesystem::create_symlink("m.yaml", folder_ / "link.csv");
  std::filesystem::create_hard_link(folder_ / "m.yaml", folder_ / "hard.csv");
  for (const char* force : {"", " --force"}) {
    const std::string run = "run m.yaml --site s.yaml --quiet" + std::string(force);
    expect_kept(run + " --csv m.yaml", reads, "m.yaml");
    expect_kept(run + " --csv part.yaml", reads, "part.yaml");
    expect_kept(run + " --csv cube.obj", reads, "cube.obj");
    expect_kept(run + " --csv s.yaml", reads, "s.yaml");
    expect_kept(run + " --record ./m.yaml", reads, "m.yaml");
    expect_kept(run + " --csv link.csv", reads, "m.yaml");
    expect_kept(run + " --csv hard.csv", reads, "m.yaml");
    expect_kept("seat m.yaml --for 0.1 --no-browser --record m.yaml" + std::string(force), reads,
                "m.yaml");
    expect_kept("mesh repair cube.obj ./cube.obj" + std::string(force), reads, "cube.obj");
    expect_kept("mesh hull cube.obj cube.obj" + std::string(force), reads, "cube.obj");
  }
  write("r.csv", "t,bar_x\n0,0\n0.001,0\n0.002,0\n0.003,0\n");
  expect_kept("identify m.yaml r.csv --fit bodies.p_bar.mass --csv r.csv", "", "r.csv");
  expect_kept("inverse pendulum --motion r.csv --out r.csv", "", "r.csv");
}

// Law: a command can be repeated; a file that is not its output is replaced only with --force.
TEST_F(OutputsCommand, ReplaceFilesOfOthersOnlyWhenAsked) {
  write("m.yaml", kBar);
  const std::string run = "run m.yaml --quiet ";
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(type(run + "--csv c.csv --record r.jsonl").code, 0) << "again " << i;

  const std::string others = "give another name, or --force to replace it";
  write("notes.txt", "my notes\n");
  write("table.csv", "t,measured\n0,1\n");
  expect_kept(run + "--csv notes.txt", others, "notes.txt");
  expect_kept(run + "--csv table.csv", others, "table.csv");
  expect_kept(run + "--record notes.txt", others, "notes.txt");
  expect_kept(run + "--record c.csv", others, "c.csv");
  EXPECT_EQ(type(run + "--csv notes.txt --force").code, 0);
  EXPECT_TRUE(read("notes.txt").starts_with("t,"));
  // What is empty belongs to nobody, as a file that `mktemp` made.
  write("empty.csv", "");
  EXPECT_EQ(type(run + "--csv empty.csv").code, 0);
  expect_refused(run + "--csv x.csv --record x.csv",
                 "the columns and the recording would be the same file 'x.csv': give two names\n");
  EXPECT_FALSE(exists("x.csv"));
  EXPECT_EQ(type(run + "--csv /dev/null --record /dev/null").code, 0);

  write("cube.obj", kCube);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(type("mesh hull cube.obj hull.obj").code, 0);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(type("mesh hull cube.obj hull.stl").code, 0);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(type("mesh show cube.obj -o cube.html").code, 0);
  write("other.obj", kCube);
  expect_kept("mesh hull cube.obj other.obj", others, "other.obj");
  write("page.html", "<p>mine</p>");
  expect_kept("mesh show cube.obj -o page.html", others, "page.html");
}

// Law: pictures are known again by what they say of themselves, and the table behind a picture is nobody
// else's file: `p.png.csv` was written and removed.
TEST_F(OutputsCommand, PicturesCanBeDrawnAgain) {
  write("m.yaml", kBar);
  write("photo.png", "a photo");
  expect_kept("run m.yaml --quiet --plot photo.png", "--force to replace it", "photo.png");
  write("p.png.csv", "my table\n");
  for (const char* picture : {"p.png", "p.svg", "p.pdf"})
    for (int i = 0; i < 2; ++i) {
      const auto typed = type("run m.yaml --quiet --plot " + std::string(picture));
      if (typed.says("needs python3-matplotlib")) GTEST_SKIP() << typed.text;
      EXPECT_EQ(typed.code, 0) << picture << ": " << typed.text;
    }
  EXPECT_EQ(read("p.png.csv"), "my table\n");
}

// Law: an imported machine file that somebody edited is somebody's.
TEST_F(OutputsCommand, AnEditedImportIsKept) {
  const std::string link =
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>"
      "</inertial></link>";
  write("r.urdf", "<robot name=\"r\">" + link + "</robot>");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(type("import r.urdf --free --out r.yaml").code, 0);
  EXPECT_EQ(type("run r.yaml --duration 0.01 --quiet").code, 0);
  write("r.yaml", read("r.yaml") + "# mine\n");
  expect_kept("import r.urdf --free --out r.yaml", "or was edited", "r.yaml");
  expect_kept("import r.urdf --free --force --out r.urdf", "reads", "r.urdf");
  EXPECT_EQ(type("import r.urdf --free --force --out r.yaml").code, 0);
}

// Law: what did not get onto the disk is an error, at the latest when the file is closed.
TEST_F(OutputsCommand, AFullDiskIsAnError) {
  write("m.yaml", kBar);
  for (const char* arguments :
       {"run m.yaml --quiet --csv /dev/full", "run m.yaml --quiet --record /dev/full"}) {
    const auto typed = type(arguments);
    EXPECT_EQ(typed.code, 2) << arguments << typed.text;
    EXPECT_TRUE(typed.says("disk full?")) << typed.text;
  }
  // What is printed too.
  for (const char* arguments : {"format", "contacts tower --json", "check pendulum"}) {
    const auto typed = shell("('" + testing_support::app() + "' " + arguments + " >/dev/full)");
    EXPECT_NE(typed.code, 0) << arguments;
    EXPECT_FALSE(typed.says("unexpected")) << typed.text;
    EXPECT_FALSE(typed.text.empty()) << arguments;
  }
}

// Law: a recording stands alone: with meshes, in another unit, as hulls, with materials of faces, of the
// site, when all their files are gone. It does not tell where they were.
TEST_F(OutputsCommand, ARecordingHoldsItsMeshes) {
  std::filesystem::create_directories(folder_ / "work");
  write("work/cube.obj", kCube);
  write("work/m.yaml",
        "outrigger: 1\nsettings: {step: 1.0e-3, duration: 0.8}\n"
        "materials: {steel: {young: 1e8}, rubber: {young: 1e7}}\n"
        "friction: {a: {pair: [steel, rubber], static: 0.5, dynamic: 0.4}}\n"
        "bodies:\n"
        "  a: {mass: 100, inertia: [66, 66, 66], pose: {position: [0, 0, 1.3]}}\n"
        "  b: {mass: 1, inertia: [1, 1, 1], pose: {position: [5, 0, 0.3]}}\n"
        "  c: {mass: 10, inertia: [1, 1, 1], pose: {position: [9, 0, 1.3]}}\n"
        "shapes:\n"
        "  a: {body: a, mesh: {file: cube.obj, materials: {side: rubber}}, material: steel}\n"
        "  b: {body: b, mesh: {file: cube.obj, unit: 0.1, up: y}, material: steel}\n"
        "  c: {body: c, mesh: {file: cube.obj, hull: 20}, material: steel}\n");
  write("work/s.yaml",
        "outrigger_site: 1\nsurfaces: {a: {material: asphalt}}\n"
        "materials: {asphalt: {young: 1e9}}\n"
        "shapes:\n  step: {mesh: {file: cube.obj, unit: 0.2}, at: [0, 0, -0.1], material: "
        "asphalt}\n");
  const std::string whole = folder_.string() + "/work";
  const auto recorded =
      type("run '" + whole + "/m.yaml' --site '" + whole + "/s.yaml' --quiet --record r.jsonl");
  ASSERT_EQ(recorded.code, 0) << recorded.text;
  EXPECT_EQ(read("r.jsonl").find(folder_.string()), std::string::npos);
  std::filesystem::remove_all(folder_ / "work");
  const auto verified = type("replay --verify r.jsonl");
  EXPECT_EQ(verified.code, 0) << verified.text;
  EXPECT_TRUE(verified.says("800 steps computed again, every hash equal")) << verified.text;

  // One line less, and it is told which mesh is missing.
  std::string text = read("r.jsonl");
  const std::size_t mesh = text.find("\n{\"mesh\":");
  ASSERT_NE(mesh, std::string::npos);
  text.erase(mesh, text.find('\n', mesh + 1) - mesh);
  write("less.jsonl", text);
  expect_refused("replay --verify less.jsonl",
                 "the recording does not hold the mesh of shape 'a': its line is missing or "
                 "damaged\n");
}

// Law: a snapshot that was put in is named, although every step is right.
TEST_F(OutputsCommand, VerifyNamesChangedSnapshots) {
  ASSERT_EQ(type("run tower --duration 10.01 --quiet --record r.jsonl").code, 0);
  EXPECT_EQ(type("replay --verify r.jsonl").code, 0);
  std::string text = read("r.jsonl");
  const std::size_t early = text.find("{\"snapshot\":5000,"),
                    late = text.find("{\"snapshot\":10000,");
  ASSERT_NE(early, std::string::npos);
  ASSERT_NE(late, std::string::npos);
  // The state of the first under the number of the second, with a checksum that fits.
  const std::size_t state = text.find("\"state\"", early);
  const std::string object =
      "{\"snapshot\":10000," + text.substr(state, text.find(",\"sum\"", state) - state) + "}";
  text.replace(late, text.find('\n', late) + 1 - late, recorder::seal(object));
  write("changed.jsonl", text);
  const auto typed = type("replay --verify changed.jsonl");
  EXPECT_EQ(typed.code, 1);
  EXPECT_TRUE(
      typed.says("changed.jsonl: the snapshot after step 10000 is not the state of that step"))
      << typed.text;
}

// Law: files that a file names lie in its folder or below it, unless that is allowed.
TEST_F(OutputsCommand, FilesOutsideOfTheFolderAreReadOnlyWhenAllowed) {
  for (const char* folder : {"m", "m/parts", "else"})
    std::filesystem::create_directories(folder_ / folder);
  write("else/part.yaml", kBar);
  write("else/cube.obj", kCube);
  write("m/parts/part.yaml", kBar);
  write("m/parts/cube.obj", kCube);
  std::filesystem::create_symlink("../else/part.yaml", folder_ / "m/link.yaml");
  const auto machine = [](const std::string& include, const std::string& mesh) {
    return "outrigger: 1\nsettings: {duration: 0.01}\ninclude: [{file: " + include +
           "}]\nshapes:\n  s: {body: bar, mesh: {file: " + mesh + "}, material: steel}\n";
  };
  const std::string outside = "lies outside of the folder 'm' of the file that was asked for";
  write("m/in.yaml", machine("parts/part.yaml", "parts/cube.obj"));
  write("m/include.yaml", machine("../else/part.yaml", "parts/cube.obj"));
  write("m/mesh.yaml", machine("parts/part.yaml", "../else/cube.obj"));
  write("m/absolute.yaml", machine("parts/part.yaml", (folder_ / "else/cube.obj").string()));
  write("m/linked.yaml", machine("link.yaml", "parts/cube.obj"));
  write("m/parts/up.yaml", "outrigger: 1\ninclude: [{file: ../parts/part.yaml}]\n");
  write("m/nested.yaml", machine("parts/up.yaml", "parts/cube.obj"));
  EXPECT_EQ(type("run m/in.yaml --quiet").code, 0);
  EXPECT_EQ(type("run m/nested.yaml --quiet").code, 0) << "within the folder of the outermost file";
  for (const char* file : {"include", "mesh", "absolute", "linked"}) {
    const std::string arguments = "m/" + std::string(file) + ".yaml";
    const auto refused = type("run --quiet " + arguments);
    EXPECT_EQ(refused.code, 2) << file;
    EXPECT_TRUE(refused.says(outside)) << refused.text;
    EXPECT_TRUE(type("check " + arguments).says(outside));
    const auto allowed = type("run --quiet --allow-outside " + arguments);
    EXPECT_EQ(allowed.code, 0) << allowed.text;
  }
  write("m/s.yaml",
        "outrigger_site: 1\nsurfaces: {a: {material: steel}}\n"
        "shapes:\n  s: {mesh: {file: ../else/cube.obj}, at: [9, 9, 0], material: steel}\n");
  EXPECT_TRUE(type("run m/in.yaml --quiet --site m/s.yaml").says(outside));
  EXPECT_EQ(type("run m/in.yaml --quiet --site m/s.yaml --allow-outside").code, 0);
}

// Law: what a file says does not command the terminal, and a quote that nobody closed does not swallow the
// rest of the file.
TEST_F(OutputsCommand, TextsAreOnlyTexts) {
  write("esc.yaml",
        "outrigger: 1\ntitle: \"\\e[2J\\e]0;x\\a\"\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\n");
  const auto refused = type("run esc.yaml");
  EXPECT_EQ(
      refused.text,
      "esc.yaml:2: '?[2J?]0;x?' has control characters, which texts and names must not have\n");
  EXPECT_EQ(refused.code, 2);
  write("key.yaml", "outrigger: 1\n\"\\e[2J\": 1\n");
  EXPECT_EQ(type("check key.yaml").text.find('\x1b'), std::string::npos);
  write("r.csv", "t,\x1b[2J\n0,1\n1,1\n2,1\n");
  EXPECT_EQ(type("identify pendulum r.csv --fit bodies.bar.mass").text.find('\x1b'),
            std::string::npos);

  write("quote.yaml",
        "outrigger: 1\ntitle: \"a bar\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\n");
  expect_refused("run quote.yaml",
                 "quote.yaml:2: a text begins here with \" and does not end: close the quote\n");
  write("single.yaml",
        "outrigger: 1\ntitle: 'it''s\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\n");
  expect_refused("run single.yaml",
                 "single.yaml:2: a text begins here with ' and does not end: close the quote\n");
  // These are whole.
  for (const char* title :
       {"\"a \\\" bar\"", "'it''s'", "|\n  don't \"worry\n", "&a 'x'", "don't"}) {
    write("good.yaml", "outrigger: 1\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1]}\ntitle: " +
                           std::string(title) + "\n");
    EXPECT_EQ(type("run good.yaml --duration 0.01 --quiet").code, 0) << title;
  }
}

// Law: a function without a finite value where the run begins is refused by its name, whatever it acts on.
TEST_F(OutputsCommand, FunctionsHaveAFiniteValueAtTheStart) {
  const std::string bar =
      "outrigger: 1\nsettings: {duration: 0.01}\nbodies:\n"
      "  b: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 0]}}\n"
      "joints:\n  pin: {type: revolute, bodies: [ground, b], at: [0, 0, 1], axis: [0, 1, 0]}\n"
      "coordinates:\n  swing: {kind: angle, joint: pin}\n";
  const auto refused = [&](const std::string& more) {
    write("f.yaml", bar + more);
    const auto typed = type("run f.yaml --quiet");
    EXPECT_EQ(typed.code, 2) << more << ": " << typed.text;
    return typed.text;
  };
  EXPECT_EQ(
      refused("loads:\n  d: {body: b, force: [0, 0, {formula: 'log(t)'}]}\n"),
      "f.yaml:10: loads.d: component z 'log(t)' has no finite value at t = 0 s, where the run "
      "begins: it is -inf\n");
  EXPECT_NE(refused("loads:\n  d: {body: b, torque: [{formula: '1/t'}, 0, 0]}\n").find("loads.d"),
            std::string::npos);
  EXPECT_NE(refused("springs:\n  s: {coordinate: swing, force: {formula: '1/t'}}\n")
                .find("springs.s: its force '1/t' has no finite value at t = 0 s"),
            std::string::npos);
  EXPECT_NE(refused("springs:\n  s: {coordinate: swing, spring: {formula: 'log(x)'}, free: 0}\n")
                .find("springs.s: its spring 'log(x)' has no finite value at x = 0"),
            std::string::npos);
  EXPECT_NE(refused("drives:\n  d: {coordinate: swing, position: {formula: 'log(t)'}}\n")
                .find("drives.d: its function 'log(t)' has no finite value"),
            std::string::npos);
}

}  // namespace
}  // namespace outrigger
