#include "records/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/error.h"

namespace outrigger::records {

std::string text_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return {};
}

std::int64_t number_of(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  return 0;
}

double real_of(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return static_cast<double>(number_of(value));
}

void Database::fail(const std::string& what) const {
  throw Error(fmt::format("database '{}': {}: {}", path_, what,
                          handle_ == nullptr ? "no memory" : sqlite3_errmsg(handle_)));
}

Database::Database(const std::string& path) : path_(path) {
  if (sqlite3_open_v2(path.c_str(), &handle_,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW,
                      nullptr) != SQLITE_OK) {
    const std::string why = handle_ == nullptr ? "no memory" : sqlite3_errmsg(handle_);
    sqlite3_close_v2(handle_);
    throw Error(fmt::format("database '{}' cannot be opened: {}", path, why));
  }
  sqlite3_busy_timeout(handle_, 10'000);
  try {
    script(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA secure_delete=ON; PRAGMA trusted_schema=OFF;");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::script(const std::string& statements) {
  if (sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail("cannot be prepared");
}

std::vector<Row> Database::run(std::string_view statement, const std::vector<Value>& arguments) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(handle_, statement.data(), static_cast<int>(statement.size()), &raw,
                         nullptr) != SQLITE_OK)
    fail("cannot read a statement");
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> prepared(raw, sqlite3_finalize);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const int at = static_cast<int>(i) + 1;
    const Value& v = arguments[i];
    if (const auto* text = std::get_if<std::string>(&v))
      sqlite3_bind_text(raw, at, text->data(), static_cast<int>(text->size()), SQLITE_STATIC);
    else if (const auto* number = std::get_if<std::int64_t>(&v))
      sqlite3_bind_int64(raw, at, *number);
    else if (const auto* real = std::get_if<double>(&v))
      sqlite3_bind_double(raw, at, *real);
    else
      sqlite3_bind_null(raw, at);
  }
  std::vector<Row> rows;
  int state = SQLITE_ROW;
  while ((state = sqlite3_step(raw)) == SQLITE_ROW) {
    Row row;
    for (int c = 0; c < sqlite3_column_count(raw); ++c) {
      switch (sqlite3_column_type(raw, c)) {
        case SQLITE_INTEGER:
          row.emplace_back(static_cast<std::int64_t>(sqlite3_column_int64(raw, c)));
          break;
        case SQLITE_FLOAT:
          row.emplace_back(sqlite3_column_double(raw, c));
          break;
        case SQLITE_NULL:
          row.emplace_back(nullptr);
          break;
        default: {
          const void* const bytes = sqlite3_column_blob(raw, c);
          row.emplace_back(std::string(static_cast<const char*>(bytes),
                                       static_cast<std::size_t>(sqlite3_column_bytes(raw, c))));
        }
      }
    }
    rows.push_back(std::move(row));
  }
  if (state != SQLITE_DONE) fail("a statement failed");
  return rows;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_); }
std::int64_t Database::changes() const { return sqlite3_changes(handle_); }

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Error&) {  // SQLite has done it already
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace outrigger::records
