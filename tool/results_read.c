/* results_read.c: what files of measurements say: those of `remora bench --json` and of bench/peers. */
#include "results.h"

#include "problem.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- room ---- */

/* The place of one more element in a list; NULL: no memory. */
static void *grow(void **list, size_t *n, size_t *room, size_t size) {
  if (*n == *room) {
    size_t more = *room ? 2 * *room : 256;
    void *moved = realloc(*list, more * size);
    if (!moved) return NULL;
    *list = moved;
    *room = more;
  }
  return memset((char *)*list + (*n)++ * size, 0, size);
}

static void *add_cell(struct results *r) {
  void *list = r->cells, *place = grow(&list, &r->n_cells, &r->cells_room, sizeof *r->cells);
  r->cells = list;
  r->failed |= !place;
  return place;
}

static void *add_peer(struct results *r) {
  void *list = r->peers, *place = grow(&list, &r->n_peers, &r->peers_room, sizeof *r->peers);
  r->peers = list;
  r->failed |= !place;
  return place;
}

/* ---- what a problem's text says ---- */

#define COPY(to, from) snprintf(to, sizeof(to), "%.*s", (int)sizeof(to) - 1, from)

/* The shape of the first view: "f32[2,3]". Returns its rank. */
static int read_shape(const char *problem, char dtype[16], int64_t shape[REM_MAX_RANK]) {
  const char *open = strchr(problem, '['), *word = open;
  if (!open) return 0;
  while (word > problem && word[-1] != ' ' && word[-1] != ':') word--;
  snprintf(dtype, 16, "%.*s", (int)(open - word), word);
  int rank = 0;
  for (const char *at = open + 1; *at && *at != ']' && rank < REM_MAX_RANK; at += *at == ',') {
    char *end;
    shape[rank++] = strtoll(at, &end, 10);
    if (end == at) return rank - 1;
    at = end;
  }
  return rank;
}

/* Extents before, along and behind the axes that the line names; several must be neighbours. */
static void read_axes(struct cell *c, int rank, const int64_t *shape) {
  const char *at = strstr(c->problem, " axes="), *one = strstr(c->problem, " axis=");
  long first = REM_MAX_RANK, last = -1;
  at = at ? at + 6 : one ? one + 6 : NULL;
  while (at && *at >= '0' && *at <= '9') {
    long axis = strtol(at, (char **)(uintptr_t)&at, 10);
    first = axis < first ? axis : first;
    last = axis > last ? axis : last;
    at += *at == ',';
  }
  if (last < 0 || last >= rank) return;
  c->outer = c->n = c->inner = 1;
  for (int i = 0; i < rank; i++) *(i < first ? &c->outer : i <= last ? &c->n : &c->inner) *= shape[i];
}

static void describe(struct cell *c) {
  int64_t shape[REM_MAX_RANK] = {0};
  snprintf(c->op, sizeof c->op, "%.*s", (int)strcspn(c->problem, " "), c->problem);
  int rank = read_shape(c->problem, c->dtype, shape);
  read_axes(c, rank, shape);
}

/* ---- objects ---- */

static void take_cell(struct results *r, const struct object *o) {
  struct cell *c = add_cell(r);
  if (!c) return;
  const struct {
    const char *key;
    char *text;
    size_t size;
  } texts[] = {{"problem", c->problem, sizeof c->problem},
               {"device", c->device, sizeof c->device},
               {"machine", c->machine, sizeof c->machine},
               {"revision", c->revision, sizeof c->revision},
               {"time", c->time, sizeof c->time},
               {"sku", c->sku, sizeof c->sku},
               {"bar", c->bar, sizeof c->bar},
               {"binds", c->binds, sizeof c->binds},
               {"limit_why", c->limit_why, sizeof c->limit_why}};
  const struct {
    const char *key;
    double *number;
  } numbers[] = {{"seconds", &c->seconds},
                 {"seconds_low", &c->seconds_low},
                 {"seconds_high", &c->seconds_high},
                 {"bytes", &c->bytes},
                 {"share", &c->share},
                 {"share_low", &c->share_low},
                 {"share_high", &c->share_high},
                 {"limit", &c->limit},
                 {"of_limit", &c->of_limit},
                 {"cycles", &c->cycles},
                 {"plan_first", &c->plan_first},
                 {"plan_again", &c->plan_again},
                 {"compile", &c->compile}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    snprintf(texts[i].text, texts[i].size, "%s", field_text(o, texts[i].key));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i].number = field_number(o, numbers[i].key);
  if (!*c->binds) COPY(c->binds, field_text(o, "limit")); /* as older files have it */
  c->threads = (int)field_number(o, "threads");
  describe(c);
}

