/**
 * What holds for any sources: cells come back as they were written, and no listing is lost without
 * a word.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { valueKinds } from '../../model/columns.ts';
import { runChecks } from '../../pipeline/check/index.ts';
import { type NewProblem, ProblemCollector } from '../../pipeline/problem.ts';
import { EntryReader, parseReference, parseValue } from '../../pipeline/read/parse-entries.ts';
import { parseTable } from '../../pipeline/read/tables/parse-table.ts';
import { resolveNetworks } from '../../pipeline/resolve/networks.ts';
import { type ListingEntry, type Sources, sourcePaths } from '../../pipeline/sources.ts';
import { anyCharacter } from '../support/any-character.ts';
import { checkFolder } from '../support/check-tree.ts';
import { runs } from '../support/lane.ts';
import { smallSources } from '../support/paths.ts';

const numRuns = runs(300, 50);

describe('parseTable', () => {
  it('gives back the cells that a CSV writer wrote, each record with the line it starts on', () => {
    fc.assert(
      fc.property(tables(), ({ cells, lineEnd, quoteAll, bom, endsWithLineEnd }) => {
        const records = cells.map((record) => writeRecord(record, quoteAll));
        const text = bom + records.join(lineEnd) + (endsWithLineEnd ? lineEnd : '');
        const problems: NewProblem[] = [];
        const table = parseTable('x.csv', Buffer.from(text), (problem) => problems.push(problem));
        assert.deepEqual(problems, []);
        // A line without text is not a record.
        const kept = cells.map((record) => record.some((cell) => cell.trim() !== ''));
        const header = table?.header;
        const found = [header, ...(table?.records ?? []).map((record) => record.cells)];
        assert.deepEqual(
          found,
          cells.filter((_, index) => kept[index]),
        );
        const seen = table?.records.map((record) => record.line);
        assert.deepEqual(
          seen,
          startLines(records).filter((_, index) => index > 0 && kept[index]),
        );
      }),
      { numRuns },
    );
  });
});

/** Cells in which everything that CSV gives a meaning is frequent. */
function tables() {
  const unit = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '"',
        ',',
        '\n',
        '\r',
        '\r\n',
        ' ',
        '\u00a0',
        '\ufeff',
        '[',
        '!none',
        'é',
        '😀',
      ),
    },
    { weight: 3, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }) },
  );
  const cell = fc.string({ unit, maxLength: 8 });
  const table = fc.integer({ min: 2, max: 5 }).chain((width) => {
    const record = fc.array(cell, { minLength: width, maxLength: width });
    const header = Array.from({ length: width }, (_, index) => `column "${index}",\n`);
    return fc.array(record, { maxLength: 6 }).map((records) => [header, ...records]);
  });
  return fc.record({
    cells: table,
    lineEnd: fc.constantFrom('\n', '\r\n'),
    quoteAll: fc.boolean(),
    bom: fc.constantFrom('', '\ufeff'),
    endsWithLineEnd: fc.boolean(),
  });
}

