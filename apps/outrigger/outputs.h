/// Files that a command will write: checked before its work begins, and written to their end or not
/// without an error.
///
/// Three rules. An output never replaces a file that the same command reads, by whatever name. It replaces
/// a file that Outrigger wrote as the same kind of output, so that a command can be repeated. Any other
/// file is replaced only with --force. What is no regular file (/dev/null, a pipe) is written to.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "description/description.h"
#include "description/reader.h"

namespace outrigger::app {

/// Throws Error when the file could not be written: "cannot write the plot '/a/b.png': there is no
/// folder '/a'". Nothing is written or made. An empty path is none, and fine.
void check_writable(const std::string& what, const std::string& path);

/// The picture that is written for the name given: .png is added where it has no ending. Throws Error
/// for endings that cannot be drawn, and as check_writable. Empty for an empty name.
std::string picture_path(const std::string& given);

/// Makes the folder and those above it. Throws Error when that is not possible.
void make_folder(const std::string& path);

/// A file that a command is about to write.
struct Output {
  enum class Kind { columns, recording, events, plot, page, mesh, machine_file };
  Kind kind = Kind::columns;
  std::string path;
  std::string first_line;  ///< columns: the names. Ours are those that begin with the same ones
};

/// The rules above for one command.
class OutputCheck {
 public:
  /// `force`: files of others may be replaced. Inputs never are.
  explicit OutputCheck(bool force) : force_(force) {}

  /// Something that the command reads; need not exist.
  void add_input(const std::string& path);
  /// A machine file, the files it includes (ReadOptions::files_read) and the meshes of its shapes.
  void add_machine(const std::string& file, const std::vector<description::SourceFile>& files,
                   const description::Machine& machine);
  void add_meshes(const std::vector<description::ContactShape>& shapes);

  /// Throws Error when the output must not be written, or is the same file as one checked before. An
  /// empty path is none, and fine.
  void check(const Output& output);

 private:
  bool force_ = false;
  std::vector<std::string> inputs_;
  std::vector<Output> outputs_;
};

/// A text file that is written piece by piece. Errors are thrown at once, or by close().
class OutputFile {
 public:
  /// Throws Error when it cannot be opened.
  explicit OutputFile(const std::string& path);
  void write(const std::string& text);
  /// To be called at the end: what the disk did not take is an Error here, not a shorter file.
  void close();

 private:
  std::string path_;
  std::ofstream out_;
};

/// A file of the program's own for a while, in the folder for such files; gone at the end.
class TemporaryFile {
 public:
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The text of an imported machine file with a last line by which it is known again as long as nobody
/// edits it.
std::string marked_machine_text(const std::string& text);

}  // namespace outrigger::app
