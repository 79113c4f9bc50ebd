/// Files of the viewer and nothing else; browsers of this seat and nobody else.
#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <string>

#include "network/access.h"
#include "network/static_files.h"
#include "unit/description_support.h"

namespace outrigger::network {
namespace {

std::string unzipped(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string in = bytes, out(1u << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

class StaticFilesTest : public testing::Test {
 protected:
  StaticFilesTest() {
    folder_.write("dist/index.html", "<h1>seat</h1>");
    folder_.write("dist/assets/app.js", "let a = 1;");
    folder_.write("dist/a b.css", "b {}");
    folder_.write("secret.txt", "secret");
  }
  struct Reply : HttpReply {
    std::string text;  ///< of the body
  };
  Reply get(std::string_view target, std::string_view etag = {}, std::string_view encodings = {}) {
    const HttpReply reply = files_.get(target, etag, encodings);
    return {reply, *reply.body};
  }
  description::TestFolder folder_{"static_files"};
  StaticFiles files_{folder_.path() / "dist"};
};

TEST_F(StaticFilesTest, ServesFilesWithTheirTypes) {
  EXPECT_EQ(get("/").text, "<h1>seat</h1>");
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_EQ(get("/index.html?x=1").text, "<h1>seat</h1>");
  EXPECT_EQ(get("/assets/app.js").type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/a%20b.css").text, "b {}");
}

TEST_F(StaticFilesTest, UnchangedFilesAreNotSentAgain) {
  const Reply first = get("/");
  const Reply second = get("/", first.etag);
  EXPECT_EQ(second.status, 304);
  EXPECT_TRUE(second.text.empty());
  EXPECT_EQ(get("/", "\"other\", W/" + first.etag).status, 304);
  folder_.write("dist/index.html", "<h1>newer</h1>");
  EXPECT_EQ(get("/", first.etag).status, 200);
  EXPECT_EQ(get("/").text, "<h1>newer</h1>") << "not what is in memory";
}

/// Law: who can read gzip gets it, and gets the same text; nobody else does; caches know.
TEST_F(StaticFilesTest, TextsAreCompressedForThoseWhoCanReadThat) {
  std::string script;
  for (int i = 0; i < 2000; ++i) script += "let a" + std::to_string(i) + " = 1;\n";
  folder_.write("dist/viewer.js", script);
  folder_.write("dist/picture.png", script);
  const Reply plain = get("/viewer.js");
  EXPECT_EQ(plain.encoding, "");
  EXPECT_EQ(plain.text, script);
  EXPECT_TRUE(plain.varies);
  const Reply small = get("/viewer.js", {}, "br, gzip;q=0.8");
  EXPECT_EQ(small.encoding, "gzip");
  EXPECT_LT(small.text.size(), script.size() / 3);
  EXPECT_EQ(unzipped(small.text), script);
  EXPECT_NE(small.etag, plain.etag);
  EXPECT_EQ(get("/viewer.js", small.etag, "gzip").status, 304);
  EXPECT_EQ(get("/viewer.js", plain.etag, "gzip").status, 200);
  EXPECT_EQ(get("/picture.png", {}, "gzip").encoding, "") << "is compressed already";
  EXPECT_EQ(get("/", {}, "gzip").encoding, "") << "too small to gain";
}

TEST(AcceptEncoding, IsReadAsTheStandardSays) {
  for (const char* yes : {"gzip", "GZIP", "deflate, gzip", "br;q=1.0, gzip;q=0.8", "*", "x-gzip",
                          "identity, *;q=0.1", "gzip ; q=1"})
    EXPECT_TRUE(accepts_gzip(yes)) << yes;
  for (const char* no :
       {"", "br", "gzip;q=0", "gzip;q=0.0, *", "*;q=0", "gzipped", "identity", ",,,;q="})
    EXPECT_FALSE(accepts_gzip(no)) << no;
}

TEST_F(StaticFilesTest, NothingOutsideTheFolder) {
  for (const char* target :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt",
        "/%2e%2e%2fsecret.txt", "//etc/passwd", "/./index.html", "/a\\..\\secret.txt", "/%00", "/%",
        "/%zz", "/%5c..%5csecret.txt", "index.html", "", "*"}) {
    const Reply reply = get(target);
    EXPECT_GE(reply.status, 400) << target;
    EXPECT_EQ(reply.text.find("secret"), std::string::npos) << target;
  }
  std::filesystem::create_symlink(folder_.path() / "secret.txt", folder_.path() / "dist/link.txt");
  EXPECT_EQ(get("/link.txt").status, 404);
  EXPECT_EQ(get("/assets").status, 404);
  EXPECT_EQ(get("/missing.js").status, 404);
}

TEST_F(StaticFilesTest, AMissingViewerIsExplained) {
  const HttpReply reply = StaticFiles(folder_.path() / "nowhere").get("/", {});
  EXPECT_EQ(reply.status, 503);
  EXPECT_NE(reply.body->find("web/dist"), std::string::npos);
}

TEST(Access, HostsAreLocalOrNumericOrNamed) {
  AccessRules rules;
  for (const char* host : {"localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]",
                           "[::1]:8080", "192.168.1.7:80"})
    EXPECT_TRUE(host_allowed(host, rules)) << host;
  for (const char* host :
       {"", "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
        "[::1", "localhost:http", "127.0.0.1:80:80", "[::1]x"})
    EXPECT_FALSE(host_allowed(host, rules)) << host;
  rules.host_names = {"Seat1.local"};
  EXPECT_TRUE(host_allowed("seat1.local:8080", rules));
}

TEST(Access, OriginsAreOurOwn) {
  AccessRules rules;
  EXPECT_TRUE(origin_allowed("", "localhost:8080", rules));
  EXPECT_TRUE(origin_allowed("http://localhost:8080", "localhost:8080", rules));
  for (const char* origin : {"http://evil.example", "null", "http://localhost:8081",
                             "http://localhost:8080.evil.example"})
    EXPECT_FALSE(origin_allowed(origin, "localhost:8080", rules)) << origin;
  rules.origins = {"http://localhost:5173"};
  EXPECT_TRUE(origin_allowed("http://localhost:5173", "localhost:8080", rules));
}

TEST(Access, KeysAndWhereTheyStand) {
  const std::string key = make_key();
  EXPECT_EQ(key.size(), 32u);
  EXPECT_NE(key, make_key());
  EXPECT_TRUE(same_key(key, key));
  EXPECT_FALSE(same_key(key.substr(1), key));
  EXPECT_FALSE(same_key("", ""));
  EXPECT_EQ(cookie_value("a=1; operator=x; b=2", "operator"), "x");
  EXPECT_EQ(cookie_value("not_operator=x; operator", "operator"), "");
  EXPECT_EQ(query_value("/ws?a=1&operator=x#operator=y", "operator"), "x");
  EXPECT_EQ(query_value("/ws", "operator"), "");
  EXPECT_EQ(without_query("/?operator=x", "operator"), "/");
  EXPECT_EQ(without_query("/?a=1&operator=x&b&c=3", "operator"), "/?a=1&b&c=3");
}

}  // namespace
}  // namespace outrigger::network
