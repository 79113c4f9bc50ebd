// Bullet: terrain-spheres-K. Methods field (height field) and mesh (triangle mesh with its tree), sequential
// impulses with 10 iterations, single precision as Bullet is usually built; the setting is the step [s].
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#include <memory>

#include "terrain.hpp"

int main(int argc, char** argv) {
  using namespace terrain;
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"field", "mesh"});
  const long steps = terrain::steps(r);

  std::vector<btScalar> heights;
  for (int j = 0; j < kNodes; ++j)
    for (int i = 0; i < kNodes; ++i) heights.push_back(btScalar(height(node(i), node(j))));
  btTriangleMesh triangles(true, false);
  std::unique_ptr<btCollisionShape> ground;
  if (r.method == "mesh") {
    const auto point = [&](int i, int j) {
      return btVector3(btScalar(node(i)), btScalar(node(j)), heights[j * kNodes + i]);
    };
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i) {
        triangles.addTriangle(point(i, j), point(i + 1, j), point(i, j + 1));
        triangles.addTriangle(point(i + 1, j), point(i + 1, j + 1), point(i, j + 1));
      }
    ground = std::make_unique<btBvhTriangleMeshShape>(&triangles, true);
  } else {
    ground = std::make_unique<btHeightfieldTerrainShape>(kNodes, kNodes, heights.data(), 1.f, -0.5f,
                                                         0.5f, 2, PHY_FLOAT, false);
    ground->setLocalScaling(btVector3(btScalar(kCell), btScalar(kCell), 1));
  }

  std::vector<bench::V3> centres;
  const double seconds = bench::fastest(r, [&] {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, btScalar(-bench::kGravity)));
    world.getSolverInfo().m_numIterations = 10;
    const auto friction = btScalar(std::sqrt(kFriction));  // Bullet multiplies both coefficients
    btRigidBody floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, ground.get()));
    floor.setFriction(friction);
    world.addRigidBody(&floor);
    btSphereShape sphere{btScalar(kRadius)};
    btVector3 inertia;
    sphere.calculateLocalInertia(btScalar(mass()), inertia);
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for (const auto& p : start(r.size)) {
      btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass()), nullptr, &sphere, inertia);
      info.m_startWorldTransform.setIdentity();
      info.m_startWorldTransform.setOrigin(btVector3(btScalar(p.x), btScalar(p.y), btScalar(p.z)));
      bodies.push_back(std::make_unique<btRigidBody>(info));
      btRigidBody& b = *bodies.back();
      b.setFriction(friction);
      b.setDamping(0, 0);
      b.setActivationState(DISABLE_DEACTIVATION);
      b.setLinearVelocity(btVector3(1, btScalar(.3), 0));
      world.addRigidBody(&b);
    }
    const double begin = bench::now();
    for (long i = 0; i < steps; ++i) world.stepSimulation(btScalar(r.setting), 0);
    const double time = bench::now() - begin;
    centres.clear();
    for (auto& b : bodies) {
      const btVector3& p = b->getWorldTransform().getOrigin();
      centres.push_back({p[0], p[1], p[2]});
      world.removeRigidBody(b.get());
    }
    world.removeRigidBody(&floor);
    return time;
  });
  bench::print_line("Bullet", PEER_VERSION, r, terrain::outcome(centres, seconds));
}
