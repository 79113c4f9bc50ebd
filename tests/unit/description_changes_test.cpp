/// Single values of a machine file changed by their path: what is changed is read as if it stood in
/// the file, with the same checks; what is not there is named.
#include <gtest/gtest.h>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

const char* const kText =
    "outrigger: 1\n"
    "bodies:\n"
    "  ball: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, pose: {position: [0, 0, 1]}}\n"
    "contact_laws:\n"
    "  floor: {pair: [rubber, asphalt], restitution: 0.5}\n"
    "variants:\n"
    "  heavy: {bodies: {ball: {mass: 5}}}\n";

Machine changed(std::vector<ChangedValue> changes, std::vector<std::string> variants = {}) {
  ReadOptions options;
  options.changes = std::move(changes);
  options.variants = std::move(variants);
  return read_machine_text(kText, "m.yaml", options);
}

std::string change_error(const std::string& path, const std::string& text) {
  ReadOptions options;
  options.changes = {{path, text}};
  return error_of(kText, options);
}

TEST(Changes, ReplaceAddAndRemove) {
  EXPECT_EQ(changed({{"bodies.ball.mass", "2.5"}}).bodies[0].mass, 2.5);
  EXPECT_EQ(changed({{"bodies.ball.pose.position.2", "7"}}).bodies[0].pose.position.z(), 7.0);
  EXPECT_EQ(changed({{"contact_laws.floor.stiffness", "1e5"}}).contact_laws[0].stiffness, 1e5);
  EXPECT_FALSE(changed({{"contact_laws.floor.restitution", ""}}).contact_laws[0].restitution);
  EXPECT_FALSE(changed({{"contact_laws.floor.stiffness", ""}}).contact_laws[0].stiffness);
  // After the variants, in their order.
  EXPECT_EQ(changed({}, {"heavy"}).bodies[0].mass, 5.0);
  EXPECT_EQ(
      changed({{"bodies.ball.mass", "2"}, {"bodies.ball.mass", "3"}}, {"heavy"}).bodies[0].mass,
      3.0);
}

TEST(Changes, TakeListsAndMapsAsAFileDoes) {
  EXPECT_EQ(changed({{"bodies.ball.pose.position", "[1, 2, 3]"}}).bodies[0].pose.position,
            Vec3(1, 2, 3));
  EXPECT_EQ(changed({{"bodies.ball.inertia", "{xx: 2, yy: 2, zz: 3}"}}).bodies[0].inertia(2, 2),
            3.0);
  EXPECT_EQ(changed({{"gravity", "[0, 0, -1.62]"}}).settings.gravity.z(), -1.62);
  EXPECT_TRUE(changed({{"gravity", "[0, 0, {formula: -9.81*t}]"}}).settings.gravity_function);
  EXPECT_NE(change_error("bodies.ball.pose.position", "[1, 2").find("not valid YAML"),
            std::string::npos)
      << change_error("bodies.ball.pose.position", "[1, 2");
  EXPECT_NE(change_error("bodies.ball.pose.position", "[1, 2]")
                .find("m.yaml:3: bodies.ball.pose.position"),
            std::string::npos)
      << change_error("bodies.ball.pose.position", "[1, 2]");
}

TEST(Changes, AreCheckedLikeTheFile) {
  EXPECT_NE(change_error("bodies.ball.mass", "-3").find("m.yaml:3: bodies.ball.mass: -3"),
            std::string::npos)
      << change_error("bodies.ball.mass", "-3");
  EXPECT_NE(change_error("contact_laws.floor.stifness", "1").find("did you mean 'stiffness'?"),
            std::string::npos);
}

TEST(Changes, PathsThatLeadNowhereAreNamed) {
  EXPECT_NE(change_error("contact_laws.flor.stiffness", "1")
                .find("m.yaml:4: contact_laws: unknown key 'flor'; did you mean 'floor'?"),
            std::string::npos)
      << change_error("contact_laws.flor.stiffness", "1");
  EXPECT_NE(change_error("bodies.ball.pose.position.3", "1")
                .find("'3' is no element of this list of 3; the first one is 0"),
            std::string::npos);
  EXPECT_NE(
      change_error("bodies.ball.pose", "1").find("'bodies.ball.pose' is a map: give all of it"),
      std::string::npos)
      << change_error("bodies.ball.pose", "1");
  EXPECT_NE(change_error("bodies.ball.mass.x", "1").find("unknown key 'x'"), std::string::npos);
}

TEST(Changes, ValuesAndNamesCanBeAsked) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("outrigger_changes_" + std::to_string(getpid()) + ".yaml");
  std::ofstream(path) << kText;
  EXPECT_EQ(machine_file_value(path, "bodies.ball.mass"), "1");
  ReadOptions options;
  options.variants = {"heavy"};
  EXPECT_EQ(machine_file_value(path, "bodies.ball.mass", options), "5");
  EXPECT_EQ(machine_file_value(path, "contact_laws.floor.damping"), std::nullopt);
  EXPECT_THROW(machine_file_value(path, "contact_laws.flor.damping"), Error);
  EXPECT_THROW(machine_file_value(path, "contact_laws.floor"), Error);
  EXPECT_EQ(machine_file_names(path, "contact_laws"), std::vector<std::string>{"floor"});
  EXPECT_TRUE(machine_file_names(path, "joints").empty());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace outrigger::description
