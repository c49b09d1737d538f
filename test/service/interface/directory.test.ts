/** Providers over all networks: the API and the pages count what the rows of all networks hold. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { naiveTables } from '../../support/interface-naive.ts';
import { idOf } from '../../support/interface-offers.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { corpusSources } from '../../support/interface-sources.ts';
import { readFailure } from '../../support/service-answers.ts';
import { asBrowser } from '../../support/service-get.ts';

interface Entry {
  readonly slug: string;
  readonly name: string;
  readonly scope: string;
  readonly networkCount: number;
  readonly namedNetworkCount: number;
  readonly offerCount: number;
  readonly categories: readonly { readonly key: string; readonly count: number }[];
}

interface Profile {
  readonly networks: readonly string[];
  readonly offerCount: number;
  readonly categories: readonly { readonly key: string; readonly offers: readonly { readonly slug: string }[] }[];
}

describe('providers over all networks', () => {
  const service = useDescribedService(corpusSources);
  const read = async <T>(target: string) => ((await service.read(target)) as { result: T }).result;
  const tables = () => {
    const { checked } = service.built();
    const networks = checked.resolved.networks.map(({ key }) => key);
    const categories = checked.sources.meta.categories.map(({ key }) => key);
    return naiveTables(checked, networks, categories).filter(({ rows }) => rows.length > 0);
  };

  /** Offers by category, and networks, of each provider. */
  function expected() {
    const found = new Map<unknown, { networks: Set<string>; offers: Map<string, Set<string>> }>();
    for (const { network, category, rows } of tables()) {
      for (const row of rows) {
        const entry = found.get(row.provider) ?? { networks: new Set(), offers: new Map() };
        found.set(row.provider, entry);
        entry.networks.add(network);
        entry.offers.set(category, (entry.offers.get(category) ?? new Set()).add(idOf(row)));
      }
    }
    return found;
  }

  it('are listed with the numbers of their networks and offers', async () => {
    const wanted = expected();
    const entries: Entry[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { providers, pagination } = await read<{ providers: Entry[]; pagination: { totalPages: number } }>(
        `/api/providers?pageSize=100&page=${page}`,
      );
      entries.push(...providers);
      pages = pagination.totalPages;
    }
    const defined = new Set(service.built().checked.sources.providers.map(({ value }) => value.name));
    const known = [...wanted.keys()].filter((name) => defined.has(String(name)));
    assert.deepEqual(new Set(entries.map(({ name }) => name)), new Set(known));
    assert.equal(entries.length, known.length);
    for (const { name, networkCount, offerCount, categories } of entries) {
      const { networks: on, offers: byCategory } = wanted.get(name) ?? assert.fail(name);
      assert.equal(networkCount, on.size, name);
      assert.deepEqual(
        new Map(categories.map(({ key, count }) => [key, count])),
        new Map([...byCategory].map(([key, ids]) => [key, ids.size])),
      );
      assert.equal(
        offerCount,
        [...byCategory.values()].reduce((sum, ids) => sum + ids.size, 0),
      );
    }
  });

  it('are sorted by the number of their networks, within a category and a search', async () => {
    const sorting = encodeURIComponent('[{"id":"networkCount","desc":true}]');
    const { providers } = await read<{ providers: Entry[] }>(`/api/providers?category=apis&sorting=${sorting}`);
    assert.ok(providers.length > 1);
    assert.ok(providers.every(({ categories }) => categories.some(({ key }) => key === 'apis')));
    const counts = providers.map(({ networkCount }) => networkCount);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    const [{ name, slug } = { name: '', slug: '' }] = providers;
    const found = await read<{ providers: Entry[] }>(`/api/providers?search=${encodeURIComponent(name)}&fields=slug`);
    assert.ok(found.providers.some((entry) => entry.slug === slug));
    assert.deepEqual(Object.keys(found.providers[0] ?? {}), ['slug']);
  });

  it('have a profile and a page with every offer once', async () => {
    const wanted = expected();
    const { providers } = await read<{ providers: Entry[] }>('/api/providers?category=apis&pageSize=3');
    for (const { slug, name } of providers) {
      const { networks, offers: byCategory } = wanted.get(name) ?? assert.fail(name);
      const profile = await read<Profile>(`/api/providers/${slug}`);
      assert.deepEqual(new Set(profile.networks), networks);
      for (const { key, offers } of profile.categories) {
        const ids = offers.map((offer) => `${name}\n${offer.slug}`);
        assert.deepEqual(ids.toSorted(), [...(byCategory.get(key) ?? [])].toSorted());
      }
      const page = await service.get(`/providers/${slug}`, asBrowser);
      assert.equal(page.status, 200);
      assert.match(page.text, /(?:On \d+ networks?|Offered for all networks)/, `${name}: networks`);
    }
  });

  it('are not found under an unknown slug or with unknown parameters', async () => {
    const [{ slug } = { slug: '' }] = (await read<{ providers: Entry[] }>('/api/providers')).providers;
    assert.equal(readFailure(await service.get(`/api/providers/${slug}x`), 404).suggestion, slug);
    assert.equal(
      readFailure(await service.get('/api/providers?sorting=[{"id":"networkCoun"}]'), 400).suggestion,
      'networkCount',
    );
    assert.equal(readFailure(await service.get('/api/providers?field=slug'), 400).suggestion, 'fields');
  });
});
