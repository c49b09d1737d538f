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
      const [name, given] = [quoteName(column.key), add(list)];
      return column.valueKind === 'array'
        ? `list_has_any(${name}, ${given})`
        : `list_contains(${given}, ${name})`;
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
  readonly values: readonly boolean[];
}

/** By lowercase spelling. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);
const allowed = ['true', 'false', '1', '0', 'Yes', 'No'];

export const flag: FilterKind<FlagFilter> = {
  parse(column, values) {
    const flags = values.map((value) => {
      const read = spellings.get(value.toLowerCase());
      if (read !== undefined) return read;
      throw filterError(`the filter "${column.key}" expects true or false, not "${value}"`, {
        allowed,
      });
    });
    return { kind: 'flag', column, values: [...new Set(flags)] };
  },

  toValues: ({ values }) => values.map(String),

  toSql({ column, values: [first, ...others] }) {
    const name = quoteName(column.key);
    if (others.length > 0) return `${name} IS NOT NULL`;
    return first === true ? name : `NOT ${name}`;
  },

  readForm: readFormValues,

  toForm: ({ column, values }) => ({ [formField(column.key)]: values.map(String) }),

  parts: ({ values }) => [
    { text: values.map((value) => (value ? 'Yes' : 'No')).join(' or '), rest: null },
  ],
};
