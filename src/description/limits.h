/// Sizes beyond which a machine file is refused, and work beyond which a step leaves contacts out, so that
/// no file can exhaust the computer.
#pragma once

#include <cstddef>
#include <cstdint>

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

// Contacts of one step (docs/theory/contact.md#crowds). A heap that can exist has at most about 8 pairs
// and 30 contacts per body, and a part of the fill below: only things put into each other have more.

/// Shapes whose boxes overlap, in all: this many and so many per shape. A pair takes up to 1 kB.
inline constexpr std::int64_t kMostCandidates = 50'000, kMostCandidatesPerShape = 32;
/// Beyond it each shape keeps so many partners, and as many on the ground: twice what a crowd keeps.
inline constexpr int kCandidatesKept = 16;
/// Of two shapes. A box on a box has 8; hulls and fine meshes have the most.
inline constexpr std::size_t kMostPairContacts = 256;
/// Elements of all areas where meshes touch: 0.1 GB. Pairs beyond are not looked at.
inline constexpr std::size_t kMostPatchElements = 1'000'000;

/// Bodies that touch directly or through others are solved together. They are a crowd from this many
/// pairs and so many per body on: 45 bodies in one place, which take 0.3 s to begin.
inline constexpr std::int64_t kMostGroupPairs = 1000, kMostGroupPairsPerBody = 12;
/// The same for contacts, of which one takes up to 3 kB.
inline constexpr std::int64_t kMostGroupContacts = 8000, kMostGroupContactsPerBody = 64;
/// Products of blocks in a factorisation of free bodies, 20 ns each, and blocks of it, 0.4 kB each.
inline constexpr std::int64_t kMostGroupProducts = 100'000'000, kMostGroupFill = 1'000'000;
/// Where bodies are not free, or no other way was found: contacts times blocks, 0.03 to 0.3 µs each, and
/// blocks, 20 kB each.
inline constexpr std::int64_t kMostGeneralWork = 100'000'000, kMostGeneralFill = 50'000;
/// Work beyond which bodies begin one after another, and free ones are never solved this way: 10 s.
inline constexpr std::int64_t kMostWorkAtOnce = 30'000'000;
/// Parts into which such a step may be cut when it finds no solution, times its products: 0.5 µs each,
/// for each of two dozen factorisations.
inline constexpr std::int64_t kMostProductsInParts = 3'000'000;
/// What a crowd may cost per factorisation: 20 ms, or 20 µs per body; and where bodies are not free: 0.3 s.
inline constexpr std::int64_t kCrowdProducts = 1'000'000, kCrowdProductsPerBody = 1000;
inline constexpr std::int64_t kCrowdGeneralWork = 10'000'000;

}  // namespace outrigger::description
