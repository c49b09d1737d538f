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

/**
 * Whole words, or their plurals, joined or apart: `nft`, `nfts`; `erc-20`, `ERC20`. The longest of
 * them is looked for first, because DuckDB finds a text in a tenth of the time.
 */
function hasSql(value: string, add: AddValue): string {
  const longest = wordsOf(value).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return `(contains(_text, ${add(longest)}) AND regexp_matches(_text, ${add(mentionPattern(value))}))`;
}

function wordsOf(value: string): string[] {
  return foldText(value)
    .split(/[\s\-_]+/)
    .filter((word) => word !== '');
}

/** Pattern of a value in folded text, in the common syntax of RE2 and JavaScript. */
export function mentionPattern(value: string): string {
  // Both refuse to escape other signs.
  const words = wordsOf(value).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `(?:^|[^\\p{L}\\p{N}])${words.join('[ _-]?')}(?:e?s)?(?:$|[^\\p{L}\\p{N}])`;
}
