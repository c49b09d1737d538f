/** Markdown forms of pages: what contributors write is never markup, and the length has a limit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeDocument } from '../../../service/pages/markdown/document.ts';
import { boundTokens } from '../../../service/text/tokens.ts';

const html = 'https://dir.test/page';
const documentOf = (rows: readonly (readonly string[])[]) => ({
  title: 'Offers',
  facts: [],
  tables: [{ heading: 'Offers', columns: (rows[0] ?? []).map((_, at) => `Column ${at}`), rows }],
  links: [],
  html,
});

describe('the Markdown form of a page', () => {
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

  it('keeps addresses from ending their link', () => {
    const links = [{ label: 'x](y', href: 'https://dir.test/a)(b c<d>' }];
    const text = writeDocument({ ...documentOf([]), title: '[a](b)\n## c', links }, 2000);
    assert.equal(
      text,
      `# \\[a\\](b) \\#\\# c\n\n## Links\n\n- [x\\](y](https://dir.test/a%29%28b%20c%3Cd%3E)\n- [HTML](${html})\n`,
    );
  });

  it('leaves out the last columns of long tables, and says which', () => {
    const row = Array.from({ length: 30 }, (_, at) => `word${at} `.repeat(12));
    const text = writeDocument(documentOf(Array.from({ length: 10 }, () => row)), 2000);
    assert.ok(boundTokens(text) <= 2000, String(boundTokens(text)));
    const shown = text.split('\n').find((line) => line.startsWith('|Column')) ?? '';
    const left = /^Columns left out: (.*)\.$/m.exec(text)?.[1]?.split(', ') ?? [];
    assert.equal(shown.split('|').length - 2 + left.length, 30);
    assert.equal(left.at(-1), 'Column 29');
    assert.match(text, /\|word0 word0 [^|]{1,60}…\|/);
  });
});
