/// Measured records, as the commands of researchers read them.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "base/error.h"
#include "identify/record.h"

namespace outrigger::app {

/// Whether a command can do with cells in which nothing was measured.
enum class Gaps { allowed, refused };

/// The reader advises to leave bad cells empty, which is of no use for times, nor where a motion must
/// have no gaps.
inline std::string fitting_advice(const std::string& problem, Gaps gaps) {
  const std::size_t advice = problem.find("; leave the cell empty");
  if (advice == std::string::npos) return problem;
  if (gaps == Gaps::refused)
    return problem.substr(0, advice) +
           "; a motion has no gaps: fill it in, or cut the record there";
  const bool time = problem.find(": time: '") != std::string::npos;
  return time ? problem.substr(0, advice) + "; fill it in, or remove the row" : problem;
}

inline identify::Record read_measured(const std::string& path, Gaps gaps) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found)
    throw Error(fmt::format("{}: the measured record cannot be read: no such file", path));
  if (std::filesystem::is_directory(status))
    throw Error(fmt::format("{}: the measured record cannot be read: it is a folder", path));
  try {
    return identify::read_record(path);
  } catch (const Error& problem) {
    throw Error(fitting_advice(problem.what(), gaps));
  }
}

}  // namespace outrigger::app
