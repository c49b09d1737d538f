/**
 * Every folder of test/golden/build is a case: sources in, rows and problems out. UPDATE_GOLDEN=1
 * rewrites what is expected.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { SourcePlace } from '../../model/rows.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import type { ResolvedNetwork, Row } from '../../pipeline/sources.ts';
import { checkFolder, describeProblems } from '../support/check-tree.ts';

const cases = path.resolve(import.meta.dirname, '../golden/build');
const update = process.env.UPDATE_GOLDEN === '1';

describe('build: the rows of a source folder', () => {
  const names = readdirSync(cases).toSorted();
  it('are shown by cases', () => assert.notEqual(names.length, 0));

  for (const name of names) {
    it(name, async () => {
      const golden = path.join(cases, name, 'expected.json');
      const built = present(await checkFolder(path.join(cases, name, 'sources')));
      if (update) await writeFile(golden, format(built));
      assert.deepEqual(built, JSON.parse(await readFile(golden, 'utf8')));
    });
  }
});

interface Built {
  /** Rows by network and category, each in the order of the snapshot's sources. */
  readonly networks: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>;
  readonly problems: readonly string[];
}

function present({ resolved, problems }: Checked): Built {
  const networks = Object.fromEntries(
    resolved.networks.map((network) => [network.key, presentNetwork(network)]),
  );
  return { networks, problems: describeProblems(problems) };
}

function presentNetwork({ rows }: ResolvedNetwork): Record<string, object[]> {
  const categories = [...new Set(rows.map(({ content }) => content.category))].toSorted();
  return Object.fromEntries(
    categories.map((category) => [
      category,
      rows.filter(({ content }) => content.category === category).map(presentRow),
    ]),
  );
}

function presentRow({ source, content }: Row) {
  return {
    source: presentPlace(source),
    offer: content.offer && presentPlace(content.offer),
    values: content.values,
  };
}

function presentPlace({ file, line }: SourcePlace): string {
  return `${file}:${line}`;
}

/** JSON with one line for each row, so that a difference reads as one. */
function format({ networks, problems }: Built): string {
  const list = (items: readonly unknown[]) =>
    `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const object = (entries: readonly (readonly [string, string])[]) =>
    `{\n${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(',\n')}\n}`;
  const byNetwork = Object.entries(networks).map(([network, categories]) => {
    const byCategory = Object.entries(categories).map(
      ([category, rows]) => [category, list(rows)] as const,
    );
    return [network, object(byCategory)] as const;
  });
  return `${object([
    ['networks', object(byNetwork)],
    ['problems', list(problems)],
  ])}\n`;
}
