import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeOf } from '../../../pipeline/read/source-folder.ts';
import { itReports, lines } from '../../support/problem-cases.ts';

const table = lines('slug,provider,custodial', 'w,Acme,TRUE');
const layout =
  'move it to references/offers/, listings/all-networks/ or listings/specific-networks/<network>/, or remove it';

describe('placeOf', () => {
  const categories = new Set(['apis']);
  const places: readonly (readonly [path: string, place: object | null])[] = [
    ['references/offers/apis.csv', { kind: 'offers', category: 'apis' }],
    ['listings/all-networks/apis.csv', { kind: 'all-networks', category: 'apis' }],
    ['listings/specific-networks/aria/apis.csv', { kind: 'network', network: 'aria', category: 'apis' }],
    ['references/providers/providers.csv', null],
    ['meta/columns.csv', null],
    ['README.md', null],
    ['references/providers/images/acme.svg', null],
  ];
  for (const [path, place] of places) {
    it(`takes ${path} for ${place === null ? 'no table' : 'a table'}`, () => {
      assert.deepEqual(placeOf(path, categories), place);
    });
  }
});

describe('files that have no place', () => {
  itReports('names the nearest category', { 'listings/specific-networks/aria/walets.csv': table }, [
    'error listings/specific-networks/aria/walets.csv: no category "walets" in meta/categories.csv; did you mean "wallets.csv"? [unknown-category]',
  ]);
  itReports('says how to add a category that is near no other', { 'references/offers/hardware.csv': table }, [
    'error references/offers/hardware.csv: no category "hardware" in meta/categories.csv; add the category to meta/categories.csv, or rename the file [unknown-category]',
  ]);
  itReports('wants a category spelled in lowercase', { 'listings/all-networks/Wallets.csv': table }, [
    'error listings/all-networks/Wallets.csv: no category "Wallets" in meta/categories.csv; did you mean "wallets.csv"? [unknown-category]',
  ]);
  itReports('wants the extension in lowercase', { 'listings/specific-networks/aria/wallets.CSV': table }, [
    'error listings/specific-networks/aria/wallets.CSV: the extension of a CSV file must be lowercase; rename the file to "wallets.csv" [file-extension]',
  ]);
  const misplaced = [
    'listings/wallets.csv',
    'listings/specific-networks/wallets.csv',
    'listings/specific-networks/aria/extra/wallets.csv',
    'references/wallets.csv',
    'references/providers/wallets.csv',
    'wallets.csv',
    'Listings/specific-networks/aria/wallets.csv',
    'listings/Specific-Networks/aria/wallets.csv',
    'references/Offers/wallets.CSV',
  ];
  for (const path of misplaced) {
    itReports(`reports ${path} instead of leaving it out`, { [path]: table }, [
      `error ${path}: the CSV file is outside the folders of the source layout; ${layout} [misplaced-file]`,
    ]);
  }
});
