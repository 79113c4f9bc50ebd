/// SQLite as values: statements with bound arguments (never text put together), rows, transactions.
///
/// The file is opened with WAL and FULL, so that what was committed survives a killed program and a power
/// loss; deleted data is overwritten (secure_delete).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct sqlite3;

namespace outrigger::records {

using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string>;
using Row = std::vector<Value>;

std::string text_of(const Value& value);
std::int64_t number_of(const Value& value);
double real_of(const Value& value);

class Database {
 public:
  /// Opens or makes the file. Throws Error that names it.
  explicit Database(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// One statement. Throws Error with what SQLite says.
  std::vector<Row> run(std::string_view statement, const std::vector<Value>& arguments = {});
  /// Several, without arguments.
  void script(const std::string& statements);
  std::int64_t last_id() const;
  std::int64_t changes() const;
  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  sqlite3* handle_ = nullptr;
};

/// All or nothing: what was run is kept by commit(), else undone.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// When it returns, the data is on the disk.
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace outrigger::records
