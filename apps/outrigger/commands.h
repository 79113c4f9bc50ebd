/// The commands of the program. Each takes its options as a plain struct and returns the exit code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace outrigger::app {

struct RunOptions {
  std::string file;
  std::vector<std::string> variants;
  std::string site, start;                             ///< see site.h
  std::vector<std::string> with;                       ///< machines beside it: see scene.h
  double duration = 0.0;                               ///< [s]; 0 = as the file says
  double step = 0.0;                                   ///< [s]; 0 = as the file says
  std::string method, formulation;                     ///< as in files; empty = as the file says
  std::string csv;                                     ///< file for the sensor columns
  std::string plot;                                    ///< picture: see outputs.h
  std::string record;                                  ///< recording
  std::vector<std::pair<std::string, double>> inputs;  ///< constant operator inputs
  bool equilibrium = false;                            ///< start from static equilibrium
  std::vector<std::string> ground;  ///< changes at the start, terrain/ground_edit.h
  std::size_t events = 20;          ///< lines of events; EventList::kAll
  std::string events_json;          ///< file for all events, a line of JSON each
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool force = false;          ///< outputs may replace files of others (outputs.h)
  bool quiet = false;
};
int run(const RunOptions& options);

struct CheckOptions {
  std::string file;
  std::vector<std::string> variants;
  bool entities = false;       ///< list every entity
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool mass = false;           ///< mass properties and mass matrices
};
int check(const CheckOptions& options);

struct ImportOptions {
  std::string file;                                    ///< URDF
  std::string out;                                     ///< machine file; empty: printed
  std::vector<std::string> packages;                   ///< name=folder
  std::vector<std::pair<std::string, double>> joints;  ///< values at the start
  bool free_root = false;
  bool drives = false;
  bool self_contact = false;
  std::string material = "steel";
  int hull = 64;
  bool force = false;  ///< outputs may replace files of others (outputs.h)
  bool repair = false;
  double density = 0.0;                   ///< [kg/m³]; 0: links without mass have none
  std::vector<double> at{0.0, 0.0, 0.0};  ///< of the root link [m]
  bool lift = false;
};
/// Makes a machine file of a URDF file and says what was left out.
int import_machine(const ImportOptions& options);

struct ContactsOptions {
  std::string file;
  std::vector<std::string> variants;
  std::string site;            ///< file or name of a bundled one; empty: only the machine
  std::string start;           ///< place on the site
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool json = false;
};
/// Which shapes of a machine and a site touch at the start.
int contacts(const ContactsOptions& options);

struct IdentifyOptions {
  std::string file;    ///< machine
  std::string record;  ///< measured, CSV
  std::vector<std::string> variants;
  std::string site, start;                             ///< see site.h
  std::vector<std::string> fits;                       ///< path[=start[:low:high]]
  std::string laws;                                    ///< normal laws to compare
  std::string law_of;                                  ///< the entry of contact_laws they go to
  std::vector<std::string> columns;                    ///< of the record; empty: all sensors in it
  double duration = 0.0;                               ///< [s]; 0 = as the file says
  double shift = 0.0;                                  ///< added to the record's times [s]
  double step = 0.0;                                   ///< [s]; 0 = as the file says
  std::vector<std::pair<std::string, double>> inputs;  ///< constant operator inputs
  bool equilibrium = false;
  int scan = 0;                ///< points looked at first; 0 = 32 for each parameter
  int starts = 4;              ///< of them followed
  int threads = 0;             ///< 0 = as many as there are
  std::string plot;            ///< picture: see outputs.h
  std::string csv;             ///< measured, fitted, residual
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool force = false;          ///< outputs may replace files of others (outputs.h)
  bool json = false;
  bool quiet = false;
};
/// Fits parameters of a machine file to a measured record. 1: the result is not to be trusted.
int identify(const IdentifyOptions& options);

struct InverseOptions {
  std::string file;    ///< machine
  std::string motion;  ///< measured, CSV
  std::vector<std::string> variants;
  double cutoff = 0.0;         ///< of the smoothing [Hz]; 0 = by cross-validation
  std::string csv;             ///< motion and efforts
  std::string plot;            ///< picture: see outputs.h
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool force = false;          ///< outputs may replace files of others (outputs.h)
  bool quiet = false;
};
/// Efforts of the drives from a measured motion. 1: the two ways to find them disagree.
int inverse(const InverseOptions& options);

