/// From what a device says to levers: a file per device, by its id, so that it is right at every socket and on
/// every computer with such a device.
///
///   {"format": "outrigger-device 1", "device": "evdev:046d:c215", "name": "Extreme 3D", "pattern": "iso",
///    "axes": [{"axis": "ABS_X", "to": "left_x", "low": 0, "rest": 512, "high": 1023,
///              "dead_zone": 0.05, "curve": 1.5, "invert": false}],
///    "buttons": [{"button": "BTN_288", "to": "parking_brake", "action": "toggle"}]}
///
/// share = (raw - rest)/(high - rest) above rest, (raw - rest)/(rest - low) below, -1..1
/// value = ± ((|share| - dead_zone)/(1 - dead_zone))^curve, 0 within the dead zone     (web/shared/input/calibration)
/// A pedal has its rest at one end and gives 0..1. What is not finite is at rest.
///
/// `to` is an input of the machine, or left_x, left_y, right_x, right_y of two sticks, x to the right, y forward,
/// which the pattern gives to the functions of an excavator:
///   iso (ISO 10968)   left slew, stick; right bucket, boom
///   sae (SAE J1814)   left slew, boom; right bucket, stick
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "devices/device_source.h"

namespace outrigger::devices {

struct AxisMapping {
  std::string axis, to;
  double low = -1.0, rest = 0.0, high = 1.0;  ///< raw
  double dead_zone = 0.0, curve = 1.0;
  bool invert = false;
};

struct ButtonMapping {
  enum class Action {
    hold,    ///< 1 while it is pressed
    toggle,  ///< 0, 1, 0 with every press
    up,      ///< one more with every press
    down
  };
  std::string button, to;
  Action action = Action::hold;
};

struct DeviceMapping {
  enum class Pattern { iso, sae };
  std::string device, name;
  Pattern pattern = Pattern::iso;
  std::vector<AxisMapping> axes;
  std::vector<ButtonMapping> buttons;
};

/// Throws Error that names the file, the entry, the value and what is allowed.
DeviceMapping read_mapping(std::string_view text, const std::string& file);
DeviceMapping read_mapping_file(const std::string& file);
std::string to_text(const DeviceMapping& mapping);

/// An axis after its mapping, -1..1.
double mapped(const AxisMapping& axis, double raw);
/// An input of the machine and the sense: "left_y" becomes "stick", turned, in ISO.
struct StickTarget {
  std::string input;
  double sign = 1.0;
};
StickTarget stick_target(std::string_view to, DeviceMapping::Pattern pattern);

/// A mapping for a device: which raw number is which lever. Throws Error when the file is for another device or
/// names what the device has not.
class MappedDevice {
 public:
  MappedDevice(DeviceMapping mapping, const DeviceInfo& device, const std::string& file);

  /// Inputs that it moves.
  const std::vector<std::string>& inputs() const { return inputs_; }
  /// Where they are, for a reading. Presses are told from the reading before.
  const std::vector<double>& move(const DeviceReading& reading);
  /// The device is lost: levers at rest; what buttons have switched stays.
  const std::vector<double>& let_go();
  /// Where the machine has an input that buttons switch; they go on from there.
  void know(const std::string& input, double value);
  /// Whether the last reading had a press that switched something.
  bool was_pressed() const { return was_pressed_; }

 private:
  std::size_t input(const std::string& name);

  struct Axis {
    AxisMapping mapping;
    std::size_t raw, input;
    double sign;
  };
  struct Button {
    ButtonMapping::Action action;
    std::size_t raw, input;
    bool was_down = false;
  };
  std::vector<std::string> inputs_;
  std::vector<double> values_;
  std::vector<Axis> axes_;
  std::vector<Button> buttons_;
  bool was_pressed_ = false;
};

/// A mapping to begin with: the device's axes as sticks, where it says that its ends are.
DeviceMapping plain_mapping(const DeviceInfo& device);

}  // namespace outrigger::devices
