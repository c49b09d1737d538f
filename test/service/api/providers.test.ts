/** Providers over all networks have the offers of all rows. Their numbers are in questions.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { naiveTables } from '../../support/interface-naive.ts';
import { idOf } from '../../support/interface-offers.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { asBrowser } from '../../support/service-get.ts';

interface Entry {
  readonly slug: string;
  readonly name: string;
  readonly networkCount: number;
  readonly categories: readonly { readonly key: string; readonly count: number }[];
}

interface Profile {
  readonly networks: readonly string[];
  readonly categories: readonly { readonly key: string; readonly offers: readonly { readonly slug: string }[] }[];
}

describe('providers over all networks', () => {
  const service = useDescribedService(directory);
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

  it('are on the page with those first that most networks name, then by offers and name', async () => {
    const html = (await service.get('/providers', asBrowser)).text;
    const links = html.matchAll(/<h2 class="h3"><a href="\/providers\/([^"]*)"/g);
    const cards = Array.from(links, ([, slug = '']) => slug);
    const sorting = encodeURIComponent('[{"id":"namedNetworkCount","desc":true}]');
    const { providers } = await read<{ providers: Entry[] }>(
      `/api/providers?sorting=${sorting}&pageSize=${cards.length}`,
    );
    assert.ok(cards.length > 10);
    const slugs = providers.map(({ slug }) => slug);
    assert.deepEqual(cards, slugs);
  });
});
