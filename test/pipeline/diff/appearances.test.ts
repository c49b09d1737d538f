import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, editTree, entriesOf, itFinds, smallTree, without } from '../../support/diff-cases.ts';
import { assertAccounted, diffTrees } from '../../support/diff-trees.ts';

describe('diff: what appears and vanishes', () => {
  const dora = {
    ...smallTree,
    'meta/networks.csv': `${smallTree['meta/networks.csv']}dora,Dora,,https://docs.dora.example/,\n`,
    'listings/specific-networks/dora/apis.csv': 'slug,offer,chain\nacme-free-here,!offer:acme-free,mainnet\n',
  };
  itFinds('a new network is one entry with all its rows', { after: dora }, (diff) => {
    assert.deepEqual(entriesOf(diff), ['added network dora: 3 on 1']);
    assert.deepEqual(diff.networks, { before: 3, after: 4, appeared: ['dora'], vanished: [] });
    assert.deepEqual(diff.definitions, [{ kind: 'network', key: 'dora', change: 'added', cells: [] }]);
  });

  itFinds('a network that vanishes takes its address along', { before: dora, after: smallTree }, (diff) => {
    assert.deepEqual(entriesOf(diff), ['removed network dora: 3 on 1']);
    assert.deepEqual(diff.networks.vanished, ['dora']);
    assert.deepEqual(diff.deadAddresses, { networks: ['dora'], pages: [], providers: [], offers: [] });
  });

  const bora = {
    'listings/specific-networks/bora/wallets.csv': 'slug,provider,custodial\nbora-wallet,Borealis,TRUE\n',
  };
  const noExplorers = without({ ...smallTree, ...bora }, edited.boraExplorers);
  itFinds(
    'a category that vanishes, and the chain that only it named',
    { before: { ...smallTree, ...bora }, after: noExplorers },
    (diff) => {
      assert.deepEqual(entriesOf(diff), ['removed category explorers: 1 on 1', 'removed chain bora mainnet: 1 on 1']);
      assert.deepEqual(diff.categories, { before: 3, after: 2, appeared: [], vanished: ['explorers'] });
      assert.deepEqual(diff.deadAddresses, {
        networks: [],
        pages: [
          { category: 'apis', networks: ['bora'] },
          { category: 'explorers', networks: ['bora'] },
        ],
        providers: [{ slug: 'etoile', networks: ['bora'] }],
        offers: [
          { slug: 'borealis-all-mainnet', category: 'apis', networks: ['bora'] },
          { slug: 'etoile-explorer', category: 'explorers', networks: ['bora'] },
        ],
      });
      assert.deepEqual(diff.definitions, [
        {
          kind: 'network',
          key: 'bora',
          change: 'changed',
          cells: [{ column: 'chains', before: ['mainnet'], after: [] }],
        },
      ]);
    },
  );

  const renamed = editTree(smallTree, { [edited.ariaApis]: [['acme-free-mainnet', 'acme-gratis-mainnet']] });
  itFinds('a renamed slug is a row less, a row more and a dead address', { after: renamed }, (diff) => {
    assert.deepEqual(entriesOf(diff), [
      'added listing acme-free: 1 on 1, listings/specific-networks/aria/apis.csv:2',
      'removed listing acme-free: 1 on 1, listings/specific-networks/aria/apis.csv:2',
    ]);
    const dead = [{ slug: 'acme-free-mainnet', category: 'apis', networks: ['aria'] }];
    assert.deepEqual(diff.deadAddresses, { networks: [], pages: [], providers: [], offers: dead });
  });

  const moved = editTree(smallTree, { [edited.boraExplorers]: [['explorer,Étoile 星', 'explorer,Borealis']] });
  itFinds('a row of another provider takes along the page of its last one', { after: moved }, (diff) => {
    assert.equal(diff.rows.changed, 1);
    const dead = [{ slug: 'etoile', networks: ['bora'] }];
    assert.deepEqual(diff.deadAddresses, { networks: [], pages: [], providers: dead, offers: [] });
  });

  const chain = editTree(smallTree, { [edited.ariaApis]: [['!offer:acme-pro,testnet', '!offer:acme-pro,mainnet']] });
  itFinds('a changed chain, and the listings of all networks that go with it', { after: chain }, (diff) =>
    assert.deepEqual(entriesOf(diff), [
      'removed chain aria testnet: 1 on 1',
      'changed listing acme-pro: 1 on 1, listings/specific-networks/aria/apis.csv:4, chain "testnet">"mainnet" (1 listing)',
    ]),
  );

  const offer = editTree(smallTree, {
    [edited.apiOffers]: [['acme-pro,', 'acme-big,Acme,,Custom,FALSE,,Big nodes.,\nacme-pro,']],
    [edited.ariaApis]: [
      [
        'acme-free-mainnet,',
        'acme-big-mainnet,,!offer:acme-big,mainnet,,,,,\nacme-big-testnet,,!offer:acme-big,testnet,,,,,\nacme-free-mainnet,',
      ],
    ],
  });
  itFinds('an offer that is listed for the first time', { after: offer }, (diff) =>
    assert.deepEqual(entriesOf(diff), ['added offer acme-big: 2 on 1, references/offers/apis.csv:3']),
  );

  itFinds('an offer that is listed no more', { before: offer, after: smallTree }, (diff) => {
    const [entry, ...others] = diff.entries;
    assert.deepEqual(others, []);
    assert.deepEqual([entry?.change, entry?.cause.kind, entry?.rows], ['removed', 'offer', 2]);
  });

  const listing = editTree(smallTree, {
    [edited.everywhereApis]: [['[],,\n', '[],,\netoile-all,Étoile 星,,,Free,TRUE,,,\n']],
  });
  itFinds('a listing of all networks', { after: listing }, (diff) => {
    assert.deepEqual(entriesOf(diff), [
      'added all-networks-listing etoile-all: 3 on 2, listings/all-networks/apis.csv:3',
    ]);
    assert.deepEqual(diff.byNetworkAndCategory, [
      { network: 'aria', category: 'apis', before: 5, after: 7, added: 2, removed: 0, changed: 0 },
      { network: 'bora', category: 'apis', before: 1, after: 2, added: 1, removed: 0, changed: 0 },
    ]);
  });
});

