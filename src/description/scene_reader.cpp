#include "description/scene_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "description/format_text.h"
#include "description/include.h"
#include "description/machine_section.h"
#include "description/number_rows.h"
#include "description/part_kinds.h"
#include "description/schema.h"
#include "description/sections.h"
#include "description/tree_edit.h"
#include "description/yaml_source.h"

namespace outrigger::description {

namespace {

constexpr int kMostObjects = 100000;

struct SceneText {
  int version = 0;
  std::optional<std::string> name, title;
  std::string site;
  double step = 0.0;
  Section machines, objects, slings;
};

const ObjectSchema<SceneText>& scene_schema() {
  using T = SceneText;
  static const ObjectSchema<T> schema{
      "scene",
      "The keys at the top of a scene file.",
      {
          field<T>("outrigger_scene", &T::version, {}, "version of the format, 1").required(),
          field<T>("name", &T::name, {}, "short name").default_is("the file's name"),
          field<T>("title", &T::title, {}, "one line for people"),
          field<T>("site", &T::site, {}, "site file, or name of a bundled site")
              .default_is("level ground"),
          field<T>("step", &T::step, {"s", between(0, 0.1)}, "of all machines")
              .default_is("that of the command"),
          field<T>("machines", &T::machines, {}, "who is there; the first is the operator's")
              .type_is("map: name to " + link_to("machines"))
              .required(),
          field<T>("objects", &T::objects, {}, "what stands around")
              .type_is("map: name to " + link_to("objects")),
          field<T>("slings", &T::slings, {}, "on machines, to lift objects by their eyes")
              .type_is("map: name to " + link_to("slings")),
      }};
  return schema;
}

const ObjectSchema<SceneMachine>& machine_entry_schema() {
  using T = SceneMachine;
  static const ObjectSchema<T> schema{
      "machines",
      "A machine on the site. In the world its parts, inputs and sensors are named `name/part`.",
      {
          field<T>("file", &T::file, {}, "machine file, or name of a bundled machine").required(),
          field<T>("variants", &T::variants, {}, "of the file")
              .default_is("those the file gives an operator"),
          field<T>("plain", &T::plain, {}, "the file without any variant"),
          field<T>("start", &T::start, {}, "a start of the site")
              .default_is("`position`, else the first start"),
          field<T>("position", &T::position, {"m"}, "x, y, and height above the ground"),
          field<T>("heading", &T::heading, {"rad"}, "with `position`: of its x axis, from x to y")
              .or_degrees(),
      }};
  return schema;
}

struct ObjectsText : SceneObjects {
  std::optional<RowsOf2> given_path;
};

const ObjectSchema<ObjectsText>& objects_schema() {
  using T = ObjectsText;
  static const ObjectSchema<T> schema{
      "objects",
      "An object, or rows of them (their names get -1, -2, ...). Its kind is a machine file with "
      "one "
      "free body that has shapes; its origin is put on the ground.",
      {
          field<T>("kind", &T::kind, {}, "file, or name of a bundled object").required(),
          field<T>("position", &T::position, {"m"},
                   "of the first: x, y, and height above the ground")
              .required(),
          field<T>("heading", &T::heading, {"rad"}, "of its x axis, from x to y").or_degrees(),
          field<T>(
              "state", &T::state, {},
              "`resting`: computed while something is near; `movable`: from the start until it "
              "lies still; `fixed`: never moves; `walking`: a person that goes along `path` and "
              "back, "
              "stands while a machine is near, and must not be hit")
              .type_is("`resting`, `movable`, `fixed` or `walking`")
              .default_is("resting"),
          field<T>("count", &T::count, {"", between(1, kMostObjects)}, "in a row"),
          field<T>("step", &T::step, {"m"}, "from one to the next"),
          field<T>("rows", &T::rows, {"", between(1, kMostObjects)}, "of so many"),
          field<T>("row_step", &T::row_step, {"m"}, "from row to row"),
          field<T>("path", &T::given_path, {"m"}, "`walking`: x, y of the corners after `position`")
              .default_is("none"),
          field<T>("speed", &T::speed, {"m/s", between(0.05, 5)}, "`walking`"),
      }};
  return schema;
}

const ObjectSchema<SceneSling>& sling_schema() {
  using T = SceneSling;
  static const ObjectSchema<T> schema{
      "slings",
      "A sling that hangs on a body of a machine. The machine gets a choice of its name, `off` and "
      "`on`: while it is on, the sling is fastened to the nearest eye of an object within its "
      "length (a point of the object's body whose name begins with `eye`); off lets go. It pulls "
      "and never pushes.",
      {
          field<T>("on", &T::on, {}, "`machine/body` that it hangs on").required(),
          field<T>("at", &T::at, {"m"}, "where, in the frame of that body"),
          field<T>("length", &T::length, {"m", above(0)}, "without load"),
          field<T>("stiffness", &T::stiffness, {"N/m", above(0)}, "of the whole sling"),
          field<T>("damping", &T::damping, {"s/m", at_least(0)}, "of stretching, while it pulls"),
          field<T>("key", &T::key, {}, "of a keyboard, such as KeyU").default_is("none"),
      }};
  return schema;
}

void read_machines(Reading& r, const Node& section, Scene& scene) {
  read_named(r, section, machine_entry_schema(),
             [&](SceneMachine& m, const Node& node, const ObjectKeys&) {
               if (m.position && !m.start.empty())
                 r.problem_at(node, "start", "excludes the key 'position'");
               scene.machines.push_back(std::move(m));
             });
}

void read_path(Reading& r, const SceneObjects& o, const Node& node) {
  const bool walks = o.state == "walking";
  if (walks == o.path.empty())
    r.problem_at(node, walks ? "state" : "path",
                 walks ? "a walking object needs a 'path'" : "is for objects that are walking");
  for (const auto& [x, y] : o.path)
    if (!(std::abs(x) <= 1e5 && std::abs(y) <= 1e5))
      r.problem_at(node, "path", "its corners must be within ±100 km");
}

void read_objects(Reading& r, const Node& section, Scene& scene) {
  long long total = 0;
  read_named(
      r, section, objects_schema(), [&](ObjectsText& o, const Node& node, const ObjectKeys&) {
        if (o.state != "resting" && o.state != "movable" && o.state != "fixed" &&
            o.state != "walking")
          r.problem_at(node, "state",
                       fmt::format("{} is not allowed: must be resting, movable, fixed or walking",
                                   in_quotes(o.state)));
        if (o.given_path) o.path = o.given_path->rows;
        read_path(r, o, node);
        if (o.count > 1 && o.step.isZero(0.0))
          r.problem_at(node, "count", "objects of a row need a 'step' from one to the next");
        if (o.rows > 1 && o.row_step.isZero(0.0))
          r.problem_at(node, "rows", "rows need a 'row_step' from one to the next");
        total += static_cast<long long>(o.count) * o.rows;
        if (total > kMostObjects)
          r.problem(node, fmt::format("more than {} objects in all", kMostObjects));
        scene.objects.push_back(std::move(o));
      });
}

void read_slings(Reading& r, const Node& section, Scene& scene) {
  read_named(r, section, sling_schema(), [&](SceneSling& s, const Node& node, const ObjectKeys&) {
    const std::string machine = s.on.substr(0, s.on.find('/'));
    if (machine.size() == s.on.size() ||
        std::none_of(scene.machines.begin(), scene.machines.end(),
                     [&](const SceneMachine& m) { return m.name == machine; }))
      r.problem_at(node, "on",
                   fmt::format("{} is not allowed: must be MACHINE/BODY of a machine of this "
                               "scene",
                               in_quotes(s.on)));
    scene.slings.push_back(std::move(s));
  });
}

Scene read_scene(const std::string& text, const std::string& name) {
  Diagnostics diagnostics;
  Reading r(name, diagnostics);
  Scene scene;
  try {
    Node root = parse_yaml(text);
    remove_duplicate_keys(r, root);
    for (const char* key : {"machines", "objects", "slings"})
      if (Node* section = root.find(key)) {
        const auto scope = r.enter(key);
        make_map_of_names(r, *section);
      }
    SceneText top;
    const bool is_map = read_object(r, root, scene_schema(), top).is_map;
    if (root.find("outrigger_scene") != nullptr && top.version != kFormatVersion)
      r.problem_at(root, "outrigger_scene",
                   fmt::format("version {} is not known: this program reads version {}",
                               top.version, kFormatVersion));
    scene.name = top.name.value_or(std::filesystem::path(name).stem().string());
    scene.title = top.title.value_or("");
    scene.site = top.site;
    scene.step = top.step;
    const auto read = [&](const char* key, const Section& section, auto reader) {
      if (section.node == nullptr) return;
      const auto scope = r.enter(key);
      reader(r, *section.node, scene);
    };
    read("machines", top.machines, read_machines);
    read("objects", top.objects, read_objects);
    read("slings", top.slings, read_slings);
    if (!scene.slings.empty() && scene.objects.empty())
      r.problem_at(root, "slings", "slings need 'objects' that they can be fastened to");
    if (is_map && top.machines.node != nullptr && top.machines.node->items.empty())
      r.problem_at(root, "machines", "a scene needs at least one machine");
  } catch (const SourceError& e) {
    r.problem(e.line, e.what());
  }
  diagnostics.throw_if_any();
  return scene;
}

std::string place_of(const Location& where) { return fmt::format("{}:{}", where.file, where.line); }

/// Calls load(name, given, is_object, variants, plain, where) for every machine and every kind.
template <class Load>
void load_all(Scene& scene, const Load& load) {
  for (SceneMachine& m : scene.machines) m.machine = load(m.name, m.file, false, m);
  for (const SceneObjects& o : scene.objects) {
    if (std::any_of(scene.kinds.begin(), scene.kinds.end(),
                    [&](const SceneKind& k) { return k.name == o.kind; }))
      continue;
    SceneMachine entry;
    entry.where = o.where;
    entry.plain = true;
    scene.kinds.push_back({o.kind, load("object:" + o.kind, o.kind, true, entry)});
  }
}

template <class T>
void add_once(std::vector<T>& all, const T& thing) {
  if (std::none_of(all.begin(), all.end(), [&](const T& t) { return t.name == thing.name; }))
    all.push_back(thing);
}

/// Whether two machines say different things of a material.
bool differs(const Material& a, const Material& b) {
  return a.young != b.young || a.poisson != b.poisson || a.restitution != b.restitution;
}

/// Names of materials as they were before the prefix, where nobody says otherwise.
void share_materials(Machine& m, const std::string& prefix, const Machine& all) {
  std::set<std::string> own;
  for (const Material& material : m.materials) {
    const std::string plain = material.name.substr(prefix.size());
    const auto known = std::find_if(all.materials.begin(), all.materials.end(),
                                    [&](const Material& k) { return k.name == plain; });
    if (known != all.materials.end() && differs(*known, material)) own.insert(plain);
  }
  const auto share = [&](std::string& name) {
    if (name.starts_with(prefix) && !own.contains(name.substr(prefix.size())))
      name.erase(0, prefix.size());
  };
  for (Material& material : m.materials) share(material.name);
  for (FrictionPair& f : m.friction) share(f.material_a), share(f.material_b);
  for (ContactLaw& l : m.contact_laws) share(l.material_a), share(l.material_b);
  for (ContactSphere& s : m.spheres) share(s.material);
  for (ContactShape& s : m.shapes) {
    share(s.material);
    for (auto& [in_file, material] : s.face_materials) share(material);
  }
}

template <class T>
bool same_pair(const T& a, const T& b) {
  return (a.material_a == b.material_a && a.material_b == b.material_b) ||
         (a.material_a == b.material_b && a.material_b == b.material_a);
}

/// Rules with the ground keep their meaning: it has no prefix.
void keep_ground_groups(Machine& m, const std::string& prefix) {
  for (ContactPair& p : m.contact_pairs)
    for (std::string* group : {&p.group_a, &p.group_b})
      if (*group == prefix + kGround) *group = kGround;
}

}  // namespace

bool is_scene(std::string_view text) {
  try {
    const Node root = parse_yaml(text);
    return root.is_map() && root.find("outrigger_scene") != nullptr;
  } catch (const SourceError&) {
    return false;
  }
}

Scene read_scene_text(std::string_view text, const std::string& name, const SceneFiles& files) {
  Scene scene = read_scene(std::string(text), name);
  if (files.files_read != nullptr)
    files.files_read->push_back(
        {std::filesystem::path(name).filename().string(), std::string(text)});
  load_all(scene, [&](const std::string& entry, const std::string& given, bool is_object,
                      SceneMachine& m) {
    std::string path;
    try {
      path = is_object ? files.object_path(given) : files.machine_path(given);
    } catch (const Error& e) {
      throw Error(fmt::format("{}: {}", place_of(m.where), e.what()));
    }
    ReadOptions read;
    read.allow_outside = files.allow_outside;
    if (m.variants.empty() && !m.plain) m.variants = read_machine_file(path, read).seat.variants;
    read.variants = m.variants;
    std::vector<SourceFile> sources;
    read.files_read = &sources;
    Machine machine = read_machine_file(path, read);
    if (files.files_read != nullptr)
      for (SourceFile& f : sources)
        files.files_read->push_back({entry + "/" + f.path, std::move(f.text)});
    return machine;
  });
  return scene;
}

Scene read_scene_sources(const std::vector<SourceFile>& files, bool allow_outside) {
  if (files.empty()) throw Error("there is no scene file to read");
  Scene scene = read_scene(files.front().text, files.front().path);
  load_all(scene, [&](const std::string& entry, const std::string&, bool, SceneMachine& m) {
    std::vector<SourceFile> own;
    for (const SourceFile& f : files)
      if (f.path.starts_with(entry + "/")) own.push_back({f.path.substr(entry.size() + 1), f.text});
    if (own.empty()) throw Error(fmt::format("the recording has no files of '{}'", entry));
    ReadOptions read;
    read.allow_outside = allow_outside;
    if (m.variants.empty() && !m.plain) m.variants = read_machine_sources(own, read).seat.variants;
    read.variants = m.variants;
    return read_machine_sources(own, read);
  });
  return scene;
}

std::string scene_format_markdown() {
  std::string text =
      "# Scene files\n\nA scene puts machines and objects on a site: `outrigger seat SCENE`, "
      "`outrigger run SCENE`. This page is made by `outrigger format --scene` from the definitions "
      "that drive the reader. See scenes/ for examples.\n\n";
  text += object_text(scene_schema().document(), 2);
  text += object_text(machine_entry_schema().document(), 2);
  text += object_text(objects_schema().document(), 2);
  text += object_text(sling_schema().document(), 2);
  return text;
}

std::string scene_text(const Scene& scene) {
  std::string text = "outrigger_scene: 1\n";
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", key, value_text(value));
  };
  add("name", scene.name), add("title", scene.title), add("site", scene.site);
  if (scene.step > 0.0) text += fmt::format("step: {}\n", value_text(scene.step));
  text += "machines:\n";
  for (const SceneMachine& m : scene.machines)
    text += fmt::format("  {}: {}\n", m.name, flow_text(write_object(machine_entry_schema(), m)));
  if (!scene.objects.empty()) text += "objects:\n";
  for (const SceneObjects& o : scene.objects) {
    ObjectsText written;
    static_cast<SceneObjects&>(written) = o;
    if (!o.path.empty()) written.given_path = RowsOf2{o.path};
    text += fmt::format("  {}: {}\n", o.name, flow_text(write_object(objects_schema(), written)));
  }
  if (!scene.slings.empty()) text += "slings:\n";
  for (const SceneSling& s : scene.slings)
    text += fmt::format("  {}: {}\n", s.name, flow_text(write_object(sling_schema(), s)));
  return text;
}

