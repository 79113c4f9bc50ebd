/// Laws of contact as plain calls on numbers and numpy arrays: contact/laws.
#include "arrays.h"
#include "bindings.h"
#include "contact/laws/friction_law.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/normal_law.h"
#include "contact/laws/restitution.h"
#include "fields.h"
#include "python_law.h"

namespace outrigger::description {

template <>
struct EnumWords<contact::NormalLaw::Kind> {
  static const auto& words() {
    using K = contact::NormalLaw::Kind;
    static constexpr std::array<EnumWord<K>, 8> table{
        {{"restitution", K::restitution},
         {"hertz", K::hertz},
         {"hunt_crossley", K::hunt_crossley},
         {"lankarani_nikravesh", K::lankarani_nikravesh},
         {"flores", K::flores},
         {"kelvin_voigt", K::kelvin_voigt},
         {"ramped_kelvin_voigt", K::ramped_kelvin_voigt},
         {"nonlinear_damping", K::nonlinear_damping}}};
    return table;
  }
};

template <>
struct EnumWords<contact::FrictionLaw::Kind> {
  static const auto& words() {
    using K = contact::FrictionLaw::Kind;
    static constexpr std::array<EnumWord<K>, 5> table{{{"bristle", K::bristle},
                                                       {"thesis_bristle", K::thesis_bristle},
                                                       {"stribeck", K::stribeck},
                                                       {"regularised", K::regularised},
                                                       {"coulomb", K::coulomb}}};
    return table;
  }
};

}  // namespace outrigger::description

