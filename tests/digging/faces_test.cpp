/// A bucket in soil is held by its back, heel and sides, stands on rock, and pushes when it is full. The bucket is
/// led by springs, without a machine; references are formulas of soil mechanics.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "articulation/articulation.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "digging/soil_tools.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "sim/world.h"

namespace outrigger::digging {
namespace {

/// A bucket of a loader, 1.2 m wide: floor 0.8 m, back 0.6 m high, open to the front; its edge is at x = 0.5.
const char* const kBucket = R"(
outrigger: 1
settings: {step: 0.005}
bodies: {bucket: {mass: 400, inertia: [60, 60, 60], pose: {position: [0, 0, 0.3]}}}
tools:
  bucket:
    body: bucket
    edge: [0.5, 0, 0]
    plate: [0.1, 0, 0.06]
    width: 1.2
    teeth: 4
    tooth_area: 0.002
    cavity: [[0.45, 0.02], [0.1, 0.06], [-0.3, 0.08], [-0.42, 0.3], [-0.3, 0.6], [-0.1, 0.7]]
    cavity_width: 1.1
)";

sim::World bucket_on(const std::string& kind, double depth = 3.0, double hardness = 1.0) {
  sim::WorldOptions options;
  options.site = description::read_site_text(
      fmt::format("outrigger_site: 1\nmaterials: {{loam: {{young: 3.0e+7, poisson: 0.3}}}}\n"
                  "surfaces: {{soil: {{material: loam}}}}\n"
                  "ground: {{area: [-8, 8, -6, 6], cell: 0.5, surface: soil}}\n"
                  "soils: {{s: {{like: {}, surface: soil, hardness: {}}}}}\n"
                  "diggable: {{pit: {{area: [-7, 7, -5, 5], layers: [[s, {}]]}}}}\n",
                  kind, hardness, depth),
      "pit.yaml");
  return sim::World(description::read_machine_text(kBucket, "bucket.yaml"), options);
}

/// Leads the bucket without turning it; what it pushes with is what the soil holds.
class Lead {
 public:
  explicit Lead(sim::World& world) : world_(world) {
    at_ = world.pose(world.body("bucket")).position;
    world.add_force(
        "lead", world.body("bucket"), Vec3::Zero(),
        [this](double, const Pose& pose, const model::Twist& twist) {
          model::BodyForce f;
          f.force = kStiff * (at_ - pose.position) - kDamping * twist.linear;
          if (limit_ > 0.0) f.force.z() = std::max(f.force.z(), -limit_);
          f.stiffness = kStiff * Mat3::Identity();
          f.damping = kDamping * Mat3::Identity();
          if (limit_ > 0.0 && f.force.z() <= -limit_) f.stiffness(2, 2) = f.damping(2, 2) = 0.0;
          const Vec3 z = pose.direction(Vec3::UnitZ()), x = pose.direction(Vec3::UnitX());
          f.torque = 1e6 * (z.cross(Vec3::UnitZ()) + x.cross(Vec3::UnitX())) - 1e5 * twist.angular;
          force_ = f.force;
          return f;
        });
  }
  void go(const Vec3& to, double speed) {
    const Vec3 way = to - at_;
    const int steps = std::max(1, static_cast<int>(way.norm() / (speed * world_.step_size())));
    for (int i = 0; i < steps; ++i) {
      at_ += way / steps;
      world_.step();
      ASSERT_EQ(world_.soil()->imbalance(), 0) << world_.time();
      most_ = most_.cwiseMax(force_.cwiseAbs());
    }
  }
  void stay(double time) {
    for (int i = 0; i < static_cast<int>(time / world_.step_size()); ++i) world_.step();
  }
  Vec3 place() const { return world_.pose(world_.body("bucket")).position; }
  Vec3 soil() const {
    const auto& tool = world_.soil()->tools().tools()[0];
    return tool.articulation->tool_force(tool.index);
  }

  Vec3 at_ = Vec3::Zero(), force_ = Vec3::Zero(), most_ = Vec3::Zero();
  double limit_ = 0.0;  ///< of the force downwards; 0: none [N]

