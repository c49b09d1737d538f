import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const head = 'slug,provider,offer,description,custodial';
const listed = lines('slug,offer', ...['a', 'b', 'c'].map((slug) => `acme-${slug},!offer:acme-${slug}`));
const tree = (...offers: readonly string[]) => ({
  [paths.walletOffers]: lines(head, ...offers),
  [paths.wallets]: listed,
});
const one = 'acme-a,Acme,Wallet,Keeps coins.,TRUE';

describe('checkEqualOffers', () => {
  itReports(
    'an offer that was copied',
    tree(one, 'acme-b,Acme,Wallet,Keeps more coins.,TRUE', 'acme-c,Acme,Vault,,TRUE'),
    [
      `warning ${paths.walletOffers}:3 slug: the offers "acme-b" and "acme-a" say the same; say how they differ, or remove one and list the other [equal-offer] also ${paths.walletOffers}:2`,
    ],
  );
  itReports(
    'no offers that differ in a fact',
    tree(one, 'acme-b,Acme,Wallet,,FALSE', 'acme-c,Borealis Labs,Wallet,,TRUE'),
    [],
  );
});
