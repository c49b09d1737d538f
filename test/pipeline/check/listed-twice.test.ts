import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { allApis, allWallets, apis, offers, wallets, walletOffers } = paths;
const header = 'slug,provider,offer,chain';
const free = { [offers]: lines('slug,provider', 'free,Acme') };
const wallet = { [walletOffers]: lines('slug,provider,custodial', 'w,Acme,TRUE') };

describe('checkListedTwice', () => {
  itReports(
    'takes one offer on two chains',
    { ...free, [apis]: lines(header, 'a,,!offer:free,mainnet', 'b,,!offer:free,testnet') },
    [],
  );
  itReports(
    'warns of an offer that a file lists twice on one chain, and says how the lines differ',
    {
      ...free,
      [apis]: lines(
        'slug,offer,chain,accessPrice',
        'a,!offer:free,mainnet,',
        'b,!offer:free,mainnet,',
        'c,!offer:free,mainnet,$5',
      ),
    },
    [
      `warning ${apis}:3 offer: lists the offer "free" on "mainnet" again, after line 2; remove one of the two identical lines [listed-twice]`,
      `warning ${apis}:4 offer: lists the offer "free" on "mainnet" again, after line 2; remove one of the two lines, unless both are intended: they differ in accessPrice [listed-twice]`,
    ],
  );
  itReports(
    'leaves a repeated slug to its own rule',
    { ...free, [apis]: lines(header, 'a,,!offer:free,mainnet', 'a,,!offer:free,mainnet') },
    [
      `error ${apis}:3 slug: the slug "a" is already on the network "aria", on line 2; rename or remove one of the two [duplicate-slug]`,
    ],
  );
  itReports(
    'reports the listing of one network that repeats one of all networks',
    { ...free, [allApis]: lines(header, 'x,,!offer:free,'), [apis]: lines(header, 'x-mainnet,,!offer:free,mainnet') },
    [
      `error ${apis}:2 offer: the offer "free" is already listed for all networks at ${allApis}:2; remove one of the two [listed-everywhere]`,
    ],
  );
  itReports(
    'reports the listing of all networks where several repeat it',
    {
      ...wallet,
      [allWallets]: lines('slug,offer', 'x,!offer:w'),
      [wallets]: lines('slug,offer', 'y,!offer:w'),
      'listings/specific-networks/bora/wallets.csv': lines('slug,offer', 'y,!offer:w'),
    },
    [
      `error ${allWallets}:2 offer: the offer "w" is also listed for single networks at ${wallets}:2 and 1 more place; remove one of the two [listed-everywhere]`,
    ],
  );
});
