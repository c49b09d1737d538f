/** Public URLs of the base that would break. */
import { groupBy } from '../../common/group-by.ts';
import type { PlacedRow } from './match-rows.ts';
import type { DeadAddresses } from './schema.ts';
import { type State, slugOf, sorted } from './state.ts';

/** Public content of a network. */
interface Surface {
  readonly categories: ReadonlySet<string>;
  /** Slugs of providers with a row. A provider has a page on each network where it is listed. */
  readonly providers: ReadonlySet<string>;
  readonly offers: ReadonlySet<string>;
}

export function findDeadAddresses(before: State, after: State, removed: readonly PlacedRow[]): DeadAddresses {
  const [old, now] = [surfacesOf(before), surfacesOf(after)];
  return {
    networks: sorted(old.keys()).filter((network) => !now.has(network)),
    pages: findLost('categories', old, now).map(([category, networks]) => ({ category, networks })),
    providers: findLost('providers', old, now).map(([slug, networks]) => ({ slug, networks })),
    offers: findLostOffers(removed, now),
  };
}

function surfacesOf({ networks, definitions }: State): Map<string, Surface> {
  const slugs = new Map([...definitions.provider].map(([slug, { name }]) => [String(name), slug]));
  return new Map(
    networks.map(({ key, rows }) => {
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
  const lost = [...old].flatMap(([network, surface]) => {
    const left = now.get(network)?.[what];
    return left === undefined
      ? []
      : [...surface[what]].filter((name) => !left.has(name)).map((name) => ({ name, network }));
  });
  return groupNetworks(lost);
}

/** A URL stays valid if another category of the network has the slug. */
function findLostOffers(removed: readonly PlacedRow[], now: ReadonlyMap<string, Surface>): DeadAddresses['offers'] {
  const lost = removed.filter(({ network, row }) => now.get(network)?.offers.has(slugOf(row)) === false);
  const byCategory = groupBy(lost, ({ row }) => row.content.category);
  return sorted(byCategory.keys())
    .flatMap((category) => {
      const names = (byCategory.get(category) ?? []).map(({ network, row }) => ({ name: slugOf(row), network }));
      return groupNetworks(names).map(([slug, networks]) => ({ slug, category, networks }));
    })
    .toSorted((a, b) => b.networks.length - a.networks.length);
}

/** Lost URLs with their networks, most networks first. */
function groupNetworks(lost: readonly { readonly name: string; readonly network: string }[]): [string, string[]][] {
  const groups = groupBy(lost, ({ name }) => name);
  const lists = sorted(groups.keys()).map((name): [string, string[]] => {
    return [name, sorted(new Set(groups.get(name)?.map(({ network }) => network)))];
  });
  return lists.toSorted(([, a], [, b]) => b.length - a.length);
}
