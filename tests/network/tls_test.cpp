/// A school's certificates are accepted by who trusts the school and by nobody else, for the names they
/// were made for and while they hold; what is wrong with one is said in words. A seat with TLS is the
/// same seat: files, WebSocket, levers; without TLS it only shows how to trust it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <ctime>

#include "base/error.h"
#include "network/certificates.h"
#include "seat/seat_fixture.h"

namespace outrigger::network {
namespace {

namespace tls_asio = boost::asio;
namespace ssl = boost::asio::ssl;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::int64_t kTlsNow = 1'800'000'000;  // 2027-01-15
constexpr std::int64_t kTlsDay = 86400;

std::string tls_error(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TlsIdentity identity_of(const KeyPair& authority, const KeyPair& seat) {
  TlsIdentity identity;
  identity.seat = seat;
  identity.authority = authority.certificate;
  return identity;
}

TEST(Certificates, HoldWhatTheyWereMadeFor) {
  const KeyPair authority = make_authority("Trade School", {{"seat3"}, {}}, kTlsNow);
  const KeyPair seat = make_seat_certificate(
      authority, {{"seat3", "seat3.local"}, {"192.168.1.7", "fe80::1"}}, {kTlsNow, 100});
  const CertificateFacts facts = read_certificate(seat.certificate, "seat.pem");
  EXPECT_EQ(facts.subject, "seat3");
  EXPECT_THAT(facts.names.names, testing::ElementsAre("seat3", "seat3.local"));
  EXPECT_THAT(facts.names.addresses, testing::ElementsAre("192.168.1.7", "fe80::1"));
  EXPECT_EQ(facts.from, kTlsNow - kTlsDay);
  EXPECT_EQ(facts.until, kTlsNow + 100 * kTlsDay);
  EXPECT_EQ(facts.fingerprint.size(), 32u * 3u - 1u);
  EXPECT_EQ(read_certificate(authority.certificate, "a").subject, "Trade School");
  EXPECT_EQ(date_of(kTlsNow), "2027-01-15");
  check_identity(identity_of(authority, seat), kTlsNow);
}

TEST(Certificates, SayWhatIsWrong) {
  const KeyPair authority = make_authority("School", {}, kTlsNow);
  const KeyPair seat = make_seat_certificate(authority, {{"localhost"}, {}}, {kTlsNow, 10});
  const auto checked = [&](const TlsIdentity& identity, std::int64_t now) {
    return tls_error([&] { check_identity(identity, now); });
  };
  const TlsIdentity good = identity_of(authority, seat);
  EXPECT_EQ(checked(good, kTlsNow), "no error");
  EXPECT_THAT(
      checked(good, kTlsNow + 11 * kTlsDay),
      StartsWith("certificate: the certificate of 'localhost' expired on 2027-01-25; make a "
                 "new one with `outrigger certs`"));
  EXPECT_THAT(checked(good, kTlsNow - 3 * kTlsDay),
              HasSubstr("holds from 2027-01-14 on; is the clock of this computer right?"));
  TlsIdentity wrong = good;
  wrong.seat.key = make_seat_certificate(authority, {{"localhost"}, {}}, {kTlsNow, 10}).key;
  EXPECT_THAT(checked(wrong, kTlsNow),
              StartsWith("key: this key belongs to another certificate than certificate;"));
  wrong = good;
  wrong.authority = make_authority("School", {}, kTlsNow).certificate;
  EXPECT_THAT(checked(wrong, kTlsNow), HasSubstr("is not from the authority in authority"));
  wrong = good;
  wrong.seat.key = "-----BEGIN";
  EXPECT_THAT(checked(wrong, kTlsNow), HasSubstr("no private key (PEM, without a password)"));
  wrong = good;
  wrong.seat.certificate.resize(200);
  EXPECT_THAT(checked(wrong, kTlsNow), HasSubstr("no certificate (PEM)"));
}

TEST(Certificates, VouchForTheSchoolOnly) {
  const KeyPair authority = make_authority("School", {{"workshop.example"}, {}}, kTlsNow);
  const auto made = [&](const CertifiedNames& names) {
    return tls_error([&] { make_seat_certificate(authority, names, {kTlsNow, 10}); });
  };
  EXPECT_EQ(made({{"seat1.workshop.example", "a.local"}, {"10.1.2.3"}}), "no error");
  EXPECT_THAT(made({{"bank.example"}, {}}), HasSubstr("may not vouch for"));
  EXPECT_THAT(made({{}, {"203.0.113.5"}}), HasSubstr("may not vouch for"));
  EXPECT_THAT(made({{"a.local,DNS:bank.example"}, {}}), HasSubstr("no name of a computer"));
  EXPECT_THAT(made({{}, {"10.1.2"}}), HasSubstr("no numeric address"));
  EXPECT_THAT(made({{}, {}}), HasSubstr("needs a name or an address"));
  EXPECT_THAT(tls_error([&] {
                make_seat_certificate(authority, {{"a.local"}, {}}, {kTlsNow, kMostDays + 1});
              }),
              HasSubstr("1 to 825 days"));
  EXPECT_THAT(tls_error([&] {
                make_seat_certificate(authority, {{"a.local"}, {}},
                                      {kTlsNow + (kAuthorityDays + 1) * kTlsDay, 10});
              }),
              HasSubstr("the authority has expired"));
}

class TlsSeat : public testing::Test {
 protected:
  static ServerSettings settings_of(const KeyPair& authority) {
    ServerSettings settings;
    settings.files = source_file("web/dist");
    settings.tls = identity_of(
        authority, make_seat_certificate(authority, {{"localhost"}, {"127.0.0.1"}},
                                         {static_cast<std::int64_t>(std::time(nullptr)), 10}));
    settings.http_timeout = 2.0;
    return settings;
  }

  /// A client that trusts `trusted` and asks for `name`.
  struct Client {
    Client(std::uint16_t port, const std::string& trusted, const std::string& name)
        : stream(io, context) {
      context.add_certificate_authority(tls_asio::buffer(trusted));
      stream.set_verify_mode(ssl::verify_peer);
      stream.set_verify_callback(ssl::host_name_verification(name));
      stream.next_layer().connect({tls_asio::ip::make_address("127.0.0.1"), port});
    }
    std::string shake_hands() {
      boost::system::error_code ec;
      stream.handshake(ssl::stream_base::client, ec);
      return ec.message();
    }
    void write(const std::string& text) { tls_asio::write(stream, tls_asio::buffer(text)); }
    std::string read_until(const std::string& end) {
      std::string text;
      std::array<char, 4096> part{};
      boost::system::error_code ec;
      while (!ec && text.find(end) == std::string::npos)
        text.append(part.data(), stream.read_some(tls_asio::buffer(part), ec));
      return text;
    }
    tls_asio::io_context io;
    ssl::context context{ssl::context::tls_client};
    ssl::stream<tls_asio::ip::tcp::socket> stream;
  };

  const KeyPair authority_ =
      make_authority("School", {}, static_cast<std::int64_t>(std::time(nullptr)));
  Seat seat_{"small-crane", settings_of(authority_)};
};

TEST_F(TlsSeat, ServesFilesToWhoTrustsTheSchool) {
  EXPECT_THAT(seat_.server().url(), StartsWith("https://127.0.0.1:"));
  Client client(seat_.port(), authority_.certificate, "localhost");
  ASSERT_EQ(client.shake_hands(), "Success");
  client.write("GET /licences.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string reply = client.read_until("never");
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(reply, HasSubstr("three, MIT"));
}

TEST_F(TlsSeat, IsRefusedByOthersAndOtherNames) {
  const auto now = static_cast<std::int64_t>(std::time(nullptr));
  Client stranger(seat_.port(), make_authority("Other", {}, now).certificate, "localhost");
  EXPECT_THAT(stranger.shake_hands(), HasSubstr("certificate verify failed"));
  Client misled(seat_.port(), authority_.certificate, "seat9.local");
  EXPECT_THAT(misled.shake_hands(), HasSubstr("certificate verify failed"));
  EXPECT_TRUE(eventually([&] { return seat_.server().counters().connections == 0; }));
  Client good(seat_.port(), authority_.certificate, "127.0.0.1");
  EXPECT_EQ(good.shake_hands(), "Success");
}

TEST_F(TlsSeat, SpeaksItsProtocolOverASecureWebSocket) {
  Client client(seat_.port(), authority_.certificate, "localhost");
  ASSERT_EQ(client.shake_hands(), "Success");
  client.write(
      "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      "Sec-WebSocket-Version: 13\r\n\r\n");
  // The scene comes first, with the machine's name in it.
  const std::string reply = client.read_until(seat_.scene().title);
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 101 "));
  EXPECT_THAT(reply, HasSubstr(seat_.scene().title));
  EXPECT_TRUE(eventually([&] { return seat_.server().counters().frames_sent > 5; }));
  client.stream.next_layer().close();
  EXPECT_TRUE(eventually([&] { return seat_.server().counters().connections == 0; }));
}

TEST_F(TlsSeat, ShowsWithoutTlsHowToTrustIt) {
  const auto get = [&](const std::string& target, const std::string& more = {}) {
    return raw_exchange(seat_.port(), "GET " + target + " HTTP/1.1\r\nHost: localhost:1\r\n" +
                                          more + "Connection: close\r\n\r\n");
  };
  EXPECT_THAT(get("/"), HasSubstr("Location: /trust.html\r\n"));
  EXPECT_THAT(get("/trust.html"), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(get("/school.crt"), HasSubstr("application/x-x509-ca-cert"));
  EXPECT_THAT(get("/school.crt"), HasSubstr(authority_.certificate));
  EXPECT_THAT(get("/panel.html?lang=es"),
              HasSubstr("Location: https://localhost:1/panel.html\r\n"));
  EXPECT_THAT(get("/viewer.js"), HasSubstr("307"));
  EXPECT_THAT(get("/ws",
                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nConnection: Upgrade\r\n"),
              StartsWith("HTTP/1.1 403"));
}

TEST_F(TlsSeat, OutlivesClientsThatTalkNonsenseOrNothing) {
  {
    const RawSocket silent(seat_.port(), "");
    const RawSocket half(seat_.port(), std::string("\x16\x03\x01\x02", 4));
    EXPECT_TRUE(eventually([&] { return seat_.server().counters().connections == 2; }));
    // Both are given up, though they stay connected.
    EXPECT_TRUE(eventually([&] { return seat_.server().counters().connections == 0; }));
  }
  raw_exchange(seat_.port(), std::string("\x16\x03\x01\xff\xff\x01nonsense", 14));
  Client client(seat_.port(), authority_.certificate, "localhost");
  EXPECT_EQ(client.shake_hands(), "Success");
}

TEST(TlsServer, DoesNotBeginWithAKeyOfAnotherCertificate) {
  const auto now = static_cast<std::int64_t>(std::time(nullptr));
  const KeyPair authority = make_authority("School", {}, now);
  ServerSettings settings;
  settings.tls =
      identity_of(authority, make_seat_certificate(authority, {{"localhost"}, {}}, {now, 10}));
  settings.tls->seat.key = authority.key;
  Channels channels;
  EXPECT_THAT(tls_error([&] { const Server server(settings, {}, channels.server_links()); }),
              HasSubstr("belongs to another certificate"));
}

}  // namespace
}  // namespace outrigger::network
