/**
 * Filter of what the texts of a row mention, whichever column has it: rows with at least one of the
 * values, and none that begins with `!`.
 */
import { foldText } from '../../../common/fold.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { anyOf } from './any-of.ts';
import type { AddValue, FilterKind } from './kind.ts';

export interface MentionsFilter {
  readonly kind: 'mentions';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
}

/** Shorter values are whole words, or their plurals: `nft`, `nfts`. */
export const minPart = 6;

export const mentions: FilterKind<MentionsFilter> = {
  parse: (column, values) => ({ ...anyOf.parse(column, values), kind: 'mentions' }),

  toValues: ({ values }) => values,

  toSql({ values }, add) {
    const wanted = values.filter((value) => !value.startsWith('!'));
    const refused = values.flatMap((value) => (value.startsWith('!') ? [value.slice(1)] : []));
    const either = wanted.map((value) => hasSql(value, add)).join(' OR ');
    return [
      ...(wanted.length === 0 ? [] : [`(${either})`]),
      ...refused.map((value) => `NOT ${hasSql(value, add)}`),
    ].join(' AND ');
  },

  readForm: anyOf.readForm,

  toForm: (filter) => anyOf.toForm({ ...filter, kind: 'anyOf' }),

  parts: (filter) =>
    anyOf.parts({ ...filter, kind: 'anyOf' }).map(({ text, rest }) => ({
      text,
      rest: rest && { ...filter, values: anyOf.toValues(rest) },
    })),
};

function hasSql(value: string, add: AddValue): string {
  const text = foldText(value);
  if (text.length >= minPart) return `contains(_text, ${add(text)})`;
  const word = text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
  return `regexp_matches(_text, ${add(`(^|[^\\pL\\pN])${word}s?($|[^\\pL\\pN])`)})`;
}
