/**
 * The list that a search in ordinary words means, as its directory page shows it, and the words that
 * can be searched for as text.
 */
import { formatCount } from '../../../common/format-count.ts';
import { countBy } from '../../../common/group-by.ts';
import { escapeMarkdown } from '../../../common/markdown.ts';
import { answerWords, type WordsAnswer } from '../../answers/words.ts';
import { appliedParts, describeAnswer, targetOf } from '../../api/search/interpretation.ts';
import type { Context } from '../../http/context.ts';
import { wordsNotes } from '../../notations/words.ts';
import { presenceOf } from '../../query/offers.ts';
import { comparisonParameters } from '../../questions/compare.ts';
import { listParameters } from '../../questions/list.ts';
import { maxPicked, workload } from '../../questions/parameters.ts';
import { parseValues } from '../../questions/parse.ts';
import type { Place } from '../../questions/place.ts';
import { readMarks } from '../../questions/read-list.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { joinNames, plural } from '../../text/counts.ts';
import type { Parameters } from '../../urls.ts';
import { escapeHtml } from '../shared/markdown.ts';
import type { PageDeps } from '../shared/page.ts';
import { renderLines } from '../toolbox/page.ts';
import { listingAt, readToolbox } from '../toolbox/read.ts';
import { presentResults } from '../toolbox/view.ts';

/** Networks of a list without one. */
const shownNetworks = 8;

/** Parameters of the list of the answer on one of its networks. */
function parametersOf({ question }: WordsAnswer): Parameters {
  const query = { ...question.query, networks: [], onEach: false };
  return listParameters({ ...question, query });
}

/** More are ignored: a search has few parts. */
const maxAsText = 20;

export type SearchRequest = ReturnType<typeof readRequest>;

/**
 * Words and category of the address, and marks of rows. A category that does not exist is ignored.
 */
export function readRequest(ctx: Context, { catalog }: Snapshot) {
  const query = ctx.state.parameters;
  const category = catalog.categories.find(({ key }) => key === query.get('category')) ?? null;
  /** Phrases that are text and nothing else. */
  const asText = query.getAll('text').slice(0, maxAsText);
  const { mix } = parseValues({ mix: query.get('mix') || undefined }, { mix: workload.mix });
  return { search: query.get('q') ?? '', category, asText, mix, ...readMarks(query) };
}

export async function presentAnswer(
  answer: WordsAnswer,
  request: SearchRequest,
  place: Place,
  deps: PageDeps,
) {
  const { snapshot, network: from, urls } = place;
  const { network, offers, leftOut, interpretation } = answer;
  const target = targetOf(answer);
  const counts = network === null ? countNetworks(answer, snapshot) : [];
  const isComparison = target.path === '/compare';
  const isListed = offers.length > 0 && urls.serves(network);
  const href = urls.href(from, target.network, target.path, target.parameters);
  return {
    title: describeAnswer(answer, snapshot),
    ahead: isComparison ? { href, more: `Compare ${joinNames(interpretation.compared)}` } : null,
    href: isComparison || !urls.serves(target.network) ? null : href,
    more: offers.length === 1 ? 'Show in its list' : `Show all ${formatCount(offers.length)}`,
    parts: await presentParts(answer, request, place),
    isWhole: leftOut.length === 0,
    embed: presentEmbed(request, place, describeAnswer(answer, snapshot)),
    notes: wordsNotes(answer, place.snapshot.catalog),
    list: isListed ? await presentList(answer, request, place, deps) : null,
    compareFirst: isComparison ? null : compareFirst(answer, place),
    places: presentPlaces(
      answer,
      request.search.trim() === '' ? counts : counts.slice(0, shownNetworks),
      place,
    ),
  };
}

/** An answer of more offers needs no other reading of a phrase. */
const fewOffers = 3;

/**
 * Phrases that can be searched for as text instead. Of an answer of few offers, with the number of
 * offers that the text finds, if it finds more.
 */
async function presentParts(answer: WordsAnswer, request: SearchRequest, place: Place) {
  const { search: q, asText, mix } = request;
  const category = request.category?.key;
  const isFew = answer.offers.length <= fewOffers;
  const scope = { network: place.network, category: answer.selection.category, mix };
  return Promise.all(
    appliedParts(answer).map(async ({ label, words }) => {
      const text = [...asText, words];
      const found = isFew ? await answerWords(place.snapshot, q, { ...scope, asText: text }) : null;
      const more = found !== null && found.leftOut.length === 0 ? found.offers.length : 0;
      return {
        label,
        words,
        href: place.href('/search', { q, category, text }),
        count: more > answer.offers.length ? plural(more, 'offer') : null,
      };
    }),
  );
}

/** The card of the answer for other sites, as HTML and as Markdown; null if words are not all. */
function presentEmbed(
  { search: q, category, asText }: SearchRequest,
  { to }: Place,
  title: string,
) {
  if (category !== null || asText.length > 0 || q.trim() === '') return null;
  const [label, address] = [escapeHtml(title), escapeHtml(to('/answer', { q }))];
  return {
    frame: `<iframe src="${address}" title="${label}" width="480" height="140" style="border:0" loading="lazy"></iframe>`,
    picture: `[![${escapeMarkdown(title)}](${to('/answer.svg', { q })})](${to('/search', { q })})`,
  };
}

/** The list as its directory page shows it: chips, columns, prices, downloads and the comparison. */
async function presentList(
  { question, network, within }: WordsAnswer,
  { picked, open }: SearchRequest,
  { snapshot, network: from, urls }: Place,
  deps: PageDeps,
) {
  const { category: key, onEach = false } = question.query;
  const category = snapshot.catalog.categories.find((candidate) => candidate.key === key);
  if (category === undefined) return null;
  const limits = { networks: within, onEach };
  const toolbox = await readToolbox(
    listingAt({ snapshot, network, urls, limits, category, from }),
    { ...question, picked, open },
  );
  return presentResults(toolbox, await renderLines(toolbox, deps));
}

/** A comparison of the first offers, whichever are picked; null without two. */
function compareFirst(answer: WordsAnswer, { snapshot, network: from, urls }: Place) {
  const first = answer.offers.slice(0, maxPicked);
  if (first.length < 2) return null;
  const offers = first.map(({ offer }) => snapshot.offers.keyOf(offer));
  const selected = comparisonParameters({ list: answer.question, offers, providers: [] });
  const href = urls.href(from, answer.network, '/compare', selected);
  return { href, text: `Compare the first ${offers.length}` };
}

type NetworkCounts = readonly (readonly [network: string, offers: number])[];

/** Networks of a list without one, most offers first. */
function countNetworks(answer: WordsAnswer, snapshot: Snapshot): NetworkCounts {
  const networks = answer.offers.flatMap(
    ({ rows }) => presenceOf(snapshot, rows, answer.networks).networks,
  );
  return [...countBy(networks, (network) => network)].sort(([, a], [, b]) => b - a);
}

function presentPlaces(
  answer: WordsAnswer,
  counts: NetworkCounts,
  { snapshot, network: from, urls }: Place,
) {
  return counts
    .filter(([network]) => urls.serves(network))
    .map(([network, count]) => ({
      name: snapshot.catalog.networkName(network),
      count: formatCount(count),
      href: urls.href(from, network, `/toolbox/${answer.selection.category}`, parametersOf(answer)),
    }));
}
