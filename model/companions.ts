/**
 * Companions: columns that the pipeline adds to a column, with the numbers that it read from the
 * text or the list.
 */
import {
  type ColumnDefinition,
  contradictsKey,
  furtherKey,
  hasNumbers,
  hasState,
  isMoney,
  numberKeys,
  priceKeys,
  quotaKind,
  stateKeys,
  wordKeys,
} from './columns.ts';
import { periodOf } from './price-period.ts';
import type { AmountState, NumberRange, Stated, StatedPrice, StatedQuota } from './rows.ts';

export interface Companion {
  readonly key: string;
  /** Key of the column that was read. */
  readonly companionOf: string;
  readonly valueKind: 'number' | 'string';
  readonly label: string;
  readonly description: string;
}

type Part = readonly [
  key: string,
  valueKind: Companion['valueKind'],
  label: string,
  description: string,
];

/** Companions of a column, in order; empty for columns that state no numbers. */
export function companionsOf(column: ColumnDefinition): Companion[] {
  const { key: companionOf, label } = column;
  return partsOf(column).map(([key, valueKind, part, description]) => {
    return { key, companionOf, valueKind, label: `${label}: ${part}`, description };
  });
}

function partsOf(column: ColumnDefinition): Part[] {
  const quota = quotaKind(column);
  const own = `\`${column.key}\``;
  if (quota === 'limits') {
    return [
      ...quotaParts(
        column,
        'Included',
        `included by the plan in ${own}`,
        'such as `requests/month`',
      ),
      ...quotaParts(
        column,
        'Rate',
        `allowed per second in ${own}`,
        'such as `requests` or `compute units`',
      ),
      [
        furtherKey(column.key),
        'string',
        'further',
        `Further amounts included by the plan in ${own}, such as those of a day beside those of a month, as a JSON list of \`min\`, \`max\`, \`unit\` and \`bound\`; null if there are none.`,
      ],
      ...stateParts(column),
      [
        contradictsKey(column.key),
        'string',
        'contradicts',
        `What contradicts each other in ${own} and the price of use, such as amounts of a day and a month; null if nothing does.`,
      ],
    ];
  }
  if (quota === 'amount') return quotaParts(column, '', `in ${own}`, 'the ticker of the token');
  if (quota === 'hours') return rangeParts(column, `time in ${own}, in hours`);
  if (!hasNumbers(column)) return [];
  const numbers = rangeParts(column, `number in ${own}`);
  return isMoney(column)
    ? [...numbers, ...priceParts(column), ...wordParts(column), ...stateParts(column)]
    : numbers;
}

function rangeParts({ key }: ColumnDefinition, what: string): Part[] {
  const [min, max] = numberKeys(key);
  return [
    [min, 'number', 'lowest', `Lowest ${what}; null if it states none.`],
    [max, 'number', 'highest', `Highest ${what}; null if it states none.`],
  ];
}

function priceParts(column: ColumnDefinition): Part[] {
  const { key } = column;
  const [currency, unit, bound, first] = priceKeys(key);
  const own = `\`${key}\``;
  return [
    [
      currency,
      'string',
      'currency',
      `Currency of the amounts in ${own}: ISO 4217 code or token ticker; null if the text names none or several.`,
    ],
    [
      unit,
      'string',
      'unit',
      `Unit that an amount in ${own} is for, such as \`${unitExamples(column).join('`, `')}\`; null if the text does not say.`,
    ],
    [
      bound,
      'string',
      'bound',
      `\`exact\`, \`range\`, \`from\` (the price may be higher) or \`upTo\` (the price may be lower); null if ${own} states no number.`,
    ],
    [
      first,
      'number',
      'first',
      `Lowest amount of the price that ${own} states first, by which lists are sorted: 45 of \`$45/mo, or $35/mo paid yearly\`.`,
    ],
  ];
}

function unitExamples(column: ColumnDefinition): readonly string[] {
  const uses = column.unit?.replace(/^1K /, 'thousand ').replace(/^1M /, 'million ');
  const examples = [periodOf(column), 'once', uses === 'million' ? 'million requests' : uses];
  return examples.filter((example) => example !== undefined);
}

