#include "records/schema.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"

namespace outrigger::records {

namespace {

/// Each entry leads from its index to the next version. Never edit one that was released: add another.
constexpr std::array<const char*, kSchemaVersion> kSteps{R"sql(
CREATE TABLE person(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK(length(name) BETWEEN 1 AND 120),
  number TEXT UNIQUE, created TEXT NOT NULL) STRICT;
CREATE TABLE account(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL CHECK(role IN ('instructor','viewer')),
  pwhash TEXT NOT NULL, created TEXT NOT NULL) STRICT;
CREATE TABLE class(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, created TEXT NOT NULL) STRICT;
CREATE TABLE class_member(
  class INTEGER NOT NULL REFERENCES class(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE, PRIMARY KEY(class, person)) STRICT;
CREATE TABLE attempt(
  id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, person INTEGER REFERENCES person(id) ON DELETE SET NULL,
  session TEXT NOT NULL, session_sha TEXT NOT NULL, attempt_sha TEXT NOT NULL, recording_sha TEXT NOT NULL,
  software TEXT NOT NULL, begun TEXT NOT NULL, added TEXT NOT NULL) STRICT;
CREATE TABLE score(
  id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,
  total REAL NOT NULL, grade TEXT NOT NULL, passed INTEGER NOT NULL, by TEXT NOT NULL, rules_sha TEXT NOT NULL,
  text TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TRIGGER score_is_kept BEFORE UPDATE ON score BEGIN SELECT RAISE(ABORT, 'scores are never changed'); END;
CREATE TABLE note(
  id INTEGER PRIMARY KEY, person INTEGER REFERENCES person(id) ON DELETE CASCADE,
  attempt INTEGER REFERENCES attempt(id) ON DELETE CASCADE, by TEXT NOT NULL,
  text TEXT NOT NULL CHECK(length(text) BETWEEN 1 AND 10000), at TEXT NOT NULL) STRICT;
CREATE TABLE certificate(
  id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL REFERENCES attempt(id) ON DELETE CASCADE,
  text TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE audit(id INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL) STRICT;
CREATE INDEX attempt_person ON attempt(person);
CREATE INDEX score_attempt ON score(attempt);
)sql",
                                                         R"sql(
CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE assignment(
  uuid TEXT PRIMARY KEY, person INTEGER REFERENCES person(id) ON DELETE SET NULL, seat TEXT NOT NULL,
  session TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE outbox(
  id INTEGER PRIMARY KEY, statement TEXT NOT NULL UNIQUE, person INTEGER, text TEXT NOT NULL, at TEXT NOT NULL,
  sent TEXT) STRICT;
CREATE INDEX outbox_unsent ON outbox(id) WHERE sent IS NULL;
)sql"};

}  // namespace

void migrate(Database& database) {
  Transaction transaction(database);
  const auto version = static_cast<int>(number_of(database.run("PRAGMA user_version").at(0).at(0)));
  if (version > kSchemaVersion)
    throw Error(fmt::format(
        "database '{}' is of version {}, which a newer Outrigger wrote; this one knows {}. "
        "Nothing was changed",
        database.path(), version, kSchemaVersion));
  for (int v = version; v < kSchemaVersion; ++v)
    database.script(kSteps[static_cast<std::size_t>(v)]);
  if (version < kSchemaVersion)
    database.script(fmt::format("PRAGMA user_version={}", kSchemaVersion));
  transaction.commit();
}

}  // namespace outrigger::records
