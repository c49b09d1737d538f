import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { allApis, apis, explorers, offers, wallets } = paths;
const header = 'slug,provider,offer,chain';
const free = { [offers]: lines('slug,provider', 'free,Acme') };
const twice = 'rename or remove one of the two [duplicate-slug]';
const blank = 'the slug is blank; add a slug of lowercase letters, digits and hyphens [slug-blank]';

describe('checkRowSlugs', () => {
  itReports(
    'compares slugs after resolving, within one network and category',
    {
      ...free,
      [apis]: lines(header, 'free,Acme,,mainnet', ',,!offer:free,testnet', 'other,,!offer:free,testnet'),
      [explorers]: lines('slug,provider,chain', 'free,Acme,mainnet'),
      'listings/specific-networks/bora/apis.csv': lines(header, ',,!offer:free,mainnet'),
    },
    [`error ${apis}:3 slug: the slug "free" is on more than one line of the network "aria"; ${twice} also ${apis}:2`],
  );
  itReports(
    'compares what is listed for all networks with what a network has of its own, and reports it once',
    {
      [allApis]: lines(header, 'node,Acme,,'),
      [apis]: lines(header, 'node-mainnet,Acme,,mainnet'),
      'listings/specific-networks/bora/apis.csv': lines(header, 'node-mainnet,Acme,,mainnet'),
    },
    [
      `error ${allApis}:2 slug: the slug "node-mainnet" is on more than one line of the network "aria"; ${twice} also ${apis}:2`,
    ],
  );
  itReports(
    'reports a slug of another chain, though the offer is listed for all networks',
    {
      ...free,
      [allApis]: lines(header, 'x,,!offer:free,'),
      [apis]: lines(header, 'x-mainnet,,!offer:free,testnet', 'y,Acme,,mainnet'),
    },
    [
      `error ${allApis}:2 slug: the slug "x-mainnet" is on more than one line of the network "aria"; ${twice} also ${apis}:2`,
      `error ${apis}:2 offer: the offer "free" is listed for all networks and again for single networks; remove one of the two [listed-everywhere] also ${allApis}:2`,
    ],
  );
  itReports(
    'compares the listings for all networks among themselves',
    { [allApis]: lines(header, 'a,Acme,,', 'a,Acme,,'), [apis]: lines(header, 'b,Acme,,mainnet', 'c,Acme,,testnet') },
    [
      `error ${allApis}:3 slug: the slug "a-mainnet" is on more than one line of the network "aria"; ${twice} also ${allApis}:2`,
    ],
  );
  itReports(
    'wants a slug where there is no reference to take it from',
    {
      ...free,
      [apis]: lines(
        header,
        ',Acme,,mainnet',
        ',Acme,Acme Nodes,mainnet',
        ',Acme,!none,mainnet',
        '!none,,!offer:free,mainnet',
      ),
    },
    [
      `error ${apis}:2 slug: ${blank}`,
      `error ${apis}:3 slug: ${blank}`,
      `error ${apis}:4 slug: ${blank}`,
      `error ${apis}:5 slug: ${blank}`,
    ],
  );
  itReports(
    'wants a slug in kebab case',
    { [wallets]: lines('slug,provider,custodial', 'My Wallet,Acme,TRUE', 'w_1,Acme,TRUE') },
    [
      `error ${wallets}:2 slug: "My Wallet" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "my-wallet" [slug-format]`,
      `error ${wallets}:3 slug: "w_1" is not a valid slug: use lowercase letters and digits, joined by single hyphens; write "w-1" [slug-format]`,
    ],
  );
});
