// Outrigger: PCM of the bubble on a half-space and on a mesh of two triangles, in the same run as the
// peer.
#include "bubble.hpp"
#include "contact/patches/polygonal_contact.h"
#include "geometry/mass_properties.h"

namespace {

using namespace outrigger;

struct Body {
  geometry::Mesh mesh;
  geometry::BoxTree tree;
  explicit Body(geometry::Mesh m) : mesh(std::move(m)), tree(mesh) {}
  contact::MeshShape shape() const { return {&mesh, &tree}; }
};

geometry::Mesh bubble_mesh(int sides, int rings) {
  const bubble::Surface s = bubble::surface(sides, rings);
  std::vector<Vec3> v;
  for (const auto& p : s.vertices) v.emplace_back(p[0], p[1], p[2]);
  return geometry::Mesh(std::move(v), s.faces);
}

// The ground seen from the bubble.
contact::RelativeMotion motion_of(const bubble::State& s) {
  contact::RelativeMotion m;
  Mat3 R;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) R(i, j) = s.rotation[i][j];
  }
  const Vec3 p(s.position[0], s.position[1], s.position[2]);
  const Vec3 v(s.velocity[0], s.velocity[1], s.velocity[2]);
  const Vec3 w(s.angular[0], s.angular[1], s.angular[2]);
  m.pose = {R.transpose() * -p, R.transpose()};
  m.angular_velocity = -(R.transpose() * w);
  m.velocity = R.transpose() * (-v - w.cross(-p));
  return m;
}

// Simbody's law: p = k u (1 + c u̇), for the drop of the peers' problem set.
class Dissipative : public contact::ArealLaw {
 public:
  contact::ArealForce pressure(double depth, double rate) const override {
    if (!(depth > 0.0)) return {};
    const double elastic = 1e7 * depth, p = elastic * (1.0 + 0.3 * rate);
    return {std::max(p, 0.0), 0.0, 0.0, 0.5 * elastic * depth, elastic};
  }
  contact::ArealTraction traction(double pressure, double slip) const override {
    contact::LayerLaw law;
    law.friction = 0.5;
    law.slip_speed = 0.01;
    return contact::areal_traction(law, pressure, slip);
  }
};

// The bubble of 2 kg, tilted by 30°, dropped 1 m: greatest height of its centre after the first
// impact within 5 s, by the classical Runge-Kutta method with a fixed step.
double rebound_height(int scale, double step) {
  const Body body(bubble_mesh(19 * scale, 26 * scale - 1));
  const geometry::MassProperties solid = geometry::mass_properties(body.mesh);
  const double density = 2.0 / solid.volume;
  const Mat3 inertia = density * solid.inertia;
  contact::PolygonalContact pair(body.shape(), contact::HalfSpace{},
                                 std::make_shared<Dissipative>());
  struct Motion {
    Vec3 p, v, spin;  // of the centre; angular momentum
    Mat3 R;
  };
  const auto rate = [&](const Motion& m) {
    const Vec3 w = m.R * inertia.inverse() * m.R.transpose() * m.spin;
    const Vec3 origin = m.p - m.R * solid.centroid, v = m.v + w.cross(origin - m.p);
    contact::RelativeMotion seen;
    seen.pose = {m.R.transpose() * -origin, m.R.transpose()};
    seen.angular_velocity = -(m.R.transpose() * w);
    seen.velocity = m.R.transpose() * (-v - w.cross(-origin));
    const contact::ContactForce& f = pair.evaluate(seen);
    const Vec3 force = m.R * f.force;
    Mat3 turn;
    turn << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
    // The torque is about the marker of the ground, the origin of the world.
    return Motion{m.v, force / 2.0 + Vec3(0, 0, -9.81), m.R * f.torque - m.p.cross(force),
                  turn * m.R};
  };
  const auto moved = [](const Motion& m, const Motion& r, double h) {
    return Motion{m.p + h * r.p, m.v + h * r.v, m.spin + h * r.spin, m.R + h * r.R};
  };
  Motion m{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(),
           Eigen::AngleAxisd(-bench::kPi / 6, Vec3::UnitY()).toRotationMatrix()};
  double low = 0;
  for (const Vec3& v : body.mesh.vertices()) low = std::min(low, (m.R * v).z());
  m.p = m.R * solid.centroid + Vec3(0, 0, 1 - low);
  bool rising = false;
  double highest = 0;
  for (double t = 0; t < 5; t += step) {
    const Motion a = rate(m), b = rate(moved(m, a, step / 2)), c = rate(moved(m, b, step / 2)),
                 d = rate(moved(m, c, step));
    for (const auto& [r, part] : {std::pair{&a, 1.0}, {&b, 2.0}, {&c, 2.0}, {&d, 1.0}}) {
      m = moved(m, *r, step * part / 6);
    }
    if (rising) highest = std::max(highest, m.p.z());
    rising = rising || m.v.z() > 0;
  }
  return highest;
}

}  // namespace

int main() {
  const Body ground(
      geometry::Mesh({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}));
  contact::LayerLaw law;
  law.stiffness = bubble::kStiffness;
  law.friction = bubble::kFriction;
  law.slip_speed = bubble::kSlipSpeed;
  const std::vector<bubble::State> states = bubble::states();
  std::vector<std::vector<double>> forces;
  std::vector<int> faces;
  for (const int k : {1, 2, 4, 8}) {
    const Body body(bubble_mesh(19 * k, 26 * k - 1));
    contact::PolygonalContact on_plane(body.shape(), contact::HalfSpace{}, law);
    contact::PolygonalContact on_mesh(body.shape(), ground.shape(), contact::MasterMode::a, law);
    for (contact::PolygonalContact* pair : {&on_mesh, &on_plane}) {
      std::vector<double> normal;
      int elements = 0;
      for (const bubble::State& s : states) {
        const contact::ContactForce& f = pair->evaluate(motion_of(s));
        const Vec3 up(s.rotation[2][0], s.rotation[2][1], s.rotation[2][2]);
        normal.push_back(up.dot(f.force));
        elements += f.elements;
      }
      const double time =
          bubble::measure(states, [&](const bubble::State& s) { pair->evaluate(motion_of(s)); });
      bubble::report(
          pair == &on_plane ? "outrigger PCM, half-space" : "outrigger PCM, two triangles",
          body.mesh.face_count(), time, normal);
      if (pair == &on_plane) {
        std::printf("%-34s %.1f elements\n", "", double(elements) / double(states.size()));
        forces.push_back(normal);
        faces.push_back(body.mesh.face_count());
      }
    }
  }
  for (std::size_t k = 0; k + 1 < forces.size(); ++k) {
    bubble::compare("outrigger PCM", faces[k], forces[k], forces.back());
  }
  for (const int k : {1, 2, 4}) {
    for (const double step : {2e-4, 1e-4, 5e-5}) {
      std::printf("outrigger drop, %6d faces, step %.0e s: rebound %.5f m\n",
                  faces[std::size_t(k / 2)], step, rebound_height(k, step));
    }
  }
}
