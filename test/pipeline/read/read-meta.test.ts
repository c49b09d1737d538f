import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTree } from '../../support/check-tree.ts';
import { itReports, lines, providers } from '../../support/problem-cases.ts';
import { readSmallTree } from '../../support/source-tree.ts';

/** Without the sets, which name the columns that the cases replace. */
const { 'meta/sets.csv': _, ...meta } = await readSmallTree('meta/');
const columns = 'meta/columns.csv';
const header = meta[columns]?.split('\n')[0] ?? '';
const base = {
  ...meta,
  [columns]: lines(header, 'slug,Slug,,,,,,,string,,false,"[""apis"",""wallets""]","[""apis""]",true'),
};
/** meta/columns.csv with one more line, its line 3. */
const withColumn = (line: string) => ({ ...base, [columns]: `${base[columns]}${line}\n` });
const without = (path: string) => Object.fromEntries(Object.entries(meta).filter(([key]) => key !== path));

describe('meta/columns.csv', () => {
  itReports('names the nearest filter', withColumn('tag,Tag,,,multiSelect,,,,string,,true,"[""apis""]",,true'), [
    'error meta/columns.csv:3 filter: "multiSelect" is not a value of this column; one of searchableMultiSelect, range, select, or blank [bad-definition]',
  ]);
  itReports(
    'suggests the value that was meant',
    withColumn('tag,Tag,,,Select,strng,,,strings,,true,"[""apis""]",,true'),
    [
      'error meta/columns.csv:3 filter: "Select" is not a value of this column; did you mean "select"? [bad-definition]',
      'error meta/columns.csv:3 sorting: "strng" is not a value of this column; did you mean "string"? [bad-definition]',
      'error meta/columns.csv:3 valueKind: "strings" is not a value of this column; did you mean "string"? [bad-definition]',
    ],
  );
  itReports('knows its categories', withColumn('tag,Tag,,,,,,,array,,true,"[""apis"",""walets""]",,true'), [
    'error meta/columns.csv:3 categories: no category "walets" in meta/categories.csv; did you mean "wallets"? [unknown-category]',
  ]);
  itReports(
    'wants a column to be in the categories that require it',
    withColumn('tag,Tag,,,,,,,array,,true,"[""apis""]","[""wallets""]",true'),
    [
      'error meta/columns.csv:3 requiredIn: the column is required in "wallets", which is not among its categories; one of apis [unknown-category]',
    ],
  );
  itReports('wants the cells that decide something', withColumn('tag,,,,,,,,,,,"[""apis""]",,'), [
    'error meta/columns.csv:3 core: is blank; fill in the cell [bad-definition]',
    'error meta/columns.csv:3 label: is blank; fill in the cell [bad-definition]',
    'error meta/columns.csv:3 nullable: is blank; fill in the cell [bad-definition]',
    'error meta/columns.csv:3 valueKind: is blank; fill in the cell [bad-definition]',
  ]);
  itReports('wants lists and booleans to be such', withColumn('tag,Tag,,,,,,,array,,true,apis,,true'), [
    'error meta/columns.csv:3 categories: "apis" is not a list: a list has brackets, and quotes around each item; write ["apis"]; in a text editor the cell is quoted: "[""apis""]" [not-a-list]',
  ]);
  for (const [key, message] of [
    ['Tag', '"Tag" is not a column key: use letters and digits, beginning with a lowercase letter'],
    ['my tag', '"my tag" is not a column key: use letters and digits, beginning with a lowercase letter'],
    ['sourceLine', '"sourceLine" is a reserved name'],
    ['network', '"network" is a reserved name'],
    [
      'feeMin',
      '"feeMin" ends in Min, Max, First, Currency, Unit or Bound, which are reserved for the numbers of a column',
    ],
  ]) {
    itReports(`does not take "${key}" for a key`, withColumn(`${key},Tag,,,,,,,string,,true,"[""apis""]",,true`), [
      `error meta/columns.csv:3 key: ${message} [bad-definition]`,
    ]);
  }
  itReports('knows a key only once', withColumn('slug,Slug,,,,,,,string,,true,"[""apis""]",,true'), [
    'error meta/columns.csv:3 key: "slug" is on more than one line; remove one, or rename it [duplicate-key] also meta/columns.csv:2',
  ]);
  itReports('knows a key in one case only', withColumn('sLug,Slug,,,,,,,string,,true,"[""apis""]",,true'), [
    'error meta/columns.csv:3 key: "sLug" differs only in case from the column "slug"; rename it [duplicate-key] also meta/columns.csv:2',
  ]);
  itReports('knows reserved names in any case', withColumn('sourceline,Line,,,,,,,string,,true,"[""apis""]",,true'), [
    'error meta/columns.csv:3 key: "sourceline" differs only in case from the column "sourceLine"; rename it [duplicate-key]',
  ]);
  itReports(
    'keeps the names of numbers free in any case',
    withColumn(
      lines('feemin,Least,,,,,,,string,,true,"[""apis""]",,true', 'fee,Fee,,,range,,,,string,,true,"[""apis""]",,true'),
    ),
    [
      'error meta/columns.csv:3 key: "feemin" differs only in case from the column "feeMin"; rename it [duplicate-key] also meta/columns.csv:4',
    ],
  );
  for (const [kind, filter, allowed] of [
    ['array', 'range', 'one of searchableMultiSelect, select, or blank'],
    ['boolean', 'range', 'one of select, or blank'],
    ['boolean', 'searchableMultiSelect', 'one of select, or blank'],
  ])
    itReports(
      `has no filter ${filter} for a column of the kind ${kind}`,
      withColumn(`tag,Tag,,,${filter},,,,${kind},,true,"[""apis""]",,true`),
      [
        `error meta/columns.csv:3 filter: "${filter}" is no filter of a column of the kind ${kind}; ${allowed} [bad-definition]`,
      ],
    );
  itReports('is one of three: where one is there, all are', without(columns), [
    'error meta/columns.csv: the file is missing; restore it [missing-file]',
  ]);
  itReports(
    'has a column for everything that a column is',
    { ...base, [columns]: lines(header.replace('pinning,', '').replace('cellType', 'celltype')) },
    [
      'error meta/columns.csv:1 celltype: unknown column "celltype"; did you mean "cellType"? [unknown-column]',
      'error meta/columns.csv:1 pinning: the column "pinning" is missing; add the column; its cells may be blank [missing-column]',
    ],
  );
  itReports('names a missing header', { ...base, [columns]: lines(header.replace('pinning,', '')) }, [
    'error meta/columns.csv:1 pinning: the column "pinning" is missing; add the column; its cells may be blank [missing-column]',
  ]);
});

