/** Edits of one column: sorting, clearing, filling, replacing. */
import { type BrokenEdit, edit, files, type Sheets, writeTable } from './broken-edits.ts';

const { apis, wallets, storages, providers, listedApis } = files;

const turn = (cells: string[]): string[] => [...cells.slice(1), ...cells.slice(0, 1)];
const sort = (cells: string[]): string[] => cells.toSorted();
const clear = (cells: string[]): string[] => cells.map(() => '');
const mass = (place: string, words: string) => `mass-change ${place} | ${words}`;

export const columnEdits: readonly BrokenEdit[] = [
  edit(
    'one column is sorted alone',
    (sheets) => sheets.column(wallets, 'provider', (cells) => sort(cells).reverse()),
    mass(`${wallets} provider`, 'was one column sorted alone?'),
  ),
  edit(
    'one cell is deleted and the column moves up',
    (sheets) => sheets.column(wallets, 'provider', turn),
    mass(`${wallets} provider`, 'sorted alone?'),
  ),
  edit(
    'the prices are sorted alone',
    (sheets) => sheets.column(storages, 'price', sort),
    mass(`${storages} price`, 'sorted alone?'),
  ),
  edit(
    'the plans are sorted alone',
    (sheets) => sheets.column(apis, 'planType', (cells) => sort(cells).reverse()),
    mass(`${apis} planType`, 'sorted alone?'),
  ),
  edit(
    'the websites of providers are sorted alone',
    (sheets) => sheets.column(providers, 'website', (cells) => sort(cells).reverse()),
    mass(`${providers} website`, 'sorted alone?'),
  ),
  edit(
    'the references of listings are sorted alone',
    (sheets) => sheets.column(listedApis, 'offer', (cells) => sort(cells).reverse()),
    mass(`${listedApis} offer`, 'sorted alone?'),
  ),
  edit(
    'a column is cleared',
    (sheets) => sheets.column(wallets, 'openSource', clear),
    mass(`${wallets} openSource`, '20 of 20 cells'),
  ),
  edit(
    'a required column is cleared',
    (sheets) => sheets.column(storages, 'planType', clear),
    mass(`${storages} planType`, '31 of 31 cells'),
  ),
  edit(
    'the descriptions of providers are cleared',
    (sheets) => sheets.column(providers, 'description', clear),
    mass(`${providers} description`, 'were cleared'),
  ),
  edit(
    'every price rises by a formula',
    (sheets) => sheets.column(storages, 'price', (cells) => cells.map((_, at) => `$${at + 1}/mo`)),
    mass(`${storages} price`, '31 of 31 cells'),
  ),
  edit(
    'a column is deleted with its header',
    (sheets) => sheets.rewrite(wallets, (text) => withoutColumn(text, sheets, 'hardware')),
    mass(`${wallets} hardware`, '20 of 20 cells'),
  ),
  edit(
    'a value is filled down',
    (sheets) => sheets.column(wallets, 'provider', (cells) => cells.map(() => 'Brave')),
    mass(`${wallets} provider`, 'cells of "provider"'),
  ),
  edit(
    'no and yes are written in words',
    (sheets) => sheets.column(wallets, 'openSource', (cells) => cells.map((cell) => (cell === 'TRUE' ? 'Yes' : 'No'))),
    `not-a-boolean ${wallets}:2 openSource | 20 times`,
  ),
  edit(
    'a spreadsheet made dates of versions',
    (sheets) => sheets.column(storages, 'planName', (cells) => cells.map((cell, at) => (at < 5 ? '10-Jan' : cell))),
    `spreadsheet-damage ${storages}:2 planName | 5 times`,
  ),
  edit(
    'formulas lost their cells',
    (sheets) => sheets.column(storages, 'planName', (cells) => cells.map((cell, at) => (at > 20 ? '#REF!' : cell))),
    `placeholder ${storages}:23 planName | #REF!`,
  ),
  edit(
    'blank cells are filled with dashes',
    (sheets) => sheets.column(storages, 'planName', (cells) => cells.map((cell) => (cell === '' ? '-' : cell))),
    `placeholder ${storages}:6 planName | "-"`,
  ),
  edit(
    'percentages became fractions',
    (sheets) => sheets.column(apis, 'uptimeSla', (cells) => cells.map((cell) => (cell === '99.99%' ? '0.9999' : cell))),
    `spreadsheet-damage ${apis}:2 uptimeSla | 12 times`,
  ),
  edit(
    'lists lost their quotes',
    (sheets) => sheets.column(wallets, 'languages', (cells) => cells.map((cell) => cell.replaceAll('"', ''))),
    `not-a-list ${wallets}:2 languages | 20 times`,
  ),
  edit(
    'lists got typographic quotes',
    (sheets) => sheets.column(wallets, 'languages', (cells) => cells.map((cell) => cell.replaceAll('"', '”'))),
    `typographic-quotes ${wallets}:2 languages | 20 times`,
  ),
];

function withoutColumn(text: string, sheets: Sheets, key: string): string {
  const head = text.slice(0, text.indexOf('\n')).split(',');
  const rest: string[][] = [];
  sheets.rows(wallets, (rows, column) => void rest.push(...rows.map((row) => row.toSpliced(column(key), 1))));
  return writeTable([head.filter((each) => each !== key), ...rest]);
}
