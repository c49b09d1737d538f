/** Public URLs of the base that would break. */
import type { ChangedRow } from './compare-rows.ts';
import type { PlacedRow } from './match-rows.ts';
import type { DeadAddresses, Diff } from './schema.ts';
import { type State, slugOf, sorted } from './state.ts';

/** Public content of a network. */
interface Surface {
  readonly categories: ReadonlySet<string>;
  /** Slugs of providers with a row. A provider has a page on each network where it is listed. */
  readonly providers: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
}

export interface Changes {
  readonly removed: readonly PlacedRow[];
  readonly changed: readonly ChangedRow[];
  readonly definitions: Diff['definitions'];
}

export function findDeadAddresses(before: State, after: State, changes: Changes): DeadAddresses {
  const touched = findTouched(changes);
  const [old, now] = [surfacesOf(before, touched), surfacesOf(after, touched)];
  const left = new Set(after.networks.map(({ key }) => key));
  return {
    networks: sorted(before.networks.map(({ key }) => key)).filter((network) => !left.has(network)),
    pages: findLost('categories', old, now).map(([category, networks]) => ({ category, networks })),
    providers: findLost('providers', old, now).map(([slug, networks]) => ({ slug, networks })),
    offers: findLostOffers(changes.removed, now),
  };
}

/** Networks that can have lost something; null for all. The others keep their rows, and the providers of these rows. */
function findTouched({ removed, changed, definitions }: Changes): ReadonlySet<string> | null {
  if (definitions.some(({ kind }) => kind === 'provider')) return null;
  const moved = changed.filter(({ cells }) => cells.some(({ column }) => column === 'provider'));
  return new Set([...removed.map(({ network }) => network), ...moved.map(({ pair }) => pair.network)]);
}

function surfacesOf({ networks, definitions }: State, touched: ReadonlySet<string> | null): Map<string, Surface> {
  const slugs = new Map([...definitions.provider].map(([slug, { name }]) => [String(name), slug]));
  const looked = networks.filter(({ key }) => touched === null || touched.has(key));
  return new Map(
    looked.map(({ key, rows }) => {
      const names = new Set(rows.map(({ content }) => String(content.values.provider)));
      const surface: Surface = {
        categories: new Set(rows.map(({ content }) => content.category)),
        providers: new Set([...names].flatMap((name) => slugs.get(name) ?? [])),
        offers: new Set(rows.map(slugOf)),
      };
      return [key, surface];
    }),
  );
}

function findLost(
  what: 'categories' | 'providers',
  old: ReadonlyMap<string, Surface>,
  now: ReadonlyMap<string, Surface>,
): [string, string[]][] {
  const lost = new Grouped();
  for (const [network, surface] of old) {
    const left = now.get(network)?.[what];
    if (left) for (const name of surface[what]) if (!left.has(name)) lost.add(name, network);
  }
  return lost.list();
}

/** A URL stays valid if another category of the network has the slug. */
function findLostOffers(removed: readonly PlacedRow[], now: ReadonlyMap<string, Surface>): DeadAddresses['offers'] {
  const byCategory = new Map<string, Grouped>();
  for (const { network, row } of removed) {
    const slug = slugOf(row);
    if (now.get(network)?.offers.has(slug) !== false) continue;
    const { category } = row.content;
    const lost = byCategory.get(category) ?? new Grouped();
    byCategory.set(category, lost);
    lost.add(slug, network);
  }
  return sorted(byCategory.keys())
    .flatMap((category) =>
      (byCategory.get(category)?.list() ?? []).map(([slug, networks]) => ({ slug, category, networks })),
    )
    .toSorted((a, b) => b.networks.length - a.networks.length);
}

/** Lost URLs with their networks, most networks first. */
class Grouped {
  readonly #networks = new Map<string, Set<string>>();

  add(key: string, network: string): void {
    const networks = this.#networks.get(key) ?? new Set();
    this.#networks.set(key, networks.add(network));
  }

  list(): [string, string[]][] {
    const keys = sorted(this.#networks.keys());
    const lists = keys.map((key): [string, string[]] => [key, sorted(this.#networks.get(key) ?? [])]);
    return lists.toSorted(([, a], [, b]) => b.length - a.length);
  }
}
