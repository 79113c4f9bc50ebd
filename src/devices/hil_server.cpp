#include "devices/hil_server.h"

#include <poll.h>
#include <sys/random.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::devices {

using Level = frames::Notice::Level;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kRefusalsPerSecond = 10, kStrangersPerCall = 8;

std::uint32_t random_session() {
  std::uint32_t number = 0;
  while (number == 0)
    if (getrandom(&number, sizeof number, 0) != sizeof number)
      throw Error("no random numbers from the system for a session of hardware");
  return number;
}

/// Takes as long for every wrong token of the same length.
bool same_token(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differ |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  return differ == 0;
}

std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Texts of others for people's screens.
std::string visible(std::string_view text) {
  std::string plain(text);
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '?');
  return plain;
}

}  // namespace

struct HilServer::Peer {
  bool used = false, greeted = false;
  int number = 0;
  HilPipe pipe;
  SocketAddress from;
  HilHello hello;
  std::string hello_text;
  std::uint32_t session = 0;
  HilAnswers answers;
  std::vector<std::size_t> input_index;  ///< by its inputs: of the machine
  std::int64_t heard = 0, sent = 0;
  HilAnswers::State told = HilAnswers::State::waiting;
  std::array<std::int64_t, static_cast<std::size_t>(Word::count)> said{};

  std::string title() const {
    return fmt::format("{} '{}' ({}, {})",
                       hello.role == HilHello::Role::hands ? "device" : "controller", hello.name,
                       from.text(), pipe.transport() == Transport::udp ? "UDP" : "TCP");
  }
};

HilServer::HilServer(const HilSettings& settings, HilMachine machine, HilPlant& plant,
                     frames::NoticeQueue& notices)
    : settings_(settings),
      machine_(std::move(machine)),
      plant_(plant),
      notices_(notices),
      inputs_(machine_.inputs.size()) {
  const SocketAddress wanted = socket_address(settings.address, settings.port);
  if (!wanted.is_loopback() && settings.token.empty())
    throw Error(fmt::format("controllers on {} could be anybody's: give a token that they must say",
                            wanted.text()));
  udp_ = listen_on(Transport::udp, wanted);
  local_ = bound_address(udp_);
  tcp_ = listen_on(Transport::tcp, local_);
  for (int i = 0; i < kMostControllers; ++i) {
    peers_.push_back(std::make_unique<Peer>());
    peers_.back()->number = i;
  }
  bytes_.reserve(kHilHeader + kMostHilPayload);
  values_.reserve(kMostHilOutputs);
}

HilServer::~HilServer() {
  for (auto& p : peers_) {
    if (!p->used || !p->greeted) continue;
    write_hil_text(HilType::bye, "the machine has ended", bytes_);
    p->pipe.send(bytes_);
  }
}

int HilServer::controllers() const {
  return static_cast<int>(std::count_if(peers_.begin(), peers_.end(), [](const auto& p) {
    return p->used && p->greeted && p->answers.is_ready();
  }));
}

HilCounters HilServer::counters() const {
  HilCounters c = counters_;
  for (const auto& p : peers_) {
    if (!p->used) continue;
    c.missed += p->answers.missed();
    c.clamped += p->answers.clamped();
  }
  return c;
}

void HilServer::say(Peer* peer, Word word, Level level, const std::string& text) {
  std::int64_t& last = (peer != nullptr ? peer->said : said_)[static_cast<std::size_t>(word)];
  const std::int64_t now = monotonic_now();
  if (last != 0 && now - last < kSecond) return;
  last = now;
  notices_.post({level, time_, text});
}

// ------------------------------------------------------------------------------------- handshake

HilServer::Peer* HilServer::place_for(Transport transport) {
  const auto found =
      std::find_if(peers_.begin(), peers_.end(), [](const auto& p) { return !p->used; });
  if (found == peers_.end()) return nullptr;
  Peer& p = **found;
  const int number = p.number;
  p = Peer{};
  p.number = number;
  p.used = true;
  p.heard = p.sent = monotonic_now();
  p.hello.name = transport == Transport::udp ? "?" : "not greeted";
  return &p;
}

void HilServer::refuse(Peer* peer, const SocketAddress* to, const std::string& why) {
  ++counters_.refused;
  say(peer, Word::hello, Level::warning,
      fmt::format("a controller at {} was refused: {}",
                  peer != nullptr ? peer->from.text() : to->text(), why));
  // Strangers may lie about who they are: no more than a trickle goes to whom they name.
  if (--refusals_left_ < 0) return;
  write_hil_text(HilType::refuse, why, bytes_);
  if (peer != nullptr) {
    peer->pipe.send(bytes_);
  } else {
    send(udp_, bytes_, to);
  }
}

