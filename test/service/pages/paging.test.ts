/** The pages of a list are together the list, in every form, and the pager ends at the last one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directory } from '../../support/directory.ts';
import { asBrowser } from '../../support/service-get.ts';
import { linksOf, providersOf, textOf } from '../../support/service-html.ts';
import { useService } from '../../support/service-server.ts';

const { get } = useService(directory);
const most = 60;

async function htmlPages(address: string): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = address; next !== undefined && pages.length < most; ) {
    const { text, status } = await get(next, asBrowser);
    assert.equal(status, 200, next);
    pages.push(text);
    next = linksOf(text).find(({ rel }) => rel === 'next')?.href;
  }
  return pages;
}

async function markdownPages(address: string): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = address; next !== undefined && pages.length < most; ) {
    const { text, status } = await get(next);
    assert.equal(status, 200, next);
    pages.push(text);
    next = /\[Next page\]\(([^)]*)\)/i.exec(text)?.[1]?.replace(/^https?:\/\/[^/]*/, '');
  }
  return pages;
}

/** Numbers of the pager, and what it says of the page. */
const pagerOf = (html: string) => ({
  linked: linksOf(html).flatMap(({ text }) => /^Page ([\d,]+)$/.exec(text)?.[1] ?? []),
  position: /page ([\d,]+ of [\d,]+)/.exec(textOf(html))?.[1] ?? null,
});

describe('the pages of a directory page', () => {
  for (const query of ['pageSize=5', 'pageSize=3&f.planType=Free&sort=accessPrice', 'pageSize=100'])
    it(`have each provider once, in the order of the API: ${query}`, async () => {
      const base = '/networks/base';
      const pages = await htmlPages(`${base}/toolbox/apis?${query}`);
      const seen = pages.flatMap((text) => providersOf(text).map(({ name }) => name));
      const api = query
        .replace('sort=accessPrice', 'sorting=[{"id":"accessPrice","desc":false}]')
        .replace(/pageSize=\d+/, 'pageSize=100');
      const { result } = (
        await get(`${base}/api/infrastructure-providers/rows?category=apis&${encodeURI(api)}`)
      ).json() as { result: { rows: { provider: string }[] } };
      const wanted = [...new Set(result.rows.map(({ provider }) => provider))];
      assert.deepEqual(seen, wanted);
      const size = Number(/pageSize=(\d+)/.exec(query)?.[1]);
      const total = Math.ceil(wanted.length / size);
      assert.equal(pages.length, total);
      for (const [at, text] of pages.entries()) {
        const { linked, position } = pagerOf(text);
        assert.equal(position, total === 1 ? null : `${at + 1} of ${total}`);
        assert.equal(linked.at(-1) ?? '1', String(total));
      }
    });

  it('have each listing once in Markdown', async () => {
    const pages = await markdownPages('/networks/base/toolbox/apis.md?pageSize=20');
    const slugs = pages.flatMap((text) =>
      Array.from(text.matchAll(/^\|([\w.-]+)\|/gm), ([, slug = '']) => slug),
    );
    const own = slugs.filter((slug) => slug !== 'Slug' && !/^-+$/.test(slug));
    const total = Number(/in (\d+) listings/.exec(pages[0] ?? '')?.[1]);
    assert.deepEqual([own.length, new Set(own).size], [total, total]);
  });
});

describe('the pages of the providers', () => {
  it('have each provider once', async () => {
    const pages = await htmlPages('/providers');
    const profiles = pages.flatMap((text) => {
      const main = /<main.*<\/main>/s.exec(text)?.[0] ?? '';
      return linksOf(main).flatMap(({ href }) => /^\/providers\/([\w-]+)$/.exec(href)?.[1] ?? []);
    });
    const { headers } = await get('/api/providers?pageSize=1');
    const listed = new Set(profiles);
    assert.equal(String(listed.size), headers['x-total-count']);
    assert.equal(pagerOf(pages[0] ?? '').position, `1 of ${pages.length}`);
    assert.equal(pagerOf(pages.at(-1) ?? '').position, `${pages.length} of ${pages.length}`);
  });
});
