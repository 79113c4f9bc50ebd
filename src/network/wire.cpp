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
  out.set_material(s.material);
  add_all(out.mutable_path(), s.path);
  out.set_edge(s.edge);
  out.set_corner(s.corner);
  out.set_thickness(s.thickness);
  out.set_rim(s.rim);
  out.set_tread(s.tread);
  out.set_text(s.text);
  for (const auto& m : s.motions) {
    wire::Motion& motion = *out.add_motions();
    motion.set_input(m.input);
    add_all(motion.mutable_axis(), m.axis);
    add_all(motion.mutable_about(), m.about);
    motion.set_angle(m.angle);
  }
  if (s.beam.angle > 0.0f) {
    add_all(out.mutable_beam()->mutable_direction(), s.beam.direction);
    out.mutable_beam()->set_angle(s.beam.angle);
    out.mutable_beam()->set_range(s.beam.range);
  }
  if (s.kind != frames::Shape::Kind::mesh) return;
  out.set_asset(s.asset);
  add_all(out.mutable_centre(), s.centre);
}

void fill(const frames::SceneBody& b, wire::Body& out) {
  for (const float x : b.rest) out.add_rest(x);
  out.set_like(b.like);
  out.set_name(b.name);
  out.set_id(b.id);
  for (const auto& s : b.shapes) fill(s, *out.add_shapes());
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
  out.set_material(l.material);
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

void fill(const frames::Mirror& m, wire::Mirror& out) {
  out.set_name(m.name);
  out.set_body(m.body);
  add_all(out.mutable_position(), m.position);
  add_all(out.mutable_direction(), m.direction);
  out.set_width(m.width);
  out.set_height(m.height);
  out.set_radius(m.radius);
  out.set_adjust(m.adjust);
  if (m.camera >= 0) out.set_camera(static_cast<std::uint32_t>(m.camera));
}

void fill(const frames::Signal& s, wire::Signal& out) {
  out.set_source(static_cast<wire::Signal::Source>(s.source));
  out.set_index(s.index);
  out.set_from(s.from);
  out.set_to(s.to);
  out.set_size(s.size);
}

void fill(const frames::Sound& s, wire::Sound& out) {
  out.set_name(s.name);
  out.set_kind(static_cast<wire::Sound::Kind>(s.kind));
  out.set_body(s.body);
  add_all(out.mutable_position(), s.position);
  fill(s.speed, *out.mutable_speed());
  fill(s.load, *out.mutable_load());
  out.set_frequency(s.frequency);
  out.set_pulses(s.pulses);
  out.set_level(s.level);
}

void fill(const frames::Instrument& i, wire::Instrument& out) {
  out.set_name(i.name);
  out.set_label(i.label);
  out.set_kind(static_cast<wire::Instrument::Kind>(i.kind));
  fill(i.shows, *out.mutable_shows());
  out.set_low(i.low);
  out.set_high(i.high);
  out.set_warns(i.warns);
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
  for (const auto& k : g.kinds) {
    auto* kind = out.add_kinds();
    kind->set_name(k.name);
    add_all(kind->mutable_colour(), k.colour);
  }
  if (g.heights.empty()) return;
  out.set_columns(g.columns);
  out.set_rows(g.rows);
  out.set_x_min(g.x_min);
  out.set_y_min(g.y_min);
  out.set_cell(g.cell);
  fill_heights(g, out);
  out.set_surfaces(std::string(g.surfaces.begin(), g.surfaces.end()));
}

void fill(const frames::Container& c, wire::Container& out) {
  out.set_name(c.name);
  out.set_body(c.body);
  out.set_kind(static_cast<wire::Container::Kind>(c.kind));
  if (c.kind == frames::Container::Kind::bucket) {
    add_all(out.mutable_profile(), c.profile);
    out.set_width(c.width);
    out.set_slices(c.slices);
    return;
  }
  out.set_x_min(c.x_min);
  out.set_x_max(c.x_max);
  out.set_y_min(c.y_min);
  out.set_y_max(c.y_max);
  out.set_floor(c.floor);
  out.set_columns(c.columns);
  out.set_rows(c.rows);
}

void fill(const frames::Load& l, wire::Load& out) {
  out.set_mass(static_cast<float>(l.mass));
  out.set_volume(static_cast<float>(l.volume));
  out.set_surface(l.surface);
  out.set_tilt(l.tilt);
  out.set_slope(l.slope);
  out.set_tangent(l.tangent);
  add_all(out.mutable_levels(), l.levels);
}

/// Whole parcels, and no more than viewers have room for.
void fill_falling(const std::vector<float>& falling, wire::Frame& out) {
  const std::size_t parcels =
      std::min(falling.size() / frames::kFallingNumbers, frames::kMostFalling);
  const float* first = falling.data();
  out.mutable_falling()->Add(first, first + parcels * frames::kFallingNumbers);
}

void append(std::string& bytes, std::int16_t number) {
  const auto u = static_cast<std::uint16_t>(number);
  bytes.push_back(static_cast<char>(u & 0xff));
  bytes.push_back(static_cast<char>(u >> 8));
}

void fill(const frames::GroundTile& t, wire::GroundTile& out) {
  out.set_column(t.column);
  out.set_row(t.row);
  out.set_columns(t.columns);
  out.set_rows(t.rows);
  out.set_x_min(t.x_min);
  out.set_y_min(t.y_min);
  out.set_cell(t.cell);
  out.set_height_base(t.height_base);
  out.set_height_step(t.height_step);
  out.mutable_heights()->reserve(2 * t.heights.size());
  for (const std::int16_t h : t.heights) append(*out.mutable_heights(), h);
  out.set_surfaces(std::string(t.surfaces.begin(), t.surfaces.end()));
  out.set_looseness(std::string(t.looseness.begin(), t.looseness.end()));
}

wire::Role to_wire(Role role) {
  switch (role) {
    case Role::watch:
      return wire::WATCH;
    case Role::operate:
      return wire::OPERATE;
    case Role::instruct:
      return wire::INSTRUCT;
  }
  return wire::WATCH;
}

/// What a Hello asks for; unknown roles of later versions ask for nothing in particular.
std::optional<Role> role_of(const wire::Hello& hello) {
  if (hello.observer()) return Role::watch;
  switch (hello.role()) {
    case wire::WATCH:
      return Role::watch;
    case wire::OPERATE:
      return Role::operate;
    case wire::INSTRUCT:
      return Role::instruct;
    default:
      return std::nullopt;
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
    case wire::Command::EDIT_GROUND:
      return frames::Command{Kind::edit_ground, 0.0, c.text()};
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
  for (const auto& b : scene.bodies) fill(b, *out.add_bodies());
  for (const auto& l : scene.links) fill(l, *out.add_links());
  for (const auto& c : scene.cameras) {
    auto* camera = out.add_cameras();
    camera->set_name(c.name);
    camera->set_body(c.body);
    add_all(camera->mutable_position(), c.position);
    add_all(camera->mutable_direction(), c.direction);
    camera->set_field_of_view(c.field_of_view);
  }
  for (const auto& m : scene.mirrors) fill(m, *out.add_mirrors());
  for (const auto& s : scene.sounds) fill(s, *out.add_sounds());
  for (const auto& i : scene.instruments) fill(i, *out.add_instruments());
  for (const auto& c : scene.controls) fill(c, *out.add_controls());
  for (const auto& c : scene.channels) {
    auto* channel = out.add_channels();
    channel->set_name(c.name);
    channel->set_unit(c.unit);
    channel->set_label(c.label);
    channel->set_shown_unit(c.shown_unit);
    channel->set_for_operators(c.for_operators);
    channel->set_shown_scale(c.shown_scale);
    channel->set_decimals(c.decimals);
    channel->set_group(c.group);
    channel->set_group_label(c.group_label);
  }
  if (scene.tilt.limit > 0.0f) {
    out.mutable_tilt()->set_body(scene.tilt.body);
    out.mutable_tilt()->set_warning(scene.tilt.warning);
    out.mutable_tilt()->set_limit(scene.tilt.limit);
  }
  fill(scene.ground, *out.mutable_ground());
  for (const auto& c : scene.containers) fill(c, *out.add_containers());
  out.set_task_title(scene.task_title);
  out.set_briefing(scene.briefing);
  return message.SerializeAsString();
}

std::string encode(const frames::Frame& frame, std::uint32_t operators, std::uint32_t locked_aids) {
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
  out.set_locked_aids(locked_aids);
  if (frame.history.last > frame.history.first) {
    out.mutable_history()->set_first(frame.history.first);
    out.mutable_history()->set_last(frame.history.last);
  }
  out.set_tilt(static_cast<wire::Tilt>(frame.tilt));
  out.mutable_bodies()->Add(frame.bodies.begin(), frame.bodies.end());
  out.set_bodies_version(frame.bodies_version);
  for (const auto& l : frame.loads) fill(l, *out.add_loads());
  fill_falling(frame.falling, out);
  if (frame.task.shown) {
    wire::Task& task = *out.mutable_task();
    task.set_ended(frame.task.ended);
    task.set_completion(frame.task.completion);
    task.set_left(frame.task.left);
    task.set_points(frame.task.points);
    task.set_goal(frame.task.goal);
  }
  return message.SerializeAsString();
}

std::string encode(const frames::Notice& notice) {
  wire::ServerMessage message;
  wire::Notice& out = *message.mutable_notice();
  out.set_level(static_cast<wire::Notice::Level>(notice.level));
  out.set_time(notice.time);
  out.set_text(notice.text);
  out.set_kind(notice.kind);
  if (notice.place)
    for (const double v : *notice.place) out.add_place(static_cast<float>(v));
  for (const frames::Notice::Part& part : notice.parts) out.add_parts(part.name);
  out.set_strength(notice.value);
  return message.SerializeAsString();
}

std::string encode(const Welcome& welcome) {
  wire::ServerMessage message;
  message.mutable_welcome()->set_role(to_wire(welcome.role));
  message.mutable_welcome()->set_reason(welcome.reason);
  message.mutable_welcome()->set_highest(to_wire(welcome.highest));
  return message.SerializeAsString();
}

std::string encode_change(const frames::StreamKey& key, std::uint64_t version,
                          const frames::StreamValue* value) {
  wire::Changes changes;
  wire::Change& out = *changes.add_items();
  out.set_kind(static_cast<wire::Change::Kind>(key.kind));
  out.set_key(key.id);
  out.set_version(version);
  if (value == nullptr) {
    out.set_removed(true);
  } else if (const auto* body = std::get_if<frames::SceneBody>(value)) {
    fill(*body, *out.mutable_body());
  } else if (const auto* tile = std::get_if<frames::GroundTile>(value)) {
    fill(*tile, *out.mutable_tile());
  } else if (const auto* payload = std::get_if<frames::Payload>(value)) {
    out.mutable_payload()->set_name(payload->name);
    out.mutable_payload()->set_bytes(payload->bytes);
  }
  return changes.SerializeAsString();
}

std::string encode_changes(std::string_view items, std::uint32_t waiting) {
  // Messages one after the other are one message with the items of all, so that an item is encoded once
  // for all viewers.
  wire::Changes rest;
  rest.set_waiting(waiting);
  const std::string end = rest.SerializeAsString();
  std::string out;
  out.reserve(items.size() + end.size() + 8);
  out.push_back(static_cast<char>(wire::ServerMessage::kChangesFieldNumber << 3 | 2));
  for (std::size_t size = items.size() + end.size();; size >>= 7) {
    const auto low = static_cast<unsigned char>(size & 0x7f);
    out.push_back(static_cast<char>(size > 0x7f ? low | 0x80 : low));
    if (size <= 0x7f) break;
  }
  out += items;
  out += end;
  return out;
}

Decoded decode_client_message(std::string_view bytes) {
  wire::ClientMessage message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return {std::nullopt, "the bytes are no ClientMessage"};
  switch (message.body_case()) {
    case wire::ClientMessage::kHello: {
      const wire::Hello& h = message.hello();
      if (h.token().size() > kMaxTokenBytes)
        return {std::nullopt, fmt::format("a token has at most {} bytes", kMaxTokenBytes)};
      return {Hello{h.protocol(), h.frame_rate(), role_of(h), h.token()}, {}};
    }
    case wire::ClientMessage::kOperate: {
      const auto& values = message.operate().values();
      return {Operate{{values.begin(), values.end()}}, {}};
    }
    case wire::ClientMessage::kCommand: {
      if (message.command().kind() == wire::Command::LOCK_AIDS) {
        const double bits = message.command().value();
        if (!(bits >= 0.0) || bits > kMostAids || bits != std::floor(bits))
          return {std::nullopt, fmt::format("locked aids are bits from 0 to {}", kMostAids)};
        return {LockAids{static_cast<std::uint32_t>(bits)}, {}};
      }
      const auto command = command_of(message.command());
      if (!command)
        return {std::nullopt,
                fmt::format("unknown command {}", static_cast<int>(message.command().kind()))};
      if (command->text.size() > frames::CommandQueue::kMaxEditText)
        return {std::nullopt, fmt::format("the text of a command has at most {} bytes",
                                          frames::CommandQueue::kMaxEditText)};
      if (command->text.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos)
        return {std::nullopt, "the text of a command is one line"};
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
