/** What the last probes found, in a report of `check`. */
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Measure } from '../../../model/measures.ts';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { reportMeasures } from '../../../pipeline/probe/problems.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import type { NewProblem } from '../../../pipeline/problem.ts';
import type { Content, Resolved } from '../../../pipeline/sources.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { directoryFolder, directoryText } from '../../support/directory.ts';
import { runPipeline } from '../../support/run-pipeline.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const nothing = { expected: null, category: null, slug: null, column: null } as const;
const dead = {
  ...nothing,
  kind: 'link',
  address: 'https://www.alchemy.com/contact-sales',
} as const;
const away = { ...nothing, kind: 'link', address: 'https://docs.1rpc.io/' } as const;
const wrong = {
  ...nothing,
  kind: 'endpoint',
  address: 'https://1rpc.io/eth',
  expected: 'eip155:1',
} as const;

const quoted = {
  kind: 'quotation',
  address: 'https://www.alchemy.com/pricing',
  expected: 'Free, forever',
  category: 'apis',
  slug: 'alchemy-free-full-archive',
  column: 'accessPrice',
} as const;

function lineOf(file: string, text: string): number {
  const lines = directoryText(file).split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

describe('make check', () => {
  const read = (
    target: ProbeTarget,
    at: string,
    result: Reading['result'],
    facts: Partial<Reading> = {},
  ) =>
    found(target, { result, detail: null, ...facts }, { now: () => new Date(`${at}T10:00:00Z`) });

  it('warns of dead links and wrong chains of the last probes, at their lines', async (t) => {
    const build = await makeTemporaryFolder(t);
    const journal = await Journal.open(build, new Date());
    journal.append([
      read(dead, '2026-11-20', 'answered'),
      read(dead, '2026-11-21', 'dead', { detail: 'status 404' }),
      read(away, '2026-11-21', 'unreachable', { detail: 'ENOTFOUND' }),
      read(wrong, '2026-11-21', 'wrong-chain', { chainId: 'eip155:56' }),
      read(quoted, '2026-11-22', 'changed'),
    ]);
    await journal.finish();
    const check = async (sources: string, ...words: string[]) =>
      runPipeline(['check', '--sources', sources, '--build', build, '--format', 'json', ...words]);
    const ofProbes = async (sources: string, ...words: string[]) =>
      JSON.parse((await check(sources, ...words)).stdout)
        .problems.filter(({ rule }: { rule: string }) =>
          ['wrong-chain', 'dead-link', 'quotation-gone'].includes(rule),
        )
        .map((told: Record<string, unknown>) => [
          told.rule,
          told.file,
          told.line,
          told.column,
          told.message,
        ]);
    const [listing, offers] = [
      'listings/specific-networks/ethereum/apis.csv',
      'references/offers/apis.csv',
    ] as const;
    const sales = '(https://www.alchemy.com/contact-sales)';
    const deadLink = [
      'dead-link',
      offers,
      lineOf(offers, sales),
      'actionButtons',
      'https://www.alchemy.com/contact-sales answered with status 404 on 2026-11-21',
    ];
    const otherChain =
      'https://1rpc.io/eth answered as eip155:56 on 2026-11-21, and its chain is eip155:1';
    assert.deepEqual(await ofProbes(directoryFolder), [
      ['wrong-chain', listing, lineOf(listing, 'https://1rpc.io/eth'), 'actionButtons', otherChain],
      deadLink,
    ]);
    assert.deepEqual(await ofProbes(directoryFolder, '--base', directoryFolder), []);
    const edited = await makeTemporaryFolder(t);
    await cp(directoryFolder, edited, { recursive: true });
    await writeFile(path.join(edited, offers), directoryText(offers).replace(sales, `${sales} `));
    assert.deepEqual(
      await ofProbes(edited, '--base', directoryFolder),
      [deadLink],
      'at an edited row',
    );
    const { category, slug, column, address, expected } = quoted;
    await writeFile(
      path.join(edited, 'references/quotations.csv'),
      `category,slug,column,address,words\n${category},${slug},${column},${address},"${expected}"\n`,
    );
    const [, , gone] = await ofProbes(edited);
    assert.deepEqual(gone, [
      'quotation-gone',
      'references/quotations.csv',
      2,
      'words',
      `${address} did not have the words "Free, forever" on 2026-11-22`,
    ]);
  });

  it('warns of figures of editors that are far from the readings', async (t) => {
    const [sources, build] = [await makeTemporaryFolder(t), await makeTemporaryFolder(t)];
    await cp(directoryFolder, sources, { recursive: true });
    const file = 'listings/specific-networks/ethereum/apis.csv';
    const text = directoryText(file);
    const [header = ''] = text.split('\n');
    const at = header.split(',').indexOf('verifiedUptime');
    const lineNumber = lineOf(file, '1rpc-mainnet-starter-recent-state');
    const lines = text.split('\n');
    // The quoted list of links has two commas; the cells after it have none.
    const cells = (lines[lineNumber - 1] ?? '').split(',');
    const last = cells.length - header.split(',').length;
    cells[at + last] = '99.99%';
    lines[lineNumber - 1] = cells.join(',');
    await writeFile(path.join(sources, file), lines.join('\n'));
    const journal = await Journal.open(build, new Date());
    const readings = Array.from({ length: 40 }, (_, number) => {
      const result = number % 4 === 0 ? 'unreachable' : 'answered';
      const now = () => new Date(Date.now() - number * 6 * 3_600_000);
      return found(wrong, { result, detail: null, latencyMs: 40 }, { now });
    });
    journal.append(readings);
    await journal.finish();
    const { stdout } = await runPipeline(['check', `--sources=${sources}`, `--build=${build}`]);
    assert.match(
      stdout,
      new RegExp(
        `${file}:${lineNumber} verifiedUptime: "99.99%" is far from 75%, measured in 40 readings from .* \\[measurement-differs\\]`,
      ),
    );
  });
});

/** Column, number of the editors, number of the readings, and whether they differ. */
const figures = `
verifiedUptime 99 100 no
verifiedUptime 99 98 no
verifiedUptime 99 97.9 99 is far from 97.9%
verifiedUptime 98.9 100 98.9 is far from 100%
verifiedBlocksBehindAvg 7 2 no
verifiedBlocksBehindAvg 2 7 no
verifiedBlocksBehindAvg 8 2.9 8 is far from 2.9
verifiedLatency 80 40 no
verifiedLatency 20 40 no
verifiedLatency 81 40 81 is far from 40 ms
verifiedLatency 19 40 19 is far from 40 ms`;

const measured: Readonly<Record<string, keyof Measure>> = {
  verifiedUptime: 'uptime',
  verifiedBlocksBehindAvg: 'blocksBehind',
  verifiedLatency: 'latencyMs',
};

/** Column, stated number, what was found, and whether the endpoint refused what is stated. */
const refusals = `
logRange 10000 10000 no
logRange 10000 20000 no
logRange 10000 9999 9,999 blocks
logRange 5000000 1000000 no
batchSize 100 99 99 calls
batchSize 5000 1000 no
batchSize 2 1 1 call
logResults 1000 250 no
logResults 1000 249 249 logs
logResults 200000 2500 no
logResults 200000 2499 2,499 logs`;

/** Messages about a cell that editors wrote, and about no other. */
function report(column: string, stated: string, measure: object): readonly string[] {
  const content = { values: { [column]: stated }, overrides: [column] } as unknown as Content;
  const source = { file: 'listings/specific-networks/aria/apis.csv', line: 2 };
  const range = { min: Number(stated), max: Number(stated) };
  const numbers = new Map([[column, new Map([[stated, { stated: range }]])]]);
  const figures = {
    ...{ readings: 40, firstDay: '2026-01-01', lastDay: '2026-01-20', limitsDay: '2026-01-19' },
    ...{ uptime: null, blocksBehind: null, latencyMs: null },
    ...{ logRange: null, batchSize: null, logResults: null },
    ...measure,
  } as unknown as Measure;
  const row = { content, source };
  const resolved = {
    networks: [{ key: 'aria', chains: [], rows: [row, row] }],
    numbers,
  } as unknown as Resolved;
  const problems: NewProblem[] = [];
  const measures = new Map([[content, { measure: figures } as never]]);
  reportMeasures(resolved, measures, (problem) => problems.push(problem));
  return problems.map(({ message }) => message.replace(/"/g, ''));
}

describe('figures of editors beside the readings', () => {
  for (const line of figures.trim().split('\n')) {
    const [, column = '', stated = '', figure = '', told = ''] =
      /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
    it(line, () => {
      const days = 'measured in 40 readings from 2026-01-01 to 2026-01-20';
      const measure = { [measured[column] ?? '']: Number(figure) };
      assert.deepEqual(
        report(column, stated, { ...measure, isEnough: true }),
        told === 'no' ? [] : [`${told}, ${days}`],
      );
      assert.deepEqual(report(column, stated, { ...measure, isEnough: false }), [], 'too few');
    });
  }
  for (const line of refusals.trim().split('\n')) {
    const [, column = '', stated = '', found = '', told = ''] =
      /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
    it(line, () => {
      const expected = `${stated} is stated, and the endpoint answered ${told} at most on 2026-01-19`;
      // One answer tells a limit.
      const measure = { [column]: Number(found), isEnough: false };
      assert.deepEqual(report(column, stated, measure), told === 'no' ? [] : [expected]);
    });
  }
});
