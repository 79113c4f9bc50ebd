/// Laws: a study says what it is; what it says wrongly is named with file, line, key and what is allowed.
#include "anchor/study.h"

#include <gtest/gtest.h>

#include "anchor/scene.h"
#include "base/error.h"

namespace outrigger::anchor {
namespace {

std::string error_of(const std::string& text,
                     const std::vector<description::ChangedValue>& changes = {}) {
  try {
    read_study_text(text, "s.yaml", changes);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

TEST(Study, ReadsValuesAndChanges) {
  const Study s = read_study_text("outrigger_anchor: 1\nanchor: {kind: spek, mass: 3060}\n",
                                  "s.yaml", {{"start.yaw_deg", "90"}, {"anchor.mass", "4000"}});
  EXPECT_EQ(s.anchor.kind, AnchorForm::Kind::spek);
  EXPECT_EQ(s.anchor.mass, 4000.0);
  EXPECT_NEAR(s.start.yaw, 1.5707963, 1e-6);
  EXPECT_EQ(s.name, "s");
}

TEST(Study, NamesWhatIsWrong) {
  EXPECT_NE(error_of("outrigger_anchor: 2\n").find("version 2 is not known"), std::string::npos);
  EXPECT_NE(error_of("name: x\n").find("missing key 'outrigger_anchor'"), std::string::npos);
  const std::string friction = error_of("outrigger_anchor: 1\ncontact: {friction_pipe: -0.1}\n");
  EXPECT_NE(friction.find("s.yaml:2: contact.friction_pipe"), std::string::npos) << friction;
  EXPECT_NE(error_of("outrigger_anchor: 1\nanchr: {}\n").find("did you mean 'anchor'"),
            std::string::npos);
  EXPECT_NE(error_of("outrigger_anchor: 1\n", {{"start.yawn", "1"}}).find("yawn"),
            std::string::npos);
}

TEST(Study, RefusesSizesThatDoNotFit) {
  const auto error_of_scene = [](const char* text) -> std::string {
    const Study s = read_study_text(std::string("outrigger_anchor: 1\n") + text, "s.yaml");
    try {
      make_scene(s, BowForm(s.hull, s.hawse, s.bolster));
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_NE(error_of_scene("chain: {diameter: 0.18}\n").find("do not fit into a pipe"),
            std::string::npos);
  EXPECT_NE(error_of_scene("anchor: {mass: 90000}\n").find("anchor.mass"), std::string::npos);
}

// ISO 1704 and the class rules of the data sheet.
TEST(Study, LinkIsThatOfTheRules) {
  const LinkForm l = link_form({});
  EXPECT_NEAR(l.pitch, 0.248, 1e-12);
  EXPECT_NEAR(l.mass, 20.88, 0.01);
  EXPECT_NEAR(l.breaking_load, 2.06e6, 0.01e6);
  EXPECT_NEAR(l.proof_load, 1.472e6, 0.01e6);
}

}  // namespace
}  // namespace outrigger::anchor
