/**
 * A machine can learn the interface from the OpenAPI documents alone: they are right, and their
 * examples work.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { directory } from '../../support/directory.ts';
import { siteCategories } from '../../support/interface-contract.ts';
import { exampleRequests, readDocument } from '../../support/interface-documents.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import {
  cellOf,
  quotedWords,
  sectionOf,
  tableOf,
  wordsAfter,
} from '../../support/interface-tables.ts';
import { projectFolder } from '../../support/paths.ts';
import { rowsPath } from '../../support/service-paths.ts';

// Reads the curl commands of a Markdown file well enough to run them without curl, and fails on
// what it cannot read.

/** The contents of all fenced blocks of a language. */
function codeBlocks(markdown: string, language: string): string[] {
  return Array.from(markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms), ([, name, text = '']) => ({
    name,
    text,
  }))
    .filter(({ name }) => name === language)
    .map(({ text }) => text);
}

/**
 * Addresses of the curl commands among the lines, their `-d` parameters put into the query as `-G`
 * does.
 */
function curlAddresses(shell: string): string[] {
  const commands = shell.replaceAll('\\\n', ' ').split('\n');
  return commands
    .filter((line) => line.startsWith('curl '))
    .map((line) => readCurl(splitWords(line)));
}

function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"$`\\]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"/g,
      (_, single?: string, double?: string) => single ?? double ?? '',
    ),
  );
}

/** Options of curl that the documents use, and whether a word belongs to them. */
const options: Readonly<Record<string, boolean>> = {
  '-G': false,
  '-s': false,
  '-O': false,
  '-J': false,
  '-o': true,
  '-H': true,
};

