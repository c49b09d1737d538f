/**
 * GET /api/changes and {network}/api/infrastructure-providers/changes: changes of rows, newest
 * first.
 */
import * as z from 'zod';
import { changeCauses, changeFacts, changeKinds } from '../../model/changes.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { scopes } from '../../model/rows.ts';
import { applied, appliedShape } from '../answers/applied.ts';
import { changedTexts, knownSince } from '../query/change-times.ts';
import { readCell, readCells } from '../query/changed-values.ts';
import {
  type ChangesQuery,
  countChanges,
  type LoggedChange,
  readChanges,
} from '../query/changes.ts';
import { flatPagination } from '../query/offers.ts';
import { paginationShape } from '../query/paging.ts';
import { changesConditions, factsOfNews, resolveChanges } from '../questions/changes.ts';
import { limitNetworks } from '../questions/offers.ts';
import { changeExtras, fieldsOf, paging, changes as selecting } from '../questions/parameters.ts';
import type { ParsedParameters } from '../questions/parse.ts';
import type { Place, Served } from '../questions/place.ts';
import { listHeaders, parseShape, pick, setListHeaders } from './lists.ts';
import { networkResource, type Request, resource } from './resource.ts';
import { cellShape, openShape, resultShape, timestampShape } from './shapes.ts';

const valueShape = z.union([cellShape, z.record(z.string(), cellShape)]).meta({
  id: 'ChangedValue',
  description: 'A cell; of an added or removed row, an object of the cells that are not blank.',
});

const changeShape = z
  .object({
    snapshot: z
      .string()
      .nullable()
      .describe(
        'Id of the snapshot with which the change was published; null for a change from the git history.',
      ),
    at: timestampShape.describe('Time of the snapshot, or of the commit.'),
    kind: openShape(changeKinds).describe(
      'What happened to the rows; only a changed row has a `column`.',
    ),
    category: z.string().describe('Category key.'),
    provider: z.string().nullable(),
    slug: z.string().describe('Slug of the offer; of the listing if it refers to no offer.'),
    networks: z
      .array(z.string())
      .describe(
        '{{Networks}} {{on}} which rows changed; with `network`, those of them that are named.',
      ),
    chains: z
      .array(z.string())
      .meta({ about: 'chains', description: 'Chains of the rows {{on}} these {{networks}}.' }),
    wholeOffer: z
      .boolean()
      .nullable()
      .describe(
        'Of an added or removed row: true if the offer has no other row {{on}} these {{networks}}, false if it does. Null for changed cells.',
      ),
    scope: openShape(scopes)
      .nullable()
      .describe(
        '`all-networks` if one of the rows is of all {{networks}}, else `network`; null if it is not known.',
      ),
    fact: openShape(changeFacts).describe('What the change is about.'),
    column: z
      .string()
      .nullable()
      .describe(
        'Key of the changed column; null for added and removed rows; `answering`, `answeringLink` or `quotation.<column>` for an address that stopped answering or lost its quoted words (`before`), or has them again (`after`).',
      ),
    before: valueShape,
    after: valueShape,
    cause: z.object({
      kind: openShape(changeCauses).describe('What was edited, or `probe`.'),
      files: z.array(z.string()).describe('Edited files of the sources.'),
    }),
    revision: z
      .string()
      .nullable()
      .describe('Git revision of the sources, null if it is not known.'),
  })
  .partial()
  .meta({
    id: 'Change',
    description:
      'One edit of one offer {{on}} all {{networks}} that it reaches. `fields` selects keys.',
  });

const described = {
  content: {
    'application/json': resultShape({
      changes: z.array(changeShape),
      pagination: paginationShape,
      applied: z.array(appliedShape).describe('Conditions of the request as they were applied.'),
      knownSince: timestampShape
        .nullable()
        .describe('Time of the first change that is known; null if none is.'),
      note: z
        .string()
        .optional()
        .describe(
          'Says that changes before `knownSince` are not known, if `since` is earlier or no change is known.',
        ),
    }),
  },
  headers: listHeaders,
};
const ownParameters = {
  ...paging,
  fields: fieldsOf('changes', 'at,provider,slug,column,before,after'),
};

