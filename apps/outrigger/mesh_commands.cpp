/// `outrigger mesh ...`: options and help.
#include "outrigger/mesh_commands.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "outrigger/numbers.h"

namespace outrigger::app {
namespace {

void add_input(CLI::App& command, MeshInput& input) {
  command.add_option("--unit", input.unit,
                     "Unit of the file: m, cm, mm, km, in, ft or metres as a number (default: as "
                     "the file says, else m)");
  command
      .add_option("--up", input.up,
                  "Axis of the file that points up: x, y, z, or file (as it says, else z)")
      ->capture_default_str();
}

void add_tolerances(CLI::App& command, MeshTolerances& t) {
  command.add_option("--weld", t.weld, "Vertices nearer than this part of the diagonal are one")
      ->check(from_to("a part", 0.0, 0.1))
      ->capture_default_str();
  command
      .add_option("--crack", t.crack, "Borders nearer than this part of the diagonal are a seam")
      ->check(from_to("a part", 0.0, 0.1))
      ->capture_default_str();
  command.add_option("--sliver", t.sliver, "Triangles lower than this part of their longest edge")
      ->check(from_to("a part", 0.0, 0.5))
      ->capture_default_str();
}

CLI::App* add_command(CLI::App& parent, const char* name, const char* help, MeshInput& input) {
  CLI::App* command = parent.add_subcommand(name, help);
  add_input(*command, input);
  return command;
}

void add_check(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshCheckCommand>();
  CLI::App* c = add_command(
      mesh, "check", "Find what is wrong with a mesh; exit code 1 if something is", o->input);
  c->add_option("file", o->file, "Mesh: .obj, .stl, .ply, .gltf, .glb, .dae")->required();
  add_tolerances(*c, o->tolerances);
  c->add_flag("--open", o->open, "The surface is meant to be open, as a terrain is");
  c->add_flag("!--no-intersections", o->intersections, "Do not look for faces that cross");
  c->add_option("--places", o->places, "Places reported per finding")
      ->check(whole_from_to(0, 100000))
      ->capture_default_str();
  c->callback([o, &exit_code] { exit_code = mesh_check(*o); });
}

void add_repair(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshRepairCommand>();
  CLI::App* c = add_command(
      mesh, "repair", "Repair a mesh and report what was done; exit code 1 if problems remain",
      o->input);
  c->add_option("in", o->in, "Mesh to read")->required();
  c->add_option("out", o->out, "Mesh to write: .obj or .stl, metres, z up")->required();
  add_tolerances(*c, o->tolerances);
  c->add_option("--holes", o->holes,
                "Fill holes smaller than this part of the diagonal; 0 none, 1 all")
      ->check(from_to("a part", 0.0, 1.0))
      ->capture_default_str();
  c->add_flag("--open", o->open, "The surface is meant to be open");
  c->add_flag("!--keep-sense", o->orient, "Do not turn faces over");
  add_force(*c, o->force);
  c->callback([o, &exit_code] { exit_code = mesh_repair(*o); });
}

void add_info(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshInfoCommand>();
  CLI::App* c = add_command(mesh, "info", "Size, volume and mass properties of a mesh", o->input);
  c->add_option("file", o->file, "Mesh")->required();
  c->add_option("--density", o->density, "[kg/m³], for example 7850 for steel")
      ->check(above_zero("a density", "kg/m³"))
      ->capture_default_str();
  c->callback([o, &exit_code] { exit_code = mesh_info(*o); });
}

void add_hull(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshHullCommand>();
  CLI::App* c = add_command(mesh, "hull", "Convex hull of a mesh, exact or of few faces", o->input);
  c->add_option("in", o->in, "Mesh to read")->required();
  c->add_option("out", o->out, "Hull to write: .obj or .stl")->required();
  c->add_option("--faces", o->faces, "At most so many triangles; contains the mesh all the same")
      ->check(whole_from_to(4, 100000));
  add_force(*c, o->force);
  c->callback([o, &exit_code] { exit_code = mesh_hull(*o); });
}

void add_spheres(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshSpheresCommand>();
  CLI::App* c = add_command(
      mesh, "spheres", "Approximate a closed mesh by spheres, as contact_spheres of a machine file",
      o->input);
  c->add_option("file", o->file, "Mesh")->required();
  c->add_option("--count", o->count, "Spheres")
      ->check(whole_from_to(1, 10000))
      ->capture_default_str();
  c->add_option("--for", o->goal,
                "surface: near every point of it; ground: near every plane that touches it")
      ->check(CLI::IsMember({"surface", "ground"}))
      ->capture_default_str();
  c->add_option("--max-radius", o->max_radius, "[m]")->check(above_zero("a length", "m"));
  c->add_option("--body", o->body, "Body that carries them")->capture_default_str();
  c->add_option("--material", o->material, "Material of their surface")->capture_default_str();
  c->add_option("--prefix", o->prefix, "Names: PREFIX_1, PREFIX_2, ...")->capture_default_str();
  c->callback([o, &exit_code] { exit_code = mesh_spheres(*o); });
}

void add_show(CLI::App& mesh, int& exit_code) {
  auto o = std::make_shared<MeshShowCommand>();
  CLI::App* c = add_command(
      mesh, "show", "Write a page or picture of one or two meshes with what is wrong", o->input);
  auto second = std::make_shared<std::string>();
  o->files.resize(1);
  c->add_option("file", o->files[0], "Mesh")->required();
  c->add_option("second", *second, "Another mesh, to see where the two meet");
  c->add_option("--pose", o->pose,
                "Of the second: x,y,z [m] or x,y,z,rx,ry,rz (as rotation_deg of machine files)");
  c->add_option("-o,--out", o->out, "Page (.html, works offline) or picture (.png)")
      ->capture_default_str();
  c->add_option("--tree", o->tree_level, "Boxes of this level of the tree, 0 the root")
      ->check(whole_from_to(0, 64));
  c->add_option("--hull", o->hull_faces, "Convex hull of at most so many faces, 0 exact")
      ->check(whole_from_to(0, 100000));
  c->add_option("--spheres", o->spheres, "Approximation by so many spheres")
      ->check(whole_from_to(1, 10000));
  c->add_flag("--normals", o->normals, "Normals of the faces");
  c->add_flag("!--no-check", o->check, "Do not look for problems");
  add_force(*c, o->force);
  c->callback([o, second, &exit_code] {
    if (!second->empty()) o->files.push_back(*second);
    exit_code = mesh_show(*o);
  });
}

}  // namespace

void add_mesh_commands(CLI::App& app, int& exit_code) {
  CLI::App* mesh = app.add_subcommand("mesh", "Check, repair, measure, convert and show meshes");
  mesh->require_subcommand(1);
  add_check(*mesh, exit_code);
  add_repair(*mesh, exit_code);
  add_info(*mesh, exit_code);
  add_hull(*mesh, exit_code);
  add_spheres(*mesh, exit_code);
  add_show(*mesh, exit_code);
}

}  // namespace outrigger::app
