#include "network/http_client.h"

#include <fmt/format.h>

#include <utility>

#include "network/viewer.h"

namespace outrigger::network {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using beast::error_code;
using boost::asio::ip::tcp;

namespace {

constexpr const char* kOperatorParameter = "operator";

std::string_view to_view(beast::string_view text) { return {text.data(), text.size()}; }

/// The school's certificate, under a name that devices take for one.
constexpr std::string_view kAuthorityFile = "/school.crt";
/// What the page about it consists of (web/trust.html).
constexpr std::string_view kTrustPage = "/trust.html", kTrustFiles = "/trust.";
constexpr std::string_view kSharedScript = "/shared.js";

HttpReply authority_file(const ServerSettings& settings) {
  HttpReply r;
  if (!settings.tls || settings.tls->authority.empty()) {
    r.status = 404;
    r.body = std::make_shared<const std::string>(
        "This seat has no certificate of a school; make one with `outrigger certs`.\n");
    return r;
  }
  r.type = "application/x-x509-ca-cert";
  r.body = std::make_shared<const std::string>(settings.tls->authority);
  return r;
}

/// The page needs its own files, its own WebSocket and pictures that it makes itself; nothing else
/// may be loaded, run or framed.
constexpr const char* kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

}  // namespace

std::shared_ptr<HttpClient> HttpClient::welcome(Hub& hub, tcp::socket socket, std::string from) {
  error_code unknown;
  const tcp::endpoint endpoint = socket.remote_endpoint(unknown);
  if (from.empty() && !unknown) from = endpoint.address().to_string();
  const std::string address = from.empty() ? std::string("unknown") : guest_address(from);
  const GuestList::Id id = hub.next_connection++;
  const GuestList::Admission admission = hub.guests.open(id, address);
  if (!admission.admitted) {
    ++hub.counters.refused_connections;
    return nullptr;
  }
  auto connection = std::make_unique<Connection>(hub, id, address);
  connection->caller.local = !from.empty() && is_loopback(from);
  auto client = std::make_shared<HttpClient>(hub, std::move(socket), std::move(connection));
  if (admission.leaves) {
    ++hub.counters.refused_connections;
    const auto other = hub.http_clients.find(*admission.leaves);
    if (other != hub.http_clients.end())
      if (const auto leaving = other->second.lock()) leaving->give_way();
  }
  hub.http_clients.emplace(id, client);
  client->read();
  return client;
}

HttpClient::HttpClient(Hub& hub, tcp::socket socket, ConnectionPtr connection)
    : hub_(hub),
      connection_(std::move(connection)),
      id_(connection_->id),
      stream_(std::move(socket)) {}

HttpClient::~HttpClient() { hub_.http_clients.erase(id_); }

void HttpClient::give_way() {
  error_code ignored;
  stream_.socket().close(ignored);
}

void HttpClient::read() {
  hub_.guests.set_waiting(id_, true);
  parser_.emplace();
  parser_->body_limit(std::uint64_t{0});
  stream_.expires_after(duration(hub_.settings.http_timeout));
  http::async_read(stream_, buffer_, *parser_,
                   [self = shared_from_this()](error_code ec, std::size_t) { self->on_read(ec); });
}

void HttpClient::on_read(Error ec) {
  hub_.guests.set_waiting(id_, false);
  if (ec == http::error::end_of_stream) return shut_down();
  if (ec == http::error::body_limit) return refuse(413, "No body is wanted.\n");
  if (ec && ec.category() == http::make_error_code(http::error::bad_method).category())
    return refuse(400, "This is not HTTP.\n");
  if (ec) return;
  answer();
}

void HttpClient::answer() {
  const Request& request = parser_->get();
  const std::string_view host = to_view(request[http::field::host]);
  // Who says two things means to be understood in two ways.
  if (request.count(http::field::host) > 1 || request.count(http::field::origin) > 1)
    return refuse(400, "There is more than one Host or Origin.\n");
  if (!host_allowed(host, hub_.settings.access)) {
    ++hub_.counters.refused_connections;
    return refuse(403,
                  "This name is not known here; use the address that the seat printed, or "
                  "start it with --host-name.\n");
  }
  if (!has_key(request) && !hub_.guests.take_request(connection_->address, Hub::seconds())) {
    ++hub_.counters.refused_connections;
    return refuse(429, "Too many requests from your address; please wait a second.\n");
  }
  if (plain_) return answer_plain(request, host);
  if (websocket::is_upgrade(request))
    return upgrade(request, host, to_view(request[http::field::origin]));
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return refuse(405, "Only GET and HEAD are understood.\n");
  if (take_key(request)) return;
  if (to_view(request.target()) == kAuthorityFile) return reply(authority_file(hub_.settings));
  if (AssetShelf::is_asset(to_view(request.target())))
    return reply(hub_.assets.get(to_view(request.target()),
                                 to_view(request[http::field::if_none_match]),
                                 to_view(request[http::field::accept_encoding])));
  reply(hub_.files.get(to_view(request.target()), to_view(request[http::field::if_none_match]),
                       to_view(request[http::field::accept_encoding])));
}

/// How to trust the school, and the school's certificate; everything else is at the secure address.
void HttpClient::answer_plain(const Request& request, std::string_view host) {
  if (websocket::is_upgrade(request))
    return refuse(403, fmt::format("This seat speaks TLS: wss://{}/ws\n", host));
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return refuse(405, "Only GET and HEAD are understood.\n");
  const std::string_view target = to_view(request.target());
  const std::string_view path = target.substr(0, target.find('?'));
  if (path == kAuthorityFile) return reply(authority_file(hub_.settings));
  if (path.starts_with(kTrustFiles) || path == kSharedScript)
    return reply(hub_.files.get(target, to_view(request[http::field::if_none_match]),
                                to_view(request[http::field::accept_encoding])));
  location_ = path == "/" ? std::string(kTrustPage) : fmt::format("https://{}{}", host, path);
  refuse(307, fmt::format("This seat speaks TLS: https://{}/\n", host));
}

bool HttpClient::has_key(const Request& request) const {
  return same_key(query_value(to_view(request.target()), kOperatorParameter), hub_.operator_key) ||
         same_key(cookie_value(to_view(request[http::field::cookie]), hub_.operator_cookie),
                  hub_.operator_key);
}

/// The operator's address was opened: the browser keeps the key, the address bar does not. True when
/// this was the answer.
bool HttpClient::take_key(const Request& request) {
  const std::string_view target = to_view(request.target());
  if (!target.starts_with("/?") ||
      !same_key(query_value(target, kOperatorParameter), hub_.operator_key))
    return false;
  location_ = without_query(target, kOperatorParameter);
  gives_key_ = true;
  refuse(303, "");
  return true;
}

void HttpClient::upgrade(const Request& request, std::string_view host, std::string_view origin) {
  const std::string_view target = to_view(request.target());
  if (target.substr(0, target.find('?')) != "/ws") return refuse(404, "The WebSocket is at /ws.\n");
  if (!origin_allowed(origin, host, hub_.settings.access)) {
    ++hub_.counters.refused_connections;
    return refuse(403, "A page of another site may not operate this machine.\n");
  }
  Caller& caller = connection_->caller;
  caller.has_key = has_key(request);
  // Behind a proxy of this computer everybody calls from here, but not under its local names.
  caller.local = caller.local && names_this_computer(host) &&
                 request.count(http::field::forwarded) == 0 &&
                 request.count("X-Forwarded-For") == 0;
  const GuestList::Admission admission = hub_.guests.upgrade(id_, caller.has_key, Hub::seconds());
  if (!admission.admitted) {
    ++hub_.counters.refused_connections;
    return refuse(503,
                  "Too many viewers, in all or from your address; please try again later. The "
                  "operator's address, which the seat printed, always gets in.\n");
  }
  if (admission.leaves) {
    const auto other = hub_.viewers.find(*admission.leaves);
    if (other != hub_.viewers.end())
      if (const auto leaving = other->second.lock())
        leaving->close(websocket::close_code::try_again_later, "another viewer takes this place");
  }
  hub_.http_clients.erase(id_);
  stream_.expires_never();
  std::make_shared<Viewer>(hub_, stream_.release_socket(), std::move(connection_))->start(request);
}

void set_usual_fields(http::fields& fields) {
  fields.set(http::field::server, kServerName);
  fields.set("Content-Security-Policy", kContentSecurityPolicy);
  fields.set("Referrer-Policy", "no-referrer");
  fields.set("X-Content-Type-Options", "nosniff");
  fields.set("Cross-Origin-Resource-Policy", "same-origin");
  fields.set(http::field::x_frame_options, "SAMEORIGIN");
}

void HttpClient::refuse(int status, const std::string& text) {
  HttpReply r;
  r.status = status;
  r.body = std::make_shared<const std::string>(text);
  reply(r);
}

void HttpClient::reply(const HttpReply& r) {
  const Request& request = parser_->get();
  const bool head = request.method() == http::verb::head;
  const bool keep = parser_->is_done() && request.keep_alive() && r.status < 400;
  sending_ = r.body;
  response_ = {};
  response_.version(11);
  response_.result(static_cast<unsigned>(r.status));
  set_usual_fields(response_);
  response_.set(http::field::content_type, r.type);
  response_.set(http::field::cache_control, r.etag.empty() ? "no-store"
                                            : r.lasting    ? "public, max-age=31536000, immutable"
                                                           : "no-cache");
  if (!r.etag.empty()) response_.set(http::field::etag, r.etag);
  if (r.varies) response_.set(http::field::vary, "Accept-Encoding");
  if (!r.encoding.empty()) response_.set(http::field::content_encoding, r.encoding);
  if (r.status == 405) response_.set(http::field::allow, "GET, HEAD");
  if (r.status == 503) response_.set(http::field::retry_after, "5");
  if (r.status == 429) response_.set(http::field::retry_after, "1");
  if (!location_.empty()) {
    response_.set(http::field::location, location_);
    if (gives_key_)
      response_.set(http::field::set_cookie,
                    fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}", hub_.operator_cookie,
                                hub_.operator_key, hub_.settings.tls ? "; Secure" : ""));
    location_.clear();
    gives_key_ = false;
  }
  response_.keep_alive(keep);
  if (r.status != 304) response_.content_length(sending_->size());
  if (!head) response_.body() = {sending_->data(), sending_->size()};
  serializer_.emplace(response_);
  stream_.expires_after(duration(hub_.settings.http_timeout));
  const auto after = [self = shared_from_this(), keep](error_code ec, std::size_t) {
    if (ec || !keep) return self->shut_down();
    self->read();
  };
  if (head) {
    http::async_write_header(stream_, *serializer_, after);
  } else {
    http::async_write(stream_, *serializer_, after);
  }
}

void HttpClient::shut_down() {
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace outrigger::network
