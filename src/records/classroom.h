/// What the instructor's console asks of a school's records: classes, single persons and attempts, who was sent to
/// which seat, statements that wait for a learning record store, and settings. The rules of School hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/school.h"

namespace outrigger::records {

struct ClassEntry {
  std::int64_t id = 0;
  std::string name;
  std::int64_t members = 0;
};

struct NoteEntry {
  std::string by, text, at;
};

struct AttemptDetail {
  AttemptEntry entry;
  std::optional<Person> person;
  std::vector<ScoreEntry> scores;
  std::string certificate;  ///< the newest; empty: none
};

/// Who drives at a seat; made before the seat is told.
struct Assignment {
  std::string uuid, seat, session;
  std::optional<std::int64_t> person;
};

struct Statement {
  std::int64_t id = 0;
  std::string uuid, text;
};

class Classroom {
 public:
  /// The school must outlive it.
  explicit Classroom(School& school) : school_(school), database_(school.database_) {}

  /// Throws Error where there is one of this name, or the name will not do.
  void add_class(const std::string& name);
  std::vector<ClassEntry> classes();
  std::vector<Person> members(std::int64_t class_id);
  std::string class_name(std::int64_t class_id);  ///< Throws Error

  Person person(std::int64_t id);  ///< Throws Error
  std::vector<NoteEntry> notes(std::int64_t person);
  AttemptDetail attempt(const std::string& uuid);  ///< Throws Error

  void assign(const Assignment& assignment);
  std::optional<Assignment> assignment(const std::string& uuid);

  /// Statements with ids of their own: adding one again changes nothing.
  void queue(const std::vector<Statement>& statements, std::optional<std::int64_t> person);
  std::vector<Statement> unsent(int most);
  void mark_sent(const std::vector<Statement>& statements);
  std::vector<Statement> statements();

  /// Empty: not set.
  std::string setting(const std::string& name);
  void set(const std::string& name, const std::string& value);
  void log(const std::string& what) { school_.log(what); }

 private:
  School& school_;
  Database& database_;
};

}  // namespace outrigger::records
