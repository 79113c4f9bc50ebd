/// Controllers in the loop of a world: what they are told are its sensors, what they write are its inputs.
///
/// Outputs are named as sensors of the machine file (`depth`, or one column of a vector: `teeth_x`), or made for
/// the occasion: KIND:TARGET with a kind of sensor and what it looks at, such as `coordinate_speed:boom_cylinder`,
/// or KIND:TARGET:FROM, such as `pitch:bucket:uppercarriage`. `input:NAME` is an input as the operators have it.
///
/// The inputs that a controller writes pass by the hands of the operators, and by nothing else: dead zone, curve
/// and rate limit of a control act as ever, a machine that has rolled over stays stopped, a recording holds them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "description/description.h"
#include "devices/hil_server.h"
#include "frames/notice_queue.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace outrigger::session {

class ControllerLink final : public devices::HilPlant {
 public:
  /// Listens from now on. World and notices must outlive it.
  ControllerLink(const devices::HilSettings& settings, sim::World& world,
                 const description::Machine& machine, frames::NoticeQueue& notices);

  /// At any time; never waits.
  void service() { server_.service(world_.time()); }
  /// Before a step, after the hands of operators have become inputs. `stopped`: the machine obeys nobody.
  void exchange(bool stopped = false);

  const devices::HilServer& server() const { return server_; }

  std::vector<devices::HilColumn> choose_outputs(int controller,
                                                 const std::vector<std::string>& names) override;
  void read_outputs(int controller, std::vector<double>& values) override;

 private:
  struct Column {
    bool is_input;
    std::size_t index;  ///< of the world's inputs, or of the columns of the sensors
  };
  struct Outputs {
    std::unique_ptr<sim::SensorSet> sensors;
    std::vector<Column> columns;
    std::vector<double> values;
  };
  /// An input that hands move, and whether those at the device have it.
  struct Hand {
    bool known = false, has_it = false;
    double device = 0.0, others = 0.0;
  };
  void merge_hands(std::size_t input, double value);

  sim::World& world_;
  std::vector<description::Sensor> sensors_;
  std::map<int, Outputs> outputs_;
  std::vector<Hand> hands_;
  std::vector<devices::HilInputInfo> inputs_;
  devices::HilServer server_;
};

/// The world's inputs with the ranges of their controls. Inputs without a control are forces, speeds and such:
/// any finite number, 0 at rest.
std::vector<devices::HilInputInfo> hil_inputs(const description::Machine& machine,
                                              const sim::World& world);

}  // namespace outrigger::session
