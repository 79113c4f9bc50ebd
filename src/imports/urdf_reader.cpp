#include "imports/urdf_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/error.h"
#include "description/description.h"
#include "description/limits.h"
#include "description/text.h"
#include "imports/xml_values.h"
#include "math/elementary.h"

namespace outrigger::imports {
namespace {

using description::in_quotes;
using tinyxml2::XMLElement;

/// Roll, pitch and yaw about the fixed axes x, y, z, in this order: R = Rz(yaw) Ry(pitch) Rx(roll).
Mat3 rotation_of_rpy(const Vec3& rpy) {
  const auto [sr, cr] = elementary::sincos(rpy.x());
  const auto [sp, cp] = elementary::sincos(rpy.y());
  const auto [sy, cy] = elementary::sincos(rpy.z());
  Mat3 r;
  r << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
      sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,   //
      -sp, cp * sr, cp * cr;
  return r;
}

/// Makes names that machine files allow, the same for a thing and all that refer to it.
std::string clean_name(std::string name) {
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7F || c == '.' || c == '/') c = '_';
  }
  return name;
}

std::string clean_link_name(std::string name) {
  name = clean_name(std::move(name));
  return name == description::kGround ? name + "_link" : name;
}

class Reader {
 public:
  explicit Reader(Findings& findings) : findings_(findings) {}

  UrdfRobot robot(const XMLElement& root);

 private:
  void check_name(const XMLElement& at, const std::string& path, const std::string& written,
                  const std::string& name, std::map<std::string, int>& known);
  UrdfLink link(const XMLElement& at);
  UrdfInertial inertial(XmlValues& values, const XMLElement& at);
  std::optional<UrdfShape> shape(XmlValues& values, const XMLElement& at);
  std::optional<UrdfGeometry> geometry(XmlValues& values, const XMLElement& shape);
  std::optional<UrdfColour> colour(XmlValues& values, const XMLElement& material);
  UrdfJoint joint(const XMLElement& at);
  UrdfLimit limit(XmlValues& values, const XMLElement& at);
  std::optional<UrdfJoint::Type> joint_type(XmlValues& values, const XMLElement& at);
  Pose origin(XmlValues& values, const XMLElement& parent);
  void refuse_macros(const XMLElement& root);

  Findings& findings_;
  std::map<std::string, int> link_lines_, joint_lines_;
};

void Reader::check_name(const XMLElement& at, const std::string& path, const std::string& written,
                        const std::string& name, std::map<std::string, int>& known) {
  if (written.empty()) return;  // reported already
  const int line = at.GetLineNum();
  if (name != written)
    findings_.note(line, fmt::format("{} is called {} in the machine file", path, in_quotes(name)));
  const std::string why = description::why_not_a_name(name);
  if (!why.empty()) findings_.error(line, path, "the name " + why);
  const auto [first, is_new] = known.emplace(name, line);
  if (!is_new)
    findings_.error(line, path, fmt::format("there is one of this name in line {}", first->second));
}

Pose Reader::origin(XmlValues& values, const XMLElement& parent) {
  const XMLElement* at = values.child(parent, "origin");
  if (at == nullptr) return {};
  values.note_unknown_attributes(*at, {"xyz", "rpy"});
  const Vec3 rpy = values.vector(*at, "rpy", Vec3(Vec3::Zero()));
  return {values.vector(*at, "xyz", Vec3(Vec3::Zero())),
          rpy.isZero(0.0) ? Mat3(Mat3::Identity()) : rotation_of_rpy(rpy)};
}

