/// What an operator sees: no camera of a bundled machine looks into a wall, the ground before the cab
/// is seen from it, and a body that nobody draws is shown all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "display/scene_builder.h"
#include "seat/seat_fixture.h"

namespace outrigger {
namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();

struct Ray {
  Vec3 from, along;  ///< along: a unit vector
};

Vec3 to_vector(const frames::Float3& v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

Mat3 to_rotation(const frames::Float4& q) {
  return Eigen::Quaterniond(static_cast<double>(q[3]), static_cast<double>(q[0]),
                            static_cast<double>(q[1]), static_cast<double>(q[2]))
      .normalized()
      .toRotationMatrix();
}

double hit_box(const Ray& r, const Vec3& half) {
  double enter = 0.0, leave = kNothing;
  for (int k = 0; k < 3; ++k) {
    const double a = (-half[k] - r.from[k]) / r.along[k], b = (half[k] - r.from[k]) / r.along[k];
    if (std::isnan(a) || std::isnan(b)) continue;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter < leave ? enter : kNothing;
}

double hit_sphere(const Ray& r, double radius) {
  const double b = r.from.dot(r.along), c = r.from.squaredNorm() - radius * radius;
  const double root = b * b - c;
  if (root < 0.0 || (c > 0.0 && b > 0.0)) return kNothing;
  return std::max(0.0, -b - std::sqrt(root));
}

/// About z, from -length/2 to length/2.
double hit_cylinder(const Ray& r, double radius, double length) {
  double nearest = kNothing;
  const auto keep = [&](double t) {
    const Vec3 p = r.from + t * r.along;
    if (t >= 0.0 && std::abs(p.z()) <= 0.5 * length + 1e-12 &&
        std::hypot(p.x(), p.y()) <= radius + 1e-9)
      nearest = std::min(nearest, t);
  };
  for (const double z : {-0.5 * length, 0.5 * length}) keep((z - r.from.z()) / r.along.z());
  const double a = r.along.head<2>().squaredNorm(), b = r.from.head<2>().dot(r.along.head<2>());
  const double c = r.from.head<2>().squaredNorm() - radius * radius;
  if (a > 0.0 && b * b >= a * c)
    for (const double sign : {-1.0, 1.0}) keep((-b + sign * std::sqrt(b * b - a * c)) / a);
  return nearest;
}

bool is_inside(const std::vector<float>& profile, double x, double z) {
  bool inside = false;
  const std::size_t n = profile.size() / 2;
  for (std::size_t i = 0, j = n - 1; i < n; j = i++) {
    const auto xi = static_cast<double>(profile[2 * i]),
               zi = static_cast<double>(profile[2 * i + 1]);
    const auto xj = static_cast<double>(profile[2 * j]),
               zj = static_cast<double>(profile[2 * j + 1]);
    if ((zi > z) != (zj > z) && x < (xj - xi) * (z - zi) / (zj - zi) + xi) inside = !inside;
  }
  return inside;
}

/// A polygon in the x-z plane, along y from -length/2 to length/2.
double hit_prism(const Ray& r, const std::vector<float>& profile, double length) {
  double nearest = kNothing;
  for (const double y : {-0.5 * length, 0.5 * length}) {
    const double t = (y - r.from.y()) / r.along.y();
    const Vec3 p = r.from + t * r.along;
    if (t >= 0.0 && is_inside(profile, p.x(), p.z())) nearest = std::min(nearest, t);
  }
  const std::size_t n = profile.size() / 2;
  for (std::size_t i = 0, j = n - 1; i < n; j = i++) {
    const double x = static_cast<double>(profile[2 * j]),
                 z = static_cast<double>(profile[2 * j + 1]);
    const double ex = static_cast<double>(profile[2 * i]) - x;
    const double ez = static_cast<double>(profile[2 * i + 1]) - z;
    const double across = r.along.x() * ez - r.along.z() * ex;
    if (across == 0.0) continue;
    const double t = ((x - r.from.x()) * ez - (z - r.from.z()) * ex) / across;
    const double u = ((x - r.from.x()) * r.along.z() - (z - r.from.z()) * r.along.x()) / across;
    if (t >= 0.0 && u >= 0.0 && u <= 1.0 && std::abs(r.from.y() + t * r.along.y()) <= 0.5 * length)
      nearest = std::min(nearest, t);
  }
  return nearest;
}

/// The straight pieces of a tube.
double hit_tube(const Ray& r, const std::vector<float>& path, double radius) {
  double nearest = kNothing;
  const auto corner = [&](std::size_t i) {
    return to_vector({path[3 * i], path[3 * i + 1], path[3 * i + 2]});
  };
  for (std::size_t i = 0; 3 * (i + 1) < path.size(); ++i) {
    const Vec3 a = corner(i), b = corner(i + 1);
    const Mat3 turn =
        Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), b - a).normalized().toRotationMatrix();
    const Ray turned{turn.transpose() * (r.from - 0.5 * (a + b)), turn.transpose() * r.along};
    nearest = std::min(nearest, hit_cylinder(turned, radius, (b - a).norm()));
  }
  return nearest;
}

/// The straight pieces of a bent plate.
double hit_plate(const Ray& r, const frames::Shape& s) {
  double nearest = kNothing;
  for (std::size_t i = 0; 2 * (i + 1) < s.profile.size(); ++i) {
    const Vec3 a(static_cast<double>(s.profile[2 * i]), 0.0,
                 static_cast<double>(s.profile[2 * i + 1]));
    const Vec3 b(static_cast<double>(s.profile[2 * i + 2]), 0.0,
                 static_cast<double>(s.profile[2 * i + 3]));
    const Vec3 along = (b - a).normalized();
    Mat3 axes;
    axes << along, Vec3::UnitY(), along.cross(Vec3::UnitY());
    const Vec3 half =
        0.5 * Vec3((b - a).norm(), static_cast<double>(s.length), static_cast<double>(s.thickness));
    nearest = std::min(
        nearest,
        hit_box({axes.transpose() * (r.from - 0.5 * (a + b)), axes.transpose() * r.along}, half));
  }
  return nearest;
}

/// Boxes around the pieces of a loft.
double hit_loft(const Ray& r, const std::vector<float>& path) {
  double nearest = kNothing;
  const auto number = [&](std::size_t i, std::size_t k) {
    return static_cast<double>(path[5 * i + k]);
  };
  for (std::size_t i = 0; 5 * (i + 1) < path.size(); ++i) {
    Vec3 low = Vec3::Constant(kNothing), high = Vec3::Constant(-kNothing);
    for (const std::size_t j : {i, i + 1}) {
      const Vec3 middle(number(j, 0), number(j, 1), number(j, 2));
      const Vec3 half(0.0, 0.5 * number(j, 3), 0.5 * number(j, 4));
      low = low.cwiseMin(middle - half), high = high.cwiseMax(middle + half);
    }
    nearest =
        std::min(nearest, hit_box({r.from - 0.5 * (low + high), r.along}, 0.5 * (high - low)));
  }
  return nearest;
}

/// A cylinder around what is turned.
double hit_lathe(const Ray& r, const std::vector<float>& profile) {
  double radius = 0.0, low = kNothing, high = -kNothing;
  for (std::size_t i = 0; 2 * i + 1 < profile.size(); ++i) {
    radius = std::max(radius, static_cast<double>(profile[2 * i]));
    low = std::min(low, static_cast<double>(profile[2 * i + 1]));
    high = std::max(high, static_cast<double>(profile[2 * i + 1]));
  }
  return hit_cylinder({r.from - Vec3(0, 0, 0.5 * (low + high)), r.along}, radius, high - low);
}

double hit(const Ray& in_shape, const frames::Shape& s) {
  switch (s.kind) {
    case frames::Shape::Kind::mesh:   // no bundled machine has one
    case frames::Shape::Kind::label:  // lies on something
      return kNothing;
    case frames::Shape::Kind::tube:
      return hit_tube(in_shape, s.path, static_cast<double>(s.radius));
    case frames::Shape::Kind::plate:
      return hit_plate(in_shape, s);
    case frames::Shape::Kind::lathe:
      return hit_lathe(in_shape, s.profile);
    case frames::Shape::Kind::loft:
      return hit_loft(in_shape, s.path);
    case frames::Shape::Kind::tyre: {
      const Mat3 turn =
          Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), Vec3::UnitZ()).toRotationMatrix();
      return hit_cylinder({turn * in_shape.from, turn * in_shape.along},
                          static_cast<double>(s.radius), static_cast<double>(s.length));
    }
    case frames::Shape::Kind::screen:
      return hit_box(in_shape, 0.5 * to_vector(s.size));
    case frames::Shape::Kind::box:
      return hit_box(in_shape, 0.5 * to_vector(s.size));
    case frames::Shape::Kind::sphere:
      return hit_sphere(in_shape, static_cast<double>(s.radius));
    case frames::Shape::Kind::cylinder:
      return hit_cylinder(in_shape, static_cast<double>(s.radius), static_cast<double>(s.length));
    case frames::Shape::Kind::prism:
      return hit_prism(in_shape, s.profile, static_cast<double>(s.length));
  }
  return kNothing;
}

