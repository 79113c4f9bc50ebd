/// What an import finds on its way: errors, all of them in one exception, and notes about what was
/// left out or decided, each with its line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "description/diagnostics.h"

namespace outrigger::imports {

/// Something that the author of the file should know: what is lost, what was chosen.
struct Note {
  int line = 0;
  std::string text;
  bool change = false;  ///< the machine differs from what the file says, as an option asked for
};

class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}

  /// The file cannot be imported. `path` names the thing ("link 'arm'"), may be empty.
  void error(int line, std::string_view path, std::string_view text) {
    diagnostics_.add(file_, line, path, text);
  }
  void note(int line, std::string text);
  /// A number or part that is other than written. All are kept, however many there are.
  void change(int line, std::string text);

  /// Throws outrigger::Error with all errors, if there are any.
  void throw_if_any() const { diagnostics_.throw_if_any(); }
  bool any_error() const { return diagnostics_.any(); }

  /// By line. Of very many only the first kMaxNotes and all changes are kept, and a last one says so.
  std::vector<Note> take_notes();

  const std::string& file() const { return file_; }

 private:
  static constexpr std::size_t kMaxNotes = 1000;

  std::string file_;
  description::Diagnostics diagnostics_;
  std::vector<Note> notes_;
  std::size_t plain_ = 0, dropped_ = 0;
};

}  // namespace outrigger::imports
