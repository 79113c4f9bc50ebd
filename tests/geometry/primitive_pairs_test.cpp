/// Each pair of simple shapes must find the depth that a slow, independent way finds (sampling with
/// a known bound, all triangles one by one, or numerical minimisation), for random, parallel,
/// touching, deep and very unequal pairs; and obey the rules that hold for any contact.
#include "contact/near/convex_pairs.h"
#include "contact/near/plane_pairs.h"
#include "contact/near/round_pairs.h"
#include "near_helpers.h"
#include "support/samples.h"

namespace outrigger::contact {
namespace {

const int kPoses = samples(10000);

Plane test_plane(Random& random, int i) {
  const Vec3 n = i % 3 == 0 ? Vec3(Vec3::Unit(static_cast<int>(random.integer(3))))
                            : random_unit_vector(random);
  return {n, i % 5 == 0 ? 0.0 : random.uniform(-1, 1)};
}

/// The lowest of sampled surface points may miss the true lowest by at most `bound`.
void expect_between(double found, double sampled, double bound, double size) {
  if (found == 0.0) {
    EXPECT_LE(sampled, 1e-12 * size);
  } else {
    EXPECT_GE(found, sampled - 1e-12 * size);
    EXPECT_LE(found, sampled + bound + 1e-12 * size);
  }
}

TEST(SpherePairs, SphereSphereIsTheDistanceOfCentres) {
  Random random(11);
  double worst = 0.0;
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Sphere a{scale * test_size(random)}, b{test_size(random)};
    const Pose pa = test_pose(random, i, 1.2), pb = test_pose(random, i + 1, 1.2);
    Contacts ab, ba;
    contact_sphere_sphere(a, pa, b, pb, ab);
    contact_sphere_sphere(b, pb, a, pa, ba);
    const Vec3 d = pa.position - pb.position;
    const double slow =
        a.radius + b.radius - std::sqrt(d.x() * d.x() + d.y() * d.y() + d.z() * d.z());
    ASSERT_EQ(ab.size(), slow > 0.0 ? 1u : 0u);
    ASSERT_EQ(ba.size(), ab.size());
    if (ab.empty()) continue;
    worst = std::max(worst, std::abs(ab[0].depth - slow));
    EXPECT_EQ(ba[0].depth, ab[0].depth);
    if (d.norm() > 0.0) {
      EXPECT_LT((ba[0].normal + ab[0].normal).norm(), 1e-15);
    }
    expect_consistent(ab, 2.0);
  }
  EXPECT_LT(worst, 1e-14);
}

TEST(SpherePairs, SphereBoxAndSphereConvexAgreeWithAllTriangles) {
  Random random(12);
  double worst_box = 0.0, worst_convex = 0.0;
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Sphere a{scale * test_size(random)};
    const BoxShape b{Vec3(test_size(random), test_size(random), test_size(random))};
    const Pose pa = test_pose(random, i, 2.0), pb = test_pose(random, i + 1, 0.5);
    Contacts found;
    contact_sphere_box(a, pa, b, pb, found);
    const Mesh box = sample_box(2.0 * b.half);
    const double slow = a.radius - slow_convex_distance(box, pb.local_point(pa.position));
    worst_box = std::max(worst_box, std::abs(deepest(found) - std::max(slow, 0.0)));
    expect_consistent(found, 3.0);
    expect_rigid(pa, pb, 3.0, random, [&](const Pose& x, const Pose& y, Contacts& out) {
      contact_sphere_box(a, x, b, y, out);
    });

    const Mesh hull = random_convex_mesh(random, 1);
    const ConvexPolyhedron convex = make_convex_polyhedron(hull);
    found.clear();
    contact_sphere_convex(a, pa, convex, pb, found);
    const double slow2 = a.radius - slow_convex_distance(hull, pb.local_point(pa.position));
    worst_convex = std::max(worst_convex, std::abs(deepest(found) - std::max(slow2, 0.0)));
    expect_consistent(found, 3.0);
    // A point is in the polyhedron exactly when no triangle has it in front.
    const Vec3 p = pb.local_point(pa.position);
    const double distance = slow_convex_distance(hull, p);
    if (std::abs(distance) > 1e-12) {
      EXPECT_EQ(contains(convex, p), distance < 0.0);
    }
  }
  EXPECT_LT(worst_box, 2e-14);
  EXPECT_LT(worst_convex, 2e-14);
  RecordProperty("worst_box", fmt::format("{:.1e}", worst_box));
  RecordProperty("worst_convex", fmt::format("{:.1e}", worst_convex));
}

