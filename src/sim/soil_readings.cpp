#include "sim/soil_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/error.h"
#include "soil/faces.h"

namespace outrigger::sim {

namespace {

using soil::ColumnField;
using soil::ColumnPlace;
using soil::Vec2;

void check_rectangle(const ColumnField& field, const SoilRectangle& r, const char* what) {
  const SoilRectangle site = whole_site(field);
  constexpr double kRound = 1e-9;
  const bool inside = r.x_min >= site.x_min - kRound && r.x_max <= site.x_max + kRound &&
                      r.y_min >= site.y_min - kRound && r.y_max <= site.y_max + kRound;
  if (!(r.x_min < r.x_max && r.y_min < r.y_max) || !inside)
    throw Error(fmt::format(
        "{}: x {:g} to {:g}, y {:g} to {:g} m; allowed is a rectangle within the site: x {:g} "
        "to {:g}, y {:g} to {:g} m",
        what, r.x_min, r.x_max, r.y_min, r.y_max, site.x_min, site.x_max, site.y_min, site.y_max));
}

/// Calls visit(column, share of its area in the rectangle).
template <class Visit>
void visit_columns(const ColumnField& field, const SoilRectangle& r, const Visit& visit) {
  const double cell = field.cell();
  const auto share = [cell](double at, double from, double to) {
    return std::max(0.0, std::min(at + 0.5 * cell, to) - std::max(at - 0.5 * cell, from)) / cell;
  };
  const ColumnPlace a = field.column_at(r.x_min, r.y_min), b = field.column_at(r.x_max, r.y_max);
  for (int j = a.j; j <= b.j; ++j)
    for (int i = a.i; i <= b.i; ++i) {
      const Vec2 at = field.place({i, j});
      const double inside = share(at.x(), r.x_min, r.x_max) * share(at.y(), r.y_min, r.y_max);
      if (inside > 0.0) visit(ColumnPlace{i, j}, inside);
    }
}

}  // namespace

SoilRectangle whole_site(const ColumnField& field) {
  const Vec2 low = field.place({0, 0}), high = field.place({field.columns() - 1, field.rows() - 1});
  return {low.x(), high.x(), low.y(), high.y()};
}

SoilVolumes soil_volumes(const ColumnField& field, const SoilRectangle& where) {
  check_rectangle(field, where, "volumes of soil");
  SoilVolumes v;
  for (int k = 0; k < field.soil_count(); ++k) v.by_soil.push_back({field.soil(k).name, 0.0, 0.0});
  const ColumnField start = field.untouched();
  visit_columns(field, where, [&](ColumnPlace c, double share) {
    if (!field.touched(c)) return;
    const soil::ColumnView view = field.view(c);
    v.bank_missing += share * (view.start - view.bank) * field.area();
    v.bank_missing_mass += share * static_cast<double>(start.column(c).bank - view.column.bank) /
                           soil::kMilligramsPerKilogram;
    if (view.column.loose == 0) return;
    LooseSoil& loose = v.by_soil[view.column.loose_soil];
    const double volume = share * (view.height - view.bank) * field.area();
    loose.volume += volume, v.loose += volume;
    loose.mass += share * static_cast<double>(view.column.loose) / soil::kMilligramsPerKilogram;
  });
  return v;
}

std::vector<SectionPoint> soil_section(const ColumnField& field, const Vec2& from, const Vec2& to) {
  const SoilRectangle site = whole_site(field);
  for (const Vec2& p : {from, to})
    if (!(p.x() >= site.x_min && p.x() <= site.x_max && p.y() >= site.y_min && p.y() <= site.y_max))
      throw Error(fmt::format(
          "cross section: ({:g}, {:g}) m is beyond the site: x {:g} to {:g}, y {:g} to {:g} m",
          p.x(), p.y(), site.x_min, site.x_max, site.y_min, site.y_max));
  const double length = (to - from).norm();
  if (!(length > 0.0)) throw Error("cross section: its ends are the same point");
  const int steps = static_cast<int>(std::ceil(length / field.cell()));
  std::vector<SectionPoint> points;
  for (int k = 0; k <= steps; ++k) {
    const Vec2 at = from + (to - from) * (static_cast<double>(k) / steps);
    const double u = (at.x() - site.x_min) / field.cell(), v = (at.y() - site.y_min) / field.cell();
    const int i = std::clamp(static_cast<int>(u), 0, field.columns() - 2);
    const int j = std::clamp(static_cast<int>(v), 0, field.rows() - 2);
    SectionPoint p{length * k / steps, at.x(), at.y(), 0.0, 0.0, 0.0};
    for (int corner = 0; corner < 4; ++corner) {
      const int di = corner % 2, dj = corner / 2;
      const double weight = (di == 1 ? u - i : 1.0 - (u - i)) * (dj == 1 ? v - j : 1.0 - (v - j));
      const soil::ColumnView view = field.view({i + di, j + dj});
      p.start += weight * view.start, p.bank += weight * view.bank,
          p.surface += weight * view.height;
    }
    points.push_back(p);
  }
  return points;
}

void DesignGrid::check() const {
  if (columns < 2 || rows < 2 || columns > 100000 || rows > 100000 || !(cell > 0.0) ||
      !std::isfinite(cell) || !std::isfinite(x_min) || !std::isfinite(y_min))
    throw Error(fmt::format(
        "design grid: {} by {} points, {:g} m apart, from ({:g}, {:g}); allowed are 2 by 2 and "
        "more, at a distance above 0",
        columns, rows, cell, x_min, y_min));
  const auto needed = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  if (heights.size() != needed)
    throw Error(fmt::format("design grid: {} heights, but {} by {} points need {}", heights.size(),
                            columns, rows, needed));
  for (const double h : heights)
    if (!std::isfinite(h)) throw Error("design grid: a height is no number");
}

SoilRectangle DesignGrid::area() const {
  return {x_min, x_min + cell * (columns - 1), y_min, y_min + cell * (rows - 1)};
}

double DesignGrid::height(double x, double y) const {
  constexpr double kRound = 1e-9;
  const double u = (x - x_min) / cell, v = (y - y_min) / cell;
  if (!(u >= -kRound && v >= -kRound && u <= columns - 1 + kRound && v <= rows - 1 + kRound))
    return std::numeric_limits<double>::quiet_NaN();
  const int i = std::clamp(static_cast<int>(u), 0, columns - 2);
  const int j = std::clamp(static_cast<int>(v), 0, rows - 2);
  const double s = u - i, t = v - j;
  const auto at = [&](int a, int b) {
    return heights[static_cast<std::size_t>(b) * static_cast<std::size_t>(columns) +
                   static_cast<std::size_t>(a)];
  };
  return (1.0 - t) * ((1.0 - s) * at(i, j) + s * at(i + 1, j)) +
         t * ((1.0 - s) * at(i, j + 1) + s * at(i + 1, j + 1));
}

DesignGrid design_grid_from_text(const std::string& text, const std::string& name) {
  std::vector<double> numbers;
  int line = 1;
  for (std::size_t k = 0; k < text.size();) {
    const char ch = text[k];
    if (ch == '#') {
      while (k < text.size() && text[k] != '\n') ++k;
    } else if (ch == '\n' || ch == ' ' || ch == '\t' || ch == '\r' || ch == ',') {
      line += ch == '\n' ? 1 : 0;
      ++k;
    } else {
      std::size_t end = k;
      while (end < text.size() && std::string(" \t\r\n,#").find(text[end]) == std::string::npos)
        ++end;
      const std::string word = text.substr(k, end - k);
      char* rest = nullptr;
      const double value = std::strtod(word.c_str(), &rest);
      if (rest == nullptr || *rest != '\0' || !std::isfinite(value))
        throw Error(
            fmt::format("{}:{}: '{}' is no number; a design grid is `x_min y_min cell columns "
                        "rows` and its heights",
                        name, line, word.substr(0, 40)));
      numbers.push_back(value);
      k = end;
    }
  }
  if (numbers.size() < 5)
    throw Error(
        fmt::format("{}:{}: {} numbers; a design grid begins with `x_min y_min cell columns rows`",
                    name, line, numbers.size()));
  for (const double n : {numbers[3], numbers[4]})
    if (!(n >= 2.0 && n <= 100000.0 && n == std::floor(n)))
      throw Error(fmt::format("{}: {:g} columns by {:g} rows; allowed are whole numbers from 2 on",
                              name, numbers[3], numbers[4]));
  DesignGrid grid{numbers[0],
                  numbers[1],
                  numbers[2],
                  static_cast<int>(numbers[3]),
                  static_cast<int>(numbers[4]),
                  {numbers.begin() + 5, numbers.end()}};
  try {
    grid.check();
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", name, e.what()));
  }
  return grid;
}

DesignDifference difference_to_design(const ColumnField& field, const SoilRectangle& where,
                                      const DesignSurface& design, double tolerance) {
  check_rectangle(field, where, "difference to a design");
  DesignDifference d;
  d.highest = -std::numeric_limits<double>::infinity(), d.lowest = -d.highest;
  visit_columns(field, where, [&](ColumnPlace c, double share) {
    const Vec2 at = field.place(c);
    // A column at the rim has its grid point outside.
    const double wanted = design(std::clamp(at.x(), where.x_min, where.x_max),
                                 std::clamp(at.y(), where.y_min, where.y_max));
    if (std::isnan(wanted)) return;
    const double area = share * field.area(), over = field.height(c) - wanted;
    d.area += area, d.mean += area * over;
    (over > 0.0 ? d.above : d.below) += area * std::abs(over);
    d.highest = std::max(d.highest, over), d.lowest = std::min(d.lowest, over);
    d.within += std::abs(over) <= tolerance ? area : 0.0;
  });
  if (d.area == 0.0)
    throw Error("difference to a design: the design has no height in this rectangle");
  d.mean /= d.area, d.within /= d.area;
  return d;
}

DesignDifference difference_to_design(const ColumnField& field, const DesignGrid& design,
                                      double tolerance) {
  design.check();
  return difference_to_design(
      field, design.area(), [&](double x, double y) { return design.height(x, y); }, tolerance);
}

FaceSafety smallest_safety(const ColumnField& field, const SoilRectangle& where, double wetness) {
  check_rectangle(field, where, "safety of faces");
  FaceSafety least{soil::kNoFace, 0.0, 0.0};
  visit_columns(field, where, [&](ColumnPlace c, double) {
    // Faces are there where somebody dug, or where the site has them.
    const double factor = soil::safety_factor(field, c, {}, wetness);
    if (factor >= least.factor) return;
    const Vec2 at = field.place(c);
    least = {factor, at.x(), at.y()};
  });
  return least;
}

}  // namespace outrigger::sim
