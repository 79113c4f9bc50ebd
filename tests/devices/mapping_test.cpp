/// From raw numbers to levers: the formula of web/shared/input/calibration, patterns, and files that are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "devices/mapping.h"

namespace outrigger {
namespace {

using namespace devices;
using testing::HasSubstr;

const DeviceInfo kStick{"evdev:046d:c215",
                        "Test stick",
                        {{"ABS_X", 0, 1023}, {"ABS_Y", 0, 1023}, {"ABS_Z", 0, 255}},
                        {"BTN_288", "BTN_289"}};

std::string mapping_text(const std::string& pattern) {
  return R"({"format": "outrigger-device 1", "device": "evdev:046d:c215", "name": "Test stick", "pattern": ")" +
         pattern + R"(",
  "axes": [{"axis": "ABS_Y", "to": "left_y", "low": 0, "rest": 500, "high": 1000, "dead_zone": 0.1, "curve": 2, "invert": true},
           {"axis": "ABS_Z", "to": "brake", "low": 0, "rest": 0, "high": 255}],
  "buttons": [{"button": "BTN_288", "to": "parking_brake", "action": "toggle"},
              {"button": "BTN_289", "to": "throttle", "action": "up"}]})";
}

TEST(Mapping, DeadZoneCurveAndSenseFollowTheFormula) {
  AxisMapping a{"ABS_X", "slew", 0.0, 400.0, 1000.0, 0.1, 2.0, false};
  EXPECT_EQ(mapped(a, 400.0), 0.0);
  EXPECT_EQ(mapped(a, 459.0), 0.0);  // a tenth of the travel on this side is 60
  EXPECT_NEAR(mapped(a, 700.0), std::pow((0.5 - 0.1) / 0.9, 2.0), 1e-15);
  EXPECT_NEAR(mapped(a, 200.0), -std::pow((0.5 - 0.1) / 0.9, 2.0), 1e-15);
  EXPECT_EQ(mapped(a, 5000.0), 1.0);
  EXPECT_EQ(mapped(a, -5000.0), -1.0);
  a.invert = true;
  EXPECT_EQ(mapped(a, 5000.0), -1.0);
  EXPECT_EQ(mapped(a, std::nan("")), 0.0);
  EXPECT_EQ(mapped(a, std::numeric_limits<double>::infinity()), 0.0);
}

TEST(Mapping, WhatIsWrittenIsReadAgain) {
  const DeviceMapping m = read_mapping(mapping_text("sae"), "stick.json");
  EXPECT_EQ(to_text(read_mapping(to_text(m), "again.json")), to_text(m));
  EXPECT_EQ(m.pattern, DeviceMapping::Pattern::sae);
  const DeviceMapping plain = plain_mapping(kStick);
  EXPECT_EQ(to_text(read_mapping(to_text(plain), "plain.json")), to_text(plain));
}

/// Pulled back: the left stick draws the stick in (ISO) or lifts the boom (SAE).
TEST(Mapping, ThePatternSaysWhatASticksForwardAndBackMove) {
  for (const auto& [pattern, input] : {std::pair{"iso", "stick"}, std::pair{"sae", "boom"}}) {
    MappedDevice device(read_mapping(mapping_text(pattern), "stick.json"), kStick, "stick.json");
    ASSERT_EQ(device.inputs()[0], input);
    DeviceReading r{{500, 1000, 0}, {false, false}};  // towards the operator is the high end
    EXPECT_EQ(device.move(r)[0], 1.0);
    r.axes[1] = 0;
    EXPECT_EQ(device.move(r)[0], -1.0);
  }
  EXPECT_EQ(stick_target("right_y", DeviceMapping::Pattern::sae).input, "stick");
  EXPECT_EQ(stick_target("left_x", DeviceMapping::Pattern::sae).input, "slew");
}

TEST(Mapping, ButtonsSwitchFromWhereTheMachineIsAndLeversRestWhenTheDeviceIsLost) {
  MappedDevice device(read_mapping(mapping_text("iso"), "stick.json"), kStick, "stick.json");
  const std::size_t brake = 1, parking = 2, throttle = 3;
  ASSERT_EQ(device.inputs(),
            (std::vector<std::string>{"stick", "brake", "parking_brake", "throttle"}));
  device.know("throttle", 4.0);
  EXPECT_EQ(device.move({{500, 1000, 255}, {true, true}})[throttle], 5.0);
  EXPECT_TRUE(device.was_pressed());
  EXPECT_EQ(device.move({{500, 1000, 255}, {true, true}})[throttle], 5.0);  // still down
  EXPECT_FALSE(device.was_pressed());
  const auto& lost = device.let_go();
  EXPECT_EQ(lost[0], 0.0);
  EXPECT_EQ(lost[brake], 0.0);
  EXPECT_EQ(lost[parking], 1.0);
  EXPECT_EQ(lost[throttle], 5.0);
}

std::string mapping_problem(const std::string& text) {
  try {
    MappedDevice(read_mapping(text, "stick.json"), kStick, "stick.json");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}
std::string swapped(const std::string& from, const std::string& to) {
  std::string text = mapping_text("iso");
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "not there" : text.replace(at, from.size(), to);
}

TEST(Mapping, FilesThatAreWrongOrForAnotherDeviceSayWhere) {
  EXPECT_EQ(mapping_problem(mapping_text("iso")), "");
  EXPECT_THAT(mapping_problem(swapped("046d:c215", "046d:ffff")),
              AllOf(HasSubstr("stick.json is for the device evdev:046d:ffff"),
                    HasSubstr("this is evdev:046d:c215"), HasSubstr("outrigger device calibrate")));
  EXPECT_THAT(mapping_problem(swapped("ABS_Z", "ABS_RZ")),
              HasSubstr("the device has no axis 'ABS_RZ'"));
  EXPECT_THAT(mapping_problem(swapped("BTN_289", "BTN_1")),
              HasSubstr("the device has no button 'BTN_1'"));
  EXPECT_THAT(mapping_problem(swapped("\"rest\": 500", "\"rest\": 1500")),
              HasSubstr("axes[0]: low 0, rest 1500"));
  EXPECT_THAT(mapping_problem(swapped("0.1", "2")),
              HasSubstr("'dead_zone' is 2; a number from 0 to 0.9"));
  EXPECT_THAT(mapping_problem(swapped("\"curve\": 2", "\"curve\": \"x\"")),
              HasSubstr("'curve' is \"x\""));
  EXPECT_THAT(mapping_problem(swapped("\"curve\"", "\"kurve\"")),
              HasSubstr("'kurve' is not known; allowed are axis"));
  EXPECT_THAT(mapping_problem(swapped("toggle", "flip")), HasSubstr("buttons[0]: action 'flip'"));
  EXPECT_THAT(mapping_problem(swapped("\"iso\"", "\"jis\"")),
              HasSubstr("'jis' is neither iso nor sae"));
  EXPECT_THAT(mapping_problem(swapped("outrigger-device 1", "outrigger-device 2")),
              HasSubstr("this program reads"));
  EXPECT_THAT(mapping_problem("{\"axes\""), HasSubstr("not JSON"));
  EXPECT_THAT(mapping_problem("[]"), HasSubstr("a map of keys is wanted"));
  EXPECT_THAT(mapping_problem(std::string(100000, '[')), HasSubstr("nested too deep"));
}

}  // namespace
}  // namespace outrigger
