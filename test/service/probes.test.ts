/** Results of probes in the API, on pages and in the metrics. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Connect } from '../../model/connect.ts';
import type { ProbeTarget, Reading } from '../../model/probes.ts';
import { found } from '../../pipeline/probe/reading.ts';
import { Journal } from '../../pipeline/write/probe-files.ts';
import { type Probe, ProbeLog } from '../../service/snapshot/probes.ts';
import { buildInto } from '../support/build-folder.ts';
import { directoryFolder } from '../support/directory.ts';
import { assertGolden } from '../support/golden.ts';
import { call, connect } from '../support/mcp-client.ts';
import {
  baseEndpoint as base,
  contactLink as contact,
  ethereumEndpoint as eth,
  quotedPrice as price,
} from '../support/probe-targets.ts';
import { get } from '../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';
import { wholeAnswers } from '../support/whole-answers.ts';

/** Builds are dated 2026-01-01. */
const read = (
  target: ProbeTarget,
  day: string,
  result: Reading['result'],
  facts: Partial<Reading> = {},
) => found(target, { result, detail: null, ...facts }, { now: () => new Date(`${day}T10:00:00Z`) });
const readings = [
  read(eth, '2025-12-29', 'answered', { latencyMs: 40, chainId: 'eip155:1', blocksBehind: 3 }),
  read(eth, '2025-12-30', 'answered', { latencyMs: 44, chainId: 'eip155:1', blocksBehind: 3 }),
  read(base, '2025-11-20', 'answered', { latencyMs: 40, chainId: 'eip155:8453' }),
  ...['2025-12-28', '2025-12-29', '2025-12-30'].map((day) =>
    read(base, day, 'unreachable', { detail: 'ENOTFOUND' }),
  ),
  read(contact, '2025-12-30', 'moved', { finalAddress: 'https://www.alchemy.com/sales' }),
  read(price, '2025-12-30', 'confirmed'),
];

it('an endpoint that two networks state has the reading of the own network, otherwise one alone', () => {
  const url = 'https://one.example/';
  const probe = (expected: string) => ({ kind: 'endpoint', address: url, expected }) as Probe;
  const [first, second] = [probe('eip155:1'), probe('eip155:8453')];
  const log = new ProbeLog([first, second], [], []);
  const connect = { endpoints: [{ url }] } as unknown as Connect;
  const of = (chainId: string | null) =>
    log.ofRow({ category: 'apis', offer: 'x', connect, chainId });
  assert.deepEqual([of('eip155:8453'), of('eip155:10'), of(null)], [[second], [first], [first]]);
});

it('a link has the reading of its page, whatever its fragment, and each page is read once', () => {
  const probe = (address: string) => ({ kind: 'link', address }) as Probe;
  const [page, twin, asked] = [
    probe('https://one.example/docs'),
    probe('https://one.example/docs/'),
    probe('https://one.example/docs?a=1'),
  ];
  const log = new ProbeLog([page, twin, asked], [], []);
  const { address } = page;
  for (const [addresses, found] of [
    [[`${address}#pricing`], [page]],
    [[`${address}#a`, address, `${address}#b`], [page]],
    [
      [`${address}/#a#b`, `${address}?a=1#x`, `${address}?a=2#x`],
      [twin, asked],
    ],
    [[`#${address}`, ''], []],
  ] as const)
    assert.deepEqual(log.ofLinks(addresses), found, addresses.join(' '));
});

