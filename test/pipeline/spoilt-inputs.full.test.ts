/**
 * Commands with spoilt inputs: each ends with 0, 1 or 2 and a sentence, without a stack trace and
 * without control characters.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { publishInto } from '../support/build-folder.ts';
import { compiled } from '../support/compiled.ts';
import { everyNth } from '../support/lane.ts';
import { projectFolder, smallSources } from '../support/paths.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

type Spoil = (place: string) => void;

/** What stands in place of a file or a folder. */
const kinds: Readonly<Record<string, Spoil>> = {
  missing: () => undefined,
  'empty file': (place) => writeFileSync(place, ''),
  'binary file': (place) =>
    writeFileSync(place, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))),
  'JSON of another shape': (place) =>
    writeFileSync(place, '{"id":[{"a":null}],"snapshots":7,"commits":{},"files":"x"}\n'),
  'cut JSON': (place) =>
    writeFileSync(place, '{"id":"2026","formatVersion":13,"files":[{"path":"changes.par'),
  'huge file': (place) => {
    writeFileSync(place, '');
    truncateSync(place, 3 * 2 ** 30);
  },
  'empty folder': (place) => mkdirSync(place),
  'closed folder': (place) => mkdirSync(place, { mode: 0o000 }),
  fifo: (place) => execFileSync('mkfifo', [place]),
  socket: (place) =>
    execFileSync(process.execPath, [
      '-e',
      'net.createServer().listen(process.argv[1], process.exit)',
      place,
    ]),
  'link to a device': (place) => symlinkSync('/dev/zero', place),
  'link to nothing': (place) => symlinkSync('nothing', place),
  'link to itself': (place) => symlinkSync(path.basename(place), place),
};

const words: readonly string[] = [
  '',
  '-',
  'a\nb',
  '\x1b[31m\x1b]0;title\x07\u009b2J',
  'x'.repeat(10_000),
  '/dev/null/below',
  '/sys/kernel/nowhere',
  '__proto__',
  '-1e400',
  '99999999999999',
  '$(touch x)`',
  '\u202e\u2028',
];

interface Command {
  /** Options with a name or a path; each is tried with every word. */
  readonly takes: readonly (keyof ReturnType<typeof workingOptions>)[];
  readonly flags?: readonly string[];
  /** Output after which a command that runs until it is stopped is stopped. */
  readonly stopAfter?: RegExp;
}

const commands: Readonly<Record<string, Command>> = {
  build: { takes: ['sources', 'build', 'format'] },
  check: { takes: ['sources', 'build', 'base', 'format'] },
  diff: { takes: ['sources', 'build', 'base', 'format'] },
  fix: { takes: ['sources', 'base'], flags: ['--dry-run'] },
  follow: { takes: ['build', 'origin', 'interval'], flags: ['--once'] },
  history: { takes: ['sources', 'build', 'since', 'branch'] },
  import: { takes: ['sources', 'file', 'category'], flags: ['--dry-run'] },
  list: { takes: ['sources', 'offer', 'networks', 'chains'], flags: ['--dry-run'] },
  probe: { takes: ['sources', 'build', 'contact', 'format'] },
  publish: { takes: ['build', 'to'] },
  rename: { takes: ['sources', 'what', 'from', 'to', 'category'], flags: ['--dry-run'] },
  rollback: { takes: ['build', 'to'] },
  schemas: { takes: ['sources', 'build', 'to'] },
  serve: { takes: ['sources', 'build', 'port'], stopAfter: /listening/ },
  watch: { takes: ['sources', 'build'], stopAfter: /press Ctrl.*\n.*\n/ },
};

const workingOptions = (folder: string) => ({
  sources: path.join(folder, 'sources'),
  build: path.join(folder, 'build'),
  base: path.join(folder, 'sources'),
  format: 'text',
  origin: 'http://127.0.0.1:9',
  interval: '1',
  since: '2026-01-01',
  branch: 'HEAD',
  file: path.join(folder, 'rows.csv'),
  category: 'wallets',
  what: 'offer',
  from: 'acme-wallet',
  to: path.join(folder, 'to'),
  offer: 'acme-wallet',
  networks: 'aria',
  chains: 'mainnet',
  contact: 'mailto:name@example.org',
  port: '0',
});

/** Places of the build folder and of the sources that are spoilt one at a time. */
const inside: Readonly<Record<string, readonly string[]>> = {
  build:
    'current current/manifest.json current/changes.parquet snapshots index.json history watched removed .status.json probes probes/2026-01-01-0001.ndjson probes/2026-01-01-0001.parquet git-history git-history/walk.json'.split(
      ' ',
    ),
  sources:
    'meta meta/networks.csv references references/offers/wallets.csv references/providers/providers.csv listings/specific-networks/aria listings/all-networks/wallets.csv'.split(
      ' ',
    ),
};
const pathOptions: readonly string[] = ['sources', 'build', 'base', 'origin', 'file', 'to'];

