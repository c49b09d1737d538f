/** GET /api/networks: the networks. */
import * as z from 'zod';
import { inNaturalOrder } from '../../common/natural-order.ts';
import { HttpError } from '../errors.ts';
import { inPath } from '../questions/parameters.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Urls } from '../urls.ts';
import { countCategory } from './categories.ts';
import { countHeader, setTotalCount } from './lists.ts';
import { resource } from './resource.ts';
import { resultShape, uriShape } from './shapes.ts';

const networkShape = z
  .object({
    name: z.string().describe('{{Network}} name.'),
    url: uriShape.describe('Marketplace address of the {{network}}.'),
    icon: z
      .string()
      .describe('Icon path or URL; a generated monogram if the {{network}} has no logo.'),
    docs: uriShape.describe("The {{network}}'s official documentation."),
    key: z.string().describe('{{Network}} key, as in addresses and rows.'),
    caip2: z.string().nullable().meta({
      about: 'chains',
      description: 'CAIP-2 identifier of the main chain: `eip155:8453`. Null if unknown.',
    }),
    aliases: z.array(z.string()).describe('Other names. Addresses and parameters accept them.'),
    chains: z
      .array(z.string())
      .meta({ about: 'chains', description: 'Chains with offers, by name.' }),
  })
  .meta({ id: 'Network' });

const networksShape = z.object({ result: z.object({ networks: z.array(networkShape) }) });

export const networks = resource({
  path: '/api/networks',
  operationId: 'listNetworks',
  isPublished: true,
  summary: 'List the {{networks}}.',
  parameters: {},
  content: { 'application/json': networksShape },
  headers: countHeader,
  answer: (_, { snapshot, urls }, { ctx }) => {
    const answer = presentNetworks(snapshot, urls);
    setTotalCount(ctx, answer.result.networks.length);
    return JSON.stringify(answer);
  },
});

const figuresShape = z.object({
  key: z.string(),
  label: z.string(),
  offerCount: z.int().describe('Offers, each once.'),
  rowCount: z.int().describe('Rows.'),
  providerCount: z.int().describe('Providers of the rows.'),
});

export const oneNetwork = resource({
  path: '/api/networks/{key}',
  operationId: 'readNetwork',
  summary: 'A {{network}}, by its key or another of its names, with the figures of its categories.',
  inPath: { key: inPath.network },
  parameters: {},
  content: {
    'application/json': resultShape({
      network: networkShape,
      categories: z.array(figuresShape).describe('Categories with rows.'),
    }),
  },
  answer: (_, { snapshot, urls }, { ctx }) => {
    const { catalog } = snapshot;
    const name = decodeURIComponent(ctx.path.slice(ctx.path.lastIndexOf('/') + 1));
    const key = catalog.networkNamed(name);
    const network = presentNetworks(snapshot, urls).result.networks.find(
      (candidate) => candidate.key === key,
    );
    if (key === null || network === undefined)
      throw new HttpError(
        404,
        'unknown-network',
        `no ${catalog.terms.network} "${name.slice(0, 100)}" in this directory`,
        {
          detail: catalog.nearestNetwork(name),
        },
      );
    const figures = catalog.categories.map((category) => {
      return {
        key: category.key,
        label: category.label,
        ...countCategory(snapshot, category.key, [key]),
      };
    });
    return { network, categories: figures.filter(({ rowCount }) => rowCount > 0) };
  },
});

/** The served networks, sorted by name. */
export function presentNetworks(snapshot: Snapshot, urls: Urls): z.infer<typeof networksShape> {
  const listed = [...snapshot.catalog.networks.values()].flatMap(
    ({ network: key, name, icon, docs, caip2, aliases, chains, logoPath }) => {
      if (!urls.serves(key)) return [];
      const hasLogo = logoPath !== null && snapshot.logoVersion(logoPath) !== null;
      const picture = icon ?? urls.to(null, hasLogo ? `/logos/${logoPath}` : `/icons/${key}.svg`);
      return [{ name, url: urls.network(key), icon: picture, docs, key, caip2, aliases, chains }];
    },
  );
  return { result: { networks: inNaturalOrder(listed, ({ name }) => name) } };
}
