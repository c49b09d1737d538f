/**
 * Texts that spreadsheet programs, browsers and word processors damage when a value is typed,
 * pasted or saved. A damaged text states no number.
 */
import { type ColumnDefinition, isMoney } from '../model/columns.ts';
import { companionsOf } from '../model/companions.ts';

interface Damage {
  /** Columns in which the text is wrong. */
  readonly columns: (column: ColumnDefinition) => boolean;
  /**
   * True if the rule also applies to columns of providers.csv, which columns.csv does not define.
   */
  readonly isOfProviders?: true;
  readonly pattern: RegExp;
  readonly message: string;
  readonly fix: string;
}

const every = { columns: () => true, isOfProviders: true } as const;
const isNoDate = ({ key }: ColumnDefinition) => !/(?:Date|At)$/.test(key);
const isNumber = (column: ColumnDefinition) => isNoDate(column) && companionsOf(column).length > 0;
/** A rank or a count of feedback may be as high as the number of a date. */
const isAmount = (column: ColumnDefinition) =>
  isMoney(column) || column.states === 'dataRate' || isShare(column);
const isShare = ({ states }: ColumnDefinition) => states === 'percent';
const isNoSentence = ({ cellType, key }: ColumnDefinition) =>
  cellType !== 'description' && !/Notes?$/.test(key);

/** Lists may hold arguments of commands. */
const isPlain = ({ key, valueKind }: ColumnDefinition) =>
  valueKind === 'string' && !key.startsWith('selfHosted');

const months =
  'jan|ene|gen|feb|fév|fev|mar|mär|mrz|mrt|apr|avr|abr|may|mai|mag|mei|maj|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic';
const time = '(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[AP]M)?Z?)?';
const retype = 'format the column as text, and type the value again';
const encoding = 'type the text again, and save the file as UTF-8';

export const damages: readonly Damage[] = [
  {
    columns: isNumber,
    pattern: new RegExp(
      `^(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\1(?:\\d{4}|\\d{2}))${time}$` +
        `|^(?:\\p{L}+, )?\\d{1,2}(?:[-/ ]|\\. ?)(?:${months})\\p{L}{0,7}\\.?(?:[-/ ,]{1,2}\\d{2,4})?${time}$` +
        `|^(?:\\p{L}+, )?(?:${months})\\p{L}{0,7}\\.?[- ]\\d{1,2}(?:,? \\d{4})?${time}$` +
        `|^(?:${months})\\p{L}{0,7}\\.?[- ]\\d{2,4}$|^\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AP]M)?$`,
      'iu',
    ),
    message: 'is a date or a time that a spreadsheet made of a number, a version or a range',
    fix: retype,
  },
  {
    columns: ({ key }) => key.endsWith('Version'),
    pattern: /^\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}$/,
    message: 'is a date that a spreadsheet made of a version',
    fix: retype,
  },
  {
    columns: isAmount,
    pattern: /^(?:3[6-9]|4\d|5[0-4])\d{3}(?:\.\d+)?$/,
    message: 'is the number that a spreadsheet keeps for a date',
    fix: `${retype}; a price of this amount needs its currency`,
  },
  {
    columns: (column) => isNumber(column) || column.key.endsWith('Version'),
    pattern: /\d(?:[.,]\d+)?E[+-]?\d{1,3}(?![\p{L}\d])/u,
    message: 'is a number that a spreadsheet wrote with an exponent',
    fix: `${retype} with all digits`,
  },
  {
    columns: isNumber,
    // 15 to 17 digits, or a run of zeros or nines among the decimals.
    pattern:
      // bounded: a cell, at most 2,000 characters
      /(?<![\d.,])(?=[\d.,]{16,24}(?![\d.,]))\d{1,12}[.,]\d{4,22}(?![\d.,])|(?:(?<=[.,]\d{0,10})[1-9]|[1-9]0?[.,])0{6,14}[1-9]\d{0,2}(?![\d.,])|(?<=[.,]\d{0,6})9{7,20}\d?(?![\d.,])/,
    message: 'is a number with the rounding error of a formula',
    fix: 'round it, and type the value again',
  },
  {
    columns: ({ cellType }) => cellType !== 'description',
    pattern: /^(?:=\s?[\w("$+-]|[+@-]\$?[A-Z]{1,2}\$?\d{1,5}(?![\w.]))/,
    message: 'is a formula, not its result',
    fix: 'save the values of the sheet',
  },
  {
    columns: isNoDate,
    isOfProviders: true,
    pattern:
      /^(?:\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i,
    message: 'is a date that a spreadsheet made of a number, a version or a range',
    fix: retype,
  },
  {
    columns: isShare,
    pattern: /^(?:0?[.,]\d+|1(?:[.,]0+)?)$/,
    message: 'is a fraction, but the column holds percentages',
    fix: 'write the percentage with its sign, such as 99.9%',
  },
  {
    columns: isShare,
    pattern: /^(?:1(?:0[1-9]|[1-9]\d)|[2-9]\d\d|\d{4,9})(?:\.\d+)?\s?%?$/,
    message: 'is more than 100 %',
    fix: 'correct it, such as by restoring the decimal point of 99.95%',
  },
  { ...every, pattern: /\ufffd/, message: 'has a character that was lost (U+FFFD)', fix: encoding },
  {
    ...every,
    pattern: /â(?:€|\u0080)[™œ\u0080-\u00bf“”¦]|Ã[\u00a0-\u00bf©¨ª¼¶¤]|Â[\u00a0-\u00bf]/,
    message: 'was read in another encoding than UTF-8',
    fix: encoding,
  },
  {
    ...every,
    pattern: /_x[0-9A-F]{4}_/,
    message: 'has a character in the code of a workbook',
    fix: 'write the character itself, or a space for `_x000D_` and `_x000A_`',
  },
  {
    ...every,
    columns: isPlain,
    // After the letter of a drive, it separates folders.
    pattern: /^(?!.*\b[A-Z]:\\).*\\(?:[nrt]|u[\da-fA-F]{4})/s,
    message: 'has a line break or another character as its code',
    fix: 'write the character itself, or a space',
  },
  {
    ...every,
    pattern: /^'\S/,
    message: 'begins with the apostrophe that marks a text in a spreadsheet',
    fix: 'remove the apostrophe',
  },
  {
    ...every,
    pattern:
      /:\/\/(?:www\.)?(?:google\.[a-z.]{2,6}\/url\?|bing\.com\/ck\/|duckduckgo\.com\/l\/\?|l\.facebook\.com\/l\.php|nam\d\d\.safelinks\.)/i,
    message: 'leads through a redirect of a search engine or a mail program',
    fix: 'open the link, and copy the address of the page itself',
  },
  {
    ...every,
    columns: isNoSentence,
    pattern: /[\r\n]/,
    message: 'has a line break',
    fix: 'write the text on one line',
  },
];

/** Finds the damage of the texts of a column. */
export function damageFinder(column: ColumnDefinition): (text: string) => Damage | undefined {
  const own = damages.filter(({ columns }) => columns(column));
  return (text) => {
    const trimmed = text.trim();
    return own.find(({ pattern }) => pattern.test(trimmed));
  };
}
