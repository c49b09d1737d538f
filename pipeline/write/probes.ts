/** probes.parquet: what the sources state that can be probed, with what was read of it. */
import path from 'node:path';
import { groupBy } from '../../common/group-by.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import { answeringColumn, answeringLinkColumn, quotationColumn } from '../../model/changes.ts';
import { snapshotPaths } from '../../model/manifest.ts';
import {
  capabilityKeys,
  type ProbeTarget,
  recentDays,
  silentResults,
  stoppedAfter,
  targetColumns,
} from '../../model/probes.ts';
import {
  confirmationsTable,
  describeDefinition,
  measurementsTable,
  type Table,
} from '../../model/tables.ts';
import type { Turn } from '../compare/describe-changes.ts';
import { targetKey } from '../probe/reading.ts';
import { Database, parquet } from '../snapshot/database.ts';
import type { NewFiles } from '../snapshot/new-files.ts';
import type { Content, Resolved } from '../sources.ts';
import { keep, readKept } from './kept-figures.ts';
import { listMeasurements, type Measures, type MeasuresInput, measure } from './measures.ts';
import { isGood, readingsName, readingsTable } from './probe-files.ts';

export interface ProbesInput {
  readonly build: string;
  /** Their files. */
  readonly readings: readonly string[];
  readonly resolved: Pick<Resolved, 'contents'>;
  /** Each one once. */
  readonly targets: readonly ProbeTarget[];
  /** Rows that state an endpoint, a server or a link, by the JSON of its target columns. */
  readonly contents: ReadonlyMap<string, ReadonlySet<Content>>;
  readonly measures: Measures;
}

type ContentsInput = Pick<ProbesInput, 'resolved' | 'contents'>;

/** Columns of the figures of a target, which are in the table `measured`. */
const figures = ['measure', 'byPlace', 'daily'];

const target = targetColumns.map(quoteName).join(', ');
/** Condition of a join with the targets `p`. */
const isSameTarget = (other: 's' | 'd' | 'j' | 'l') =>
  targetColumns
    .map((name) => `${other}.${quoteName(name)} IS NOT DISTINCT FROM p.${quoteName(name)}`)
    .join(' AND ');

/** What is published of the last reading. */
const ofLast =
  'result detail finalAddress chainId blocksBehind archive protocolVersion tools'.split(' ');

/**
 * Files are written without readings too, empty, so that no reader needs to ask whether they are
 * there.
 */
export async function writeProbes(input: ProbesInput, files: NewFiles): Promise<void> {
  const { readings, measures } = input;
  const { database } = files;
  const stated = await database.writeRecords('stated', stateTargets(input));
  const measurements = await database.writeRecords(
    'measurements',
    listMeasurements(input.resolved.contents, measures),
  );
  const parts = [JSON.stringify(readings.map(readingsName)), stated.sha256, measures.identity];
  const probes = describeDefinition('probes', files.writer.wording);
  const tables = [
    { table: probes, query: selectProbes(probes) },
    { table: confirmationsTable, query: selectConfirmations },
    { table: measurementsTable, query: selectMeasurements },
  ].map((each) => ({
    ...each,
    inputs: files.inputsOf(each.table, [...parts, measurements.sha256]),
  }));
  const missing = tables.filter((each) => !files.linkTable(each.table, each.inputs));
  if (missing.length === 0) return;
  const types = Object.fromEntries(targetColumns.map((name) => [name, 'VARCHAR']));
  await database.loadFile(
    'stated',
    { number: 'INTEGER', ...types, contents: 'INTEGER[]', needsKey: 'BOOLEAN', group: 'INTEGER' },
    stated,
  );
  const measured = { _content: 'INTEGER', filled: 'VARCHAR[]', group: 'INTEGER' };
  await database.loadFile('measurements', measured, measurements);
  await loadProbed(input, database);
  for (const { table, inputs, query } of missing) await files.writeTable(table, inputs, query);
}

/** Makes the table `probed`: what was read of each target. */
async function loadProbed(
  { build, readings }: Pick<ProbesInput, 'build' | 'readings'>,
  database: Database,
): Promise<void> {
  const kept = { build, readings, name: 'targets', query: summarize(readings) };
  if (await readKept(kept, 'probed', database)) return;
  await database.query(`CREATE TABLE probed AS ${kept.query}`);
  if (readings.length > 0) await keep(kept, 'probed', database);
}

/** Computes the figures of a build before it, at the end of a run, so that the build reads them. */
export async function prepareFigures(
  input: MeasuresInput,
  { folder }: { readonly folder: string },
): Promise<void> {
  const database = await Database.open(folder);
  try {
    await measure(input, database);
    await loadProbed(input, database);
  } finally {
    await database.close();
  }
}