static void take_peer(struct results *r, const struct object *o, const char *name, int threads, double ratio) {
  struct peer *p = ratio > 0 ? add_peer(r) : NULL;
  if (!p) return;
  COPY(p->problem, field_text(o, "problem"));
  COPY(p->device, threads ? "cpu" : r->device);
  COPY(p->name, name);
  p->threads = threads;
  p->ratio = ratio;
}

/* On a device: "remora" and each peer in seconds, with a share beside it. */
static void take_device_peers(struct results *r, const struct object *o) {
  double mine = field_number(o, "remora");
  for (int i = 0; i < o->n; i++) {
    char share[64];
    const struct field *f = &o->fields[i];
    snprintf(share, sizeof share, "%.50s_share", f->key);
    if (f->text || !strcmp(f->key, "remora") || !field_there(o, share)) continue;
    take_peer(r, o, f->key, 0, mine > 0 ? f->number / mine : 0);
  }
}

/* On a CPU: each peer's time by Remora's; the list around them is named after the number of threads. */
static void take_cpu_peers(struct results *r, const struct object *o) {
  static const char *const not_peers[] = {"seconds", "bytes", "threads", "backward", "rounds", "low", "high"};
  int threads = field_there(o, "threads") ? (int)field_number(o, "threads") : atoi(o->under);
  for (int i = 0; i < o->n; i++) {
    const struct field *f = &o->fields[i];
    int is_peer = !f->text;
    for (size_t k = 0; k < sizeof not_peers / sizeof *not_peers; k++) is_peer &= strcmp(f->key, not_peers[k]) != 0;
    if (is_peer) take_peer(r, o, f->key, threads > 0 ? threads : 1, f->number);
  }
}

/* The head of a file of peers names the GPU alone; contexts call it "cuda NVIDIA H200". */
static void take_device(struct results *r, const char *device) {
  int named = !strncmp(device, "cuda", 4) || !strncmp(device, "opencl", 6);
  if (*device) snprintf(r->device, sizeof r->device, "%s%.100s", named ? "" : "cuda ", device);
}

static void take(void *arg, const struct object *o) {
  struct results *r = arg;
  if (!*field_text(o, "problem")) {
    take_device(r, field_text(o, "device"));
    r->others++;
  } else if (field_there(o, "remora")) {
    take_device_peers(r, o);
  } else if (field_number(o, "seconds") > 0 && field_there(o, "sku")) {
    take_cell(r, o);
  } else if (field_number(o, "seconds") > 0 || atoi(o->under) > 0) {
    take_cpu_peers(r, o);
  } else {
    r->others++;
  }
}

/* ---- files ---- */

/* The whole of a file and a 0 behind it; NULL: no memory, or it cannot be read. */
static char *read_all(FILE *file) {
  size_t n = 0, room = 1 << 16, got;
  char *text = malloc(room);
  while (text && (got = fread(text + n, 1, room - n - 1, file)) > 0) {
    n += got;
    if (room - n > 1) continue;
    char *more = realloc(text, room *= 2);
    if (!more) free(text);
    text = more;
  }
  if (text) text[n] = 0;
  return text;
}

int results_read(struct results *r, const char *path, char *why, size_t why_bytes) {
  int is_stdin = !strcmp(path, "-");
  FILE *file = is_stdin ? stdin : fopen(path, "r");
  char *text = file ? read_all(file) : NULL;
  if (!text) snprintf(why, why_bytes, "%s: %s", path, strerror(errno));
  int rc = text ? json_read(text, path, take, r, why, why_bytes) : -1;
  if (!rc && r->failed) rc = (snprintf(why, why_bytes, "%s: no memory for its measurements", path), -1);
  if (file && !is_stdin) fclose(file);
  free(text);
  return rc;
}

void results_free(struct results *r) {
  free(r->cells);
  free(r->peers);
  *r = (struct results){0};
}

static int has_words(const char *problem, const char *device, const char *const *words, int n) {
  for (int i = 0; i < n; i++)
    if (!strstr(problem, words[i]) && !strstr(device, words[i])) return 0;
  return 1;
}

void results_keep(struct results *r, const char *const *words, int n) {
  size_t cells = 0, peers = 0;
  for (size_t i = 0; i < r->n_cells; i++)
    if (has_words(r->cells[i].problem, r->cells[i].device, words, n)) r->cells[cells++] = r->cells[i];
  for (size_t i = 0; i < r->n_peers; i++)
    if (has_words(r->peers[i].problem, r->peers[i].device, words, n)) r->peers[peers++] = r->peers[i];
  r->n_cells = cells;
  r->n_peers = peers;
}
