#include "network/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <outrigger.pb.h>

namespace outrigger::network {

namespace {

template <class Values>
void add_all(google::protobuf::RepeatedField<float>* field, const Values& values) {
  field->Add(values.begin(), values.end());
}

void fill(const frames::Shape& s, wire::Shape& out) {
  out.set_name(s.name);
  out.set_kind(static_cast<wire::Shape::Kind>(s.kind));
  add_all(out.mutable_position(), s.position);
  add_all(out.mutable_rotation(), s.rotation);
  add_all(out.mutable_size(), s.size);
  out.set_radius(s.radius);
  out.set_length(s.length);
  add_all(out.mutable_profile(), s.profile);
  add_all(out.mutable_colour(), s.colour);
  out.set_opacity(s.opacity);
}

void fill(const frames::Link& l, wire::Link& out) {
  out.set_name(l.name);
  out.set_kind(static_cast<wire::Link::Kind>(l.kind));
  out.set_body_a(l.body_a);
  out.set_body_b(l.body_b);
  add_all(out.mutable_point_a(), l.point_a);
  add_all(out.mutable_point_b(), l.point_b);
  out.set_barrel_radius(l.barrel_radius);
  out.set_rod_radius(l.rod_radius);
  out.set_width(l.width);
  out.set_depth(l.depth);
  add_all(out.mutable_colour(), l.colour);
}

void fill(const frames::Control& c, wire::Control& out) {
  out.set_name(c.name);
  out.set_kind(static_cast<wire::Control::Kind>(c.kind));
  out.set_label(c.label);
  out.set_positive(c.positive);
  out.set_negative(c.negative);
  out.set_key_positive(c.key_positive);
  out.set_key_negative(c.key_negative);
  out.set_stick(c.stick);
  out.set_stick_reversed(c.stick_reversed);
  for (const auto& choice : c.choices) out.add_choices(choice);
  out.set_initial(c.initial);
  out.set_rate_limit(c.rate_limit);
}

/// Heights as 16-bit steps between the lowest and the highest; not finite ones become the lowest.
void fill_heights(const frames::Ground& g, wire::Ground& out) {
  float low = 0.0f, high = 0.0f;
  bool first = true;
  for (float z : g.heights) {
    if (!std::isfinite(z)) continue;
    low = first ? z : std::min(low, z);
    high = first ? z : std::max(high, z);
    first = false;
  }
  const float step = high > low ? (high - low) / 65535.0f : 1.0f;
  std::string* bytes = out.mutable_heights();
  bytes->reserve(2 * g.heights.size());
  for (float z : g.heights) {
    const float level = std::isfinite(z) ? std::round((z - low) / step) : 0.0f;
    const auto u = static_cast<std::uint16_t>(std::clamp(level, 0.0f, 65535.0f));
    bytes->push_back(static_cast<char>(u & 0xff));
    bytes->push_back(static_cast<char>(u >> 8));
  }
  out.set_height_min(low);
  out.set_height_step(step);
}

void fill(const frames::Ground& g, wire::Ground& out) {
  if (g.heights.empty()) return;
  out.set_columns(g.columns);
  out.set_rows(g.rows);
  out.set_x_min(g.x_min);
  out.set_y_min(g.y_min);
  out.set_cell(g.cell);
  fill_heights(g, out);
  out.set_surfaces(std::string(g.surfaces.begin(), g.surfaces.end()));
  for (const auto& k : g.kinds) {
    auto* kind = out.add_kinds();
    kind->set_name(k.name);
    add_all(kind->mutable_colour(), k.colour);
  }
}

std::optional<frames::Command> command_of(const wire::Command& c) {
  using Kind = frames::Command::Kind;
  switch (c.kind()) {
    case wire::Command::PAUSE:
      return frames::Command{Kind::pause, 0.0};
    case wire::Command::RESUME:
      return frames::Command{Kind::resume, 0.0};
    case wire::Command::TIME_SCALE:
      return frames::Command{Kind::time_scale, c.value()};
    case wire::Command::RESET:
      return frames::Command{Kind::reset, 0.0};
    case wire::Command::SINGLE_STEP:
      return frames::Command{Kind::single_step, 0.0};
    case wire::Command::SEEK:
      return frames::Command{Kind::seek, c.value()};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string encode(const frames::Scene& scene) {
  wire::ServerMessage message;
  wire::Scene& out = *message.mutable_scene();
  out.set_protocol(kProtocolVersion);
  out.set_title(scene.title);
  out.set_site_title(scene.site_title);
  out.set_step(scene.step);
  out.set_replay(scene.replay);
  out.set_duration(scene.duration);
  for (const auto& b : scene.bodies) {
    auto* body = out.add_bodies();
    body->set_name(b.name);
    for (const auto& s : b.shapes) fill(s, *body->add_shapes());
  }
  for (const auto& l : scene.links) fill(l, *out.add_links());
  for (const auto& c : scene.cameras) {
    auto* camera = out.add_cameras();
    camera->set_name(c.name);
    camera->set_body(c.body);
    add_all(camera->mutable_position(), c.position);
    add_all(camera->mutable_direction(), c.direction);
    camera->set_field_of_view(c.field_of_view);
  }
  for (const auto& c : scene.controls) fill(c, *out.add_controls());
  for (const auto& c : scene.channels) {
    auto* channel = out.add_channels();
    channel->set_name(c.name);
    channel->set_unit(c.unit);
    channel->set_label(c.label);
    channel->set_shown_unit(c.shown_unit);
    channel->set_for_operators(c.for_operators);
  }
  if (scene.tilt.limit > 0.0f) {
    out.mutable_tilt()->set_body(scene.tilt.body);
    out.mutable_tilt()->set_warning(scene.tilt.warning);
    out.mutable_tilt()->set_limit(scene.tilt.limit);
  }
  fill(scene.ground, *out.mutable_ground());
  return message.SerializeAsString();
}

std::string encode(const frames::Frame& frame, std::uint32_t operators) {
  wire::ServerMessage message;
  wire::Frame& out = *message.mutable_frame();
  out.set_step(frame.step);
  out.set_time(frame.time);
  add_all(out.mutable_poses(), frame.poses);
  add_all(out.mutable_inputs(), frame.inputs);
  add_all(out.mutable_channels(), frame.channels);
  out.set_paused(frame.loop.paused);
  out.set_time_scale(frame.loop.time_scale);
  wire::LoopStatus& loop = *out.mutable_loop();
  loop.set_overruns(frame.loop.overruns);
  loop.set_lost_steps(frame.loop.lost_steps);
  loop.set_step_time_us(frame.loop.step_time_us);
  loop.set_load(frame.loop.load);
  loop.set_hard_steps(frame.loop.hard_steps);
  out.set_operators(operators);
  out.set_tilt(static_cast<wire::Tilt>(frame.tilt));
  return message.SerializeAsString();
}

std::string encode(const frames::Notice& notice) {
  wire::ServerMessage message;
  wire::Notice& out = *message.mutable_notice();
  out.set_level(static_cast<wire::Notice::Level>(notice.level));
  out.set_time(notice.time);
  out.set_text(notice.text);
  return message.SerializeAsString();
}

Decoded decode_client_message(std::string_view bytes) {
  wire::ClientMessage message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return {std::nullopt, "the bytes are no ClientMessage"};
  switch (message.body_case()) {
    case wire::ClientMessage::kHello: {
      const wire::Hello& h = message.hello();
      return {Hello{h.protocol(), h.frame_rate(), h.observer()}, {}};
    }
    case wire::ClientMessage::kOperate: {
      const auto& values = message.operate().values();
      return {Operate{{values.begin(), values.end()}}, {}};
    }
    case wire::ClientMessage::kCommand: {
      const auto command = command_of(message.command());
      if (!command)
        return {std::nullopt,
                fmt::format("unknown command {}", static_cast<int>(message.command().kind()))};
      if (!std::isfinite(command->value))
        return {std::nullopt, "the value of a command must be a finite number"};
      return {*command, {}};
    }
    case wire::ClientMessage::BODY_NOT_SET:
      break;
  }
  return {std::nullopt, "the message is empty or of a later version"};
}

}  // namespace outrigger::network
