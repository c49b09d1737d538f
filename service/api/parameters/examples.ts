/** Examples of parameters, taken from the snapshot, so that they find something. */
import { countBy } from '../../../common/group-by.ts';
import { mcpCategory } from '../../../model/connect.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import type { ParameterInput } from './input.ts';

type Examples = Omit<ParameterInput, 'categoryKeys'>;

const nothing = { exampleCategory: null, exampleProvider: null, exampleNetwork: null, exampleOffer: null } as const;

/** `apis` or the largest category of a network, or of the site, and the provider with the most rows in it. */
export function findExamples(snapshot: Snapshot, network: string | null): Examples {
  const { catalog, manifest } = snapshot;
  const metrics = network === null ? manifest.metrics.site : manifest.metrics.networks[network];
  const active = (metrics?.categories ?? []).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const category = (active.find(({ key }) => key === 'apis') ?? active[0])?.key;
  const exampleSnapshot = manifest.id;
  if (category === undefined) return { ...nothing, exampleSnapshot };
  const rows = snapshot.rowsOfListing(network, category);
  const [exampleProvider = null] = [...countBy(rows, (id) => snapshot.providerOf(id))]
    .toSorted(([, many], [, few]) => few - many)
    .flatMap(([name]) => catalog.providers.get(name) ?? []);
  const first = rows.find((id) => snapshot.providerOf(id) === exampleProvider?.name);
  if (first === undefined) return { ...nothing, exampleSnapshot, exampleCategory: category };
  const [listing = 0] = snapshot.listingIdsOf(first);
  const [server] = snapshot.rowsOfListing(network, mcpCategory);
  return {
    exampleSnapshot,
    exampleCategory: category,
    exampleProvider,
    exampleNetwork: network ?? catalog.networkKey(catalog.networkOfListing(listing)),
    exampleScope: snapshot.scopeOf(first),
    exampleOffer: snapshot.offers.of(first).slug,
    exampleServer: server === undefined ? null : snapshot.offers.of(server).slug,
  };
}
