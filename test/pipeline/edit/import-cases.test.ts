/**
 * Spreadsheets as people keep them: the line that `import` writes, what it tells, or why it refuses
 * the file.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Cell, type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { everyNth } from '../../support/lane.ts';
import { lines, paths, providers } from '../../support/problem-cases.ts';
import { runPipeline, runProcess } from '../../support/run-pipeline.ts';
import { writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const columns = [
  'slug',
  'provider',
  'offer',
  'actionButtons',
  'price',
  'tag',
  'custodial',
  'description',
];
const tree = { ...providers, [paths.walletOffers]: lines(columns.join(',')) };

interface Row {
  readonly name: string;
  /** Columns beside `slug` and `provider`. */
  readonly cells: Readonly<Record<string, Partial<Cell> & { value: CellValue }>>;
  /** Part of the line that is written. */
  readonly written: string;
  /** Part of what is told. */
  readonly said?: string;
}

interface File {
  readonly name: string;
  /** Text of a CSV file, or a sheet. */
  readonly file: string | Partial<WriteSheet>;
  readonly ignored?: string;
  /** Part of the line that is written; nothing is without it. */
  readonly written?: string;
  readonly said?: string;
}

const text = (value: CellValue) => ({ value });
const amount = (value: number, numFmt: string) => ({ price: { value, style: { numFmt } } });
const linked = (value: string, target: string) => ({ value, hyperlink: { target } });
const struck = { strikethrough: true };
const tags = (value: string) => ({ tag: text(value) });

const rows: readonly Row[] = [
  {
    name: 'keeps the address of a linked cell',
    cells: { actionButtons: linked('Docs', 'https://docs.pinata.cloud/x') },
    written: '"[""[Docs](https://docs.pinata.cloud/x)""]"',
  },
  {
    name: 'keeps the address of a link formula',
    cells: {
      actionButtons: {
        value: 'Docs',
        formula: 'HYPERLINK("https://a.io/d","Docs")',
        formulaResult: 'Docs',
      },
    },
    written: '"[""[Docs](https://a.io/d)""]"',
  },
  {
    name: 'names a link in a column without addresses',
    cells: { offer: linked('Gold', 'https://a.io/gold') },
    written: ',Gold,',
    said: 'row {row}: "offer" holds no addresses, so the link to https://a.io/gold is left out',
  },
  { name: 'keeps dollars', cells: amount(49, '$#,##0.00'), written: ',$49.00,' },
  {
    name: 'keeps dollars of accounting',
    cells: amount(49, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\)'),
    written: ',$49.00,',
  },
  {
    name: 'keeps dollars of a country',
    cells: amount(49, '[$A$-C09]#,##0.00'),
    written: ',A$49.00,',
  },
  {
    name: 'keeps a sign after the number',
    cells: amount(1234.5, '#,##0.00\\ [$€-407]'),
    written: ',1234.50 €,',
  },
  { name: 'keeps a unit of a format', cells: amount(49, '"$"0"/mo"'), written: ',$49/mo,' },
  { name: 'keeps all digits', cells: amount(49.125, '$0'), written: ',$49.125,' },
  { name: 'keeps a percentage', cells: amount(0.999, '0%'), written: ',99.9%,' },
  {
    name: 'keeps the scale of a format',
    cells: amount(1_500_000, '$0.0,,"M"'),
    written: ',$1.5M,',
  },
  { name: 'writes small numbers in full', cells: { price: text(1e-7) }, written: ',0.0000001,' },
  { name: 'rounds the error of a formula', cells: { price: text(0.1 + 0.2) }, written: ',0.3,' },
  { name: 'drops bullets', cells: tags('• IPFS\n• Arweave'), written: '"[""IPFS"",""Arweave""]"' },
  {
    name: 'drops bullets of one line',
    cells: tags('• IPFS • Arweave'),
    written: '"[""IPFS"",""Arweave""]"',
  },
  { name: 'splits at bars', cells: tags('IPFS | Arweave'), written: '"[""IPFS"",""Arweave""]"' },
  {
    name: 'splits at commas between items only',
    cells: tags('5M reqs/mo, 1,000 reqs/s, and webhooks (HTTP, gRPC)'),
    written: '"[""5M reqs/mo"",""1,000 reqs/s"",""webhooks (HTTP, gRPC)""]"',
  },
  {
    name: 'keeps commas of items on lines of their own',
    cells: tags('Fast, reliable\nArchive data'),
    written: '"[""Fast, reliable"",""Archive data""]"',
  },
  {
    name: 'drops quotes of items',
    cells: tags("['IPFS', 'Arweave']"),
    written: '"[""IPFS"",""Arweave""]"',
  },
  {
    name: 'leaves out struck text and names it',
    cells: {
      price: { value: null, richText: [{ text: '$99/mo ', font: struck }, { text: '$49/mo' }] },
    },
    written: ',$49/mo,',
    said: 'E{row}: the struck-out text "$99/mo" is left out',
  },
  {
    name: 'leaves out a struck cell',
    cells: { price: { value: '$99/mo', style: { font: struck } } },
    said: 'E{row}: the struck-out text "$99/mo" is left out',
    written: ',Acme,,,,,,',
  },
  { name: 'reads ticks', cells: { custodial: text('✓') }, written: ',TRUE,' },
];

