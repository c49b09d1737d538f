/** Small formatters of pages: text in, text or HTML out. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelsOnly } from '../../../common/markdown-links.ts';
import type { ProviderDefinition } from '../../../model/providers.ts';
import { presentPrice } from '../../../service/answers/price-text.ts';
import { searchProviders } from '../../../service/answers/search/rank.ts';
import { Assets, IconSet } from '../../../service/files/assets.ts';
import { writeDocument } from '../../../service/notations/markdown.ts';
import { formatBytes } from '../../../service/pages/data.ts';
import { ownPicture } from '../../../service/pages/shared/logos.ts';
import { parseLink, renderMarkdown, safeHref } from '../../../service/pages/shared/markdown.ts';
import { presentPager, readPage } from '../../../service/pages/shared/pager.ts';
import { splitNetworks } from '../../../service/query/network-names.ts';
import { iconOf } from '../../../service/text/icons.ts';
import { estimateTokens } from '../../../service/text/tokens.ts';
import { directoryMeta } from '../../support/directory.ts';
import { runs } from '../../support/lane.ts';
import { projectFolder } from '../../support/paths.ts';
import { priceOf } from '../../support/read-texts.ts';
import { testTable } from './facts.ts';

const application = { app: (path: string) => `https://app.example${path}` };
const noApplication = { app: () => null };

describe('a price', () => {
  testTable(
    `
    $49/mo (monthly plan), $42/mo (yearly plan) => $49 | /month | $42/mo if paid yearly
    $39/mo (monthly plan), $33/mo (semi-annual plan) => $39 | /month | $33/mo if paid half-yearly
    €20 (monthly plan), €220 (yearly plan) => €20 | /month | €220 if paid yearly
    $139/mo, $1389/yearly => $139 | /month | $1389/yearly
    $0 => $0
    $2.49/h => $2.49 | /hour
    25 TON/mo => 25 TON | /month
    15K SQT/1M reqs => 15,000 SQT | /1M reqs
    $1/357,590 credits => $1 | /357,590 credits
    $0.55 per 1M extra API credits => $0.55 | /1M extra API credits
    From $2000/mo + server cost => from $2,000 | /month | + server cost
    up to $249/mo => up to $249 | /month
    $99/$139/$179/mo => $99 | /month | or $139/$179
    $10-$50/mo => $10 | /month | to $50
    $0 (14 Day Free Trial) => $0 | (14 Day Free Trial)
    $99 one-time => $99 |  once
    custom => quiet Custom
    up to 1K/mo => quiet Up to 1K/mo`,
    (text) => {
      const { quiet, amount, per, note } = presentPrice(text, priceOf('price', text));
      return quiet === null
        ? [amount, per, note].filter((part) => part !== null).join(' | ')
        : `quiet ${quiet}`;
    },
  );
});

describe('the Markdown of a cell', () => {
  testTable(
    `
    99.9% => 99.9%
    <b>"a" & b</b> => &lt;b&gt;"a" &amp; b&lt;/b&gt;
    <img src=x onerror=alert(1)> => &lt;img src=x onerror=alert(1)&gt;
    see [a](https://a.example/) & more => see <a href="https://a.example/" rel="noopener nofollow">a</a> &amp; more
    [press](javascript:alert(1)) => press
    [press](//evil.example) => press
    https://a.example/x => <a href="https://a.example/x" rel="noopener nofollow">https://a.example/x</a>
    **bold** and \`code\` => <strong>bold</strong> and <code>code</code>
    eth_getLogs_by_hash => eth_getLogs_by_hash
    $5/$10 => $5/$10
    [Buy](/rpc) => <a href="https://app.example/rpc" rel="noopener nofollow">Buy</a>
    *a*${'_'.repeat(98)} => <em>a</em>${'_'.repeat(98)}
    *a*${'_'.repeat(99)} => *a*${'_'.repeat(99)}`,
    (text) => renderMarkdown(text, application),
  );
  testTable(
    `
    [Docs](https://a.example/) => Docs: https://a.example/
    [Wiki (en)](https://a.example/wiki/A_(b)) => Wiki (en): https://a.example/wiki/A_(b)
    [Send requests](/rpc/new) => Send requests: https://app.example/rpc/new
    [press](javascript:alert(1)) => none
    [](https://a.example/) => none
    [Docs]() => none
    see [Docs](https://a.example/) => none
    [a](https://a.example) b => none
    Docs => none`,
    (cell) => {
      const link = parseLink(` ${cell} `, application);
      return link === null ? 'none' : `${link.text}: ${link.href}`;
    },
  );

  it('follows addresses of a few kinds, and paths of the application', () => {
    const harmless =
      'https://a.example/x?y=1#z http://a.example mailto:sales@a.example HTTPS://A.EXAMPLE/'.split(
        ' ',
      );
    const harmful =
      'javascript:alert(1) JaVaScRiPt:alert(1) data:text/html,<script> vbscript:x file:///etc/passwd blob:https://a.example/x ftp://a.example //evil.example/x /\\evil.example \\\\evil.example evil.example #top ?x=1';
    for (const address of harmless) assert.equal(safeHref(address, application), address);
    for (const address of [
      ...harmful.split(' '),
      '',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
    ])
      assert.equal(safeHref(address, application), null, JSON.stringify(address));
    assert.equal(
      safeHref('/configurations/new', application),
      'https://app.example/configurations/new',
    );
    assert.equal(safeHref('/configurations/new', noApplication), null);
    assert.equal(renderMarkdown('[Buy](/rpc)', noApplication), 'Buy');
  });

  it('is nothing but links, emphasis and code, whatever the text is', () => {
    const marks =
      '<script>|<img src=x onerror=alert(1)>|[a](|javascript:|)|![x](|`|**|_|<|>|"|\'|\n|&#x6A;|\\|https://|[x]: '.split(
        '|',
      );
    const piece = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...marks));
    const allowed =
      /^<(\/?(code|em|strong|s|span|br)|br \/|\/a|a href="(https?:|mailto:)[^"<>]*" rel="noopener nofollow")>$/i;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const html = renderMarkdown(pieces.join(''), application);
        for (const [tag] of html.matchAll(/<[^>]*>/g)) assert.match(tag, allowed, html);
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('has the labels of its links alone where no links can be', () => {
    assert.equal(labelsOnly('[eth](https://a.example), [net](x)'), 'eth, net');
  });
});

describe('the Markdown form of a page', () => {
  const html = 'https://dir.test/page';
  const documentOf = (rows: readonly (readonly string[])[]) => ({
    ...{ title: 'Offers', facts: [], links: [], html },
    tables: [{ heading: 'Offers', columns: (rows[0] ?? []).map((_, at) => `Column ${at}`), rows }],
  });

  it('has each cell on one line, without markup, links or HTML', () => {
    const evil = [
      'a|b',
      'a\r\n# b\u2028c',
      '[x](javascript:alert)',
      '<img src=x onerror=y>',
      '![i](data:text/html,z)',
      '`~*_`',
    ];
    const text = writeDocument(documentOf([evil]), 2000);
    const line = text.split('\n').find((each) => each.startsWith('|a')) ?? assert.fail(text);
    assert.equal(line, '|a\\|b|a \\# b c|x|&lt;img src=x onerror=y>|\\!i|\\`\\~\\*\\_\\`|');
  });

  it('keeps addresses from ending their link or their cell', () => {
    const links = [{ label: 'x](y', href: 'https://dir.test/a)(b c<d>|e\\' }];
    assert.equal(
      writeDocument({ ...documentOf([]), title: '[a](b)\n## c', links }, 2000),
      `# \\[a\\](b) \\#\\# c\n\n## Links\n\n- [x\\](y](https://dir.test/a%29%28b%20c%3Cd%3E%7Ce%5C)\n- [HTML](${html})\n`,
    );
  });

  it('leaves out the last columns of long tables, and says which', () => {
    const row = Array.from({ length: 30 }, (_, at) => `word${at} `.repeat(12));
    const text = writeDocument(documentOf(Array.from({ length: 10 }, () => row)), 2000);
    assert.ok(estimateTokens(text) <= 2000, String(estimateTokens(text)));
    const shown = text.split('\n').find((line) => line.startsWith('|Column')) ?? '';
    const left = /^Columns left out: (.*)\.$/m.exec(text)?.[1]?.split(', ') ?? [];
    assert.deepEqual([shown.split('|').length - 2 + left.length, left.at(-1)], [30, 'Column 29']);
    assert.match(text, /\|word0 word0 [^|]{1,60}…\|/);
    assert.match(writeDocument(documentOf([row]), 1), /\|Column 0\|Column 1\|Column 2\|\n/);
  });
});

describe('pages of a list', () => {
  testTable(
    `
    1 of 1 => no links
    1 of 0 => no links
    1 of 2 => 1! 2; null, p2; page 1 of 2
    6 of 12 => 1 … 5 6! 7 … 12; p5, p7; page 6 of 12
    3 of 5 => 1 2 3! 4 5; p2, p4; page 3 of 5
    4 of 6 => 1 … 3 4! 5 6; p3, p5; page 4 of 6
    12 of 1200 => 1 … 11 12! 13 … 1,200; p11, p13; page 12 of 1,200
    5 of 3 => 1 … 3; p3, null; the last page is 3`,
    (text) => {
      const [page = 0, totalPages = 0] = text.split(' of ').map(Number);
      const pager = presentPager({ page, totalPages }, (number) => `p${number}`);
      if (pager === null) return 'no links';
      const numbers = pager.numbers.map(
        ({ number, gap, current }) => `${gap ? '… ' : ''}${number}${current ? '!' : ''}`,
      );
      return `${numbers.join(' ')}; ${pager.previous}, ${pager.next}; ${pager.position}`;
    },
  );

  it('are asked for by a number without a leading zero, of at most six digits', () => {
    const pages = ['', '7', '0', '07', 'x', '999999', '1000000'].map((page) =>
      readPage(new URLSearchParams({ page })),
    );
    assert.deepEqual(pages, [1, 7, 1, 1, 1, 999_999, 1]);
  });
});

describe('pictures', () => {
  it('are icons of lucide, all drawn: those of the templates, and those that categories and columns name', async () => {
    const icons = [
      'plan.svg||lucide:BookMarked',
      'lucide:ChartNoAxesCombined',
      'plan.svg',
      null,
    ].map(iconOf);
    assert.deepEqual(icons, ['bookmarked', 'chartnoaxescombined', null, null]);
    const named = (['categories', 'columns'] as const).flatMap((name) =>
      Array.from(directoryMeta(name).matchAll(/lucide:\w+/g), ([icon]) => iconOf(icon) ?? ''),
    );
    const idsIn = (sprite: string) =>
      Array.from(sprite.matchAll(/<symbol id="(\w+)"/g), ([, id]) => id).toSorted();
    assert.deepEqual(idsIn((await IconSet.read()).sprite(named)), [...new Set(named)].toSorted());
    const own = (await Assets.read(path.join(projectFolder, 'templates'))).get('icons.svg', null);
    assert.equal(
      idsIn(String(own?.body)).join(' '),
      'arrowdown arrowup badgedollarsign chartbarbig chevrondown columns3 listfilter moon scale search sun x',
    );
  });

  it('are of no other site', () => {
    const shown = [
      '/icons/a.svg',
      '//evil.example/a.svg',
      '/\\evil.example',
      'https://a.example/b.svg',
      null,
    ].map(ownPicture);
    assert.deepEqual(shown, ['/icons/a.svg', null, null, null, null]);
  });
});

it('formatBytes counts in powers of ten', () => {
  const texts = [0, 999, 1000, 43_210, 99_940, 100_000, 1_540_000, 2.5e9, 2e12].map(formatBytes);
  assert.equal(
    texts.join(', '),
    '0 bytes, 999 bytes, 1.0 kB, 43.2 kB, 99.9 kB, 100 kB, 1.5 MB, 2.5 GB, 2000 GB',
  );
});

describe('splitNetworks', () => {
  const names = {
    bsc: 'BNB Smart Chain',
    base: 'Base',
    bitcoin: 'Bitcoin',
    'bitcoin-cash': 'Bitcoin Cash',
    nemo: null,
  };
  const networks = Object.entries(names).map(([network, name]) =>
    network === 'base' ? { network, name, caip2: 'eip155:8453' } : { network, name },
  );
  testTable(
    `
    archive => : archive
    base archive => base: archive
    mcp on bnb smart chain => bsc: mcp on
    bitcoin cash => bitcoin-cash:
    database => : database
    nemo => nemo:
    rpc 8453 => : rpc 8453
    rpc chain 8453 => base: rpc
    8453 => base:
    eip155:8453 => base:`,
    (search) => {
      const { named, rest } = splitNetworks(search.split(' '), networks);
      return `${named.join()}: ${rest.join(' ')}`.trim();
    },
  );
});

it('searchProviders puts names before descriptions, and the very name first', () => {
  const searched = ['Zed', 'My node', 'Nodes', 'Node', 'Other'].map((name) => ({
    provider: { name } as ProviderDefinition,
    ...{
      name: name.toLowerCase(),
      text: name === 'Zed' ? 'built on node' : '',
      words: new Set(['apis', 'api']),
    },
  }));
  const find = (...terms: string[]) => searchProviders(searched, terms).map(({ name }) => name);
  assert.deepEqual(find('node'), ['Node', 'Nodes', 'My node', 'Zed']);
  assert.deepEqual(
    find('my', 'api'),
    ['My node'],
    'a word of a category with an offer of the provider',
  );
  assert.deepEqual(find('api'), [], 'a category names no provider');
});
