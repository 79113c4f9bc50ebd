/// Any bytes as a URDF file: imported, or refused by outrigger::Error; what passes is written as a
/// machine file that the reader accepts. No file is opened.
// needs: imports description
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/assert.h"
#include "base/error.h"
#include "description/reader.h"
#include "description/writer.h"
#include "imports/urdf.h"

using namespace outrigger;

namespace {

void check(std::string_view text, bool free_root) {
  imports::UrdfOptions options;
  options.free_root = free_root;
  options.drives = free_root;
  options.look_at_files = false;
  imports::ImportedMachine imported;
  try {
    imported = imports::import_urdf_text(text, "fuzz.urdf", options);
  } catch (const Error&) {
    return;
  }
  // Numbers up to the limit of files may overflow or vanish where they are multiplied; the reader
  // refuses what is left of such machines.
  std::string written;
  try {
    written = description::machine_text(imported.machine);
    const description::Machine machine = description::read_machine_text(written, "fuzz.yaml");
    OUTRIGGER_ASSERT(machine.bodies.size() == imported.machine.bodies.size() &&
                     machine.joints.size() == imported.machine.joints.size());
  } catch (const Error& e) {
    OUTRIGGER_ASSERT(std::string_view(e.what()).find("unknown") == std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, false);
  check(text, true);
  return 0;
}
