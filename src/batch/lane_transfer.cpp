#include "batch/lane_transfer.h"

namespace outrigger::batch {

void to_lane(const double* numbers, int count, int lane, int lanes, double* out) {
  for (int i = 0; i < count; ++i) out[lanes * i + lane] = numbers[i];
}
void from_lane(const double* in, int lane, int lanes, int count, double* numbers) {
  for (int i = 0; i < count; ++i) numbers[i] = in[lanes * i + lane];
}
void padded_to_lane(const double* padded, int vectors, int lane, int lanes, double* out) {
  for (int e = 0; e < vectors; ++e) to_lane(padded + 4 * e, 3, lane, lanes, out + 3 * lanes * e);
}
void padded_from_lane(const double* in, int lane, int lanes, int vectors, double* padded) {
  for (int e = 0; e < vectors; ++e) from_lane(in + 3 * lanes * e, lane, lanes, 3, padded + 4 * e);
}

void spread(const double* in, int vectors, std::span<double* const> padded) {
  const std::size_t lanes = padded.size();
  for (std::size_t l = 0; l < lanes; l += 4)
    for (int e = 0; e < vectors; ++e) {
      const double* p = in + 3 * lanes * static_cast<std::size_t>(e) + l;
      const Lane4 x = load4(p), y = load4(p + lanes), z = load4(p + 2 * lanes);
      const Lane4 xy_even = _mm256_unpacklo_pd(x, y), xy_odd = _mm256_unpackhi_pd(x, y);
      const Lane4 z_even = _mm256_unpacklo_pd(z, zero4()), z_odd = _mm256_unpackhi_pd(z, zero4());
      store4(padded[l] + 4 * e, _mm256_permute2f128_pd(xy_even, z_even, 0x20));
      store4(padded[l + 1] + 4 * e, _mm256_permute2f128_pd(xy_odd, z_odd, 0x20));
      store4(padded[l + 2] + 4 * e, _mm256_permute2f128_pd(xy_even, z_even, 0x31));
      store4(padded[l + 3] + 4 * e, _mm256_permute2f128_pd(xy_odd, z_odd, 0x31));
    }
}

void collect(std::span<double* const> padded, int vectors, double* out) {
  const std::size_t lanes = padded.size();
  for (std::size_t l = 0; l < lanes; l += 4)
    for (int e = 0; e < vectors; ++e) {
      const Lane4 a = load4(padded[l] + 4 * e), b = load4(padded[l + 1] + 4 * e),
                  c = load4(padded[l + 2] + 4 * e), d = load4(padded[l + 3] + 4 * e);
      const Lane4 xz_ab = _mm256_unpacklo_pd(a, b), y_ab = _mm256_unpackhi_pd(a, b);
      const Lane4 xz_cd = _mm256_unpacklo_pd(c, d), y_cd = _mm256_unpackhi_pd(c, d);
      double* p = out + 3 * lanes * static_cast<std::size_t>(e) + l;
      store4(p, _mm256_permute2f128_pd(xz_ab, xz_cd, 0x20));
      store4(p + lanes, _mm256_permute2f128_pd(y_ab, y_cd, 0x20));
      store4(p + 2 * lanes, _mm256_permute2f128_pd(xz_ab, xz_cd, 0x31));
    }
}

}  // namespace outrigger::batch
