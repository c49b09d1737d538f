/** Figures of the readings of endpoints: of each target, and of each row that states some. */
import path from 'node:path';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { quoteName, quoteText } from '../../common/sql.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import {
  cellsToFill,
  daysType,
  isMeasured,
  limitColumns,
  type Measure,
  type MeasureFacts,
  measuredColumns,
  measureFacts,
  measureSchema,
  measureType,
  type StatedLimit,
} from '../../model/measures.ts';
import { minPeers, recentDays, targetColumns } from '../../model/probes.ts';
import { targetKey } from '../probe/reading.ts';
import type { Target, Targets } from '../probe/targets.ts';
import { compareText } from '../problem.ts';
import { Database } from '../snapshot/database.ts';
import type { Content } from '../sources.ts';
import { keep, readKept } from './kept-figures.ts';
import { isGood, listReadings, probesFolder, readingsName, readingsTable } from './probe-files.ts';

export interface MeasuresInput extends Pick<Targets, 'targets' | 'contents'> {
  readonly build: string;
  /** Their files. */
  readonly readings: readonly string[];
  readonly enough: { readonly readings: number; readonly days: number };
  readonly now: Date;
}

/** Figures of a group, whose other parts are in the row of this number of the table `measured`. */
export interface GroupMeasure {
  readonly group: number;
  readonly measure: MeasureFacts;
}

export interface Measures {
  /** Equal if the figures are. */
  readonly identity: string;
  /** By `targetKey`. */
  readonly ofTargets: ReadonlyMap<string, GroupMeasure>;
  readonly ofContents: ReadonlyMap<Content, GroupMeasure>;
}

/** Targets that are measured together: each alone, and those that one row states. */
interface Groups {
  readonly members: readonly (readonly Target[])[];
  /** Number of the group. */
  readonly ofTargets: ReadonlyMap<string, number>;
  readonly ofContents: ReadonlyMap<Content, number>;
}

/** Columns of the table `measured`, which `measure` makes. */
const figures = { measure: measureType, byPlace: `${measureType}[]`, daily: daysType } as const;

export async function measure(input: MeasuresInput, database: Database): Promise<Measures> {
  const { targets, contents, readings, enough } = input;
  const columns = Object.entries({ group: 'INTEGER', ...figures });
  const typed = columns.map(([name, type]) => `${quoteName(name)} ${type}`);
  await database.query(`CREATE TABLE measured (${typed.join(', ')})`);
  const endpoints = targets.filter(({ kind }) => kind === 'endpoint');
  const groups = groupTargets(endpoints, contents);
  const found = new Map<number, MeasureFacts>();
  if (readings.length > 0 && endpoints.length > 0) {
    await keepFigures(input, groups, database);
    await database.query(`INSERT INTO measured ${selectMeasured(input)}`);
    for (const [group, ...cells] of await database.query(selectFacts))
      found.set(
        Number(group),
        Object.fromEntries(measureFacts.map((key, at) => [key, cells[at]])) as MeasureFacts,
      );
  }
  const collect = <K>(map: ReadonlyMap<K, number>) =>
    new Map(
      [...map].flatMap(([key, group]) => {
        const own = found.get(group);
        return own === undefined ? [] : [[key, { group, measure: own }] as const];
      }),
    );
  const filled = Array.from(found, ([group, own]) => [group, Object.values(cellsToFill(own))]);
  return {
    identity: JSON.stringify([readings.map(readingsName), enough, filled]),
    ofTargets: collect(groups.ofTargets),
    ofContents: collect(groups.ofContents),
  };
}

/** The same of the readings of a build folder, outside of a build. */
export async function readMeasures(
  build: string,
  input: Omit<MeasuresInput, 'readings' | 'build'>,
): Promise<Measures> {
  const readings = await listReadings(build);
  const database = await Database.open(path.join(probesFolder(build), `.reading-${process.pid}`));
  try {
    return await measure({ ...input, build, readings }, database);
  } finally {
    await database.close();
  }
}

function groupTargets(targets: readonly Target[], contents: Targets['contents']): Groups {
  const members: Target[][] = targets.map((each) => [each]);
  const ofTargets = new Map(targets.map((each, at) => [targetKey(each), at]));
  const stated = new Map<Content, number[]>();
  for (const [key, at] of ofTargets)
    for (const content of contents.get(key) ?? []) getOrInsert(stated, content, () => []).push(at);
  const known = new Map<string, number>(targets.map((_target, at) => [String(at), at]));
  const groupOf = (own: readonly number[]) =>
    getOrInsert(known, own.join(), () => members.push(own.flatMap((at) => targets[at] ?? [])) - 1);
  const ofContents = new Map(Array.from(stated, ([content, own]) => [content, groupOf(own)]));
  return { members, ofTargets, ofContents };
}

