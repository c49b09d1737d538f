/** Rows -> lines of a table: titles, cells, columns and their widths, links, details. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { describePlans } from '../../../service/pages/provider/plans.ts';
import { presentCell } from '../../../service/pages/shared/offer-table/cell.ts';
import { defaultColumns, tableColumns } from '../../../service/pages/shared/offer-table/columns.ts';
import { presentDetails, presentFact } from '../../../service/pages/shared/offer-table/details.ts';
import { findVisit } from '../../../service/pages/shared/offer-table/links.ts';
import { isFact, mergeRows, presentOfferRow } from '../../../service/pages/shared/offer-table/offer-row.ts';
import { distinguishTitles, labelOf, titleOf } from '../../../service/pages/shared/offer-table/title.ts';
import { roomFor, tableWidths, widthOf, widths } from '../../../service/pages/shared/offer-table/widths.ts';
import { describeCommon } from '../../../service/pages/toolbox/columns/common.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
import { projectFolder } from '../../support/paths.ts';
import { makeColumn } from '../../support/service-columns.ts';

const links = { app: () => null };
const columns = {
  planType: makeColumn('planType', { cellType: 'planType', filter: 'searchableMultiSelect' }),
  chain: makeColumn('chain', { cellType: 'chain', filter: 'searchableMultiSelect' }),
  price: makeColumn('price', { label: 'Price', cellType: 'numericRange', filter: 'range', sorting: 'number' }),
  trial: makeColumn('trial', { label: 'Trial', valueKind: 'boolean', filter: 'select' }),
  apis: makeColumn('apis', { label: 'APIs', valueKind: 'array', sorting: 'arrayLength' }),
  note: makeColumn('note', { label: 'Note', cellType: 'description' }),
  uptime: makeColumn('uptime', { label: 'Uptime', filter: 'range', cellType: 'slaNumeric' }),
} as const;
const technology = makeColumn('technology');
const all = Object.values(columns);

describe('titleOf', () => {
  const cases = [
    [{ offer: 'Café', planName: 'Pro', slug: 'x' }, 'Café · Pro'],
    [{ planName: 'Growth', slug: 'x' }, 'Growth'],
    [{ slug: 'alchemy-enterprise-full-archive-hoodi', provider: 'Alchemy', chain: 'hoodi' }, 'Enterprise full archive'],
    [{ slug: 'beaconcha-in-docs-mcp', provider: 'Beaconcha.in' }, 'Docs MCP'],
    [{ slug: 'beaconchain-mainnet', provider: 'Beaconcha.in', chain: 'mainnet', planType: null }, 'Beaconcha.in'],
    [{ slug: 'ankr-mainnet', provider: 'Ankr', chain: 'mainnet', planType: 'Free' }, 'Free'],
  ] as const;
  for (const [row, title] of cases) it(`is "${title}" for ${row.slug}`, () => assert.equal(titleOf(row), title));

  it('has what sets offers of one title apart: words of the slug, plan type, chain', () => {
    const scale = { slug: 'acme-scale-full-archive-mainnet', provider: 'Acme', planName: 'Scale', chain: 'mainnet' };
    const labels = (rows: readonly Row[], ownerOf: (at: number) => string = String) =>
      distinguishTitles(rows, ownerOf).map((distinguishing, at) => labelOf(rows[at] ?? {}, distinguishing));
    const recent = { ...scale, slug: 'acme-scale-recent-state-mainnet' };
    const onTestnet = { ...scale, chain: 'testnet', slug: 'acme-scale-full-archive-testnet' };
    const free = { ...scale, planName: 'Free' };
    assert.deepEqual(labels([scale, recent, free]), ['Scale · Full archive', 'Scale · Recent state', 'Free']);
    assert.deepEqual(
      labels([scale, onTestnet], () => 'one offer'),
      ['Scale', 'Scale'],
    );
    assert.deepEqual(labels([scale, onTestnet]), ['Scale · mainnet', 'Scale · testnet']);
    const typed = ['Free', 'Tiered'].map((planType) => ({ ...scale, planType }));
    assert.deepEqual(labels(typed), ['Scale · Free', 'Scale · Tiered']);
    assert.deepEqual(labels([scale, { ...scale, provider: 'Other' }]), ['Scale', 'Scale']);
  });
});

describe('mergeRows', () => {
  const row = (slug: string, chain: string, price: string, more = {}): Row => ({
    slug,
    chain,
    price,
    apis: ['a'],
    ...more,
  });
  const merge = (rows: readonly Row[], offers: readonly string[] = [], before: readonly string[] = []) =>
    mergeRows(
      [...rows.keys()],
      {
        rowOf: (id) => rows[id] ?? {},
        offerOf: (id) => offers[id] ?? 'offer',
        columns: all,
        chains: ['mainnet', 'testnet'],
      },
      new Set(before),
    );
  const slugs = (...given: Parameters<typeof merge>) =>
    merge(...given)
      .map(({ rows }) => rows.map(({ slug }) => slug).join('+'))
      .join();

  it('brings together rows of an offer that differ in chain and links alone, the main chain first', () => {
    const [a, b, c] = [row('a', 'testnet', '$1'), row('b', 'mainnet', '$2'), row('c', 'mainnet', '$1')];
    assert.equal(slugs([row('d', 'other', '$1'), a, b, c]), 'c+a+d,b');
    assert.equal(slugs([{ ...a, actionButtons: ['[Docs](https://a.example)'] }, c]), 'c+a');
    assert.equal(slugs([a, c], ['pro', 'free']), 'a,c', 'equal facts of two offers');
  });

  it('marks a line whose offer has a line above, here or in an earlier group', () => {
    const rows = [row('a', 'mainnet', '$1'), row('b', 'mainnet', '$1'), row('c', 'testnet', '$2')];
    const again = (before: readonly string[]) => merge(rows, ['pro', 'free', 'pro'], before).map((line) => line.again);
    assert.deepEqual(again([]), [false, false, true]);
    assert.deepEqual(again(['free']), [false, true, true]);
  });
});

describe('presentCell', () => {
  const { apis, price, trial, chain } = columns;
  const long = 'A text that is far too long for the two lines of a cell in this table';
  const [good, bad] = [
    { ...trial, trueMeans: 'good' as const },
    { ...trial, trueMeans: 'bad' as const },
  ];
  const yearly = '$49/mo (monthly plan), $42/mo (yearly plan)';
  const x = (count: number) => 'x'.repeat(count);
  /** `full` in braces. */
  const shown = ({ none, yes, no, tone, price, text, more, cut, full }: ReturnType<typeof presentCell>) =>
    [none && '–', yes && 'yes', no && 'no', tone, price?.quiet, price?.amount, price?.per, price?.note, text]
      .concat(more === null ? null : `+${more}`, cut && 'cut', full === null ? null : `{${full}}`)
      .filter((part) => typeof part === 'string')
      .join(' ');
  const cases: readonly (readonly [ColumnDefinition, Row[string][], string])[] = [
    [price, [null], '–'],
    [apis, [[]], '–'],
    [trial, [1], 'yes'],
    [good, [1], 'yes good'],
    [good, [0], 'no'],
    [bad, [1], 'yes bad'],
    [bad, [0], 'no good'],
    [chain, ['mainnet', 'testnet', 'mainnet'], 'mainnet +1 cut {mainnet, testnet}'],
    [chain, ['mainnet'], 'mainnet'],
    [technology, ['Geth/Erigon/Nethermind nodes'], 'Geth/\u200bErigon/\u200bNethermind nodes'],
    [technology, ['a/b c/d'], 'a/b c/d'],
    [technology, [long], `A text that is far too long for the two… cut {${long}}`],
    [technology, [x(44)], x(44)],
    [technology, [`${x(40)} four`], `${x(40)}… cut {${x(40)} four}`],
    // The first two items if they fit together, and the number of the others.
    [apis, [['a', 'b', 'c', 'd', 'e']], 'a, b +3 cut'],
    [apis, [['a', 'b']], 'a, b'],
    [apis, [[x(17), 'y'.repeat(17)]], `${x(17)}, ${'y'.repeat(17)}`],
    [apis, [[x(17), 'y'.repeat(18)]], `${x(17)} +1 cut`],
    [apis, [['[eth](https://a.example/)']], 'eth'],
    // The amount first, and the text of the editor on hover.
    [price, ['$49/mo'], '$49 /month'],
    [price, [yearly], `$49 /month $42 if paid yearly cut {${yearly}}`],
    [price, ['$5/$45/$215/$2K'], '$5 or 3 others cut {$5/$45/$215/$2K}'],
    [price, ['$5/$45'], '$5 or $45 cut {$5/$45}'],
  ];
  for (const [column, values, expected] of cases)
    it(`shows ${JSON.stringify(values)} of ${column.key} as ${expected}`, () =>
      assert.equal(shown(presentCell(column, values)), expected));

  it('gives a plan type the same colour wherever it stands', () => {
    const { tag } = presentCell(columns.planType, ['Free']);
    assert.equal(tag?.text, 'Free');
    assert.deepEqual(presentCell(columns.planType, ['Free']).tag, tag);
    assert.notEqual(presentCell(columns.planType, ['Tiered']).tag?.tint, tag?.tint);
  });
});

