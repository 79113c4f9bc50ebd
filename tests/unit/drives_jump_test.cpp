/// Jumps in the reference of a drive are found, smooth motion of any kind is not taken for one.
#include "drives/jump.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/function.h"
#include "sim/world.h"
#include "unit/forces_rig.h"

namespace outrigger::drives {
namespace {

using description::Function;

int count_jumps(const std::string& text, double h, double seconds = 3.0) {
  const model::Function f(forces_rig::formula(text), "t");
  int count = 0;
  const auto at = [&](double t) {
    const Derivatives d = f.evaluate(t);
    system::DriveReference r;
    r.value = d.value;
    r.rate = d.first;
    r.acceleration = d.second;
    return r;
  };
  for (int i = 0; i * h < seconds; ++i) count += find_jump(at(i * h), at((i + 1) * h), h).any();
  return count;
}

// Law: what is twice continuously differentiable never jumps, fast or slow, however it meets the steps;
// nor does acceleration that begins at once.
TEST(DriveJump, SmoothMotionHasNone) {
  for (const double h : {1e-4, 1e-3, 5e-3, 0.02})
    for (const char* text :
         {"0", "3", "10*t", "0.2*sin(3*t)", "5*sin(20*t)", "1e-6*sin(t)", "0.5*smooth(t, 1, 1.3)",
          "2*smooth(t, 0.9973, 1.1511) - smooth(t, 2.00013, 2.2)", "0.5*ramp(t - 1.0003)^2",
          "4*ramp(t - 1)^3", "exp(-t)", "1000 + 0.001*cos(t)"})
      EXPECT_EQ(count_jumps(text, h), 0) << text << ", h = " << h;
}

// Law: a step in value or rate is found in the one step in which it happens.
TEST(DriveJump, StepsInValueAndRateAreFound) {
  for (const double h : {1e-4, 1e-3, 5e-3, 0.02})
    for (const char* text :
         {"0.2*step(t - 1.00031)", "sin(t) + 0.5*step(t - 1.00031)", "ramp(t - 1.00031)",
          "abs(t - 1.00031)", "min(t, 1.00031)", "10*t + 20*ramp(t - 1.00031)"})
      EXPECT_EQ(count_jumps(text, h), 1) << text << ", h = " << h;
}

TEST(DriveJump, WhatHasLetGoDoesNotJump) {
  system::DriveReference from, to;
  to.value = 1.0;
  EXPECT_EQ(find_jump(from, to, 1e-3).value, 1.0);
  from.engaged = false;
  EXPECT_FALSE(find_jump(from, to, 1e-3).any());
  from.engaged = true;
  to.value = NAN;
  EXPECT_FALSE(find_jump(from, to, 1e-3).any());
}

TEST(DriveJump, TablesThatMeanAStepAreFound) {
  Function f;
  f.kind = Function::Kind::table;
  f.table = {{0, 0}, {1, 0}, {1.001, 0.5}, {2, 0.5}, {3, 0.5}};
  ASSERT_TRUE(find_table_jump(f).has_value());
  EXPECT_EQ(*find_table_jump(f), 1u);
  // Finer where it moves, as a measured motion may be.
  f.table = {{0, 0}, {1, 0.1}, {1.2, 0.5}, {1.4, 0.9}, {2, 1}, {3, 1}};
  EXPECT_FALSE(find_table_jump(f).has_value());
  f.table = {{0, 0}, {1, 1}};
  EXPECT_FALSE(find_table_jump(f).has_value());
}

// The world says which drive jumps, when and by how much.
TEST(DriveJump, IsAnEventOfTheWorld) {
  description::Machine m = forces_rig::make_lift(100.0);
  m.settings.step = 5e-3;
  description::Drive d;
  d.name = "winch";
  d.coordinate = "lift";
  d.function = forces_rig::formula("1 + 0.2*step(t - 0.0995)");
  m.drives.push_back(d);
  sim::World world(m);
  EXPECT_TRUE(world.events().empty());
  while (world.time() < 0.2) world.step();
  int jumps = 0;
  for (const sim::Event& e : world.take_events()) {
    if (e.kind != sim::Event::Kind::drive_jump) continue;
    ++jumps;
    EXPECT_EQ(e.text,
              "t = 0.1000 s: drive 'winch' asks its coordinate to jump by 0.2 within a step of "
              "0.005 s; a guided coordinate must be smooth, with continuous speed and "
              "acceleration: use smooth(t, begin, end) or a table");
  }
  EXPECT_EQ(jumps, 1);

  m.drives[0].function.kind = Function::Kind::table;
  m.drives[0].function.table = {{0, 1}, {1, 1}, {1.001, 1.5}, {2, 1.5}, {3, 1.5}};
  const sim::World by_table(m);
  ASSERT_EQ(by_table.events().size(), 1u);
  EXPECT_EQ(
      by_table.events()[0].text,
      "t = 0.0000 s: the table of drive 'winch' jumps by 0.5 between its rows 2 and 3 (t = 1 "
      "and 1.001 s); a guided coordinate must be smooth: spread the change over more rows, or "
      "use a formula with smooth(t, begin, end)");
}

}  // namespace
}  // namespace outrigger::drives
