/// How deep a JSON text nests, before it is read: readers, writers and comparisons of nested values call
/// themselves, and a text of a million brackets would take the stack.
#pragma once

#include <string_view>

namespace outrigger {

/// True when lists and objects of the text are within each other more than `levels` deep. Brackets in
/// texts do not count. Any bytes are allowed.
inline bool json_deeper_than(std::string_view json, int levels) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > levels) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace outrigger
