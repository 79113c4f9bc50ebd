#include "outrigger/event_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace outrigger::app {

EventList::Entry EventList::entry_of(const sim::Event& event) {
  using Kind = sim::Event::Kind;
  Entry entry{0, 0.0, count_, event.text};
  if (event.kind == Kind::contact_begin) {
    entry.rank = 1;
    entry.weight = event.value;
  } else if (event.kind == Kind::contact_end) {
    entry.rank = 3;
    entry.weight = event.value;
  } else if (!seen_.emplace(event.kind, event.name()).second) {
    // A joint may be overloaded in every step: once is telling, a thousand times hides the rest.
    entry.rank = 2;
  } else if (event.kind == Kind::crowded) {
    entry.weight = 1.0;  // it explains the others
  }
  return entry;
}

void EventList::add(const sim::Event& event) {
  entries_.push_back(entry_of(event));
  ++count_;
  // Long runs must not fill the memory; the slack makes sorting rare.
  if (most_ != kAll && entries_.size() > 2 * most_ + 1000) drop_surplus();
}

void EventList::drop_surplus() {
  if (entries_.size() <= most_) return;
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.rank, -a.weight, a.order) < std::tuple(b.rank, -b.weight, b.order);
  });
  entries_.resize(most_);
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.order < b.order; });
}

void EventList::print() {
  drop_surplus();
  for (const Entry& entry : entries_) fmt::print(stderr, "  {}\n", entry.text);
  if (count_ > entries_.size())
    fmt::print(stderr, "  ... and {} more events, less telling; --events all shows every one\n",
               count_ - entries_.size());
}

}  // namespace outrigger::app
