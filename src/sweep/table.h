/// The table of a sweep: an SQLite file with a row per case, and what it was made from.
///
///   manifest(key, value)    hashes of the inputs and the program, the plan
///   cases(number, parameters, state, outcome, result, seconds, attempts)   parameters, result: JSON
///
/// A row is written once, in a transaction, by the one process that holds the folder's lock. So a killed
/// sweep has every finished case and none twice. A changed input is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sweep/plan.h"

struct sqlite3;

namespace outrigger::sweep {

struct CaseRow {
  std::int64_t number = 0;
  std::string parameters;  ///< JSON object
  std::string state;       ///< "done", "failed", or "killed": to be run again
  std::string outcome;     ///< verdict, or why it failed
  std::string result;      ///< JSON object
  double seconds = 0.0;
  int attempts = 0;
};

class Table {
 public:
  /// Makes or opens FOLDER/sweep.sqlite. Throws Error: another sweep works there, the inputs are others
  /// than those of the cases that are there, the disk is full.
  Table(const std::string& folder, const Plan& plan, const std::string& program_hash);
  /// For reading alone.
  explicit Table(const std::string& folder);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  std::vector<bool> finished(std::int64_t count) const;
  void write(const CaseRow& row);
  /// In the order of their numbers.
  void for_each(const std::function<void(const CaseRow&)>& visit) const;
  std::map<std::string, std::string> manifest() const;

 private:
  void prepare(const std::string& folder, const Plan& plan, const std::string& program_hash);
  void let_go();
  void run(const std::string& sql) const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  sqlite3* db_ = nullptr;
  int lock_ = -1;
};

/// Of a file's bytes, 16 hexadecimal digits.
std::string file_hash(const std::string& path);

}  // namespace outrigger::sweep
