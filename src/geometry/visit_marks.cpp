#include "geometry/visit_marks.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace outrigger::geometry {
namespace {

struct Marks {
  std::vector<std::uint32_t> of;
  std::uint32_t now = 0;
};

/// One array per question that is open on this thread; a deque keeps them in place.
struct Pool {
  std::deque<Marks> marks;
  std::size_t open = 0;
};

thread_local Pool pool;

}  // namespace

VisitMarks::VisitMarks(std::size_t things) {
  if (pool.open == pool.marks.size()) pool.marks.emplace_back();
  Marks& marks = pool.marks[pool.open++];
  if (marks.of.size() < things) marks.of.resize(things, 0);
  if (marks.now == std::numeric_limits<std::uint32_t>::max()) {
    std::fill(marks.of.begin(), marks.of.end(), 0u);
    marks.now = 0;
  }
  now_ = ++marks.now;
  marks_ = marks.of.data();
}

VisitMarks::~VisitMarks() { --pool.open; }

}  // namespace outrigger::geometry
