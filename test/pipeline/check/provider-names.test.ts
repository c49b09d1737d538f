import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { allWallets, offers, providers, wallets } = paths;

describe('checkProviderNames', () => {
  itReports(
    'names the nearest provider, also for offers that nobody lists',
    { [offers]: lines('slug,provider', 'free,Acmee', 'pro,ACME', 'max,Borealis-Labs') },
    [
      `error ${offers}:2 provider: no provider "Acmee" in ${providers}; did you mean "Acme"? [provider-not-found]`,
      `error ${offers}:3 provider: no provider "ACME" in ${providers}; did you mean "Acme"? [provider-not-found]`,
      `error ${offers}:4 provider: no provider "Borealis-Labs" in ${providers}; did you mean "Borealis Labs"? [provider-not-found]`,
    ],
  );
  itReports('takes a slug for the name that was meant', { [offers]: lines('slug,provider', 'free,borealis') }, [
    `error ${offers}:2 provider: no provider "borealis" in ${providers}; did you mean "Borealis Labs"? [provider-not-found]`,
  ]);
  itReports(
    'reports listings where they are written, once',
    {
      [allWallets]: lines('slug,provider,custodial', 'w,Zenith,TRUE'),
      [wallets]: lines('slug,provider,custodial', 'v,Zenith,TRUE'),
      'listings/specific-networks/bora': null,
    },
    [
      `error ${allWallets}:2 provider: no provider "Zenith" in ${providers}; add the provider to ${providers} [provider-not-found]`,
      `error ${wallets}:2 provider: no provider "Zenith" in ${providers}; add the provider to ${providers} [provider-not-found]`,
    ],
  );
});
