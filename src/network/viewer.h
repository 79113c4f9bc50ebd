/// One client of the WebSocket at /ws. Lives as long as one of its operations is on its way.
/// (Includes Beast: only the .cpp files of this folder may include it.)
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "network/hub.h"

namespace outrigger::network {

class Viewer : public std::enable_shared_from_this<Viewer> {
 public:
  using CloseCode = boost::beast::websocket::close_code;
  using Upgrade = boost::beast::http::request<boost::beast::http::empty_body>;

  Viewer(Hub& hub, boost::asio::ip::tcp::socket socket, ConnectionPtr connection);
  ~Viewer();

  void start(const Upgrade& upgrade);
  /// Waits for its turn. Of what a client lets pile up the oldest is left out, the scene excepted.
  void send(Bytes bytes);
  /// Says why, and is gone a moment later even when the client does not listen.
  void close(CloseCode code, const std::string& reason);

 private:
  using Error = boost::beast::error_code;
  /// Reads no more bytes per second than it is told, whatever they are.
  using Stream =
      boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::ip::tcp::socket::executor_type,
                                 boost::beast::simple_rate_policy>;

  void on_accepted();
  void finish();

  void schedule_frame();
  void on_frame_time();
  void write_next();
  Bytes next_changes();
  void send_close();
  void tell(frames::Notice::Level level, const std::string& text);
  void warn(const std::string& text);

  void read();
  void on_read(Error ec);
  bool count_message();
  void too_many_messages();
  void obey(std::string_view bytes);
  void obey(const frames::Command& command);
  void pass_commands();
  void bad_message(const std::string& problem);
  void greet(const Hello& hello);
  void set_role(Role role);
  /// False, and it is told so, when the client's role is below.
  bool may(Role role, const char* what);
  void move_levers(const std::vector<float>& values);

  Hub& hub_;
  ConnectionPtr connection_;
  boost::beast::websocket::stream<Stream> socket_;
  boost::asio::steady_timer timer_;  ///< of the next frame, then of the end
  boost::asio::steady_timer command_timer_;
  boost::beast::flat_buffer buffer_;
  const std::uint64_t id_;

  std::deque<Bytes> queue_;
  Bytes writing_;
  frames::CommandQueue commands_;
  StreamCursor stream_;
  double stream_allowance_ = 0.0;  ///< bytes of changes that may be sent now
  Clock::time_point stream_time_{};
  bool frame_wanted_ = false;
  std::uint64_t sent_frame_ = 0;
  std::chrono::nanoseconds period_;
  Clock::time_point next_frame_, next_warning_{}, window_end_{}, hold_end_{}, next_commands_{};
  int window_messages_ = 0;
  int bad_messages_ = 0;
  Role role_ = Role::watch;
  bool commands_timed_ = false;
  bool closing_ = false, close_sent_ = false, finished_ = false;
  boost::beast::websocket::close_reason close_reason_;
};

}  // namespace outrigger::network
