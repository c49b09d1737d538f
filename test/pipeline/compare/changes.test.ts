/** The entries of changes.parquet for one edit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredChange } from '../../../model/changes.ts';
import type { Values } from '../../../model/rows.ts';
import { compareRows } from '../../../pipeline/compare/compare-rows.ts';
import { describeChanges } from '../../../pipeline/compare/describe-changes.ts';
import { stateOfSources } from '../../../pipeline/compare/state.ts';
import type { Row } from '../../../pipeline/sources.ts';
import { changesOfTrees } from '../../support/apply-changes.ts';
import { checkTree } from '../../support/check-tree.ts';
import { editTree, places, smallTree, type Tree, without } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();
const changesBetween = (before: Tree, after: Tree) => changesOfTrees(cleanUp, before, after);

/**
 * `changed apis acme-pro (Acme) accessPrice "$1" > "$2" on aria, bora [offer
 * references/offers/apis.csv] 3 rows`
 */
function tell({
  kind,
  category,
  slug,
  provider,
  column,
  before,
  after,
  networks,
  cause,
  rows,
}: StoredChange): string {
  const cells =
    column === null ? '' : ` ${column} ${JSON.stringify(before)} > ${JSON.stringify(after)}`;
  return `${kind} ${category} ${slug} (${provider})${cells} on ${networks.join(', ')} [${[cause.kind, ...cause.files].join(' ')}] ${rows.length} rows`;
}

const itTells = (
  name: string,
  after: Tree,
  expected: readonly string[],
  before: Tree = smallTree,
) =>
  it(name, async () => assert.deepEqual((await changesBetween(before, after)).map(tell), expected));

