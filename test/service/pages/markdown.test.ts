import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Links, parseLink, renderMarkdown, safeHref } from '../../../service/pages/shared/markdown.ts';
import { runs } from '../../support/lane.ts';

const withApp: Links = { app: (path) => `https://app.example${path}` };
const withoutApp: Links = { app: () => null };

const harmless = ['https://a.example/x?y=1#z', 'http://a.example', 'mailto:sales@a.example', 'HTTPS://A.EXAMPLE/'];
const harmful = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/x',
  '//evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  'evil.example',
  '',
  '#top',
  '?x=1',
];

describe('safeHref', () => {
  for (const address of harmless) {
    it(`follows ${address}`, () => assert.equal(safeHref(address, withApp), address));
  }
  for (const address of harmful) {
    it(`does not follow ${JSON.stringify(address)}`, () => assert.equal(safeHref(address, withApp), null));
  }

  it('takes a path for one of the application, where there is one', () => {
    assert.equal(safeHref('/configurations/new', withApp), 'https://app.example/configurations/new');
    assert.equal(safeHref('/configurations/new', withoutApp), null);
  });
});

describe('parseLink', () => {
  const cases: readonly (readonly [cell: string, text: string | null, href?: string])[] = [
    ['[Docs](https://a.example/)', 'Docs', 'https://a.example/'],
    [' [Docs](https://a.example/) ', 'Docs', 'https://a.example/'],
    ['[Page](https://a.example/wiki/A_(b))', 'Page', 'https://a.example/wiki/A_(b)'],
    ['[Send requests](/rpc/new)', 'Send requests', 'https://app.example/rpc/new'],
    ['[press](javascript:alert(1))', null],
    ['[press](//evil.example)', null],
    ['[](https://a.example/)', null],
    ['see [Docs](https://a.example/)', null],
    ['Docs', null],
  ];
  for (const [cell, text, href] of cases) {
    it(`reads ${cell} as ${text ?? 'no link'}`, () => {
      assert.deepEqual(parseLink(cell, withApp), text === null ? null : { text, href });
    });
  }
});

describe('renderMarkdown', () => {
  const cases: readonly (readonly [name: string, cell: string, html: string])[] = [
    ['text as it is', '100 requests per second', '100 requests per second'],
    ['signs of HTML as signs', '<b>"a" & b</b>', '&lt;b&gt;"a" &amp; b&lt;/b&gt;'],
    [
      'a link with its label',
      '[Docs](https://a.example/)',
      '<a href="https://a.example/" rel="noopener nofollow">Docs</a>',
    ],
    ['only the label of a link that may not be followed', '[press](javascript:alert(1))', 'press'],
  ];
  for (const [name, cell, html] of cases) {
    it(`keeps ${name}`, () => assert.equal(renderMarkdown(cell, withApp), html));
  }

  it('makes nothing but links, emphasis and code of any text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom(
        '<script>',
        '<img src=x onerror=alert(1)>',
        '[a](',
        'javascript:',
        ')',
        '![x](',
        '`',
        '**',
        '_',
        '<',
        '>',
        '"',
        "'",
        '&#x6A;',
        '\\',
        'https://',
        '[x]: ',
        '\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const html = renderMarkdown(pieces.join(''), withApp);
        for (const [tag] of html.matchAll(/<[^>]*>/g)) {
          assert.match(
            tag,
            /^<(\/?(code|em|strong|s|span|br)|br \/|\/a|a href="(https?:|mailto:)[^"<>]*" rel="noopener nofollow")>$/i,
            html,
          );
        }
      }),
      { numRuns: runs(500, 100) },
    );
  });
});
