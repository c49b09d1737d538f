/**
 * Limits of what a source folder may hold: beyond one is an error at its place, found without much
 * work.
 */
import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Problem } from '../../../pipeline/problem.ts';
import { checkFolder } from '../../support/check-tree.ts';
import {
  runProcess as pipeline,
  type ReportedProblem,
  reportOf,
} from '../../support/run-pipeline.ts';
import { makeTree, places, smallTree, type Tree } from '../../support/source-tree.ts';
import { providerWithLogo, quote, withProviders } from './trees.ts';

const boraApis = 'listings/specific-networks/bora/apis.csv';
const apisHeader = 'slug,provider,offer,chain,accessPrice,trial,tag,description,credentialKey';

function withDescription(text: string): Tree {
  return { [boraApis]: `${apisHeader}\nlong,Acme,,mainnet,,,,${quote(text)},\n` };
}

/** `file:line column` of each error of the rule. */
function placesOf(problems: readonly (Problem | ReportedProblem)[], rule: string): string[] {
  const found = problems.filter((problem) => problem.rule === rule && problem.severity === 'error');
  return found.map(({ file, line, column }) => `${file}:${line} ${column}`);
}

function errorsOf(problems: readonly (Problem | ReportedProblem)[]): string[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, message }) => `${file}: ${message}`);
}

/** A column that holds 1,000 columns' worth of keys is not needed: the header alone is too long. */
const wideHeader = (count: number) =>
  Array.from({ length: count }, (_, index) => `c${index}`).join(',');

const row = (text: string): Tree => ({ [boraApis]: `${apisHeader}\n${text}\n` });
const logo = (bytes: number): Tree => ({
  ...withProviders(providerWithLogo('mark', 'mark.png')),
  [`${places.images}mark.png`]: new Uint8Array(bytes),
});

/** Name, tree, and where the error is; null if there is none. */
const limits: readonly (readonly [name: string, tree: Tree, at: string | null])[] = [
  ['a cell of 4 kB is accepted', withDescription('a'.repeat(4000)), null],
  ['a longer cell is refused', withDescription('a'.repeat(4001)), `${boraApis}:2 description`],
  ['bytes count, not characters', withDescription('é'.repeat(2001)), `${boraApis}:2 description`],
  [
    'a cell of a definition is limited, too',
    withProviders(`long,Long,,${'a'.repeat(4001)},,,,,,,,,,\n`),
    `${places.providers}:5 description`,
  ],
  [
    'a row of more than 20 kB is refused',
    row(`${'a'.repeat(3900)},`.repeat(6)),
    `${boraApis}:2 null`,
  ],
  [
    'a quoted row of more than 20 kB is refused',
    row(`"${'a\n'.repeat(15_000)}"`),
    `${boraApis}:2 null`,
  ],
  [
    'more than 500 columns are refused',
    { [boraApis]: `${wideHeader(501)}\n` },
    `${boraApis}:1 null`,
  ],
  ['80,000 columns are refused', { [boraApis]: `${wideHeader(30_000)}\n` }, `${boraApis}:1 null`],
  ['a file of 1,000,001 lines is refused', row('\n'.repeat(1_000_000)), `${boraApis}:1000001 null`],
  ['a logo of more than 2 MB is refused', logo(2_000_001), `${places.images}mark.png:null null`],
  ['a logo of 300 kB is a warning, as it was', logo(300_000), null],
  ['50 chains of a network are accepted', withChains('bora', 50), null],
  ['the 51st chain of a network is refused', withChains('bora', 51), `${boraApis}:52 chain`],
];

function withChains(network: string, count: number): Tree {
  const lines = Array.from(
    { length: count },
    (_, index) => `own-${String(index).padStart(6, '0')},Acme,,c${index}\n`,
  );
  return {
    [`listings/specific-networks/${network}/apis.csv`]: `slug,provider,offer,chain\n${lines.join('')}`,
    'listings/specific-networks/bora/explorers.csv': 'slug,provider,offer,chain\n',
  };
}