describe('changes: one edit is one entry', () => {
  itTells('tells nothing of equal trees', smallTree, []);

  itTells(
    'of an offer, with all networks that it reaches',
    editTree(smallTree, {
      [places.walletOffers]: [['Keeps coins.,TRUE', 'Keeps all coins.,FALSE']],
    }),
    ['custodial', 'description'].map((column) => {
      const cells =
        column === 'custodial' ? '"true" > "false"' : '"Keeps coins." > "Keeps all coins."';
      return `changed wallets acme-wallet (Acme) ${column} ${cells} on aria, bora, cela [offer references/offers/wallets.csv] 3 rows`;
    }),
  );

  itTells(
    'of a listing of all networks, copied to every chain',
    editTree(smallTree, { [places.everywhereApis]: [['Custom', '$5/mo']] }),
    [
      'changed apis borealis-all (Borealis) accessPrice "Custom" > "$5/mo" on aria, bora [all-networks-listing listings/all-networks/apis.csv] 3 rows',
    ],
  );

  itTells(
    'of a chain that is new, and of a listing that is new on it and elsewhere',
    editTree(smallTree, {
      [places.boraExplorers]: [
        ['etoile-explorer', 'acme-explorer,Acme,,testnet,\netoile-explorer'],
      ],
      [places.everywhereApis]: [['borealis-all', 'acme-all,Acme,,,Free,TRUE,[],,\nborealis-all']],
    }),
    [
      'added apis acme-all (Acme) on aria, bora [all-networks-listing listings/all-networks/apis.csv] 4 rows',
      'added apis borealis-all (Borealis) on bora [chain listings/specific-networks/bora] 1 rows',
      'added explorers acme-explorer (Acme) on bora [listing listings/specific-networks/bora/explorers.csv] 1 rows',
    ],
  );

  it('of a removed credential, without the credential', async () => {
    const stateWith = async (text: string) => {
      const tree = editTree(smallTree, { [places.everywhereApis]: [['Custom', text]] });
      return stateOfSources(await checkTree(cleanUp, tree));
    };
    const [open, closed] = [
      await stateWith('https://acme.io/?api_key=hunter2'),
      await stateWith('$5'),
    ];
    const none = { ...open, networks: [] };
    for (const [before, after] of [
      [open, closed],
      [closed, open],
      [none, open],
      [open, none],
    ] as const) {
      const cells = JSON.stringify(describeChanges(compareRows(before, after)));
      assert.match(cells, /<CREDENTIAL>/);
      assert.doesNotMatch(cells, /hunter2/);
    }
  });

  itTells(
    'of a renamed listing of all networks',
    editTree(smallTree, { [places.everywhereApis]: [['borealis-all,', 'borealis-everywhere,']] }),
    [
      'changed apis borealis-everywhere (Borealis) slug "borealis-all" > "borealis-everywhere" on aria, bora [all-networks-listing listings/all-networks/apis.csv] 3 rows',
    ],
  );

  itTells(
    'of a renamed offer, whose rows keep their slugs',
    editTree(smallTree, {
      [places.apiOffers]: [['acme-free,', 'acme-gratis,']],
      [places.ariaApis]: [['!offer:acme-free,', '!offer:acme-gratis,']],
    }),
    [
      'changed apis acme-gratis (Acme) offerSlug "acme-free" > "acme-gratis" on aria [offer references/offers/apis.csv] 1 rows',
    ],
  );

  itTells('of a removed all-networks listing', without(smallTree, places.everywhereApis), [
    'removed apis borealis-all (Borealis) on aria, bora [all-networks-listing listings/all-networks/apis.csv] 3 rows',
  ]);

  it('of an offer that is listed for all networks and for one has the wider scope, whichever row comes last', async () => {
    // A row without a chain is the last one of its network.
    const listed = { [places.everywhereApis]: 'slug,offer\nx,!offer:acme-pro\n' };
    const own = {
      'listings/specific-networks/cela/apis.csv': 'slug,offer,chain\ny,!offer:acme-pro,\n',
    };
    const before = { ...smallTree, ...listed, ...own };
    const after = editTree(before, {
      [places.apiOffers]: [['Nodes for teams', 'Nodes for all teams']],
    });
    const scopes = (await changesBetween(before, after)).map(({ scope, networks }) => [
      scope,
      networks.at(-1),
    ]);
    assert.deepEqual(scopes, [['all-networks', 'cela']]);
  });

  const column = 'slug,provider,offer,chain\n';
  const two = {
    ...smallTree,
    [places.boraExplorers]: `${column}one,Acme,Same,main\ntwo,Acme,Same,main\n`,
  };
  const renamed = {
    ...smallTree,
    [places.boraExplorers]: `${column}three,Acme,Same,main\nfour,Acme,Same,main\n`,
  };
  const one = { ...smallTree, [places.boraExplorers]: `${column}one,Acme,Same,main\n` };
  it('tells slugs as added and removed if the rest of the row does not say which is which', async () => {
    const kinds = async (before: Tree, after: Tree) =>
      (await changesBetween(before, after)).map(({ kind, slug }) => `${kind} ${slug}`);
    const [added, removed] = [
      ['added four', 'added three'],
      ['removed one', 'removed two'],
    ];
    for (const [before, after, expected] of [
      [two, renamed, [...added, ...removed]],
      [one, renamed, [...added, 'removed one']],
      [renamed, one, ['added one', 'removed four', 'removed three']],
    ] as const)
      assert.deepEqual((await kinds(before, after)).toSorted(), expected.toSorted());
  });

  const several = {
    ...smallTree,
    [places.boraExplorers]: `${column}one,Acme,Same,main\ntwo,Acme,Other,main\n`,
  };
  const listed = (chains: readonly string[]): Tree => ({
    ...smallTree,
    [places.ariaApis]: `slug,offer,chain\n${chains.map((chain) => `free-${chain},!offer:acme-free,${chain}\n`).join('')}`,
  });
  const offers = (changes: readonly StoredChange[]) =>
    changes.flatMap(({ kind, slug, wholeOffer, rows }) =>
      slug === 'acme-free' ? [[kind, wholeOffer, ...rows.map(({ chain }) => chain)]] : [],
    );
  it('says whether an offer keeps a row on the network', async () => {
    const both = listed(['main', 'test']);
    assert.deepEqual(offers(await changesBetween(both, listed(['main']))), [
      ['removed', false, 'test'],
    ]);
    assert.deepEqual(offers(await changesBetween(listed(['main']), both)), [
      ['added', false, 'test'],
    ]);
    assert.deepEqual(offers(await changesBetween(both, listed([]))), [
      ['removed', true, 'main', 'test'],
    ]);
    const cells = await changesBetween(several, {
      ...several,
      [places.boraExplorers]: `${column}one,Acme,Changed,main\ntwo,Acme,Other,main\n`,
    });
    const wholeOffers = cells.map(({ wholeOffer }) => wholeOffer);
    assert.deepEqual(wholeOffers, [null]);
  });

  const twice = {
    ...smallTree,
    [places.boraExplorers]: `${column}one,Acme,Old,main\none,Acme,Other,main\n`,
  };
  const once = {
    ...smallTree,
    [places.boraExplorers]: `${column}one,Acme,New,main\none,Acme,Other,main\n`,
  };
  it('does not tell which row of a repeated slug changed', async () => {
    const kinds = (await changesBetween(twice, once)).map(({ kind, slug }) => `${kind} ${slug}`);
    assert.deepEqual(kinds, ['added one', 'removed one']);
  });
});

// Rows whose slug changed.

const place = { file: 'listings/specific-networks/aria/apis.csv', line: 2 };

function rowOf(values: Values): Row {
  const own = {
    offer: null,
    offerSlug: null,
    listingSlug: String(values.slug),
    scope: 'network',
    overrides: [],
  } as const;
  return { content: { category: 'apis', values, ...own }, source: place };
}

function stateOf(values: Values) {
  const networks = [{ key: 'aria', chains: [], rows: [rowOf(values)] }];
  return { networks, offers: new Map() };
}

const pairsOf = (old: Values, now: Values) =>
  compareRows(stateOf(old), stateOf(now)).changed.length;

describe('rows with another slug', () => {
  it('are one if they differ in their slug only, whatever the order of their columns', () => {
    const found = pairsOf(
      { slug: 'a', provider: 'Acme', trial: true },
      { trial: true, provider: 'Acme', slug: 'b' },
    );
    assert.equal(found, 1);
  });

  it('are two if they differ in another cell', () => {
    const seen = pairsOf(
      { slug: 'a', provider: 'Acme', trial: true },
      { slug: 'b', provider: 'Acme', trial: false },
    );
    assert.equal(seen, 0);
  });
});
