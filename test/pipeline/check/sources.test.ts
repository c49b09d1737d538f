/** What `check` makes of source folders, apart from the problems of rules.txt. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { compareWithBase } from '../../../pipeline/compare/base/compare-problems.ts';
import { baseOfSources } from '../../../pipeline/compare/base/read-base.ts';
import { limits } from '../../../pipeline/limits.ts';
import { checkTree, describeProblems } from '../../support/check-tree.ts';
import { itReports, lines, paths, providers, ruleNames } from '../../support/problem-cases.ts';
import { smallMeta, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const { apis } = paths;
const sets = 'meta/sets.csv';

describe('chains', () => {
  const header = 'slug,provider,chain';
  it('may be any where networks.csv gives none, also digits alone', async (t) => {
    const table = lines(header, 'a,Acme,1', 'b,Acme,x-2');
    const [bora, echo] = [
      'listings/specific-networks/bora/apis.csv',
      'listings/specific-networks/echo/apis.csv',
    ];
    const { problems, resolved } = await checkTree(t, {
      ...providers,
      [bora]: table,
      [echo]: table,
    });
    const wrong = problems.filter(({ rule }) => rule.startsWith('chain'));
    assert.deepEqual(wrong, []);
    for (const { chains } of resolved.networks) assert.deepEqual(chains, ['1', 'x-2']);
  });
  it('are those of the listings in small letters, so that one chain is not two', async (t) => {
    const tree = {
      ...providers,
      [apis]: lines(header, 'a,Acme,Mainnet', 'b,Acme,mainnet', 'c,Acme,testnet'),
    };
    assert.deepEqual((await checkTree(t, tree)).resolved.networks[0]?.chains, [
      'mainnet',
      'testnet',
    ]);
  });
  const many = 'listings/specific-networks/bora/apis.csv';
  const records = Array.from(
    { length: limits.chainsPerNetwork + 2 },
    (_, at) => `a${100 + at},Acme,chain-${at}`,
  );
  itReports('are a problem from one too many on', { [many]: lines(header, ...records) }, [
    `error ${many}:${limits.chainsPerNetwork + 2} chain: the listings of "bora" name more than ${limits.chainsPerNetwork} chains; remove listings, or split the network [limit-exceeded]`,
  ]);
});

describe('quotations', () => {
  it('say nothing of an offer that cannot be read', async (t) => {
    const { problems } = await checkTree(t, {
      ...providers,
      'references/quotations.csv':
        'category,slug,column,address,words\napis,acme-pro,accessPrice,https://acme.dev/x,$49\n',
      [paths.offers]: 'slug,provider\n"acme-pro,Acme',
    });
    const others = describeProblems(problems).filter((line) => line.includes('quotations'));
    assert.deepEqual(others, []);
  });
});

describe('sets', () => {
  const cleanUp = afterAll();
  it('of the project are not asked for values that other sources lack', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const listing = lines('slug,provider,chain,tag', 'acme-mainnet,Acme,mainnet,"[""fast""]"');
    const set =
      'category,label,description,filters,sorting\napis,Old,,"[{""id"":""tag"",""value"":[""archive""]}]",\n';
    for (const [name, tree] of Object.entries({ project: smallMeta, own: {} })) {
      await writeTree(path.join(folder, name, 'sources'), {
        ...tree,
        ...providers,
        [apis]: listing,
      });
    }
    await writeTree(path.join(folder, 'project/sources'), { [sets]: set });
    const check = async (name: string) => {
      const project = path.join(folder, 'project');
      const sources = path.join(folder, name, 'sources');
      const checked = await checkSources({ sources, project });
      return [
        checked.sources.meta.sets.length,
        checked.problems.filter(({ file }) => file === sets).length,
      ];
    };
    assert.deepEqual(
      [await check('own'), await check('project')],
      [
        [1, 0],
        [1, 1],
      ],
    );
  });

  it('may be missing', async () => {
    const { [sets]: _, ...meta } = smallMeta;
    const { problems, sources } = await checkTree(cleanUp, { ...meta, ...providers });
    assert.deepEqual(
      [sources.meta.sets, problems.filter(({ severity }) => severity === 'error')],
      [[], []],
    );
  });
});

// Every case of rules.txt: a source folder, and what `check` says of it.

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
  return folder === 'all'
    ? `listings/all-networks/${file}.csv`
    : `listings/specific-networks/${folder}/${file}.csv`;
}

function readCase(lines: readonly string[]): Tree {
  const named = / \+(\w+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  return lines.reduce<Tree>((tree, line) => withFile(tree, line), definitions[named] ?? {});
}

function withFile(tree: Tree, line: string): Tree {
  const [, sign, name = '', rest = ''] = /^@([+>-]?) (.+?)(?: \| (.*))?$/s.exec(line) ?? [];
  const path = pathOf(name.replace(/ \.\.\.$/, ''));
  const text = rest === '' ? '' : `${rest.replaceAll(' | ', '\n')}\n`.replace(/\\\n$/, '');
  if (sign === undefined) return tree;
  if (sign === '-')
    return Object.fromEntries(Object.entries(tree).filter(([file]) => file !== path));
  if (sign === '+') return { ...tree, [path]: `${tree[path]}${text}` };
  return {
    ...tree,
    [path]: path.endsWith('/') ? null : name.endsWith(' ...') ? `${providerHeader}\n${text}` : text,
  };
}

const decode = (text: string) =>
  text.replace(/\\u\{([0-9a-f]+)\}/g, (_, digits) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
const [, ...sections] = decode(readFileSync(new URL('rules.txt', import.meta.url), 'utf8')).split(
  /^## /m,
);

const problemsOf = (text: string) =>
  [...text.matchAll(/^-> (.*)$/gm)].map(([, problem = '']) => problem);

function itAsks(lines: readonly string[], expected: readonly string[]): void {
  it(lines[0]?.replace(/ \+\w+$/, '') ?? '', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-30T12:00:00Z') });
    const before = { ...providers, ...readCase(lines.filter((line) => !line.startsWith('@>'))) };
    const base = baseOfSources({ kind: 'sources', name: 'base' }, await checkTree(t, before));
    const { appeared, edit } = compareWithBase(
      base,
      await checkTree(t, { ...providers, ...readCase(lines) }),
      false,
    );
    // A check of all lines says "the offers … say the same".
    const told = appeared.filter(
      ({ rule, message }) => !/^(?:unused|slug)-/.test(rule) && !message.startsWith('the offers '),
    );
    const [first = ''] = expected;
    const does = first.startsWith('edit ') ? [`edit ${edit}`] : [];
    assert.deepEqual([...does, ...describeProblems(told)], expected);
  });
}

for (const section of sections) {
  const [title = '', ...cases] = section.split(/\n# /);
  describe(title, () => {
    for (const text of cases) {
      const lines = text.replace(/\n+$/, '').split(/\n(?=@|-> |\n)/);
      if (lines.some((line) => line.startsWith('@>'))) {
        itAsks(lines, problemsOf(text));
        continue;
      }
      itReports(
        lines[0]?.replace(/ \+\w+$/, '') ?? '',
        readCase(lines),
        problemsOf(text),
        ruleNames(problemsOf(section)),
      );
    }
  });
}
