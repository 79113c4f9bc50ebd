#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "base/error.h"
#include "geometry/mesh_topology.h"
#include "mesh_files/assimp_reader.h"
#include "mesh_files/file_check.h"
#include "mesh_files/limited_process.h"
#include "mesh_files/mesh_file.h"
#include "mesh_files/raw_mesh.h"

namespace outrigger::mesh_files {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxCompanions = 64;  ///< files that a file refers to

std::string read_file(const std::string& path, const ImportOptions& options) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw Error(fmt::format("{}: there is no such file; look at its name and folder", path));
  }
  if (!fs::is_regular_file(status)) {
    throw Error(fmt::format("{}: this is no file but a folder or device", path));
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > options.max_file_size) {
    throw Error(
        fmt::format("{}: the file has {} MB, more than the {} MB that are read; make the mesh "
                    "coarser or cut it into several files",
                    path, size >> 20, options.max_file_size >> 20));
  }
  std::ifstream file(path, std::ios::binary);
  std::string bytes(error ? 0 : size, '\0');
  if (error || !file || !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    throw Error(fmt::format("{}: the file cannot be read; look at its permissions", path));
  }
  return bytes;
}

/// Runs in the child: all that looks into the bytes.
RawMesh read_bytes(const ReadRequest& request, const std::string& name) {
  FileCheck check = check_file(request.bytes, request.format);
  RawMesh raw;
  if (!check.error.empty()) {
    raw.error = check.line > 0 ? fmt::format("{}:{}: {}", name, check.line, check.error)
                               : fmt::format("{}: {}", name, check.error);
    return raw;
  }
  ReadRequest used = request;
  used.bytes = request.bytes.substr(0, check.used_size);
  raw = read_with_assimp(used);
  if (!raw.error.empty()) raw.error = fmt::format("{}: {}", name, raw.error);
  raw.notes.insert(raw.notes.begin(), check.notes.begin(), check.notes.end());
  raw.unit = check.unit;
  raw.up = check.up;
  return raw;
}

/// A file that `name` of `folder` refers to: below the folder, links and dots resolved, or none.
std::optional<std::string> read_companion(const std::string& folder, const std::string& name,
                                          std::uintmax_t max_size) {
  if (folder.empty() || name.empty() || name.find('\0') != std::string::npos) return std::nullopt;
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return std::nullopt;
  const fs::path path = fs::canonical(root / fs::path(name).relative_path(), error);
  if (error || !fs::is_regular_file(path, error)) return std::nullopt;
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (end != root.end()) return std::nullopt;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > max_size) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return bytes;
}

RawMesh read_in_one_child(const ReadRequest& request, const std::string& name,
                          const ImportOptions& options) {
  ProcessLimits limits;
  limits.seconds = options.max_seconds;
  limits.memory = options.max_memory;
  // Per face: three vertices of its own, its corners and its material; besides, names and notes.
  limits.output = (std::size_t{64} << 20) + options.max_faces * (3 * 24 + 12 + 2);
  const ProcessResult child = run_limited(limits, [&](const SendBytes& send) {
    const std::string bytes = to_bytes(read_bytes(request, name));
    send(bytes.data(), bytes.size());
  });
  const char* advice = "; export it again, for example as binary STL";
  switch (child.end) {
    case ProcessEnd::finished:
      break;
    case ProcessEnd::crashed:
      throw Error(fmt::format(
          "{}: the importer broke down on this file{}: it is damaged, or holds "
          "something the importer cannot handle{}",
          name, child.signal != 0 ? fmt::format(" (signal {})", child.signal) : "", advice));
    case ProcessEnd::too_slow:
      throw Error(fmt::format("{}: reading took more than {:g} s and was given up{}", name,
                              options.max_seconds, advice));
    case ProcessEnd::too_much_memory:
      throw Error(
          fmt::format("{}: reading needs more than {} MB of memory and was given up; make "
                      "the mesh coarser",
                      name, options.max_memory >> 20));
    case ProcessEnd::too_much_output:
      throw Error(fmt::format("{}: the mesh is larger than {} triangles; make it coarser", name,
                              options.max_faces));
    case ProcessEnd::not_started:
      throw Error(
          fmt::format("{}: no process could be started to read it; is memory short?", name));
  }
  RawMesh raw;
  if (!from_bytes(child.output, raw)) {
    throw Error(fmt::format("{}: the importer gave no whole answer{}", name, advice));
  }
  if (!raw.error.empty()) throw Error(raw.error);
  if (!child.confined)
    raw.notes.push_back(
        "this system cannot confine the importer (no seccomp): it ran with limits of memory, time "
        "and open files only; read files of strangers elsewhere");
  return raw;
}

