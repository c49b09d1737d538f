/** Edits of many lines: what they write, and that a second run changes nothing. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { addProvider } from '../../../pipeline/commands/edit/add-provider.ts';
import { Edits } from '../../../pipeline/commands/edit/edits.ts';
import { parseValues } from '../../../pipeline/commands/edit/given-values.ts';
import { writeCellText } from '../../../pipeline/commands/edit/import-cells.ts';
import { Import } from '../../../pipeline/commands/edit/import-rows.ts';
import { list } from '../../../pipeline/commands/edit/list.ts';
import { move } from '../../../pipeline/commands/edit/move.ts';
import { remove } from '../../../pipeline/commands/edit/remove.ts';
import { rename } from '../../../pipeline/commands/edit/rename.ts';
import { loadScaler } from '../../../pipeline/images/scale-image.ts';
import { ProblemCollector } from '../../../pipeline/problem.ts';
import { formatProblem } from '../../../pipeline/report/problem-line.ts';
import { svg } from '../../support/images.ts';
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
  'references/quotations.csv': lines(
    'category,slug,column,address,words',
    'wallets,acme-coins,provider,https://acme.dev/coins,coins',
  ),
};

const definitions = Object.fromEntries(
  Object.entries(readTree(smallSources)).filter(([file]) => file.startsWith('meta/')),
);
const units = lines(
  'provider,unit,technology,call,cost,source,readOn',
  'Acme,requests,,*,1,https://acme.example/,2026-01-01',
);

async function prepare(cleanUp: CleanUp, ownUnits = '', ownTables = {}) {
  const folder = await makeTemporaryFolder(cleanUp);
  const own = ownUnits === '' ? {} : { ...definitions, 'meta/units.csv': ownUnits };
  await writeTree(folder, { ...tree, ...own, ...ownTables });
  return {
    folder,
    read: (file: string) => readFile(path.join(folder, file), 'utf8'),
    run: async <T>(edit: (edits: Edits) => T, dryRun = false) => {
      const edits = await Edits.open(folder, smallProject);
      const result = await edit(edits);
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
    const { inFile: _, ...result } = new Import(edits, 'wallets').addRows(
      imported,
      [],
      problems.add,
    );
    return { ...result, problems: problems.sorted().map((problem) => formatProblem(problem)) };
  };

  it('matches columns, makes slugs and lists, finds offers that exist, and sorts', async (t) => {
    const { read, run } = await prepare(t);
    const { result, told } = await run((edits) => importInto(edits));
    assert.deepEqual(result, {
      added: 2,
      changed: 0,
      unchanged: 1,
      notes: [
        'column "Product" is left out: references/offers/wallets.csv has no such column',
        '"acme-zero" lacks what listed offers need: custodial',
      ],
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
    const twin = table(
      ['slug', 'provider', 'offer', 'tag'],
      ['acme-zinc', 'Acme', 'Acme Gold', 'null'],
    );
    await run((edits) =>
      edits
        .table(paths.walletOffers)
        ?.add({ slug: 'acme-zinc', provider: 'Acme', offer: 'Acme Gold' }),
    );
    const { result } = await run((edits) => importInto(edits, twin));
    assert.deepEqual(result, { added: 0, changed: 1, unchanged: 0, notes: [], problems: [] });
    assert.match(await read(paths.walletOffers), /^acme-zinc,Acme,Acme Gold,null,,$/m);
  });

  const plans = lines(
    'slug,provider,planName,historicalData,accessPrice',
    'acme-pro-archive,Acme,Pro,Archive,$199/mo',
    'acme-pro-recent,Acme,Pro,Pruned,$99/mo',
    'acme-top,Acme,Top,Pruned,"$49/mo (monthly plan), $40/mo (yearly plan)"',
  );
  const importPlans = (edits: Edits, ...imported: readonly (readonly string[])[]) => {
    const problems = new ProblemCollector();
    const [header = [], ...cells] = imported;
    const result = new Import(edits, 'apis').addRows(table(header, ...cells), [], problems.add);
    return { ...result, problems: problems.sorted().map((problem) => formatProblem(problem)) };
  };

  const columns = lines(
    ...['planName', 'historicalData', 'specVersion', 'releaseDate'].map(
      (key) => `${key},${key},,,,,,,string,,true,"[""apis""]",,false`,
    ),
  );
  const own = { ...definitions, 'meta/columns.csv': definitions['meta/columns.csv'] + columns };

  /** Column, cell of the offer, cell of the file, and what is written; none if it is refused. */
  const cells: readonly (readonly [column: string, before: string, text: string, now?: string])[] =
    [
      ['accessPrice', '$99/mo + double RPS cost', '$109', '$109/mo + double RPS cost'],
      ['accessPrice', '$99/mo', '109', '$109/mo'],
      ['accessPrice', '99 €/mo', '1,109.50', '1,109.50 €/mo'],
      ['accessPrice', '99/mo', '$109', '$109/mo'],
      ['accessPrice', '$99/mo', '$109/yr', '$109/yr'],
      ['accessPrice', '$99', '109', '109'],
      ['accessPrice', 'Free', '$9', '$9'],
      ['accessPrice', 'from $99/mo', '$9', '$9'],
      ['accessPrice', '', '$9', '$9'],
      ['accessPrice', '$49/mo, $40/mo (yearly plan)', '$59'],
      ['accessPrice', '$99/2 weeks', '59'],
      ['accessPrice', '$99/mo', '€99'],
      ['planName', '5 GB', '6', '6 GB'],
      ['specVersion', '1.4-beta', '2', '2'],
      ['releaseDate', '2025 Q4', '2026', '2026'],
    ];
  it('keeps the unit of a cell under an amount without one, or refuses it', async (t) => {
    const header = ['slug', 'provider', 'accessPrice', 'planName', 'specVersion', 'releaseDate'];
    const quoted = (cell: string) => `"${cell}"`;
    const offers = cells.map(([column, before], at) =>
      [`o${at + 10}`, 'Acme', ...header.slice(2).map((key) => (key === column ? before : ''))]
        .map(quoted)
        .join(','),
    );
    const { run, read } = await prepare(t, '', {
      ...own,
      [paths.offers]: lines(header.join(','), ...offers),
    });
    const { result } = await run((edits) =>
      importPlans(
        edits,
        header,
        ...cells.map(([column, , text], at) => [
          `o${at + 10}`,
          ...header.slice(1).map((key) => (key === column ? text : '')),
        ]),
      ),
    );
    const written = parse(await read(paths.offers), { columns: true }) as Record<string, string>[];
    assert.deepEqual(
      written.map((offer, at) => offer[cells[at]?.[0] ?? '']),
      cells.map(([, before, , now]) => now ?? before),
    );
    assert.deepEqual(result.problems, [
      'rows.csv:11 accessPrice: "$59" has no unit, and the cell says "$49/mo, $40/mo (yearly plan)"; write the whole cell [odd-number]',
      'rows.csv:12 accessPrice: "59" has no unit, and the cell says "$99/2 weeks"; write the whole cell [odd-number]',
      'rows.csv:13 accessPrice: "€99" has no unit, and the cell says "$99/mo"; write the whole cell [odd-number]',
    ]);
  });

  it('takes the address of a linked cell where the column has addresses', () => {
    const page = 'https://scan.dev/0xab';
    const written = (text: string, cellType: string, link: string | null = page) =>
      writeCellText(text, link ?? undefined, { cellType, valueKind: 'string' } as ColumnDefinition);
    assert.deepEqual(
      [
        ...['0xab', 'https://a.dev', 'Docs', ''].map((text) => written(text, 'link')),
        ...['0xAB', 'Node'].map((text) => written(text, 'address')),
        written('Docs', 'string'),
        written('Docs', 'link', null),
        ...['Docs', '', 'scan.dev/0xab/', 'HTTPS://www.scan.dev/0xab', 'other.dev'].map((text) =>
          written(text, 'actionButtons'),
        ),
      ],
      [
        ...['0xab', 'https://a.dev', page, page, '0xAB', page, 'Docs', 'Docs'],
        ...['Docs', 'Website', 'Website', 'Website', 'other.dev'].map((label) =>
          JSON.stringify([`[${label}](${page})`]),
        ),
      ],
    );
  });

  it('finds an offer by provider, plan and depth, or asks for the slug', async (t) => {
    const { run } = await prepare(t, '', { ...own, [paths.offers]: plans });
    const header = ['provider', 'planName', 'accessPrice'];
    const { result, told } = await run(
      (edits) =>
        importPlans(
          edits,
          [...header, 'historicalData'],
          ['Acme', 'Pro', '$120/mo', 'Pruned'],
          ['Acme', 'Top', '$9/mo', ''],
        ),
      true,
    );
    assert.deepEqual([result.added, result.changed, result.problems], [0, 2, []]);
    assert.ok(told.some((line) => line.includes('acme-pro-recent') && line.includes('$120/mo')));
    const asked = await run((edits) => importPlans(edits, header, ['Acme', 'Pro', '$1/mo']), true);
    assert.deepEqual(asked.result.problems, [
      'rows.csv:2 slug: 2 offers have these names: acme-pro-archive, acme-pro-recent; add the column "slug", which tells them apart [slug-blank]',
    ]);
    // A slug that is not there is that of a new offer, if none has all these names.
    const named = await run(
      (edits) =>
        importPlans(
          edits,
          ['slug', ...header, 'historicalData'],
          ['acme-top-all', 'Acme', 'Top', '$1/mo', ''],
          ['acme-pro-old', 'Acme', 'Pro', '$2/mo', 'Archive'],
        ),
      true,
    );
    assert.deepEqual([named.result.added, named.result.changed, named.result.problems], [1, 1, []]);
    assert.deepEqual(named.result.notes.slice(-1), [
      'row 3: the slug "acme-pro-old" is left out, because "acme-pro-archive" has the same names; `make rename` changes slugs',
    ]);
    assert.ok(named.told.some((line) => line.startsWith('+ acme-top-all')));
  });

  it('shows the changed cells in a dry run, and writes nothing', async (t) => {
    const { read, run } = await prepare(t);
    const { told } = await run((edits) => {
      const table = edits.table(paths.walletOffers);
      const [coins, gold] = table?.lines ?? [];
      if (coins) table?.set(coins, 'slug', 'acme-zinc');
      if (coins) table?.set(coins, 'tag', '["b"]');
      if (gold) table?.remove(gold);
      table?.add({ slug: 'acme-iron', description: 'Two\nlines' });
    }, true);
    const shown = [
      `${paths.walletOffers}: 1 added, 1 changed, 1 removed`,
      '+ acme-iron: description "Two\\nlines"',
      '~ acme-coins slug: "acme-coins" -> "acme-zinc"',
      '~ acme-coins tag: "a" -> "b"',
      '- acme-gold: provider "Acme", offer "Acme Gold", description "Keeps gold.", custodial "FALSE"',
    ];
    assert.deepEqual(told, shown);
    assert.equal(await read(paths.walletOffers), tree[paths.walletOffers]);
  });
});

