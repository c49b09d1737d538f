/** Searches and ready sets of the home page: only those that find something. */
import { isMoney } from '../../../model/columns.ts';
import { rungOf } from '../../answers/ladder.ts';
import { offerCells } from '../../answers/offer-cells.ts';
import { priceIn, shortPrice } from '../../answers/price-text.ts';
import { type ReadySet, readSets } from '../../answers/sets.ts';
import { answerWords } from '../../answers/words.ts';
import { titleOf } from '../../notations/offer-title.ts';
import { ask } from '../../query/ask.ts';
import type { Place } from '../../questions/place.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { plural } from '../../text/counts.ts';
import { withPrices } from '../shared/price-range.ts';

interface NamedNetwork {
  readonly key: string;
  readonly name: string;
}

const maxExamples = 4;
const maxSets = 8;
/** Sets of one category. */
const maxOfCategory = 2;

/** Networks that are asked for an answer. */
const maxAsked = 4;

/** In words that a person would type. `networks`: the largest first. */
function examplesFor([first, second, third]: readonly NamedNetwork[]): string[] {
  const on = (place: NamedNetwork | undefined) => (place === undefined ? '' : ` on ${place.name}`);
  return [
    `archive RPC${on(third ?? first)} under $50`,
    `free RPC${on(first)}`,
    `faucet${on(second ?? first)} without login`,
    'MCP servers that write on chain',
    `wallets${on(first)} with staking`,
    `bridges${on(second ?? first)}`,
  ];
}

/** Kept with the snapshot. */
export function readExamples(
  snapshot: Snapshot,
  networks: readonly NamedNetwork[],
): Promise<readonly string[]> {
  return snapshot.derived.of('examples of searches', async () => {
    const found: string[] = [];
    for (const q of examplesFor(networks)) {
      const answer = await answerWords(snapshot, q, { network: null, category: null, asText: [] });
      const isMet = answer !== null && answer.offers.length > 0 && answer.leftOut.length === 0;
      if (isMet && found.push(q) === maxExamples) break;
    }
    return found;
  });
}

/**
 * `Cheapest paid archive RPC on Base` with its answer: the first of the networks on which there is
 * one. Kept with the snapshot.
 */
export function readLiveAnswer(snapshot: Snapshot, networks: readonly NamedNetwork[]) {
  return snapshot.derived.of('live answer', async () => {
    for (const { key, name } of networks.slice(0, maxAsked)) {
      const q = `cheapest paid archive RPC on ${name}`;
      const answer = await answerWords(snapshot, q, { network: null, category: null, asText: [] });
      if (answer === null || answer.leftOut.length > 0 || answer.network !== key) continue;
      const first = answer.offers.find(({ rows }) => rungOf(snapshot, rows)[1] > 0);
      if (first === undefined) continue;
      const [id = 0] = first.rows;
      const price = priceOf(first.rows, snapshot);
      if (price === null) continue;
      return {
        q,
        found: first,
        network: key,
        text: `${first.offer.provider} ${titleOf(snapshot.row(id))}, ${price}`,
      };
    }
    return null;
  });
}

/** The first price of an offer: its first amount, or the range over its listings. */
function priceOf(rows: readonly number[], snapshot: Snapshot): string | null {
  const [id = 0] = rows;
  const { row, varying } = offerCells(snapshot, rows);
  const money = snapshot.catalog
    .columnsOf(snapshot.categoryOf(id))
    .find((column) => isMoney(column) && row[column.key]);
  if (money === undefined) return null;
  const text = String(row[money.key]);
  if (varying.has(money.key)) return text;
  const price = priceIn(money, snapshot.numbers(id));
  return price === null ? null : shortPrice(text, price);
}

type Start = Awaited<ReturnType<typeof readStart>>;

/**
 * Each category on another of the networks, because one is as good an example as another. Kept with
 * the snapshot.
 */
export function readStarts(
  snapshot: Snapshot,
  networks: readonly NamedNetwork[],
): Promise<readonly Start[]> {
  return snapshot.derived.of('ready sets on networks', async () => {
    const starts: Start[] = [];
    for (const category of new Set(snapshot.catalog.sets.map((set) => set.category))) {
      starts.push(...(await startsOf(snapshot, category, rotate(networks, starts.length))));
      if (starts.length >= maxSets) break;
    }
    return starts.slice(0, maxSets);
  });
}

/** On the first of the networks on which a set of the category finds something. */
async function startsOf(
  snapshot: Snapshot,
  category: string,
  networks: readonly NamedNetwork[],
): Promise<Start[]> {
  for (const { key: network } of networks) {
    const sets = await readSets(snapshot, network, category);
    if (sets.length === 0) continue;
    return Promise.all(
      sets.slice(0, maxOfCategory).map((set) => readStart(snapshot, { ...set, category, network })),
    );
  }
  return [];
}

type SetPlace = ReadySet & { readonly category: string; readonly network: string };

async function readStart(snapshot: Snapshot, { label, path, query, category, network }: SetPlace) {
  const { ids } = await ask(snapshot, network, query);
  const counts = plural(snapshot.countOffers(ids), 'offer');
  return {
    label,
    category,
    network,
    path,
    answer: withPrices(counts, snapshot, network, category, ids),
  };
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

/** `from`: the page with the links. */
export function presentStart({ label, category, network, path, answer }: Start, from: Place) {
  const { catalog } = from.snapshot;
  return {
    label,
    place: `${catalog.categoryLabel(category)} on ${catalog.networkName(network)}`,
    answer,
    href: from.urls.href(null, network, path),
  };
}
