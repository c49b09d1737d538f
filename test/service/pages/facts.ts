/**
 * Tables of tests as text: of pages, an address and the facts that a visitor finds there; of
 * formatters, a text and its result.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asBrowser, type Get } from '../../support/service-get.ts';
import { textOf, unescapeHtml } from '../../support/service-html.ts';

/** HTML of a page, and its text, in which one space stands for all white space and tags. */
export async function readPage(get: Get, path: string, status = 200) {
  const answer = await get(path, asBrowser);
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers['content-type'] ?? '', /^text\/(html|markdown); charset=utf-8$/);
  return {
    html: answer.text,
    text: textOf(answer.text.replaceAll('<', ' <')).replace(/\s+/g, ' '),
  };
}

/**
 * A test for each address of a table. Its line begins with `/`, and may end with a status. Below it
 * are facts: pieces of the HTML or the text that the page has in this order, with ` … ` between
 * them. Of a line that begins with `!` it has no piece. `#` begins a comment.
 */
export function testPages(get: Get, table: string): void {
  const blocks = table
    .replace(/^\s*#.*\n/gm, '')
    .trim()
    .split(/\n(?=\/)/);
  for (const block of blocks) {
    const [head = '', ...facts] = block.split('\n').map((line) => line.trim());
    const [path = '', status = '200'] = head.split(' ');
    it(`${path}: ${facts[0]}`, async () => {
      const { html, text } = await readPage(get, path, Number(status));
      const all = `${unescapeHtml(html)}\n${text}`;
      const isWrong = (fact: string) =>
        fact.startsWith('! ')
          ? fact
              .slice(2)
              .split(' ! ')
              .some((piece) => all.includes(piece))
          : !hasInOrder(all, fact.split(' … '));
      const wrong = facts.filter(isWrong);
      assert.equal(wrong.length, 0, `wrong facts: ${wrong.join('\n')}\nin: ${text}`);
    });
  }
}

function hasInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

/** A test for each line of a table: `text => result`. */
export function testTable(table: string, format: (text: string) => string): void {
  for (const line of table.trim().split('\n')) {
    const [text = '', expected = ''] = line.trim().split(/ *=> ?/);
    it(`${text} => ${expected}`, () => assert.equal(format(text), expected));
  }
}
