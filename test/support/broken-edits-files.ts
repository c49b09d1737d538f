/** Edits of lines and files: cutting, deleting, renaming, pasting, saving in another form. */
import { type BrokenEdit, edit, files, missed, type Sheets } from './broken-edits.ts';

const { wallets, storages, bridges, apis, providers, listedApis, listedWallets, everywhere } = files;

const cut = (file: string, lines: number) => (sheets: Sheets) => sheets.rows(file, (rows) => rows.slice(0, lines));
const without = (file: string, slug: string) => (sheets: Sheets) =>
  sheets.rows(file, (rows) => rows.filter(([first]) => first !== slug));
const rename = (file: string, slug: string, to: string) => (sheets: Sheets) =>
  sheets.rows(file, (rows) => rows.map((row) => (row[0] === slug ? row.with(0, to) : row)));
const mass = (place: string, words: string) => `mass-change ${place} | ${words}`;

export const fileEdits: readonly BrokenEdit[] = [
  edit(
    'the folder of a network is deleted',
    (sheets) => sheets.remove('listings/specific-networks/filecoin/'),
    mass('listings/specific-networks/filecoin', 'listings of the network "filecoin" are gone'),
  ),
  edit(
    'the folder of another network is deleted',
    (sheets) => sheets.remove('listings/specific-networks/xdc/'),
    mass('listings/specific-networks/xdc', 'listings of the network "xdc" are gone'),
  ),
  edit(
    'all folders of networks are deleted',
    (sheets) => sheets.remove('listings/specific-networks/'),
    mass('listings/specific-networks/filecoin', 'are gone'),
    mass('listings/specific-networks/xdc', 'are gone'),
  ),
  edit(
    'a file of offers is deleted',
    (sheets) => sheets.remove(storages),
    `missing-file ${storages} | listings need it; restore it`,
  ),
  edit(
    'another file of offers is deleted',
    (sheets) => sheets.remove(wallets),
    `missing-file ${wallets} | 20 listings need it`,
  ),
  edit(
    'a file of listings is deleted',
    (sheets) => sheets.remove(everywhere),
    mass(everywhere, '25 lines of the file are gone'),
  ),
  edit('the file of providers is deleted', (sheets) => sheets.remove(providers), `missing-file ${providers} | restore`),
  edit('offers are cut short', cut(storages, 10), mass(storages, '21 of 31 lines of the file are gone')),
  edit('listings are cut short', cut(listedWallets, 2), mass(listedWallets, '8 of 10 lines of the file are gone')),
  edit('providers are cut short', cut(providers, 60), mass(providers, '90 of 150 lines of the file are gone')),
  edit(
    'a file of offers is saved empty but for its header',
    cut(storages, 0),
    mass(storages, 'all 31 lines of the file are gone'),
  ),
  edit(
    'another table is saved over offers',
    (sheets) => sheets.rewrite(wallets, () => sheets.text(bridges)),
    mass(wallets, 'another table saved over it?'),
  ),
  edit(
    'another table is saved over listings',
    (sheets) => sheets.rewrite(listedWallets, () => sheets.text('listings/all-networks/sdks.csv')),
    mass(listedWallets, 'another table saved over it?'),
  ),
  edit(
    'the listings of two networks are exchanged',
    (sheets) => {
      const other = sheets.text('listings/specific-networks/xdc/wallets.csv');
      sheets.rewrite('listings/specific-networks/xdc/wallets.csv', () => sheets.text(listedWallets));
      sheets.rewrite(listedWallets, () => other);
    },
    mass(listedWallets, 'all 20 lines of 2 files are gone'),
  ),
  edit(
    'lines are sorted downwards',
    (sheets) => sheets.rows(storages, (rows) => rows.toReversed()),
    `slug-order ${storages}:2 slug | make fix`,
  ),
  edit(
    'all lines but the header are pasted once more',
    (sheets) => sheets.rows(listedWallets, (rows) => [...rows, ...rows]),
    `duplicate-slug ${listedWallets}:12 slug | 20 times`,
    `slug-order ${listedWallets}:3 slug | make fix`,
  ),

  // Names that others refer to
  edit(
    'an offer gets another slug',
    rename(storages, 'arweave', 'arweave-permanent'),
    `offer-not-found ${everywhere}:7 offer | the offer "arweave" was renamed to "arweave-permanent"`,
  ),
  edit(
    'an offer that two networks list gets another slug',
    rename(wallets, 'backpack', 'backpack-wallet'),
    `offer-not-found ${listedWallets}:4 offer | was renamed to "backpack-wallet"`,
  ),
  edit(
    'an offer is deleted',
    without(wallets, 'backpack'),
    `offer-not-found ${listedWallets}:4 offer | the offer "backpack" was removed from ${wallets}`,
  ),
  edit(
    'an offer of all networks is deleted',
    without(storages, 'swarm'),
    `offer-not-found ${everywhere}:23 offer | the offer "swarm" was removed`,
  ),
  edit(
    'a provider is renamed',
    (sheets) => sheets.cell(providers, 'akave', 'name', 'Akave Labs'),
    `provider-not-found ${storages}:3 provider | the provider "Akave" was renamed to "Akave Labs"`,
  ),
  edit(
    'a provider is deleted',
    without(providers, 'akave'),
    `provider-not-found ${storages}:3 provider | the provider "Akave" was removed`,
  ),
  edit(
    'a provider with offers in several files is renamed',
    (sheets) => sheets.cell(providers, 'alchemy', 'name', 'Alchemy Inc'),
    `provider-not-found ${apis}:3 provider | was renamed to "Alchemy Inc"`,
  ),
  edit(
    'a chain is misspelt in all listings',
    (sheets) =>
      sheets.column(listedApis, 'chain', (cells) => cells.map((cell) => (cell === 'mainnet' ? 'main' : cell))),
    `chain-not-found ${listedApis}:3 chain | 8 times`,
  ),
  edit(
    'a category is renamed in all its files',
    (sheets) => {
      sheets.move(wallets, 'references/offers/wallet.csv');
      sheets.move(listedWallets, 'listings/specific-networks/filecoin/wallet.csv');
      sheets.move('listings/specific-networks/xdc/wallets.csv', 'listings/specific-networks/xdc/wallet.csv');
    },
    'unknown-category listings/specific-networks/filecoin/wallet.csv | 3 files',
  ),
  edit(
    'the folder of a network is renamed',
    (sheets) => sheets.move('listings/specific-networks/xdc/', 'listings/specific-networks/xdcnetwork/'),
    'unknown-network listings/specific-networks/xdcnetwork | xdc',
  ),

  // Forms of files
  edit(
    'the file is saved with semicolons',
    (sheets) => sheets.rewrite(storages, (text) => text.replaceAll(',', ';')),
    `wrong-separator ${storages}:1 | semicolons`,
  ),
  edit(
    'the file is saved with tabs',
    (sheets) => sheets.rewrite(wallets, (text) => text.replaceAll(',', '\t')),
    `wrong-separator ${wallets}:1 | tab`,
  ),
  edit(
    'the file is saved as UTF-16',
    (sheets) => sheets.rewrite(wallets, (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    `not-utf8 ${wallets} | UTF-16`,
  ),
  edit(
    'the file is saved as Windows-1252',
    (sheets) => sheets.rewrite(wallets, (text) => Buffer.from(text.replace("D'CENT", 'D’CENT é'), 'latin1')),
    `not-utf8 ${wallets}:13 | UTF-8`,
  ),
  edit(
    'the file is saved for Macintosh',
    (sheets) => sheets.rewrite(storages, (text) => text.replaceAll(/\r?\n/g, '\r')),
    `old-line-ends ${storages}:1 | CSV UTF-8`,
  ),
  edit(
    'the file is decoded wrongly',
    (sheets) =>
      sheets.rewrite(storages, (text) =>
        // UTF-8 text, read as Windows-1252.
        text.replace('P2P storage and', 'P2P storage â€“ and'),
      ),
    `spreadsheet-damage ${storages}:31 description | another encoding`,
  ),
  edit(
    'a title stands above the header',
    (sheets) => sheets.rewrite(storages, (text) => `Storage offers,,,,,,,,,,\n${text}`),
    `line-above-header ${storages}:1 | delete line 1`,
  ),
  edit(
    'a blank line stands above the header',
    (sheets) => sheets.rewrite(providers, (text) => `,,,,,,,,,,,,,\n${text}`),
    `line-above-header ${providers}:1 | delete line 1`,
  ),
  edit(
    'the header is deleted',
    (sheets) => sheets.rewrite(storages, (text) => text.slice(text.indexOf('\n') + 1)),
    `blank-header ${storages}:1 | restore the header line`,
  ),
  edit(
    'the header is pasted among the lines',
    (sheets) =>
      sheets.rows(storages, (rows) => rows.toSpliced(9, 0, sheets.text(storages).split('\n')[0]?.split(',') ?? [])),
    `repeated-header ${storages}:11 | remove the line`,
  ),
  edit(
    'blank columns are exported',
    (sheets) => sheets.rewrite(storages, (text) => text.replaceAll('\n', ',,,\n')),
    `blank-header ${storages}:1 | column 12 has no header`,
  ),
  edit(
    'a workbook is left beside its table',
    (sheets) => sheets.rewrite('references/offers/wallets.xlsx', () => 'PK'),
    'spreadsheet-file references/offers/wallets.xlsx | make import',
  ),
  edit(
    'a merge is left unfinished',
    (sheets) => sheets.rewrite(wallets, (text) => `${text}<<<<<<< HEAD\nzz,Brave\n=======\nzz,Bybit\n>>>>>>> edit\n`),
    `conflict-marker ${wallets}:22 | merge`,
  ),
  edit(
    'a copy of a table is left in the folder',
    (sheets) => sheets.rewrite('references/offers/wallets (1).csv', () => sheets.text(wallets)),
    'unknown-category references/offers/wallets (1).csv | wallets',
  ),
  edit(
    'lines are pasted with tabs',
    (sheets) => sheets.append(wallets, 'zz-wallet\tBrave\tWallet\t\tTRUE'),
    `cell-count ${wallets}:22 | tabs instead of commas`,
  ),
  edit(
    'two columns are exchanged in the header',
    (sheets) => sheets.rewrite(storages, (text) => text.replace('price,planType', 'planType,price')),
    mass(`${storages} planType`, 'were two columns swapped in the header?'),
  ),
  // The prices of few lines are values of no other line, so that nothing tells a swap from a correction.
  missed(
    edit(
      'two columns are exchanged in some lines',
      (sheets) =>
        sheets.rows(storages, (rows, column) =>
          rows.map((row, at) => (at < 4 ? exchange(row, column('price'), column('planType')) : row)),
        ),
      ...[2, 3, 4, 5].map((line) => `swapped-cells ${storages}:${line} price | swap`),
    ),
  ),
];

function exchange(row: readonly string[], one: number, other: number): string[] {
  return row.with(one, row[other] ?? '').with(other, row[one] ?? '');
}
