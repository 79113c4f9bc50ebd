/// Any bytes as a recording: read as far as it is intact, or refused by outrigger::Error. Each input
/// is read as it is and again with a right checksum on every line, because no fuzzer guesses those.
// needs: recorder
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "base/assert.h"
#include "base/error.h"
#include "recorder/line_format.h"
#include "recorder/recording.h"

namespace {

using namespace outrigger;

void read(const std::string& text) {
  std::istringstream in(text);
  try {
    const recorder::Recording r = recorder::read_recording(in, "fuzz.jsonl");
    OUTRIGGER_ASSERT(r.header.step > 0.0 && !r.header.files.empty());
    std::int64_t before = 0;
    for (const sim::StampedCommand& c : r.commands) {
      OUTRIGGER_ASSERT(c.tick >= before && c.tick <= r.ticks());
      if (const auto* inputs = std::get_if<sim::SetInputs>(&c.command))
        OUTRIGGER_ASSERT(inputs->values.size() == r.header.inputs.size());
      // What could be read can be written and read again.
      OUTRIGGER_ASSERT(sim::to_text(sim::command_from_text(sim::to_text(c.command))) ==
                       sim::to_text(c.command));
      OUTRIGGER_ASSERT(!sim::sentence(c.command).empty());
      before = c.tick;
    }
    for (const sim::Event& e : r.events) sim::to_text(e);
    for (const recorder::RecordedSnapshot& s : r.snapshots)
      OUTRIGGER_ASSERT(s.tick >= 0 && s.tick <= r.ticks());
    OUTRIGGER_ASSERT(r.complete || !r.problems.empty());
  } catch (const Error&) {
  }
}

std::string sealed(const std::string& text) {
  std::istringstream in(text);
  std::string line, out;
  while (std::getline(in, line))
    out += line.size() > 2 && line.back() == '}' ? recorder::seal(line) : line + "\n";
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text);
  read(sealed(text));
  return 0;
}