/**
 * Targets with the numbers of the contents that they confirm. A link confirms none: a page that
 * answers says nothing of an offer.
 */
function* stateTargets(input: ProbesInput): Generator<Record<string, unknown>> {
  const numbers = new Map(input.resolved.contents.map((content, number) => [content, number]));
  const contentsOf = contentsFinder(input);
  for (const [number, each] of input.targets.entries()) {
    const { kind, address, expected, category, slug, column } = each;
    const stating =
      kind === 'link' ? [] : Array.from(contentsOf(each), (content) => numbers.get(content) ?? -1);
    const { group = null } = input.measures.ofTargets.get(targetKey(each)) ?? {};
    const named = { number, kind, address, expected, category, slug, column };
    const needsKey = 'keyOf' in each;
    yield { ...named, contents: stating, needsKey, group };
  }
}

/** Finds the contents that state a target. */
function contentsFinder({
  resolved,
  contents,
}: ContentsInput): (target: ProbeTarget) => Iterable<Content> {
  const quoted = groupBy(
    resolved.contents,
    ({ category, offerSlug }) => `${category} ${offerSlug}`,
  );
  return (target) =>
    target.kind === 'quotation'
      ? (quoted.get(`${target.category} ${target.slug}`) ?? [])
      : (contents.get(JSON.stringify(targetColumns.map((name) => target[name]))) ?? []);
}

/** Of a reading, with its day; null if they were not asked. */
const capabilities = `CASE WHEN capabilities IS NOT NULL THEN struct_pack("day" := "at"::DATE, ${capabilityKeys
  .map((key) => `${key} := capabilities.${key}`)
  .join(', ')}) END`;

/**
 * One row for each target that was read. Days are counted from the last reading of all, so that the
 * same readings give the same rows.
 */
function summarize(readings: readonly string[]): string {
  const recent = `"at" > latest - INTERVAL ${recentDays} DAY`;
  const own = targetColumns.map((name) => `j.${quoteName(name)}`).join(', ');
  return `WITH judged AS MATERIALIZED (SELECT ${target}, "at", "at"::DATE AS "day", firstAt, coalesce(times, 1) AS times, onDays, latencyMs, ${isGood} AS good,
      struct_pack(${ofLast.join(', ')}) AS facts, ${capabilities} AS capabilities FROM ${readingsTable(readings)}),
    span AS (SELECT max("at") AS latest FROM judged),
    read AS (SELECT ${target}, arg_max(facts, "at") AS last, arg_max(capabilities, "at") AS capabilities,
      min(coalesce(firstAt, "at")) AS firstRead, max("at") AS lastRead, max("at") FILTER (WHERE good) AS lastConfirmed,
      count(*) FILTER (WHERE good IS NOT NULL AND ${recent}) AS readings,
      round(avg(good::INTEGER) FILTER (WHERE ${recent}), 4) AS goodShare,
      round(quantile_cont(latencyMs, [0.5, 0.95]) FILTER (WHERE good AND ${recent})[1], 1) AS latencyP50Ms,
      round(quantile_cont(latencyMs, [0.5, 0.95]) FILTER (WHERE good AND ${recent})[2], 1) AS latencyP95Ms
      FROM judged, span GROUP BY ${target}),
    lost AS (SELECT ${own}, sum(times)::BIGINT AS failures, coalesce(sum(onDays), 0)::BIGINT + count(DISTINCT "day") FILTER (onDays IS NULL) AS failingDays
      FROM judged j JOIN read p ON ${isSameTarget('j')} WHERE NOT good AND "at" > coalesce(lastConfirmed, TIMESTAMP '1970-01-01') GROUP BY ALL),
    daily AS (SELECT ${target}, "day", round(median(latencyMs), 1) AS latencyMs FROM judged, span
      WHERE good AND latencyMs IS NOT NULL AND ${recent} GROUP BY ALL),
    days AS (SELECT ${target}, list(struct_pack("day" := "day", latencyMs := latencyMs) ORDER BY "day") AS latencies FROM daily GROUP BY ALL)
    SELECT p.*, d.latencies, coalesce(l.failures, 0) AS failures, coalesce(l.failingDays, 0) AS failingDays
    FROM read p LEFT JOIN days d ON ${isSameTarget('d')} LEFT JOIN lost l ON ${isSameTarget('l')}`;
}

