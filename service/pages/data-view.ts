/** The page for analysts: files with their sizes, what the columns mean, and first questions to copy. */
import type { CategoryDefinition } from '../../model/categories.ts';
import type { ColumnDefinition } from '../../model/columns.ts';
import { type Manifest, type ManifestFile, snapshotPaths } from '../../model/manifest.ts';
import { formatCount, plural } from '../counts.ts';
import type { Urls } from '../urls.ts';
import { iconOf } from './shared/icons.ts';

export interface DataInput {
  readonly manifest: Manifest;
  readonly categories: readonly CategoryDefinition[];
  /** Of all categories, each once. */
  readonly columns: readonly ColumnDefinition[];
  /** A network for examples, and one of its categories. */
  readonly example: { readonly network: string; readonly category: string } | null;
  readonly urls: Urls;
}

const definitions: Readonly<Record<string, string>> = {
  [snapshotPaths.providers]: 'Who sells the offers: names, websites, profiles',
  [snapshotPaths.networks]: 'Networks, their names, documentation and chains',
  [snapshotPaths.categories]: 'Categories with labels and descriptions',
  [snapshotPaths.columns]: 'The data dictionary: what every column means',
  [snapshotPaths.report]: 'Warnings of the build',
};

export function presentData({ manifest, categories, columns, example, urls }: DataInput) {
  const files = manifest.files.map((file) => presentFile(file, categories, urls));
  const total = manifest.files.filter(isTable).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    crumbs: [{ label: 'Data', href: null }],
    tables: files.filter(({ path }) => path.startsWith('rows/')),
    others: files.filter(({ path }) => !/^(rows|serving|images)\//.test(path)),
    images: presentImages(manifest),
    internal: files.filter(({ path }) => path.startsWith('serving/')),
    manifest: urls.href(null, null, `/data/${snapshotPaths.manifest}`),
    total: formatBytes(total),
    entries: formatCount(manifest.metrics.site.entries),
    revision: manifest.source.revision,
    columnCount: formatCount(columns.length),
    columns: columns.map((column) => presentColumn(column, categories)),
    queries: presentQueries(urls, example),
  };
}

function isTable({ path }: ManifestFile): boolean {
  return path.endsWith('.parquet');
}

/** Logos are too many for lines of their own: they are told by one, and by where their names stand. */
function presentImages({ files }: Manifest) {
  const folder = snapshotPaths.image('');
  const images = files.filter((file) => file.path.startsWith(folder));
  if (images.length === 0) return null;
  const size = formatBytes(images.reduce((sum, { bytes }) => sum + bytes, 0));
  return { folder, count: plural(images.length, 'file'), size };
}

function presentFile(
  { path, rows, bytes, sha256 }: ManifestFile,
  categories: readonly CategoryDefinition[],
  urls: Urls,
) {
  const category = categories.find(({ key }) => path === snapshotPaths.rows(key));
  return {
    path,
    href: urls.href(null, null, `/data/${path}`),
    about: category?.label ?? definitions[path] ?? null,
    icon: category ? iconOf(category.icon) : null,
    rows: rows === null ? null : formatCount(rows),
    size: formatBytes(bytes),
    sha256,
  };
}

function presentColumn(
  { key, label, icon, description, valueKind, categories: used }: ColumnDefinition,
  categories: readonly CategoryDefinition[],
) {
  const labels = categories.filter((category) => used.includes(category.key)).map((category) => category.label);
  const kinds = { string: 'text', boolean: 'yes or no', array: 'list of texts' } as const;
  const everywhere = labels.length === categories.length;
  return {
    key,
    label,
    icon: iconOf(icon),
    description,
    kind: kinds[valueKind],
    where: everywhere ? 'all' : labels.join(', '),
  };
}

/** `1.2 MB`, in powers of ten as download lists have it. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

function presentQueries(urls: Urls, example: DataInput['example']) {
  const table = urls.to(null, `/data/${snapshotPaths.rows(example?.category ?? 'apis')}`);
  const columns = urls.to(null, `/data/${snapshotPaths.columns}`);
  const rows = example
    ? urls.to(example.network, '/api/infrastructure-providers/rows', { category: example.category, pageSize: 5 })
    : urls.to(null, '/api/networks');
  return [
    {
      label: 'DuckDB: which networks have most offers, of how many providers?',
      code: `SELECT network, count(*) AS offers, count(DISTINCT provider) AS providers\nFROM '${table}'\nGROUP BY network ORDER BY offers DESC, network;`,
    },
    {
      label: 'DuckDB: what do the columns mean?',
      code: `SELECT key, label, valueKind, description\nFROM '${columns}'\nWHERE list_contains(categories, '${example?.category ?? 'apis'}');`,
    },
    {
      label: 'Python: the same table as a data frame',
      code: `import pandas as pd\n\noffers = pd.read_parquet("${table}")\nprint(offers.groupby("network")["provider"].nunique().nlargest(10))`,
    },
    { label: 'Shell: a page of rows as JSON', code: `curl '${rows}'` },
  ];
}
