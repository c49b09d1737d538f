/** Texts that spreadsheet programs, browsers and word processors damage when a value is typed, pasted or saved. A damaged text states no number. */

import { type ColumnDefinition, isMoney } from '../model/columns.ts';
import { companionsOf } from '../model/companions.ts';

export interface Damage {
  readonly pattern: RegExp;
  readonly message: string;
  readonly suggestion: string;
  /** Columns in which the text may be right. */
  readonly skips?: (column: ColumnDefinition) => boolean;
}

const isDate = ({ key }: ColumnDefinition) => /(?:Date|At)$/.test(key);
const statesNumbers = new WeakMap<ColumnDefinition, boolean>();
/** Columns that state no number, and those of dates. */
const isText = (column: ColumnDefinition) => {
  const known = statesNumbers.get(column) ?? companionsOf(column).length > 0;
  statesNumbers.set(column, known);
  return !known || isDate(column);
};
/** Only prices and SLAs: a rank or a count of feedback may be as high. */
const isCounted = (column: ColumnDefinition) => !(isMoney(column) || /^(?:uptimeSla|bandwidthSla)$/.test(column.key));
const isNotShare = ({ key }: ColumnDefinition) => !/^(?:uptimeSla|verifiedUptime)$/.test(key);
const isSentence = ({ cellType, key }: ColumnDefinition) => cellType === 'description' || /Notes?$/.test(key);

const months =
  'jan|ene|gen|feb|fév|fev|mar|mär|mrz|mrt|apr|avr|abr|may|mai|mag|mei|maj|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic';
const time = '(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[AP]M)?Z?)?';
const retype = 'format the column as text, and type the value again';

const damages: readonly Damage[] = [
  {
    pattern: new RegExp(
      `^(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\1(?:\\d{4}|\\d{2}))${time}$` +
        `|^(?:\\p{L}+, )?\\d{1,2}(?:[-/ ]|\\. ?)(?:${months})\\p{L}{0,7}\\.?(?:[-/ ,]{1,2}\\d{2,4})?${time}$` +
        `|^(?:\\p{L}+, )?(?:${months})\\p{L}{0,7}\\.?[- ]\\d{1,2}(?:,? \\d{4})?${time}$` +
        `|^(?:${months})\\p{L}{0,7}\\.?[- ]\\d{2,4}$|^\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AP]M)?$`,
      'iu',
    ),
    message: 'is a date or a time that a spreadsheet made of a number, a version or a range',
    suggestion: retype,
    skips: isText,
  },
  {
    pattern: /^(?:3[6-9]|4\d|5[0-4])\d{3}(?:\.\d+)?$/,
    message: 'is the number that a spreadsheet keeps for a date',
    suggestion: `${retype}; a price of this amount needs its currency`,
    skips: (column) => isText(column) || isCounted(column),
  },
  {
    pattern: /\d(?:[.,]\d+)?E[+-]?\d{1,3}(?![\p{L}\d])/u,
    message: 'is a number that a spreadsheet wrote with an exponent',
    suggestion: `${retype} with all digits`,
    skips: isText,
  },
  {
    pattern:
      /[.,]\d{0,20}(?:[1-9]\d{0,20}0{6,20}[1-9]\d{0,3}|9{7,20}\d{0,3})(?!\d)|[1-9]\d{0,20}[.,]0{6,20}[1-9]\d{0,3}(?!\d)|(?<![\d.,])(?=[\d.]{16,18}(?![\d.,]))0{0,1}[1-9]?\d{0,17}\.\d{9,17}(?![\d.,])/,
    message: 'is a number with the rounding error of a formula',
    suggestion: 'round it, and type the value again',
    skips: isText,
  },
  {
    pattern: /^=\s?[\w("$+-]/,
    message: 'is a formula, not its result',
    suggestion: 'save the values of the sheet',
    skips: ({ cellType }) => cellType === 'description',
  },
  {
    pattern:
      /^(?:\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i,
    message: 'is a date that a spreadsheet made of a number, a version or a range',
    suggestion: 'format the column as text, and type the value again',
    skips: isDate,
  },
  {
    pattern: /^(?:0?[.,]\d+|1(?:[.,]0+)?)$/,
    message: 'is a fraction, but the column holds percentages',
    suggestion: 'write the percentage with its sign, such as 99.9%',
    skips: isNotShare,
  },
  {
    pattern: /^(?:1(?:0[1-9]|[1-9]\d)|[2-9]\d\d|\d{4,9})(?:\.\d+)?\s?%?$/,
    message: 'is more than 100 %',
    suggestion: 'restore the decimal point: 99.95%',
    skips: isNotShare,
  },
  {
    pattern: /\ufffd/,
    message: 'has a character that was lost (U+FFFD)',
    suggestion: 'type the text again, and save the file as UTF-8',
  },
  {
    pattern: /â(?:€|\u0080)[™œ\u0080-\u00bf“”¦]|Ã[\u00a0-\u00bf©¨ª¼¶¤]|Â[\u00a0-\u00bf]/,
    message: 'was read in another encoding than UTF-8',
    suggestion: 'type the text again, and save the file as UTF-8',
  },
  {
    pattern: /^'\S/,
    message: 'begins with the apostrophe that marks a text in a spreadsheet',
    suggestion: 'remove the apostrophe',
  },
  {
    pattern:
      /:\/\/(?:www\.)?(?:google\.[a-z.]{2,6}\/url\?|bing\.com\/ck\/|duckduckgo\.com\/l\/\?|l\.facebook\.com\/l\.php|nam\d\d\.safelinks\.)/i,
    message: 'leads through a redirect of a search engine or a mail program',
    suggestion: 'open the link, and copy the address of the page itself',
  },
  {
    pattern: /[\r\n]/,
    message: 'has a line break',
    suggestion: 'write the text on one line',
    skips: isSentence,
  },
];

/** Damage of a text in a column; null if there is none. */
export function findDamage(text: string, column: ColumnDefinition): Damage | null {
  return damages.find(({ pattern, skips }) => pattern.test(text.trim()) && skips?.(column) !== true) ?? null;
}

/** The same for a text of providers.csv, which columns.csv does not define. */
export function findTextDamage(text: string): Damage | null {
  const ofTexts = damages.filter(({ skips }) => skips === undefined || skips === isDate || skips === isSentence);
  return ofTexts.find(({ pattern }) => pattern.test(text)) ?? null;
}
