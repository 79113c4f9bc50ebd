/// Boxes of the candidate faces of one question, four side by side: what is near a point or a box is
/// found without looking at each face. Keeps its memory from question to question.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/mesh.h"
#include "math/block.h"

namespace outrigger::contact {

class FaceBoxes {
 public:
  void set(const geometry::Mesh& mesh, std::span<const std::int32_t> faces) {
    count_ = faces.size();
    fours_.resize((count_ + 3) / 4);
    for (std::size_t i = 0; i < 4 * fours_.size(); ++i) {
      const geometry::Box box = mesh.face_box(faces[std::min(i, faces.size() - 1)]);
      for (int k = 0; k < 3; ++k) {
        fours_[i / 4].low[k][i % 4] = box.low[k];
        fours_[i / 4].high[k][i % 4] = box.high[k];
      }
    }
  }

  /// Calls visit(i) for each face, in order, whose box is nearer to p than the root of `square` [m²],
  /// which visit may lower.
  template <class Visit>
  void for_each_near(const Vec3& p, const double& square, Visit&& visit) const {
    visit_where(
        [&p](const Four& four) {
          Lane4 sum = zero4();
          for (int k = 0; k < 3; ++k) {
            const Lane4 x = broadcast4(p[k]);
            const Lane4 d = _mm256_max_pd(
                zero4(), _mm256_max_pd(sub4(load(four.low[k]), x), sub4(x, load(four.high[k]))));
            sum = add4(sum, mul4(d, d));
          }
          return sum;
        },
        square, visit);
  }

  /// The same for faces whose boxes, along each axis, are nearer to the box than `distance` [m].
  template <class Visit>
  void for_each_near(const geometry::Box& box, double distance, Visit&& visit) const {
    visit_where(
        [&box](const Four& four) {
          Lane4 gap = zero4();
          for (int k = 0; k < 3; ++k) {
            gap = _mm256_max_pd(gap, sub4(load(four.low[k]), broadcast4(box.high[k])));
            gap = _mm256_max_pd(gap, sub4(broadcast4(box.low[k]), load(four.high[k])));
          }
          return gap;
        },
        distance, visit);
  }

 private:
  struct alignas(32) Four {
    double low[3][4];
    double high[3][4];
  };
  static Lane4 load(const double* x) { return _mm256_load_pd(x); }

  template <class Distance, class Visit>
  void visit_where(Distance&& distance, const double& limit, Visit&& visit) const {
    constexpr double kRounding = 1.0 + 1e-9;
    for (std::size_t i = 0; i < fours_.size(); ++i) {
      const Lane4 most = broadcast4(kRounding * limit);
      int hits = _mm256_movemask_pd(_mm256_cmp_pd(distance(fours_[i]), most, _CMP_LE_OQ));
      if (4 * i + 4 > count_) hits &= (1 << (count_ - 4 * i)) - 1;
      for (; hits != 0; hits &= hits - 1)
        visit(4 * i + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(hits))));
    }
  }

  std::vector<Four, AlignedAllocator<Four>> fours_;
  std::size_t count_ = 0;
};

}  // namespace outrigger::contact
