/// Contacts, tyres, power and looks: description/contact_*.h, ground_contact.h, power.h, display.h.
#include "bindings.h"
#include "fields.h"

namespace outrigger::description {

template <>
struct EnumWords<ContactShape::Kind> {
  static const auto& words() {
    using K = ContactShape::Kind;
    static constexpr std::array<EnumWord<K>, 9> table{{{"sphere", K::sphere},
                                                       {"box", K::box},
                                                       {"capsule", K::capsule},
                                                       {"cylinder", K::cylinder},
                                                       {"ellipsoid", K::ellipsoid},
                                                       {"torus", K::torus},
                                                       {"chain_link", K::chain_link},
                                                       {"plane", K::plane},
                                                       {"mesh", K::mesh}}};
    return table;
  }
};

}  // namespace outrigger::description

namespace outrigger::python {

using namespace description;

namespace {

void bind_materials(py::module_& m) {
  auto material = named_class<Material>(m, "Material", "Elastic constants of a solid.");
  material.def_readwrite("young", &Material::young, "E [Pa], > 0");
  material.def_readwrite("poisson", &Material::poisson, "0..0.5");
  material.def_readwrite("restitution", &Material::restitution, "of an impact on itself, 0..1");

  auto friction = named_class<FrictionPair>(m, "FrictionPair", "Dry friction of two materials.");
  friction.def_readwrite("material_a", &FrictionPair::material_a);
  friction.def_readwrite("material_b", &FrictionPair::material_b);
  friction.def_readwrite("static_coefficient", &FrictionPair::static_coefficient, ">= dynamic");
  friction.def_readwrite("dynamic_coefficient", &FrictionPair::dynamic_coefficient, ">= 0");

  auto law = named_class<ContactLaw>(m, "ContactLaw", "How two materials push on each other.");
  law.def_readwrite("material_a", &ContactLaw::material_a);
  law.def_readwrite("material_b", &ContactLaw::material_b);
  def_word(law, "normal", &ContactLaw::normal, "restitution, hertz, hunt_crossley, flores, ...");
  law.def_readwrite("stiffness", &ContactLaw::stiffness, "[N/m^exponent], or None: Hertz");
  law.def_readwrite("exponent", &ContactLaw::exponent, "1..3");
  law.def_readwrite("restitution", &ContactLaw::restitution, "0..1, or None: of the materials");
  law.def_readwrite("damping", &ContactLaw::damping, "kelvin_voigt [N s/m], ...");
  law.def_readwrite("ramp_depth", &ContactLaw::ramp_depth, "[m]");
  law.def_readwrite("radius", &ContactLaw::radius, "of corners and edges [m]; 0: by size");
  def_word(law, "friction", &ContactLaw::friction, "bristle or regularised");
  law.def_readwrite("viscous", &ContactLaw::viscous, "[N s/m] per contact point");
  law.def_readwrite("stribeck_speed", &ContactLaw::stribeck_speed, "[m/s]");
  law.def_readwrite("slip_speed", &ContactLaw::slip_speed, "[m/s]");
  law.def_readwrite("bristle_steps", &ContactLaw::bristle_steps);
  law.def_readwrite("exact_depth", &ContactLaw::exact_depth,
                    "points: depth and stiffness as found, in every step");
  law.def_readwrite("spin_radius", &ContactLaw::spin_radius, "spin up to friction times this [m]");
  law.def_readwrite("rolling_arm", &ContactLaw::rolling_arm, "rolling up to N times this [m]");
  def_word(law, "patch", &ContactLaw::patch, "of two meshes: foundation or plane");
  law.def_readwrite("layer_stiffness", &ContactLaw::layer_stiffness, "[N/m³], or None");
  law.def_readwrite("layer_damping", &ContactLaw::layer_damping, "[N s/m³], or None");
  law.def_readwrite("transition_depth", &ContactLaw::transition_depth, "[m]");
}

void bind_shapes(py::module_& m) {
  auto sphere = named_class<ContactSphere>(m, "ContactSphere", "Of a body, touching the ground.");
  sphere.def_readwrite("body", &ContactSphere::body);
  def_vector(sphere, "centre", &ContactSphere::centre, "in the body frame [m]");
  sphere.def_readwrite("radius", &ContactSphere::radius, "[m], > 0");
  sphere.def_readwrite("material", &ContactSphere::material);
  sphere.def_readwrite("group", &ContactSphere::group);

  auto shape = named_class<ContactShape>(m, "ContactShape", "A shape fixed in a body.");
  def_word(shape, "kind", &ContactShape::kind,
           "sphere, box, capsule, cylinder, ellipsoid, torus, chain_link, plane or mesh");
  shape.def_readwrite("body", &ContactShape::body, "may be 'ground'");
  shape.def_readwrite("pose", &ContactShape::pose, "of the shape in the body frame");
  def_vector(shape, "size", &ContactShape::size, "box: edges; ellipsoid: semi-axes [m]");
  shape.def_readwrite("radius", &ContactShape::radius, "[m]");
  shape.def_readwrite("length", &ContactShape::length, "[m]");
  shape.def_readwrite("tube", &ContactShape::tube, "torus, link: radius of the wire [m]");
  shape.def_readwrite("stud", &ContactShape::stud, "link: radius of the stud [m]; 0 = none");
  shape.def_readwrite("half", &ContactShape::half, "torus: the half with x >= 0");
  shape.def_readwrite("file", &ContactShape::file, "mesh");
  shape.def_readwrite("unit", &ContactShape::unit, "mesh: metres per unit of the file");
  def_word(shape, "up", &ContactShape::up, "mesh: axis of the file that points up");
  shape.def_readwrite("hull_faces", &ContactShape::hull_faces, "mesh: 0 = the mesh itself");
  shape.def_readwrite("material", &ContactShape::material);
  def_list(shape, "face_materials", &ContactShape::face_materials,
           "mesh: pairs (name in the file, material)");
  shape.def_readwrite("group", &ContactShape::group);

  auto pair = named_class<ContactPair>(m, "ContactPair", "Whether two groups may touch.");
  pair.def_readwrite("group_a", &ContactPair::group_a);
  pair.def_readwrite("group_b", &ContactPair::group_b);
  pair.def_readwrite("touch", &ContactPair::touch);
  auto group = named_class<BoundingGroup>(m, "BoundingGroup", "Parts searched together.");
  def_names(group, "parts", &BoundingGroup::parts, "bodies and other groups");
}

void bind_power(py::module_& m) {
  auto brake = named_class<Brake>(m, "Brake", "Dry friction with memory on a coordinate.");
  brake.def_readwrite("coordinate", &Brake::coordinate);
  brake.def_readwrite("input", &Brake::input, "0..1; empty: `force` always acts");
  brake.def_readwrite("force", &Brake::force, "at full input [N or N m], >= 0");
  brake.def_readwrite("drag", &Brake::drag, "always there [N or N m], >= 0");

  auto control = named_class<Control>(m, "Control", "How a person moves one input.");
  def_word(control, "kind", &Control::kind, "lever, pedal, wheel, button or choice");
  control.def_readwrite("label", &Control::label);
  control.def_readwrite("initial", &Control::initial);
  control.def_readwrite("dead_zone", &Control::dead_zone, "0..0.9");
  control.def_readwrite("exponent", &Control::exponent, "0.2..5");
  control.def_readwrite("rate_limit", &Control::rate_limit, "per second; 0 = none");

  // Read from files and kept, not edited here.
  named_class<TyreType>(m, "TyreType", "A kind of tyre, from a machine file.");
  auto tyre = named_class<Tyre>(m, "Tyre", "A tyre on a wheel body, from a machine file.");
  tyre.def_readwrite("body", &Tyre::body);
  tyre.def_readwrite("type", &Tyre::type);
  named_class<Driveline>(m, "Driveline", "A motor that turns wheels, from a machine file.");
  named_class<Engine>(m, "Engine", "A governed engine, from a machine file.");
  named_class<Hydraulics>(m, "Hydraulics", "Pumps that feed drives, from a machine file.");
  named_class<VisualShape>(m, "VisualShape", "A drawn shape, from a machine file.");
  named_class<VisualLink>(m, "VisualLink", "A drawn cylinder or bar, from a machine file.");
  named_class<Camera>(m, "Camera", "A view, from a machine file.");
  named_class<Mirror>(m, "Mirror", "A mirror or a screen, from a machine file.");
  named_class<Sound>(m, "Sound", "Something that can be heard, from a machine file.");
  named_class<Instrument>(m, "Instrument", "A gauge or lamp, from a machine file.");
}

}  // namespace

void bind_contact_description(py::module_& m) {
  bind_materials(m);
  bind_shapes(m);
  bind_power(m);
}

}  // namespace outrigger::python
