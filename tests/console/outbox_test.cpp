/// Statements wait in the records until a record store has them.
#include "console/outbox.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.h"
#include "network/desk_server.h"

namespace outrigger::console {
namespace {

namespace fs = std::filesystem;

/// A record store that takes nothing at first.
class Store {
 public:
  Store()
      : server_({}, [this](const network::DeskRequest& request) {
          const std::lock_guard lock(mutex_);
          network::DeskReply reply;
          reply.status = refuse_ ? 503 : 200;
          if (refuse_) return reply;
          login_ = request.target;
          for (const auto& s : nlohmann::json::parse(request.body)) ids_.push_back(s.at("id"));
          return reply;
        }) {}
  std::string url() const { return server_.url() + "xapi/"; }
  void open() {
    const std::lock_guard lock(mutex_);
    refuse_ = false;
  }
  std::vector<std::string> ids() {
    const std::lock_guard lock(mutex_);
    return ids_;
  }
  std::string target() {
    const std::lock_guard lock(mutex_);
    return login_;
  }

 private:
  std::mutex mutex_;
  bool refuse_ = true;
  std::vector<std::string> ids_;
  std::string login_;
  network::DeskServer server_;
};

TEST(Outbox, StatementsWaitUntilTheStoreHasThem) {
  const fs::path folder =
      fs::temp_directory_path() / ("outrigger_outbox_" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string database = (folder / "school.db").string();
  Store store;
  {
    records::School school(database);
    records::Classroom(school).queue({{0, "a", R"({"id":"a"})"}, {0, "b", R"({"id":"b"})"}}, {});
    Outbox outbox(database, store.url(), "");
    EXPECT_EQ(outbox.send(), -1) << "refused";
    EXPECT_EQ(records::Classroom(school).unsent(10).size(), 2u);
  }
  store.open();
  {
    // Another program, later; its own thread may be quicker than we are.
    Outbox outbox(database, store.url(), "");
    outbox.send();
    for (int i = 0; i < 100 && store.ids().size() < 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(store.target(), "/xapi/statements");
  const std::vector<std::string> ids = store.ids();
  ASSERT_GE(ids.size(), 2u);
  EXPECT_EQ(ids[0], "a");
  EXPECT_EQ(ids[1], "b");
  records::School school(database);
  EXPECT_TRUE(records::Classroom(school).unsent(10).empty());
  EXPECT_EQ(records::Classroom(school).statements().size(), 2u) << "kept for the file";
  EXPECT_THROW(Outbox(database, "https://store", ""), Error);
  EXPECT_THROW(Outbox(database, store.url(), (folder / "none").string()), Error);
  fs::remove_all(folder);
}

TEST(Outbox, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("Aladdin:open sesame"), "QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  EXPECT_EQ(base64(std::string("\xff\x00\x80", 3)), "/wCA");
}

}  // namespace
}  // namespace outrigger::console
