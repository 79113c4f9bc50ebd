/// Who instructs locks view aids for everybody, at once; nobody else can.
#include <gtest/gtest.h>

#include <cmath>

#include "network/wire.h"
#include "seat/seat_fixture.h"

namespace outrigger::network {
namespace {

std::string lock_message(double mask) {
  wire::ClientMessage m;
  m.mutable_command()->set_kind(wire::Command::LOCK_AIDS);
  m.mutable_command()->set_value(mask);
  return m.SerializeAsString();
}

TEST(ViewAids, AreLockedByInstructorsForEverybody) {
  ServerSettings settings;
  settings.roles.instruct_token = "instructor-token";
  Seat seat("small-crane", settings);
  Display operator_page(seat.port());
  EXPECT_EQ(operator_page.frame().locked_aids(), 0u);
  operator_page.client.send(lock_message(3));
  EXPECT_TRUE(eventually([&] { return seat.server().counters().refused_roles == 1; }));

  WebClient instructor(seat.port());
  wire::ClientMessage hello;
  hello.mutable_hello()->set_protocol(1);
  hello.mutable_hello()->set_frame_rate(10.0f);
  hello.mutable_hello()->set_role(wire::INSTRUCT);
  hello.mutable_hello()->set_token("instructor-token");
  instructor.send(hello.SerializeAsString());
  instructor.send(lock_message(17));
  operator_page.frame_where([](const wire::Frame& f) { return f.locked_aids() == 17; });
  // Who comes later finds it so.
  Display late(seat.port());
  EXPECT_EQ(late.frame().locked_aids(), 17u);
  instructor.send(lock_message(0));
  late.frame_where([](const wire::Frame& f) { return f.locked_aids() == 0; });
  EXPECT_EQ(seat.server().counters().refused_roles, 1u);
}

TEST(ViewAids, AreBits) {
  const auto decoded = [](double mask) { return decode_client_message(lock_message(mask)); };
  EXPECT_EQ(std::get<LockAids>(*decoded(31).message).mask, 31u);
  for (const double wrong : {-1.0, 0.5, 65536.0, 1e300, std::nan("")})
    EXPECT_EQ(decoded(wrong).problem, "locked aids are bits from 0 to 65535") << wrong;
}

}  // namespace
}  // namespace outrigger::network
