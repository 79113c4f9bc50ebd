/// Sizes beyond which a machine file is refused, so that no file can exhaust the computer.
#pragma once

#include <cstddef>

namespace outrigger::description {

inline constexpr std::size_t kMaxFileBytes = 16u << 20;   ///< of one file (16 MiB)
inline constexpr std::size_t kMaxTotalBytes = 64u << 20;  ///< of a file with all its includes
inline constexpr std::size_t kMaxNodes = 2'000'000;       ///< values in one file
inline constexpr std::size_t kMaxAliasNodes = 100'000;    ///< values copied by YAML aliases
inline constexpr int kMaxNesting = 64;                    ///< lists and maps inside each other
inline constexpr int kMaxIncludeDepth = 16;               ///< files inside each other
inline constexpr int kMaxIncludedFiles = 1000;            ///< in all, repetitions counted
inline constexpr std::size_t kMaxNameBytes = 200;         ///< of one name
inline constexpr std::size_t kMaxFormulaBytes = 4000;     ///< of one formula
inline constexpr double kMaxMagnitude = 1e30;             ///< of any number
inline constexpr std::size_t kMaxShownProblems = 20;      ///< errors reported at once

}  // namespace outrigger::description
