/* record.h: plans for an imaginary CUDA device. Nothing is compiled and nothing can run, but the kernels that plans want are
 * known: packs are made of them, and kernels can be looked at, on a machine without a GPU. */
#ifndef TOOL_RECORD_H
#define TOOL_RECORD_H

#include "gpu/driver.h"

/* Close it with rem_context_destroy. */
rem_status record_open(rem_context **context, rem_error *error);

/* Which kernels a plan takes depends on how many multiprocessors the device has and how many blocks make a cluster, and on nothing
 * else of it: what is planned from now on is for a device of so many. */
enum { RECORD_UNITS = 132, RECORD_MOST_UNITS = 256 }; /* at first; more than any device has */
enum { RECORD_CLUSTER = 8 };                          /* from sm_90 on; 0: none              */
void record_units(rem_context *context, int units, int cluster);

/* Hands over the head of every kernel that plans of this context wanted so far, in no order; the texts live as long as it does. */
void record_heads(rem_context *context, void (*each)(void *arg, const char *head), void *arg);

#endif
