#include "validation/detection_scenes.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "geometry/sample_meshes.h"
#include "math/elementary.h"

namespace outrigger::validation {
namespace {

/// xorshift64* and the normal distribution after Box and Muller.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<double>((state_ * 2685821657736338717u) >> 11) * 0x1p-53;
  }
  double normal() {
    const double u = uniform();
    const double v = uniform();
    return std::sqrt(-2.0 * elementary::log(u + 1e-300)) *
           elementary::cos(2.0 * std::numbers::pi * v);
  }

 private:
  std::uint64_t state_;
};

}  // namespace

geometry::Mesh mesh_pairs_mesh() { return geometry::sample_icosphere(5, 0.1); }

std::vector<Pose> mesh_pairs_poses(int count) {
  Generator random(20261115);
  std::vector<Pose> poses(static_cast<std::size_t>(count));
  for (Pose& pose : poses) {
    Eigen::Quaterniond q;
    q.w() = random.normal();
    q.x() = random.normal();
    q.y() = random.normal();
    q.z() = random.normal();
    pose.rotation = q.normalized().toRotationMatrix();
    Vec3 direction;
    for (int k = 0; k < 3; ++k) direction[k] = random.normal();
    pose.position = (1.6 + 0.5 * random.uniform()) * direction.normalized();
  }
  return poses;
}

geometry::Mesh on_grid(const geometry::Mesh& mesh, int bits) {
  const double scale = std::ldexp(1.0, bits);
  std::vector<Vec3> vertices = mesh.vertices();
  for (Vec3& p : vertices) p = (scale * p).array().round().matrix() / scale;
  return geometry::Mesh(std::move(vertices), mesh.faces());
}

}  // namespace outrigger::validation
