// DART: chain-N, fourbar-N. Methods Euler (World::step, semi-implicit, DART's own) and RK4 (the classical
// rule, written here on DART's forward dynamics; chain only). The setting is the step [s].
#include <memory>

#include <dart/dart.hpp>

#include "mechanisms.hpp"

namespace {

using namespace dart::dynamics;
using Eigen::Vector3d;
using Eigen::VectorXd;
using mechanisms::Check;

struct Model {
  dart::simulation::WorldPtr world = dart::simulation::World::create();
  std::vector<SkeletonPtr> skeletons;
  std::vector<BodyNode*> rods, couplers;  // fourbar
  BodyNode* last = nullptr;               // chain

  SkeletonPtr add_skeleton() {
    skeletons.push_back(Skeleton::create("skeleton" + std::to_string(skeletons.size())));
    return skeletons.back();
  }
  double energy() const {
    double sum = 0;
    for (const auto& skeleton : skeletons) {
      sum += skeleton->computeKineticEnergy();
      for (auto* b : skeleton->getBodyNodes()) sum -= world->getGravity().dot(b->getCOM());
    }
    return last ? sum - last->getCOM()[1] : sum;
  }
};

BodyNode* add_hinge(const SkeletonPtr& skeleton, BodyNode* parent, const Vector3d& position,
                    const Vector3d& axis, const Vector3d& centre, const Vector3d& moments) {
  RevoluteJoint::Properties joint;
  const std::string number = std::to_string(skeleton->getNumBodyNodes());
  joint.mName = "joint" + number;
  joint.mAxis = axis;
  joint.mT_ParentBodyToJoint.translation() = position;
  BodyNode* body = skeleton
                       ->createJointAndBodyNodePair<RevoluteJoint>(
                           parent, joint, BodyNode::AspectProperties("body" + number))
                       .second;
  body->setInertia(Inertia(1.0, centre, moments.asDiagonal()));
  return body;
}

void make_chain(Model& m, int links) {
  m.world->setGravity(Vector3d(0, 0, -bench::kGravity));
  const SkeletonPtr skeleton = m.add_skeleton();
  for (int i = 1; i <= links; ++i)
    m.last = add_hinge(skeleton, m.last, Vector3d(i == 1 ? 0 : 1, 0, 0),
                       (i % 2) ? Vector3d::UnitY() : Vector3d::UnitZ(), Vector3d(.5, 0, 0),
                       Vector3d(.02 / 12, 1.01 / 12, 1.01 / 12));
}

// One skeleton for each rod with its coupler: the impulses of a loop then touch two small trees only.
void make_fourbar(Model& m, int loops) {
  m.world->setGravity(Vector3d(0, -bench::kGravity, 0));
  for (int i = 0; i <= loops; ++i) {
    const SkeletonPtr skeleton = m.add_skeleton();
    m.rods.push_back(add_hinge(skeleton, nullptr, Vector3d(i, 0, 0), Vector3d::UnitZ(),
                               Vector3d(0, .5, 0), Vector3d(1. / 12, 1e-4, 1. / 12)));
    if (i < loops)
      m.couplers.push_back(add_hinge(skeleton, m.rods.back(), Vector3d(0, 1, 0), Vector3d::UnitZ(),
                                     Vector3d(.5, 0, 0), Vector3d(1e-4, 1. / 12, 1. / 12)));
  }
  for (int i = 0; i < loops; ++i)
    m.world->getConstraintSolver()->addConstraint(
        std::make_shared<dart::constraint::BallJointConstraint>(m.couplers[i], m.rods[i + 1],
                                                                Vector3d(i + 1, 1, 0)));
}

void reset(Model& m) {
  m.world->reset();
  for (auto& skeleton : m.skeletons) {
    skeleton->resetPositions();
    skeleton->resetVelocities();
    skeleton->clearExternalForces();
  }
  for (auto* rod : m.rods) rod->getParentJoint()->setVelocity(0, -1);
  for (auto* coupler : m.couplers) coupler->getParentJoint()->setVelocity(0, 1);
}

void push(const Model& m) { m.last->addExtForce(Vector3d(0, 1, 0), Vector3d(.5, 0, 0)); }

VectorXd acceleration(const Model& m, const VectorXd& q, const VectorXd& v) {
  const SkeletonPtr& skeleton = m.skeletons[0];
  skeleton->setPositions(q);
  skeleton->setVelocities(v);
  skeleton->clearExternalForces();
  push(m);
  skeleton->computeForwardDynamics();
  return skeleton->getAccelerations();
}

void runge_kutta_step(Model& m, double h) {
  const SkeletonPtr& skeleton = m.skeletons[0];
  const VectorXd q = skeleton->getPositions(), v = skeleton->getVelocities();
  const VectorXd a1 = acceleration(m, q, v), v2 = v + h / 2 * a1;
  const VectorXd a2 = acceleration(m, q + h / 2 * v, v2), v3 = v + h / 2 * a2;
  const VectorXd a3 = acceleration(m, q + h / 2 * v2, v3), v4 = v + h * a3;
  const VectorXd a4 = acceleration(m, q + h * v3, v4);
  skeleton->setPositions(q + h / 6 * (v + 2 * v2 + 2 * v3 + v4));
  skeleton->setVelocities(v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4));
}

double angle(BodyNode* b) { return b->getParentJoint()->getPosition(0); }

void look(const Model& m, Check& c) {
  for (size_t i = 0; i < m.couplers.size(); ++i) {
    c.see_angle_between_rods(angle(m.couplers[i]) + angle(m.rods[i]));
    c.see_angle_between_rods(angle(m.rods[i + 1]) - angle(m.rods[0]));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"RK4", "Euler"});
  const bool chain = r.family == "chain";
  if (!chain && (r.family != "fourbar" || r.method == "RK4"))
    bench::refuse("DART has no " + r.problem + " with " + r.method + " here");
  Model m;
  chain ? make_chain(m, r.size) : make_fourbar(m, r.size);
  m.world->setTimeStep(r.setting);
  for (auto& skeleton : m.skeletons) {
    skeleton->disableSelfCollisionCheck();
    m.world->addSkeleton(skeleton);
  }
  const auto step = [&] {
    if (r.method == "RK4") return runge_kutta_step(m, r.setting);
    if (chain) push(m);
    m.world->step();
  };
  const long steps = std::lround(mechanisms::duration(r) / r.setting);

  reset(m);
  Check check;
  check.energy_at_start = m.energy();
  for (long i = 0; i < steps; ++i) {
    step();
    look(m, check);
    if (!check.see_energy(m.energy())) break;
  }
  if (chain) {
    const Vector3d tip = m.last->getTransform() * Vector3d(1, 0, 0);
    check.position = bench::distance({tip[0], tip[1], tip[2]}, mechanisms::chain_tip(r.size));
  }
  const double seconds = bench::fastest(r, [&] {
    reset(m);
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) step();
    return bench::now() - begin;
  });
  bench::print_line("DART", DART_VERSION, r, mechanisms::outcome(r, check, seconds));
}
