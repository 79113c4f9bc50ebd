"""Takes from this process what a session script does not need, by the kernel: layer by layer, for good.

    limits     memory, files, processes, size of files (setrlimit)
    privileges no new ones (prctl)
    files      reads Python and the session's folder, writes nothing (Landlock)
    calls      no sockets, no programs, no tracing of others (seccomp, x86-64)

`confine` returns the layers that the kernel refused, with why: the others hold all the same.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
import sys

LAYERS = ("limits", "privileges", "files", "calls")
MEMORY = 512 << 20  # of address space [bytes]

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP = 1, 38, 22
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446


def _failed(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def _limits():
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, 1 << 20),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (value, value))


def _privileges():
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise _failed("prctl")


def _files(readable):
    version = _libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        raise OSError(f"this kernel has no Landlock (version {version})")
    execute, read_file, read_dir = 1, 4, 8
    handled = (1 << 13) - 1  # version 1; later ones know refer and truncate as well
    if version >= 2:
        handled |= 1 << 13
    if version >= 3:
        handled |= 1 << 14
    ruleset = struct.pack("=Q", handled)
    fd = _libc.syscall(_CREATE_RULESET, ruleset, len(ruleset), 0)
    if fd < 0:
        raise _failed("landlock_create_ruleset")
    for folder in readable:
        try:
            place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # there is nothing to allow
        rights = read_file | (read_dir | execute if os.path.isdir(folder) else 0)
        rule = struct.pack("=Qi", rights, place)
        if _libc.syscall(_ADD_RULE, fd, 1, rule, 0) != 0:
            raise _failed(f"landlock_add_rule {folder}")
        os.close(place)
    if _libc.syscall(_RESTRICT_SELF, fd, 0) != 0:
        raise _failed("landlock_restrict_self")
    os.close(fd)


#: x86-64 numbers of what no script needs.
_REFUSED = {
    "socket": 41, "connect": 42, "accept": 43, "bind": 49, "listen": 50, "socketpair": 53,
    "sendto": 44, "sendmsg": 46,
    "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "kill": 62, "tkill": 200, "ptrace": 101,
    "process_vm_readv": 310, "process_vm_writev": 311, "mount": 165, "unshare": 272, "setns": 308,
    "bpf": 321, "userfaultfd": 323, "perf_event_open": 298, "io_uring_setup": 425, "pidfd_open": 434,
    "keyctl": 250, "add_key": 248, "request_key": 249, "personality": 135, "tgkill": 234,
    "prlimit64": 302, "setrlimit": 160, "sched_setscheduler": 144, "setpriority": 141,
}
_EPERM = 1


def _calls():
    if platform.machine() != "x86_64":
        raise OSError(f"not known for {platform.machine()}")
    load, equal, at_least, any_bit, give = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, refuse, kill = 0x7FFF0000, 0x00050000 | _EPERM, 0x80000000
    code = [
        (load, 0, 0, 4),  # the kind of call
        (equal, 1, 0, 0xC000003E), (give, 0, 0, kill),
        (load, 0, 0, 0),  # its number; those of another kind begin here
        (at_least, 0, 1, 0x40000000), (give, 0, 0, kill),
    ]
    for call in _REFUSED.values():
        code += [(equal, 0, 1, call), (give, 0, 0, refuse)]
    # Threads, but no processes: clone without CLONE_THREAD. clone3 cannot be looked into, and the C library
    # goes on with clone where there is none.
    code += [
        (equal, 0, 1, 435), (give, 0, 0, 0x00050000 | 38),
        (equal, 0, 4, 56), (load, 0, 0, 16), (any_bit, 1, 0, 0x10000), (give, 0, 0, refuse), (give, 0, 0, allow),
    ]
    code.append((give, 0, 0, allow))
    program = b"".join(struct.pack("=HBBI", *line) for line in code)
    buffer = ctypes.create_string_buffer(program)
    # struct sock_fprog: a short, then a pointer at the next multiple of eight.
    filter_ = struct.pack("@HxxxxxxQ", len(code), ctypes.addressof(buffer))
    if _libc.prctl(_PR_SET_SECCOMP, 2, ctypes.c_char_p(filter_), 0, 0) != 0:
        raise _failed("seccomp")


def readable_folders(*more: str) -> list[str]:
    """The Python of the system, and what is given."""
    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    system = ["/usr/lib", "/usr/local/lib", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/ld.so.cache",
              "/dev/urandom", "/dev/null", sys.prefix + "/lib"]
    return [*system, own, *more]


def confine(*folders: str) -> dict[str, str]:
    """All layers; {layer: why not} of those that could not be had."""
    _libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)  # never outlives who started it
    missing = {}
    for layer, act in (
        ("limits", _limits),
        ("privileges", _privileges),
        ("files", lambda: _files(readable_folders(*folders))),
        ("calls", _calls),
    ):
        try:
            act()
        except (OSError, ValueError) as error:
            missing[layer] = str(error)
    return missing
