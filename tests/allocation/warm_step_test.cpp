#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "session/live_session.h"
#include "session/real_time_loop.h"
#include "sim/world.h"
#include "support/built_system.h"
#include "support/contact_rig.h"
#include "validation/contact_scenes.h"
#include "validation/mechanisms.h"

// Every allocation of this program is counted while `counting` is on. Replacing operator new covers
// the standard containers, aligned ones included. Eigen calls malloc itself, but the steps use only its
// types of fixed size, which live on the stack.
namespace {

bool counting = false;
std::int64_t allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  if (counting) ++allocations;
  if (size == 0) size = 1;
  void* p = nullptr;
  if (alignment <= sizeof(void*)) {
    p = std::malloc(size);
  } else if (posix_memalign(&p, alignment, size) != 0) {
    p = nullptr;
  }
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

// Both families end in malloc and free here, which g++ cannot see once it inlines them.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new[](std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#if defined(__SANITIZE_ADDRESS__)
// Libraries built without our operators mix both families, which the sanitizer would report.
extern "C" const char* __asan_default_options() { return "alloc_dealloc_mismatch=0"; }
#endif

namespace outrigger::stepper {
namespace {

using description::Machine;
using testing_support::build;
using testing_support::Built;
using testing_support::Simulation;

/// Allocations in `steps` steps after ten warm ones.
std::int64_t allocations_of(Simulation& run, int steps) {
  run.advance(10);
  allocations = 0;
  counting = true;
  run.advance(steps);
  counting = false;
  return allocations;
}

// Law: the counter sees what containers allocate, plain and aligned; otherwise zero means nothing.
TEST(WarmStep, TheCounterCounts) {
  allocations = 0;
  counting = true;
  {
    std::vector<double> plain(10);
    AlignedDoubles aligned(10);
    EXPECT_EQ(plain.size() + aligned.size(), 20u);
  }
  counting = false;
  EXPECT_EQ(allocations, 2);
}

// Law: a warm step allocates nothing: real time knows no allocator. A thousand steps each.
TEST(WarmStep, ChainAllocatesNothing) {
  Built b = build(validation::make_chain(10));
  Simulation run(b);
  EXPECT_EQ(allocations_of(run, 1000), 0);
}

TEST(WarmStep, FourBarsAllocateNothing) {
  Built b = build(validation::make_fourbar(40));
  Simulation run(b);
  EXPECT_EQ(allocations_of(run, 1000), 0);
}

TEST(WarmStep, BricardAllocatesNothing) {
  Built b = build(validation::make_bricard());
  Simulation run(b);
  EXPECT_EQ(allocations_of(run, 1000), 0);
}

// Law: nor with the ledger, the other metric, dissipation, readings, or at singular positions.
TEST(WarmStep, OptionsAllocateNothing) {
  Machine m = validation::make_fourbar(5);
  m.settings.projection = description::ProjectionMetric::mass;
  m.settings.method = description::IntegratorMethod::generalized_alpha;
  Built b = build(m);
  Simulation run(b);
  run.stepper.set_keep_ledger(true);
  EXPECT_EQ(allocations_of(run, 2000), 0);
  run.stepper.residuals(run.state);
  counting = true;
  for (int i = 0; i < 100; ++i) {
    run.step();
    run.stepper.residuals(run.state);
    run.energy();
    run.stepper.solve_accelerations(run.state);
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
}

/// A driven slider on a crank, with an angle as a scalar unknown.
Machine driven_machine() {
  Machine m = validation::make_chain(3);
  m.loads.clear();
  for (int i = 0; i < 3; ++i) {
    description::Coordinate c;
    c.name = "angle_" + std::to_string(i);
    c.kind = description::Coordinate::Kind::angle;
    c.joint = m.joints[i].name;
    c.unknown = i == 1;
    m.coordinates.push_back(c);
    if (i == 2) continue;
    description::Drive d;
    d.name = "drive_" + std::to_string(i);
    d.coordinate = c.name;
    d.function.kind = description::Function::Kind::input;
    m.drives.push_back(d);
  }
  return m;
}

// Law: drives allocate nothing either, while they guide and when they let go at their limits.
TEST(WarmStep, DrivesAllocateNothing) {
  Built b = build(driven_machine());
  Simulation run(b);
  EXPECT_EQ(allocations_of(run, 1000), 0);

  run.stepper.set_drive_limits({{-1.0, 1.0}, {-1.0, 1.0}});
  allocations = 0;
  counting = true;
  for (int i = 0; i < 1000; ++i) {
    run.step();
    run.drives = run.state.drive;  // who has let go stays so
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_FALSE(run.state.drive[0].engaged);
}

// Law: a reference that jumps (a lever is no smooth function) may cost a retry, not an allocation.
TEST(WarmStep, JumpingReferencesAllocateNothing) {
  Built b = build(driven_machine());
  Simulation run(b);
  run.advance(10);
  allocations = 0;
  counting = true;
  for (int i = 0; i < 20; ++i) {
    run.drives[0].value = i % 2 == 0 ? 1.5 : 0.0;
    run.step();
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_TRUE(testing_support::all_finite(run.state));
  EXPECT_GT(run.stepper.counters().retried, 0) << "nothing was retried: the test tests nothing";
}

/// NaN for ten steps: each is retried in all its parts and then contained.
class BadForce final : public system::ForceTerm {
 public:
  void tangent_pattern(std::vector<std::pair<int, int>>&) const override {}
  void bind(const system::Layout&) override {}
  void evaluate(const system::Configuration& c, const double*,
                const system::ForceSink& sink) override {
    if (c.time > 0.0495 && c.time < 0.0595) sink.add_force(0, Vec3::Constant(NAN));
  }
  system::TermEnergy energy(const system::Configuration&, const double*) const override {
    return {};
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}
};

// Law: a step that has to be cut into parts is no reason to allocate: it comes at the worst moment.
TEST(WarmStep, RetriedAndContainedStepsAllocateNothing) {
  Built b = testing_support::build_with(validation::make_chain(10),
                                        [](const model::Mechanism&, const model::Model&) {
                                          testing_support::Terms terms;
                                          terms.push_back(std::make_unique<BadForce>());
                                          return terms;
                                        });
  Simulation run(b);
  EXPECT_EQ(allocations_of(run, 100), 0);
  EXPECT_EQ(run.stepper.counters().contained, 10);
}

// Law: a whole machine with brakes, driveline, engine and pumps allocates nothing while its operator
// moves every lever.
TEST(WarmStep, OperatedExcavatorAllocatesNothing) {
  sim::World w(description::read_machine_file(source_file("machines/excavator.yaml")));
  const auto operate = [&](int i) {
    for (std::size_t k = 0; k < w.input_names().size(); ++k)
      w.set_input(static_cast<int>(k), ((i / 50 + static_cast<int>(k)) % 3) - 1.0);
    w.step();
  };
  for (int i = 0; i < 300; ++i) operate(i);
  allocations = 0;
  counting = true;
  for (int i = 300; i < 1300; ++i) operate(i);
  counting = false;
  EXPECT_EQ(allocations, 0);
}

// Law: contacts come and go without the allocator: touching, sliding, clamped, resting, retried.
TEST(WarmStep, ContactsAllocateNothing) {
  const Mat3 tilt = Eigen::AngleAxisd(0.6, Vec3(1, 0.5, 0.2).normalized()).toRotationMatrix();
  Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.6), tilt}, 1e9);
  m.settings.step = 5e-3;
  m.bodies[0].velocity = Vec3(2, 1, -3);
  m.bodies[0].angular_velocity = Vec3(3, -2, 1);
  const description::Site site = contact_rig::make_slope(0.1);
  contact_rig::ContactRig rig(m, &site);
  rig.stepper->set_keep_ledger(true);
  for (int i = 0; i < 10; ++i) rig.step();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 1000; ++i) rig.step();
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_GT(rig.spheres->interventions().softened, 0)
      << "nothing was touched: the test tests nothing";
}

// Law: shapes that lie, roll and slide on each other allocate nothing once they are known: boxes with
// contact points, meshes with patches.
TEST(WarmStep, ShapesAllocateNothing) {
  for (const bool meshes : {false, true}) {
    sim::World w =
        (meshes ? validation::make_mesh_cubes(3, 0.3) : validation::make_cube_stack(3, 0.3))
            .make_world();
    for (int i = 0; i < 1500; ++i) w.step();
    EXPECT_FALSE(w.contacts().empty()) << "nothing was touched: the test tests nothing";
    w.take_events();
    allocations = 0;
    counting = true;
    for (int i = 0; i < 500; ++i) w.step();
    counting = false;
    EXPECT_EQ(allocations, 0) << (meshes ? "meshes" : "boxes");
  }
}

TEST(WarmStep, VolumesAllocateNothing) {
  validation::ContactScene scene = validation::make_mesh_cubes(3, 0.3);
  for (const char* other : {"block", "asphalt"}) {
    description::ContactLaw law;
    law.name = other;
    law.material_a = "block";
    law.material_b = other;
    law.patch = description::ContactLaw::Patch::volumetric;
    law.layer_stiffness = 2e7;
    scene.machine.contact_laws.push_back(law);
  }
  sim::World world = scene.make_world();
  for (int i = 0; i < 1500; ++i) world.step();
  EXPECT_FALSE(world.contacts().empty()) << "nothing was touched: the test tests nothing";
  world.take_events();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 500; ++i) world.step();
  counting = false;
  EXPECT_EQ(allocations, 0);
}

// Law: who listens to a world costs it no memory as long as nothing is done to it, and levers cost none.
TEST(WarmStep, AListenerAllocatesNothing) {
  struct Listener final : sim::JournalListener {
    void before_command(const sim::World&, const sim::Command&) override { ++commands; }
    void after_command(const sim::World&, const sim::Command& c) override {
      inputs += std::holds_alternative<sim::SetInputs>(c) ? 1 : 0;
    }
    void after_step(const sim::World& world, std::span<const sim::Event>, bool) override {
      hash = world.hash();
      ++steps;
    }
    void lose_track(const sim::World&, const std::string&) override {}
    int commands = 0, inputs = 0, steps = 0;
    std::uint64_t hash = 0;
  };
  Listener listener;
  sim::World world(description::read_machine_file(source_file("machines/excavator.yaml")));
  world.set_listener(&listener);
  for (int i = 0; i < 100; ++i) world.step();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 500; ++i) {
    if (i % 10 == 0) world.set_input(0, 1e-3 * i);
    world.step();
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_EQ(listener.steps, 600);
  EXPECT_EQ(listener.inputs, 49) << "the first value is the one it has";
  EXPECT_EQ(listener.commands, 0);
  world.set_listener(nullptr);
}

TEST(WarmStep, TyresAllocateNothing) {
  Machine m;
  m.bodies = {contact_rig::make_box({1, 0.3, 1}, 1000.0, {Vec3(0, 0, 0.8), Mat3::Identity()})};
  m.bodies[0].velocity = Vec3(3, 1, 0);
  description::TyreType type;
  type.name = "tyre";
  type.radius = 0.5;
  type.width = 0.3;
  type.stiffness = 8e5;
  type.damping = 8e3;
  type.nominal_load = 1e4;
  m.tyre_types = {type};
  description::Tyre tyre;
  tyre.name = "wheel";
  tyre.body = "box";
  tyre.type = "tyre";
  m.tyres = {tyre};
  contact_rig::ContactRig rig(m);
  for (int i = 0; i < 10; ++i) rig.step();
  allocations = 0;
  counting = true;
  double load = 0.0;
  for (int i = 0; i < 1000; ++i) {
    rig.step();
    load = std::max(load, rig.tyre(0).load);
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_GT(load, 0.0);
}

// Forces of the program's own: the world asks, keeps and applies them in memory it has.
TEST(WarmStep, UserForcesAllocateNothing) {
  sim::World world(validation::make_chain(5));
  const sim::BodyHandle body = sim::HandleTable::handle<sim::PartKind::body>(
      world.articulations()[0]->mechanism().bodies[2].id);
  world.add_force("wind", body, Vec3(0.1, 0, 0),
                  [](double time, const Pose&, const model::Twist& twist) {
                    model::BodyForce f;
                    f.force = Vec3(time, 0, 0) - twist.linear;
                    f.damping = Mat3::Identity();
                    return f;
                  });
  for (int i = 0; i < 10; ++i) world.step();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 500; ++i) world.step();
  counting = false;
  EXPECT_EQ(allocations, 0);
}

// Law: saving and restoring into states that have been used allocates nothing (rewind while driving).
TEST(WarmStep, SavingAndRestoringAllocatesNothing) {
  Built b = build(validation::make_chain(10));
  Simulation run(b);
  run.advance(10);
  system::State saved = run.state;
  allocations = 0;
  counting = true;
  for (int i = 0; i < 100; ++i) {
    run.step();
    saved = run.state;
    run.step();
    run.state = saved;
  }
  counting = false;
  EXPECT_EQ(allocations, 0);
}

// Law: a seat that nobody disturbs neither: levers taken, step, frame filled and published.
TEST(WarmStep, LiveSessionPublishesWithoutAllocation) {
  Machine machine = description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = 5e-3;
  sim::World world(machine);
  frames::OperatorMailbox mailbox;
  session::FrameSlot frames;
  frames::NoticeQueue notices;
  session::LiveSession session(world, machine, {mailbox, frames, notices});
  session::MonotonicClock clock;
  session::RealTimeLoop loop(session, clock, {});
  std::vector<float> levers;
  for (const auto& c : session.scene().controls) levers.push_back(c.initial);
  const auto advance = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      session.take_messages(loop);
      session.step();
      session.publish(loop.status());
      frames.fetch();
    }
  };
  // A keyframe for going back, twice a second, is a copy of the world; the steps between are counted.
  advance(101);
  levers[0] = 0.5f;
  mailbox.post_levers(levers);
  advance(10);
  allocations = 0;
  counting = true;
  advance(80);
  counting = false;
  EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace outrigger::stepper
