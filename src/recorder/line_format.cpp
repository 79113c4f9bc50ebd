#include "recorder/line_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "base/hash.h"

namespace outrigger::recorder {

namespace {

constexpr std::string_view kSealStart = ",\"sum\":\"";
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string checksum(std::string_view text) {
  Hash h;
  h.add_bytes(text.data(), text.size());
  return to_hex(h.value());
}

/// Value of every character, -1 for those that are not base64.
const std::array<int, 256>& base64_values() {
  static const std::array<int, 256> values = [] {
    std::array<int, 256> v;
    v.fill(-1);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
      v[static_cast<unsigned char>(kAlphabet[i])] = static_cast<int>(i);
    return v;
  }();
  return values;
}

}  // namespace

std::string seal(std::string object) {
  OUTRIGGER_ASSERT(object.size() > 2 && object.back() == '}');
  object.pop_back();
  const std::string sum = checksum(object);
  return object.append(kSealStart).append(sum).append("\"}\n");
}

bool seal_intact(std::string_view line) {
  constexpr std::size_t length = kSealStart.size() + 16 + 2;
  if (line.size() <= length || !line.ends_with("\"}")) return false;
  const std::string_view end = line.substr(line.size() - length);
  return end.starts_with(kSealStart) &&
         end.substr(kSealStart.size(), 16) == checksum(line.substr(0, line.size() - length));
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text.push_back(k <= count ? kAlphabet[word >> (18 - 6 * k) & 63u] : '=');
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    unsigned word = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_padding = i + k >= text.size() - padding;
      const int value = is_padding ? 0 : base64_values()[static_cast<unsigned char>(text[i + k])];
      if (value < 0) return std::nullopt;
      word = word << 6 | static_cast<unsigned>(value);
    }
    for (int shift = 16; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<char>(word >> shift & 255u));
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

std::string to_hex(std::uint64_t word) { return fmt::format("{:016x}", word); }

std::optional<std::uint64_t> from_hex(std::string_view digits) {
  if (digits.size() != 16) return std::nullopt;
  std::uint64_t word = 0;
  for (char c : digits) {
    const int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (value < 0) return std::nullopt;
    word = word << 4 | static_cast<unsigned>(value);
  }
  return word;
}

}  // namespace outrigger::recorder
