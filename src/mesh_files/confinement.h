/// Takes from a process what it does not need to compute, by the kernel (Linux seccomp, x86-64): no
/// files, no network, no other processes, no new code. What it already has open it may read and
/// write; everything else fails with EPERM.
#pragma once

namespace outrigger::mesh_files {

/// The kernel can do it. Where it cannot, only the limits of resources hold (limited_process.h).
bool confinement_available();

/// From now on and for good, for this process. Allowed are reading, writing and closing what is open,
/// memory that is not executable, waiting for its own locks, the clocks, random numbers, its own
/// signals and its own end. False when the kernel refused; then nothing has changed.
bool confine_this_process();

}  // namespace outrigger::mesh_files
