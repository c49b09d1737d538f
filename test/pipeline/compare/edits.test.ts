/**
 * What a comparison finds: one edit is one entry, whether the base is a source folder or a snapshot
 * of it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEdit } from '../../../pipeline/compare/present/edit-summary.ts';
import { formatDiff } from '../../../pipeline/compare/present/index.ts';
import type { Diff } from '../../../pipeline/compare/schema.ts';
import { checkTree } from '../../support/check-tree.ts';
import { assertAccounted, describeEntry, diffTrees } from '../../support/diff-trees.ts';
import { assertGolden } from '../../support/golden.ts';
import { svg } from '../../support/images.ts';
import { editTree, places, smallTree, type Tree, without } from '../../support/source-tree.ts';

const edit = (...[file, from, to]: readonly [keyof typeof places, string, string]) =>
  editTree(smallTree, { [places[file]]: [[from, to]] });
const unchanged = { unchanged: true, definitions: [], byNetwork: [] };
const dead = { networks: [], pages: [], providers: [], offers: [] };
const apis = 'listings/specific-networks/aria/apis.csv';

const dora: Tree = {
  ...smallTree,
  'meta/networks.csv': `${smallTree['meta/networks.csv']}dora,Dora,,https://docs.dora.example/,\n`,
  'listings/specific-networks/dora/apis.csv':
    'slug,offer,chain\nacme-free-here,!offer:acme-free,mainnet\n',
};
const bora = {
  ...smallTree,
  'listings/specific-networks/bora/wallets.csv':
    'slug,provider,custodial\nbora-wallet,Borealis,TRUE\n',
};
const free = 'acme-free-mainnet,,!offer:acme-free,mainnet,,,,,\n';
const big = editTree(smallTree, {
  [places.apiOffers]: [['acme-pro,', 'acme-big,Acme,,Custom,FALSE,,Big nodes.,\nacme-pro,']],
  [places.ariaApis]: [
    [
      'acme-free-mainnet,',
      'acme-big-mainnet,,!offer:acme-big,mainnet,,,,,\nacme-big-testnet,,!offer:acme-big,testnet,,,,,\nacme-free-mainnet,',
    ],
  ],
});
const listed = (network: string, tag: string) => ({
  [`listings/specific-networks/${network}/apis.csv`]: `slug,offer,chain,tag\nacme-free-here,!offer:acme-free,mainnet,"[""${tag}""]"\n`,
});
const noColumn = editTree(smallTree, {
  [places.columns]: [
    [
      'credentialKey,Credential key,,Name of the key it asks for.,,string,,,string,,true,"[""apis""]",,false\n',
      '',
    ],
  ],
  [places.apiOffers]: [
    [',credentialKey', ''],
    ['everyone.,', 'everyone.'],
    [',ACME_KEY', ''],
  ],
  [places.ariaApis]: [
    [',credentialKey', ''],
    [',,,,\n', ',,,\n'],
    [',!none,', ',!none'],
  ],
  [places.everywhereApis]: [
    [',credentialKey', ''],
    ['[],,', '[],'],
  ],
});
const none = { added: 0, removed: 0, changed: 0 };

/**
 * Name, tree after the edit, entries, other parts of the difference, and the tree before it if it
 * is not the small one.
 */
