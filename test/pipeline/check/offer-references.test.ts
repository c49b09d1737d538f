import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { allApis, apis, offers, wallets, walletOffers } = paths;
const header = 'slug,provider,offer,chain';
const free = { [offers]: lines('slug,provider', 'acme-free,Acme') };

describe('checkOfferReferences', () => {
  for (const [text, slug] of [
    ['!Offer:acme-free', 'acme-free'],
    ['!provider:acme-free', 'acme-free'],
    ['! offer:acme-free', 'acme-free'],
    ['!offer: acme-free', 'acme-free'],
    ['!offer:acme free', 'acme-free'],
    ['!offer', '<slug>'],
    ['!offer:', '<slug>'],
    ['!acme-free', 'acme-free'],
    ['offer:acme-free', 'acme-free'],
    ['!!offer:acme-free', 'acme-free'],
  ]) {
    itReports(`does not read "${text}" as a reference`, { ...free, [apis]: lines(header, `a,Acme,${text},mainnet`) }, [
      `error ${apis}:2 offer: "${text}" is not a reference to an offer; write "!offer:${slug}" [offer-reference]`,
    ]);
  }
  itReports('names the nearest offer', { ...free, [apis]: lines(header, 'a,,!offer:acme-fre,mainnet') }, [
    `error ${apis}:2 offer: no offer "acme-fre" in ${offers}; did you mean "acme-free"? [offer-not-found]`,
  ]);
  itReports('minds case in a slug', { ...free, [apis]: lines(header, 'a,,!offer:Acme-Free,mainnet') }, [
    `error ${apis}:2 offer: no offer "Acme-Free" in ${offers}; did you mean "acme-free"? [offer-not-found]`,
  ]);
  itReports('says where to add an offer that is near no other', { [apis]: lines(header, 'a,,!offer:x,mainnet') }, [
    `error ${apis}:2 offer: no offer "x" in ${offers}; add the offer to ${offers} [offer-not-found]`,
  ]);
  itReports(
    'says which other category has the offer',
    { ...free, [wallets]: lines('slug,offer', 'a,!offer:acme-free') },
    [
      `error ${wallets}:2 offer: no offer "acme-free" in ${walletOffers}; it is an offer of another category (${offers}): list it in apis.csv, or add it here [offer-not-found]`,
    ],
  );
  itReports(
    'reports a listing of all networks once, however many networks there are',
    {
      ...free,
      [allApis]: lines(header, 'a,,!offer:acme-fee,'),
      'listings/specific-networks/aria/apis.csv': lines(header, 'b,Acme,,mainnet', 'c,Acme,,testnet'),
      'listings/specific-networks/bora/apis.csv': lines(header, 'b,Acme,,mainnet'),
    },
    [`error ${allApis}:2 offer: no offer "acme-fee" in ${offers}; did you mean "acme-free"? [offer-not-found]`],
  );
});
