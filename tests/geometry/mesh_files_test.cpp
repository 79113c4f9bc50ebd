/// A file gives the mesh it holds, in metres and z up, or an error that says where and what to do;
/// never half a mesh, and never a crash of this process.
#include "base/source_tree.h"
#include "mesh_files/mesh_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/random.h"
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/sample_meshes.h"
#include "mesh_files/limited_process.h"

namespace outrigger::mesh_files {
namespace {

using geometry::Mesh;

/// A cube of edge 2 as OBJ, its sides quadrangles of two materials.
const char* const kCube =
    "# written by hand, units: mm\n"
    "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\n"
    "usemtl steel\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\n"
    "usemtl rubber\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

const char* const kTetrahedronStl =
    "solid wedge\n"
    "facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n"
    "facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "facet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\n"
    "facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n"
    "endsolid wedge\n";

const char* const kTetrahedronPly =
    "ply\nformat ascii 1.0\ncomment up is z\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

std::string base64(const std::string& bytes) {
  static const char* const kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t n = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      n = n << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (int k = 0; k < 4; ++k) text += kDigits[n >> (18 - 6 * k) & 63];
  }
  return text;
}

/// A tetrahedron with the legs 1 along the axes; indices as 16 bits, then positions.
std::string gltf_buffer() {
  const std::uint16_t indices[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::string bytes(reinterpret_cast<const char*>(indices), sizeof indices);
  bytes.append(reinterpret_cast<const char*>(positions), sizeof positions);
  return bytes;
}

/// Two nodes show the mesh: one moved by 10 in x, its child mirrored in x and twice as large.
std::string gltf_text(const std::string& uri_member) {
  return R"({"asset": {"version": "2.0", "generator": "by hand"}, "scene": 0,
 "scenes": [{"nodes": [0]}],
 "nodes": [{"mesh": 0, "translation": [10, 0, 0], "children": [1]},
           {"mesh": 0, "scale": [-2, 2, 2]}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0, "material": 0}]}],
 "materials": [{"name": "steel"}],
 "buffers": [{"byteLength": 72)" +
         uri_member + R"(}],
 "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 24},
                 {"buffer": 0, "byteOffset": 24, "byteLength": 48}],
 "accessors": [{"bufferView": 0, "componentType": 5123, "count": 12, "type": "SCALAR"},
               {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3",
                "min": [0, 0, 0], "max": [1, 1, 1]}]})";
}
std::string gltf_whole() {
  return gltf_text(R"(, "uri": "data:application/octet-stream;base64,)" + base64(gltf_buffer()) +
                   "\"");
}
std::string glb_whole() {
  std::string json = gltf_text("");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string binary = gltf_buffer();
  std::string bytes = "glTF";
  const auto add = [&bytes](std::uint32_t n) { bytes.append(reinterpret_cast<char*>(&n), 4); };
  add(2);
  add(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()));
  add(static_cast<std::uint32_t>(json.size()));
  add(0x4e4f534a);
  bytes += json;
  add(static_cast<std::uint32_t>(binary.size()));
  add(0x004e4942);
  return bytes + binary;
}

