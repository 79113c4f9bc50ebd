/// A run of a written machine has the same bits: nothing that matters was rounded or reordered.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/writer.h"
#include "sim/world.h"

namespace outrigger {
namespace {

using namespace description;

TEST(Writer, BundledMachinesMoveWithTheSameBits) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("machines")))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const Machine machine = read_machine_file(file);
    ReadOptions options;
    options.include_directory = file.parent_path();
    const std::string text = machine_text(machine, {file.string(), {}});
    sim::World first(machine), second(read_machine_text(text, file.string(), options));
    for (int i = 0; i < 50; ++i) {
      first.step();
      second.step();
      ASSERT_EQ(first.hash(), second.hash()) << file.filename() << " step " << i;
    }
  }
}

}  // namespace
}  // namespace outrigger