function readCurl([, ...words]: readonly string[]): string {
  const rest = [...words];
  const data: [string, string][] = [];
  const addresses: URL[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-d' || word === '--data-urlencode') data.push(splitPair(rest.shift() ?? ''));
    else if (word in options) rest.splice(0, Number(options[word]));
    else addresses.push(new URL(word));
  }
  const [address] = addresses;
  assert.ok(address && addresses.length === 1, `one address in ${words.join(' ')}`);
  for (const [name, value] of data) address.searchParams.append(name, value);
  return address.href;
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  assert.ok(at > 0, `"${text}" is name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

const published = { SITE_URL: 'https://directory.web3' };

describe('the OpenAPI documents', () => {
  // Every answer is held against the schemas.
  const { get } = useDescribedService(directory, published);
  const described = sectionOf('Site surface');

  it('close no set of values of the data, so that a client of yesterday can read the values of tomorrow', async () => {
    const values = new Set<string>();
    for (const key of siteCategories) {
      const { result } = (await get(`/api/facets?category=${key}`)).json() as {
        result: { facets: Facet[] };
      };
      for (const { values: found = [] } of result.facets)
        for (const { value } of found) values.add(value);
    }
    assert.ok(values.size > 100);
    for (const base of ['', '/networks/aria']) {
      const closed = enumsOf(await readDocument(get, base)).filter((words) =>
        words.some((word) => values.has(String(word))),
      );
      // Flags.
      const wrong = closed.filter(
        (words) => !words.every((word) => /^(true|false|0|1|No|Yes)$/.test(String(word))),
      );
      assert.deepEqual(wrong, []);
    }
  });

  it('have examples of values that are in the data', async () => {
    const { components } = await readDocument(get, '/networks/aria');
    const { schemas } = components as { schemas: Readonly<Record<string, { properties: object }>> };
    let count = 0;
    for (const category of siteCategories) {
      const { result } = (await get(`/api/facets?category=${category}`)).json() as {
        result: { facets: Facet[] };
      };
      const known = new Set(
        result.facets.flatMap(({ id, values = [] }) =>
          values.map(({ value }) => `${id} ${value}`.toLowerCase()),
        ),
      );
      const cells = Object.entries(schemas[`Row_${category}`]?.properties ?? {});
      const examples = cells.flatMap(([key, schema]) =>
        examplesOf(schema).map((value) => `${key} ${value}`),
      );
      const others = examples.filter((example) => !known.has(example.toLowerCase()));
      assert.deepEqual(others, [], category);
      count += examples.length;
    }
    assert.ok(count > 20, `${count} examples`);
  });

  it('have a schema of the parameters in JSON, which their examples fit', async () => {
    const { paths } = await readDocument(get, '/networks/ethereum');
    const { parameters = [] } = paths[rowsPath]?.get ?? {};
    for (const name of ['filters', 'sorting']) {
      const { schema, example } =
        parameters.find((each) => each.name === name) ?? assert.fail(name);
      assert.equal(schema.contentMediaType, 'application/json');
      const fits = new Ajv2020().compile(schema.contentSchema as object);
      assert.ok(fits(JSON.parse(String(example))), name);
      assert.ok(!fits([{ column: 'planType' }]), name);
    }
  });

  it('have, for the site, the operations, tags and agent actions of interface.md, before those beyond it', async () => {
    const document = await readDocument(get, '');
    const promised = tableOf('Site surface', 'Path').map((row) => cellOf(row, 'Path'));
    const operations = Object.values(document.paths).map((item) => item.get);
    assert.deepEqual(Object.keys(document.paths).slice(0, promised.length), promised);
    const operationIds = operations.slice(0, promised.length).map(({ operationId }) => operationId);
    assert.deepEqual(operationIds, wordsAfter(described, 'Operation ids:'));
    const names = document.tags.map(({ name }) => name);
    assert.deepEqual(names, wordsAfter(described, 'Its tags are'));
    for (const [address, item] of Object.entries(document.paths)) {
      assert.deepEqual(
        item.get.tags,
        [address.startsWith('/llms') ? 'AI Context' : 'Discovery'],
        address,
      );
    }
    const actions = document['x-agent-actions'] ?? [];
    const ids = quotedWords(
      described.split('It also carries a list of agent actions')[1] ?? '',
    ).slice(1);
    const seen = actions.map(({ id }) => id);
    assert.deepEqual(seen, ids);
  });

  const documents = ['README.md', 'docs/api.md', 'docs/reference/answers.md'].map((name) =>
    readFileSync(path.join(projectFolder, name), 'utf8'),
  );
  // The test directory has neither Filecoin nor Arbitrum.
  const text = documents
    .join('\n')
    .replaceAll('filecoin', 'ethereum')
    .replaceAll('arbitrum', 'solana');

  it('are shown by README and docs/api.md in commands that work', async () => {
    const addresses = codeBlocks(text, 'sh').flatMap(curlAddresses);
    assert.ok(addresses.length >= 4);
    for (const address of addresses) {
      const { origin, pathname, search } = new URL(address);
      assert.equal(origin, 'http://localhost:8080', address);
      const answer = await get(`${pathname}${search}`);
      assert.equal(answer.status, 200, `${address}: ${answer.text.slice(0, 300)}`);
    }
  });

  it('type the fields of a form and the core columns of an offer', async () => {
    const { components } = await readDocument(get, '');
    const { ColumnFilters, Offer } = (
      components as { schemas: Readonly<Record<string, FieldsSchema>> }
    ).schemas;
    assert.equal(ColumnFilters?.properties['f.accessPrice.max']?.type, 'number');
    assert.deepEqual(Offer?.properties.provider?.type, 'string');
    const [example = {}] = ColumnFilters?.examples ?? [];
    const query = new URLSearchParams({ category: 'apis', ...example });
    assert.ok(query.size > 1);
    for (const name of ['offers', 'facets', 'estimate', 'export'])
      assert.equal((await get(`/api/${name}?${query}`)).status, 200, name);
  });

  for (const base of ['', '/networks/base']) {
    it(`have examples that work${base === '' ? ' on the site' : ` on ${base}`}`, async () => {
      const { paths } = await readDocument(get, base);
      const requests = Object.entries(paths).flatMap(([path, item]) =>
        exampleRequests(path, item.get),
      );
      const { example } =
        paths[rowsPath]?.get.parameters.find(({ name }) => name === 'category') ?? {};
      for (const request of requests) {
        const answer = await get(`${base}${request}`);
        assert.equal(answer.status, 200, `${base}${request}: ${answer.text.slice(0, 300)}`);
        if (!request.includes(`/rows?category=${example}`)) continue;
        const { result } = answer.json() as { result: { rows: unknown[] } };
        assert.ok(result.rows.length > 0, `${base}${request} finds something`);
      }
    });
  }
});

interface Facet {
  readonly id: string;
  readonly values?: readonly { readonly value: string }[];
}

interface FieldsSchema {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
  readonly examples?: readonly Readonly<Record<string, string>>[];
}

/** All lists of `enum` in a document. */
function enumsOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'enum' in value && Array.isArray(value.enum) ? [value.enum] : [];
  return [...own, ...Object.values(value).flatMap(enumsOf)];
}

/** All `examples` in a schema. */
function examplesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'examples' in value && Array.isArray(value.examples) ? value.examples : [];
  return [...own, ...Object.values(value).flatMap(examplesOf)];
}
