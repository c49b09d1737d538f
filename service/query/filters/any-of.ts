/** Filter kind of text and list columns: rows that have at least one of the values, compared without case. */
import { toLowercase } from '../../../common/fold.ts';
import { quoteName } from '../../../common/sql.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { NumberIndex, ValueIndex } from '../../snapshot/texts/facet-index.ts';
import {
  type CountedValue,
  type FilterKind,
  type FilterPart,
  filterError,
  formField,
  type Matches,
  type ValueFacet,
} from './kind.ts';

export interface AnyOfFilter {
  readonly kind: 'anyOf';
  readonly column: ColumnDefinition;
  readonly values: readonly string[];
}

export const anyOf: FilterKind<AnyOfFilter> = {
  parse(column, values) {
    if (values.some((value) => value.trim() === '')) throw filterError(`the filter "${column.key}" has an empty value`);
    const bySpelling = new Map(values.toReversed().map((value) => [toLowercase(value), value]));
    return { kind: 'anyOf', column, values: [...bySpelling.values()].toReversed() };
  },

  toValues: ({ values }) => values,

  toSql({ column, values }, add) {
    const wanted = add(values.map(toLowercase));
    const name = quoteName(column.key);
    return column.valueKind === 'array' ? `list_has_any(${name}, ${wanted})` : `list_contains(${wanted}, ${name})`;
  },

  readForm: readFormValues,

  toForm: ({ column, values }) => ({ [formField(column.key)]: values }),

  parts: partsOfValues,

  count: countValues,
};

/** Values of the repeated field `f.<key>`, each once. */
export function readFormValues(key: string, form: URLSearchParams): readonly string[] {
  return [...new Set(form.getAll(formField(key)).filter((value) => value.trim() !== ''))];
}

/** Each value is a part. */
function partsOfValues<F extends { readonly values: readonly string[] }>(filter: F): FilterPart<F>[] {
  return filter.values.map((value) => {
    const values = filter.values.filter((other) => other !== value);
    return { text: value, rest: values.length === 0 ? null : { ...filter, values } };
  });
}

function assertValues(index: ValueIndex | NumberIndex): ValueIndex {
  if (index.kind === 'values') return index;
  throw new Error(`the column ${index.column.key} has no index of values`);
}

export function countValues(
  index: ValueIndex | NumberIndex,
  { ids, owners: { offer, provider }, items }: Matches,
): ValueFacet {
  const { column, values, partOf, offsets, numbers } = assertValues(index);
  const counted = [items, offer, provider].map((owners) => new DistinctCounts(owners, values.length));
  for (const id of ids) {
    const part = partOf(id);
    const end = offsets[part + 1] ?? 0;
    for (let at = offsets[part] ?? 0; at < end; at++) {
      for (const each of counted) each.add(numbers[at] ?? 0, id);
    }
  }
  return {
    kind: 'values',
    column,
    values: collect(
      values,
      counted.map(({ counts }) => counts),
    ),
  };
}

/** Counts of different owners by value. The rows of an owner are next to each other. */
class DistinctCounts {
  readonly counts: Int32Array;
  readonly #owners: Int32Array;
  readonly #last: Int32Array;

  constructor(owners: Int32Array, values: number) {
    this.#owners = owners;
    this.counts = new Int32Array(values);
    this.#last = new Int32Array(values).fill(-1);
  }

  add(value: number, id: number): void {
    const owner = this.#owners[id] ?? -1;
    if (this.#last[value] === owner) return;
    this.#last[value] = owner;
    this.counts[value] = (this.counts[value] ?? 0) + 1;
  }
}

/** Values with at least one row, most rows first. */
function collect(values: readonly string[], counts: readonly Int32Array[]): CountedValue[] {
  const found: CountedValue[] = [];
  for (const [number, value] of values.entries()) {
    const [count = 0, offersCount = 0, providersCount = 0] = counts.map((each) => each[number] ?? 0);
    if (count > 0) found.push({ value, count, offersCount, providersCount });
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
