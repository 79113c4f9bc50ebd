/// What strangers try at the console, one test each, and what seats may rely on.
#include "console/desk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "console/reports.h"
#include "console/statements.h"
#include "records/crypto.h"

namespace outrigger::console {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

constexpr const char* kPassword = "a long password 7";
constexpr const char* kAttempt = "00112233445566778899aabbccddeeff";

std::string score_text() {
  return Json{{"total", 81.5},
              {"time", 42.25},
              {"cause", "all goals <reached>"},
              {"completion", 100.0},
              {"lost",
               {{{"time", 12.5},
                 {"points", 10.0},
                 {"rule", "fence <b>moved</b>"},
                 {"message", "a fence was moved"},
                 {"advice", "Aim early."},
                 {"critical", false}}}},
              {"metrics", Json::array()}}
      .dump();
}

class DeskTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("outrigger_desk_" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "documents");
    fs::create_directories(folder_ / "pages");
    std::ofstream(folder_ / "pages" / "console.html") << "<html></html>";
    std::ofstream(folder_ / "documents" / "rules.md") << "# Rules";
    std::ofstream(folder_ / "secret.md") << "secret";
    make_desk();
  }
  void TearDown() override {
    desk_.reset();
    fs::remove_all(folder_);
  }

  void make_desk() {
    desk_.reset();
    DeskPlaces places;
    places.database = (folder_ / "school.db").string();
    places.keys = (folder_ / "school.keys").string();
    places.attempts = folder_ / "attempts";
    places.documents = folder_ / "documents";
    places.pages = folder_ / "pages";
    places.school = "https://school.example";
    places.setup_code = "code12345678";
    DeskLinks links;
    links.read_attempt = [](const std::string& file) {
      if (!fs::is_regular_file(file)) throw Error("no attempt");
      return AttemptFacts{
          {kAttempt, "slalom", "a1", "a2", "a3", "outrigger 0.1.0", "2026-01-02T03:04:05Z"},
          {81.5, true, "good", "session", "r", score_text(), ""}};
    };
    links.run_program = [](const std::vector<std::string>&) { return ProgramResult{0, "YES"}; };
    links.open_replay = [](const std::string&, double) { return 1; };
    desk_ = std::make_unique<Desk>(places, links);
  }

  network::DeskReply ask(const std::string& target, const std::string& body = {},
                         bool change = true) {
    network::DeskRequest r;
    r.change = change;
    r.target = target;
    r.path = target.substr(0, target.find('?'));
    r.body = body;
    r.address = address_;
    if (!token_.empty()) r.cookie = "outrigger_console=" + token_;
    r.csrf = csrf_;
    r.bearer = bearer_;
    return desk_->answer(r);
  }
  network::DeskReply look(const std::string& target) { return ask(target, {}, false); }
  Json post(const std::string& target, const Json& body, int status = 200) {
    const network::DeskReply r = ask(target, body.dump());
    EXPECT_EQ(r.status, status) << target << ": " << *r.body;
    return Json::parse(*r.body);
  }

  void enter(const network::DeskReply& r) {
    const Json state = Json::parse(*r.body);
    csrf_ = state.value("csrf", "");
    token_ = r.set_cookie.substr(0, r.set_cookie.find(';'));
    token_ = token_.substr(token_.find('=') + 1);
  }
  network::DeskReply set_up() {
    const network::DeskReply r =
        ask("/api/setup",
            Json{{"code", "code12345678"}, {"name", "Ada"}, {"password", kPassword}}.dump());
    EXPECT_EQ(r.status, 200) << *r.body;
    enter(r);
    return r;
  }
  network::DeskReply log_in(const std::string& password) {
    return ask("/api/login", Json{{"name", "Ada"}, {"password", password}}.dump());
  }

  Json report(const std::string& name) {
    Json r{{"name", name}, {"paused", false}, {"sessions", {"slalom"}}, {"log", Json::array()}};
    for (const char* key : {"problem", "machine", "software", "session", "title", "assignment",
                            "attempt", "goal", "warning", "token", "result"})
      r[key] = "";
    r["state"] = "idle";
    for (const char* key : {"port", "time", "left", "completion", "points", "done", "log_from",
                            "unsent", "step_time", "overruns", "lost_steps"})
      r[key] = 0;
    return r;
  }
  Json say(const Json& report) {
    bearer_ = desk_->seat_key();
    Json answer = post("/station/report", report);
    bearer_.clear();
    return answer;
  }
  network::DeskReply send_file(const std::string& name, const std::string& bytes,
                               const std::string& assignment = "") {
    bearer_ = desk_->seat_key();
    network::DeskReply r =
        ask("/station/file?name=" + name + "&offset=0&size=" + std::to_string(bytes.size()) +
                "&sha=" + records::sha256(bytes) + "&assignment=" + assignment,
            bytes);
    bearer_.clear();
    return r;
  }

  fs::path folder_;
  std::unique_ptr<Desk> desk_;
  std::string token_, csrf_, bearer_, address_ = "127.0.0.1";
};

