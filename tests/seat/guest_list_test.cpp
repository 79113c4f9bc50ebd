/// No address can shut out the others, and nobody the operator.
#include "network/guest_list.h"

#include <gtest/gtest.h>

namespace outrigger::network {
namespace {

GuestLimits small_limits() {
  GuestLimits limits;
  limits.connections = 12;
  limits.connections_per_address = 8;
  limits.viewers = 6;
  limits.viewers_per_address = 4;
  limits.operator_places = 2;
  limits.greeting_seconds = 10.0;
  limits.requests_per_second = 2.0;
  limits.request_burst = 5.0;
  return limits;
}

/// Opens a connection and makes it a viewer.
GuestList::Admission join(GuestList& list, GuestList::Id id, const std::string& address, double now,
                          bool key = false) {
  EXPECT_TRUE(list.open(id, address).admitted);
  const GuestList::Admission admission = list.upgrade(id, key, now);
  if (!admission.admitted) list.close(id);
  return admission;
}

TEST(GuestList, AddressesAreCountedByComputer) {
  EXPECT_EQ(guest_address("192.168.1.7"), "192.168.1.7");
  EXPECT_EQ(guest_address("::ffff:192.168.1.7"), "192.168.1.7");
  EXPECT_EQ(guest_address("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(guest_address("2001:db8:1:2::9"), "2001:db8:1:2::/64");
  EXPECT_EQ(guest_address("fe80::1%eth0"), "fe80::/64");
}

// Law: a newcomer always gets a socket; who waits longest without asking gives way.
TEST(GuestList, SlowConnectionsGiveWayWithinTheirAddress) {
  GuestList list(small_limits());
  for (GuestList::Id id = 1; id <= 8; ++id) EXPECT_TRUE(list.open(id, "flood").admitted);
  list.set_waiting(1, false);
  const auto ninth = list.open(9, "flood");
  EXPECT_TRUE(ninth.admitted);
  EXPECT_EQ(ninth.leaves, 2u) << "1 is being served";
  EXPECT_EQ(list.connections("flood"), 8);
  const auto other = list.open(10, "other");
  EXPECT_TRUE(other.admitted);
  EXPECT_FALSE(other.leaves);
  // Nobody waits: who takes its answer slowly gives way.
  for (GuestList::Id id = 3; id <= 9; ++id) list.set_waiting(id, false);
  EXPECT_EQ(list.open(11, "flood").leaves, 1u);
}

TEST(GuestList, WhenAllSocketsAreTakenTheMostCrowdedAddressGivesWay) {
  GuestList list(small_limits());
  GuestList::Id id = 0;
  for (int i = 0; i < 8; ++i) list.open(++id, "flood");
  for (int i = 0; i < 4; ++i) list.open(++id, "other");
  const auto newcomer = list.open(++id, "third");
  EXPECT_TRUE(newcomer.admitted);
  EXPECT_EQ(newcomer.leaves, 1u);
  list.close(1);
  // Nobody is served by a place that moves to and fro between equals.
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(list.open(++id, "third").admitted);
  EXPECT_FALSE(list.open(++id, "third").admitted);
}

// Law: nobody who has greeted is thrown out; sockets that only hold a place give it up after a while.
TEST(GuestList, SilentViewersGiveWayAndNobodyElse) {
  GuestList list(small_limits());
  for (GuestList::Id id = 1; id <= 4; ++id) EXPECT_TRUE(join(list, id, "flood", 0.0).admitted);
  EXPECT_FALSE(join(list, 5, "flood", 5.0).admitted) << "they have only just come";
  EXPECT_TRUE(join(list, 6, "other", 5.0).admitted);
  list.note_greeting(1);
  const auto newcomer = join(list, 7, "flood", 12.0);
  EXPECT_TRUE(newcomer.admitted);
  EXPECT_EQ(newcomer.leaves, 2u);
  list.close(2);
  // All places taken: a new address takes one of the crowd's.
  EXPECT_TRUE(join(list, 8, "third", 20.0).admitted);
  EXPECT_EQ(list.viewers(), 6);
  const auto fourth = join(list, 9, "fourth", 30.0);
  EXPECT_TRUE(fourth.admitted);
  EXPECT_EQ(fourth.leaves, 3u);
  list.close(3);
  // A crowd that has greeted stays.
  for (GuestList::Id id : {4u, 7u}) list.note_greeting(id);
  EXPECT_FALSE(join(list, 10, "fifth", 100.0).admitted);
  EXPECT_EQ(list.viewers(), 6);
}

TEST(GuestList, TheOperatorsKeyOpensInAnyCase) {
  GuestList list(small_limits());
  for (GuestList::Id id = 1; id <= 4; ++id) join(list, id, "flood", 0.0);
  EXPECT_FALSE(join(list, 5, "flood", 1.0).admitted);
  EXPECT_TRUE(join(list, 6, "flood", 1.0, true).admitted) << "also from the address of the flood";
  EXPECT_TRUE(join(list, 7, "elsewhere", 1.0, true).admitted);
  EXPECT_EQ(list.viewers(), 4) << "their places are besides";
  EXPECT_TRUE(join(list, 8, "elsewhere", 1.0, true).admitted) << "one more takes an ordinary one";
  EXPECT_EQ(list.viewers(), 5);
}

TEST(GuestList, RequestsAreLimitedByAddress) {
  GuestList list(small_limits());
  int taken = 0;
  for (int i = 0; i < 100; ++i) taken += list.take_request("flood", 7.0);
  EXPECT_EQ(taken, 5);
  EXPECT_TRUE(list.take_request("other", 7.0));
  for (int i = 0; i < 100; ++i) taken += list.take_request("flood", 8.0 + 0.01 * i);
  EXPECT_EQ(taken, 5 + 3) << "two a second";
  // Any number of addresses takes a limited memory.
  for (int i = 0; i < 20'000; ++i) list.take_request("address " + std::to_string(i), 9.0);
  EXPECT_LE(list.addresses(), 4096u);
}

}  // namespace
}  // namespace outrigger::network
