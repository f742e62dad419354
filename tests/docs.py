#!/usr/bin/env python3
"""docs.py BUILD [--python PYTHON] [PAGE...]: every code block of the documentation is compiled and run.

A block is fenced and says its language; indented blocks are refused. Blocks of a page run in order, in an empty folder, with
Remora installed as a user would have it (pkg-config, find_package, the program in PATH).

  c, c++       a program is compiled and run; what has no main is compiled as the inside of a function
  python       the blocks of a page are one program
  sh           a script that must return 0
  console      lines behind "$ " are commands, the others what they print; ... stands for anything
  cmake, rust, zig   files, which a later sh block builds
  text         no code
  {...}        a directive of Sphinx

A comment in the line before a block says more:

  <!-- file: NAME -->       the block is this file of the page's folder; nothing else is done with it, unless it is C
  <!-- prints -->           a text: what the block before printed
  <!-- given: CODE -->      comes in front of the block; it may have several lines
  <!-- needs: NAME -->      skipped, and said so, where the program or Python module is missing; cuda: C is
                            compiled only where there is no CUDA device; nvrtc: where remora pack has no compiler
  <!-- run as: COMMANDS --> an sh block is too long, or for another machine: these run instead
  <!-- not run: WHY -->     only its syntax is checked; rest: a test that does what it says, or what it needs
"""
import argparse
import concurrent.futures
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "python/README.md", "bench/README.md"]
LANGUAGES = {"c", "c++", "python", "sh", "console", "cmake", "rust", "zig", "text"}
WARN = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMMENT = re.compile(r"<!-- (file|prints|given|needs|run as|not run|insert|run)(?::\s(.*?))?\s-->\s*$", re.S)


class Block:
    """A fenced block: its place, language, lines and what the comments in front of it say."""

    def __init__(self, page, line, language, text, says):
        self.page, self.line, self.language, self.text, self.says = page, line, language, text, says

    @property
    def label(self):
        return f"{self.page}:{self.line}: {self.language}"


def blocks(page):
    """The blocks of a page, and complaints about those that say no language."""
    found, wrong, says, comment, fence = [], [], {}, None, None
    before = ""
    for number, line in enumerate((ROOT / page).read_text(encoding="utf-8").split("\n"), 1):
        if fence:
            if line.strip() == fence[0]:
                found.append(Block(page, fence[1], fence[2], "\n".join(fence[3]) + "\n", says))
                fence, says = None, {}
            else:
                fence[3].append(line)
        elif comment is not None or line.startswith("<!-- "):
            comment = line if comment is None else comment + "\n" + line
            if line.rstrip().endswith("-->"):
                if match := COMMENT.match(comment):
                    says[match[1]] = match[2] or ""
                comment = None
        elif match := re.match(r"(`{3,})(.*)$", line):
            language = match[2].strip()
            if not language.startswith("{") and language not in LANGUAGES:
                wrong.append(f"{page}:{number}: a block of language '{language}'")
            fence = [match[1], number, language, []]
        else:
            if line.startswith("    ") and not before and not re.match(r"\s+([-*]|\d+\.) ", line):
                wrong.append(f"{page}:{number}: an indented block: fence it, and say its language")
            says = {}
        before = line.strip() if not line.startswith("    ") else before
    return found, wrong


class Run:
    """What a page's blocks share: a folder, an environment, the output of the last one."""

    def __init__(self, options, folder, env):
        self.options, self.folder, self.env = options, folder, env
        self.printed, self.session, self.skipped = None, None, []

    def do(self, command, stdin=None):
        result = subprocess.run(command, cwd=self.folder, env=self.env, input=stdin, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=300)
        self.printed = result.stdout
        return result.returncode == 0, result.stdout

    def skip(self, block, why):
        self.skipped.append(f"skipped {block.label}: {why}")
        return True, ""


def flags(run, *what):
    return subprocess.run(["pkg-config", *what, "remora"], env=run.env, check=True, capture_output=True, text=True).stdout.split()


