/// One HTTP connection, until it becomes a Viewer or ends.
/// (Includes Beast: only the .cpp files of this folder may include it.)
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "network/hub.h"

namespace outrigger::network {

/// What every answer says: who it is from, and how little a browser may do with it.
void set_usual_fields(boost::beast::http::fields& fields);

class HttpClient : public std::enable_shared_from_this<HttpClient> {
 public:
  /// Takes the socket in when the guest list allows it; else, or when another one has to leave for
  /// it, connections are closed. `from` is the numeric address of who is behind the socket; empty: as
  /// the socket says. Returns nothing when it was not admitted.
  static std::shared_ptr<HttpClient> welcome(Hub& hub, boost::asio::ip::tcp::socket socket,
                                             std::string from = {});

  HttpClient(Hub& hub, boost::asio::ip::tcp::socket socket, ConnectionPtr connection);
  ~HttpClient();

  void read();
  /// It came without TLS to a seat that wants TLS: it is shown how to trust the seat, nothing else.
  void set_plain() { plain_ = true; }
  /// Ends it at once, for somebody else.
  void give_way();

 private:
  using Error = boost::beast::error_code;
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;
  using Body = boost::beast::http::span_body<const char>;

  void on_read(Error ec);
  void answer();
  void answer_plain(const Request& request, std::string_view host);
  bool has_key(const Request& request) const;
  bool take_key(const Request& request);
  void upgrade(const Request& request, std::string_view host, std::string_view origin);
  void refuse(int status, const std::string& text);
  void reply(const HttpReply& reply);
  void shut_down();

  Hub& hub_;
  ConnectionPtr connection_;
  const GuestList::Id id_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_{8192};
  std::optional<boost::beast::http::request_parser<boost::beast::http::empty_body>> parser_;
  Bytes sending_;           ///< what `response_` points to
  std::string location_;    ///< of the next reply; empty: none
  bool gives_key_ = false;  ///< with the next reply
  bool plain_ = false;
  boost::beast::http::response<Body> response_;
  std::optional<boost::beast::http::response_serializer<Body>> serializer_;
};

}  // namespace outrigger::network
