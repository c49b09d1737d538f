/**
 * Doubling the input takes at most 2.5 times the time: the number readers, Markdown, links, facets,
 * SVG and every check.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { fixCell } from '../../../pipeline/commands/fix/fix-table.ts';
import { connectOf } from '../../../pipeline/connect/connect.ts';
import { limits } from '../../../pipeline/limits.ts';
import { maxStatingLength, readText } from '../../../pipeline/resolve/numbers.ts';
import { renderMarkdown } from '../../../service/pages/shared/markdown.ts';
import { countFacet, matchesAmong } from '../../../service/query/facets.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
import { type FacetIndex, indexFacets } from '../../../service/snapshot/texts/facet-index.ts';
import { checkFolder } from '../../support/check-tree.ts';
import { makeColumn } from '../../support/service-columns.ts';
import { makeTree, places, smallTree, type Tree } from '../../support/source-tree.ts';
import { providerWithLogo, quote, withProviders } from './trees.ts';

// Growth of work with input: CPU time of this process, so that other processes of the machine do
// not count.

interface Growth {
  /**
   * Factor by which the time grows when the input doubles. It is the root of the factor for four
   * times the input, which noise changes less. The times are the shortest of several runs, because
   * noise only adds to them.
   */
  readonly ratio: number;
  /** Time of the larger input. */
  readonly ms: number;
}

/** Runs of each size, in turns, so that a busy moment of the machine hits both. */
const maxRuns = 10;
/** Noise passes, superlinear work does not: runs are repeated while the ratio is above this one. */
const suspicious = 2.2;
/** Time that the input is enlarged to, because shorter measurements are noise. */
const longMs = 12;
/** Below it a measurement says nothing. */
const leastMs = 5;
/** Superlinear work is told from one run of this length; it need not be repeated for minutes. */
const endlessMs = 2000;

/**
 * Measures `work` for a size that takes long enough to be measured, and for four times that size,
 * at most `maxSize`.
 * `prepare` makes the input of a size; its time does not count.
 */
async function measureGrowth<T>(
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  { size, maxSize }: { readonly size: number; readonly maxSize: number },
): Promise<Growth> {
  let small = size;
  let input = await prepare(small);
  // The first run compiles.
  await cpuMsOf(input, work);
  while ((await cpuMsOf(input, work)) < longMs && small * 8 <= maxSize) {
    small *= 2;
    input = await prepare(small);
  }
  const large = await prepare(small * 4);
  // Four runs of the small input have as much to do, and leave as much garbage, as one run of the
  // large one.
  const fourTimes = async (each: T) => {
    for (let run = 0; run < 4; run++) await work(each);
  };
  const smallMs = async () => (await cpuMsOf(input, fourTimes)) / 4;
  let [ms, largeMs] = [await smallMs(), await cpuMsOf(large, work)];
  const ratio = () => Math.sqrt(largeMs / Math.max(ms, leastMs));
  for (let run = 1; run < maxRuns && ratio() > suspicious && largeMs < endlessMs; run++) {
    ms = Math.min(ms, await smallMs());
    largeMs = Math.min(largeMs, await cpuMsOf(large, work));
  }
  return { ratio: ratio(), ms: largeMs };
}

