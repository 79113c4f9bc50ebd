/// Devices of every kind without the devices: events, lines, files and frames of our own making.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <linux/can.h>
#include <linux/input.h>
#include <pty.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/error.h"
#include "devices/evdev_source.h"
#include "devices/iio_source.h"
#include "devices/j1939_source.h"
#include "devices/serial_source.h"

namespace outrigger {
namespace {

using namespace devices;
using testing::HasSubstr;
using Got = DeviceSource::Got;

struct Pair {
  Pair() {
    int both[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, both), 0);
    ours = Descriptor(both[0]);
    theirs = Descriptor(both[1]);
  }
  template <class T>
  void write(const T& value) {
    EXPECT_EQ(::write(ours.get(), &value, sizeof value), static_cast<ssize_t>(sizeof value));
  }
  Descriptor ours, theirs;
};

input_event event(int type, int code, int value) {
  input_event e{};
  e.type = static_cast<std::uint16_t>(type);
  e.code = static_cast<std::uint16_t>(code);
  e.value = value;
  return e;
}

TEST(EvdevSource, EventsMoveAxesAndButtonsAndAnUnpluggedOneIsGoneAtOnce) {
  Pair pair;
  EvdevSource source(std::move(pair.theirs),
                     {"evdev:1:2", "stick", {{"ABS_X", 0, 1023}, {"ABS_Y", 0, 1023}}, {"BTN_288"}},
                     {ABS_X, ABS_Y}, {BTN_TRIGGER});
  DeviceReading r;
  EXPECT_EQ(source.wait(0.0, r), Got::nothing);
  pair.write(event(EV_ABS, ABS_Y, 900));
  pair.write(event(EV_KEY, BTN_TRIGGER, 1));
  pair.write(event(EV_ABS, ABS_RZ, 5));  // not one of its own
  for (int i = 0; i < 3; ++i) EXPECT_EQ(source.wait(1.0, r), Got::news);
  EXPECT_EQ(r.axes, (std::vector<double>{511.5, 900.0}));
  EXPECT_EQ(r.buttons, std::vector<bool>{true});
  // After the kernel has lost events, nothing counts until the next report.
  pair.write(event(EV_SYN, SYN_DROPPED, 0));
  pair.write(event(EV_ABS, ABS_X, 7));
  for (int i = 0; i < 2; ++i) source.wait(1.0, r);
  EXPECT_EQ(r.axes[0], 511.5);
  pair.ours.reset();
  EXPECT_EQ(source.wait(1.0, r), Got::gone);
  EXPECT_THROW(EvdevSource("/dev/null"), Error);
  EXPECT_THROW(EvdevSource("/dev/input/no-such-event"), Error);
}

/// A pair of terminals, as a USB serial port is one.
struct Terminal {
  Terminal() {
    int master = -1, slave = -1;
    char name[128] = {};
    EXPECT_EQ(::openpty(&master, &slave, name, nullptr, nullptr), 0);
    ours = Descriptor(master);
    held = Descriptor(slave);
    path = name;
  }
  void say(const std::string& text) {
    EXPECT_EQ(::write(ours.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  Descriptor ours, held;
  std::string path;
};

TEST(SerialSource, LinesMoveAxesAndBadOnesAreCounted) {
  Terminal terminal;
  std::thread speaker([&] {
    for (int i = 0; i < 20; ++i) {  // the port is flushed when it is opened
      terminal.say("# two levers\nx=0.25 y=-1 b0=0\n");
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  SerialSource source(terminal.path, 115200, 5.0);
  speaker.join();
  EXPECT_EQ(source.info().id, "serial:x,y;b0");
  ASSERT_EQ(source.info().axes.size(), 2u);
  DeviceReading r;
  const auto read_all = [&] {
    while (source.wait(0.02, r) != Got::nothing) {
    }
  };
  read_all();
  EXPECT_EQ(source.bad_pieces(), 0u);
  terminal.say("y=0.5 b0=1\r\nx=nan\nx=1e999\nx=\n=3\nsay what\nx=0.5x\n" + std::string(1000, 'q') +
               "\nz=3\n");
  read_all();
  EXPECT_EQ(r.axes, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(r.buttons, std::vector<bool>{true});
  EXPECT_EQ(source.bad_pieces(), 7u);
  // Unplugged.
  terminal.held.reset();
  terminal.ours.reset();
  EXPECT_EQ(source.wait(0.1, r), Got::gone);
}

TEST(SerialSource, PortsThatSayNothingOrAreNoneAreErrors) {
  Terminal terminal;
  EXPECT_THROW(SerialSource(terminal.path, 115200, 0.05), Error);
  EXPECT_THROW(SerialSource(terminal.path, 12345, 0.05), Error);
  EXPECT_THROW(SerialSource("/dev/null", 115200, 0.05), Error);
  EXPECT_THROW(SerialSource("/dev/no-such-port"), Error);
}

class Card : public testing::Test {
 protected:
  void SetUp() override {
    folder = testing::TempDir() + "/iio_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder);
    write("name", "ads1115\n");
    write("in_voltage0_raw", "1024\n");
    write("in_voltage1_raw", "30\n");
    write("in_voltage0_scale", "0.125\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  void write(const std::string& file, const std::string& text) {
    std::ofstream(folder + "/" + file) << text;
  }
  std::string folder;
};

TEST_F(Card, ChannelsAreSampledAndAHalfSampleIsNone) {
  IioSource source(folder, 0.001);
  EXPECT_EQ(source.info().id, "iio:ads1115");
  ASSERT_EQ(source.info().axes.size(), 2u);
  EXPECT_EQ(source.info().axes[1].name, "voltage1");
  DeviceReading r;
  EXPECT_EQ(source.wait(1.0, r), Got::news);
  EXPECT_EQ(r.axes, (std::vector<double>{1024, 30}));
  write("in_voltage0_raw", "-5");
  EXPECT_EQ(source.wait(1.0, r), Got::news);
  EXPECT_EQ(r.axes[0], -5);
  write("in_voltage1_raw", "rubbish");
  EXPECT_EQ(source.wait(1.0, r), Got::nothing);
  EXPECT_EQ(source.bad_pieces(), 1u);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(source.wait(1.0, r), Got::gone);
  EXPECT_THROW(IioSource{folder}, Error);
}

can_frame basic_message(std::uint32_t pgn, std::initializer_list<int> bytes) {
  can_frame f{};
  f.can_id = (3u << 26 | pgn << 8 | 0x13) | CAN_EFF_FLAG;
  f.can_dlc = 8;
  std::size_t i = 0;
  for (const int b : bytes) f.data[i++] = static_cast<std::uint8_t>(b);
  return f;
}

/// By hand from the layout of SAE J1939-71: 600 = 0b10010110'00.
TEST(J1939, SizesSignsErrorsAndButtonsAreReadAsTheStandardLaysThemOut) {
  EXPECT_EQ(j1939_lever(0b00'01'00'00, 0b10010110), 0.6);
  EXPECT_EQ(j1939_lever(0b00'00'01'00, 0b10010110), -0.6);
  EXPECT_EQ(j1939_lever(0b00'00'00'01, 0), 0.0);
  EXPECT_EQ(j1939_lever(0b00'01'00'00, 250), 1.0);
  EXPECT_TRUE(std::isnan(j1939_lever(0b10'01'00'00, 0xff)));  // 1022: error
  EXPECT_TRUE(std::isnan(j1939_lever(0xff, 0xff)));           // 1023: absent
  EXPECT_TRUE(std::isnan(j1939_lever(0b00'01'01'00, 10)));    // both ways at once

  Pair pair;
  J1939Source source(std::make_unique<DescriptorFrames>(std::move(pair.theirs)), 1);
  DeviceReading r;
  pair.write(basic_message(0xfdd6, {0b00'01'00'00, 0b10010110, 0b00'00'01'00, 0b10010110, 0,
                                    0b01'00'00'01, 0, 0b00'01'00'00}));
  ASSERT_EQ(source.wait(1.0, r), Got::news);
  EXPECT_EQ(r.axes[0], 0.6);
  EXPECT_EQ(r.axes[1], -0.6);
  EXPECT_TRUE(std::isnan(r.axes[2]));  // no grip
  EXPECT_TRUE(r.buttons[0] && !r.buttons[1] && r.buttons[3] && r.buttons[9]);
  // Other joysticks, short frames, standard ids and errors of the bus change nothing.
  pair.write(basic_message(0xfdd8, {0b00'01'00'00, 250, 0, 0, 0, 0, 0, 0}));
  can_frame cut = basic_message(0xfdd6, {0b00'01'00'00, 250});
  cut.can_dlc = 4;
  pair.write(cut);
  can_frame standard = basic_message(0xfdd6, {});
  standard.can_id = 0x123;
  pair.write(standard);
  can_frame error = basic_message(0xfdd6, {});
  error.can_id |= CAN_ERR_FLAG;
  pair.write(error);
  pair.write('x');
  for (int i = 0; i < 5; ++i) EXPECT_EQ(source.wait(1.0, r), Got::nothing) << i;
  EXPECT_EQ(r.axes[0], 0.6);
  EXPECT_EQ(source.bad_pieces(), 1u);
  pair.ours.reset();
  EXPECT_EQ(source.wait(1.0, r), Got::gone);
  EXPECT_THROW(J1939Source(nullptr, 4), Error);
  EXPECT_THROW(open_can("no-such-can-interface-at-all"), Error);
}

}  // namespace
}  // namespace outrigger