const cases: readonly (readonly [string, Tree, readonly string[], Partial<Diff>?, Tree?])[] = [
  ['nothing', smallTree, [], { ...unchanged, rows: { ...none, before: 11, after: 11, cells: 0 } }],
  [
    'a line that only moved',
    editTree(edit('ariaApis', free, ''), { [places.ariaApis]: [['!none,\n', `!none,\n${free}`]] }),
    [],
    unchanged,
  ],
  [
    'an offer whose slug no row shows',
    editTree(edit('apiOffers', 'acme-free,', 'acme-gratis,'), {
      [places.ariaApis]: [['!offer:acme-free,', '!offer:acme-gratis,']],
    }),
    [
      'changed offer acme-gratis: 1 on 1, references/offers/apis.csv:2, offerSlug "acme-free">"acme-gratis" (1 offer)',
    ],
    { definitions: [], rows: { ...none, before: 11, after: 11, changed: 1, cells: 1 } },
  ],
  [
    'an offer, with all rows that it reaches',
    edit('walletOffers', 'Keeps coins.,TRUE', 'Keeps all coins.,FALSE'),
    [
      'changed offer acme-wallet: 3 on 3, references/offers/wallets.csv:2, custodial true>false (3 offer), description "Keeps coins.">"Keeps all coins." (3 offer)',
    ],
    {
      rows: { ...none, before: 11, after: 11, changed: 3, cells: 6 },
      byCategory: [
        { category: 'apis', before: 6, after: 6, ...none },
        { category: 'explorers', before: 1, after: 1, ...none },
        { category: 'wallets', before: 4, after: 4, ...none, changed: 3 },
      ],
    },
  ],
  [
    'an offer, also where a listing of it was edited besides',
    editTree(edit('apiOffers', 'acme-pro,Acme,,', 'acme-pro,Acme,Acme Pro,'), {
      [places.ariaApis]: [['testnet,Free,TRUE', 'testnet,$1,TRUE']],
    }),
    [
      `changed offer acme-pro: 2 on 1, references/offers/apis.csv:3, offer null>"Acme Pro" (2 offer), accessPrice "Free">"$1" (1 listing)`,
    ],
  ],
  [
    'a listing of all networks, copied to every chain',
    edit('everywhereApis', 'Custom', '$5/mo'),
    [
      'changed all-networks-listing borealis-all: 3 on 2, listings/all-networks/apis.csv:2, accessPrice "Custom">"$5/mo" (3 listing)',
    ],
  ],
  [
    'a listing that takes its own cell away and shows that of its offer',
    edit('ariaApis', 'testnet,Free,TRUE', 'testnet,,TRUE'),
    [
      `changed listing acme-pro: 1 on 1, ${apis}:4, accessPrice "Free">"$49/mo (monthly plan),$42/mo (yearly plan)" (1 listing)`,
    ],
  ],
  [
    'a listing that refers to another offer',
    edit('ariaApis', 'acme-pro-mainnet,,!offer:acme-pro', 'acme-pro-mainnet,,!offer:acme-free'),
    [
      `changed listing acme-free: 1 on 1, ${apis}:3, accessPrice "$49/mo (monthly plan),$42/mo (yearly plan)">"Free" (1 listing), credentialKey "ACME_KEY">null (1 listing), description "Nodes for teams,\\nwith \\"support\\".">"Nodes for everyone." (1 listing), offer null>"Acme Nodes" (1 listing), offerSlug "acme-pro">"acme-free" (1 listing), tag ["archive"]>["archive","websocket"] (1 listing), trial false>true (1 listing)`,
    ],
  ],
  [
    'listings in several files, where the same was done to one offer',
    { ...smallTree, ...listed('bora', 'new'), ...listed('cela', 'new') },
    [
      'changed listing acme-free: 2 on 2, listings/specific-networks/bora/apis.csv:2, listings/specific-networks/cela/apis.csv:2, tag ["old"]>["new"] (2 listing)',
    ],
    {},
    { ...smallTree, ...listed('bora', 'old'), ...listed('cela', 'old') },
  ],
  [
    'a column that is gone',
    noColumn,
    ['changed column credentialKey: 2 on 1, credentialKey "ACME_KEY">null (2 column)'],
    { definitions: [{ kind: 'column', key: 'credentialKey', change: 'removed', cells: [] }] },
  ],
  [
    'a new network',
    dora,
    ['added network dora: 3 on 1'],
    {
      networks: { before: 3, after: 4, appeared: ['dora'], vanished: [] },
      definitions: [{ kind: 'network', key: 'dora', change: 'added', cells: [] }],
    },
  ],
  [
    'a network that vanishes',
    smallTree,
    ['removed network dora: 3 on 1'],
    { deadAddresses: { ...dead, networks: ['dora'] } },
    dora,
  ],
  [
    'a category that vanishes, and the chain that only it named',
    without(bora, places.boraExplorers),
    ['removed category explorers: 1 on 1', 'removed chain bora mainnet: 1 on 1'],
    {
      categories: { before: 3, after: 2, appeared: [], vanished: ['explorers'] },
      deadAddresses: {
        networks: [],
        pages: ['apis', 'explorers'].map((category) => ({ category, networks: ['bora'] })),
        providers: [{ slug: 'etoile', networks: ['bora'] }],
        offers: [
          { slug: 'borealis-all-mainnet', category: 'apis', networks: ['bora'] },
          { slug: 'etoile-explorer', category: 'explorers', networks: ['bora'] },
        ],
      },
      definitions: [
        {
          kind: 'network',
          key: 'bora',
          change: 'changed',
          cells: [{ column: 'chains', before: ['mainnet'], after: [] }],
        },
      ],
    },
    bora,
  ],
  [
    'a renamed slug',
    edit('ariaApis', 'acme-free-mainnet', 'acme-gratis-mainnet'),
    [
      `changed listing acme-free: 1 on 1, ${apis}:2, slug "acme-free-mainnet">"acme-gratis-mainnet" (1 listing)`,
    ],
    {
      deadAddresses: {
        ...dead,
        offers: [{ slug: 'acme-free-mainnet', category: 'apis', networks: ['aria'] }],
      },
    },
  ],
  [
    'a row of another provider, with the page of its last one',
    edit('boraExplorers', 'explorer,Étoile 星', 'explorer,Borealis'),
    [
      'changed listing etoile-explorer: 1 on 1, listings/specific-networks/bora/explorers.csv:2, provider "Étoile 星">"Borealis" (1 listing)',
    ],
    { deadAddresses: { ...dead, providers: [{ slug: 'etoile', networks: ['bora'] }] } },
  ],
  [
    'a changed chain, and the listings of all networks that go with it',
    edit('ariaApis', '!offer:acme-pro,testnet', '!offer:acme-pro,mainnet'),
    [
      'removed chain aria testnet: 1 on 1',
      `changed listing acme-pro: 1 on 1, ${apis}:4, chain "testnet">"mainnet" (1 listing)`,
    ],
  ],
  [
    'an offer that is listed for the first time',
    big,
    ['added offer acme-big: 2 on 1, references/offers/apis.csv:3'],
  ],
  [
    'an offer that is listed no more',
    smallTree,
    ['removed offer acme-big: 2 on 1, references/offers/apis.csv:3'],
    {},
    big,
  ],
  [
    'a listing of all networks that is new',
    edit('everywhereApis', '[],,\n', '[],,\netoile-all,Étoile 星,,,Free,TRUE,,,\n'),
    ['added all-networks-listing etoile-all: 3 on 2, listings/all-networks/apis.csv:3'],
    {
      byNetworkAndCategory: [
        { network: 'aria', category: 'apis', before: 5, after: 7, ...none, added: 2 },
        { network: 'bora', category: 'apis', before: 1, after: 2, ...none, added: 1 },
      ],
    },
  ],
  [
    'offers whose addresses die, those on most networks first',
    editTree(without(smallTree, 'listings/all-networks/wallets.csv'), {
      'listings/specific-networks/cela/wallets.csv': [['a-wallet,Borealis', 'b-wallet,Borealis']],
    }),
    [
      'removed offer acme-wallet: 3 on 3, references/offers/wallets.csv:2',
      'changed listing b-wallet: 1 on 1, listings/specific-networks/cela/wallets.csv:2, slug "a-wallet">"b-wallet" (1 listing)',
    ],
    {
      deadAddresses: {
        networks: [],
        pages: [{ category: 'wallets', networks: ['aria', 'bora'] }],
        providers: [{ slug: 'acme', networks: ['bora', 'cela'] }],
        offers: [
          { slug: 'acme-wallet', category: 'wallets', networks: ['aria', 'bora', 'cela'] },
          { slug: 'a-wallet', category: 'wallets', networks: ['cela'] },
        ],
      },
    },
  ],
  [
    'a provider with another slug, whose profiles die on every network',
    editTree(smallTree, {
      [places.providers]: [
        ['Runs nodes.', 'Runs fast nodes.'],
        ['borealis,Borealis,', 'boreal,Borealis,'],
      ],
    }),
    [],
    {
      unchanged: false,
      definitions: [
        {
          kind: 'provider',
          key: 'acme',
          change: 'changed',
          cells: [{ column: 'description', before: 'Runs nodes.', after: 'Runs fast nodes.' }],
        },
        { kind: 'provider', key: 'boreal', change: 'added', cells: [] },
        { kind: 'provider', key: 'borealis', change: 'removed', cells: [] },
      ],
      deadAddresses: {
        ...dead,
        providers: [{ slug: 'borealis', networks: ['aria', 'bora', 'cela'] }],
      },
    },
  ],
];

