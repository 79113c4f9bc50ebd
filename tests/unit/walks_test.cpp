/// Several quantities in one walk through the rows are those of one after the other, to the bit where
/// the operations are the same.
#include <gtest/gtest.h>

#include <cmath>

#include "articulation/articulation.h"
#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

/// Products, linear rows, drives and couplings all occur in the excavator.
sim::World moving_excavator() {
  sim::World w(description::read_machine_file(source_file("machines/excavator.yaml")));
  w.set_input("boom", 0.4);
  for (int i = 0; i < 20; ++i) w.step();
  return w;
}

system::System::Motion motion_of(const system::State& s) {
  return {s.x.data(), s.v.data(), s.acceleration.data(), s.coordinate.data(), s.drive.data()};
}

TEST(Walks, TwoAtOnceHaveTheBitsOfOneByOne) {
  const sim::World w = moving_excavator();
  const articulation::Articulation& articulation = *w.articulations().front();
  const system::System& system = articulation.system();
  const system::State& s = articulation.state();
  system::Scratch one, two;
  system.make_scratch(one);
  system.make_scratch(two);
  double* g = one.gradient[0].data();
  system.evaluate_rows(s.x.data(), s.coordinate.data(), s.drive.data(), g, one.psi.data());

  system.evaluate_rates(g, s.v.data(), s.drive.data(), one.psi_rate.data());
  system.evaluate_accelerations(g, s.x.data(), s.v.data(), s.acceleration.data(),
                                s.coordinate.data(), s.drive.data(), one.psi_acceleration.data());
  system.evaluate_rates_and_accelerations(g, s.x.data(), s.v.data(), s.acceleration.data(),
                                          s.coordinate.data(), s.drive.data(), two.psi_rate.data(),
                                          two.psi_acceleration.data());
  EXPECT_EQ(one.psi_rate, two.psi_rate);
  EXPECT_EQ(one.psi_acceleration, two.psi_acceleration);

  system.transpose_product(g, one.psi_rate.data(), one.delta.data());
  system.transpose_product(g, one.psi_acceleration.data(), one.delta_acceleration.data());
  system.transpose_products(g, one.psi_rate.data(), one.psi_acceleration.data(), two.delta.data(),
                            two.delta_acceleration.data());
  EXPECT_EQ(one.delta, two.delta);
  EXPECT_EQ(one.delta_acceleration, two.delta_acceleration);

  // Rows, rates, accelerations and both products at once.
  const AlignedDoubles gradient = one.gradient[0];
  system.evaluate_rows_and_rates(motion_of(s), g, two.gradient[0].data(), two.psi.data(),
                                 {two.psi_rate.data(), two.psi_acceleration.data(),
                                  two.delta.data(), two.delta_acceleration.data()});
  EXPECT_EQ(two.gradient[0], gradient);
  EXPECT_EQ(one.psi, two.psi);
  EXPECT_EQ(one.psi_rate, two.psi_rate);
  EXPECT_EQ(one.psi_acceleration, two.psi_acceleration);
  EXPECT_EQ(one.delta, two.delta);
  EXPECT_EQ(one.delta_acceleration, two.delta_acceleration);
}

TEST(Walks, ForcesOfTheConstraintsAreProductsWithTheGradients) {
  const sim::World w = moving_excavator();
  const system::System& system = w.articulations().front()->system();
  const system::State& s = w.articulations().front()->state();
  system::Scratch one, two;
  system.make_scratch(one);
  system.make_scratch(two);
  Random random(7);
  std::vector<double> mu(static_cast<std::size_t>(system.row_count()));
  for (double& m : mu) m = random.uniform(-2.0, 2.0);
  AlignedDoubles frozen(one.gradient[0].size());
  for (std::size_t i = 0; i < frozen.size(); ++i)
    frozen[i] = i % 4 == 3 ? 0.0 : random.uniform(-1.0, 1.0);
  double* g = one.gradient[0].data();
  system.evaluate_rows(s.x.data(), s.coordinate.data(), s.drive.data(), g, one.psi.data());

  // out + Gᵀ (μ + Ψ): the same operations.
  for (std::size_t r = 0; r < mu.size(); ++r) one.weight[r] = mu[r] + one.psi[r];
  for (int e = 0; e < system.block_count(); ++e)
    for (int k = 0; k < 3; ++k) one.residual[4 * e + k] = random.uniform(-1.0, 1.0);
  two.residual = one.residual;
  const AlignedDoubles start = one.residual;
  system.add_transpose_product(g, one.weight.data(), one.residual.data());
  system.add_constraint_forces(motion_of(s), mu.data(), two.gradient[0].data(), two.psi.data(),
                               two.residual.data());
  EXPECT_EQ(one.gradient[0], two.gradient[0]);
  EXPECT_EQ(one.psi, two.psi);
  EXPECT_EQ(one.residual, two.residual);

  // out + Gᵀ μ + G_fᵀ Ψ: sums in another order.
  one.residual = two.residual = start;
  system.add_transpose_product(g, mu.data(), one.residual.data());
  system.add_transpose_product(frozen.data(), one.psi.data(), one.residual.data());
  system.add_constraint_forces(motion_of(s), mu.data(), frozen.data(), two.gradient[1].data(),
                               two.psi.data(), two.residual.data());
  double largest = 0.0;
  for (const double f : one.residual) largest = std::max(largest, std::abs(f));
  ASSERT_GT(largest, 1.0);
  for (std::size_t i = 0; i < one.residual.size(); ++i)
    EXPECT_NEAR(one.residual[i], two.residual[i], 1e-13 * largest) << i;
}

}  // namespace
}  // namespace outrigger
