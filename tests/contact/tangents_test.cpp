/// Forces of ShapeContacts as derivatives with respect to the generalised coordinates of both bodies:
/// points, and patches with elements.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/random.h"
#include "contact/shape_contacts.h"
#include "support/contact_rig.h"

namespace outrigger {
namespace {

using contact::FoundContact;
using contact::ShapeContacts;
using contact_rig::DenseMatrix;
using contact_rig::DenseVector;

/// Two free bodies and one contact between them (or of the first with the ground).
struct Pair {
  explicit Pair(bool ground, const Vec3& offset = Vec3::Zero()) {
    description::Machine m;
    for (const double z : {0.35, 0.1}) {
      description::Body b = contact_rig::make_box(
          {0.3, 0.2, 0.2}, 4.0,
          {Vec3(0.02, 0.01, z), Eigen::AngleAxisd(z, Vec3(1, 2, 3).normalized()).matrix()});
      b.name = z > 0.2 ? "upper" : "lower";
      if (z > 0.2) b.pose.position += offset;
      b.velocity = Vec3(0.3, 0.1, z > 0.2 ? -0.2 : 0.1);
      b.angular_velocity = Vec3(0.2, -0.4, 0.3) * (z > 0.2 ? 1.0 : -1.0);
      m.bodies.push_back(b);
    }
    model::PartId id = 1;
    mechanism = model::resolve(m, id);
    model::AssemblyReport report = model::assemble_positions(mechanism);
    model::assemble_velocities(mechanism, report);
    model::Model compiled = model::compile(mechanism);
    std::vector<system::BodyBlocks> bodies;
    for (int i = 0; i < 2; ++i) bodies.emplace_back(mechanism, compiled, i);
    // Every body has its own blocks, as in an island.
    const std::pair<int, int> pairs[] = {{0, ground ? model::kGroundIndex : 1},
                                         {1, model::kGroundIndex}};
    auto term = std::make_unique<ShapeContacts>(std::move(bodies), pairs, 2);
    contacts = term.get();
    std::vector<std::unique_ptr<system::ForceTerm>> terms;
    terms.push_back(std::move(term));
    system = std::make_unique<system::System>(mechanism, std::move(compiled), std::move(terms));
    stepper = std::make_unique<stepper::Stepper>(*system, m.settings);
    stepper->initialise(state);
    for (int i = 0; i < 2; ++i) poses[i] = system->body_pose(i, state.x.data());
    if (ground) poses[1] = Pose{};
  }

