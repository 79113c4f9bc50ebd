/// `outrigger replay`: compute a recording again and compare.
#include <fmt/format.h>

#include "base/error.h"
#include "description/reader.h"
#include "outrigger/commands.h"
#include "recorder/recording.h"
#include "sim/world.h"

namespace outrigger::app {

int replay(const ReplayOptions& options) {
  recorder::RecordingReader reader(options.file);
  description::ReadOptions read;
  read.variants = reader.header().variants;
  const std::string& file =
      options.machine.empty() ? reader.header().machine_file : options.machine;
  description::Machine machine = description::read_machine_file(file, read);
  machine.settings.step = reader.header().step;
  sim::World world(machine);

  std::int64_t checked = 0;
  while (const auto frame = reader.next()) {
    while (world.step_count() < frame->step) world.step();
    for (std::size_t i = 0; i < frame->inputs.size() && i < world.input_names().size(); ++i)
      world.set_input(static_cast<int>(i), frame->inputs[i]);
    if (!options.verify) continue;
    ++checked;
    if (world.hash() != frame->hash) {
      fmt::print("{}: differs at step {} (t = {:.6g} s): recorded {:016x}, computed {:016x}\n",
                 options.file, frame->step, frame->time, frame->hash, world.hash());
      return 1;
    }
  }
  if (reader.truncated())
    fmt::print("{}: the recording ends in the middle of a line; the rest is missing\n",
               options.file);
  fmt::print("{}: {} steps computed again{}\n", options.file, world.step_count(),
             options.verify ? fmt::format(", {} hashes equal", checked) : "");
  return 0;
}

}  // namespace outrigger::app