UrdfInertial Reader::inertial(XmlValues& values, const XMLElement& at) {
  UrdfInertial result;
  result.line = at.GetLineNum();
  result.frame = origin(values, at);
  if (const XMLElement* mass = values.child(at, "mass")) {
    result.mass = values.not_negative(*mass, "value", 0.0);
    if (mass->Attribute("value") == nullptr)
      values.error(*mass, "<mass> needs the attribute 'value'");
    values.note_unknown_attributes(*mass, {"value"});
  } else {
    values.error(at, "<inertial> needs <mass value=\"...\"/>");
  }
  if (const XMLElement* i = values.child(at, "inertia")) {
    const double xy = values.number(*i, "ixy", 0.0), xz = values.number(*i, "ixz", 0.0),
                 yz = values.number(*i, "iyz", 0.0);
    result.tensor << values.number(*i, "ixx"), xy, xz,  //
        xy, values.number(*i, "iyy"), yz,               //
        xz, yz, values.number(*i, "izz");
    values.note_unknown_attributes(*i, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  } else {
    values.error(at, "<inertial> needs <inertia ixx=\"...\" iyy=\"...\" izz=\"...\"/>");
  }
  values.note_unknown_children(at, {"origin", "mass", "inertia"});
  return result;
}

std::optional<UrdfGeometry> Reader::geometry(XmlValues& values, const XMLElement& shape) {
  const XMLElement* holder = values.child(shape, "geometry");
  const XMLElement* at = holder ? holder->FirstChildElement() : nullptr;
  if (at == nullptr) {
    values.note(shape, fmt::format("<{}> without a shape is left out", shape.Name()));
    return {};
  }
  UrdfGeometry g;
  g.line = at->GetLineNum();
  const std::string_view kind = at->Name();
  // Placeholders of size zero are common; they touch nothing and show nothing.
  const auto has_size = [&](const char* attribute, double least) {
    if (least > 0.0) return true;
    const char* written = at->Attribute(attribute);
    values.note(*at, fmt::format("<{}> of <{}> is left out: {}={} is no size", kind, shape.Name(),
                                 attribute, in_quotes(written ? written : "")));
    return false;
  };
  if (kind == "box") {
    g.kind = UrdfGeometry::Kind::box;
    g.size = values.vector(*at, "size", {});
    values.note_unknown_attributes(*at, {"size"});
    if (!has_size("size", g.size.minCoeff())) return {};
  } else if (kind == "cylinder" || kind == "capsule") {
    g.kind = kind == "cylinder" ? UrdfGeometry::Kind::cylinder : UrdfGeometry::Kind::capsule;
    g.radius = values.number(*at, "radius");
    g.length = values.number(*at, "length");
    values.note_unknown_attributes(*at, {"radius", "length"});
    if (!has_size("radius", g.radius) || !has_size("length", g.length)) return {};
  } else if (kind == "sphere") {
    g.kind = UrdfGeometry::Kind::sphere;
    g.radius = values.number(*at, "radius");
    values.note_unknown_attributes(*at, {"radius"});
    if (!has_size("radius", g.radius)) return {};
  } else if (kind == "mesh") {
    g.kind = UrdfGeometry::Kind::mesh;
    g.file = values.text(*at, "filename");
    g.scale = values.vector(*at, "scale", Vec3(Vec3::Ones()));
    values.note_unknown_attributes(*at, {"filename", "scale"});
    if (!has_size("scale", g.scale.cwiseAbs().minCoeff())) return {};
  } else {
    values.note(*at, fmt::format("the shape <{}> is left out: known are box, cylinder, sphere, "
                                 "capsule and mesh",
                                 kind));
    return {};
  }
  return g;
}

std::optional<UrdfColour> Reader::colour(XmlValues& values, const XMLElement& material) {
  if (const XMLElement* texture = values.child(material, "texture"))
    values.note(*texture, "<texture> is left out: shapes have one colour");
  const XMLElement* at = values.child(material, "color");
  if (at == nullptr) return {};
  const auto rgba = values.four_numbers(*at, "rgba");
  if (!rgba) {
    values.error(*at, "<color> needs the attribute 'rgba'");
    return {};
  }
  const Vec4 limited = rgba->cwiseMax(0.0).cwiseMin(1.0);
  if (limited != *rgba) values.note(*at, "colours are limited to 0 .. 1");
  return UrdfColour{limited.head<3>(), limited[3]};
}

std::optional<UrdfShape> Reader::shape(XmlValues& values, const XMLElement& at) {
  UrdfShape result;
  result.line = at.GetLineNum();
  result.frame = origin(values, at);
  const auto g = geometry(values, at);
  if (const XMLElement* material = values.child(at, "material")) {
    if (const char* name = material->Attribute("name")) result.material = name;
    result.colour = colour(values, *material);
  }
  values.note_unknown_children(at, {"origin", "geometry", "material"});
  if (!g) return {};
  result.geometry = *g;
  return result;
}

UrdfLink Reader::link(const XMLElement& at) {
  UrdfLink result;
  XmlValues unnamed(findings_, "");
  const std::string written = unnamed.text(at, "name");
  result.name = clean_link_name(written);
  result.line = at.GetLineNum();
  const std::string path = "link " + in_quotes(written);
  check_name(at, path, written, result.name, link_lines_);
  XmlValues values(findings_, path);
  if (const XMLElement* i = values.child(at, "inertial")) result.inertial = inertial(values, *i);
  for (const XMLElement* e = at.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string_view kind = e->Name();
    if (kind != "visual" && kind != "collision") continue;
    if (const auto s = shape(values, *e))
      (kind == "visual" ? result.visuals : result.collisions).push_back(*s);
  }
  values.note_unknown_children(at, {"inertial", "visual", "collision"});
  return result;
}

std::optional<UrdfJoint::Type> Reader::joint_type(XmlValues& values, const XMLElement& at) {
  using Type = UrdfJoint::Type;
  static const std::map<std::string, Type> types{
      {"revolute", Type::revolute},   {"continuous", Type::continuous},
      {"prismatic", Type::prismatic}, {"fixed", Type::fixed},
      {"floating", Type::floating},   {"planar", Type::planar},
      {"spherical", Type::spherical}};
  const std::string word = values.text(at, "type");
  if (const auto found = types.find(word); found != types.end()) return found->second;
  if (!word.empty()) {
    std::vector<std::string_view> allowed;
    for (const auto& [name, type] : types) allowed.push_back(name);
    values.error(at, description::unknown_choice_text("joint type", word, allowed));
  }
  return {};
}

UrdfLimit Reader::limit(XmlValues& values, const XMLElement& at) {
  UrdfLimit result{at.GetLineNum(), values.number(at, "lower", 0.0),
                   values.number(at, "upper", 0.0), values.number(at, "effort", 0.0),
                   values.number(at, "velocity", 0.0)};
  values.note_unknown_attributes(at, {"lower", "upper", "effort", "velocity"});
  // Writers of -1 and of reversed limits mean that there is none.
  for (auto [name, value] : {std::pair{"effort", &result.effort}, {"velocity", &result.velocity}}) {
    if (*value >= 0.0) continue;
    values.note(at,
                fmt::format("{}={:g} of <limit> is negative: taken as not given", name, *value));
    *value = 0.0;
  }
  if (result.lower > result.upper) {
    values.note(at, fmt::format("lower={:g} exceeds upper={:g}: taken as no limit", result.lower,
                                result.upper));
    result.lower = result.upper = 0.0;
    result.reversed = true;
  }
  return result;
}

UrdfJoint Reader::joint(const XMLElement& at) {
  UrdfJoint result;
  XmlValues unnamed(findings_, "");
  const std::string written = unnamed.text(at, "name");
  result.name = clean_name(written);
  result.line = at.GetLineNum();
  const std::string path = "joint " + in_quotes(written);
  check_name(at, path, written, result.name, joint_lines_);
  XmlValues values(findings_, path);
  const std::optional<UrdfJoint::Type> type = joint_type(values, at);
  result.type = type.value_or(UrdfJoint::Type::fixed);
  result.origin = origin(values, at);
  const auto end = [&](const char* name) -> std::string {
    if (const XMLElement* e = values.child(at, name))
      return clean_link_name(values.text(*e, "link"));
    values.error(at, fmt::format("needs <{} link=\"...\"/>", name));
    return {};
  };
  result.parent = end("parent");
  result.child = end("child");
  if (const XMLElement* e = values.child(at, "axis")) {
    const Vec3 axis = values.vector(*e, "xyz", Vec3(Vec3::UnitX()));
    values.note_unknown_attributes(*e, {"xyz"});
    const bool uses_axis = result.has_value() || result.type == UrdfJoint::Type::planar;
    if (axis.norm() > 1e-9) {
      result.axis = axis.normalized();
    } else if (uses_axis) {
      values.error(*e, fmt::format("xyz={} of <axis> is not allowed: must not be zero",
                                   in_quotes(e->Attribute("xyz"))));
    }
  }
  if (const XMLElement* e = values.child(at, "limit")) {
    result.limit = limit(values, *e);
  }
  if (const XMLElement* e = values.child(at, "dynamics")) {
    result.damping = values.not_negative(*e, "damping", 0.0);
    result.friction = values.not_negative(*e, "friction", 0.0);
    values.note_unknown_attributes(*e, {"damping", "friction"});
    if (type && !result.has_value() && (result.damping > 0.0 || result.friction > 0.0))
      values.note(*e,
                  fmt::format("damping={:g} and friction={:g} are left out: the joint is {}, and "
                              "only revolute, continuous and prismatic joints have them",
                              result.damping, result.friction, values.text(at, "type")));
  }
  if (const XMLElement* e = values.child(at, "mimic")) {
    result.mimic =
        UrdfMimic{e->GetLineNum(), clean_name(values.text(*e, "joint")),
                  values.number(*e, "multiplier", 1.0), values.number(*e, "offset", 0.0)};
    values.note_unknown_attributes(*e, {"joint", "multiplier", "offset"});
  }
  values.note_unknown_children(at,
                               {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  return result;
}

/// A file of macros must be expanded. A call that an expansion left behind, because nobody defined the
/// macro, says nothing that could be used, and is left out like other strangers.
void Reader::refuse_macros(const XMLElement& root) {
  static constexpr std::array kOfSources{"include", "macro", "property", "arg", "if", "unless"};
  for (const XMLElement* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string_view kind = e->Name();
    if (kind.substr(0, 6) != "xacro:" ||
        std::find(kOfSources.begin(), kOfSources.end(), kind.substr(6)) == kOfSources.end())
      continue;
    throw Error(
        fmt::format("{}:{}: <{}> is a macro of xacro; expand the file first: "
                    "xacro FILE > FILE.urdf",
                    findings_.file(), e->GetLineNum(), kind));
  }
}

UrdfRobot Reader::robot(const XMLElement& root) {
  refuse_macros(root);
  UrdfRobot result;
  XmlValues values(findings_, "");
  if (const char* name = root.Attribute("name")) result.name = clean_name(name);
  // Of several things of one name, which are errors, only the first goes on.
  std::set<std::string> links, joints;
  for (const XMLElement* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string_view kind = e->Name();
    if (kind == "link") {
      UrdfLink l = link(*e);
      if (links.insert(l.name).second) result.links.push_back(std::move(l));
    } else if (kind == "joint") {
      UrdfJoint j = joint(*e);
      if (joints.insert(j.name).second) result.joints.push_back(std::move(j));
    } else if (kind == "material") {
      XmlValues of_material(findings_, "material");
      const std::string name = of_material.text(*e, "name");
      result.materials.push_back({name, e->GetLineNum(), colour(of_material, *e)});
    }
  }
  values.note_unknown_children(root, {"link", "joint", "material"});
  return result;
}

/// The parser looks for each attribute among all before it: an element of many takes their square.
void check_attributes(std::string_view text, const std::string& file) {
  char quote = 0;
  bool in_tag = false;
  std::size_t attributes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (!in_tag) {
      if (c != '<') continue;
      // What has no attributes, and may hold anything.
      const std::string_view rest = text.substr(i);
      const std::string_view end = rest.starts_with("<!--")        ? "-->"
                                   : rest.starts_with("<![CDATA[") ? "]]>"
                                                                   : "";
      if (!end.empty()) {
        const std::size_t close = text.find(end, i + 4);
        if (close == std::string_view::npos) return;
        i = close + end.size() - 1;
        continue;
      }
      in_tag = true;
      attributes = 0;
    } else if (c == '>') {
      in_tag = false;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '=' && ++attributes > kMaxXmlAttributes) {
      throw Error(
          fmt::format("{}:{}: an element with more than {} attributes", file,
                      1 + std::count(text.begin(), text.begin() + static_cast<long>(i), '\n'),
                      kMaxXmlAttributes));
    }
  }
}

/// Refuses what the parser should not be asked to hold in memory.
void check_size(std::string_view text, const std::string& file) {
  if (text.size() > description::kMaxFileBytes)
    throw Error(fmt::format("{}: {} bytes; at most {} are allowed", file, text.size(),
                            description::kMaxFileBytes));
  const auto elements = static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
  if (elements > kMaxXmlElements)
    throw Error(
        fmt::format("{}: {} elements; at most {} are allowed", file, elements, kMaxXmlElements));
  if (const auto bad = description::find_invalid_utf8(text); bad != std::string_view::npos)
    throw Error(fmt::format(
        "{}:{}: byte {} is not UTF-8; save the file as UTF-8", file,
        1 + std::count(text.begin(), text.begin() + static_cast<long>(bad), '\n'), bad));
}

/// What is wrong with the XML and what to do, in words.
const char* problem_of(tinyxml2::XMLError error) {
  switch (error) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file is empty";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element that begins here is not closed by its own end tag, such as </link>; close "
             "elements in the order in which they were opened";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "a tag is not complete; it needs a name, attributes as name=\"value\", and '>' or "
             "'/>' at its end";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute is not written as name=\"value\", or stands twice in its element";
    case tinyxml2::XML_ERROR_PARSING_TEXT:
      return "text or a tag does not end; is a '<' or an end tag missing?";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "a comment does not end; close it with -->";
    case tinyxml2::XML_ERROR_PARSING_CDATA:
      return "a CDATA section does not end; close it with ]]>";
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return "the declaration <?xml ...?> does not end with ?> or does not stand at the beginning "
             "of the file";
    case tinyxml2::XML_ERROR_PARSING_UNKNOWN:
      return "a <!...> does not end with '>'";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deeply; is an end tag missing?";
    default:
      return "it cannot be read; check the file with an XML editor";
  }
}

/// Where the declaration begins, if comments stand before it; npos: it does not.
std::size_t late_declaration(std::string_view text) {
  std::size_t at = 0;
  bool late = false;
  for (;;) {
    at = std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF", at), text.size());
    if (text.substr(at, 4) != "<!--") break;
    const std::size_t end = text.find("-->", at + 4);
    if (end == std::string_view::npos) break;
    at = end + 3;
    late = true;
  }
  const bool found =
      late && text.substr(at, 5) == "<?xml" && text.find("?>", at) != std::string_view::npos;
  return found ? at : std::string_view::npos;
}

}  // namespace

UrdfRobot read_urdf(std::string_view text, Findings& findings) {
  check_size(text, findings.file());
  check_attributes(text, findings.file());
  // A declaration behind comments is common, harmless, and refused by the parser.
  std::string tidy;
  if (const std::size_t at = late_declaration(text); at != std::string_view::npos) {
    findings.note(
        1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')),
        "the declaration <?xml ...?> does not stand at the beginning of the file");
    tidy = text;
    for (std::size_t i = at; i < tidy.size() && tidy[i] != '>'; ++i) tidy[i] = ' ';
    tidy[tidy.find('>', at)] = ' ';
    text = tidy;
  }
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw Error(fmt::format("{}:{}: this is not well-formed XML: {}", findings.file(),
                            std::max(1, document.ErrorLineNum()), problem_of(document.ErrorID())));
  const XMLElement* root = document.RootElement();
  if (root == nullptr || std::string_view(root->Name()) != "robot")
    throw Error(fmt::format("{}:{}: a URDF file has the root element <robot>, this one has {}",
                            findings.file(), root ? root->GetLineNum() : 1,
                            root ? fmt::format("<{}>", root->Name()) : "none"));
  return Reader(findings).robot(*root);
}

}  // namespace outrigger::imports
