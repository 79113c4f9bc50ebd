#include "display/frame_writer.h"

#include <algorithm>

#include "sim/object_stage.h"

namespace outrigger::display {

FrameWriter::FrameWriter(const frames::Scene& scene, const sim::SensorSet& sensors,
                         const sim::World& world, frames::KeyedStore* stream)
    : sensors_(sensors), tilt_(scene.tilt), bodies_(scene, world), soil_(scene), stream_(stream) {}

void FrameWriter::write(sim::World& world, const std::vector<float>& inputs, frames::Frame& frame) {
  frame.step = static_cast<std::uint64_t>(world.step_count());
  frame.time = world.time();
  bodies_.update(world, stream_);
  const auto& items = bodies_.items();
  poses_.resize(7 * items.size());
  frames::TiltLimits tilt = tilt_;
  tilt.limit = 0.0f;  // nothing watches, unless its body is there
  for (std::size_t b = 0; b < items.size(); ++b) {
    float* out = poses_.data() + 7 * b;
    std::fill_n(out, 7, 0.0f);
    out[6] = 1.0f;
    if (items[b].id == tilt_.body)
      tilt = {static_cast<std::uint32_t>(b), tilt_.warning, tilt_.limit};
    Pose pose;
    if (items[b].person >= 0) {
      pose = world.objects()->rest_pose(items[b].person);
    } else if (items[b].sling >= 0) {
      const auto sling = static_cast<std::size_t>(items[b].sling);
      const auto [hook, eye] = world.objects()->slings().ends(world, sling);
      pose = sling_piece(hook, eye, world.objects()->plan().slings[sling].length, items[b].piece);
    } else if (items[b].handle != sim::BodyHandle{}) {
      pose = world.pose(items[b].handle);
    } else {
      continue;
    }
    const Eigen::Quaterniond q(pose.rotation);
    for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(pose.position[k]);
    for (int k = 0; k < 4; ++k) out[3 + k] = static_cast<float>(q.coeffs()[k]);
  }
  frame.poses = poses_;
  frame.bodies = bodies_.ids();
  frame.bodies_version = bodies_.version();
  frame.tilt = sim::tilt_of(tilt, poses_);
  frame.inputs = inputs;
  soil_.write(world, frame);
  sensors_.read(world, values_);
  frame.channels.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i)
    frame.channels[i] = static_cast<float>(values_[i]);
}

}  // namespace outrigger::display