function writeRecord(cells: readonly string[], quoteAll: boolean): string {
  return cells
    .map((cell) => (quoteAll || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

function startLines(records: readonly string[]): number[] {
  let line = 1;
  return records.map((record) => {
    const start = line;
    line += record.split('\n').length;
    return start;
  });
}

describe('parseValue', () => {
  it('never throws, and gives a value of its kind, null or a fault', () => {
    const cells = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc.constantFrom('TRUE', ' false ', 'NULL', '[]', '["a"]', '[1]', '\u00a0', '{}', '"a"'),
    );
    const accepts = {
      string: (value: unknown) =>
        typeof value === 'string' && value !== '' && value === value.trim(),
      boolean: (value: unknown) => typeof value === 'boolean',
      array: (value: unknown) =>
        Array.isArray(value) && value.every((item) => typeof item === 'string'),
    };
    fc.assert(
      fc.property(fc.constantFrom(...valueKinds), cells, (kind, cell) => {
        const parsed = parseValue(kind, cell);
        if ('fault' in parsed) assert.notEqual(kind, 'string');
        else assert.ok(parsed.value === null || accepts[kind](parsed.value));
      }),
      { numRuns },
    );
  });
});

interface ListingFile {
  readonly category: string;
  readonly network: string | null;
  readonly text: string;
  /** Places of its records. */
  readonly places: readonly string[];
  readonly path: string;
}

/** Cells of a record, with everything in them that a hurried editor writes. */
function listingRecords() {
  const cell = (...texts: string[]) => fc.constantFrom('', ...texts);
  return fc.record({
    slug: cell('a', 'b', 'c-d', 'Bad Slug', '!none'),
    provider: cell('Acme', 'Borealis', 'Nobody', '!none'),
    offer: cell(
      '!offer:acme-free',
      '!offer:acme-pro',
      '!offer:acme-fre',
      '!Offer:x',
      '! offer:x',
      'Named',
      '!none',
    ),
    chain: cell('mainnet', 'testnet', 'Mainnet', 'devnet', '!none'),
    trial: cell('TRUE', 'no', '!none'),
    custodial: cell('TRUE', 'no', '!none'),
    tag: cell('["a"]', 'a', '[]', 'null'),
  });
}

const headers = {
  apis: ['slug', 'provider', 'offer', 'chain', 'trial', 'tag'],
  explorers: ['slug', 'provider', 'offer', 'chain', 'tag'],
  wallets: ['slug', 'provider', 'offer', 'custodial', 'tag'],
} as const;

function listingFiles(): fc.Arbitrary<ListingFile[]> {
  const file = fc.record({
    category: fc.constantFrom('apis', 'explorers', 'wallets'),
    network: fc.constantFrom('aria', 'bora', null),
    records: fc.array(listingRecords(), { minLength: 1, maxLength: 5 }),
    /** Which record has too few cells, if there are so many. */
    cut: fc.nat(12),
  });
  const selector = ({ category, network }: { category: string; network: string | null }) =>
    `${network}/${category}`;
  return fc.uniqueArray(file, { selector, maxLength: 6 }).map((files) =>
    files.map(({ category, network, records, cut }) => {
      const header = headers[category];
      const path = `listings/${network === null ? 'all-networks' : `specific-networks/${network}`}/${category}.csv`;
      const written = records.map((record) => header.map((key) => record[key]));
      if (written[cut]) written[cut].length = 3;
      const text = [header, ...written].map((cells) => `${writeRecord(cells, false)}\n`).join('');
      // Lines of commas are no listings.
      const places = written.flatMap((cells, at) =>
        cells.join('') === '' ? [] : [`${path}:${at + 2}`],
      );
      return { category, network, path, text, places };
    }),
  );
}

describe('a listing', () => {
  it('is in a row or in a problem, always', async () => {
    const base = (await checkFolder(smallSources)).sources;
    fc.assert(
      fc.property(listingFiles(), (files) => {
        const { places, leavesOut } = run(base, files);
        const lost = files
          .filter((file) => !leavesOut(file))
          .flatMap((file) => file.places.filter((place) => !places.has(place)));
        assert.deepEqual(lost, []);
      }),
      { numRuns },
    );
  });

  it('says the same once it is resolved: rows written as listings give the same rows', async () => {
    const { sources, resolved } = await checkFolder(smallSources);
    const written = resolved.networks.flatMap(({ key, rows }) =>
      rows.map(({ content, source }): ListingEntry => {
        const values = Object.fromEntries(
          Object.entries(content.values).filter(([, value]) => value !== null),
        );
        return {
          category: content.category,
          network: key,
          source,
          cells: { values, reference: parseReference(values.offer), faults: [] },
        };
      }),
    );
    const again = resolveNetworks({ ...sources, columns: sources.meta.columns, listings: written });
    const values = ({ networks }: typeof resolved) =>
      networks.map(({ key, chains, rows }) => ({
        key,
        chains,
        rows: rows.map(({ content }) => content.values),
      }));
    assert.deepEqual(values(again), values(resolved));
  });
});

/** The places that rows and problems name, and which files the networks say that they leave out. */
function run(base: Sources, files: readonly ListingFile[]) {
  const problems = new ProblemCollector();
  const sources = {
    ...base,
    networks: ['aria', 'bora'],
    listings: readListings(base, files, problems),
  };
  const resolved = resolveNetworks({ ...sources, columns: sources.meta.columns });
  runChecks({ sources, resolved }, problems.add);
  const rows = resolved.networks.flatMap((network) => network.rows.map(({ source }) => source));
  const found = problems.sorted();
  // A network without a chain says so, unless what names its chain is itself a problem.
  const unchained = resolved.networks.every(
    ({ key, chains }) =>
      chains.length === 0 && found.some(({ file }) => file.startsWith(sourcePaths.network(key))),
  );
  return {
    places: new Set([...rows, ...found].map(({ file, line }) => `${file}:${line}`)),
    leavesOut: ({ network, category }: ListingFile) =>
      network === null && category !== 'wallets' && unchained,
  };
}

function readListings(
  { meta }: Sources,
  files: readonly ListingFile[],
  problems: ProblemCollector,
): ListingEntry[] {
  const reader = new EntryReader(meta, problems.add);
  for (const { path, text, category, network } of files) {
    const table = parseTable(path, Buffer.from(text), problems.add);
    const place =
      network === null ? { kind: 'all-networks' as const } : { kind: 'network' as const, network };
    if (table) reader.readTable(table, { ...place, category });
  }
  return reader.listings;
}
