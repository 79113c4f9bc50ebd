/// A bouncing ball with known contact law is measured with 0.5 mm of noise; the fit of the machine
/// file to that record gives the law back within 2 %, and of several laws the true one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "base/error.h"
#include "identify/law_trial.h"
#include "identify/machine_response.h"
#include "identify/synthetic.h"

namespace outrigger::identify {
namespace {

const std::string kEntry = "contact_laws.ball_floor.";

class BouncingBall : public testing::Test {
 protected:
  BouncingBall() {
    path_ = std::filesystem::temp_directory_path() /
            ("outrigger_identify_" + std::to_string(getpid()) + ".yaml");
    std::ofstream(path_)
        << "outrigger: 1\n"
           "settings: {step: 2.0e-4, duration: 1.5}\n"
           "bodies:\n"
           "  ball: {mass: 1, inertia: {xx: 0.004, yy: 0.004, zz: 0.004},\n"
           "         pose: {position: [0, 0, 1]}}\n"
           "shapes: {ball: {body: ball, sphere: 0.1, material: rubber}}\n"
           "contact_laws: {ball_floor: {pair: [rubber, asphalt], normal: hertz, stiffness: 1e5}}\n"
           "sensors: {ball: {kind: position, target: ball}}\n";
    run_.file = path_.string();
    settings_.threads = 2;
  }
  ~BouncingBall() override { std::filesystem::remove(path_); }

  /// The file with another law; numbers by key.
  MachineRun with(const LawTrial& law,
                  const std::vector<std::pair<std::string, double>>& values) const {
    MachineRun run = run_;
    run.read.changes = changes_of(law, "ball_floor", {});
    for (const auto& [key, value] : values)
      run.read.changes.push_back({kEntry + key, std::to_string(value)});
    return run;
  }

  /// Computed with steps four times shorter than those of the fit.
  Record measured(MachineRun truth) const {
    truth.step = 0.5e-4;
    Record record = empty_record(500, 0.003, {"ball_z"});
    record.columns[0].values = MachineResponse(truth, {}, record)({}, 1.5)[0];
    add_noise(record.columns[0], 0.5e-3, 11);
    return record;
  }

  FitResult fit_law(const LawTrial& law, const Record& record) const {
    const MachineRun run = with(law, {});
    const auto parameters = checked_parameters(run, parameters_of(law, "ball_floor", {}, 1e6));
    const MachineResponse response(run, parameters, record);
    return fit([&](const std::vector<double>& p, double until) { return response(p, until); },
               parameters, record, settings_);
  }