TEST(PlanePairs, LowestPointsOfSampledSurfaces) {
  Random random(13);
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Plane plane = test_plane(random, i);
    const Pose pose = test_pose(random, i + 1, 1.2);
    const double r = scale * test_size(random), h = scale * test_size(random);
    Contacts found;
    contact_sphere_plane({r}, pose, plane, found);
    EXPECT_NEAR(deepest(found), std::max(0.0, r - plane.normal.dot(pose.position) + plane.offset),
                1e-14);
    expect_consistent(found, 2.0);

    // Circles of 64 points miss the lowest by at most r (1 - cos(π/64)).
    constexpr int kAround = 64;
    static const std::vector<Eigen::Vector2d> circle = [] {
      std::vector<Eigen::Vector2d> points;
      for (int k = 0; k < kAround; ++k) {
        const double angle = 2.0 * M_PI * k / kAround;
        points.emplace_back(std::cos(angle), std::sin(angle));
      }
      return points;
    }();
    const double miss = 1.0 - std::cos(M_PI / kAround);
    double cylinder = -INFINITY, torus = -INFINITY;
    const Torus ring{2.0 * r, r};
    for (const Eigen::Vector2d& c : circle) {
      for (const double z : {-h, h}) {
        cylinder = std::max(cylinder, -plane.height(pose.point({r * c.x(), r * c.y(), z})));
      }
      const Vec3 core = pose.point({ring.ring * c.x(), ring.ring * c.y(), 0.0});
      torus = std::max(torus, ring.tube - plane.height(core));
    }
    found.clear();
    contact_cylinder_plane({r, h}, pose, plane, found);
    expect_between(deepest(found), cylinder, r * miss, 2.0);
    expect_consistent(found, 2.0);
    found.clear();
    contact_torus_plane(ring, pose, plane, found);
    expect_between(deepest(found), torus, ring.ring * miss, 2.0);
    expect_consistent(found, 4.0);

    found.clear();
    contact_capsule_plane({r, h}, pose, plane, found);
    const double capsule =
        r - std::min(plane.height(pose.point({0, 0, h})), plane.height(pose.point({0, 0, -h})));
    EXPECT_NEAR(deepest(found), std::max(0.0, capsule), 1e-14);

    found.clear();
    const BoxShape box{Vec3(r, h, 0.5 * (r + h))};
    contact_box_plane(box, pose, plane, found);
    const double reach = pose.local_direction(plane.normal).cwiseAbs().dot(box.half);
    EXPECT_NEAR(deepest(found), std::max(0.0, reach - plane.height(pose.position)), 1e-14);
    EXPECT_LE(found.size(), 8u);
    Contacts convex;
    contact_convex_plane(make_convex_polyhedron(sample_box(2.0 * box.half)), pose, plane, convex);
    EXPECT_NEAR(deepest(found), deepest(convex), 1e-14);
  }
}

TEST(PlanePairs, EllipsoidAgreesWithSamplesAndReference) {
  Random random(14);
  // Minimum of the height over the sphere that the ellipsoid is the image of, by descent.
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Ellipsoid a{scale * Vec3(test_size(random), test_size(random), test_size(random))};
    const Plane plane = test_plane(random, i);
    const Pose pose = test_pose(random, i + 1, 1.0);
    Vec3 u = random_unit_vector(random);
    const Vec3 slope = a.semi_axes.cwiseProduct(pose.local_direction(plane.normal));
    for (int k = 0; k < 60; ++k) u = (u - 4.0 / slope.norm() * slope).normalized();
    const Vec3 lowest = pose.point(a.semi_axes.cwiseProduct(u));
    Contacts found;
    contact_ellipsoid_plane(a, pose, plane, found);
    EXPECT_NEAR(deepest(found), std::max(0.0, -plane.height(lowest)), 1e-13);
    expect_consistent(found, 2.0);
    if (!found.empty()) {
      EXPECT_LT((found[0].on_a - lowest).norm(), 1e-7);
    }
  }
}

