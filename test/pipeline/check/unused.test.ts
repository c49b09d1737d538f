import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, offers, providers } = paths;
const offersOf = (...slugs: string[]) => ({
  [offers]: lines('slug,provider', ...slugs.map((slug) => `${slug},Acme`)),
});
const listing = (offer: string) => ({ [apis]: lines('slug,offer,chain', `a,${offer},mainnet`) });

describe('checkUnused', () => {
  itReports('warns of offers that nobody lists', { ...offersOf('free', 'pro'), ...listing('!offer:pro') }, [
    `warning ${offers}:2 slug: no listing refers to the offer "free"; add a listing for one network or for all networks, or remove the offer [unused-offer]`,
  ]);
  itReports('warns of providers without offers', { [apis]: lines('slug,provider,chain', 'a,Acme,mainnet') }, [
    `warning ${providers}:3 name: no offer and no listing names the provider "Borealis Labs"; add an offer or a listing of the provider, or remove the line [unused-provider]`,
  ]);
  itReports(
    'takes a misspelt reference for a use of what it means',
    { ...offersOf('acme-free'), ...listing('!offer:acme-fre') },
    [`error ${apis}:2 offer: no offer "acme-fre" in ${offers}; did you mean "acme-free"? [offer-not-found]`],
  );
});
