/**
 * Names that every object of JavaScript has, as column, category, network, chain, slug, provider
 * and logo.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { png } from '../../support/images.ts';
import { everyNth } from '../../support/lane.ts';
import { runProcess as pipeline, reportOf } from '../../support/run-pipeline.ts';
import { readParquet } from '../../support/second-reader.ts';
import { openCurrent, startService, type TestService } from '../../support/service-server.ts';
import { makeTree, places, smallTree } from '../../support/source-tree.ts';
import { afterAll } from '../../support/temporary-folder.ts';
import { quote } from './trees.ts';

const inherited = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'toLocaleString',
];

/** One column of each kind of filter and value. */
const columns = [
  'constructor,Constructor,,,searchableMultiSelect,string,,,string,,true,"[""constructor"",""apis""]",,false',
  'toString,To string,,,range,number,,numericRange,string,,true,"[""constructor"",""apis""]",,false',
  'valueOf,Value of,,,searchableMultiSelect,arrayLength,,tagsPopover,array,string,true,"[""constructor"",""apis""]",,false',
  'hasOwnProperty,Has,,,select,boolean,,,boolean,,true,"[""constructor"",""apis""]",,false',
  'isPrototypeOf,Is,,,,string,,link,string,,true,"[""constructor"",""apis""]",,false',
  'toLocaleString,Locale,,,,string,,actionButtons,array,string,true,"[""constructor"",""apis""]",,false',
];
const providers = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const formulas = ['=1+1', ';=1+1', 'a;=1+1', 'a;@b', 'a\n=1+1', '+1', '-1', '@a', '＝1+1'];

function withCategory(table: string): string {
  return table.replaceAll('""explorers""', '""explorers"",""constructor""');
}

/** Lines of a table are sorted by slug. */
function addSorted(table: string, lines: readonly string[]): string {
  const [header = '', ...others] = table.trimEnd().split('\n');
  return `${[header, ...[...others, ...lines].toSorted()].join('\n')}\n`;
}

const hostileTree = {
  [places.categories]: `${smallTree[places.categories]}constructor,Constructor,,\n`,
  [places.columns]: `${withCategory(`${smallTree[places.columns]}`)}${columns.join('\n')}\n`,
  [places.networks]: `${smallTree[places.networks]}constructor,Constructor,,https://docs.constructor.example/,\n`,
  [places.providers]: addSorted(`${smallTree[places.providers]}`, [
    ...providers.map((name, index) => `name-${index},${name},,,,,,,,,,,,`),
    'constructor,Slug,constructor.png,,,,,,,,,,,',
  ]),
  [`${places.images}constructor.png`]: png,
  'references/offers/constructor.csv': `slug,provider,offer,toString\nconstructor,__proto__,constructor,$5/mo\nvalue-of,toString,,\n`,
  'listings/all-networks/constructor.csv':
    'slug,provider,offer,chain\nhas-own,constructor,__proto__,mainnet\n',
  'listings/specific-networks/constructor/constructor.csv': [
    'slug,provider,offer,chain,constructor,toString,valueOf,hasOwnProperty,isPrototypeOf,toLocaleString',
    'blank,Slug,__proto__,mainnet,,,,,,',
    'constructor,,!offer:constructor,constructor,,,,,,',
    'proto,__proto__,,mainnet,__proto__,$3/mo,"[""__proto__"",""constructor""]",TRUE,[a](https://a.example/),"[""[b](https://b.example/)""]"',
    '',
  ].join('\n'),
  'listings/specific-networks/constructor/apis.csv':
    'slug,provider,offer,chain\na,__proto__,,mainnet\nb,constructor,,mainnet\nc,toString,,mainnet\n',
  'listings/specific-networks/constructor/wallets.csv': `slug,provider,offer,description,custodial\n${formulas
    .map((text, index) => `formula-${index},Acme,,${quote(text)},TRUE\n`)
    .join('')}`,
};

