#include "outrigger/hil_options.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <thread>

#include "base/error.h"
#include "description/text.h"
#include "outrigger/interruption.h"
#include "outrigger/numbers.h"
#include "outrigger/outputs.h"

namespace outrigger::app {

namespace {

/// [ADDRESS:]PORT
void read_place(const std::string& text, devices::HilSettings& settings) {
  const std::size_t colon = text.rfind(':');
  const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
  int number = -1;
  const auto [end, problem] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (problem != std::errc() || end != port.data() + port.size() || number < 0 || number > 65535)
    throw Error(fmt::format(
        "--hil wants a port from 1 to 65535 (0: any), or ADDRESS:PORT; got '{}'", text));
  settings.port = static_cast<std::uint16_t>(number);
  if (colon == std::string::npos) return;
  settings.address = text.substr(0, colon);
  if (settings.address.size() > 1 && settings.address.front() == '[' &&
      settings.address.back() == ']')
    settings.address = settings.address.substr(1, settings.address.size() - 2);
}

}  // namespace

void add_hil_options(CLI::App& command, HilOptions& o) {
  CLI::Option* hil = command.add_option(
      "--hil", o.listen,
      "Let controllers into the loop at this port, by UDP and TCP (docs/hil.md); a port alone is "
      "for programs of this computer only");
  hil->type_name("[ADDRESS:]PORT");
  command
      .add_option("--hil-deadline", o.deadline,
                  "How long a step waits for a lockstep answer [s] (default: run 1, seat 0.002)")
      ->check(from_to("a time", 1e-5, 10.0, "s"))
      ->needs(hil);
  command
      .add_option("--hil-hold", o.hold,
                  "How long inputs are held without an answer before they go to rest [s]")
      ->check(from_to("a time", 0.0, 10.0, "s"))
      ->capture_default_str()
      ->needs(hil);
  command
      .add_option("--hil-token", o.token,
                  "Word that controllers must say; needed where others than this computer may call")
      ->needs(hil);
}

std::unique_ptr<session::ControllerLink> make_controller_link(const HilOptions& options,
                                                              sim::World& world,
                                                              const description::Machine& machine,
                                                              frames::NoticeQueue& notices) {
  if (options.listen.empty()) return nullptr;
  devices::HilSettings settings;
  read_place(options.listen, settings);
  settings.deadline = options.deadline;
  settings.hold = options.hold;
  settings.token = options.token;
  auto link = std::make_unique<session::ControllerLink>(settings, world, machine, notices);
  print_if_possible(
      fmt::format("  controllers: {} (UDP and TCP)\n", link->server().address().text()));
  return link;
}

void wait_for_controller(session::ControllerLink& link, const HilOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(options.wait);
  while (link.server().controllers() == 0) {
    if (interrupted()) return;
    if (Clock::now() > end)
      throw Error(fmt::format("no controller came to {} within {:g} s (--hil-wait)",
                              link.server().address().text(), options.wait));
    link.service();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void print_notices(frames::NoticeQueue& notices) {
  for (const frames::Notice& n : notices.take())
    print_error_if_possible(
        fmt::format("  {:.3f} s: {}\n", n.time, description::without_control_characters(n.text)));
}

void print_controllers(const session::ControllerLink& link) {
  const devices::HilCounters c = link.server().counters();
  print_if_possible(
      fmt::format("  controllers: {} came, {} exchanges, {} answers, {} missed, {} late, {} not "
                  "finite, {} beyond "
                  "their range, {} bad messages, {} of other versions, {} refused, {} lost\n",
                  c.welcomed, c.exchanges, c.answers, c.missed, c.late, c.not_finite, c.clamped,
                  c.bad_messages, c.wrong_version, c.refused, c.lost));
}

}  // namespace outrigger::app
