/**
 * GET /data and /snapshots: files of the snapshot with the data dictionary, and the kept snapshots.
 */

import { formatCount } from '../../common/format-count.ts';
import type { CategoryDefinition } from '../../model/categories.ts';
import { type ColumnDefinition, providersTable } from '../../model/columns.ts';
import { describeDataset, isInternal } from '../../model/dataset.ts';
import { scaledSize } from '../../model/images.ts';
import { type ManifestFile, snapshotPaths } from '../../model/manifest.ts';
import { describeTables } from '../../model/tables.ts';
import { type Handler, snapshotOf } from '../http/context.ts';
import { publisherOf } from '../site.ts';
import type { KeptSnapshots } from '../snapshot/kept.ts';
import type { Manifest } from '../snapshot/metrics.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { placesCount, plural } from '../text/counts.ts';
import { networkApi, type Urls } from '../urls.ts';
import { page } from './shared/definition.ts';
import { type PageDeps, sendPage } from './shared/page.ts';
import { describePublisher } from './shared/structured-data.ts';

function dataPage(deps: PageDeps): Handler {
  return (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { manifest } = snapshot;
    const view = presentData(snapshot, deps.urls);
    const description = `The whole directory as Parquet files: ${view.entries} listings, ${view.total}, with a data dictionary and example queries.`;
    const publisher = publisherOf(snapshot, deps.publication);
    const structured = {
      ...describeDataset(manifest, (path) => deps.urls.to(null, `/data/${path}`)),
      url: deps.urls.to(null, '/data'),
      ...(publisher === null
        ? {}
        : { creator: describePublisher(publisher), publisher: describePublisher(publisher) }),
    };
    const frame = {
      title: 'Data',
      description,
      network: null,
      path: '/data',
      feed: {},
      structured,
    };
    sendPage(ctx, { template: 'data', frame, view }, deps);
  };
}

/** The largest network that is served, and its largest category, for example queries. */
function exampleOf({ manifest }: Snapshot, urls: Urls) {
  const served = Object.entries(manifest.metrics.networks).filter(([network]) =>
    urls.serves(network),
  );
  const [largest] = served.toSorted(([, a], [, b]) => b.entries - a.entries);
  const category = largest?.[1].categories.toSorted((a, b) => b.count - a.count)[0];
  return largest && category ? { network: largest[0], category: category.key } : null;
}

const documents: ReadonlyMap<string, string> = new Map([
  [snapshotPaths.report, 'Warnings from the build'],
  [snapshotPaths.dataPackage, 'Description of the tables (Data Package)'],
  [snapshotPaths.dataset, 'Description of the data (schema.org Dataset)'],
]);

function presentData(snapshot: Snapshot, urls: Urls) {
  const { catalog, manifest } = snapshot;
  const { categories } = catalog;
  const columns = [...new Set([...catalog.columns.values(), ...catalog.providerColumns])];
  const titles = new Map(
    describeTables({ categories, columns }, catalog).map(({ path, title }) => [path, title]),
  );
  const files = manifest.files.map(({ path, rows, bytes }) => ({
    path,
    href: urls.href(null, null, urls.filePath(manifest.id, path)),
    about: titles.get(path) ?? documents.get(path) ?? null,
    rows: rows === null ? null : formatCount(rows),
    size: formatBytes(bytes),
  }));
  const total = manifest.files.filter(isTable).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    crumbs: [{ label: 'Data', href: null }],
    tables: categories.flatMap(({ key, label }) => {
      const file = files.find((candidate) => candidate.path === snapshotPaths.rows(key));
      const csv =
        urls.onlyNetwork === null
          ? urls.href(null, null, '/api/export', { category: key, format: 'csv' })
          : null;
      return file === undefined ? [] : [{ ...file, about: label, csv }];
    }),
    others: files.filter(({ path }) => !/^(rows|serving|images)\//.test(path)),
    images: presentImages(manifest),
    internal: files.filter(isInternal),
    manifest: urls.href(null, null, `/data/${snapshotPaths.manifest}`),
    snapshots: urls.href(null, null, '/snapshots'),
    sql: urls.href(null, null, '/data/sql'),
    coverage: urls.href(null, null, '/coverage'),
    total: formatBytes(total),
    scope: describeScope(snapshot, urls),
    entries: formatCount(manifest.metrics.site.entries),
    revision: manifest.source.revision,
    columnCount: formatCount(columns.length),
    columns: columns.map((column) => presentColumn(column, categories)),
    queries: presentQueries(snapshot, urls),
  };
}

/** With ONLY_NETWORK the files hold more than the service shows. */
function describeScope({ manifest, catalog }: Snapshot, { onlyNetwork }: Urls): string | null {
  if (onlyNetwork === null) return null;
  const { terms } = catalog;
  const networks = placesCount(Object.keys(manifest.metrics.networks).length, terms);
  return `The files hold the whole snapshot, with ${networks}. For this service, select the rows of the ${terms.network} "${onlyNetwork}".`;
}

function isTable({ path }: ManifestFile): boolean {
  return path.endsWith('.parquet');
}

