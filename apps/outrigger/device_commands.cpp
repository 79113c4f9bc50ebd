#include "outrigger/device_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/error.h"
#include "description/text.h"
#include "devices/device_list.h"
#include "devices/mapping.h"
#include "outrigger/interruption.h"
#include "outrigger/numbers.h"
#include "outrigger/outputs.h"

namespace outrigger::app {

namespace {

struct DeviceOptions {
  std::string place, mapping, out, to, token, pattern = "iso";
  std::vector<std::string> served;
  double seconds = 10.0, dead_zone = 0.05;
  bool tcp = false, force = false;
};

std::string plain(const std::string& text) { return description::without_control_characters(text); }

int list_command() {
  const auto all = devices::list_devices();
  for (const devices::ListedDevice& d : all) {
    if (!d.problem.empty()) {
      fmt::print("{}\n  {}\n", d.place, plain(d.problem));
      continue;
    }
    fmt::print("{}\n  {}{}\n", d.place, plain(d.info.name),
               d.info.id.empty() ? "" : "   " + plain(d.info.id));
    if (d.info.axes.empty()) continue;
    fmt::print("  {} axes:", d.info.axes.size());
    for (const auto& a : d.info.axes) fmt::print(" {}", a.name);
    fmt::print("; {} buttons\n", d.info.buttons.size());
  }
  if (all.empty())
    fmt::print(
        "no devices: neither input devices nor acquisition cards, serial ports or CAN buses\n");
  return 0;
}

/// Calls `take` with every reading for `seconds`, and with none now and then.
template <class Take>
void read_for(devices::DeviceSource& source, double seconds, const Take& take) {
  using Clock = std::chrono::steady_clock;
  catch_interruptions();
  devices::DeviceReading reading;
  for (const auto end = Clock::now() + std::chrono::duration<double>(seconds);
       Clock::now() < end && !interrupted();) {
    const auto got = source.wait(0.1, reading);
    if (got == devices::DeviceSource::Got::gone) throw Error("the device was unplugged");
    if (got == devices::DeviceSource::Got::news) take(reading);
  }
}

int test_command(const DeviceOptions& o) {
  const auto source = devices::open_device(o.place);
  std::optional<devices::MappedDevice> mapped;
  if (!o.mapping.empty())
    mapped.emplace(devices::read_mapping_file(o.mapping), source->info(), o.mapping);
  fmt::print("{}   {}\n", plain(source->info().name), plain(source->info().id));
  std::string last;
  read_for(*source, o.seconds, [&](const devices::DeviceReading& r) {
    std::string line;
    for (std::size_t i = 0; i < r.axes.size(); ++i)
      line += fmt::format("{}={:g} ", source->info().axes[i].name, r.axes[i]);
    for (std::size_t i = 0; i < r.buttons.size(); ++i)
      if (r.buttons[i]) line += source->info().buttons[i] + " ";
    if (mapped) {
      line += "|";
      const auto& values = mapped->move(r);
      for (std::size_t i = 0; i < values.size(); ++i)
        line += fmt::format(" {}={:+.3f}", mapped->inputs()[i], values[i]);
    }
    if (line != last) fmt::print("{}\n", plain(line));
    last = line;
    std::fflush(stdout);
  });
  fmt::print("{} bad pieces\n", source->bad_pieces());
  return 0;
}

int calibrate_command(const DeviceOptions& o) {
  check_writable("mapping", o.out);
  if (!o.force && ::access(o.out.c_str(), F_OK) == 0)
    throw Error(fmt::format("{} is there already; --force replaces it", o.out));
  const auto source = devices::open_device(o.place);
  devices::DeviceMapping m = devices::plain_mapping(source->info());
  m.pattern = o.pattern == "sae" ? devices::DeviceMapping::Pattern::sae
                                 : devices::DeviceMapping::Pattern::iso;
  std::vector<double> rest, low, high;
  devices::DeviceReading first;
  if (source->wait(1.0, first) == devices::DeviceSource::Got::news) rest = low = high = first.axes;
  fmt::print("{}: move every lever and pedal to both ends and let them go; {:g} s\n",
             plain(source->info().name), o.seconds);
  std::fflush(stdout);
  read_for(*source, o.seconds, [&](const devices::DeviceReading& r) {
    if (rest.empty()) rest = low = high = r.axes;
    for (std::size_t i = 0; i < r.axes.size(); ++i) {
      if (!std::isfinite(r.axes[i])) continue;
      low[i] = std::isfinite(low[i]) ? std::min(low[i], r.axes[i]) : r.axes[i];
      high[i] = std::isfinite(high[i]) ? std::max(high[i], r.axes[i]) : r.axes[i];
    }
  });
  if (rest.empty()) throw Error("nothing moved: there is nothing to calibrate");
  std::erase_if(m.axes, [&](devices::AxisMapping& a) {
    const auto& axes = source->info().axes;
    const auto i = static_cast<std::size_t>(
        std::find_if(axes.begin(), axes.end(), [&](const auto& d) { return d.name == a.axis; }) -
        axes.begin());
    if (!(high[i] > low[i])) {
      fmt::print("  {}: did not move, left out\n", a.axis);
      return true;
    }
    a.low = low[i];
    a.high = high[i];
    a.rest = std::clamp(rest[i], low[i], high[i]);
    // A pedal rests at an end; noise there is no travel.
    const double travel = a.high - a.low;
    if (a.rest - a.low < 0.1 * travel) a.rest = a.low;
    if (a.high - a.rest < 0.1 * travel) a.rest = a.high;
    a.dead_zone = o.dead_zone;
    fmt::print("  {} -> {}: {:g} .. {:g} .. {:g}\n", a.axis, a.to, a.low, a.rest, a.high);
    return false;
  });
  if (m.axes.empty()) throw Error("no axis moved: nothing was written");
  OutputFile file(o.out);
  file.write(devices::to_text(m));
  file.close();
  fmt::print("{}: edit `to`, `curve`, `dead_zone`, `invert` there\n", o.out);
  return 0;
}

devices::SocketAddress seat_address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto port = colon == std::string::npos ? std::string() : text.substr(colon + 1);
  if (port.empty() || port.find_first_not_of("0123456789") != std::string::npos ||
      port.size() > 5 || std::stoi(port) > 65535)
    throw Error(fmt::format(
        "--to wants ADDRESS:PORT of a seat with --hil, such as 192.168.1.5:7401; got '{}'", text));
  std::string address = text.substr(0, colon);
  if (address.size() > 1 && address.front() == '[' && address.back() == ']')
    address = address.substr(1, address.size() - 2);
  return devices::socket_address(address, static_cast<std::uint16_t>(std::stoi(port)));
}

void print_line(const std::string& text) { print_error_if_possible("  " + plain(text) + "\n"); }

std::vector<devices::ServedDevice> served_devices(const std::vector<std::string>& texts) {
  std::vector<devices::ServedDevice> all;
  for (const std::string& text : texts) all.push_back(served_device(text));
  return all;
}

int serve_command(const DeviceOptions& o) {
  catch_interruptions();
  devices::DeviceServerSettings settings;
  settings.transport = o.tcp ? devices::Transport::tcp : devices::Transport::udp;
  settings.seat = seat_address(o.to);
  settings.token = o.token;
  devices::DeviceServer server(settings, served_devices(o.served), print_line);
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::thread runner([&] {
    try {
      server.run(stop);
    } catch (...) {
      failure = std::current_exception();
      interrupt();
    }
  });
  while (!interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  stop = true;
  runner.join();
  if (failure) std::rethrow_exception(failure);
  return 0;
}

}  // namespace

devices::ServedDevice served_device(const std::string& text) {
  const std::size_t at = text.find('@');
  devices::ServedDevice d;
  d.file = text.substr(0, at);
  d.mapping = devices::read_mapping_file(d.file);
  if (at == std::string::npos) {
    d.open = [id = d.mapping.device] { return devices::find_device(id); };
  } else {
    const std::string place = text.substr(at + 1);
    if (place.find(':') == std::string::npos) devices::open_device(place);  // says what a place is
    d.open = [place] { return devices::open_device(place); };
  }
  return d;
}

LocalDevices::LocalDevices(const std::vector<std::string>& devices,
                           const devices::SocketAddress& seat, const std::string& token)
    : server_({devices::Transport::udp, seat, token}, served_devices(devices), print_line),
      thread_([this] {
        try {
          server_.run(stop_);
        } catch (const std::exception& e) {
          print_line(e.what());
        }
      }) {}

LocalDevices::~LocalDevices() {
  stop_ = true;
  thread_.join();
}

void add_device_commands(CLI::App& app, int& exit_code) {
  const auto o = std::make_shared<DeviceOptions>();
  CLI::App* device = app.add_subcommand(
      "device", "Joysticks, wheels, pedals and levers: list, test, calibrate, serve");
  device->require_subcommand(1);

  CLI::App* list = device->add_subcommand("list", "List the devices of this computer");
  list->callback([&exit_code] { exit_code = list_command(); });

  CLI::App* test = device->add_subcommand("test", "Show what a device says");
  test->add_option("place", o->place, "Such as evdev:/dev/input/event3; see device list")
      ->required();
  test->add_option("--mapping", o->mapping, "Show what this mapping makes of it, too");
  test->add_option("--for", o->seconds, "How long [s]")
      ->check(above_zero("a time", "s"))
      ->capture_default_str();
  test->callback([o, &exit_code] { exit_code = test_command(*o); });

  CLI::App* calibrate = device->add_subcommand("calibrate", "Write a mapping file for a device");
  calibrate->add_option("place", o->place, "Such as evdev:/dev/input/event3; see device list")
      ->required();
  calibrate->add_option("--out", o->out, "Mapping file to write (JSON)")->required();
  calibrate->add_option("--for", o->seconds, "How long the levers are moved [s]")
      ->check(above_zero("a time", "s"))
      ->capture_default_str();
  calibrate->add_option("--pattern", o->pattern, "Of the levers")
      ->check(CLI::IsMember({"iso", "sae"}))
      ->capture_default_str();
  calibrate->add_option("--dead-zone", o->dead_zone, "Share of the travel around rest, 0 to 0.9")
      ->check(from_to("a share", 0.0, 0.9, ""))
      ->capture_default_str();
  calibrate->add_flag("--force", o->force, "Replace a file that is there");
  calibrate->callback([o, &exit_code] { exit_code = calibrate_command(*o); });

  CLI::App* serve = device->add_subcommand("serve", "Hands for a seat on another computer");
  serve
      ->add_option("devices", o->served,
                   "MAPPING[@PLACE]: mapping files, and where their devices are")
      ->required();
  serve->add_option("--to", o->to, "ADDRESS:PORT of the seat's --hil")->required();
  serve->add_option("--token", o->token, "Of the seat's --hil-token");
  serve->add_flag("--tcp", o->tcp, "By TCP (default: UDP)");
  serve->callback([o, &exit_code] { exit_code = serve_command(*o); });
}

}  // namespace outrigger::app
