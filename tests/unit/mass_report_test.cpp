/// Mass properties of whole machines and mass matrices in known coordinates: closed forms, and the
/// kinetic energy T = ½ żᵀ M ż of machines under way.
#include <gtest/gtest.h>

#include <cmath>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/mass_report.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

using description::read;

TEST(TotalMass, OfTwoBodiesByHand) {
  World world(
      read("bodies:\n"
           "  a: {mass: 1, inertia: [1, 2, 3], pose: {position: [0, 0, 0]}}\n"
           "  b: {mass: 3, inertia: [4, 5, 6], centre: [0, 0, 2], pose: {position: [4, 0, 0]}}\n"
           "  p: {kind: point, mass: 0, pose: {position: [9, 9, 9]}}\n"));
  const TotalMass t = total_mass(world);
  EXPECT_NEAR(t.mass, 4.0, 1e-12);
  EXPECT_TRUE(t.centre.isApprox(Vec3(3.0, 0.0, 1.5), 1e-12)) << t.centre.transpose();
  // Reduced mass 3/4 at the distance (4, 0, 2).
  EXPECT_NEAR(t.inertia(0, 0), 5.0 + 0.75 * 4.0, 1e-12);
  EXPECT_NEAR(t.inertia(1, 1), 7.0 + 0.75 * 20.0, 1e-12);
  EXPECT_NEAR(t.inertia(2, 2), 9.0 + 0.75 * 16.0, 1e-12);
  EXPECT_NEAR(t.inertia(0, 2), -0.75 * 8.0, 1e-12);
  EXPECT_NEAR(total_mass(world, {"b"}).centre.z(), 2.0, 1e-12);
  EXPECT_THROW(total_mass(world, {"c"}), Error);
}

TEST(MassMatrix, OfADoublePendulumInItsAngles) {
  const double m1 = 2.0, m2 = 3.0, l = 0.8, i1 = 0.1, i2 = 0.2, angle = 0.7;
  World world(read(
      "bodies:\n"
      "  upper: {mass: 2, inertia: [1, 0.1, 1], centre: [0.4, 0, 0], pose: {position: [0, 0, 0]}}\n"
      "  lower: {mass: 3, inertia: [1, 0.2, 1], centre: [0.4, 0, 0]}\n"
      "joints:\n"
      "  shoulder: {type: revolute, bodies: [ground, upper], point_a: [0, 0, 0], axis_a: y, "
      "axis_b: y,\n"
      "             zero_a: x, zero_b: x}\n"
      "  elbow: {type: revolute, bodies: [upper, lower], point_a: [0.8, 0, 0], axis_a: y, axis_b: "
      "y,\n"
      "          zero_a: x, zero_b: x, angle: {initial: 0.7}}\n"
      "coordinates:\n"
      "  a: {kind: angle, joint: shoulder}\n"
      "  b: {kind: angle, joint: elbow}\n"));
  const auto all = mass_matrices(world);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all[0].names.size(), 2u);
  const double c = 0.4, cross = m2 * l * c * std::cos(angle), second = i2 + m2 * c * c;
  const double first = i1 + m1 * c * c + m2 * l * l + second + 2.0 * cross;
  // The elbow's own coordinate comes before its second name.
  const auto place = [&](const std::string& name) {
    return std::find(all[0].names.begin(), all[0].names.end(), name) - all[0].names.begin();
  };
  const auto a = place("a"), b = place("elbow.angle");
  ASSERT_LT(a, 2);
  ASSERT_LT(b, 2);
  EXPECT_NEAR(all[0].matrix(a, a), first, 1e-9);
  EXPECT_NEAR(all[0].matrix(a, b), second + cross, 1e-9);
  EXPECT_NEAR(all[0].matrix(b, b), second, 1e-9);
}

TEST(MassMatrix, OfAFreeBodyIsItsOwn) {
  World world(read("bodies: {a: {mass: 5, inertia: [1, 2, 3], pose: {position: [1, 2, 3]}}}\n"));
  const MassMatrix m = mass_matrices(world).front();
  ASSERT_EQ(m.names, (std::vector<std::string>{"a.x", "a.y", "a.z", "a.rx", "a.ry", "a.rz"}));
  const Eigen::VectorXd expected = (Eigen::VectorXd(6) << 5, 5, 5, 1, 2, 3).finished();
  EXPECT_TRUE(m.matrix.isApprox(Eigen::MatrixXd(expected.asDiagonal()), 1e-9)) << m.matrix;
}

/// Loops, cylinders and ropes: the energy of the motion under way.
TEST(MassMatrix, GivesTheKineticEnergyOfACrane) {
  World world(description::read_machine_file(source_file("machines/small-crane.yaml")));
  world.set_input("lift", 0.7);
  world.set_input("slew", -0.5);
  for (int i = 0; i < 1500; ++i) world.step();
  for (const MassMatrix& m : mass_matrices(world)) {
    Eigen::VectorXd rates(static_cast<Eigen::Index>(m.names.size()));
    for (std::size_t i = 0; i < m.names.size(); ++i) {
      const std::size_t dot = m.names[i].rfind('.');
      const std::string axis = m.names[i].substr(dot + 1), body = m.names[i].substr(0, dot);
      double rate = 0.0;
      bool is_body = false;
      const char* const axes[] = {"x", "y", "z", "rx", "ry", "rz"};
      for (int k = 0; k < 6; ++k)
        if (axis == axes[k]) {
          const model::Twist t = world.twist(world.body(body));
          rate = k < 3 ? t.linear[k] : t.angular[k - 3];
          is_body = true;
        }
      if (!is_body) rate = world.speed(world.coordinate(m.names[i]));
      rates[static_cast<Eigen::Index>(i)] = rate;
    }
    const double energy = 0.5 * rates.dot(m.matrix * rates);
    EXPECT_GT(energy, 1.0);
    EXPECT_NEAR(energy, world.energies().kinetic, 1e-6 * energy);
  }
}

}  // namespace
}  // namespace outrigger::sim
