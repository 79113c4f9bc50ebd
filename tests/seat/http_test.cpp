/// Files of the viewer and nothing else; browsers of this seat and nobody else.
#include <gtest/gtest.h>

#include <filesystem>

#include "network/access.h"
#include "network/static_files.h"
#include "unit/description_support.h"

namespace outrigger::network {
namespace {

class StaticFilesTest : public testing::Test {
 protected:
  StaticFilesTest() {
    folder_.write("dist/index.html", "<h1>seat</h1>");
    folder_.write("dist/assets/app.js", "let a = 1;");
    folder_.write("dist/a b.css", "b {}");
    folder_.write("secret.txt", "secret");
  }
  HttpReply get(std::string_view target, std::string_view etag = {}) const {
    return StaticFiles(folder_.path() / "dist").get(target, etag);
  }
  description::TestFolder folder_{"static_files"};
};

TEST_F(StaticFilesTest, ServesFilesWithTheirTypes) {
  EXPECT_EQ(get("/").body, "<h1>seat</h1>");
  EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
  EXPECT_EQ(get("/index.html?x=1").body, "<h1>seat</h1>");
  EXPECT_EQ(get("/assets/app.js").type, "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/a%20b.css").body, "b {}");
}

TEST_F(StaticFilesTest, UnchangedFilesAreNotSentAgain) {
  const HttpReply first = get("/");
  const HttpReply second = get("/", first.etag);
  EXPECT_EQ(second.status, 304);
  EXPECT_TRUE(second.body.empty());
  folder_.write("dist/index.html", "<h1>new</h1>");
  EXPECT_EQ(get("/", first.etag).status, 200);
}

TEST_F(StaticFilesTest, NothingOutsideTheFolder) {
  for (const char* target :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt",
        "/%2e%2e%2fsecret.txt", "//etc/passwd", "/./index.html", "/a\\..\\secret.txt", "/%00", "/%",
        "/%zz", "/%5c..%5csecret.txt", "index.html", "", "*"}) {
    const HttpReply reply = get(target);
    EXPECT_GE(reply.status, 400) << target;
    EXPECT_EQ(reply.body.find("secret"), std::string::npos) << target;
  }
  std::filesystem::create_symlink(folder_.path() / "secret.txt", folder_.path() / "dist/link.txt");
  EXPECT_EQ(get("/link.txt").status, 404);
  EXPECT_EQ(get("/assets").status, 404);
  EXPECT_EQ(get("/missing.js").status, 404);
}

TEST_F(StaticFilesTest, AMissingViewerIsExplained) {
  const HttpReply reply = StaticFiles(folder_.path() / "nowhere").get("/", {});
  EXPECT_EQ(reply.status, 503);
  EXPECT_NE(reply.body.find("web/dist"), std::string::npos);
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

}  // namespace
}  // namespace outrigger::network
