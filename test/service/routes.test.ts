/** Everything that lists pages and operations follows from the table of addresses. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isOmitted, isOn } from '../../service/api/address.ts';
import { listed, table } from '../../service/routes.ts';
import { projectFolder } from '../support/paths.ts';
import { asBrowser } from '../support/service-get.ts';
import { useService } from '../support/service-server.ts';

/** Definitions of pages, resources and documents that modules of `service/` export, by name. */
async function exportedDefinitions(): Promise<ReadonlyMap<string, object>> {
  const folders = ['pages', 'api', 'documents'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const root = path.join(projectFolder, 'service', folder);
      const names = await readdir(root, { recursive: true });
      return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(root, name));
    }),
  );
  const modules = await Promise.all(
    files.flat().map(async (file) => [file, await import(file)] as const),
  );
  const isDefinition = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && 'path' in value && 'handler' in value;
  const entries = modules.flatMap(([file, module]) =>
    Object.entries(module).flatMap(([name, value]) =>
      isDefinition(value)
        ? [[`${path.relative(projectFolder, file)}: ${name}`, value] as const]
        : [],
    ),
  );
  return new Map(entries);
}

/** Reasons of a line for being left out of lists. */
function reasonsOf(line: object): readonly string[] {
  return Object.values(line).flatMap((fact) =>
    typeof fact === 'object' && fact !== null && isOmitted(fact) ? [fact.omitted] : [],
  );
}

describe('the table of addresses', () => {
  const { get } = useService();
  const bases = ['site', 'network'] as const;
  const baseOf = { site: '', network: '/networks/ethereum' } as const;
  const sitemapOf = {
    site: '/sitemap-site.xml',
    network: '/networks/ethereum/sitemap-network.xml',
  } as const;

  it('has every page, resource and document that a module exports', async () => {
    const exported = await exportedDefinitions();
    assert.ok(exported.size >= 50, `${exported.size} definitions`);
    const missing = [...exported].filter(
      ([, definition]) => !table.some((line) => line === definition),
    );
    assert.deepEqual(
      missing.map(([name]) => name),
      [],
    );
  });

  it('gives a reason for everything that is left out of a list', () => {
    for (const line of table)
      for (const reason of reasonsOf(line)) assert.match(reason, /^[a-z].{10,}[^.]$/, line.path);
  });

  it('has no two lines with one path, one operation or one name', () => {
    for (const base of bases) {
      const paths = table.filter((line) => isOn(line, base)).map((line) => line.path);
      assert.deepEqual(paths.toSorted(), [...new Set(paths)].toSorted());
      const ids = listed.operations[base].map(({ operationId }) => operationId);
      assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
    }
    const names = listed.pages.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
  });

  for (const page of listed.pages)
    for (const base of bases.filter((each) => isOn(page, each))) {
      const { path: own, example, navigation, operation } = page;
      const fixed = own.includes('{') ? example : own;
      const address = `${baseOf[base]}${isOmitted(fixed) ? own : fixed}`;

      it(`lists ${page.name} of the ${base} where the page says`, async () => {
        const { status, text } = await get(address, asBrowser);
        assert.equal(status, 200);
        const header = /<nav class="top-nav".*?<\/nav>/s.exec(text)?.[0] ?? '';
        assert.ok(isOmitted(navigation) || header.includes(`>${navigation.label}</a>`), header);
        const openapi = await get(`${baseOf[base]}/openapi.json`);
        const { paths } = openapi.json() as { readonly paths: object };
        assert.equal(own in paths, !isOmitted(operation));
      });

      it(`has ${page.name} of the ${base} in the sitemap if search engines index it`, async () => {
        const { text } = await get(address, asBrowser);
        const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1] ?? '';
        const isIndexed = !text.includes('content="noindex') && canonical.endsWith(address);
        const sitemap = await get(sitemapOf[base]);
        assert.equal(sitemap.text.includes(`<loc>${canonical}</loc>`), isIndexed, canonical);
      });
    }
});
