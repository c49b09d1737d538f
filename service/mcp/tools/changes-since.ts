/** changes_since: what changed in the directory, newest first. */
import * as z from 'zod';
import { knownCell } from '../../../model/placeholders.ts';
import { newsParameters, newsQuery } from '../../api/changes.ts';
import { type ChangesQuery, findChanges } from '../../query/changes/changes.ts';
import { hasOffers } from '../../query/offers/providers.ts';
import { parseValues } from '../../query/params.ts';
import type { LoggedChange } from '../../snapshot/changes/change-log.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import type { Answer, AnswerCell } from '../answer.ts';
import { readCategory } from '../offers.ts';
import { bare, inAnyCase, limitSchema, namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  since: z.string().optional().describe('Snapshot id, day or time'),
  network: namesSchema.optional(),
  category: z.string().optional(),
  provider: namesSchema.optional(),
  column: z.string().optional(),
  fact: bare(newsParameters.site.fact.element).optional(),
  scope: bare(newsParameters.site.scope),
  limit: limitSchema,
  offset: offsetSchema,
});

export const changesSinceTool = tool({
  name: 'changes_since',
  description: 'Changes of offers, newest first: prices, limits, who left a network.',
  input,
  run: answer,
});

function answer({ limit, offset, ...given }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const { changes: log, catalog } = snapshot;
  const { network, provider, category, column, ...texts } = given;
  const parameters = {
    ...texts,
    category: category === undefined ? undefined : readCategory(category, snapshot),
    column: column === undefined ? undefined : inAnyCase(column, catalog.columns.keys()),
    network,
    provider,
  };
  const query = newsQuery(parseValues(parameters, newsParameters.site), { snapshot, networks: [], urls });
  const found = findChanges(log, query);
  const addresses = query.facts.length > 0 && texts.fact === undefined ? countAddresses(snapshot, query) : 0;
  const page = found.slice(offset, offset + limit).map((place) => log.get(place, query.networks));
  return {
    title: `${plural(found.length, 'change')}${given.since === undefined ? '' : ` since ${given.since}`}.`,
    columns: ['at', 'slug', 'provider', 'column', 'before', 'after', 'fact', 'category', 'networks', 'chains'],
    rows: page.map(rowOf),
    total: found.length,
    offset,
    notes: [
      ...leftNote(found, query, snapshot),
      ...(addresses === 0 ? [] : [`Left out: ${plural(addresses, 'change')} of addresses (\`fact\` addresses).`]),
      ...(found.length > 0 ? [] : ['Nothing changed: ask for an earlier time, or for all networks and categories.']),
    ],
  };
}

function countAddresses({ changes: log }: Snapshot, query: ChangesQuery): number {
  return findChanges(log, { ...query, facts: ['addresses'] }).length;
}

/** Providers that lost offers on a network and have none there any more. */
function leftNote(found: readonly number[], query: ChangesQuery, snapshot: Snapshot): string[] {
  const [network, another] = query.networks;
  if (network === undefined || another !== undefined || !query.facts.includes('removed')) return [];
  const { changes: log, catalog } = snapshot;
  const removed = found.filter((index) => log.fact(index) === 'removed');
  const names = new Set(removed.flatMap((index) => log.textOf('provider', index) ?? []));
  const isListed = catalog.networks.has(network);
  const left = [...names].filter((name) => !isListed || !hasOffers(snapshot, name, network));
  const [none] = left;
  return none === undefined
    ? []
    : [`Providers without any offer left on ${catalog.networkName(network)}: ${left.join(', ')}.`];
}

/** Cells of rows that were added or removed are left out: find_offers has those that are there. */
function rowOf(change: LoggedChange): readonly AnswerCell[] {
  const { atMs, slug, provider, column, before, after, fact, category, networks, chains } = change;
  // A placeholder says nothing: it is a blank cell here, as in find_offers.
  const values = column === null ? [null, null] : [before, after].map((text) => knownCell(column, text));
  const day = new Date(atMs).toISOString().slice(0, 10);
  return [day, slug, provider, column, ...values, fact, category, { networks }, [...chains]];
}
