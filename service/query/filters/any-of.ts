/**
 * Filter kind of text and list columns: rows that have at least one of the values, and none that
 * begins with `!`, compared without case.
 */
import { toLowercase } from '../../../common/fold.ts';
import { quoteName } from '../../../common/sql.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type FilterKind, type FilterPart, filterError, formField } from './kind.ts';
import { blank, filledSql } from './presence.ts';

export interface AnyOfFilter {
  readonly kind: 'anyOf';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
}

export const anyOf: FilterKind<AnyOfFilter> = {
  parse(column, values) {
    if (values.some((value) => value.trim() === ''))
      throw filterError(`the filter "${column.key}" has an empty value`);
    const bySpelling = new Map(values.toReversed().map((value) => [toLowercase(value), value]));
    return { kind: 'anyOf', column, values: [...bySpelling.values()].toReversed() };
  },

  toValues: ({ values }) => values,

  toSql({ column, values }, add) {
    const texts = values.map(toLowercase);
    const wanted = texts.filter((text) => !text.startsWith('!'));
    const refused = texts
      .filter((text) => text !== blank && text.startsWith('!'))
      .map((text) => text.slice(1));
    const has = (list: readonly string[]) => {
      const [name, listed] = [quoteName(column.key), add(list)];
      return column.valueKind === 'array'
        ? `list_has_any(${name}, ${listed})`
        : `list_contains(${listed}, ${name})`;
    };
    const either = [
      ...(wanted.length === 0 ? [] : [has(wanted)]),
      ...(texts.includes(blank) ? [`NOT ${filledSql(column)}`] : []),
    ];
    const none = refused.length === 0 ? [] : [`NOT coalesce(${has(refused)}, false)`];
    return [...(either.length > 1 ? [`(${either.join(' OR ')})`] : either), ...none].join(' AND ');
  },

  readForm: readFormValues,

  toForm: ({ column, values }) => ({ [formField(column.key)]: values }),

  parts: partsOfValues,
};

/** Values of the repeated field `f.<key>`, each once. */
function readFormValues(key: string, form: URLSearchParams): readonly string[] {
  return [...new Set(form.getAll(formField(key)).filter((value) => value.trim() !== ''))];
}

/** Each value is a part. */
function partsOfValues<F extends { readonly values: readonly string[] }>(
  filter: F,
): FilterPart<F>[] {
  return filter.values.map((value) => {
    const values = filter.values.filter((other) => other !== value);
    return {
      text: value === blank ? 'blank' : value.replace(/^!/, 'not '),
      rest: values.length === 0 ? null : { ...filter, values },
    };
  });
}

export interface FlagFilter {
  readonly kind: 'flag';
  readonly column: ColumnDefinition;
  /** Cells that match; null is a blank one. */
  readonly values: readonly (boolean | null)[];
}

/** By lowercase spelling. */
const spellings: ReadonlyMap<string, readonly (boolean | null)[]> = new Map<string, boolean[]>([
  ...['true', '1', 'yes'].map((text): [string, boolean[]] => [text, [true]]),
  ...['false', '0', 'no'].map((text): [string, boolean[]] => [text, [false]]),
  ['*', [true, false]],
]);
const allowed = ['true', 'false', '1', '0', 'Yes', 'No', '!true', '!false'];
const cells = [true, false, null] as const;

export const flag: FilterKind<FlagFilter> = {
  parse(column, values) {
    const read = (value: string) => {
      const spelled = spellings.get(value.toLowerCase());
      if (spelled !== undefined) return spelled;
      throw filterError(`the filter "${column.key}" expects true or false, not "${value}"`, {
        allowed,
      });
    };
    const refused = values.flatMap((value) =>
      value !== blank && value.startsWith('!') ? read(value.slice(1)) : [],
    );
    const wanted = values.flatMap((value) => {
      if (value === blank) return [null];
      return value.startsWith('!') ? [] : read(value);
    });
    const among: readonly (boolean | null)[] = wanted.length === 0 ? cells : wanted;
    const refusedCells = cells.filter((cell) => among.includes(cell) && !refused.includes(cell));
    return { kind: 'flag', column, values: refusedCells };
  },

  toValues: ({ values }) =>
    values.length === 0
      ? ['true', '!true']
      : values.map((cell) => (cell === null ? blank : String(cell))),

  toSql({ column, values }) {
    const name = quoteName(column.key);
    const [first, second] = values;
    if (values.length === 1)
      return first === null ? `${name} IS NULL` : `${first === true ? '' : 'NOT '}${name}`;
    if (values.length === 2)
      return second === null ? `${name} IS NOT ${first !== true}` : `${name} IS NOT NULL`;
    return String(values.length === 3);
  },

  readForm: readFormValues,

  toForm: ({ column, values }) => ({
    [formField(column.key)]: flag.toValues({ kind: 'flag', column, values }),
  }),

  parts: ({ values }) => [
    { text: values.map(wordOf).join(' or ') || 'neither Yes nor No', rest: null },
  ],
};

function wordOf(cell: boolean | null): string {
  if (cell === null) return 'blank';
  return cell ? 'Yes' : 'No';
}
