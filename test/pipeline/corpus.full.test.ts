/**
 * The Chain.Love database, where it lies beside the project: rows, counts and warnings are known to
 * the last one.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { StoredManifest } from '../../model/manifest.ts';
import type { Checked } from '../../pipeline/check-sources.ts';
import { countByRule } from '../../pipeline/report/counts.ts';
import { buildInto } from '../support/build-folder.ts';
import { describeProblems } from '../support/check-tree.ts';
import { countMetrics } from '../support/count-metrics.ts';
import { assertSameRows, expectedRows } from '../support/expected-rows.ts';
import { corpusFolder, corpusMissing } from '../support/paths.ts';
import { readParquet } from '../support/second-reader.ts';
import { assertWhole } from '../support/snapshots.ts';
import { afterAll, makeTemporaryFolder } from '../support/temporary-folder.ts';

const rowsByCategory = {
  apis: 18021,
  mcpservers: 17754,
  services: 6668,
  sdks: 4366,
  platforms: 4301,
  storages: 4275,
  security: 4054,
  analytics: 2586,
  bridges: 1441,
  wallets: 1192,
  ramps: 588,
  oracles: 396,
  explorers: 394,
  faucets: 142,
  agents: 0,
};

describe('the corpus', { skip: corpusMissing }, () => {
  const cleanUp = afterAll();
  let build: string;
  let checked: Checked;
  let manifest: StoredManifest;

  before(async () => {
    build = await makeTemporaryFolder(cleanUp);
    const outcome = await buildInto({ build, sources: corpusFolder });
    assert.ok(outcome.manifest, 'the corpus builds');
    ({ checked, manifest } = { checked: outcome.checked, manifest: outcome.manifest });
  });

  it('gives 66,178 rows on 155 networks', () => {
    const { rows, categories, networks } = manifest.counts;
    assert.deepEqual(
      { rows, categories, networks },
      { rows: 66178, categories: 14, networks: 155 },
    );
    const seen = Object.fromEntries(
      countMetrics(checked).site.categories.map(({ key, count }) => [key, count]),
    );
    assert.deepEqual(seen, rowsByCategory);
  });

  it('has no error, and the warnings that are known', () => {
    assert.deepEqual(
      describeProblems(checked.problems.filter(({ severity }) => severity === 'error')),
      [],
    );
    assert.deepEqual(
      Object.fromEntries(countByRule(checked.problems).map(({ rule, count }) => [rule, count])),
      {
        placeholder: 705,
        'limit-without-number': 51,
        'price-without-number': 5,
        'logo-not-found': 479,
        'value-spelling': 196,
        'repeats-offer': 74,
        'repeated-item': 40,
        'edge-space': 34,
        'listed-twice': 8,
        'unused-offer': 16,
        'http-link': 11,
        'slug-chain': 11,
        'unused-provider': 10,
        'bare-link': 6,
        'start-command': 1,
        'equal-offer': 2,
        'swapped-cells': 1,
        'network-without-chain': 3,
        'no-email': 3,
        'address-as-value': 2,
        'logo-not-shown': 1,
        'mixed-line-ends': 1,
        'open-markdown': 1,
        'space-after-quote': 1,
        'odd-number': 6,
        hosting: 4,
        'plan-price': 6,
        'plan-amounts': 13,
        'sibling-differs': 8,
        'url-as-handle': 2,
      },
    );
  });

  it('is a whole snapshot whose manifest counts the rows of its files', async () => {
    const { files } = await assertWhole(build, manifest.id);
    for (const [category, rows] of Object.entries(rowsByCategory)) {
      assert.equal(files.find((file) => file.path === `rows/${category}.parquet`)?.rows, rows);
    }
    assert.equal(files.find((file) => file.path === 'serving/memberships.parquet')?.rows, 66178);
  });

  it('holds the 239 logos that can be shown, those of twelve networks that the project has, and scaled ones beside them', () => {
    const images = manifest.files.filter((file) => file.path.startsWith('images/'));
    const originals = images.filter(({ path: file }) => !/^images\/96\//.test(file));
    assert.equal(originals.length, 239 + 12);
    assert.ok(images.every(({ rows, bytes }) => rows === null && bytes > 0));
  });

  // The file of each category is written by the same statement: these have the most rows, the most
  // columns, and none.
  for (const category of ['apis', 'mcpservers', 'wallets', 'agents']) {
    it(`gives a second reader the same ${category} as were resolved`, async () => {
      const file = path.join(build, 'snapshots', manifest.id, `rows/${category}.parquet`);
      const { rows } = await readParquet(file);
      assertSameRows(rows, expectedRows(checked, category), category);
    });
  }
});
