/**
 * llms.txt and llms-full.txt of the site, and llms.txt of a network (llmstxt.org). Their texts are
 * in templates/texts.
 */
import * as z from 'zod';
import { escapeMarkdown } from '../../common/markdown.ts';
import { inNaturalOrder } from '../../common/natural-order.ts';
import { beforeNoun, type Site } from '../../model/site.ts';
import { termsOf } from '../../model/terms.ts';
import { applicationOf } from '../api/application.ts';
import { describeGateway, type Gateway } from '../api/connect/gateway-steps.ts';
import { activeCategories, type Coverage, coverageOf } from '../api/coverage.ts';
import type { Publication } from '../config.ts';
import { type Handler, networkKeyOf, snapshotOf } from '../http/context.ts';
import type { Templates } from '../pages/shared/templates.ts';
import { exportNames } from '../questions/parameters.ts';
import { publisherOf, siteOf, statesOf } from '../site.ts';
import type { Catalog, NetworkEntry } from '../snapshot/catalog.ts';
import type { Manifest } from '../snapshot/metrics.ts';
import { listingsFromProviders, placesCount, plural } from '../text/counts.ts';
import { estimateTokens } from '../text/tokens.ts';
import { networkApi, type Urls } from '../urls.ts';
import { discoveryPaths, skillPath } from './discovery.ts';
import { type Document, document } from './document.ts';

interface LlmsDeps {
  readonly urls: Urls;
  readonly publication: Publication;
  readonly templates: Templates;
}

export interface LlmsInput extends Pick<LlmsDeps, 'urls' | 'templates'> {
  readonly coverage: Coverage;
  readonly catalog: Pick<Catalog, 'application'>;
  readonly manifest: Pick<Manifest, 'generatedAt' | 'metrics'>;
  /** Describes the gateway: only some texts need it. */
  readonly gateway: () => Gateway;
  readonly publisher: Publication['publisher'];
  readonly site: Site;
  readonly states: Readonly<Record<string, true>>;
  readonly hasGateway: boolean;
}

/** A text of the published interface for language models. */
function context(
  path: string,
  operationId: string,
  summary: string,
  present: (input: LlmsInput) => string,
): Document<LlmsDeps> {
  const content = { 'text/plain': z.string() };
  const operation = { path, operationId, summary, content, parameters: {}, isPublished: true };
  return document({
    path,
    on: 'site',
    kind: 'text',
    parameters: [],
    operations: [{ ...operation, kind: 'text', tag: 'AI Context' }],
    handler: (deps) => sendText(deps, present),
  });
}

export const llmsText = context(
  '/llms.txt',
  'getLlmsText',
  'Overview, key pages and entity facts.',
  presentLlms,
);
export const llmsFullText = context(
  '/llms-full.txt',
  'getLlmsFullText',
  'Detailed entity facts for citation.',
  presentLlmsFull,
);
/** With ONLY_NETWORK the site is that network, and its text has more. */
export const networkLlmsText = document<LlmsDeps>({
  path: '/llms.txt',
  on: 'network',
  kind: 'text',
  parameters: [],
  operations: { omitted: 'llms.txt of the site names it' },
  handler: (deps) => sendText(deps, deps.urls.onlyNetwork === null ? presentNetwork : presentLlms),
});

function sendText(
  { urls, publication, templates }: LlmsDeps,
  present: (input: LlmsInput, network: string) => string,
) {
  const handler: Handler = (ctx) => {
    const snapshot = snapshotOf(ctx);
    const { catalog, manifest } = snapshot;
    const coverage = coverageOf(snapshot, urls);
    const gateway = () => describeGateway(snapshot, urls);
    const publisher = publisherOf(snapshot, publication);
    const site = siteOf(snapshot);
    const network = networkKeyOf(ctx) ?? '';
    ctx.body = present(
      {
        coverage,
        catalog,
        manifest,
        gateway,
        publisher,
        site,
        states: statesOf(snapshot),
        hasGateway: snapshot.catalog.hasGateway,
        urls,
        templates,
      },
      network,
    );
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
  };
  return handler;
}

/** Networks in llms.txt; llms-full.txt lists all of them. */
const namedNetworks = 12;
/**
 * Most tokens of llms-full.txt. A longer text is in parts: the blocks of the networks are in their
 * own llms.txt.
 */
const maxFullTokens = 20_000;

function presentLlms(input: LlmsInput): string {
  const largest = inNaturalOrder(bySize(input).slice(0, namedNetworks), ({ name }) => name);
  const view = {
    ...commonView(input),
    largest: largest.map((entry) => presentEntry(entry, input)),
  };
  return input.templates.renderMarkdown('llms', view);
}

