import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellSeparator } from '../../../../common/fold.ts';
import { SnapshotError } from '../../../../service/snapshot/open/verify.ts';
import { RowParts, RowPartsBuilder, splitColumns } from '../../../../service/snapshot/texts/row-parts.ts';
import { makeColumn } from '../../../support/service-columns.ts';

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

  it('puts the folded texts of a content together: items of lists and labels of links, each by itself', () => {
    const parts = build(rows);
    assert.deepEqual(parts.foldedText(1).split(cellSeparator), ['acme-pro', 'acme docs', 'archive node', 'b']);
    assert.deepEqual(parts.foldedText(2).split(cellSeparator), ['beta', 'beta']);
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
    assert.deepEqual(
      ids.map((id) => parts.foldedText(id)),
      ['a', 'b', 'c', 'd', '', ''],
    );
  });

  it('refuses a list with an empty item', () => {
    const builder = new RowPartsBuilder(0, 1, 1);
    assert.throws(() => builder.add('{"tag":[null]}'), SnapshotError);
  });
});
