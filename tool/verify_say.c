/* verify_say.c: the verdict of `remora verify`, made to be pasted into a paper or an issue. */
#include "report.h"
#include "revision.h"
#include "verify.h"

#include <inttypes.h>
#include <sys/utsname.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "another compiler"
#endif

struct sums {
  size_t agree, refused;
  int machines, cut; /* cut: machines that ran out of time */
};

static struct sums add_up(const struct verify *v) {
  struct sums s = {.machines = v->n_machines};
  for (int i = 0; i < v->n_machines; i++) {
    s.agree += v->machines[i].agree;
    s.refused += v->machines[i].refused;
    s.cut += v->machines[i].ran < v->list.n;
  }
  return s;
}

static uint64_t list_digest(const struct verify *v) {
  uint64_t digest = DIGEST_START;
  for (size_t i = 0; i < v->list.n; i++) digest = digest_add(digest, v->list.lines[i].digest);
  return digest;
}

int verify_exit(const struct verify *v) { return v->n_differences || !add_up(v).agree; }

static void say_machine(const struct verify *v, const struct machine *m, FILE *to) {
  char agree[64], refused[48] = "";
  if (m->ran < v->list.n) snprintf(agree, sizeof agree, "%zu of the first %zu agree", m->agree, m->ran);
  else snprintf(agree, sizeof agree, "%zu of %zu agree", m->agree, m->ran);
  if (m->refused) snprintf(refused, sizeof refused, ", %zu not supported", m->refused);
  fprintf(to, "machine   %s: %s%s, digest %016" PRIx64 ", %.1f s\n", m->what, agree, refused, m->digest, m->seconds);
}

/* A device is named in the line, so that pasting it runs there. */
static void say_differences(const struct verify *v, FILE *to) {
  for (size_t i = 0; i < v->n_differences && i < MAX_DIFFERENCES; i++) {
    const struct difference *d = &v->differences[i];
    fprintf(to, "differs   %s: %s\n          remora bits '%s' --on %s\n", d->machine->what, d->text, d->problem,
            d->machine->device);
  }
  if (v->n_differences > MAX_DIFFERENCES) fprintf(to, "differs   and %zu more\n", v->n_differences - MAX_DIFFERENCES);
}

static void say_verdict(const struct verify *v, FILE *to) {
  struct sums s = add_up(v);
  if (verify_exit(v))
    fprintf(to, "verdict   NOT THE SAME BITS: %zu of %zu results differ or failed\n", v->n_differences,
            v->n_differences + s.agree);
  else
    fprintf(to, "verdict   same bits: all %zu results on %d machine%s agree with the golden digests%s\n", s.agree,
            s.machines, s.machines > 1 ? "s" : "",
            s.cut ? "; time ended before the list did where 'first' stands" : "");
}

void verify_say(const struct verify *v, FILE *to) {
  struct utsname system;
  if (uname(&system) < 0) system.sysname[0] = system.release[0] = system.machine[0] = 0;
  fprintf(to, "remora    %s%s%s, built with %s\nsystem    %s %s, %s\n", rem_version(), *tool_revision ? " at " : "",
          tool_revision, COMPILER, system.sysname, system.release, system.machine);
  fprintf(to, "list      %zu problems of %d ops and passes, digest of digests %016" PRIx64 "\n", v->list.n,
          verify_kinds(&v->list), list_digest(v));
  for (int i = 0; i < v->n_machines; i++) say_machine(v, &v->machines[i], to);
  for (int i = 0; i < v->n_missing; i++) fprintf(to, "not there %s\n", v->missing[i]);
  say_differences(v, to);
  say_verdict(v, to);
}

static void json_machine(const struct machine *m, FILE *to) {
  fprintf(to, "{\"device\":\"%s\",\"is\":", m->device);
  json_text(to, m->what);
  fprintf(to, ",\"ran\":%zu,\"agree\":%zu,\"refused\":%zu,\"digest_of_digests\":\"%016" PRIx64 "\",\"seconds\":%.3f}",
          m->ran, m->agree, m->refused, m->digest, m->seconds);
}

static void json_difference(const struct difference *d, FILE *to) {
  fprintf(to, "{\"is\":");
  json_text(to, d->machine->what);
  fprintf(to, ",\"problem\":");
  json_text(to, d->problem);
  fprintf(to, ",\"text\":");
  json_text(to, d->text);
  fprintf(to, "}");
}

void verify_json(const struct verify *v, FILE *to) {
  fprintf(to, "{\"version\":\"%s\",\"revision\":\"%s\",\"compiler\":", rem_version(), tool_revision);
  json_text(to, COMPILER);
  fprintf(to, ",\"problems\":%zu,\"digest_of_digests\":\"%016" PRIx64 "\",\"machines\":[", v->list.n, list_digest(v));
  for (int i = 0; i < v->n_machines; i++) {
    fprintf(to, "%s", i ? "," : "");
    json_machine(&v->machines[i], to);
  }
  fprintf(to, "],\"differences\":[");
  for (size_t i = 0; i < v->n_differences && i < MAX_DIFFERENCES; i++) {
    fprintf(to, "%s", i ? "," : "");
    json_difference(&v->differences[i], to);
  }
  fprintf(to, "],\"differ\":%zu,\"same_bits\":%s}\n", v->n_differences, verify_exit(v) ? "false" : "true");
}
