import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asCommands } from '../../pipeline/commands/command-words.ts';

describe('messages of the package', () => {
  for (const [written, told] of [
    ['remove it, or run `make fix`', 'remove it, or run `web3-directory fix`'],
    ['run make check', 'run web3-directory check'],
    ['slug-order  2  (make fix)', 'slug-order  2  (web3-directory fix)'],
    [
      'run `make rename WHAT=provider FROM="Old Name" TO=new`',
      'run `web3-directory rename --what provider --from "Old Name" --to new`',
    ],
    ['publish with `make build FORCE=1`', 'publish with `web3-directory build --force`'],
    ['ALL=1 shows every problem', '--all shows every problem'],
    ['confirm it with CONFIRM=1', 'confirm it with --confirm'],
    [
      'on the networks that it works on: make list',
      'on the networks that it works on: web3-directory list',
    ],
    ['name PROVIDER="A B" and WEBSITE=x', 'name --provider "A B" and --website x'],
    [
      'name a snapshot with TO, or one with DRY_RUN=1',
      'name a snapshot with --to, or one with --dry-run',
    ],
    ['"env BASE=1 TO=x" says "We make"; GUARD=x', '"env BASE=1 TO=x" says "We make"; GUARD=x'],
  ] as const)
    it(`say “${told}”`, () => assert.equal(asCommands(written), told));
});
