#include "network/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "network/http_client.h"

namespace outrigger::network {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using beast::error_code;

namespace {
constexpr int kSendBufferBytes = 128 * 1024;  ///< old frames must not pile up in the kernel
constexpr auto kTimeToClose = std::chrono::milliseconds(500);
}  // namespace

Viewer::Viewer(Hub& hub, tcp::socket socket, ConnectionPtr connection)
    : hub_(hub),
      connection_(std::move(connection)),
      socket_(std::move(socket)),
      timer_(socket_.get_executor()),
      command_timer_(socket_.get_executor()),
      id_(connection_->id),
      stream_(hub.stream),
      stream_allowance_(static_cast<double>(hub.settings.stream_join_bytes)),
      period_(duration(1.0 / static_cast<double>(hub.settings.first_frame_rate))) {
  ++hub_.counters.viewers;
  // Until it says more.
  set_role(grant_role(hub_.settings.roles, connection_->caller, std::nullopt, {}).role);
}

Viewer::~Viewer() {
  finish();
  --hub_.counters.viewers;
}

void Viewer::start(const Upgrade& upgrade) {
  error_code ignored;
  auto& tcp_socket = beast::get_lowest_layer(socket_).socket();
  tcp_socket.set_option(tcp::no_delay(true), ignored);
  tcp_socket.set_option(asio::socket_base::send_buffer_size(kSendBufferBytes), ignored);
  beast::get_lowest_layer(socket_).expires_never();
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = duration(hub_.settings.http_timeout);
  timeout.idle_timeout = duration(hub_.settings.idle_timeout);
  timeout.keep_alive_pings = true;
  socket_.set_option(timeout);
  socket_.set_option(websocket::stream_base::decorator(
      [](websocket::response_type& response) { set_usual_fields(response); }));
  // One message, one TCP segment train: the default splits frames into pieces of 4 KB.
  socket_.auto_fragment(false);
  socket_.write_buffer_bytes(64 * 1024);
  socket_.read_message_max(hub_.settings.max_message_bytes);
  socket_.binary(true);
  // Neither empty pieces of a message nor pings are messages: bytes limit the ones, the same count as
  // of messages the others.
  beast::get_lowest_layer(socket_).rate_policy().read_limit(hub_.settings.max_bytes_per_second);
  socket_.control_callback([this](websocket::frame_type, beast::string_view) {
    if (!count_message())
      asio::post(socket_.get_executor(),
                 [self = shared_from_this()] { self->too_many_messages(); });
  });
  socket_.async_accept(upgrade, [self = shared_from_this()](error_code ec) {
    if (!ec) self->on_accepted();
  });
}

void Viewer::send(Bytes bytes) {
  if (closing_) return;
  if (queue_.size() >= hub_.settings.max_queue) {
    queue_.erase(queue_.begin() + (queue_.front() == hub_.scene_bytes ? 1 : 0));
    ++hub_.counters.notices_dropped;
  }
  queue_.push_back(std::move(bytes));
  write_next();
}

void Viewer::close(CloseCode code, const std::string& reason) {
  if (closing_) return;
  closing_ = true;
  close_reason_ = websocket::close_reason(code, reason);
  // A client that takes nothing, or does not answer, is cut off.
  timer_.expires_after(kTimeToClose);
  timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (ec || self->finished_) return;
    error_code ignored;
    self->finish();
    beast::get_lowest_layer(self->socket_).socket().close(ignored);
  });
  write_next();
}

void Viewer::on_accepted() {
  hub_.viewers.emplace(id_, weak_from_this());
  if (hub_.stopping) return close(websocket::close_code::going_away, "the seat is closing");
  hub_.update_stream();
  send(hub_.scene_bytes);
  next_frame_ = Clock::now();
  schedule_frame();
  read();
}

/// Its levers are let go, once, however the connection ended.
void Viewer::finish() {
  if (finished_) return;
  finished_ = true;
  timer_.cancel();
  command_timer_.cancel();
  pass_commands();
  hub_.viewers.erase(id_);
  set_role(Role::watch);
  hub_.leave(id_);
}

// --- sending

void Viewer::schedule_frame() {
  if (closing_) return;  // the timer is that of the end now
  next_frame_ += period_;
  const auto now = Clock::now();
  if (next_frame_ < now) next_frame_ = now;  // late: no burst to catch up
  timer_.expires_at(next_frame_);
  timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (!ec && !self->closing_ && !self->finished_) self->on_frame_time();
  });
}

