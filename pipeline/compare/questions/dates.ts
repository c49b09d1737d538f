/** Dates and versions of edited lines: promises that are over, and what a spreadsheet made of a version. */
import { shorten, textsOf } from '../../check/rule.ts';
import type { EditedLine } from '../edited-lines.ts';
import { type FaultInCell, textOf } from './known.ts';

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');
const month = `(${months.join('|')})\\p{L}{0,6}`;
const promise =
  '(?:until|till|through|by|ends?(?: (?:on|in))?|expir(?:es|ing)(?: (?:on|in))?|valid (?:to|until|through))';
/** A month, a quarter or a year ends later than a day that it names. */
const end = '(?:the end of )?';
const plan =
  '(?:launch(?:es|ing)|coming|planned|scheduled|expected|arriving)(?: (?:in|on|for|by|at))?';
const promised = [
  [new RegExp(`\\b${promise} (\\d{1,2})(?:st|nd|rd|th)? ${month},? (\\d{4})\\b`, 'iu'), 'dmy'],
  [new RegExp(`\\b${promise} ${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'iu'), 'mdy'],
  [new RegExp(`\\b${promise} (\\d{4})-(\\d{2})-(\\d{2})\\b`, 'iu'), 'ymd'],
  // Of a day and a month in either order, the later one of the year counts.
  [new RegExp(`\\b${promise} \\d{1,2}[./]\\d{1,2}[./](\\d{4})\\b`, 'iu'), 'y'],
  [new RegExp(`\\b(?:${promise}|${plan}) ${end}${month},? (\\d{4})\\b`, 'iu'), 'my'],
  [new RegExp(`\\b(?:${promise}|${plan}) ${end}Q([1-4])[ /,]{1,2}(\\d{4})\\b`, 'iu'), 'qy'],
  [
    new RegExp(`\\b(?:until|till|through|end of|${plan}) ${end}(20\\d{2})\\b(?![-/.]\\d)`, 'iu'),
    'y',
  ],
] as const;

/** A promise whose day is over. */
export function findPastDate({ values, old }: EditedLine, column: string): FaultInCell | null {
  const before = new Set(textsOf(old?.[column]));
  for (const text of textsOf(values[column])) {
    if (before.has(text)) continue;
    for (const [pattern, order] of promised) {
      const found = pattern.exec(text);
      if (found === null || !isOver(found.slice(1), order)) continue;
      const message = `"${shorten(found[0])}" is over`;
      return ['odd-date', message, 'remove the promise, or correct the date', text];
    }
  }
  return null;
}

/** A month is over after its last day; a day counts until it is over everywhere. */
function isOver(parts: readonly string[], order: string): boolean {
  const part = (key: string) => parts[order.indexOf(key)] ?? '';
  const named = months.indexOf(part('m').slice(0, 3).toLowerCase() || '-');
  const last = order === 'y' ? 12 : Number(part('m')) || Number(part('q')) * 3;
  const index = named === -1 ? last - 1 : named;
  const end = order.includes('d')
    ? Date.UTC(Number(part('y')), index, Number(part('d')) + 2)
    : Date.UTC(Number(part('y')), index + 1, 2);
  return end < Date.now();
}

/** `2001-04-01` where `1.4.1` was: the day that a spreadsheet made of it. */
export function findDateOfVersion({ values, old }: EditedLine, column: string): FaultInCell | null {
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  if (!/^v?\d+(?:\.\d+)+/.test(before) || /^v?(?:19|20)\d{2}\b/.test(before)) return null;
  const what = madeOfVersion.find(([pattern]) => pattern.test(now))?.[1];
  if (what === undefined) return null;
  const message = `"${shorten(now)}" is ${what}, and the cell said the version "${shorten(before)}"`;
  return ['spreadsheet-damage', message, 'write the version as text'];
}

const madeOfVersion: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^(?:19|20)\d{2}-\d{2}-\d{2}\b/, 'a date'],
  [new RegExp(`^(?:${month}[ -]\\d{2,4}|\\d{1,2}[. -]{1,2}${month})\\b`, 'iu'), 'a date'],
  [/^(?:3[6-9]|4\d|5[0-4])\d{3}(?:\.\d+)?$/, 'the number that a spreadsheet keeps for a date'],
  [/^v?\d+(?:,\d+)+$/, 'a number with a decimal comma'],
];

/** `v 1 . 2`: a version with spaces in it. */
export function findSpacedVersion({ values }: EditedLine, column: string): FaultInCell | null {
  const text = textOf(values[column]);
  const plain = text.replace(/\s/g, '');
  if (plain === text.trim() || partsOfVersion(plain).length === 0) return null;
  return ['value-form', `the version "${shorten(text)}" has spaces`, `write "${plain}"`];
}

/** A day before the one that the cell said, without another version: a release does not move. */
export function findEarlierRelease(
  { values, old, changed }: EditedLine,
  column: string,
): FaultInCell | null {
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  const areDays = [before, now].every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text));
  const version = column.replace(/ReleaseDate$/, 'Version');
  // Another rule tells of a version that is older, too.
  const isOlder = changed.includes(version) && findOlderVersion({ values, old }, version);
  if (!areDays || now >= before || isOlder) return null;
  const message = `the release of "${now}" is before "${before}", which the cell said`;
  return ['odd-date', message, 'correct the date, unless the earlier one was wrong'];
}

/** `1.4.1` after `1.14.1`: what was released stays released. */
export function findOlderVersion(
  { values, old }: Pick<EditedLine, 'values' | 'old'>,
  column: string,
): FaultInCell | null {
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  const [was, is] = [partsOfVersion(before), partsOfVersion(now)];
  const at = was.findIndex((part, index) => part !== is[index]);
  if (is.length === 0 || at === -1 || (is[at] ?? 0) >= (was[at] ?? 0)) return null;
  const message = `the version "${shorten(now)}" is older than "${shorten(before)}", which the cell said`;
  return ['number-slip', message, 'correct it, unless the later version was withdrawn'];
}

/** `4.9` after `4.8.0`: releases of a project have as many parts. */
export function findShortVersion({ values, old }: EditedLine, column: string): FaultInCell | null {
  const [before, now] = [textOf(old?.[column]), textOf(values[column])];
  const [was, is] = [partsOfVersion(before), partsOfVersion(now)];
  if (is.length === 0 || is.length >= was.length) return null;
  const message = `the version "${shorten(now)}" has ${is.length} parts, and "${shorten(before)}", which the cell said, has ${was.length}`;
  return ['value-form', message, `write the whole version, such as "${now}.0"`];
}

/** Empty for a text that is no version of numbers. */
function partsOfVersion(text: string): readonly number[] {
  return /^v?\d+(?:\.\d+)+$/.test(text) ? text.replace('v', '').split('.').map(Number) : [];
}
