/** Texts that spreadsheet programs, browsers and word processors damage when a value is typed, pasted or saved. */
import type { ColumnDefinition } from '../../../model/columns.ts';
import { shorten, type TextRule } from '../rule.ts';

const every = () => true;
const isNoDate = ({ key }: ColumnDefinition) => !/(?:Date|At)$/.test(key);
const isShare = ({ key }: ColumnDefinition) => /^(?:uptimeSla|verifiedUptime)$/.test(key);
const isNoSentence = ({ cellType, key }: ColumnDefinition) => cellType !== 'description' && !/Notes?$/.test(key);

const encoding = 'type the text again, and save the file as UTF-8';
const percentage = 'write the percentage with its sign, such as 99.9%';

interface Damage {
  /** Columns in which the text is wrong. Shares are not columns of providers. */
  readonly columns: (column: ColumnDefinition) => boolean;
  readonly pattern: RegExp;
  readonly message: string;
  readonly fix: string;
}

const damages: readonly Damage[] = [
  {
    columns: isNoDate,
    pattern:
      /^(?:\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i,
    message: 'is a date that a spreadsheet made of a number, a version or a range',
    fix: 'format the column as text, and type the value again',
  },
  {
    columns: isShare,
    pattern: /^0?\.\d+$/,
    message: 'is a fraction, but the column holds percentages',
    fix: percentage,
  },
  {
    columns: isShare,
    pattern: /^(?:1(?:0[1-9]|[1-9]\d)|[2-9]\d\d|\d{4,9})(?:\.\d+)?\s?%?$/,
    message: 'is more than 100 %',
    fix: 'restore the decimal point: 99.95%',
  },
  { columns: every, pattern: /\ufffd/, message: 'has a character that was lost (U+FFFD)', fix: encoding },
  {
    columns: every,
    pattern: /â(?:€|\u0080)[™œ\u0080-\u00bf“”¦]|Ã[\u00a0-\u00bf©¨ª¼¶¤]|Â[\u00a0-\u00bf]/,
    message: 'was read in another encoding than UTF-8',
    fix: encoding,
  },
  {
    columns: every,
    pattern: /^'\S/,
    message: 'begins with the apostrophe that marks a text in a spreadsheet',
    fix: 'remove the apostrophe',
  },
  {
    columns: every,
    pattern:
      /:\/\/(?:www\.)?(?:google\.[a-z.]{2,6}\/url\?|bing\.com\/ck\/|duckduckgo\.com\/l\/\?|l\.facebook\.com\/l\.php|nam\d\d\.safelinks\.)/i,
    message: 'leads through a redirect of a search engine or a mail program',
    fix: 'open the link, and copy the address of the page itself',
  },
  { columns: isNoSentence, pattern: /[\r\n]/, message: 'has a line break', fix: 'write the text on one line' },
];

export const damageRules: readonly TextRule[] = damages.map(({ columns, pattern, message, fix }) => ({
  rule: 'spreadsheet-damage',
  columns,
  ...(columns === isShare ? {} : { providers: ['name', 'description', 'website', 'docs'] }),
  find: (text) => (pattern.test(text) ? [`"${shorten(text)}" ${message}`, fix] : null),
}));
