#!/bin/sh
# Compiles what npm packs: aside, so that running programs keep their files, and only programs that start take the place of those before.
# Parts of earlier compilations stay for the programs that may load them yet, and are not packed.
set -e
trap 'rm -rf "$new"' EXIT
new=$(mktemp -d ./dist.XXXXXX)
npm run --silent compile -- "--outdir=$new" $([ "$npm_command" != pack ] || echo --minify-whitespace --minify-syntax --minify-identifiers --keep-names)
node "$new/pipeline.js" --version >/dev/null
# A program that has all of its parts refuses a wrong setting.
for program in service mcp; do
  status=0
  said=$(SITE_URL=none node "$new/$program.js" </dev/null 2>&1) || status=$?
  case "$status $said" in
  2*SITE_URL*) ;;
  *) echo "$program.js does not start: $said" >&2 && exit 1 ;;
  esac
done
mkdir -p dist
ls "$new" >"$new/.names"
# A rule for a folder below the package wins over `files` in package.json.
ls dist | grep -vxFf "$new/.names" >dist/.npmignore || :
rm "$new/.names"
# Parts first: a program never lacks one.
for pattern in 'chunk-*' '*'; do
  for file in "$new"/$pattern; do if [ -e "$file" ]; then mv -f "$file" dist/; fi; done
done