TEST(PlanePairs, EllipsoidReferenceCases) {
  // Semi-axes, centre, rotation by rows, plane k x + l y + m z + n = 0, penetration, nearest point;
  // made by an independent program that minimises numerically (agrees with itself to 1e-12).
  struct Case {
    double axes[3], centre[3], rotation[9], plane[4], penetration, nearest[3];
  };
  const Case cases[] = {
      {{0.122, 0.39, 0.091},
       {0.561, 0.002, -0.239},
       {-0.9472414774854, -0.01012484960836, 0.3203608445984, -0.01286176960159, -0.9974952031597,
        -0.06955497506405, 0.3202626394291, -0.07000576471873, 0.9447386065426},
       {0.913, 0.94, -1.109, -0.689},
       0.1678565780776,
       {0.5172956686614, -0.3485068046734, -0.2309706924667}},
      {{0.169, 0.297, 0.271},
       {0.378, 0.368, 0.275},
       {-0.6611727896169, -0.553812611059, 0.5061048647288, -0.5807092106966, 0.8048973942367,
        0.1221351602249, -0.475002478817, -0.2131473119302, -0.8537803397447},
       {0.0, 0.0, 2.0, -0.155},
       0.05545410806994,
       {0.4268297512509, 0.4269563343811, 0.02204589193006}},
      {{0.194, 0.404, 0.058},
       {0.861, -0.795, -0.377},
       {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0},
       {-0.702, 0.592, 0.447, 1.29},
       0.2252240291653,
       {0.9565729908467, -1.144525641867, -0.3824394891552}},
      {{0.3, 0.3, 0.3},
       {0.744, 0.995, 0.735},
       {-0.128789273416, 0.4091624928463, 0.9033268386917, 0.5943862566439, 0.7610049321456,
        -0.2599547482985, -0.793799912425, 0.5034456750215, -0.341209834759},
       {0.79, 0.958, 0.49, -1.77},
       0.2017755789778,
       {0.5664589095313, 0.779703335862, 0.6248795767979}},
      {{0.13, 0.487, 0.097},
       {-0.652, 0.284, -0.453},
       {0.5427775262144, -0.821675364407, 0.1739027100516, -0.7974089130409, -0.5691725453127,
        -0.2004535833185, 0.2636884192367, -0.02986987092267, -0.9641453253382},
       {-0.036, 0.117, -1.06, -0.435},
       0.006636518302109,
       {-0.643440940521, 0.2460219572169, -0.3546887675234}},
      {{0.285, 0.446, 0.315},
       {0.893, 0.854, 0.696},
       {-0.3274344716912, 0.9213172421237, -0.2096692779447, 0.8766230649938, 0.3790141276986,
        0.2964461045887, 0.3525885260034, -0.08673425142597, -0.9317502352886},
       {1.474, -1.645, -1.208, 1.251},
       0.1798152066991,
       {0.6224687627811, 0.9759323351395, 0.8408946335355}},
  };
  for (const Case& c : cases) {
    const Vec3 normal(c.plane[0], c.plane[1], c.plane[2]);
    const Plane plane{normal.normalized(), -c.plane[3] / normal.norm()};
    Pose pose{Vec3(c.centre),
              Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(c.rotation)};
    Contacts found;
    contact_ellipsoid_plane({Vec3(c.axes)}, pose, plane, found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, c.penetration, 1e-11);
    EXPECT_LT((found[0].on_a - Vec3(c.nearest)).norm(), 1e-11);
  }
}

