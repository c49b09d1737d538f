/**
 * Values of make variables reach commands as text: neither make nor a shell reads anything out of
 * them.
 */
import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { projectFolder } from '../../support/paths.ts';
import { start } from '../../support/run-pipeline.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const values = [
  'a b',
  'a"b',
  "a'b",
  'a";>pwned;"',
  'a;touch pwned;',
  '$(touch pwned)',
  '$(shell touch pwned)',
  '`touch pwned`',
  'a\ntouch pwned\n@touch pwned',
  '$(error pwned)',
  'a#b%c\\',
  '--force',
  '*',
];

/** The variables of each target, and whether a value is passed on or only says yes. */
const targets: Readonly<Record<string, readonly string[]>> = {
  build: ['SOURCES', 'BUILD', 'FORMAT', 'FORCE', 'STRICT', 'ALL', 'CONFIRM'],
  check: ['SOURCES', 'FORMAT', 'STRICT', 'ALL', 'CONFIRM'],
  fix: ['SOURCES', 'DRY_RUN'],
  diff: ['SOURCES', 'BUILD', 'BASE', 'FORMAT', 'ALL', 'CONFIRM'],
  watch: ['SOURCES', 'BUILD', 'STRICT', 'CONFIRM'],
  history: ['SOURCES', 'BUILD', 'SINCE', 'BRANCH'],
  rollback: ['BUILD', 'TO'],
};
const passedOn = new Set(['SOURCES', 'BUILD', 'FORMAT', 'BASE', 'TO', 'SINCE', 'BRANCH']);

/** Writes its words and the environment that matters to a file, each ended by a zero byte. */
const stub = `#!/bin/sh
{ printf '%s\\0' "$0" "$@"; printf 'env:%s\\0' "SOURCES=$SOURCES" "BUILD_DIR=$BUILD_DIR" "PORT=$PORT"; printf '\\0'; } >> "$RECORD"
exit $STATUS
`;

/** One call: its words, and its environment as `NAME=value`. */
interface Call {
  readonly words: readonly string[];
  readonly environment: readonly string[];
}

describe('the Makefile', () => {
  const cleanUp = afterAll();
  let folder: string;
  before(async () => {
    folder = await makeTemporaryFolder(cleanUp);
    for (const name of [
      'common',
      'model',
      'pipeline',
      'service',
      'deploy',
      'dist',
      'node_modules/typescript',
      'bin',
    ])
      await mkdir(path.join(folder, name), { recursive: true });
    for (const name of ['Makefile', 'package.json', 'package-lock.json'])
      await copyFile(path.join(projectFolder, name), path.join(folder, name));
    for (const name of ['bin/node', 'bin/npm', 'deploy/start.sh']) {
      await writeFile(path.join(folder, name), stub);
      await chmod(path.join(folder, name), 0o755);
    }
    for (const name of [
      'node_modules/.installed',
      'node_modules/.installed-tools',
      'dist/.compiled',
    ])
      await writeFile(path.join(folder, name), '');
  });

  const runMake = (words: readonly string[], environment: Readonly<Record<string, string>>) => {
    const env = {
      ...process.env,
      PATH: `${folder}/bin:${process.env.PATH}`,
      MAKEFLAGS: undefined,
      ...environment,
    };
    return start('make', ['--silent', ...words], env, { cwd: folder }).ended;
  };

  async function make(
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Call[]> {
    const record = path.join(folder, 'record');
    await rm(record, { force: true });
    await runMake(words, { RECORD: record, ...environment });
    const text = await readFile(record, 'utf8').catch(() => '');
    const calls = text.split('\0\0').filter((call) => call !== '');
    return calls.map((call) => {
      const parts = call.split('\0');
      const at = parts.findIndex((part) => part.startsWith('env:'));
      return {
        words: parts.slice(1, at),
        environment: parts.slice(at).map((part) => part.slice('env:'.length)),
      };
    });
  }

  async function assertUnharmed(): Promise<void> {
    const names = await readdir(folder);
    const wrong = names.filter((name) => name.includes('pwned'));
    assert.deepEqual(wrong, []);
  }

  for (const [target, variables] of Object.entries(targets)) {
    for (const how of ['named on the command line', 'of the environment']) {
      it(`${target} takes values ${how} as they are`, async () => {
        const usual = await call(target, variables, how, 'value');
        for (const value of values) {
          const hostile = await call(target, variables, how, value);
          const expected = usual.map((word) => word.replace(/(?<==)value$|^value$/, () => value));
          assert.deepEqual(hostile, expected, JSON.stringify(value));
          await assertUnharmed();
        }
      });
    }
  }

  /** The words of the last call. */
  async function call(
    target: string,
    variables: readonly string[],
    how: string,
    value: string,
  ): Promise<readonly string[]> {
    const pairs = variables.map(
      (name) => [name, passedOn.has(name) ? value : `x${value}`] as const,
    );
    const calls =
      how === 'of the environment'
        ? await make([target], Object.fromEntries(pairs))
        : await make([target, ...pairs.map(([name, text]) => `${name}=${text}`)]);
    return calls.at(-1)?.words ?? [];
  }

  it('ends with 2 if a command fails, whatever its status', async () => {
    for (const [status, code] of [
      ['0', 0],
      ['1', 2],
      ['2', 2],
    ] as const)
      assert.equal(
        (await runMake(['check'], { RECORD: path.join(folder, 'record'), STATUS: status })).code,
        code,
      );
  });

  it('serve passes build folder and port on, and builds first', async () => {
    for (const value of values) {
      const calls = await make(['serve', `BUILD=${value}`, 'SOURCES=own', `PORT=${value}`]);
      assert.deepEqual(calls[0]?.words.slice(1), ['serve', '--sources=own', `--build=${value}`]);
      assert.deepEqual(
        [calls.length, calls[0]?.environment.at(-1)],
        [1, `PORT=${value}`],
        JSON.stringify(value),
      );
      await assertUnharmed();
    }
  });

  it('serve publishes nothing over a snapshot, whatever the folder is called', async () => {
    for (const value of ['plain', 'a b', 'a "b"', "a'b $(c)", 'a;b', '*']) {
      const current = path.join(folder, value, 'current');
      await mkdir(current, { recursive: true });
      await writeFile(path.join(current, 'manifest.json'), '{}');
      for (const calls of [
        await make(['serve', `BUILD=${value}`]),
        await make(['serve'], { BUILD: value }),
      ]) {
        assert.equal(calls.length, 1, JSON.stringify([value, calls]));
        assert.equal(calls[0]?.environment[1], `BUILD_DIR=${value}`);
      }
    }
  });

  it('screenshots passes the source folder on', async () => {
    for (const value of values) {
      const calls = await make(['screenshots', `SOURCES=${value}`]);
      assert.equal(calls.at(-1)?.environment[0], `SOURCES=${value}`);
      await assertUnharmed();
    }
  });
});
