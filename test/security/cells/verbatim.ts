/** What a response says of the hostile definitions: it reads as they are written, in each media type. */
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import MarkdownIt from 'markdown-it';
import { assertHarmless } from './markup.ts';

/** At most 40 characters; `pwned<n>` finds the n-th one. */
export const definitionTexts: readonly string[] = [
  'pwned0](https://evil.example/) [x',
  '# pwned1',
  '- pwned2',
  '1. pwned3',
  '> pwned4',
  '`pwned5`',
  '```pwned6',
  '<a href=x>pwned7</a>',
  '</script><script>pwned8()</script>',
  'a | pwned9 | b',
  '=HYPERLINK("pwned10")',
  '&lt;pwned11&gt; &amp;',
  ']]><pwned12/>',
  '"onerror="pwned13()',
  '{{{pwned14}}} {{> frame}}',
  '**pwned15** ~~x~~ __y__',
  '![pwned16](//evil.example/x',
  '<!-- pwned17',
  'pwned18\\',
  '---pwned19',
  '<https://evil.example/pwned20>',
  '[x]: https://evil.example/pwned21',
  '<pwned22 onload=x()>',
  '+ @pwned23',
];

const marker = /pwned(\d+)/gi;
const markdown = new MarkdownIt({ html: true });
type Token = ReturnType<typeof markdown.parse>[number];

/** Throws if a text of the sources acts, or reads otherwise than it is written. `path`: of an OpenAPI document, whose descriptions are Markdown. */
export function assertVerbatim(type: string, body: string, path: string): void {
  assertHarmless(type, body, path);
  if (/^text\/(?:markdown|plain)/.test(type)) assertMarkdown(body);
  else if (/ndjson/.test(type)) for (const line of body.trim().split('\n')) assertJson(JSON.parse(line), '', path);
  else if (/json/.test(type)) assertJson(JSON.parse(body), '', path);
  else if (/^text\/csv/.test(type)) assertTable(body);
}

export function assertMarkdown(body: string): void {
  for (const { type, content, children } of markdown.parse(body, {})) {
    if (/^(?:html_block|fence|code_block)$/.test(type)) assert.doesNotMatch(content, marker, type);
    for (const child of children ?? []) assertNoMarkup(child);
    assertWhole((children ?? []).map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join(''));
  }
}

function assertNoMarkup(token: Token): void {
  const { type, content } = token;
  if (/^(?:code_inline|html_inline|image)$/.test(type)) assert.doesNotMatch(content, marker, type);
  if (type === 'link_open') assert.doesNotMatch(String(token.attrGet('href')), /pwned|evil\./, 'a link');
}

function assertJson(value: unknown, key: string, path: string): void {
  if (typeof value === 'string') {
    assertText(value, key, path);
    return;
  }
  // Data, whose descriptions are those of the definitions.
  for (const [name, each] of Object.entries(value ?? {}))
    assertJson(each, Array.isArray(value) ? key : name, name === 'x-coverage' ? '' : path);
}

function assertText(value: string, key: string, path: string): void {
  if (key === 'description' && path.endsWith('/openapi.json')) assertMarkdown(value);
  else if (key === 'content_html') assertHarmless('text/html', value, path);
  // An example of a search is a word of a name.
  else if (key !== 'example') assertWhole(value);
}

function assertTable(body: string): void {
  for (const cell of (parse(body) as string[][]).flat()) {
    assert.doesNotMatch(cell, /^[=+@-](?!\d)/, 'a formula');
    if (cell.startsWith('["')) assertJson(JSON.parse(cell), '', '');
    else assertWhole(cell);
  }
}

/** Long texts are cut at their end. */
function assertWhole(text: string): void {
  for (const [, number] of text.matchAll(marker)) {
    const written = (definitionTexts[Number(number)] ?? '').toLowerCase();
    assert.ok(text.toLowerCase().includes(written) || text.length > 250 || text.endsWith('…'), `${written}: ${text}`);
  }
}