describe('remove', () => {
  it('takes the logo of a provider along, unless somebody else shows it', async (t) => {
    const image = 'references/providers/images/acme.svg';
    const table = (logoOfOther: string) => ({
      [image]: svg,
      [paths.providers]: providers[paths.providers]
        .replace('Acme,', 'Acme,acme.svg')
        .replace('Labs,', `Labs,${logoOfOther}`),
    });
    const site = (cells: string) => ({
      ...definitions,
      'meta/units.csv': units,
      'meta/site.csv': lines('name,logo,picture', `Directory,${cells}`),
    });
    for (const [kept, own] of [
      [false, table('')],
      [false, { ...table('other.svg'), ...site('other.svg,') }],
      [true, table('acme.svg')],
      [true, { ...table(''), ...site('acme.svg,') }],
      [true, { ...table(''), ...site(',acme.svg') }],
    ] as const) {
      const { folder, run } = await prepare(t, '', own);
      const { told } = await run((edits) =>
        remove(edits, { offers: [], provider: 'Acme', category: null }),
      );
      assert.deepEqual(
        told.filter((line) => line.startsWith(image)),
        kept ? [] : [`${image}: removed`],
      );
      assert.equal(existsSync(path.join(folder, image)), kept);
    }
  });
});

describe('move', () => {
  const moving = {
    offers: ['acme-coins'],
    category: null,
    to: 'apis',
    chains: ['mainnet'],
    ignored: ['custodial'],
  };
  it('takes every listing along: of all networks, and of each chain of each network', async (t) => {
    const chained = (file: string, ...listed: readonly string[]) => ({
      [file]: lines('slug,offer,chain', ...listed),
    });
    const [bora, mirror] = ['apis', 'explorers'].map(
      (category) => `listings/specific-networks/bora/${category}.csv`,
    ) as [string, string];
    const { read, run } = await prepare(t, '', {
      ...chained(
        paths.apis,
        'one-main,!offer:acme-api,mainnet',
        'one-test,!offer:acme-api,testnet',
        'other-main,!offer:acme-apis,mainnet',
      ),
      ...chained(bora, 'one-bora,!offer:acme-api,mainnet'),
      ...chained(paths.allApis, 'one-all,!offer:acme-api,'),
      [paths.offers]: lines('slug,provider', 'acme-api,Acme', 'acme-apis,Acme'),
      'references/offers/explorers.csv': lines('slug,provider'),
    });
    const given = { ...moving, offers: ['acme-api'], to: 'explorers', chains: [], ignored: [] };
    await run((edits) => move(edits, given));
    const everywhere = paths.allApis.replace('apis', 'explorers');
    for (const [file, ...listed] of [
      [paths.explorers, 'one-main,!offer:acme-api,mainnet', 'one-test,!offer:acme-api,testnet'],
      [mirror, 'one-bora,!offer:acme-api,mainnet'],
      [everywhere, 'one-all,!offer:acme-api,'],
      [paths.apis, 'other-main,!offer:acme-apis,mainnet'],
      [bora],
      [paths.allApis],
    ] as const)
      assert.equal(await read(file), lines('slug,offer,chain', ...listed), file);
    // Of a category without chains, one for each network.
    await run((edits) => move(edits, { ...given, to: 'wallets' }));
    const wallets = await read(paths.wallets);
    assert.equal(
      wallets,
      `${tree[paths.wallets]}acme-api,!offer:acme-api\n`.replace(
        /\n(acme-coins.*\n)(mine.*\n)(acme-api.*\n)/,
        '\n$3$1$2',
      ),
    );
    assert.match(await read(mirror.replace('explorers', 'wallets')), /^acme-api,!offer:acme-api$/m);
    assert.match(await read(paths.allWallets), /^acme-api,!offer:acme-api$/m);
  });

  it('takes the cells that the other category needs', async (t) => {
    const { read, run } = await prepare(t, '', {
      [paths.offers]: lines('slug,provider,trial,accessPrice', 'acme-api,Acme,TRUE,$5/mo'),
    });
    const ignored = ['offer', 'tag', 'description', 'custodial'];
    const values = parseValues('trial=FALSE,accessPrice=$1,000/mo');
    await run((edits) => move(edits, { ...moving, ignored, values }));
    assert.match(await read(paths.offers), /^acme-coins,Acme,FALSE,"\$1,000\/mo"$/m);
    assert.throws(() => parseValues('trial'), /VALUES="trial" is not like/);
  });

  it('takes a price along to the column that the other category has for it', async (t) => {
    const price =
      'price,Price,,What it costs.,range,number,,,string,,true,"[""wallets""]",,false\n';
    const { read, run } = await prepare(t, units, {
      'meta/columns.csv': `${definitions['meta/columns.csv']}${price}`,
      [paths.walletOffers]: lines('slug,provider,price', 'acme-coins,Acme,$9/mo'),
      [paths.offers]: lines('slug,provider,accessPrice', 'acme-api,Acme,$5/mo'),
      'references/quotations.csv': lines(
        'category,slug,column,address,words',
        'wallets,acme-coins,price,https://acme.dev/coins,$9',
      ),
    });
    await run((edits) => move(edits, moving));
    const offers = lines(
      'slug,provider,accessPrice',
      'acme-api,Acme,$5/mo',
      'acme-coins,Acme,$9/mo',
    );
    assert.equal(await read(paths.offers), offers);
    assert.match(await read('references/quotations.csv'), /^apis,acme-coins,accessPrice,/m);
  });
});

