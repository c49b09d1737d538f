/**
 * GET /api/suggest and {network}/api/infrastructure-providers/suggest: suggestions while a search
 * is typed.
 */
import * as z from 'zod';
import { foldText } from '../../../common/fold.ts';
import { findSuggestions, type Suggestion } from '../../answers/search/suggest.ts';
import { answerInterpretation } from '../../answers/words.ts';
import {
  parseSearch,
  suggestionKind,
  suggestionKinds,
  termsOf,
  typed,
} from '../../questions/parameters.ts';
import type { ParsedParameters } from '../../questions/parse.ts';
import type { Place } from '../../questions/place.ts';
import { lexiconOf } from '../../questions/words/lexicon.ts';
import { respell } from '../../questions/words/spelling.ts';
import { understand } from '../../questions/words/understand.ts';
import { plural } from '../../text/counts.ts';
import { namesOf, planOf } from '../../text/offer-names.ts';
import { networkResource, resource } from '../resource.ts';
import { type FactsOf, openShape, resultShape, uriShape } from '../shapes.ts';
import { describeAnswer, targetOf } from './interpretation.ts';

const suggestionShape = z.object({
  kind: openShape(suggestionKinds).describe('What is suggested; `list` is what the words mean.'),
  text: z.string().describe('Name, or title of the list.'),
  detail: z.string().optional().describe('What distinguishes it from others of the same name.'),
  url: uriShape.describe('Address of its page.'),
});

const suggestionsShape = resultShape({
  corrected: z
    .string()
    .optional()
    .describe('The text without typing errors, if nothing is named like the given one.'),
  suggestions: z.array(suggestionShape),
});

type Shown = z.infer<typeof suggestionShape>;

/** Suggestions of an answer, as JSON: with its headers an answer stays below 2 kB. */
const maxLength = 1000;
/** Characters of a text. */
const maxText = 60;

const described = {
  summary:
    'The list that the words mean, and {{networks}}, categories, providers and offers with a name like the text. Small, for a request at each keystroke.',
  parameters: { q: typed, kind: suggestionKind },
  content: { 'application/json': suggestionsShape },
  answer,
};

/** Over all networks. */
export const suggestions = resource({ ...described, path: '/api/suggest', operationId: 'suggest' });

export const networkSuggestions = networkResource({
  ...described,
  path: '/suggest',
  operationId: 'suggestOnNetwork',
});

async function answer(
  { q, kind }: ParsedParameters<typeof described.parameters>,
  place: Place,
): Promise<FactsOf<typeof suggestionsShape>> {
  parseSearch(q);
  const spelled = respell(lexiconOf(place.snapshot), q);
  const suggestionsFound = findSuggestions(place.snapshot, place.network, termsOf(spelled.search));
  const wanted = suggestionsFound.suggestions.filter(
    (suggestion) => kind === undefined || suggestion.kind === kind,
  );
  const list =
    kind === undefined || kind === 'list'
      ? await suggestList(q, place)
      : { lists: [], corrected: null };
  const completed = kind === undefined || kind === 'list' ? await completeLists(q, place) : [];
  const respelled = wanted.length > 0 && spelled.isJoined ? spelled.search : null;
  const corrected =
    list.corrected ?? (wanted.length > 0 ? suggestionsFound.corrected : null) ?? respelled;
  return {
    ...(corrected === null ? {} : { corrected }),
    suggestions: cut([
      ...completed,
      ...list.lists,
      ...wanted.map((suggestion) => present(suggestion, place)),
    ]),
  };
}

/** Words of a list that are completed, and letters from which on they are. */
const maxCompleted = 2;
const minTyped = 2;

/** Lists whose last word is typed in part: that of a network, or of a category. */
async function completeLists(q: string, place: Place): Promise<readonly Shown[]> {
  const typedText = q.trimEnd();
  const at = typedText.lastIndexOf(' ');
  const [before, last] = [typedText.slice(0, at + 1), foldText(typedText.slice(at + 1))];
  const isOpen = q === typedText && last.length >= minTyped;
  if (!isOpen || before === '') return [];
  const lists = await Promise.all(
    namesThatBegin(last, place).map(
      async (name) => (await suggestList(`${before}${name}`, place)).lists,
    ),
  );
  return lists.flat();
}

