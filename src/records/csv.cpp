#include "records/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace outrigger::records {

std::vector<CsvRow> read_csv(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::string_view first = text.substr(0, text.find('\n'));
  const char comma = std::ranges::count(first, ';') > std::ranges::count(first, ',') ? ';' : ',';
  std::vector<CsvRow> rows;
  CsvRow row{""};
  bool quoted = false;
  int line = 1, opened = 0;
  const auto end_row = [&] {
    if (row.size() > 1 || !row[0].empty()) rows.push_back(row);
    row = {""};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"')
        row.back() += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        row.back() += text[++i];
      else
        quoted = false;
    } else if (c == '"' && row.back().empty()) {
      quoted = true;
      opened = line;
    } else if (c == comma) {
      row.emplace_back();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  if (quoted) throw Error(fmt::format("{}:{}: a quote is not closed", name, opened));
  end_row();
  return rows;
}

std::string csv_text(const std::vector<CsvRow>& rows) {
  std::string out;
  for (const CsvRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::string field = row[i];
      const bool number =
          !field.empty() && field.find_first_not_of("0123456789.-") == std::string::npos;
      if (!number && field.find_first_of("=+-@\t\r") == 0) field.insert(0, 1, '\'');
      if (field.find_first_of(",;\"\r\n") != std::string::npos) {
        for (std::size_t q = 0; (q = field.find('"', q)) != std::string::npos; q += 2)
          field.insert(q, 1, '"');
        field = '"' + field + '"';
      }
      out += (i > 0 ? "," : "") + field;
    }
    out += "\r\n";
  }
  return out;
}

}  // namespace outrigger::records
