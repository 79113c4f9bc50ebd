#include "network/http_post.h"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <chrono>

#include "base/error.h"

namespace outrigger::network {

namespace {

namespace post_asio = boost::asio;
namespace post_http = boost::beast::http;
using post_tcp = boost::asio::ip::tcp;
using PostError = boost::beast::error_code;
constexpr std::uint64_t kMostAnswer = 16u << 20;

/// An exchange under way.
struct Exchange {
  post_asio::io_context io{1};
  post_tcp::resolver resolver{io};
  boost::beast::tcp_stream stream{io};
  boost::beast::flat_buffer buffer;
  post_http::request<post_http::string_body> request;
  post_http::response_parser<post_http::string_body> parser;
  HttpAnswer answer;

  bool failed(PostError ec) {
    if (ec) answer.problem = ec.message();
    return static_cast<bool>(ec);
  }
  void connect(const post_tcp::resolver::results_type& places) {
    stream.async_connect(places, [this](PostError ec, const post_tcp::endpoint&) {
      if (failed(ec)) return;
      PostError unknown;
      const auto here = stream.socket().local_endpoint(unknown);
      if (!unknown) answer.local_address = here.address().to_string();
      post_http::async_write(stream, request, [this](PostError wrong, std::size_t) {
        if (!failed(wrong)) read();
      });
    });
  }
  void read() {
    parser.body_limit(kMostAnswer);
    post_http::async_read(stream, buffer, parser, [this](PostError ec, std::size_t) {
      if (failed(ec)) return;
      answer.status = static_cast<int>(parser.get().result_int());
      answer.body = parser.get().body();
    });
  }
};

}  // namespace

HttpAddress http_address(const std::string& url) {
  const auto wrong = [&](const char* why) {
    return Error(
        fmt::format("'{}': {}; expected an address such as http://192.168.1.10:8090", url, why));
  };
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) throw wrong("it does not begin with http://");
  HttpAddress a;
  const std::size_t slash = url.find('/', kScheme.size());
  std::string place = url.substr(
      kScheme.size(), slash == std::string::npos ? std::string::npos : slash - kScheme.size());
  if (slash != std::string::npos) a.path = url.substr(slash);
  if (place.find('@') != std::string::npos) throw wrong("a name in it is not allowed");
  const std::size_t colon = place.rfind(':');
  if (colon != std::string::npos && place.find(']', colon) == std::string::npos) {
    unsigned port = 0;
    const char* end = place.data() + place.size();
    const auto [stop, problem] = std::from_chars(place.data() + colon + 1, end, port);
    if (problem != std::errc() || stop != end || port == 0 || port > 65535)
      throw wrong("the port is no number from 1 to 65535");
    a.port = static_cast<std::uint16_t>(port);
    place.resize(colon);
  }
  if (place.starts_with('[') && place.ends_with(']')) place = place.substr(1, place.size() - 2);
  if (place.empty()) throw wrong("there is no host");
  a.host = place;
  return a;
}

HttpAnswer http_post(const HttpAddress& to, const std::string& path, const std::string& body,
                     const std::vector<std::pair<std::string, std::string>>& headers,
                     double timeout) {
  Exchange x;
  x.request = {post_http::verb::post, path, 11};
  x.request.set(post_http::field::host, fmt::format("{}:{}", to.host, to.port));
  x.request.set(post_http::field::content_type, "application/json");
  for (const auto& [name, value] : headers) x.request.set(name, value);
  x.request.keep_alive(false);
  x.request.body() = body;
  x.request.prepare_payload();
  try {
    const auto limit = std::chrono::milliseconds(static_cast<int>(timeout * 1e3));
    x.stream.expires_after(limit);
    x.resolver.async_resolve(to.host, std::to_string(to.port),
                             [&x](PostError ec, const post_tcp::resolver::results_type& places) {
                               if (!x.failed(ec)) x.connect(places);
                             });
    x.io.run_for(limit + std::chrono::milliseconds(500));
    if (x.answer.status == 0 && x.answer.problem.empty()) x.answer.problem = "no answer in time";
  } catch (const std::exception& e) {
    x.answer.problem = e.what();
  }
  return x.answer;
}

}  // namespace outrigger::network
