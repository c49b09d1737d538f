/** Questions of agents: each takes one call, and DuckDB computes the right answer from the Parquet files, not our query code. */
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Client } from '@modelcontextprotocol/client';
import { agentQuestions } from '../../support/agent-questions.ts';
import { ownSources } from '../../support/interface-sources.ts';
import { call, connect, createCounter } from '../../support/mcp-client.ts';
import { buildFolder, builtAt, openCurrent, startService } from '../../support/service-server.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const cleanUp = afterAll();
const base = 'listings/specific-networks/base/apis.csv';
const offers = 'references/offers/apis.csv';

describe('a question of an agent', () => {
  let client: Client;
  let ask: (sql: string) => Promise<Record<string, unknown>[]>;
  const tokensOf = createCounter();

  before(async () => {
    const build = await publishTwice();
    const folder = path.join(build, 'current');
    const connection = await (await DuckDBInstance.create()).connect();
    ask = async (sql) => (await connection.runAndReadAll(sql.replaceAll('{folder}', folder))).getRowObjectsJson();
    // A copy of a listing of all networks has the slug of its chain.
    await connection.run(`CREATE VIEW r AS SELECT *, parse_filename(filename, true) AS category,
      coalesce(offerSlug, CASE WHEN sourceFile LIKE 'listings/all-networks/%' AND "chain" IS NOT NULL
        THEN regexp_replace(slug, '-' || "chain" || '$', '') ELSE slug END) AS offerName
      FROM read_parquet('${folder}/rows/*.parquet', union_by_name = true, filename = true)`);
    const service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(service.close);
    client = await connect(service.url, cleanUp);
  });

  /** The own sources, before that with an offer that leaves Base, another price, and a chain more. */
  async function publishTwice(): Promise<string> {
    const folder = await makeTemporaryFolder(cleanUp);
    const [sources, build] = [path.join(folder, 'sources'), path.join(folder, 'build')];
    const edit = async (file: string, change: (text: string) => string) => {
      const text = await readFile(path.join(sources, file), 'utf8');
      const changed = change(text);
      assert.notEqual(changed, text, file);
      await writeFile(path.join(sources, file), changed);
    };
    await cp(ownSources, sources, { recursive: true });
    await edit(offers, (text) => text.replaceAll('$9.90/mo', '$8.90/mo'));
    await edit(offers, (text) => text.replace(/^1rpc-developer-recent-state,1RPC(,.*)$/m, '$&\ngone,Glif$1'));
    await edit(base, (text) => `${text.trimEnd()}\n${listing(text, 'gone', 'mainnet')}\n`);
    await edit(base, (text) => `${text.trimEnd()}\n${listing(text, '1rpc-developer-recent-state', 'sepolia')}\n`);
    await buildFolder(sources, build, builtAt);
    await cp(ownSources, sources, { recursive: true });
    await buildFolder(sources, build, new Date(builtAt.getTime() + 1000));
    return build;
  }

  function listing(table: string, offer: string, chain: string): string {
    const cells: Record<string, string> = { slug: `${offer}-${chain}`, offer: `!offer:${offer}`, chain };
    const [header = ''] = table.split('\n');
    return header
      .split(',')
      .map((key) => cells[key] ?? '')
      .join(',');
  }

  it('is one of thirty and more', () => assert.ok(agentQuestions.length >= 30));

  for (const { question, tool, given, sql, read, expect } of agentQuestions) {
    it(question, async (t) => {
      const rows = await ask(sql);
      assert.ok(rows.length > 0, 'the snapshot has an answer');
      const answer = await call(client, tool, given);
      assert.equal(answer.isError, false, answer.text);
      const expected = expect(rows);
      if (expected instanceof RegExp) assert.match(String(read(answer)), expected);
      else assert.deepEqual(read(answer), expected, answer.text);
      const tokens = tokensOf(answer.text) + tokensOf(JSON.stringify(answer.structured));
      assert.ok(tokens <= Number(given.budget ?? 1500), `${tokens} tokens`);
      t.diagnostic(
        `1 request, ${Buffer.byteLength(answer.text + JSON.stringify(answer.structured))} bytes, ${tokens} tokens`,
      );
    });
  }
});
