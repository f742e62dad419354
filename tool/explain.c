/* explain.c: `remora explain`: what a plan says of itself. Every line but the first is a comment of the problem
 * language, so that the whole answer can be pasted back. */
#include "commands.h"
#include "device.h"
#include "options.h"
#include "sweep.h"
#include "tensors.h"

#include <inttypes.h>
#include <string.h>

static const char *const repeats[] = {"no promise", "the same bits on this device", "the same bits everywhere"};
static const char *const need_words[] = {"required", "optional", "never read, its shape counts"};

static void view_text(const rem_view *v, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s[", rem_dtype_name(v->dtype));
  for (int i = 0; i < v->rank && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, i ? "," : "", v->shape[i]);
  if (used < size) snprintf(text + used, size - used, "]");
}

/* Why a slot is there, in words. */
static const char *slot_role(const struct problem *p, int i) {
  const struct slot *s = &p->entry->slots[p->pass][i];
  int left_out = p->views[i].rank < 0;
  if (s->role == REM_OUTPUT)
    return left_out ? "left out: not computed" : p->accumulate >> i & 1 ? "added to" : "written";
  int need = problem_need(p, i);
  if (left_out) return need == REM_OPTIONAL && s->saved ? "left out: worked out again" : "left out: not needed";
  if (need == REM_IGNORED) return need_words[REM_IGNORED];
  if (p->pass == REM_BACKWARD && need == REM_OPTIONAL && s->saved && !problem_uses_saved(p, s->name))
    return "not used: narrower than the compute dtype, worked out again";
  return need_words[need];
}

/* The inputs whose memory a result may be, in words. */
static void in_place_text(const rem_plan *plan, int slot, char *text, size_t size) {
  const struct problem *p = &plan->problem;
  size_t used = 0;
  *text = 0;
  for (int i = 0; i < p->n_slots && used < size; i++)
    if (plan->spans[slot].in_place >> i & 1)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "; may be written over ",
                               p->entry->slots[p->pass][i].name);
}

static void print_slots(const rem_plan *plan) {
  const struct problem *p = &plan->problem;
  for (int i = 0; i < p->n_slots; i++) {
    char view[256] = "-", in_place[128];
    const struct slot *s = &p->entry->slots[p->pass][i];
    if (p->views[i].rank >= 0) view_text(&p->views[i], view, sizeof view);
    in_place_text(plan, i, in_place, sizeof in_place);
    printf("#   %-9s %-6s %s: %s%s\n", i ? "" : "slots", s->name, view, slot_role(p, i), in_place);
  }
}

static void print_plan(const rem_plan *plan) {
  const rem_guarantee *g = &plan->guarantee;
  size_t bytes, align;
  rem_plan_workspace(plan, &bytes, &align);
  printf("%s\n", rem_plan_problem(plan));
  printf("#   %-9s %s\n", "device", rem_context_device(plan->context));
  printf("#   %-9s %s\n", "sku", rem_plan_sku(plan));
  printf("#   %-9s %s; error at most %g ulp + %g eps S, computed in %s, summed in %s\n", "guarantee",
         repeats[g->repeat], g->ulp, g->sum, rem_dtype_name(g->compute), rem_dtype_name(g->accumulate));
  if (bytes) printf("#   %-9s %zu bytes, aligned to %zu\n", "workspace", bytes, align);
  else printf("#   %-9s none\n", "workspace");
  print_slots(plan);
  if (*rem_plan_notes(plan)) printf("#   %-9s %s\n", "notes", rem_plan_notes(plan));
}

static void json_plan(const rem_plan *plan) {
  const rem_guarantee *g = &plan->guarantee;
  const struct problem *p = &plan->problem;
  size_t bytes, align;
  rem_plan_workspace(plan, &bytes, &align);
  printf("{\"problem\":");
  json_text(stdout, rem_plan_problem(plan));
  printf(",\"device\":\"%s\",\"sku\":", rem_context_device(plan->context));
  json_text(stdout, rem_plan_sku(plan));
  printf(",\"repeat\":%d,\"compute\":\"%s\",\"accumulate\":\"%s\",\"ulp\":%.17g,\"sum\":%.17g", g->repeat,
         rem_dtype_name(g->compute), rem_dtype_name(g->accumulate), g->ulp, g->sum);
  printf(",\"workspace\":%zu,\"alignment\":%zu,\"slots\":{", bytes, align);
  for (int i = 0; i < p->n_slots; i++) {
    printf("%s\"%s\":", i ? "," : "", p->entry->slots[p->pass][i].name);
    json_text(stdout, slot_role(p, i));
  }
  printf("},\"notes\":");
  json_text(stdout, rem_plan_notes(plan));
  printf("}\n");
}

static void judge(struct sweep *s, const char *line, struct parsed *parsed) {
  rem_plan *plan = sweep_plan(s, line, parsed);
  if (!plan) return;
  s->report.counts[VERDICT_OK]++;
  (s->report.json ? json_plan : print_plan)(plan);
  rem_plan_destroy(plan);
}

int cmd_explain(int argc, char **argv) {
  struct sweep s = {.judge = judge, .silent_end = 1};
  const struct option options[] = {
      {"--threads", "N", "threads of the context (as many as OpenMP would use)", OPTION_INT, &s.threads},
      {"--cpu", "NAME", "instruction set: baseline, avx2, avx512, neon (the best there is)", OPTION_TEXT, &s.cpu},
      {"--on", "DEVICE", ON_HELP, OPTION_TEXT, &s.on},
      {"--pack", "FILE", PACK_HELP, OPTION_TEXT, &s.pack},
      {"--imagine", "N", IMAGINE_HELP, OPTION_INT, &s.imagine},
      {"--json", NULL, "one JSON object for each problem", OPTION_FLAG, &s.report.json},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora explain PROBLEM...|@file [options]",
                                    "What the plan of a problem says of itself: the kernel (sku), the guarantee, the "
                                    "workspace, what each slot is for, and why.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  return n < 0 ? options_exit(n) : sweep_run(&s, n, argv + 1);
}
