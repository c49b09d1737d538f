/**
 * Table of the texts of prices and quotas: how many there are, how many are read as numbers, and
 * how many readings differ from those that a person found right (`judged-readings.csv`). Run: `npm
 * run --silent readings`; `CORPUS=folder` names other sources.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { isMoney, quotaKind, wordKeys } from '../model/columns.ts';
import { companionValues } from '../model/companions.ts';
import { readSources } from '../pipeline/read/read-sources.ts';
import { readNumbers } from '../pipeline/resolve/numbers.ts';
import { corpusReadings, readCell } from '../test/support/read-texts.ts';
import { projectFolder } from './processes.ts';
import { say, sources } from './setting.ts';

interface Judged {
  readonly column: string;
  readonly text: string;
  /** As `readingOf` writes it. */
  readonly reading: string;
}

/** Texts of the sources; items of lists are texts of their own. */
async function readTexts() {
  const read = await readSources(
    { sources, defaults: path.join(projectFolder, 'sources') },
    () => undefined,
  );
  const columns = [...read.meta.columns.values()].filter(
    (column) => isMoney(column) || quotaKind(column) !== null,
  );
  const numbers = readNumbers(columns, [...read.offers, ...read.listings]);
  return columns.map((column) => {
    const cells = [...(numbers.get(column.key)?.keys() ?? [])];
    /**
     * The numbers that are read from a text, one after the other: `25 25 requests exact` of `25
     * reqs/sec`. Blank if none is read.
     */
    const readingOf = (text: string, readings = corpusReadings) => {
      const { stated, left } = readCell(column.key, text, readings);
      if (left.length > 0) return 'unread';
      const words = wordKeys(column.key);
      return Object.entries(companionValues(column, stated))
        .flatMap(([name, value]) => (words.includes(name) ? [] : (value ?? '')))
        .join(' ')
        .trim();
    };
    const texts = new Set(
      cells.flatMap((cell) => (quotaKind(column) === 'limits' ? cell.split('\n') : cell)),
    );
    return { key: column.key, texts: [...texts], readingOf };
  });
}

const judged: Judged[] = parse(
  await readFile(path.join(import.meta.dirname, 'judged-readings.csv')),
  {
    columns: true,
  },
);
say(
  '| column | texts | read | in readings.csv | no number | not understood | judged | read wrongly |\n|---|---|---|---|---|---|---|---|',
);
for (const { key, texts, readingOf } of await readTexts()) {
  const alone = texts.map((text) => readingOf(text, []));
  const own = judged.filter((each) => each.column === key);
  const wrong = own.filter(({ text, reading }) => readingOf(text) !== reading);
  const isStated = (text: string) =>
    corpusReadings.some((each) => each.column === key && each.text === text.trim());
  const nothing = alone.filter((reading) => reading === '').length;
  const unread = texts.filter((text) => readingOf(text) === 'unread').length;
  const stated = texts.filter(isStated).length;
  const figures = [texts.length, texts.length - stated - nothing - unread, stated, nothing, unread];
  say(`| \`${key}\` | ${[...figures, own.length, wrong.length].join(' | ')} |`);
  if (wrong.length > 0) process.exitCode = 1;
  for (const { text, reading } of wrong)
    say(`\n${key} "${text}": ${readingOf(text)}, judged ${reading}\n`);
}
