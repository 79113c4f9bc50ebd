#include "network/roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "network/access.h"

namespace outrigger::network {

const char* to_string(Role role) {
  switch (role) {
    case Role::watch:
      return "watch";
    case Role::operate:
      return "operate";
    case Role::instruct:
      return "instruct";
  }
  return "watch";
}

Grant grant_role(const RoleRules& rules, const Caller& caller, std::optional<Role> wanted,
                 std::string_view token) {
  const bool fits_operate = same_key(token, rules.operate_token);
  const bool fits_instruct = same_key(token, rules.instruct_token);
  const bool may_operate =
      rules.operate_token.empty() || fits_operate || fits_instruct || caller.has_key;
  const bool may_instruct =
      rules.instruct_token.empty() ? may_operate && caller.local : fits_instruct;

  Grant grant;
  grant.highest = may_instruct ? Role::instruct : may_operate ? Role::operate : Role::watch;
  grant.role = std::min(wanted.value_or(Role::operate), grant.highest);
  const bool any_token = !rules.operate_token.empty() || !rules.instruct_token.empty();
  grant.wrong_token = any_token && !token.empty() && !fits_operate && !fits_instruct;
  if (grant.role >= wanted.value_or(Role::operate)) return grant;
  if (grant.wrong_token) {
    grant.reason = "the token is not known here";
  } else if (wanted == Role::instruct && may_operate && rules.instruct_token.empty()) {
    grant.reason =
        "without a token for instructors (--token-instruct) only this computer may instruct";
  } else {
    grant.reason = fmt::format("a token is needed to {}",
                               to_string(may_operate ? Role::instruct : Role::operate));
  }
  return grant;
}

Role role_for(frames::Command::Kind kind) {
  using Kind = frames::Command::Kind;
  switch (kind) {
    case Kind::pause:
    case Kind::resume:
    case Kind::time_scale:
    case Kind::reset:
    case Kind::single_step:
    case Kind::seek:
      return Role::operate;
    case Kind::edit_ground:
      return Role::instruct;
  }
  return Role::instruct;
}

bool is_loopback(std::string_view address) {
  if (address.starts_with("::ffff:")) address.remove_prefix(7);
  return address == "::1" || address.starts_with("127.");
}

}  // namespace outrigger::network
