/// Which things a question has met already.
///
/// Trees that cut things at their planes (k-d, BSP) meet one thing in several cells, and must name
/// it once. Each question borrows one array of marks from its thread and gives it back at its end:
/// questions inside questions get another array, threads do not disturb each other, and once the
/// arrays are large enough nothing allocates. Marks are not cleared but counted up.
#pragma once

#include <cstdint>
#include <vector>

namespace outrigger::geometry {

class VisitMarks {
 public:
  explicit VisitMarks(std::size_t things);
  ~VisitMarks();
  VisitMarks(const VisitMarks&) = delete;
  VisitMarks& operator=(const VisitMarks&) = delete;

  /// True the first time a thing is shown.
  bool first(std::int32_t thing) {
    std::uint32_t& mark = marks_[thing];
    if (mark == now_) return false;
    mark = now_;
    return true;
  }

 private:
  std::uint32_t* marks_ = nullptr;
  std::uint32_t now_ = 0;
};

}  // namespace outrigger::geometry
