/** The tool changes_since, compared with /api/changes after three publications. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { call, connect, rowsOf } from '../../support/mcp-client.ts';
import { openBuilt, type PublishedChanges, publishChanges } from '../../support/published-changes.ts';
import { startService, type TestService } from '../../support/service-server.ts';
import { afterAll } from '../../support/temporary-folder.ts';

describe('changes_since', () => {
  const cleanUp = afterAll();
  let published: PublishedChanges;
  let service: TestService;
  let client: Client;

  before(async () => {
    published = await publishChanges(cleanUp);
    service = await startService({ snapshot: await openBuilt(published) });
    cleanUp.after(service.close);
    client = await connect(service.url, cleanUp);
  });

  async function slugsOfApi(query: string): Promise<unknown[]> {
    const { result } = (await service.get(`/api/changes?pageSize=100&${query}`)).json() as {
      result: { changes: { slug: string; column: string | null }[] };
    };
    return result.changes.map(({ slug, column }) => [slug, column]);
  }

  it('has the changes of the API, newest first', async () => {
    const second = published.manifests[1]?.id ?? '';
    const questions: [Record<string, unknown>, string][] = [
      [{}, ''],
      [{ since: second }, `since=${second}`],
      [{ column: 'accessPrice', network: ['aria', 'bora'] }, 'column=accessPrice&network=aria&network=bora'],
      [{ scope: 'network' }, 'scope=network'],
      [{ scope: 'all-networks' }, 'scope=all-networks'],
      [{ category: 'wallets', provider: 'Keyring' }, 'category=wallets&provider=Keyring'],
    ];
    for (const [given, query] of questions) {
      const answer = await call(client, 'changes_since', { budget: 5000, ...given });
      const expected = await slugsOfApi(query);
      assert.ok(expected.length > 0, query);
      assert.equal(answer.structured.total, expected.length);
      assert.deepEqual(
        rowsOf(answer).map(({ slug, column }) => [slug, column]),
        expected,
      );
    }
  });

  it('goes on with the offset, and says what was wrong', async () => {
    const [first, second] = [
      await call(client, 'changes_since', { limit: 2 }),
      await call(client, 'changes_since', { limit: 2, offset: 2 }),
    ];
    assert.equal(first.structured.next, 2);
    const slugs = [...rowsOf(first), ...rowsOf(second)].map(({ slug, column }) => [slug, column]);
    assert.deepEqual(slugs, (await slugsOfApi('')).slice(0, 4));
    const wrong = await call(client, 'changes_since', { since: 'yesterday' });
    assert.equal(wrong.isError, true);
    assert.match(wrong.text, /since must be an id of a snapshot, a day/);
    const none = await call(client, 'changes_since', { since: '2090-01-01' });
    assert.match(none.text, /Nothing changed/);
  });
});