/// The child may open nothing. A file that it needs besides is named by it and brought by us; then
/// another child begins again.
RawMesh read_in_child(ReadRequest request, const std::string& folder, const std::string& name,
                      const ImportOptions& options) {
  std::uintmax_t room = options.max_file_size;
  for (int files = 0; files <= kMaxCompanions; ++files) {
    RawMesh raw = read_in_one_child(request, name, options);
    if (raw.wanted.empty()) return raw;
    auto bytes = read_companion(folder, raw.wanted, room);
    if (bytes) room -= bytes->size();
    request.companions.insert_or_assign(raw.wanted, std::move(bytes));
  }
  throw Error(fmt::format("{}: the file refers to more than {} others; export it into one", name,
                          kMaxCompanions));
}

/// File axes to ours: right-handed both, the given axis to z.
Mat3 turn_up(UpAxis up) {
  Mat3 turn = Mat3::Identity();
  if (up == UpAxis::y) turn << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  if (up == UpAxis::x) turn << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  return turn;
}

/// Joins equal vertices and leaves out those without faces.
std::size_t join_vertices(RawMesh& raw) {
  const std::vector<std::int32_t> map = geometry::weld_map(raw.vertices, 0.0);
  std::vector<std::int32_t> place(raw.vertices.size(), geometry::Mesh::kNone);
  std::vector<Vec3> kept;
  for (geometry::Triangle& t : raw.faces) {
    for (std::int32_t& v : t) {
      std::int32_t& p = place[static_cast<std::size_t>(map[static_cast<std::size_t>(v)])];
      if (p == geometry::Mesh::kNone) {
        p = static_cast<std::int32_t>(kept.size());
        kept.push_back(raw.vertices[static_cast<std::size_t>(v)]);
      }
      v = p;
    }
  }
  const std::size_t joined = raw.vertices.size() - kept.size();
  raw.vertices = std::move(kept);
  return joined;
}

void check_raw(const RawMesh& raw, const std::string& name) {
  if (raw.faces.empty()) {
    throw Error(
        fmt::format("{}: the file has no triangles; export the mesh with its surface", name));
  }
  const auto count = static_cast<std::int32_t>(raw.vertices.size());
  for (const geometry::Triangle& t : raw.faces) {
    for (const std::int32_t v : t) {
      if (v < 0 || v >= count) throw Error(fmt::format("{}: the importer mixed up vertices", name));
    }
  }
  for (std::size_t v = 0; v < raw.vertices.size(); ++v) {
    if (!raw.vertices[v].allFinite()) {
      throw Error(
          fmt::format("{}: vertex {} is not a finite number: ({}, {}, {}); export the mesh "
                      "again",
                      name, v, raw.vertices[v].x(), raw.vertices[v].y(), raw.vertices[v].z()));
    }
  }
}

