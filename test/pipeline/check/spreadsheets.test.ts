/** What spreadsheet programs do to tables, each with the one problem that names it. */
import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const head = 'slug,provider,offer,tag,description,custodial';
const line = 'acme-wallet,Acme,,,Keeps coins.,TRUE';
const table = (...texts: readonly string[]) => ({ [paths.allWallets]: lines(...texts) });
const damaged = (text: string) => table(head, `acme-wallet,Acme,,,${text},TRUE`);
const place = `${paths.allWallets}:2 description`;
const again = 'type the text again, and save the file as UTF-8';

describe('the damage of spreadsheets', () => {
  itReports('a date made of a number', damaged('10-Jan'), [
    `warning ${place}: "10-Jan" is a date that a spreadsheet made of a number, a version or a range; format the column as text, and type the value again [spreadsheet-damage]`,
  ]);
  itReports('wrongly decoded text', damaged('Coins you donâ€™t lose'), [
    `warning ${place}: "Coins you donâ€™t lose" was read in another encoding than UTF-8; ${again} [spreadsheet-damage]`,
  ]);
  itReports('a lost character', damaged('Caf\ufffd'), [
    `warning ${place}: "Caf\ufffd" has a character that was lost (U+FFFD); ${again} [spreadsheet-damage]`,
  ]);
  itReports('a leading apostrophe', damaged("'12"), [
    `warning ${place}: "'12" begins with the apostrophe that marks a text in a spreadsheet; remove the apostrophe [spreadsheet-damage]`,
  ]);
  itReports('a redirect', damaged('https://www.google.com/url?q=https://acme.com'), [
    `warning ${place}: "https://www.google.com/url?q=https://acme.com" leads through a redirect of a search engine or a mail program; open the link, and copy the address of the page itself [spreadsheet-damage]`,
  ]);
  itReports('a line break outside sentences', table(head, 'acme-wallet,Acme,"Acme\nWallet",,x,TRUE'), [
    `warning ${paths.allWallets}:2 offer: "Acme\\nWallet" has a line break; write the text on one line [spreadsheet-damage]`,
  ]);
  itReports('no damage in words with accents and apostrophes', damaged('Café naïve: don’t â la carte'), []);

  itReports('typographic quotes of a list', table(head, 'acme-wallet,Acme,,[“IPFS”],x,TRUE'), [
    `error ${paths.allWallets}:2 tag: the quotes of the list are typographic; write ["IPFS"], or run \`make fix\` [typographic-quotes]`,
  ]);
  itReports('a title above the header', table('Wallets of July,,,,,', head, line), [
    `error ${paths.allWallets}:1: line 1 is not the header, line 2 is; delete line 1 [line-above-header]`,
  ]);
  itReports('a blank line above the header', table(',,,,,', head, line), [
    `error ${paths.allWallets}:1: line 1 is not the header, line 2 is; delete line 1 [line-above-header]`,
  ]);
  itReports('a header pasted twice', table(head, line, head), [
    `error ${paths.allWallets}:3: the line repeats the header; remove the line [repeated-header]`,
  ]);
  itReports('line ends of old computers', { [paths.allWallets]: `${head}\r${line}\r` }, [
    `error ${paths.allWallets}:1: the lines end with CR only, as on old Macintosh computers; save the file again as "CSV UTF-8" [old-line-ends]`,
  ]);
  itReports('UTF-16', { [paths.allWallets]: Buffer.from(`\ufeff${head}\n${line}\n`, 'utf16le') }, [
    `error ${paths.allWallets}: the file is UTF-16 text, not UTF-8; save the file with the encoding UTF-8 (in Excel: "CSV UTF-8") [not-utf8]`,
  ]);
  itReports('pasted tabs', table(head, line, 'bolt-wallet\tAcme\t\t\tKeeps more.\tTRUE'), [
    `error ${paths.allWallets}:3: expected 6 cells as in the header, found 1: the line has tabs instead of commas; replace the tabs by commas, or paste the line into a spreadsheet instead of a text editor [cell-count]`,
  ]);
  itReports('a spreadsheet beside its table', { ...table(head, line), 'references/offers/wallets.xlsx': 'PK' }, [
    'warning references/offers/wallets.xlsx: the spreadsheet is not read, only CSV files are; save it as CSV UTF-8, or remove it; `make import` takes its rows [spreadsheet-file]',
  ]);

  const offers = { [paths.walletOffers]: lines('slug,provider,custodial', 'acme-a,Acme,TRUE', 'acme-b,Acme,TRUE') };
  itReports(
    'two listings with the offer of each other',
    { ...offers, ...table('slug,offer', 'acme-a,!offer:acme-b', 'acme-b,!offer:acme-a') },
    [
      `warning ${paths.allWallets}:3 offer: the listings of "acme-b" and "acme-a" refer to each other's offer; swap the two cells [swapped-offers] also ${paths.allWallets}:2`,
    ],
  );
  const plans = Array.from({ length: 6 }, (_, index) => `acme-${index},Acme,Free,Key`);
  itReports(
    'two cells in the column of each other',
    { [paths.allApis]: lines('slug,provider,accessPrice,credentialKey', ...plans, 'acme-z,Acme,Key,Free') },
    [
      `warning ${paths.allApis}:8 accessPrice: "Key" is a value of "credentialKey", and "Free" one of "accessPrice"; swap the two cells [swapped-cells]`,
    ],
  );
});