async function cpuMsOf<T>(input: T, work: (input: T) => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const limit = 2.5;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Texts that made some reader look at the rest of the text again and again. */
const pieces = [
  ...'[|](|[](|[a](|[a](b)|[a](https://a.example/) |http://a/((|https://a.example/ |<a |<!--|&#|`|*|**a|_a|~~|\\|('.split(
    '|',
  ),
  ...'1,111,|1,11|1.111.|1/1/|1-|1 |1|$1/|$1/1M |€1 per a |per |per x |/x |(yearly) |free/|a-1|1%'.split(
    '|',
  ),
  ...' |"|your-a|youra|_|\\"|https://a.io/'.split('|'),
];

describe('growth of readers of texts', () => {
  /** Longer texts are not read for numbers. */
  const ofNumbers = { size: maxStatingLength / 4, maxSize: maxStatingLength };
  /** From the limit of a cell on. */
  const ofCells = { size: limits.cellBytes, maxSize: 4 * limits.cellBytes };
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    'number reader of accessPrice': (text) => readText(makeColumn('accessPrice'), text),
    'number reader of queryPrice': (text) => readText(makeColumn('queryPrice'), text),
    'number reader of uptimeSla': (text) => readText(makeColumn('uptimeSla'), text),
    'number reader of bandwidthSla': (text) => readText(makeColumn('bandwidthSla'), text),
    'number reader of measures': (text) => readText(makeColumn('verifiedLatency'), text),
    Markdown: (text) => renderMarkdown(text, { app: (address: string) => address }),
    'labels of links': labelsOnly,
    'RPC endpoints': (text) =>
      connectOf({ category: 'apis', values: { apiType: 'RPC', address: `https://${text}` } }),
    'start commands': (text) =>
      connectOf({
        category: 'mcpservers',
        values: { selfHostedCommand: 'npx', selfHostedArgs: [text] },
      }),
    'MCP endpoints': (text) =>
      connectOf({ category: 'mcpservers', values: { mcpEndpoint: `https://${text}` } }),
    'repeated items of lists': (text) =>
      fixCell(`["a", "a${text}"]`, 'set', new Set(['repeated-item'])),
    'space around items of lists': (text) =>
      fixCell(`["a"${' '.repeat(text.length)}, "a"]`, 'set', new Set(['repeated-item'])),
  };
  for (const [at, [name, read]] of Object.entries(readers).entries()) {
    const sizes = name.startsWith('number') ? ofNumbers : ofCells;
    it(`is linear in the ${name}`, async () => {
      // Number readers share their code, and so do readers of endpoints: neighbours take turns.
      const isShared = /^number|^RPC|^start|^MCP/.test(name);
      for (const piece of pieces.filter((_, index) => !isShared || index % 2 === at % 2)) {
        const prepare = (size: number) => piece.repeat(size / piece.length);
        // Often, because one reading takes less than a millisecond; short, because long lists of
        // results move in memory.
        const readOften = (text: string) => range(20).map(() => read(text));
        const { ratio, ms } = await measureGrowth(prepare, readOften, sizes);
        assert.ok(
          ratio <= limit,
          `${JSON.stringify(piece)}: ${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`,
        );
      }
    });
  }
});

describe('growth of facets', () => {
  const columns = [
    makeColumn('chain', { filter: 'searchableMultiSelect' }),
    makeColumn('tag', { filter: 'searchableMultiSelect', valueKind: 'array' }),
    makeColumn('trial', { filter: 'select', valueKind: 'boolean' }),
    makeColumn('price', { filter: 'range' }),
  ];
  const rows: Readonly<Record<string, (size: number) => Row[]>> = {
    'contents with few values': (size) =>
      range(size).map((n) => ({ chain: `chain ${n % 9}`, tag: ['a', 'b'], trial: 1 })),
    'contents with a value each': (size) =>
      range(size).map((n) => ({ chain: `chain ${n}`, tag: [`tag ${n}`], trial: 0 })),
    'spellings of one value': (size) =>
      range(size).map((n) => ({
        chain: n.toString(2).replace(/0/g, 'a').replace(/1/g, 'A').padStart(24, 'a'),
      })),
    'items of one cell': (size) => [{ tag: range(size).map((n) => `tag ${n}`) }],
    'equal items of one cell': (size) => [{ tag: range(size).map(() => 'tag') }],
  };
  const index = (contents: readonly Row[]) => {
    const parts = contents.map((cells, id) => ({ cells, numbers: { priceMin: id, priceMax: id } }));
    return indexFacets([{ columns, parts, partOf: (id) => id }]);
  };
  const count = (facets: FacetIndex) => {
    const ids = range(
      facets.columns[0]?.kind === 'values' ? facets.columns[0].offsets.length - 1 : 0,
    );
    const row = Int32Array.from(ids);
    const owners = { offer: row, provider: row.map((id) => Math.floor(id / 10)) };
    const matches = matchesAmong(owners, ids, 'rows');
    return facets.columns.map((column) => countFacet(column, matches, null));
  };
  for (const [name, make] of Object.entries(rows)) {
    it(`is linear in ${name}, when a snapshot is opened`, async () => {
      const { ratio, ms } = await measureGrowth(make, index, { size: 2000, maxSize: 16_000 });
      assert.ok(ratio <= limit, `${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`);
    });

    it(`is linear in ${name}, when facets are counted`, async () => {
      const { ratio, ms } = await measureGrowth((size) => index(make(size)), count, {
        size: 2000,
        maxSize: 16_000,
      });
      assert.ok(ratio <= limit, `${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`);
    });
  }
});

