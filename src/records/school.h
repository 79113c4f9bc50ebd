/// A school's records: persons, classes, attempts, scores, notes, certificates, and a log of who did what.
///
/// Every call that changes something returns when it is on the disk. One program writes at a time; SQLite
/// makes others wait. Scores are added, never changed. Attempts are known by their id, so adding one again
/// changes nothing. Recordings and attempts carry no names: only the database knows who drove.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/database.h"

namespace outrigger::records {

struct Person {
  std::int64_t id = 0;
  std::string name, number;  ///< the number tells persons of one name apart; may be empty
  std::vector<std::string> classes;
};

struct AttemptEntry {
  std::string uuid, session, session_sha, attempt_sha, recording_sha, software, begun;
};

struct ScoreEntry {
  double total = 0.0;
  bool passed = false;
  std::string grade, by, rules_sha, text, at;
};

struct AttemptLine {
  std::string uuid, session, begun, person, number;
  ScoreEntry score;  ///< the newest
  std::int64_t scores = 0;
};

struct ImportResult {
  int added = 0, known = 0;
};

class School {
 public:
  /// Opens or makes the file. `who` goes into the log. Throws Error.
  explicit School(const std::string& path, std::string who = "local");

  /// Throws Error where a person of this name is there and no number tells them apart.
  std::int64_t add_person(const std::string& name, const std::string& number,
                          const std::string& class_name = {});
  /// By number, or by name where only one has it. Throws Error that says what to give.
  Person find_person(const std::string& name_or_number);
  std::vector<Person> persons();
  /// All that is known of a person, as JSON.
  std::string export_person(const Person& person);
  /// The person, notes and certificates are gone from the file; attempts stay without a name.
  void delete_person(const Person& person);

  /// Columns name, number, class; all or nothing. Throws Error with the line.
  ImportResult import_csv(const std::string& text, const std::string& name);
  /// One row per person and session: best and last score.
  std::string export_csv();

  /// False: it is known already, and nothing has changed.
  bool add_attempt(const AttemptEntry& attempt, const ScoreEntry& score,
                   const std::optional<Person>& person);
  void add_score(const std::string& uuid, const ScoreEntry& score);
  std::vector<ScoreEntry> scores(const std::string& uuid);
  std::vector<AttemptLine> attempts(const std::optional<Person>& person = {});
  void add_note(const Person& person, const std::string& text);
  void add_certificate(const std::string& uuid, const std::string& text);

  /// Role instructor or viewer. Throws Error for passwords that will not do.
  void set_account(const std::string& name, const std::string& role, const std::string& password);
  /// The role; empty: wrong name or password, which takes as long.
  std::string log_in(const std::string& name, const std::string& password);

  /// Who goes into the log from now on.
  void act_as(const std::string& who) { who_ = who; }
  bool has_accounts();

  std::vector<std::string> audit(int most = 100);
  /// A whole copy into a new file, while others go on.
  void back_up(const std::string& path);

 private:
  friend class Classroom;
  void log(const std::string& what);
  void put_into_class(std::int64_t person, const std::string& class_name);
  std::int64_t insert_person(const std::string& name, const std::string& number,
                             const std::string& class_name);
  std::int64_t attempt_id(const std::string& uuid);
  void insert_score(std::int64_t attempt, const ScoreEntry& score);
  Person person_of(const Row& row);

  Database database_;
  std::string who_;
};

/// Now, ISO 8601, UTC.
std::string now_text();

}  // namespace outrigger::records