TEST(CapsulePairs, AgreeWithNumericalMinimisation) {
  Random random(15);
  double worst = 0.0;
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Capsule a{scale * test_size(random), scale * test_size(random)};
    const Capsule b{0.3 * test_size(random), i % 7 == 0 ? 0.0 : test_size(random)};
    const Pose pa = test_pose(random, i, 1.2);
    Pose pb = test_pose(random, i + 1, 0.5);
    if (i % 6 == 0) pb.rotation = pa.rotation;  // parallel
    const auto core = [](const Capsule& c, const Pose& pose, double s) {
      return pose.point({0, 0, c.half_length * (2.0 * s - 1.0)});
    };
    Contacts found;
    contact_capsule_sphere(a, pa, {b.radius}, pb, found);
    const double sphere =
        slow_minimum([&](double s) { return (core(a, pa, s) - pb.position).norm(); });
    worst = std::max(worst, std::abs(deepest(found) - std::max(0.0, a.radius + b.radius - sphere)));
    expect_consistent(found, 2.0);

    Contacts ab, ba;
    contact_capsule_capsule(a, pa, b, pb, ab);
    contact_capsule_capsule(b, pb, a, pa, ba);
    const double slow = slow_minimum([&](double s) {
      const Vec3 p = core(a, pa, s), q = core(b, pb, 0.0);
      return (p - core(b, pb, nearest_on_segment(p, q, core(b, pb, 1.0)))).norm();
    });
    worst = std::max(worst, std::abs(deepest(ab) - std::max(0.0, a.radius + b.radius - slow)));
    EXPECT_NEAR(deepest(ab), deepest(ba), 1e-14);
    if (ab.size() == 1 && ba.size() == 1 && slow > 1e-6) {
      EXPECT_LT((ab[0].normal + ba[0].normal).norm(), 1e-8);
    }
    expect_consistent(ab, 2.0);
    if (slow > 1e-9) {
      expect_rigid(pa, pb, 3.0, random, [&](const Pose& x, const Pose& y, Contacts& out) {
        contact_capsule_capsule(a, x, b, y, out);
      });
    }
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
  EXPECT_LT(worst, 1e-8);  // the golden section ends at about the square root of rounding
}

/// Least overlap of two sets of points over all normals of faces and all cross products of edges.
double slow_overlap(const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                    const std::vector<Vec3>& directions) {
  double least = INFINITY;
  for (const Vec3& d : directions) {
    double low_a = INFINITY, high_a = -INFINITY, low_b = INFINITY, high_b = -INFINITY;
    for (const Vec3& p : a) {
      low_a = std::min(low_a, d.dot(p));
      high_a = std::max(high_a, d.dot(p));
    }
    for (const Vec3& p : b) {
      low_b = std::min(low_b, d.dot(p));
      high_b = std::max(high_b, d.dot(p));
    }
    least = std::min({least, high_b - low_a, high_a - low_b});
  }
  return least;
}

std::vector<Vec3> edge_directions(const Mesh& mesh, const Pose& pose) {
  std::vector<Vec3> result;
  for (std::int32_t h = 0; h < 3 * mesh.face_count(); ++h) {
    if (mesh.edge(h) != h) continue;
    const Vec3 e = pose.direction(mesh.vertex(mesh.to(h)) - mesh.vertex(mesh.from(h))).normalized();
    // Diagonals of flat faces and parallel edges add nothing.
    const Vec3 n0 = mesh.normal(h / 3), n1 = mesh.normal(mesh.opposite(h) / 3);
    if (n0.cross(n1).norm() < 1e-9) continue;
    bool is_new = true;
    for (const Vec3& other : result) is_new = is_new && e.cross(other).norm() > 1e-12;
    if (is_new) result.push_back(e);
  }
  return result;
}

std::vector<Vec3> all_directions(const Mesh& a, const Pose& pa, const std::vector<Vec3>& edges_a,
                                 const Mesh& b, const Pose& pb, const std::vector<Vec3>& edges_b) {
  std::vector<Vec3> result;
  for (std::int32_t f = 0; f < a.face_count(); ++f) result.push_back(pa.direction(a.normal(f)));
  for (std::int32_t f = 0; f < b.face_count(); ++f) result.push_back(pb.direction(b.normal(f)));
  for (const Vec3& e : edges_a) {
    for (const Vec3& g : edges_b) {
      const Vec3 d = e.cross(g);
      if (d.norm() > 1e-7) result.push_back(d.normalized());
    }
  }
  return result;
}

std::vector<Vec3> placed_shape(const Mesh& mesh, const Pose& pose) {
  std::vector<Vec3> result = mesh.vertices();
  for (Vec3& v : result) v = pose.point(v);
  return result;
}