std::string error_of(const std::string& bytes, Format format, const ImportOptions& options = {}) {
  try {
    import_mesh_bytes(bytes, format, "file", options);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

class MeshFiles : public testing::Test {
 protected:
  MeshFiles() {
    folder_ = std::filesystem::temp_directory_path() /
              ("outrigger_mesh_files_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~MeshFiles() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  static std::string error_of_file(const std::string& path) {
    try {
      import_mesh(path);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  }
  std::filesystem::path folder_;
};

TEST_F(MeshFiles, ObjWithQuadranglesAndMaterials) {
  ImportOptions options;
  options.unit = 1e-3;
  const ImportedMesh m = import_mesh(write("cube.obj", kCube), options);
  EXPECT_EQ(m.mesh.vertex_count(), 8);
  EXPECT_EQ(m.mesh.face_count(), 12);
  EXPECT_TRUE(check_mesh(m.mesh).good());
  EXPECT_NEAR(geometry::mass_properties(m.mesh).volume, 8e-9, 1e-15);
  ASSERT_EQ(m.mesh.materials().size(), 12u);
  int steel = 0;
  for (std::int32_t f = 0; f < 12; ++f) steel += m.materials.at(m.mesh.material(f)) == "steel";
  EXPECT_EQ(steel, 6);
  EXPECT_EQ(m.notes.at(0), "line 1 says: # written by hand, units: mm");
}

TEST_F(MeshFiles, EveryFormatGivesTheSameTetrahedron) {
  {
    const Mesh t({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                 {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
    export_mesh(t, (folder_ / "t.stl").string());
    export_mesh(t, (folder_ / "t.obj").string());
  }
  for (const std::string& path :
       {write("text.stl", kTetrahedronStl), write("t.ply", kTetrahedronPly),
        (folder_ / "t.stl").string(), (folder_ / "t.obj").string()}) {
    const ImportedMesh m = import_mesh(path);
    EXPECT_EQ(m.mesh.vertex_count(), 4) << path;
    EXPECT_EQ(m.mesh.face_count(), 4) << path;
    EXPECT_TRUE(m.mesh.closed()) << path;
    EXPECT_NEAR(geometry::mass_properties(m.mesh).volume, 1.0 / 6.0, 1e-7) << path;
    EXPECT_EQ(m.up, UpAxis::z);
  }
}

TEST_F(MeshFiles, GltfAppliesNodesAndTurnsYUp) {
  for (const std::string& path : {write("t.gltf", gltf_whole()), write("t.glb", glb_whole())}) {
    const ImportedMesh m = import_mesh(path);
    EXPECT_EQ(m.mesh.face_count(), 8) << path;
    EXPECT_TRUE(m.mesh.closed());
    // The mirrored child is right side out, too: volumes add.
    EXPECT_NEAR(geometry::signed_volume(m.mesh), (1.0 + 8.0) / 6.0, 1e-6) << path;
    EXPECT_EQ(m.up, UpAxis::y);
    EXPECT_LT((m.mesh.box().low - Vec3(8, -2, 0)).norm(), 1e-6);
    EXPECT_LT((m.mesh.box().high - Vec3(11, 0, 2)).norm(), 1e-6);
    EXPECT_EQ(m.materials.at(m.mesh.material(0)), "steel");
    ImportOptions as_is;
    as_is.up = UpAxis::z;
    EXPECT_LT((import_mesh(path, as_is).mesh.box().high - Vec3(11, 2, 2)).norm(), 1e-6);
  }
}

TEST_F(MeshFiles, GltfReadsBuffersOfItsOwnFolderOnly) {
  std::ofstream(folder_ / "data.bin", std::ios::binary) << gltf_buffer();
  EXPECT_EQ(import_mesh(write("near.gltf", gltf_text(R"(, "uri": "data.bin")"))).mesh.face_count(),
            8);
  EXPECT_EQ(error_of_file(write("far.gltf", gltf_text(R"(, "uri": "../data.bin")"))),
            (folder_ / "far.gltf").string() +
                ": buffers[0].uri is '../data.bin': only files of the same folder are read; put it "
                "there, or export as GLB, which holds everything");
  EXPECT_NE(error_of_file(write("abs.gltf", gltf_text(R"(, "uri": "/etc/passwd")"))), "no error");
  // A link out of the folder is not followed either.
  const std::filesystem::path inner = folder_ / "inner";
  std::filesystem::create_directories(inner);
  std::filesystem::create_symlink(folder_ / "data.bin", inner / "data.bin");
  std::ofstream(inner / "t.gltf") << gltf_text(R"(, "uri": "data.bin")");
  EXPECT_NE(error_of_file((inner / "t.gltf").string()), "no error");
}

TEST_F(MeshFiles, WrittenAndReadAgain) {
  const Mesh sphere = geometry::sample_icosphere(3, 0.1);
  for (const char* name : {"s.obj", "s.stl"}) {
    const std::string path = (folder_ / name).string();
    export_mesh(sphere, path);
    const ImportedMesh m = import_mesh(path);
    EXPECT_EQ(m.mesh.vertex_count(), sphere.vertex_count());
    EXPECT_EQ(m.mesh.face_count(), sphere.face_count());
    EXPECT_TRUE(check_mesh(m.mesh).good()) << name;
    EXPECT_NEAR(geometry::mass_properties(m.mesh).volume, geometry::mass_properties(sphere).volume,
                1e-6);
  }
  EXPECT_THROW(export_mesh(sphere, (folder_ / "s.ply").string()), Error);
  EXPECT_THROW(export_mesh(sphere, "/nowhere/at/all.obj"), Error);
  EXPECT_TRUE(std::none_of(std::filesystem::directory_iterator(folder_),
                           std::filesystem::directory_iterator(),
                           [](const auto& e) { return e.path().extension() == ".part"; }));
}

// Law: a DAE file says its unit and which axis is up; both are followed unless the caller says other.
TEST_F(MeshFiles, DaeHasUnitAndUpAxisOfItsOwn) {
  const auto file = [&](const std::string& asset) {
    return write(
        "t.dae",
        "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
        "version='1.4.1'><asset>" +
            asset +
            "</asset><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' "
            "count='12'>0 0 0 1 0 0 0 2 0 0 0 4</float_array><technique_common><accessor "
            "source='#a' count='4' stride='3'><param name='X' type='float'/><param name='Y' "
            "type='float'/><param name='Z' type='float'/></accessor></technique_common></source>"
            "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles "
            "count='4'><input semantic='VERTEX' source='#v' offset='0'/><p>0 2 1 0 1 3 0 3 2 1 2 3"
            "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
            "<visual_scene id='s'><node id='n'><instance_geometry url='#g'/></node></visual_scene>"
            "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>");
  };
  const std::string cm = file("<unit meter='0.01'/><up_axis>Y_UP</up_axis>");
  const ImportedMesh stated = import_mesh(cm);
  EXPECT_EQ(stated.unit, 0.01);
  EXPECT_EQ(stated.up, UpAxis::y);
  EXPECT_LT((stated.mesh.box().size() - Vec3(0.01, 0.04, 0.02)).norm(), 1e-8);
  ImportOptions own;
  own.unit = 1.0;
  own.up = UpAxis::z;
  EXPECT_LT((import_mesh(cm, own).mesh.box().size() - Vec3(1, 2, 4)).norm(), 1e-6);
  const ImportedMesh upright = import_mesh(file("<up_axis>Z_UP</up_axis>"));
  EXPECT_EQ(upright.unit, 1.0);
  EXPECT_LT((upright.mesh.box().size() - Vec3(1, 2, 4)).norm(), 1e-6);
}

TEST_F(MeshFiles, ErrorsNameTheFileAndWhatToDo) {
  EXPECT_EQ(error_of_file("no/such.obj"),
            "no/such.obj: there is no such file; look at its name and folder");
  EXPECT_EQ(error_of_file(folder_.string()),
            folder_.string() + ": this is no file but a folder or device");
  const std::string step = write("part.step", "ISO-10303-21;");
  EXPECT_EQ(error_of_file(step), step +
                                     ": the name must end in .obj, .stl, .ply, .gltf, .glb or "
                                     ".dae, the formats that are read");
  const std::string wrong = write("wrong.obj", "ISO-10303-21;");
  EXPECT_EQ(error_of_file(wrong), wrong +
                                      ": the name says obj, but the content is step; rename it, "
                                      "or export it as OBJ, STL, PLY or glTF");
  ImportOptions small;
  small.max_file_size = 100;
  try {
    import_mesh(write("cube.obj", kCube), small);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("make the mesh coarser"), std::string::npos);
  }
}

TEST_F(MeshFiles, ErrorsNameLines) {
  EXPECT_EQ(error_of("", Format::obj), "file: the file is empty; export the mesh again");
  EXPECT_EQ(
      error_of("v 0 0 0\nv 1 nan 0\n", Format::obj),
      "file:2: y of vertex 2 is 'nan': it must be finite and below 1e30; export the mesh again");
  EXPECT_EQ(error_of("v 0 0 0\nv 1 x 0\n", Format::obj),
            "file:2: y of vertex 2 is 'x', which is not a number; half a file? Export it again");
  EXPECT_EQ(error_of("v 0 0 0\nv 1 2\n", Format::obj),
            "file:2: vertex 2 has no z: three numbers are needed");
  EXPECT_EQ(error_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", Format::obj),
            "file:4: the face names vertex 4, but the file has 3; half a file? Export it again");
  EXPECT_EQ(error_of("v 0 0 0\nv 1 0 0\nf 1 2 -3\n", Format::obj),
            "file:3: the face counts 3 vertices back, but there are only 2 before it");
  EXPECT_EQ(error_of("v 0 0 0\nv 1 0 0\nf 1 2\n", Format::obj),
            "file:3: a face of 2 corners: at least 3 are needed; half a file? Export it again");
  EXPECT_EQ(error_of("v 0 0 0\n", Format::obj),
            "file: the file has no faces ('f' lines); export the mesh with its surface");
  EXPECT_EQ(error_of("hello\n", Format::obj),
            "file: the file has no vertices ('v' lines), so it is no OBJ or it is empty");
}

TEST_F(MeshFiles, HalfAFile) {
  const std::string stl = kTetrahedronStl;
  EXPECT_EQ(error_of(stl.substr(0, stl.size() / 2), Format::stl),
            "file:16: the file ends in the middle, after 2 facets, without 'endsolid'; copy or "
            "export it again");
  EXPECT_EQ(error_of(stl.substr(0, stl.find("endsolid")), Format::stl),
            "file:29: the file ends in the middle, after 4 facets, without 'endsolid'; copy or "
            "export it again");
  std::string binary(84 + 100, '\0');
  binary[80] = 3;
  EXPECT_EQ(error_of(binary, Format::stl),
            "file: the header says 3 triangles, which need 234 bytes, but the file has 184: half a "
            "file, or no STL; copy or export it again");
  const std::string ply = kTetrahedronPly;
  EXPECT_EQ(error_of(ply.substr(0, ply.find("3 1 2 3")), Format::ply),
            "file:17: the header says 4 of 'face', but the file ends after 3: half a file; copy or "
            "export it again");
  EXPECT_EQ(error_of(ply.substr(0, 40), Format::ply),
            "file:4: the file ends within its header: 'end_header' is missing; copy or export it "
            "again");
  std::string wrong = kTetrahedronPly;
  wrong.replace(wrong.find("3 1 2 3"), 7, "3 1 2 4");
  EXPECT_EQ(
      error_of(wrong, Format::ply),
      "file:18: face 3 names vertex 4, but there are 4, counted from 0; export the mesh again");
  wrong.replace(wrong.find("3 1 2 4"), 7, "4 1 2 3");
  EXPECT_EQ(error_of(wrong, Format::ply),
            "file:18: face 3 has too few numbers: half a file? Export it again");
  const std::string glb = glb_whole();
  EXPECT_NE(error_of(glb.substr(0, glb.size() - 10), Format::glb).find("half a file"),
            std::string::npos);
  const std::string gltf = gltf_whole();
  EXPECT_NE(error_of(gltf.substr(0, gltf.size() / 2), Format::gltf).find("file:"),
            std::string::npos);
  EXPECT_NE(error_of(gltf.substr(0, gltf.size() / 2), Format::gltf), "no error");
}

TEST_F(MeshFiles, NumbersThatAreNone) {
  std::string binary(84 + 50, '\0');
  binary[80] = 1;
  const float nan = std::nanf("");
  std::memcpy(binary.data() + 84 + 12 + 8, &nan, 4);
  EXPECT_EQ(error_of(binary, Format::stl),
            "file: triangle 0 has a corner at nan: numbers must be finite and below 1e30; export "
            "the mesh again");
  std::string ply = kTetrahedronPly;
  ply.replace(ply.find("0 1 0\n"), 5, "0 inf 0");
  EXPECT_EQ(error_of(ply, Format::ply),
            "file:13: y of vertex 2 is 'inf': it must be finite and below 1e30; export the mesh "
            "again");
  std::string gltf = gltf_buffer();
  std::memcpy(gltf.data() + 24, &nan, 4);
  EXPECT_NE(error_of(gltf_text(R"(, "uri": "data:application/octet-stream;base64,)" + base64(gltf) +
                               "\""),
                     Format::gltf)
                .find("not a finite number"),
            std::string::npos);
}

TEST_F(MeshFiles, SizesAreCapped) {
  ImportOptions options;
  options.max_faces = 5;
  EXPECT_EQ(error_of(kCube, Format::obj, options),
            "file: has more than 5 triangles, the most that are read; make it coarser or cut it "
            "into several files");
  const std::string bomb =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty "
      "float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n"
      "end_header\n";
  EXPECT_NE(error_of(bomb, Format::ply).find("half a file"), std::string::npos);
}

TEST_F(MeshFiles, DamagedBytesAreRefusedOrReadWhole) {
  // Whatever a damaged file does to the importer, this process only sees a mesh or an error.
  Random random(31);
  const std::pair<std::string, Format> files[] = {{kCube, Format::obj},
                                                  {kTetrahedronStl, Format::stl},
                                                  {kTetrahedronPly, Format::ply},
                                                  {gltf_whole(), Format::gltf},
                                                  {glb_whole(), Format::glb}};
  for (int i = 0; i < 200; ++i) {
    auto [bytes, format] = files[i % 5];
    for (int k = 0; k < 3; ++k) {
      bytes[random.integer(bytes.size())] = static_cast<char>(random.integer(256));
    }
    try {
      const ImportedMesh m = import_mesh_bytes(bytes, format, "file");
      EXPECT_GT(m.mesh.face_count(), 0);
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).rfind("file", 0), 0u) << e.what();
    }
  }
}

TEST_F(MeshFiles, InputsOfTheFuzzerDoNoHarm) {
  // Those named importer_crash broke assimp 5.2.5 (signals 6 and 11) before our own check knew of
  // them. The first byte is the format.
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_file("tests/fuzz/corpus/mesh_import_fuzz"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    ASSERT_FALSE(bytes.empty());
    const auto format = static_cast<Format>(static_cast<unsigned char>(bytes[0]) % 6);
    const std::string error = error_of(bytes.substr(1), format);
    if (entry.path().filename().string().starts_with("importer_crash")) {
      EXPECT_NE(error, "no error") << entry.path();
    } else {
      EXPECT_EQ(error, "no error") << entry.path();
    }
    ++files;
  }
  EXPECT_GE(files, 10);
}

TEST_F(MeshFiles, ChildProcessesAreContained) {
  ProcessLimits limits;
  limits.seconds = 1.0;
  limits.memory = std::size_t{256} << 20;
  limits.output = 1000;
  EXPECT_EQ(run_limited(limits, [](const SendBytes& send) { send("abc", 3); }).output, "abc");
  const ProcessResult crash = run_limited(limits, [](const SendBytes&) { raise(SIGSEGV); });
  EXPECT_EQ(crash.end, ProcessEnd::crashed);
  EXPECT_EQ(crash.signal, SIGSEGV);
  EXPECT_EQ(run_limited(limits, [](const SendBytes&) { throw 1; }).end, ProcessEnd::crashed);
  EXPECT_EQ(run_limited(limits,
                        [](const SendBytes&) {
                          volatile bool forever = true;
                          while (forever) {
                          }
                        })
                .end,
            ProcessEnd::too_slow);
  EXPECT_EQ(run_limited(limits,
                        [](const SendBytes& send) {
                          const std::string much(2000, 'x');
                          send(much.data(), much.size());
                        })
                .end,
            ProcessEnd::too_much_output);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  limits.seconds = 60.0;  // a busy computer takes its time
  EXPECT_EQ(run_limited(limits,
                        [](const SendBytes& send) {
                          std::vector<std::string> hoard;
                          for (;;) hoard.emplace_back(std::size_t{16} << 20, 'x');
                          send("", 0);
                        })
                .end,
            ProcessEnd::too_much_memory);
#endif
}

TEST_F(MeshFiles, UnitsAndAxesByName) {
  EXPECT_EQ(parse_unit("mm"), 1e-3);
  EXPECT_EQ(parse_unit("in"), 0.0254);
  EXPECT_EQ(parse_unit("0.5"), 0.5);
  EXPECT_THROW(parse_unit("furlong"), Error);
  EXPECT_THROW(parse_unit("-1"), Error);
  EXPECT_THROW(parse_up_axis("up"), Error);
  ImportOptions x_up;
  x_up.up = UpAxis::x;
  const ImportedMesh m = import_mesh_bytes("v 0 0 0\nv 3 0 0\nv 0 2 0\nv 0 0 1\nf 1 2 3 4\n",
                                           Format::obj, "file", x_up);
  EXPECT_EQ(m.mesh.box().high, Vec3(2, 1, 3));
}

}  // namespace
}  // namespace outrigger::mesh_files
