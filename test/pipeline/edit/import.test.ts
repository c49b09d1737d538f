/** `import`: what it reads of CSV files and workbooks, and what it refuses with a sentence. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { crc32 as crcOf, deflateRawSync } from 'node:zlib';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { ProblemCollector } from '../../../pipeline/problem.ts';
import { readSpreadsheet } from '../../../pipeline/read/spreadsheet/read-spreadsheet.ts';
import { formatProblem } from '../../../pipeline/report/problem-line.ts';
import { nightly, unbounded } from '../../support/lane.ts';
import { runPipeline, runProcess } from '../../support/run-pipeline.ts';
import { smallTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

// Workbooks part by part, also such as no program writes.

const names = 'http://schemas.openxmlformats.org/';
const relations = `${names}officeDocument/2006/relationships`;

function relation(type: string, target: string): string {
  const one = `<Relationship Id="rId1" Type="${relations}/${type}" Target="${target}"/>`;
  return `<Relationships xmlns="${names}package/2006/relationships">${one}</Relationships>`;
}

/** A workbook of one sheet, with the text between the tags of its data. */
function sheetParts(rows: string | Buffer): Readonly<Record<string, Buffer>> {
  const main = `xmlns="${names}spreadsheetml/2006/main" xmlns:r="${relations}"`;
  const [before, after] = [`<worksheet ${main}><sheetData>`, '</sheetData></worksheet>'];
  const texts = {
    '[Content_Types].xml': `<Types xmlns="${names}package/2006/content-types"/>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/workbook.xml': `<workbook ${main}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)])),
    'xl/worksheets/sheet1.xml': Buffer.concat([
      Buffer.from(before),
      Buffer.from(rows),
      Buffer.from(after),
    ]),
  };
}

/** The text again and again, in so many megabytes. */
function bomb(megabytes: number, text: string): Buffer {
  return Buffer.alloc(megabytes * 1e6 - ((megabytes * 1e6) % text.length), text);
}

/** What the directory says of the last part instead of the truth. */
interface Lie {
  readonly unpacked?: number;
  readonly packed?: number;
  readonly isDescribedLater?: boolean;
}

function writeZip(parts: Readonly<Record<string, Buffer>>, lie: Lie = {}): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [index, [name, content]] of Object.entries(parts).entries()) {
    const told = index === Object.keys(parts).length - 1 ? lie : {};
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(told.isDescribedLater ? 8 : 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crcOf(content), 10);
    head.writeUInt32LE(told.packed ?? packed.length, 14);
    head.writeUInt32LE(told.unpacked ?? content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), head, tail, Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(Object.keys(parts).length, at);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}

const offers = 'references/offers/wallets.csv';

async function prepare(cleanUp: CleanUp) {
  const folder = await makeTemporaryFolder(cleanUp);
  const sources = path.join(folder, 'sources');
  const tree = smallTree;
  await writeTree(sources, tree);
  return {
    folder,
    /**
     * Imports a file into the wallets; `written` is the line of the offer `acme-new`, `isSame`
     * whether nothing was written.
     */
    run: async (name: string, content?: string | Uint8Array) => {
      const file = path.join(folder, name);
      if (content !== undefined) await writeFile(file, content);
      const run = /\.csv$/.test(name) ? runPipeline : runProcess;
      const ended = await run([
        'import',
        `--sources=${sources}`,
        `--file=${file}`,
        '--category=wallets',
      ]);
      const text = await readFile(path.join(sources, offers), 'utf8');
      await writeTree(sources, tree);
      assert.doesNotMatch(ended.stdout + ended.stderr, /[^\P{Cc}\n]|^ +at /mu);
      const said = (ended.stdout + ended.stderr).replaceAll(`${folder}/`, '').trimEnd();
      return {
        code: ended.code,
        said,
        isSame: text === tree[offers],
        written: /^acme-new,.*$/m.exec(text)?.[0],
      };
    },
  };
}

