#include "description/number_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace outrigger::description {
namespace {

template <std::size_t N>
bool read_rows(Reading& r, const Node& node, const ValueRule& rule, NumberRows<N>& value) {
  if (!node.is_list() || node.items.size() < 2) {
    r.problem(node, fmt::format("expected a list of at least 2 rows of {} numbers", N));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto scope = r.enter(i);
    const Node& row = node.items[i];
    if (!row.is_list() || row.items.size() != N) {
      r.problem(row, fmt::format("expected a row of {} numbers", N));
      good = false;
      continue;
    }
    std::array<double, N>& numbers = value.rows.emplace_back();
    for (std::size_t k = 0; k < N; ++k) {
      const auto number_scope = r.enter(k);
      good = description::read_value(r, row.items[k], rule, numbers[k]) && good;
    }
  }
  return good;
}

template <std::size_t N>
std::string rows_text(const NumberRows<N>& value) {
  std::string text;
  for (const auto& row : value.rows)
    text += fmt::format("{}[{}]", text.empty() ? "" : ", ", fmt::join(row, ", "));
  return "[" + text + "]";
}

}  // namespace

bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf2& value) {
  return read_rows(r, node, rule, value);
}
bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf3& value) {
  return read_rows(r, node, rule, value);
}
bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf5& value) {
  return read_rows(r, node, rule, value);
}

std::string value_text(const RowsOf2& value) { return rows_text(value); }
std::string value_text(const RowsOf3& value) { return rows_text(value); }
std::string value_text(const RowsOf5& value) { return rows_text(value); }

std::string type_name(const RowsOf2&, const ValueRule&) { return "list of 2 numbers each"; }
std::string type_name(const RowsOf3&, const ValueRule&) { return "list of `[x, y, z]`"; }
std::string type_name(const RowsOf5&, const ValueRule&) { return "list of 5 numbers each"; }

}  // namespace outrigger::description
