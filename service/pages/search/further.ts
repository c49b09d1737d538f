/** Pages that the words of a search ask for besides offers: changes, and endpoints to copy. */
import { foldText } from '../../../common/fold.ts';
import { rpcCategory } from '../../../model/connect.ts';
import type { Everything } from '../../answers/search/find.ts';
import type { WordsAnswer } from '../../answers/words.ts';
import type { Place } from '../../questions/place.ts';
import { wordsOf } from '../../snapshot/texts/vocabulary.ts';
import { joinNames, plural } from '../../text/counts.ts';
import type { Parameters } from '../../urls.ts';
import { lastDays } from '../changes.ts';
import { publicEndpoints } from '../rpc-endpoints.ts';

const changeWords = ['change', 'changes', 'changed', 'changelog', 'news', 'recently', 'updates'];
const endpointWords = ['endpoint', 'endpoints', 'public', 'url', 'urls'];
const periods = [
  { words: ['week', 'weekly', '7'], days: 7 },
  { words: ['month', 'monthly', '30'], days: 30 },
];

interface FurtherInput {
  readonly place: Place;
  readonly search: string;
  readonly answer: WordsAnswer | null;
  readonly everything: Everything;
}

export interface FurtherPage {
  readonly label: string;
  readonly network: string | null;
  readonly path: string;
  readonly parameters: Parameters;
}

export function furtherPages(input: FurtherInput): readonly FurtherPage[] {
  const { place, search } = input;
  const words = new Set(wordsOf(foldText(search)));
  const has = (candidates: readonly string[]) => candidates.some((word) => words.has(word));
  const pages = [
    ...(has(changeWords)
      ? [
          changesOf(
            input,
            periods.find((period) => has(period.words)),
          ),
        ]
      : []),
    ...(has(endpointWords) ? endpointsOf(input) : []),
  ];
  return pages.filter(({ network }) => place.urls.serves(network));
}

/** Keys of the networks that the search names, or of its page. */
function networksOf({ place, answer, everything }: FurtherInput): readonly string[] {
  const named = answer === null ? everything.named : answer.networks;
  if (named.length > 0) return named;
  const network = answer?.network ?? place.network;
  return network === null ? [] : [network];
}

function changesOf(input: FurtherInput, period: { readonly days: number } | undefined) {
  const { answer, place } = input;
  const { catalog } = place.snapshot;
  const networks = networksOf(input);
  const category = answer?.selection.category ?? null;
  const [only = null, another] = networks;
  const network = another === undefined ? only : null;
  const names = joinNames(networks.map((key) => catalog.networkName(key)));
  const label = [
    'Changes',
    ...(category === null ? [] : ['of', catalog.categoryLabel(category)]),
    ...(names === '' ? [] : [catalog.terms.on, names]),
    ...(period === undefined ? [] : [`in the last ${period.days} days`]),
  ];
  return {
    label: label.join(' '),
    network,
    path: '/changes',
    parameters: {
      category,
      network: network === null ? networks : [],
      since: period === undefined ? null : lastDays(place.snapshot, period.days),
    },
  };
}

function endpointsOf(input: FurtherInput): FurtherPage[] {
  const { answer, place } = input;
  const { snapshot } = place;
  const [network, another] = networksOf(input);
  if (network === undefined || another !== undefined) return [];
  if (answer !== null && answer.selection.category !== rpcCategory) return [];
  const { length } = publicEndpoints(snapshot, network);
  if (length === 0) return [];
  const addresses = plural(length, 'address', 'addresses');
  const label = `Public RPC endpoints of ${snapshot.catalog.networkName(network)}: ${addresses} to copy`;
  return [{ label, network, path: '/rpc-endpoints', parameters: {} }];
}
