/// `outrigger records ...`: a school's database. Certificates are made here and read by `outrigger verify`.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace outrigger::app {

void add_records_commands(CLI::App& app, int& exit_code);

struct RecordsOptions {
  std::string database;               ///< file
  std::string name, number, class_name;
  std::vector<std::string> files;     ///< attempts
  std::string file;                   ///< CSV, certificate, backup
  std::string text, by, role, keys;
  bool yes = false, force = false;
};
int add_person(const RecordsOptions& o);
int list_persons(const RecordsOptions& o);
int export_person(const RecordsOptions& o);
int delete_person(const RecordsOptions& o);
int import_persons(const RecordsOptions& o);
int export_table(const RecordsOptions& o);
int keep_attempts(const RecordsOptions& o);
int list_attempts(const RecordsOptions& o);
int score_again(const RecordsOptions& o);
int note_on_person(const RecordsOptions& o);
int set_account(const RecordsOptions& o);
int certify_attempt(const RecordsOptions& o);
int show_audit(const RecordsOptions& o);
int back_up(const RecordsOptions& o);

/// A certificate: signature, hashes of the files beside it, run and score computed again.
int verify_certificate(const std::string& file);
bool is_certificate(const std::string& file);

}  // namespace outrigger::app
