/**
 * The error page, with the same facts as a JSON error, and ways on for an address that is not
 * there.
 */

import { findSuggestions, type Suggestions } from '../answers/search/suggest.ts';
import { describeSuggestion } from '../api/search/suggest.ts';
import type { HttpError } from '../errors.ts';
import type { Context } from '../http/context.ts';
import { parseSearch } from '../questions/parameters.ts';
import { type Place, placeOf } from '../questions/place.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { networkLogosOf } from './shared/logos.ts';
import { type PageDeps, renderPage } from './shared/page.ts';

export function renderErrorPage(ctx: Context, error: HttpError, deps: PageDeps): Buffer {
  const { snapshot } = ctx.state;
  const key = ctx.state.network ?? '';
  const known = snapshot?.catalog.networks.get(key);
  const network = known ? key : null;
  const ways =
    error.status === 404 && snapshot
      ? presentWays(
          wordsOf(known ? ctx.path : `${key}${ctx.path}`),
          placeOf(snapshot, network, deps.urls),
        )
      : null;
  const frame = {
    title: titleOf(error.status),
    description: error.message,
    network,
    path: ctx.path,
    index: false,
    ownSearch: ways !== null,
  };
  const view = {
    status: error.status,
    heading: headingOf(error.status),
    message: error.message,
    serverError: error.status >= 500,
    requestId: error.status >= 500 ? ctx.state.requestId : null,
    suggestion: error.detail.suggestion ?? null,
    networkName: known ? known.name : null,
    networkHome: network === null ? null : deps.urls.href(network, network, '/'),
    ways,
  };
  return renderPage({ template: 'error', frame, view }, snapshot, deps).html;
}

function titleOf(status: number): string {
  if (status === 404) return 'Not found';
  if (status === 503) return 'Temporarily unavailable';
  return status < 500 ? 'Invalid request' : 'Internal error';
}

function headingOf(status: number): string {
  return status === 404 ? 'This page does not exist' : titleOf(status);
}

const popularNetworks = 6;

/** Names like the words of the address, and the largest networks. */
function presentWays(words: string, place: Place) {
  const { snapshot, network, urls } = place;
  const { suggestions, corrected } = suggestionsFor(words, snapshot, network);
  const { networks } = snapshot.manifest.metrics;
  const size = (key: string) => networks[key]?.entries ?? 0;
  const served = [...snapshot.catalog.networks.values()].filter((entry) =>
    urls.serves(entry.network),
  );
  const largest = served
    .toSorted((a, b) => size(b.network) - size(a.network))
    .slice(0, popularNetworks);
  const logoOf = networkLogosOf(place);
  return {
    words: corrected ?? words,
    search: urls.href(network, network, '/search'),
    near: suggestions.map((suggestion) => describeSuggestion(suggestion, place)),
    popular: largest.map(({ network: key, name }) => ({
      ...logoOf(key),
      name,
      href: urls.href(network, key, '/'),
    })),
  };
}

/**
 * Of all words, else of the last one that a name is like: the end of an address names its subject.
 */
function suggestionsFor(words: string, snapshot: Snapshot, network: string | null): Suggestions {
  const terms = parseSearch(words);
  const last = terms.slice(-maxTried).reverse();
  const tried = [terms, ...last.filter((term) => term.length >= minTried).map((term) => [term])];
  const suggestionsOfTried = tried.map((text) => findSuggestions(snapshot, network, text));
  return (
    suggestionsOfTried.find(({ suggestions }) => suggestions.length > 0) ?? {
      suggestions: [],
      corrected: null,
    }
  );
}

/** Letters of a word that is tried alone: a shorter one is a part of many names. */
const minTried = 4;
/** Words that are tried alone. */
const maxTried = 2;

/** Characters of the address that are searched for. */
const maxWords = 60;
/** Parts of addresses that name no subject. */
const frameWords: ReadonlySet<string> = new Set([
  'networks',
  'toolbox',
  'providers',
  'provider',
  'api',
  'html',
  'md',
]);

/** `/networks/etherium/toolbox/apis` -> `etherium apis` */
function wordsOf(path: string): string {
  const words = path.slice(0, 4 * maxWords).match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = words.filter((word) => !frameWords.has(word.toLowerCase()));
  return named.join(' ').slice(0, maxWords);
}
