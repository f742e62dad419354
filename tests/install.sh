#!/bin/sh
# install.sh BUILD: the installed library serves a program in C and in C++, through find_package and through
# pkg-config, shared and static, from wherever the tree was moved to.
. "$(dirname "$0")/count.sh"
build=$1
prefix=$scratch/moved

check "cmake --install" cmake --install "$build" --prefix "$scratch/installed"
mv "$scratch/installed" "$prefix"
libdir=$(dirname "$(find "$prefix" -name libremora.a)")
export LD_LIBRARY_PATH="$libdir"

check "find_package: configure" cmake -S tests/install -B "$scratch/user" -DCMAKE_PREFIX_PATH="$prefix"
check "find_package: build" cmake --build "$scratch/user"
for program in remora_c remora_static_c remora_cc remora_static_cc; do
  check "find_package: $program" "$scratch/user/$program"
done

export PKG_CONFIG_PATH="$libdir/pkgconfig"
# compile NAME COMPILER FLAGS...: builds tests/install/program.c as NAME.
compile() {
  name=$1
  shift
  check "pkg-config: $name builds" "$@" -o "$scratch/$name"
  check "pkg-config: $name runs" "$scratch/$name"
}
flags="-Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags remora)"
shared=$(pkg-config --libs remora)
static=$(pkg-config --libs --static remora | sed 's/-lremora/-l:libremora.a/')
# The last three hold several words on purpose.
compile shared_c gcc -std=c99 $flags tests/install/program.c $shared
compile static_c gcc -std=c99 $flags tests/install/program.c $static
compile shared_cc g++ -x c++ -std=c++11 $flags tests/install/program.c $shared
compile static_cc g++ -x c++ -std=c++11 $flags tests/install/program.c $static
check "version" test "$(pkg-config --modversion remora)" = "$("$scratch/static_c" | awk '{ print $NF }')"
check "the static program needs no shared library" sh -c "! ldd '$scratch/static_c' | grep -q remora"
check "the tool" "$prefix/bin/remora" list
for file in man/man1/remora.1 bash-completion/completions/remora zsh/site-functions/_remora fish/vendor_completions.d/remora.fish; do
  check "share/$file" test -s "$prefix/share/$file"
done
finish
