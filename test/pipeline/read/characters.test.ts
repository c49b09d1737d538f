import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { apis, wallets } = paths;
const header = 'slug,provider,custodial,description';
const hidden = (place: string, where: string, what: string, mend: string) =>
  `error ${wallets}:${place}: invisible character ${where}: ${what}; ${mend} [invisible-character]`;

describe('removeInvisible', () => {
  itReports(
    'takes dashes, arrows, currency signs, no-break spaces, line breaks and the joiners of scripts and pictures',
    {
      [wallets]: lines(
        header,
        'a,Acme,TRUE,"a – b — c → d\u00a0€5\tx\ny"',
        'b,Acme,TRUE,"می\u200cخواهم क्\u200dष 👩\u200d💻 👍🏽 é é 星"',
      ),
    },
    [],
  );
  const broken = lines(
    header,
    '"a","Ac\u200bme",TRUE,"one\ntwo"',
    'b,Acme,TRUE,\u202eabc',
    'c,Acme,TRUE,tab\u0001',
    'd\u2060-e,Acme,TRUE,',
    'e,Acme,TRUE,a\u200db',
  );
  itReports(
    'names the character, and nothing that it makes of a name',
    { [wallets]: `\ufeff${broken}`.replaceAll('\n', '\r\n') },
    [
      hidden('2 provider', 'after "Ac"', 'zero-width space, U+200B', 'write "Acme"'),
      hidden('4 description', 'at the beginning of the cell', 'right-to-left override, U+202E', 'write "abc"'),
      hidden('5 description', 'after "tab"', 'control character, U+0001', 'write "tab"'),
      hidden('6 slug', 'after "d"', 'word joiner, U+2060', 'write "d-e"'),
      hidden('7 description', 'after "a"', 'zero-width joiner, U+200D', 'write "ab"'),
    ],
  );
});

describe('reportConflicts', () => {
  const conflict = (line: number, sign: string) =>
    `error ${wallets}:${line}: unresolved merge conflict (${sign}); keep the right lines and remove those that begin with <<<<<<<, ======= and >>>>>>> [conflict-marker]`;
  const twice = lines(
    header,
    ...['<<<<<<< HEAD', 'a,Acme,TRUE,x', '||||||| base', '=======', 'a,Acme,TRUE,"y', '>>>>>>> main'],
    ...['<<<<<<< HEAD', '=======', '>>>>>>> main'],
  );
  itReports('names each conflict once, where it begins', { [wallets]: twice }, [
    conflict(2, '<<<<<<<'),
    conflict(8, '<<<<<<<'),
  ]);
  itReports(
    'names what is left of one',
    { [wallets]: lines(header, 'a,Acme,TRUE,x', '=======', 'b,Acme,TRUE,y').replaceAll('\n', '\r\n') },
    [conflict(3, '=======')],
  );
  itReports(
    'takes such a line inside a quoted cell for text',
    { [wallets]: lines(header, 'a,Acme,TRUE,"Title', '=======', 'text"') },
    [],
  );
});

describe('checkLineEnds', () => {
  const first = 'slug,provider,custodial,description\r\na,Acme,TRUE,"x\ny"';
  itReports('takes line breaks inside of cells', { [wallets]: `${first}\r\n` }, []);
  itReports('warns of a file that two programs have written', { [wallets]: `${first}\nb,Acme,TRUE,\r\n` }, [
    `warning ${wallets}:3: the line ends with LF, the lines before it with CRLF; open the file in one program, and save it again with one kind of line end [mixed-line-ends]`,
  ]);
});

describe('checkEdges', () => {
  itReports(
    'warns of white space at the edges of cells',
    { [wallets]: lines(header, 'a, Acme,TRUE,"x\n"', 'b,Acme,TRUE ,\u00a0') },
    [
      `warning ${wallets}:2 description: leading or trailing whitespace; remove it, or run \`make fix\` [edge-space]`,
      `warning ${wallets}:2 provider: leading or trailing whitespace; remove it, or run \`make fix\` [edge-space]`,
      `warning ${wallets}:4 custodial: leading or trailing whitespace; remove it, or run \`make fix\` [edge-space]`,
      `warning ${wallets}:4 description: the cell holds only whitespace; remove it, or run \`make fix\` [edge-space]`,
    ],
  );
});

describe('columns that stand elsewhere', () => {
  itReports('takes any order', { [wallets]: lines('custodial,description,slug,provider', 'TRUE,,a,Acme') }, []);
  itReports(
    'reports a missing one once',
    {
      [wallets]: lines('slug,provider', 'a,Acme', 'b,Acme'),
      [apis]: lines('provider,chain', 'Acme,mainnet', 'Acme,testnet'),
    },
    [
      `error ${apis}:1 slug: the column "slug" is missing, which listings without an offer need; add the column to the header, and its cell to every line [missing-column]`,
      `error ${wallets}:1 custodial: the column "custodial" is missing, which all rows of "wallets" need; add the column to the header, and its cell to every line [missing-column]`,
    ],
  );
});

describe('reportShift', () => {
  const table = 'slug,provider,chain,accessPrice,trial,tag,description';
  const good = ['a,Acme,mainnet,Free,TRUE,"[""x""]",Nodes', 'b,Acme,testnet,$5/mo,FALSE,"[""y""]",More nodes'];
  const shifted = (column: string, what: string, mend: string) =>
    `error ${apis}:4 ${column}: from here on, cells are shifted by one column: ${what}; ${mend} [shifted-cells]`;
  itReports(
    'finds the cell that is missing',
    { [apis]: lines(table, ...good, 'c,Acme,mainnet,TRUE,"[""x""]",Nodes,') },
    [
      shifted(
        'accessPrice',
        'the cell of "accessPrice" seems to be missing',
        'insert a cell at "accessPrice" and move the following cells to the right',
      ),
    ],
  );
  itReports(
    'finds the cell that is one too many',
    { [apis]: lines(table, ...good, 'c,Acme,mainnet,Free,more,TRUE,"[""x""]"') },
    [
      shifted(
        'trial',
        '"more" at "trial" seems to be surplus',
        'delete the cell at "trial" and move the following cells to the left',
      ),
    ],
  );
  itReports(
    'leaves a single bad cell to its own rule',
    { [apis]: lines(table, ...good, 'c,Acme,mainnet,Free,maybe,"[""x""]",Nodes') },
    [`error ${apis}:4 trial: "maybe" is neither TRUE nor FALSE; write TRUE or FALSE [not-a-boolean]`],
  );
  itReports(
    'says which cell a comma has split',
    { [apis]: lines(table, ...good, 'c,Acme,mainnet,$1,000,TRUE,"[""x""]",Nodes') },
    [
      `error ${apis}:4: expected 7 cells as in the header, found 8: "$1" and "000" seem to be one cell without quotes; put a cell that holds a comma in quotes, or remove the surplus [cell-count]`,
    ],
  );
});
