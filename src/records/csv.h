/// Tables as CSV (RFC 4180), both ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrigger::records {

using CsvRow = std::vector<std::string>;

/// Rows of a text; a byte order mark and empty lines are left out. Commas or semicolons, by the first line.
/// Throws Error with the line where a quote is not closed.
std::vector<CsvRow> read_csv(std::string_view text, const std::string& name);

/// Fields that a spreadsheet would take for a formula get an apostrophe in front.
std::string csv_text(const std::vector<CsvRow>& rows);

}  // namespace outrigger::records
