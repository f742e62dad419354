#!/usr/bin/env python3
"""tables.py: the Markdown tables of a device from the files of a run, printed, or put into a README where one is named.

    bench/peers/tables.py --cpu bench/results/cpu  [--readme bench/README.md]   # cpu_tables.py
    bench/peers/tables.py --gpu bench/results/h200 [--readme bench/README.md]   # gpu_tables.py
"""
import argparse

import cpu_tables
import gpu_tables
import sections


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    device = parser.add_mutually_exclusive_group(required=True)
    device.add_argument("--cpu", help="the CPU's files, without .json, -grid.json, -overhead.json and -notes.txt")
    device.add_argument("--gpu", help="a device's files, without .json, -grid.json, -overhead.json, -peers.json and -notes.txt")
    parser.add_argument("--readme", help="the file whose tables of that device are renewed")
    options = parser.parse_args()
    base = options.cpu or options.gpu
    lines = (cpu_tables if options.cpu else gpu_tables).section(base)
    if options.readme:
        sections.renew(base, lines, options.readme)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
