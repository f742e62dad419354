/* commands.c: the table of commands. */
#include "commands.h"

#include "bench.h"
#include "math.h"

static const struct command commands[] = {
    {"list", "the ops, their slots and attributes; the devices", cmd_list},
    {"explain", "what a plan says of itself: kernel, guarantee, workspace, reasons", cmd_explain},
    {"run", "run a problem on .npy files", cmd_run},
    {"check", "compare every element with the oracle, inside the plan's own bound", cmd_check},
    {"grad", "compare backward passes with differences of the forward oracle", cmd_grad},
    {"props", "what must hold without an oracle: adjoints, linearity, batches, scans against reductions", cmd_props},
    {"bits", "compare instruction sets, threads and layouts bit for bit, and with golden digests", cmd_bits},
    {"verify", "run the golden digests on every device and print one verdict", cmd_verify},
    {"bench", "time problems against the machine's own streaming kernels", cmd_bench},
    {"report", "what measurements say: table, page with charts, against others", cmd_report},
    {"math", "measure the error of the elementary functions", cmd_math},
    {"source", "the text of a plan's kernels", cmd_source},
    {"pack", "compile the kernels of problems ahead of time, into one file", cmd_pack},
    {"emit", "write what is made from tables: headers, manual, completions, table", cmd_emit},
    {"demo", "a forward and a backward of each family, with what their plans promise", cmd_demo},
    {0}};

const struct command *command_table(void) { return commands; }