/// A machine as it is drawn at its start, to shoot rays at.
class Drawn {
 public:
  explicit Drawn(const description::Machine& machine)
      : world_(machine), scene_(display::make_scene(machine, sim::SensorSet({}, world_))) {
    for (const auto& b : scene_.bodies)
      poses_.push_back(b.name == description::kGround ? Pose{} : world_.pose(world_.body(b.name)));
  }

  const frames::Scene& scene() const { return scene_; }
  const Pose& pose(std::uint32_t body) const { return poses_[body]; }

  /// Metres to the nearest opaque shape; of one body only, when it is named.
  double distance(const Ray& ray, const std::string& of = "") const {
    double nearest = kNothing;
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      if (!of.empty() && scene_.bodies[b].name != of) continue;
      for (const auto& s : scene_.bodies[b].shapes) {
        if (s.opacity < 1.0f) continue;
        const Pose shape = poses_[b] * Pose{to_vector(s.position), to_rotation(s.rotation)};
        nearest = std::min(nearest, hit({shape.rotation.transpose() * (ray.from - shape.position),
                                         shape.rotation.transpose() * ray.along},
                                        s));
      }
    }
    if (of.empty())
      for (const auto& l : scene_.links) nearest = std::min(nearest, hit_link(ray, l));
    return nearest;
  }

 private:
  double hit_link(const Ray& ray, const frames::Link& l) const {
    const Vec3 a = poses_[l.body_a].point(to_vector(l.point_a));
    const Vec3 b = poses_[l.body_b].point(to_vector(l.point_b));
    const Mat3 turn =
        Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), b - a).normalized().toRotationMatrix();
    const double radius = l.kind == frames::Link::Kind::cylinder
                              ? static_cast<double>(l.barrel_radius)
                              : 0.5 * static_cast<double>(l.depth);
    return hit_cylinder(
        {turn.transpose() * (ray.from - 0.5 * (a + b)), turn.transpose() * ray.along}, radius,
        (b - a).norm());
  }

  sim::World world_;
  frames::Scene scene_;
  std::vector<Pose> poses_;
};

