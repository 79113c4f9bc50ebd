/// A part of a world's state that belongs to a stage (ground, soil, objects): a value that never changes,
/// shared by snapshots. Large ones are made of tiles that later values share where nothing changed, so
/// that saving costs what changed and hashing asks only new tiles.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace outrigger::sim {

class StatePart {
 public:
  virtual ~StatePart() = default;
  /// For people and files; the same for all values of the part.
  virtual std::string_view name() const = 0;
  /// 0 while nothing differs from how the world was built; such a part is not in bytes or hashes.
  virtual std::uint64_t hash() const = 0;
  /// Appends what the stage needs to make the value again.
  virtual void write(std::string& bytes) const = 0;
  /// A value of the same part from such bytes; null when they are damaged. Of no bytes: as the world was
  /// built.
  virtual std::shared_ptr<const StatePart> from_bytes(std::string_view bytes) const = 0;
  /// Memory that only this value holds, roughly [bytes].
  virtual std::size_t size() const = 0;
};

}  // namespace outrigger::sim
