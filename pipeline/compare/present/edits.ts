/** Changes grouped into edits, most rows first, as a reviewer reads them. A row is in one edit only. */
import { groupBy } from '../../../common/group-by.ts';
import {
  type CauseKind,
  type Change,
  type ChangedPlace,
  causeKinds,
} from '../../../model/changes.ts';
import { compareText } from '../../problem.ts';
import type { Edit } from '../schema.ts';

/** A row with its changes: several cells, or the row itself. */
interface ChangedRow {
  readonly network: string;
  readonly category: string;
  readonly slug: string;
  readonly parts: readonly (readonly [change: Change, place: ChangedPlace])[];
}

export function groupEdits(changes: readonly Change[]): Edit[] {
  const groups = groupBy(rowsOf(changes), (row) => {
    const [change, place] = leading(row);
    return JSON.stringify([change.kind, ...Object.values(subjectOf(change, place))]);
  });
  return Array.from(groups.values(), buildEdit).toSorted(compareEdits);
}

/** Cells of a row are told together. */
function rowsOf(changes: readonly Change[]): ChangedRow[] {
  const parts = changes.flatMap((change) => change.rows.map((place) => [change, place] as const));
  const rows = groupBy(parts, ([{ kind, category }, { network, slug }]) =>
    JSON.stringify([kind, network, category, slug]),
  );
  return [...rows.values()].flatMap((all) => {
    const [[{ kind, category }, { network, slug }]] = all;
    // Sources with errors may have a slug twice.
    const groups = kind === 'changed' ? [all] : all.map((part) => [part]);
    return groups.map((own) => ({ network, category, slug, parts: own }));
  });
}

/** Of several causes, an edited offer counts first. */
const priority: readonly string[] = ['offer', 'all-networks-listing', 'listing', 'column'];

function leading({ parts }: ChangedRow): ChangedRow['parts'][number] {
  const [first] = parts.toSorted(
    ([a], [b]) => priority.indexOf(a.cause.kind) - priority.indexOf(b.cause.kind),
  );
  return first as ChangedRow['parts'][number];
}

type Subject = Pick<Edit['cause'], 'kind' | 'name' | 'category' | 'network'>;

/** What was edited. */
function subjectOf({ cause, category, slug, column }: Change, place: ChangedPlace): Subject {
  // A probe edits nothing.
  const kind = cause.kind as CauseKind;
  const { network, chain } = place;
  if (kind === 'network') return { kind, name: network, category: null, network: null };
  if (kind === 'chain') return { kind, name: chain ?? '', category: null, network };
  if (kind === 'column') return { kind, name: column ?? '', category: null, network: null };
  const names = { category, 'all-networks-listing': listingOf(place) };
  const name = kind === 'category' || kind === 'all-networks-listing' ? names[kind] : slug;
  return { kind, name, category, network: null };
}

/** Slug of the listing, without the chain that its copy for the chain appends. */
function listingOf({ slug, chain }: ChangedPlace): string {
  const ending = `-${chain}`;
  return slug.endsWith(ending) ? slug.slice(0, -ending.length) : slug;
}

function buildEdit(rows: readonly [ChangedRow, ...ChangedRow[]]): Edit {
  const [change, first] = leading(rows[0]);
  const subject = subjectOf(change, first);
  const parts = rows.flatMap((row) => row.parts);
  const places = new Map(
    parts.flatMap(([{ cause }, { place }]) =>
      place !== null && cause.kind === subject.kind ? [[`${place.file}:${place.line}`, place]] : [],
    ),
  );
  const keyOf = ({ column, before, after, cause }: Change) =>
    JSON.stringify([column, before, after, originOf(cause.kind)]);
  const cells = [
    ...groupBy(
      parts.filter(([{ column }]) => column !== null),
      ([each]) => keyOf(each),
    ),
  ].toSorted(([, a], [, b]) => b.length - a.length);
  const positions = new Map(cells.map(([key], position) => [key, position]));
  return {
    change: change.kind,
    cause: { ...subject, places: [...places.values()].toSorted(comparePlaces) },
    rows: rows.length,
    networks: new Set(rows.map(({ network }) => network)).size,
    cells: cells.map(([, own]) => {
      const [[{ column, before, after, cause }]] = own;
      const writtenIn = originOf(cause.kind);
      return { column: column ?? '', before, after, writtenIn, rows: own.length };
    }),
    items: rows.toSorted(compareRows).map(({ parts: own, ...row }) => {
      return { ...row, cells: own.flatMap(([each]) => positions.get(keyOf(each)) ?? []) };
    }),
  };
}

function originOf(cause: Change['cause']['kind']): Edit['cells'][number]['writtenIn'] {
  return cause === 'offer' || cause === 'column' ? cause : 'listing';
}

function compareRows(a: ChangedRow, b: ChangedRow): number {
  return (
    compareText(a.network, b.network) ||
    compareText(a.category, b.category) ||
    compareText(a.slug, b.slug)
  );
}

type Place = NonNullable<ChangedPlace['place']>;

function comparePlaces(a: Place, b: Place): number {
  return compareText(a.file, b.file) || a.line - b.line;
}

function compareEdits(a: Edit, b: Edit): number {
  return (
    b.rows - a.rows ||
    causeKinds.indexOf(a.cause.kind) - causeKinds.indexOf(b.cause.kind) ||
    compareText(a.cause.category ?? '', b.cause.category ?? '') ||
    compareText(a.cause.name, b.cause.name) ||
    compareText(a.change, b.change)
  );
}
