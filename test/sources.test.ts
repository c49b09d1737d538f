/** The project's own data: it checks clean, and it is as much as the directory promises. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { ColumnDefinition } from '../model/columns.ts';
import { type Checked, checkSources } from '../pipeline/check-sources.ts';
import { networkOfLogo } from '../pipeline/network-logos.ts';
import { networkMonograms } from '../service/text/monogram.ts';
import { describeProblems } from './support/check-tree.ts';
import { projectFolder } from './support/paths.ts';

const sources = path.join(projectFolder, 'sources');

const coreColumns =
  'slug provider offer actionButtons planName planType historicalData apiType technology chain accessPrice queryPrice ' +
  'starred trial availableApis limitations securityImprovements monitoringAndAnalytics regions additionalFeatures ' +
  'address tag uptimeSla verifiedUptime blocksBehindSla verifiedBlocksBehindAvg bandwidthSla verifiedLatency supportSla';

describe('sources/', () => {
  let checked: Checked;
  let columns: readonly ColumnDefinition[];
  let categories: readonly string[];

  before(async () => {
    checked = await checkSources({ sources, project: projectFolder, progress: () => undefined });
    columns = checked.sources.meta.columns;
    categories = checked.sources.meta.categories.map(({ key }) => key);
  });

  it('checks clean', () => {
    assert.deepEqual(describeProblems(checked.problems), []);
  });

  it('names the costs of calls only for its own providers', () => {
    const { meta, providers } = checked.sources;
    const names = new Set(providers.map(({ value }) => value.name));
    assert.ok(meta.units.length > 20);
    assert.deepEqual(
      meta.units.map(({ provider }) => provider).filter((name) => !names.has(name)),
      [],
    );
  });

  it('has 15 categories with a label, an icon and a description each', () => {
    assert.deepEqual(
      categories.toSorted().join(' '),
      'agents analytics apis bridges explorers faucets mcpservers oracles platforms ramps sdks security services storages wallets',
    );
    for (const { key, icon, description } of checked.sources.meta.categories) assert.ok(icon && description, key);
  });

  it('has the 29 core columns first, in their order', () => {
    assert.deepEqual(
      columns.slice(0, 29).map(({ key }) => key),
      coreColumns.split(' '),
    );
    assert.deepEqual(columns.map(({ core }) => core).lastIndexOf(true), 28);
  });

  it('has a label and a description of every column', () => {
    for (const { key, label, description } of columns) assert.ok(label !== '' && description, key);
  });

  it('sorts lists by length and booleans as booleans, and reads numbers out of texts alone', () => {
    const kinds = { arrayLength: 'array', boolean: 'boolean', number: 'string', string: 'string' } as const;
    for (const { key, valueKind, filter, sorting } of columns) {
      if (sorting !== null) assert.equal(valueKind, kinds[sorting], `sorting of ${key}`);
      if (filter === 'range') assert.equal(valueKind, 'string', `filter of ${key}`);
    }
  });

  it('has the columns that are agreed on, in their order, with the same filters, kinds and categories', async () => {
    const agreed = await readFile(path.join(projectFolder, 'test/fixtures/columns.tsv'), 'utf8');
    assert.equal(
      columns.map((column) => formatColumn(column)).join('\n'),
      // The header and the text after the last line end; blank cells at the end of a line count.
      agreed.split('\n').slice(1, -1).join('\n'),
    );
    for (const { key, valueKind, itemKind } of columns) assert.equal(itemKind === 'string', valueKind === 'array', key);
  });

  it('has rows of every category but agents on at least two networks', () => {
    for (const category of categories.filter((key) => key !== 'agents')) {
      const networks = checked.resolved.networks.filter(({ rows }) =>
        rows.some(({ content }) => content.category === category),
      );
      assert.ok(networks.length >= 2, `${category} is on ${networks.length} networks`);
    }
  });

  it('has at least 60 providers and 150 offers', () => {
    assert.ok(checked.sources.providers.length >= 60, `${checked.sources.providers.length} providers`);
    assert.ok(checked.sources.offers.length >= 150, `${checked.sources.offers.length} offers`);
  });

  it('knows at least 155 networks, each with a name, and every one that it has listings on', () => {
    const networks = checked.sources.meta.networks;
    assert.ok(networks.length >= 155, `${networks.length} networks`);
    assert.equal(new Set(networks.map(({ name }) => name.toLowerCase())).size, networks.length);
    const known = new Set(networks.map(({ key }) => key));
    for (const network of checked.sources.networks) assert.ok(known.has(network), network);
  });

  it('tells Solana from Sonic, and each network from the others by letters or colour', () => {
    const networks = checked.sources.meta.networks.map(({ key, name, color }) => ({ network: key, name, color }));
    const monograms = networkMonograms(networks);
    const looks = [...monograms.values()].map(({ letters, color }) => `${letters} ${color}`);
    assert.equal(new Set(looks).size, networks.length);
    assert.notEqual(monograms.get('solana')?.letters, monograms.get('sonic')?.letters);
  });

  it('states origin and licence of every logo', async () => {
    const { networkImages, providers } = checked.sources;
    const named = providers.flatMap(({ value: { logoPath } }) => logoPath ?? []);
    for (const [folder, files] of [
      ['networks/images', networkImages],
      ['references/providers/images', named],
    ] as const) {
      const images = (await readdir(path.join(sources, folder))).filter((file) => file !== 'NOTICE.md').toSorted();
      const notice = await readFile(path.join(sources, folder, 'NOTICE.md'), 'utf8');
      const listed = [
        ...notice.matchAll(/^\| `([^`]+)` \| [^|]+ \| [^|]+ \| (?:CC0 1\.0|CC BY(?:-SA)? 4\.0|MIT) \|$/gm),
      ];
      assert.deepEqual(images, [...files].toSorted(), folder);
      assert.deepEqual(
        listed.map(([, file]) => file),
        images,
        folder,
      );
    }
  });

  it('has a logo of each network that it lists and of at least twenty providers', () => {
    const { networks, networkImages, providers } = checked.sources;
    const pictured = new Set([...networkImages].map((file) => networkOfLogo(file)));
    assert.deepEqual(
      networks.filter((network) => !pictured.has(network)),
      [],
    );
    const withLogo = providers.filter(({ value }) => value.logoPath !== null);
    assert.equal(withLogo.length >= 20, true, `${withLogo.length} providers`);
  });
});

/** A line of columns.tsv. */
function formatColumn(column: ColumnDefinition): string {
  const { key, core, valueKind, nullable, filter, sorting, pinning, cellType, icon, categories, requiredIn } = column;
  const cells = [key, core ? 'core' : '', valueKind, nullable, filter, sorting, pinning, cellType, icon];
  return [...cells, categories.join(' '), requiredIn.join(' ')].map((cell) => cell ?? '').join('\t');
}
