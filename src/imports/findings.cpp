#include "imports/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace outrigger::imports {

void Findings::note(int line, std::string text) {
  if (notes_.size() < kMaxNotes) {
    notes_.push_back({line, std::move(text)});
  } else {
    ++dropped_;
  }
}

std::vector<Note> Findings::take_notes() {
  std::stable_sort(notes_.begin(), notes_.end(),
                   [](const Note& a, const Note& b) { return a.line < b.line; });
  if (dropped_ > 0) notes_.push_back({0, fmt::format("and {} more notes", dropped_)});
  dropped_ = 0;
  return std::move(notes_);
}

}  // namespace outrigger::imports