/** The key of a group, which is equal in all builds. */
async function loadKeys({ members }: Groups, database: Database): Promise<void> {
  const keys = members.map((own) => own.map(targetKey).toSorted(compareText).join('\n'));
  await database.load(
    'groups',
    { group: 'INTEGER', key: 'VARCHAR' },
    keys.map((key, group) => ({ group, key })),
  );
}

/** Targets of the groups of these numbers. */
async function loadMembers(
  { members }: Groups,
  numbers: readonly number[],
  database: Database,
): Promise<void> {
  const types = Object.fromEntries(targetColumns.map((name) => [name, 'VARCHAR']));
  const records = numbers.flatMap((group) =>
    (members[group] ?? []).map((each) => ({ group, ...targetOf(each) })),
  );
  await database.load('members', { group: 'INTEGER', ...types }, records);
}

function targetOf(target: Target): object {
  return Object.fromEntries(targetColumns.map((name) => [name, target[name]]));
}

/**
 * Makes the view `figures` of all groups. Those that were computed from the same readings before are
 * read: with 5,000 endpoints for a year a build takes 0.2 s of CPU instead of 1.3.
 */
async function keepFigures(
  { build, readings }: MeasuresInput,
  groups: Groups,
  database: Database,
): Promise<void> {
  const kept = { build, readings, name: 'groups', query: figuresSql(readings) };
  await loadKeys(groups, database);
  const isKnown = await readKept(kept, 'figures', database);
  const others = isKnown ? 'ANTI JOIN figures USING ("key")' : '';
  const missing = await database.query(`SELECT "group" FROM groups ${others}`);
  if (missing.length === 0) return;
  await loadMembers(
    groups,
    missing.map(([group]) => Number(group)),
    database,
  );
  const known = isKnown ? 'FROM figures UNION ALL' : '';
  await database.query(`CREATE TABLE computed AS ${known} (${kept.query})`);
  await database.query('CREATE OR REPLACE VIEW figures AS FROM computed');
  await keep(kept, 'computed', database);
}

/**
 * Figures of the members of each group. An endpoint that answers without an archive was up; one of
 * another chain was not. Days are counted from the last reading of all, so that the same readings give
 * the same figures.
 */
function figuresSql(readings: readonly string[]): string {
  const up = `CASE WHEN result = 'no-archive' THEN true ELSE ${isGood} END`;
  const compared = `count(blocksBehind) FILTER (peers >= ${minPeers})`;
  const cells = {
    readings: 'count(up)',
    answers: 'count(*) FILTER (up)',
    days: 'count(DISTINCT "day") FILTER (up IS NOT NULL)',
    firstDay: `min("day") FILTER (up IS NOT NULL)`,
    lastDay: `max("day") FILTER (up IS NOT NULL)`,
    places: 'coalesce(list_sort(list(DISTINCT place) FILTER (place IS NOT NULL)), [])',
    withKey: 'coalesce(bool_or(withKey), false)',
    uptime: 'round(100 * avg(up::INTEGER), 4)',
    latencyMs: 'round(median(latencyMs) FILTER (up), 1)',
    blocksBehind: `round(avg(blocksBehind) FILTER (peers >= ${minPeers}), 4)`,
    compared,
    notCompared: `CASE WHEN ${compared} > 0 THEN NULL WHEN max(peers) IS NULL THEN 'no head was compared'
      ELSE 'fewer than ${minPeers} endpoints of the chain in a round' END`,
    isEnough: 'false',
    logRange: lastFound('logRange'),
    batchSize: lastFound('batchSize'),
    logResults: lastFound('logResults'),
    limitsDay: 'max("day") FILTER (capabilities IS NOT NULL)',
  } satisfies Readonly<Record<keyof Measure, string>>;
  const packed = Object.entries(cells).map(([key, sql]) => `${quoteName(key)} := ${sql}`);
  const isSame = targetColumns
    .map((name) => `g.${quoteName(name)} IS NOT DISTINCT FROM r.${quoteName(name)}`)
    .join(' AND ');
  const table = readingsTable(readings);
  const day = `struct_pack("day" := "day", readings := readings, answers := answers, latencyMs := latencyMs)`;
  return `WITH latest AS (SELECT max("at") AS latest FROM ${table}),
    recent AS MATERIALIZED (SELECT g."group", "at"::DATE AS "day", place, withKey, ${up} AS up, latencyMs, blocksBehind, peers, "at", capabilities
      FROM ${table} r CROSS JOIN latest JOIN members g ON ${isSame} WHERE "at" > latest - INTERVAL ${recentDays} DAY),
    days AS (SELECT "group", "day", count(up) AS readings, count(*) FILTER (up) AS answers, round(median(latencyMs) FILTER (up), 1) AS latencyMs
      FROM recent GROUP BY ALL HAVING count(up) > 0),
    daily AS (SELECT "group", list(${day} ORDER BY "day") AS daily FROM days GROUP BY "group"),
    placed AS (SELECT "group", place, grouping(place) = 1 AS isAll, struct_pack(${packed.join(', ')}) AS measure
      FROM recent GROUP BY GROUPING SETS (("group"), ("group", place)) HAVING count(up) > 0),
    measures AS (SELECT "group", first(measure) FILTER (isAll) AS measure, list(measure ORDER BY place) FILTER (NOT isAll) AS byPlace
      FROM placed GROUP BY "group")
    SELECT "key", latest, measure::${figures.measure} AS measure,
      (CASE WHEN len(byPlace) > 1 THEN byPlace ELSE [] END)::${figures.byPlace} AS byPlace, daily::${figures.daily} AS daily
    FROM groups JOIN measures USING ("group") JOIN daily USING ("group") CROSS JOIN latest`;
}