TEST(CapsulePairs, CapsuleConvexAndBoxAgreeWithMinimisationAndAllAxes) {
  Random random(16);
  double worst_apart = 0.0, worst_inside = 0.0;
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const Capsule a{0.3 * scale * test_size(random), scale * test_size(random)};
    const bool is_box = i % 2 == 0;
    const BoxShape box{Vec3(test_size(random), test_size(random), test_size(random))};
    const Mesh hull = is_box ? sample_box(2.0 * box.half) : random_convex_mesh(random);
    const Pose pa = test_pose(random, i, 1.5), pb = test_pose(random, i + 1, 0.5);
    Contacts found;
    if (is_box) {
      contact_capsule_box(a, pa, box, pb, found);
    } else {
      contact_capsule_convex(a, pa, make_convex_polyhedron(hull), pb, found);
    }
    expect_consistent(found, 3.0);
    const Vec3 low = pb.local_point(pa.point({0, 0, -a.half_length}));
    const Vec3 high = pb.local_point(pa.point({0, 0, a.half_length}));
    const double apart = slow_minimum([&](double s) {
      return std::max(0.0, slow_convex_distance(hull, low + s * (high - low)));
    });
    if (apart > 1e-7) {
      worst_apart =
          std::max(worst_apart, std::abs(deepest(found) - std::max(0.0, a.radius - apart)));
    } else {
      const std::vector<Vec3> directions = all_directions(hull, {}, edge_directions(hull, {}),
                                                          Mesh(), {}, {(high - low).normalized()});
      const double slow = a.radius + slow_overlap({low, high}, hull.vertices(), directions);
      worst_inside = std::max(worst_inside, std::abs(deepest(found) - slow));
    }
  }
  RecordProperty("worst_apart", fmt::format("{:.1e}", worst_apart));
  RecordProperty("worst_inside", fmt::format("{:.1e}", worst_inside));
  EXPECT_LT(worst_apart, 1e-8);
  EXPECT_LT(worst_inside, 2e-7);  // `apart` just above 0 counts as crossing
}

/// The contacts' normal is that of a face of one shape, and one of the other is within 3° of it.
bool lie_on_each_other(const Mesh& a, const Pose& pa, const Mesh& b, const Pose& pb,
                       const Contacts& found) {
  const auto nearest = [](const Mesh& mesh, const Pose& pose, const Vec3& n) {
    double most = -1.0;
    for (std::int32_t f = 0; f < mesh.face_count(); ++f)
      most = std::max(most, pose.direction(mesh.normal(f)).dot(n));
    return most;
  };
  if (found.empty()) return false;
  const Vec3& n = found.front().normal;
  const double on_a = nearest(a, pa, -n), on_b = nearest(b, pb, n);
  return std::max(on_a, on_b) > 1.0 - 1e-12 && std::min(on_a, on_b) > 0.9986;
}

