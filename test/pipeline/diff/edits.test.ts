import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, editTree, entriesOf, itFinds, smallTree } from '../../support/diff-cases.ts';
import { diffTrees } from '../../support/diff-trees.ts';
import { svg } from '../../support/images.ts';

describe('diff: nothing to tell', () => {
  itFinds('says that nothing changes where nothing did', { after: smallTree }, (diff) => {
    assert.equal(diff.unchanged, true);
    assert.deepEqual(diff.rows, { before: 11, after: 11, added: 0, removed: 0, changed: 0, cells: 0 });
    assert.deepEqual([diff.entries, diff.definitions, diff.byNetwork], [[], [], []]);
  });

  const moved = editTree(smallTree, {
    [edited.ariaApis]: [['acme-free-mainnet,,!offer:acme-free,mainnet,,,,,\n', '']],
  });
  const atTheEnd = editTree(moved, {
    [edited.ariaApis]: [['!none,\n', '!none,\nacme-free-mainnet,,!offer:acme-free,mainnet,,,,,\n']],
  });
  itFinds('does not count a line that only moved', { after: atTheEnd }, (diff) => assert.equal(diff.unchanged, true));

  const renamed = editTree(smallTree, {
    [edited.apiOffers]: [['acme-free,', 'acme-gratis,']],
    [edited.ariaApis]: [['!offer:acme-free,', '!offer:acme-gratis,']],
  });
  itFinds('does not count an offer whose slug no row shows', { after: renamed }, (diff) =>
    assert.equal(diff.unchanged, true),
  );
});

describe('diff: one edit is one entry', () => {
  const offer = editTree(smallTree, { [edited.walletOffers]: [['Keeps coins.,TRUE', 'Keeps all coins.,FALSE']] });
  itFinds('of an offer, with all rows that it reaches', { after: offer }, (diff) => {
    assert.deepEqual(entriesOf(diff), [
      'changed offer acme-wallet: 3 on 3, references/offers/wallets.csv:2, ' +
        'description "Keeps coins.">"Keeps all coins." (3 offer), custodial true>false (3 offer)',
    ]);
    assert.deepEqual(diff.rows, { before: 11, after: 11, added: 0, removed: 0, changed: 3, cells: 6 });
    const same = { added: 0, removed: 0, changed: 0 };
    assert.deepEqual(diff.byCategory, [
      { category: 'apis', before: 6, after: 6, ...same },
      { category: 'explorers', before: 1, after: 1, ...same },
      { category: 'wallets', before: 4, after: 4, ...same, changed: 3 },
    ]);
  });

  const both = editTree(smallTree, {
    [edited.apiOffers]: [['acme-pro,Acme,,', 'acme-pro,Acme,Acme Pro,']],
    [edited.ariaApis]: [['testnet,Free,TRUE', 'testnet,$1,TRUE']],
  });
  itFinds('of an offer, also where a listing of it was edited besides', { after: both }, (diff) => {
    const [entry, ...others] = diff.entries;
    assert.deepEqual(others, []);
    assert.equal(entry?.cause.name, 'acme-pro');
    assert.deepEqual(
      entry?.cells.map(({ column, rows, writtenIn }) => [column, rows, writtenIn]),
      [
        ['offer', 2, 'offer'],
        ['accessPrice', 1, 'listing'],
      ],
    );
    assert.deepEqual(entry?.items.map(({ slug, cells }) => [slug, cells]).toSorted(), [
      ['acme-pro-mainnet', [0]],
      ['acme-pro-testnet', [0, 1]],
    ]);
  });

  const everywhere = editTree(smallTree, { [edited.everywhereApis]: [['Custom', '$5/mo']] });
  itFinds('of a listing of all networks, copied to every chain', { after: everywhere }, (diff) =>
    assert.deepEqual(entriesOf(diff), [
      'changed all-networks-listing borealis-all: 3 on 2, listings/all-networks/apis.csv:2, accessPrice "Custom">"$5/mo" (3 listing)',
    ]),
  );

  const oneListing = editTree(smallTree, { [edited.ariaApis]: [['testnet,Free,TRUE', 'testnet,,TRUE']] });
  itFinds('of a listing that takes its own cell away and shows its offer’s', { after: oneListing }, (diff) =>
    assert.deepEqual(entriesOf(diff), [
      'changed listing acme-pro: 1 on 1, listings/specific-networks/aria/apis.csv:4, ' +
        'accessPrice "Free">"$49/mo (monthly plan),$42/mo (yearly plan)" (1 listing)',
    ]),
  );

  const switched = editTree(smallTree, {
    [edited.ariaApis]: [['acme-pro-mainnet,,!offer:acme-pro', 'acme-pro-mainnet,,!offer:acme-free']],
  });
  itFinds('of a listing that refers to another offer', { after: switched }, (diff) => {
    assert.deepEqual(
      diff.entries.map(({ change, cause, rows }) => [change, cause.kind, cause.name, rows]),
      [['changed', 'listing', 'acme-free', 1]],
    );
    assert.deepEqual(diff.entries[0]?.cells.map(({ column }) => column).toSorted(), [
      'accessPrice',
      'credentialKey',
      'description',
      'offer',
      'tag',
      'trial',
    ]);
  });

  const listed = (network: string, tag: string) => ({
    [`listings/specific-networks/${network}/apis.csv`]: `slug,offer,chain,tag\nacme-free-here,!offer:acme-free,mainnet,${tag}\n`,
  });
  const twice = { ...smallTree, ...listed('bora', '"[""old""]"'), ...listed('cela', '"[""old""]"') };
  const twiceEdited = { ...smallTree, ...listed('bora', '"[""new""]"'), ...listed('cela', '"[""new""]"') };
  itFinds(
    'of listings in several files, where the same was done to one offer',
    { before: twice, after: twiceEdited },
    (diff) =>
      assert.deepEqual(entriesOf(diff), [
        'changed listing acme-free: 2 on 2, listings/specific-networks/bora/apis.csv:2, ' +
          'listings/specific-networks/cela/apis.csv:2, tag ["old"]>["new"] (2 listing)',
      ]),
  );

  const noColumn = editTree(smallTree, {
    [edited.columns]: [
      ['credentialKey,Credential key,,Name of the key it asks for.,,string,,,string,,true,"[""apis""]",,false\n', ''],
    ],
    [edited.apiOffers]: [
      [',credentialKey', ''],
      ['everyone.,', 'everyone.'],
      [',ACME_KEY', ''],
    ],
    [edited.ariaApis]: [
      [',credentialKey', ''],
      [',,,,\n', ',,,\n'],
      [',!none,', ',!none'],
    ],
    [edited.everywhereApis]: [
      [',credentialKey', ''],
      ['[],,', '[],'],
    ],
  });
  itFinds('of a column that is gone', { after: noColumn }, (diff) => {
    assert.deepEqual(entriesOf(diff), [
      'changed column credentialKey: 2 on 1, credentialKey "ACME_KEY">null (2 column)',
    ]);
    assert.deepEqual(diff.definitions, [{ kind: 'column', key: 'credentialKey', change: 'removed', cells: [] }]);
  });
});