struct View {
  int rays = 0, near_hits = 0;                ///< all over the picture
  int middle_rays = 0, middle_near_hits = 0;  ///< in its middle third
};

/// Rays through a picture of 16 by 9; near are hits within `reach` metres.
View look(const Drawn& drawn, const frames::Camera& camera, double reach) {
  const Pose& body = drawn.pose(camera.body);
  const Vec3 ahead = body.direction(to_vector(camera.direction)).normalized();
  const Vec3 left = body.direction(Vec3::UnitZ()).cross(ahead).normalized();
  const Vec3 up = ahead.cross(left);
  const double height = std::tan(0.5 * static_cast<double>(camera.field_of_view));
  View view;
  constexpr int kAcross = 16, kUp = 9;
  for (int i = 0; i < kAcross; ++i)
    for (int j = 0; j < kUp; ++j) {
      const double u = 2.0 * (i + 0.5) / kAcross - 1.0, v = 2.0 * (j + 0.5) / kUp - 1.0;
      const Vec3 along = (ahead + 16.0 / 9.0 * height * u * left + height * v * up).normalized();
      const bool near = drawn.distance({body.point(to_vector(camera.position)), along}) < reach;
      const bool middle = std::abs(u) < 1.0 / 3.0 && std::abs(v) < 1.0 / 3.0;
      ++view.rays, view.near_hits += near ? 1 : 0;
      view.middle_rays += middle ? 1 : 0, view.middle_near_hits += middle && near ? 1 : 0;
    }
  return view;
}

