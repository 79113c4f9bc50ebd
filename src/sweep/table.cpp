#include "sweep/table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "description/reader.h"

namespace outrigger::sweep {

namespace {

/// FNV-1a over bytes.
std::string hash_of(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", h);
}

/// A prepared statement that ends itself.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) {
    if (sqlite3_prepare_v2(db, sql, -1, &s_, nullptr) != SQLITE_OK)
      throw Error(fmt::format("the table of the sweep: {}", sqlite3_errmsg(db)));
  }
  ~Statement() { sqlite3_finalize(s_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  void bind(int at, const std::string& text) {
    sqlite3_bind_text(s_, at, text.c_str(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  void bind(int at, std::int64_t number) { sqlite3_bind_int64(s_, at, number); }
  void bind(int at, double number) { sqlite3_bind_double(s_, at, number); }
  int step() { return sqlite3_step(s_); }
  std::string text(int column) const {
    const unsigned char* t = sqlite3_column_text(s_, column);
    return t == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(t));
  }
  std::int64_t whole(int column) const { return sqlite3_column_int64(s_, column); }
  double real(int column) const { return sqlite3_column_double(s_, column); }

 private:
  sqlite3_stmt* s_ = nullptr;
};

}  // namespace

std::string file_hash(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(fmt::format("cannot read '{}'", path));
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return hash_of(bytes);
}

Table::Table(const std::string& folder, const Plan& plan, const std::string& program_hash)
    : path_(folder + "/sweep.sqlite") {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(fmt::format("cannot make the folder '{}': {}", folder, error.message()));
  lock_ = open((folder + "/lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    if (lock_ >= 0) close(lock_);
    throw Error(fmt::format(
        "another sweep works in '{}': wait for it, or give another folder with --out", folder));
  }
  // A constructor that throws has no destructor to let go of the folder.
  try {
    prepare(folder, plan, program_hash);
  } catch (...) {
    let_go();
    throw;
  }
}

void Table::let_go() {
  sqlite3_close(db_);
  if (lock_ >= 0) close(lock_);
  db_ = nullptr;
  lock_ = -1;
}

void Table::prepare(const std::string& folder, const Plan& plan, const std::string& program_hash) {
  if (sqlite3_open(path_.c_str(), &db_) != SQLITE_OK) fail("cannot be opened");
  run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
      "CREATE TABLE IF NOT EXISTS manifest(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
      "CREATE TABLE IF NOT EXISTS cases(number INTEGER PRIMARY KEY, parameters TEXT NOT NULL,"
      " state TEXT NOT NULL, outcome TEXT NOT NULL, result TEXT NOT NULL, seconds REAL NOT NULL,"
      " attempts INTEGER NOT NULL);");
  // All files that make a case what it is: the sweep, the study and what that includes.
  std::map<std::string, std::string> now{{"format", "1"},
                                         {"sweep_file", plan.file},
                                         {"study_file", plan.study},
                                         {"cases", std::to_string(plan.case_count())},
                                         {"hash of the sweep file", file_hash(plan.file)},
                                         {"hash of the study", file_hash(plan.study)},
                                         {"hash of the program", program_hash}};
  if (plan.kind == Plan::Kind::machine) {
    std::vector<description::SourceFile> files;
    description::ReadOptions options;
    options.files_read = &files;
    options.allow_outside = true;
    description::read_machine_file(plan.study, options);
    std::string all;
    for (const auto& f : files) all += f.text;
    now["hash of the study"] = hash_of(all);
  }
  const std::map<std::string, std::string> before = manifest();
  for (const auto& [key, value] : before) {
    if (!key.starts_with("hash of") || now[key] == value) continue;
    const std::string what = key.substr(8);
    throw Error(
        fmt::format("'{}' has cases of another state of {}: results of both would mix. Put it back "
                    "as it was, or give another folder with --out",
                    folder, what));
  }
  run("BEGIN");
  for (const auto& [key, value] : now) {
    Statement s(db_, "INSERT OR IGNORE INTO manifest VALUES(?, ?)");
    s.bind(1, key);
    s.bind(2, value);
    if (s.step() != SQLITE_DONE) fail("cannot be written");
  }
  run("COMMIT");
}

Table::Table(const std::string& folder) : path_(folder + "/sweep.sqlite") {
  if (!std::filesystem::exists(path_))
    throw Error(fmt::format("there is no sweep in '{}'", folder));
  if (sqlite3_open_v2(path_.c_str(), &db_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
    let_go();
    throw Error(fmt::format("the table '{}' cannot be opened", path_));
  }
}

Table::~Table() { let_go(); }

void Table::fail(const std::string& what) const {
  throw Error(fmt::format(
      "the table '{}' {}: {}. Finished cases are kept; the same command goes on from there", path_,
      what, sqlite3_errmsg(db_)));
}

void Table::run(const std::string& sql) const {
  if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail("cannot be written");
}

std::map<std::string, std::string> Table::manifest() const {
  std::map<std::string, std::string> all;
  Statement s(db_, "SELECT key, value FROM manifest");
  while (s.step() == SQLITE_ROW) all[s.text(0)] = s.text(1);
  return all;
}

std::vector<bool> Table::finished(std::int64_t count) const {
  std::vector<bool> done(static_cast<std::size_t>(count), false);
  Statement s(db_, "SELECT number FROM cases WHERE state <> 'killed'");
  while (s.step() == SQLITE_ROW)
    if (s.whole(0) >= 0 && s.whole(0) < count) done[static_cast<std::size_t>(s.whole(0))] = true;
  return done;
}

void Table::write(const CaseRow& row) {
  // Only a case that was killed every time may be replaced.
  Statement s(
      db_,
      "INSERT INTO cases VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(number) DO UPDATE SET "
      "parameters = excluded.parameters, state = excluded.state, outcome = excluded.outcome, "
      "result = excluded.result, seconds = excluded.seconds, attempts = cases.attempts + "
      "excluded.attempts WHERE cases.state = 'killed'");
  s.bind(1, row.number);
  s.bind(2, row.parameters);
  s.bind(3, row.state);
  s.bind(4, row.outcome);
  s.bind(5, row.result);
  s.bind(6, row.seconds);
  s.bind(7, static_cast<std::int64_t>(row.attempts));
  if (s.step() != SQLITE_DONE) fail("cannot be written");
  if (sqlite3_changes(db_) != 1)
    throw Error(fmt::format("case {} is in '{}' already", row.number, path_));
}

void Table::for_each(const std::function<void(const CaseRow&)>& visit) const {
  Statement s(db_,
              "SELECT number, parameters, state, outcome, result, seconds, attempts FROM cases "
              "ORDER BY number");
  while (s.step() == SQLITE_ROW)
    visit({s.whole(0), s.text(1), s.text(2), s.text(3), s.text(4), s.real(5),
           static_cast<int>(s.whole(6))});
}

}  // namespace outrigger::sweep