describe('diff: providers and definitions', () => {
  const changed = editTree(smallTree, {
    [edited.providers]: [
      ['Runs nodes.', 'Runs fast nodes.'],
      ['borealis,Borealis,', 'boreal,Borealis,'],
    ],
  });
  itFinds('names the cells, and the profiles that die on every network', { after: changed }, (diff) => {
    assert.deepEqual(diff.entries, []);
    assert.equal(diff.unchanged, false);
    assert.deepEqual(diff.definitions, [
      {
        kind: 'provider',
        key: 'acme',
        change: 'changed',
        cells: [{ column: 'description', before: 'Runs nodes.', after: 'Runs fast nodes.' }],
      },
      { kind: 'provider', key: 'boreal', change: 'added', cells: [] },
      { kind: 'provider', key: 'borealis', change: 'removed', cells: [] },
    ]);
    assert.deepEqual(diff.deadAddresses.providers, [{ slug: 'borealis', networks: ['aria', 'bora', 'cela'] }]);
  });
});

describe('diff: sources with errors', () => {
  it('accounts for every row where slugs are blank or stand twice', async (t) => {
    const broken = editTree(smallTree, {
      [edited.ariaApis]: [
        ['acme-pro-mainnet,', 'acme-pro-testnet,'],
        ['acme-free-mainnet,', ','],
      ],
      [edited.walletOffers]: [['acme-wallet,Acme', 'acme-wallet,Acne']],
    });
    const [diff] = (await diffTrees(t, smallTree, broken)).values();
    assert.ok(diff);
    assert.ok(diff.problems.errors > 0);
    assertAccounted(diff);
  });

  it('counts the errors of a base, and compares with what can be resolved of it', async (t) => {
    const broken = editTree(smallTree, { [edited.ariaApis]: [['!offer:acme-free,', '!offer:acme-fre,']] });
    const [diff] = (await diffTrees(t, broken, smallTree, ['sources'])).values();
    assert.equal(diff?.base.problems?.errors, 1);
    assert.deepEqual(diff?.problems.errors, 0);
    assert.deepEqual(
      diff?.entries.map(({ change, rows }) => [change, rows]),
      [['added', 1]],
    );
  });
});
