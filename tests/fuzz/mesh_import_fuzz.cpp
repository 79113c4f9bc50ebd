// needs: mesh_files
/// Any bytes as a mesh file: a mesh, or refused by outrigger::Error; nothing else. The first byte
/// chooses the format.
///
///   cmake --preset asan && cmake --build --preset asan --target mesh_import_fuzz
///   mkdir found && build/asan/fuzz/mesh_import_fuzz found tests/fuzz/corpus/mesh_import_fuzz
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "mesh_files/file_check.h"
#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"

using namespace outrigger;
using namespace outrigger::mesh_files;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto format = static_cast<Format>(data[0] % 6);
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);

  // What comes through the pipe is not trusted either.
  RawMesh raw;
  from_bytes(bytes, raw);

  // Here, where the fuzzer sees which way the bytes take; again in the child process below.
  const FileCheck check = check_file(bytes, format);
  OUTRIGGER_ASSERT(check.used_size <= bytes.size());
  if (!check.error.empty()) return 0;
  ImportOptions options;
  options.max_seconds = 5.0;
  options.max_faces = 100'000;
  try {
    const ImportedMesh mesh = import_mesh_bytes(bytes, format, "fuzz", options);
    OUTRIGGER_ASSERT(mesh.mesh.face_count() > 0);
    for (const Vec3& v : mesh.mesh.vertices()) OUTRIGGER_ASSERT(v.allFinite());
  } catch (const Error&) {
  }
  return 0;
}
