/**
 * Time from a save to the new value in an answer of the service: `make watch` and the service, one
 * edit after the other. Run on an idle machine: `npm run --silent saves`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { spreadOf } from './measure.ts';
import { projectFolder, type RunningProcess, service, start } from './processes.ts';
import { sources as corpus, machine, say, writeResults } from './setting.ts';

/** Polling more often would take a core from the processes that are measured. */
const pollMs = 25;
const limitMs = 60_000;
/** Rest between edits, so that both processes are idle. */
const restMs = 1500;

type Lines = string[][];

interface Edit {
  readonly what: string;
  readonly file: string;
  /**
   * `mark` is a text that stands nowhere else. Null removes the last line, which has the mark of
   * the edit before.
   */
  readonly change: ((lines: Lines, mark: string) => Lines) | null;
  /**
   * Answer that has the mark. `search` is the beginning of the mark, because answers repeat what is
   * searched.
   */
  readonly page: (search: string) => string;
}

function cell(column: string): Edit['change'] {
  return ([header = [], first = [], ...lines], mark) => [
    header,
    withCell(header, first, column, mark),
    ...lines,
  ];
}

function withCell(
  header: readonly string[],
  line: readonly string[],
  column: string,
  mark: string,
): string[] {
  const at = header.indexOf(column);
  if (at === -1) throw new Error(`no column ${column}`);
  return line.with(at, mark);
}

/** Another line like the first one. */
function newLine(column: string): Edit['change'] {
  return ([header = [], first = [], ...lines], mark) => [
    header,
    first,
    ...lines,
    withCell(header, first.with(0, mark), column, mark),
  ];
}

function editsOf(what: string, file: string, column: string, page: Edit['page']): Edit[] {
  return [
    { what: `${what}: a cell`, file, page, change: cell(column) },
    { what: `${what}: a new line`, file, page, change: newLine(column) },
    { what: `${what}: a removed line`, file, page, change: null },
  ];
}

function listEdits(): Edit[] {
  const toolbox = (network: string, category: string) => (search: string) =>
    `/networks/${network}/api/infrastructure-providers/rows?category=${category}&search=${search}`;
  const own = (category: string) => `listings/specific-networks/aptos/${category}.csv`;
  const everywhere = (category: string) => `listings/all-networks/${category}.csv`;
  const offers = (category: string) => `references/offers/${category}.csv`;
  const [apis, servers, wallets] = ['apis', 'mcpservers', 'wallets'].map((key) =>
    toolbox('aptos', key),
  ) as [Edit['page'], Edit['page'], Edit['page']];
  return [
    ...editsOf('listings of APIs of a network', own('apis'), 'planName', apis),
    ...editsOf('listings of wallets of a network', own('wallets'), 'price', wallets),
    ...editsOf('listings of APIs of all networks', everywhere('apis'), 'planName', apis),
    ...editsOf(
      'listings of MCP servers of all networks',
      everywhere('mcpservers'),
      'planName',
      servers,
    ),
    ...['planName', 'supportSla', 'queryPrice'].map((column) => ({
      what: `offers of APIs: ${column}`,
      file: offers('apis'),
      change: cell(column),
      page: toolbox('ethereum', 'apis'),
    })),
    {
      what: 'offers of MCP servers',
      file: offers('mcpservers'),
      change: cell('description'),
      page: servers,
    },
    {
      what: 'offers of wallets',
      file: offers('wallets'),
      change: cell('price'),
      page: toolbox('arbitrum', 'wallets'),
    },
    {
      what: 'offers of explorers',
      file: offers('explorers'),
      change: cell('pricing'),
      page: toolbox('arbitrum', 'explorers'),
    },
    {
      what: 'providers: descriptions',
      file: 'references/providers/providers.csv',
      change: cell('description'),
      page: () => '/providers/0xcert',
    },
    {
      what: 'providers: addresses',
      file: 'references/providers/providers.csv',
      change: cell('discord'),
      page: () => '/providers/0xcert',
    },
  ];
}

interface Running {
  readonly sources: string;
  readonly scratch: string;
  readonly process: RunningProcess;
}

/** Milliseconds from the rename of the saved file to the page. */
async function timeEdit(
  { file, change, page }: Edit,
  number: number,
  running: Running,
): Promise<number> {
  const target = path.join(running.sources, file);
  const lines: string[][] = parse(await readFile(target, 'utf8'), { relax_column_count: true });
  // A removed line has the mark of the edit before.
  const search = `zq${change === null ? number - 1 : number}`;
  const mark = `${search}x`;
  const edited = change === null ? lines.slice(0, -1) : change(lines, mark);
  const saved = path.join(running.scratch, 'saved');
  await writeFile(saved, stringify(edited));
  const startedMs = performance.now();
  await rename(saved, target);
  await untilServed(
    running.process.port,
    page(search),
    (text) => text.includes(mark) === (change !== null),
  );
  return performance.now() - startedMs;
}

async function untilServed(
  port: number,
  page: string,
  isNew: (text: string) => boolean,
): Promise<void> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${page}`);
    if (isNew(await response.text())) return;
    if (performance.now() > endMs) throw new Error(`${page}: no new value within ${limitMs} ms`);
    await delay(pollMs);
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + limitMs; !(await isSo()); await delay(50))
    if (performance.now() > endMs) throw new Error(`${what}: not within ${limitMs} ms`);
}

async function measure(running: Running): Promise<void> {
  const times: { what: string; ms: number }[] = [];
  for (const [number, edit] of listEdits().entries()) {
    await delay(restMs);
    const ms = Math.round(await timeEdit(edit, number, running));
    times.push({ what: edit.what, ms });
    say(`${String(ms).padStart(6)} ms  ${edit.what}`);
  }
  const lines = times.filter(({ what }) => / line$/.test(what));
  const cells = times.filter((each) => !lines.includes(each));
  const spreads = { all: times, cells, lines } as const;
  for (const [name, list] of Object.entries(spreads)) {
    const { median, max } = spreadOf(list.map(({ ms }) => ms));
    say(
      `${name}, ${list.length} edits: median ${Math.round(median)} ms, maximum ${max} ms (${machine})`,
    );
  }
  await writeResults('saves-', spreads);
}

async function main(): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'directory-saves-'));
  const [sources, build] = [path.join(scratch, 'sources'), path.join(scratch, 'build')];
  await cp(corpus, sources, { recursive: true });
  const words = ['dist/pipeline.js', 'watch', '--sources', sources, '--build', build];
  const watching = spawn(process.execPath, words, {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(watching, 'exit');
  try {
    await until('the first snapshot', () =>
      access(path.join(build, 'current')).then(
        () => true,
        () => false,
      ),
    );
    const running = await start(service, { BUILD_DIR: build });
    try {
      await measure({ sources, scratch, process: running });
    } finally {
      await running.stop();
    }
  } finally {
    watching.kill('SIGTERM');
    await ended;
    await rm(scratch, { recursive: true });
  }
}

await main();
