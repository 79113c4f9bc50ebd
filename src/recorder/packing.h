/// Makes the lines of recordings small.
///
///   pack      zlib, then base64 (a line of JSON may hold no other bytes)
///   delta     what is new in `now` beside `before`, both in words of 8 bytes: a list of
///             [copied from, words] and [new, words, the words]
///
/// Snapshots of one run differ in the numbers of what moves and in the tiles of ground and soil that were worked on;
/// the rest is copied. Unpacked and applied, both give the same bytes again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace outrigger::recorder {

/// A packed line of a recording that anybody may have made becomes no longer than this [bytes].
inline constexpr std::size_t kMostUnpacked = std::size_t{1} << 28;

std::string pack(std::string_view bytes);
/// Nothing for what is damaged, or would be longer than `most`.
std::optional<std::string> unpack(std::string_view packed, std::size_t most = kMostUnpacked);

std::string delta(std::string_view before, std::string_view now);
/// Nothing for what is no delta of `before`, or would be longer than kMostUnpacked.
std::optional<std::string> apply_delta(std::string_view before, std::string_view delta);

}  // namespace outrigger::recorder
