/// Descriptions that code fills are held to the ranges of the file format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/assert.h"
#include "base/assert_handler.h"
#include "base/error.h"
#include "description/check.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Machine;

Machine good() {
  Machine m = forces_rig::make_lift(3.0);
  description::Spring s;
  s.name = "spring";
  s.coordinate = "lift";
  s.spring = forces_rig::linear(10.0);
  m.springs.push_back(s);
  return m;
}

std::string problem(const std::function<void(Machine&)>& change) {
  Machine m = good();
  change(m);
  try {
    description::check(m);
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

TEST(DescriptionCheck, GoodMachinePasses) {
  EXPECT_EQ(problem([](Machine&) {}), "none");
}

TEST(DescriptionCheck, NamesPartKeyValueAndRange) {
  EXPECT_EQ(problem([](Machine& m) { m.bodies[0].mass = -3; }),
            "body 'weight': mass: -3 is not allowed: must be > 0 kg");
  EXPECT_EQ(problem([](Machine& m) { m.settings.step = 0.5; }),
            "settings: step: 0.5 is not allowed: must be 1e-07..0.1");
}

TEST(DescriptionCheck, RefusesWhatNoMachineCanBe) {
  const double nan = std::nan("");
  using testing::HasSubstr;
  EXPECT_THAT(problem([&](Machine& m) { m.bodies[0].mass = nan; }), HasSubstr("nan"));
  EXPECT_THAT(problem([&](Machine& m) { m.bodies[0].inertia(0, 1) = 1.0; }),
              HasSubstr("symmetric"));
  EXPECT_THAT(problem([&](Machine& m) { m.bodies[0].inertia(0, 0) = 99.0; }), HasSubstr("inertia"));
  EXPECT_THAT(problem([&](Machine& m) { m.bodies[0].pose.rotation *= 2.0; }),
              HasSubstr("orthonormal"));
  EXPECT_THAT(problem([&](Machine& m) { m.bodies[0].name = ""; }), HasSubstr("no name"));
  EXPECT_THAT(problem([&](Machine& m) { m.joints[0].axis_a.setZero(); }), HasSubstr("direction"));
  EXPECT_THAT(problem([&](Machine& m) { m.joints[0].body_b = m.joints[0].body_a; }),
              HasSubstr("differ"));
  EXPECT_THAT(
      problem([&](Machine& m) { m.coordinates[0].kind = description::Coordinate::Kind::angle; }),
      HasSubstr("no such coordinate"));
  EXPECT_THAT(problem([&](Machine& m) { m.springs[0].spring = forces_rig::formula("2*"); }),
              HasSubstr("spring 'spring': spring:"));
}

[[noreturn]] void throw_text(const std::string& text) { throw std::logic_error(text); }

TEST(AssertionHandler, HearsOfFailures) {
  set_assertion_handler(&throw_text);
  EXPECT_THAT([] { OUTRIGGER_ASSERT(1 + 1 == 3, "sum ", 2); },
              testing::ThrowsMessage<std::logic_error>(
                  testing::AllOf(testing::HasSubstr("1 + 1 == 3"), testing::HasSubstr("sum 2"))));
  set_assertion_handler(nullptr);
}

}  // namespace
}  // namespace outrigger
