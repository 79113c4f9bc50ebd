/// The words of the format for the enumerations of description.h.
#pragma once

#include <array>

#include "description/description.h"
#include "description/sensor_kinds.h"
#include "description/values.h"

namespace outrigger::description {

template <>
struct EnumWords<Body::Kind> {
  static constexpr std::string_view kWhat = "kind";
  static const auto& words() {
    static constexpr std::array<EnumWord<Body::Kind>, 2> table{
        {{"rigid", Body::Kind::rigid}, {"point", Body::Kind::point}}};
    return table;
  }
};

template <>
struct EnumWords<BodyBasis> {
  static constexpr std::string_view kWhat = "basis";
  static const auto& words() {
    static constexpr std::array<EnumWord<BodyBasis>, 5> table{
        {{"automatic", BodyBasis::automatic},
         {"one_point_three_vectors", BodyBasis::one_point_three_vectors},
         {"two_points_two_vectors", BodyBasis::two_points_two_vectors},
         {"three_points_one_vector", BodyBasis::three_points_one_vector},
         {"four_points", BodyBasis::four_points}}};
    return table;
  }
};

template <>
struct EnumWords<BedGate> {
  static constexpr std::string_view kWhat = "wall";
  static const auto& words() {
    static constexpr std::array<EnumWord<BedGate>, 5> table{{{"none", BedGate::none},
                                                             {"front", BedGate::front},
                                                             {"rear", BedGate::rear},
                                                             {"left", BedGate::left},
                                                             {"right", BedGate::right}}};
    return table;
  }
};

template <>
struct EnumWords<ContactShape::UpAxis> {
  static constexpr std::string_view kWhat = "axis";
  static const auto& words() {
    static constexpr std::array<EnumWord<ContactShape::UpAxis>, 3> table{
        {{"x", ContactShape::UpAxis::x},
         {"y", ContactShape::UpAxis::y},
         {"z", ContactShape::UpAxis::z}}};
    return table;
  }
};

template <>
struct EnumWords<ContactLaw::Normal> {
  static constexpr std::string_view kWhat = "normal law";
  static const auto& words() {
    using E = ContactLaw::Normal;
    static constexpr std::array<EnumWord<E>, 8> table{
        {{"restitution", E::restitution},
         {"hertz", E::hertz},
         {"hunt_crossley", E::hunt_crossley},
         {"lankarani_nikravesh", E::lankarani_nikravesh},
         {"flores", E::flores},
         {"kelvin_voigt", E::kelvin_voigt},
         {"ramped_kelvin_voigt", E::ramped_kelvin_voigt},
         {"nonlinear_damping", E::nonlinear_damping}}};
    return table;
  }
};

template <>
struct EnumWords<ContactLaw::Friction> {
  static constexpr std::string_view kWhat = "friction law";
  static const auto& words() {
    using E = ContactLaw::Friction;
    static constexpr std::array<EnumWord<E>, 5> table{{{"bristle", E::bristle},
                                                       {"thesis_bristle", E::thesis_bristle},
                                                       {"stribeck", E::stribeck},
                                                       {"regularised", E::regularised},
                                                       {"coulomb", E::coulomb}}};
    return table;
  }
};

template <>
struct EnumWords<ContactLaw::Patch> {
  static constexpr std::string_view kWhat = "patch law";
  static const auto& words() {
    using E = ContactLaw::Patch;
    static constexpr std::array<EnumWord<E>, 3> table{
        {{"foundation", E::foundation}, {"volumetric", E::volumetric}, {"plane", E::plane}}};
    return table;
  }
};

template <>
struct EnumWords<JointType> {
  static constexpr std::string_view kWhat = "joint type";
  static const auto& words() {
    static constexpr std::array<EnumWord<JointType>, 10> table{
        {{"revolute", JointType::revolute},
         {"prismatic", JointType::prismatic},
         {"cylindrical", JointType::cylindrical},
         {"spherical", JointType::spherical},
         {"universal", JointType::universal},
         {"planar", JointType::planar},
         {"fixed", JointType::fixed},
         {"point_on_plane", JointType::point_on_plane},
         {"point_on_line", JointType::point_on_line},
         {"distance", JointType::distance}}};
    return table;
  }
};

template <>
struct EnumWords<Coordinate::Kind> {
  static constexpr std::string_view kWhat = "kind of coordinate";
  static const auto& words() {
    static constexpr std::array<EnumWord<Coordinate::Kind>, 5> table{
        {{"angle", Coordinate::Kind::angle},
         {"displacement", Coordinate::Kind::displacement},
         {"distance", Coordinate::Kind::distance},
         {"cone", Coordinate::Kind::cone},
         {"twist", Coordinate::Kind::twist}}};
    return table;
  }
};

template <>
struct EnumWords<Sensor::Reader> {
  using R = Sensor::Reader;
  static constexpr std::string_view kWhat = "kind of reader";
  static const auto& words() {
    static constexpr std::array<EnumWord<R>, 2> table{
        {{"operators", R::operators}, {"engineers", R::engineers}}};
    return table;
  }
};

template <>
struct EnumWords<Sensor::Kind> {
  static constexpr std::string_view kWhat = "kind of sensor";
  static const auto& words() {
    static constexpr auto table = [] {
      std::array<EnumWord<Sensor::Kind>, kSensorKinds.size()> result{};
      for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = {kSensorKinds[i].word, kSensorKinds[i].kind};
      return result;
    }();
    return table;
  }
};

template <>
struct EnumWords<Formulation> {
  static constexpr std::string_view kWhat = "formulation";
  static const auto& words() {
    static constexpr std::array<EnumWord<Formulation>, 4> table{
        {{"augmented", Formulation::augmented},
         {"penalty", Formulation::penalty},
         {"multipliers", Formulation::multipliers},
         {"matrix_r", Formulation::matrix_r}}};
    return table;
  }
};
template <>
struct EnumWords<IntegratorMethod> {
  static constexpr std::string_view kWhat = "method";
  static const auto& words() {
    static constexpr std::array<EnumWord<IntegratorMethod>, 7> table{
        {{"trapezoidal", IntegratorMethod::trapezoidal},
         {"newmark", IntegratorMethod::newmark},
         {"hht", IntegratorMethod::hht},
         {"generalized_alpha", IntegratorMethod::generalized_alpha},
         {"explicit", IntegratorMethod::explicit_pair},
         {"fourth_order", IntegratorMethod::fourth_order},
         {"auto", IntegratorMethod::automatic}}};
    return table;
  }
};

template <>
struct EnumWords<ProjectionMetric> {
  static constexpr std::string_view kWhat = "projection";
  static const auto& words() {
    static constexpr std::array<EnumWord<ProjectionMetric>, 2> table{
        {{"tangent", ProjectionMetric::tangent}, {"mass", ProjectionMetric::mass}}};
    return table;
  }
};

template <>
struct EnumWords<PenaltyRule> {
  static constexpr std::string_view kWhat = "penalty rule";
  static const auto& words() {
    static constexpr std::array<EnumWord<PenaltyRule>, 3> table{
        {{"dimensionless", PenaltyRule::dimensionless},
         {"mass_proportional", PenaltyRule::mass_proportional},
         {"global", PenaltyRule::global}}};
    return table;
  }
};

template <>
struct EnumWords<VisualLink::Kind> {
  static constexpr std::string_view kWhat = "kind";
  static const auto& words() {
    static constexpr std::array<EnumWord<VisualLink::Kind>, 2> table{
        {{"cylinder", VisualLink::Kind::cylinder}, {"bar", VisualLink::Kind::bar}}};
    return table;
  }
};

template <>
struct EnumWords<Sound::Kind> {
  static constexpr std::string_view kWhat = "kind";
  static const auto& words() {
    static constexpr std::array<EnumWord<Sound::Kind>, 6> table{{{"engine", Sound::Kind::engine},
                                                                 {"pump", Sound::Kind::pump},
                                                                 {"rolling", Sound::Kind::rolling},
                                                                 {"flow", Sound::Kind::flow},
                                                                 {"horn", Sound::Kind::horn},
                                                                 {"beeper", Sound::Kind::beeper}}};
    return table;
  }
};

template <>
struct EnumWords<Instrument::Kind> {
  static constexpr std::string_view kWhat = "kind";
  static const auto& words() {
    static constexpr std::array<EnumWord<Instrument::Kind>, 2> table{
        {{"gauge", Instrument::Kind::gauge}, {"lamp", Instrument::Kind::lamp}}};
    return table;
  }
};

template <>
struct EnumWords<Control::Kind> {
  static constexpr std::string_view kWhat = "kind";
  static const auto& words() {
    static constexpr std::array<EnumWord<Control::Kind>, 5> table{
        {{"lever", Control::Kind::lever},
         {"pedal", Control::Kind::pedal},
         {"wheel", Control::Kind::wheel},
         {"button", Control::Kind::button},
         {"choice", Control::Kind::choice}}};
    return table;
  }
};

/// The frame in which the components of a load are given.
enum class LoadFrame { world, body };

template <>
struct EnumWords<LoadFrame> {
  static constexpr std::string_view kWhat = "frame";
  static const auto& words() {
    static constexpr std::array<EnumWord<LoadFrame>, 2> table{
        {{"world", LoadFrame::world}, {"body", LoadFrame::body}}};
    return table;
  }
};

}  // namespace outrigger::description