namespace outrigger::python {

using contact::FrictionForce;
using contact::FrictionLaw;
using contact::NormalForce;
using contact::NormalLaw;

namespace {

/// One member of the force for every element of the arguments, broadcast as numpy does.
template <double NormalForce::*kMember>
py::object vectorised(const NormalLaw& law, const py::array_t<double>& depth,
                      const py::array_t<double>& rate, double damping_rate) {
  const auto one = [&](double d, double r) {
    return contact::normal_force(law, damping_rate, d, r).*kMember;
  };
  try {
    return py::vectorize(one)(depth, rate);
  } catch (const std::runtime_error&) {
    throw py::value_error(fmt::format("depth and rate have shapes {} and {}, which do not fit",
                                      shape_text(depth), shape_text(rate)));
  }
}

template <double NormalForce::*kMember>
void def_normal(py::class_<NormalLaw>& c, const char* name, const char* doc) {
  c.def(name, &vectorised<kMember>, py::arg("depth"), py::arg("rate") = 0.0,
        py::arg("damping_rate") = 0.0, doc);
}

}  // namespace

void bind_contact_laws(py::module_& m) {
  auto normal = plain_class<NormalLaw>(
      m, "NormalLaw", "Force of a contact along its normal, by depth and rate of approach.");
  def_word(normal, "kind", &NormalLaw::kind,
           "restitution, hertz, hunt_crossley, lankarani_nikravesh, flores, kelvin_voigt, "
           "ramped_kelvin_voigt or nonlinear_damping");
  normal.def_readwrite("stiffness", &NormalLaw::stiffness, "k [N/m^n], >= 0");
  normal.def_readwrite("exponent", &NormalLaw::exponent, "n of depth, >= 1");
  normal.def_readwrite("restitution", &NormalLaw::restitution, "e, 0..1");
  normal.def_readwrite("damping", &NormalLaw::damping, "b of Kelvin-Voigt [N s/m], ...");
  normal.def_readwrite("ramp_depth", &NormalLaw::ramp_depth, "[m]");
  normal.def_readwrite("damping_depth_exponent", &NormalLaw::damping_depth_exponent);
  normal.def_readwrite("damping_rate_exponent", &NormalLaw::damping_rate_exponent);
  normal.def(
      "damping_rate",
      [](const NormalLaw& law, double speed) {
        return contact::damping_rate(law, finite(speed, "impact_speed"));
      },
      py::arg("impact_speed"), "D [s/m] for a first touch at this speed [m/s]; once per contact.");
  def_normal<&NormalForce::force>(normal, "force",
                                  "N >= 0 [N] for depth [m], rate of approach [m/s]; arrays too.");
  def_normal<&NormalForce::by_depth>(normal, "by_depth", "dN/d(depth) [N/m]; arrays too.");
  def_normal<&NormalForce::by_rate>(normal, "by_rate", "dN/d(rate) [N s/m]; arrays too.");
  def_normal<&NormalForce::stored>(normal, "stored", "Energy of the spring [J]; arrays too.");

  auto friction =
      plain_class<FrictionLaw>(m, "FrictionLaw", "Force of a contact across its normal.");
  def_word(friction, "kind", &FrictionLaw::kind,
           "bristle, thesis_bristle, stribeck, regularised or coulomb");
  friction.def_readwrite("static_coefficient", &FrictionLaw::static_coefficient, ">= dynamic");
  friction.def_readwrite("dynamic_coefficient", &FrictionLaw::dynamic_coefficient, ">= 0");
  friction.def_readwrite("viscous", &FrictionLaw::viscous, "[N s/m]");
  friction.def_readwrite("stribeck_speed", &FrictionLaw::stribeck_speed, "[m/s], > 0");
  friction.def_readwrite("regularisation_speed", &FrictionLaw::regularisation_speed, "[m/s], > 0");
  friction.def_readwrite("memory", &FrictionLaw::memory, "of a slipping bristle, 0..1");
  friction.def(
      "coefficient",
      [](const FrictionLaw& law, const py::array_t<double>& speed) -> py::object {
        const auto one = [&](double w) { return contact::friction_coefficient(law, w); };
        return py::vectorize(one)(speed);
      },
      py::arg("speed"), "Friction coefficient at a slip speed [m/s]; arrays too.");
  friction.def(
      "force",
      [](const FrictionLaw& law, const py::object& stretch, const py::object& slip, double N,
         double stiffness, double damping) {
        const FrictionForce f = contact::friction_force(
            law, {finite(stiffness, "stiffness"), finite(damping, "damping")},
            to_vec3(stretch, "stretch"), to_vec3(slip, "slip"), finite(N, "normal_force"));
        return py::make_tuple(frozen(f.force), frozen(f.bristle_next), f.sliding);
      },
      py::arg("stretch"), py::arg("slip"), py::arg("normal_force"), py::arg("stiffness") = 0.0,
      py::arg("damping") = 0.0,
      "(force [N], stretch to remember [m], sliding) for the stretch of the bristle [m], the slip "
      "velocity [m/s], and stiffness [N/m] and damping [N s/m] of the bristle.");

  auto function = plain_class<ContactFunction>(
      m, "ContactFunction",
      "A law of contact between two materials, with a normal force written in Python. It goes to\n"
      "World(..., contact_functions=[...]) and takes the place of what the files say of the pair.");
  function.def_readwrite("pair", &ContactFunction::pair, "the two materials");
  function.def_readwrite(
      "normal", &ContactFunction::normal,
      "normal(depth, rate, impact_speed) -> N, or (N, dN/d(depth), dN/d(rate)); [m], [m/s], [N].\n"
      "Called for depth > 0, several times per step, three times as often without derivatives.");
  function.def_readwrite("friction", &ContactFunction::friction, "a FrictionLaw");
  function.def_readwrite("stiffness", &ContactFunction::stiffness,
                         "k of N ~ k depth^exponent, by which impacts too short for the step are "
                         "softened; 0: never");
  function.def_readwrite("exponent", &ContactFunction::exponent, "1..3");
  function.def_readwrite("restitution", &ContactFunction::restitution,
                         "no faster than this share of the impact speed do bodies part; 1: any");

  m.def(
      "effective_modulus",
      [](double young_a, double poisson_a, double young_b, double poisson_b) {
        for (double young : {young_a, young_b})
          if (!(finite(young, "young") > 0.0))
            throw py::value_error(fmt::format("young: {} is not allowed: must be > 0 Pa", young));
        for (double poisson : {poisson_a, poisson_b})
          if (!(poisson >= 0.0 && poisson <= 0.5))
            throw py::value_error(
                fmt::format("poisson: {} is not allowed: must be 0..0.5", poisson));
        return contact::effective_modulus(young_a, poisson_a, young_b, poisson_b);
      },
      py::arg("young_a"), py::arg("poisson_a"), py::arg("young_b"), py::arg("poisson_b"),
      "E* [Pa] of two materials.");
  m.def(
      "sphere_stiffness",
      [](double modulus, double radius) {
        if (!(finite(modulus, "modulus") > 0.0 && finite(radius, "radius") > 0.0))
          throw py::value_error(
              fmt::format("modulus {} Pa and radius {} m must be > 0", modulus, radius));
        return contact::sphere_stiffness(modulus, radius);
      },
      py::arg("modulus"), py::arg("radius"), "k of a sphere on a plane, by Hertz [N/m^1.5].");
  m.def("restitution_factor",
        py::vectorize([](double e) { return contact::restitution_factor(e); }), py::arg("e"),
        "Exact c(e) of the damping D = c/v that gives restitution e; arrays too.");
  m.def("kelvin_voigt_restitution",
        py::vectorize([](double z) { return contact::kelvin_voigt_restitution(z); }),
        py::arg("damping_ratio"), "Restitution of a spring and damper; arrays too.");
}

}  // namespace outrigger::python