 private:
  static constexpr double kStiff = 4e6, kDamping = 8e4;
  sim::World& world_;
};

/// Cuts a trench 0.3 m deep, ends with the bucket in it, its content where it was cut.
void cut_trench(Lead& lead) {
  lead.go({-3.0, 0.0, 0.1}, 2.0);
  lead.go({-3.0, 0.0, -0.3}, 0.3);
  lead.go({-1.0, 0.0, -0.3}, 0.4);
}

// Law: a bucket that is pushed sideways in its own trench is held by the passive pressure on the side plate that is in
// the ground, at rest too; and not more than the walls can carry.
TEST(ToolFaces, ATrenchHoldsABucketSideways) {
  sim::World world = bucket_on("sandy_loam");
  Lead lead(world);
  cut_trench(lead);
  const double before = std::abs(lead.soil().y());
  lead.go(lead.at_ + Vec3(0.0, 0.06, 0.0), 0.05);
  lead.stay(1.0);
  const double held = -lead.soil().y();
  // Loam: K_p = 3.690. The plate is 0.3 m in the ground, about 0.7 m long there: its middle at 0.15 m.
  const double pressure = 15107.4 * 0.15 * 3.690 + 2.0 * 10e3 * 1.921;
  EXPECT_GT(held, before + 0.5 * 0.7 * 0.3 * pressure);
  EXPECT_LT(held, 2.0 * 0.7 * 0.3 * pressure);
}

// Law: a bucket that stands on its heel and floor with 15 kN on soft ground comes to rest, presses it in, and the
// ground stays where the bucket has pressed it.
TEST(ToolFaces, AHeelStands) {
  sim::World world = bucket_on("sandy_loam");
  Lead lead(world);
  lead.limit_ = 15e3;
  lead.go({0.0, 0.0, -0.25}, 0.1);
  lead.stay(3.0);
  const double z = lead.place().z();
  EXPECT_LT(z, 0.02);
  EXPECT_GT(z, -0.2) << "fell through";
  EXPECT_NEAR(lead.soil().z(), 15e3 + 400.0 * 9.81, 800.0);
  lead.stay(3.0);
  EXPECT_NEAR(lead.place().z(), z, 2e-3) << "creeps";
  EXPECT_EQ(world.soil()->imbalance(), 0);
}

// Law: what cannot be cut stops the edge: 0.2 m of loam over rock, 60 kN.
TEST(ToolFaces, AnEdgeStandsOnRock) {
  sim::World world = bucket_on("sandy_loam", 0.2);
  Lead lead(world);
  lead.limit_ = 60e3;
  lead.go({0.0, 0.0, -0.6}, 0.3);
  lead.stay(1.0);
  EXPECT_LT(lead.place().z(), 0.0);
  EXPECT_GT(lead.place().z(), -0.23);
}

// Law: a hard layer takes more force, in proportion to its cohesion where that governs.
TEST(ToolFaces, HardGroundTakesMoreForce) {
  double most[2] = {0.0, 0.0};
  for (int k = 0; k < 2; ++k) {
    sim::World world = bucket_on("clay", 3.0, k == 0 ? 1.0 : 2.0);
    Lead lead(world);
    lead.go({-3.0, 0.0, -0.15}, 0.5);
    lead.go({-2.0, 0.0, -0.15}, 0.4);
    most[k] = lead.most_.x();
  }
  EXPECT_GT(most[1], 1.5 * most[0]);
  EXPECT_LT(most[1], 2.2 * most[0]);
}

// Law: a full bucket pushes (secondary separation): its draft is larger than that of an empty one at the same depth.
TEST(ToolFaces, AFullBucketPushes) {
  sim::World world = bucket_on("dry_sand");
  Lead lead(world);
  lead.go({-6.0, 0.0, -0.2}, 1.0);
  lead.go({-5.0, 0.0, -0.2}, 0.4);
  const double empty = -lead.soil().x();
  const auto& tool = world.soil()->tools().tools()[0];
  EXPECT_LT(tool.articulation->fill(tool.index), 0.8);
  lead.go({1.0, 0.0, -0.2}, 0.4);
  EXPECT_GT(tool.articulation->fill(tool.index), 0.95);
  EXPECT_GT(-lead.soil().x(), 1.5 * empty);
}

// Law: what the faces remember is part of the state.
TEST(ToolFaces, GoOnFromAnyMoment) {
  sim::World world = bucket_on("sandy_loam");
  Lead lead(world);
  lead.go({-3.0, 0.0, -0.3}, 0.5);
  for (int moment = 0; moment < 4; ++moment) {
    const sim::Snapshot saved = world.save();
    const Vec3 at = lead.at_;
    std::vector<std::uint64_t> hashes;
    const auto next = [&] {
      lead.at_ += Vec3(0.002, 0.0005, moment % 2 == 0 ? 0.0003 : -0.0005);
      world.step();
    };
    for (int i = 0; i < 60; ++i) next(), hashes.push_back(world.hash());
    world.restore(*sim::snapshot_from_bytes(sim::to_bytes(saved), saved));
    lead.at_ = at;
    for (const std::uint64_t h : hashes) {
      next();
      ASSERT_EQ(world.hash(), h) << moment;
    }
  }
}

}  // namespace
}  // namespace outrigger::digging
