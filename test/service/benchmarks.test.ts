/** Figures that others measured: imported, published with source and licence, never mixed. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { buildInto } from '../support/build-folder.ts';
import { directoryFolder } from '../support/directory.ts';
import { call, connect } from '../support/mcp-client.ts';
import { projectFolder } from '../support/paths.ts';
import { ethereumEndpoint } from '../support/probe-targets.ts';
import { runPipeline } from '../support/run-pipeline.ts';
import { get } from '../support/service-get.ts';
import { openCurrent, startService, type TestService } from '../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const lab = { source: 'Lab', sourceUrl: 'https://lab.example/rpc', licence: 'CC0-1.0' };
/** In the form of the API of OpenChainBench. */
const stat = {
  title: 'Base RPC latency',
  rankings: [
    { name: '1RPC', ms: { p50: 41.4, p90: 90, p99: 120 }, successRate: 99.5, sampleSize: 28800 },
    { name: 'Nobody', ms: { p50: 1, p90: 2, p99: 3 }, successRate: 100, sampleSize: 28800 },
  ],
  asOf: '2025-12-22T10:00:00.000Z',
  pageUrl: 'https://openchainbench.com/benchmarks/rpc-latency',
  license: 'CC-BY-4.0',
};
const vector = (value: string) => ({
  data: {
    resultType: 'vector',
    result: [{ metric: { instance: ethereumEndpoint.address }, value: [1766400000.5, value] }],
  },
});

/** Runs the SQL of a recipe in a folder. */
async function runRecipe(title: string, folder: string): Promise<void> {
  const document = await readFile(path.join(projectFolder, 'docs/probes.md'), 'utf8');
  const [, section = ''] = document.split(`### ${title}\n`);
  const [, sql = ''] = /<<'SQL'\n(.*?)\nSQL\n/s.exec(section) ?? [];
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(sql.replaceAll(/'(\w+\.(?:json|csv))'/g, `'${folder}/$1'`));
  connection.closeSync();
}