/** Networks with most listings, then categories. */
function namesThatBegin(text: string, { snapshot, network }: Place): readonly string[] {
  const { catalog, manifest } = snapshot;
  const sizeOf = (key: string) => manifest.metrics.networks[key]?.entries ?? 0;
  const networks = network === null ? [...catalog.networks.values()] : [];
  const names = [
    ...networks
      .toSorted((a, b) => sizeOf(b.network) - sizeOf(a.network))
      .map((entry) => entry.name),
    ...catalog.categories.map(({ label }) => label),
  ];
  const isBegun = (name: string) => name.startsWith(text) && name !== text;
  return names.filter((name) => isBegun(foldText(name))).slice(0, maxCompleted);
}

/** The first suggestions that fit. Of several that read alike, only the first. */
function cut(all: readonly Shown[]): Shown[] {
  const known = new Set<string>();
  let length = 0;
  return all.filter((suggestion) => {
    const { kind, text, detail = '' } = suggestion;
    const label = `${kind}\n${text}\n${detail}`;
    if (known.has(label)) return false;
    known.add(label);
    length += Buffer.byteLength(JSON.stringify(suggestion));
    return length <= maxLength;
  });
}

/**
 * The list that the words mean, with its number of offers. A search that only names the category
 * has a suggestion for it.
 */
async function suggestList(
  q: string,
  { snapshot, network, urls }: Place,
): Promise<{ readonly lists: readonly Shown[]; readonly corrected: string | null }> {
  const none = { lists: [], corrected: null };
  const interpretation = understand(snapshot, q, { network, category: null, asText: [] });
  const { filters, sorting, terms, alternativesTo } = interpretation;
  if (filters.length + sorting.length + terms.length === 0 && alternativesTo.length === 0)
    return none;
  const list = await answerInterpretation(snapshot, interpretation);
  if (list === null || list.offers.length === 0) return none;
  const target = targetOf(list);
  if (target.network !== null && !urls.serves(target.network)) return none;
  const detail = plural(list.offers.length, 'offer');
  const url = urls.to(target.network ?? network, target.path, target.parameters);
  const shown = {
    kind: 'list' as const,
    text: shorten(describeAnswer(list, snapshot)),
    detail,
    url,
  };
  return { lists: [shown], corrected: interpretation.corrected };
}

function present(suggestion: Suggestion, place: Place): Shown {
  const { text, detail, url } = describeSuggestion(suggestion, place);
  return {
    kind: suggestion.kind,
    text: shorten(text),
    ...(detail ? { detail: shorten(detail) } : {}),
    url,
  };
}

/** With the address of its page. */
export function describeSuggestion(suggestion: Suggestion, place: Place): Omit<Shown, 'kind'> {
  const { snapshot, urls } = place;
  switch (suggestion.kind) {
    case 'network':
      return {
        text: place.snapshot.catalog.networkName(suggestion.network),
        url: urls.network(suggestion.network),
      };
    case 'category':
      return describeCategory(suggestion, place);
    case 'provider':
      return { text: suggestion.provider, url: pageOf(suggestion.provider, place) };
    case 'offer': {
      const { offer, rows } = suggestion.matchedOffer;
      const { catalog } = snapshot;
      const row = snapshot.row(rows[0] ?? 0);
      const title = namesOf(row, catalog.roles).join(' · ');
      return {
        text: `${offer.provider}: ${title || planOf(row, catalog.roles) || offer.slug}`,
        detail: place.snapshot.catalog.categoryLabel(offer.category),
        url: `${pageOf(offer.provider, place)}#${offer.category}`,
      };
    }
  }
}

/** A category without a network is the list of all networks. */
function describeCategory(
  { category, network }: Suggestion & { readonly kind: 'category' },
  place: Place,
) {
  const { catalog } = place.snapshot;
  const label = catalog.categoryLabel(category);
  if (network === null) return { text: label, url: place.urls.to(null, `/toolbox/${category}`) };
  const text =
    network === place.network
      ? label
      : `${label} ${catalog.terms.on} ${catalog.networkName(network)}`;
  return { text, url: place.urls.to(network, `/toolbox/${category}`) };
}

function pageOf(provider: string, { snapshot, network, urls }: Place): string {
  return urls.to(network, `/providers/${snapshot.catalog.providers.get(provider)?.slug ?? ''}`);
}

function shorten(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}