def is_missing(run, name):
    if name == "cuda":
        return run.options.cuda is None
    if name == "nvrtc":
        return subprocess.run(["remora", "pack", "sum f32[3]", "--arch", "sm_90", "-o", run.folder / "tried.pack"],
                              env=run.env, capture_output=True).returncode != 0
    if shutil.which(name, path=run.env["PATH"]):
        return False
    return not has_module(run.options.python, name)


@functools.cache
def has_module(python, name):
    found = f"import importlib.util, sys; sys.exit(importlib.util.find_spec('{name}') is None)"
    return subprocess.run([python, "-c", found]).returncode == 0


def do_c(run, block):
    cpp = block.language == "c++"
    source = run.folder / block.says.get("file", f"line{block.line}.{'cc' if cpp else 'c'}")
    text, given = block.text, block.says.get("given", "")
    part = not re.search(r"\bmain\(", text) and "file" not in block.says
    if part:
        head = "\n".join(re.findall(r"^#.*$", given + "\n" + text, re.M))
        body = re.sub(r"^#.*$", "", given + "\n" + text, flags=re.M)
        text = f"#include <remora/remora.h>\n{head}\nvoid part(void);\nvoid part(void) {{\n{body}\n}}\n"
    source.write_text(text, encoding="utf-8")
    compiler = ["g++", "-std=c++17"] if cpp else ["gcc", "-std=c11"]
    has_cuda_h = subprocess.run(["gcc", "-E", "-"], input="#include <cuda.h>", text=True, capture_output=True).returncode == 0
    headers = [] if has_cuda_h else [f"-I{ROOT}/tests/docs"]  # declarations of the CUDA driver
    unused = ["-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-unused-value"] if part else []
    compile_ = [*compiler, *WARN, *unused, *headers, *flags(run, "--cflags"), str(source)]
    cuda = block.says.get("needs") == "cuda"
    if part or "file" in block.says or (cuda and run.options.cuda is None):
        ok, log = run.do([*compile_, "-fsyntax-only"])
        if ok and cuda:
            run.skip(block, "compiled, not run: no CUDA device here")
        return ok, log
    program = source.with_suffix("")
    ok, log = run.do([*compile_, *flags(run, "--libs"), *(["-lcuda"] if cuda else []), "-o", str(program)])
    return run.do([str(program)]) if ok else (ok, log)


def do_sh(run, block):
    if "not run" in block.says:
        return run.do(["sh", "-n"], block.text)
    return run.do(["sh", "-e"], block.says.get("given", "") + "\n" + block.says.get("run as", block.text))


def alike(got, want):
    """Whether a text is as another says, in which ... stands for anything."""
    pattern = re.escape(want.strip()).replace(r"\.\.\.", "(?s:.*?)")
    return re.fullmatch(pattern, got.strip()) is not None


def said(got):
    """What was printed, without which instruction sets this machine lacks: a page cannot know."""
    return re.sub(r"^remora: \w+ is left out: .*\n", "", got, flags=re.M)


def do_console(run, block):
    if "not run" in block.says:
        return True, ""
    for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
        command, _, want = part.partition("\n")
        _, got = run.do(["sh"], command)
        if not alike(said(got), want):
            return False, f"$ {command}\nprinted:\n{got}\nthe page says:\n{want}"
    return True, ""


def do_file(run, block):
    if "file" not in block.says:
        return False, "says no <!-- file: NAME -->, so that nothing could build it"
    (run.folder / block.says["file"]).write_text(block.text, encoding="utf-8")
    return True, ""


def do_text(run, block):
    if "file" in block.says:
        return do_file(run, block)
    if "prints" not in block.says:
        return True, ""
    got = run.printed or ""
    return alike(got, block.text), f"printed:\n{got}\nthe page says:\n{block.text}"


# What runs a page's Python blocks: reads their texts from descriptor 0, one JSON string a line, and says how each went.
SESSION = """
import json, sys, traceback
names = {"__name__": "__main__"}
for line in sys.stdin:
    try:
        exec(compile(json.loads(line), "the block", "exec"), names)
        print("\\n<<<ok", flush=True)
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        print("\\n<<<failed", flush=True)
"""


