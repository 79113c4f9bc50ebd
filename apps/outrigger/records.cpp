#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/error.h"
#include "description/text.h"
#include "outrigger/loaded_session.h"
#include "outrigger/outputs.h"
#include "outrigger/records_commands.h"
#include "records/crypto.h"
#include "records/school.h"
#include "training/attempt.h"

namespace outrigger::app {

namespace fs = std::filesystem;

namespace {

records::School school_of(const RecordsOptions& o) {
  if (const fs::path folder = fs::path(o.database).parent_path(); !folder.empty()) make_folder(folder.string());
  return records::School(o.database);
}

/// What people wrote must not command the terminal.
std::string safe(const std::string& text) { return description::without_control_characters(text); }

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(fmt::format("'{}' cannot be read", path));
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

records::ScoreEntry entry_of(const training::Score& s, const std::string& by, const std::string& rules) {
  return {s.total, s.passed, s.grade, by, records::sha256(rules), training::to_text(s), ""};
}

/// Of a file beside the attempt; empty where there is none.
std::string recording_sha(const std::string& file, const training::Attempt& attempt) {
  const fs::path path = fs::path(file).parent_path() / fs::path(attempt.header.recording).filename();
  return attempt.header.recording.empty() || !fs::is_regular_file(path) ? "" : records::sha256_of_file(path.string());
}

std::string read_password() {
  const bool terminal = isatty(STDIN_FILENO) != 0;
  termios before{};
  if (terminal) {
    fmt::print(stderr, "password: ");
    tcgetattr(STDIN_FILENO, &before);
    termios quiet = before;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
  }
  std::string password;
  std::getline(std::cin, password);
  if (terminal) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    fmt::print(stderr, "\n");
  }
  return password;
}

}  // namespace

int add_person(const RecordsOptions& o) {
  records::School school = school_of(o);
  school.add_person(o.name, o.number, o.class_name);
  fmt::print("{} is in {}\n", safe(o.name), o.database);
  return 0;
}

int list_persons(const RecordsOptions& o) {
  records::School school = school_of(o);
  for (const records::Person& p : school.persons())
    fmt::print("  {:<32} {:<12} {}\n", safe(p.name), safe(p.number), safe(fmt::format("{}", fmt::join(p.classes, ", "))));
  return 0;
}

int export_person(const RecordsOptions& o) {
  records::School school = school_of(o);
  fmt::print("{}", school.export_person(school.find_person(o.name)));
  return 0;
}

int delete_person(const RecordsOptions& o) {
  records::School school = school_of(o);
  const records::Person person = school.find_person(o.name);
  const std::size_t attempts = school.attempts(person).size();
  if (!o.yes) {
    fmt::print("would delete {}, notes and certificates; {} attempts stay without a name. Give --yes to do it\n",
               safe(person.name), attempts);
    return 1;
  }
  school.delete_person(person);
  fmt::print("deleted; {} attempts stay without a name. Copies made by `records backup` still have the person\n", attempts);
  return 0;
}

int import_persons(const RecordsOptions& o) {
  records::School school = school_of(o);
  const records::ImportResult r = school.import_csv(file_text(o.file), o.file);
  fmt::print("{} persons added, {} known already\n", r.added, r.known);
  return 0;
}

int export_table(const RecordsOptions& o) {
  records::School school = school_of(o);
  fmt::print("{}", school.export_csv());
  return 0;
}

int keep_attempts(const RecordsOptions& o) {
  records::School school = school_of(o);
  std::optional<records::Person> person;
  if (!o.name.empty()) person = school.find_person(o.name);
  for (const std::string& file : o.files) {
    const training::Attempt attempt = training::load_attempt(file);
    const training::AttemptHeader& h = attempt.header;
    if (!attempt.end) throw Error(fmt::format("{}: {}", file, attempt.problems.back()));
    const training::Score score = training::score_of(attempt, h.definition);
    const bool added = school.add_attempt(
        {h.id, h.session_file, records::sha256(h.session_text), records::sha256_of_file(file), recording_sha(file, attempt), h.software, h.begun},
        entry_of(score, "session", h.definition), person);
    fmt::print("{}: {}\n", file, added ? fmt::format("kept, {} with {:.1f} points", score.grade, score.total) : "known already");
  }
  return 0;
}

int list_attempts(const RecordsOptions& o) {
  records::School school = school_of(o);
  std::optional<records::Person> person;
  if (!o.name.empty()) person = school.find_person(o.name);
  for (const records::AttemptLine& a : school.attempts(person))
    fmt::print("  {}  {:<20} {:<24} {:>5.1f} {:<9} {}{}\n", a.begun, safe(a.session), safe(a.person), a.score.total,
               a.score.grade, a.uuid, a.scores > 1 ? fmt::format("  ({} scores)", a.scores) : "");
  return 0;
}

int score_again(const RecordsOptions& o) {
  records::School school = school_of(o);
  training::ScriptHost script;
  const std::string path = session_path(o.by), definition = script.load({path, "", 0, {}});
  for (const std::string& file : o.files) {
    const training::Attempt attempt = training::load_attempt(file);
    const training::Score score = training::score_of(attempt, definition);
    const double before = school.scores(attempt.header.id).back().total;
    school.add_score(attempt.header.id, entry_of(score, fs::path(path).filename().string(), definition));
    fmt::print("{}: {:.1f} -> {:.1f}; both are kept\n", file, before, score.total);
  }
  return 0;
}

int note_on_person(const RecordsOptions& o) {
  records::School school = school_of(o);
  school.add_note(school.find_person(o.name), o.text);
  return 0;
}

int set_account(const RecordsOptions& o) {
  records::School school = school_of(o);
  school.set_account(o.name, o.role, read_password());
  fmt::print("{} is {}\n", safe(o.name), o.role);
  return 0;
}

int show_audit(const RecordsOptions& o) {
  records::School school = school_of(o);
  for (const std::string& line : school.audit()) fmt::print("  {}\n", safe(line));
  return 0;
}

int back_up(const RecordsOptions& o) {
  records::School school = school_of(o);
  school.back_up(o.file);
  fmt::print("{}: a whole copy\n", o.file);
  return 0;
}

}  // namespace outrigger::app
