import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';
import { readSmallTree } from '../../support/source-tree.ts';

const { allWallets, apis, offers, wallets, walletOffers } = paths;
const needed = (category: string) =>
  `is blank, but every row of "${category}" needs it; fill in the cell [required-cell]`;
const header = 'slug,provider,offer,custodial';
const bora = 'listings/specific-networks/bora/wallets.csv';

const columns = 'meta/columns.csv';
const meta = await readSmallTree('meta/');
const definitions = meta[columns] ?? '';
const [head = ''] = definitions.split('\n');
const fee: Readonly<Record<string, string>> = {
  key: 'fee',
  label: 'Fee',
  valueKind: 'string',
  nullable: 'false',
  core: 'false',
};
const cellOf = (name: string) => (name === 'categories' ? '"[""wallets""]"' : (fee[name] ?? ''));
const withFee = `${definitions}${head.split(',').map(cellOf).join(',')}\n`;

describe('checkRequiredCells', () => {
  itReports('reports what a listing without an offer lacks, cell by cell', { [wallets]: lines(header, 'w,,,') }, [
    `error ${wallets}:2 custodial: ${needed('wallets')}`,
    `error ${wallets}:2 provider: ${needed('wallets')}`,
  ]);
  itReports(
    'reports what an offer lacks once, at the offer, however many networks list it',
    {
      [walletOffers]: lines('slug,provider,custodial', 'w,Acme,'),
      [allWallets]: lines(header, ',,!offer:w,'),
      'listings/specific-networks/aria': null,
      'listings/specific-networks/bora': null,
    },
    [`error ${walletOffers}:2 custodial: ${needed('wallets')}`],
  );
  itReports(
    'accepts what the listing fills in',
    { [walletOffers]: lines('slug,provider,custodial', 'w,Acme,'), [wallets]: lines(header, ',,!offer:w,TRUE') },
    [],
  );
  itReports(
    'reports a cell that !none took away at the listing',
    {
      [walletOffers]: lines('slug,provider,custodial', 'w,Acme,TRUE'),
      [wallets]: lines(header, ',,!offer:w,!none', 'v,!none,!offer:w,'),
    },
    [`error ${wallets}:2 custodial: ${needed('wallets')}`, `error ${wallets}:3 provider: ${needed('wallets')}`],
  );
  itReports(
    'reports a chain at the listing: offers have none',
    { [offers]: lines('slug,provider', 'a,Acme'), [apis]: lines('slug,offer,chain', 'b,!offer:a,') },
    [`error ${apis}:2 chain: ${needed('apis')}`],
  );
  itReports(
    'does not call a cell blank that says something unreadable',
    {
      [walletOffers]: lines('slug,provider,custodial', 'w,Acme,maybe'),
      [wallets]: lines(header, ',,!offer:w,', 'x,Acme,,'),
      [bora]: lines(header, 'v,Acme,,perhaps'),
    },
    [
      `error ${wallets}:3 custodial: ${needed('wallets')}`,
      `error ${bora}:2 custodial: "perhaps" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
      `error ${walletOffers}:2 custodial: "maybe" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
  itReports(
    'asks for a column without null in each of its categories, whatever requiredIn says',
    { ...meta, [columns]: withFee, [wallets]: lines(`${header},fee`, 'w,Acme,,TRUE,', 'x,Acme,,TRUE,1') },
    [`error ${wallets}:2 fee: ${needed('wallets')}`],
  );
  itReports(
    'does not ask for the columns of other categories',
    { [apis]: lines('slug,provider,chain', 'a,Acme,mainnet') },
    [],
  );
});
