import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpError } from '../../../service/errors.ts';
import { RowPartsBuilder, splitColumns } from '../../../service/snapshot/row-parts.ts';
import { TextSearch } from '../../../service/snapshot/text-search.ts';
import { SnapshotError } from '../../../service/snapshot/verify.ts';
import { makeColumn } from '../../support/service-columns.ts';

/** Contents of two parts: a slug, and the other cells. */
function build(rows: readonly (readonly [slug: string, rest: object])[]) {
  const builder = new RowPartsBuilder(rows.length, 2);
  for (const [id, [slug, rest]] of rows.entries()) {
    builder.add(id, 0, JSON.stringify({ slug }));
    builder.add(id, 1, JSON.stringify(rest));
  }
  return builder.build();
}

const rows = [
  ['acme-free', { provider: 'Acmé [Docs](https://hidden.example)', tag: ['Archive node', 'b'], flag: 1, none: null }],
  ['acme-pro', { provider: 'Acmé [Docs](https://hidden.example)', tag: ['Archive node', 'b'], flag: 1, none: null }],
  ['beta', { provider: 'Beta', tag: null, flag: 0, none: null }],
] as const;

function searchOf(timeoutMs = 1000) {
  const asked: number[] = [];
  const search = new TextSearch(build(rows), { timeoutMs, onQuery: (tookMs) => asked.push(tookMs) });
  return { search, asked };
}

describe('splitColumns', () => {
  it('gives the columns of listings a part of their own, and keeps the order', () => {
    const keys = ['slug', 'provider', 'offer', 'actionButtons', 'planName', 'chain', 'price', 'tag'];
    const parts = splitColumns(keys.map((key) => makeColumn(key)));
    assert.deepEqual(
      parts.map((part) => part.map(({ key }) => key)),
      [['slug'], ['provider', 'offer'], ['actionButtons'], ['planName'], ['chain'], ['price', 'tag']],
    );
  });
});

describe('RowParts', () => {
  it('puts the JSON of a content together', () => {
    const parts = build(rows);
    for (const [id, [slug, rest]] of rows.entries()) assert.equal(parts.json(id), JSON.stringify({ slug, ...rest }));
    assert.equal(parts.json(rows.length), null);
  });

  it('refuses a list with an empty item', () => {
    const builder = new RowPartsBuilder(1, 1);
    assert.throws(() => builder.add(0, 0, '{"tag":[null]}'), SnapshotError);
  });
});

describe('TextSearch', () => {
  const cases: readonly (readonly [string, readonly string[], readonly number[]])[] = [
    ['finds a part of any cell', ['cme'], [0, 1]],
    ['finds folded texts, items of lists and labels of links', ['acme docs'], [0, 1]],
    ['finds no address of a link', ['hidden'], []],
    ['asks for every term', ['archive', 'pro'], [1]],
    ['finds no term that begins in one cell and ends in another', ['node b'], []],
    ['finds no numbers', ['1'], []],
    ['finds all without terms', [], [0, 1, 2]],
  ];
  for (const [name, terms, found] of cases) {
    it(name, async () => {
      const { search } = searchOf();
      assert.deepEqual(await search.find([0, 1, 2], terms), found);
    });
  }

  it('keeps the order of the contents, tells how long it took, and looks at no others', async () => {
    const { search, asked } = searchOf();
    assert.deepEqual(await search.find([2, 1], ['e']), [2, 1]);
    assert.equal(asked.length, 1);
  });

  it('ends with 503 after the timeout, and if it is interrupted', async () => {
    const contents = new Array<number>(1000).fill(0);
    const isTimeout = (error: unknown) => error instanceof HttpError && error.code === 'query-timeout';
    await assert.rejects(searchOf(-1).search.find(contents, ['x']), isTimeout);
    const { search } = searchOf(60_000);
    const running = search.find(contents, ['x']);
    search.interrupt();
    await assert.rejects(running, isTimeout);
    assert.deepEqual(await search.find(contents, ['x']), []);
  });
});