TEST(ConvexPairs, BoxBoxAndConvexConvexAgreeWithAllAxes) {
  Random random(17);
  double worst = 0.0;
  ConvexScratch scratch;
  int touching = 0, on_faces = 0;
  for (int i = 0; i < kPoses; ++i) {
    const double scale = test_scale(random, i);
    const BoxShape box_a{scale * Vec3(test_size(random), test_size(random), test_size(random))};
    const BoxShape box_b{Vec3(test_size(random), test_size(random), test_size(random))};
    const int kind = i % 3;  // box-box, box-convex, convex-convex
    const Mesh a =
        kind < 2 ? sample_box(2.0 * box_a.half) : scaled_mesh(random_convex_mesh(random), scale);
    const Mesh b = kind < 1 ? sample_box(2.0 * box_b.half) : random_convex_mesh(random);
    const Pose pa = test_pose(random, i / 3, 1.2), pb = test_pose(random, i / 3 + 1, 0.6);
    const ConvexPolyhedron convex_a = make_convex_polyhedron(a),
                           convex_b = make_convex_polyhedron(b);
    Contacts ab, ba;
    if (kind == 0) {
      contact_box_box(box_a, pa, box_b, pb, scratch, ab);
    } else if (kind == 1) {
      contact_box_convex(box_a, pa, convex_b, pb, scratch, ab);
    } else {
      contact_convex_convex(convex_a, pa, convex_b, pb, scratch, ab);
    }
    contact_convex_convex(convex_b, pb, convex_a, pa, scratch, ba);
    const double slow =
        slow_overlap(placed_shape(a, pa), placed_shape(b, pb),
                     all_directions(a, pa, edge_directions(a, pa), b, pb, edge_directions(b, pb)));
    const double error = std::abs(deepest(ab) - std::max(0.0, slow));
    // Where faces lie on each other, edges may overlap a little less.
    const bool flat = error >= 1e-8 && lie_on_each_other(a, pa, b, pb, ab);
    if (!flat) worst = std::max(worst, error);
    EXPECT_LT(error, flat ? 1e-3 : 1e-8) << "pose " << i;
    EXPECT_NEAR(deepest(ab), deepest(ba), flat ? 1e-3 : 1e-8) << "pose " << i;
    on_faces += flat;
    expect_consistent(ab, 3.0);
    touching += !ab.empty();
    // The points lie on the two surfaces.
    for (const Contact& c : ab) {
      EXPECT_NEAR(slow_convex_distance(a, pa.local_point(c.on_a)), 0.0, 1e-8) << "pose " << i;
      EXPECT_NEAR(slow_convex_distance(b, pb.local_point(c.on_b)), 0.0, 1e-8) << "pose " << i;
    }
    expect_rigid(pa, pb, 3.0 * 1e3, random, [&](const Pose& x, const Pose& y, Contacts& out) {
      contact_convex_convex(convex_a, {x.position, x.rotation}, convex_b, y, scratch, out);
    });
  }
  EXPECT_GT(touching, kPoses / 4);
  EXPECT_LT(on_faces, kPoses / 100);
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

// A box a little askew on another one keeps its corners: neither the crossing of two edges, which
// overlaps less, nor corners that the last digits of the pose bring and take may replace them.
TEST(ConvexPairs, BoxesAskewKeepFourCorners) {
  ConvexScratch scratch;
  Contacts found;
  Random random(23);
  const BoxShape box{Vec3(0.2, 0.2, 0.15)};
  for (int i = 0; i < 2000; ++i) {
    const Vec3 turn = 1e-4 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.0) +
                      (i % 2 == 0 ? 1e-2 : 1e-6) * random.uniform(-1.0, 1.0) * Vec3::UnitZ();
    const Pose upper{Vec3(0.04 * (i % 3), 0.0, 0.3 - 2e-4),
                     Mat3(Eigen::AngleAxisd(turn.norm(), turn.normalized()))};
    found.clear();
    contact_box_box(box, upper, box, Pose{}, scratch, found);
    // Near the corner of both, the cut through it may be longer than what counts as one corner.
    EXPECT_GE(found.size(), 4u) << i;
    EXPECT_LE(found.size(), i % 2 == 0 ? 8u : 4u) << i;
    for (const Contact& c : found) EXPECT_GT(c.normal.z(), 0.999);
  }
}

TEST(ConvexPairs, BoxOnBoxHasFourCorners) {
  ConvexScratch scratch;
  Contacts found;
  const BoxShape small{Vec3(0.5, 0.5, 0.5)}, large{Vec3(2, 2, 1)};
  contact_box_box(small, {{0.3, 0.2, 1.49}, Mat3::Identity()}, large, {}, scratch, found);
  ASSERT_EQ(found.size(), 4u);
  for (const Contact& c : found) {
    EXPECT_NEAR(c.depth, 0.01, 1e-15);
    EXPECT_EQ(c.normal, Vec3(Vec3::UnitZ()));
  }
}

TEST(AabbPairs, LeastOverlapOfIntervals) {
  Random random(18);
  for (int i = 0; i < kPoses; ++i) {
    Box a, b;
    for (Box* box : {&a, &b}) {
      box->add(test_pose(random, i, 1.0).position);
      box->add(test_pose(random, i, 1.0).position);
    }
    double slow = INFINITY;
    for (int k = 0; k < 3; ++k) {
      slow = std::min({slow, a.high[k] - b.low[k], b.high[k] - a.low[k]});
    }
    Contacts ab, ba;
    contact_aabb_aabb(a, b, ab);
    contact_aabb_aabb(b, a, ba);
    ASSERT_EQ(ab.size(), slow >= 0.0 ? 1u : 0u);
    ASSERT_EQ(ba.size(), ab.size());
    if (ab.empty()) continue;
    EXPECT_EQ(ab[0].depth, slow);
    EXPECT_EQ(ba[0].depth, slow);
    EXPECT_NEAR((ab[0].on_b - ab[0].on_a).dot(ab[0].normal), slow, 1e-15);
  }
}

}  // namespace
}  // namespace outrigger::contact
