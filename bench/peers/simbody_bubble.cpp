// Simbody: ElasticFoundationForce of the bubble on its half-space, per force evaluation: a
// realisation up to the forces, less that of the same body without contact.
#include <Simbody.h>

#include "bubble.hpp"

namespace {

using namespace SimTK;

struct Scene {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  GeneralContactSubsystem contacts{system};
  MobilizedBody::Free body;
  State state;

  Scene(const bubble::Surface& s, bool touching) {
    body = MobilizedBody::Free(matter.Ground(), Transform(),
                               Body::Rigid(MassProperties(2, Vec3(0), Inertia(0.01, 0.03, 0.03))),
                               Transform());
    if (touching) {
      PolygonalMesh mesh;
      for (const auto& v : s.vertices) mesh.addVertex(Vec3(v[0], v[1], v[2]));
      for (const auto& f : s.faces) {
        Array_<int> corners;
        for (const int k : f) corners.push_back(k);
        mesh.addFace(corners);
      }
      const ContactSetIndex set = contacts.createContactSet();
      // The half-space is the side x > 0 of its frame: turned, it lies below z = 0.
      contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(),
                       Transform(Rotation(Pi / 2, YAxis), Vec3(0)));
      contacts.addBody(set, body, ContactGeometry::TriangleMesh(mesh), Transform());
      ElasticFoundationForce foundation(forces, contacts, set);
      foundation.setBodyParameters(ContactSurfaceIndex(1), bubble::kStiffness, 0, bubble::kFriction,
                                   bubble::kFriction, 0);
      foundation.setTransitionVelocity(bubble::kSlipSpeed);
    }
    state = system.realizeTopology();
  }
  void set(const bubble::State& s) {
    const auto& r = s.rotation;
    const Rotation R(
        Mat33(r[0][0], r[0][1], r[0][2], r[1][0], r[1][1], r[1][2], r[2][0], r[2][1], r[2][2]));
    body.setQToFitTransform(state, Transform(R, Vec3(s.position[0], s.position[1], s.position[2])));
    body.setUToFitVelocity(state, SpatialVec(Vec3(s.angular[0], s.angular[1], s.angular[2]),
                                             Vec3(s.velocity[0], s.velocity[1], s.velocity[2])));
  }
  double normal_force() {
    system.realize(state, Stage::Dynamics);
    const Vector_<SpatialVec>& all = system.getRigidBodyForces(state, Stage::Dynamics);
    return all[body.getMobilizedBodyIndex()][1][2];
  }
};

}  // namespace

int main() {
  const std::vector<bubble::State> states = bubble::states();
  Scene empty({}, false);
  const double base = bubble::measure(states, [&](const bubble::State& s) {
    empty.set(s);
    empty.system.realize(empty.state, Stage::Dynamics);
  });
  std::printf("simbody: without contact %.2f us, taken off below\n", 1e6 * base);
  std::vector<std::vector<double>> forces;
  std::vector<int> faces;
  for (const int k : {1, 2, 4, 8}) {
    const bubble::Surface s = bubble::surface(19 * k, 26 * k - 1);
    Scene scene(s, true);
    forces.emplace_back();
    faces.push_back(int(s.faces.size()));
    for (const bubble::State& state : states) {
      scene.set(state);
      forces.back().push_back(scene.normal_force());
    }
    const double time = bubble::measure(states, [&](const bubble::State& state) {
      scene.set(state);
      scene.system.realize(scene.state, Stage::Dynamics);
    });
    bubble::report("simbody ElasticFoundationForce", faces.back(), time - base, forces.back());
  }
  for (std::size_t k = 0; k + 1 < forces.size(); ++k) {
    bubble::compare("simbody ElasticFoundationForce", faces[k], forces[k], forces.back());
  }
}
