/// Writes the pedestrian crash of PCM §4.2 as frames of moving meshes, for tools/mesh_frames.py:
///   pedestrian_frames FILE [SECONDS]
/// Lines `mesh NAME VERTICES FACES` with vertices in the body frame and faces, then lines `frame TIME`
/// with `NAME x y z` and the nine numbers of the rotation, row by row, for each body.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "validation/pedestrian.h"

int main(int count, char** words) {
  using namespace outrigger;
  if (count < 2) {
    std::cerr << "pedestrian_frames FILE [SECONDS]\n";
    return 1;
  }
  const double duration = count > 2 ? std::atof(words[2]) : 4.0;
  const validation::Pedestrian p = validation::make_pedestrian();
  std::ofstream file(words[1]);
  for (const auto& shape : p.scene.machine.shapes) {
    const geometry::Mesh& mesh = p.scene.meshes.at(shape.file);
    file << "mesh " << shape.body << ' ' << mesh.vertex_count() << ' ' << mesh.face_count() << '\n';
    for (const Vec3& v : mesh.vertices()) file << shape.pose.point(v).transpose() << '\n';
    for (const auto& f : mesh.faces()) file << f[0] << ' ' << f[1] << ' ' << f[2] << '\n';
  }
  sim::World world = p.scene.make_world();
  const Eigen::IOFormat row(Eigen::StreamPrecision, Eigen::DontAlignCols, " ", " ");
  constexpr int kSteps = 50;
  for (int i = 0; world.time() <= duration; ++i) {
    if (i % kSteps == 0) {
      file << "frame " << world.time() << '\n';
      for (const auto& b : p.scene.machine.bodies) {
        const Pose pose = world.pose(world.body(b.name));
        file << b.name << ' ' << pose.position.transpose().format(row) << ' '
             << pose.rotation.format(row) << '\n';
      }
    }
    world.step();
  }
  return file ? 0 : 1;
}
