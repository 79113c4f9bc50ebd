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
    for (const recorder::Change& c : r.changes) {
      OUTRIGGER_ASSERT(c.tick >= before && c.tick <= r.ticks());
      OUTRIGGER_ASSERT(c.reset || c.inputs.size() == r.header.inputs.size());
      before = c.tick;
    }
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
