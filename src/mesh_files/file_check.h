/// Looks over a file before the importer does, to find what it would not tell: the line of a wrong
/// number or index, half a file, a file of another kind, counts that the file cannot hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mesh_files/mesh_file.h"

namespace outrigger::mesh_files {

struct FileCheck {
  std::string error;               ///< what is wrong and what to do; empty: go on
  std::size_t line = 0;            ///< of the error, from 1; 0: no line
  std::vector<std::string> notes;  ///< what the file says of itself
  std::size_t used_size = 0;       ///< bytes of the file that matter
  double unit = 1.0;               ///< metres per unit, as the file states
  UpAxis up = UpAxis::as_file;     ///< as the file states; as_file: it states none
};

/// Never throws for what is in the bytes. Linear in their number.
FileCheck check_file(std::string_view bytes, Format format);

// The parts of check_file, one per format.
FileCheck check_obj(std::string_view bytes);
FileCheck check_stl(std::string_view bytes);
FileCheck check_ply(std::string_view bytes);
FileCheck check_gltf(std::string_view bytes);
FileCheck check_glb(std::string_view bytes);
FileCheck check_dae(std::string_view bytes);

/// The lines of a text and the words of a line.
class Lines {
 public:
  explicit Lines(std::string_view text) : left_(text) {}
  /// The next line without its end; false at the end of the text.
  bool next(std::string_view& line);
  std::size_t number() const { return number_; }  ///< of the line given last, from 1

 private:
  std::string_view left_;
  std::size_t number_ = 0;
};
/// Takes the next word (between blanks) off the front; empty when there is none.
std::string_view next_word(std::string_view& line);

/// What three words say as coordinates; an error text where they do not.
std::string coordinate_error(std::string_view line, std::string_view what);
/// Printable characters of a text, at most 80.
std::string printable(std::string_view text);

}  // namespace outrigger::mesh_files