describe('meta/units.csv', () => {
  const header = 'provider,unit,technology,call,cost,source,readOn';
  const withUnits = (...units: string[]) => ({ ...base, 'meta/units.csv': lines(header, ...units) });
  const fact = 'https://acme.example/units,2025-06-30';
  it('may be missing', async (t) => {
    const { sources } = await checkTree(t, { ...base, ...providers });
    assert.deepEqual(sources.meta.units, []);
  });
  it('has what a call costs', async (t) => {
    const { sources } = await checkTree(t, { ...withUnits(`Acme,compute units,,eth_call,26,${fact}`), ...providers });
    const [source, readOn] = fact.split(',');
    const cost = { provider: 'Acme', unit: 'compute units', technology: null, call: 'eth_call', cost: 26 };
    assert.deepEqual(sources.meta.units, [{ ...cost, source, readOn }]);
  });
  itReports('knows a call only once', withUnits(`Acme,credits,,*,1,${fact}`, `Acme,credits,,*,2,${fact}`), [
    'error meta/units.csv:3 call: "Acme credits  *" is on more than one line; remove one, or rename it [duplicate-key] also meta/units.csv:2',
  ]);
  itReports('takes no cost without its fact', withUnits('Acme,credits,,*,much,http://acme.example,June'), [
    'error meta/units.csv:2 cost: "much" is not a number [bad-definition]',
    'error meta/units.csv:2 readOn: "June" is not a day such as 2025-06-30 [bad-definition]',
    'error meta/units.csv:2 source: "http://acme.example" is not an https address [bad-definition]',
  ]);
});