struct ValidateOptions {
  std::vector<std::string> names;
  bool json = false;
  bool list = false;
  std::string plots;   ///< folder for one plot per case
  bool force = false;  ///< outputs may replace files of others (outputs.h)
};
int validate(const ValidateOptions& options);

struct BenchOptions {
  std::vector<std::string> names;
  bool json = false;
  bool list = false;
  int repetitions = 5;
  bool peers = false;              ///< other engines' programs too: tools/peers.py
  std::vector<std::string> point;  ///< problem, method, setting: one run, one line of JSON
  std::string programs;            ///< folder of the peers' programs; empty: build them
  std::string output = "results/peers";
  int rounds = 3;
  double timeout = 300.0;  ///< of one peer's run [s]
};
int bench(const BenchOptions& options);

/// Simulates the bundled excavator and shows summary, plot and recording.
int demo();

struct AnchorOptions {
  std::string file;                                          ///< study
  std::vector<std::pair<std::string, std::string>> changes;  ///< path, text
  std::string csv, plot, record, report;
  std::string mesh;     ///< file for the mesh of the bow
  std::string machine;  ///< folder for the machine file and its meshes
  bool format = false, json = false, force = false, quiet = false;
};
/// One haul. 0: seated, 3: another verdict.
int anchor_haul(const AnchorOptions& options);

struct SweepOptions {
  std::vector<std::string> words;  ///< a sweep file; report FOLDER; rerun FOLDER NUMBER
  std::string out;                 ///< folder; empty: results/NAME
  int workers = 0;                 ///< 0: all cores
  std::vector<std::pair<std::string, std::string>> changes;  ///< of a single machine case
  std::string record, plot, csv;                             ///< of a rerun
  bool json = false, force = false, quiet = false;
};
int sweep_cases(const SweepOptions& options);

struct SeatOptions {
  std::string machine;  ///< file, or the name of a bundled machine or scene; empty: the excavator
  std::vector<std::string> with;              ///< machines beside it: see scene.h
  std::vector<std::string> variants;          ///< empty: those the file gives an operator
  bool plain = false;                         ///< none of those either
  std::string site, start;                    ///< see site.h; empty: as the file says
  std::vector<std::string> ground;            ///< changes at the start, terrain/ground_edit.h
  double step = 5e-3;                         ///< [s]
  double duration = 0.0;                      ///< [s] of wall time; 0 = until it is interrupted
  int port = 0;                               ///< 0 = 8080 or the next free one
  std::string listen = "127.0.0.1";           ///< numeric address
  std::vector<std::string> host_names;        ///< under which browsers may call it
  std::vector<std::string> origins;           ///< of pages that may operate it besides its own
  std::string token_operate, token_instruct;  ///< wanted for these roles; empty: none
  std::string tokens;          ///< file of both, which keeps them out of the list of processes
  bool tls = false;            ///< https with the certificates of `certs`
  std::string certs;           ///< folder of them; empty: that of this person
  std::string web;             ///< folder of the viewer; empty: web/dist
  std::string record;          ///< file for a recording; empty: none
  std::string from;            ///< recording to go on from, instead of a machine
  double at = -1.0;            ///< of it [s]; below 0: its end
  bool allow_outside = false;  ///< files that the machine file names may lie outside of its folder
  bool force = false;          ///< outputs may replace files of others (outputs.h)
  bool now = false;            ///< begin at once instead of with the first viewer
  bool browser = true;         ///< open one where there is a display
  bool real_time = true;       ///< ask the system for priority
};
int seat(const SeatOptions& options);

struct ReplayOptions {
  std::string file;
  bool verify = false;  ///< compute and compare instead of showing
  std::string machine;  ///< another machine file instead of the recorded one
  SeatOptions host;     ///< where it is shown
};
int replay(const ReplayOptions& options);

/// Prints docs/machine-format.md, or docs/site-format.md, or docs/scene-format.md.
int print_format(bool site, bool scene);

/// Draws columns of a CSV file over its first column with tools/plot.py. Units of the other columns
/// go to the axes; none, or an empty one: unknown. Returns false, and says why on stderr, when no
/// plot could be made.
bool plot_csv(const std::string& csv, const std::string& picture, const std::string& title,
              const std::vector<std::string>& units = {});

}  // namespace outrigger::app
