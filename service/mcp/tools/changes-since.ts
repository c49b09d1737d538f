/** changes_since: what changed in the directory, newest first. */
import { z } from 'zod';
import { changeFacts } from '../../../model/changes.ts';
import { readNewsRequest } from '../../api/changes.ts';
import type { RequestState } from '../../http/context.ts';
import { findChanges } from '../../query/changes/changes.ts';
import type { LoggedChange } from '../../snapshot/changes/change-log.ts';
import { plural } from '../../text/counts.ts';
import { queryOf } from '../../urls.ts';
import type { Answer, Cell } from '../answer.ts';
import { limitSchema, listOf, namesSchema, offsetSchema, type ToolContext, tool } from '../tool.ts';

const input = z.strictObject({
  since: z.string().optional().describe('Snapshot id, day or time'),
  network: namesSchema.optional(),
  category: z.string().optional(),
  provider: namesSchema.optional(),
  column: z.string().optional(),
  fact: z.enum(changeFacts).optional(),
  limit: limitSchema,
  offset: offsetSchema,
});

export const changesSinceTool = tool({
  name: 'changes_since',
  description: 'Added, removed and changed offers, such as prices; newest first.',
  input,
  run: answer,
});

function answer({ limit, offset, ...given }: z.infer<typeof input>, { snapshot, urls }: ToolContext): Answer {
  const { network, provider, ...texts } = given;
  const parameters = { ...texts, network: listOf(network), provider: listOf(provider) };
  const querystring = queryOf(parameters);
  const state = { network: null, snapshot } as RequestState;
  const { query } = readNewsRequest({ state, querystring }, {}, urls);
  const found = findChanges(snapshot.changes, query);
  const page = found.slice(offset, offset + limit).map((place) => snapshot.changes.get(place, query.networks));
  return {
    title: `${plural(found.length, 'change')}${given.since === undefined ? '' : ` since ${given.since}`}.`,
    columns: ['at', 'slug', 'provider', 'column', 'before', 'after', 'kind', 'category', 'networks'],
    rows: page.map(rowOf),
    total: found.length,
    offset,
    notes: found.length > 0 ? [] : ['Nothing changed: ask for an earlier time, or for all networks and categories.'],
  };
}

/** Cells of rows that were added or removed are left out: find_offers and the API have them. */
function rowOf({
  atMs,
  slug,
  provider,
  column,
  before,
  after,
  kind,
  category,
  networks,
}: LoggedChange): readonly Cell[] {
  const values = column === null ? [null, null] : [before, after];
  return [
    new Date(atMs).toISOString().slice(0, 10),
    slug,
    provider,
    column,
    ...values,
    kind,
    category,
    networks.length,
  ];
}
