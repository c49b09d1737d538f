/**
 * Table of the texts of prices and quotas: how many there are, how many are read as numbers, and how many readings differ from those that a
 * person found right (`judged-readings.csv`). Run: `npm run --silent readings`; `CORPUS=folder` names other sources.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { type ColumnDefinition, isMoney, quotaKind } from '../model/columns.ts';
import { companionValues } from '../model/companions.ts';
import { readSources } from '../pipeline/read/read-sources.ts';
import { limitsOf, readItem } from '../pipeline/resolve/numbers/quotas.ts';
import { readNumbers, readText } from '../pipeline/resolve/numbers.ts';
import { projectFolder } from './processes.ts';
import { say, sources } from './setting.ts';

interface Judged {
  readonly column: string;
  readonly text: string;
  /** As `readingOf` writes it. */
  readonly reading: string;
}

/** The numbers that are read from a text, one after the other: `25 25 requests exact` of `25 reqs/sec`. Blank if none is read. */
function readingOf(column: ColumnDefinition, text: string): string {
  const { quotas, left } =
    quotaKind(column) === 'limits' ? readItem(text) : { quotas: null, ...readText(column.key, text) };
  if (left !== null) return 'unread';
  const stated = quotas === null ? readText(column.key, text).stated : limitsOf(quotas, []);
  return Object.values(companionValues(column, stated))
    .map((value) => value ?? '')
    .join(' ')
    .trim();
}

/** Texts of the sources; items of lists are texts of their own. */
async function readTexts() {
  const read = await readSources({ sources, defaults: path.join(projectFolder, 'sources') }, () => undefined);
  const columns = [...read.meta.columns.values()].filter((column) => isMoney(column) || quotaKind(column) !== null);
  const numbers = readNumbers(columns, [...read.offers, ...read.listings]);
  return columns.map((column) => {
    const cells = [...(numbers.get(column.key)?.keys() ?? [])];
    return {
      column,
      texts: [...new Set(cells.flatMap((cell) => (quotaKind(column) === 'limits' ? cell.split('\n') : cell)))],
    };
  });
}

const judged: Judged[] = parse(await readFile(path.join(import.meta.dirname, 'judged-readings.csv')), {
  columns: true,
});
say('| column | texts | read | not read | unknown form | judged | read wrongly |\n|---|---|---|---|---|---|---|');
for (const { column, texts } of await readTexts()) {
  const readings = texts.map((text) => readingOf(column, text));
  const count = (test: (reading: string) => boolean) => readings.filter(test).length;
  const own = judged.filter((each) => each.column === column.key);
  const wrong = own.filter(({ text, reading }) => readingOf(column, text) !== reading);
  const [unread, nothing] = [count((reading) => reading === 'unread'), count((reading) => reading === '')];
  const figures = [texts.length, texts.length - unread - nothing, nothing, unread, own.length, wrong.length];
  say(`| \`${column.key}\` | ${figures.join(' | ')} |`);
  if (wrong.length > 0) process.exitCode = 1;
  for (const { text, reading } of wrong)
    say(`\n${column.key} "${text}": ${readingOf(column, text)}, judged ${reading}\n`);
}
