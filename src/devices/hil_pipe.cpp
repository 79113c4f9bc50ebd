#include "devices/hil_pipe.h"

#include <algorithm>
#include <cstring>

namespace outrigger::devices {

HilPipe::HilPipe(Transport transport, Descriptor socket)
    : transport_(transport), socket_(std::move(socket)), read_(2 * (kHilHeader + kMostHilPayload)) {
  if (transport == Transport::tcp) unsent_.reserve(kMostUnsent);
}

HilPipe::Got HilPipe::next(Message& message) {
  if (transport_ == Transport::tcp) return next_of_stream(message);
  const Moved m = receive(socket_, read_);
  if (m.how != Moved::How::done) return Got::nothing;
  const std::span<const std::uint8_t> bytes(read_.data(), m.bytes);
  const auto header = read_hil_header(bytes);
  if (!header || header->length != m.bytes - kHilHeader || header->length > kMostHilPayload)
    return Got::garbage;
  message = {*header, bytes.subspan(kHilHeader)};
  return Got::message;
}

HilPipe::Got HilPipe::next_of_stream(Message& message) {
  const auto whole = [&]() -> Got {
    const std::span<const std::uint8_t> bytes(read_.data() + begin_, end_ - begin_);
    if (bytes.size() < kHilHeader) return Got::nothing;
    const auto header = read_hil_header(bytes);
    if (!header || header->length > kMostHilPayload) return Got::garbage;
    if (bytes.size() < kHilHeader + header->length) return Got::nothing;
    message = {*header, bytes.subspan(kHilHeader, header->length)};
    begin_ += kHilHeader + header->length;
    return Got::message;
  };
  if (const Got got = whole(); got != Got::nothing) return got;
  // What is left moves to the front: less than a message, so there is always room.
  std::memmove(read_.data(), read_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const Moved m = receive(socket_, std::span(read_).subspan(end_));
  if (m.how == Moved::How::closed) return Got::closed;
  if (m.how == Moved::How::nothing) return Got::nothing;
  end_ += m.bytes;
  return whole();
}

bool HilPipe::send(std::span<const std::uint8_t> message) {
  if (transport_ == Transport::udp) {
    // A datagram that cannot leave is lost, as any other.
    devices::send(socket_, message);
    return true;
  }
  if (!unsent_.empty()) {
    const Moved m = devices::send(socket_, unsent_);
    if (m.how == Moved::How::closed) return false;
    unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(m.bytes));
  }
  std::size_t sent = 0;
  if (unsent_.empty()) {
    const Moved m = devices::send(socket_, message);
    if (m.how == Moved::How::closed) return false;
    sent = m.bytes;
  }
  if (unsent_.size() + message.size() - sent > kMostUnsent) return false;
  unsent_.insert(unsent_.end(), message.begin() + static_cast<std::ptrdiff_t>(sent), message.end());
  return true;
}

}  // namespace outrigger::devices
