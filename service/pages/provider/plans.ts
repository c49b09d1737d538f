/** Plans of offers with the least price of each, in a few words: `free, pay-as-you-go from $5, enterprise custom`. */
import { type ColumnDefinition, isMoney } from '../../../model/columns.ts';
import type { Row } from '../../snapshot/catalog.ts';
import { readAmount } from '../shared/changes/price-change.ts';

/** Kinds of plans that are named. */
const maxPlans = 4;

interface Plan {
  readonly kind: string;
  /** Null for a price without an amount, such as `Custom`. */
  readonly least: { readonly value: number; readonly text: string } | null;
}

/** Of the first money column with values; null if no price is stated. The cheapest first. */
export function describePlans(rows: readonly Row[], columns: readonly ColumnDefinition[]): string | null {
  const money = columns.find((column) => isMoney(column) && rows.some((row) => typeof row[column.key] === 'string'));
  if (money === undefined) return null;
  const plans = new Map<string, Plan>();
  for (const row of rows) {
    const text = row[money.key];
    if (typeof text !== 'string') continue;
    const kind = typeof row.planType === 'string' ? row.planType.toLowerCase() : '';
    const amount = readAmount(text);
    const known = plans.get(kind);
    if (known === undefined || isLess(amount, known.least)) plans.set(kind, { kind, least: amount });
  }
  const sorted = [...plans.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
  const texts = new Set(sorted.map(describePlan));
  return [...texts].slice(0, maxPlans).join(', ');
}

function isLess(amount: Plan['least'], least: Plan['least']): boolean {
  return amount !== null && (least === null || amount.value < least.value);
}

function rankOf({ least }: Plan): number {
  return least === null ? Number.MAX_VALUE : least.value;
}

function describePlan({ kind, least }: Plan): string {
  if (least?.value === 0) return 'free';
  if (least === null) return `${kind} custom`.trim();
  return `${kind} ${/^(?:from|up to)\b/i.test(least.text) ? least.text : `from ${least.text}`}`.trim();
}
