/// Bytes and words of the hardware protocol: what is written is read again, and nothing else is accepted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "devices/hil_message.h"

namespace outrigger {
namespace {

using namespace devices;
using testing::HasSubstr;

std::string hello_problem(const std::string& text) {
  try {
    read_hil_hello(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(HilMessage, NumbersAreReadAsTheyWereWritten) {
  std::vector<std::uint8_t> bytes;
  const std::vector<double> values{1.5, -2.0, 1e300};
  write_hil_outputs({77, kHilHolds, 5, 1234567890123, 99, 61.25}, values, bytes);
  const auto header = read_hil_header(bytes);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->version, 1);
  EXPECT_EQ(header->type, 4);
  ASSERT_EQ(header->length, bytes.size() - kHilHeader);
  HilOutputs head;
  std::vector<double> read;
  const std::span<const std::uint8_t> payload = std::span(bytes).subspan(kHilHeader);
  ASSERT_TRUE(read_hil_outputs(payload, head, read));
  EXPECT_EQ(read, values);
  EXPECT_EQ(head.session, 77u);
  EXPECT_EQ(head.exchange, 1234567890123u);
  EXPECT_EQ(head.step, 99u);
  EXPECT_EQ(head.missed, 5u);
  EXPECT_EQ(head.time, 61.25);
  for (std::size_t cut = 0; cut < payload.size(); ++cut)
    EXPECT_FALSE(read_hil_outputs(payload.first(cut), head, read)) << cut;
}

/// The layout of docs/hil.md, byte by byte: others write their own programs by it.
TEST(HilMessage, InputsHaveTheDocumentedLayout) {
  std::vector<std::uint8_t> bytes;
  write_hil_inputs({0x01020304, 0x0a}, std::vector<double>{1.0}, bytes);
  const std::vector<std::uint8_t> expected{'O',  'H', 'I', 'L', 1, 5, 32,   0,  //
                                           4,    3,   2,   1,   0, 0, 0,    0,  //
                                           0x0a, 0,   0,   0,   0, 0, 0,    0,  //
                                           1,    0,   0,   0,   0, 0, 0,    0,  //
                                           0,    0,   0,   0,   0, 0, 0xf0, 0x3f};
  EXPECT_EQ(bytes, expected);
}

TEST(HilMessage, CountsThatDoNotFitTheLengthAreRefused) {
  std::vector<std::uint8_t> bytes;
  write_hil_inputs({1, 1}, std::vector<double>{1.0, 2.0}, bytes);
  HilInputs head;
  std::vector<double> read;
  for (const int count : {0, 1, 3, 255}) {
    bytes[kHilHeader + 16] = static_cast<std::uint8_t>(count);
    EXPECT_FALSE(read_hil_inputs(std::span(bytes).subspan(kHilHeader), head, read)) << count;
  }
  bytes[kHilHeader + 19] = 0xff;  // two thousand million
  EXPECT_FALSE(read_hil_inputs(std::span(bytes).subspan(kHilHeader), head, read));
}

TEST(HilMessage, HelloAndWelcomeAreReadAsTheyWereWritten) {
  HilHello hello;
  hello.name = "level";
  hello.outputs = {"depth", "pitch:bucket"};
  hello.inputs = {"bucket"};
  hello.mode = HilHello::Mode::lockstep;
  hello.every = 5;
  hello.lag = 2;
  hello.token = "secret-word";
  EXPECT_EQ(read_hil_hello(to_text(hello)), hello);

  HilWelcome w;
  w.session = 4294967295u;
  w.machine = "excavator";
  w.step = 0.005;
  w.outputs = {{"depth", "m"}};
  w.inputs = {{"boom", -1.0, 1.0, 0.0}, {"range", 0.0, 2.0, std::nullopt}};
  const HilWelcome read = read_hil_welcome(to_text(w));
  EXPECT_EQ(read.session, w.session);
  EXPECT_EQ(read.step, w.step);
  ASSERT_EQ(read.inputs.size(), 2u);
  EXPECT_EQ(read.inputs[0].rest, 0.0);
  EXPECT_FALSE(read.inputs[1].rest);
  EXPECT_EQ(read.outputs[0].unit, "m");
}

TEST(HilMessage, BadHellosAreRefusedWithLineAndWhatIsAllowed) {
  EXPECT_THAT(hello_problem("name a\nspeed 3\n"),
              HasSubstr("line 2: 'speed' is not known; allowed are name"));
  EXPECT_THAT(hello_problem("mode fast"), HasSubstr("'lockstep' or 'free', not 'fast'"));
  EXPECT_THAT(hello_problem("every 0"), HasSubstr("'0' is not a number from 1 to 1000"));
  EXPECT_THAT(hello_problem("every 1e3"), HasSubstr("not a number"));
  EXPECT_THAT(hello_problem("mode lockstep\nlag 64"), HasSubstr("from 0 to 63"));
  EXPECT_THAT(hello_problem("lag 1"), HasSubstr("a lag needs 'mode lockstep'"));
  EXPECT_THAT(hello_problem("inputs boom boom"), HasSubstr("'boom' is named twice"));
  EXPECT_THAT(hello_problem("name a\x1b[31m"), HasSubstr("visible ASCII"));
  EXPECT_THAT(hello_problem("name"), HasSubstr("takes 1 word, here are 0"));
  EXPECT_THAT(hello_problem("name " + std::string(300, 'x')),
              HasSubstr("more than 200 characters"));
  EXPECT_THAT(hello_problem(std::string(9000, ' ')), HasSubstr("at most 8192"));
  std::string many = "inputs";
  for (int i = 0; i < 65; ++i) many += " i" + std::to_string(i);
  EXPECT_THAT(hello_problem(many), HasSubstr("at most 64 inputs"));
  EXPECT_THROW(read_hil_welcome("session 0\nstep nan\n"), Error);
}

}  // namespace
}  // namespace outrigger
