/** Prices, measures and limits that were not understood as a whole. */
import { type ColumnDefinition, quotaKind } from '../../../model/columns.ts';
import { sourcePaths } from '../../sources.ts';
import type { CheckContext } from '../context.ts';
import { type BuildTextRule, shorten } from './texts.ts';

export const priceWithoutNumber: BuildTextRule = (context) => {
  const leftOf = leftFinder(context);
  return {
    rule: 'price-without-number',
    find: (text, column) => {
      const left = quotaKind(column) === 'limits' ? undefined : leftOf(text, column);
      if (left === undefined) return null;
      return {
        message: `${subject(text, left)}, so it states no number: filters and sorting ignore it`,
        suggestion: `write the amount as $49/mo, from €5/mo, $0.5/1M requests or 99.9%, or state it in ${sourcePaths.readings}`,
      };
    },
  };
};

export const limitWithoutNumber: BuildTextRule = (context) => {
  const leftOf = leftFinder(context);
  return {
    rule: 'limit-without-number',
    find: (text, column) => {
      const left = quotaKind(column) === 'limits' ? leftOf(text, column) : undefined;
      if (left === undefined) return null;
      return {
        message: `${subject(text, left)}, so the list states no quota: comparisons and estimates do not know it`,
        suggestion: `write it as 25 reqs/s, 30M CUs/mo or Unlimited reqs/mo, each quota as an item of its own, or state it in ${sourcePaths.readings}`,
      };
    },
  };
};

function subject(text: string, left: string): string {
  const [whole, part] = [shorten(text), shorten(left)];
  return whole === part ? `"${whole}" was not understood` : `"${part}" of "${whole}" was not understood`;
}

/** Part of a text or an item that was not understood; undefined if all was. */
function leftFinder({ resolved }: CheckContext): (text: string, column: ColumnDefinition) => string | undefined {
  const found = [...resolved.numbers].map(([key, byText]) => {
    const left = [...byText.values()].flatMap((reading) => reading.left);
    return [key, new Map(left.map((each) => [each.text, each.left]))] as const;
  });
  const byColumn = new Map(found);
  return (text, column) => byColumn.get(column.key)?.get(text);
}
