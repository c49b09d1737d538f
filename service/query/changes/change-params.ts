/** Query string -> query of changes. Throws 400. */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { changeFacts, changeKinds } from '../../../model/changes.ts';
import { snapshotIdPattern } from '../../../model/manifest.ts';
import { scopes } from '../../../model/rows.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { limitsSchema, readProviders, repeatable } from '../names.ts';
import { parseParameters, rowsSchema, unknownValue } from '../params.ts';
import { type ChangesQuery, type Moment, pastProviders } from './changes.ts';

const momentError = 'must be an id of a snapshot, a day such as 2026-03-01 or a time such as 2026-03-01T12:00:00Z';
const dayMs = 24 * 60 * 60 * 1000;

const moment = (endOfDay: boolean) =>
  z
    .string()
    .transform((text, context) => {
      const found = parseMoment(text, endOfDay);
      if (found === null) context.addIssue({ code: 'custom', message: momentError });
      return found;
    })
    .default(null);

const changesSchema = limitsSchema.extend({
  since: moment(false),
  until: moment(true),
  category: z.string().optional(),
  kind: z.enum(changeKinds).optional(),
  scope: z.enum(scopes).optional(),
  fact: z.array(z.enum(changeFacts)).default([]),
  column: z.string().optional(),
});
/** What pages and feeds leave out and tell if `fields` asks for it. */
export const extraFields = ['addresses'] as const;
export const extraFieldsShape = { fields: z.enum(extraFields).optional() };

/** Facts that pages and feeds tell: two of three changes are of addresses, which only those see who ask for them. */
export function toldFacts({ facts, column }: ChangesQuery, fields: string | undefined): ChangesQuery['facts'] {
  const isAsked = facts.length > 0 || column !== null || fields !== undefined;
  return isAsked ? facts : newsFacts;
}
const newsFacts = changeFacts.filter((fact) => fact !== 'addresses');

/** Parameters of a list of changes with pages. */
export const pagingShape = rowsSchema.pick({ page: true, pageSize: true }).shape;

type GivenChanges = z.infer<typeof changesSchema>;

/**
 * Parameters that select changes, and `more`. `hasNetwork`: whether they can name networks; the address of a network
 * names its own.
 */
export function parseChangeParameters<M extends z.ZodRawShape>(
  queryString: string,
  more: M,
  hasNetwork: boolean,
): GivenChanges & z.infer<z.ZodObject<M>> {
  const { network, ...others } = changesSchema.shape;
  const schema = z.object({ ...(hasNetwork ? { network } : {}), ...others, ...more });
  const given: unknown = { network: [], ...parseParameters(queryString, schema, [...repeatable, 'fact']) };
  return given as GivenChanges & z.infer<z.ZodObject<M>>;
}

/** Null if the text is neither an id nor a time. A day ends with its last millisecond if `endOfDay`. */
function parseMoment(text: string, endOfDay: boolean): Moment | null {
  const isSnapshot = snapshotIdPattern.test(text);
  const isDay = z.iso.date().safeParse(text).success;
  if (!isSnapshot && !isDay && !z.iso.datetime({ offset: true }).safeParse(text).success) return null;
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-.*$/, '$1-$2-$3T$4:$5:$6.$7Z');
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return null;
  return { ms: isDay && endOfDay ? ms + dayMs - 1 : ms, snapshot: isSnapshot ? text : null };
}

/** Replaces names by those of the snapshot and of its changes. `networks`: keys. */
export function resolveChanges(given: GivenChanges, networks: readonly string[], snapshot: Snapshot): ChangesQuery {
  const { since, until, category = null, kind = null, scope = null, column = null } = given;
  const { changes: log, catalog } = snapshot;
  assertKnown('category', category, () => [...catalog.categoryKeys, ...log.textsOf('category')]);
  assertKnown('column', column, () => [...catalog.columns.keys(), ...log.textsOf('column')]);
  return {
    since,
    until,
    networks,
    category,
    kind,
    scope,
    facts: given.fact,
    column,
    providers: readChangedProviders(given.provider, snapshot),
    slugs: offerSlugs(given.slug, snapshot),
  };
}

function assertKnown(name: string, value: string | null, known: () => readonly string[]): void {
  if (value === null) return;
  const allowed = [...new Set(known())];
  if (!allowed.includes(value)) throw unknownValue(name, value, allowed);
}

/** A provider without offers in the snapshot is known by its name only. */
function readChangedProviders(given: readonly string[], snapshot: Snapshot): readonly string[] {
  if (given.length === 0) return [];
  const past = pastProviders(snapshot);
  const found = given.flatMap((name) => past.get(foldText(name)) ?? readProviders([name], snapshot));
  return [...new Set(found)];
}

/** Changes have slugs of offers: the slug of a listing stands for its offer. */
function offerSlugs(given: readonly string[], { offers }: Snapshot): readonly string[] {
  return [...new Set(given.flatMap((slug) => [slug, ...Array.from(offers.named(slug), (offer) => offer.slug)]))];
}
