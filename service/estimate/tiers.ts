/** Tiers of a plan: `$49/$99/mo` beside `4M/10M credits/mo`. */
import { form, Reader, valuesOf } from '../../common/amounts/forms.ts';
import { tokenize } from '../../common/amounts/lexer.ts';
import { amountText, type Step, stepOf } from './result.ts';

const amount = '(?:money|plain|scaled|decimal)';
const tiersForm = form(`(?<counts>${amount}(?:(?:slash|comma)+before?${amount})+)`);

/**
 * The amounts of a text of which the lowest and the highest were read, each more than the one
 * before it. Null if no other amounts stand between them as alternatives.
 */
export function tiersIn(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): readonly number[] | null {
  if (min >= max) return null;
  const reader = new Reader(tokenize(text));
  while (!reader.isAtEnd) {
    const [, { counts = [] }] = reader.takeFirst([['tiers', tiersForm]]) ?? ['', {}];
    const values = valuesOf(counts) ?? [];
    const isRising = values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
    if (isRising && values[0] === min && values.at(-1) === max) return values;
    if (counts.length === 0) reader.at++;
  }
  return null;
}

interface Tiered {
  readonly fee: { readonly tiers: readonly number[] | null };
  readonly included: { readonly tiers: readonly number[] | null; readonly unit: string };
}

/**
 * The plan with the fee and the amount of its first tier that suffices. The plan itself if none
 * does, or if not each amount has its price.
 */
export function tierFor<Plan extends Tiered>(plan: Plan, needed: number, steps?: Step[]): Plan {
  const { fee, included } = plan;
  const [prices, amounts] = [fee.tiers ?? [], included.tiers ?? []];
  const at = amounts.findIndex((each) => needed <= each);
  const [price, least] = [prices[at], amounts[at]];
  if (prices.length !== amounts.length || price === undefined || least === undefined) return plan;
  const text = `The tier of ${amountText(least)} ${included.unit} costs ${amountText(price)}.`;
  steps?.push(stepOf('included', text));
  return {
    ...plan,
    fee: { ...fee, min: price, max: price },
    included: { ...included, amount: least, least },
  };
}
