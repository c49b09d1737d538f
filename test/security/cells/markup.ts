/** What a response must not contain, by its media type. */
import assert from 'node:assert/strict';
import { Parser } from 'htmlparser2';

const attacked = /pwned/i;

/** Throws if a text of a contributor became markup, a script, a formula or a broken document. `asked`: what the body answers. */
export function assertHarmless(type: string, body: string, asked: string): void {
  try {
    assertTexts(type, body);
  } catch (error) {
    throw new Error(`${asked}: ${(error as Error).message.slice(0, 300)}`, { cause: error });
  }
}

function assertTexts(type: string, body: string): void {
  if (/^text\/html/.test(type)) assertMarkup(body, false);
  else if (/xml/.test(type)) assertMarkup(body, true);
  else if (/json/.test(type) && !/ndjson/.test(type)) JSON.parse(body);
  else if (/^text\/csv/.test(type)) assertCells(body);
  else if (/^text\/markdown/.test(type)) assert.doesNotMatch(body, /<(?:script|img|pwned)|(?<!\\)\]\(javascript:/i);
}

function assertMarkup(body: string, xmlMode: boolean): void {
  let inScript = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        assert.ok(!/^(?:pwned|iframe|object|embed|base)$/.test(name), `<${name}>`);
        for (const [key, value] of Object.entries(attributes)) assertAttribute(key, value);
        inScript = name === 'script' && attributes.type !== 'application/ld+json';
      },
      ontext: (text) => assert.ok(!inScript || !attacked.test(text), 'in a script'),
      onclosetag: () => {
        inScript = false;
      },
    },
    { xmlMode, decodeEntities: true },
  );
  parser.end(body);
}

function assertAttribute(key: string, value: string): void {
  assert.doesNotMatch(key, /^on|pwned/, key);
  if (key === 'src') assert.doesNotMatch(value, attacked, key);
  if (/^(?:href|action|formaction)$/.test(key)) assert.doesNotMatch(value, /^\s*(?:javascript|data|vbscript):/i, key);
}

/** Cells of a spreadsheet do not begin with a formula. */
function assertCells(body: string): void {
  for (const [cell] of body.matchAll(/(?<=^|,|\n)"?[=+@](?:HYPERLINK|cmd)/gi)) assert.fail(cell);
}
