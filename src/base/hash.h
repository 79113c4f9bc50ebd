/// A 64-bit hash of a sequence of numbers, for "same bits" checks of states, frames and recordings.
///
///   h ← (rotate(h, 29) ^ w K₁ ^ (w K₁ >> 32)) K₂      for each word w
///   value = h ^ count, passed through two xorshift-multiply rounds
///
/// K₁, K₂ are odd, so each step is one to one in w and in h: two sequences that differ in one word
/// never collide, others with a chance of about 2^-64. Not for secrets.
/// Doubles enter by their bits: -0.0 and 0.0 differ, and so do NaNs with different payloads.
/// The value is the same on every little-endian computer.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace outrigger {

class Hash {
 public:
  void add(std::uint64_t word) {
    word *= 0x9e6c63d0876a9a47u;
    word ^= word >> 32;
    state_ = (std::rotl(state_, 29) ^ word) * 0xd1342543de82ef95u;
    ++count_;
  }

  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }

  /// Other integers, enumerations and bool enter as 64-bit words with their sign extended.
  template <typename T>
    requires(std::integral<T> || std::is_enum_v<T>)
  void add(T value) {
    add(static_cast<std::uint64_t>(value));
  }

  /// Eight bytes at a time, the last word filled up with zeros, then the length, so that
  /// ("ab", "c") and ("a", "bc") differ.
  void add_bytes(const void* data, std::size_t size) {
    static_assert(std::endian::native == std::endian::little);
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t begin = 0; begin < size; begin += 8) {
      const std::size_t left = size - begin;
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + begin, left < 8 ? left : 8);
      add(word);
    }
    add(static_cast<std::uint64_t>(size));
  }

  /// The hash of everything added so far; adding may go on.
  std::uint64_t value() const {
    std::uint64_t h = state_ ^ count_;
    h = (h ^ (h >> 31)) * 0xbf9d1b6e8c3a5f27u;
    h = (h ^ (h >> 29)) * 0x94c7a1e35d80b6ebu;
    return h ^ (h >> 32);
  }

 private:
  std::uint64_t state_ = 0x6f7574726967676cu;
  std::uint64_t count_ = 0;
};

}  // namespace outrigger
