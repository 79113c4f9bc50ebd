/// A recording as a value: what a run started from, what was done to it, and the hash of every step.
/// The file format is described in docs/seat.md; `load_recording` reads as much as is intact.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace outrigger::recorder {

inline constexpr int kFormatVersion = 3;

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
  double step = 0.0;                 ///< [s]
  bool equilibrium = false;          ///< the run began from static equilibrium
  std::vector<std::string> bodies;   ///< the order of recorded poses
  std::vector<std::string> inputs;   ///< the order of input values
  std::vector<double> start_inputs;
  std::uint64_t start_hash = 0;
  std::vector<ShapeMesh> shape_meshes;
  std::vector<Mesh> meshes;  ///< as far as they are intact
};

/// Of the bytes of a mesh.
std::uint64_t mesh_hash(std::string_view bytes);

/// Something done to the run between two steps.
struct Change {
  std::int64_t tick = 0;       ///< steps computed before it
  bool reset = false;          ///< the world went back to its start
  std::vector<double> inputs;  ///< in force from now on; empty: as before
};

struct RecordedSnapshot {
  std::int64_t tick = 0;
  std::string bytes;  ///< sim::snapshot_from_bytes
};

struct Recording {
  RecordingHeader header;
  std::vector<Change> changes;        ///< by tick
  std::vector<std::uint64_t> hashes;  ///< of the world after steps 1, 2, ...
  std::vector<RecordedSnapshot> snapshots;
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
