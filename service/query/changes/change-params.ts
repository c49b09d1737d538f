/** Parameters of changes -> query of changes. Throws 400. */
import type * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { changeFacts } from '../../../model/changes.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { readProviders } from '../names.ts';
import type { changes } from '../parameters.ts';
import { unknownValue } from '../params.ts';
import { type ChangesQuery, pastProviders } from './changes.ts';

/** Facts that pages and feeds tell: two of three changes are of addresses, which only those see who ask for them. */
export function toldFacts({ facts, column }: ChangesQuery, fields: string | undefined): ChangesQuery['facts'] {
  const isAsked = facts.length > 0 || column !== null || fields !== undefined;
  return isAsked ? facts : newsFacts;
}
const newsFacts = changeFacts.filter((fact) => fact !== 'addresses');

type GivenChanges = z.infer<z.ZodObject<(typeof changes)['network']>>;

/** Replaces names by those of the snapshot and of its changes. `networks`: keys. */
export function resolveChanges(given: GivenChanges, networks: readonly string[], snapshot: Snapshot): ChangesQuery {
  const { since = null, until = null, category = null, kind = null, scope = null, column = null } = given;
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
