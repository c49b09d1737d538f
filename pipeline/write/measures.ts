/** Figures of the readings of endpoints: of each target, and of each row that states some. */
import path from 'node:path';
import { getOrInsert } from '../../common/get-or-insert.ts';
import { quoteName } from '../../common/sql.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { companionValues } from '../../model/companions.ts';
import {
  isMeasured,
  type Measure,
  type Measured,
  type MeasuredDay,
  measuredCells,
  measuredColumns,
} from '../../model/measures.ts';
import { minPeers, recentDays, targetColumns } from '../../model/probes.ts';
import { targetKey } from '../probe/reading.ts';
import type { Target, Targets } from '../probe/targets.ts';
import type { Content } from '../sources.ts';
import { Database } from './database.ts';
import { isGood, listReadings, probesFolder, readingsTable } from './probe-files.ts';

export interface MeasuresInput extends Pick<Targets, 'targets' | 'contents'> {
  /** Their files. */
  readonly readings: readonly string[];
  readonly enough: { readonly readings: number; readonly days: number };
  readonly now: Date;
}

export interface Measures {
  /** By `targetKey`. */
  readonly ofTargets: ReadonlyMap<string, Measured>;
  readonly ofContents: ReadonlyMap<Content, Measured>;
}

export const noMeasures: Measures = { ofTargets: new Map(), ofContents: new Map() };

/** Targets that are measured together: each alone, and those that one row states. */
interface Groups {
  readonly members: readonly (readonly Target[])[];
  /** Number of the group. */
  readonly ofTargets: ReadonlyMap<string, number>;
  readonly ofContents: ReadonlyMap<Content, number>;
}

export async function measure(input: MeasuresInput, database: Database): Promise<Measures> {
  const { targets, contents, readings } = input;
  const endpoints = targets.filter(({ kind }) => kind === 'endpoint');
  if (readings.length === 0 || endpoints.length === 0) return noMeasures;
  const groups = groupTargets(endpoints, contents);
  const types = Object.fromEntries(targetColumns.map((name) => [name, 'VARCHAR']));
  const records = groups.members.flatMap((members, group) =>
    members.map((member) => ({
      group,
      ...Object.fromEntries(targetColumns.map((name) => [name, member[name]])),
    })),
  );
  await database.load('measured_groups', { group: 'INTEGER', ...types }, records);
  const rows = await database.query(measureSql(readings));
  await database.query('DROP TABLE measured_groups');
  const found = new Map<number, { all?: Measure; places: Measure[]; days: MeasuredDay[] }>();
  for (const [json] of rows) {
    const { group, level, figures, daily } = JSON.parse(String(json)) as MeasureRow;
    const own = getOrInsert(found, group, () => ({ places: [], days: [] }));
    if (level === 'day') own.days.push(...daily);
    else if (level === 'place') own.places.push(finish(figures, input));
    else own.all = finish(figures, input);
  }
  const measured = (group: number): Measured[] => {
    const { all, places, days } = found.get(group) ?? {};
    if (all === undefined || places === undefined || days === undefined) return [];
    return [{ measure: all, byPlace: places.length > 1 ? places : [], daily: days }];
  };
  const collect = <K>(map: ReadonlyMap<K, number>) =>
    new Map(
      [...map].flatMap(([key, group]) => measured(group).map((each) => [key, each] as const)),
    );
  return { ofTargets: collect(groups.ofTargets), ofContents: collect(groups.ofContents) };
}