describe('columns of a table', () => {
  const keys = (given: readonly ColumnDefinition[]) => given.map(({ key }) => key).join();
  const described = all.filter(isFact);

  it('are how a plan is sold, where and at which price, in the order of the columns, as far as they are filled in', () => {
    assert.equal(keys(defaultColumns(all, [])), 'planType,chain,price,trial,uptime');
    const facets = [{ kind: 'numbers', column: columns.price, min: null, max: null, count: 0, prices: null }] as const;
    assert.equal(keys(defaultColumns(all, facets)), 'planType,chain,trial,apis,uptime');
  });

  it('are at most five flags, which leave room for the rest', () => {
    const flags = Array.from({ length: 12 }, (_, index) => makeColumn(`flag${index}`, { valueKind: 'boolean' }));
    assert.equal(keys(defaultColumns([...flags, columns.price], [])), 'flag0,flag1,flag2,flag3,flag4,price');
  });

  it('are those that were chosen, if a table can show one', () => {
    const shown = (chosen: readonly string[]) =>
      tableColumns(chosen, { offered: described, defaults: [columns.price] });
    assert.deepEqual([keys(shown(['apis', 'chain'])), keys(shown(['note']))], ['chain,apis', 'price']);
  });

  const values = (...texts: (readonly [value: string, count: number])[]) =>
    texts.map(([value, count]) => ({ value, count }));
  const widthCases = [
    ['flag', { label: 'Trial', valueKind: 'boolean' }, []],
    ['word', { label: 'Economic security', valueKind: 'boolean' }, []],
    ['text', { label: 'Contract verification', valueKind: 'boolean' }, []],
    ['long', { valueKind: 'array' }, values(['a', 1])],
    ['price', { cellType: 'numericRange' }, []],
    ['tag', { cellType: 'planType' }, values(['Free', 1], ['Pay-as-you-go', 1])],
    ['term', { cellType: 'planType' }, values(['Community-fund', 1])],
    ['chain', { cellType: 'chain' }, values(['mainnet', 1], ['testnet', 1])],
    ['word', { cellType: 'chain' }, values(['mainnet', 1])],
    ['word', {}, values(['x'.repeat(8), 1])],
    ['text', {}, values(['x'.repeat(9), 1], ['RPC', 999])],
    ['text', {}, values(['x'.repeat(12), 1])],
    ['term', {}, values(['x'.repeat(15), 1])],
    ['long', {}, values(['x'.repeat(16), 1])],
    ['word', {}, values(['ten words i', 1], ['of twenty letters ab', 1])],
    ['long', {}, values(['of one and twenty abc', 1])],
    ['term', { label: 'Authentication' }, values(['None', 1])],
  ] as const;
  for (const [width, given, texts] of widthCases)
    it(`are ${width} for ${JSON.stringify({ ...given, texts })}`, () =>
      assert.equal(widthOf(makeColumn('a', given), texts), width));

  it('have no width of a table if they fit on a screen, and enough if they do not', () => {
    const room = (count: number, columns: readonly ColumnDefinition[] = []) =>
      roomFor(
        Array.from({ length: count }, () => 'long' as const),
        columns,
      );
    assert.deepEqual([room(4).room, room(5).room, room(12).room, room(99).room], [null, 80, 140, 320]);
    const four = Array.from({ length: 4 }, () => 'price' as const);
    assert.equal(roomFor(four, []).isRoomy, true);
    assert.equal(roomFor(four, [columns.note]).isRoomy, false);
    assert.equal(roomFor([...four, 'price'], []).isRoomy, false);
  });

  it('have the widths of the style sheet', async () => {
    const css = await readFile(path.join(projectFolder, 'templates/offer-table/widths.css'), 'utf8');
    const [wide = ''] = css.split('@container');
    const read = (pattern: RegExp) =>
      Array.from(wide.matchAll(pattern), ([, name, rem]) => [name, Number(rem)] as const);
    const { by, fold, ...own } = Object.fromEntries(read(/\.c-(\w+) \{\s*width: (?:calc\()?([\d.]+)rem/g));
    assert.ok(by && fold);
    assert.deepEqual(own, widths);
    const rooms = read(/\.room-(\d+) \{\s*min-width: ([\d.]+)rem/g);
    assert.deepEqual(
      rooms,
      tableWidths.map((room) => [String(room), room]),
    );
  });

  const common = [
    [columns.trial, 0, 'no trial'],
    [columns.trial, 1, 'with trial'],
    [makeColumn('mfa', { label: 'MFA', valueKind: 'boolean' }), 0, 'no MFA'],
    [columns.planType, 'Free', 'Free'],
    [columns.price, '$0 /1M requests', 'price $0'],
    [columns.price, '$49/mo', 'price $49 /month'],
    [columns.price, 'custom', 'price Custom'],
    [makeColumn('transport', { label: 'Transport' }), '[http](https://a.example/)', 'transport http'],
  ] as const;
  for (const [column, value, text] of common)
    it(`are left out if all rows share "${text}"`, () =>
      assert.equal(describeCommon(column, { [column.key]: value }), text));
});

describe('a line of a table', () => {
  const row = {
    ...{
      slug: 'acme-pro-mainnet',
      provider: 'Acme',
      planName: 'Pro',
      planType: 'Tiered',
      chain: 'mainnet',
      price: '$5',
    },
    ...{ trial: 1, apis: ['a', 'b', 'c', 'd'], uptime: '99%', starred: 1 },
    note: 'What the offer does, told at a length that no two lines of a table have room for.',
    actionButtons: ['[Docs](https://a.example/)', '[Buy](/rpc)', 'nothing'],
  } as const;
  const rows = [row, { ...row, slug: 'acme-pro-testnet', chain: 'testnet' }];
  const given = { columns: all, links, named: true };
  const line = (own: readonly Row[], more = {}) =>
    presentOfferRow(own, {
      ...{ ...given, shown: [columns.planType, columns.price], again: false, distinguishing: null, website: null },
      renderCell: ({ label }) => `${label};`,
      ...more,
    });
  const details = (own: readonly Row[], shown: readonly ColumnDefinition[] = [columns.planType, columns.price]) =>
    presentDetails(own, { ...given, shown, renderFact: ({ label }, value) => `${label} ${[value].flat().length};` });

  it('has a title, its cells, what it is, and the way to the offer', () => {
    const { title, starred, cells, summary, visit, again, pickLabel } = line(rows);
    assert.deepEqual(
      [title, starred, cells, visit, again],
      ['Pro', true, 'planType;Price;', 'https://a.example/', null],
    );
    assert.deepEqual(
      [summary, pickLabel],
      ['What the offer does, told at a length that no two lines of a…', 'Compare Acme Pro'],
    );
    const named = { ...row, planName: 'Acme', note: null };
    assert.deepEqual([line([named]).title, line([named], { named: false }).title], ['', 'Acme']);
    assert.deepEqual([line([named]).pickLabel, line([named]).summary], ['Compare Acme', null]);
    assert.equal(
      line([{ ...named, note: 'Fast.' }], { distinguishing: 'Full archive' }).summary,
      'Full archive. Fast.',
    );
  });

  it('says that it repeats an offer, and on which chains', () => {
    const { again, pickLabel } = line(rows, { again: true, distinguishing: 'Full' });
    assert.deepEqual(
      [again, pickLabel],
      ['same offer on mainnet, testnet', 'Compare Acme Pro · Full, mainnet, testnet'],
    );
    assert.equal(line([{ ...row, chain: null }], { again: true }).again, 'same offer');
  });

  it('leads to the website, then to the service, its price, its documentation, its contact, and to the provider', () => {
    const labels = ['Contact sales', 'Docs', 'Buy', 'Faucet', 'Website'];
    for (const [at, best] of labels.entries()) {
      const actionButtons = labels
        .slice(0, at + 1)
        .map((text) => `[${text}](https://${text.replace(' ', '')}.example)`);
      assert.equal(
        findVisit([{ actionButtons: [] }, { actionButtons }], links),
        `https://${best.replace(' ', '')}.example`,
      );
    }
    assert.equal(findVisit([{ actionButtons: ['[Website](javascript:alert)'] }], links), null);
    assert.equal(
      line([{ ...row, actionButtons: null }], { website: 'https://acme.example' }).visit,
      'https://acme.example',
    );
  });

  it('folds what the table has no column for, and what a cell shows only a part of', () => {
    assert.equal(details(rows).facts, 'chain 2;Trial 1;APIs 4;Note 1;Uptime 1;');
    assert.match(details([row], [columns.apis]).facts, /APIs 4;/);
    assert.doesNotMatch(details([{ ...row, apis: ['a'], note: 'x'.repeat(64) }], [columns.apis]).facts, /APIs|Note/);
    assert.match(details([{ ...row, note: 'x'.repeat(65) }]).facts, /Note/);
    assert.match(details([{ ...row, price: '$5/mo (monthly plan), $4/mo (yearly plan)' }]).facts, /Price 1;/);
    assert.match(details([{ ...row, apis: ['[a](https://a.example)'] }], [columns.apis]).facts, /APIs 1;/);
    assert.deepEqual(
      details(rows).offers.map((offer) => Object.values(offer).join()),
      ['acme-pro-mainnet,mainnet', 'acme-pro-testnet,testnet'],
    );
    assert.equal(details(rows).width, 5);
  });

  it('names the chain of links that differ between chains, and has equal links once', () => {
    const other = {
      ...row,
      chain: 'testnet',
      actionButtons: ['[Docs](https://a.example/t)', '[Buy](https://b.example/)'],
    };
    const { buttons } = details([row, other, { ...other, chain: 'devnet' }]);
    assert.deepEqual(
      buttons.map(({ text }) => text),
      ['Docs (mainnet)', 'Docs (testnet)', 'Buy'],
    );
  });

  it('has each item of a fact once, and breaks lists of prices after slashes', () => {
    assert.deepEqual(presentFact(columns.apis, ['Alerts', 'alerts ', 'Logs'], links).items, ['Alerts', 'Logs']);
    assert.deepEqual(presentFact(columns.price, '$5/$45', links).items, ['$5/<wbr>$45']);
  });
});

describe('describePlans', () => {
  const cases = [
    ['free, tiered from $49/month, enterprise custom', 'Enterprise Custom|Tiered $99/mo|Free $0|Tiered $49/mo'],
    ['free', 'Free $0|Public Free'],
    ['from $5', ' $5'],
    ['custom', ' Contact sales'],
    ['a from $1, b from $2, c from $3, d from $4', 'E $5|D $4|C $3|B $2|A $1'],
    [null, 'Free'],
  ] as const;
  for (const [text, plans] of cases)
    it(`is ${text} of ${plans}`, () => {
      const rows = plans.split('|').map((plan) => {
        const [, planType = '', price] = /^(\S*)(?: (.*))?$/.exec(plan) ?? [];
        return { planType: planType || null, price: price ?? null };
      });
      assert.equal(describePlans(rows, [columns.price]), text);
      assert.equal(describePlans(rows, []), null);
    });
});