describe('benchmarks of others', () => {
  const cleanUp = afterAll();
  let [build, folder]: [string, string] = ['', ''];
  let service: TestService;
  async function importFile(name: string, content?: string) {
    const file = path.join(folder, name);
    if (content !== undefined) await writeFile(file, content);
    const words = ['--file', file, '--sources', directoryFolder, '--build', build];
    return runPipeline(['import-readings', ...words]);
  }
  before(async () => {
    [build, folder] = [await makeTemporaryFolder(cleanUp), await makeTemporaryFolder(cleanUp)];
    const line = { ...lab, provider: '1rpc', network: 'eip155:1', until: '2025-12-01', p95Ms: 300 };
    await importFile('old.jsonl', `${JSON.stringify({ ...line, p95Ms: 999 })}\n`);
    // Sources whose names begin alike are two.
    const others = ['Lab Bench', 'La'].map((source) => ({ ...line, source, p95Ms: 500 }));
    const three = [...others, { ...line, source: 'La', p95Ms: 501, place: 'Oslo' }];
    const several = await importFile(
      'other.jsonl',
      three.map((each) => JSON.stringify(each)).join('\n'),
    );
    assert.match(several.stdout, /^Lab Bench: 1 line imported.*\nLa: 2 lines imported/);
    const imported = await importFile('lab.jsonl', `${JSON.stringify(line)}\n`);
    assert.match(imported.stdout, /Lab: 1 line imported/);
    await writeFile(path.join(folder, 'stat.json'), JSON.stringify(stat));
    await runRecipe('OpenChainBench', folder);
    const { stdout } = await importFile('figures.csv');
    assert.match(stdout, /OpenChainBench: 1 line imported/);
    assert.match(stdout, /left out, because the sources lack it: provider Nobody/);
    await writeFile(path.join(folder, 'answered.json'), JSON.stringify(vector('0.987')));
    await writeFile(path.join(folder, 'median.json'), JSON.stringify(vector('0.0415')));
    await runRecipe('Prometheus', folder);
    assert.match((await importFile('figures.csv')).stdout, /Example: 1 line imported/);
    await buildInto({ build, sources: directoryFolder });
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(() => service.close());
  });
  const text = async (address: string) => (await get(service.port, address)).text;
  const rowsOn = async (network: string) => {
    const list = `/networks/${network}/api/infrastructure-providers/rows`;
    const { result } = JSON.parse(await text(`${list}?category=apis&pageSize=100&probes=1`));
    return result.rows as Record<string, unknown>[];
  };

  it('stand beside the rows of their provider, network, chain and endpoint', async () => {
    const [ethereum, base] = [await rowsOn('ethereum'), await rowsOn('base')];
    const figures = (rows: typeof base) =>
      rows.flatMap(({ provider, chain, benchmarks }) =>
        (benchmarks as Record<string, unknown>[]).map(({ source, p50Ms, p95Ms, answered }) =>
          [provider, chain, source, p50Ms, p95Ms, answered].join(' '),
        ),
      );
    assert.ok(figures(ethereum).includes('1RPC mainnet Example 41.5  0.987'));
    const ofLabs = figures(ethereum).filter((figure) => /^1RPC mainnet La/.test(figure));
    assert.deepEqual(
      new Set(ofLabs),
      new Set(
        ['Lab  300 ', 'Lab Bench  500 ', 'La  500 ', 'La  501 '].map(
          (figure) => `1RPC mainnet ${figure}`,
        ),
      ),
    );
    assert.deepEqual([...new Set(figures(base))], ['1RPC mainnet OpenChainBench 41.4  0.995']);
    // They fill no cell.
    for (const row of [...ethereum, ...base]) {
      assert.equal(row.verifiedLatency, null);
      assert.equal(row.measured, null);
    }
  });

  it('are shown with source and licence', async () => {
    const profile = await text('/networks/base/providers/1rpc');
    assert.match(
      profile,
      /<dt>Measured by others<\/dt>.*<a href="https:\/\/openchainbench\.com\/benchmarks\/rpc-latency" rel="noopener nofollow">OpenChainBench: 99\.5% answered, median 41 ms, 90th percentile 90 ms, 99th percentile 120 ms, 28,800 readings from eu-west, on 2025-12-22; Base RPC latency \(CC-BY-4\.0\)<\/a>/s,
    );
    assert.doesNotMatch(profile, /measured here/);
    const words =
      /OpenChainBench: 99\.5% answered, median 41 ms, .*, on 2025-12-22; Base RPC latency \(CC-BY-4\.0\)/;
    const address = 'https://openchainbench.com/benchmarks/rpc-latency';
    const compared = '/networks/base/compare?category=apis&offer=1rpc-starter-recent-state';
    for (const page of [
      '/networks/base/providers/1rpc.md',
      compared,
      compared.replace('compare?', 'compare.md?'),
      compared.replace('compare?', 'compare.json?'),
    ]) {
      const answer = (await text(page)).replaceAll('\\', '');
      assert.match(answer, words, page);
      assert.ok(answer.includes(address), page);
    }
    const client = await connect(`http://localhost:${service.port}`, {
      after: (work) => cleanUp.after(work),
    });
    const offers = ['1rpc-starter-recent-state'];
    for (const [tool, given] of [
      ['compare_offers', { category: 'apis', network: 'base', offers }],
      ['get_provider', { provider: '1rpc', network: 'base' }],
    ] as const) {
      const told = await call(client, tool, given);
      assert.match(told.text, words, tool);
      assert.ok(told.text.includes(address), tool);
    }
    assert.doesNotMatch(await text('/networks/base/providers/alchemy'), /Measured by others/);
  });

  const faults: readonly (readonly [name: string, content: string, message: RegExp])[] = [
    [
      'a.csv',
      'provider,network,until,p50Ms,source,sourceUrl,licence\n1RPC,base,2025-13-01,1,A,https://a.dev/,CC0\n',
      /a\.csv:2 until: /,
    ],
    [
      'b.csv',
      'provider,network,until,p50Ms,source,sourceUrl,licence\n1RPC,base,2025-12-01,fast,A,https://a.dev/,CC0\n',
      /b\.csv:2 p50Ms: /,
    ],
    [
      'c.csv',
      'provider,network,until,p50Ms,source,sourceUrl\n1RPC,base,2025-12-01,1,A,https://a.dev/\n',
      /c\.csv:2 licence: /,
    ],
    [
      'd.csv',
      'provider,network,until,speed,source,sourceUrl,licence\n1RPC,base,2025-12-01,1,A,https://a.dev/,CC0\n',
      /d\.csv:2 has the column "speed"/,
    ],
    [
      'e.jsonl',
      '{"until":"2025-12-01","p50Ms":1,"source":"A","sourceUrl":"https://a.dev/","licence":"CC0"}\n',
      /e\.jsonl:1 provider: names neither an endpoint nor a provider/,
    ],
    [
      'f.jsonl',
      '{"endpoint":"https://a.dev/","until":"2025-12-01","source":"A","sourceUrl":"javascript:alert(1)","licence":"CC0","p50Ms":1}\n',
      /f\.jsonl:1 sourceUrl: /,
    ],
    [
      'g.jsonl',
      '{"endpoint":"https://a.dev/","until":"2025-12-01","source":"A","sourceUrl":"https://a.dev/","licence":"CC0"}\n',
      /g\.jsonl:1 p50Ms: none of/,
    ],
    ['h.jsonl', '{"a":1}\n[]\n', /h\.jsonl:2 is no JSON object/],
  ];
  for (const [name, content, message] of faults)
    it(`refuses ${name} with the line`, async () => {
      const { code, stdout, stderr } = await importFile(name, content);
      assert.notEqual(code, 0);
      assert.match(`${stdout}${stderr}`, message);
    });
});
