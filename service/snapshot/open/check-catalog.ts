/** Checks the catalog of a snapshot: unique keys, safe addresses, and the same networks and categories as the manifest. */
import type { Manifest } from '../../../model/manifest.ts';
import { kebabCase } from '../../../model/networks.ts';
import type { Catalog, Definitions } from '../catalog.ts';
import { SnapshotError } from './verify.ts';

/** Throws `inconsistent` with the first contradiction. `definitions` are what the catalog was made from. */
export function checkDefinitions(catalog: Catalog, definitions: Definitions, manifest: Manifest): void {
  refuse(manifest, findRepeated(catalog, definitions) ?? findBadKey(catalog) ?? findBadLink(catalog));
}

/** Throws `inconsistent` unless the networks and categories are those of the manifest. */
export function checkCatalog(catalog: Catalog, manifest: Manifest): void {
  refuse(manifest, findUncounted(catalog, manifest));
}

function refuse({ id }: Manifest, contradiction: string | null): void {
  if (contradiction !== null) throw new SnapshotError('inconsistent', `catalog of ${id}: ${contradiction}`);
}

function findRepeated(
  catalog: Catalog,
  { categories, columns, networks, providers, application }: Definitions,
): string | null {
  const keysOf = (list: readonly unknown[]) => new Set(list.map((item) => (item as { readonly key: string }).key));
  if (categories.length === 0) return 'there is no category';
  if (keysOf(categories).size < categories.length) return 'a category is defined twice';
  if (keysOf(columns).size < columns.length) return 'a column is defined twice';
  if (keysOf(application).size < application.length) return 'a link into the application is defined twice';
  if (catalog.networks.size < networks.length) return 'a network is defined twice';
  if (catalog.providers.size < providers.length) return 'a provider is defined twice';
  return catalog.providerBySlug.size < providers.length ? 'two providers have the same slug' : null;
}

function findBadKey({ networks, providers }: Catalog): string | null {
  for (const key of networks.keys()) if (!kebabCase.test(key)) return `"${key}" is not a network key`;
  for (const { slug } of providers.values()) if (!kebabCase.test(slug)) return `"${slug}" is not a slug`;
  return null;
}

/** Pages link to these addresses as they are. */
function findBadLink({ networks, providers }: Catalog): string | null {
  const links = [
    ...[...networks.values()].map(({ docs }) => docs),
    ...[...providers.values()].flatMap(({ website, docs }) => [website, docs]),
  ];
  const bad = links.find((link) => link !== null && !/^https?:\/\//i.test(link));
  return bad === undefined ? null : `"${bad}" is not an http(s) address`;
}

function findUncounted({ networks, categoryKeys }: Catalog, { metrics }: Manifest): string | null {
  const counted = Object.keys(metrics.networks);
  if (counted.length !== networks.size || counted.some((key) => !networks.has(key)))
    return 'its networks are not those of the manifest';
  const keys = metrics.site.categories.map(({ key }) => key);
  return keys.join() === categoryKeys.join() ? null : 'its categories are not those of the manifest';
}
