/** Columns that tell the rows of a listing apart. What all rows have in common is one line above the table. */
import { labelsOnly } from '../../../../common/markdown-links.ts';
import type { ColumnDefinition } from '../../../../model/columns.ts';
import type { Facet } from '../../../query/filters/kind.ts';
import type { Row } from '../../../snapshot/catalog.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { presentPrice } from '../../../text/price.ts';
import { textsOf } from '../../shared/offer-table/cell.ts';

/** Fewer offers are compared at a glance, with all their columns. */
const fewOffers = 4;
/** A column of which fewer rows have a value is empty on most pages. */
const rareShare = 0.1;

interface CommonInput {
  readonly snapshot: Snapshot;
  /** Rows of the listing. */
  readonly ids: readonly number[];
  /** Their facets. */
  readonly facets: readonly Facet[];
}

/** Columns whose value is the same in each row. */
export function commonColumns({ snapshot, ids, facets }: CommonInput): ReadonlySet<ColumnDefinition> {
  if (snapshot.countOffers(ids) < fewOffers) return new Set();
  return new Set(facets.filter((facet) => isCommon(facet, ids.length)).map(({ column }) => column));
}

function isCommon(facet: Facet, rows: number): boolean {
  if (facet.kind === 'numbers') return facet.count === rows && facet.min !== null && facet.min === facet.max;
  const [value, ...others] = facet.values;
  return value?.count === rows && others.length === 0;
}

/** Columns that nearly no row has a value in. */
export function rareColumns({ snapshot, ids, facets }: CommonInput, category: string): ReadonlySet<ColumnDefinition> {
  const { filled } = snapshot.facetIndex(category);
  const countOf = (facet: Facet) => {
    if (facet.kind === 'values') return facet.values.reduce((sum, { count }) => sum + count, 0);
    const index = filled.get(facet.column.key);
    return index === undefined ? facet.count : ids.filter((id) => index.filled[index.partOf(id)] === 1).length;
  };
  return new Set(facets.filter((facet) => countOf(facet) < ids.length * rareShare).map(({ column }) => column));
}

/** `no trial`, `price $0`, `Free` */
export function describeCommon({ label, cellType, valueKind, key }: ColumnDefinition, row: Row): string {
  const name = /^.[A-Z\d]/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const text = textsOf(row[key]).map(labelsOnly).join(', ');
  if (valueKind === 'boolean') return `${row[key] === 1 ? 'with' : 'no'} ${name}`;
  if (cellType === 'planType') return text;
  if (cellType !== 'numericRange') return `${name} ${text}`;
  const { amount, per, quiet } = presentPrice(text);
  return `${name} ${quiet ?? `${amount}${per === null || amount === '$0' ? '' : ` ${per}`}`}`;
}
