import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTree } from '../../support/check-tree.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';

const { apis, offers, wallets } = paths;

describe('an unknown column', () => {
  itReports(
    'silences nothing but itself',
    { [wallets]: lines('slug,provider,custodial,zzz', 'w,Acmee,TRUE,x', 'v,Acme,maybe,') },
    [
      `error ${wallets}:1 zzz: no column "zzz" in meta/columns.csv; remove the column, or describe it in meta/columns.csv [unknown-column]`,
      `error ${wallets}:2 provider: no provider "Acmee" in references/providers/providers.csv; did you mean "Acme"? [provider-not-found]`,
      `error ${wallets}:3 custodial: "maybe" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`,
    ],
  );
  it('is read as the column that was meant', async (t) => {
    const { sources, problems } = await checkTree(t, {
      ...providers,
      [wallets]: lines('slug,providers,custodial', 'w,Acme,TRUE'),
    });
    assert.equal(sources.listings[0]?.cells.values.provider, 'Acme');
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error').map(({ suggestion }) => suggestion),
      ['did you mean "provider"?'],
    );
  });
  itReports(
    'is never taken for one that the header has',
    { [wallets]: lines('slug,provider,custodial,custodia', 'w,Acme,TRUE,') },
    [
      `error ${wallets}:1 custodia: no column "custodia" in meta/columns.csv; remove the column, or describe it in meta/columns.csv [unknown-column]`,
    ],
  );
});

describe('a text in `offer`', () => {
  itReports(
    'that lacks only the sign of a reference is named as that',
    {
      [offers]: lines('slug,provider', 'acme-free,Acme'),
      [apis]: lines('slug,provider,offer,chain', 'x,,acme-free,mainnet'),
    },
    [`error ${apis}:2 offer: "acme-free" is not a reference to an offer; write "!offer:acme-free" [offer-reference]`],
  );
});

describe('FALSE in a list', () => {
  itReports(
    'belongs to the blank boolean cell on its left',
    { [apis]: lines('slug,provider,chain,trial,tag', 'x,Acme,mainnet,,FALSE', 'y,Acme,mainnet,TRUE,FALSE') },
    [
      `error ${apis}:2 tag: "FALSE" is not a list; it belongs one cell to the left, to "trial"; move it to "trial" [not-a-list]`,
      `error ${apis}:3 tag: "FALSE" is not a list: a list has brackets, and quotes around each item; write ["first","second"]; in a text editor the cell is quoted: "[""first"",""second""]" [not-a-list]`,
    ],
  );
});

describe('the width of records', () => {
  itReports(
    'is one problem of the header if every line has it',
    { [wallets]: lines('slug,provider,custodial,more', 'a,Acme,TRUE', 'b,Acme,TRUE', 'c,Acme,TRUE') },
    [
      `error ${wallets}:1: the header has 4 cells, but the lines below it have 3; remove the surplus name from the header, or add its cell to every line; the last name is "more" [cell-count]`,
    ],
  );
  itReports(
    'tells a torn list from several lists in one cell',
    {
      [apis]: lines(
        'slug,provider,chain,tag,trial',
        'a,Acme,mainnet,["x",y],TRUE'.replaceAll('"', ''),
        'b,Acme,mainnet,,TRUE',
        'c,Acme,mainnet,"[""x""],[""y""]"',
      ),
    },
    [
      `error ${apis}:2: expected 5 cells as in the header, found 6: the cells 4 to 5 seem to be one list without quotes; put a cell that holds a comma in quotes, or remove the surplus [cell-count]`,
      `error ${apis}:4: expected 5 cells as in the header, found 4: the cell 4 ("tag") holds 2 lists; write each list in a cell of its own [cell-count]`,
    ],
  );
});

describe('a separator', () => {
  itReports('is named if it is not the comma', { [wallets]: lines('slug;provider;custodial', 'w;Acme;"x"') }, [
    `error ${wallets}:1: the cells are separated by semicolons instead of commas; save the file again as CSV with the comma as separator [wrong-separator]`,
  ]);
});

describe('an unknown category', () => {
  itReports(
    'silences nothing but its own file',
    {
      'references/offers/wallet.csv': lines('slug,provider', 'w,Acme'),
      [offers]: lines('slug,provider', 'a-free,Acme', 'zebra-free,Acme'),
    },
    [
      'error references/offers/wallet.csv: no category "wallet" in meta/categories.csv; did you mean "wallets.csv"? [unknown-category]',
      `warning ${offers}:2 slug: no listing refers to the offer "a-free"; add a listing for one network or for all networks, or remove the offer [unused-offer]`,
      `warning ${offers}:3 slug: no listing refers to the offer "zebra-free"; add a listing for one network or for all networks, or remove the offer [unused-offer]`,
    ],
  );
});