def do_python(run, block):
    """Sends a block to the page's process; what it prints comes back."""
    if "file" in block.says:
        return do_file(run, block)
    if "not run" in block.says:
        compile(block.text, str(block.page), "exec")
        return True, ""
    missing = [name for name in re.findall(r"\b(torch|jax|cupy|numpy|ml_dtypes)\b", block.text) if is_missing(run, name)]
    if missing:
        return run.skip(block, f"no {missing[0]} here")
    if not run.session:
        run.session = subprocess.Popen([run.options.python, "-W", "error", "-c", SESSION], cwd=run.folder, env=run.env, text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    run.session.stdin.write(json.dumps(block.says.get("given", "") + "\n" + block.text) + "\n")
    run.session.stdin.flush()
    printed = []
    for line in run.session.stdout:
        if line.startswith("<<<"):
            run.printed = "".join(printed)[:-1]
            return line == "<<<ok\n", run.printed
        printed.append(line)
    return False, "".join(printed) + "the process ended"


DO = {"c": do_c, "c++": do_c, "python": do_python, "sh": do_sh, "console": do_console, "cmake": do_file, "rust": do_file,
      "zig": do_file, "text": do_text}


def install(build, scratch):
    """Remora as a user has it, and the environment that finds it."""
    prefix = scratch / "prefix"
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    libdir = next(prefix.rglob("libremora.a")).parent
    env = dict(os.environ, PKG_CONFIG_PATH=f"{libdir}/pkgconfig", LD_LIBRARY_PATH=str(libdir), CMAKE_PREFIX_PATH=str(prefix),
               POCL_WORK_GROUP_METHOD="loops", REMORA_SOURCE=str(ROOT), XDG_CACHE_HOME=str(scratch / "cache"),
               PYTHONDONTWRITEBYTECODE="1",
               ZIG_GLOBAL_CACHE_DIR=os.environ.get("ZIG_GLOBAL_CACHE_DIR", str(build / "cache/zig")))
    env["PATH"] = f"{prefix}/bin:{scratch}/bin:{env['PATH']}"
    return env


def do_page(page, options, scratch, env):
    folder = scratch / page.replace("/", "_")
    folder.mkdir()
    for shared in ("tests", "bench"):
        (folder / shared).symlink_to(ROOT / shared)
    run, results = Run(options, folder, env), []
    found, wrong = blocks(page)
    results += [(False, text, "") for text in wrong]
    for block in found:
        if block.language not in DO or "insert" in block.says or "run" in block.says:  # the latter: tests/adding_an_op.sh
            continue
        needs = block.says.get("needs")
        try:
            if needs and (needs, block.language) != ("cuda", "c") and is_missing(run, needs):
                ok, log = run.skip(block, f"no {needs} here")
            else:
                ok, log = DO[block.language](run, block)
        except (subprocess.SubprocessError, OSError, SyntaxError) as error:
            ok, log = False, str(error)
        results.append((ok, block.label, log))
    if run.session:
        run.session.communicate()
    return results, run.skipped


def zig_of_python(options, scratch):
    """`pip install ziglang` has a zig that is run as a module."""
    (scratch / "bin").mkdir()
    if not shutil.which("zig") and has_module(options.python, "ziglang"):
        shim = scratch / "bin/zig"
        shim.write_text(f'#!/bin/sh\nexec "{options.python}" -m ziglang "$@"\n', encoding="utf-8")
        shim.chmod(0o755)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package, and NumPy")
    parser.add_argument("pages", nargs="*")
    options = parser.parse_intermixed_args()
    options.cuda = shutil.which("nvidia-smi")
    if not shutil.which(options.python):
        sys.exit(f"{options.python} is not there")
    pages = options.pages or PAGES + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        zig_of_python(options, scratch)
        env = install(Path(options.build).resolve(), scratch)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for results, skipped in pool.map(lambda page: do_page(page, options, scratch, env), pages):
                for ok, label, log in results:
                    passed, failed = passed + ok, failed + (not ok)
                    if not ok:
                        print(f"FAIL {label}\n{log}")
                if skipped:
                    print("\n".join(skipped))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
