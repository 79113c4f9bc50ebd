/// Plain values survive the wire; bytes that are no message are refused with a reason.
#include "network/wire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "outrigger.pb.h"

namespace outrigger::network {
namespace {

wire::ServerMessage parse(const std::string& bytes) {
  wire::ServerMessage message;
  EXPECT_TRUE(message.ParseFromString(bytes));
  return message;
}

TEST(Wire, SceneKeepsEveryField) {
  frames::Scene scene;
  scene.title = "crane";
  scene.site_title = "yard";
  scene.step = 0.005;
  scene.replay = true;
  scene.duration = 12.5;
  frames::Shape shape;
  shape.name = "boom";
  shape.kind = frames::Shape::Kind::prism;
  shape.position = {1, 2, 3};
  shape.rotation = {0, 0, 1, 0};
  shape.length = 0.5f;
  shape.profile = {0, 0, 1, 0, 1, 1};
  shape.opacity = 0.25f;
  scene.bodies = {{"post", {}}, {"boom", {shape}}};
  frames::Link link;
  link.kind = frames::Link::Kind::bar;
  link.body_a = 1;
  link.point_b = {0, 0, 7};
  scene.links = {link};
  scene.cameras = {{"seat", 1, {1, 0, 0}, {0, 1, 0}, 0.9f}};
  frames::Control control;
  control.name = "throttle";
  control.kind = frames::Control::Kind::choice;
  control.choices = {"low", "high"};
  control.key_positive = "KeyE";
  control.stick = "left_x";
  control.stick_reversed = true;
  control.initial = 1.0f;
  scene.controls = {control};
  scene.channels = {{"speed", "m/s", "travel", "km/h", true, 3.6, 1, "velocity", "Velocity"}};

  scene.mirrors = {{"left", 1, {1, 2, 3}, {-1, 0, 0}, 0.2f, 0.3f, 1.4f, 0.1f, -1},
                   {"screen", 1, {}, {-1, 0, 0}, 0.2f, 0.3f, 0.0f, 0.0f, 0}};
  const frames::Signal signal{frames::Signal::Source::control, 0, 0.25, 2.0, true};
  scene.sounds = {
      {"horn", frames::Sound::Kind::horn, 1, {0, 1, 0}, {}, signal, 370.0f, 1.0f, 105.0f}};
  scene.instruments = {{"lamp", "Lamp", frames::Instrument::Kind::lamp, signal, -1.0, 7.0, true}};

  const wire::Scene s = parse(encode(scene)).scene();
  EXPECT_EQ(s.mirrors(0).radius(), 1.4f);
  EXPECT_EQ(s.mirrors(0).position(2), 3.0f);
  EXPECT_FALSE(s.mirrors(0).has_camera());
  EXPECT_TRUE(s.mirrors(1).has_camera());
  EXPECT_EQ(s.sounds(0).kind(), wire::Sound::HORN);
  EXPECT_EQ(s.sounds(0).speed().source(), wire::Signal::CONSTANT);
  EXPECT_EQ(s.sounds(0).load().source(), wire::Signal::CONTROL);
  EXPECT_EQ(s.sounds(0).load().from(), 0.25);
  EXPECT_EQ(s.sounds(0).level(), 105.0f);
  EXPECT_EQ(s.instruments(0).kind(), wire::Instrument::LAMP);
  EXPECT_EQ(s.instruments(0).high(), 7.0);
  EXPECT_TRUE(s.instruments(0).warns());
  EXPECT_EQ(s.protocol(), 1u);
  EXPECT_EQ(s.title(), "crane");
  EXPECT_EQ(s.site_title(), "yard");
  EXPECT_EQ(s.step(), 0.005);
  EXPECT_TRUE(s.replay());
  EXPECT_EQ(s.duration(), 12.5);
  ASSERT_EQ(s.bodies_size(), 2);
  const wire::Shape& p = s.bodies(1).shapes(0);
  EXPECT_EQ(p.kind(), wire::Shape::PRISM);
  EXPECT_EQ(p.position(2), 3.0f);
  EXPECT_EQ(p.rotation(2), 1.0f);
  EXPECT_EQ(p.profile_size(), 6);
  EXPECT_EQ(p.opacity(), 0.25f);
  EXPECT_EQ(s.links(0).kind(), wire::Link::BAR);
  EXPECT_EQ(s.links(0).body_a(), 1u);
  EXPECT_EQ(s.links(0).point_b(2), 7.0f);
  EXPECT_EQ(s.cameras(0).field_of_view(), 0.9f);
  EXPECT_EQ(s.controls(0).kind(), wire::Control::CHOICE);
  EXPECT_EQ(s.controls(0).choices(1), "high");
  EXPECT_TRUE(s.controls(0).stick_reversed());
  EXPECT_EQ(s.controls(0).initial(), 1.0f);
  EXPECT_EQ(s.channels(0).shown_scale(), 3.6);
  EXPECT_EQ(s.channels(0).group(), "velocity");
  EXPECT_EQ(s.channels(0).unit(), "m/s");
  EXPECT_EQ(s.channels(0).label(), "travel");
  EXPECT_EQ(s.channels(0).shown_unit(), "km/h");
  EXPECT_TRUE(s.channels(0).for_operators());
  EXPECT_EQ(s.ground().columns(), 0u);
}

TEST(Wire, EnumerationsHaveTheSameNumbers) {
  EXPECT_EQ(static_cast<int>(frames::Shape::Kind::prism), wire::Shape::PRISM);
  EXPECT_EQ(static_cast<int>(frames::Shape::Kind::cylinder), wire::Shape::CYLINDER);
  EXPECT_EQ(static_cast<int>(frames::Link::Kind::bar), wire::Link::BAR);
  EXPECT_EQ(static_cast<int>(frames::Sound::Kind::beeper), wire::Sound::BEEPER);
  EXPECT_EQ(static_cast<int>(frames::Signal::Source::control), wire::Signal::CONTROL);
  EXPECT_EQ(static_cast<int>(frames::Instrument::Kind::lamp), wire::Instrument::LAMP);
  EXPECT_EQ(static_cast<int>(frames::Control::Kind::wheel), wire::Control::WHEEL);
  EXPECT_EQ(static_cast<int>(frames::Control::Kind::choice), wire::Control::CHOICE);
  EXPECT_EQ(static_cast<int>(frames::Notice::Level::error), wire::Notice::ERROR);
}

TEST(Wire, HeightsAreExactToAStepAndNeverNaN) {
  frames::Scene scene;
  scene.ground.columns = 2;
  scene.ground.rows = 2;
  scene.ground.heights = {-1.0f, 5.5f, std::numeric_limits<float>::quiet_NaN(), 3.25f};
  scene.ground.surfaces = {0, 1, 0, 1};
  scene.ground.kinds = {{"grass", {}}, {"road", {}}};
  const wire::Ground g = parse(encode(scene)).scene().ground();
  ASSERT_EQ(g.heights().size(), 8u);
  EXPECT_EQ(g.surfaces().size(), 4u);
  EXPECT_EQ(g.kinds(1).name(), "road");
  for (std::size_t i = 0; i < 4; ++i) {
    const auto byte = [&](std::size_t k) {
      return static_cast<unsigned>(static_cast<unsigned char>(g.heights()[k]));
    };
    const float z =
        g.height_min() + g.height_step() * static_cast<float>(byte(2 * i) | byte(2 * i + 1) << 8);
    const float expected = std::isfinite(scene.ground.heights[i]) ? scene.ground.heights[i] : -1.0f;
    EXPECT_NEAR(z, expected, g.height_step());
  }
}

TEST(Wire, FrameKeepsEveryField) {
  frames::Frame frame;
  frame.step = 123456789012;
  frame.time = 3.5;
  frame.poses = {1, 2, 3, 0, 0, 0, 1};
  frame.inputs = {0.5f};
  frame.channels = {7.0f, 8.0f};
  frame.loop = {4, 5, 6.0f, 0.7f, true, 0.25f, 8};
  const wire::Frame f = parse(encode(frame, 3)).frame();
  EXPECT_EQ(f.step(), 123456789012u);
  EXPECT_EQ(f.poses_size(), 7);
  EXPECT_EQ(f.inputs(0), 0.5f);
  EXPECT_EQ(f.channels(1), 8.0f);
  EXPECT_TRUE(f.paused());
  EXPECT_EQ(f.time_scale(), 0.25f);
  EXPECT_EQ(f.loop().overruns(), 4u);
  EXPECT_EQ(f.loop().lost_steps(), 5u);
  EXPECT_EQ(f.loop().step_time_us(), 6.0f);
  EXPECT_EQ(f.loop().hard_steps(), 8u);
  EXPECT_EQ(f.operators(), 3u);
}

TEST(Wire, NoticeKeepsWhatTheEventSays) {
  frames::Notice notice{.level = frames::Notice::Level::warning, .time = 2.5, .text = "hit"};
  notice.kind = "contact_begin";
  notice.place = Vec3(1.0, 2.0, 3.0);
  notice.parts = {{"shape", "boom"}, {"shape", "blade"}};
  notice.value = 0.75;
  wire::ServerMessage message;
  ASSERT_TRUE(message.ParseFromString(network::encode(notice)));
  const wire::Notice& out = message.notice();
  EXPECT_EQ(out.kind(), "contact_begin");
  ASSERT_EQ(out.place_size(), 3);
  EXPECT_EQ(out.place(1), 2.0f);
  ASSERT_EQ(out.parts_size(), 2);
  EXPECT_EQ(out.parts(1), "blade");
  EXPECT_EQ(out.strength(), 0.75);
}

TEST(Wire, ClientMessages) {
  wire::ClientMessage m;
  m.mutable_hello()->set_frame_rate(60);
  const Decoded hello = decode_client_message(m.SerializeAsString());
  ASSERT_TRUE(hello.message);
  EXPECT_EQ(std::get<Hello>(*hello.message).frame_rate, 60.0f);
  m.mutable_operate()->add_values(0.5f);
  EXPECT_EQ(std::get<Operate>(*decode_client_message(m.SerializeAsString()).message).values,
            std::vector<float>{0.5f});
  m.mutable_command()->set_kind(wire::Command::SEEK);
  m.mutable_command()->set_value(2.5);
  const auto seek =
      std::get<frames::Command>(*decode_client_message(m.SerializeAsString()).message);
  EXPECT_EQ(seek.kind, frames::Command::Kind::seek);
  EXPECT_EQ(seek.value, 2.5);
}

TEST(Wire, RefusalsSayWhy) {
  EXPECT_EQ(decode_client_message("\xff\xff\xff").problem, "the bytes are no ClientMessage");
  EXPECT_EQ(decode_client_message("").problem, "the message is empty or of a later version");
  wire::ClientMessage m;
  m.mutable_command()->set_kind(static_cast<wire::Command::Kind>(77));
  EXPECT_EQ(decode_client_message(m.SerializeAsString()).problem, "unknown command 77");
  m.mutable_command()->set_kind(wire::Command::TIME_SCALE);
  m.mutable_command()->set_value(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(decode_client_message(m.SerializeAsString()).problem,
            "the value of a command must be a finite number");
}

TEST(Wire, RandomBytesNeverHarm) {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes(random.bits() % 64, '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    decode_client_message(bytes);
  }
}

}  // namespace
}  // namespace outrigger::network
