#include "sim/frame_writer.h"

namespace outrigger::sim {

FrameWriter::FrameWriter(const frames::Scene& scene, const SensorSet& sensors, const World& world)
    : sensors_(sensors), tilt_(scene.tilt) {
  for (const auto& b : scene.bodies) {
    bodies_.push_back(b.name == description::kGround ? BodyHandle{} : world.body(b.name));
    for (float x : {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f}) poses_.push_back(x);
  }
}

void FrameWriter::write(World& world, const std::vector<float>& inputs, frames::Frame& frame) {
  frame.step = static_cast<std::uint64_t>(world.step_count());
  frame.time = world.time();
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (bodies_[b] == BodyHandle{} || !world.alive(bodies_[b])) continue;
    const Pose pose = world.pose(bodies_[b]);
    const Eigen::Quaterniond q(pose.rotation);
    float* out = poses_.data() + 7 * b;
    for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(pose.position[k]);
    for (int k = 0; k < 4; ++k) out[3 + k] = static_cast<float>(q.coeffs()[k]);
  }
  frame.poses = poses_;
  frame.tilt = tilt_of(tilt_, poses_);
  frame.inputs = inputs;
  sensors_.read(world, values_);
  frame.channels.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i)
    frame.channels[i] = static_cast<float>(values_[i]);
}

}  // namespace outrigger::sim