/** Every nth case of a command is tried: all of them are 4,000 processes. */
const namedStride = 5;
const replacedStride = 2;
const damagedStride = 17;

interface Case {
  readonly label: string;
  /** Given a folder of its own, returns the options that differ from the working ones. */
  readonly spoil: (folder: string) => Readonly<Record<string, string>>;
}

/** Other ones for each command. */
function casesOf({ takes }: Command, start: number): Case[] {
  const named = takes.flatMap((option) =>
    words.map((word) => ({
      label: `${option}=${JSON.stringify(word.slice(0, 40))}`,
      spoil: () => ({ [option]: word }),
    })),
  );
  const all = Object.entries(kinds);
  const places = takes.filter((option) => pathOptions.includes(option));
  const replaced = places.flatMap((option) =>
    all.map(([kind, spoil]) => replaceWhole(option, kind, spoil)),
  );
  const damaged = places.flatMap((option) =>
    (inside[option] ?? []).flatMap((place) =>
      all.map(([kind, spoil]) => replacePlace(option, place, { kind, spoil })),
    ),
  );
  const part = (stride: number) => (_: Case, at: number) => (at + start) % stride === 0;
  return [
    ...named.filter(part(namedStride)),
    ...replaced.filter(part(replacedStride)),
    ...damaged.filter(part(damagedStride)),
  ];
}

function replaceWhole(option: string, kind: string, spoil: Spoil): Case {
  return {
    label: `${option} is: ${kind}`,
    spoil: (folder) => {
      const place = path.join(folder, option === 'file' ? 'spoilt.xlsx' : 'spoilt');
      spoil(place);
      return { [option]: place };
    },
  };
}

function replacePlace(
  option: string,
  place: string,
  { kind, spoil }: { kind: string; spoil: Spoil },
): Case {
  return {
    label: `${place} of ${option} is: ${kind}`,
    spoil: (folder) => {
      const spoilt = path.join(folder, option, place);
      rmSync(spoilt, { recursive: true, force: true });
      spoil(spoilt);
      return {};
    },
  };
}

const program = path.join(projectFolder, compiled('pipeline'));

/** A guard: commands wait a minute for the lock of a folder. */
const guardMs = 120_000;

describe('commands with spoilt inputs', { concurrency: 2 }, () => {
  const cleanUp = afterAll();
  let root = '';

  before(async () => {
    root = await makeTemporaryFolder(cleanUp);
    const working = path.join(root, 'working');
    cpSync(smallSources, path.join(working, 'sources'), { recursive: true });
    await publishInto({ build: path.join(working, 'build') });
    mkdirSync(path.join(working, 'build/probes'));
    mkdirSync(path.join(working, 'build/git-history'));
    writeFileSync(
      path.join(working, 'rows.csv'),
      'slug,provider,offer\nacme-safe,Acme,Acme Safe\n',
    );
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'one', '--allow-empty'],
    ])
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.org', ...words], {
        cwd: path.join(working, 'sources'),
      });
  });

  for (const [index, [name, command]] of Object.entries(commands).entries())
    it(name, async () => {
      const wrong: string[] = [];
      for (const { label, spoil } of everyNth(5, casesOf(command, index))) {
        const folder = path.join(root, name);
        cpSync(path.join(root, 'working'), folder, { recursive: true, verbatimSymlinks: true });
        const fault = await faultOf(name, folder, spoil(folder));
        rmSync(folder, { recursive: true, force: true });
        if (fault !== null) wrong.push(`${label}: ${fault}`);
      }
      assert.deepEqual(wrong, []);
    });
});

async function faultOf(
  name: string,
  folder: string,
  spoilt: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { takes, flags = [], stopAfter } = commands[name] as Command;
  const options: Readonly<Record<string, string>> = { ...workingOptions(folder), ...spoilt };
  const given = takes.map((option) => `--${option}=${options[option]}`);
  const child = spawn(process.execPath, [program, name, ...given, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: guardMs,
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!child.killed && stopAfter?.test(said)) child.kill('SIGTERM');
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const shown = JSON.stringify(said.slice(0, 300));
  if (code === null || code > 2) return `status ${code}: ${shown}`;
  if (/^ +at /m.test(said)) return `stack trace: ${shown}`;
  if (/[^\P{Cc}\n]/u.test(said)) return `control character: ${shown}`;
  return said.trim() === '' ? 'no word' : null;
}