ImportedMesh finish(RawMesh raw, Format format, const std::string& name,
                    const ImportOptions& options) {
  check_raw(raw, name);
  ImportedMesh result;
  result.format = format;
  const bool is_gltf = format == Format::gltf || format == Format::glb;
  result.unit = options.unit > 0.0 ? options.unit : raw.unit;
  const UpAxis stated = is_gltf ? UpAxis::y : raw.up != UpAxis::as_file ? raw.up : UpAxis::z;
  result.up = options.up != UpAxis::as_file ? options.up : stated;
  const Mat3 turn = turn_up(result.up);
  // The importer has applied the unit that the file states.
  const double factor = options.unit > 0.0 ? options.unit / raw.unit : 1.0;
  for (Vec3& p : raw.vertices) p = factor * (turn * p);
  const std::size_t listed = raw.vertices.size(), joined = join_vertices(raw);
  result.notes = std::move(raw.notes);
  if (is_gltf) result.notes.push_back("glTF is in metres with y up");
  // The importer may list a vertex once for every face (and normal) at it.
  if (joined > 0) {
    result.notes.push_back(fmt::format("{} vertices, where equal ones of the {} listed are joined",
                                       listed - joined, listed));
  }
  result.materials = std::move(raw.material_names);
  // The importer's name for "none".
  if (result.materials == std::vector<std::string>{"DefaultMaterial"}) result.materials.clear();
  try {
    result.mesh =
        geometry::Mesh(std::move(raw.vertices), std::move(raw.faces), std::move(raw.materials));
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", name, e.what()));
  }
  const double far =
      result.mesh.box().low.cwiseAbs().cwiseMax(result.mesh.box().high.cwiseAbs()).maxCoeff();
  const double size = result.mesh.box().size().norm();
  if (far * 6e-8 > 1e-5 * size) {
    result.notes.push_back(fmt::format(
        "the mesh lies {:.3g} m from the origin, {:.3g} times its size: single precision "
        "moves vertices by up to {:.2g} m; export it nearer to the origin",
        far, far / size, far * 6e-8));
  }
  return result;
}

void check_options(const ImportOptions& options) {
  if (!(options.unit >= 0.0) || !(options.unit < 1e9)) {
    throw Error(fmt::format("unit {:g}: it is metres per unit of the file, above 0", options.unit));
  }
}

}  // namespace

const char* format_name(Format format) {
  switch (format) {
    case Format::obj:
      return "obj";
    case Format::stl:
      return "stl";
    case Format::ply:
      return "ply";
    case Format::gltf:
      return "gltf";
    case Format::glb:
      return "glb";
    case Format::dae:
      return "dae";
  }
  return "";
}

Format format_of(const std::string& path) {
  std::string end = fs::path(path).extension().string();
  for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const Format f :
       {Format::obj, Format::stl, Format::ply, Format::gltf, Format::glb, Format::dae}) {
    if (end == fmt::format(".{}", format_name(f))) return f;
  }
  throw Error(
      fmt::format("{}: the name must end in .obj, .stl, .ply, .gltf, .glb or .dae, the "
                  "formats that are read",
                  path));
}

UpAxis parse_up_axis(std::string_view text) {
  if (text == "file") return UpAxis::as_file;
  if (text == "x") return UpAxis::x;
  if (text == "y") return UpAxis::y;
  if (text == "z") return UpAxis::z;
  throw Error(fmt::format("up axis '{}'; there are file (as the file says), x, y, z", text));
}

double parse_unit(std::string_view text) {
  if (text == "m") return 1.0;
  if (text == "cm") return 1e-2;
  if (text == "mm") return 1e-3;
  if (text == "km") return 1e3;
  if (text == "in") return 0.0254;
  if (text == "ft") return 0.3048;
  double value = 0.0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size() || !(value > 0.0) ||
      !std::isfinite(value)) {
    throw Error(fmt::format(
        "unit '{}'; there are m, cm, mm, km, in, ft, or a number of metres above 0", text));
  }
  return value;
}

ImportedMesh import_mesh(const std::string& path, const ImportOptions& options) {
  check_options(options);
  const std::string bytes = read_file(path, options);
  ReadRequest request;
  request.format = format_of(path);
  request.bytes = bytes;
  request.max_faces = options.max_faces;
  const std::string folder = fs::absolute(path).parent_path().string();
  return finish(read_in_child(request, folder, path, options), request.format, path, options);
}

ImportedMesh import_mesh_bytes(std::string_view bytes, Format format, const std::string& name,
                               const ImportOptions& options) {
  check_options(options);
  ReadRequest request;
  request.format = format;
  request.bytes = bytes;
  request.max_faces = options.max_faces;
  return finish(read_in_child(request, {}, name, options), format, name, options);
}

}  // namespace outrigger::mesh_files