describe('diff: what changes no row', () => {
  const offers = smallTree[edited.apiOffers];
  const logo = 'references/providers/images/acme.svg';
  const before = {
    ...editTree(smallTree, { [edited.providers]: [['acme,Acme,,', 'acme,Acme,acme.svg,']] }),
    [edited.apiOffers]: `${offers}spare,Acme,,Free,TRUE,,,\nspare-two,Acme,,Free,TRUE,,,\n`,
    [logo]: svg,
  };
  const after = {
    ...before,
    [edited.apiOffers]: `${offers}spare,Acme,,$5/mo,TRUE,,,\nspare-three,Acme,,Free,TRUE,,,\n`,
    [logo]: `${svg}\n`,
    'networks/images/aria.svg': svg,
  };

  it('tells logos, and offers that no listing uses', async (t) => {
    const diff = (await diffTrees(t, before, after, ['sources'])).get('sources');
    assert.deepEqual([diff?.unchanged, diff?.rows.changed], [false, 0]);
    assert.deepEqual(diff?.logos, [
      { file: 'acme.svg', change: 'changed', providers: ['acme'], networks: [] },
      { file: 'networks/aria.svg', change: 'added', providers: [], networks: ['aria'] },
    ]);
    assert.deepEqual(
      diff?.unlistedOffers?.map(({ slug, change, place, cells }) => [slug, change, place.line, cells]),
      [
        ['spare', 'changed', 5, [{ column: 'accessPrice', before: 'Free', after: '$5/mo' }]],
        ['spare-three', 'added', 6, []],
        ['spare-two', 'removed', 6, []],
      ],
    );
  });

  it('tells logos against a snapshot, which does not have the unlisted offers', async (t) => {
    const diff = (await diffTrees(t, before, after, ['snapshot'])).get('snapshot');
    assert.deepEqual(
      diff?.logos.map(({ file, change }) => [file, change]),
      [
        ['acme.svg', 'changed'],
        ['networks/aria.svg', 'added'],
      ],
    );
    assert.equal(diff?.unlistedOffers, null);
  });
});
