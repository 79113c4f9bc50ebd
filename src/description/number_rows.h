/// Lists of rows of N numbers, as files write paths and sections: [[x, y, z], ...].
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "description/schema.h"

namespace outrigger::description {

/// At least two rows.
template <std::size_t N>
struct NumberRows {
  std::vector<std::array<double, N>> rows;
};

/// Points of a line in the x-z plane, radius and height, points in space, sections of a loft.
using RowsOf2 = NumberRows<2>;
using RowsOf3 = NumberRows<3>;
using RowsOf5 = NumberRows<5>;

bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf2& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf3& value);
bool read_value(Reading& r, const Node& node, const ValueRule& rule, RowsOf5& value);
std::string value_text(const RowsOf2& value);
std::string value_text(const RowsOf3& value);
std::string value_text(const RowsOf5& value);
std::string type_name(const RowsOf2&, const ValueRule&);
std::string type_name(const RowsOf3&, const ValueRule&);
std::string type_name(const RowsOf5&, const ValueRule&);

}  // namespace outrigger::description