describe('addProvider', () => {
  it('writes a logo of the size of pages, and finds what the provider repeats', async (t) => {
    const { folder, read, run } = await prepare(t);
    const logo = path.join(folder, 'big.png');
    await writeFile(
      logo,
      await (await loadScaler())(Buffer.alloc(3_000_000), {
        raw: { width: 1000, height: 1000, channels: 3 },
      })
        .png()
        .toBuffer(),
    );
    const added = {
      name: 'Zed & Co',
      website: 'https://zed.dev',
      description: 'Runs nodes.',
      logo,
    };
    const { told } = await run((edits) => addProvider(edits, added));
    assert.match(
      told[1] ?? '',
      /^references\/providers\/images\/zed-co\.webp: added, \d+ bytes, made of big\.png: a WebP image of at most 256 pixels$/,
    );
    assert.match(await read(paths.providers), /^zed-co,Zed & Co,/m);
    const cells = { ...added, name: 'Yed', logo: null };
    await run((edits) => addProvider(edits, { ...cells, values: parseValues('x=yed, docs=a,b') }));
    assert.match(await read(paths.providers), /^yed,.*"a,b".*,yed\b/m);
    await assert.rejects(
      run((edits) => addProvider(edits, { ...cells, values: parseValues('mail=yed') })),
      /has no column "mail"; use one of slug, name, /,
    );
    const { width } = await (await loadScaler())(
      path.join(folder, 'references/providers/images/zed-co.webp'),
    ).metadata();
    assert.equal(width, 256);
    const twin = { ...added, name: 'A-C-M-E', logo: null };
    await run(async (edits) => {
      await addProvider(edits, twin);
      assert.deepEqual((await edits.findProblems()).map(({ rule }) => rule).slice(0, 1), [
        'similar-provider',
      ]);
    }, true);
    await assert.rejects(run((edits) => addProvider(edits, { ...added, website: '' })));
  });
});

