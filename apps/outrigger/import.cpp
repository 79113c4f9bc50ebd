/// `outrigger import`: a machine file from a URDF file, and what was lost on the way.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "description/reader.h"
#include "description/text.h"
#include "description/writer.h"
#include "imports/urdf.h"
#include "mesh_files/mesh_file.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"

namespace outrigger::app {

namespace {

namespace fs = std::filesystem;

imports::UrdfOptions urdf_options(const ImportOptions& options) {
  imports::UrdfOptions result;
  result.free_root = options.free_root;
  result.drives = options.drives;
  result.self_contact = options.self_contact;
  result.material = options.material;
  result.hull_faces = options.hull;
  result.repair = options.repair;
  result.density = options.density;
  result.at = {options.at[0], options.at[1], options.at[2]};
  if (!(result.at.cwiseAbs().maxCoeff() < 1e9))
    throw Error("--at wants three numbers of at most 1e9 m: X Y Z");
  result.lift = options.lift;
  if (!options.out.empty()) result.mesh_folder = fs::path(options.out).stem().string() + "-meshes";
  result.joint_values = options.joints;
  result.output_folder = fs::path(options.out).parent_path();
  for (const std::string& text : options.packages) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error("--package wants name=folder, for example --package arm=robots/arm; got '" +
                  text + "'");
    result.packages.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

/// Beside the machine file, in a folder of their own. Never over a file they were made of.
void write_meshes(const std::vector<imports::MeshToWrite>& meshes, const fs::path& folder) {
  std::error_code ignored;
  for (const imports::MeshToWrite& target : meshes) {
    for (const imports::MeshToWrite& other : meshes)
      if (fs::equivalent(folder / target.file, other.source, ignored))
        throw Error(fmt::format("{} is a mesh of the robot; give --out another name or folder",
                                (folder / target.file).string()));
  }
  if (!meshes.empty()) make_folder((folder / meshes.front().file).parent_path().string());
  for (const imports::MeshToWrite& target : meshes)
    mesh_files::export_mesh(target.mesh, (folder / target.file).string());
}

/// Other kinds of files are told apart by their first character; what is wrong inside XML, and a file
/// that cannot be read, is the reader's to say.
void check_begins_as_xml(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return;
  std::ifstream file(path, std::ios::binary);
  std::string begin(4096, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  if (begin.starts_with("\xEF\xBB\xBF")) begin.erase(0, 3);  // byte order mark
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && begin[first] != '<')
    throw Error(fmt::format(
        "{}: this is not a URDF file: those are XML and begin with '<', such as <robot name=...>",
        path));
}

}  // namespace

int import_machine(const ImportOptions& options) {
  check_writable("machine file", options.out);
  check_begins_as_xml(options.file);
  const imports::ImportedMachine imported =
      imports::import_urdf_file(options.file, urdf_options(options));
  std::vector<std::string> comments{fmt::format("Made from {} by `outrigger import`.",
                                                fs::path(options.file).filename().string())};
  std::size_t changes = 0;
  for (const imports::Note& n : imported.notes) {
    changes += n.change;
    const char* kind = n.change ? "changed: " : "";
    comments.push_back(n.line > 0 ? fmt::format("{}line {}: {}", kind, n.line, n.text)
                                  : fmt::format("{}{}", kind, n.text));
    fmt::print(stderr, "{}:{} {}{}\n", options.file, n.line > 0 ? fmt::format("{}:", n.line) : "",
               kind, description::without_control_characters(n.text));
  }
  const std::string text = description::machine_text(imported.machine, {"", comments});
  // What is written must be what the reader accepts.
  const std::string name = options.out.empty() ? "the machine file" : options.out;
  description::ReadOptions anywhere;
  anywhere.allow_outside = true;
  const description::Machine machine = description::read_machine_text(text, name, anywhere);
  if (options.out.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  OutputCheck outputs(options.force);
  outputs.add_input(options.file);
  outputs.add_meshes(machine.shapes);
  outputs.check({Output::Kind::machine_file, options.out, {}});
  write_meshes(imported.meshes, fs::path(options.out).parent_path());
  OutputFile file(options.out);
  file.write(marked_machine_text(text));
  file.close();
  fmt::print("{}: {} bodies, {} joints, {} shapes, {} visuals; {} notes{}\n", options.out,
             machine.bodies.size(), machine.joints.size(), machine.shapes.size(),
             machine.visuals.size(), imported.notes.size() - changes,
             changes > 0 ? fmt::format(", {} change{}", changes, changes == 1 ? "" : "s") : "");
  return 0;
}

}  // namespace outrigger::app
