#include "outrigger/mesh_scene.h"
#include "base/source_tree.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "outrigger/commands.h"

namespace outrigger::app {
namespace {

/// A JSON text that may also stand within a page.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (code < 0x20 || c == '<' || c == '&') {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += c;
    }
  }
  return out + '"';
}

void append(fmt::memory_buffer& out, const Vec3& p) {
  fmt::format_to(std::back_inserter(out), "{}{:.9g},{:.9g},{:.9g}", out.size() > 0 ? "," : "",
                 p.x(), p.y(), p.z());
}

std::string list(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& i : items) out += (out.empty() ? "" : ",\n") + i;
  return "[" + out + "]";
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw Error(fmt::format("{}: this file of the program is missing", path));
  return text.str();
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(fmt::format("{}: the file cannot be written", path));
}

void draw_picture(const std::string& scene, const std::string& path) {
  std::string draft = (std::filesystem::temp_directory_path() / "outrigger_scene_XXXXXX").string();
  const int made = mkstemp(draft.data());
  if (made < 0) throw Error("no temporary file could be made for the picture");
  close(made);
  write_text(draft, scene);
  const std::string script = source_file("tools/mesh_picture.py");
  const pid_t child = fork();  // no shell: file names may hold anything
  if (child == 0) {
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), draft.c_str(), path.c_str(),
          nullptr);
    _exit(127);
  }
  int status = 0;
  const bool drawn = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                     WEXITSTATUS(status) == 0;
  std::error_code ignored;
  std::filesystem::remove(draft, ignored);
  if (!drawn) {
    throw Error(
        fmt::format("{}: the picture could not be drawn; it needs python3-matplotlib "
                    "(tools/setup run installs it); a page (.html) needs nothing",
                    path));
  }
}

}  // namespace

void MeshScene::add_layer(const SceneStyle& style, const char* kind, const std::string& members) {
  layers_.push_back(fmt::format(
      R"({{"name":{},"kind":"{}","color":[{:.3g},{:.3g},{:.3g}],"alpha":{:.3g},"wide":{},{}}})",
      quoted(style.name), kind, style.color.x(), style.color.y(), style.color.z(), style.alpha,
      style.wide, members));
}

void MeshScene::add_mesh(const SceneStyle& style, const geometry::Mesh& mesh, const Pose& pose) {
  fmt::memory_buffer vertices;
  for (const Vec3& v : mesh.vertices()) append(vertices, pose.point(v));
  fmt::memory_buffer faces;
  for (const geometry::Triangle& t : mesh.faces()) {
    fmt::format_to(std::back_inserter(faces), "{}{},{},{}", faces.size() > 0 ? "," : "", t[0], t[1],
                   t[2]);
    for (const std::int32_t v : t) box_.add(pose.point(mesh.vertex(v)));
  }
  add_layer(style, "mesh",
            fmt::format(R"("edges":{},"vertices":[{}],"faces":[{}])",
                        mesh.face_count() <= (style.alpha < 1.0 ? 600 : 60000),
                        fmt::to_string(vertices), fmt::to_string(faces)));
}

void MeshScene::add_lines(const SceneStyle& style, std::span<const Vec3> ends, const Pose& pose) {
  fmt::memory_buffer points;
  for (const Vec3& p : ends) append(points, pose.point(p));
  add_layer(style, "lines", fmt::format(R"("points":[{}])", fmt::to_string(points)));
}

void MeshScene::add_points(const SceneStyle& style, std::span<const Vec3> places,
                           const Pose& pose) {
  fmt::memory_buffer points;
  for (const Vec3& p : places) append(points, pose.point(p));
  add_layer(style, "points", fmt::format(R"("points":[{}])", fmt::to_string(points)));
}

void MeshScene::add_spheres(const SceneStyle& style,
                            std::span<const geometry::PlacedSphere> spheres, const Pose& pose) {
  fmt::memory_buffer numbers;
  for (const geometry::PlacedSphere& s : spheres) {
    append(numbers, pose.point(s.centre));
    fmt::format_to(std::back_inserter(numbers), ",{:.9g}", s.radius);
  }
  add_layer(style, "spheres", fmt::format(R"("spheres":[{}])", fmt::to_string(numbers)));
}

void MeshScene::add_findings(const geometry::MeshReport& report, const Pose& pose) {
  for (const geometry::MeshFinding& f : report.findings) {
    std::vector<std::string> places;
    for (const geometry::MeshPlace& p : f.places) {
      const Vec3 at = pose.point(p.position);
      places.push_back(fmt::format(R"({{"what":{},"position":[{:.9g},{:.9g},{:.9g}]}})",
                                   quoted(p.what), at.x(), at.y(), at.z()));
    }
    findings_.push_back(fmt::format(R"({{"text":{},"serious":{},"places":{}}})", quoted(f.text),
                                    f.serious, list(places)));
  }
}

std::string MeshScene::json() const {
  const geometry::Box box = box_.empty() ? geometry::Box{Vec3(0, 0, 0), Vec3(1, 1, 1)} : box_;
  const Vec3 m = box.centre();
  std::vector<std::string> text;
  for (const std::string& t : text_) text.push_back(quoted(t));
  return fmt::format(
      "{{\"title\":{},\"middle\":[{:.9g},{:.9g},{:.9g}],\"size\":{:.9g},\n\"layers\":{},\n"
      "\"findings\":{},\n\"text\":{}}}",
      quoted(title_), m.x(), m.y(), m.z(), box.size().norm(), list(layers_), list(findings_),
      list(text));
}

void MeshScene::write(const std::string& path) const {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end == ".png") {
    draw_picture(json(), path);
  } else if (end == ".html") {
    std::string page = read_text(source_file("tools/mesh_view.html"));
    const std::string mark = "@SCENE@";
    page.replace(page.find(mark), mark.size(), json());
    write_text(path, page);
  } else {
    throw Error(fmt::format("{}: mesh show writes .html or .png", path));
  }
}

}  // namespace outrigger::app