/** What is read in this process: the problems of a file, or why it is refused. */
async function readIn(folder: string, name: string, content?: string | Uint8Array) {
  const file = path.join(folder, name);
  if (content !== undefined) await writeFile(file, content);
  const problems = new ProblemCollector();
  const reader = {
    add: problems.add,
    tell: () => undefined,
    isHeader: (cells: readonly string[]) => cells.includes('slug'),
  };
  const table = await readSpreadsheet(file, reader).catch((error: Error) => error.message);
  const found = problems.sorted().map((problem) => formatProblem(problem));
  const said = typeof table === 'string' ? table : found.join('\n');
  const records =
    table === null || typeof table === 'string' ? null : table.records.map(({ cells }) => cells);
  return { said: said.replaceAll(`${folder}/`, ''), records };
}

describe('import of a CSV file', () => {
  it('refuses a fault with its line', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const good = 'slug,provider,offer\nacme-new,Acme,New\n';
    for (const [content, said] of [
      [
        `${good}acme-b,Acme,"B\nacme-c,Acme,C\n`,
        'rows.csv:3 offer: a quote opens the cell and no quote closes it;',
      ],
      [
        `${good}acme-b,Acme,"B" x\n`,
        'rows.csv:3 offer: text follows the quote that closes the cell;',
      ],
      [
        `${good}acme-b,Acme,B"\n`,
        'rows.csv:3 offer: the cell contains a quote but does not begin with one;',
      ],
      [`${good}acme-b,Acme,B,more\n`, 'rows.csv:3: expected 3 cells as in the header, found 4'],
      [`${good}acme-b,Acme\n`, 'rows.csv:3: expected 3 cells as in the header, found 2'],
      ['slug,provider,,offer\nacme-b,Acme,x,B\n', 'rows.csv:1: column 3 has no header;'],
      [
        'slug;provider;offer\nacme-b;Acme;"B\n',
        'rows.csv:2 offer: a quote opens the cell and no quote closes it;',
      ],
      [
        'slug\tprovider\toffer\nacme-b\tAcme\t"B" x\n',
        'rows.csv:2 offer: text follows the quote that closes the cell;',
      ],
      [
        Buffer.from(`${good}acme-b,Acm\xe9,B\n`, 'latin1'),
        'rows.csv:3: the file is not UTF-8 text',
      ],
      [Buffer.from(`\ufeff${good}`, 'utf16le'), 'rows.csv: the file is UTF-16 text'],
      [
        `${good}acme-b,Acme,\ufffd\n`,
        'rows.csv:3 offer: the cell has a character that cannot be read',
      ],
      [
        `slug,provider,${'x'.repeat(20_000)}\nacme-b,Acme,B\n`,
        'rows.csv:1: the header has 20014 bytes; the limit is 20000;',
      ],
      ['', 'rows.csv: the file is empty;'],
      [
        `slug,offer\n${'acme-b,B\n'.repeat(10_001)}`,
        'rows.csv: the file has more than 10000 rows;',
      ],
    ] as const)
      assert.equal((await readIn(folder, 'rows.csv', content)).said.slice(0, said.length), said);
    const { records } = await readIn(
      folder,
      'rows.csv',
      `slug,offer\n${'acme-b,B\n'.repeat(10_000)}`,
    );
    assert.equal(records?.length, 10_000, 'as many rows as a file may have');
  });

  it('reads what spreadsheets add: blank columns, lines of commas, a byte-order mark, semicolons, tabs', async (t) => {
    const content = '\ufeffslug,provider,offer,,\r\n,,,,\r\nacme-new,Acme,"New\nand ""old""",,\r\n';
    for (const written of [content, content.replaceAll(',', ';'), content.replaceAll(',', '\t')]) {
      const { said, records } = await readIn(await makeTemporaryFolder(t), 'rows.csv', written);
      assert.deepEqual([said, records], ['', [['acme-new', 'Acme', 'New\nand "old"']]]);
    }
    const long = 'a, b; '.repeat(600);
    const { records } = await readIn(
      await makeTemporaryFolder(t),
      'rows.csv',
      `slug;b;c\nacme-new;"${long}";"${long}"\n`,
    );
    assert.deepEqual(
      records,
      [['acme-new', long, long]],
      'the other separators in a row of which few are as long',
    );
  });

  it('writes its rows, or nothing if one is at fault, and makes names and cells visible', async (t) => {
    const { run } = await prepare(t);
    const faulty = await run('rows.csv', 'slug,provider,offer\nacme-new,Acme,A\nacme-new,Acme,B\n');
    assert.match(
      faulty.said,
      /^rows\.csv:3 slug: row 2 is the same offer;.*\nnothing was written$/m,
    );
    assert.deepEqual([faulty.code, faulty.isSame], [1, true]);
    const content = 'slug,provider,offer,\x1b]0;t\x07\u202e\nacme-new,"\x1b[2J\nx\u009b",New,y\n';
    const { code, said, isSame } = await run('rows.csv', content);
    assert.match(said, /^column "\\u\{1b\}\]0;t\\u\{7\}\\u\{202e\}" is left out: .*\n/);
    assert.match(said, /^rows\.csv:2 provider: no provider "\\u\{1b\}\[2J\\nx\\u\{9b\}" in .*$/m);
    assert.deepEqual([code, isSame], [1, true]);
  });
});

