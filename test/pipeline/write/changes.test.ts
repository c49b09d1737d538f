/**
 * changes.parquet of builds that follow each other: every change of a cell is found, also where
 * only DuckDB compares.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { snapshotPaths } from '../../../model/manifest.ts';
import { publishInto } from '../../support/build-folder.ts';
import { readParquet } from '../../support/second-reader.ts';
import { editTree, places, smallTree, writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** The small sources with two neighbouring columns of lists. */
function withLists([tag, cells]: readonly [string, string]) {
  const listing = `borealis-all,Borealis,,,Custom,FALSE,"${tag}","${cells}",,`;
  return editTree(smallTree, {
    [places.columns]: [
      [
        'description,Description',
        'places,Places,,Where.,,,,,array,string,true,"[""apis""]",,true\ndescription,Description',
      ],
    ],
    [places.everywhereApis]: [
      ['tag,description', 'tag,places,description'],
      ['borealis-all,Borealis,,,Custom,FALSE,[],,', listing],
    ],
  });
}

it('a changed price has its amounts before and after, and other changes have none', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  for (const [second, price] of ['Custom', '$49/mo', '$2.49/h + setup'].entries()) {
    const edit: [string, string] = [',Custom,FALSE,[]', `,${price},FALSE,[]`];
    await writeTree(sources, editTree(smallTree, { [places.everywhereApis]: [edit] }));
    await publishInto({ build, sources, second });
  }
  const { rows } = await readParquet(path.join(build, 'current', snapshotPaths.changes));
  const amounts = (price: unknown) => {
    const { stated, per, first, note } = (price ?? {}) as Record<string, unknown>;
    return [stated, per, first, note].join(' ').trim();
  };
  assert.deepEqual(
    rows.map(({ column, beforePrice, afterPrice }) => [
      column,
      amounts(beforePrice),
      amounts(afterPrice),
    ]),
    [
      ['accessPrice', '', '49 month 49'],
      ['accessPrice', '49 month 49', '2.49 hour 1817.7 + setup'],
    ],
  );
});

it('an item that moves from a list to the next one, and a list that becomes empty, are changes', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  const states = [
    ['[""a"",""b""]', '[""c""]'],
    ['[""a""]', '[""b"",""c""]'],
    ['', '[""a"",""b"",""c""]'],
    ['[""a"",""b"",""c""]', ''],
  ] as const;
  const told: string[][] = [];
  for (const [second, lists] of states.entries()) {
    await writeTree(sources, withLists(lists));
    const id = await publishInto({ build, sources, second });
    const { rows } = await readParquet(path.join(build, 'current', snapshotPaths.changes));
    told.push(
      rows
        .filter(({ snapshot }) => snapshot === id)
        .map(({ column, before, after }) => `${column} ${before} > ${after}`)
        .toSorted(),
    );
  }
  assert.deepEqual(told, [
    [],
    ['places ["c"] > ["b","c"]', 'tag ["a","b"] > ["a"]'],
    ['places ["b","c"] > ["a","b","c"]', 'tag ["a"] > null'],
    ['places ["a","b","c"] > null', 'tag null > ["a","b","c"]'],
  ]);
});
