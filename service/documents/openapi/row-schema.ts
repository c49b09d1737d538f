/** Schema of a category's rows, from its columns; a column with few values lists them. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { FacetIndex } from '../../snapshot/facet-index.ts';
import { array, type JsonSchema, nullable, object, oneOf, string } from './schemas.ts';

/** More than these are no closed vocabulary. */
const maxEnum = 12;

export function buildRowSchema(columns: readonly ColumnDefinition[], facets: FacetIndex | undefined): JsonSchema {
  const network = { type: 'string', description: 'Network key.' };
  const cells = columns.map((column) => [column.key, cellSchema(column, fewValues(column, facets))] as const);
  return object({ network, ...Object.fromEntries(cells) });
}

/** The values of a column that has a filter and a closed vocabulary; null for free text. */
function fewValues({ key }: ColumnDefinition, facets: FacetIndex | undefined): readonly string[] | null {
  const index = facets?.columns.find(({ column }) => column.key === key);
  if (index?.kind !== 'values' || index.spellings.length === 0 || index.spellings.length > maxEnum) return null;
  return index.spellings.toSorted();
}

function cellSchema(column: ColumnDefinition, values: readonly string[] | null): JsonSchema {
  const description = column.description ?? column.label;
  if (column.valueKind === 'boolean') {
    const schema = { type: 'integer', enum: [0, 1], description };
    return column.core && !column.nullable ? schema : nullable(schema);
  }
  if (column.valueKind === 'array') return { ...nullable(array(values ? oneOf(values) : string)), description };
  const schema = { ...(values ? oneOf(values) : string), description };
  return column.key === 'slug' || column.key === 'provider' ? schema : nullable(schema);
}
