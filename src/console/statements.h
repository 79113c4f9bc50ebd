/// Attempts as xAPI 2.0 statements (IEEE 9274.1.1-2023): what a trainee began, and how it ended.
///
/// Persons are accounts of the school, by the number of their record, without names. Ids of statements follow from
/// the attempt, so that sending one again changes nothing. score.scaled is total/100, which carries no progress.
#pragma once

#include <string>
#include <vector>

#include "records/classroom.h"

namespace outrigger::console {

struct StatementSource {
  std::string school;  ///< IRI, the home page of the accounts and the base of activities
  std::string seat;
};

std::vector<records::Statement> statements_of(const records::AttemptDetail& attempt,
                                              const StatementSource& source);

/// What is wrong with a statement by the rules of the standard that concern ours; empty: nothing.
std::string statement_problem(const std::string& json);

}  // namespace outrigger::console
