/// A world that Python may not hurt: calls from a second thread while it steps, from inside a force
/// function, with handles of another world or after an internal failure are refused, never undefined.
///
/// The GIL is released while the world steps and taken again for callbacks. `phase` and `user` are read
/// and written only with the GIL, so they tell truly whether C++ code is at work on the world, and for
/// which thread. A thread that runs the world keeps it while its own functions are called: what another
/// thread does then would change the world under the run.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "arrays.h"
#include "base/error.h"
#include "python_law.h"
#include "recorder/recording_writer.h"
#include "results.h"
#include "sim/world.h"
#include "world_recording.h"

namespace outrigger::python {

/// A failed assertion, thrown instead of ending the interpreter: outrigger.InternalError.
class AssertionFailure : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A handle that knows which world it is of.
template <sim::PartKind kKind>
struct WorldHandle {
  std::uint64_t world = 0;
  sim::Handle<kKind> handle;

  bool operator==(const WorldHandle&) const = default;
};

struct WorldSnapshot {
  std::uint64_t world = 0;
  sim::Snapshot snapshot;
};

struct RunOptions {
  std::int64_t steps = 0;
  std::int64_t every = 1;  ///< steps between rows
  std::vector<description::Sensor> sensors;
  std::vector<std::string> bodies;
};

class GuardedWorld {
 public:
  GuardedWorld(WorldSource source, const sim::WorldOptions& options,
               const std::vector<ContactFunction>& contact_functions);
  GuardedWorld(const GuardedWorld&) = delete;
  GuardedWorld& operator=(const GuardedWorld&) = delete;

  /// For reading. Error while another thread steps, or after an internal failure.
  sim::World& reading();
  /// For changing: also not from inside a force function.
  sim::World& changing();

  sim::WorldReport step();
  /// Records everything from now on. Error when it has moved or been edited already.
  void record(const std::string& path);
  /// Ends the recording, if there is one; Error when something of it was lost.
  void stop_recording();
  bool is_recording() const { return recording_ != nullptr; }
  std::shared_ptr<Recording> run(const RunOptions& options);
  /// Sensors of the machine file, else a usual choice; without those whose part is gone.
  std::vector<description::Sensor> usual_sensors();

  void on_step(const py::function& function);
  bool remove_on_step(const py::object& function);
  sim::BodyForceHandle add_body_force(const std::string& name, sim::BodyHandle body,
                                      const Vec3& point, const py::function& function);
  sim::CoordinateForceHandle add_coordinate_force(const std::string& name,
                                                  sim::CoordinateHandle coordinate,
                                                  const py::function& function);

  /// The handle of a part given by handle; ValueError when it is of another world.
  template <sim::PartKind kKind>
  sim::Handle<kKind> own(const WorldHandle<kKind>& h) const {
    if (h.world != serial_)
      throw py::value_error(
          fmt::format("this {} handle belongs to another world", sim::to_string(kKind)));
    return h.handle;
  }
  template <sim::PartKind kKind>
  WorldHandle<kKind> mark(sim::Handle<kKind> h) const {
    return {serial_, h};
  }
  std::uint64_t serial() const { return serial_; }

  /// Runs `work` on the world without the GIL; an internal failure makes the world unusable.
  template <class Work>
  auto at_work(const Work& work);

  /// For the garbage collector: Python objects that may hold this world in turn.
  int traverse(visitproc visit, void* arg);
  void clear();

 private:
  enum class Phase { idle, stepping, calling };
  /// The world is this thread's as long as it lives.
  class Using {
   public:
    Using(GuardedWorld& w, Phase phase) : world_(w), phase_(w.phase_), user_(w.user_) {
      w.phase_ = phase;
      w.user_ = std::this_thread::get_id();
    }
    ~Using() {
      world_.phase_ = phase_;
      world_.user_ = user_;
    }
    Using(const Using&) = delete;
    Using& operator=(const Using&) = delete;

   private:
    GuardedWorld& world_;
    Phase phase_;           ///< before
    std::thread::id user_;  ///< before
  };

  sim::WorldOptions with_laws(sim::WorldOptions options,
                              const std::vector<ContactFunction>& contact_functions);
  void step_world();
  py::object call(std::size_t function, const py::args& arguments);
  void call_on_step();
  void write_row(Recording& r, const sim::SensorSet& sensors,
                 const std::vector<sim::BodyHandle>& bodies, std::vector<double>& values);

  std::uint64_t serial_ = 0;
  Phase phase_ = Phase::idle;
  std::thread::id user_;  ///< nobody: free
  bool in_on_step_ = false;
  std::string failure_;
  py::list functions_;  ///< of forces and contacts; the world refers to them by place
  bool has_contact_functions_ = false;
  py::list on_step_;
  std::vector<description::Sensor> sensors_;
  WorldSource source_;
  sim::WorldOptions options_;
  sim::World world_;
  std::unique_ptr<recorder::RecordingWriter> recording_;  // after the world that it listens to
};

template <class Work>
auto GuardedWorld::at_work(const Work& work) {
  const Using working(*this, Phase::stepping);
  try {
    py::gil_scoped_release release;
    return work();
  } catch (const AssertionFailure& e) {
    failure_ = e.what();
    throw;
  }
}

}  // namespace outrigger::python
