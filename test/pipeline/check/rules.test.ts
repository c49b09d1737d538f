/** Every case of rules.txt: a source folder, and what `check` says of it. */
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { itReports, ruleNames } from '../../support/problem-cases.ts';
import { smallMeta, type Tree } from '../../support/source-tree.ts';

const providerHeader =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';
const columns = 'meta/columns.csv';
const meta = smallMeta;
const { 'meta/sets.csv': _, ...withoutSets } = meta;
const [columnHeader = ''] = (meta[columns] ?? '').split('\n');

/** Definitions that cases begin with. */
const definitions: Readonly<Record<string, Record<string, string>>> = {
  meta,
  /** With columns for what is looked for in texts: buttons, words of a list, a sequence, limits. */
  texts: {
    ...meta,
    [columns]: `${meta[columns]}actionButtons,Actions,,,,,left,actionButtons,array,string,true,"[""apis""]",,false
planType,Plan type,,,searchableMultiSelect,string,,planType,string,,false,"[""apis""]",,false
limitations,Limitations,,,searchableMultiSelect,arrayLength,,arrayPopover,array,string,true,"[""apis""]",,false
args,Arguments,,,,arrayLength,,,array,string,true,"[""apis""]",,false
`,
  },
  /** With one column, and without sets, which name columns. */
  tiny: {
    ...withoutSets,
    [columns]: `${columnHeader}\nslug,Slug,,,,,,,string,,false,"[""apis"",""wallets""]","[""apis""]",true\n`,
  },
};

function pathOf(name: string): string {
  if (name === 'providers') return 'references/providers/providers.csv';
  const [, folder = '', file = ''] = /^(\w+)\/([\w-]+)$/.exec(name) ?? [];
  if (file === '') return name;
  if (folder === 'meta') return `${name}.csv`;
  if (folder === 'offers') return `references/offers/${file}.csv`;
  return folder === 'all' ? `listings/all-networks/${file}.csv` : `listings/specific-networks/${folder}/${file}.csv`;
}

function readCase(lines: readonly string[]): Tree {
  const named = / \+(\w+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  return lines.reduce<Tree>((tree, line) => withFile(tree, line), definitions[named] ?? {});
}

function withFile(tree: Tree, line: string): Tree {
  const [, sign, name = '', rest = ''] = /^@([+-]?) (.+?)(?: \| (.*))?$/s.exec(line) ?? [];
  const path = pathOf(name.replace(/ \.\.\.$/, ''));
  const text = rest === '' ? '' : `${rest.replaceAll(' | ', '\n')}\n`.replace(/\\\n$/, '');
  if (sign === undefined) return tree;
  if (sign === '-') return Object.fromEntries(Object.entries(tree).filter(([file]) => file !== path));
  if (sign === '+') return { ...tree, [path]: `${tree[path]}${text}` };
  return { ...tree, [path]: path.endsWith('/') ? null : name.endsWith(' ...') ? `${providerHeader}\n${text}` : text };
}

const decode = (text: string) =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)));
const [, ...sections] = decode(readFileSync(new URL('rules.txt', import.meta.url), 'utf8')).split(/^## /m);

const problemsOf = (text: string) => [...text.matchAll(/^-> (.*)$/gm)].map(([, problem = '']) => problem);

for (const section of sections) {
  const [title = '', ...cases] = section.split(/\n# /);
  describe(title, () => {
    for (const text of cases) {
      const lines = text.replace(/\n+$/, '').split(/\n(?=@|-> |\n)/);
      itReports(
        lines[0]?.replace(/ \+\w+$/, '') ?? '',
        readCase(lines),
        problemsOf(text),
        ruleNames(problemsOf(section)),
      );
    }
  });
}