TEST_F(DeskTest, NothingWithoutLogIn) {
  set_up();
  say(report("Seat 1"));
  token_.clear();
  for (const char* path :
       {"/api/start", "/api/command", "/api/persons", "/api/classes", "/api/notes", "/api/import",
        "/api/password", "/api/certify", "/api/verify", "/api/replay", "/api/logout"})
    EXPECT_EQ(ask(path, "{}").status, 401) << path;
  for (const char* path :
       {"/api/seats", "/api/seat?id=1&from=0", "/api/persons", "/api/person?id=1", "/api/attempts",
        "/api/documents", "/api/job", "/api/audit", "/api/grades.csv", "/api/statements.jsonl",
        "/api/certificate/x", "/report/person/1", "/report/class/1", "/report/attempt/x",
        "/documents/rules.md", "/seat/1/ws", "/seat/0/ws"})
    EXPECT_EQ(look(path).status, 401) << path;
  EXPECT_EQ(ask("/station/report", "{}").status, 401);
  EXPECT_EQ(ask("/station/file?name=x", "{}").status, 401);
  EXPECT_EQ(look("/console.html").status, 200) << "the page itself says nothing";
}

TEST_F(DeskTest, FirstRunNeedsTheCode) {
  const Json given{{"code", "guess"}, {"name", "Eve"}, {"password", kPassword}};
  EXPECT_EQ(ask("/api/setup", given.dump()).status, 403);
  Json weak{{"code", "code12345678"}, {"name", "Ada"}, {"password", "short"}};
  EXPECT_EQ(ask("/api/setup", weak.dump()).status, 400);
  set_up();
  EXPECT_EQ(ask("/api/setup", given.dump()).status, 403) << "only once";
}

TEST_F(DeskTest, CookieIsForTheServerOnly) {
  const std::string cookie = set_up().set_cookie;
  EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
  EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
  EXPECT_GE(token_.size(), 32u) << "128 bits";
}

TEST_F(DeskTest, ChangesNeedThePagesToken) {
  set_up();
  const std::string right = csrf_;
  csrf_ = "";
  EXPECT_EQ(ask("/api/classes", R"({"name":"A"})").status, 403);
  csrf_ = std::string(right.size(), '0');
  EXPECT_EQ(ask("/api/classes", R"({"name":"A"})").status, 403);
  csrf_ = right;
  EXPECT_EQ(ask("/api/classes", R"({"name":"A"})").status, 200);
  EXPECT_EQ(look("/api/classes").status, 404) << "GET changes nothing";
}

TEST_F(DeskTest, TokensEndAtLogOut) {
  set_up();
  const std::string old = token_;
  EXPECT_EQ(look("/api/persons").status, 200);
  post("/api/logout", Json::object());
  EXPECT_EQ(look("/api/persons").status, 401);
  enter(log_in(kPassword));
  EXPECT_NE(token_, old) << "a new one at every log-in";
  const std::string second = token_;
  enter(log_in(kPassword));
  token_ = second;
  EXPECT_EQ(look("/api/persons").status, 401) << "the one before ended";
}