/** The same of the readings of a build folder, outside of a build. */
export async function readMeasures(
  build: string,
  input: Omit<MeasuresInput, 'readings'>,
): Promise<Measures> {
  const readings = await listReadings(build);
  const database = await Database.open(path.join(probesFolder(build), `.reading-${process.pid}`));
  try {
    return await measure({ ...input, readings }, database);
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

interface MeasureRow {
  readonly group: number;
  readonly level: 'all' | 'place' | 'day';
  readonly daily: readonly MeasuredDay[];
  readonly figures: Omit<Measure, 'notCompared' | 'isEnough'> & {
    readonly peers: number | null;
    /** Of all readings, milliseconds since 1970. */
    readonly latestMs: number;
  };
}

function finish(
  { peers, latestMs, ...figures }: MeasureRow['figures'],
  { enough, now }: MeasuresInput,
): Measure {
  const isFresh = latestMs > now.getTime() - recentDays * 86_400_000;
  return {
    ...figures,
    places: figures.places ?? [],
    notCompared:
      figures.compared > 0
        ? null
        : peers === null
          ? 'no head was compared'
          : `fewer than ${minPeers} endpoints of the chain in a round`,
    isEnough: isFresh && figures.readings >= enough.readings && figures.days >= enough.days,
  };
}

/**
 * An endpoint that answers without an archive was up; one of another chain was not. Days are counted
 * from the last reading of all, so that the same readings give the same figures.
 */
function measureSql(readings: readonly string[]): string {
  const up = `CASE WHEN result = 'no-archive' THEN true ELSE ${isGood} END`;
  const figures = {
    readings: 'count(up)',
    answers: 'count(*) FILTER (up)',
    days: 'count(DISTINCT "day") FILTER (up IS NOT NULL)',
    firstDay: `min("day") FILTER (up IS NOT NULL)`,
    lastDay: `max("day") FILTER (up IS NOT NULL)`,
    places: 'list_sort(list(DISTINCT place) FILTER (place IS NOT NULL))',
    withKey: 'coalesce(bool_or(withKey), false)',
    uptime: 'round(100 * avg(up::INTEGER), 4)',
    latencyMs: 'round(median(latencyMs) FILTER (up), 1)',
    blocksBehind: `round(avg(blocksBehind) FILTER (peers >= ${minPeers}), 4)`,
    compared: `count(blocksBehind) FILTER (peers >= ${minPeers})`,
    peers: 'max(peers)',
    latestMs: 'any_value(latestMs)',
  };
  const packed = Object.entries(figures).map(([key, sql]) => `${quoteName(key)} := ${sql}`);
  const isSame = targetColumns
    .map((name) => `g.${quoteName(name)} IS NOT DISTINCT FROM r.${quoteName(name)}`)
    .join(' AND ');
  const table = readingsTable(readings);
  const day = `struct_pack("day" := "day", readings := readings, answers := answers, latencyMs := latencyMs)`;
  return `WITH latest AS (SELECT max("at") AS latest FROM ${table}),
    recent AS MATERIALIZED (SELECT g."group", "at"::DATE AS "day", place, withKey, ${up} AS up, latencyMs, blocksBehind, peers, epoch_ms(latest) AS latestMs
      FROM ${table} r CROSS JOIN latest JOIN measured_groups g ON ${isSame} WHERE "at" > latest - INTERVAL ${recentDays} DAY),
    days AS (SELECT "group", "day", count(up) AS readings, count(*) FILTER (up) AS answers, round(median(latencyMs) FILTER (up), 1) AS latencyMs
      FROM recent GROUP BY ALL HAVING count(up) > 0)
    SELECT to_json(struct_pack("group" := "group", level := CASE WHEN grouping(place) = 1 THEN 'all' ELSE 'place' END,
        figures := struct_pack(${packed.join(', ')})))::VARCHAR
      FROM recent GROUP BY GROUPING SETS (("group"), ("group", place)) HAVING count(up) > 0
    UNION ALL SELECT to_json(struct_pack("group" := "group", level := 'day', daily := list(${day} ORDER BY "day")))::VARCHAR
      FROM days GROUP BY "group"`;
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
  if (measured === undefined || !measured.measure.isEnough) return null;
  const cells = measuredCells(measured.measure);
  const filled = columns.flatMap((column) => {
    const cell = isMeasured(column.key) ? cells[column.key] : null;
    if (cell === null || (content.values[column.key] ?? null) !== null) return [];
    const range = { min: cell.value, max: cell.value };
    return [{ [column.key]: cell.text, ...companionValues(column, range) }];
  });
  return filled.length === 0 ? null : Object.assign({}, ...filled);
}

/** What is known of rows: figures, and the columns that they fill. */
export function* listMeasurements(
  contents: readonly Content[],
  measures: Measures,
): Iterable<object> {
  for (const [number, content] of contents.entries()) {
    const measured = measures.ofContents.get(content);
    if (measured === undefined) continue;
    const isBlank = (column: string) =>
      Object.hasOwn(content.values, column) && content.values[column] === null;
    const cells = measuredCells(measured.measure);
    const filled = measuredColumns.filter(
      (column) => measured.measure.isEnough && cells[column] !== null && isBlank(column),
    );
    yield { _content: number, filled, ...measured };
  }
}
