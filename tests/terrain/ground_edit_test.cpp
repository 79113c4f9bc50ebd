/// The text form of a ground edit: back to the same bits, and errors that say what is allowed.
#include "terrain/ground_edit.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace outrigger::terrain {
namespace {

TEST(GroundEditText, ComesBackToTheSameBits) {
  for (const char* text : {"{rectangle: [0.1, 4, -2, 3.3333333333333335], lower: 0.5}",
                           "{circle: [1, 2, 0.7], raise: 0.3, bank: 1.5, surface: 'wet ''clay'''}",
                           "{polygon: [[0, 0], [1, 0], [0.5, 2]], level: -0.2}",
                           "{rectangle: [0, 1, 0, 1], plane: [0.1, 0.02, -0.03]}",
                           "{circle: [1, 2, 0.7], surface: road}"}) {
    const GroundEdit e = ground_edit_from_text(text);
    EXPECT_EQ(ground_edit_from_text(to_text(e)), e) << text;
    EXPECT_EQ(to_text(ground_edit_from_text(to_text(e))), to_text(e));
    EXPECT_EQ(to_text(e).find('\n'), std::string::npos);
  }
}

TEST(GroundEditText, ErrorsSayWhatIsAllowed) {
  const auto error = [](const char* text) -> std::string {
    try {
      ground_edit_from_text(text);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const auto expect = [&](const char* text, const char* part) {
    const std::string e = error(text);
    EXPECT_NE(e.find(part), std::string::npos) << text << ": " << e;
  };
  expect("", "ground edit");
  expect("[1, 2]", "a map is expected");
  expect("{lower: 1}", "an area is missing");
  expect("{circle: [0, 0, 1], rectangle: [0, 1, 0, 1], lower: 1}", "more than one area");
  expect("{circle: [0, 0, 1], lower: 1, raise: 1}", "more than one of raise");
  expect("{circle: [0, 0, 1], lowr: 1}", "lower");
  expect("{circle: [0, 0], lower: 1}", "3 numbers");
  expect("{circle: [0, 0, x], lower: 1}", "'x'");
  expect("{circle: [0, 0, -1], lower: 1}", "radius above 0");
  expect("{circle: [0, 0, nan], lower: 1}", "number");
  expect("{circle: [0, 0, 1]}", "nothing to do");
  expect("{circle: [0, 0, 1], lower: 1, bank: -1}", "run over rise");
  expect("{polygon: [[0, 0], [1, 1]], lower: 1}", "3 to");
  expect("{rectangle: [1, 0, 0, 1], lower: 1}", "upwards");
  expect("{circle: [0, 0, 1], lower: 1e9}", "limited");
  expect("{circle: [0, 0, 1], lower: 1, lower: 1}", "twice");
}

}  // namespace
}  // namespace outrigger::terrain