void HilServer::accept_streams() {
  for (int i = 0; i < kMostControllers; ++i) {
    SocketAddress from;
    from.length = sizeof from.storage;
    Descriptor s = accept_from(tcp_, from);
    if (!s) return;
    Peer* peer = place_for(Transport::tcp);
    if (peer == nullptr) {
      ++counters_.refused;
      say(nullptr, Word::hello, Level::warning,
          fmt::format("a controller at {} was refused: {} are there already", from.text(),
                      kMostControllers));
      continue;
    }
    peer->from = from;
    peer->pipe = HilPipe(Transport::tcp, std::move(s));
  }
}

/// Datagrams of those without a socket of their own.
void HilServer::read_strangers() {
  std::array<std::uint8_t, kHilHeader + kMostHilPayload> buffer;
  for (int i = 0; i < kStrangersPerCall; ++i) {
    SocketAddress from;
    const Moved m = receive(udp_, buffer, &from);
    if (m.how != Moved::How::done) return;
    const std::span<const std::uint8_t> bytes(buffer.data(), m.bytes);
    const auto header = read_hil_header(bytes);
    // Known, but sent before its socket was there.
    const auto known = std::find_if(peers_.begin(), peers_.end(), [&](const auto& p) {
      return p->used && p->pipe.transport() == Transport::udp && p->from == from;
    });
    if (!header || header->length != m.bytes - kHilHeader) {
      ++counters_.bad_messages;
      continue;
    }
    const HilPipe::Message message{*header, bytes.subspan(kHilHeader)};
    if (known != peers_.end()) {
      handle(**known, message);
      continue;
    }
    if (header->version != kHilVersion) {
      ++counters_.wrong_version;
      refuse(nullptr, &from,
             fmt::format("version {} is not spoken here, only {}", header->version, kHilVersion));
      continue;
    }
    if (header->type != static_cast<std::uint8_t>(HilType::hello)) {
      ++counters_.bad_messages;
      continue;
    }
    Peer* peer = place_for(Transport::udp);
    if (peer == nullptr) {
      refuse(nullptr, &from, fmt::format("{} are there already", kMostControllers));
      continue;
    }
    peer->from = from;
    peer->pipe = HilPipe(Transport::udp, udp_for_peer(local_, from));
    if (!peer->pipe.socket()) {
      peer->used = false;
      continue;
    }
    greet(*peer, message.payload);
  }
}

