#include "network/stream_catalogue.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "network/wire.h"

namespace outrigger::network {

using frames::StreamKey;

namespace {
std::size_t shelf_of(const StreamKey& key) { return key.kind == StreamKey::Kind::body ? 0 : 1; }
}  // namespace

// --- the catalogue

void StreamCatalogue::apply(const std::vector<frames::StreamChange>& changes) {
  for (const frames::StreamChange& change : changes) {
    if (change.value != nullptr) {
      put(change);
    } else {
      remove(change.key);
    }
  }
}

StreamCatalogue::Place StreamCatalogue::new_place(const StreamKey& key) {
  const std::size_t shelf = shelf_of(key);
  Place place{shelf, shelves_[shelf].size()};
  if (free_[shelf].empty()) {
    shelves_[shelf].emplace_back();
  } else {
    place.index = free_[shelf].back();
    free_[shelf].pop_back();
  }
  return places_[key] = place;
}

void StreamCatalogue::put(const frames::StreamChange& change) {
  const auto known = places_.find(change.key);
  const Place place = known == places_.end() ? new_place(change.key) : known->second;
  Entry& entry = shelves_[place.shelf][place.index];
  if (entry.untold > 0) {
    // It was gone and is back; viewers that still have the old one just get the new one.
    --leaving_;
    entry.untold = 0;
  }
  entry.key = change.key;
  entry.version = ++version_;
  entry.value = change.value;
  entry.bytes.clear();
  if (const auto* tile = std::get_if<frames::GroundTile>(change.value.get())) {
    entry.x = tile->x_min + 0.5 * tile->cell * (tile->columns - 1.0);
    entry.y = tile->y_min + 0.5 * tile->cell * (tile->rows - 1.0);
  } else {
    entry.x = entry.y = 0.0;
  }
}

void StreamCatalogue::remove(const StreamKey& key) {
  const auto known = places_.find(key);
  if (known == places_.end()) return;
  const Place place = known->second;
  Entry& entry = shelves_[place.shelf][place.index];
  if (entry.untold > 0) return;  // gone already
  entry.version = ++version_;
  entry.value = nullptr;
  entry.bytes.clear();
  ++leaving_;
  for (const StreamCursor* cursor : cursors_) {
    const auto& sent = cursor->sent_[place.shelf];
    if (place.index < sent.size() && sent[place.index] != 0) ++entry.untold;
  }
  if (entry.untold > 0) return;
  entry.untold = 1;  // us
  forget(place.shelf, place.index);
}

void StreamCatalogue::forget(std::size_t shelf, std::size_t index) {
  Entry& entry = shelves_[shelf][index];
  if (--entry.untold > 0) return;
  places_.erase(entry.key);
  entry = {};
  free_[shelf].push_back(index);
  --leaving_;
}

const std::string& StreamCatalogue::bytes_of(Entry& entry) const {
  if (entry.bytes.empty()) {
    entry.bytes = encode_change(entry.key, entry.version, entry.value.get());
    entry.value.reset();  // the bytes are all that is wanted of it
  }
  return entry.bytes;
}

// --- a viewer

StreamCursor::StreamCursor(StreamCatalogue& catalogue) : catalogue_(catalogue) {
  catalogue_.cursors_.push_back(this);
}

StreamCursor::~StreamCursor() {
  std::erase(catalogue_.cursors_, this);
  for (std::size_t shelf = 0; shelf < sent_.size(); ++shelf)
    for (std::size_t i = 0; i < sent_[shelf].size(); ++i) {
      const auto& entry = catalogue_.shelves_[shelf][i];
      if (sent_[shelf][i] != 0 && entry.untold > 0) catalogue_.forget(shelf, i);
    }
}

bool StreamCursor::lacks_nothing() const { return complete_at_ == catalogue_.version() && told_; }

/// A message while it is being filled.
class StreamCursor::Filling {
 public:
  Filling(StreamCursor& cursor, std::size_t max_bytes) : cursor_(cursor), max_bytes_(max_bytes) {}

  bool lacks(std::size_t shelf, std::size_t place) const {
    const std::uint64_t version = cursor_.catalogue_.shelves_[shelf][place].version;
    const std::uint64_t sent = cursor_.sent_[shelf][place];
    if (version == sent) return false;
    // What a viewer never had need not be taken from it.
    return sent != 0 || cursor_.catalogue_.shelves_[shelf][place].untold == 0;
  }
  /// False when it does not fit any more.
  bool add(std::size_t shelf, std::size_t place) {
    auto& entry = cursor_.catalogue_.shelves_[shelf][place];
    const std::string& bytes = cursor_.catalogue_.bytes_of(entry);
    if (!items_.empty() && items_.size() + bytes.size() > max_bytes_) return false;
    items_ += bytes;
    const bool gone = entry.untold > 0;
    cursor_.sent_[shelf][place] = gone ? 0 : entry.version;
    if (gone) cursor_.catalogue_.forget(shelf, place);
    return true;
  }
  std::size_t size() const { return items_.size(); }
  const std::string& items() const { return items_; }

 private:
  StreamCursor& cursor_;
  const std::size_t max_bytes_;
  std::string items_;
};

std::string StreamCursor::next_message(std::size_t max_bytes, double x, double y) {
  if (lacks_nothing()) return {};
  for (std::size_t shelf = 0; shelf < sent_.size(); ++shelf)
    sent_[shelf].resize(catalogue_.shelves_[shelf].size(), 0);
  const std::uint64_t version = catalogue_.version();
  Filling filling(*this, max_bytes);
  std::size_t waiting = 0;
  bool full = false;

  for (std::size_t place = 0; place < sent_[0].size(); ++place) {
    if (!filling.lacks(0, place)) continue;
    full = full || !filling.add(0, place);
    if (full) ++waiting;
  }

  near_.clear();
  const auto& shelf = catalogue_.shelves_[1];
  for (std::size_t place = 0; place < shelf.size(); ++place) {
    if (!filling.lacks(1, place)) continue;
    const double dx = shelf[place].x - x, dy = shelf[place].y - y;
    near_.push_back({dx * dx + dy * dy, place});
  }
  waiting += near_.size();
  if (!full && !near_.empty()) {
    // The nearest, for half of the room that is left.
    const std::size_t half = filling.size() + (max_bytes - std::min(max_bytes, filling.size())) / 2;
    const auto farther = [](const Near& a, const Near& b) { return a.distance2 > b.distance2; };
    std::make_heap(near_.begin(), near_.end(), farther);
    for (auto end = near_.end(); end != near_.begin() && filling.size() < half; --end) {
      std::pop_heap(near_.begin(), end, farther);
      if (!filling.add(1, (end - 1)->place)) break;
      --waiting;
    }
    // Then round all of them, from where the last message ended.
    for (std::size_t n = 0; n < shelf.size() && waiting > 0; ++n) {
      const std::size_t place = (round_ + n) % shelf.size();
      if (!filling.lacks(1, place)) continue;
      if (!filling.add(1, place)) {
        round_ = place;
        break;
      }
      --waiting;
    }
  }
  const bool had_all = std::exchange(told_, waiting == 0);
  if (waiting == 0) complete_at_ = version;
  if (had_all && told_ && filling.size() == 0) return {};
  return encode_changes(filling.items(), static_cast<std::uint32_t>(waiting));
}

}  // namespace outrigger::network
