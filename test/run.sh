#!/bin/sh
# Runs the tests of a lane: `sh test/run.sh fast|product|all`. The name of a file says which lane it belongs to:
#   *.test.ts          fast: no server, browser or corpus; these files share one process per core
#   *.product.test.ts  product: the whole product once, with bounded fuzzing and a slice of the corpus
#   *.full.test.ts     full: only in `all`, which also runs the other two without bounds and on the whole corpus
set -eu
cd "$(dirname "$0")/.."
lane=${1:-product}
case $lane in fast | product | all) ;; *) echo "usage: sh test/run.sh fast|product|all" >&2 && exit 2 ;; esac

groups=$(mktemp -d)
trap 'rm -rf "$groups"' EXIT
# One process per core, because a process takes longer to start than most fast files to run.
find "$PWD/test" -name '*.test.ts' ! -name '*.product.test.ts' ! -name '*.full.test.ts' | sort |
  awk -v folder="$groups" '{ printf "await import(\"%s\");\n", $0 > (folder "/fast-" NR % 2 + 1 ".mjs") }'
[ -s "$groups/fast-1.mjs" ] || { echo 'no test file found' >&2 && exit 1; }
files=$(find "$groups" -name '*.mjs' | sort)
[ "$lane" = fast ] || files="$files $(find test -name '*.product.test.ts' | sort)"
[ "$lane" != all ] || files="$files $(find test -name '*.full.test.ts' | sort)"

# `node --test` uses one core less than the machine has, and on Node 20 finds no TypeScript files.
# shellcheck disable=SC2086 # one word per file and flag: none has a space in it
TEST_LANE=$lane node --import tsx --test --test-concurrency=2 ${NODE_TEST_FLAGS:-} $files
