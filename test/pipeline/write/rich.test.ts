/**
 * Snapshots that follow each other, of small sources with every kind of definition and of reading:
 * what each table has, and what probes changed.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import type { ProbeTarget, Reading } from '../../../model/probes.ts';
import { found } from '../../../pipeline/probe/reading.ts';
import { Journal } from '../../../pipeline/write/probe-files.ts';
import { publishInto } from '../../support/build-folder.ts';
import { assertGolden } from '../../support/golden.ts';
import { tablesOf } from '../../support/golden-tables.ts';
import { readParquet } from '../../support/second-reader.ts';
import { editTree, places, smallTree, type Tree, writeTree } from '../../support/source-tree.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const docs = 'https://nodes.dev/costs';
const column = (key: string, kind: string, more = '') =>
  `${key},${key},,,,,,${more},${kind},,true,"[""apis""]",,false\n`;
const buttons = (...links: readonly string[]) =>
  `"${JSON.stringify(links.map((link) => `[${link.split(' ')[0]}](${link.split(' ')[1]})`)).replaceAll('"', '""')}"`;
/** Chains of a network without listings, names of units, and offers of two networks on one page. */
const tree: Tree = {
  ...editTree(smallTree, {
    [places.columns]: [
      [
        'custodial,',
        `${column('apiType', 'string')}${column('technology', 'string')}${column('address', 'string', 'address')}${column('actionButtons', 'array', 'actionButtons')}custodial,`,
      ],
    ],
    [places.providers]: [['https://acme.example/,', 'https://nodes.dev/,']],
  }),
  [places.networks]: `key,name,icon,docs,chains,caip2,aliases
aria,Aria,,https://docs.aria.dev/,,eip155:11,"[""AR""]"
bora,Bora,,https://docs.bora.dev/,,,
cela,Cela,,https://docs.cela.dev/,,,
dora,Dora,,https://docs.dora.dev/,,eip155:14,
`,
  'meta/chains.csv': `network,chain,name,caip2,aliases,testnet,currency,symbol,decimals,explorer
aria,mainnet,Aria One,eip155:11,,FALSE,Ari,ARI,18,https://scan.aria.dev
aria,testnet,Aria Test,eip155:12,"[""AT""]",TRUE,,,,
dora,mainnet,Dora,eip155:14,,FALSE,,,,
`,
  'meta/units.csv': `provider,unit,technology,call,cost,source,readOn
Acme,credits,EVM,eth_call,20,${docs},2025-06-30
Acme,credits,,*,10,${docs},2025-07-01
,tokens,,Ktok,1000,,
`,
  'meta/rates.csv': 'currency,perUsd,day,source\nEUR,0.9,2025-12-30,https://bank.dev/rates\n',
  'meta/words.csv': `words,category,filters,sorting
free trial,apis,"[{""id"":""trial"",""value"":[""true""]}]",
cheap,,,"[{""id"":""accessPrice""}]"
`,
  [places.apiOffers]: `slug,provider,offer,accessPrice,trial,tag,description,credentialKey,apiType,technology,actionButtons
acme-free,Acme,,Free,TRUE,,,,RPC,EVM,${buttons('Docs https://nodes.dev/free', 'Buy https://nodes.dev/buy', 'Old https://nodes.dev/old')}
acme-pro,Acme,,$49/mo,FALSE,,,,RPC,EVM,${buttons('Docs https://nodes.dev/pro#x')}
`,
  [places.ariaApis]: `slug,offer,chain,address,accessPrice
acme-free-mainnet,!offer:acme-free,mainnet,https://aria.nodes.dev/,
acme-pro-mainnet,!offer:acme-pro,mainnet,https://pro.nodes.dev/,
acme-pro-testnet,!offer:acme-pro,testnet,https://pro.nodes.dev/,$2/Ktok
`,
  'listings/specific-networks/bora/apis.csv':
    'slug,offer,chain,address\nacme-free-mainnet,!offer:acme-free,mainnet,https://bora.nodes.dev/\n',
  'references/quotations.csv': `category,slug,column,address,words,readOn
apis,acme-pro,accessPrice,https://nodes.dev/pricing,$49/mo,2025-11-01
apis,acme-free,accessPrice,https://nodes.dev/pricing,Free,
`,
};

const none = { expected: null, category: null, slug: null, column: null } as const;
const endpoint = (host: string, expected: string | null) =>
  ({ ...none, kind: 'endpoint', address: `https://${host}.nodes.dev/`, expected }) as const;
const link = (name: string) =>
  ({ ...none, kind: 'link', address: `https://nodes.dev/${name}` }) as const;
