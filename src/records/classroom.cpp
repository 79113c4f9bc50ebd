#include "records/classroom.h"

#include <fmt/format.h>

#include "base/error.h"

namespace outrigger::records {

void Classroom::add_class(const std::string& name) {
  if (name.empty() || name.size() > 120) throw Error("the name of a class has 1 to 120 characters");
  Transaction transaction(database_);
  database_.run("INSERT OR IGNORE INTO class(name, created) VALUES(?, ?)", {name, now_text()});
  if (database_.changes() == 0)
    throw Error(fmt::format("there is a class called '{}' already", name));
  school_.log(fmt::format("added class {}", database_.last_id()));
  transaction.commit();
}

std::vector<ClassEntry> Classroom::classes() {
  std::vector<ClassEntry> out;
  for (const Row& r :
       database_.run("SELECT c.id, c.name, (SELECT COUNT(*) FROM class_member WHERE class = c.id) "
                     "FROM class c ORDER BY c.name"))
    out.push_back({number_of(r[0]), text_of(r[1]), number_of(r[2])});
  return out;
}

std::string Classroom::class_name(std::int64_t id) {
  const auto rows = database_.run("SELECT name FROM class WHERE id = ?", {id});
  if (rows.empty()) throw Error(fmt::format("there is no class {}", id));
  return text_of(rows[0][0]);
}

std::vector<Person> Classroom::members(std::int64_t id) {
  std::vector<Person> out;
  for (const Row& r : database_.run(
           "SELECT p.id, p.name, p.number FROM person p JOIN class_member m ON m.person = p.id "
           "WHERE m.class = ? ORDER BY p.name, p.number",
           {id}))
    out.push_back(school_.person_of(r));
  return out;
}

Person Classroom::person(std::int64_t id) {
  const auto rows = database_.run("SELECT id, name, number FROM person WHERE id = ?", {id});
  if (rows.empty()) throw Error(fmt::format("there is no person {}", id));
  return school_.person_of(rows[0]);
}

std::vector<NoteEntry> Classroom::notes(std::int64_t person) {
  std::vector<NoteEntry> out;
  for (const Row& r :
       database_.run("SELECT by, text, at FROM note WHERE person = ? ORDER BY id", {person}))
    out.push_back({text_of(r[0]), text_of(r[1]), text_of(r[2])});
  return out;
}

AttemptDetail Classroom::attempt(const std::string& uuid) {
  const auto rows = database_.run(
      "SELECT uuid, session, session_sha, attempt_sha, recording_sha, software, begun, person, id "
      "FROM attempt WHERE uuid = ?",
      {uuid});
  if (rows.empty()) throw Error("the records have no such attempt");
  const Row& r = rows[0];
  AttemptDetail out;
  out.entry = {text_of(r[0]), text_of(r[1]), text_of(r[2]), text_of(r[3]),
               text_of(r[4]), text_of(r[5]), text_of(r[6])};
  if (!std::holds_alternative<std::nullptr_t>(r[7])) out.person = person(number_of(r[7]));
  out.scores = school_.scores(uuid);
  const auto certificates = database_.run(
      "SELECT text FROM certificate WHERE attempt = ? ORDER BY id DESC LIMIT 1", {r[8]});
  if (!certificates.empty()) out.certificate = text_of(certificates[0][0]);
  return out;
}

// ------------------------------------------------------------------------------------ seats

void Classroom::assign(const Assignment& a) {
  Transaction transaction(database_);
  database_.run("INSERT INTO assignment(uuid, person, seat, session, by, at) VALUES(?,?,?,?,?,?)",
                {a.uuid, a.person ? Value(*a.person) : Value(nullptr), a.seat, a.session,
                 school_.who_, now_text()});
  school_.log(fmt::format("started {} at the seat {}", a.session, a.seat));
  transaction.commit();
}

std::optional<Assignment> Classroom::assignment(const std::string& uuid) {
  const auto rows =
      database_.run("SELECT uuid, seat, session, person FROM assignment WHERE uuid = ?", {uuid});
  if (rows.empty()) return std::nullopt;
  const Row& r = rows[0];
  Assignment a{text_of(r[0]), text_of(r[1]), text_of(r[2]), std::nullopt};
  if (!std::holds_alternative<std::nullptr_t>(r[3])) a.person = number_of(r[3]);
  return a;
}

// ------------------------------------------------------------------------------------ statements

void Classroom::queue(const std::vector<Statement>& statements,
                      std::optional<std::int64_t> person) {
  Transaction transaction(database_);
  for (const Statement& s : statements)
    database_.run("INSERT OR IGNORE INTO outbox(statement, person, text, at) VALUES(?,?,?,?)",
                  {s.uuid, person ? Value(*person) : Value(nullptr), s.text, now_text()});
  transaction.commit();
}

std::vector<Statement> Classroom::unsent(int most) {
  std::vector<Statement> out;
  for (const Row& r : database_.run(
           "SELECT id, statement, text FROM outbox WHERE sent IS NULL ORDER BY id LIMIT ?",
           {std::int64_t{most}}))
    out.push_back({number_of(r[0]), text_of(r[1]), text_of(r[2])});
  return out;
}

void Classroom::mark_sent(const std::vector<Statement>& statements) {
  Transaction transaction(database_);
  for (const Statement& s : statements)
    database_.run("UPDATE outbox SET sent = ? WHERE id = ?", {now_text(), s.id});
  transaction.commit();
}

std::vector<Statement> Classroom::statements() {
  std::vector<Statement> out;
  for (const Row& r : database_.run("SELECT id, statement, text FROM outbox ORDER BY id"))
    out.push_back({number_of(r[0]), text_of(r[1]), text_of(r[2])});
  return out;
}

// ------------------------------------------------------------------------------------ settings

std::string Classroom::setting(const std::string& name) {
  const auto rows = database_.run("SELECT value FROM setting WHERE name = ?", {name});
  return rows.empty() ? std::string() : text_of(rows[0][0]);
}

void Classroom::set(const std::string& name, const std::string& value) {
  Transaction transaction(database_);
  database_.run(
      "INSERT INTO setting(name, value) VALUES(?, ?) "
      "ON CONFLICT(name) DO UPDATE SET value = excluded.value",
      {name, value});
  transaction.commit();
}

}  // namespace outrigger::records
