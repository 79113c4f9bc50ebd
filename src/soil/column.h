/// One column of soil on the grid: whole numbers of mass, so that sums are exact and ignore their order.
///
/// A column covers cell² around its grid point. Above its bottom lie the bank (undisturbed soil, in layers
/// that the site knows) and one loose layer:
///   surface = bank top + loose · specific_volume / cell²
/// Heights follow from the masses and are never stored.
///
/// Milligrams in 64 bits: 9.2e12 kg, more than any column of any allowed cell or depth.
#pragma once

#include <cstdint>

namespace outrigger::soil {

using Milligrams = std::int64_t;
inline constexpr double kMilligramsPerKilogram = 1e6;

/// Unit of Column::specific_volume [m³/kg]: from 400 kg/m³ on everything fits, and a unit is less than 1e-4
/// of any soil up to 2,500 kg/m³.
inline constexpr double kVolumeUnit = 4e-8;

struct Column {
  Milligrams bank = 0, loose = 0;
  std::uint16_t specific_volume = 0;  ///< of the loose layer [kVolumeUnit]; 0 while there is none
  std::uint16_t past_pressure = 0;    ///< largest pressure felt [kPa]
  std::uint8_t loose_soil = 0;        ///< kind of the loose layer
  std::uint8_t moving = 0;            ///< 1: slides until the slope is below the angle of repose
  std::uint16_t spare = 0;            ///< always 0

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("bank", s.bank), visit("loose", s.loose), visit("specific_volume", s.specific_volume);
    visit("past_pressure", s.past_pressure), visit("loose_soil", s.loose_soil);
    visit("moving", s.moving), visit("spare", s.spare);
  }
  bool operator==(const Column&) const = default;
};
static_assert(sizeof(Column) == 24);

}  // namespace outrigger::soil
