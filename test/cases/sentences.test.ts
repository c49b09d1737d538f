/**
 * Sentences of searchers: sentences.tsv, one line each, with the conditions that they state. Each
 * surface answers them alike; in `make test-all`, those of the corpus as well.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import type { SearchCondition } from '../../service/answers/search-conditions.ts';
import { directory } from '../support/directory.ts';
import { unbounded } from '../support/lane.ts';
import { call, connect } from '../support/mcp-client.ts';
import { corpusFolder, corpusMissing, projectFolder } from '../support/paths.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';
import { afterAll } from '../support/temporary-folder.ts';

const sentences = readFileSync(path.join(projectFolder, 'test/cases/sentences.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [sentence: string, conditions: string, needs: string]);

interface Found {
  readonly network: string | null;
  readonly networks?: readonly string[];
  readonly category: string;
  readonly workload?: { readonly requests: number; readonly mix?: string };
  readonly conditions: readonly SearchCondition[];
  readonly leftOut: readonly string[];
  readonly parts: readonly { readonly words: string; readonly label: string }[];
  readonly href: string;
  readonly totalOffers: number;
  readonly otherReading?: { readonly totalOffers: number; readonly href: string };
}

/**
 * `historicalData is not Archive`, `network all base`, `requests 40000000`, `nothing under 100`, `all
 * words`.
 */
function isStated(wanted: string, found: Found): boolean {
  const [on = '', ...rest] = wanted.split(' ');
  const text = rest.join(' ').toLowerCase();
  if (on === 'requests') return found.workload?.requests === Number(text);
  if (on === 'mix') return found.workload?.mix?.toLowerCase() === text;
  if (on === 'all') return found.leftOut.length === 0;
  if (on === 'nothing') return found.leftOut.includes(text);
  const keys = found.network === null ? (found.networks ?? []) : [found.network];
  return found.conditions.some((condition) => {
    const { op, negated } = condition;
    const begin = op === 'states' && negated ? 'states nothing' : `${op}${negated ? ' not' : ''} `;
    if (condition.on !== on || !text.startsWith(begin)) return false;
    const values = (on === 'network' ? keys : condition.values).map((value) => value.toLowerCase());
    const given = text
      .slice(begin.length)
      .split(' ')
      .filter((word) => word !== '');
    return given.every((word) => values.some((value) => value.includes(word)));
  });
}

/** Parameters of `/api/offers` for the list or the comparison of an address. */
function parametersOf(found: Found): URLSearchParams {
  const { searchParams: given, pathname } = new URL(found.href);
  const place = found.network === null ? [] : [['network', found.network]];
  const asked = new URLSearchParams([...place, ...given] as [string, string][]);
  for (const name of ['sort', 'dir', 'sorting']) asked.delete(name);
  if (!pathname.endsWith('/compare')) asked.delete('provider');
  asked.set('category', found.category);
  return asked;
}

const corpus = unbounded && corpusMissing === false ? [corpusFolder] : [];
for (const sources of [directory, ...corpus])
  describe(`sentences over ${sources === corpusFolder ? 'the corpus' : 'the directory'}`, () => {
    const { get, service } = useService(sources);
    const cleanUp = afterAll();
    let client: Client;
    before(async () => {
      client = await connect(service().url, cleanUp);
    });
    const search = async (sentence: string): Promise<Found> => {
      const answer = await get(`/api/search?q=${encodeURIComponent(sentence)}`);
      assert.equal(answer.status, 200);
      const { result } = answer.json() as { result: { interpretation?: Found } };
      return result.interpretation ?? assert.fail(`${sentence}: a list`);
    };

    for (const [sentence, conditions, needs] of sentences) {
      if (needs === 'corpus' && sources !== corpusFolder) continue;
      it(`${sentence}: each condition is applied or named`, async () => {
        const found = await search(sentence);
        for (const wanted of conditions.split('; '))
          assert.ok(isStated(wanted, found), `${wanted}: ${JSON.stringify(found)}`);
        const open = found.conditions.filter(({ state }) => state !== 'applied');
        assert.deepEqual(new Set(open.map(({ words }) => words)), new Set(found.leftOut));
        const shown = found.parts.map(({ words }) => words);
        assert.deepEqual(
          shown.filter((words) => found.leftOut.includes(words)),
          [],
        );
      });
    }

    for (const [sentence, , needs] of sentences) {
      if (needs === 'corpus' && /web3/.test(sentence) && sources !== corpusFolder) continue;
      it(`${sentence}: all surfaces have the same offers`, async () => {
        const found = await search(sentence);
        const asked = parametersOf(found);
        const listed = (await get(`/api/offers?${asked}`)).json() as {
          result: { pagination: { totalOffers: number } };
        };
        assert.equal(listed.result.pagination.totalOffers, found.totalOffers, 'the list as JSON');
        const file = await get(`/api/export?${asked}`);
        assert.equal(file.headers['x-total-count'], String(found.totalOffers), 'the export');
        const { pathname, search: query } = new URL(found.href);
        const page = (await get(pathname + query, asBrowser)).text;
        const isComparison = pathname.endsWith('/compare');
        const count = new RegExp(`\\b${found.totalOffers.toLocaleString('en-US')} offers?\\b`);
        if (!isComparison) assert.match(page, count, 'the list');
        const own = (await get(`/search?q=${encodeURIComponent(sentence)}`, asBrowser)).text;
        for (const words of found.leftOut) assert.ok(own.includes(words), words);
        const told = await call(client, 'find_offers', { query: sentence });
        assert.equal(told.structured.total, found.totalOffers, 'the tool');
      });
    }

    for (const [sentence, , needs] of sentences) {
      if (needs === 'corpus' && sources !== corpusFolder) continue;
      it(`${sentence}: what is left out has lists of its own`, async () => {
        const found = await search(sentence);
        const countAt = async ({ href }: Pick<Found, 'href'>) => {
          const answer = await get(`/api/offers?${parametersOf({ ...found, href })}`);
          const { result } = answer.json() as { result: { pagination: { totalOffers: number } } };
          return result.pagination.totalOffers;
        };
        for (const { silent = 0, silentHref: href = '' } of found.conditions)
          if (silent > 0) assert.ok((await countAt({ href })) >= silent, `${silent}: ${href}`);
        const { otherReading: other, networks = [], totalOffers } = found;
        if (other !== undefined) assert.equal(await countAt(other), other.totalOffers, other.href);
        assert.equal(other !== undefined, networks.length > 1 && totalOffers > 0);
      });
    }
  });
