/** Rows -> lines of the table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ColumnDefinition } from '../../../model/columns.ts';
import { presentCell } from '../../../service/pages/shared/offer-table/cell.ts';
import { defaultColumns, tableColumns } from '../../../service/pages/shared/offer-table/columns.ts';
import { type DetailsInput, presentDetails, presentFact } from '../../../service/pages/shared/offer-table/details.ts';
import { findVisit } from '../../../service/pages/shared/offer-table/links.ts';
import {
  isFact,
  mergeRows,
  type OfferInput,
  presentOfferRow,
} from '../../../service/pages/shared/offer-table/offer-row.ts';
import { distinguishTitles, labelOf, titleOf } from '../../../service/pages/shared/offer-table/title.ts';
import type { Row } from '../../../service/snapshot/catalog.ts';
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
const all = Object.values(columns);

describe('titleOf', () => {
  const cases = [
    [{ offer: 'Café', planName: 'Pro', slug: 'x' }, 'Café · Pro'],
    [{ planName: 'Growth', slug: 'x' }, 'Growth'],
    [{ slug: 'alchemy-enterprise-full-archive-hoodi', provider: 'Alchemy', chain: 'hoodi' }, 'Enterprise full archive'],
    [{ slug: 'alchemy-mainnet-pay-as-you-go', provider: 'Alchemy', chain: 'mainnet' }, 'Pay as you go'],
    [{ slug: 'beaconcha-in-docs-mcp', provider: 'Beaconcha.in' }, 'Docs MCP'],
    [{ slug: 'beaconchain-mainnet', provider: 'Beaconcha.in', chain: 'mainnet', planType: null }, 'Beaconcha.in'],
    [{ slug: 'ankr-mainnet', provider: 'Ankr', chain: 'mainnet', planType: 'Free' }, 'Free'],
    [{ slug: '0x-cert', provider: '0xCert' }, '0xCert'],
  ] as const;
  for (const [row, title] of cases) it(`is "${title}" for ${row.slug}`, () => assert.equal(titleOf(row), title));
});

describe('mergeRows', () => {
  const row = (slug: string, chain: string, price: string) => ({ slug, chain, price, apis: ['a'] });
  const merge = (rows: readonly Row[], offerOf: (id: number) => string = () => 'offer') => {
    const rowOf = (id: number) => rows[id] ?? {};
    const ids = [...rows.keys()];
    const groups = mergeRows(ids, { rowOf, offerOf, columns: all, chains: ['mainnet', 'testnet'] });
    return groups.map(({ rows }) => rows.map(({ slug }) => slug));
  };

  it('brings together what differs in its chain alone, the main chain first', () => {
    assert.deepEqual(merge([row('a', 'testnet', '$1'), row('b', 'mainnet', '$2'), row('c', 'mainnet', '$1')]), [
      ['c', 'a'],
      ['b'],
    ]);
  });

  it('brings together what differs in its links', () => {
    const [a, b] = [row('a', 'mainnet', '$1'), row('b', 'testnet', '$1')];
    assert.deepEqual(merge([{ ...a, actionButtons: ['[Docs](https://a.example)'] }, b]), [['a', 'b']]);
  });

  it('keeps apart equal facts of two offers', () => {
    const rows = [row('a', 'mainnet', '$1'), row('b', 'testnet', '$1')];
    assert.deepEqual(
      merge(rows, (id) => `offer ${id}`),
      [['a'], ['b']],
    );
  });

  it('marks a line whose offer has a line above, here or in an earlier group', () => {
    const rows = [row('a', 'mainnet', '$1'), row('b', 'mainnet', '$1'), row('c', 'testnet', '$2')];
    const offers = ['pro', 'free', 'pro'];
    const againAfter = (before: readonly string[]) =>
      mergeRows(
        [0, 1, 2],
        { rowOf: (id) => rows[id] ?? {}, offerOf: (id) => offers[id] ?? '', columns: all, chains: [] },
        new Set(before),
      ).map(({ again }) => again);
    assert.deepEqual(againAfter([]), [false, false, true]);
    assert.deepEqual(againAfter(['free']), [false, true, true]);
  });

  it('loses no row and invents none', () => {
    const rows = Array.from({ length: 40 }, (_, index) => row(`s${index}`, `c${index % 4}`, `$${index % 3}`));
    assert.deepEqual(merge(rows).flat().toSorted(), rows.map(({ slug }) => slug).toSorted());
  });
});

describe('presentCell', () => {
  const cell = (column: (typeof all)[number], ...values: Parameters<typeof presentCell>[1]) =>
    presentCell(column, values);

  it('lets a word that is longer than a column be broken after its slashes', () => {
    const text = (value: string) => cell(makeColumn('technology'), value).text;
    assert.equal(text('Geth/Erigon/Nethermind nodes'), 'Geth/\u200bErigon/\u200bNethermind nodes');
    assert.equal(text('a/b c/d'), 'a/b c/d');
  });

  it('shows nothing, yes and no', () => {
    assert.equal(cell(columns.price, null).none, true);
    assert.equal(cell(columns.apis, []).none, true);
    assert.equal(cell(columns.trial, 1).yes, true);
    assert.equal(cell(columns.trial, 0).no, true);
  });

  it('gives a plan type the same colour wherever it stands', () => {
    const [first, second] = [cell(columns.planType, 'Free'), cell(columns.planType, 'Free')];
    assert.deepEqual(first.tag, second.tag);
    assert.equal(first.tag?.text, 'Free');
  });

  it('shows the first chain of the offers, counts the others and names them on hover', () => {
    const { text, more, full } = cell(columns.chain, 'mainnet', 'testnet', 'mainnet');
    assert.deepEqual([text, more, full], ['mainnet', 1, 'mainnet, testnet']);
    assert.equal(cell(columns.chain, 'mainnet').more, null);
  });

  it('shows the first items of a list that two lines have room for, and counts the others', () => {
    const list = (...items: string[]) => {
      const { text, more, cut } = cell(columns.apis, items);
      return [text, more, cut];
    };
    assert.deepEqual(list('a', 'b', 'c', 'd', 'e'), ['a, b', 3, true]);
    assert.deepEqual(list('a', 'b'), ['a, b', null, false]);
    assert.deepEqual(list('450M compute units a month', '600 units a second'), ['450M compute units a month', 1, true]);
    assert.deepEqual(list(...Array.from({ length: 35 }, () => 'English').map((name, at) => `${name} ${at}`))[1], 33);
    assert.deepEqual(list('[eth](https://a.example/)'), ['eth', null, false]);
  });

  it('cuts a long text at a word, and has the whole text on hover', () => {
    const text = 'A text that is far too long for the two lines of a cell in this table';
    const { text: shown, full } = cell(makeColumn('technology'), text);
    assert.equal(shown, 'A text that is far too long for the two…');
    assert.equal(full, text);
  });

  it('shows the amount of a price first, and has the text of the editor on hover', () => {
    const { price, full } = cell(columns.price, '$49/mo (monthly plan), $42/mo (yearly plan)');
    assert.deepEqual(price, { quiet: null, amount: '$49', per: '/month', note: '$42 if paid yearly' });
    assert.equal(full, '$49/mo (monthly plan), $42/mo (yearly plan)');
    assert.equal(cell(columns.price, '$49/mo').full, null);
    const scale = cell(columns.price, '$5/$45/$215/$2K');
    assert.deepEqual([scale.price?.amount, scale.price?.note, scale.full], ['$5', 'or 3 others', '$5/$45/$215/$2K']);
    assert.equal(cell(columns.price, '$5/$45').price?.note, 'or $45');
  });
});

describe('defaultColumns', () => {
  const keys = (chosen: readonly string[] | null) =>
    tableColumns(chosen, { offered: all.filter(isFact), defaults: defaultColumns(all, []) }).map(({ key }) => key);

  it('has how a plan is sold, where and at which price, in the order of the columns', () => {
    assert.deepEqual(
      defaultColumns(all, []).map(({ key }) => key),
      ['planType', 'chain', 'price', 'trial', 'uptime'],
    );
  });

  it('leaves out what nobody fills in', () => {
    const facets = [{ kind: 'numbers', column: columns.price, min: null, max: null, count: 0, prices: null }] as const;
    assert.ok(!defaultColumns(all, facets).includes(columns.price));
  });

  it('has no more flags than leave room for the rest', () => {
    const flags = Array.from({ length: 12 }, (_, index) => makeColumn(`flag${index}`, { valueKind: 'boolean' }));
    const shown = defaultColumns([...flags, columns.price], []);
    assert.ok(shown.includes(columns.price));
    assert.ok(shown.length <= 7);
  });

  it('gives way to what was chosen', () => {
    assert.deepEqual(keys(['apis', 'chain']), ['chain', 'apis']);
    assert.deepEqual(keys(['note']), keys(null), 'a choice of nothing that fits a table is none');
  });
});

describe('presentOfferRow', () => {
  const row = {
    slug: 'acme-pro-mainnet',
    provider: 'Acme',
    planName: 'Pro',
    planType: 'Tiered',
    chain: 'mainnet',
    price: '$5',
    trial: 1,
    apis: ['a', 'b', 'c', 'd'],
    note: 'What the offer does, told at a length that no two lines of a table have room for.',
    uptime: '99%',
    starred: 1,
    actionButtons: ['[Docs](https://a.example/)', '[Buy](/rpc)', 'nothing'],
  } as const;
  const input = (shown: readonly ColumnDefinition[]): OfferInput & DetailsInput => ({
    columns: all,
    shown,
    links,
    named: true,
    again: false,
    distinguishing: null,
    website: null,
    renderCell: ({ label }) => `${label};`,
    renderFact: (column, value) => {
      const { label, items, yes } = presentFact(column, value, links);
      return `${label} ${yes ? 'yes' : items.length};`;
    },
  });
  const rows = [row, { ...row, slug: 'acme-pro-testnet', chain: 'testnet' }];
  const line = presentOfferRow(rows, input([columns.planType, columns.price]));
  const details = presentDetails(rows, input([columns.planType, columns.price]));

  it('names the chain of links that differ between the chains, and has links of all chains once', () => {
    const other = {
      ...row,
      chain: 'testnet',
      actionButtons: ['[Docs](https://a.example/t)', '[Buy](https://b.example/)'],
    };
    const third = { ...other, chain: 'devnet' };
    const { buttons } = presentDetails([row, other, third], input([]));
    assert.deepEqual(
      buttons.map(({ text }) => text),
      ['Docs (mainnet)', 'Docs (testnet)', 'Buy'],
    );
  });

  it('has each item of a fact once, and breaks lists of prices after slashes', () => {
    const { items } = presentFact(columns.apis, ['Alerts', 'alerts ', 'Logs'], links);
    assert.deepEqual(items, ['Alerts', 'Logs']);
    assert.deepEqual(presentFact(columns.price, '$5/$45', links).items, ['$5/<wbr>$45']);
  });

  it('has a title, its cells, and buttons that lead somewhere', () => {
    assert.equal(line.title, 'Pro');
    assert.equal(line.starred, true);
    assert.equal(line.cells, 'planType;Price;');
    assert.deepEqual(details.buttons, [{ text: 'Docs', href: 'https://a.example/' }]);
    assert.equal(details.width, 5);
  });

  it('leads to the website, then to the service, its price and its documentation, then to the provider', () => {
    const visitOf = (...actionButtons: string[]) => findVisit([{ actionButtons: [] }, { actionButtons }], links);
    const [docs, buy, faucet, site] = ['Docs', 'Buy', 'Faucet', 'Website'].map(
      (text) => `[${text}](https://${text}.example)`,
    );
    assert.equal(visitOf(docs ?? '', buy ?? '', faucet ?? '', site ?? ''), 'https://Website.example');
    assert.equal(visitOf(docs ?? '', buy ?? '', faucet ?? ''), 'https://Faucet.example');
    assert.equal(visitOf(docs ?? '', buy ?? ''), 'https://Buy.example');
    assert.equal(visitOf('[Website](javascript:alert)', docs ?? ''), 'https://Docs.example');
    assert.equal(visitOf(), null);
    assert.equal(line.visit, 'https://a.example/');
    const own = { ...input([]), website: 'https://acme.example' };
    assert.equal(presentOfferRow([{ ...row, actionButtons: null }], own).visit, 'https://acme.example');
  });

  it('names the offer once where it is called as its provider is', () => {
    const alone = { ...row, planName: 'Acme' };
    const titleIn = (named: boolean) => presentOfferRow([alone], { ...input([]), named }).title;
    assert.deepEqual([titleIn(true), titleIn(false)], ['', 'Acme']);
    assert.equal(presentOfferRow([alone], input([])).pickLabel, 'Compare Acme');
  });

  it('says that a line repeats an offer, and on which chains', () => {
    const againOf = (rows: readonly Row[]) => presentOfferRow(rows, { ...input([]), again: true }).again;
    assert.equal(line.again, null);
    assert.equal(againOf(rows), 'same offer on mainnet, testnet');
    assert.equal(againOf([{ ...row, chain: null }]), 'same offer');
    const again = presentOfferRow(rows, { ...input([]), again: true, distinguishing: 'Full' });
    assert.equal(again.pickLabel, 'Compare Acme Pro · Full, mainnet, testnet');
  });

  it('says what sets offers of the same title apart', () => {
    const scale = { slug: 'acme-scale-full-archive-mainnet', provider: 'Acme', planName: 'Scale', chain: 'mainnet' };
    const labels = (rows: readonly Row[], ownerOf = String as (at: number) => string) =>
      distinguishTitles(rows, ownerOf).map((distinguishing, at) => labelOf(rows[at] ?? {}, distinguishing));
    const recent = { ...scale, slug: 'acme-scale-recent-state-mainnet' };
    const free = { ...scale, planName: 'Free' };
    assert.deepEqual(labels([scale, recent, free]), ['Scale · Full archive', 'Scale · Recent state', 'Free']);
    assert.deepEqual(
      labels([scale, { ...scale, chain: 'testnet' }], () => 'one offer'),
      ['Scale', 'Scale'],
    );
    assert.deepEqual(labels([scale, { ...scale, chain: 'testnet', slug: 'acme-scale-full-archive-testnet' }]), [
      'Scale · mainnet',
      'Scale · testnet',
    ]);
    assert.deepEqual(
      labels([
        { ...scale, planType: 'Free' },
        { ...scale, planType: 'Tiered' },
      ]),
      ['Scale · Free', 'Scale · Tiered'],
    );
    assert.deepEqual(labels([scale, { ...scale, provider: 'Other' }]), ['Scale', 'Scale']);
    const summaryOf = (own: Row) => presentOfferRow([own], { ...input([]), distinguishing: 'Full archive' }).summary;
    assert.equal(summaryOf(scale), 'Full archive');
    assert.equal(summaryOf({ ...scale, note: 'Fast.' }), 'Full archive. Fast.');
    assert.equal(presentOfferRow([scale], input([])).summary, null);
  });

  it('folds what the table has no column for', () => {
    assert.equal(details.facts, 'chain 2;Trial yes;APIs 4;Note 1;Uptime 1;');
  });

  it('folds what a cell shows only a part of', () => {
    assert.match(presentDetails([row], input([columns.apis])).facts, /APIs 4;/);
    assert.doesNotMatch(presentDetails([{ ...row, apis: ['a'] }], input([columns.apis])).facts, /APIs/);
    const long = { ...row, price: '$5/mo (monthly plan), $4/mo (yearly plan)' };
    assert.match(presentDetails([long], input([columns.price])).facts, /Price 1;/);
  });

  it('spells every offer that it stands for', () => {
    assert.deepEqual(details.offers, [
      { slug: 'acme-pro-mainnet', chain: 'mainnet' },
      { slug: 'acme-pro-testnet', chain: 'testnet' },
    ]);
  });
});