describe('a comparison tells', () => {
  /** By name: the edit in a line, and as text. */
  const told: string[] = [];

  for (const [name, after, entries, parts = {}, before] of cases)
    it(name, async (t) => {
      // A snapshot of another tree takes two seconds.
      const bases = before === undefined ? ['sources', 'snapshot'] : ['sources'];
      for (const [kind, diff] of await diffTrees(t, before ?? smallTree, after, bases)) {
        assertAccounted(diff);
        assert.deepEqual(diff.entries.map(describeEntry), entries, kind);
        const found = Object.fromEntries(
          Object.keys(parts).map((key) => [key, diff[key as keyof Diff]]),
        );
        assert.deepEqual(found, parts, kind);
        if (kind === 'snapshot') continue;
        const named = { ...diff, base: { ...diff.base, name: 'before' } };
        const text = formatDiff('text', named, { colour: false, all: false });
        const states = [
          await checkTree(t, before ?? smallTree),
          await checkTree(t, after),
        ] as const;
        told.push(`# ${name}\n\n${describeEdit(...states)}\n\n${text}\n`);
      }
    });

  it('in these words', () => assertGolden('diff/edits.txt', told.join('\n')));
});

describe('a comparison of what changes no row', () => {
  const offers = smallTree[places.apiOffers];
  const logo = 'references/providers/images/acme.svg';
  const before = {
    ...edit('providers', 'acme,Acme,,', 'acme,Acme,acme.svg,'),
    [places.apiOffers]: `${offers}spare,Acme,,Free,TRUE,,,\nspare-two,Acme,,Free,TRUE,,,\n`,
    [logo]: svg,
  };
  const after = {
    ...before,
    [places.apiOffers]: `${offers}spare,Acme,,$5/mo,TRUE,,,\nspare-three,Acme,,Free,TRUE,,,\n`,
    [logo]: `${svg}\n`,
    'networks/images/aria.svg': svg,
  };

  it('tells logos, and offers that no listing uses, which a snapshot does not have', async (t) => {
    const diffs = await diffTrees(t, before, after);
    const [files, snapshot] = [diffs.get('sources'), diffs.get('snapshot')];
    assert.deepEqual(
      [files?.unchanged, files?.rows.changed, snapshot?.unlistedOffers],
      [false, 0, null],
    );
    for (const diff of [files, snapshot])
      assert.deepEqual(diff?.logos, [
        { file: 'acme.svg', change: 'changed', providers: ['acme'], networks: [] },
        { file: 'networks/aria.svg', change: 'added', providers: [], networks: ['aria'] },
      ]);
    assert.deepEqual(
      files?.unlistedOffers?.map(({ slug, change, place, cells }) => [
        slug,
        change,
        place.line,
        cells,
      ]),
      [
        ['spare', 'changed', 5, [{ column: 'accessPrice', before: 'Free', after: '$5/mo' }]],
        ['spare-three', 'added', 6, []],
        ['spare-two', 'removed', 6, []],
      ],
    );
  });
});

describe('a comparison of sources with errors', () => {
  it('accounts for every row where slugs are blank or stand twice', async (t) => {
    const broken = editTree(edit('walletOffers', 'acme-wallet,Acme', 'acme-wallet,Acne'), {
      [places.ariaApis]: [
        ['acme-pro-mainnet,', 'acme-pro-testnet,'],
        ['acme-free-mainnet,', ','],
      ],
    });
    const [diff] = (await diffTrees(t, smallTree, broken, ['sources'])).values();
    assert.ok(diff);
    assert.ok(diff.problems.errors > 0);
    assertAccounted(diff);
  });

  it('counts the errors of a base, and compares with what can be resolved of it', async (t) => {
    const broken = edit('ariaApis', '!offer:acme-free,', '!offer:acme-fre,');
    const [diff] = (await diffTrees(t, broken, smallTree, ['sources'])).values();
    assert.deepEqual([diff?.base.problems?.errors, diff?.problems.errors], [1, 0]);
    const seen = diff?.entries.map(({ change, rows }) => [change, rows]);
    assert.deepEqual(seen, [['added', 1]]);
  });
});