export function presentLlmsFull(input: LlmsInput): string {
  const { coverage, catalog, urls, templates } = input;
  const application = applicationOf(catalog, urls, null);
  const view = {
    ...commonView(input),
    application: [application?.signIn ?? [], application?.links ?? []].flat(),
    steps: (input.hasGateway ? input.gateway().steps : []).map((step) => ({
      ...step,
      context: step.text.join(' '),
    })),
    api: apiView(bySize(input)[0], input),
    networks: coverage.networks.map((entry) => presentEntry(entry, input)),
  };
  const whole = templates.renderMarkdown('llms-full', { ...view, isWhole: true });
  return estimateTokens(whole) <= maxFullTokens
    ? whole
    : templates.renderMarkdown('llms-full', view);
}

function presentNetwork(input: LlmsInput, key: string): string {
  const entry = input.coverage.networks.find(({ network }) => network === key);
  if (entry === undefined) throw new Error(`the coverage has no network "${key}"`);
  const view = {
    ...commonView(input),
    api: apiView(entry, input),
    network: presentEntry(entry, input),
  };
  return input.templates.renderMarkdown('network-llms', view);
}

function commonView({ coverage, manifest, publisher, site, states, hasGateway, urls }: LlmsInput) {
  const isAll = urls.onlyNetwork === null;
  return {
    site: urls.site,
    terms: termsOf(site),
    states,
    directoryName: site.name,
    subject: site.subject,
    license: site.license,
    paths: { ...discoveryPaths, skill: skillPath(site) },
    hasGateway,
    all: isAll,
    day: manifest.generatedAt.slice(0, 10),
    generatedAt: manifest.generatedAt,
    publisher,
    offers: plural(coverage.offers, 'offer'),
    providers: plural(coverage.providers, `${beforeNoun(site)}provider`),
    listings: plural(coverage.entries, 'listing'),
    categoryCount: plural(coverage.categories.length, 'category', 'categories'),
    networkCount: placesCount(coverage.networks.length, termsOf(site)),
    /** Of the directory, with their figures on all served networks. */
    categories: coverage.categories.map((category) => ({
      ...category,
      href: isAll
        ? urls.to(null, `/toolbox/${category.key}`)
        : urls.to(null, `/toolbox/${category.key}`),
      figures: listingsFromProviders(category),
    })),
  };
}

/** Where the endpoints of a network are, with one of its categories; null if it has none. */
function apiView(entry: NetworkEntry | undefined, input: LlmsInput) {
  const active = entry === undefined ? [] : activeOf(entry, input);
  const category = (active.find(({ key }) => key === 'apis') ?? active[0])?.key;
  if (entry === undefined || category === undefined) return null;
  return {
    base: input.urls.network(entry.network),
    path: networkApi,
    category,
    formats: exportNames.join(', '),
  };
}

function activeOf({ network }: NetworkEntry, { coverage, manifest }: LlmsInput) {
  const metrics = manifest.metrics.networks[network];
  return metrics ? activeCategories(coverage.categories, metrics) : [];
}

/** Figures of a network, and of its categories. */
function presentEntry(entry: NetworkEntry, input: LlmsInput) {
  const { network: key, name } = entry;
  const { manifest, urls } = input;
  const { entries: count = 0, providers: providersCount = 0 } =
    manifest.metrics.networks[key] ?? {};
  return {
    key,
    name,
    href: urls.network(key),
    figures: listingsFromProviders({ count, providersCount }),
    facts: networkFacts(entry, input),
    categories: activeOf(entry, input).map((category) => ({
      ...category,
      name,
      href: urls.to(key, `/toolbox/${category.key}`),
      figures: listingsFromProviders(category),
    })),
  };
}

/**
 * `As of 2026-03-01, Base has 120 listings from 12 providers in 9 categories. Chains: mainnet.`;
 * blank without figures.
 */
function networkFacts({ network, name, chains }: NetworkEntry, { manifest }: LlmsInput): string {
  const metrics = manifest.metrics.networks[network];
  if (!metrics) return '';
  const total = listingsFromProviders({
    count: metrics.entries,
    providersCount: metrics.providers,
  });
  const named = chains.length === 0 ? '' : ` Chains: ${escapeMarkdown(chains.join(', '))}.`;
  const active = plural(metrics.activeCategories, 'category', 'categories');
  return `As of ${manifest.generatedAt.slice(0, 10)}, ${escapeMarkdown(name)} has ${total} in ${active}.${named}`;
}

/** The served networks, most listings first. */
function bySize({ coverage, manifest }: LlmsInput): NetworkEntry[] {
  const sizeOf = ({ network }: NetworkEntry) => manifest.metrics.networks[network]?.entries ?? 0;
  return coverage.networks.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}
