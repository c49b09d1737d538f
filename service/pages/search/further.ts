/**
 * Pages that the words of a search ask for besides offers: changes, endpoints to copy, and those
 * whose definitions say what people search for.
 */
import { foldText } from '../../../common/fold.ts';
import { rpcCategory } from '../../../model/connect.ts';
import type { WordsAnswer } from '../../answers/words.ts';
import { splitNetworks } from '../../query/network-names.ts';
import type { Place } from '../../questions/place.ts';
import { wordsOf } from '../../snapshot/texts/vocabulary.ts';
import { joinNames, plural } from '../../text/counts.ts';
import type { Parameters } from '../../urls.ts';
import { lastDays } from '../changes.ts';
import { publicEndpoints } from '../rpc-endpoints.ts';
import type { PageFacts } from '../shared/definition.ts';

const changeWords = [
  ...['change', 'changes', 'changed', 'changelog', 'news', 'recently', 'updates'],
  ...['what is new', "what's new", 'whats new'],
];
const priceWords = ['price', 'prices', 'pricing', 'cost', 'costs'];
/** With a word for prices. */
const pastWords = [
  'past',
  'previous',
  'previously',
  'old',
  'earlier',
  'history',
  'before',
  'used to',
];
const endpointWords = ['endpoint', 'endpoints', 'public', 'url', 'urls'];
const periods = [
  { words: ['week', 'weekly', '7'], days: 7 },
  { words: ['month', 'monthly', '30'], days: 30 },
];

interface FurtherInput {
  readonly place: Place;
  readonly search: string;
  readonly answer: WordsAnswer | null;
  /** All pages of the service. */
  readonly pages: readonly PageFacts[];
}

export interface FurtherPage {
  readonly label: string;
  readonly network: string | null;
  readonly path: string;
  readonly parameters: Parameters;
  readonly fragment?: string;
  readonly hasMarkdown: boolean;
}

export function withFragment(href: string, fragment: string | undefined): string {
  return fragment === undefined ? href : `${href}#${fragment}`;
}

/** The words of a text, with a space around each. */
function spaced(text: string): string {
  return ` ${wordsOf(foldText(text)).join(' ')} `;
}

export function furtherPages(input: FurtherInput): readonly FurtherPage[] {
  const { place, search } = input;
  const words = spaced(search);
  const has = (phrases: readonly string[]) =>
    phrases.some((phrase) => words.includes(spaced(phrase)));
  const pages = [
    ...(has(changeWords) || (has(priceWords) && has(pastWords)) ? [changesOf(input, has)] : []),
    ...(has(endpointWords) ? endpointsOf(input) : []),
    ...input.pages.flatMap((page) => askedOf(page, has)),
  ];
  return pages.filter(({ network }) => place.urls.serves(network));
}

function askedOf(
  { path, asked = [] }: PageFacts,
  has: (phrases: readonly string[]) => boolean,
): FurtherPage[] {
  return asked.flatMap(({ phrases, ...link }) =>
    has(phrases) ? [{ ...link, path, network: null, parameters: {}, hasMarkdown: false }] : [],
  );
}

/** Keys of the networks that the search names, or of its page, and names of providers. */
function namesOf({ place, search, answer }: FurtherInput) {
  const { catalog } = place.snapshot;
  const named: string[] = [];
  let terms: readonly string[] = wordsOf(foldText(search));
  for (;;) {
    const split = splitNetworks(terms, catalog.networks.values());
    if (split.named.length === 0) break;
    named.push(...split.named);
    terms = split.rest;
  }
  const others = ` ${terms.join(' ')} `;
  const known = place.snapshot.providerNames();
  const providers = [...known].flatMap(([folded, names]) =>
    others.includes(spaced(folded)) ? names : [],
  );
  const own = answer?.network ?? place.network;
  const networks = own === null ? (answer?.networks ?? []) : [own];
  return { networks: networks.length > 0 ? networks : named, providers: [...new Set(providers)] };
}

function changesOf(input: FurtherInput, has: (phrases: readonly string[]) => boolean) {
  const { answer, place } = input;
  const { catalog } = place.snapshot;
  const { networks, providers } = namesOf(input);
  const period = periods.find(({ words }) => has(words));
  const category = answer?.selection.category ?? null;
  const [only = null, another] = networks;
  const network = another === undefined ? only : null;
  const names = joinNames(networks.map((key) => catalog.networkName(key)));
  const isOfPrices = has(priceWords);
  const label = [
    isOfPrices ? 'Price changes' : 'Changes',
    ...(category === null ? [] : ['of', catalog.categoryLabel(category)]),
    ...(providers.length === 0 ? [] : ['of', joinNames(providers)]),
    ...(names === '' ? [] : [catalog.terms.on, names]),
    ...(period === undefined ? [] : [`in the last ${period.days} days`]),
  ];
  return {
    label: label.join(' '),
    network,
    path: '/changes',
    hasMarkdown: true,
    parameters: {
      category,
      network: network === null ? networks : [],
      provider: providers,
      fact: isOfPrices ? 'price' : null,
      since: period === undefined ? null : lastDays(place.snapshot, period.days),
    },
  };
}

function endpointsOf(input: FurtherInput): FurtherPage[] {
  const { answer, place } = input;
  const { snapshot } = place;
  const [network, another] = namesOf(input).networks;
  if (network === undefined || another !== undefined) return [];
  if (answer !== null && answer.selection.category !== rpcCategory) return [];
  const { length } = publicEndpoints(snapshot, network);
  if (length === 0) return [];
  const addresses = plural(length, 'address', 'addresses');
  const label = `Public RPC endpoints of ${snapshot.catalog.networkName(network)}: ${addresses} to copy`;
  return [{ label, network, path: '/rpc-endpoints', parameters: {}, hasMarkdown: true }];
}