void place_in_scene(const SceneMachine& entry, const Vec3& position, double heading, Machine& all) {
  Machine m = entry.machine;
  Inclusion inclusion;
  inclusion.prefix = entry.name + "/";
  inclusion.pose.position = position;
  inclusion.pose.rotation = Eigen::AngleAxisd(heading, Vec3::UnitZ()).toRotationMatrix();
  inclusion.world_pose = inclusion.pose;
  const std::vector<std::string> problems = place_sub_machine(m, inclusion);
  if (!problems.empty())
    throw Error(fmt::format("{}: machine '{}' cannot be placed: {}", place_of(entry.where),
                            entry.name, fmt::join(problems, "; ")));
  share_materials(m, inclusion.prefix, all);
  keep_ground_groups(m, inclusion.prefix);
  for (Camera& c : m.cameras)
    if (c.body.empty()) c.body = kGround;
  // Of what all share, each thing once; a pair that two machines give has the law of the first.
  for (const Material& material : m.materials) add_once(all.materials, material);
  for (const FrictionPair& f : m.friction)
    if (std::none_of(all.friction.begin(), all.friction.end(),
                     [&](const FrictionPair& g) { return same_pair(f, g); }))
      all.friction.push_back(f);
  for (const ContactLaw& l : m.contact_laws)
    if (std::none_of(all.contact_laws.begin(), all.contact_laws.end(),
                     [&](const ContactLaw& k) { return same_pair(l, k); }))
      all.contact_laws.push_back(l);
  m.materials.clear(), m.friction.clear(), m.contact_laws.clear();
  for_each_part_kind([&](const auto& kind) {
    auto& list = all.*kind.list;
    auto& own = m.*kind.list;
    list.insert(list.end(), own.begin(), own.end());
  });
}

}  // namespace outrigger::description
