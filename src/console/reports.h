/// Reports for people and printers: one page per attempt, person and class. HTML without scripts; whatever people
/// wrote is text in it.
#pragma once

#include <string>

#include "records/classroom.h"

namespace outrigger::console {

/// & < > " ' as HTML writes them; control characters are left out.
std::string escaped(const std::string& text);

std::string attempt_report(const records::AttemptDetail& attempt);
std::string person_report(const records::Person& person,
                          const std::vector<records::AttemptLine>& attempts,
                          const std::vector<records::NoteEntry>& notes);
struct ClassRow {
  records::Person person;
  std::vector<records::AttemptLine> attempts;
};
std::string class_report(const std::string& name, const std::vector<ClassRow>& rows);

/// The style sheet that all of them link to, /report/style.css.
const char* report_style();

}  // namespace outrigger::console