describe('meta/application.csv', () => {
  const header = 'key,label,description,path,categories';
  const withLinks = (...links: string[]) => ({ ...base, 'meta/application.csv': lines(header, ...links) });
  it('may be missing', async (t) => {
    const { sources } = await checkTree(t, { ...base, ...providers });
    assert.deepEqual(sources.meta.application, []);
  });
  it('has its links in the order of the file', async (t) => {
    const file = withLinks('rpc,RPC,Use it.,/rpc,"[""apis""]"', 'sign-in,Sign in,,/sign-in,');
    const { sources } = await checkTree(t, { ...file, ...providers });
    assert.deepEqual(sources.meta.application, [
      { key: 'rpc', label: 'RPC', description: 'Use it.', path: '/rpc', categories: ['apis'] },
      { key: 'sign-in', label: 'Sign in', description: null, path: '/sign-in', categories: [] },
    ]);
  });
  itReports('knows a key only once', withLinks('rpc,RPC,,/rpc,', 'rpc,Again,,/again,'), [
    'error meta/application.csv:3 key: "rpc" is on more than one line; remove one, or rename it [duplicate-key] also meta/application.csv:2',
  ]);
  itReports('knows its categories', withLinks('rpc,RPC,,/rpc,"[""apis"",""walets""]"'), [
    'error meta/application.csv:2 categories: no category "walets" in meta/categories.csv; did you mean "wallets"? [unknown-category]',
  ]);
  itReports(
    'reports a category whose line cannot be read at that line only',
    {
      ...withLinks('rpc,RPC,,/rpc,"[""apis"",""my-bots""]"'),
      'meta/categories.csv': lines('key,label,icon,description', 'apis,APIs,,', 'wallets,Wallets,,', 'my-bots,Bots,,'),
    },
    [
      'error meta/categories.csv:4 key: "my-bots" is not a category key: use lowercase letters and digits [bad-definition]',
    ],
  );
  for (const path of ['rpc', '//evil.example', '/a/../b', '/.', 'javascript:alert(1)', '/a?b', '/a#b', '/a b', '/%2e'])
    itReports(`takes no "${path}" for a path`, withLinks(`rpc,RPC,,${path},`), [
      `error meta/application.csv:2 path: "${path}" is not a path below APP_URL: write it as /endpoint-groups, without "..", "?" and "#" [bad-definition]`,
    ]);
  itReports('wants a key, a label and a path', withLinks('R P C,,,,'), [
    'error meta/application.csv:2 key: "R P C" is not a key: use lowercase letters, digits and hyphens [bad-definition]',
    'error meta/application.csv:2 label: is blank; fill in the cell [bad-definition]',
    'error meta/application.csv:2 path: is blank; fill in the cell [bad-definition]',
  ]);
});

describe('meta/categories.csv and meta/networks.csv', () => {
  itReports(
    'wants a category key of small letters',
    {
      ...base,
      'meta/categories.csv': lines(
        'key,label,icon,description',
        'apis,APIs,,',
        'wallets,Wallets,,',
        'my-bots,Bots,,',
        'apis,Again,,',
      ),
    },
    [
      'error meta/categories.csv:4 key: "my-bots" is not a category key: use lowercase letters and digits [bad-definition]',
      'error meta/categories.csv:5 key: "apis" is on more than one line; remove one, or rename it [duplicate-key] also meta/categories.csv:2',
    ],
  );
  itReports(
    'wants a network key, a name and an absolute address',
    {
      ...base,
      'meta/networks.csv': lines(
        'key,name,icon,docs,chains',
        'Aria,Aria,,docs.aria.example,',
        'bora,,,https://bora.example,mainnet',
        'cela,Cela,cela.svg,,',
      ),
    },
    [
      'error meta/networks.csv:2 docs: "docs.aria.example" is not an absolute http(s) address [bad-definition]',
      'error meta/networks.csv:2 key: "Aria" is not a network key: use lowercase letters, digits and hyphens [bad-definition]',
      'error meta/networks.csv:3 chains: "mainnet" is not a list: a list has brackets, and quotes around each item; write ["mainnet"]; in a text editor the cell is quoted: "[""mainnet""]" [not-a-list]',
      'error meta/networks.csv:3 name: is blank; fill in the cell [bad-definition]',
      'error meta/networks.csv:4 docs: is blank; fill in the cell [bad-definition]',
      'error meta/networks.csv:4 icon: "cela.svg" is neither an absolute http(s) address nor a path that begins with "/" [bad-definition]',
    ],
  );
  it('is taken from the project where the source folder has no meta/', async (t) => {
    const { sources } = await checkTree(t, providers);
    assert.deepEqual(
      sources.meta.categories.map(({ key }) => key),
      ['apis', 'explorers', 'wallets'],
    );
    assert.deepEqual(
      sources.files.map(({ path }) => path),
      [
        'meta/categories.csv',
        'meta/columns.csv',
        'meta/networks.csv',
        'meta/sets.csv',
        'references/providers/providers.csv',
      ],
    );
  });
});
