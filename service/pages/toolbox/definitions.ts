/** The directory pages of a category: the list, and its ready sets. */
import { readSets } from '../../answers/sets.ts';
import { activeCategories } from '../../api/coverage.ts';
import { metricsOf } from '../../api/rows/categories.ts';
import { groupPaging, inPath, selection, workload } from '../../questions/parameters.ts';
import { type Listed, namesOf, page, type SitemapPlace } from '../shared/definition.ts';
import { toolboxMarkdown } from './markdown.ts';
import { toolboxPage } from './page.ts';

const parameters = [
  ...namesOf({ ...selection, ...groupPaging, ...workload }),
  ...['sorting', 'sort', 'dir', 'cols', 'facet', 'compare', 'open', 'chart'],
];

/** Parameters of lists of the site and of a network. */
export const listParameterNames = {
  site: [...parameters, 'network', 'networkMatch'],
  network: parameters,
};

/** Categories with listings; the sitemap of the only network has those that it serves. */
function listedCategories({ snapshot, network, urls }: SitemapPlace): readonly string[] {
  if (network === null && urls.onlyNetwork !== null) return [];
  const { catalog, manifest } = snapshot;
  const metrics = network === null ? manifest.metrics.site : metricsOf(snapshot, network);
  return activeCategories(catalog.categories, metrics).map(({ key }) => key);
}

function listCategories(place: SitemapPlace): Listed {
  return listedCategories(place).map((key) => ({
    path: `/toolbox/${key}`,
    changedMs: place.times.byCategory.get(key),
  }));
}

async function listSets(place: SitemapPlace): Promise<Listed> {
  const { snapshot, network, times } = place;
  const templates = await Promise.all(
    listedCategories(place).map(async (key) => {
      const sets = await readSets(snapshot, network, key);
      const paths = new Set(sets.map(({ path }) => path));
      return [...paths].map((path) => ({ path, changedMs: times.byCategory.get(key) }));
    }),
  );
  return templates.flat();
}

export const toolbox = page({
  name: 'toolbox',
  path: '/toolbox/{category}',
  on: 'both',
  parameters: listParameterNames,
  handler: toolboxPage,
  markdown: toolboxMarkdown,
  sitemap: listCategories,
  navigation: { omitted: 'pages of networks and the search link it' },
  operation: {
    operationId: 'readToolboxPage',
    summary:
      'Directory page of a category. As Markdown if the client prefers it, and at the address with `.md`.',
    inPath: { category: inPath.category },
    parameters: { search: selection.search },
  },
  example: '/toolbox/apis',
});

export const readySet = page({
  name: 'set',
  path: '/toolbox/{category}/{set}',
  on: 'both',
  parameters: [],
  handler: toolboxPage,
  sitemap: listSets,
  navigation: { omitted: 'the directory page of its category links it' },
  operation: { omitted: 'it is a directory page with filters' },
  example: '/toolbox/apis/free',
});
