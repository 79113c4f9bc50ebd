/// Snapshots as an attacker would make them: taken from a real world, changed word by word as a stream of
/// bytes says, and sealed with the right hash. For the fuzzer and the test of the same law: a world
/// refuses them, or goes on stepping.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "description/reader.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"

namespace outrigger::testing_support {

/// A small machine with a bit of everything that has a memory: shapes that touch, a mesh with materials,
/// a joint, a drive, a stop, a contact sphere, a brake.
inline constexpr const char* kForgedScene = R"(outrigger: 1
settings: {step: 2e-3}
materials:
  wood: {young: 1e8}
friction: {wood: {pair: [wood, wood], static: 0.5, dynamic: 0.4}}
bodies:
  low: {mass: 10, inertia: [0.1, 0.1, 0.1], pose: {position: [0, 0, 0.1]}}
  high: {mass: 5, inertia: [0.05, 0.05, 0.05], pose: {position: [0, 0, 0.3]}}
  ball: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [0.05, 0, 0.6]}}
  arm: {mass: 2, inertia: [0.1, 0.1, 0.1], pose: {position: [1, 0, 0.5]}}
joints:
  pin: {type: revolute, bodies: [ground, arm], at: [1, 0, 0.8], axis: [0, 1, 0]}
coordinates:
  swing: {kind: angle, joint: pin}
stops:
  end: {coordinate: swing, upper: 0.4, stiffness: 1e4}
brakes:
  hold: {coordinate: swing, input: brake, force: 5}
shapes:
  low: {body: low, box: [0.3, 0.3, 0.2], material: wood}
  high: {body: high, box: [0.2, 0.2, 0.2], material: wood}
  ball: {body: ball, sphere: 0.1, material: wood}
  arm: {body: arm, capsule: {radius: 0.1, length: 0.5}, material: wood}
)";

/// Bytes that say what to change; endless zeros after the last.
class ForgeryBytes {
 public:
  explicit ForgeryBytes(std::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  std::uint64_t word() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  /// Numbers that programs stumble over, or any bits.
  double number(double before) {
    switch (byte() % 12) {
      case 0:
        return std::numeric_limits<double>::quiet_NaN();
      case 1:
        return std::numeric_limits<double>::infinity();
      case 2:
        return 1e300;
      case 3:
        return -1e300;
      case 4:
        return 0.0;
      case 5:
        return -before;
      case 6:
        return 1e-300;
      case 7:
        return 1e12;
      case 8:
        return before * (1.0 + 0.01 * byte());
      case 9:
        return before + 0.01 * (byte() - 128);
      case 10:
        return -1.0 * byte();
      default: {
        const std::uint64_t bits = word();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
      }
    }
  }
  std::int64_t index(std::int64_t before) {
    switch (byte() % 6) {
      case 0:
        // Around the ends too, where sums of signed numbers have no value.
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(before) + byte() - 128);
      case 1:
        return byte();
      case 2:
        return -1 - byte();
      case 3:
        return std::int64_t{1} << (byte() % 63);
      case 4:
        return std::numeric_limits<std::int64_t>::max();
      default:
        return static_cast<std::int64_t>(word());
    }
  }

 private:
  std::string_view bytes_;
};

/// Changes one word of a state.
inline void forge_state(system::State& s, ForgeryBytes& from) {
  const auto change = [&](auto& array) {
    if (array.empty()) return;
    double& value = array[from.word() % array.size()];
    value = from.number(value);
  };
  switch (from.byte() % 18) {
    case 0:
      return change(s.x);
    case 1:
      return change(s.v);
    case 2:
      return change(s.acceleration);
    case 3:
      return change(s.algorithmic);
    case 4:
      return change(s.lambda);
    case 5:
      return change(s.coordinate);
    case 6:
      return change(s.term);
    case 7:
      return change(s.drive_memory);
    case 8:
      s.step = from.index(s.step);
      return;
    case 9:
      s.quiet_steps = from.index(s.quiet_steps);
      return;
    case 10:
      s.asleep = !s.asleep;
      return;
    case 11:
      s.internal_step = from.number(s.internal_step);
      return;
    case 12:
      s.ledger.energy = from.number(s.ledger.energy);
      return;
    case 13:
      return change(s.contact_acceleration);
    case 14:
      return change(s.contact_lambda);
    case 15:
      s.touched = !s.touched;
      return;
    case 16:
      return change(s.ahead);
    default:
      s.time = from.number(s.time);
  }
}

/// Changes records of contacts: a word of them, or how many there are.
inline void forge_contacts(contact::ContactState& c, ForgeryBytes& from) {
  switch (from.byte() % 8) {
    case 0:
      if (!c.contacts.empty()) c.contacts.push_back(c.contacts.front());
      return;
    case 1:
      if (!c.contacts.empty()) c.contacts.pop_back();
      return;
    case 2:
      c.at_start = c.contacts;
      return;
    case 3:
      if (!c.touches.empty()) c.touches.push_back(c.touches.back());
      return;
    case 4:
      c.touches.clear();
      return;
    default: {
      std::size_t count = 0;
      for_each_number(c, [&](auto&) { ++count; });
      if (count == 0) return;
      std::size_t at = from.word() % count;
      for_each_number(c, [&](auto& word) {
        if (at-- != 0) return;
        if constexpr (std::is_same_v<std::decay_t<decltype(word)>, double>)
          word = from.number(word);
        else
          word = from.index(word);
      });
    }
  }
}

/// A real snapshot with changes, as bytes with the right hash.
inline std::string forge_snapshot(const sim::Snapshot& real, ForgeryBytes& from) {
  sim::Snapshot s = real;
  for (int i = 0; i < 8 && !from.empty(); ++i) {
    switch (from.byte() % 6) {
      case 0:
        s.clock.step = from.index(s.clock.step);
        break;
      case 1:
        if (!s.inputs.empty()) s.inputs[0] = from.number(s.inputs[0]);
        break;
      case 2:
      case 3:
        forge_contacts(s.contacts, from);
        break;
      default:
        forge_state(s.states[from.byte() % s.states.size()], from);
    }
  }
  return sim::to_bytes(s);
}

/// Restores forged bytes and steps on. False: they were refused. The world is as before at the end.
inline bool survive_snapshot(sim::World& world, const sim::Snapshot& real, std::string_view bytes) {
  bool taken = false;
  if (const auto forged = sim::snapshot_from_bytes(bytes, real)) {
    try {
      world.restore(*forged);
      taken = true;
      for (int i = 0; i < 3; ++i) world.step();
      world.contacts();
      world.energies();
    } catch (const Error&) {
    }
    world.take_events();
  }
  world.restore(real);
  return taken;
}

}  // namespace outrigger::testing_support
