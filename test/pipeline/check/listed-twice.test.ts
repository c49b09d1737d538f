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
      `warning ${apis}:3 offer: the offer "free" is listed twice on "mainnet"; remove one of the two identical lines [listed-twice] also ${apis}:2`,
      `warning ${apis}:4 offer: the offer "free" is listed twice on "mainnet"; remove one of the two lines, unless both are intended: they differ in accessPrice [listed-twice] also ${apis}:2`,
    ],
  );
  itReports(
    'names the offer that the slug of one of the lines names',
    {
      [offers]: lines('slug,provider', 'full,Acme', 'recent,Acme'),
      [apis]: lines(
        'slug,offer,chain',
        'full-mainnet,!offer:recent,mainnet',
        'recent-mainnet,!offer:recent,mainnet',
        'recent-testnet,!offer:full,testnet',
        'x-testnet,!offer:full,testnet',
      ),
    },
    [
      `warning ${apis}:2 offer: the offer "recent" is listed twice on "mainnet", and the slug "full-mainnet" names another offer; write "!offer:full" [listed-twice] also ${apis}:3`,
      `warning ${apis}:4 offer: the offer "full" is listed twice on "testnet", and the slug "recent-testnet" names another offer; write "!offer:recent" [listed-twice] also ${apis}:5`,
    ],
  );
  itReports(
    'leaves a listing whose slug names another chain to its own rule',
    {
      ...free,
      [apis]: lines(
        header,
        'free-mainnet,,!offer:free,mainnet',
        'free-testnet,,!offer:free,mainnet',
        'x,,!offer:free,mainnet',
      ),
    },
    [
      `warning ${apis}:3 slug: the slug "free-testnet" names the chain "testnet", but the line is about "mainnet"; correct the chain [slug-chain]`,
      `warning ${apis}:4 offer: the offer "free" is listed twice on "mainnet"; remove one of the two identical lines [listed-twice] also ${apis}:2`,
    ],
  );
  itReports(
    'leaves a repeated slug to its own rule',
    { ...free, [apis]: lines(header, 'a,,!offer:free,mainnet', 'a,,!offer:free,mainnet') },
    [
      `error ${apis}:3 slug: the slug "a" is on more than one line of the network "aria"; rename or remove one of the two [duplicate-slug] also ${apis}:2`,
    ],
  );
  itReports(
    'reports the listing of one network that repeats one of all networks',
    { ...free, [allApis]: lines(header, 'x,,!offer:free,'), [apis]: lines(header, 'x-mainnet,,!offer:free,mainnet') },
    [
      `error ${apis}:2 offer: the offer "free" is listed for all networks and again for single networks; remove one of the two [listed-everywhere] also ${allApis}:2`,
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
      `error ${allWallets}:2 offer: the offer "w" is listed for all networks and again for single networks; remove one of the two [listed-everywhere] also ${wallets}:2, listings/specific-networks/bora/wallets.csv:2`,
    ],
  );
});
