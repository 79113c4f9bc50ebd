#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::mesh_files {
namespace {

/// Names of materials as OBJ can hold them: one word.
std::string material_word(const std::vector<std::string>& names, std::uint16_t number) {
  std::string word = number < names.size() ? names[number] : std::string();
  for (char& c : word) {
    if (c <= ' ' || c > '~') c = '_';
  }
  return word.empty() ? fmt::format("material_{}", number) : word;
}

std::string obj_text(const geometry::Mesh& mesh, const std::vector<std::string>& materials) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "# Made by Outrigger: metres, z up\n");
  // The shortest digits that give the same number again.
  for (const Vec3& v : mesh.vertices()) {
    fmt::format_to(std::back_inserter(out), "v {} {} {}\n", v.x(), v.y(), v.z());
  }
  int last = -1;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    if (!mesh.materials().empty() && !materials.empty() && mesh.material(f) != last) {
      last = mesh.material(f);
      fmt::format_to(std::back_inserter(out), "usemtl {}\n",
                     material_word(materials, mesh.material(f)));
    }
    const geometry::Triangle& t = mesh.face(f);
    fmt::format_to(std::back_inserter(out), "f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1);
  }
  return fmt::to_string(out);
}

std::string stl_bytes(const geometry::Mesh& mesh) {
  std::string bytes = "binary STL, metres, z up. Made by Outrigger";
  bytes.resize(80, ' ');
  const auto count = static_cast<std::uint32_t>(mesh.face_count());
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    float numbers[12];
    const geometry::Corners t = mesh.corners(f);
    for (int k = 0; k < 3; ++k) {
      numbers[k] = static_cast<float>(mesh.normal(f)[k]);
      for (int c = 0; c < 3; ++c) {
        numbers[3 + 3 * c + k] = static_cast<float>(t[static_cast<std::size_t>(c)][k]);
      }
    }
    bytes.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace

void export_mesh(const geometry::Mesh& mesh, const std::string& path,
                 const std::vector<std::string>& materials) {
  const Format format = format_of(path);
  if (format != Format::obj && format != Format::stl) {
    throw Error(fmt::format("{}: meshes are written as .obj or .stl", path));
  }
  const std::string bytes = format == Format::obj ? obj_text(mesh, materials) : stl_bytes(mesh);
  // Beside the target first: whoever reads it finds the old file or the new one.
  const std::string draft = fmt::format("{}.{}.part", path, getpid());
  std::ofstream file(draft, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(draft, path, error);
  if (!file || error) {
    std::error_code ignored;
    std::filesystem::remove(draft, ignored);
    throw Error(
        fmt::format("{}: the file cannot be written; look at the folder, its permissions and "
                    "the space left",
                    path));
  }
}

}  // namespace outrigger::mesh_files
