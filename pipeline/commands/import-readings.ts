/**
 * `make import-readings` takes in what others measured of endpoints and providers: CSV or JSON lines
 * with the columns of `model/benchmarks.ts`.
 */
import { foldText } from '../../common/fold.ts';
import { groupBy } from '../../common/group-by.ts';
import { decodeUtf8, parseJson } from '../../common/json.ts';
import { NameFinder } from '../../common/nearest-name.ts';
import { foldNetworkName, networkNames } from '../../common/network-names.ts';
import { readBoundedSync } from '../../common/read-bounded.ts';
import {
  type Benchmark,
  benchmarkKeys,
  hasNumbers,
  statedBenchmarkSchema,
} from '../../model/benchmarks.ts';
import { checkSources } from '../check-sources.ts';
import { PipelineError } from '../errors.ts';
import { readCsv } from '../read/csv/csv.ts';
import { plural } from '../report/counts.ts';
import type { Sources } from '../sources.ts';
import { maxBenchmarkBytes, writeBenchmarks } from '../write/benchmark-files.ts';
import { nearName } from './edit/references.ts';
import { print } from './flags.ts';
import type { Flags } from './options.ts';

/** Problems that are told; the rest is counted. */
const maxTold = 20;

interface StatedLine {
  /** Of the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, unknown>>;
}

export async function importReadings(flags: Flags): Promise<number> {
  const { file, build, dryRun } = flags;
  if (file === null)
    throw new PipelineError('usage', 'say which table: FILE=figures.csv or FILE=figures.jsonl');
  const stated = readLines(file);
  const { sources } = await checkSources(flags);
  const { lines, faults, unknown } = resolveLines(stated, sources);
  for (const fault of faults.slice(0, maxTold)) print(`${file}:${fault}`);
  if (faults.length > 0) {
    print(`${plural(faults.length, 'fault')}; nothing was imported`);
    return 1;
  }
  for (const [source, own] of groupBy(lines, (each) => each.source)) {
    if (!dryRun) await writeBenchmarks(build, source, own);
    const done = dryRun ? 'would be imported' : 'imported; the next build publishes them';
    print(`${source}: ${plural(own.length, 'line')} ${done}`);
  }
  for (const name of unknown) print(`left out, because the sources lack it: ${name}`);
  if (lines.length === 0) print('nothing was imported');
  return 0;
}

/** CSV with a header, or a JSON object on each line. */
function readLines(file: string): StatedLine[] {
  const text = decodeUtf8(readBoundedSync(file, maxBenchmarkBytes))?.replace(/^\ufeff/, '');
  if (text === undefined) throw new PipelineError('usage', `${file} is not UTF-8`);
  return text.trimStart().startsWith('{') ? readJsonLines(file, text) : readTable(file, text);
}

function readJsonLines(file: string, text: string): StatedLine[] {
  return text.split('\n').flatMap((each, at) => {
    if (each.trim() === '') return [];
    const cells = parseJson(each);
    if (typeof cells === 'object' && cells !== null && !Array.isArray(cells))
      return [{ line: at + 1, cells: { ...cells } }];
    throw new PipelineError('usage', `${file}:${at + 1} is no JSON object`);
  });
}

function readTable(file: string, text: string): StatedLine[] {
  const { records, faults, limit } = readCsv(text);
  const broken = faults[0] ?? limit;
  if (broken) throw new PipelineError('usage', `${file}:${broken.line} is no CSV: ${broken.rule}`);
  const [head, ...rest] = records;
  const keys = head?.cells.map((cell) => cell.trim()) ?? [];
  return rest.flatMap(({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    return [{ line, cells: Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? ''])) }];
  });
}

function resolveLines(stated: readonly StatedLine[], sources: Sources) {
  const find = nameFinder(sources);
  const faults: string[] = [];
  const unknown = new Set<string>();
  const lines = stated.flatMap(({ line, cells }): Benchmark[] => {
    const read = readLine(cells);
    if ('fault' in read) {
      faults.push(`${line} ${read.fault}`);
      return [];
    }
    const { benchmark, missing } = find(read.benchmark);
    for (const name of missing) unknown.add(name);
    return missing.length > 0 ? [] : [benchmark];
  });
  return { lines, faults, unknown };
}

function readLine(
  cells: StatedLine['cells'],
): { readonly benchmark: Benchmark } | { readonly fault: string } {
  const other = Object.keys(cells).find((key) => !benchmarkKeys.some((known) => known === key));
  if (other !== undefined)
    return { fault: `has the column "${other}"; the columns are ${benchmarkKeys.join(', ')}` };
  const values = benchmarkKeys.map((key) => [key, cellValue(cells[key], hasNumbers(key))]);
  const { data, error } = statedBenchmarkSchema.safeParse(Object.fromEntries(values));
  if (data !== undefined) return { benchmark: data };
  const [issue] = error.issues;
  return { fault: `${issue?.path.join('.')}: ${issue?.message}` };
}

/** A cell of CSV is a text, and blank if there is no value. */
function cellValue(cell: unknown, isNumber: boolean): unknown {
  if (cell === undefined || cell === null) return null;
  if (typeof cell !== 'string') return cell;
  const text = cell.trim();
  if (text === '') return null;
  return isNumber && /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** Writes names as the sources do; `missing`: those that they do not have. */
function nameFinder({ providers, meta }: Sources) {
  const byName = new Map(
    providers.flatMap(({ value: { name, slug } }) => [
      [foldText(slug), name],
      [foldText(name), name],
    ]),
  );
  const byNetwork = new Map(
    meta.networks.flatMap((network) => networkNames(network).map((name) => [name, network.key])),
  );
  const names = new NameFinder(providers.map(({ value }) => value.name));
  const networks = new NameFinder(meta.networks.map(({ key }) => key));
  return (stated: Benchmark) => {
    const provider = byName.get(foldText(stated.provider ?? '')) ?? null;
    const network = byNetwork.get(foldNetworkName(stated.network ?? '')) ?? null;
    const missing = [
      ...(provider === null && stated.provider !== null
        ? [`provider ${stated.provider}${nearName(stated.provider, names)}`]
        : []),
      ...(network === null && stated.network !== null
        ? [`network ${stated.network}${nearName(stated.network, networks)}`]
        : []),
    ];
    return { benchmark: { ...stated, provider, network }, missing };
  };
}
