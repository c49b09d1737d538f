/** Cells of a spreadsheet -> cells of offers. */
import { parseJson } from '../../../common/json.ts';
import { type ColumnDefinition, isAddress } from '../../../model/columns.ts';
import { isSpreadsheetError } from '../../../model/placeholders.ts';
import { damageFinder } from '../../damage.ts';
import type { NewProblem } from '../../problem.ts';
import { isNullCell, parseValue, splitItems } from '../../read/parse-entries.ts';
import { readText } from '../../resolve/numbers.ts';

export type CellFault = Pick<NewProblem, 'rule' | 'message' | 'suggestion'>;

/**
 * Whether a column holds prices, or the currency or the billing period of prices in another column.
 */
export function namesPrice(header: string): boolean {
  return /\p{Sc}|\b(?:price|pricing|cost|fee|tariff|currency|billing|usd|eur)s?\b/iu.test(header);
}

/** Whether a cell states an amount of money. */
export function isPrice(text: string): boolean {
  const { stated } = readText({ states: 'price', unit: null }, text);
  return (
    (stated !== null && 'currency' in stated && stated.currency !== null) ||
    /\p{Sc} ?\d|\d ?\p{Sc}/u.test(text)
  );
}

/** What a spreadsheet made of the value, or why the column cannot hold it. */
export function faultOf(text: string, written: string, column: ColumnDefinition): CellFault | null {
  if (isSpreadsheetError(text)) {
    const message = `"${text}" is an error value of a spreadsheet`;
    return { rule: 'placeholder', message, suggestion: 'write the value, or leave the cell blank' };
  }
  const damage = damageFinder(column)(written);
  if (damage !== undefined)
    return {
      rule: 'spreadsheet-damage',
      message: `"${text}" ${damage.message}`,
      suggestion: damage.fix,
    };
  const parsed = parseValue(column.valueKind, written);
  return 'fault' in parsed ? parsed.fault : null;
}

/** Text of an offer's cell. `link`: the address that the cell leads to. */
export function writeCellText(
  text: string,
  link: string | undefined,
  column: ColumnDefinition,
): string {
  if (link === undefined || !isAddress(column)) return writeValue(text, column);
  if (column.cellType !== 'actionButtons') return /:\/\/|^0x/i.test(text) ? text : link;
  return JSON.stringify([`[${isSameAddress(text, link) ? 'Website' : text}](${link})`]);
}

function isSameAddress(text: string, link: string): boolean {
  const bare = (address: string) => address.replace(/^[a-z]+:(?:\/\/)?(?:www\.)?|\/$/gi, '');
  return text === '' || bare(text) === bare(link);
}

function writeValue(text: string, { valueKind, cellType }: ColumnDefinition): string {
  if (valueKind === 'boolean')
    return /^(?:true|yes|y|x|1|✓|✔)$/i.test(text)
      ? 'TRUE'
      : /^(?:false|no|n|0|✗|✘)$/i.test(text)
        ? 'FALSE'
        : text;
  if (valueKind !== 'array' || isNullCell(text) || Array.isArray(parseJson(text))) return text;
  const isUrl = (item: string) => cellType === 'actionButtons' && /^https?:\/\/\S+$/.test(item);
  return JSON.stringify(
    splitItems(text).map((item) => (isUrl(item) ? `[Website](${item})` : item)),
  );
}

const bareAmount = /^(\p{Sc}?)\s?(\d[\d,]*(?:\.\d+)?)\s?(\p{Sc}?)$/u;
const figure = /\d[\d,]*(?:\.\d+)?/g;

/**
 * An amount that comes without the unit of the cell it replaces keeps the rest of the cell: `$109`
 * over `$99/mo` is `$109/mo`. Null if the cell has several amounts, or another currency.
 */
export function keepUnit(text: string, before: string): string | null {
  const [, ahead = '', amount, behind = ''] = bareAmount.exec(text) ?? [];
  const sign = ahead || behind;
  const unit = /^(\p{Sc}?\s?)\d[\d,]*(?:\.\d+)?(.*)$/su.exec(before.trim());
  if (amount === undefined || unit === null || !/[\p{L}%/]/u.test(unit[2] ?? '')) return text;
  const [former = '', rest = ''] = [unit[1], unit[2]];
  if ((before.match(figure) ?? []).length > 1) return null;
  const stated = former.trim();
  return sign === '' || stated === '' || sign === stated
    ? `${stated === '' ? sign : former}${amount}${rest}`
    : null;
}
