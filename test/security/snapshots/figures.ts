/** Breakages of the figures: they do not add up, or do not match the tables. */
import { editManifest, editMetrics, type Figures, type Metrics } from '../support/forge.ts';
import type { Breakage } from './files.ts';

export const figureBreakages: readonly Breakage[] = [
  metrics('no networks', (metrics) => {
    metrics.networks = {};
  }),
  metrics('a network less', (metrics) => {
    delete metrics.networks.cela;
  }),
  metrics('a network more', (metrics) => {
    metrics.networks.zeta = structuredClone(aria(metrics.networks));
  }),
  metrics('a network by another name', (metrics) => {
    metrics.networks.zeta = aria(metrics.networks);
    delete metrics.networks.aria;
  }),
  metrics('more rows in all', (metrics) => {
    metrics.site.entries += 1;
  }),
  metrics('more rows on a network', (metrics) => {
    aria(metrics.networks).entries += 1;
  }),
  metrics('more rows of a category', (metrics) => {
    first(metrics.site).count += 1;
  }),
  metrics('rows of a network moved to another category', (metrics) => {
    const { categories } = aria(metrics.networks);
    const [one, two] = categories;
    if (one && two) [one.count, two.count] = [two.count, one.count];
  }),
  metrics('a category less', (metrics) => {
    aria(metrics.networks).categories.pop();
  }),
  metrics('a category twice', (metrics) => {
    aria(metrics.networks).categories.push({ ...first(aria(metrics.networks)) });
  }),
  metrics('an unknown category', (metrics) => {
    first(metrics.site).key = '__proto__';
  }),
  metrics('more providers of a category', (metrics) => {
    first(aria(metrics.networks)).providersCount += 1;
  }),
  metrics('more providers of a network', (metrics) => {
    aria(metrics.networks).providers += 1;
  }),
  metrics('more providers in all', (metrics) => {
    metrics.site.providers += 1;
  }),
  metrics('more active categories', (metrics) => {
    metrics.site.activeCategories += 1;
  }),
  metrics('more pairs of provider and category', (metrics) => {
    aria(metrics.networks).providerCategoryEntries = 1000;
  }),
  metrics('more offers of a provider', (metrics) => {
    aria(metrics.networks).apiEntriesByProvider = { Acme: 4, Borealis: 1 };
  }),
  metrics('offers of an unknown provider', (metrics) => {
    aria(metrics.networks).apiEntriesByProvider = { Acme: 3, Nobody: 2 };
  }),
  metrics('a negative figure', (metrics) => {
    metrics.site.entries = -1;
  }),
  metrics('a figure beyond whole numbers', (metrics) => {
    metrics.site.entries = 1e300;
  }),
  {
    name: 'a time that does not exist',
    act: (folder) =>
      editManifest(folder, (manifest) => {
        manifest.generatedAt = '2026-13-45T99:00:00.000Z';
      }),
  },
  {
    name: 'other counts',
    act: (folder) =>
      editManifest(folder, ({ counts }) => {
        counts.rows += 1;
      }),
  },
];

function metrics(name: string, edit: (metrics: Metrics) => void): Breakage {
  return { name, act: (folder) => editMetrics(folder, edit) };
}

function aria(networks: Readonly<Record<string, Figures>>): Figures {
  const found = networks.aria;
  if (!found) throw new Error('the sample has a network aria');
  return found;
}

function first({ categories }: Figures) {
  const [found] = categories;
  if (!found) throw new Error('the sample has categories');
  return found;
}
