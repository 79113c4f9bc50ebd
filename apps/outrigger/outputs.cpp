#include "outrigger/outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/hash.h"

namespace outrigger::app {

namespace {

namespace fs = std::filesystem;

/// In pictures by tools/plot.py and tools/mesh_picture.py, pages and meshes.
constexpr std::string_view kMadeByUs = "Made by Outrigger";
constexpr std::string_view kImported =
    "# Written by `outrigger import`, unchanged while this fits: ";

/// Why a file cannot be written, or empty.
std::string why_not_writable(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return "it is a folder";
  if (fs::exists(path, error))
    return access(path.c_str(), W_OK) == 0 ? "" : std::string(std::strerror(errno));
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::exists(folder, error))
    return fmt::format("there is no folder '{}'; make it first", folder.string());
  if (!fs::is_directory(folder, error)) return fmt::format("'{}' is no folder", folder.string());
  return access(folder.c_str(), W_OK | X_OK) == 0
             ? ""
             : fmt::format("folder '{}': {}", folder.string(), std::strerror(errno));
}

const char* name_of(Output::Kind kind) {
  switch (kind) {
    case Output::Kind::columns:
      return "columns";
    case Output::Kind::recording:
      return "recording";
    case Output::Kind::events:
      return "list of events";
    case Output::Kind::plot:
      return "plot";
    case Output::Kind::page:
      return "page";
    case Output::Kind::mesh:
      return "mesh";
    case Output::Kind::machine_file:
      return "machine file";
  }
  return "output";
}

/// The first bytes of a file, or all of it.
std::string begin_of(const std::string& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(most, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string content_mark(std::string_view text) {
  Hash h;
  h.add_bytes(text.data(), text.size());
  return fmt::format("{}{:016x}\n", kImported, h.value());
}

/// Whether Outrigger wrote a file as this kind of output, and nobody changed it as far as one can tell.
bool is_ours(const Output& output) {
  constexpr std::size_t kBegin = 1 << 16;
  const std::string begin = begin_of(output.path, std::max(kBegin, output.first_line.size() + 1));
  if (begin.empty()) return true;
  switch (output.kind) {
    case Output::Kind::columns:
      return begin.starts_with(output.first_line + "\n");
    case Output::Kind::recording:
      return begin.starts_with("{\"outrigger_recording\":");
    case Output::Kind::events:
      return begin.starts_with("{\"kind\":\"");
    case Output::Kind::plot:
    case Output::Kind::page:
      // Some kinds of pictures have their description at the end.
      return begin.find(kMadeByUs) != std::string::npos ||
             begin_of(output.path, std::size_t{32} << 20).find(kMadeByUs) != std::string::npos;
    case Output::Kind::mesh:
      return begin.substr(0, 80).find(kMadeByUs) != std::string::npos;
    case Output::Kind::machine_file: {
      const std::string text = begin_of(output.path, std::size_t{64} << 20);
      const std::size_t last = text.rfind(kImported);
      return last != std::string::npos &&
             text.substr(last) == content_mark(std::string_view(text).substr(0, last));
    }
  }
  return false;
}

}  // namespace

void check_writable(const std::string& what, const std::string& path) {
  if (path.empty()) return;
  const std::string why = why_not_writable(path);
  if (!why.empty()) throw Error(fmt::format("cannot write the {} '{}': {}", what, path, why));
}

std::string picture_path(const std::string& given) {
  if (given.empty()) return given;
  std::string ending = fs::path(given).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto known = {".png", ".svg", ".pdf", ".jpg", ".jpeg"};
  if (!ending.empty() && std::find(known.begin(), known.end(), ending) == known.end())
    throw Error(fmt::format(
        "cannot draw the plot '{}': its name must end in .png, .svg, .pdf or .jpg", given));
  const std::string path = ending.empty() ? given + ".png" : given;
  check_writable("plot", path);
  return path;
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw Error(fmt::format("cannot make the folder '{}': {}", path, error.message()));
}

// ---------------------------------------------------------------------------- what may be replaced

void OutputCheck::add_input(const std::string& path) {
  if (!path.empty()) inputs_.push_back(path);
}

void OutputCheck::add_machine(const std::string& file,
                              const std::vector<description::SourceFile>& files,
                              const description::Machine& machine) {
  add_input(file);
  for (const auto& f : files) add_input((fs::path(file).parent_path() / f.path).string());
  add_meshes(machine.shapes);
  for (const auto& v : machine.visuals) add_input(v.file);
}

void OutputCheck::add_meshes(const std::vector<description::ContactShape>& shapes) {
  for (const auto& s : shapes) add_input(s.file);
}

void OutputCheck::check(const Output& output) {
  if (output.path.empty()) return;
  const char* what = name_of(output.kind);
  check_writable(what, output.path);
  std::error_code error;
  const fs::path place = fs::weakly_canonical(output.path, error);
  const auto same = [&](const std::string& other) {
    return (!place.empty() && place == fs::weakly_canonical(other, error)) ||
           fs::equivalent(output.path, other, error);
  };
  const bool regular = fs::is_regular_file(output.path, error);
  for (const std::string& input : inputs_)
    if (same(input))
      throw Error(
          fmt::format("the {} '{}' would replace a file that this command reads: give another name",
                      what, output.path));
  for (const Output& other : outputs_)
    if ((regular || !fs::exists(output.path, error)) && same(other.path))
      throw Error(fmt::format("the {} and the {} would be the same file '{}': give two names",
                              name_of(other.kind), what, output.path));
  outputs_.push_back(output);
  if (force_ || !regular || is_ours(output)) return;
  throw Error(
      fmt::format("the {} '{}' would replace a file that is no {} of Outrigger's{}: give another "
                  "name, or --force to replace it",
                  what, output.path, output.kind == Output::Kind::columns ? "such table" : what,
                  output.kind == Output::Kind::machine_file ? " or was edited" : ""));
}

// ---------------------------------------------------------------------------- writing

OutputFile::OutputFile(const std::string& path) : path_(path), out_(path, std::ios::binary) {
  if (!out_) throw Error(fmt::format("cannot write '{}'", path));
}

void OutputFile::write(const std::string& text) {
  out_ << text;
  if (!out_) throw Error(fmt::format("writing '{}' failed (disk full?)", path_));
}

void OutputFile::close() {
  out_.close();
  if (!out_) throw Error(fmt::format("writing '{}' failed (disk full?)", path_));
}

TemporaryFile::TemporaryFile() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  path_ = ((error ? fs::path("/tmp") : folder) / "outrigger_XXXXXX").string();
  const int made = mkstemp(path_.data());
  if (made < 0)
    throw Error(
        fmt::format("no temporary file could be made ('{}': {})", path_, std::strerror(errno)));
  ::close(made);
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

std::string marked_machine_text(const std::string& text) { return text + content_mark(text); }

}  // namespace outrigger::app
