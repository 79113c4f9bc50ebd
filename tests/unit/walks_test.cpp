/// Two quantities in one walk through the gradients have the bits of one after the other.
#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

TEST(Walks, TwoAtOnceHaveTheBitsOfOneByOne) {
  // Products, linear rows, drives and couplings all occur in the excavator.
  sim::World w(description::read_machine_file(source_file("machines/excavator.yaml")));
  w.set_input("boom", 0.4);
  for (int i = 0; i < 20; ++i) w.step();
  const sim::Island& island = *w.islands().front();
  const system::System& system = island.system();
  const system::State& s = island.state();
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
}

}  // namespace
}  // namespace outrigger
