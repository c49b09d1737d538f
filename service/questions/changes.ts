/** Parameters of changes -> query of changes. Throws 400. */
import type * as z from 'zod';
import { foldText } from '../../common/fold.ts';
import { quoteName } from '../../common/sql.ts';
import { type ChangeFact, changeFacts } from '../../model/changes.ts';
import { changedTexts } from '../query/change-times.ts';
import type { ChangesQuery, Moment } from '../query/changes.ts';
import { readProviders } from '../query/names.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { type Condition, one, scopeTexts } from './conditions.ts';
import type { changes } from './parameters.ts';
import { unknownValue } from './parse.ts';

/**
 * Facts that pages and feeds tell: two of three changes are of addresses, which only those see who
 * ask for them.
 */
export function factsOfNews(
  { facts, column = null }: Pick<ChangesQuery, 'facts'> & Partial<ChangesQuery>,
  fields: string | undefined,
): ChangesQuery['facts'] {
  const isAsked = facts.length > 0 || column !== null || fields !== undefined;
  return isAsked ? facts : newsFacts;
}
const newsFacts = changeFacts.filter((fact) => fact !== 'addresses');

/** Words of the facts that changes are about. */
export const factLabels = {
  price: 'Prices',
  limits: 'Limits',
  chains: 'Chains',
  added: 'Added offers',
  removed: 'Removed offers',
  answers: 'Answers to probes',
  addresses: 'Addresses',
  other: 'Other facts',
} as const satisfies Readonly<Record<ChangeFact, string>>;

/**
 * Conditions of changes. `network`: names of the request, because a deployment of some networks is
 * no condition of it; `fields`: what a list of news tells besides.
 */
export function changesConditions(
  { catalog }: Pick<Snapshot, 'catalog'>,
  query: ChangesQuery,
  {
    network,
    fields,
  }: { readonly network: readonly string[]; readonly fields?: string | undefined },
): Condition[] {
  const { since, until, category, providers, slugs, kind, scope, column } = query;
  // Those that a list of news tells unless it is asked are no condition.
  const facts = query.facts === newsFacts ? [] : query.facts;
  const networks = network.length === 0 ? [] : query.networks;
  const texts = (text: string | null) => (text === null ? [] : [text]);
  return [
    ...one('since', 'Since', since === null ? [] : [momentText(since)]),
    ...one('until', 'Until', until === null ? [] : [momentText(until)]),
    ...one(
      'network',
      catalog.terms.On,
      networks.map((key) => catalog.networkName(key)),
    ),
    ...one('category', 'Category', texts(category && catalog.categoryLabel(category))),
    ...one('provider', 'Provider', providers),
    ...one('slug', 'Offer', slugs),
    ...one('scope', 'Offered for', texts(scope && scopeTexts(catalog.terms)[scope])),
    ...one('kind', 'Kind', texts(kind)),
    ...one('column', 'Column', texts(column && (catalog.columns.get(column)?.label ?? column))),
    ...one(
      'fact',
      'Changes of',
      facts.map((fact) => factLabels[fact].toLowerCase()),
    ),
    ...one('fields', 'Also', fields === undefined ? [] : fields.split(',')),
  ];
}

/** A snapshot by its id, a time as a day if it begins one. */
function momentText({ ms, snapshot }: Moment): string {
  return snapshot ?? new Date(ms).toISOString().replace('T00:00:00.000Z', '');
}

type ChangesParameters = z.infer<z.ZodObject<(typeof changes)['network']>>;

/** Replaces names by those of the snapshot and of its changes. `networks`: keys. */
export async function resolveChanges(
  parameters: ChangesParameters,
  networks: readonly string[],
  snapshot: Snapshot,
): Promise<ChangesQuery> {
  const {
    since = null,
    until = null,
    category = null,
    kind = null,
    scope = null,
    column = null,
  } = parameters;
  const { catalog } = snapshot;
  await assertKnown('category', category, { known: catalog.categoryKeys, snapshot });
  await assertKnown('column', column, { known: [...catalog.columns.keys()], snapshot });
  return {
    since,
    until,
    networks,
    category,
    kind,
    scope,
    facts: parameters.fact,
    column,
    providers: await readChangedProviders(parameters.provider, snapshot),
    slugs: offerSlugs(parameters.slug, snapshot),
  };
}

/** Changes can name categories and columns that the snapshot does not have any more. */
async function assertKnown(
  name: 'category' | 'column',
  value: string | null,
  { known, snapshot }: { readonly known: readonly string[]; readonly snapshot: Snapshot },
): Promise<void> {
  if (value === null || known.includes(value)) return;
  const allowed = [...new Set([...known, ...(await changedTexts(snapshot, quoteName(name)))])];
  if (!allowed.includes(value)) throw unknownValue(name, value, allowed);
}

/** A provider without offers in the snapshot is known by its name only. */
async function readChangedProviders(
  names: readonly string[],
  snapshot: Snapshot,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const known = snapshot.providerNames();
  const changed = (await changedTexts(snapshot, 'provider')).map(
    (name) => [foldText(name), name] as const,
  );
  const past = new Map(changed.filter(([folded]) => !known.has(folded)));
  const matches = names.flatMap(
    (name) => past.get(foldText(name)) ?? readProviders([name], snapshot),
  );
  return [...new Set(matches)];
}

/** Changes have slugs of offers: the slug of a listing stands for its offer. */
function offerSlugs(names: readonly string[], { offers }: Snapshot): readonly string[] {
  return [
    ...new Set(
      names.flatMap((slug) => [slug, ...Array.from(offers.named(slug), (offer) => offer.slug)]),
    ),
  ];
}
