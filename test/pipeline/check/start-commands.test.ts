import { describe } from 'node:test';
import { itReports, lines, paths } from '../../support/problem-cases.ts';
import { readSmallTree } from '../../support/source-tree.ts';

const { apis, offers } = paths;
const meta = await readSmallTree('meta/');
const columns = [
  'selfHostedCommand,Command,,,,,,,string,,true,"[""apis""]",,false',
  'selfHostedArgs,Arguments,,,,,,,array,string,true,"[""apis""]",,false',
  'selfHostedRequiredEnvVars,Variables,,,,,,,array,string,true,"[""apis""]",,false',
];
const withColumns = { ...meta, 'meta/columns.csv': `${meta['meta/columns.csv']}${lines(...columns)}` };
const header = 'slug,provider,offer,chain,selfHostedCommand,selfHostedArgs,selfHostedRequiredEnvVars';
const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;
const row = (slug: string, ...cells: string[]) => `${slug},Acme,,mainnet,${cells.map(cell).join(',')}`;
const plain =
  'use letters, digits and @/._:=,+[]- only, one argument for each item, and names such as `<PATH_TO_SERVER>` for what the user must fill in';

describe('checkStartCommands', () => {
  itReports(
    'warns of commands that cannot become a configuration, with the fix',
    {
      ...withColumns,
      [apis]: lines(
        header,
        row('aa', 'npx', '["-y","@acme/mcp@latest"]', '["ACME_KEY"]'),
        row('ab', 'node', '["/path/to/acme/index.js"]', ''),
        row('ac', 'sh', '["-c","x"]', ''),
        row('ad', 'npx', '["-y","acme;id"]', ''),
        row('ae', 'npx', '["-c","acme"]', ''),
        row('af', 'npx', '', ''),
        row('ag', 'npx', '["acme","--api-key=hunter2"]', '["ACME_KEY=hunter2"]'),
        row('ah', '', '', ''),
      ),
    },
    [
      `warning ${apis}:4 selfHostedCommand: "sh": the command is no known launcher; use one of npx, bunx, uvx, docker, node, python, deno, without arguments, or leave the cell blank [start-command]`,
      `warning ${apis}:5 selfHostedArgs: "acme;id": the argument is not plain; ${plain} [start-command]`,
      `warning ${apis}:6 selfHostedArgs: "-c": npx: the option \`-c\` is not allowed before the program; remove it, or put it behind the program if it is its own [start-command]`,
      `warning ${apis}:7 selfHostedArgs: "": npx: no argument names a program; add its name [start-command]`,
      `warning ${apis}:8 selfHostedArgs: "--api-key=hunter2": the argument looks like a credential; revoke it, and write a name such as \`<API_KEY>\` [start-command]`,
      `warning ${apis}:8 selfHostedRequiredEnvVars: "ACME_KEY=hunter2": not a name of an environment variable; write the name only, without a value [start-command]`,
    ],
  );
  itReports(
    'checks what a listing states with the rest of its offer, and reports each at its place',
    {
      ...withColumns,
      [offers]: lines(
        'slug,provider,selfHostedCommand,selfHostedArgs',
        'a,Acme,npx,"[""acme""]"',
        'b,Acme,uv,"[""acme""]"',
      ),
      [apis]: lines(
        'slug,offer,chain,selfHostedCommand,selfHostedArgs',
        'aa,!offer:a,mainnet,,"[""acme"",""a b""]"',
        'ab,!offer:a,mainnet,uvx,',
        'ac,!offer:b,mainnet,,',
      ),
    },
    [
      `warning ${apis}:2 selfHostedArgs: "a b": the argument is not plain; ${plain} [start-command]`,
      `warning ${offers}:3 selfHostedCommand: "uv": the command is no known launcher; use one of npx, bunx, uvx, docker, node, python, deno, without arguments, or leave the cell blank [start-command]`,
    ],
  );
});
