// ODE: mesh-pairs. Method OPCODE: dCollide of two triangle meshes. It gives contacts, near ones merged, not
// the pairs of faces, so it does not solve the same problem; its pairs are those that its contacts name.
#include <ode/ode.h>

#include <cstdarg>
#include <set>

#include "meshpair.hpp"

static void say_nothing(int, const char*, va_list) {}  // thousands of "bucket overflow" otherwise

int main(int argc, char** argv) {
  const bench::Request r = bench::read_request(argc, argv);
  bench::allow_methods(r, {"OPCODE"});
  const auto m = meshpair::make();
  const auto poses = meshpair::poses();
  dInitODE2(0);
  dSetMessageHandler(say_nothing);
  dAllocateODEDataForThread(dAllocateMaskAll);
  std::vector<dTriIndex> corners;
  for (const auto& f : m.t) corners.insert(corners.end(), f.begin(), f.end());
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildDouble(data, m.v.data(), 3 * sizeof(double), int(m.v.size()), corners.data(),
                              int(corners.size()), 3 * sizeof(dTriIndex));
  dGeomID a = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  dGeomID b = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
  dGeomTriMeshEnableTC(a, dTriMeshClass, 0);
  dGeomTriMeshEnableTC(b, dTriMeshClass, 0);
  std::vector<dContactGeom> contacts(8000);
  long pairs = 0;
  const double seconds = bench::fastest(r, [&] {
    pairs = 0;
    double time = 0;
    for (const auto& p : poses) {
      dMatrix3 R;
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) R[4 * i + k] = p.R[i][k];
        R[4 * i + 3] = 0;
      }
      dGeomSetPosition(b, p.p[0], p.p[1], p.p[2]);
      dGeomSetRotation(b, R);
      const double begin = bench::now();
      const int count = dCollide(a, b, int(contacts.size()), contacts.data(), sizeof(dContactGeom));
      time += bench::now() - begin;
      std::set<std::pair<int, int>> distinct;
      for (int i = 0; i < count; ++i) distinct.insert({contacts[i].side1, contacts[i].side2});
      pairs += long(distinct.size());
    }
    return time;
  });
  bench::print_line("ODE", dODE_VERSION, r, meshpair::outcome(pairs, seconds));
  dCloseODE();
}