describe('names that every object has', () => {
  const cleanUp = afterAll();
  let sources: string;
  let build: string;
  let service: TestService;
  before(async () => {
    sources = await makeTree(cleanUp, hostileTree);
    build = path.join(sources, '../build');
    const { code, stdout, stderr } = await pipeline([
      'build',
      '--sources',
      sources,
      '--build',
      build,
    ]);
    assert.equal(code, 0, stdout + stderr);
    service = await startService({ snapshot: await openCurrent(build) });
    cleanUp.after(service.close);
  });

  it('are counted like others', async () => {
    const { rows } = await readParquet(path.join(build, 'current/metrics.parquet'));
    const counted = rows.filter(({ network }) => network === 'constructor');
    const entries = counted.find(({ category }) => category === null)?.rows;
    // Its own lines; those of all networks are copied to both of its chains, except the wallet.
    assert.equal(Number(entries), 3 + 3 + formulas.length + 2 + 2 + 1);
    for (const name of ['__proto__', 'constructor', 'toString'])
      assert.ok(
        counted.some(({ provider }) => provider === name),
        `${name} is counted`,
      );
    const category = rows.find(
      ({ network, category: key }) => network === null && key === 'constructor',
    );
    assert.equal(Number(category?.providers), 3);
  });

  it('make no difference where there is none', async () => {
    const words = ['diff', '--sources', sources, '--build', build, '--format', 'json'];
    const { code, stdout, stderr } = await pipeline(words);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).entries, []);
  });

  it('are compared, fixed and reported like others', async (t) => {
    const file = 'listings/specific-networks/constructor/constructor.csv';
    const changed = `${hostileTree[file]}`.replace('$3/mo', ' $4/mo');
    const other = await makeTree(t, { ...hostileTree, [file]: changed });
    const fixed = await pipeline(['fix', '--sources', other]);
    assert.equal(fixed.code, 0, fixed.stderr);
    assert.match(fixed.stdout, /1 file/);
    const words = [
      'diff',
      '--sources',
      other,
      '--build',
      build,
      '--base',
      sources,
      '--format',
      'json',
    ];
    const { code, stdout, stderr } = await pipeline(words);
    assert.equal(code, 0, stderr);
    const { entries } = JSON.parse(stdout);
    assert.equal(entries.length, 1);
    const found = entries[0].cells.map(({ column }: { column: string }) => column);
    assert.deepEqual(found, ['toString']);
  });

  const network = '/networks/constructor';
  const api = `${network}/api/infrastructure-providers`;
  const filters = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  const served = [
    ...'/ /api/networks /search?q=constructor /search?q=__proto__ /openapi.json /llms.txt /sitemap.xml /data'.split(
      ' ',
    ),
    '/logos/constructor.png',
    ...[
      '/',
      '/openapi.json',
      '/toolbox/constructor',
      '/toolbox/constructor?constructor=__proto__',
      '/providers',
    ].map((rest) => `${network}${rest}`),
    ...['constructor', 'name-0'].map((slug) => `${network}/providers/${slug}`),
    `${network}/compare?category=constructor&offer=constructor&offer=proto`,
    ...[
      'categories',
      'providers',
      'providers/constructor',
      'rows?category=constructor',
      'facets?category=constructor',
    ].map((rest) => `${api}/${rest}`),
    ...inherited.map(
      (key) => `${api}/rows?category=constructor&sorting=${filters([{ id: key, desc: true }])}`,
    ),
    ...['csv', 'ndjson', 'parquet'].map(
      (format) => `${api}/export?category=constructor&format=${format}`,
    ),
  ];
  it('are served', async () => {
    for (const address of served) {
      const { status, text } = await service.get(address);
      assert.equal(status, 200, `${address} ${text}`);
      assert.doesNotMatch(text, /native code|\[object Object\]/, address);
    }
  });

  const refused = [
    ...'/networks/__proto__/ /networks/toString/ /networks/valueOf/toolbox/apis /logos/__proto__ /logos/toString.png'.split(
      ' ',
    ),
    '/networks/hasOwnProperty/api/infrastructure-providers/categories',
    ...['__proto__', 'toString'].flatMap((key) => [
      `/networks/aria/toolbox/${key}`,
      `${api}/rows?category=${key}`,
    ]),
    ...'/icons/valueOf.svg /assets/constructor /data/constructor /compare?category=toString&offer=a&offer=b'.split(
      ' ',
    ),
    `${api}/rows?category=apis&sorting=${filters([{ id: '__proto__', desc: true }])}`,
    `${api}/rows?category=wallets&sorting=${filters([{ id: 'toString', desc: true }])}`,
    ...['export?category=apis&format=constructor', 'facets?category=valueOf'].map(
      (rest) => `${api}/${rest}`,
    ),
  ];
  it('are refused where nothing has them', async () => {
    for (const address of refused) {
      const { status, text } = await service.get(address);
      assert.ok(status === 400 || status === 404, `${address} ${status} ${text.slice(0, 200)}`);
    }
  });

  it('no cell of a CSV export begins a formula, in a cell or after a separator', async () => {
    const { status, text } = await service.get(`${api}/export?category=wallets&format=csv`);
    assert.equal(status, 200);
    const risky = /(?:^|[,;\t\r\n"])[=+\-@＝＋－＠]/m;
    assert.doesNotMatch(text, risky);
    assert.match(text, /'=1\+1/, 'the text is kept behind an apostrophe');
  });

  for (const [what, changes] of everyNth(
    3,
    Object.entries({
      column: {
        [places.columns]: `${smallTree[places.columns]}__proto__,P,,,,,,,string,,true,"[""apis""]",,false\n`,
      },
      category: { [places.categories]: `${smallTree[places.categories]}__proto__,P,,\n` },
      slug: { [places.apiOffers]: `${smallTree[places.apiOffers]}__proto__,Acme,,,,,,\n` },
      network: {
        'listings/specific-networks/__proto__/apis.csv':
          'slug,provider,offer,chain\na,Acme,,mainnet\n',
      },
      header: {
        'listings/specific-networks/bora/apis.csv':
          'slug,provider,offer,chain,__proto__\na,Acme,,mainnet,x\n',
      },
      'header of networks': { [places.networks]: 'key,name,icon,docs,chains,__proto__\n' },
      file: { 'references/offers/__proto__.csv': 'slug\n' },
    }),
  )) {
    it(`__proto__ as ${what} is an error`, async (t) => {
      const problems = await reportOf(await makeTree(t, changes));
      assert.ok(problems.some(({ severity }) => severity === 'error'));
    });
  }

  it('a cell of a list, a tag and a description may say anything', async (t) => {
    const file = places.ariaApis;
    const tree = await makeTree(t);
    const row = 'x,Acme,,mainnet,,,"[""__proto__"",""constructor""]",constructor,__proto__\n';
    await writeFile(path.join(tree, file), `${smallTree[file]}${row}`);
    const problems = await reportOf(tree);
    const wrong = problems.filter(({ severity }) => severity === 'error');
    assert.deepEqual(wrong, []);
  });
});