const apis = places.ariaApis;
const apisHeader = 'slug,provider,offer,chain,accessPrice,trial,tag,description,credentialKey';
const lines = (count: number, line: (index: number) => string) => range(count).map(line).join('\n');

/** Trees of a size, each aimed at one check or reader. */
const trees: Readonly<Record<string, (size: number) => Tree>> = {
  'honest rows': (size) => ({
    [apis]: `${apisHeader}\n${lines(size, (n) => `a-${n},Acme,,mainnet,$${n}/mo,,,Text ${n},`)}`,
  }),
  'unknown providers': (size) => ({
    [apis]: `${apisHeader}\n${lines(size, (n) => `a-${n},Name ${n},,mainnet,,,,,`)}`,
  }),
  'many providers, many misspelt': (size) => ({
    [apis]: `${apisHeader}\n${lines(size, (n) => `a-${n},Misspelt ${n},,mainnet,,,,,`)}`,
    ...withProviders(...range(size).map((n) => `p-${n},Provider ${n},,,,,,,,,,,,\n`)),
  }),
  'many offers, many misspelt references': (size) => ({
    [apis]: `slug,offer,chain\n${lines(size, (n) => `a-${n},!offer:missing-${n},mainnet`)}`,
    [places.apiOffers]: `slug,provider\n${lines(size, (n) => `offer-${n},Acme`)}`,
  }),
  'malformed references': (size) => ({
    [apis]: `slug,offer,chain\n${lines(size, (n) => `a-${n},!Offer: ${n},mainnet`)}`,
    [places.apiOffers]: `slug,provider\n${lines(size, (n) => `offer-${n},Acme`)}`,
  }),
  'misfits of offers, dangling references': (size) => ({
    [apis]: `slug,offer,chain\n${lines(size, (n) => `a-${n},!offer:x-${n},mainnet`)}`,
    [places.apiOffers]: `slug,provider\n${lines(size, (n) => `offer-${n},Acme,too,many`)}`,
  }),
  'unreadable text, unused offers': (size) => ({
    [apis]: `slug,offer\n${lines(size, (n) => `a-${n},"!offer:o-${n}" x`)}`,
    [places.apiOffers]: `slug,provider\n${lines(size, (n) => `offer-${n},Acme`)}`,
  }),
  'copies of one all-networks listing': (size) => ({
    [apis]: `slug,offer,chain\n${lines(size, (n) => `a-${n},!offer:acme-free,mainnet`)}`,
    [places.everywhereApis]: 'slug,offer,chain\nall,!offer:acme-free,mainnet\n',
  }),
  'duplicate slugs': (size) => ({
    [apis]: `slug,provider,chain\n${lines(size, () => 'same,Acme,mainnet')}`,
  }),
  'bad chains': (size) => ({
    [apis]: `slug,provider,chain\n${lines(size, (n) => `a-${n},Acme,Chain ${n}`)}`,
  }),
  'slugs in reverse': (size) => ({
    [apis]: `slug,provider,chain\n${lines(size, (n) => `a-${9_999_999 - n},Acme,mainnet`)}`,
  }),
  'lists of many items': (size) => ({
    [apis]: `slug,provider,chain,tag\n${lines(20, (n) => `a-${n},Acme,mainnet,${quote(JSON.stringify(range(size / 20).map((item) => `${item % 99}${n}`)))}`)}`,
  }),
  'bad booleans in rows that may be shifted': (size) => ({
    [apis]: `${apisHeader}\n${lines(size, (n) => `a-${n},Acme,,mainnet,$1,perhaps ${n},,text,`)}`,
  }),
  'records with a cell too few': (size) => ({
    [apis]: `${apisHeader}\n${lines(size, (n) => `a-${n},Acme,,mainnet,$1,,,`)}`,
  }),
  'logos that are missing': (size) => ({
    ...withProviders(...range(size).map((n) => providerWithLogo(`p-${n}`, `missing-${n}.png`))),
  }),
  'conflict markers': (size) => ({ [apis]: lines(size, (n) => (n % 2 ? '=======' : '<<<<<<< a')) }),
  'bytes that are not UTF-8, at the end': (size) => ({
    [apis]: Buffer.concat([Buffer.from(lines(size * 4, () => 'a,b')), Buffer.from([0xff])]),
  }),
  'invisible characters': (size) => ({
    [apis]: `slug,provider,chain\n${lines(size, (n) => `a-${n},Ac\u200bme,mainnet`)}`,
  }),
  'quotes in pairs': (size) => ({
    [apis]: `slug,provider,chain\n${lines(size, (n) => `a-${n},"${'""'.repeat(20)}",mainnet`)}`,
  }),
  'files in the wrong place': (size) =>
    Object.fromEntries(range(size / 20).map((n) => [`references/api${n}.csv`, 'a\n'])),
  'unknown networks': (size) =>
    Object.fromEntries(
      range(size / 20).map((n) => [`listings/specific-networks/net-${n}/wallets.csv`, 'slug\n']),
    ),
};

