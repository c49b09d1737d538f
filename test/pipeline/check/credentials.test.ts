import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCredential } from '../../../common/find-credential.ts';
import { itReports, lines, paths } from '../../support/problem-cases.ts';
import { smallMeta } from '../../support/source-tree.ts';

const { apis, providers } = paths;
// Written in parts, so that scanners of repositories do not report this file.
const hex = '9f86d081884c7d65'.repeat(2);
const mixed = 'aZ3kQ9xT7bLm2RvW8cYp';
const base58 = '7Xk2fQh9mWvR4tBz8LpYc3NdJe5sGaUuE6TxKqVwMrHb';
const uuid = '3d6f9a1c-52b7-4e08-9c4d-7b1e2f8a6c05';

const credentials: readonly string[] = [
  'https://user:password@rpc.acme.io/',
  `[RPC](https://${mixed}@acme.io/x)`,
  'postgres://admin:hunter2@db.acme.io:5432/x',
  `redis://:${mixed}@db.acme.io`,
  `https://acme.io/rpc?api_key=${hex}`,
  'https://acme.io/?a=1&apikey=hunter2',
  `https://acme.io/#access_token=${mixed}`,
  `https://acme.io/?token=${hex}`,
  'https://acme.io/?key=a1b2c3d4',
  `https://lb.acme.io/ogrpc?network=ethereum&dkey=${base58}`,
  `https://mainnet.infura.io/v3/${hex}`,
  `["[RPC](wss:\\/\\/acme.io\\/${mixed})"]`,
  `https://acme.io/eth/${hex}${hex}`,
  `https://x.quiknode.pro/${hex}${hex.slice(0, 8)}/`,
  `https://eth-mainnet.g.alchemy.com/v2/${mixed}`,
  `https://rpc.acme.io/${base58}`,
  `https://acme.io/rpc/${uuid}?x=1`,
  ...[
    'sk_live_',
    'pk_live_',
    'ghp_',
    'github_pat_11',
    'xoxb-12345678901-',
    'glpat-',
    'AIzaSyAbCdEfGhIj',
    'sk-',
  ].map((form) => `the key ${form}${mixed}`),
  'AKIAQ3EGTZ5VW7XN2MKP',
  `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJzdWIiOiJhY21lIn0.${mixed}`,
  '-----BEGIN RSA PRIVATE KEY-----',
  `["-y","acme","--api-key","${mixed}"]`,
  `["ACME_API_KEY=${hex}"]`,
  `Authorization: Bearer ${mixed}`,
  // Of what has no other name, an account may be the private key.
  `the secret: ${base58}`,
];

const harmless: readonly string[] = [
  ...[
    'YOUR_KEY',
    'your-api-key',
    '<api-key>',
    '{key}',
    '$' + '{API_KEY}',
    'xxxx',
    '...',
    'demo',
    '0000',
    'API_KEY',
  ].flatMap((placeholder) => [
    `https://acme.io/v2/${placeholder}`,
    `https://acme.io/?api_key=${placeholder}`,
    `wss://rpc.acme.io/v3/${placeholder}/x`,
  ]),
  `https://acme.io/v3/${'0'.repeat(32)}`,
  `https://acme.io/v3/${'x'.repeat(32)}`,
  'https://<user>:<password>@acme.io',
  'https://user:$' + '{PASSWORD}@acme.io',
  'ssh://git@github.com/a/b and git+https://git@github.com/a/b',
  'https://medium.com/@acme_team',
  'https://acme.io,help@acme.io or [Docs](https://acme.io)help@acme.io',
  `0x${hex}${hex}`,
  `https://etherscan.io/address/0x${hex}${hex.slice(0, 8)}`,
  `https://rpc.acme.io/0x${hex}${hex}`,
  // Too short for a key without a mark.
  'https://rpc.acme.io/v1/a1b2c3d4e5f6g7h8i9j',
  `https://solscan.io/token/${base58}`,
  `https://acme.io/?token=${base58}`,
  `https://acme.io/?token=0x${hex}${hex.slice(0, 8)}`,
  'https://acme.io/?token=ETH&key=pricing&tokenAddress=ALGO&tab=token',
  `https://gateway.thegraph.com/api/<key>/subgraphs/id/${base58}`,
  `https://ipfs.io/ipfs/Qm${base58}`,
  `https://github.com/acme/node/blob/${hex}${hex.slice(0, 8)}/rpc.md`,
  `https://acme.notion.site/${hex}`,
  `https://docs.google.com/forms/d/1${base58}/viewform`,
  `https://docs.acme.io/api#section-${hex}`,
  `https://acme.io/api/${hex}.json`,
  'https://docs.chain.link/rpc/AggregatorV3Interface',
  'https://api.acme.io/v1/getLatestBlockByNumberV2',
  'https://medium.com/node-rpc/maintainers-should-consider-following-node-js-ab08ed4de71a',
  `https://acme.io/sign-up?ref=${base58}`,
  `public key: ${hex}`,
  'API key: required, token: ERC-20',
];

describe('findCredential', () => {
  it('finds passwords, keys and tokens', () => {
    const wrong = credentials.filter((text) => findCredential(text) === null);
    assert.deepEqual(wrong, []);
  });

  it('takes placeholders, accounts, hashes, pages and files for none', () => {
    const others = harmless.filter((text) => findCredential(text) !== null);
    assert.deepEqual(others, []);
  });
});

const meta = smallMeta;
const report =
  'looks like a credential, which would be published; revoke it, and write a placeholder such as <API_KEY>';

describe('credential', () => {
  itReports(
    'is an error at the cell, in every table, and shows only its beginning',
    {
      ...meta,
      'meta/networks.csv': `${meta['meta/networks.csv']}${lines(`dora,Dora,,https://docs.dora.example/?apikey=${hex},`)}`,
      [providers]: lines(
        'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag',
        `acme,Acme,,Our key is sk_live_${mixed},,,,,,,,,,`,
      ),
      [apis]: lines(
        'slug,provider,chain,description',
        `aa,Acme,mainnet,see [RPC](https://acme.io/v2/${mixed})`,
      ),
    },
    [
      `error ${apis}:2 description: "aZ3…" ${report} [credential]`,
      `error meta/networks.csv:${(meta['meta/networks.csv'] ?? '').split('\n').length} docs: "9f8…" ${report} [credential]`,
      `error ${providers}:2 description: "sk_…" ${report} [credential]`,
    ],
  );
});
