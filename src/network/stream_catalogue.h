/// The present entries of the stream, and what each viewer lacks of them.
///
/// Every change of an entry has a number greater than all before. A viewer remembers the number it was
/// sent of each entry; it lacks those with another one. So a slow viewer skips versions but never the last,
/// one that joins late lacks everything, and one that is not slow costs nothing: nobody keeps a queue.
///
/// Entries stand in numbered places. An entry that is gone keeps its place until every viewer that had it
/// has been told; then the place is free for another. Used on the network thread only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frames/stream.h"

namespace outrigger::network {

class StreamCatalogue;

/// What one viewer has been sent. Registered with its catalogue, which must outlive it.
class StreamCursor {
 public:
  explicit StreamCursor(StreamCatalogue& catalogue);
  ~StreamCursor();
  StreamCursor(const StreamCursor&) = delete;
  StreamCursor& operator=(const StreamCursor&) = delete;

  /// A message with what the viewer lacks, of about `max_bytes` or one entry, and takes it as sent; empty
  /// when it lacks nothing and has been told so. Bodies come first. Of the rest, half is what is nearest to
  /// (x, y), half goes round all, so that neither the near nor the far wait for ever, whatever changes
  /// meanwhile.
  std::string next_message(std::size_t max_bytes, double x, double y);
  bool lacks_nothing() const;

 private:
  friend class StreamCatalogue;
  class Filling;

  StreamCatalogue& catalogue_;
  std::array<std::vector<std::uint64_t>, 2>
      sent_;                       ///< per shelf and place: number sent; 0: nothing
  std::size_t round_ = 0;          ///< place of the second shelf to go on with
  std::uint64_t complete_at_ = 0;  ///< nothing was lacking at that number of the catalogue
  bool told_ = false;              ///< that nothing is lacking
  struct Near {
    double distance2 = 0.0;
    std::size_t place = 0;
  };
  std::vector<Near> near_;  ///< scratch
};

class StreamCatalogue {
 public:
  void apply(const std::vector<frames::StreamChange>& changes);

  /// Number of the newest change.
  std::uint64_t version() const { return version_; }
  std::size_t entries() const { return places_.size() - leaving_; }
  /// Places that are in use or free again, on all shelves: what memory is held for.
  std::size_t places() const { return shelves_[0].size() + shelves_[1].size(); }

 private:
  friend class StreamCursor;
  struct Entry {
    frames::StreamKey key;
    std::uint64_t version = 0;     ///< 0: the place is free
    frames::StreamValuePtr value;  ///< until it is encoded; null: gone
    std::string bytes;             ///< encoded, once it is wanted
    double x = 0.0, y = 0.0;       ///< middle of a tile
    std::size_t untold = 0;        ///< viewers that still have it; above 0 only when it is gone
  };
  struct Place {
    std::size_t shelf = 0, index = 0;
  };

  void put(const frames::StreamChange& change);
  void remove(const frames::StreamKey& key);
  Place new_place(const frames::StreamKey& key);
  /// A viewer no longer has an entry that is gone.
  void forget(std::size_t shelf, std::size_t index);
  const std::string& bytes_of(Entry& entry) const;

  /// Bodies, then everything else: a body must not wait behind the ground.
  std::array<std::vector<Entry>, 2> shelves_;
  std::array<std::vector<std::size_t>, 2> free_;
  std::map<frames::StreamKey, Place> places_;
  std::vector<StreamCursor*> cursors_;
  std::size_t leaving_ = 0;  ///< entries that are gone but not forgotten
  std::uint64_t version_ = 0;
};

}  // namespace outrigger::network
