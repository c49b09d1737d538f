/** Lines that an edit added or changed, with what they said before. */
import { getOrInsert } from '../../common/get-or-insert.ts';
import type { SourcePlace } from '../../model/rows.ts';
import { isSameValue, type Values } from '../../model/rows.ts';
import { type CheckContext, providerLines } from '../check/rule.ts';
import { lineSlug } from './line-identity.ts';

export interface EditedLine {
  readonly kind: 'provider' | 'offer' | 'listing';
  /** Blank for a provider. */
  readonly category: string;
  /** Null for a provider, an offer and a listing of all networks. */
  readonly network: string | null;
  readonly source: SourcePlace;
  readonly values: Values;
  /** Null for a new line. */
  readonly old: Values | null;
  /** With the cells of its offer; null for a line that refers to none. */
  readonly offer: Values | null;
  /** Columns with another value than before, and a value now. */
  readonly changed: readonly string[];
}

type PlainLine = Omit<EditedLine, 'old' | 'changed'>;

export function linesOf({ sources, resolved }: CheckContext): PlainLine[] {
  const none = { category: '', network: null, offer: null };
  const providers = providerLines(sources).map(({ source, provider }): PlainLine => {
    return { ...none, kind: 'provider', source, values: provider };
  });
  const offers = sources.offers.map(({ category, source, cells }): PlainLine => {
    return { ...none, kind: 'offer', category, source, values: cells.values };
  });
  const listings = sources.listings.map(({ category, network, source, cells }): PlainLine => {
    const { reference, values } = cells;
    const offer =
      reference.kind === 'offer' ? resolved.offers.get(category)?.get(reference.slug) : undefined;
    return {
      kind: 'listing',
      category,
      network,
      source,
      values,
      offer: offer?.cells.values ?? null,
    };
  });
  return [...providers, ...offers, ...listings];
}

/**
 * Lines are matched by file and slug. A line that another file had before, such as one of a renamed
 * network, was not edited.
 */
export function editedLines(
  before: readonly PlainLine[],
  after: readonly PlainLine[],
): EditedLine[] {
  const old = new Map<string, Map<string, Values>>();
  for (const { source, values } of before)
    getOrInsert(old, source.file, () => new Map<string, Values>()).set(lineSlug(values), values);
  const files = new Set(after.map(({ source }) => source.file));
  const gone = new Set(
    before
      .filter(({ source }) => !files.has(source.file))
      .map(({ values }) => JSON.stringify(values)),
  );
  return after.flatMap((line) => {
    const values = old.get(line.source.file)?.get(lineSlug(line.values)) ?? null;
    if (values === null && gone.size > 0 && gone.has(JSON.stringify(line.values))) return [];
    const changed = changedColumns(values, line.values);
    return changed.length === 0 ? [] : [{ ...line, old: values, changed }];
  });
}

function changedColumns(old: Values | null, now: Values): string[] {
  return Object.keys(now).filter((key) => {
    const value = now[key] ?? null;
    return value !== null && (old === null || !isSameValue(value, old[key] ?? null));
  });
}
