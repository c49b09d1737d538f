/** Companions: columns that the pipeline adds to a column, with the numbers that it read from the text or the list. */
import { type ColumnDefinition, hasNumbers, isMoney, numberKeys, priceKeys, quotaKind } from './columns.ts';
import type { NumberRange, Stated, StatedPrice, StatedQuota } from './rows.ts';

export interface Companion {
  readonly key: string;
  /** Key of the column that was read. */
  readonly companionOf: string;
  readonly valueKind: 'number' | 'string';
  readonly label: string;
  readonly description: string;
}

/** Companions of a column, in order; empty for columns that state no numbers. */
export function companionsOf(column: ColumnDefinition): Companion[] {
  const quota = quotaKind(column);
  const own = `\`${column.key}\``;
  if (quota === 'limits') {
    return [
      ...quotaCompanions(column, 'Included', `included by the plan in ${own}`, 'such as `requests/month`'),
      ...quotaCompanions(column, 'Rate', `allowed per second in ${own}`, 'such as `requests` or `compute units`'),
    ];
  }
  if (quota === 'amount') return quotaCompanions(column, '', `in ${own}`, 'the ticker of the token');
  if (quota === 'hours') return rangeOf(column, `time in ${own}, in hours`);
  if (!hasNumbers(column)) return [];
  const numbers = rangeOf(column, `number in ${own}`);
  return isMoney(column) ? [...numbers, ...priceCompanions(column)] : numbers;
}

function add(
  { key: companionOf, label }: ColumnDefinition,
  [key, valueKind]: readonly [string, Companion['valueKind']],
  [added, description]: readonly [label: string, description: string],
): Companion {
  return { key, companionOf, valueKind, label: `${label}: ${added}`, description };
}

function rangeOf(column: ColumnDefinition, what: string): Companion[] {
  const [min, max] = numberKeys(column.key);
  return [
    add(column, [min, 'number'], ['lowest', `Lowest ${what}; null if it states none.`]),
    add(column, [max, 'number'], ['highest', `Highest ${what}; null if it states none.`]),
  ];
}

function priceCompanions(column: ColumnDefinition): Companion[] {
  const [currency, unit, bound, first] = priceKeys(column.key);
  const own = `\`${column.key}\``;
  return [
    add(
      column,
      [currency, 'string'],
      [
        'currency',
        `Currency of the amounts in ${own}: ISO 4217 code or token ticker; null if the text names none or several.`,
      ],
    ),
    add(
      column,
      [unit, 'string'],
      [
        'unit',
        `Unit that an amount in ${own} is for, such as \`month\`, \`once\` or \`million requests\`; null if the text does not say.`,
      ],
    ),
    add(
      column,
      [bound, 'string'],
      [
        'bound',
        `\`exact\`, \`range\`, \`from\` (the price may be higher) or \`upTo\` (the price may be lower); null if ${own} states no number.`,
      ],
    ),
    add(
      column,
      [first, 'number'],
      [
        'first',
        `Lowest amount of the price that ${own} states first, by which lists are sorted: 45 of \`$45/mo (monthly plan), $35/mo (yearly plan)\`.`,
      ],
    ),
  ];
}

/** Numbers, unit and bound of a quota. `part`: added to the key of the column. */
function quotaCompanions(column: ColumnDefinition, part: string, what: string, units: string): Companion[] {
  const key = `${column.key}${part}`;
  const name = part === '' ? '' : `${part.toLowerCase()}, `;
  const none = 'null if none was read';
  return [
    add(column, [`${key}Min`, 'number'], [`${name}lowest`, `Lowest amount ${what}; ${none}, or if it is unlimited.`]),
    add(column, [`${key}Max`, 'number'], [`${name}highest`, `Highest amount ${what}; ${none}, or if it is unlimited.`]),
    add(
      column,
      [`${key}Unit`, 'string'],
      [`${name}unit`, `Unit of the amount ${what}, ${units}; null if it names none.`],
    ),
    add(
      column,
      [`${key}Bound`, 'string'],
      [
        `${name}bound`,
        `\`exact\`, \`range\` (of tiers), \`from\` (or more), \`upTo\` (or less), \`unlimited\` or \`unread\` (the text has a part that is not understood), of the amount ${what}; ${none}.`,
      ],
    ),
  ];
}

/** Values of a column's companions, by key; null where the text states nothing. */
export function companionValues(
  column: ColumnDefinition,
  stated: Stated | null,
): Record<string, number | string | null> {
  const values = valuesOf(column, stated);
  return Object.fromEntries(companionsOf(column).map(({ key }, at) => [key, values[at] ?? null]));
}

/** In the order of the companions. */
function valuesOf(column: ColumnDefinition, stated: Stated | null): readonly (number | string | null | undefined)[] {
  if (stated === null) return [];
  if ('included' in stated) return [stated.included, stated.rate].flatMap(quotaValues);
  if (quotaKind(column) === 'amount') return quotaValues(stated);
  const { min, max, currency, unit, bound, first }: Partial<Omit<StatedPrice, keyof StatedQuota> & StatedQuota> =
    stated;
  return [min, max, currency, unit, bound, first];
}

function quotaValues(quota: Partial<StatedQuota> | NumberRange | null) {
  const { min, max, unit, bound }: Partial<StatedQuota> = quota ?? {};
  return [min, max, unit, bound];
}
