/* A controller in plain C: holds the height of the bucket's teeth with the boom. See docs/hil.md.
 *
 *   cc -O2 -o hold_depth examples/hil/hold_depth.c
 *   ./outrigger seat --hil 7401        and in another terminal:   ./hold_depth 7401
 *
 * One thread, UDP, lockstep, no library. Bytes are copied as they are: a little-endian computer is needed. */
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { HELLO = 1, WELCOME = 2, REFUSE = 3, OUTPUTS = 4, INPUTS = 5, BYE = 6, VERSION = 1, MOST = 8200 };

static int connection;

static void say(uint8_t type, const void* payload, uint16_t length) {
  uint8_t bytes[MOST] = {'O', 'H', 'I', 'L', VERSION, type};
  memcpy(bytes + 6, &length, 2);
  memcpy(bytes + 8, payload, length);
  if (send(connection, bytes, 8u + length, 0) < 0) perror("send"); /* the machine may not be there yet */
}

/* Type of the next message, 0: none within half a second, or bytes that are none. */
static int hear(uint8_t* payload, size_t* length) {
  uint8_t bytes[MOST];
  uint16_t announced;
  const ssize_t got = recv(connection, bytes, sizeof bytes, 0);
  if (got < 8 || memcmp(bytes, "OHIL", 4) != 0 || bytes[4] != VERSION) return 0;
  memcpy(&announced, bytes + 6, 2);
  if ((size_t)got != 8u + announced) return 0;
  memcpy(payload, bytes + 8, announced);
  payload[announced] = 0; /* texts end here; `payload` has a byte more than any message */
  *length = announced;
  return bytes[5];
}

static void answer(uint32_t session, uint64_t exchange, const double* values, uint32_t count) {
  uint8_t payload[24 + 8 * 64] = {0};
  memcpy(payload, &session, 4);
  memcpy(payload + 8, &exchange, 8);
  memcpy(payload + 16, &count, 4);
  if (count > 0) memcpy(payload + 24, values, 8u * count);
  say(INPUTS, payload, (uint16_t)(24 + 8 * count));
}

int main(int argc, char** argv) {
  static const char hello[] = "name hold-depth\nmode lockstep\noutputs depth\ninputs boom\n";
  static uint8_t payload[MOST + 1];
  size_t length = 0;
  uint32_t session = 0;
  double wanted = 0.0;
  int known = 0, type;
  struct sockaddr_in machine = {.sin_family = AF_INET, .sin_port = htons(argc > 1 ? (uint16_t)atoi(argv[1]) : 7401)};
  struct timeval patience = {.tv_usec = 500000};
  inet_pton(AF_INET, argc > 2 ? argv[2] : "127.0.0.1", &machine.sin_addr);
  connection = socket(AF_INET, SOCK_DGRAM, 0);
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(connection, (struct sockaddr*)&machine, sizeof machine) != 0) return perror("connect"), 1;

  for (int tries = 0; session == 0; ++tries) {
    if (tries == 40) return fprintf(stderr, "no machine answers\n"), 1;
    say(HELLO, hello, sizeof hello - 1);
    type = hear(payload, &length);
    if (type == REFUSE) return fprintf(stderr, "refused: %s\n", (char*)payload), 1;
    if (type == WELCOME) sscanf((char*)payload, "session %u", &session);
    if (type == 0) usleep(100000);
  }
  answer(session, 0, NULL, 0); /* ready */

  for (;;) {
    double depth, boom;
    uint32_t of, count;
    uint64_t exchange;
    type = hear(payload, &length);
    if (type == BYE) break;
    if (type == 0) answer(session, 0, NULL, 0); /* paused: still here */
    if (type != OUTPUTS || length < 48) continue;
    memcpy(&of, payload, 4);
    memcpy(&exchange, payload + 8, 8);
    memcpy(&count, payload + 32, 4);
    memcpy(&depth, payload + 40, 8);
    if (of != session || count != 1) continue;
    if (!known) wanted = depth, known = 1;
    boom = 8.0 * (depth - wanted); /* too deep: up */
    boom = boom > 1.0 ? 1.0 : boom < -1.0 ? -1.0 : boom;
    answer(session, exchange, &boom, 1);
  }
  printf("the machine has ended; wanted depth %.3f m\n", wanted);
  return 0;
}
