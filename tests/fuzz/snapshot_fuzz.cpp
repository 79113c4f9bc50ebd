/// Snapshots that an attacker made: bytes say what is changed in a real one, or are one themselves. The
/// world refuses them, or restores them and steps on; nothing is read or written where it must not be.
// needs: sim
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/forged_snapshot.h"

namespace {

using namespace outrigger;

struct Scene {
  sim::World world{description::read_machine_text(testing_support::kForgedScene, "scene.yaml")};
  sim::Snapshot lying, flying;

  Scene() {
    flying = world.save();
    while (world.time() < 0.3) world.step();
    lying = world.save();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Scene scene;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  testing_support::ForgeryBytes from(bytes);
  const sim::Snapshot& real = from.byte() % 2 == 0 ? scene.lying : scene.flying;
  testing_support::survive_snapshot(scene.world, real, testing_support::forge_snapshot(real, from));
  testing_support::survive_snapshot(scene.world, real, bytes);
  return 0;
}
