import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseListQuery } from '../../../service/api/lists.ts';
import { ask } from '../../../service/query/ask.ts';
import { directory } from '../../support/directory.ts';
import { queryOf, type RowsParameters } from '../../support/service-paths.ts';
import { useService } from '../../support/service-server.ts';

describe('ask', () => {
  const { service } = useService(directory);

  async function slugsOf(parameters: RowsParameters): Promise<string[]> {
    const snapshot = service().holder.current;
    assert.ok(snapshot);
    const query = parseListQuery(queryOf({ category: 'apis', ...parameters }), snapshot.catalog);
    const { ids } = await ask(snapshot, 'aria', query);
    return ids.map((id) => String(snapshot.row(id).slug));
  }

  it('puts providers first whose name has all terms, each part in the default order', async () => {
    const named = ['beacon-free-mainnet', 'beacon-free-testnet', 'bison-mainnet', 'lens-mainnet'];
    const others = (await slugsOf({})).filter((slug) => !named.includes(slug));
    assert.deepEqual(await slugsOf({ search: 'on' }), [...named, ...others]);
    // The name of this one has one of the two.
    const both = named.filter((slug) => slug !== 'bison-mainnet');
    assert.deepEqual((await slugsOf({ search: 'on e' })).slice(0, 4), [...both, 'node-s-mainnet']);
  });

  it('compares names without case and accents', async () => {
    assert.deepEqual(await slugsOf({ search: 'ECLAIR' }), ['eclair-mainnet']);
    // Alchemy has its only A at the beginning, and stands after a provider whose name has none.
    const named = (await slugsOf({ search: 'a' })).slice(0, 4);
    assert.deepEqual(named, [
      'aardvark-mainnet',
      'alchemy-free-mainnet',
      'alchemy-growth-mainnet',
      'alchemy-growth-testnet',
    ]);
    assert.ok(
      (await slugsOf({ search: 'a' })).indexOf('eclair-mainnet') <
        (await slugsOf({ search: 'a' })).indexOf('node-s-mainnet'),
    );
  });

  it('sorts as asked, whichever names match the search', async () => {
    const found = await slugsOf({ search: 'on', sorting: [{ id: 'provider', desc: true }] });
    assert.deepEqual([found[0], found.at(-1)], ['eclair-mainnet', 'node-s-mainnet']);
  });
});
