/** Texts that spreadsheet programs, browsers and word processors damage when a value is typed, pasted or saved. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { type BuildTextRule, type Finding, shorten } from './texts.ts';

interface Damage {
  readonly pattern: RegExp;
  readonly message: string;
  readonly suggestion: string;
  /** Columns in which the text may be right. */
  readonly skips?: (column: ColumnDefinition) => boolean;
}

const isDate = ({ key }: ColumnDefinition) => /(?:Date|At)$/.test(key);
const isNotShare = ({ key }: ColumnDefinition) => !/^(?:uptimeSla|verifiedUptime)$/.test(key);
const isSentence = ({ cellType, key }: ColumnDefinition) => cellType === 'description' || /Notes?$/.test(key);

const damages: readonly Damage[] = [
  {
    pattern:
      /^(?:\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i,
    message: 'is a date that a spreadsheet made of a number, a version or a range',
    suggestion: 'format the column as text, and type the value again',
    skips: isDate,
  },
  {
    pattern: /^0?\.\d+$/,
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

export const spreadsheetDamage: BuildTextRule = () => ({
  rule: 'spreadsheet-damage',
  find: (text, column) => findDamage(text, (damage) => damage.skips?.(column) !== true),
  ofProviders: {
    keys: ['name', 'description', 'website', 'docs'],
    find: (text) => findDamage(text, (damage) => damage.skips !== isNotShare),
  },
});

function findDamage(text: string, applies: (damage: Damage) => boolean): Finding | null {
  const damage = damages.find((each) => each.pattern.test(text) && applies(each));
  if (damage === undefined) return null;
  return { message: `"${shorten(text)}" ${damage.message}`, suggestion: damage.suggestion };
}
