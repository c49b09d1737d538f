/** Companions: columns that the pipeline adds to a text column, with what it read from the text. */
import { type ColumnDefinition, hasNumbers, isMoney, numberKeys, priceKeys } from './columns.ts';
import type { NumberRange, StatedPrice } from './rows.ts';

export interface Companion {
  readonly key: string;
  /** Key of the text column. */
  readonly companionOf: string;
  readonly valueKind: 'number' | 'string';
  readonly label: string;
  readonly description: string;
}

/** Companions of a column, in order; empty for columns without numbers. */
export function companionsOf(column: ColumnDefinition): Companion[] {
  if (!hasNumbers(column)) return [];
  const [min, max] = numberKeys(column.key);
  const add = (key: string, valueKind: Companion['valueKind'], label: string, description: string): Companion => {
    return { key, companionOf: column.key, valueKind, label: `${column.label}: ${label}`, description };
  };
  const numbers = [
    add(min, 'number', 'lowest', `Lowest number in \`${column.key}\`; null if it states none.`),
    add(max, 'number', 'highest', `Highest number in \`${column.key}\`; null if it states none.`),
  ];
  if (!isMoney(column)) return numbers;
  const [currency, unit, bound, first] = priceKeys(column.key);
  return [
    ...numbers,
    add(
      currency,
      'string',
      'currency',
      `Currency of the amounts in \`${column.key}\`: ISO 4217 code or token ticker; null if the text names none or several.`,
    ),
    add(
      unit,
      'string',
      'unit',
      `Unit that an amount in \`${column.key}\` is for, such as \`month\`, \`once\` or \`million requests\`; null if the text does not say.`,
    ),
    add(
      bound,
      'string',
      'bound',
      `\`exact\`, \`range\`, \`from\` (the price may be higher) or \`upTo\` (the price may be lower); null if \`${column.key}\` states no number.`,
    ),
    add(
      first,
      'number',
      'first',
      `Lowest amount of the price that \`${column.key}\` states first, by which lists are sorted: 45 of \`$45/mo (monthly plan), $35/mo (yearly plan)\`.`,
    ),
  ];
}

/** Values of a column's companions, by key; null where the text states nothing. */
export function companionValues(
  column: ColumnDefinition,
  stated: NumberRange | StatedPrice | null,
): Record<string, number | string | null> {
  const { min, max, currency, unit, bound, first }: Partial<StatedPrice> = stated ?? {};
  const values = [min, max, currency, unit, bound, first];
  return Object.fromEntries(companionsOf(column).map(({ key }, at) => [key, values[at] ?? null]));
}
