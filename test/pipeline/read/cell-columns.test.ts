import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCellRegions } from '../../../pipeline/read/cell-columns.ts';

describe('findCellRegions', () => {
  const text = 'slug,name,tag\na,"Free, plan" ,["x"]\nb,"two\nlines",c\nd,e,f\n'.replace('["x"]', '"[""x""]"');
  const find = findCellRegions(text);
  const cut = (line: number, column: string) => {
    const region = find(line, column);
    return region === null
      ? null
      : (text.split('\n')[line - 1] ?? '').slice(region.startColumn - 1, region.endColumn - 1);
  };

  it('finds cells with their quotes', () => {
    assert.equal(cut(2, 'slug'), 'a');
    assert.equal(cut(2, 'name'), '"Free, plan"');
    assert.equal(cut(2, 'tag'), '"[""x""]"');
    assert.equal(cut(5, 'tag'), 'f');
  });

  it('finds no cell of several lines, no unknown column and no line without a record', () => {
    assert.deepEqual([find(3, 'tag'), find(2, 'price'), find(9, 'tag')], [null, null, null]);
  });
});
