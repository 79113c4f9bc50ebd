#include "identify/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "description/text.h"

namespace outrigger::identify {
namespace {

constexpr std::size_t kMaxRecordBytes = std::size_t{256} << 20;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string_view trimmed(std::string_view text) {
  const char* blanks = " \t\r\"";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// The first names of a long list, for messages.
std::string some_names(const std::vector<std::string_view>& names) {
  constexpr std::size_t kMostNames = 50;
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMostNames, names.size()));
  return fmt::format(
      "{}{}", fmt::join(names.begin(), end, ", "),
      names.size() > kMostNames ? fmt::format(" and {} more", names.size() - kMostNames) : "");
}

bool is_time(std::string_view name) { return name == "t" || name == "time" || name == "Time"; }

/// Puts the lines of a text together to a record.
class Parser {
 public:
  Parser(const std::string& name, Gaps gaps) : gaps_(gaps) { record_.file = name; }

  void take(std::string_view line) {
    ++line_;
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#') return;
    if (width_ == 0) {
      take_names(content);
    } else {
      take_numbers(content);
    }
  }

  Record finish() {
    if (width_ == 0) fail("there is no line with the names of the columns");
    if (record_.times.size() < 3)
      fail(fmt::format("{} rows of numbers; a fit needs at least 3", record_.times.size()));
    return std::move(record_);
  }

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw Error(fmt::format("{}:{}: {}", record_.file, line_, text));
  }

  void take_names(std::string_view line) {
    const auto names = cells_of(line);
    width_ = names.size();
    const auto time = std::find_if(names.begin(), names.end(), is_time);
    if (time == names.end()) {
      const bool separated = line.find_first_of(";\t") != std::string_view::npos;
      fail(separated ? "columns are separated by commas, and numbers have a decimal point"
                     : fmt::format("no column for the time: name one 't' (found: {})",
                                   some_names(names)));
    }
    time_ = static_cast<std::size_t>(time - names.begin());
    std::unordered_set<std::string_view> known;
    for (std::size_t i = 0; i < width_; ++i) {
      if (names[i].empty()) fail(fmt::format("column {} has no name", i + 1));
      if (description::has_control_characters(names[i]))
        fail(fmt::format("the name of column {} has control characters", i + 1));
      if (!known.insert(names[i]).second) fail(fmt::format("two columns are named '{}'", names[i]));
      if (i != time_) record_.columns.push_back({std::string(names[i]), {}});
    }
    if (width_ < 2) fail("there is no column besides the time");
  }

  const char* advice(bool is_time) const {
    if (is_time) return "fill it in, or remove the row";
    return gaps_ == Gaps::refused ? "a motion has no gaps: fill it in, or cut the record there"
                                  : "leave the cell empty where nothing was measured";
  }

  double number(std::string_view cell, std::string_view column, bool is_time = false) const {
    if (cell.empty()) return kNaN;
    double value = 0.0;
    const auto end = cell.data() + cell.size();
    const auto [stop, problem] = std::from_chars(cell.data(), end, value);
    if (stop != end || problem != std::errc() || !std::isfinite(value))
      fail(fmt::format("{}: '{}' is not a number; {}", column, cell, advice(is_time)));
    return value;
  }

  void take_numbers(std::string_view line) {
    const auto cells = cells_of(line);
    if (cells.size() != width_)
      fail(fmt::format("{} cells, but {} columns have names", cells.size(), width_));
    const double time = number(cells[time_], "time", true);
    if (!std::isfinite(time)) fail("the time is missing");
    if (!record_.times.empty() && !(time > record_.times.back()))
      fail(fmt::format("time {:g} s follows {:g} s; times must increase", time,
                       record_.times.back()));
    record_.times.push_back(time);
    std::size_t column = 0;
    for (std::size_t i = 0; i < width_; ++i) {
      if (i == time_) continue;
      Record::Column& c = record_.columns[column++];
      c.values.push_back(number(cells[i], c.name));
    }
  }

