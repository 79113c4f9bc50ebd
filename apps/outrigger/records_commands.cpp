#include "outrigger/records_commands.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace outrigger::app {

void add_records_commands(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<RecordsOptions>();
  CLI::App* records = app.add_subcommand("records", "A school's records: persons, attempts, grades, certificates");
  records->require_subcommand(1);
  o->database = "results/school.db";
  o->keys = "results/school.keys";
  const auto command = [&](const char* name, const char* text, int (*act)(const RecordsOptions&)) {
    CLI::App* c = records->add_subcommand(name, text);
    c->add_option("--db", o->database, "Database file")->capture_default_str();
    c->callback([o, act, &exit_code] { exit_code = act(*o); });
    return c;
  };
  const auto person = [&](CLI::App* c) { c->add_option("person", o->name, "Name, or number")->required(); };

  CLI::App* add = command("add-person", "Add a person", add_person);
  add->add_option("name", o->name, "Name")->required();
  add->add_option("--number", o->number, "Number that tells persons of one name apart");
  add->add_option("--class", o->class_name, "Class");
  command("persons", "List persons", list_persons);
  CLI::App* give = command("export-person", "Print all that is known of a person, as JSON", export_person);
  person(give);
  CLI::App* erase = command("delete-person", "Delete a person, with notes and certificates", delete_person);
  person(erase);
  erase->add_flag("--yes", o->yes, "Do it");
  CLI::App* import = command("import", "Add the persons of a CSV file: name, number, class", import_persons);
  import->add_option("file", o->file, "CSV file")->required();
  command("export", "Print persons and their grades as CSV", export_table);
  CLI::App* keep = command("add", "Keep attempts with their scores", keep_attempts);
  keep->add_option("files", o->files, "Attempts")->required();
  keep->add_option("--person", o->name, "Driver: name, or number");
  CLI::App* list = command("attempts", "List attempts with their newest score", list_attempts);
  list->add_option("--person", o->name, "Only of this person");
  CLI::App* again = command("rescore", "Score kept attempts by a session file and add the scores", score_again);
  again->add_option("files", o->files, "Attempts")->required();
  again->add_option("--by", o->by, "Session whose rules count")->required();
  CLI::App* note = command("note", "Write a note on a person", note_on_person);
  person(note);
  note->add_option("text", o->text, "Text")->required();
  CLI::App* account = command("account", "Set an account; the password is read from the terminal or a pipe", set_account);
  account->add_option("name", o->name, "Name")->required();
  account->add_option("--role", o->role, "instructor or viewer")->required();
  CLI::App* certify = command("certify", "Sign an attempt: run, session and score", certify_attempt);
  certify->add_option("file", o->file, "Attempt, with its recording beside it")->required();
  certify->add_option("--person", o->name, "Driver's name on the certificate");
  certify->add_option("--keys", o->keys, "The school's keys, made where there are none")->capture_default_str();
  command("audit", "Print what was done, the newest first", show_audit);
  CLI::App* copy = command("backup", "Copy the database while it is used", back_up);
  copy->add_option("file", o->file, "New file")->required();
}

}  // namespace outrigger::app
