/* list.c: `remora list`: the ops with their slots and attributes, from the op table alone, and the devices. */
#include "commands.h"
#include "options.h"
#include "report.h"
#include "sweep.h"
#include "table.h"

#include <string.h>

static void print_slots(const char *op, int pass) {
  rem_slot_info s;
  if (rem_op_slot(op, pass, NULL, 0, 0, &s, NULL)) {
    printf("    no gradient\n");
    return;
  }
  printf("    %-9s", pass ? "backward" : "forward");
  int was = REM_INPUT;
  for (int i = 0; !rem_op_slot(op, pass, NULL, 0, i, &s, NULL); i++) {
    printf("%s%s%s", s.role != was ? " ->" : "", " ", s.name);
    printf("%s", s.need == REM_OPTIONAL ? "?" : s.need == REM_IGNORED ? "(ignored)" : "");
    was = s.role;
  }
  printf("\n");
}

static void print_attrs(const char *op) {
  static const char *const kinds[] = {"", "integer", "number", "word", "integers", "numbers"};
  rem_attr_info a;
  for (int i = 0; !rem_op_attr(op, i, &a, NULL); i++)
    printf("    %s=%s  (%s)\n", a.name, a.choices ? a.choices : kinds[a.kind], a.otherwise);
}

static void json_op(const char *op) {
  table_json_op(stdout, op);
  printf("\n");
}

static void print_op(const char *op) {
  printf("%s (%s): %s\n", op, rem_op_family(op), rem_op_says(op));
  print_slots(op, REM_FORWARD);
  print_slots(op, REM_BACKWARD);
  print_attrs(op);
}

/* Prints what a device is or, where that is wanted, why it is not there. */
static void print_device(const char *device, rem_context *context, const rem_error *error, int say_why, int json) {
  if (json && (context || say_why)) {
    printf("{\"device\":\"%s\",\"%s\":", device, context ? "is" : "why_not");
    json_text(stdout, context ? rem_context_device(context) : error->text);
    printf("}\n");
  } else if (context || say_why) {
    printf("device %s: %s\n", device, context ? rem_context_device(context) : error->text);
  }
  rem_context_destroy(context);
}

static void print_found(void *arg, const char *device, rem_context *context, const rem_error *error) {
  int json = *(int *)arg;
  print_device(device, context, error, !json, json);
}

/* Returns the exit code: whether the device is there. */
static int print_one(const char *on, int json) {
  char device[WORD_BYTES];
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  if (device_text(on, device)) return 1;
  int there = !open_context(device, NULL, 0, NULL, &context, &error);
  print_device(device, context, &error, 1, json);
  return !there;
}

static int wanted(const char *op, int n, char **names) {
  for (int i = 0; i < n; i++)
    if (!strcmp(op, names[i])) return 1;
  return !n;
}

int cmd_list(int argc, char **argv) {
  int json = 0;
  const char *on = NULL;
  const struct option options[] = {
      {"--json", NULL, "one JSON object for each op and device", OPTION_FLAG, &json},
      {"--on", "DEVICE", "this device alone: 0 is returned if it is there", OPTION_TEXT, &on},
      {NULL, NULL, NULL, OPTION_FLAG, NULL}};
  const struct command_help help = {"remora list [OP]... [--on DEVICE] [--json]",
                                    "The ops with their slots (? may be left out) and attributes (the default in "
                                    "brackets), and the devices.",
                                    options, NULL};
  int n = options_read(&help, argc, argv);
  if (n < 0) return options_exit(n);
  if (on) return print_one(on, json);
  for (int i = 0; i < n; i++)
    if (!rem_op_says(argv[1 + i])) {
      fprintf(stderr, "remora: '%s' is no op; 'remora list' shows them all\n", argv[1 + i]);
      return 2;
    }
  const char *op;
  for (int i = 0; (op = rem_op_list(i)); i++)
    if (wanted(op, n, argv + 1)) (json ? json_op : print_op)(op);
  if (!n) find_devices(print_found, &json);
  return 0;
}
