/// A measured trajectory: columns of numbers over time, read from a CSV file.
///
///   # lines like this one are comments
///   t,ball_z
///   0.000,0.9996
///   0.002,1.0004
///
/// The first line names the columns. Time is the column `t` or `time` [s], increasing from row to
/// row; its other columns carry the names of sensor columns (as `outrigger run --csv` writes them)
/// and their SI units. An empty cell is a value that was not measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace outrigger::identify {

struct Record {
  struct Column {
    std::string name;
    std::vector<double> values;  ///< one per time; NaN where nothing was measured
  };
  std::string file;           ///< as shown in messages
  std::vector<double> times;  ///< [s], increasing
  std::vector<Column> columns;

  const Column* find(std::string_view name) const;
};

/// Whether who asks can do with cells in which nothing was measured. Messages advise accordingly.
enum class Gaps { allowed, refused };

/// Throws Error that names file, line, column and cell for anything that is not as said above.
Record read_record(const std::string& path, Gaps gaps = Gaps::allowed);
Record parse_record(std::string_view text, const std::string& name, Gaps gaps = Gaps::allowed);

/// What of a record a simulation from 0 to `duration` can be compared with: the rows within, the
/// columns whose names are in `wanted` (all that are in `sensors` when empty), after `shift` [s] was
/// added to the times. Throws Error when a column is missing or nothing is left.
Record comparable_part(const Record& record, const std::vector<std::string>& sensors,
                       const std::vector<std::string>& wanted, double duration, double shift);

}  // namespace outrigger::identify
