/** What is read of a source folder, apart from the problems of check/rules.txt. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { checkSources } from '../../../pipeline/check-sources.ts';
import { PipelineError } from '../../../pipeline/errors.ts';
import { placeOf } from '../../../pipeline/read/source-folder.ts';
import { checkFolder, checkTree } from '../../support/check-tree.ts';
import { svg } from '../../support/images.ts';
import { itReports, lines, paths, providers } from '../../support/problem-cases.ts';
import { smallMeta, type Tree, writeTree } from '../../support/source-tree.ts';
import { afterAll, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const { wallets } = paths;
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? part : [...part])));

describe('placeOf', () => {
  const places: Readonly<Record<string, object | null>> = {
    'references/offers/apis.csv': { kind: 'offers', category: 'apis' },
    'listings/all-networks/apis.csv': { kind: 'all-networks', category: 'apis' },
    'listings/specific-networks/aria/apis.csv': {
      kind: 'network',
      network: 'aria',
      category: 'apis',
    },
    'references/providers/providers.csv': null,
    'meta/columns.csv': null,
    'README.md': null,
    'references/providers/images/acme.svg': null,
  };
  it('knows tables by their folders', () => {
    const found = Object.keys(places).map((file) => [file, placeOf(file, new Set(['apis']))]);
    assert.deepEqual(Object.fromEntries(found), places);
  });
});

describe('a source folder', () => {
  const cleanUp = afterAll();
  const read = async (tree: Tree) => (await checkTree(cleanUp, tree)).sources;

  it('is missing with the name of the flag', async () => {
    const missing = path.join(await makeTemporaryFolder(cleanUp), 'nowhere');
    const message = `${missing} is not a folder; name the source folder with SOURCES=<folder>`;
    await assert.rejects(checkFolder(missing), new PipelineError('sources-missing', message));
  });

  it('loses the referral codes of its addresses if site.csv says so', async () => {
    const table = 'references/providers/providers.csv';
    const own = (referrals: string) => ({
      ...smallMeta,
      'meta/site.csv': `name,referrals\nHosts,${referrals}\n`,
      [table]:
        'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag\nacme,Acme,,,https://acme.example/?via=larry&plan=1,https://a.example/?ref=b.example,,,,,,,,\n',
      [wallets]:
        'slug,provider,openSource,description\na,Acme,TRUE,[Buy](https://acme.example/r/l4rry) [Docs](https://acme.example/docs?ref=larry#a)\n',
    });
    const linksOf = async (referrals: string) => {
      const { providers: [one] = [], listings } = await read(own(referrals));
      return [one?.value.website, one?.value.docs, listings[0]?.cells.values.description];
    };
    assert.deepEqual(await linksOf('strip'), [
      'https://acme.example/?plan=1',
      'https://a.example/?ref=b.example',
      '[Buy](https://acme.example/) [Docs](https://acme.example/docs#a)',
    ]);
    assert.match(String(await linksOf('keep')), /via=larry.*l4rry.*ref=larry/);
  });

  it('has the definitions of the project where it has none, and may have networks of its own', async () => {
    const [own, other] = [
      await read(providers),
      await read({ ...providers, 'meta/networks.csv': nova }),
    ];
    assert.deepEqual(
      [own.meta.categories.map(({ key }) => key), own.files.map((file) => file.path)],
      [
        ['apis', 'explorers', 'wallets'],
        [
          ...['categories', 'columns', 'networks', 'sets'].map((name) => `meta/${name}.csv`),
          paths.providers,
        ],
      ],
    );
    assert.deepEqual([[...other.meta.networkLines], other.hasOwnMeta], [[['nova', 2]], false]);
  });
  const nova = lines('key,name,icon,docs,chains', 'nova,Nova,,https://docs.nova.io/,');

  it('has networks without files, and only folders are networks', async () => {
    const { networks } = await read({
      ...providers,
      'listings/specific-networks/bora': null,
      'listings/specific-networks/aria/notes.txt': '',
      'listings/specific-networks/README.md': '',
    });
    assert.deepEqual(networks, ['aria', 'bora']);
  });

  it('follows links within itself, by whichever way it is opened, and reports those that leave it', async () => {
    const folder = await makeTemporaryFolder(cleanUp);
    const table = lines('slug,provider,custodial', 'w,Acme,TRUE');
    await writeTree(folder, {
      ...Object.fromEntries(
        Object.entries(providers).map(([file, text]) => [`sources/${file}`, text]),
      ),
      'sources/notes/wallets.csv': table,
      'sources/listings/all-networks/folder.csv': null,
      'sources/listings/all-networks/._wallets.csv': 'x',
      'sources/.git/wallets.csv': 'x',
      'sources/listings/specific-networks/aria': null,
      'sources-old/wallets.csv': table,
    });
    const links = {
      [wallets]: '../../../notes/wallets.csv',
      'listings/all-networks/explorers.csv': '../../../sources-old/wallets.csv',
      'listings/all-networks/gone.csv': 'nothing',
      'listings/all-networks/apis.csv': 'apis.csv',
      'listings/all-networks/list.csv': '../../notes',
      'listings/all-networks/.#wallets.csv': 'me@host.1234',
      'listings/specific-networks/bora': '../../notes',
      'README.md': '/dev/null',
      'LICENSE.csv': '/dev/null',
    };
    for (const [name, target] of Object.entries(links))
      await symlink(target, path.join(folder, 'sources', name));
    await symlink('sources', path.join(folder, 'linked'));
    const { sources, problems } = await checkFolder(path.join(folder, 'linked'));
    assert.deepEqual(
      [sources.networks, sources.listings.map(({ cells }) => cells.values.provider)],
      [['aria'], ['Acme']],
    );
    const told = problems.filter(({ rule }) => rule === 'special-file');
    assert.deepEqual(
      told.map(({ file, message }) => `${file} ${message}`),
      [
        'LICENSE.csv is a link that leaves the source folder',
        'listings/all-networks/apis.csv is a link that cannot be followed: too many symbolic links encountered (ELOOP)',
        'listings/all-networks/explorers.csv is a link that leaves the source folder',
        'listings/all-networks/folder.csv is a folder, not a file',
        'listings/all-networks/gone.csv is a link that leads to no file',
        'listings/all-networks/list.csv is a link to something that is not a file',
        'listings/specific-networks/bora is a link to something that is not a file',
      ],
    );
  });

  it('has the logos of the project for its networks if it has none', async () => {
    const [folder, project] = [
      await makeTemporaryFolder(cleanUp),
      await makeTemporaryFolder(cleanUp),
    ];
    const meta = smallMeta;
    await writeTree(path.join(project, 'sources'), { ...meta, 'networks/images/aria.svg': svg });
    const check = async () => checkSources({ sources: folder, project });
    const listed = {
      'listings/specific-networks/aria': null,
      'listings/specific-networks/bora': null,
    };
    await writeTree(folder, { ...providers, ...listed });
    assert.deepEqual([...(await check()).sources.logos.keys()], ['networks/aria.svg']);
    await writeTree(folder, { 'networks/images/bora.svg': svg });
    assert.deepEqual([...(await check()).sources.logos.keys()], ['networks/bora.svg']);
  });

  it('reads an unknown column as the one that was meant', async () => {
    const sources = await read({
      ...providers,
      [wallets]: lines('slug,providers,custodial', 'w,Acme,TRUE'),
    });
    assert.equal(sources.listings[0]?.cells.values.provider, 'Acme');
  });

  it('has unit costs, links and rates in the order of their files, or none', async () => {
    const without = await read(providers);
    assert.deepEqual([without.meta.units, without.meta.application], [[], []]);
    const { meta } = await read({
      ...smallMeta,
      ...providers,
      'meta/units.csv': lines(
        'provider,unit,technology,call,cost,source,readOn',
        'Acme,credits,,eth_call,26,https://acme.example/units,2025-06-30',
      ),
      'meta/application.csv': lines(
        'key,label,description,path,categories',
        'rpc,RPC,Use it.,/rpc,"[""apis""]"',
        'in,Sign in,,/in,',
      ),
    });
    const [line, source] = [
      'EUR,0.9,2025-12-01,https://rates.example/eur',
      'https://rates.example/eur',
    ];
    const rates = { 'meta/rates.csv': lines('currency,perUsd,day,source', line) };
    const rated = await read({ ...providers, ...rates });
    assert.equal(rated.hasOwnMeta, false);
    assert.deepEqual(rated.meta.rates, [
      { currency: 'EUR', perUsd: 0.9, day: '2025-12-01', source },
    ]);
    const fact = { source: 'https://acme.example/units', readOn: '2025-06-30' };
    assert.deepEqual(meta.units, [
      { provider: 'Acme', unit: 'credits', technology: null, call: 'eth_call', cost: 26, ...fact },
    ]);
    assert.deepEqual(meta.application, [
      { key: 'rpc', label: 'RPC', description: 'Use it.', path: '/rpc', categories: ['apis'] },
      { key: 'in', label: 'Sign in', description: null, path: '/in', categories: [] },
    ]);
  });
});

describe('a file that is no text', () => {
  const header = 'slug,provider,custodial,description';
  const save =
    'save the file with the encoding UTF-8 (in Excel: the file type "CSV UTF-8") [not-utf8]';
  const notUtf8 = (line: number, byte: number) =>
    `error ${wallets}:${line}: the file is not UTF-8 text: byte ${byte} is not part of a character; ${save}`;
  const whole = lines(header, 'w,Acme,TRUE,ok');
  itReports(
    'is named with line and byte',
    { [wallets]: bytes(whole, 'x,Acme,TRUE,caf', [0xe9], '\n') },
    [notUtf8(3, 67)],
  );
  const cut = bytes(header, [0xe2, 0x82, 0x0a], 'w,Acme,TRUE,ok\n');
  itReports('may have a character that is cut off at the end of a line', { [wallets]: cut }, [
    notUtf8(1, 36),
  ]);
  const end = bytes(header, '\nw,Acme,TRUE,ok', [0xef, 0xbf]);
  itReports('may end within a character that begins as its replacement does', { [wallets]: end }, [
    notUtf8(2, 52),
  ]);
  const utf16 = Buffer.from(`\ufeff${whole}`, 'utf16le');
  for (const [order, exported] of [
    ['little', utf16],
    ['big', Buffer.from(utf16).swap16()],
  ] as const)
    itReports(
      `may be UTF-16 (${order}-endian), as spreadsheet programs export it`,
      { [wallets]: exported },
      [
        `error ${wallets}: the file is UTF-16 text, not UTF-8; save the file with the encoding UTF-8 (in Excel: "CSV UTF-8") [not-utf8]`,
      ],
    );
  itReports(
    'may have an unclosed quote before many megabytes',
    { [wallets]: `${header}\na,Acme,TRUE,"${'word\n'.repeat(1_000_000)}` },
    [
      `error ${wallets}:2 description: a quote opens the cell and no quote closes it; add a quote at the end of the cell; write a quote inside a cell twice ("") [unclosed-quote]`,
    ],
  );
});