const files: readonly File[] = [
  {
    name: 'refuses a column that stands twice',
    file: 'slug,provider,price,price\nacme-new,Acme,$49/mo,$50/mo\n',
    said: 'rows.csv:1: two columns have the header "price"; remove one, or write the name of the column that its cells are of',
  },
  {
    name: 'refuses a title above the header',
    file: {
      rows: [['Wallet plans'], [], ['slug', 'provider', 'price'], ['acme-new', 'Acme', '$49']],
    },
    said: 'rows.xlsx:1: line 1 is not the header, line 3 is; delete the lines 1 to 2',
  },
  {
    name: 'refuses merged cells',
    file: {
      rows: [
        ['slug', 'provider', 'tag'],
        ['acme-new', 'Acme', 'x'],
      ],
      merges: [{ startRow: 1, startCol: 1, endRow: 2, endCol: 1 }],
    },
    said: 'the cells B2:B3 are merged; split them and fill each',
  },
  {
    name: 'refuses a provider that does not exist',
    file: 'slug,provider\nacme-new,Akme\n',
    said: 'rows.csv:2 provider: no provider "Akme" in references/providers/providers.csv; did you mean "Acme"?',
  },
  {
    name: 'refuses a new offer without a provider',
    file: 'slug,provider,offer\nacme-new,,New\n',
    said: 'rows.csv:2 provider: a new offer needs a provider;',
  },
  {
    name: 'refuses an unknown column with prices',
    file: 'slug,provider,Setup\nacme-new,Acme,$20\n',
    said: 'rows.csv:1 Setup: the column has prices, and references/offers/wallets.csv has no column of this name; rename it to "price", or leave it out with IGNORE="Setup"',
  },
  {
    name: 'refuses a header that names a currency',
    file: 'slug,provider,Monthly (USD)\nacme-new,Acme,20\n',
    said: 'rows.csv:1 Monthly (USD): the column has prices',
  },
  {
    name: 'refuses a column that says what the prices of another mean',
    file: 'slug,provider,price,Currency\nacme-new,Acme,20,EUR\n',
    said: 'rows.csv:1 Currency: the column has prices',
  },
  {
    name: 'leaves out a column that is not wanted',
    file: 'slug,provider,Setup,price\nacme-new,Acme,$20,$5\n',
    ignored: 'Setup,price',
    written: 'acme-new,Acme,,,,,,',
  },
  {
    name: 'refuses a date among prices',
    file: {
      rows: [
        ['slug', 'provider', 'price'],
        ['acme-new', 'Acme', new Date(Date.UTC(2026, 0, 10))],
      ],
    },
    said: 'rows.xlsx:2 price: "2026-01-10" is a date or a time that a spreadsheet made',
  },
  {
    name: 'refuses an error value',
    file: 'slug,provider,price\nacme-new,Acme,#WERT!\n',
    said: 'rows.csv:2 price: "#WERT!" is an error value of a spreadsheet;',
  },
  {
    name: 'refuses a row without a slug and a name',
    file: 'description\nx\n',
    said: 'rows.csv:2 slug: the row has neither a slug nor a name; change it, or remove the row [slug-blank]',
  },
];

/** Imports a file; blank if nothing is written. */
async function importFile(cleanUp: CleanUp, file: File['file'], ignored = '') {
  const folder = await makeTemporaryFolder(cleanUp);
  await writeTree(folder, tree);
  const target = path.join(folder, typeof file === 'string' ? 'rows.csv' : 'rows.xlsx');
  await writeFile(
    target,
    typeof file === 'string' ? file : await writeXlsx({ sheets: [{ name: 's', ...file }] }),
  );
  const words = [
    `--sources=${folder}`,
    `--file=${target}`,
    '--category=wallets',
    `--ignore=${ignored}`,
  ];
  // A workbook is read by a thread of the compiled program.
  const run = typeof file === 'string' ? runPipeline : runProcess;
  const { stdout, stderr, code } = await run(['import', ...words]);
  const [, ...written] = (await readFile(path.join(folder, paths.walletOffers), 'utf8'))
    .trimEnd()
    .split('\n');
  assert.equal(code === 0, written.length > 0);
  return { written, said: (stdout + stderr).replaceAll(`${folder}/`, '') };
}

describe('import of a cell', () => {
  it('writes what a person sees, and names what it leaves out', async (t) => {
    const header = columns.map(text);
    const sheet = rows.map(({ cells }, index) => {
      const values = { slug: text(`row-${index + 10}`), provider: text('Acme'), ...cells };
      return columns.map((column) => values[column as keyof typeof values] ?? text(null));
    });
    const cells = [header, ...sheet].flatMap((row, at) =>
      row.map((cell, column) => [`${at},${column}`, cell] as const),
    );
    const book = {
      rows: [header, ...sheet].map((row) => row.map(({ value }) => value)),
      cells: new Map(cells),
    };
    const { written, said } = await importFile(t, {
      ...book,
      rowDefs: new Map([[2, { hidden: true }]]),
    });
    for (const [index, row] of rows.entries()) {
      assert.ok(written[index]?.includes(row.written), `${row.name}: ${written[index]}`);
      const note = row.said?.replace('{row}', String(index + 2));
      assert.ok(note === undefined || said.includes(`${note}\n`), `${row.name}: ${said}`);
    }
    assert.match(said, /^hidden rows and columns are imported too: 1\n/m);
    assert.match(
      said,
      /^"row-10" lacks what listed offers need: custodial \(and \d+ more like it\)\n/m,
    );
    // The problems of the new offers stand at their rows.
    const others = said.split('\n').filter((line) => !/^rows\.xlsx:\d+ \w+: /.test(line));
    assert.ok(others.length < said.split('\n').length, said);
    assert.equal(others.length, rows.filter((row) => row.said).length + 6, said);
  });
});

describe('import of a file', () => {
  for (const { name, file, ignored, ...expected } of everyNth(3, files))
    it(name, async (t) => {
      const { written, said } = await importFile(t, file, ignored);
      assert.ok((written[0] ?? '').startsWith(expected.written ?? ''), written[0]);
      assert.equal(written.length > 0, expected.written !== undefined, said);
      assert.ok(said.includes(expected.said ?? ''), said);
    });
});
