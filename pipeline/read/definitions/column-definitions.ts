/** Reports columns that DuckDB cannot tell apart, and filters that cannot compare the cells of their column. */
import { type ColumnDefinition, filteredKinds, filterKinds, reservedNames } from '../../../model/columns.ts';
import { companionsOf } from '../../../model/companions.ts';
import { type AddProblem, bothPlaces, oneOf } from '../../problem.ts';
import { type Definition, sourcePaths } from '../../sources.ts';

type Column = Definition<ColumnDefinition>;

export function checkColumnDefinitions(columns: readonly Column[], add: AddProblem): void {
  checkNames(columns, add);
  for (const column of columns) checkFilter(column, add);
}

function checkFilter({ value: { filter, valueKind }, line }: Column, add: AddProblem): void {
  const allowed = filterKinds.filter((kind) => filteredKinds[kind].includes(valueKind));
  if (filter === null || allowed.includes(filter)) return;
  const message = `"${filter}" is no filter of a column of the kind ${valueKind}`;
  const place = { file: sourcePaths.columns, line, column: 'filter', value: filter };
  add({ ...place, rule: 'bad-definition', message, suggestion: `${oneOf(allowed)}, or blank` });
}

/** Names of columns count without case in DuckDB. Equal keys were reported when the file was read. */
function checkNames(columns: readonly Column[], add: AddProblem): void {
  const taken = new Map<string, { readonly name: string; readonly line: number | null }>(
    reservedNames.map((name) => [name.toLowerCase(), { name, line: null }]),
  );
  const named = columns.flatMap(({ value, line }) => [{ name: value.key, line }]);
  const numbers = columns.flatMap(({ value, line }) => companionsOf(value).map(({ key: name }) => ({ name, line })));
  for (const own of [...numbers, ...named]) {
    const other = taken.get(own.name.toLowerCase());
    if (other === undefined) taken.set(own.name.toLowerCase(), own);
    else report(own, other, add);
  }
}

function report(
  { name, line }: { readonly name: string; readonly line: number },
  other: { readonly name: string; readonly line: number | null },
  add: AddProblem,
): void {
  const place = { file: sourcePaths.columns, line };
  const places = other.line === null ? undefined : bothPlaces(place, { ...place, line: other.line }, 'key');
  const message = `"${name}" differs only in case from the column "${other.name}"`;
  const described = { ...place, column: 'key', value: name, message, suggestion: 'rename it' };
  add({ rule: 'duplicate-key', ...described, ...(places ? { places } : {}) });
}
