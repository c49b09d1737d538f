/**
 * The rules of the checks. docs/checks.md says what each one means; reports, SARIF and `fix` read
 * this table.
 */

export type Severity = 'error' | 'warning';

export interface Rule {
  /** An error prevents publication; a warning does so only with --strict. */
  readonly severity: Severity;
  /** Whether `make fix` removes the cause. */
  readonly fixable?: boolean;
  /** Whether equal problems are reported as one, because they are one mistake. */
  readonly repeatable?: boolean;
  /** Whether many problems in one column are reported as one, whatever their texts. */
  readonly ofColumn?: boolean;
}

/** In the order of docs/checks.md. */
export const rules = {
  'misplaced-file': { severity: 'error' },
  'special-file': { severity: 'error' },
  'limit-exceeded': { severity: 'error' },
  'missing-file': { severity: 'error' },
  'mass-change': { severity: 'error' },
  'spreadsheet-file': { severity: 'warning' },
  'file-extension': { severity: 'error' },
  'unknown-category': { severity: 'error', repeatable: true },
  'empty-file': { severity: 'error' },
  'not-a-table': { severity: 'error' },
  'not-utf8': { severity: 'error' },
  'wrong-separator': { severity: 'error' },
  'old-line-ends': { severity: 'error' },
  'conflict-marker': { severity: 'error' },
  'mixed-line-ends': { severity: 'warning' },
  'invisible-character': { severity: 'error' },
  'unclosed-quote': { severity: 'error' },
  'text-after-quote': { severity: 'error' },
  'stray-quote': { severity: 'error' },
  'space-after-quote': { severity: 'warning', fixable: true },
  'comment-line': { severity: 'error' },
  'cell-count': { severity: 'error' },
  'shifted-cells': { severity: 'error' },
  'edge-space': { severity: 'warning', fixable: true, repeatable: true },
  'line-above-header': { severity: 'error' },
  'blank-header': { severity: 'error' },
  'repeated-header': { severity: 'error' },
  'unknown-column': { severity: 'error', repeatable: true },
  'chain-in-offers': { severity: 'error' },
  'missing-column': { severity: 'error', repeatable: true },
  'slug-blank': { severity: 'error' },
  'slug-format': { severity: 'error' },
  'slug-chain': { severity: 'warning' },
  'duplicate-slug': { severity: 'error', ofColumn: true },
  'duplicate-key': { severity: 'error' },
  'duplicate-provider': { severity: 'error' },
  'similar-provider': { severity: 'warning' },
  'slug-order': { severity: 'warning', fixable: true },
  'provider-link': { severity: 'error' },
  'url-as-handle': { severity: 'warning' },
  'no-email': { severity: 'warning' },
  'docs-repeat': { severity: 'warning' },
  'logo-not-found': { severity: 'warning' },
  'logo-not-shown': { severity: 'warning' },
  'active-logo': { severity: 'error' },
  'unused-provider': { severity: 'warning' },
  'provider-not-found': { severity: 'error', repeatable: true },
  'offer-reference': { severity: 'error' },
  'offer-not-found': { severity: 'error', repeatable: true },
  'unused-offer': { severity: 'warning', ofColumn: true },
  'equal-offer': { severity: 'warning' },
  'listed-everywhere': { severity: 'error' },
  'all-networks': { severity: 'warning', repeatable: true },
  'listed-twice': { severity: 'warning' },
  'swapped-offers': { severity: 'warning' },
  'repeats-offer': { severity: 'warning', repeatable: true, ofColumn: true },
  'required-cell': { severity: 'error', repeatable: true },
  'not-a-boolean': { severity: 'error', ofColumn: true },
  'not-a-list': { severity: 'error', ofColumn: true },
  'typographic-quotes': { severity: 'error', fixable: true, ofColumn: true },
  'list-in-text': { severity: 'error' },
  'address-as-value': { severity: 'warning' },
  'price-as-value': { severity: 'warning' },
  'bad-definition': { severity: 'error' },
  'value-spelling': { severity: 'warning', repeatable: true },
  'new-value': { severity: 'warning', repeatable: true },
  'value-form': { severity: 'warning', repeatable: true },
  'several-items': { severity: 'warning', repeatable: true },
  'blank-item': { severity: 'warning' },
  'repeated-item': { severity: 'warning', fixable: true, repeatable: true },
  placeholder: { severity: 'warning', repeatable: true },
  'spreadsheet-damage': { severity: 'warning', repeatable: true },
  'swapped-cells': { severity: 'warning' },
  'price-without-number': { severity: 'warning' },
  'odd-number': { severity: 'warning', repeatable: true },
  'number-slip': { severity: 'warning' },
  'sibling-differs': { severity: 'warning' },
  'listing-price': { severity: 'warning' },
  'yearly-price': { severity: 'warning' },
  'plan-price': { severity: 'warning' },
  'plan-amounts': { severity: 'warning' },
  'odd-date': { severity: 'warning' },
  'limit-without-number': { severity: 'warning' },
  'unused-reading': { severity: 'warning' },
  credential: { severity: 'error' },
  'bad-link': { severity: 'error' },
  'bare-link': { severity: 'warning' },
  'odd-link': { severity: 'warning' },
  'foreign-link': { severity: 'warning', repeatable: true },
  'repeated-link': { severity: 'warning' },
  'tracking-link': { severity: 'warning', fixable: true, repeatable: true },
  'http-link': { severity: 'warning' },
  'local-address': { severity: 'warning' },
  'html-in-text': { severity: 'warning' },
  'open-markdown': { severity: 'warning' },
  'mixed-script': { severity: 'warning' },
  'foreign-text': { severity: 'warning' },
  'unfinished-text': { severity: 'warning' },
  hosting: { severity: 'warning' },
  'start-command': { severity: 'warning' },
  'quotation-differs': { severity: 'warning' },
  'quotation-gone': { severity: 'warning' },
  'bad-period': { severity: 'error' },
  'period-over': { severity: 'warning' },
  'correction-open': { severity: 'warning' },
  'dead-link': { severity: 'warning' },
  'wrong-chain': { severity: 'warning' },
  'measurement-differs': { severity: 'warning' },
  'chain-format': { severity: 'error', repeatable: true },
  'chain-not-found': { severity: 'error', repeatable: true },
  'chain-ignored': { severity: 'warning' },
  'network-key': { severity: 'error' },
  'unknown-network': { severity: 'error', repeatable: true },
  'network-without-chain': { severity: 'warning' },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/** Rules that `make fix` can fix. */
export type FixableRule = {
  [Name in RuleName]: (typeof rules)[Name] extends { fixable: true } ? Name : never;
}[RuleName];

/** Null if the table has no rule of this name. */
export function findRule(name: string): Rule | null {
  return Object.hasOwn(rules, name) ? rules[name as RuleName] : null;
}

/** Section of the rule in the documentation. */
export function documentationOf(rule: string): string {
  return `docs/checks.md#${rule}`;
}
