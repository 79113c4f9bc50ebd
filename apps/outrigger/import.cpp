/// `outrigger import`: a machine file from a URDF file, and what was lost on the way.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "description/reader.h"
#include "imports/machine_text.h"
#include "imports/urdf.h"
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

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Error(fmt::format("{}: cannot be written", path));
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
  for (const imports::Note& n : imported.notes) {
    comments.push_back(fmt::format("line {}: {}", n.line, n.text));
    fmt::print(stderr, "{}:{}: {}\n", options.file, n.line, n.text);
  }
  const std::string text = imports::machine_text(imported.machine, comments);
  // What is written must be what the reader accepts.
  const std::string name = options.out.empty() ? "the machine file" : options.out;
  const description::Machine machine = description::read_machine_text(text, name);
  if (options.out.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  write_file(options.out, text);
  fmt::print("{}: {} bodies, {} joints, {} shapes, {} visuals; {} notes\n", options.out,
             machine.bodies.size(), machine.joints.size(), machine.shapes.size(),
             machine.visuals.size(), imported.notes.size());
  return 0;
}

}  // namespace outrigger::app
