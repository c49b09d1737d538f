/** Tables of broken sources: a tree, and every problem that it must be reported with. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkTree, describeProblems } from './check-tree.ts';
import type { Tree } from './source-tree.ts';

/** Two providers, Acme and Borealis Labs. */
export const providers = {
  'references/providers/providers.csv':
    'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag\n' +
    'acme,Acme,,,,,,,,,,,,\n' +
    'borealis,Borealis Labs,,,,,,,,,,,,\n',
};

export const paths = {
  allApis: 'listings/all-networks/apis.csv',
  allWallets: 'listings/all-networks/wallets.csv',
  apis: 'listings/specific-networks/aria/apis.csv',
  explorers: 'listings/specific-networks/aria/explorers.csv',
  wallets: 'listings/specific-networks/aria/wallets.csv',
  offers: 'references/offers/apis.csv',
  walletOffers: 'references/offers/wallets.csv',
  providers: 'references/providers/providers.csv',
} as const;

/**
 * Every error has to be among the expected, and every expected problem has to be there, in this
 * order. Warnings of other rules than these and `others` are not looked at.
 */
export function itReports(
  behaviour: string,
  tree: Tree,
  expected: readonly string[],
  others: readonly string[] = [],
): void {
  it(behaviour, async (t) => {
    const { problems } = await checkTree(t, { ...providers, ...tree });
    const rules = new Set<string>([...ruleNames(expected), ...others]);
    const seen = problems.filter(({ severity, rule }) => severity === 'error' || rules.has(rule));
    assert.deepEqual(describeProblems(seen), expected);
  });
}

/** The rules of problems. */
export function ruleNames(problems: readonly string[]): string[] {
  return problems.flatMap((line) => /\[([a-z0-9-]+)\](?: also |$)/.exec(line)?.[1] ?? []);
}

/** Lines of a file, each ended by a line feed. */
export function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
