#!/bin/sh
# Runs every test file. On Node 20 `node --test` finds no TypeScript by itself and succeeds: the list is given.
set -eu
cd "$(dirname "$0")/.."
files=$(find test -name '*.test.ts' | sort)
[ -n "$files" ] || { echo 'no test file found' >&2; exit 1; }
# shellcheck disable=SC2086 # one word per file and flag: none has a space in it
exec node --import tsx --test ${NODE_TEST_FLAGS:-} $files