/** SQL of what was found last of a limit. */
function lastFound(limit: StatedLimit): string {
  return `arg_max(capabilities.${limit}, "at") FILTER (capabilities.${limit} IS NOT NULL)`;
}

const selectFacts = `SELECT "group", ${measureFacts.map((key) => `measure.${key}::${factType(key)}`).join(', ')} FROM measured`;

/** A BIGINT would be no number. */
function factType(key: (typeof measureFacts)[number]): string {
  if (key === 'isEnough') return 'BOOLEAN';
  return /Day$/.test(key) ? 'VARCHAR' : 'DOUBLE';
}

/** What a build says of the figures: whether they are enough, and new enough, to fill cells. */
function selectMeasured({ enough, now }: MeasuresInput): string {
  const isFresh = `latest > ${quoteText(now.toISOString())}::TIMESTAMP - INTERVAL ${recentDays} DAY`;
  const judge = (figure: string) => {
    const isEnough = `${isFresh} AND ${figure}.readings >= ${enough.readings} AND ${figure}."days" >= ${enough.days}`;
    const sqlOf = (key: string) => {
      if (key === 'isEnough') return isEnough;
      const cell = `${figure}.${quoteName(key)}`;
      return Object.hasOwn(limitColumns, key) ? `CASE WHEN ${isFresh} THEN ${cell} END` : cell;
    };
    const cells = Object.keys(measureSchema.shape).map(
      (key) => `${quoteName(key)} := ${sqlOf(key)}`,
    );
    return `struct_pack(${cells.join(', ')})`;
  };
  return `SELECT "group", ${judge('measure')}, list_transform(byPlace, lambda m: ${judge('m')}), daily
    FROM groups JOIN figures USING ("key")`;
}

/** Cells and their numbers, by column. */
export type FilledCells = Readonly<Record<string, string | number | null>>;

/** The measured cells of a row that editors left blank, with their companions; null if none. */
export function filledCells(
  content: Content,
  { ofContents }: Measures,
  columns: readonly ColumnDefinition[],
): FilledCells | null {
  const measured = ofContents.get(content);
  if (measured === undefined) return null;
  const cells = cellsToFill(measured.measure);
  const filled = columns.flatMap((column) => {
    const cell = isMeasured(column.key) ? cells[column.key] : null;
    if (cell === null || (content.values[column.key] ?? null) !== null) return [];
    const range = { min: cell.value, max: cell.value };
    return [{ [column.key]: cell.text, ...companionValues(column, range) }];
  });
  return filled.length === 0 ? null : Object.assign({}, ...filled);
}

/** Rows that were measured: the columns that figures fill, and the group of their figures. */
export function* listMeasurements(
  contents: readonly Content[],
  measures: Measures,
): Iterable<object> {
  for (const [number, content] of contents.entries()) {
    const { group, measure } = measures.ofContents.get(content) ?? {};
    if (measure === undefined) continue;
    const isBlank = (column: string) =>
      Object.hasOwn(content.values, column) && content.values[column] === null;
    const cells = cellsToFill(measure);
    const filled = measuredColumns.filter((column) => cells[column] !== null && isBlank(column));
    yield { _content: number, filled, group };
  }
}
