/** Edits of many lines: what they write, and that a second run changes nothing. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Edits } from '../../../pipeline/edit/edits.ts';
import { Import } from '../../../pipeline/edit/import-rows.ts';
import { list } from '../../../pipeline/edit/list.ts';
import { rename } from '../../../pipeline/edit/rename.ts';
import { ProblemCollector } from '../../../pipeline/problem.ts';
import { formatProblem } from '../../../pipeline/report/problem-line.ts';
import { smallProject, smallSources } from '../../support/paths.ts';
import { lines, paths, providers } from '../../support/problem-cases.ts';
import { readTree, writeTree } from '../../support/source-tree.ts';
import { type CleanUp, makeTemporaryFolder } from '../../support/temporary-folder.ts';

const tree = {
  ...providers,
  [paths.walletOffers]: lines(
    'slug,provider,offer,tag,description,custodial',
    'acme-coins,Acme,Acme Coins,"[""a""]","Keeps, and sends.",TRUE',
    'acme-gold,Acme,Acme Gold,,Keeps gold.,FALSE',
  ),
  [paths.offers]: lines('slug,provider', 'acme-api,Acme'),
  [paths.wallets]: lines('slug,offer', 'acme-coins,!offer:acme-coins', 'mine,!offer:acme-coins'),
};

const definitions = Object.fromEntries(
  Object.entries(readTree(smallSources)).filter(([file]) => file.startsWith('meta/')),
);
const units = lines(
  'provider,unit,technology,call,cost,source,readOn',
  'Acme,requests,,*,1,https://acme.example/,2026-01-01',
);

async function prepare(cleanUp: CleanUp, ownUnits = '') {
  const folder = await makeTemporaryFolder(cleanUp);
  const own = ownUnits === '' ? {} : { ...definitions, 'meta/units.csv': ownUnits };
  await writeTree(folder, { ...tree, ...own });
  return {
    read: (file: string) => readFile(path.join(folder, file), 'utf8'),
    run: async (edit: (edits: Edits) => unknown, dryRun = false) => {
      const edits = await Edits.open(folder, smallProject);
      const result = edit(edits);
      return { result, told: await edits.finish(dryRun) };
    },
  };
}

describe('Import', () => {
  const table = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    path: 'rows.csv',
    header,
    records: rows.map((cells, index) => ({ line: index + 2, cells })),
  });
  const rows = table(
    ['Provider', 'Product', 'Offer', 'Tags', 'Custodial'],
    ['acme', 'x', 'Acme Silver', 'a; b', 'yes'],
    ['Acme', 'x', 'Acme Gold', '', 'no'],
    ['ACME', 'x', 'Zero', '["c"]', ''],
  );
  const importInto = (edits: Edits, imported = rows) => {
    const problems = new ProblemCollector();
    const result = new Import(edits, 'wallets').addRows(imported, [], problems.add);
    return { ...result, problems: problems.sorted().map((problem) => formatProblem(problem)) };
  };

  it('matches columns, makes slugs and lists, finds offers that exist, and sorts', async (t) => {
    const { read, run } = await prepare(t);
    const { result, told } = await run((edits) => importInto(edits));
    assert.deepEqual(result, {
      added: 2,
      changed: 0,
      unchanged: 1,
      notes: ['column "Product" is left out: references/offers/wallets.csv has no such column'],
      problems: [],
    });
    assert.deepEqual(told, [`${paths.walletOffers}: 2 added`]);
    const written = (await read(paths.walletOffers)).split('\n');
    assert.deepEqual(written.slice(1), [
      'acme-acme-silver,Acme,Acme Silver,"[""a"",""b""]",,TRUE',
      'acme-coins,Acme,Acme Coins,"[""a""]","Keeps, and sends.",TRUE',
      'acme-gold,Acme,Acme Gold,,Keeps gold.,FALSE',
      'acme-zero,Acme,Zero,"[""c""]",,',
      '',
    ]);
    const again = await run((edits) => importInto(edits));
    assert.deepEqual(again.told, []);
  });

  it('finds an offer by its slug before it looks for its names, and keeps "null"', async (t) => {
    const { read, run } = await prepare(t);
    const twin = table(['slug', 'provider', 'offer', 'tag'], ['acme-zinc', 'Acme', 'Acme Gold', 'null']);
    await run((edits) =>
      edits.table(paths.walletOffers)?.add({ slug: 'acme-zinc', provider: 'Acme', offer: 'Acme Gold' }),
    );
    const { result } = await run((edits) => importInto(edits, twin));
    assert.deepEqual(result, { added: 0, changed: 1, unchanged: 0, notes: [], problems: [] });
    assert.match(await read(paths.walletOffers), /^acme-zinc,Acme,Acme Gold,null,,$/m);
  });

  it('reports columns and rows that would overwrite others of the file', async (t) => {
    const { run } = await prepare(t);
    const cases = [
      [
        table(['slug', 'provider', 'Slug'], ['a', 'Acme', 'b']),
        'rows.csv:1 Slug: another column means the same as "Slug"; remove or rename one [repeated-header]',
      ],
      [
        table(['slug', 'provider'], ['a b', 'Acme'], ['A-B', 'Acme']),
        'rows.csv:3 slug: row 2 is the same offer; change it, or remove the row [duplicate-slug]',
      ],
      [
        table(['description'], ['x']),
        'rows.csv:2 slug: the row has neither a slug nor a name; change it, or remove the row [slug-blank]',
      ],
    ] as const;
    for (const [imported, problem] of cases) {
      await run((edits) => assert.deepEqual(importInto(edits, imported).problems, [problem]), true);
    }
  });

  it('writes nothing in a dry run', async (t) => {
    const { read, run } = await prepare(t);
    const { told } = await run((edits) => importInto(edits), true);
    assert.equal(told.length, 1);
    assert.equal(await read(paths.walletOffers), tree[paths.walletOffers]);
  });
});

describe('rename', () => {
  it('changes an offer, its references and the listings named after it', async (t) => {
    const { read, run } = await prepare(t);
    const renaming = { what: 'offer', from: 'acme-coins', to: 'acme-zcoins', category: null };
    await run((edits) => rename(edits, renaming));
    const expected = /^acme-gold,.*\nacme-zcoins,Acme,Acme Coins,"\[""a""\]","Keeps, and sends\.",TRUE$/m;
    assert.match(await read(paths.walletOffers), expected);
    const wanted = lines('slug,offer', 'acme-zcoins,!offer:acme-zcoins', 'mine,!offer:acme-zcoins');
    assert.equal(await read(paths.wallets), wanted);
    const found = run((edits) => rename(edits, renaming));
    await assert.rejects(found, /no offer "acme-coins"/);
  });

  it('changes a provider, and a network with its folder', async (t) => {
    const { read, run } = await prepare(t, units);
    await run((edits) => rename(edits, { what: 'provider', from: 'Acme', to: 'Acme, Inc', category: null }));
    assert.match(await read('meta/units.csv'), /^"Acme, Inc",requests,/m);
    assert.match(await read(paths.providers), /^acme,"Acme, Inc",/m);
    assert.match(await read(paths.walletOffers), /^acme-gold,"Acme, Inc",Acme Gold,/m);
    await run((edits) => rename(edits, { what: 'network', from: 'aria', to: 'bora', category: null }));
    assert.equal(await read('listings/specific-networks/bora/wallets.csv'), tree[paths.wallets]);
    for (const [what, from, to] of [
      ['offer', 'acme-coins', 'acme-gold'],
      ['thing', 'a', 'b'],
      ['provider', 'Acme', 'Acme'],
    ] as const)
      await assert.rejects(run((edits) => rename(edits, { what, from, to, category: null })));
  });
});

describe('list', () => {
  it('adds the lines that are not there, and creates a file', async (t) => {
    const { read, run } = await prepare(t);
    const listing = { offers: ['acme-gold'], networks: ['aria'], chains: [] };
    const { told } = await run((edits) => list(edits, listing));
    assert.deepEqual(told, [`${paths.wallets}: 1 added`]);
    assert.match(await read(paths.wallets), /^acme-gold,!offer:acme-gold$/m);
    assert.deepEqual((await run((edits) => list(edits, listing))).told, []);
    const api = { offers: ['acme-api'], networks: ['aria'], chains: ['mainnet', 'testnet'] };
    assert.deepEqual((await run((edits) => list(edits, api))).told, [`${paths.apis}: 3 added`], 'with a header');
    assert.deepEqual((await run((edits) => list(edits, { ...api, chains: ['testnet'] }))).told, []);
    const all = /^acme-api-mainnet,!offer:acme-api,mainnet\nacme-api-testnet,!offer:acme-api,testnet$/m;
    assert.match(await read(paths.apis), all);
    const seen = run((edits) => list(edits, { ...listing, networks: ['aira'] }));
    await assert.rejects(seen, /no network "aira"/);
    const lacking = run((edits) => list(edits, { ...api, offers: ['acme-gold', 'acme-api'], chains: ['goerli'] }));
    await assert.rejects(
      lacking,
      /the network "aria" has no chain "goerli", only mainnet, testnet; nothing was written/,
    );
  });
});
