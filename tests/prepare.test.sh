#!/usr/bin/env bash
# tools/prepare on machines of several kinds, each made of a PATH with just the programs that machine has.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1
unset ANHOLON_SKIP_PREPARE

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
failures=0

# machine NAME: a new PATH with the usual small programs
machine() {
    bin=$temporary/$1
    mkdir "$bin"
    for program in bash cat env mktemp rm sed tail; do
        ln -s "$(type -P "$program")" "$bin/$program"
    done
}
# program NAME: stdin becomes a program of the machine
program() { { echo '#!/usr/bin/env bash'; cat; } >"$bin/$1"; chmod +x "$bin/$1"; }
has_dpkg() { # the packages this machine has
    program dpkg-query <<END
for package in "\${@:4}"; do
    [[ " $* " == *" \$package "* ]] && printf '%s=installed ' "\$package"
done
exit 1
END
}
has_apt() { program apt-get <<<"echo \"apt-get \$*\" >>'$bin/calls'; $1"; }
is_user() { program id <<<"echo $1"; }

prepare() { output=$(PATH=$bin "$bin/bash" tools/prepare "$@" 2>&1 </dev/null); code=$?; }
calls() { cat "$bin/calls" 2>/dev/null; }
expect() { # CODE PATTERN: of the last run
    if [[ $code != "$1" || $output != $2 ]]; then
        printf '%s: expected exit %s and "%s", got exit %s and "%s"\n' "${bin##*/}" "$1" "$2" "$code" "$output"
        failures=$((failures + 1))
    fi
}
expect_calls() { # PATTERN
    if [[ $(calls) != $1 ]]; then
        printf '%s: expected the calls "%s", got "%s"\n' "${bin##*/}" "$1" "$(calls)"
        failures=$((failures + 1))
    fi
}
all_of() { awk -v group="$1" '$1 !~ /^#/ && $2 == group { printf "%s ", $1 }' packages.txt; }

machine all-installed
has_dpkg $(all_of build) $(all_of check)
has_apt 'exit 1'
prepare build check
expect 0 ''
expect_calls ''

machine root-installs-what-is-missing
has_dpkg $(all_of build)
has_apt 'exit 0'
is_user 0
prepare build check
expect 0 "anholon: installing $(echo $(all_of check))"
expect_calls "*apt-get*update*install -y --no-install-recommends $(echo $(all_of check))"

machine user-with-sudo
has_dpkg $(all_of build)
has_apt 'exit 0'
is_user 1000
program sudo <<<"echo \"sudo \$*\" >>'$bin/calls'; [[ \$1 == -n ]] && shift; exec \"\$@\""
prepare peers
expect 0 "anholon: these Debian packages are missing: $(echo $(all_of peers))*running sudo apt-get install"
expect_calls "sudo *install -y --no-install-recommends $(echo $(all_of peers))"

if type -P script >/dev/null; then # on a terminal it asks first
    machine user-on-a-terminal
    has_dpkg $(all_of build)
    has_apt 'exit 0'
    is_user 1000
    program sudo <<<"echo \"sudo \$*\" >>'$bin/calls'; exec \"\$@\""
    for answer in n y; do
        output=$(script -qec "PATH=$bin $bin/bash tools/prepare peers" /dev/null <<<"$answer")
        code=$?
        [[ $answer == n ]] && expect 1 '*with sudo apt-get?*not installed*'
        [[ $answer == n ]] && expect_calls ''
        [[ $answer == y ]] && expect 0 '*with sudo apt-get?*running sudo apt-get install*'
    done
    expect_calls "sudo *install -y --no-install-recommends $(echo $(all_of peers))"
fi

machine user-without-sudo
has_dpkg g++ cmake
has_apt 'exit 0'
is_user 1000
prepare build
expect 1 'anholon: please install these packages as root: apt-get install ninja-build ccache*'
expect_calls ''

machine no-apt-get
has_dpkg
is_user 0
prepare peers
expect 1 "anholon: apt-get is missing, so please install these packages: $(echo $(all_of peers))"

machine not-debian
prepare peers
expect 1 "anholon: this is not a Debian system*ANHOLON_SKIP_PREPARE=1: $(echo $(all_of peers))"
ANHOLON_SKIP_PREPARE=1 prepare peers
expect 0 ''

machine apt-get-fails
has_dpkg
has_apt 'echo "E: no such package"; exit 100'
is_user 0
prepare peers
expect 1 "*its last lines:*E: no such package*please install these packages yourself: $(echo $(all_of peers))"

machine unknown-group
prepare biuld
expect 2 "*no group 'biuld'"

((failures == 0)) && echo "all kinds of machine passed"
exit $((failures > 0))
