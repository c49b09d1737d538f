import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { allApis, allWallets } = paths;
const header = 'slug,provider,chain';

describe('checkNetworks', () => {
  itReports(
    'reports a network that networks.csv does not know, with the line to add',
    {
      'listings/specific-networks/arya/apis.csv': lines(header, 'a,Acme,mainnet'),
      'listings/specific-networks/zulu/apis.csv': lines(header, 'a,Acme,mainnet'),
    },
    [
      'error listings/specific-networks/arya: no network "arya" in meta/networks.csv; did you mean "aria"? Otherwise add a line to meta/networks.csv with "arya" in the column "key", "Arya" in "name" and the address of its documentation in "docs" [unknown-network]',
      'error listings/specific-networks/zulu: no network "zulu" in meta/networks.csv; add a line to meta/networks.csv with "zulu" in the column "key", "Zulu" in "name" and the address of its documentation in "docs" [unknown-network]',
    ],
  );
  itReports(
    'warns of a logo of an unknown provider',
    { 'meta/networks.csv': lines('key,name,icon,docs,chains,logoProvider', 'aria,Aria,,https://aria.example/,,Acmee') },
    [
      'warning meta/networks.csv:2 logoProvider: no provider "Acmee" in references/providers/providers.csv; did you mean "Acme"? [logo-not-found]',
    ],
  );
  itReports(
    'warns of a network without a chain that misses listings',
    { [allApis]: lines(header, 'a,Acme,', 'b,Acme,'), 'listings/specific-networks/aria': null },
    [
      'warning listings/specific-networks/aria: no listing names a chain, so 2 all-networks listings are left out; add a listing that names one of its chains [network-without-chain]',
    ],
  );
  itReports(
    'counts a single one as one',
    { [allApis]: lines(header, 'a,Acme,'), 'listings/specific-networks/aria': null },
    [
      'warning listings/specific-networks/aria: no listing names a chain, so one all-networks listing is left out; add a listing that names one of its chains [network-without-chain]',
    ],
  );
  itReports(
    'has nothing to say where a network without a chain misses nothing',
    { [allWallets]: lines('slug,provider,custodial', 'w,Acme,TRUE'), 'listings/specific-networks/aria': null },
    [],
  );
});