TEST_F(DeskTest, TokensEndWithThePassword) {
  set_up();
  post("/api/password", {{"old", "wrong"}, {"password", "another long one"}}, 400);
  EXPECT_EQ(look("/api/persons").status, 200);
  post("/api/password", {{"old", kPassword}, {"password", "another long one"}});
  EXPECT_EQ(look("/api/persons").status, 401);
  token_.clear();
  EXPECT_EQ(log_in(kPassword).status, 403);
  EXPECT_EQ(log_in("another long one").status, 200);
}

TEST_F(DeskTest, LogInsAreLimited) {
  set_up();
  token_.clear();
  for (std::size_t i = 0; i < Doorman::kMostTries; ++i) EXPECT_EQ(log_in("wrong one").status, 403);
  EXPECT_EQ(log_in("wrong one").status, 429);
  EXPECT_EQ(log_in(kPassword).status, 429) << "the right one waits too";
  address_ = "10.0.0.9";
  EXPECT_EQ(log_in(kPassword).status, 200) << "others do not";
}

TEST(Doorman, LimitsAndEnds) {
  Doorman d;
  const auto t = Doorman::Clock::now();
  for (std::size_t i = 0; i < Doorman::kMostTries; ++i) d.tried_wrongly("a", t);
  EXPECT_FALSE(d.may_try("a", t + std::chrono::seconds(59)));
  EXPECT_TRUE(d.may_try("a", t + std::chrono::seconds(61)));
  for (std::size_t i = 0; i < Doorman::kMostTriesOfAll; ++i)
    d.tried_wrongly(std::to_string(i), t + std::chrono::seconds(61));
  EXPECT_FALSE(d.may_try("another", t + std::chrono::seconds(62)));
  const std::string token = d.admit("Ada", "instructor", t);
  EXPECT_TRUE(d.visitor(token, t + std::chrono::minutes(119)));
  EXPECT_FALSE(d.visitor(token, t + std::chrono::minutes(240))) << "idle";
  EXPECT_FALSE(d.visitor("", t));
}

TEST_F(DeskTest, ViewersOnlyLook) {
  set_up();
  records::School(folder_ / "school.db").set_account("Vera", "viewer", kPassword);
  say(report("Seat 1"));
  enter(ask("/api/login", Json{{"name", "Vera"}, {"password", kPassword}}.dump()));
  EXPECT_EQ(look("/api/seats").status, 200);
  EXPECT_EQ(ask("/api/classes", R"({"name":"A"})").status, 403);
  EXPECT_EQ(look("/seat/1/ws").status, 403) << "levers are behind it";
  EXPECT_EQ(Json::parse(*look("/api/state").body)["seat_key"], "");
}

TEST_F(DeskTest, NoWayOutOfTheFolders) {
  set_up();
  EXPECT_EQ(look("/documents/rules.md").status, 200);
  fs::create_symlink(folder_ / "secret.md", folder_ / "documents" / "link.md");
  for (const char* path :
       {"/documents/../secret.md", "/documents/..%2fsecret.md", "/documents/%2e%2e/secret.md",
        "/documents//etc/passwd", "/documents/link.md", "/documents/.hidden.md", "/documents/",
        "/../secret.md", "/..%2fsecret.md", "/%2e%2e/secret.md"})
    EXPECT_NE(look(path).status, 200) << path;
  for (const char* id : {"../secret", "..", "/etc/passwd", "00112233445566778899AABBCCDDEEFF", ""})
    EXPECT_EQ(ask("/api/replay", Json{{"attempt", id}}.dump()).status, 400) << id;
  for (const char* name : {"../x.attempt.jsonl", "x.attempt.jsonl", "journal.jsonl",
                           "00112233445566778899aabbccddeeff.attempt.jsonl/../../x",
                           "00112233445566778899aabbccddeeff.py"})
    EXPECT_EQ(send_file(name, "x").status, 400) << name;
  say(report("Seat 1"));
  const Json outside{{"seat", 1}, {"session", "../../etc/evil"}, {"person", nullptr}};
  EXPECT_EQ(ask("/api/start", outside.dump()).status, 400);
  for (const char* path : {"/seat/1/../../x", "/seat/1/console.html", "/seat/9/ws", "/seat/x/ws"})
    EXPECT_EQ(look(path).status, 404) << path;
  EXPECT_FALSE(fs::exists(folder_ / "x.attempt.jsonl"));
}