  FoundContact found(const Vec3& point, const Vec3& normal, double depth) const {
    FoundContact f;
    f.normal = normal;
    f.depth = depth;
    f.place_a = poses[0].local_point(point);
    f.place_b = poses[1].local_point(point);
    f.reference = point;
    f.turn_a = poses[0].rotation;
    f.turn_b = poses[1].rotation;
    f.law.normal.stiffness = 1e7;
    f.law.damping_factor = 0.4;
    f.law.restitution = 0.7;
    f.law.static_friction = f.law.dynamic_friction = 0.5;
    return f;
  }
  int size() const { return 3 * system->block_count(); }
  system::Configuration configuration() const {
    system::Configuration c;
    c.step = 1e-3;
    c.x = state.x.data();
    c.v = state.v.data();
    c.coordinate_reference = state.coordinate.data();
    c.drives = state.drive.data();
    c.x_start = start_x.data();
    c.v_start = start_v.data();
    return c;
  }
  void prepare() {
    start_x = state.x;
    start_v = state.v;
    contact_rig::FixedResponse response(3.0);
    contacts->prepare(configuration(), state.term.data(), response);
  }
  DenseVector force(DenseMatrix* tangent = nullptr, double s = 0.0, double c = 0.0) {
    AlignedDoubles q(state.x.size(), 0.0), extra(12 * system->extra_count() + 12, 0.0);
    contacts->evaluate(configuration(), state.term.data(),
                       {q.data(), tangent != nullptr ? extra.data() : nullptr, s, c});
    DenseVector result(size());
    for (int i = 0; i < size(); ++i) result[i] = q[4 * (i / 3) + i % 3];
    if (tangent == nullptr) return result;
    *tangent = DenseMatrix::Zero(size(), size());
    std::vector<std::pair<int, int>> pairs;
    contacts->tangent_pattern(pairs);
    for (const auto& [a, b] : pairs) {
      const int i = system->block(a), j = system->block(b);
      const system::TangentSlot slot = system->tangent(i, j);
      Mat3 block;
      for (int col = 0; col < 3; ++col)
        for (int r = 0; r < 3; ++r) block(r, col) = extra[12 * slot.extra + 4 * col + r];
      if (slot.transposed) block.transposeInPlace();
      tangent->block<3, 3>(3 * i, 3 * j) = block;
      tangent->block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
    return result;
  }
  DenseMatrix difference(AlignedDoubles& values, double d) {
    DenseMatrix result(size(), size());
    for (int i = 0; i < size(); ++i) {
      double& at = values[4 * (i / 3) + i % 3];
      const double before = at;
      at = before + d;
      const DenseVector up = force();
      at = before - d;
      result.col(i) = (force() - up) / (2.0 * d);
      at = before;
    }
    return result;
  }
  /// The columns against differences; both must be of a size.
  void compare(double limit) {
    DenseMatrix stiffness, damping;
    force(&stiffness, 1.0, 0.0);
    force(&damping, 0.0, 1.0);
    const DenseMatrix by_place = difference(state.x, 1e-8), by_speed = difference(state.v, 1e-6);
    const double k = stiffness.cwiseAbs().maxCoeff(), c = damping.cwiseAbs().maxCoeff();
    EXPECT_GT(k, 1e3);
    EXPECT_LT((stiffness - by_place).cwiseAbs().maxCoeff(), limit * k);
    // Damping along the normal follows the way of the step, not the speed at its end.
    EXPECT_LT((damping - by_speed).cwiseAbs().maxCoeff(), limit * std::max(c, 1.0));
  }

  model::Mechanism mechanism;
  std::unique_ptr<system::System> system;
  std::unique_ptr<stepper::Stepper> stepper;
  system::State state;
  ShapeContacts* contacts = nullptr;
  Pose poses[2];
  AlignedDoubles start_x, start_v;
};

/// Between the bodies, tilted.
const Vec3 kPoint(0.05, -0.03, 0.22), kNormal = Vec3(0.1, 0.2, 1.0).normalized();

TEST(ShapeTangents, OfAPointThatSticksAreExact) {
  for (const bool ground : {false, true}) {
    Pair pair(ground);
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.law.static_friction = f.law.dynamic_friction = 1e6;  // never slips
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    pair.compare(2e-5);
  }
}

TEST(ShapeTangents, OfAPointWithoutFrictionAreExactForEveryNormalLaw) {
  using Kind = contact::NormalLaw::Kind;
  for (const Kind kind :
       {Kind::restitution, Kind::hertz, Kind::hunt_crossley, Kind::flores,
        Kind::lankarani_nikravesh, Kind::ramped_kelvin_voigt, Kind::nonlinear_damping}) {
    Pair pair(false);
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.law.normal.kind = kind;
    f.law.normal.damping = kind == Kind::nonlinear_damping ? 1e6 : 100.0;
    f.law.normal.ramp_depth = 5e-3;
    if (kind == Kind::hertz) f.law.viscous = 3.0;  // it has no damping of its own
    f.law.static_friction = f.law.dynamic_friction = 0.0;
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    SCOPED_TRACE(static_cast<int>(kind));
    pair.compare(2e-5);
  }
}

/// Spin and rolling resistance that stick, between two bodies and on the ground.
TEST(ShapeTangents, OfAPointThatResistsTurningAreExactWhileItSticks) {
  for (const bool ground : {false, true}) {
    Pair pair(ground);
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.law.static_friction = f.law.dynamic_friction = 1e6;
    f.law.spin_radius = 0.03;
    f.law.rolling_arm = 1e6;
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    pair.compare(2e-5);
  }
}

/// At the limits of both: exact for all motions that leave N as it is, which is what the tangent leaves
/// out; symmetric and positive as a whole.
TEST(ShapeTangents, OfAPointThatSlipsSpinsAndRollsAreExactAcrossTheNormal) {
  using Kind = contact::FrictionLaw::Kind;
  for (const Kind kind : {Kind::bristle, Kind::regularised})
    for (const bool ground : {false, true}) {
      Pair pair(ground);
      FoundContact f = pair.found(kPoint, kNormal, 2e-3);
      f.law.static_friction = f.law.dynamic_friction = 0.0;
      pair.contacts->set_contacts({&f, 1});
      pair.prepare();
      const DenseVector along = pair.force().normalized();  // what moves N
      f.law.static_friction = f.law.dynamic_friction = 0.3;
      f.law.friction = kind;
      f.law.spin_radius = 0.1;
      f.law.rolling_arm = 0.002;
      pair.contacts->set_contacts({&f, 1});
      pair.prepare();
      const DenseMatrix across =
          DenseMatrix::Identity(pair.size(), pair.size()) - along * along.transpose();
      DenseMatrix stiffness, damping;
      pair.force(&stiffness, 1.0, 0.0);
      pair.force(&damping, 0.0, 1.0);
      const DenseMatrix by_place = pair.difference(pair.state.x, 1e-8);
      const DenseMatrix by_speed = pair.difference(pair.state.v, 1e-6);
      const double k = stiffness.cwiseAbs().maxCoeff(), c = damping.cwiseAbs().maxCoeff();
      EXPECT_LT(((stiffness - by_place) * across).cwiseAbs().maxCoeff(), 1e-4 * k);
      EXPECT_LT(((damping - by_speed) * across).cwiseAbs().maxCoeff(), 1e-4 * c);
      // The torques are a part of it that counts.
      EXPECT_GT((across * damping * across).cwiseAbs().maxCoeff(), 1e-3 * c);
      for (const DenseMatrix& t : {stiffness, damping}) {
        const Eigen::SelfAdjointEigenSolver<DenseMatrix> values(t);
        EXPECT_GT(values.eigenvalues().minCoeff(), -1e-9 * t.cwiseAbs().maxCoeff());
      }
    }
}

/// Elements on a disc about the point. What the step uses of a patch is symmetric and positive; exact
/// where nothing slides and the pressure does not turn.
TEST(ShapeTangents, OfAPatchArePositiveAndExactAlongItsNormal) {
  for (const bool ground : {false, true}) {
    Pair pair(ground);
    Random random(5);
    std::vector<contact::PatchElement> elements;
    for (int i = 0; i < 40; ++i) {
      contact::PatchElement e;
      e.point = kPoint + 0.02 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.0);
      e.normal = kNormal;
      e.area = 2e-5;
      e.depth = random.uniform(1e-3, 2e-3);
      elements.push_back(e);
    }
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.elements = elements;
    f.layer.stiffness = 1e7;
    f.layer.damping = 1e4;
    f.layer.transition_depth = 5e-3;
    f.layer.friction = 0.0;
    f.law.static_friction = f.law.dynamic_friction = 0.0;
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    DenseMatrix stiffness, damping;
    pair.force(&stiffness, 1.0, 0.0);
    pair.force(&damping, 0.0, 1.0);
    const DenseMatrix by_place = pair.difference(pair.state.x, 1e-8);
    const DenseMatrix by_speed = pair.difference(pair.state.v, 1e-6);
    EXPECT_LE((damping - by_speed).cwiseAbs().maxCoeff(), 2e-5 * damping.cwiseAbs().maxCoeff());
    const Eigen::SelfAdjointEigenSolver<DenseMatrix> values(stiffness);
    EXPECT_GT(values.eigenvalues().minCoeff(), -1e-9 * stiffness.cwiseAbs().maxCoeff());
    // Moved along the normal as a whole, both agree.
    const Pair moved(ground, kNormal);
    DenseVector along(pair.size());
    for (int i = 0; i < pair.size(); ++i)
      along[i] = moved.state.x[4 * (i / 3) + i % 3] - pair.state.x[4 * (i / 3) + i % 3];
    const DenseVector exact = by_place * along, used = stiffness * along;
    EXPECT_LT((exact - used).norm(), 0.02 * exact.norm());
  }
}

/// A region of overlap by the volumetric law, sinking in, rolling and sticking: exact where it was found.
TEST(ShapeTangents, OfARegionByVolumeAreExactWhileItSticks) {
  for (const bool ground : {false, true}) {
    Pair pair(ground);
    contact::VolumetricRegion region;
    region.normal = kNormal;
    region.volume_centroid = kPoint;
    region.plane_centroid = kPoint + 1e-3 * kNormal + 2e-3 * kNormal.unitOrthogonal();
    region.volume = 4e-6;
    region.area = 2e-3;
    region.inertia = Vec3(1e-9, 2e-9, 2.5e-9).asDiagonal();
    const Mat3 across = Mat3::Identity() - kNormal * kNormal.transpose();
    region.first = across * Vec3(1e-6, 2e-6, 0.0);
    region.second = across * Vec3(3e-7, 2e-7, 1e-7).asDiagonal() * across;
    region.half_square = 5e-9;
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.region = &region;
    f.layer.stiffness = 1e7;
    f.law.static_friction = f.law.dynamic_friction = 1e6;
    f.law.spin_radius = region.spin_radius();
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    pair.compare(2e-5);
  }
}

/// A curved patch that sticks as a whole while its elements slip as it spins, rolls and sinks in: the
/// elements resist only what the whole does not, so that both together have the tangent of their sum.
TEST(ShapeTangents, OfAPatchWithMemoryAndSlippingElementsAreExact) {
  for (const bool ground : {false, true}) {
    Pair pair(ground);
    Random random(6);
    std::vector<contact::PatchElement> elements;
    for (int i = 0; i < 40; ++i) {
      contact::PatchElement e;
      const Vec3 across(random.uniform(-1, 1), random.uniform(-1, 1), 0.0);
      e.point = kPoint + 0.02 * across;
      e.normal = (kNormal + 0.5 * across).normalized();
      e.area = 2e-5;
      e.depth = random.uniform(1e-3, 2e-3);
      elements.push_back(e);
    }
    FoundContact f = pair.found(kPoint, kNormal, 2e-3);
    f.elements = elements;
    f.layer.stiffness = 1e7;
    f.layer.damping = 0.0;
    f.layer.friction = 0.5;
    f.layer.slip_speed = 0.05;  // some elements beyond it, some not
    f.law.static_friction = f.law.dynamic_friction = 1e6;
    pair.contacts->set_contacts({&f, 1});
    pair.prepare();
    DenseMatrix damping;
    pair.force(&damping, 0.0, 1.0);
    const DenseMatrix by_speed = pair.difference(pair.state.v, 1e-6);
    EXPECT_LE((damping - by_speed).cwiseAbs().maxCoeff(), 2e-5 * damping.cwiseAbs().maxCoeff());
    const Eigen::SelfAdjointEigenSolver<DenseMatrix> values(damping);
    EXPECT_GT(values.eigenvalues().minCoeff(), -1e-9 * damping.cwiseAbs().maxCoeff());
  }
}

}  // namespace
}  // namespace outrigger
