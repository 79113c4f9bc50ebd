#include "description/source_file.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "description/limits.h"

namespace outrigger::description {

namespace fs = std::filesystem;

namespace {

std::string why_not_readable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "no such file";
  if (error) return error.message();
  if (fs::is_directory(status)) return "is a directory, not a file";
  if (!fs::is_regular_file(status)) return "is not a regular file";
  return {};
}

}  // namespace

FileContent load_file(const fs::path& path) {
  FileContent content;
  content.problem = why_not_readable(path);
  if (!content.problem.empty()) return content;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kMaxFileBytes) {
    content.problem = fmt::format("larger than {} MiB", kMaxFileBytes >> 20);
    return content;
  }
  std::ifstream stream(path, std::ios::binary);
  content.text.resize(error ? 0 : size);
  stream.read(content.text.data(), static_cast<std::streamsize>(content.text.size()));
  if (stream.bad() || !stream.is_open()) {
    content.problem = "cannot be read";
    return content;
  }
  content.text.resize(static_cast<std::size_t>(stream.gcount()));
  return content;
}

}  // namespace outrigger::description