describe('import of a workbook', () => {
  it('reads the cells of the first sheet as text', async (t) => {
    const { run } = await prepare(t);
    const rows = [
      [],
      ['slug', 'provider', 'offer', 'custodial', 'description', null],
      [],
      ['acme-new', 'Acme', 7.5, true, new Date(Date.UTC(2026, 0, 2)), ''],
    ];
    const others = { name: 'two', rows: [['x']] };
    for (const [name, write] of [
      ['rows.XLSX', writeXlsx],
      ['rows.ods', writeOds],
    ] as const) {
      const { code, said, written } = await run(
        name,
        await write({ sheets: [{ name: 'one', rows }, others] }),
      );
      assert.match(said, /^only the sheet "one" is read, not the others: 1\n/);
      assert.deepEqual([code, written], [0, 'acme-new,Acme,7.5,,2026-01-02,TRUE']);
    }
  });

  nightly('refuses cells that would be lost', async (t) => {
    const { run } = await prepare(t);
    for (const [cells, said] of [
      [
        '<c t="str"><v>a</v></c><c><v>1</v></c>',
        'rows.xlsx:1: column 2 has no header; name the column, or remove it',
      ],
      [
        '<c><f>B2&amp;"x"</f></c>',
        'rows.xlsx cannot be read as a workbook: the formula of A2 has no result;',
      ],
      [
        '<c t="str"><v>a_xD800_</v></c>',
        'rows.xlsx:2 slug: the cell has a character that cannot be read',
      ],
    ] as const) {
      const sheet = `<row r="1"><c r="A1" t="str"><v>slug</v></c></row><row r="2">${cells}</row>`;
      const ended = await run('rows.xlsx', writeZip(sheetParts(sheet)));
      assert.ok(ended.said.startsWith(said), ended.said);
      assert.equal(ended.isSame, true);
    }
  });

  it('refuses a damaged workbook of which its reader would leave out rows or cells', async (t) => {
    const { run } = await prepare(t);
    const header = '<row r="1"><c r="A1" t="str"><v>slug</v></c></row>';
    const row = (number: number, cell: string, text = 'new') =>
      `<row r="${number}"><c r="${cell}" t="str"><v>${text}</v></c></row>`;
    const shared = (index: string) => `<row r="2"><c r="A2" t="s"><v>${index}</v></c></row>`;
    for (const [rows, fault] of [
      [row(2, 'A2') + row(2, 'A2', 'other'), 'it has the row 2 twice;'],
      [row(2, 'A2') + row(3, 'A2', 'other'), 'the cell A2 stands in the row 3;'],
      [
        '<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>',
        'it has the cell A2 twice;',
      ],
      [shared('2'), 'the text of the cell A2 is not in the file;'],
      [shared('-1'), 'the text of the cell A2 is not in the file;'],
      [shared('x'), 'the text of the cell A2 is not in the file;'],
      [row(2, 'A2') + row(9, 'A9'), null],
      [shared('1'), null],
    ] as const) {
      const parts = sheetParts(header + rows);
      const texts = '<sst><si><t>acme-a</t></si><si><t>acme-b</t></si></sst>';
      const { said } = await run(
        'rows.xlsx',
        writeZip({ ...parts, 'xl/sharedStrings.xml': Buffer.from(texts) }),
      );
      if (fault === null) assert.doesNotMatch(said, /cannot be read/);
      else assert.ok(said.startsWith(`rows.xlsx cannot be read as a workbook: ${fault}`), said);
    }
  });

  it('refuses rows that its reader passes over', async (t) => {
    const { run } = await prepare(t);
    const cells = (...texts: readonly string[]) =>
      texts.map(
        (text) =>
          `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
      );
    const row = (...texts: readonly string[]) =>
      `<table:table-row>${cells(...texts).join('')}</table:table-row>`;
    const [header, offer] = [row('slug', 'provider', 'offer'), row('acme-new', 'Acme', 'New')];
    for (const [rows, told, code] of [
      [header + offer, /^offers: 1 added/m, 0],
      [
        `${header}<table:table-row-group>${offer}</table:table-row-group>`,
        /it has rows in groups/,
        2,
      ],
      [
        `<table:table-header-rows>${header}</table:table-header-rows>${offer}`,
        /rows that repeat on printed pages/,
        2,
      ],
    ] as const) {
      const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
      // The first part names the format, here uncompressed in its name.
      const parts = {
        'opendocument.spreadsheet': '',
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': content,
      };
      const buffers = Object.entries(parts).map(
        ([name, text]) => [name, Buffer.from(text)] as const,
      );
      const ended = await run('rows.ods', writeZip(Object.fromEntries(buffers)));
      assert.match(ended.said, told);
      assert.equal(ended.code, code);
    }
  });

  nightly(
    'refuses what unpacks to too much, also if the directory lies, and what takes too much memory',
    async (t) => {
      const { run } = await prepare(t);
      const large = sheetParts(bomb(60, ' '));
      const size = 'it unpacks to more than 50 MB; copy the rows into a new workbook';
      const slow: (readonly [Uint8Array, string])[] = [
        [writeZip(large), size],
        [writeZip(large, { unpacked: 0, packed: 0, isDescribedLater: true }), size],
        [
          writeZip(sheetParts(bomb(40, '<row><c><v>1</v></c><c><v>2</v></c></row>'))),
          // On a busy machine, time ends before memory.
          'it takes more than ',
        ],
      ];
      for (const [book, reason] of [
        [writeZip(large, { unpacked: 0 }), size],
        ...(unbounded ? slow : []),
        [
          writeZip(large, { unpacked: 1000 }),
          'Decompressed size exceeds limit of 1000 bytes (possible zip bomb)',
        ],
        [
          writeZip(sheetParts('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
          'Sheet "S" spans',
        ],
        [
          writeZip(large).subarray(0, 10_000),
          'it is no .xlsx or .ods file, or only the beginning of one',
        ],
        [Buffer.alloc(5000, 'PK'), 'it is no .xlsx or .ods file, or only the beginning of one'],
      ] as const) {
        const { code, said } = await run('rows.xlsx', book);
        assert.ok(said.startsWith(`rows.xlsx cannot be read as a workbook: ${reason}`), said);
        assert.equal(code, 2);
      }
    },
  );
});

describe('import of a special file', () => {
  it('is refused with one sentence that names it', async (t) => {
    const folder = await makeTemporaryFolder(t);
    await symlink('/dev/zero', path.join(folder, 'zero.csv'));
    await mkdir(path.join(folder, 'folder.csv'));
    await writeFile(path.join(folder, 'huge.csv'), '');
    await truncate(path.join(folder, 'huge.csv'), 3 * 2 ** 30);
    for (const name of ['fifo.csv', 'fifo.xlsx']) execFileSync('mkfifo', [path.join(folder, name)]);
    for (const name of ['zero.csv', 'folder.csv', 'fifo.csv', 'fifo.xlsx'])
      assert.equal((await readIn(folder, name)).said, `${name} is not a regular file`);
    assert.equal(
      (await readIn(folder, 'huge.csv')).said,
      'huge.csv has 3221225472 bytes; the limit is 20000000',
    );
    assert.match(
      (await readIn(folder, 'missing.csv')).said,
      /^ENOENT: no such file or directory, open 'missing.csv'$/,
    );
  });
});
