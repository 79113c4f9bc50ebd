/// MCAP files: byte for byte the sample in this folder, which the web tests read with the public reader library
/// (web/shared/link/mcap.test.ts). A change of the writer changes the sample, and that test has to agree.
#include "recorder/mcap_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/error.h"
#include "base/source_tree.h"
#include "frames/scene.h"
#include "recorder/foxglove.h"

namespace outrigger::recorder {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

frames::Scene sample_scene() {
  frames::Scene scene;
  frames::Shape box;
  box.kind = frames::Shape::Kind::box;
  box.size = {1.0f, 2.0f, 0.5f};
  frames::Shape wheel;
  wheel.kind = frames::Shape::Kind::tyre;
  wheel.radius = 0.5f;
  wheel.length = 0.25f;
  frames::Shape wedge;
  wedge.kind = frames::Shape::Kind::prism;
  wedge.length = 1.0f;
  wedge.profile = {0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f};
  scene.bodies = {{"base", {box, wedge}, 0}, {"wheel", {wheel}, 1}};
  return scene;
}

void write_sample(const std::string& path) {
  McapFile file(path);
  const auto tf = file.add_channel(
      "/tf", file.add_schema("foxglove.FrameTransforms", "jsonschema", foxglove::kFrameTransforms),
      "json");
  const auto scene = file.add_channel(
      "/scene", file.add_schema("foxglove.SceneUpdate", "jsonschema", foxglove::kSceneUpdate),
      "json");
  const auto log = file.add_channel(
      "/events", file.add_schema("foxglove.Log", "jsonschema", foxglove::kLog), "json");
  const frames::Scene drawn = sample_scene();
  file.write(scene, 0, foxglove::scene_update(drawn, 0));
  for (std::uint64_t i = 0; i < 4; ++i) {
    const std::uint64_t time = i * 250'000'000;
    frames::Frame frame;
    frame.poses = {0.25f * static_cast<float>(i), 0, 0, 0, 0, 0, 1, 0, 1, 0.5f, 0, 0, 0, 1};
    file.write(tf, time, foxglove::transforms(drawn, frame, time));
  }
  sim::Event event;
  event.kind = sim::Event::Kind::person_hit;
  event.parts = {{"body", "walker"}};
  event.text = "'blade' hits the person 'walker' at 1.2 m/s";
  file.write(log, 750'000'000, foxglove::log(event, 750'000'000));
  file.finish();
}

TEST(Mcap, IsTheSampleThatTheReaderLibraryReads) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "outrigger_sample_test.mcap";
  write_sample(path.string());
  const std::string written = bytes_of(path.string());
  std::filesystem::remove(path);
  const std::string sample = source_file("tests/recorder/sample.mcap");
  ASSERT_GT(written.size(), 2000u);
  EXPECT_TRUE(written == bytes_of(sample)) << "write it anew and run the tests of web/";
}

TEST(Mcap, WhatCannotBeWrittenIsTold) {
  EXPECT_THROW(McapFile("/nowhere/at/all.mcap"), Error);
  EXPECT_THROW(
      {
        McapFile file("/dev/full");
        const auto c = file.add_channel("/x", 0, "json");
        for (std::uint64_t i = 0; i < 200000; ++i) file.write(c, i, "{\"number\":1}");
        file.finish();
      },
      Error);
}

}  // namespace
}  // namespace outrigger::recorder