describe('rename', () => {
  it('changes a provider, and a network with its folder', async (t) => {
    const chains = (key: string) =>
      lines(
        'network,chain,name,caip2,aliases,testnet,currency,symbol,decimals,explorer',
        `${key},mainnet,Main,eip155:7,,FALSE,,,,`,
        `${key},testnet,Test,eip155:8,,TRUE,,,,`,
        'aria-two,mainnet,Two,eip155:9,,FALSE,,,,',
      );
    const { read, run } = await prepare(t, units, { 'meta/chains.csv': chains('aria') });
    await run((edits) =>
      rename(edits, { what: 'provider', from: 'Acme', to: 'Acme, Inc', category: null }),
    );
    assert.match(await read('meta/units.csv'), /^"Acme, Inc",requests,/m);
    assert.match(await read(paths.providers), /^acme,"Acme, Inc",/m);
    assert.match(await read(paths.walletOffers), /^acme-gold,"Acme, Inc",Acme Gold,/m);
    const outside = run((edits) =>
      rename(edits, { what: 'network', from: 'aria', to: '../../bora', category: null }),
    );
    await assert.rejects(outside, /TO="\.\.\/\.\.\/bora" is no key or slug/);
    await run((edits) =>
      rename(edits, { what: 'network', from: 'aria', to: 'bora', category: null }),
    );
    assert.equal(await read('listings/specific-networks/bora/wallets.csv'), tree[paths.wallets]);
    assert.equal(await read('meta/chains.csv'), chains('bora'));
    for (const [what, from, to] of [
      ['offer', 'acme-coins', 'acme-gold'],
      ['thing', 'a', 'b'],
      ['provider', 'Acme', 'Acme'],
      ['network', 'bora', '\u001b[31m'],
      ['offer', 'acme-gold', 'Acme Gold'],
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
    assert.deepEqual(
      (await run((edits) => list(edits, api))).told,
      [`${paths.apis}: 2 added`],
      'with a header',
    );
    assert.deepEqual((await run((edits) => list(edits, { ...api, chains: ['testnet'] }))).told, []);
    const all =
      /^acme-api-mainnet,!offer:acme-api,mainnet\nacme-api-testnet,!offer:acme-api,testnet$/m;
    assert.match(await read(paths.apis), all);
    const seen = run((edits) => list(edits, { ...listing, networks: ['aira'] }));
    await assert.rejects(seen, /no network "aira"; did you mean "aria"\?/);
    const lacking = run((edits) =>
      list(edits, { ...api, offers: ['acme-gold', 'acme-api'], chains: ['goerli'] }),
    );
    await assert.rejects(
      lacking,
      /the network "aria" has no chain "goerli"; use one of mainnet, testnet; nothing was written/,
    );
  });

  it('lists on the main chain of each network if no chain is named', async (t) => {
    const { folder, read, run } = await prepare(t);
    const bora = 'listings/specific-networks/bora/apis.csv';
    await writeTree(folder, { [bora]: lines('slug,offer,chain') });
    const listing = { offers: ['acme-api'], networks: ['aria', 'bora'], chains: [] };
    const unknown =
      /no chain of the network "bora" is known: name it with CHAINS=mainnet; nothing was written/;
    await assert.rejects(
      run((edits) => list(edits, listing)),
      unknown,
    );
    await run((edits) => list(edits, { ...listing, networks: ['bora'], chains: ['one'] }));
    const { told } = await run((edits) => list(edits, listing));
    assert.deepEqual(told, [`${paths.apis}: 1 added`]);
    assert.match(await read(paths.apis), /^acme-api-mainnet,!offer:acme-api,mainnet$/m);
    assert.match(await read(bora), /^acme-api-one,!offer:acme-api,one$/m);
  });
});