describe('probes in the service', () => {
  const cleanUp = afterAll();
  let service: TestService;
  before(async () => {
    const build = await makeTemporaryFolder(cleanUp);
    // A second snapshot, which tells what stopped answering since the first one.
    for (const [second, some] of [readings.slice(0, 4), readings.slice(4)].entries()) {
      const journal = await Journal.open(build, new Date(0));
      journal.append(some);
      await journal.finish();
      await buildInto({ build, sources: directoryFolder, second });
    }
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(() => service.close());
  });
  const json = async (address: string) =>
    JSON.parse((await get(service.port, address)).text).result;
  const rowsOf = async (network: string, more: string) =>
    (
      await json(
        `/networks/${network}/api/infrastructure-providers/rows?category=apis&pageSize=100&${more}`,
      )
    ).rows;

  it('are told whole on pages and in answers', async () => {
    const told = await wholeAnswers(service.port, [
      '/api/probes',
      '/networks/base/toolbox/apis?search=1rpc&pageSize=1&open=1rpc-mainnet-starter-recent-state',
      '/networks/ethereum/toolbox/apis?search=alchemy&pageSize=1&open=alchemy-hoodi-enterprise-full-archive',
      '/networks/base/toolbox/apis.md?search=1rpc',
      '/toolbox/apis?confirmed=1&pageSize=2',
      '/networks/base/changes',
      '/changes.md',
      '/changes.json',
    ]);
    await assertGolden('answers/probes.txt', told);
  });

  it('lists what was read, with the coverage of all targets', async () => {
    const { probes, coverage, total } = await json('/api/probes');
    assert.equal(total, 4);
    assert.deepEqual(
      probes
        .map(({ kind, result, stopped }: Record<string, unknown>) => `${kind} ${result} ${stopped}`)
        .toSorted(),
      [
        'endpoint answered false',
        'endpoint unreachable true',
        'link moved false',
        'quotation confirmed false',
      ],
    );
    const endpoints = coverage.find(({ kind }: Record<string, unknown>) => kind === 'endpoint');
    assert.deepEqual([endpoints.read, endpoints.confirmed, endpoints.stopped], [2, 2, 1]);
    assert.ok(endpoints.targets > 2);
    assert.equal((await json('/api/probes?kind=link')).total, 1);
    const lengths = [1, 2, 3].map(
      async (page) => (await json(`/api/probes?pageSize=3&page=${page}`)).probes.length,
    );
    assert.deepEqual(await Promise.all(lengths), [3, 1, 0]);
  });

  it('adds probes to rows only if asked', async () => {
    const plain = await rowsOf('ethereum', '');
    assert.ok(plain.every((row: object) => !('probes' in row)));
    const rows = await rowsOf('ethereum', 'probes=1');
    const { probes } =
      rows.find(
        ({ slug }: Record<string, unknown>) => slug === '1rpc-mainnet-starter-recent-state',
      ) ?? {};
    assert.deepEqual(
      probes.map(({ address, latencyP50Ms, latencies }: Record<string, unknown>) => ({
        address,
        latencyP50Ms,
        latencies,
      })),
      [
        {
          address: eth.address,
          latencyP50Ms: 42,
          latencies: [
            { day: '2025-12-29', latencyMs: 40 },
            { day: '2025-12-30', latencyMs: 44 },
          ],
        },
      ],
    );
    assert.deepEqual(Object.keys((await rowsOf('ethereum', 'probes=1&fields=slug,probes'))[0]), [
      'slug',
      'probes',
    ]);
  });

  it('finds the rows that were confirmed in the last 30 days', async () => {
    const rows = await rowsOf('ethereum', 'confirmed=1&probes=1');
    assert.ok(rows.length > 0);
    for (const { probes } of rows)
      assert.ok(probes.some(({ goodShare }: { goodShare: number }) => goodShare === 1));
    const slugs = rows.map(({ slug }: { slug: string }) => slug);
    assert.deepEqual(slugs.toSorted(), [
      '1rpc-mainnet-starter-recent-state',
      'chainstack-mainnet-growth-full-archive',
      'chainstack-sepolia-growth-full-archive',
    ]);
    const stopped = await rowsOf('base', 'confirmed=1');
    assert.ok(stopped.every(({ slug }: { slug: string }) => !slug.startsWith('1rpc')));
  });

  it('selects what was confirmed in offers, facets, files and answers to agents', async () => {
    const slugs = ['1rpc-starter-recent-state', 'chainstack-growth-full-archive'];
    const selection = 'category=apis&network=ethereum&confirmed=1';
    const { offers } = await json(`/api/offers?${selection}&fields=slug`);
    assert.deepEqual(offers.map(({ slug }: { slug: string }) => slug).toSorted(), slugs);
    assert.equal((await json(`/api/facets?${selection}`)).totalOffers, 2);
    const network = '/networks/ethereum/api/infrastructure-providers';
    assert.equal((await json(`${network}/facets?category=apis&confirmed=1`)).totalOffers, 3);
    for (const [file, lines] of [
      [`${network}/export?category=apis&confirmed=1&format=ndjson`, 3],
      [`/api/export?${selection}&format=ndjson`, 2],
    ] as const)
      assert.equal((await get(service.port, file)).text.trimEnd().split('\n').length, lines);
    const client = await connect(`http://localhost:${service.port}`, {
      after: (work) => cleanUp.after(work),
    });
    const { structured } = await call(client, 'find_offers', {
      category: 'apis',
      network: 'ethereum',
      confirmed: true,
    });
    assert.deepEqual(structured.rows.map(([slug]) => slug).toSorted(), slugs);
  });

  it('says in the details of an offer what answered, and nothing of what was never read', async () => {
    const { text } = await get(service.port, '/networks/ethereum/providers/1rpc');
    assert.match(
      text,
      /1rpc\.io answered on 30 December 2025: chain id right, 42 ms, 3 blocks behind|1rpc\.io answered on [^<]*: chain id right, 42 ms, 3 blocks behind/,
    );
    const other = await get(service.port, '/networks/base/providers/1rpc');
    assert.match(other.text, /1rpc\.io stopped answering; last answer on /);
    const alchemy = await get(service.port, '/networks/ethereum/providers/alchemy');
    assert.match(
      alchemy.text,
      /Link moved: https:\/\/www\.alchemy\.com\/contact-sales leads to https:\/\/www\.alchemy\.com\/sales/,
    );
    const never = await get(service.port, '/networks/ethereum/providers/blockscout');
    assert.doesNotMatch(never.text, /<dt>Probes<\/dt>/);
    const quoted = await get(service.port, '/networks/ethereum/providers/chainstack');
    assert.match(quoted.text, /confirmed on [^<]* on chainstack\.com/);
  });

  it('tells what stopped answering among the changes, in feeds, and to agents', async () => {
    const { changes } = await json('/api/changes?fact=answers');
    assert.deepEqual(
      changes.map(({ slug, networks, column, before, after, cause }: Record<string, unknown>) => ({
        ...{ slug, networks, column, before, after, cause },
      })),
      [
        {
          slug: '1rpc-starter-recent-state',
          networks: ['base'],
          column: 'answering',
          before: base.address,
          after: null,
          cause: { kind: 'probe', files: [] },
        },
      ],
    );
    const sentence = '1RPC Starter: Stopped answering at 1rpc.io, on Base';
    const page = (await get(service.port, '/changes?fact=answers')).text;
    assert.ok(page.replaceAll(/<[^>]*>/g, '').includes(sentence), page);
    assert.match(page, /<a [^>]*aria-current="(?:true|page)"[^>]*>Answers to probes/);
    const feed = JSON.parse((await get(service.port, '/changes.json')).text);
    const found = feed.items.map(({ title }: { title: string }) => title);
    assert.deepEqual(found, [sentence]);
    assert.match(
      (await get(service.port, '/changes.atom')).text,
      new RegExp(`<title[^>]*>${sentence}<`),
    );
    const seen = (await get(service.port, '/networks/base/providers/1rpc')).text;
    assert.match(seen, /<\/time> Stopped answering at 1rpc\.io</);
    const client = await connect(`http://localhost:${service.port}`, {
      after: (work) => cleanUp.after(work),
    });
    const { structured } = await call(client, 'changes_since', { fact: 'answers' });
    assert.equal(
      structured.rows[0]?.[structured.columns.indexOf('change')],
      '1RPC Starter: Stopped answering at 1rpc.io',
    );
  });

  it('states the coverage on the About page and in the metrics', async () => {
    assert.match(
      (await get(service.port, '/about')).text,
      /Ever confirmed so far: 2 of \d+ RPC endpoints, 1 of \d+ links, 0 of \d+ MCP servers, 1 of \d+ quoted/,
    );
    const { text } = await get(service.port, '/metrics');
    assert.match(text, /directory_probe_targets\{kind="endpoint",state="stopped"\} 1/);
  });
});
