import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelsOnly } from '../../../common/markdown-links.ts';
import { parseLink, renderMarkdown, safeHref } from '../../../service/pages/shared/markdown.ts';

const site = { app: () => null };
const application = { app: (path: string) => `https://app.example${path}` };

describe('renderMarkdown', () => {
  const cases: readonly (readonly [text: string, html: string])[] = [
    ['99.9%', '99.9%'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['[Docs](https://a.example/)', '<a href="https://a.example/" rel="noopener nofollow">Docs</a>'],
    ['see [a](https://a.example/) & more', 'see <a href="https://a.example/" rel="noopener nofollow">a</a> &amp; more'],
    ['[press](javascript:alert(1))', 'press'],
    ['[press](//evil.example)', 'press'],
    ['https://a.example/x', '<a href="https://a.example/x" rel="noopener nofollow">https://a.example/x</a>'],
    ['**bold** and `code`', '<strong>bold</strong> and <code>code</code>'],
    ['eth_getLogs_by_hash', 'eth_getLogs_by_hash'],
    ['$5/$10', '$5/$10'],
  ];
  for (const [text, html] of cases) {
    it(`renders ${text}`, () => assert.equal(renderMarkdown(text, site), html));
  }

  it('leads into the application where there is one, and else nowhere', () => {
    assert.equal(renderMarkdown('[Buy](/rpc)', site), 'Buy');
    assert.match(renderMarkdown('[Buy](/rpc)', application), /href="https:\/\/app\.example\/rpc"/);
  });
});

describe('parseLink', () => {
  it('reads a cell that is one link', () => {
    assert.deepEqual(parseLink('[Wiki (en)](https://a.example/a_(b))', site), {
      text: 'Wiki (en)',
      href: 'https://a.example/a_(b)',
    });
  });

  for (const text of ['Docs', '[Docs]()', '[Docs](docs)', '[Docs](data:text/html,x)', '[a](https://a.example) b']) {
    it(`sees none in ${text}`, () => assert.equal(parseLink(text, site), null));
  }
});

it('safeHref takes absolute addresses of a few kinds', () => {
  assert.equal(safeHref('mailto:a@b.example', site), 'mailto:a@b.example');
  for (const address of ['javascript:1', 'vbscript:1', '/\\evil', 'ftp://a.example', 'x']) {
    assert.equal(safeHref(address, application), null, address);
  }
});

it('labelsOnly calls links by their labels', () => {
  assert.equal(labelsOnly('[eth](https://a.example), [net](x)'), 'eth, net');
});
