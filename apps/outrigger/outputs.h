/// Files that a command will write, checked before its work begins.
#pragma once

#include <string>

namespace outrigger::app {

/// Throws Error when the file could not be written: "cannot write the plot '/a/b.png': there is no
/// folder '/a'". Nothing is written or made. An empty path is none, and fine.
void check_writable(const std::string& what, const std::string& path);

/// The picture that is written for the name given: .png is added where it has no ending. Throws Error
/// for endings that cannot be drawn, and as check_writable. Empty for an empty name.
std::string picture_path(const std::string& given);

/// Makes the folder and those above it. Throws Error when that is not possible.
void make_folder(const std::string& path);

}  // namespace outrigger::app