function selectProbes({ columns }: Table): string {
  const { failures, days } = stoppedAfter;
  const silent = silentResults.map(quoteText).join(', ');
  const cells = columns.map(({ key, type }) => {
    if (targetColumns.some((name) => name === key)) return `s.${quoteName(key)}`;
    if (figures.includes(key)) return `m.${quoteName(key)}`;
    if (ofLast.includes(key)) return `p.last.${quoteName(key)}`;
    if (key === 'stopped')
      return `p.failures >= ${failures} AND p.failingDays >= ${days} AND p.last.result IN (${silent}) AS stopped`;
    return `p.${quoteName(key)}::${type} AS ${quoteName(key)}`;
  });
  return `SELECT ${cells.join(', ')} FROM stated s LEFT JOIN probed p ON ${isSameTarget('s')} LEFT JOIN measured m ON m."group" = s."group"
    WHERE NOT s.needsKey OR p.lastRead IS NOT NULL ORDER BY s.number`;
}

/**
 * Of a link and a quotation, a host that does not answer is no evidence, and what was never
 * confirmed is a problem of the sources and no change.
 */
function isLost(probe: 's' | 'p'): string {
  const { failures, days } = stoppedAfter;
  const lapsed = `${probe}.failures >= ${failures} AND ${probe}.failingDays >= ${days}`;
  const isKnown = `${lapsed} AND ${probe}.lastConfirmed IS NOT NULL AND ${probe}.result`;
  return `CASE s.kind WHEN 'link' THEN ${isKnown} IN ('dead', 'parked') WHEN 'quotation' THEN ${isKnown} = 'changed' ELSE ${probe}.stopped END`;
}

/** `s`: probes of the snapshot, `p`: of the one before. */
const turnSql = `CASE WHEN ${isLost('s')} AND ${isLost('p')} IS NOT TRUE THEN 'lost' WHEN ${isLost('p')} AND s.failures = 0 THEN 'back'
  WHEN s.kind = 'link' AND s.result = 'moved' AND p.result IN ('answered', 'moved') AND s.finalAddress IS DISTINCT FROM p.finalAddress
  THEN 'moved' END`;

/**
 * What stopped answering, answers again, moved, or lost or regained its quoted words since the
 * snapshot before. None if it has no probes.
 */
export async function findTurns(input: ContentsInput, files: NewFiles): Promise<Turn[]> {
  const { previous, database } = files;
  if (!previous?.manifest.files.some((file) => file.path === snapshotPaths.probes)) return [];
  const before = parquet(path.join(previous.folder, snapshotPaths.probes));
  const now = parquet(files.pathOf(snapshotPaths.probes));
  const rows = await database.query(
    `SELECT to_json(t)::VARCHAR FROM (SELECT ${turnSql} AS turn, s.finalAddress, ${targetColumns.map((name) => `s.${quoteName(name)}`).join(', ')}
     FROM ${now} s LEFT JOIN ${before} p ON ${isSameTarget('s')}) t WHERE turn IS NOT NULL ORDER BY ALL`,
  );
  const contentsOf = contentsFinder(input);
  const turns = new Map<string, Turn & { readonly contents: Set<Content> }>();
  for (const [json] of rows) {
    const found = JSON.parse(String(json)) as FoundTurn;
    const cells = cellsOf(found);
    // An address can be stated for several chains.
    const turn = turns.get(JSON.stringify(cells)) ?? { ...cells, contents: new Set() };
    for (const content of contentsOf(found)) turn.contents.add(content);
    turns.set(JSON.stringify(cells), turn);
  }
  return [...turns.values()];
}

interface FoundTurn extends ProbeTarget {
  readonly turn: 'lost' | 'back' | 'moved';
  readonly finalAddress: string | null;
}

function cellsOf({ kind, address, column, turn, finalAddress }: FoundTurn): Omit<Turn, 'contents'> {
  const names = {
    endpoint: answeringColumn,
    mcp: answeringColumn,
    link: answeringLinkColumn,
  } as const;
  return {
    column: kind === 'quotation' ? quotationColumn(column ?? '') : names[kind],
    before: turn === 'back' ? null : address,
    after: turn === 'back' ? address : turn === 'moved' ? finalAddress : null,
  };
}

const selectConfirmations = `SELECT s._content, max(p.lastConfirmed) AS confirmedAt
  FROM (SELECT *, unnest(contents) AS _content FROM stated) s JOIN probed p ON ${isSameTarget('s')}
  WHERE p.lastConfirmed IS NOT NULL GROUP BY 1 ORDER BY 1`;

const selectMeasurements = `SELECT _content, filled, ${figures.join(', ')}
  FROM measurements JOIN measured USING ("group") ORDER BY _content`;
