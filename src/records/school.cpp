#include "records/school.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "records/crypto.h"
#include "records/csv.h"
#include "records/schema.h"

namespace outrigger::records {

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

School::School(const std::string& path, std::string who) : database_(path), who_(std::move(who)) {
  migrate(database_);
}

void School::log(const std::string& what) {
  database_.run("INSERT INTO audit(at, who, what) VALUES(?, ?, ?)", {now_text(), who_, what});
}

// ------------------------------------------------------------------------------------ persons

std::int64_t School::add_person(const std::string& name, const std::string& number,
                                const std::string& class_name) {
  Transaction transaction(database_);
  const std::int64_t id = insert_person(name, number, class_name);
  log(fmt::format("added person {}", id));
  transaction.commit();
  return id;
}

std::int64_t School::insert_person(const std::string& name, const std::string& number,
                                   const std::string& class_name) {
  if (name.empty() || name.size() > 120)
    throw Error(
        fmt::format("the name '{:.40}' is of {} characters; allowed: 1 to 120", name, name.size()));
  if (!number.empty() && !database_.run("SELECT id FROM person WHERE number = ?", {number}).empty())
    throw Error(fmt::format("there is a person with the number '{}' already", number));
  if (number.empty() && !database_.run("SELECT id FROM person WHERE name = ?", {name}).empty())
    throw Error(fmt::format("there is a person called '{}' already: give this one a number", name));
  database_.run("INSERT INTO person(name, number, created) VALUES(?, ?, ?)",
                {name, number.empty() ? Value(nullptr) : Value(number), now_text()});
  const std::int64_t id = database_.last_id();
  if (!class_name.empty()) put_into_class(id, class_name);
  return id;
}

void School::put_into_class(std::int64_t person, const std::string& class_name) {
  database_.run("INSERT OR IGNORE INTO class(name, created) VALUES(?, ?)",
                {class_name, now_text()});
  database_.run(
      "INSERT OR IGNORE INTO class_member(class, person) SELECT id, ? FROM class WHERE name = ?",
      {person, class_name});
}

Person School::person_of(const Row& row) {
  Person p{number_of(row[0]), text_of(row[1]), text_of(row[2]), {}};
  for (const Row& c : database_.run(
           "SELECT class.name FROM class JOIN class_member ON class.id = class_member.class "
           "WHERE class_member.person = ? ORDER BY class.name",
           {p.id}))
    p.classes.push_back(text_of(c[0]));
  return p;
}

Person School::find_person(const std::string& wanted) {
  const auto rows =
      database_.run("SELECT id, name, number FROM person WHERE number = ?1 OR name = ?1", {wanted});
  for (const Row& r : rows)
    if (text_of(r[2]) == wanted) return person_of(r);
  if (rows.empty())
    throw Error(fmt::format("there is no person with the name or number '{}'", wanted));
  if (rows.size() > 1)
    throw Error(fmt::format("{} persons are called '{}': give the number", rows.size(), wanted));
  return person_of(rows[0]);
}

std::vector<Person> School::persons() {
  std::vector<Person> out;
  for (const Row& r : database_.run("SELECT id, name, number FROM person ORDER BY name, number"))
    out.push_back(person_of(r));
  return out;
}

std::string School::export_person(const Person& person) {
  using Json = nlohmann::ordered_json;
  Json out{{"name", person.name},       {"number", person.number}, {"classes", person.classes},
           {"attempts", Json::array()}, {"notes", Json::array()},  {"certificates", Json::array()}};
  for (const Row& a :
       database_.run("SELECT id, uuid, session, begun FROM attempt WHERE person = ? ORDER BY id",
                     {person.id})) {
    Json all = Json::array();
    for (const ScoreEntry& s : scores(text_of(a[1])))
      all.push_back(Json{{"total", s.total}, {"grade", s.grade}, {"by", s.by}, {"at", s.at}});
    out["attempts"].push_back(Json{{"id", text_of(a[1])},
                                   {"session", text_of(a[2])},
                                   {"begun", text_of(a[3])},
                                   {"scores", all}});
    for (const Row& c : database_.run("SELECT text FROM certificate WHERE attempt = ?", {a[0]}))
      out["certificates"].push_back(text_of(c[0]));
  }
  for (const Row& n :
       database_.run("SELECT at, by, text FROM note WHERE person = ? ORDER BY id", {person.id}))
    out["notes"].push_back(
        Json{{"at", text_of(n[0])}, {"by", text_of(n[1])}, {"text", text_of(n[2])}});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void School::delete_person(const Person& person) {
  {
    Transaction transaction(database_);
    database_.run(
        "DELETE FROM certificate WHERE attempt IN (SELECT id FROM attempt WHERE person = ?)",
        {person.id});
    database_.run("DELETE FROM note WHERE attempt IN (SELECT id FROM attempt WHERE person = ?)",
                  {person.id});
    // What a record store has of the person, the school must have deleted there.
    database_.run("DELETE FROM outbox WHERE person = ? AND sent IS NULL", {person.id});
    database_.run("DELETE FROM person WHERE id = ?", {person.id});
    log(fmt::format("deleted person {}", person.id));
    transaction.commit();
  }
  // Nothing of it is left in the journal either.
  database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

// ------------------------------------------------------------------------------------ tables

ImportResult School::import_csv(const std::string& text, const std::string& name) {
  const std::vector<CsvRow> rows = read_csv(text, name);
  constexpr const char* kColumns = "name, number, class";
  if (rows.empty())
    throw Error(fmt::format("{}: it is empty; the first line names columns: {}", name, kColumns));
  std::vector<std::string> columns;
  for (std::string c : rows[0]) {
    std::ranges::transform(c, c.begin(),
                           [](unsigned char x) { return static_cast<char>(std::tolower(x)); });
    if (c != "name" && c != "number" && c != "class")
      throw Error(fmt::format("{}:1: unknown column '{}'; allowed: {}", name, c, kColumns));
    columns.push_back(c);
  }
  const auto column = [&](const char* wanted) {
    return std::ranges::find(columns, wanted) - columns.begin();
  };
  if (column("name") == static_cast<std::ptrdiff_t>(columns.size()))
    throw Error(fmt::format("{}:1: the column 'name' is missing; allowed: {}", name, kColumns));
  const auto field = [&](const CsvRow& row, const char* wanted) {
    const auto at = static_cast<std::size_t>(column(wanted));
    return at < row.size() && at < columns.size() ? row[at] : std::string();
  };
  ImportResult result;
  Transaction transaction(database_);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string number = field(rows[i], "number"), person = field(rows[i], "name");
    const auto known =
        number.empty() ? std::vector<Row>{}
                       : database_.run("SELECT id, name FROM person WHERE number = ?", {number});
    try {
      if (rows[i].size() > columns.size())
        throw Error(fmt::format("{} fields instead of {}", rows[i].size(), columns.size()));
      if (known.empty()) {
        insert_person(person, number, field(rows[i], "class"));
        ++result.added;
      } else {
        if (text_of(known[0][1]) != person)
          throw Error(fmt::format("the number '{}' is that of '{}'", number, text_of(known[0][1])));
        if (!field(rows[i], "class").empty())
          put_into_class(number_of(known[0][0]), field(rows[i], "class"));
        ++result.known;
      }
    } catch (const Error& e) {
      throw Error(fmt::format("{}: row {}: {}; nothing was imported", name, i + 1, e.what()));
    }
  }
  log(fmt::format("imported {} persons", result.added));
  transaction.commit();
  return result;
}

std::string School::export_csv() {
  std::vector<CsvRow> rows{
      {"name", "number", "class", "session", "attempts", "best", "last", "passed"}};
  for (const Row& r : database_.run(R"sql(
      SELECT p.name, COALESCE(p.number, ''),
        COALESCE((SELECT group_concat(c.name, ' ') FROM class c JOIN class_member m ON m.class = c.id WHERE m.person = p.id), ''),
        a.session, COUNT(DISTINCT a.id), MAX(s.total),
        (SELECT s2.total FROM score s2 JOIN attempt a2 ON s2.attempt = a2.id
          WHERE a2.person = p.id AND a2.session = a.session ORDER BY s2.id DESC LIMIT 1), MAX(s.passed)
      FROM person p LEFT JOIN attempt a ON a.person = p.id LEFT JOIN score s ON s.attempt = a.id
      GROUP BY p.id, a.session ORDER BY p.name, p.number, a.session)sql")) {
    CsvRow row;
    for (std::size_t i = 0; i + 1 < r.size(); ++i) row.push_back(text_of(r[i]));
    row.emplace_back(std::holds_alternative<std::nullptr_t>(r.back()) ? ""
                     : number_of(r.back()) != 0                       ? "yes"
                                                                      : "no");
    rows.push_back(std::move(row));
  }
  return csv_text(rows);
}

// ------------------------------------------------------------------------------------ attempts

std::int64_t School::attempt_id(const std::string& uuid) {
  const auto rows = database_.run("SELECT id FROM attempt WHERE uuid = ?", {uuid});
  if (rows.empty()) throw Error(fmt::format("the records have no attempt '{}'", uuid));
  return number_of(rows[0][0]);
}

void School::insert_score(std::int64_t attempt, const ScoreEntry& s) {
  database_.run(
      "INSERT INTO score(attempt, total, grade, passed, by, rules_sha, text, at) "
      "VALUES(?,?,?,?,?,?,?,?)",
      {attempt, s.total, s.grade, std::int64_t{s.passed}, s.by, s.rules_sha, s.text, now_text()});
}

bool School::add_attempt(const AttemptEntry& a, const ScoreEntry& score,
                         const std::optional<Person>& person) {
  Transaction transaction(database_);
  database_.run(
      "INSERT OR IGNORE INTO attempt(uuid, person, session, session_sha, attempt_sha, "
      "recording_sha, software, "
      "begun, added) VALUES(?,?,?,?,?,?,?,?,?)",
      {a.uuid, person ? Value(person->id) : Value(nullptr), a.session, a.session_sha, a.attempt_sha,
       a.recording_sha, a.software, a.begun, now_text()});
  if (database_.changes() == 0) return false;
  insert_score(database_.last_id(), score);
  log("added attempt " + a.uuid);
  transaction.commit();
  return true;
}

void School::add_score(const std::string& uuid, const ScoreEntry& score) {
  Transaction transaction(database_);
  insert_score(attempt_id(uuid), score);
  log("scored attempt " + uuid);
  transaction.commit();
}

std::vector<ScoreEntry> School::scores(const std::string& uuid) {
  std::vector<ScoreEntry> out;
  for (const Row& r : database_.run("SELECT total, passed, grade, by, rules_sha, text, at FROM "
                                    "score WHERE attempt = ? ORDER BY id",
                                    {attempt_id(uuid)}))
    out.push_back({real_of(r[0]), number_of(r[1]) != 0, text_of(r[2]), text_of(r[3]), text_of(r[4]),
                   text_of(r[5]), text_of(r[6])});
  return out;
}

std::vector<AttemptLine> School::attempts(const std::optional<Person>& person) {
  std::vector<AttemptLine> out;
  for (const Row& r : database_.run(R"sql(
      SELECT a.uuid, a.session, a.begun, COALESCE(p.name, ''), COALESCE(p.number, ''),
        s.total, s.passed, s.grade, s.by, s.rules_sha, s.text, s.at, (SELECT COUNT(*) FROM score WHERE attempt = a.id)
      FROM attempt a LEFT JOIN person p ON p.id = a.person
      JOIN score s ON s.id = (SELECT MAX(id) FROM score WHERE attempt = a.id)
      WHERE ?1 IS NULL OR a.person = ?1 ORDER BY a.id)sql",
                                    {person ? Value(person->id) : Value(nullptr)}))
    out.push_back({text_of(r[0]),
                   text_of(r[1]),
                   text_of(r[2]),
                   text_of(r[3]),
                   text_of(r[4]),
                   {real_of(r[5]), number_of(r[6]) != 0, text_of(r[7]), text_of(r[8]),
                    text_of(r[9]), text_of(r[10]), text_of(r[11])},
                   number_of(r[12])});
  return out;
}

void School::add_note(const Person& person, const std::string& text) {
  if (text.empty() || text.size() > 10'000) throw Error("a note has 1 to 10000 characters");
  Transaction transaction(database_);
  database_.run("INSERT INTO note(person, by, text, at) VALUES(?,?,?,?)",
                {person.id, who_, text, now_text()});
  log(fmt::format("noted something on person {}", person.id));
  transaction.commit();
}

void School::add_certificate(const std::string& uuid, const std::string& text) {
  Transaction transaction(database_);
  database_.run("INSERT INTO certificate(attempt, text, at) VALUES(?,?,?)",
                {attempt_id(uuid), text, now_text()});
  log("certified attempt " + uuid);
  transaction.commit();
}

// ------------------------------------------------------------------------------------ accounts

void School::set_account(const std::string& name, const std::string& role,
                         const std::string& password) {
  if (name.empty() || name.size() > 60)
    throw Error("the name of an account has 1 to 60 characters");
  if (role != "instructor" && role != "viewer")
    throw Error(fmt::format("the role is '{}'; allowed: instructor, viewer", role));
  const std::string hash = hash_password(password);
  Transaction transaction(database_);
  database_.run(
      "INSERT INTO account(name, role, pwhash, created) VALUES(?,?,?,?) "
      "ON CONFLICT(name) DO UPDATE SET role = excluded.role, pwhash = excluded.pwhash",
      {name, role, hash, now_text()});
  log("set the account " + name);
  transaction.commit();
}

std::string School::log_in(const std::string& name, const std::string& password) {
  // Of a password that nobody has, so that unknown names take as long as wrong passwords.
  static const std::string kNobody = hash_password("no account has this one");
  const auto rows = database_.run("SELECT role, pwhash FROM account WHERE name = ?", {name});
  const bool right = password_matches(rows.empty() ? kNobody : text_of(rows[0][1]), password);
  return right && !rows.empty() ? text_of(rows[0][0]) : std::string();
}

bool School::has_accounts() { return !database_.run("SELECT 1 FROM account LIMIT 1").empty(); }

std::vector<std::string> School::audit(int most) {
  std::vector<std::string> out;
  for (const Row& r : database_.run("SELECT at, who, what FROM audit ORDER BY id DESC LIMIT ?",
                                    {std::int64_t{most}}))
    out.push_back(fmt::format("{} {}: {}", text_of(r[0]), text_of(r[1]), text_of(r[2])));
  return out;
}

void School::back_up(const std::string& path) {
  if (std::filesystem::exists(path))
    throw Error(fmt::format("'{}' is there already; it stays as it is", path));
  database_.run("VACUUM INTO ?", {path});
}

}  // namespace outrigger::records
