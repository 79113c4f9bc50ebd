/// Commands of researchers: validate, bench, identify, inverse. They stand on most of the code, and a
/// seat on little of it, so they are in a program of their own, outrigger-lab, and whoever only wants to
/// drive need not wait for it to compile. Here its options have been read; it reads them again.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "outrigger/commands.h"

namespace outrigger::app {

namespace {

/// Becomes outrigger-lab with the words we were called with.
int hand_over() {
  const std::string program =
      (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "outrigger-lab").string();
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string words((std::istreambuf_iterator<char>(file)), {});
  std::vector<char*> arguments;
  for (std::size_t begin = 0; begin < words.size(); begin = words.find('\0', begin) + 1)
    arguments.push_back(words.data() + begin);
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw Error("this command is part of '" + program + "', which could not be started (" +
              std::strerror(errno) +
              "); ./outrigger builds it, and so does the target outrigger_lab");
}

}  // namespace

int validate(const ValidateOptions&) { return hand_over(); }
int bench(const BenchOptions&) { return hand_over(); }
int identify(const IdentifyOptions&) { return hand_over(); }
int inverse(const InverseOptions&) { return hand_over(); }

}  // namespace outrigger::app
