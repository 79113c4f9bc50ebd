/// Any bytes as a message of a client: a message, or a sentence why it is none.
// needs: network wire
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/assert.h"
#include "network/wire.h"

using namespace outrigger;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const network::Decoded decoded =
      network::decode_client_message({reinterpret_cast<const char*>(data), size});
  OUTRIGGER_ASSERT(decoded.message.has_value() == decoded.problem.empty());
  if (!decoded.message) return 0;
  if (const auto* command = std::get_if<frames::Command>(&*decoded.message)) {
    OUTRIGGER_ASSERT(std::isfinite(command->value));
    OUTRIGGER_ASSERT(command->text.size() <= frames::CommandQueue::kMaxEditText);
    OUTRIGGER_ASSERT(command->text.find('\n') == std::string::npos);
  }
  if (const auto* hello = std::get_if<network::Hello>(&*decoded.message))
    OUTRIGGER_ASSERT(hello->token.size() <= network::kMaxTokenBytes);
  return 0;
}
