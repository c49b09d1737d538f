/** Makes of a good table what people, spreadsheets and merges make of it. */
import { parse } from 'csv-parse/sync';

const oddCells = [
  ...[
    '',
    ' ',
    'null',
    ' NULL ',
    '!none',
    '\u00a0!none',
    'a',
    'b-1',
    'Acme',
    '[beta]',
    '"',
    'x,y',
    'a\r\nb',
    '\r',
    '\ufeff',
  ],
  ...[
    'true',
    'True',
    ' FALSE',
    'yes',
    '!offer:acme-free',
    '!offer:acme-free ',
    '!offer:nowhere',
    'mainnet',
    ' testnet',
  ],
  ...[
    '["a","b"]',
    '["a", "b"]',
    ' [ "a" ]',
    '["a","a","b"]',
    '["run", "a", "run"]',
    '["\\u0061","a"]',
    '["a",1]',
    '["a"',
  ],
];

const pads = ['', '', '', ' ', '\t', '\u00a0', '\n', '\r\n', '\u2003 '];

/** Numbers from 0 up to 1, the same for the same seed: a case that fails is named by one number. */
export function makeRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A table that is not broken says the same as before, apart from its order. */
export function makeMessy(csv: string, random: () => number, broken: boolean): string {
  const [header = [], ...records]: string[][] = parse(csv, { relax_column_count: true });
  const chance = (percent: number) => random() * 100 < percent;
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const gaps = chance(20);
  const lineEnds = pick([['\n'], ['\r\n'], ['\n', '\r\n']]);
  const write = (cell: string, odd: boolean) => {
    const quoted = /[",\r\n]/.test(cell) || (odd && chance(20));
    if (!quoted) return cell;
    return `"${cell.replaceAll('"', '""')}"${gaps && chance(20) ? pick([' ', '\t ', '\r']) : ''}`;
  };
  const respell = (cell: string) => {
    if (/^(true|false)$/i.test(cell))
      return pick([cell.toLowerCase(), cell.toUpperCase(), `${cell[0]}${cell.slice(1).toLowerCase()}`]);
    if (!/^\[.*\]$/.test(cell)) return cell;
    return pick([
      cell,
      cell.replaceAll('","', '", "'),
      cell.replace(/"\]$/, '" ]'),
      cell.replace(/^\[("[^"\\]*")/, '[$1,$1'),
    ]);
  };
  const mess = (cell: string) => {
    if (broken && chance(5)) return pick(oddCells);
    return chance(15) ? pick(pads) + respell(cell) + pick(pads) : chance(20) ? respell(cell) : cell;
  };
  const shuffle = <T>(values: readonly T[]) =>
    values
      .map((value) => [random(), value] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, value]) => value);
  const lines = [...records, ...records.filter(() => broken && chance(30))].map((record) => {
    const cells = record.map(mess);
    if (broken && chance(1)) cells.pop();
    if (broken && chance(1)) cells.push('');
    return chance(1) ? pick(['', ' ']) : cells.map((cell) => write(cell, true)).join(',');
  });
  const shuffled = chance(60) ? shuffle(lines) : lines;
  const head = header.map((name) => write(name, false) + (gaps && chance(10) ? ' ' : '')).join(',');
  const text = [head, ...shuffled].map((line) => line + pick(lineEnds)).join('');
  return (
    '\ufeff'.repeat(pick(broken ? [0, 0, 0, 0, 1, 1, 2, 3] : [0, 1, 2])) +
    (chance(30) ? text.replace(/\r?\n$/, '') : text)
  );
}
