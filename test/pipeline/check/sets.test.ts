import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { checkTree } from '../../support/check-tree.ts';
import { projectFolder } from '../../support/paths.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';
import { readSmallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const sets = 'meta/sets.csv';
const header = 'category,label,description,filters,sorting';
const base: Tree = {
  ...(await readSmallTree('meta/')),
  ...providers,
  [paths.apis]: lines(
    'slug,provider,chain,accessPrice,trial,tag',
    'acme-mainnet,Acme,mainnet,$5/mo,TRUE,"[""archive""]"',
  ),
};
const quote = (json: unknown) => (json === null ? '' : `"${JSON.stringify(json).replaceAll('"', '""')}"`);
const withSet = (filters: unknown, sorting: unknown = null, category = 'apis') => ({
  ...base,
  [sets]: lines(header, `${category},Set,,${quote(filters)},${quote(sorting)}`),
});
const at = (column: string) => `error ${sets}:2 ${column}: `;

describe('checkSets', () => {
  itReports(
    'accepts filters of each kind, and a sort order',
    withSet(
      [
        { id: 'tag', value: ['Archive'] },
        { id: 'accessPrice', value: ['', '50', 'USD/month'] },
        { id: 'trial', value: ['true'] },
      ],
      [{ id: 'accessPrice', desc: true }],
    ),
    [],
  );
  itReports('knows the categories', withSet([{ id: 'tag', value: ['archive'] }], null, 'walets'), [
    `${at('category')}no category "walets"; did you mean "wallets"? [unknown-category]`,
  ]);
  itReports(
    'knows the columns to filter and sort by',
    withSet([{ id: 'tags', value: ['archive'] }], [{ id: 'slug' }]),
    [
      `${at('filters')}no column to filter by "tags"; did you mean "tag"? [bad-definition]`,
      `${at('sorting')}no column to sort by "slug"; one of provider, chain, accessPrice, trial, tag, description, credentialKey [bad-definition]`,
    ],
  );
  itReports('knows the values of the rows', withSet([{ id: 'tag', value: ['archve'] }]), [
    `${at('filters')}no row has "archve" in the column "tag"; did you mean "archive"? [bad-definition]`,
  ]);
  itReports(
    'wants ranges and flags to be such',
    withSet([
      { id: 'accessPrice', value: ['50', '5'] },
      { id: 'trial', value: ['maybe'] },
    ]),
    [
      `${at('filters')}"accessPrice" has no range in ["50","5"]; write ["<min>","<max>"], with "" for an open end, or ["","50","USD/month"] with currency and unit [bad-definition]`,
      `${at('filters')}"trial" is not "maybe"; write "true" or "false" [bad-definition]`,
    ],
  );
  itReports('wants JSON, and something to show', { ...base, [sets]: lines(header, 'apis,One,,tag,', 'apis,Two,,,') }, [
    `${at('filters')}"tag" is not a JSON list such as [{"id":"planType","value":["Free"]}] [bad-definition]`,
    `error ${sets}:3 filters: is blank, like sorting; fill in one of the two cells [bad-definition]`,
  ]);

  const cleanUp = afterAll();
  it('does not ask default sets for values that other sources lack', async () => {
    const sources = await makeTemporaryFolder(cleanUp);
    const listing = lines('slug,provider,chain,planType', 'acme-mainnet,Acme,mainnet,Tiered');
    await writeTree(sources, { ...providers, [paths.apis]: listing });
    const checked = await checkSources({ sources, project: projectFolder, progress: () => undefined });
    assert.ok(checked.sources.meta.sets.length > 0);
    assert.deepEqual(
      checked.problems.filter(({ file }) => file === sets),
      [],
    );
  });

  it('can do without the file', async () => {
    const { [sets]: _, ...without } = base;
    const { problems, sources } = await checkTree(cleanUp, without);
    assert.deepEqual(sources.meta.sets, []);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
  });
});