void Viewer::on_frame_time() {
  // A vanished client holds nothing, even before its connection is known to be dead.
  if (Clock::now() > hold_end_ && hub_.release(id_))
    warn("nothing was heard from you: your levers sprang back");
  hub_.update_stream();
  if (hub_.newest() != sent_frame_) {
    if (writing_ || frame_wanted_) ++hub_.counters.frames_dropped;
    frame_wanted_ = true;
  }
  write_next();
  schedule_frame();
}

/// Changes that the client lacks, as far as its share of bytes goes; null: none now.
Bytes Viewer::next_changes() {
  if (stream_.lacks_nothing()) return nullptr;
  const auto now = Clock::now();
  const auto rate = static_cast<double>(hub_.settings.stream_bytes_per_second);
  const std::chrono::duration<double> passed = now - stream_time_;
  stream_time_ = now;
  // A tenth of a second may gather; a large entry is paid for afterwards.
  const double gathered = stream_allowance_ + rate * std::min(passed.count(), 1.0);
  stream_allowance_ = std::min(gathered, std::max(stream_allowance_, 0.1 * rate));
  if (stream_allowance_ <= 0.0) return nullptr;
  const auto [x, y] = hub_.focus();
  std::string message = stream_.next_message(hub_.settings.stream_message_bytes, x, y);
  if (message.empty()) return nullptr;
  stream_allowance_ -= static_cast<double>(message.size());
  ++hub_.counters.changes_sent;
  hub_.counters.change_bytes += message.size();
  return std::make_shared<const std::string>(std::move(message));
}

/// Queued messages first, then the newest frame if one is due, then changes, then goodbye if asked for.
void Viewer::write_next() {
  if (writing_ || finished_) return;
  if (!queue_.empty()) {
    writing_ = std::move(queue_.front());
    queue_.pop_front();
  } else if (closing_) {
    return send_close();
  } else if (frame_wanted_) {
    frame_wanted_ = false;
    sent_frame_ = hub_.newest();
    writing_ = hub_.frame_bytes();
    ++hub_.counters.frames_sent;
  } else if (Bytes changes = next_changes()) {
    writing_ = std::move(changes);
  } else {
    return;
  }
  socket_.async_write(asio::buffer(*writing_),
                      [self = shared_from_this()](error_code ec, std::size_t) {
                        self->writing_.reset();
                        if (ec) return self->finish();
                        self->write_next();
                      });
}

void Viewer::send_close() {
  if (close_sent_) return;
  close_sent_ = true;
  socket_.async_close(close_reason_, [self = shared_from_this()](error_code) { self->finish(); });
}

void Viewer::tell(frames::Notice::Level level, const std::string& text) {
  send(std::make_shared<const std::string>(encode(frames::Notice{level, hub_.time(), text})));
}

/// The same, at most once a second: a broken client must not fill its own queue.
void Viewer::warn(const std::string& text) {
  const auto now = Clock::now();
  if (now < next_warning_) return;
  next_warning_ = now + std::chrono::seconds(1);
  tell(frames::Notice::Level::warning, text);
}

// --- receiving

void Viewer::read() {
  socket_.async_read(
      buffer_, [self = shared_from_this()](error_code ec, std::size_t) { self->on_read(ec); });
}

void Viewer::on_read(Error ec) {
  if (ec == websocket::error::message_too_big || ec == websocket::error::buffer_overflow)
    ++hub_.counters.bad_messages;
  if (ec) return finish();
  ++hub_.counters.messages;
  if (!count_message()) {
    too_many_messages();
  } else if (!closing_) {
    const auto data = buffer_.cdata();
    obey({static_cast<const char*>(data.data()), data.size()});
  }
  buffer_.consume(buffer_.size());
  if (!finished_) read();
}

/// False when there were too many in this second.
bool Viewer::count_message() {
  const auto now = Clock::now();
  if (now >= window_end_) {
    window_end_ = now + std::chrono::seconds(1);
    window_messages_ = 0;
  }
  return ++window_messages_ <= hub_.settings.max_messages_per_second;
}

void Viewer::too_many_messages() { close(CloseCode::policy_error, "too many messages"); }

