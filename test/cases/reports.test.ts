/** Inputs of public bug reports: reports.tsv, one line each. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { compareWithBase } from '../../pipeline/compare/base/compare-problems.ts';
import { baseOfSources } from '../../pipeline/compare/base/read-base.ts';
import { checkTree, describeProblems } from '../support/check-tree.ts';
import { directoryOf } from '../support/directory.ts';
import { jpeg, png, webp } from '../support/images.ts';
import { post } from '../support/mcp-client.ts';
import { projectFolder } from '../support/paths.ts';
import { readCell } from '../support/read-texts.ts';
import { useService } from '../support/service-server.ts';
import { readTree, type Tree } from '../support/source-tree.ts';
import { readCases } from './table.ts';

const starterFolder = path.join(projectFolder, 'docs/starter');
const starter = readTree(starterFolder);

function zeroed(image: Uint8Array, from: number, to: number): Uint8Array {
  return Buffer.from(image).fill(0, from, to);
}

/** Contents that a line of a table cannot hold. */
const contents: Readonly<Record<string, Uint8Array>> = {
  png,
  halfPng: png.subarray(0, 40),
  zeroedPng: zeroed(png, 41, 50),
  noEndPng: png.subarray(0, -12),
  jpeg,
  halfJpeg: jpeg.subarray(0, 200),
  noEndJpeg: jpeg.subarray(0, -2),
  zeroedJpeg: zeroed(jpeg, 20, 100),
  holeJpeg: zeroed(jpeg, 247, 267),
  webp,
  halfWebp: webp.subarray(0, 40),
  zeroedWebp: zeroed(webp, 20, 60),
  gzip: gzipSync('slug,provider\na,b\n'),
  parquet: Buffer.from('PAR1\x15\x04\x15,x\nabc"PAR1'),
};

/** A text is the content of the file; pairs are texts to replace in it, from the left. */
type Edit = string | readonly [from: string, to: string][];
type Edits = Readonly<Record<string, Edit>>;

function editTree(tree: Tree, edits: Edits): Tree {
  const edited = Object.entries(edits).map(([file, edit]) => [file, editFile(tree, file, edit)]);
  return { ...tree, ...Object.fromEntries(edited) };
}

function editFile(tree: Tree, file: string, edit: Edit): string | Uint8Array {
  if (typeof edit === 'string') return contents[/^<(\w+)>$/.exec(edit)?.[1] ?? ''] ?? edit;
  return edit.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${file} holds ${from}`);
    return text.replace(from, () => to);
  }, String(tree[file]));
}

/** Each text is part of the problem at its place, and there is no other one. */
function assertTold(told: readonly string[], answer: string): void {
  const expected: readonly string[] = JSON.parse(answer);
  const wrong = expected.filter((text, index) => told[index]?.includes(text) !== true);
  assert.ok(told.length === expected.length && wrong.length === 0, told.join('\n'));
}

/** What an answer must have. `{site}` in a header is the address of the service. */
interface Expected {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly holds?: readonly string[];
}

/** Of the fixture's categories that a case edits, with the edits of before. */
const bases = new Map<string, Promise<ReturnType<typeof baseOfSources>>>();

/** How the input of a line is run, by the cell `way`; `answer` is what must come of it. */
const ways: Readonly<Record<string, (input: string, answer: string) => void>> = {
  // Of a service: `starter` of that folder, `get` of the fixture, the address and ` with ` headers;
  // `post` the same of a JSON-RPC message to /mcp, which `Content-Encoding: gzip` compresses.
  /** Edits of the folder that `make init` writes, and each problem of it: part of its text. */
  check: (input, answer) =>
    it(input.slice(0, 120), async (t) => {
      const { problems } = await checkTree(t, editTree(starter, JSON.parse(input)));
      assertTold(describeProblems(problems), answer);
    }),
  /** Edits that others made before, and an edit after them: its new problems. */
  edit: (input, answer) =>
    it(input.slice(0, 120), async (t) => {
      const { before, after }: Record<'before' | 'after', Edits> = JSON.parse(input);
      const edited = Object.keys({ ...before, ...after });
      const categories = edited.map((file) => path.basename(file, '.csv'));
      const tree = editTree(directoryOf(categories), before);
      const base = await getOrInsert(bases, JSON.stringify([before, categories]), async () =>
        baseOfSources({ kind: 'sources', name: 'base' }, await checkTree(t, tree)),
      );
      const { appeared } = compareWithBase(base, await checkTree(t, editTree(tree, after)), false);
      assertTold(describeProblems(appeared), answer);
    }),
  /** A file of tests, which `npm run cases` runs too, and the name of the test that has the case. */
  held: (input, answer) =>
    it(`is held by ${input}: ${answer}`, () => {
      assert.ok(readFileSync(path.join(projectFolder, input), 'utf8').includes(answer), answer);
    }),
  /** A text of the column `accessPrice` or `queryPrice`, and some of the numbers read from it. */
  price: (input, answer) =>
    it(input, () => {
      const [column = '', ...text] = input.split(' = ');
      const read = readCell(column, text.join(' = '), []).stated;
      const expected: Readonly<Record<string, unknown>> | null = JSON.parse(answer);
      const seen =
        read === null || expected === null
          ? read
          : Object.fromEntries(
              Object.entries(read)
                .filter(([key]) => Object.hasOwn(expected, key))
                .map(([key, value]) => [
                  key,
                  typeof value === 'number' ? Number(value.toFixed(2)) : value,
                ]),
            );
      assert.deepEqual(seen, expected);
    }),
};

function send(port: number, message: string, headers: Readonly<Record<string, string>>) {
  const isCompressed = headers['content-encoding'] === 'gzip';
  return post(port, isCompressed ? gzipSync(message) : message, headers);
}

describe('inputs of bug reports', () => {
  const cases = readCases('reports.tsv');
  for (const { case: name = '', way = '', input = '', answer = '' } of cases) {
    const run = ways[way];
    if (run !== undefined) describe(name, () => run(input, answer));
  }
  const own = useService();
  const services = { starter: useService(starterFolder), get: own, post: own };
  for (const { case: name = '', way = '', input = '', answer = '' } of cases) {
    if (way !== 'starter' && way !== 'get' && way !== 'post') continue;
    const { get, service } = services[way];
    it(`${name}: ${input}`, async () => {
      const [address = '', headers = '{}'] = input.split(' with ');
      const { status = 200, headers: fields = {}, holds = [] }: Expected = JSON.parse(answer);
      const found =
        way === 'post'
          ? await send(service().port, address, JSON.parse(headers))
          : await get(address, { headers: JSON.parse(headers) });
      assert.equal(found.status, status, found.text);
      for (const [field, value] of Object.entries(fields))
        assert.equal(found.headers[field], value.replace('{site}', service().url));
      for (const text of holds) assert.ok(found.text.includes(text), `${text}: ${found.text}`);
    });
  }
});