TEST(Looks, RaysHitWhatTheyShould) {
  const Ray ahead{{-2, 0, 0}, {1, 0, 0}};
  EXPECT_NEAR(hit_box(ahead, {0.5, 1, 1}), 1.5, 1e-12);
  EXPECT_EQ(hit_box({{-2, 2, 0}, {1, 0, 0}}, {0.5, 1, 1}), kNothing);
  EXPECT_NEAR(hit_sphere(ahead, 0.5), 1.5, 1e-12);
  EXPECT_EQ(hit_sphere({{2, 0, 0}, {1, 0, 0}}, 0.5), kNothing) << "behind";
  EXPECT_NEAR(hit_cylinder(ahead, 0.5, 1), 1.5, 1e-12);
  EXPECT_NEAR(hit_cylinder({{0, 0, 2}, {0, 0, -1}}, 0.5, 1), 1.5, 1e-12);
  // An L, open at the upper right.
  const std::vector<float> profile{0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2};
  EXPECT_NEAR(hit_prism({{-1, 0, 1.5}, {1, 0, 0}}, profile, 1), 1.0, 1e-12);
  EXPECT_NEAR(hit_prism({{3, 0, 1.5}, {-1, 0, 0}}, profile, 1), 2.0, 1e-12);
  EXPECT_EQ(hit_prism({{-1, 0.6, 1.5}, {1, 0, 0}}, profile, 1), kNothing);
  EXPECT_NEAR(hit_prism({{0.5, 2, 0.5}, {0, -1, 0}}, profile, 1), 1.5, 1e-12);
}

TEST(Looks, NoCameraOfABundledMachineLooksIntoAWall) {
  int cameras = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("machines"))) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string path = entry.path().string();
    std::vector<std::vector<std::string>> choices{{}};
    for (const std::string& v : description::machine_file_variants(path)) choices.push_back({v});
    for (const auto& variants : choices) {
      description::ReadOptions options;
      options.variants = variants;
      const description::Machine machine = description::read_machine_file(path, options);
      if (machine.cameras.empty()) break;
      const Drawn drawn(machine);
      for (const frames::Camera& camera : drawn.scene().cameras) {
        ++cameras;
        const View view = look(drawn, camera, 1.0);
        const std::string what =
            path + " " + (variants.empty() ? "" : variants[0]) + ", camera " + camera.name;
        EXPECT_LT(view.near_hits, view.rays / 4) << what;
        EXPECT_LT(view.middle_near_hits, view.middle_rays / 10) << what;
      }
    }
  }
  EXPECT_GE(cameras, 4) << "those of the excavator and the crane";
}

// Law: whoever sits in the cab sees the ground before the machine, from where the blade stands on.
TEST(Looks, TheGroundBeforeTheCabIsSeen) {
  const Drawn drawn(bundled_machine("excavator"));
  const auto& cameras = drawn.scene().cameras;
  const auto cab = std::ranges::find(cameras, "cab", &frames::Camera::name);
  ASSERT_NE(cab, cameras.end());
  const Vec3 eye = drawn.pose(cab->body).point(to_vector(cab->position));
  for (double x = 3.2; x < 15.0; x += 0.2)
    for (const double y : {0.6, 0.8, 1.1}) {
      const Vec3 away = Vec3(x, y, 0.0) - eye;
      EXPECT_GT(drawn.distance({eye, away.normalized()}, "uppercarriage"), away.norm())
          << "the cab hides the ground " << x << " m ahead, " << y << " m to the left";
    }
}

/// One body is drawn, one by a link, two by nobody.
constexpr const char* kHalfDrawn = R"(
outrigger: 1
bodies:
  drawn: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 1]}}
  linked: {mass: 1, inertia: [1, 1, 1], pose: {position: [1, 0, 1]}}
  forgotten: {shapes: [{box: [0.4, 0.6, 2], density: 500}], pose: {position: [3, 0, 1]}}
  touching: {mass: 1, inertia: [1, 1, 1], pose: {position: [5, 0, 1]}}
shapes:
  ball: {body: touching, sphere: 0.3, material: steel}
visuals:
  drawn: {body: drawn, sphere: 0.2}
visual_links:
  bar: {kind: bar, bodies: [drawn, linked]}
)";

TEST(Looks, ADrawnBodyDoesNotHideThoseThatAreNot) {
  const description::Machine machine = description::read_machine_text(kHalfDrawn, "half.yaml");
  sim::World world(machine);
  const frames::Scene scene = display::make_scene(machine, sim::SensorSet({}, world));
  ASSERT_EQ(scene.bodies.size(), 4u);
  EXPECT_EQ(scene.bodies[0].shapes.size(), 1u) << "as the file says";
  EXPECT_TRUE(scene.bodies[1].shapes.empty()) << "the link shows it";
  const auto& forgotten = scene.bodies[2].shapes;
  EXPECT_TRUE(std::ranges::any_of(forgotten, [](const auto& s) {
    return s.kind == frames::Shape::Kind::box;
  })) << "the box of its mass";
  ASSERT_EQ(scene.bodies[3].shapes.size(), 1u);
  EXPECT_EQ(scene.bodies[3].shapes[0].radius, 0.3f) << "what it touches with";
}

}  // namespace
}  // namespace outrigger