const quoted = {
  kind: 'quotation',
  address: 'https://nodes.dev/pricing',
  expected: '$49/mo',
  category: 'apis',
  slug: 'acme-pro',
  column: 'accessPrice',
} as const;

type Days = Readonly<Record<string, readonly [Reading['result'], Partial<Reading>?]>>;
const failing = (result: Reading['result'], ...days: readonly string[]): Days =>
  Object.fromEntries(days.map((day) => [day, [result]]));
/** By snapshot: what was read before it. */
const rounds: readonly (readonly (readonly [ProbeTarget, Days])[])[] = [
  [
    [
      endpoint('aria', 'eip155:11'),
      {
        '2025-11-01': ['answered', { latencyMs: 9000 }],
        '2025-12-20': ['answered', { latencyMs: 10, peers: 3, blocksBehind: 1 }],
      },
    ],
    [endpoint('pro', 'eip155:11'), { '2025-12-20': ['answered', { latencyMs: 20 }] }],
    [endpoint('pro', 'eip155:12'), { '2025-12-20': ['wrong-chain', { chainId: 'eip155:11' }] }],
    [endpoint('bora', null), { '2025-12-20': ['answered', { latencyMs: 5 }] }],
    [link('free'), { '2025-12-20': ['answered'] }],
    [
      link('buy'),
      { '2025-12-20': ['moved', { finalAddress: 'https://nodes.dev/shop', detail: 'status 200' }] },
    ],
    [link('pro'), { '2025-12-20': ['answered'] }],
    [link('old'), { '2025-12-20': ['dead'] }],
    [quoted, { '2025-12-20': ['confirmed'] }],
  ],
  [
    // Three failures, but on one day; and on three days.
    [
      endpoint('aria', 'eip155:11'),
      failing('error', '2025-12-21T01', '2025-12-21T02', '2025-12-21T03'),
    ],
    [endpoint('bora', null), failing('unreachable', '2025-12-21', '2025-12-22', '2025-12-23')],
    // A refusal is no failure.
    [endpoint('pro', 'eip155:11'), failing('needs-key', '2025-12-21', '2025-12-22', '2025-12-23')],
    [link('free'), failing('dead', '2025-12-21', '2025-12-22', '2025-12-23')],
    [link('pro'), failing('parked', '2025-12-21', '2025-12-22', '2025-12-23')],
    [link('buy'), { '2025-12-21': ['moved', { finalAddress: 'https://nodes.dev/store' }] }],
    // It was never there.
    [link('old'), failing('dead', '2025-12-21', '2025-12-22', '2025-12-23')],
    [quoted, failing('changed', '2025-12-21', '2025-12-22', '2025-12-23')],
  ],
  [
    [endpoint('aria', 'eip155:11'), failing('limited', '2025-12-24')],
    [endpoint('bora', null), { '2025-12-24': ['answered', { latencyMs: 7 }] }],
    // It does not answer, which says nothing of the page.
    [link('free'), failing('unreachable', '2025-12-24')],
    [link('pro'), failing('answered', '2025-12-24')],
    [link('buy'), failing('answered', '2025-12-24')],
    [quoted, failing('confirmed', '2025-12-24')],
  ],
];

it('every table has the rows that it had, with what probes lost and found again', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
  await writeTree(sources, tree);
  for (const [second, round] of rounds.entries()) {
    const journal = await Journal.open(build, new Date('2025-12-31T00:00:00Z'));
    const readings = round.flatMap(([target, days]) =>
      Object.entries(days).map(([day, [result, facts = {}]]) => {
        const now = () => new Date(`${day.length === 10 ? `${day}T10` : day}:00:00Z`);
        return found(target, { result, detail: null, ...facts }, { now });
      }),
    );
    journal.append(readings);
    await journal.finish();
    // Only the meaning of a unit changes: texts with it are read again.
    const meant = second === 2 ? ',tokens,,Ktok,1024,,' : ',tokens,,Ktok,1000,,';
    const units = String(tree['meta/units.csv']).replace(',tokens,,Ktok,1000,,', meant);
    await writeTree(sources, { 'meta/units.csv': units });
    await publishInto({ build, sources, second });
  }
  const { rows } = await readParquet(path.join(build, 'current/rows/apis.parquet'));
  const priced = rows.find(({ accessPrice }) => accessPrice === '$2/Ktok');
  assert.equal(priced?.accessPriceUnit, '1.024K tokens');
  const files =
    /^(?:chains|changes|networks|probes|quotations|rates|units|words|serving\/(?:conf|meas|memb))/;
  const isShown = (row: Readonly<Record<string, unknown>>) => row.lastRead !== null;
  const text = await tablesOf(path.join(build, 'current'), (file) => files.test(file), isShown);
  await assertGolden('snapshot/rich.txt', text);
});