/** Over all networks. */
export const changes = resource({
  ...described,
  path: '/api/changes',
  operationId: 'listChanges',
  summary: 'Changes of rows since the first snapshot, newest first.',
  parameters: { ...selecting.site, ...ownParameters },
  // With ONLY_NETWORK the resource of the site has requests of that network, and takes `network`
  // all the same.
  answer: (parameters, place, request) =>
    answerChanges(parameters, { ...place, networks: [] }, request),
});

/** On a network. */
export const networkChanges = networkResource({
  ...described,
  path: '/changes',
  operationId: 'listChangesOnNetwork',
  summary: 'Changes of rows {{on}} this {{network}} since the first snapshot, newest first.',
  parameters: { ...selecting.network, ...ownParameters },
  answer: answerChanges,
});

async function answerChanges(
  parameters: ChangesParameters & {
    readonly page: number;
    readonly pageSize: number;
    readonly fields?: string | undefined;
  },
  place: Place,
  { ctx }: Request,
) {
  const { snapshot, urls } = place;
  const query = await queryOf(parameters, place);
  const { fields } = parseShape(parameters, Object.keys(changeShape.shape));
  const { changes: total, providers } = await countChanges(snapshot, query);
  const pagination = flatPagination(parameters, { total, providers });
  const { page, pageSize } = parameters;
  const read = await readChanges(snapshot, query, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  setListHeaders(ctx, pagination, urls);
  const { columns } = snapshot.catalog;
  const known = await knownSince(snapshot, query);
  const conditions = changesConditions(snapshot, query, { network: parameters.network ?? [] });
  return {
    changes: read.map((change) => pick(presentChange(change, columns), fields)),
    pagination,
    applied: applied(snapshot, conditions, null),
    knownSince: known.at,
    ...(known.isEarlier ? { note: known.text } : {}),
  };
}

/** Parameters of a place that select changes. Those of a network have no `network`. */
type ChangesParameters = ParsedParameters<typeof selecting.network> & {
  readonly network?: readonly string[];
};

/** Limited to the network of the place. Throws 400. */
async function queryOf(parameters: ChangesParameters, place: Selecting): Promise<ChangesQuery> {
  const limited =
    place.networks.length > 0
      ? place.networks
      : await limitChanges(parameters.network ?? [], place);
  return resolveChanges(parameters, limited, place.snapshot);
}

type Selecting = Served & Pick<Place, 'networks'>;

/** Parameters of pages and feeds: they leave changes of addresses out unless asked. */
export const newsParameters = {
  network: { ...selecting.network, fields: changeExtras },
  site: { ...selecting.site, fields: changeExtras },
};

export async function newsQuery(
  parameters: ParsedParameters<typeof newsParameters.network>,
  place: Selecting,
): Promise<ChangesQuery> {
  const query = await queryOf(parameters, place);
  return { ...query, facts: factsOfNews(query, parameters.fields) };
}

/**
 * Keys of the networks that count; empty for all. Changes can name networks that the snapshot does
 * not have any more.
 */
async function limitChanges(names: readonly string[], served: Served): Promise<readonly string[]> {
  const { snapshot, urls } = served;
  const unknown = names.filter((name) => snapshot.catalog.networkNamed(name) === null);
  const keys = unknown.length === 0 ? [] : await changedTexts(snapshot, 'unnest(networks)');
  const gone = unknown.filter((name) => keys.includes(name) && urls.serves(name));
  const others = names.filter((name) => !gone.includes(name));
  return gone.length > 0 && others.length === 0
    ? gone
    : [...limitNetworks(others, served), ...gone];
}

function presentChange(
  change: LoggedChange,
  columns: ReadonlyMap<string, ColumnDefinition>,
): z.infer<typeof changeShape> {
  const { snapshot, atMs, kind, category, provider, slug, column, cause, revision } = change;
  const read = (text: string | null) =>
    text === null ? null : column === null ? readCells(text) : readCell(text, columns.get(column));
  return {
    snapshot,
    at: new Date(atMs).toISOString(),
    kind,
    category,
    provider,
    slug,
    networks: [...change.networks],
    chains: [...change.chains],
    wholeOffer: change.wholeOffer,
    scope: change.scope,
    fact: change.fact,
    column,
    before: read(change.before),
    after: read(change.after),
    cause: { kind: cause.kind, files: [...cause.files] },
    revision,
  };
}
