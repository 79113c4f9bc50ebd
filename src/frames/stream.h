/// What comes, changes and goes while a machine runs, as plain values: bodies, ground tiles, payloads.
/// Each is an entry under a key; of an entry only the newest version counts (keyed_store.h).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "frames/ground_tile.h"
#include "frames/scene.h"

namespace outrigger::frames {

struct StreamKey {
  enum class Kind : std::uint8_t { body, ground_tile, payload };
  Kind kind = Kind::body;
  std::uint64_t id = 0;  ///< body: SceneBody::id; tile: GroundTile::id

  auto operator<=>(const StreamKey&) const = default;
};

/// Named bytes of one part of the program to its page.
struct Payload {
  std::string name;
  std::string bytes;
};

using StreamValue = std::variant<SceneBody, GroundTile, Payload>;
using StreamValuePtr = std::shared_ptr<const StreamValue>;

/// Bytes that a value takes in memory, about.
inline std::size_t size_of(const StreamValue& value) {
  std::size_t size = sizeof(StreamValue);
  if (const auto* body = std::get_if<SceneBody>(&value)) {
    size += body->name.size();
    for (const Shape& s : body->shapes)
      size += sizeof(Shape) + s.name.size() + sizeof(float) * s.profile.size();
  } else if (const auto* tile = std::get_if<GroundTile>(&value)) {
    size += 2 * tile->heights.size() + tile->surfaces.size() + tile->looseness.size();
  } else if (const auto* payload = std::get_if<Payload>(&value)) {
    size += payload->name.size() + payload->bytes.size();
  }
  return size;
}

/// A null value: the entry is gone.
struct StreamChange {
  StreamKey key;
  StreamValuePtr value;
};

}  // namespace outrigger::frames