TEST_F(DeskTest, TextStaysText) {
  set_up();
  const std::string evil = "<script>alert(1)</script>\"'&";
  post("/api/classes", {{"name", evil}});
  const Json person = post("/api/persons", {{"name", evil}, {"number", "7"}, {"class", evil}});
  post("/api/notes", {{"person", person["id"]}, {"text", evil}});
  say(report("Seat 1"));
  const Json start =
      post("/api/start", {{"seat", 1}, {"session", "slalom"}, {"person", person["id"]}});
  ASSERT_EQ(send_file(std::string(kAttempt) + ".attempt.jsonl", "x", start["assignment"]).status,
            200);
  for (const std::string& path : {std::string("/report/person/1"), std::string("/report/class/1"),
                                  "/report/attempt/" + std::string(kAttempt)}) {
    const network::DeskReply r = look(path);
    EXPECT_EQ(r.status, 200) << path << *r.body;
    EXPECT_THAT(*r.body, Not(HasSubstr("<script")));
    EXPECT_THAT(*r.body, HasSubstr("&lt;script&gt;"));
  }
  EXPECT_THAT(*look("/report/attempt/" + std::string(kAttempt)).body,
              HasSubstr("fence &lt;b&gt;moved"));
  EXPECT_EQ(Json::parse(*look("/api/persons").body)["persons"][0]["name"], evil);
}

TEST_F(DeskTest, StartedSessionIsStoredWithItsPerson) {
  set_up();
  post("/api/classes", {{"name", "A1"}});
  const Json person = post("/api/persons", {{"name", "Ann"}, {"number", "17"}, {"class", "A1"}});
  say(report("Seat 1"));
  const Json start =
      post("/api/start", {{"seat", 1}, {"session", "slalom"}, {"person", person["id"]}});
  const Json commands = say(report("Seat 1"))["commands"];
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0]["session"], "slalom");
  Json done = report("Seat 1");
  done["done"] = commands[0]["id"];
  EXPECT_TRUE(say(done)["commands"].empty()) << "a command is obeyed once";
  // The console is started anew between.
  make_desk();
  for (int i = 0; i < 2; ++i) {
    const network::DeskReply r =
        send_file(std::string(kAttempt) + ".attempt.jsonl", "x", start["assignment"]);
    ASSERT_EQ(r.status, 200) << *r.body;
    EXPECT_TRUE(Json::parse(*r.body)["stored"].get<bool>());
  }
  token_.clear();
  enter(log_in(kPassword));
  const Json attempts = Json::parse(*look("/api/attempts").body);
  ASSERT_EQ(attempts.size(), 1u) << "sent twice, kept once";
  EXPECT_EQ(attempts[0]["person"], "Ann");
  EXPECT_EQ(attempts[0]["total"], 81.5);
  const std::string report = *look("/report/attempt/" + std::string(kAttempt)).body;
  EXPECT_THAT(report, HasSubstr("Aim early."));
  EXPECT_THAT(report, HasSubstr("#replay=" + std::string(kAttempt) + "&amp;at=10.50"));
}

