// Bullet: chain-N with btMultiBody (reduced coordinates), double precision. Methods RK4 (btMultiBody's own
// option) and Euler (semi-implicit); the setting is the step [s].
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include "mechanisms.hpp"

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"RK4", "Euler"});
  if (r.family != "chain") bench::refuse("Bullet has no " + r.problem + " here");
  const int n = r.size;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity(btVector3(0, 0, -bench::kGravity));

  btMultiBody body(n, 0, btVector3(0, 0, 0), true, false);
  for (int i = 0; i < n; ++i)
    body.setupRevolute(i, 1, btVector3(.02 / 12, 1.01 / 12, 1.01 / 12), i - 1,
                       btQuaternion(0, 0, 0, 1),
                       ((i + 1) % 2) ? btVector3(0, 1, 0) : btVector3(0, 0, 1),
                       btVector3(i ? .5 : 0, 0, 0), btVector3(.5, 0, 0), true);
  body.finalizeMultiDof();
  body.setBaseWorldTransform(btTransform::getIdentity());
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  body.setHasSelfCollision(false);
  body.setCanSleep(false);
  body.useRK4Integration(r.method == "RK4");
  body.setUseGyroTerm(true);
  body.setMaxCoordinateVelocity(1e9);
  world.addMultiBody(&body);

  btAlignedObjectArray<btQuaternion> rotations;
  btAlignedObjectArray<btVector3> origins;
  const long steps = std::lround(mechanisms::duration(r) / r.setting);
  const auto run = [&] {
    for (int i = 0; i < n; ++i) {
      body.setJointPos(i, 0);
      body.setJointVel(i, 0);
    }
    body.forwardKinematics(rotations, origins);
    body.clearForcesAndTorques();
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) {
      body.addLinkForce(n - 1, btVector3(0, 1, 0));
      world.stepSimulation(r.setting, 0);
    }
    return bench::now() - begin;
  };
  run();
  body.forwardKinematics(rotations, origins);
  const btVector3 tip = body.localPosToWorld(n - 1, btVector3(.5, 0, 0));
  mechanisms::Check check;
  check.position = bench::distance({tip[0], tip[1], tip[2]}, mechanisms::chain_tip(n));
  const double seconds = bench::fastest(r, run);
  bench::print_line("Bullet", PEER_VERSION, r, mechanisms::outcome(r, check, seconds));
  world.removeMultiBody(&body);
}
