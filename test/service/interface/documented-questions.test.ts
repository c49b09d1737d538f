/** The questions of docs/questions.md: each is one request that finds something. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { boundTokens } from '../../../service/text/tokens.ts';
import { directory } from '../../support/directory.ts';
import { useDescribedService } from '../../support/interface-service.ts';
import { projectFolder } from '../../support/paths.ts';

interface Question {
  readonly question: string;
  readonly request: string;
}

function readQuestions(): Question[] {
  const text = readFileSync(path.join(projectFolder, 'docs/questions.md'), 'utf8');
  return Array.from(text.matchAll(/^\| ([^|]+) \| `(\/[^`]+)` \|$/gm), ([, question = '', request = '']) => ({
    question,
    request,
  }));
}

describe('the questions of docs/questions.md', () => {
  const service = useDescribedService(directory);
  const questions = readQuestions();

  /** The answer to a request, after the redirect of a network's other name. */
  async function ask(request: string) {
    const { pathname, search } = new URL(request, 'http://directory.example');
    const answer = await service.get(`${pathname}${search}`);
    if (answer.status !== 301) return answer;
    const target = new URL(String(answer.headers.location));
    return service.get(`${target.pathname}${target.search}`);
  }

  it('are at least 25', () => {
    assert.ok(questions.length >= 25, String(questions.length));
  });

  for (const { question, request } of questions) {
    it(`${question} ${request.slice(0, 60)}`, async () => {
      const answer = await ask(request);
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      const total = answer.headers['x-total-count'];
      if (total !== undefined) assert.ok(Number(total) > 0, 'finds something');
      assert.doesNotMatch(answer.text, /"(offers|rows|facets|categories)":\[\]/);
      // A count has no data.
      if (request.includes('pageSize=1&')) assert.ok(answer.bytes.length <= 600, String(answer.bytes.length));
    });
  }

  describe('in tokens', () => {
    for (const [part, most] of [
      ['archive RPC on Base with WebSocket?', 400],
      ["page of Base's APIs", 2000],
    ] as const) {
      it(`${part} takes at most ${most}`, async () => {
        const { request } = questions.find(({ question }) => question.includes(part)) ?? assert.fail(part);
        const tokens = boundTokens((await ask(request)).text);
        assert.ok(tokens <= most, String(tokens));
      });
    }

    for (const path of [
      ...['apis', 'mcpservers', 'wallets', 'sdks', 'bridges'].map((key) => `/networks/ethereum/toolbox/${key}.md`),
      '/networks/ethereum/toolbox/apis.md?search=archive&sort=accessPrice&page=2',
      ...['/providers/alchemy.md', '/networks/base/providers/alchemy.md', '/search.md?q=archive+base', '/changes.md'],
    ]) {
      it(`${path} takes at most 2000 and links to its HTML`, async () => {
        const { text, status, headers } = await service.get(path);
        assert.equal(status, 200, text);
        assert.ok(boundTokens(text) <= 2000, text);
        assert.match(text, /^# \S.*\n\n/);
        const link = /^- \[HTML\]\((\S+)\)$/m.exec(text)?.[1] ?? assert.fail(text);
        assert.equal(headers.link, `<${link}>; rel="canonical"`);
        const { pathname, search } = new URL(link);
        const page = await service.get(`${pathname}${search}`);
        const alternate = /<link rel="alternate" href="([^"]+)" type="text\/markdown">/.exec(page.text)?.[1] ?? '';
        const { page: _, ...parameters } = Object.fromEntries(new URL(path, 'http://x').searchParams);
        assert.deepEqual(Object.fromEntries(new URL(alternate.replaceAll('&amp;', '&')).searchParams), parameters);
        assert.ok(String(page.headers.link).includes('rel="alternate"; type="text/markdown"'));
      });
    }

    it('a table of Markdown goes on at its next page, with the same columns', async () => {
      const read = async (path: string) => (await service.get(path)).text;
      const first = await read('/networks/ethereum/toolbox/apis.md?cols=planType&pageSize=5');
      const next = new URL(/\[Next page\]\((\S+)\)/.exec(first)?.[1] ?? assert.fail(first));
      const second = await read(`${next.pathname}${next.search}`);
      const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('|'));
      assert.equal(rowsOf(first)[0], '|Slug|Provider|Offer|Plan type|');
      assert.equal(rowsOf(second)[0], rowsOf(first)[0]);
      assert.equal(new Set([...rowsOf(first), ...rowsOf(second)].slice(2)).size, 12);
      const { rows } = (
        (await service.read(
          '/networks/ethereum/api/infrastructure-providers/rows?category=apis&pageSize=10&mode=offer&fields=slug',
        )) as { result: { rows: { slug: string }[] } }
      ).result;
      const slugs = [...rowsOf(first).slice(2), ...rowsOf(second).slice(2)].map((line) => line.split('|')[1]);
      assert.deepEqual(
        slugs.map((slug) => slug?.replaceAll('\\', '')),
        rows.map(({ slug }) => slug),
      );
    });
  });
});
