/// Work against error on the problems that other programs are measured on too: our side of
/// `outrigger bench --peers`. Problems and their errors: docs/benchmarks.md.
#pragma once

#include <string>
#include <vector>

namespace outrigger::validation {

struct WorkPrecision {
  double time = 0.0;  ///< CPU time of the thread, the fastest of the repetitions
  std::string time_unit;
  double error = 0.0;
  std::string error_unit;
  bool valid =
      true;  ///< false: the run went wrong by the measure of the problem; the note says how
  std::string note;
};

/// One run measured. Problems: chain-N, fourbar-N, andrews, bricard with the methods of the table in
/// work_precision.cpp; terrain-spheres-N with trapezoidal; mesh-pairs with box-tree. The setting is
/// the step [s] or what the method takes instead; mesh-pairs has none. Runs shorter than a tenth of a
/// second are repeated until that much is spent, so that caches are warm. Throws Error on names that
/// it does not know.
WorkPrecision measure_work_precision(const std::string& problem, const std::string& method,
                                     double setting, int repetitions);

}  // namespace outrigger::validation
