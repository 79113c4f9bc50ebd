#include "recorder/packing.h"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "recorder/line_format.h"

namespace outrigger::recorder {

namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kKey = 4;  ///< words that must be equal for a copy to begin

std::uint64_t word_at(std::string_view bytes, std::size_t word) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + word * kWord, kWord);
  return value;
}

/// Of kKey words. Only equal words are copied, so that two with one key cost size, nothing else.
std::uint64_t key_at(std::string_view bytes, std::size_t word) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < kKey; ++i)
    key = (key ^ word_at(bytes, word + i)) * 0x9e3779b97f4a7c15u + (key >> 29);
  return key;
}

void put_number(std::uint64_t value, std::string& out) {
  do {
    out.push_back(static_cast<char>((value & 127u) | (value > 127u ? 128u : 0u)));
    value >>= 7;
  } while (value > 0);
}

bool get_number(std::string_view& in, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 63 && !in.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 127u) << shift;
    if ((byte & 128u) == 0) return true;
  }
  return false;
}

}  // namespace

std::string pack(std::string_view bytes) {
  std::string small(compressBound(static_cast<uLong>(bytes.size())), '\0');
  auto size = static_cast<uLongf>(small.size());
  if (compress2(reinterpret_cast<Bytef*>(small.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                6) != Z_OK)
    return {};
  small.resize(size);
  return to_base64(small);
}

std::optional<std::string> unpack(std::string_view packed, std::size_t most) {
  const auto small = from_base64(packed);
  if (!small) return std::nullopt;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::string in = *small, out;
  std::vector<char> part(1 << 16);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  int state = Z_OK;
  while (state == Z_OK && out.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(part.data(), part.size() - stream.avail_out);
    if (state == Z_BUF_ERROR) break;  // it is cut off
  }
  const bool whole = state == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (!whole || out.size() > most) return std::nullopt;
  return out;
}

std::string delta(std::string_view before, std::string_view now) {
  const std::size_t words = now.size() / kWord, old = before.size() / kWord;
  std::unordered_map<std::uint64_t, std::size_t> places;  // the first with each key
  for (std::size_t i = 0; i + kKey <= old; ++i) places.emplace(key_at(before, i), i);
  std::string out;
  put_number(now.size(), out);
  std::size_t at = 0, begin = 0;  // of what is new
  const auto put_new = [&](std::size_t end) {
    if (end == begin) return;
    put_number(2 * (end - begin) + 1, out);
    out.append(now.substr(begin * kWord, (end - begin) * kWord));
  };
  while (at < words) {
    std::size_t from = old, length = 0;
    const auto try_from = [&](std::size_t place) {
      std::size_t n = 0;
      while (place + n < old && at + n < words &&
             word_at(before, place + n) == word_at(now, at + n))
        ++n;
      if (n > length) from = place, length = n;
    };
    // Most things stay where they were.
    if (at < old) try_from(at);
    if (length < kKey && at + kKey <= words)
      if (const auto found = places.find(key_at(now, at)); found != places.end())
        try_from(found->second);
    if (length < kKey) {
      ++at;
      continue;
    }
    put_new(at);
    put_number(2 * length, out);
    put_number(from, out);
    at += length;
    begin = at;
  }
  put_new(words);
  out.append(now.substr(words * kWord));
  return out;
}

std::optional<std::string> apply_delta(std::string_view before, std::string_view delta) {
  std::uint64_t size = 0;
  if (!get_number(delta, size) || size > kMostUnpacked) return std::nullopt;
  const std::size_t words = size / kWord;
  std::string out;
  while (out.size() < words * kWord) {
    std::uint64_t code = 0, from = 0;
    if (!get_number(delta, code)) return std::nullopt;
    const std::uint64_t length = code / 2;
    if (length == 0 || length > words - out.size() / kWord) return std::nullopt;
    if (code % 2 == 1) {
      if (delta.size() < length * kWord) return std::nullopt;
      out.append(delta.substr(0, length * kWord));
      delta.remove_prefix(length * kWord);
      continue;
    }
    if (!get_number(delta, from) || from > before.size() / kWord ||
        length > before.size() / kWord - from)
      return std::nullopt;
    out.append(before.substr(from * kWord, length * kWord));
  }
  if (delta.size() != size % kWord) return std::nullopt;
  out.append(delta);
  return out;
}

}  // namespace outrigger::recorder
