/** llms.txt of a network (llmstxt.org): its figures, its categories as Markdown, its endpoints. */
import { escapeMarkdown } from '../../common/markdown.ts';
import { activeCategories } from '../api/coverage.ts';
import { type Handler, networkOf } from '../http/context.ts';
import type { NetworkEntry } from '../snapshot/catalog.ts';
import { listingsFromProviders } from '../text/counts.ts';
import { discoveryPaths } from './discovery.ts';
import { type LlmsDeps, llmsText, markdownFacts, sendText } from './llms.ts';
import { apiLinks, joinBlocks, type LlmsInput, link, networkFacts } from './llms-parts.ts';

/** With ONLY_NETWORK the site is that network, and its text has more. */
export function networkLlmsText(deps: LlmsDeps): Handler {
  const site = llmsText(deps);
  const send = sendText(deps, (input, key) => {
    const network = input.coverage.networks.find((each) => each.network === key);
    if (network === undefined) throw new Error(`the coverage has no network "${key}"`);
    return presentNetwork(network, input);
  });
  return (ctx, next) => {
    if (deps.urls.onlyNetwork !== null) return site(ctx, next);
    networkOf(ctx);
    return send(ctx, next);
  };
}

function presentNetwork(entry: NetworkEntry, input: LlmsInput): string {
  const { coverage, manifest, urls } = input;
  const { network } = entry;
  const name = escapeMarkdown(entry.name);
  const day = manifest.generatedAt.slice(0, 10);
  const metrics = manifest.metrics.networks[network];
  const categories = metrics ? activeCategories(coverage.categories, metrics) : [];
  const to = (path: string) => urls.to(network, path);
  return joinBlocks([
    `# ${name}: Web3 infrastructure`,
    `> ${networkFacts(entry, input, day)} Last updated: ${manifest.generatedAt}.`,
    '## Categories',
    ...categories.map((category) =>
      link(
        `${escapeMarkdown(category.label)} on ${name}`,
        to(`/toolbox/${category.key}.md`),
        `${listingsFromProviders(category)} as of ${day}. ${escapeMarkdown(category.description ?? '')}`.trim(),
      ),
    ),
    '## Pages',
    link(name, to('/'), 'page of the network, with its categories'),
    link('Providers', to('/providers'), 'providers with offers on the network'),
    link('Changes', to('/changes.md'), 'prices, limits and offers that changed, newest first'),
    link('Search', to('/search.md'), markdownFacts),
    '## Machine-readable',
    ...apiLinks(entry, input),
    link('Changes feed', to('/changes.atom'), 'Atom; `/changes.json` is a JSON Feed'),
    link(
      'MCP server',
      urls.to(null, discoveryPaths.serverCard),
      `server card; tools for agents (Streamable HTTP, POST \`${urls.to(null, '/mcp')}\`) whose \`network\` is \`${network}\``,
    ),
    link('Data files', urls.to(null, '/data'), 'tables of all networks as Parquet files'),
    '## Optional',
    link('Directory', urls.to(null, '/llms.txt'), 'all networks and categories'),
    link('Full context', urls.to(null, '/llms-full.txt'), 'how to cite, product context and gateway context'),
  ]);
}
