#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "devices/hil_message.h"

namespace outrigger::devices {

namespace {

constexpr std::size_t kMostWord = 200;

/// The words of a line. Control characters and bytes beyond ASCII are refused: names are printed to terminals.
std::vector<std::string> words_of(std::string_view line, std::size_t number) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (const char c : line) {
    if (c == ' ') {
      end_word();
      continue;
    }
    if (c < 0x21 || c > 0x7e)
      throw Error(
          fmt::format("line {}: only visible ASCII characters and spaces are allowed", number));
    word += c;
    if (word.size() > kMostWord)
      throw Error(fmt::format("line {}: a word has more than {} characters", number, kMostWord));
  }
  end_word();
  return words;
}

/// Calls `take(words, number of the line)` for every line with words.
template <class Take>
void for_each_line(std::string_view text, const Take& take) {
  if (text.size() > kMostHilText)
    throw Error(fmt::format("{} bytes of text: at most {} are allowed", text.size(), kMostHilText));
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words = words_of(text.substr(0, end), number);
    if (!words.empty()) take(words, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

template <class T>
T number_of(const std::string& word, std::size_t line, T lowest, T highest) {
  T value{};
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
  // Not (value >= lowest) is true of NaN too.
  if (problem != std::errc() || end != word.data() + word.size() || !(value >= lowest) ||
      !(value <= highest))
    throw Error(
        fmt::format("line {}: '{}' is not a number from {} to {}", line, word, lowest, highest));
  return value;
}

void need_words(const std::vector<std::string>& words, std::size_t count, std::size_t line) {
  if (words.size() != count)
    throw Error(fmt::format("line {}: '{}' takes {} word{}, here are {}", line, words[0], count - 1,
                            count == 2 ? "" : "s", words.size() - 1));
}

void add_names(const std::vector<std::string>& words, std::size_t line, std::size_t most,
               std::vector<std::string>& names) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (std::find(names.begin(), names.end(), words[i]) != names.end())
      throw Error(fmt::format("line {}: '{}' is named twice", line, words[i]));
    names.push_back(words[i]);
  }
  if (names.size() > most)
    throw Error(fmt::format("line {}: at most {} {} are allowed", line, most, words[0]));
}

}  // namespace

HilHello read_hil_hello(std::string_view text) {
  HilHello hello;
  for_each_line(text, [&](const std::vector<std::string>& w, std::size_t line) {
    if (w[0] == "outputs") return add_names(w, line, kMostHilOutputs, hello.outputs);
    if (w[0] == "inputs") return add_names(w, line, kMostHilInputs, hello.inputs);
    need_words(w, 2, line);
    if (w[0] == "name") {
      hello.name = w[1];
    } else if (w[0] == "token") {
      hello.token = w[1];
    } else if (w[0] == "every") {
      hello.every = number_of(w[1], line, 1, kMostHilEvery);
    } else if (w[0] == "lag") {
      hello.lag = number_of(w[1], line, 0, kMostHilLag);
    } else if (w[0] == "mode") {
      if (w[1] != "lockstep" && w[1] != "free")
        throw Error(fmt::format("line {}: mode is 'lockstep' or 'free', not '{}'", line, w[1]));
      hello.mode = w[1] == "free" ? HilHello::Mode::free : HilHello::Mode::lockstep;
    } else if (w[0] == "role") {
      if (w[1] != "controller" && w[1] != "hands")
        throw Error(fmt::format("line {}: role is 'controller' or 'hands', not '{}'", line, w[1]));
      hello.role = w[1] == "hands" ? HilHello::Role::hands : HilHello::Role::controller;
    } else {
      throw Error(fmt::format(
          "line {}: '{}' is not known; allowed are name, outputs, inputs, mode, role, every, lag, "
          "token",
          line, w[0]));
    }
  });
  if (hello.lag > 0 && hello.mode == HilHello::Mode::free)
    throw Error("a lag needs 'mode lockstep': a free-running controller is not waited for");
  return hello;
}

std::string to_text(const HilHello& h) {
  std::string text =
      fmt::format("name {}\nmode {}\nrole {}\nevery {}\nlag {}\n", h.name,
                  h.mode == HilHello::Mode::free ? "free" : "lockstep",
                  h.role == HilHello::Role::hands ? "hands" : "controller", h.every, h.lag);
  if (!h.outputs.empty()) text += fmt::format("outputs {}\n", fmt::join(h.outputs, " "));
  if (!h.inputs.empty()) text += fmt::format("inputs {}\n", fmt::join(h.inputs, " "));
  if (!h.token.empty()) text += fmt::format("token {}\n", h.token);
  return text;
}

std::string to_text(const HilWelcome& w) {
  std::string text =
      fmt::format("session {}\nmachine {}\nstep {}\ndeadline {}\nhold {}\n", w.session,
                  w.machine.empty() ? "machine" : w.machine, w.step, w.deadline, w.hold);
  for (const HilColumn& c : w.outputs)
    text += fmt::format("output {} {}\n", c.name, c.unit.empty() ? "1" : c.unit);
  for (const HilInputInfo& i : w.inputs)
    text += fmt::format("input {} {} {} {}\n", i.name, i.lowest, i.highest,
                        i.rest ? fmt::format("{}", *i.rest) : "stays");
  return text;
}

HilWelcome read_hil_welcome(std::string_view text) {
  HilWelcome welcome;
  constexpr double kMost = std::numeric_limits<double>::max();
  for_each_line(text, [&](const std::vector<std::string>& w, std::size_t line) {
    if (w[0] == "session") {
      need_words(w, 2, line);
      welcome.session = number_of<std::uint32_t>(w[1], line, 1, 0xffffffff);
    } else if (w[0] == "machine") {
      need_words(w, 2, line);
      welcome.machine = w[1];
    } else if (w[0] == "step" || w[0] == "deadline" || w[0] == "hold") {
      need_words(w, 2, line);
      const double value = number_of(w[1], line, 0.0, kMost);
      (w[0] == "step" ? welcome.step : w[0] == "hold" ? welcome.hold : welcome.deadline) = value;
    } else if (w[0] == "output") {
      need_words(w, 3, line);
      welcome.outputs.push_back({w[1], w[2]});
    } else if (w[0] == "input") {
      need_words(w, 5, line);
      HilInputInfo info{w[1], number_of(w[2], line, -kMost, kMost),
                        number_of(w[3], line, -kMost, kMost), std::nullopt};
      if (w[4] != "stays") info.rest = number_of(w[4], line, -kMost, kMost);
      welcome.inputs.push_back(info);
    }
    if (welcome.outputs.size() > kMostHilOutputs || welcome.inputs.size() > kMostHilInputs)
      throw Error(fmt::format("line {}: too many outputs or inputs", line));
  });
  if (welcome.session == 0 || !(welcome.step > 0.0))
    throw Error("a welcome without its session or its step");
  return welcome;
}

}  // namespace outrigger::devices
