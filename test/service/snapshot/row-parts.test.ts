import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpError } from '../../../service/errors.ts';
import { RowParts, RowPartsBuilder, splitColumns } from '../../../service/snapshot/row-parts.ts';
import { TextSearch } from '../../../service/snapshot/text-search.ts';
import { SnapshotError } from '../../../service/snapshot/verify.ts';
import { makeColumn } from '../../support/service-columns.ts';

/** Contents of two parts: a slug, and the other cells, of which equal ones are one part. */
function build(rows: readonly (readonly [slug: string, rest: object])[]) {
  const builder = new RowPartsBuilder(0, rows.length, 2);
  const known = new Map<string, number>();
  for (const [id, [slug, rest]] of rows.entries()) {
    for (const [place, cells] of [{ slug }, rest].entries()) {
      const json = JSON.stringify(cells);
      const part = known.get(json) ?? builder.next;
      if (part === builder.next) builder.add(json, JSON.stringify({ [`lengthOf${place}`]: json.length }));
      known.set(json, part);
      builder.give(id, place, part);
    }
  }
  return new RowParts([builder.build()]);
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
    for (const [id, [slug, rest]] of rows.entries())
      assert.equal(`{${parts.cellsJson(id)}}`, JSON.stringify({ slug, ...rest }));
    assert.equal(parts.cellsJson(rows.length), null);
  });

  it('puts the numbers of a content together', () => {
    const [slug, rest] = rows[2];
    const numbers = { lengthOf0: JSON.stringify({ slug }).length, lengthOf1: JSON.stringify(rest).length };
    assert.equal(`{${build(rows).numbersJson(2)}}`, JSON.stringify(numbers));
    assert.equal(new RowParts([]).numbersJson(0), '');
  });

  it('numbers the parts of a run of columns', () => {
    const builder = new RowPartsBuilder(5, 2, 2);
    for (const [content, place, part] of [
      [5, 0, 7],
      [5, 1, 9],
      [6, 1, 8],
    ] as const)
      builder.give(content, place, part);
    assert.deepEqual([5, 6].map(builder.partOf(1, 8)), [1, 0]);
  });

  it('finds the category of a content', () => {
    const categories = [['a', 'b'], ['c'], ['d']].map((slugs, at, all) => {
      const first = all.slice(0, at).flat().length;
      const builder = new RowPartsBuilder(first, slugs.length, 1);
      for (const [row, slug] of slugs.entries()) {
        builder.give(first + row, 0, builder.next);
        builder.add(JSON.stringify({ slug }));
      }
      return builder.build();
    });
    const parts = new RowParts(categories);
    const ids = [0, 1, 2, 3, 4, -1];
    assert.deepEqual(
      ids.map((id) => parts.cellsJson(id)),
      [...['a', 'b', 'c', 'd'].map((slug) => `"slug":"${slug}"`), null, null],
    );
    assert.deepEqual(ids.filter(parts.test('c')), [2]);
  });

  it('refuses a list with an empty item', () => {
    const builder = new RowPartsBuilder(0, 1, 1);
    assert.throws(() => builder.add('{"tag":[null]}'), SnapshotError);
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
