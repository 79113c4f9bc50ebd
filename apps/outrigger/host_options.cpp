#include "outrigger/host_options.h"

#include "outrigger/numbers.h"

namespace outrigger::app {

void add_host_options(CLI::App& command, SeatOptions& o) {
  command.add_option("--port", o.port, "Port (default: 8080 or the next free one)")
      ->check(whole_from_to(1, 65535));
  command
      .add_option("--listen", o.listen,
                  "Numeric address to listen on; 0.0.0.0 for the whole network")
      ->capture_default_str();
  command.add_option("--host-name", o.host_names,
                     "Name under which browsers may call this computer");
  command.add_option("--allow-origin", o.origins,
                     "Other site whose pages may operate the machine, http://name:port");
  command.add_option("--token-operate", o.token_operate,
                     "Only who has this token may operate; others watch");
  command.add_option("--token-instruct", o.token_instruct,
                     "Only who has this token may instruct (default: only this computer may)");
  command.add_option(
      "--tokens", o.tokens,
      "File with lines `operate TOKEN` and `instruct TOKEN`, which keeps them out of the "
      "list of processes");
  command.add_flag("--tls", o.tls,
                   "Speak https and wss, with the certificate that `outrigger certs` made: sound, "
                   "headsets and gamepads on other devices need it");
  command.add_option("--certs", o.certs,
                     "Folder of the certificates (default: ~/.config/outrigger/certs)");
  command.add_option("--web", o.web, "Folder of the viewer (default: web/dist)");
  command.add_option("--for", o.duration, "End after this many seconds")
      ->check(above_zero("a time", "s"));
  command.add_flag("--now", o.now,
                   "Begin at once; otherwise time begins with the first viewer (with --for or "
                   "--record it always begins at once)");
  command.add_flag("--browser,!--no-browser", o.browser, "Open a browser (default: yes)");
  command.add_flag("--real-time,!--no-real-time", o.real_time,
                   "Ask the system for priority (default: yes)");
}

}  // namespace outrigger::app
