/** What sizes cost, side by side: each figure, and how many times that of the first size it is. */
import type { Usage } from '../build.ts';
import type { Transferred } from './ranges.ts';
import type { Served } from './serve.ts';

interface Failed {
  readonly failed: string;
}

/** The service as in production. */
export interface Online extends Transferred {
  readonly readyMs: number;
  /** Medians of toolbox pages that are asked for the first time, and of those with a search. */
  readonly toolboxMs: number;
  readonly searchedMs: number;
  /** After these pages. */
  readonly serviceMb: number;
}

export interface Size {
  readonly factor: number;
  readonly rows: number;
  readonly check: Usage | Failed;
  readonly build: Usage | Failed;
  readonly served: Served | Failed;
  readonly read: Online | Failed;
}

type Read = (size: Size) => number | Failed;

const check = (key: keyof Usage): Read => take(({ check: usage }) => usage, key);
const build = (key: keyof Usage): Read => take(({ build: usage }) => usage, key);
const served = (key: keyof Served): Read => take(({ served: figures }) => figures, key);
const read = (key: keyof Online): Read => take(({ read: figures }) => figures, key);
const perThousandRows =
  (read: Read): Read =>
  (size) => {
    const figure = read(size);
    return typeof figure === 'number' ? (figure * 1000) / size.rows : figure;
  };

const lines: readonly (readonly [string, string, Read])[] = [
  ['rows', '', ({ rows }) => rows],
  ['networks', '', served('networks')],
  ['distinct contents', '', served('contents')],
  ['snapshot', 'MB', served('snapshotMb')],
  ['check, time', 'ms', check('wallMs')],
  ['check, CPU time', 'ms', check('cpuMs')],
  ['check, memory', 'MB', check('maxMb')],
  ['build, time', 'ms', build('wallMs')],
  ['build, CPU time', 'ms', build('cpuMs')],
  ['build, time of a thousand rows', 'ms', perThousandRows(build('wallMs'))],
  ['build, memory', 'MB', build('maxMb')],
  ['service, open', 'ms', served('openMs')],
  ['service in production, ready', 'ms', read('readyMs')],
  ['service in production, memory', 'MB', read('serviceMb')],
  ['toolbox page of APIs, uncached', 'ms', read('toolboxMs')],
  ['toolbox page of APIs with a search, uncached', 'ms', read('searchedMs')],
  ['memory of the questions below', 'MB', served('residentMb')],
  ['select 1', 'ms', served('floorMs')],
  ['APIs of the network in the middle', 'rows', served('pageRows')],
  ['page of the APIs of a network', 'ms', served('pageMs')],
  ['with search and provider filter', 'ms', served('filteredMs')],
  ['facets of the APIs of a network', 'ms', served('facetsMs')],
  ['APIs of the largest network', 'rows', served('largestPageRows')],
  ['page of the APIs of the largest network', 'ms', served('largestPageMs')],
  ['search on a network, in all categories', 'ms', served('networkSearchMs')],
  ['sorted by price', 'ms', served('sortedMs')],
  ['search in everything', 'ms', served('searchMs')],
  ['rows of a network over HTTP ranges', '', read('rows')],
  ['requests', '', read('requests')],
  ['transferred', 'kB', read('kb')],
  ['of a file of', 'kB', read('fileKb')],
];

export function formatSizes(sizes: readonly Size[]): string {
  const [first, ...others] = sizes;
  const head = [
    '',
    ...sizes.map(({ factor }) => `${factor} times`),
    ...others.map(({ factor }) => `ratio of ${factor}`),
  ];
  const table = lines.map(([what, unit, read]) => {
    const base = first === undefined ? null : read(first);
    const figures = sizes.map((size) => formatFigure(read(size), unit));
    return [what, ...figures, ...others.map((size) => formatRatio(read(size), base))];
  });
  const failures = sizes.flatMap((size) =>
    [size.check, size.build, size.served, size.read].flatMap((part) =>
      'failed' in part ? [`${size.factor} times: ${part.failed}`] : [],
    ),
  );
  const rows = [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |`);
  return [...rows, ...new Set(failures)].join('\n');
}

function take<T extends object>(part: (size: Size) => T | Failed, key: keyof T): Read {
  return (size) => {
    const found = part(size);
    return 'failed' in found ? found : Number(found[key]);
  };
}

function formatFigure(figure: number | Failed, unit: string): string {
  if (typeof figure !== 'number') return 'failed';
  const digits = figure < 10 ? 2 : 0;
  return `${figure.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`.trim();
}

function formatRatio(figure: number | Failed, base: number | Failed | null): string {
  return typeof figure === 'number' && typeof base === 'number' ? (figure / base).toFixed(2) : '';
}