/** One line for all logos, because there are hundreds. */
function presentImages({ files }: Manifest) {
  const folder = snapshotPaths.image('');
  const images = files.filter((file) => file.path.startsWith(folder));
  if (images.length === 0) return null;
  const size = formatBytes(images.reduce((sum, { bytes }) => sum + bytes, 0));
  return { folder, count: plural(images.length, 'file'), side: scaledSize, size };
}

function presentColumn(
  { key, label, description, valueKind, categories: used }: ColumnDefinition,
  categories: readonly CategoryDefinition[],
) {
  const labels = categories
    .filter((category) => used.includes(category.key))
    .map((category) => category.label);
  const kinds = { string: 'text', boolean: 'yes or no', array: 'list of texts' } as const;
  if (used.includes(providersTable)) labels.push('providers');
  const everywhere = labels.length === categories.length;
  return {
    key,
    label,
    description,
    kind: kinds[valueKind],
    where: everywhere ? 'all categories' : labels.join(', '),
  };
}

/** `1.2 MB`, in powers of ten. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/**
 * DuckDB and pandas read parts of a file one after the other, so their queries name addresses that
 * keep their content.
 */
function presentQueries(snapshot: Snapshot, urls: Urls) {
  const { id } = snapshot.manifest;
  const example = exampleOf(snapshot, urls);
  const [first] = snapshot.catalog.categoryKeys;
  const file = snapshotPaths.rows(example?.category ?? first ?? '');
  const table = urls.to(null, urls.filePath(id, file));
  const columns = urls.to(null, urls.filePath(id, snapshotPaths.columns));
  const rows = example
    ? urls.to(example.network, `${networkApi}/rows`, { category: example.category, pageSize: 5 })
    : urls.to(null, '/api/networks');
  return [
    {
      label: `DuckDB: ${snapshot.catalog.terms.networks} with the most listings, and their number of providers`,
      code: `SELECT network, count(*) AS listings, count(DISTINCT provider) AS providers\nFROM '${table}'\nGROUP BY network ORDER BY listings DESC, network;`,
    },
    {
      label: 'DuckDB: columns of this table, with types and meanings',
      code: `SELECT key, type, description\nFROM '${columns}'\nWHERE list_contains(files, '${file}');`,
    },
    {
      label: 'Python: the same table as a data frame',
      code: `import pandas as pd\n\noffers = pd.read_parquet("${table}")\nprint(offers.groupby("network")["provider"].nunique().nlargest(10))`,
    },
    { label: 'Shell: a page of rows as JSON', code: `curl '${rows}'` },
  ];
}

function snapshotsPage(deps: PageDeps & { readonly kept: KeptSnapshots }): Handler {
  const { urls } = deps;
  return async (ctx) => {
    const snapshot = snapshotOf(ctx);
    const current = snapshot.manifest.id;
    const { categories } = snapshot.catalog;
    const { key = '', label = '' } =
      categories.find(({ key }) => key === 'apis') ?? categories[0] ?? {};
    const kept = await deps.kept.list();
    const view = {
      crumbs: [
        { label: 'Data', href: urls.href(null, null, '/data') },
        { label: 'Snapshots', href: null },
      ],
      snapshots: kept.map(({ id, generatedAt, rows, providers, networks, bytes }) => ({
        id,
        generatedAt,
        built: `${generatedAt.slice(0, 10)} ${generatedAt.slice(11, 16)} UTC`,
        isCurrent: id === current,
        rows: formatCount(rows),
        providers: formatCount(providers),
        networks: formatCount(networks),
        size: formatBytes(bytes),
        manifest: urls.href(null, null, urls.filePath(id, snapshotPaths.manifest)),
      })),
      label,
      example: urls.to(null, urls.filePath(current, snapshotPaths.rows(key))),
    };
    const description = `${formatCount(kept.length)} snapshots of the directory, each with files at permanent addresses.`;
    const json = { path: '/api/snapshots', parameters: {} };
    const frame = {
      title: 'Snapshots',
      description,
      network: null,
      path: '/snapshots',
      json,
      feed: {},
    };
    sendPage(ctx, { template: 'snapshots', frame, view }, deps);
  };
}

export const data = page({
  name: 'data',
  path: '/data',
  on: 'site',
  parameters: [],
  handler: dataPage,
  sitemap: 'build',
  navigation: { label: 'Data', isInFooter: true },
  asked: [
    {
      phrases: ['download', 'data dump', 'dataset', 'open data', 'raw data', 'parquet', 'csv'],
      label: 'Files of all data',
    },
  ],
  operation: {
    operationId: 'readDataPage',
    summary: 'The files of the snapshot, the data dictionary and example queries.',
  },
  example: '/data',
});

export const inData = { omitted: 'the page of the data links it' };

export const keptSnapshots = page({
  name: 'snapshots',
  path: '/snapshots',
  on: 'site',
  parameters: [],
  handler: snapshotsPage,
  sitemap: 'build',
  navigation: inData,
  operation: { operationId: 'readSnapshotsPage', summary: 'The snapshots that are kept.' },
  example: '/snapshots',
});
