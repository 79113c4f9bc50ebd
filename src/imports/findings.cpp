#include "imports/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace outrigger::imports {

void Findings::note(int line, std::string text) {
  if (plain_ < kMaxNotes) {
    ++plain_;
    notes_.push_back({line, std::move(text), false});
  } else {
    ++dropped_;
  }
}

void Findings::change(int line, std::string text) {
  notes_.push_back({line, std::move(text), true});
}

std::vector<Note> Findings::take_notes() {
  std::stable_sort(notes_.begin(), notes_.end(),
                   [](const Note& a, const Note& b) { return a.line < b.line; });
  if (dropped_ > 0) notes_.push_back({0, fmt::format("and {} more notes", dropped_), false});
  dropped_ = plain_ = 0;
  return std::move(notes_);
}

}  // namespace outrigger::imports
