/// The command line of the same build, for tests that run it as people do.
#pragma once

#include <filesystem>
#include <string>

namespace outrigger::testing_support {

/// build/<preset>/outrigger, beside the folder of the running test.
inline std::string app() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "outrigger")
      .string();
}

}  // namespace outrigger::testing_support
