/// A controller of examples/hil in a process of its own, for cases: started, waited for, ended with its object.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "session/controller_link.h"

namespace outrigger::validation {

class ControllerProcess {
 public:
  /// `script` in examples/hil; it is told the port of the link. Throws Error when it is not ready within 60 s.
  ControllerProcess(const std::string& script, const std::vector<std::string>& options,
                    session::ControllerLink& link);
  ~ControllerProcess();
  ControllerProcess(const ControllerProcess&) = delete;
  ControllerProcess& operator=(const ControllerProcess&) = delete;

 private:
  pid_t pid_ = 0;
};

/// Lockstep that waits as long as it takes: what is measured does not depend on the clock.
devices::HilSettings patient_settings();

}  // namespace outrigger::validation
