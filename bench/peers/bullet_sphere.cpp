// Bullet: a sphere against the terrain. Its quantised-box tree lists the candidates, and either the
// sphere-triangle test that all programs share, or Bullet's own collision dispatch, finds contacts.
#include <btBulletCollisionCommon.h>

#include "sphere_queries.hpp"

namespace {

struct Candidates : btTriangleCallback {
  spheres::V centre;
  long hits = 0;
  void processTriangle(btVector3* t, int, int) override {
    const auto v = [](const btVector3& p) { return spheres::V{p.x(), p.y(), p.z()}; };
    hits += spheres::squaredDistance(centre, v(t[0]), v(t[1]), v(t[2])) <=
            spheres::kRadius * spheres::kRadius;
  }
};

struct Count : btTriangleCallback {
  long count = 0;
  void processTriangle(btVector3*, int, int) override { ++count; }
};

struct Contacts : btCollisionWorld::ContactResultCallback {
  long hits = 0;
  btScalar addSingleResult(btManifoldPoint& p, const btCollisionObjectWrapper*, int, int,
                           const btCollisionObjectWrapper*, int, int) override {
    hits += p.getDistance() <= 0;
    return 0;
  }
};

}  // namespace

int main() {
  spheres::Terrain t = spheres::terrain();
  std::vector<btScalar> vertices;
  for (const auto& v : t.vertices)
    vertices.insert(vertices.end(), {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])});
  btIndexedMesh part;
  part.m_numTriangles = int(t.faces.size());
  part.m_triangleIndexBase = reinterpret_cast<unsigned char*>(t.faces.data());
  part.m_triangleIndexStride = 3 * sizeof(int);
  part.m_numVertices = int(t.vertices.size());
  part.m_vertexBase = reinterpret_cast<unsigned char*>(vertices.data());
  part.m_vertexStride = 3 * sizeof(btScalar);
  btTriangleIndexVertexArray array;
  array.addIndexedMesh(part);
  const double start = bench::now();
  btBvhTriangleMeshShape shape(&array, true);
  const double build = bench::now() - start;

  spheres::measure(
      sizeof(btScalar) == 4 ? "bullet tree + shared test" : "bullet (double) tree + shared test",
      build, [&](const spheres::V& c) {
        Candidates found;
        found.centre = c;
        const btVector3 p(c[0], c[1], c[2]),
            r(spheres::kRadius, spheres::kRadius, spheres::kRadius);
        shape.processAllTriangles(&found, p - r, p + r);
        return found.hits;
      });

  spheres::measure(
      sizeof(btScalar) == 4 ? "bullet tree alone (candidates)" : "bullet (double) tree alone",
      build, [&](const spheres::V& c) {
        Count found;
        const btVector3 p(c[0], c[1], c[2]),
            r(spheres::kRadius, spheres::kRadius, spheres::kRadius);
        shape.processAllTriangles(&found, p - r, p + r);
        return found.count;
      });

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btCollisionWorld world(&dispatcher, &broadphase, &configuration);
  btSphereShape ball(spheres::kRadius);
  btCollisionObject ground, sphere;
  ground.setCollisionShape(&shape);
  sphere.setCollisionShape(&ball);
  spheres::measure(
      sizeof(btScalar) == 4 ? "bullet contactPairTest" : "bullet (double) contactPairTest", build,
      [&](const spheres::V& c) {
        sphere.getWorldTransform().setOrigin(btVector3(c[0], c[1], c[2]));
        Contacts found;
        world.contactPairTest(&sphere, &ground, found);
        return found.hits;
      },
      2);
}
