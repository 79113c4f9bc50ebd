/// Any bytes as a machine file: read, or refused by outrigger::Error; nothing else.
///
///   cmake --preset asan && cmake --build --preset asan
///   mkdir found && build/asan/fuzz/machine_file_fuzz found tests/fuzz/corpus/machine_file_fuzz
// needs: description
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "description/reader.h"

namespace {

using namespace outrigger::description;

/// What holds for every machine that the reader lets pass.
void check(const Machine& machine) {
  for (const Body& b : machine.bodies) {
    OUTRIGGER_ASSERT(std::isfinite(b.mass) && b.mass >= 0.0, b.name);
    OUTRIGGER_ASSERT(b.centre.allFinite() && b.inertia.allFinite(), b.name);
    OUTRIGGER_ASSERT(b.pose.position.allFinite() && b.pose.rotation.allFinite(), b.name);
    OUTRIGGER_ASSERT((b.pose.rotation.transpose() * b.pose.rotation).isIdentity(1e-9), b.name);
  }
  for (const Joint& j : machine.joints) {
    OUTRIGGER_ASSERT(j.body_a != j.body_b && !j.body_a.empty() && !j.body_b.empty(), j.name);
    OUTRIGGER_ASSERT(j.point_a.allFinite() && j.point_b.allFinite(), j.name);
    OUTRIGGER_ASSERT(j.axis_a.norm() > 0.0 && j.axis_b.norm() > 0.0, j.name);
  }
}

void read(std::string_view text, const std::vector<std::string>& variants) {
  try {
    ReadOptions options;
    options.variants = variants;
    check(read_machine_text(text, "fuzz.yaml", options));
  } catch (const outrigger::Error&) {
  }
}

std::vector<std::string> variants_of(std::string_view text) {
  try {
    return machine_text_variants(text, "fuzz.yaml");
  } catch (const outrigger::Error&) {
    return {};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text, {});
  const std::vector<std::string> variants = variants_of(text);
  if (!variants.empty()) read(text, variants);
  return 0;
}
