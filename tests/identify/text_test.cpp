/// What a user writes (records, parameters, laws) is read as meant or refused with what to do.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error.h"
#include "identify/law_trial.h"
#include "identify/parameter.h"
#include "identify/record.h"

namespace outrigger::identify {
namespace {

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

std::string record_error(const std::string& text) {
  return error_of([&] { parse_record(text, "m.csv"); });
}

TEST(Record, ReadsColumnsCommentsAndGaps) {
  const Record r = parse_record(
      "\xEF\xBB\xBF# from the lab\n\"time\", ball_z ,x\r\n0,1.0,5\r\n\n0.5,,6\n1.0,0.25,7\n", "m");
  ASSERT_EQ(r.times, (std::vector<double>{0.0, 0.5, 1.0}));
  ASSERT_EQ(r.columns.size(), 2u);
  EXPECT_EQ(r.columns[0].name, "ball_z");
  EXPECT_TRUE(std::isnan(r.columns[0].values[1]));
  EXPECT_EQ(r.columns[0].values[2], 0.25);
  EXPECT_EQ(r.find("x")->values[1], 6.0);
  EXPECT_EQ(r.find("y"), nullptr);
}

TEST(Record, ErrorsNameThePlaceAndWhatToDo) {
  EXPECT_EQ(record_error(""), "m.csv:0: there is no line with the names of the columns");
  EXPECT_EQ(record_error("a,b\n"), "m.csv:1: no column for the time: name one 't' (found: a, b)");
  EXPECT_EQ(record_error("t;b\n"),
            "m.csv:1: columns are separated by commas, and numbers have a decimal point");
  EXPECT_EQ(record_error("t\n"), "m.csv:1: there is no column besides the time");
  EXPECT_EQ(record_error("t,z,z\n"), "m.csv:1: two columns are named 'z'");
  EXPECT_EQ(record_error("t,z\n0,1\n1,nan\n"),
            "m.csv:3: z: 'nan' is not a number; leave the cell empty where nothing was measured");
  EXPECT_EQ(record_error("t,z\n0,1\n1,12 mm\n"),
            "m.csv:3: z: '12 mm' is not a number; leave the cell empty where nothing was measured");
  EXPECT_EQ(record_error("t,z\n0,1\n0,1\n"), "m.csv:3: time 0 s follows 0 s; times must increase");
  EXPECT_EQ(record_error("t,z\n0,1,2\n"), "m.csv:2: 3 cells, but 2 columns have names");
  EXPECT_EQ(record_error("t,z\n,1\n"), "m.csv:2: the time is missing");
  EXPECT_EQ(record_error("t,z\n0,1\n"), "m.csv:2: 1 rows of numbers; a fit needs at least 3");
  EXPECT_EQ(error_of([] { read_record("/nowhere.csv"); }),
            "/nowhere.csv: the measured record cannot be read: no such file");
}

// A device without an end must not fill the memory.
// Every name was compared with every other: 100,000 columns took minutes. Names that command a terminal
// are refused, and long lists of names are cut in messages.
TEST(Record, ManyColumnsAreReadAtOnce) {
  constexpr int kColumns = 100'000;
  std::string names = "t", row;
  for (int i = 0; i < kColumns; ++i) {
    names += ",c" + std::to_string(i);
    row += ",1";
  }
  const Record r = parse_record(names + "\n0" + row + "\n1" + row + "\n2" + row + "\n", "m.csv");
  EXPECT_EQ(r.columns.size(), static_cast<std::size_t>(kColumns));
  const Record part = comparable_part(r, {"c7", "c99999"}, {}, 2.0, 0.0);
  EXPECT_EQ(part.columns.size(), 2u);
  const std::string none = error_of([&] { comparable_part(r, {"z"}, {}, 2.0, 0.0); });
  EXPECT_NE(none.find("c49 and 99950 more"), std::string::npos) << none;
  EXPECT_EQ(record_error(names + ",c5\n"), "m.csv:1: two columns are named 'c5'");
  EXPECT_EQ(record_error("t,a\x1b[2Jb\n"), "m.csv:1: the name of column 2 has control characters");
}

TEST(Record, FoldersAndEndlessDevicesAreRefused) {
  EXPECT_EQ(error_of([] { read_record("/dev/zero"); }),
            "/dev/zero: the measured record is larger than 256 MiB");
  EXPECT_EQ(error_of([] { read_record("/tmp"); }),
            "/tmp: the measured record cannot be read: it is a folder");
}

TEST(Record, OnlyWhatCanBeComparedStays) {
  const Record r = parse_record("t,z,temperature\n10,1,20\n11,2,20\n12,3,20\n13,4,20\n", "m.csv");
  const std::vector<std::string> sensors = {"x", "z"};
  const Record part = comparable_part(r, sensors, {}, 2.5, -10.0);
  EXPECT_EQ(part.times, (std::vector<double>{0.0, 1.0, 2.0}));
  ASSERT_EQ(part.columns.size(), 1u);
  EXPECT_EQ(part.columns[0].values, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(error_of([&] { comparable_part(r, sensors, {}, 5.0, 0.0); }),
            "m.csv: 0 rows lie within the simulated time, 0 to 5 s; the record covers 10 to 13 s. "
            "Move it with --shift, or simulate longer with --duration");
  EXPECT_EQ(error_of([&] { comparable_part(r, sensors, {"x"}, 20.0, 0.0); }),
            "m.csv: there is no column 'x'; it has: z, temperature");
  EXPECT_EQ(error_of([&] { comparable_part(r, sensors, {"q"}, 20.0, 0.0); }),
            "the machine has no sensor column 'q'; it has: x, z");
  EXPECT_EQ(error_of([&] { comparable_part(r, {"a"}, {}, 20.0, 0.0); }),
            "m.csv: no column is named like a sensor of the machine. Columns: z, temperature. "
            "Sensors: a. Rename the columns, or add `sensors` to the machine file");
}

TEST(Parameter, ScalesArePowersForPositiveBounds) {
  const Parameter k{"k", 1e5, 1e3, 1e9};
  EXPECT_TRUE(k.logarithmic());
  EXPECT_EQ(k.value(0.0), 1e3);
  EXPECT_EQ(k.value(1.0), 1e9);
  EXPECT_EQ(k.value(-3.0), 1e3);
  EXPECT_NEAR(k.value(0.5), 1e6, 1e-6);
  EXPECT_NEAR(k.scaled(1e6), 0.5, 1e-15);
  EXPECT_NEAR(k.moved(1e6, 1.0 / 6.0), 1e7, 1e-5);
  const Parameter x{"x", 0.0, -1.0, 3.0};
  EXPECT_FALSE(x.logarithmic());
  EXPECT_EQ(x.value(0.5), 1.0);
  EXPECT_EQ(x.scaled(1.0), 0.5);
}

TEST(Parameter, TextIsReadOrRefused) {
  const ParameterText p = parse_parameter("a.b=2:1:1e3");
  EXPECT_EQ(p.path, "a.b");
  EXPECT_EQ(p.start, 2.0);
  EXPECT_EQ(p.low, 1.0);
  EXPECT_EQ(p.high, 1e3);
  EXPECT_FALSE(parse_parameter("a.b").start);
  for (const char* text : {"=1", "a=", "a=x", "a=1:2", "a=1:2:3:4", "a=1:2:nan"})
    EXPECT_NE(error_of([&] { parse_parameter(text); }).find("--fit wants path"), std::string::npos)
        << text;
}

TEST(Parameter, WhatIsMissingComesFromTheFile) {
  const Parameter k = complete(parse_parameter("a.stiffness"), 1e5);
  EXPECT_EQ(k.start, 1e5);
  EXPECT_EQ(k.low, 1e2);
  EXPECT_EQ(k.high, 1e8);
  const Parameter e = complete(parse_parameter("a.restitution=0.4"), std::nullopt);
  EXPECT_EQ(e.low, 0.01);
  EXPECT_EQ(e.high, 1.0);
  EXPECT_EQ(error_of([] { complete(parse_parameter("a.k"), std::nullopt); }),
            "--fit a.k: the machine file gives no number to start from; write --fit "
            "a.k=start:low:high");
  EXPECT_EQ(error_of([] { complete(parse_parameter("a.k=-1"), std::nullopt); }),
            "--fit a.k: bounds are needed for a start value of -1; write --fit "
            "a.k=start:low:high");
  EXPECT_EQ(error_of([] { complete(parse_parameter("a.k=5:1:2"), std::nullopt); }),
            "--fit a.k: the start value 5 is not within 1 to 2; write --fit a.k=start:low:high");
}

TEST(LawTrial, NamesAndExponents) {
  const auto laws = parse_laws("hertz,kelvin_voigt,kelvin_voigt:1.5");
  ASSERT_EQ(laws.size(), 3u);
  EXPECT_EQ(laws[0].exponent, 1.5);
  EXPECT_EQ(laws[1].exponent, 1.0);
  EXPECT_EQ(laws[2].exponent, 1.5);
  EXPECT_EQ(error_of([] { parse_laws("herz"); }),
            "--laws: there is no normal law 'herz'; there are hertz, restitution, hunt_crossley, "
            "lankarani_nikravesh, flores, kelvin_voigt, ramped_kelvin_voigt, nonlinear_damping");
  EXPECT_EQ(error_of([] { parse_laws("hertz:7"); }),
            "--laws hertz:7: the exponent must be a number from 1 to 3");
  EXPECT_EQ(error_of([] { parse_laws("hertz,hertz"); }), "--laws names hertz twice");
}

TEST(LawTrial, EveryLawHasTheParametersItReads) {
  const auto paths = [](const std::string& law, const std::vector<ParameterText>& given) {
    std::string text;
    for (const auto& p : parameters_of(parse_laws(law)[0], "b", given, 1e5)) text += p.path + " ";
    return text;
  };
  const std::string k = "contact_laws.b.stiffness ";
  EXPECT_EQ(paths("hertz", {}), k);
  EXPECT_EQ(paths("flores", {}), k + "contact_laws.b.restitution ");
  EXPECT_EQ(paths("kelvin_voigt", {}), k + "contact_laws.b.damping ");
  // Given ranges count; those of keys that the law does not have are left out.
  const std::vector<ParameterText> given = {parse_parameter("contact_laws.b.damping=5:1:9"),
                                            parse_parameter("bodies.ball.mass=1")};
  EXPECT_EQ(paths("hertz", given), "bodies.ball.mass " + k);
  const auto kept = parameters_of(parse_laws("nonlinear_damping")[0], "b", given, 1e5);
  EXPECT_EQ(kept[0].high, 9.0);
}

TEST(LawTrial, TheEntryMustBeClear) {
  EXPECT_EQ(choose_entry({"a"}, "", {}), "a");
  EXPECT_EQ(choose_entry({"a", "b"}, "b", {}), "b");
  EXPECT_EQ(choose_entry({"a", "b"}, "", {parse_parameter("contact_laws.b.stiffness")}), "b");
  EXPECT_EQ(error_of([] {
              choose_entry({"a", "b"}, "", {});
            }),
            "--laws: `contact_laws` has the entries a, b; choose one with --law-of");
  EXPECT_EQ(error_of([] { choose_entry({"a"}, "c", {}); }),
            "--law-of: `contact_laws` has no entry 'c'; it has a");
  EXPECT_NE(error_of([] { choose_entry({}, "", {}); }).find("contact_laws: {ball_floor"),
            std::string::npos);
}

}  // namespace
}  // namespace outrigger::identify