  Gaps gaps_;
  Record record_;
  int line_ = 0;
  std::size_t width_ = 0, time_ = 0;
};

std::string names_of(const Record& record) {
  std::vector<std::string_view> names;
  for (const auto& c : record.columns) names.push_back(c.name);
  return some_names(names);
}

std::vector<const Record::Column*> chosen_columns(const Record& record,
                                                  const std::vector<std::string>& sensors,
                                                  const std::vector<std::string>& wanted) {
  std::vector<const Record::Column*> chosen;
  const std::unordered_set<std::string_view> known(sensors.begin(), sensors.end());
  std::unordered_map<std::string_view, const Record::Column*> columns;
  for (const Record::Column& c : record.columns) columns.emplace(c.name, &c);
  for (const std::string& name : wanted) {
    if (!known.contains(name))
      throw Error(fmt::format("the machine has no sensor column '{}'; it has: {}", name,
                              fmt::join(sensors, ", ")));
    const auto column = columns.find(name);
    if (column == columns.end())
      throw Error(fmt::format("{}: there is no column '{}'; it has: {}", record.file, name,
                              names_of(record)));
    chosen.push_back(column->second);
  }
  if (!wanted.empty()) return chosen;
  for (const Record::Column& c : record.columns)
    if (known.contains(c.name)) chosen.push_back(&c);
  if (chosen.empty())
    throw Error(
        fmt::format("{}: no column is named like a sensor of the machine. Columns: {}. Sensors: "
                    "{}. Rename the columns, or add `sensors` to the machine file",
                    record.file, names_of(record), fmt::join(sensors, ", ")));
  return chosen;
}

}  // namespace

const Record::Column* Record::find(std::string_view name) const {
  for (const Column& c : columns)
    if (c.name == name) return &c;
  return nullptr;
}

Record parse_record(std::string_view text, const std::string& name, Gaps gaps) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // byte order mark
  Parser parser(name, gaps);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    parser.take(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parser.finish();
}

Record read_record(const std::string& path, Gaps gaps) {
  std::error_code error;
  const char* problem = "";
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::exists(path, error)) {
    problem = ": no such file";
  } else if (std::filesystem::is_directory(path, error)) {
    problem = ": it is a folder";
  }
  if (!file || *problem != '\0')
    throw Error(fmt::format("{}: the measured record cannot be read{}", path, problem));
  // Pipes are welcome, devices without an end are not.
  std::string text, part(std::size_t{1} << 20, '\0');
  while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
    text.append(part, 0, static_cast<std::size_t>(file.gcount()));
    if (text.size() > kMaxRecordBytes)
      throw Error(fmt::format("{}: the measured record is larger than {} MiB", path,
                              kMaxRecordBytes >> 20));
  }
  return parse_record(text, path, gaps);
}

Record comparable_part(const Record& record, const std::vector<std::string>& sensors,
                       const std::vector<std::string>& wanted, double duration, double shift) {
  const auto chosen = chosen_columns(record, sensors, wanted);
  Record part;
  part.file = record.file;
  for (const auto* c : chosen) part.columns.push_back({c->name, {}});
  for (std::size_t i = 0; i < record.times.size(); ++i) {
    const double time = record.times[i] + shift;
    if (time < 0.0 || time > duration) continue;
    part.times.push_back(time);
    for (std::size_t c = 0; c < chosen.size(); ++c)
      part.columns[c].values.push_back(chosen[c]->values[i]);
  }
  if (part.times.size() < 3)
    throw Error(fmt::format(
        "{}: {} rows lie within the simulated time, 0 to {:g} s; the record covers {:g} to {:g} s. "
        "Move it with --shift, or simulate longer with --duration",
        record.file, part.times.size(), duration, record.times.front() + shift,
        record.times.back() + shift));
  for (const auto& c : part.columns)
    if (std::all_of(c.values.begin(), c.values.end(), [](double v) { return std::isnan(v); }))
      throw Error(fmt::format("{}: column '{}' has no value within the simulated time", record.file,
                              c.name));
  return part;
}

}  // namespace outrigger::identify
