#include "devices/hil_message.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/assert.h"

namespace outrigger::devices {

namespace {

constexpr std::uint8_t kMagic[4] = {'O', 'H', 'I', 'L'};
static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

template <class T>
void put_number(std::vector<std::uint8_t>& bytes, T value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
T number_at(std::span<const std::uint8_t> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void begin_message(HilType type, std::size_t length, std::vector<std::uint8_t>& bytes) {
  OUTRIGGER_ASSERT(length <= kMostHilPayload);
  bytes.assign(kMagic, kMagic + 4);
  bytes.push_back(kHilVersion);
  bytes.push_back(static_cast<std::uint8_t>(type));
  put_number(bytes, static_cast<std::uint16_t>(length));
}

void put_values(std::span<const double> values, std::vector<std::uint8_t>& bytes) {
  const std::size_t at = bytes.size();
  bytes.resize(at + values.size_bytes());
  if (!values.empty()) std::memcpy(bytes.data() + at, values.data(), values.size_bytes());
}

void get_values(std::span<const std::uint8_t> from, std::vector<double>& values) {
  values.resize(from.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), from.data(), values.size() * sizeof(double));
}

}  // namespace

std::optional<HilHeader> read_hil_header(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHilHeader || !std::equal(kMagic, kMagic + 4, bytes.begin())) return {};
  return HilHeader{bytes[4], bytes[5], number_at<std::uint16_t>(bytes, 6)};
}

void write_hil_text(HilType type, std::string_view text, std::vector<std::uint8_t>& bytes) {
  text = text.substr(0, kMostHilText);
  begin_message(type, text.size(), bytes);
  bytes.insert(bytes.end(), text.begin(), text.end());
}

void write_hil_outputs(const HilOutputs& head, std::span<const double> values,
                       std::vector<std::uint8_t>& bytes) {
  OUTRIGGER_ASSERT(values.size() <= kMostHilOutputs);
  begin_message(HilType::outputs, kHilOutputsHead + values.size_bytes(), bytes);
  put_number(bytes, head.session);
  put_number(bytes, head.state);
  put_number(bytes, head.exchange);
  put_number(bytes, head.step);
  put_number(bytes, head.time);
  put_number(bytes, static_cast<std::uint32_t>(values.size()));
  put_number(bytes, head.missed);
  put_values(values, bytes);
}

void write_hil_inputs(const HilInputs& head, std::span<const double> values,
                      std::vector<std::uint8_t>& bytes) {
  OUTRIGGER_ASSERT(values.size() <= kMostHilInputs);
  begin_message(HilType::inputs, kHilInputsHead + values.size_bytes(), bytes);
  put_number(bytes, head.session);
  put_number(bytes, std::uint32_t{0});
  put_number(bytes, head.answers);
  put_number(bytes, static_cast<std::uint32_t>(values.size()));
  put_number(bytes, std::uint32_t{0});
  put_values(values, bytes);
}

bool read_hil_outputs(std::span<const std::uint8_t> payload, HilOutputs& head,
                      std::vector<double>& values) {
  if (payload.size() < kHilOutputsHead) return false;
  const auto count = number_at<std::uint32_t>(payload, 32);
  if (count > kMostHilOutputs || payload.size() != kHilOutputsHead + count * sizeof(double))
    return false;
  head.session = number_at<std::uint32_t>(payload, 0);
  head.state = number_at<std::uint32_t>(payload, 4);
  head.exchange = number_at<std::uint64_t>(payload, 8);
  head.step = number_at<std::uint64_t>(payload, 16);
  head.time = number_at<double>(payload, 24);
  head.missed = number_at<std::uint32_t>(payload, 36);
  get_values(payload.subspan(kHilOutputsHead), values);
  return true;
}

bool read_hil_inputs(std::span<const std::uint8_t> payload, HilInputs& head,
                     std::vector<double>& values) {
  if (payload.size() < kHilInputsHead) return false;
  const auto count = number_at<std::uint32_t>(payload, 16);
  if (count > kMostHilInputs || payload.size() != kHilInputsHead + count * sizeof(double))
    return false;
  head.session = number_at<std::uint32_t>(payload, 0);
  head.answers = number_at<std::uint64_t>(payload, 8);
  get_values(payload.subspan(kHilInputsHead), values);
  return true;
}

}  // namespace outrigger::devices
