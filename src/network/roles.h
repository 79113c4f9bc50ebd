/// What a client may do: watch, operate, instruct. Each role may do what those before it may.
///
///   watch      sees everything
///   operate    moves levers; pause, speed, single steps, reset, seek
///   instruct   changes the world: the ground, later faults
///
/// A seat without tokens lets everybody operate, and lets callers of the same computer instruct. A token
/// for a role is wanted from then on of everybody who asks for that role; the token of a role is good for
/// the roles below it too. The operator's key (access.h) counts as the token for operating.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frames/operator_mailbox.h"

namespace outrigger::network {

enum class Role : std::uint8_t { watch, operate, instruct };
const char* to_string(Role role);

inline constexpr std::size_t kMaxTokenBytes = 256;

struct RoleRules {
  std::string operate_token, instruct_token;  ///< empty: none is wanted
};

/// Who asks.
struct Caller {
  bool local = false;    ///< calls from the same computer
  bool has_key = false;  ///< the operator's
};

struct Grant {
  Role role = Role::watch;
  Role highest = Role::watch;
  std::string reason;        ///< why that is less than was asked for; empty: it is not
  bool wrong_token = false;  ///< one was given and fits no role
};

/// What a caller gets that asks for `wanted`; for none, operate if that is allowed, else watch.
Grant grant_role(const RoleRules& rules, const Caller& caller, std::optional<Role> wanted,
                 std::string_view token);

/// The least role for a command.
Role role_for(frames::Command::Kind kind);

/// "127.0.0.1", "::1", ...
bool is_loopback(std::string_view address);

}  // namespace outrigger::network
