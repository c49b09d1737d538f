/** A snapshot whose rows are those of the one before, and whose definitions are not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import { openSnapshot } from '../../../../service/snapshot/open/open.ts';
import { OpeningCache } from '../../../../service/snapshot/open/opening-cache.ts';
import type { Snapshot } from '../../../../service/snapshot/snapshot.ts';
import { buildTreeIn, openOptions } from '../../../support/service-server.ts';
import { readSmallTree } from '../../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

describe('openSnapshot after another snapshot with other providers', () => {
  it('has facets of the columns of its own catalog, so that searches understand their values', async (t) => {
    const folder = await makeTemporaryFolder(t);
    const tree = await readSmallTree();
    const providers = 'references/providers/providers.csv';
    const moved = { ...tree, [providers]: String(tree[providers]).replaceAll('https://', 'https://www.') };
    const cache = new OpeningCache();
    const snapshots: Snapshot[] = [];
    for (const each of [tree, moved]) {
      const { build, manifest } = await buildTreeIn(folder, each);
      snapshots.push(await openSnapshot(`${build}/snapshots/${manifest?.id}`, openOptions, cache));
    }
    const [first, second] = snapshots;
    assert.ok(first && second);
    assert.notEqual(second.catalog, first.catalog);
    for (const category of second.catalog.categoryKeys) {
      const columns: readonly ColumnDefinition[] = second.catalog
        .columnsOf(category)
        .filter(({ filter }) => filter !== null);
      assert.ok(columns.length > 0);
      const own: boolean[] = second.facetIndex(category).columns.map((index) => columns.includes(index.column));
      assert.deepEqual(
        own,
        columns.map(() => true),
        category,
      );
    }
    for (const snapshot of snapshots) snapshot.close();
  });
});