describe('growth of check', () => {
  for (const [name, tree] of Object.entries(trees)) {
    it(`is linear in ${name}`, async (t) => {
      const prepare = (size: number) => makeTree(t, tree(size));
      const { ratio, ms } = await measureGrowth(prepare, checkFolder, {
        size: 1000,
        maxSize: 8000,
      });
      assert.ok(ratio <= limit, `${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`);
    });
  }

  it('is linear in the width of tables', async (t) => {
    const header = (width: number) => range(width).map((n) => `k${n}`);
    const prepare = (width: number) =>
      makeTree(t, {
        [places.columns]: `${smallTree[places.columns]}${header(width)
          .map((key) => `${key},K,,,,,,,boolean,,true,"[""apis""]",,false\n`)
          .join('')}`,
        [apis]: `slug,provider,chain,${header(width).join(',')}\n${lines(
          300,
          (n) =>
            `a-${n},Acme,mainnet,${header(width)
              .map((_, index) => (index === n ? 'x' : 'TRUE'))
              .join(',')}`,
        )}`,
      });
    const { ratio, ms } = await measureGrowth(prepare, checkFolder, { size: 40, maxSize: 160 });
    assert.ok(ratio <= limit, `${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`);
  });

  for (const piece of [
    '<!---->',
    '<!-- ',
    '<?xml ?>',
    '<!DOCTYPE svg>',
    '\n',
    '<!---->\n<!DOCTYPE svg>',
  ]) {
    it(`is linear in a logo of ${JSON.stringify(piece)}`, async (t) => {
      const logos = range(20).map((n) => `logo-${n}.svg`);
      const prepare = (size: number) =>
        makeTree(t, {
          ...withProviders(...logos.map((logo, n) => providerWithLogo(`p-${n}`, logo))),
          ...Object.fromEntries(
            logos.map((logo) => [`${places.images}${logo}`, piece.repeat(size / piece.length)]),
          ),
        });
      const { ratio, ms } = await measureGrowth(prepare, checkFolder, {
        size: 2000,
        maxSize: 32_000,
      });
      assert.ok(ratio <= limit, `${ratio.toFixed(1)} times, ${ms.toFixed(0)} ms`);
    });
  }
});
