/// What the server of the console refuses before anybody is asked.
#include "network/desk_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "network/http_post.h"

namespace outrigger::network {
namespace {

using testing::HasSubstr;

class DeskServerTest : public testing::Test {
 protected:
  DeskServerTest()
      : server_(settings(), [this](const DeskRequest& request) {
          ++asked_;
          last_ = request;
          if (request.path == "/throws") throw std::runtime_error("secret");
          DeskReply reply;
          reply.body = std::make_shared<const std::string>("you said " + request.body);
          return reply;
        }) {}

  static DeskSettings settings() {
    DeskSettings s;
    s.most_body = 1000;
    return s;
  }
  HttpAnswer post(const std::string& path, const std::string& body,
                  const std::vector<std::pair<std::string, std::string>>& headers = {}) {
    return http_post({"127.0.0.1", server_.port(), "/"}, path, body, headers, 10.0);
  }
  std::string origin() const { return "http://127.0.0.1:" + std::to_string(server_.port()); }

  int asked_ = 0;
  DeskRequest last_;
  DeskServer server_;
};

TEST_F(DeskServerTest, AnswersOurOwnPages) {
  const HttpAnswer a = post("/api/x?y=1", "hello", {{"Origin", origin()}, {"X-Outrigger", "t"}});
  EXPECT_EQ(a.status, 200) << a.problem;
  EXPECT_EQ(a.body, "you said hello");
  EXPECT_EQ(last_.path, "/api/x");
  EXPECT_EQ(last_.target, "/api/x?y=1");
  EXPECT_EQ(last_.csrf, "t");
  EXPECT_TRUE(last_.change);
}

TEST_F(DeskServerTest, RefusesForeignOriginsAndHosts) {
  EXPECT_EQ(post("/", "", {{"Origin", "http://evil.example"}}).status, 403);
  EXPECT_EQ(post("/", "", {{"Origin", "null"}}).status, 403);
  EXPECT_EQ(post("/", "", {{"Host", "evil.example"}}).status, 403) << "DNS rebinding";
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(post("/", "").status, 200) << "programs have no Origin";
}

TEST_F(DeskServerTest, RefusesLargeBodies) {
  EXPECT_EQ(post("/", std::string(1001, 'x')).status, 413);
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(post("/", std::string(1000, 'x')).status, 200);
}

TEST_F(DeskServerTest, SaysNothingOfWhatFailed) {
  const HttpAnswer a = post("/throws", "");
  EXPECT_EQ(a.status, 500);
  EXPECT_THAT(a.body, testing::Not(HasSubstr("secret")));
  EXPECT_EQ(post("/", "").status, 200) << "and goes on";
}

TEST(HttpPost, SaysWhyNobodyAnswers) {
  const HttpAnswer a = http_post({"127.0.0.1", 1, "/"}, "/", "", {}, 2.0);
  EXPECT_EQ(a.status, 0);
  EXPECT_FALSE(a.problem.empty());
}

TEST(HttpPost, ReadsAddresses) {
  const HttpAddress a = http_address("http://192.168.1.10:8090/xapi");
  EXPECT_EQ(a.host, "192.168.1.10");
  EXPECT_EQ(a.port, 8090);
  EXPECT_EQ(a.path, "/xapi");
  EXPECT_EQ(http_address("http://[::1]:80").host, "::1");
  EXPECT_EQ(http_address("http://[::1]").port, 80);
  for (const char* wrong :
       {"", "https://x", "http://", "http://x:0", "http://x:99999", "http://x:a", "http://a:b@c"})
    EXPECT_THROW(http_address(wrong), Error) << wrong;
}

}  // namespace
}  // namespace outrigger::network
