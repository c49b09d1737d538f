/** Prices with digits from which no number can be read. */
import { hasNumbers } from '../../../model/columns.ts';
import { type BuildTextRule, shorten } from './texts.ts';

/** Remarks, URLs and percentages state no amount. A digit after a letter is part of a name (`L1`). */
const noAmounts = /\([^)]*\)?|https?:\/\/\S+|(?<![\d.,])[\d.,]+\s?(?:%|‰|percent\b)/giu;
const digit = /(?<![\p{L}\d_])\d/u;

export const priceWithoutNumber: BuildTextRule = ({ resolved }) => ({
  rule: 'price-without-number',
  find: (text, column) => {
    if (!hasNumbers(column) || !digit.test(text.replace(noAmounts, ''))) return null;
    if (resolved.numbers.get(column.key)?.get(text) !== null) return null;
    return {
      message: `no number could be read from "${shorten(text)}": filters and sorting ignore it`,
      suggestion: 'write the amount as $49/mo, $0.5/1M queries or 99.9%, and remarks in parentheses',
    };
  },
});