describe('limits', { concurrency: 2 }, () => {
  for (const [name, tree, at] of limits) {
    it(name, async (t) => {
      const { problems } = await checkFolder(await makeTree(t, tree));
      assert.deepEqual(placesOf(problems, 'limit-exceeded'), at === null ? [] : [at]);
      if (at === null) assert.deepEqual(errorsOf(problems), []);
    });
  }

  it('a file of more than 50 MB is refused, and not read', async (t) => {
    const sources = await makeTree(t);
    await writeFile(path.join(sources, boraApis), '');
    await truncate(path.join(sources, boraApis), 40_000_000_000);
    const problems = await reportOf(sources);
    assert.deepEqual(placesOf(problems, 'limit-exceeded'), [`${boraApis}:null null`]);
  });

  it('a build of more than 10,000,000 rows is refused', async (t) => {
    const networks = Array.from({ length: 500 }, (_, index) => withChains(`n${index}`, 50));
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => `all-${index},Acme,,\n`).join('');
    const listed = (count: number): Tree => ({
      ...Object.assign({}, ...networks),
      'listings/all-networks/apis.csv': `slug,provider,offer,chain\n${of(count)}`,
    });
    const many = await reportOf(await makeTree(t, listed(400)));
    assert.deepEqual(placesOf(many, 'limit-exceeded'), ['listings:null null']);
  });

  it('a cell too large for the database is a problem of check and of build, not an error of the database', async (t) => {
    const sources = await makeTree(t, withDescription('a'.repeat(18_000_000)));
    const build = path.join(sources, '../build');
    for (const words of [['check'], ['build', '--build', build]]) {
      const { code, stdout, stderr } = await pipeline([...words, '--sources', sources]);
      assert.equal(code, 1, stderr);
      assert.match(stdout, /limit-exceeded/);
      assert.doesNotMatch(stdout + stderr, /maximum_object_size|DuckDB|Invalid Input/);
    }
  });
});

describe('networks', { concurrency: 2 }, () => {
  const names = [
    '__proto__',
    'x"y',
    'My Net',
    'Upper',
    'a--b',
    '-a',
    'ä',
    'a,b',
    "a'b",
    '$(x)',
    'a\nb',
    '.hidden',
  ];
  it('whose folder is not a key are errors', async (t) => {
    const sources = await makeTree(t);
    for (const name of names) {
      const folder = path.join(sources, 'listings/specific-networks', name);
      await mkdir(folder);
      await writeFile(
        path.join(folder, 'apis.csv'),
        'slug,provider,offer,chain\na,Acme,,mainnet\n',
      );
    }
    const found = placesOf(await reportOf(sources), 'network-key');
    assert.deepEqual(
      found.toSorted(),
      names.map((name) => `listings/specific-networks/${name}:null null`).toSorted(),
    );
  });

  it('that networks.csv does not know are errors, with the cells to add', async (t) => {
    const sources = await makeTree(t, {
      'listings/specific-networks/new-net/apis.csv':
        'slug,provider,offer,chain\na,Acme,,mainnet\nb,Acme,,testnet\n',
    });
    const problems = await reportOf(sources);
    assert.deepEqual(placesOf(problems, 'unknown-network'), [
      'listings/specific-networks/new-net:null null',
    ]);
    const { suggestion } = problems.find(({ rule }) => rule === 'unknown-network') ?? {};
    const expected =
      /add a line to meta\/networks\.csv with "new-net" in the column "key", "New Net" in "name"/;
    assert.match(suggestion ?? '', expected);
    const [header = ''] = String(smallTree[places.networks]).split('\n');
    const cells = { key: 'new-net', name: 'New Net', docs: 'https://docs.new-net.example/' };
    const line = header.split(',').map((key) => cells[key as keyof typeof cells] ?? '');
    await writeFile(path.join(sources, places.networks), `${smallTree[places.networks]}${line}\n`);
    assert.deepEqual(errorsOf(await reportOf(sources)), []);
  });

  it('with 20,000 chains give errors in time, and no rows', async (t) => {
    const everywhere = Array.from(
      { length: 70 },
      (_, index) => `all-${100 + index},Acme,,mainnet\n`,
    ).join('');
    for (const network of ['bora', 'unlisted']) {
      const sources = await makeTree(t, {
        ...withChains(network, 20_000),
        'listings/all-networks/apis.csv': `slug,provider,offer,chain\n${everywhere}`,
      });
      const { code, stderr } = await pipeline([
        'build',
        '--sources',
        sources,
        '--build',
        path.join(sources, '../build'),
      ]);
      assert.equal(code, 1);
      const rows = Number(/([\d,]+) rows/.exec(stderr)?.[1]?.replaceAll(',', '') ?? 0);
      assert.ok(rows < 100_000, stderr);
    }
  });
});

describe('comments in an SVG logo', () => {
  it('take no time', async (t) => {
    const svg = `${'<!---->'.repeat(27)}<x/>`;
    const sources = await makeTree(t, {
      ...withProviders(providerWithLogo('mark', 'mark.svg')),
      [`${places.images}mark.svg`]: svg,
    });
    const problems = await reportOf(sources);
    assert.ok(problems.some(({ rule }) => rule === 'logo-not-shown'));
  });

  it('are read over if they are comments', async (t) => {
    const svg =
      '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"> <!-- > -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
    const sources = await makeTree(t, {
      ...withProviders(providerWithLogo('mark', 'mark.svg')),
      [`${places.images}mark.svg`]: svg,
    });
    const problems = await reportOf(sources);
    assert.ok(!problems.some(({ rule }) => rule === 'logo-not-shown'), JSON.stringify(problems));
  });
});
