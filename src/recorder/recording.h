/// A recording as a value: what a run started from, what was done to it, and the hash of every step.
/// The file format is described in docs/seat.md; `load_recording` reads as much as is intact.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/command.h"
#include "sim/event.h"

namespace outrigger::recorder {

inline constexpr int kFormatVersion = 5;
/// Without packed lines; these are still allowed.
inline constexpr int kPlainFormatVersion = 4;
/// Recordings of before run-time edits were recorded: levers and resets only. Still read, so that old runs
/// can be compared; to be dropped together with read_old_change (recording.cpp).
inline constexpr int kOldFormatVersion = 3;

/// Everything needed to set up the run again, on any computer.
struct RecordingHeader {
  struct File {
    std::string path, text;
  };
  /// The mesh of a shape.
  struct ShapeMesh {
    std::string shape;
    bool of_site = false;    ///< else of the machine
    std::uint64_t hash = 0;  ///< of its content
  };
  /// The same of something that is only drawn.
  struct VisualMesh {
    std::string visual;
    std::uint64_t hash = 0;
  };
  /// Meshes by their content: two shapes with the same mesh share it.
  struct Mesh {
    std::uint64_t hash = 0;  ///< mesh_hash(bytes)
    std::string bytes;
  };
  std::string machine_file;  ///< its name, for people; no recording tells where it was
  std::vector<File> files;   ///< the machine file first, then what it includes
  std::vector<std::string> variants;
  std::string site_file, site_text;  ///< the ground; empty: a plane
  std::string start_place;           ///< of the site
  bool placed = false;               ///< the machine stands where its file says, not at a start
  double step = 0.0;                 ///< [s]
  bool equilibrium = false;          ///< the run began from static equilibrium
  std::vector<std::string> bodies;   ///< the order of recorded poses
  std::vector<std::string> inputs;   ///< the order of input values
  std::vector<double> start_inputs;
  std::uint64_t start_hash = 0;
  std::vector<ShapeMesh> shape_meshes;
  std::vector<VisualMesh> visual_meshes;
  std::vector<Mesh> meshes;  ///< as far as they are intact
};

/// Of the bytes of a mesh.
std::uint64_t mesh_hash(std::string_view bytes);

struct RecordedSnapshot {
  std::int64_t tick = 0;
  std::string bytes;  ///< sim::snapshot_from_bytes
};

struct Recording {
  RecordingHeader header;
  /// All that was done to the run between its steps, by tick: the steps computed before it.
  std::vector<sim::StampedCommand> commands;
  std::vector<std::uint64_t> hashes;  ///< of the world after steps 1, 2, ...
  /// Steps that changed the mechanisms themselves (a joint broke): ticks after them, rising.
  std::vector<std::int64_t> restructured;
  std::vector<RecordedSnapshot> snapshots;
  std::vector<sim::Event> events;  ///< with the steps of the world; follow from the rest
  /// Where it cannot be computed again from its commands: steps before it, and why as a sentence.
  struct Limit {
    std::int64_t tick = 0;
    std::string why;
  };
  std::optional<Limit> limit;
  bool complete = false;              ///< ended as intended
  std::vector<std::string> problems;  ///< what is damaged or missing, one sentence each

  std::int64_t ticks() const { return static_cast<std::int64_t>(hashes.size()); }
};

/// Throws Error when the file is missing, is no recording, or its header is damaged. Beyond a
/// damaged block nothing is used; `problems` says so.
Recording load_recording(const std::string& path);

/// The same from a stream; `name` stands for the file in messages.
Recording read_recording(std::istream& in, const std::string& name);

}  // namespace outrigger::recorder
