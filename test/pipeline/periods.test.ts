/** Prices and plans that begin or end on a day, and values that were recorded wrongly. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { snapshotPaths } from '../../model/manifest.ts';
import { buildSnapshot } from '../../pipeline/build.ts';
import { checkFolder } from '../support/check-tree.ts';
import { projectFolder } from '../support/paths.ts';
import { readParquet } from '../support/second-reader.ts';
import { editTree, places, smallTree, writeTree } from '../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const cleanUp = afterAll();

const columns = `mobile,Mobile,,,select,,,,boolean,,true,"[""wallets""]",,false
availability,Availability,,,select,string,,,string,,true,"[""wallets""]",,false
announced,Announced,,,,,,,array,string,true,"[""wallets""]",,false
price,Price,,,range,number,,,string,,true,"[""wallets""]",,false
`;
const tree = {
  ...smallTree,
  [places.columns]: `${smallTree[places.columns]}${columns}`,
  [places.walletOffers]:
    'slug,provider,custodial,price,mobile\nacme-wallet,Acme,TRUE,$49/mo,TRUE\n',
  'references/periods.csv': `category,slug,column,value,from,until
wallets,acme-wallet,price,$59/mo,2027-03-01,
wallets,acme-wallet,price,$39/mo,2026-11-01,2026-12-31
wallets,acme-wallet,price,$29/mo,2026-10-20,2026-10-31
wallets,acme-wallet,,,2026-10-15,2027-06-30
`,
};

describe('a price in time', () => {
  let sources = '';
  let build = '';
  before(async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    await writeTree(sources, tree);
  });

  const days: Readonly<Record<string, readonly [string, string | null, readonly string[] | null]>> =
    {
      '2026-10-14': [
        '$49/mo',
        'Announced',
        [
          'Price: $29/mo from 2026-10-20 until 2026-10-31',
          'Price: $39/mo from 2026-11-01 until 2026-12-31',
          'Price: $59/mo from 2027-03-01',
          'Offered from 2026-10-15',
          'Ends on 2027-06-30',
        ],
      ],
      '2026-10-15': [
        '$49/mo',
        null,
        [
          'Price: $29/mo from 2026-10-20 until 2026-10-31',
          'Price: $39/mo from 2026-11-01 until 2026-12-31',
          'Price: $59/mo from 2027-03-01',
          'Ends on 2027-06-30',
        ],
      ],
      // The period that follows at once is told with the one that ends.
      '2026-10-20': [
        '$29/mo',
        null,
        [
          'Price: $29/mo until 2026-10-31, then $39/mo',
          'Price: $59/mo from 2027-03-01',
          'Ends on 2027-06-30',
        ],
      ],
      '2026-11-01': [
        '$39/mo',
        null,
        [
          'Price: $39/mo until 2026-12-31, then $49/mo',
          'Price: $59/mo from 2027-03-01',
          'Ends on 2027-06-30',
        ],
      ],
      '2026-12-31': [
        '$39/mo',
        null,
        [
          'Price: $39/mo until 2026-12-31, then $49/mo',
          'Price: $59/mo from 2027-03-01',
          'Ends on 2027-06-30',
        ],
      ],
      '2027-01-01': ['$49/mo', null, ['Price: $59/mo from 2027-03-01', 'Ends on 2027-06-30']],
      '2027-06-30': ['$59/mo', null, ['Ends on 2027-06-30']],
      '2027-07-01': ['$59/mo', 'Ended', ['Ended on 2027-06-30']],
    };
  for (const [day, [price, availability, announced]] of Object.entries(days))
    it(`is that of ${day}, with what is announced`, async () => {
      const { resolved } = await checkFolder(sources, day);
      const rows = resolved.contents.filter(({ offerSlug }) => offerSlug === 'acme-wallet');
      assert.ok(rows.length > 0);
      for (const { values } of rows)
        assert.deepEqual(
          [values.price, values.availability, values.announced],
          [price, availability, announced],
        );
    });

  const buildOn = (day: string) =>
    buildSnapshot({
      build,
      sources,
      now: new Date(`${day}T06:00:00Z`),
      force: false,
      project: projectFolder,
      lockWaitMs: 5000,
    });
  const changes = async () => {
    const { rows } = await readParquet(path.join(build, 'current', snapshotPaths.changes));
    return rows.flatMap(({ column, before: was, after }) =>
      column === 'price' || column === 'mobile' ? `${was} -> ${after}` : [],
    );
  };

  it('changes with the day of a build, not between', async () => {
    const first = await buildOn('2026-11-02');
    assert.equal(first.kind, 'published', JSON.stringify(first.checked.problems));
    assert.equal((await buildOn('2026-12-31')).kind, 'unchanged');
    assert.equal((await buildOn('2027-01-01')).kind, 'published');
    assert.deepEqual(await changes(), ['$39/mo -> $49/mo']);
  });

  it('that was recorded wrongly is no change when it is corrected', async () => {
    const wrong = editTree(tree, {
      [places.walletOffers]: [['$49/mo,TRUE', '$4.9/mo,FALSE']],
    });
    await writeTree(sources, wrong);
    await buildOn('2027-01-02');
    assert.equal((await changes()).length, 3);
    const corrected = `category,slug,column,was
wallets,acme-wallet,price,$4.9/mo
wallets,acme-wallet,mobile,FALSE
`;
    await writeTree(sources, { ...tree, 'references/corrections.csv': corrected });
    await buildOn('2027-01-03');
    assert.deepEqual(await changes(), ['$39/mo -> $49/mo']);
  });
});
