/** Edited lines of the sources as rows: their cells with what an offer or listing inherits, the cells before, and their problems. Pure. */
import { type ColumnDefinition, columnsOfCategory, plainColumn } from '../model/columns.ts';
import { definitionColumns } from '../model/fixed-columns.ts';
import type { Value, Values } from '../model/rows.ts';
import type { Checked } from '../pipeline/check-sources.ts';
import { isEdited, linesOf } from '../pipeline/diff-base/edited-places.ts';
import { type Problem, type ProblemPlace, placesOf } from '../pipeline/problem.ts';
import { type CellFault, type Place, type Row, sourcePaths } from '../pipeline/sources.ts';

export interface EditedRow {
  readonly place: Place;
  readonly title: string;
  /** Provider, category and networks. */
  readonly details: string;
  readonly isNew: boolean;
  readonly cells: readonly EditedCell[];
  /** Problems of the whole line. */
  readonly problems: readonly Problem[];
}

export interface EditedCell {
  readonly column: ColumnDefinition;
  readonly value: Value;
  /** The text as written, if it cannot be read. */
  readonly unread: string | null;
  readonly isChanged: boolean;
  readonly before: Value;
  readonly problems: readonly Problem[];
}

/** `found`: problems of the sources. `appeared`: those of them that the edits brought. */
interface FoundProblems {
  readonly found: readonly Problem[];
  readonly appeared: readonly Problem[];
}

export interface Preview {
  readonly rows: readonly EditedRow[];
  /** New problems that no edited row shows. */
  readonly others: readonly Problem[];
}

export function previewEdits(before: Checked, now: Checked, { found, appeared }: FoundProblems): Preview {
  const [old, lines] = [linesOf(before.sources), linesOf(now.sources)];
  const known = new Map(linesIn(before).map((line) => [line.key, line]));
  const problems = new PlacedProblems(found);
  const edited = linesIn(now).filter(({ place }) => isEdited({ ...place, column: null }, old, lines));
  const rows = edited.map((line) => describeRow(line, known.get(line.key) ?? null, problems));
  const shown = new Set(rows.map(({ place }) => placeKey(place)));
  const isShown = (problem: Problem) => placesOf(problem).some((place) => shown.has(placeKey(place)));
  return { rows, others: appeared.filter((problem) => !isShown(problem)) };
}

interface Line {
  /** The same in another version of the sources. */
  readonly key: string;
  readonly place: Place;
  readonly title: string;
  readonly details: string;
  readonly columns: readonly ColumnDefinition[];
  readonly values: Values;
  readonly faults: readonly CellFault[];
}

function linesIn({ sources, resolved }: Checked): Line[] {
  const rows = new Map<string, Row>();
  for (const network of resolved.networks) for (const row of network.rows) rows.set(placeKey(row.source), row);
  const tables = [...sources.offers, ...sources.listings].map((entry): Line => {
    const { source, category, cells } = entry;
    const values = rows.get(placeKey(source))?.content.values ?? cells.values;
    const network = 'network' in entry ? (entry.network ?? 'all networks') : 'offer';
    const own = cells.reference.kind === 'offer' ? cells.reference.slug : '';
    return {
      key: `${source.file} ${cells.values.slug ?? own}`,
      place: source,
      title: String(cells.values.slug ?? own),
      details: [values.provider ?? '', category, network].filter((part) => part !== '').join(' · '),
      columns: columnsOfCategory(sources.meta.columns, category),
      values,
      faults: cells.faults,
    };
  });
  const providers = sources.providers.map(
    ({ value, line }): Line => ({
      key: `provider ${value.slug}`,
      place: { file: sourcePaths.providers, line },
      title: value.name,
      details: 'provider',
      columns: providerColumns,
      values: value,
      faults: [],
    }),
  );
  return [...tables, ...providers];
}

function describeRow(line: Line, old: Line | null, problems: PlacedProblems): EditedRow {
  const { place, title, details, columns, values, faults } = line;
  const unread = new Map(faults.map((fault) => [fault.column, fault.value]));
  const cells = columns.map((column): EditedCell => {
    const [value = null, before = null] = [values[column.key], old?.values[column.key]];
    const isChanged = JSON.stringify(value) !== JSON.stringify(before) || unread.has(column.key);
    const own = problems.at({ ...place, column: column.key });
    return { column, value, unread: unread.get(column.key) ?? null, isChanged, before, problems: own };
  });
  const keys = new Set(columns.map(({ key }) => key));
  return {
    place,
    title,
    details,
    isNew: old === null,
    cells: cells.filter(({ value, isChanged, problems: own }) => value !== null || isChanged || own.length > 0),
    problems: problems.onLine(place).filter(({ column }) => column === null || !keys.has(column)),
  };
}

/** Problems by the places that they name. */
class PlacedProblems {
  readonly #byLine = new Map<string, { readonly problem: Problem; readonly place: ProblemPlace }[]>();

  constructor(problems: readonly Problem[]) {
    for (const problem of problems)
      for (const place of placesOf(problem)) {
        const key = placeKey(place);
        this.#byLine.set(key, [...(this.#byLine.get(key) ?? []), { problem, place }]);
      }
  }

  at(place: ProblemPlace): Problem[] {
    const onLine = this.#byLine.get(placeKey(place)) ?? [];
    return onLine.filter(({ place: { column } }) => column === place.column).map(({ problem }) => problem);
  }

  onLine(place: Place): Problem[] {
    return (this.#byLine.get(placeKey(place)) ?? []).map(({ problem, place: { column } }) => ({ ...problem, column }));
  }
}

function placeKey({ file, line }: Pick<ProblemPlace, 'file' | 'line'>): string {
  return `${file}:${line}`;
}

const providerColumns: readonly ColumnDefinition[] = Object.entries(definitionColumns.providers)
  .filter(([key]) => !key.startsWith('source'))
  .map(([key, [type, description]]) => ({
    ...plainColumn,
    key,
    label: key,
    description,
    cellType: key === 'description' ? 'description' : null,
    valueKind: type === 'BOOLEAN' ? 'boolean' : type.endsWith('[]') ? 'array' : 'string',
  }));
