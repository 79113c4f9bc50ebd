/// Any bytes as messages of the hardware protocol: read, or refused; inputs never leave their range.
// needs: devices frames
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "base/error.h"
#include "devices/hil_answers.h"
#include "devices/hil_message.h"

using namespace outrigger;
using namespace outrigger::devices;

namespace {

/// A hello that is read is written and read again to the same.
void read_texts(std::string_view text) {
  try {
    const HilHello hello = read_hil_hello(text);
    OUTRIGGER_ASSERT(hello.outputs.size() <= kMostHilOutputs &&
                     hello.inputs.size() <= kMostHilInputs);
    OUTRIGGER_ASSERT(hello.every >= 1 && hello.lag >= 0 && hello.lag <= kMostHilLag);
    if (to_text(hello).size() <= kMostHilText)
      OUTRIGGER_ASSERT(read_hil_hello(to_text(hello)) == hello);
  } catch (const Error&) {
  }
  try {
    const HilWelcome welcome = read_hil_welcome(text);
    OUTRIGGER_ASSERT(welcome.session != 0 && welcome.step > 0.0);
  } catch (const Error&) {
  }
}

/// Messages one behind the other, between exchanges that the bytes order.
void run_answers(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 3) return;
  HilHello hello;
  hello.mode = bytes[0] % 2 != 0 ? HilHello::Mode::lockstep : HilHello::Mode::free;
  hello.every = 1 + bytes[0] / 2 % 5;
  hello.lag = hello.mode == HilHello::Mode::lockstep ? bytes[1] % (kMostHilLag + 1) : 0;
  HilAnswers answers(hello, {{"a", -1.0, 1.0, 0.0, true}, {"b", 0.0, 3.0, std::nullopt, false}},
                     bytes[2]);
  bytes = bytes.subspan(3);
  HilInputs head;
  HilOutputs outputs;
  std::vector<double> values;
  while (bytes.size() >= 2) {
    const std::size_t size = std::min<std::size_t>(bytes[0], bytes.size() - 1);
    if (size == 0) {
      if (answers.due()) answers.begin_exchange();
      (void)answers.is_waited_for();
      answers.settle();
    } else if (read_hil_inputs(bytes.subspan(1, size), head, values)) {
      answers.take(head.answers, values);
    } else if (read_hil_outputs(bytes.subspan(1, size), outputs, values)) {
      OUTRIGGER_ASSERT(values.size() <= kMostHilOutputs);
    } else if (size == 2) {
      const std::vector<double> given{static_cast<double>(bytes[1]) / 16.0, std::nan("")};
      answers.take(bytes[2], given);
    } else if (size == 3) {
      const std::vector<double> given{-1.0 - bytes[1], static_cast<double>(bytes[2])};
      answers.take(bytes[3], given);
    }
    bytes = bytes.subspan(1 + size);
    OUTRIGGER_ASSERT(answers.values()[0] >= -1.0 && answers.values()[0] <= 1.0);
    OUTRIGGER_ASSERT(answers.values()[1] >= 0.0 && answers.values()[1] <= 3.0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  if (const auto header = read_hil_header(bytes); header) OUTRIGGER_ASSERT(header->length <= 65535);
  read_texts({reinterpret_cast<const char*>(data), size});
  run_answers(bytes);
  return 0;
}