HilWelcome HilServer::welcome(Peer& peer, const HilHello& hello) {
  if (!settings_.token.empty() && !same_token(hello.token, settings_.token))
    throw Error("the token is missing or wrong");
  peer.input_index.clear();
  HilWelcome w{
      random_session(), machine_.name, machine_.step, settings_.deadline, settings_.hold, {}, {}};
  for (const std::string& name : hello.inputs) {
    const auto found = std::find_if(machine_.inputs.begin(), machine_.inputs.end(),
                                    [&](const HilInputInfo& i) { return i.name == name; });
    if (found == machine_.inputs.end()) {
      std::vector<std::string> names;
      for (const HilInputInfo& i : machine_.inputs) names.push_back(i.name);
      throw Error(fmt::format("the machine has no input '{}'; it has {}", name,
                              names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    const auto index = static_cast<std::size_t>(found - machine_.inputs.begin());
    for (const auto& other : peers_)
      if (other->used && other->greeted && other.get() != &peer &&
          other->hello.role == HilHello::Role::controller &&
          hello.role == HilHello::Role::controller &&
          std::count(other->input_index.begin(), other->input_index.end(), index) > 0)
        throw Error(fmt::format("{} has the input '{}'", other->title(), name));
    peer.input_index.push_back(index);
    w.inputs.push_back(*found);
  }
  w.outputs = plant_.choose_outputs(peer.number, hello.outputs);
  if (w.outputs.size() > kMostHilOutputs)
    throw Error(fmt::format("{} columns of outputs; at most {} are allowed", w.outputs.size(),
                            kMostHilOutputs));
  return w;
}

void HilServer::greet(Peer& peer, std::span<const std::uint8_t> payload) {
  try {
    const HilHello hello = read_hil_hello(as_text(payload));
    if (peer.greeted && as_text(payload) != peer.hello_text) close(peer, "begins anew", true, true);
    peer.used = true;
    // The same hello again: its welcome was lost, or the controller was started again from the same port.
    const HilWelcome w = welcome(peer, hello);
    const std::string text = to_text(w);
    if (text.size() > kMostHilText)
      throw Error("the names of all outputs are too long for one message: ask for fewer");
    const bool anew = peer.greeted;
    peer.greeted = true;
    peer.hello = hello;
    peer.hello_text = as_text(payload);
    peer.session = w.session;
    counters_.missed += peer.answers.missed();
    counters_.clamped += peer.answers.clamped();
    peer.answers =
        HilAnswers(hello, w.inputs,
                   static_cast<int>(std::min(1e6, std::ceil(settings_.hold / machine_.step))));
    peer.told = HilAnswers::State::waiting;
    ++counters_.welcomed;
    write_hil_text(HilType::welcome, text, bytes_);
    peer.pipe.send(bytes_);
    if (!anew)
      say(&peer, Word::hello, Level::info,
          fmt::format("{} is there{}{}", peer.title(), hello.inputs.empty() ? "" : " and moves ",
                      fmt::join(hello.inputs, ", ")));
  } catch (const Error& e) {
    refuse(&peer, nullptr, e.what());
    close(peer, "", false);
  }
}

void HilServer::close(Peer& peer, const std::string& why, bool tell, bool keeps_pipe) {
  if (!peer.used) return;
  counters_.missed += peer.answers.missed();
  counters_.clamped += peer.answers.clamped();
  for (std::size_t i = 0; i < peer.input_index.size() && peer.greeted; ++i) {
    HilInputState& state = inputs_[peer.input_index[i]];
    const HilInputInfo& info = machine_.inputs[peer.input_index[i]];
    state = {HilInputState::By::released, info.rest ? *info.rest : state.value};
  }
  if (tell && peer.greeted) {
    ++counters_.lost;
    notices_.post(
        {Level::warning, time_, fmt::format("{} {}: its inputs are at rest", peer.title(), why)});
  }
  const int number = peer.number;
  // The descriptor stays open while this message is handled, else its number could be another's.
  HilPipe pipe = std::move(peer.pipe);
  const SocketAddress from = peer.from;
  peer = Peer{};
  peer.number = number;
  if (keeps_pipe) {
    peer.pipe = std::move(pipe);
    peer.from = from;
    peer.heard = peer.sent = monotonic_now();
  }
}

// ------------------------------------------------------------------------------------- messages

bool HilServer::take_inputs(Peer& peer, std::span<const std::uint8_t> payload) {
  HilInputs head;
  if (!peer.greeted || !read_hil_inputs(payload, head, values_) || head.session != peer.session)
    return false;
  using Verdict = HilAnswers::Verdict;
  switch (peer.answers.take(head.answers, values_)) {
    case Verdict::ready:
    case Verdict::old:
      return true;
    case Verdict::late:
      ++counters_.late;
      ++counters_.answers;
      return true;
    case Verdict::fresh:
      ++counters_.answers;
      return true;
    case Verdict::not_finite: {
      ++counters_.not_finite;
      std::size_t bad = 0;
      while (std::isfinite(values_[bad])) ++bad;
      say(&peer, Word::not_finite, Level::warning,
          fmt::format("{} sends a number that is not finite for '{}': the inputs before are held",
                      peer.title(), peer.answers.inputs()[bad].name));
      return true;
    }
    case Verdict::wrong_count:
    case Verdict::never_asked:
      return false;
  }
  return false;
}

void HilServer::handle(Peer& peer, const HilPipe::Message& message) {
  peer.heard = monotonic_now();
  if (message.header.version != kHilVersion) {
    ++counters_.wrong_version;
    refuse(
        &peer, nullptr,
        fmt::format("version {} is not spoken here, only {}", message.header.version, kHilVersion));
    if (!peer.greeted) close(peer, "", false);
    return;
  }
  bool good = false;
  switch (static_cast<HilType>(message.header.type)) {
    case HilType::hello:
      return greet(peer, message.payload);
    case HilType::inputs:
      good = take_inputs(peer, message.payload);
      break;
    case HilType::bye:
      if (peer.greeted) return close(peer, "has left", true);
      break;
    case HilType::note:
      good = peer.greeted && message.payload.size() <= kMostHilNote;
      if (good)
        say(&peer, Word::note, Level::warning,
            fmt::format("{}: {}", peer.title(), visible(as_text(message.payload))));
      break;
    case HilType::welcome:
    case HilType::refuse:
    case HilType::outputs:
      break;
  }
  if (good) return;
  ++counters_.bad_messages;
  if (!peer.greeted) return close(peer, "", false);
  say(&peer, Word::bad, Level::warning,
      fmt::format("{} sends messages that are none: other lengths, counts or sessions",
                  peer.title()));
}

void HilServer::hear(Peer& peer) {
  HilPipe::Message message;
  for (int i = 0; i < kMostPerCall; ++i) {
    if (!peer.used) return;
    switch (peer.pipe.next(message)) {
      case HilPipe::Got::nothing:
        return;
      case HilPipe::Got::closed:
        return close(peer, "is gone (connection closed)", true);
      case HilPipe::Got::garbage:
        ++counters_.bad_messages;
        if (peer.pipe.transport() == Transport::tcp)
          return close(peer, "speaks another language", true);
        break;
      case HilPipe::Got::message:
        handle(peer, message);
        break;
    }
  }
  ++counters_.floods;
  say(&peer, Word::flood, Level::warning,
      fmt::format("{} floods: more than {} messages at a time", peer.title(), kMostPerCall));
}

void HilServer::service(double time) {
  time_ = time;
  const std::int64_t now = monotonic_now();
  if (now - second_ >= kSecond) {
    second_ = now;
    refusals_left_ = kRefusalsPerSecond;
  }
  accept_streams();
  read_strangers();
  const auto gone = static_cast<std::int64_t>(settings_.gone * 1e9);
  for (auto& p : peers_) {
    if (!p->used) continue;
    hear(*p);
    if (!p->used) continue;
    const bool ready = p->greeted && p->answers.is_ready();
    if (ready ? p->sent - p->heard > gone : now - p->heard > gone)
      close(*p, fmt::format("has been silent for {:g} s", settings_.gone), ready);
  }
}

// ------------------------------------------------------------------------------------- exchange

void HilServer::send_outputs(Peer& peer, std::uint64_t step) {
  HilOutputs head;
  head.session = peer.session;
  using State = HilAnswers::State;
  head.state = (peer.answers.state() == State::held ? kHilHolds : 0u) |
               (peer.answers.state() == State::neutral ? kHilNeutral : 0u);
  head.missed = static_cast<std::uint32_t>(peer.answers.missed());
  head.exchange = peer.answers.begin_exchange();
  head.step = step;
  head.time = time_;
  plant_.read_outputs(peer.number, values_);
  write_hil_outputs(head, values_, bytes_);
  peer.sent = monotonic_now();
  ++counters_.exchanges;
  if (!peer.pipe.send(bytes_)) close(peer, "does not read what it is sent", true);
}

void HilServer::wait_for_answers() {
  const std::int64_t until = monotonic_now() + static_cast<std::int64_t>(settings_.deadline * 1e9);
  for (;;) {
    std::array<pollfd, kMostControllers> watched{};
    std::array<Peer*, kMostControllers> whose{};
    nfds_t count = 0;
    for (auto& p : peers_) {
      if (!p->used || !p->greeted || !p->answers.is_waited_for()) continue;
      watched[count] = {p->pipe.socket().get(), POLLIN, 0};
      whose[count++] = p.get();
    }
    const std::int64_t left = until - monotonic_now();
    if (count == 0 || left <= 0) return;
    const timespec wait{static_cast<time_t>(left / kSecond), left % kSecond};
    if (ppoll(watched.data(), count, &wait, nullptr) <= 0) continue;
    for (nfds_t i = 0; i < count; ++i)
      if (watched[i].revents != 0) hear(*whose[i]);
  }
}

void HilServer::settle(Peer& peer) {
  peer.answers.settle();
  using State = HilAnswers::State;
  const State state = peer.answers.state();
  const bool hands = peer.hello.role == HilHello::Role::hands;
  for (std::size_t i = 0; i < peer.input_index.size() && peer.answers.has_values(); ++i) {
    HilInputState& input = inputs_[peer.input_index[i]];
    // A controller goes before hands, in whatever order they came.
    if (hands && input.by == HilInputState::By::controller) continue;
    input = {hands ? HilInputState::By::hands : HilInputState::By::controller,
             peer.answers.values()[i]};
  }
  if ((state == State::neutral) == (peer.told == State::neutral)) return;
  peer.told = state;
  notices_.post(
      state == State::neutral
          ? frames::Notice{Level::warning, time_,
                           fmt::format("{} has not answered for {:g} s: its inputs are at rest",
                                       peer.title(), settings_.hold)}
          : frames::Notice{Level::info, time_, fmt::format("{} answers again", peer.title())});
}

void HilServer::exchange(std::uint64_t step, double time) {
  // Inputs whose controller has gone are released in one exchange, also when it went between two.
  for (HilInputState& s : inputs_)
    if (s.seen || s.by != HilInputState::By::released) s = {};
  service(time);
  bool waits = false;
  for (auto& p : peers_) {
    if (!p->used || !p->greeted || !p->answers.due()) continue;
    send_outputs(*p, step);
    waits = waits || (p->used && p->answers.is_waited_for());
  }
  if (waits) wait_for_answers();
  for (auto& p : peers_)
    if (p->used && p->greeted && p->answers.is_ready()) settle(*p);
  for (HilInputState& s : inputs_) s.seen = true;
}

}  // namespace outrigger::devices
