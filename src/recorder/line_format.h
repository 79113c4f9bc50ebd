/// Lines of a recording: JSON objects whose last member is a checksum of what stands before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace outrigger::recorder {

/// `{"a":1}` becomes `{"a":1,"sum":"..."}` and a line break. The object must not be empty.
std::string seal(std::string object);

/// True when the line (without its break) carries the checksum of its content.
bool seal_intact(std::string_view line);

std::string to_base64(std::string_view bytes);
/// Nothing when the text is not base64.
std::optional<std::string> from_base64(std::string_view text);

std::string to_hex(std::uint64_t word);
std::optional<std::uint64_t> from_hex(std::string_view sixteen_digits);

}  // namespace outrigger::recorder
