/// Messages between a machine and the hardware in its loop, as bytes. docs/hil.md describes them for those who
/// write the other side; all numbers are little-endian, doubles are IEEE 754.
///
///   header   8 bytes: "OHIL", version (1), type, length of the payload (16 bits)
///   text     hello, welcome, refuse, bye, note: lines of words
///   numbers  outputs: session, state, exchange, step, time, count, missed, then `count` doubles
///            inputs:  session, 0, exchange that it answers (0: ready), count, 0, then `count` doubles
///
/// The same bytes go by UDP (a message per datagram) and TCP (one behind the other).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace outrigger::devices {

inline constexpr std::uint8_t kHilVersion = 1;
inline constexpr std::size_t kHilHeader = 8, kHilOutputsHead = 40, kHilInputsHead = 24;
inline constexpr std::size_t kMostHilOutputs = 256, kMostHilInputs = 64, kMostHilText = 8192;
inline constexpr std::size_t kMostHilPayload = kMostHilText;  ///< of any message
inline constexpr std::size_t kMostHilNote = 200;
inline constexpr int kMostHilLag = 63, kMostHilEvery = 1000;

enum class HilType : std::uint8_t {
  hello = 1,
  welcome = 2,
  refuse = 3,
  outputs = 4,
  inputs = 5,
  bye = 6,
  note = 7  ///< of a controller, for the operators
};

/// Bits of the state of outputs: what the machine does with the inputs of this controller.
inline constexpr std::uint32_t kHilHolds = 1;    ///< an answer is missing: the last values are held
inline constexpr std::uint32_t kHilNeutral = 2;  ///< too long: the inputs are at rest

struct HilHeader {
  std::uint8_t version = kHilVersion;
  std::uint8_t type = 0;
  std::size_t length = 0;  ///< of the payload
};
/// Nothing: these bytes are no message of this protocol (fewer than a header, or another beginning).
std::optional<HilHeader> read_hil_header(std::span<const std::uint8_t> bytes);

struct HilOutputs {
  std::uint32_t session = 0, state = 0, missed = 0;
  std::uint64_t exchange = 0, step = 0;
  double time = 0.0;  ///< simulated [s]
};
struct HilInputs {
  std::uint32_t session = 0;
  std::uint64_t answers = 0;  ///< HilOutputs::exchange; 0: ready, no answer yet
};

// Writing replaces `bytes`, which keeps its memory.
void write_hil_text(HilType type, std::string_view text, std::vector<std::uint8_t>& bytes);
void write_hil_outputs(const HilOutputs& head, std::span<const double> values,
                       std::vector<std::uint8_t>& bytes);
void write_hil_inputs(const HilInputs& head, std::span<const double> values,
                      std::vector<std::uint8_t>& bytes);

// Reading a payload; false when its length and its count do not fit together or the count is too large. `values`
// is replaced; its numbers are as they came, so they need not be finite.
bool read_hil_outputs(std::span<const std::uint8_t> payload, HilOutputs& head,
                      std::vector<double>& values);
bool read_hil_inputs(std::span<const std::uint8_t> payload, HilInputs& head,
                     std::vector<double>& values);

/// What a controller asks for.
struct HilHello {
  enum class Mode { lockstep, free };
  enum class Role { controller, hands };
  std::string name = "controller";
  std::vector<std::string> outputs, inputs;
  Mode mode = Mode::free;
  Role role = Role::controller;
  int every = 1;  ///< steps per exchange
  int lag = 0;    ///< lockstep: the machine waits for the answer to the exchange so many before
  std::string token;

  bool operator==(const HilHello&) const = default;
};
/// Throws Error that names the line, what is wrong and what is allowed.
HilHello read_hil_hello(std::string_view text);
std::string to_text(const HilHello& hello);

struct HilColumn {
  std::string name, unit;
};
/// An input with its range and where it goes when its controller is lost; without `rest` it stays.
struct HilInputInfo {
  std::string name;
  double lowest = -1.0, highest = 1.0;
  std::optional<double> rest = 0.0;
  bool springs_back = true;  ///< a lever: 0 is where nobody holds it
};
struct HilWelcome {
  std::uint32_t session = 0;
  std::string machine;
  double step = 0.0, deadline = 0.0, hold = 0.0;  ///< [s]
  std::vector<HilColumn> outputs;
  std::vector<HilInputInfo> inputs;
};
std::string to_text(const HilWelcome& welcome);
/// Throws Error when it is none.
HilWelcome read_hil_welcome(std::string_view text);

}  // namespace outrigger::devices