  std::filesystem::path path_;
  MachineRun run_;
  FitSettings settings_;
};

struct Truth {
  const char* law;
  const char* loss;  ///< key of the second parameter; empty: none
  double stiffness, value;
};
void PrintTo(const Truth& truth, std::ostream* out) { *out << truth.law; }

class KnownLaw : public BouncingBall, public testing::WithParamInterface<Truth> {};

TEST_P(KnownLaw, IsRecoveredWithinTwoPercent) {
  const Truth truth = GetParam();
  const LawTrial law = parse_laws(truth.law).front();
  std::vector<std::pair<std::string, double>> values = {{"stiffness", truth.stiffness}};
  if (truth.value > 0.0) values.emplace_back(truth.loss, truth.value);
  const FitResult r = fit_law(law, measured(with(law, values)));
  EXPECT_NEAR(r.parameters[0].value, truth.stiffness, 0.02 * truth.stiffness);
  if (truth.value > 0.0) {
    EXPECT_NEAR(r.parameters[1].value, truth.value, 0.02 * truth.value);
  }
  EXPECT_LT(r.columns[0].rms, 1.5e-3);
  EXPECT_TRUE(r.parameters[0].determined);
  EXPECT_FALSE(r.parameters[0].at_bound);
}

INSTANTIATE_TEST_SUITE_P(Laws, KnownLaw,
                         testing::Values(Truth{"hertz", "", 2e5, 0.0},
                                         Truth{"nonlinear_damping", "damping", 4e5, 6e4},
                                         Truth{"restitution", "restitution", 2e5, 0.7},
                                         Truth{"kelvin_voigt", "damping", 1e5, 60.0}),
                         [](const auto& p) { return std::string(p.param.law); });

TEST_F(BouncingBall, OfThreeLawsTheTrueOneIsBest) {
  const LawTrial law = parse_laws("nonlinear_damping").front();
  const Record record = measured(with(law, {{"stiffness", 4e5}, {"damping", 6e4}}));
  settings_.scan = 24;
  settings_.starts = 2;
  const FitResult truth = fit_law(law, record);
  EXPECT_NEAR(truth.columns[0].rms, 0.5e-3, 0.1e-3);
  for (const char* other : {"hertz", "kelvin_voigt"}) {
    const FitResult r = fit_law(parse_laws(other).front(), record);
    EXPECT_GT(r.bic, truth.bic + 100.0) << other;
    EXPECT_GT(r.columns[0].correlation, 0.3) << "what is left of a wrong law is not noise";
  }
}

TEST_F(BouncingBall, AnyNumberOfTheFileAndTheStartOfTheClockCanBeFitted) {
  const LawTrial law = parse_laws("restitution").front();
  const std::vector<std::pair<std::string, double>> known = {{"stiffness", 2e5},
                                                             {"restitution", 0.7}};
  MachineRun truth = with(law, known);
  truth.read.changes.push_back({"bodies.ball.pose.position.2", "0.83"});
  Record record = measured(truth);
  for (double& t : record.times) t -= 0.012;  // the clock was started late
  std::erase_if(record.times, [](double t) { return t < 0.0; });
  auto& z = record.columns[0].values;
  z.erase(z.begin(), z.end() - static_cast<std::ptrdiff_t>(record.times.size()));

  const MachineRun run = with(law, known);
  const auto parameters =
      checked_parameters(run, {parse_parameter("bodies.ball.pose.position.2=1:0.5:1.5"),
                               parse_parameter("time_offset=0:-0.05:0.05")});
  const MachineResponse response(run, parameters, record);
  const FitResult r =
      fit([&](const std::vector<double>& p, double until) { return response(p, until); },
          parameters, record);
  EXPECT_NEAR(r.parameters[0].value, 0.83, 1e-3);
  EXPECT_NEAR(r.parameters[1].value, 0.012, 5e-4);
}

TEST_F(BouncingBall, ParametersThatTheFileCannotHaveAreRefused) {
  const auto error_of = [&](const char* text) -> std::string {
    try {
      checked_parameters(run_, {parse_parameter(text)});
    } catch (const Error& e) {
      std::string what = e.what();
      for (std::size_t i; (i = what.find(path_.string())) != std::string::npos;)
        what.replace(i, path_.string().size(), "m.yaml");
      return what;
    }
    return "no error";
  };
  EXPECT_NE(error_of("contact_laws.bal_floor.stiffness=1")
                .find("unknown key 'bal_floor'; did you mean 'ball_floor'?"),
            std::string::npos);
  EXPECT_NE(error_of("contact_laws.ball_floor.stifness=1").find("did you mean 'stiffness'?"),
            std::string::npos);
  EXPECT_EQ(error_of("contact_laws.ball_floor.normal"),
            "--fit contact_laws.ball_floor.normal: 'hertz' in m.yaml is not a number");
  EXPECT_EQ(error_of("contact_laws.ball_floor.restitution=0.5:0.1:1.5")
                .find("--fit contact_laws.ball_floor.restitution: the machine file cannot have the "
                      "value 1.5:\nm.yaml:"),
            0u)
      << error_of("contact_laws.ball_floor.restitution=0.5:0.1:1.5");
  EXPECT_EQ(error_of("contact_laws.ball_floor.stiffness"), "no error");
}

}  // namespace
}  // namespace outrigger::identify
