/// Who may do what: every role as the tokens of the seat say, and never more.
#include "network/roles.h"

#include <gtest/gtest.h>

#include "network/access.h"

namespace outrigger::network {
namespace {

constexpr Caller kHere{true, false}, kElsewhere{false, false}, kKeyed{false, true};

TEST(Roles, WithoutTokensEverybodyOperatesAndThisComputerInstructs) {
  const RoleRules none;
  EXPECT_EQ(grant_role(none, kElsewhere, std::nullopt, "").role, Role::operate);
  EXPECT_EQ(grant_role(none, kElsewhere, Role::watch, "").role, Role::watch);
  EXPECT_EQ(grant_role(none, kHere, Role::instruct, "").role, Role::instruct);
  EXPECT_EQ(grant_role(none, kHere, std::nullopt, "").role, Role::operate)
      << "who does not ask to instruct does not";
  const Grant g = grant_role(none, kElsewhere, Role::instruct, "");
  EXPECT_EQ(g.role, Role::operate);
  EXPECT_EQ(g.reason,
            "without a token for instructors (--token-instruct) only this computer may instruct");
}

TEST(Roles, TokensAreWantedOfEverybody) {
  const RoleRules rules{"operator-token", "instructor-token"};
  for (const Caller& caller : {kHere, kElsewhere}) {
    EXPECT_EQ(grant_role(rules, caller, std::nullopt, "").role, Role::watch);
    EXPECT_EQ(grant_role(rules, caller, Role::operate, "operator-token").role, Role::operate);
    EXPECT_EQ(grant_role(rules, caller, Role::operate, "instructor-token").role, Role::operate);
    EXPECT_EQ(grant_role(rules, caller, Role::instruct, "operator-token").role, Role::operate);
    EXPECT_EQ(grant_role(rules, caller, Role::instruct, "operator-token").reason,
              "a token is needed to instruct");
    EXPECT_EQ(grant_role(rules, caller, Role::instruct, "instructor-token").role, Role::instruct);
    const Grant wrong = grant_role(rules, caller, Role::operate, "operator-toke");
    EXPECT_EQ(wrong.role, Role::watch);
    EXPECT_TRUE(wrong.wrong_token);
    EXPECT_EQ(wrong.reason, "the token is not known here");
  }
  EXPECT_EQ(grant_role(rules, kKeyed, std::nullopt, "").role, Role::operate)
      << "the operator's address is a token to operate";
  EXPECT_EQ(grant_role(rules, kKeyed, Role::instruct, "").role, Role::operate);
}

TEST(Roles, ATokenToInstructAloneLeavesOperatingOpen) {
  const RoleRules rules{"", "instructor-token"};
  EXPECT_EQ(grant_role(rules, kElsewhere, Role::operate, "").role, Role::operate);
  EXPECT_EQ(grant_role(rules, kHere, Role::instruct, "").role, Role::operate);
  EXPECT_EQ(grant_role(rules, kElsewhere, Role::instruct, "instructor-token").role, Role::instruct);
}

TEST(Roles, ATokenToOperateAloneLetsThisComputerInstructWithIt) {
  const RoleRules rules{"operator-token", ""};
  EXPECT_EQ(grant_role(rules, kHere, Role::instruct, "").role, Role::watch);
  EXPECT_EQ(grant_role(rules, kHere, Role::instruct, "operator-token").role, Role::instruct);
  EXPECT_EQ(grant_role(rules, kElsewhere, Role::instruct, "operator-token").role, Role::operate);
}

TEST(Roles, WhatChangesTheWorldNeedsInstruct) {
  EXPECT_EQ(role_for(frames::Command::Kind::pause), Role::operate);
  EXPECT_EQ(role_for(frames::Command::Kind::reset), Role::operate);
  EXPECT_EQ(role_for(frames::Command::Kind::edit_ground), Role::instruct);
}

TEST(Roles, LocalNamesAndAddresses) {
  EXPECT_TRUE(is_loopback("127.0.0.1"));
  EXPECT_TRUE(is_loopback("127.3.2.1"));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_TRUE(is_loopback("::ffff:127.0.0.1"));
  EXPECT_FALSE(is_loopback("192.168.1.2"));
  EXPECT_FALSE(is_loopback("::2"));
  EXPECT_TRUE(names_this_computer("localhost:8080"));
  EXPECT_TRUE(names_this_computer("[::1]:8080"));
  EXPECT_FALSE(names_this_computer("127.0.0.1.example.org"));
  EXPECT_FALSE(names_this_computer("seat.example.org"));
}

}  // namespace
}  // namespace outrigger::network