function wordParts({ key, unit }: ColumnDefinition): Part[] {
  const uses = unit === 'million' ? '1M extra requests' : unit;
  const [stated, per, note, tiers, terms] = wordKeys(key);
  const own = `\`${key}\``;
  return [
    [
      stated,
      'number',
      'as stated',
      `The amount that ${own} shows first, as it is written: 2.49 of \`$2.49/h\`.`,
    ],
    [
      per,
      'string',
      'as stated, for',
      `What that amount is for, as it is written: \`hour\`, ${uses === null ? '' : `\`${uses}\`, `}\`once\`; null if the text does not say.`,
    ],
    [note, 'string', 'note', `What else ${own} says; null if nothing.`],
    [
      tiers,
      'string',
      'tiers',
      `Prices by volume in ${own}, as a JSON list of \`from\`, \`to\` and \`price\`; null if the text has none.`,
    ],
    [
      terms,
      'string',
      'terms',
      `What a bill by ${own} also depends on, as a JSON list of \`kind\` (\`paid\`: the price a month if \`months\` are paid at once; \`minimum\`: the least of a bill of \`months\`), \`months\`, \`min\` and \`max\`; null if the text does not say.`,
    ],
  ];
}

function stateParts({ key }: ColumnDefinition): Part[] {
  const [state, unread] = stateKeys(key);
  const own = `\`${key}\``;
  return [
    [
      state,
      'string',
      'state',
      `What is known of the amounts of ${own}: \`read\` (also of a text without a number, such as \`Custom\`), \`unread\` (stated in a form that is not understood), \`notStated\`, or \`notApplicable\` (without a meaning for the offer).`,
    ],
    [
      unread,
      'string',
      'not read',
      `The part of ${own} that is not understood, as it is written; null if there is none.`,
    ],
  ];
}

/** Numbers, unit and bound of a quota. `part`: added to the key of the column. */
function quotaParts(column: ColumnDefinition, part: string, what: string, units: string): Part[] {
  const key = `${column.key}${part}`;
  const name = part === '' ? '' : `${part.toLowerCase()}, `;
  const none = 'null if none was read';
  return [
    [
      `${key}Min`,
      'number',
      `${name}lowest`,
      `Lowest amount ${what}; ${none}, or if it is unlimited.`,
    ],
    [
      `${key}Max`,
      'number',
      `${name}highest`,
      `Highest amount ${what}; ${none}, or if it is unlimited.`,
    ],
    [
      `${key}Unit`,
      'string',
      `${name}unit`,
      `Unit of the amount ${what}, ${units}; null if it names none.`,
    ],
    [
      `${key}Bound`,
      'string',
      `${name}bound`,
      `\`exact\`, \`range\` (of tiers), \`from\` (or more), \`upTo\` (or less), \`unlimited\` or \`unread\` (the text has a part that is not understood), of the amount ${what}; ${none}.`,
    ],
  ];
}

/**
 * Values of a column's companions, by key; null where the text states nothing. `unread`: parts of
 * the text that were not understood.
 */
export function companionValues(
  column: ColumnDefinition,
  stated: Stated | null,
  unread: readonly string[] = [],
): Record<string, number | string | null> {
  const values = valuesOf(column, stated);
  const numbers = companionsOf(column).map(({ key }, at) => [key, values[at] ?? null]);
  const state = unread.length > 0 ? 'unread' : 'read';
  return { ...Object.fromEntries(numbers), ...stateValues(column, state, unread) };
}

/** The state of a cell, as companions have it; nothing for a column without states. */
export function stateValues(
  column: ColumnDefinition,
  state: AmountState,
  unread: readonly string[] = [],
): Record<string, string | null> {
  if (!hasState(column)) return {};
  const [stateKey, unreadKey] = stateKeys(column.key);
  return { [stateKey]: state, [unreadKey]: unread.join('; ') || null };
}

/** In the order of the companions. */
function valuesOf(
  column: ColumnDefinition,
  stated: Stated | null,
): readonly (number | string | null | undefined)[] {
  if (stated === null) return [];
  if ('included' in stated) {
    const { included, rate, further } = stated;
    const others = further.length === 0 ? null : JSON.stringify(further);
    return [...[included, rate].flatMap(quotaValues), others];
  }
  if (quotaKind(column) === 'amount') return quotaValues(stated);
  const {
    min,
    max,
    currency,
    unit,
    bound,
    first,
    stated: written,
    per,
    note,
    tiers,
    terms,
  }: Partial<Omit<StatedPrice, keyof StatedQuota> & StatedQuota> = stated;
  const lists = [tiers, terms].map((list) => list && JSON.stringify(list));
  return [min, max, currency, unit, bound, first, written, per, note, ...lists];
}

function quotaValues(quota: Partial<StatedQuota> | NumberRange | null) {
  const { min, max, unit, bound }: Partial<StatedQuota> = quota ?? {};
  return [min, max, unit, bound];
}
