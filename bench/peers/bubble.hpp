// The bubble of PCM §4.1 on a half-space: mesh, poses and velocities that all programs share. The
// mesh is that of outrigger::geometry::sample_bubble(sides, rings).
#pragma once
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common.hpp"

namespace bubble {

using V = std::array<double, 3>;
// The pressure law: stiffness [N/m³], friction and the speed below which it fades out [m/s].
constexpr double kStiffness = 1.2e6, kFriction = 0.25, kSlipSpeed = 0.01;

struct Surface {
  std::vector<V> vertices;
  std::vector<std::array<int, 3>> faces;
};
inline Surface surface(int sides, int rings) {
  Surface m;
  m.vertices.push_back({-0.2, 0, 0});
  for (int j = 1; j <= rings; ++j) {
    const double s = double(j) / (rings + 1);
    const double r =
        0.09 * std::sin(bench::kPi * s) * (1 + 0.25 * std::cos(2 * bench::kPi * s));
    for (int i = 0; i < sides; ++i) {
      const double a = 2 * bench::kPi * (i + 0.5 * (j % 2)) / sides;
      m.vertices.push_back({-0.2 * std::cos(bench::kPi * s), r * std::cos(a), r * std::sin(a)});
    }
  }
  m.vertices.push_back({0.2, 0, 0});
  const auto at = [&](int j, int i) { return 1 + (j - 1) * sides + i % sides; };
  for (int i = 0; i < sides; ++i) m.faces.push_back({0, at(1, i + 1), at(1, i)});
  for (int j = 1; j < rings; ++j) {
    for (int i = 0; i < sides; ++i) {
      const int a = at(j, i), b = at(j, i + 1), c = at(j + 1, i), d = at(j + 1, i + 1);
      if (j % 2 == 1) {
        m.faces.push_back({a, b, d});
        m.faces.push_back({a, d, c});
      } else {
        m.faces.push_back({a, b, c});
        m.faces.push_back({b, d, c});
      }
    }
  }
  const int last = int(m.vertices.size()) - 1;
  for (int i = 0; i < sides; ++i) m.faces.push_back({last, at(rings, i), at(rings, i + 1)});
  return m;
}

// Bubble against the ground z = 0: any attitude, lowest point of the smooth shape 0.5 to 10 mm deep.
struct State {
  double rotation[3][3];
  V position, velocity, angular;
};
inline std::vector<State> states(int count = 500) {
  const Surface fine = surface(190, 250);
  bench::Rng random(950);
  std::vector<State> list(static_cast<std::size_t>(count));
  for (State& s : list) {
    double q[4], norm = 0;
    for (double& x : q) {
      x = random.normal();
      norm += x * x;
    }
    for (double& x : q) x /= std::sqrt(norm);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    double low = 0;
    for (const V& v : fine.vertices) {
      low = std::min(low, r[2][0] * v[0] + r[2][1] * v[1] + r[2][2] * v[2]);
    }
    const double depth = 0.0005 + 0.0095 * random.uniform();
    s.position = {0.6 * random.uniform() - 0.3, 0.6 * random.uniform() - 0.3, -low - depth};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) s.rotation[i][j] = r[i][j];
    }
    for (double& u : s.velocity) u = random.uniform() - 0.5;
    for (double& u : s.angular) u = 4 * random.uniform() - 2;
  }
  return list;
}

// Best of several passes over all states [s per state].
template <class Evaluate>
double measure(const std::vector<State>& list, Evaluate&& evaluate) {
  double best = 1e300;
  for (int pass = 0; pass < 15; ++pass) {
    const double start = bench::now();
    for (const State& s : list) evaluate(s);
    best = std::min(best, (bench::now() - start) / double(list.size()));
  }
  return best;
}

// What both programs print: time, mean normal force over the states, and forces for a comparison of
// meshes.
inline void report(const char* who, int faces, double seconds, const std::vector<double>& forces) {
  double sum = 0;
  for (const double f : forces) sum += f;
  std::printf("%-34s %6d faces %9.2f us  mean normal force %.3f N\n", who, faces, 1e6 * seconds,
              sum / double(forces.size()));
}

// Root mean square of the relative differences against the forces on the finest mesh.
inline void compare(const char* who, int faces, const std::vector<double>& forces,
                    const std::vector<double>& finest) {
  double sum = 0;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double e = (forces[i] - finest[i]) / finest[i];
    sum += e * e;
  }
  std::printf("%-34s %6d faces: rms difference from finest %.2f %%\n", who, faces,
              100 * std::sqrt(sum / double(forces.size())));
}

}  // namespace bubble
