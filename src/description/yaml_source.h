/// From the bytes of a file to a tree of nodes, by yaml-cpp's event interface.
///
/// Why not YAML::Load: its nodes are shared by aliases (a small file can describe an endless or
/// exponential tree), forget duplicate keys, and lose whether a scalar was quoted.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "description/node.h"

namespace outrigger::description {

/// The text is not what we call YAML. `line` counts from 1; 0 means the file as a whole.
struct SourceError : std::runtime_error {
  SourceError(int where, const std::string& text) : std::runtime_error(text), line(where) {}
  int line;
};

/// Parses one YAML document. Accepts a byte order mark and CRLF line ends. Refuses, by SourceError:
/// more than kMaxFileBytes, binary data and text that is not UTF-8, control characters (written as
/// escapes too), a quote that is not closed, tabs in the indentation, tags, several documents, an empty document, and whatever exceeds limits.h.
Node parse_yaml(std::string_view text);

}  // namespace outrigger::description