void Viewer::obey(std::string_view bytes) {
  const Decoded decoded = socket_.got_text()
                              ? Decoded{std::nullopt, "messages are binary, this was text"}
                              : decode_client_message(bytes);
  if (!decoded.message) return bad_message(decoded.problem);
  hub_.guests.note_greeting(id_);
  if (const auto* hello = std::get_if<Hello>(&*decoded.message)) return greet(*hello);
  if (const auto* operate = std::get_if<Operate>(&*decoded.message))
    return move_levers(operate->values);
  if (const auto* lock = std::get_if<LockAids>(&*decoded.message)) {
    if (may(Role::instruct, "locking of view aids")) hub_.lock_aids(lock->mask);
    return;
  }
  obey(std::get<frames::Command>(*decoded.message));
}

/// The first command goes on at once. Those that follow it closely are gathered, and of these only
/// what still counts goes on: a flood of one client stays its own matter.
void Viewer::obey(const frames::Command& command) {
  if (!may(role_for(command.kind), "this command")) return;
  if (command.kind == frames::Command::Kind::edit_ground && hub_.replay)
    return warn("the ground of a recording cannot be changed");
  if (!commands_.add(command))
    return warn(command.kind == frames::Command::Kind::edit_ground
                    ? "too many changes of the ground at a time; this one was refused"
                    : "too many single steps; this one was refused");
  const auto now = Clock::now();
  if (now >= next_commands_) {
    next_commands_ = now + duration(hub_.settings.command_interval);
    return pass_commands();
  }
  if (commands_timed_) return;
  commands_timed_ = true;
  command_timer_.expires_at(next_commands_);
  command_timer_.async_wait([self = shared_from_this()](error_code ec) {
    self->commands_timed_ = false;
    if (ec || self->finished_) return;
    self->next_commands_ = Clock::now() + duration(self->hub_.settings.command_interval);
    self->pass_commands();
  });
}

void Viewer::pass_commands() {
  for (const frames::Command& c : commands_.commands()) hub_.command(c);
  commands_.clear();
}

void Viewer::bad_message(const std::string& problem) {
  ++hub_.counters.bad_messages;
  if (++bad_messages_ > hub_.settings.max_bad_messages)
    return close(websocket::close_code::policy_error, "too many bad messages");
  warn("message refused: " + problem);
}

void Viewer::greet(const Hello& hello) {
  if (hello.protocol != kProtocolVersion) {
    tell(frames::Notice::Level::error,
         fmt::format("this server speaks version {} of the protocol, the viewer version {}; "
                     "reload the page",
                     kProtocolVersion, hello.protocol));
    return close(websocket::close_code::policy_error, "wrong version of the protocol");
  }
  if (std::isfinite(hello.frame_rate))
    period_ = duration(1.0 / std::clamp(static_cast<double>(hello.frame_rate), 1.0, 120.0));
  Grant grant = grant_role(hub_.settings.roles, connection_->caller, hello.role, hello.token);
  set_role(grant.role);
  send(std::make_shared<const std::string>(
      encode(Welcome{grant.role, std::move(grant.reason), grant.highest})));
  // Guessing is no way in.
  if (grant.wrong_token) bad_message("the token is not known here");
}

void Viewer::set_role(Role role) {
  if (role == role_) return;
  if (role_ == Role::watch) ++hub_.counters.operators;
  if (role == Role::watch) {
    --hub_.counters.operators;
    hub_.leave(id_);
  }
  role_ = role;
}

bool Viewer::may(Role role, const char* what) {
  if (role_ >= role) return true;
  ++hub_.counters.refused_roles;
  warn(role_ == Role::watch ? fmt::format("a watcher only watches; {} refused", what)
                            : fmt::format("{} was refused: it needs the role '{}', yours is '{}'",
                                          what, to_string(role), to_string(role_)));
  return false;
}

void Viewer::move_levers(const std::vector<float>& values) {
  if (hub_.replay || !may(Role::operate, "levers")) return;
  const bool finite =
      std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
  if (!finite || values.size() != hub_.control_count) {
    ++hub_.counters.refused_levers;
    return warn(finite ? fmt::format("levers refused: {} values for {} controls", values.size(),
                                     hub_.control_count)
                       : "levers refused: a value is not a finite number");
  }
  hub_.operate(id_, values);
  hold_end_ = Clock::now() + duration(hub_.settings.hold_timeout);
}

}  // namespace outrigger::network