TEST_F(DeskTest, StatementsHoldNoNamesAndAreValid) {
  set_up();
  const Json person = post("/api/persons", {{"name", "Ann"}, {"number", "17"}, {"class", ""}});
  say(report("Seat 1"));
  const Json start =
      post("/api/start", {{"seat", 1}, {"session", "slalom"}, {"person", person["id"]}});
  for (int i = 0; i < 2; ++i)
    send_file(std::string(kAttempt) + ".attempt.jsonl", "x", start["assignment"]);
  const std::string text = *look("/api/statements.jsonl").body;
  EXPECT_THAT(text, Not(HasSubstr("Ann")));
  std::istringstream lines(text);
  std::vector<Json> statements;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(statement_problem(line), "") << line;
    statements.push_back(Json::parse(line));
  }
  ASSERT_EQ(statements.size(), 2u) << "began and ended, each once";
  EXPECT_EQ(statements[1]["result"]["score"]["scaled"], 0.815);
  EXPECT_EQ(statements[1]["result"]["duration"], "PT42.25S");
  Json broken = statements[1];
  broken["result"]["score"]["scaled"] = 1.5;
  EXPECT_NE(statement_problem(broken.dump()), "");
  broken = statements[1];
  broken["actor"]["name"] = "Ann";
  EXPECT_NE(statement_problem(broken.dump()), "");
  broken = statements[1];
  broken["timestamp"] = "yesterday";
  EXPECT_NE(statement_problem(broken.dump()), "");
}

TEST_F(DeskTest, FilesComeInPieces) {
  bearer_ = desk_->seat_key();
  const std::string bytes(3000, 'q'), name = std::string(kAttempt) + ".recording.jsonl";
  const auto piece = [&](std::size_t offset, std::size_t length, const std::string& sha) {
    const network::DeskReply r =
        ask("/station/file?name=" + name + "&offset=" + std::to_string(offset) +
                "&size=3000&sha=" + sha,
            bytes.substr(offset, length));
    return r.status == 200 ? Json::parse(*r.body) : Json{{"status", r.status}};
  };
  const std::string sha = records::sha256(bytes);
  EXPECT_EQ(piece(0, 1000, sha)["received"], 1000);
  EXPECT_EQ(piece(2000, 1000, sha)["received"], 1000) << "says where to go on";
  EXPECT_EQ(piece(1000, 2000, "0000")["status"], 400) << "a wrong hash is not kept";
  EXPECT_EQ(piece(0, 3000, sha)["stored"], true);
  EXPECT_EQ(piece(0, 1000, sha)["stored"], true) << "again: it is here";
  EXPECT_EQ(piece(0, 3000, "0000")["status"], 400) << "another file of this name";
}

TEST_F(DeskTest, LinesOfTheLogComeOnce) {
  set_up();
  Json r = report("Seat 1");
  r["attempt"] = "a";
  r["log"] = {{{"time", 1.0}, {"level", "info"}, {"to", "both"}, {"text", "one"}},
              {{"time", 2.0}, {"level", "warning"}, {"to", "both"}, {"text", "two"}}};
  EXPECT_EQ(say(r)["have"], 2);
  EXPECT_EQ(say(r)["have"], 2) << "the answer was lost: the same again";
  r["log_from"] = 2;
  r["log"] = {{{"time", 3.0}, {"level", "info"}, {"to", "both"}, {"text", "three"}}};
  EXPECT_EQ(say(r)["have"], 3);
  const Json log = Json::parse(*look("/api/seat?id=1&from=0").body)["log"];
  ASSERT_EQ(log.size(), 3u);
  EXPECT_EQ(log[1]["text"], "two");
  make_desk();
  enter(log_in(kPassword));
  EXPECT_EQ(say(r)["have"], 0) << "a new console asks for all of them";
}

TEST_F(DeskTest, BadReportsAreRefusedWithWords) {
  bearer_ = desk_->seat_key();
  for (const char* text : {"", "[]", "{}", "{\"name\":7}", "{\"name\":\"\"}"})
    EXPECT_EQ(ask("/station/report", text).status, 400) << text;
  Json long_name = report(std::string(100, 'n'));
  EXPECT_EQ(ask("/station/report", long_name.dump()).status, 400);
  Json infinite = report("Seat 1");
  infinite["time"] = "later";
  const network::DeskReply r = ask("/station/report", infinite.dump());
  EXPECT_EQ(r.status, 400);
  EXPECT_THAT(*r.body, HasSubstr("time"));
}

}  // namespace
}  // namespace outrigger::console
