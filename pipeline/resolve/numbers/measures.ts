/**
 * Numbers with one unit: percentages, rates of data, hours, amounts of tokens and plain measures.
 */
import * as z from 'zod';
import { type Forms, form, Reader } from '../../../common/amounts/forms.ts';
import { round, tokenize } from '../../../common/amounts/lexer.ts';
import { wordOf } from '../../../common/amounts/lexicon.ts';
import type { ColumnDefinition } from '../../../model/columns.ts';
import type { NumberRange } from '../../../model/rows.ts';
import { rangeOf } from './amounts.ts';

/** Undefined for units of other measures. `last`: unit of the last number. */
type FactorOf = (unit: string, last: string) => number | undefined;

const unit = '(?<unit>(?<!money|percent)(?:short|period|m|(?!before|after|dash)word|magnitude))?';
const number = `(?<number>money|percent|plain|decimal|scaled(?=word))${unit}(?:(?<=open(?:plain|decimal))close)?plus?`;
const forms: Forms = [
  ['', form(`(?:open(?=(?:plain|decimal)close))?${number}(?:(?:slash|dash)(?=.)|(?=after|$))`)],
  ['', form('before(?=money|percent|plain|decimal|scaled)|after')],
];

/**
 * Values of `1-10 Gbps`, `0.5/1/2.5 ms`, `2/(1)`: a unit is that of the numbers before it, too.
 * Null unless the whole text is read.
 */
function readNumbers(text: string, factorOf: FactorOf): NumberRange | null {
  const reader = new Reader(tokenize(text, true));
  const pieces = [...reader.takeAll(forms)].flatMap(([, { number, unit: own }]) => {
    if (number?.[0] === undefined) return [];
    const { roles, currency, value = 0 } = number[0];
    return [{ value, unit: roles[0] === 'percent' ? '%' : (currency ?? own?.[0]?.text) }];
  });
  const last = pieces.findLast((each) => each.unit !== undefined)?.unit ?? '';
  const values = pieces.map((each) =>
    round(each.value * (factorOf(each.unit ?? last, last) ?? Number.NaN)),
  );
  return reader.isAtEnd && values.length > 0 && values.every(Number.isFinite)
    ? rangeOf(values)
    : null;
}

const rate = /^(?<prefix>[kmgt]?)(?<bits>b|bits?|bytes?)ps$/i;

/** Of an amount of data a second, in Mbps. An amount of data (`10 TB`) is no rate. */
function mbpsOf(written: string): number | undefined {
  const { prefix = '', bits } = rate.exec(written)?.groups ?? {};
  if (bits === undefined) return written === '' ? 1 : undefined;
  return (
    1e3 ** (' kmgt'.indexOf(prefix.toLowerCase() || ' ') - 2) *
    (bits === 'B' || /^byte/i.test(bits) ? 8 : 1)
  );
}

const percentOf: FactorOf = (written) => (/^%?$/.test(written) ? 1 : undefined);
/** Factors of units, in columns of one unit that numbers need not have. */
const factors: ReadonlyMap<ColumnDefinition['states'], FactorOf> = new Map([
  ['percent', percentOf],
  ['dataRate', mbpsOf],
  [
    'hours',
    (written: string) => (written === '' ? 1 : (wordOf(written)?.seconds ?? Number.NaN) / 3600),
  ],
]);

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const zones = { offset: true, local: true } as const;
const time = z.union([
  z.iso.date(),
  z.iso.datetime(zones),
  // With minutes only, if a zone follows.
  z.iso.datetime({ ...zones, precision: -1 }),
]);

/** Percentages, Mbps, hours; of other columns milliseconds since 1970 or numbers of any unit. */
export function readMeasure(states: ColumnDefinition['states'], text: string): NumberRange | null {
  const factorOf = factors.get(states) ?? ((own, last) => (own === last ? 1 : undefined));
  const written = text.replace(/^(\S{10}) (?=\d)/, '$1T').replace(/ ?UTC$/, 'Z');
  const zoned = /^$|[Z+-]/.test(written.slice(10)) ? written : `${written}Z`;
  const own = plainNumber.test(text)
    ? Number(text)
    : time.safeParse(written).success
      ? Date.parse(zoned)
      : Number.NaN;
  if (!factors.has(states) && Number.isFinite(own)) return rangeOf([own]);
  const plain = text
    .replace(/ ?(?:\/ ?s(?:ec(?:ond)?)?|per second)\b/giu, 'ps')
    .replace(/(?<=\d ?)m$/, ' min')
    // `500 Mbps-1 Gbps`
    .replace(/(?<=\p{L})[-–](?=\d)/gu, ' - ');
  return readNumbers(plain.replace(/(?<=\p{L})\/\p{L}+$/u, ''), factorOf);
}
