/**
 * News items as sentences: `Alchemy raised Growth from $49/month to $59/month, on 41 networks`. The
 * only place that words them.
 */
import { formatCount } from '../../../common/format-count.ts';
import { isDefinitionCause, isProbeColumn } from '../../../model/changes.ts';
import type { LoggedChange, NewsItem } from '../../query/changes.ts';
import { joinNames, placesCount, plural } from '../../text/counts.ts';
import { type ChangedCell, changedCell, detailOf, findPriceMove, labelOf } from './cell-change.ts';
import { type ChangeNames, namesProvider, type Part } from './names.ts';

export interface Sentence {
  readonly parts: readonly Part[];
  /** A line for each fact that the sentence does not tell whole. */
  readonly details: readonly string[];
  /** Of a price that moved; null for other changes. */
  readonly direction: 'up' | 'down' | null;
}

interface Wording {
  readonly names: ChangeNames;
  /** Whether sentences say on which networks; false on the page of a network. */
  readonly hasNetworks: boolean;
}

/**
 * Facts that a sentence tells; if there are more, it names so many columns, and the details tell
 * them.
 */
const maxFacts = 3;
/** Offers that a sentence names. */
const maxOffers = 4;
/** Networks that a sentence names. */
const maxNetworks = 2;

export function writeSentence({ changes }: NewsItem, wording: Wording): Sentence {
  const [first] = changes;
  if (first === undefined) throw new Error('a news item has a change');
  if (isDefinitionCause(first.cause.kind)) return whole(definitionText(changes, first, wording));
  return first.kind === 'changed'
    ? writeChanged(changes, first, wording)
    : writeListed(changes, first, wording);
}

export function textOf({ parts }: Sentence): string {
  return parts.map(({ text }) => text).join('');
}

function whole(...parts: readonly (Part | string)[]): Sentence {
  return {
    parts: parts.map(toPart).filter(({ text }) => text !== ''),
    details: [],
    direction: null,
  };
}

function toPart(part: Part | string): Part {
  return typeof part === 'string' ? { text: part, href: null } : part;
}

/**
 * ` on Base`, ` on Base (devnet)`, ` on 41 networks`; without the networks on the page of a
 * network.
 */
function placeText(changes: readonly LoggedChange[], { names, hasNetworks }: Wording): string {
  const chains = chainsOf(changes);
  // A reader takes the main chain for granted.
  const other = chains.length === 0 || chains.includes('mainnet') ? null : joinNames(chains);
  if (!hasNetworks) return other === null ? '' : ` on ${other}`;
  return ` ${names.terms.on} ${networksText(changes, names)}${other === null ? '' : ` (${other})`}`;
}

function chainsOf(changes: readonly LoggedChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ chains }) => chains))];
}

function networksText(changes: readonly LoggedChange[], names: ChangeNames): string {
  const keys = [...new Set(changes.flatMap(({ networks }) => networks))];
  return keys.length > maxNetworks
    ? placesCount(keys.length, names.terms)
    : joinNames(keys.map(names.network));
}

/** An added or removed network, chain, category or column, with its offers. */
function definitionText(
  changes: readonly LoggedChange[],
  first: LoggedChange,
  { names, hasNetworks }: Wording,
): string {
  const networks = new Set(changes.flatMap((change) => change.networks));
  const were = networks.size === 1 ? 'was' : 'were';
  const what = first.kind === 'removed' ? 'removed' : 'added';
  const offers = new Set(
    changes.map(({ category, provider, slug }) => `${category}\n${provider}\n${slug}`),
  ).size;
  const size = `with ${plural(offers, 'offer')} of ${providersText(changes)}`;
  const where = networksText(changes, names);
  if (first.cause.kind === 'network') return `${where} ${were} ${what}, ${size}`;
  if (first.cause.kind === 'chain')
    return `${where} ${first.kind === 'removed' ? 'lost' : 'gained'} the chain ${first.chain}, ${size}`;
  const category = names.category(first.category);
  if (first.cause.kind === 'category')
    return `The category ${category} was ${what}, ${size}${hasNetworks ? `, ${names.terms.on} ${where}` : ''}`;
  return columnText(
    changes,
    `The column ${labelOf(cellOf(first, names))} of ${category}`,
    `${plural(offers, 'offer')} of ${providersText(changes)}`,
  );
}

/** The name of one provider, the number of several. */
function providersText(changes: readonly LoggedChange[]): string {
  const [first, ...others] = new Set(changes.map(({ provider }) => provider));
  return others.length === 0 && typeof first === 'string'
    ? first
    : plural(others.length + 1, 'provider');
}

function columnText(changes: readonly LoggedChange[], subject: string, count: string): string {
  if (changes.every(({ before }) => before === null)) return `${subject} has values for ${count}`;
  if (changes.every(({ after }) => after === null))
    return `${subject} lost its values for ${count}`;
  return `${subject} changed for ${count}`;
}

function cellOf(change: LoggedChange, names: ChangeNames): ChangedCell {
  return changedCell(change, names.column(change.column ?? ''));
}

/** Provider and offer, the provider once: `Alchemy Growth`, `Aave App`. */
function subjectOf(change: LoggedChange, { names }: Wording): readonly (Part | string)[] {
  const offer = names.offer(change);
  if (change.provider === null || namesProvider(offer.text, change.provider)) return [offer];
  return [names.provider(change.provider), ' ', offer];
}

/** Changed cells of an offer, or of offers of a provider that changed in the same way. */
function writeChanged(
  changes: readonly LoggedChange[],
  first: LoggedChange,
  wording: Wording,
): Sentence {
  const changesOfOffer = changes.filter(({ slug }) => slug === first.slug);
  const cells = changesOfOffer.map((change) => cellOf(change, wording.names));
  const offers = [...new Map(changes.map((change) => [change.slug, change])).values()];
  const isMany = offers.length > 1;
  const place = placeText(changes, wording);
  const end = [
    place === '' ? '' : `,${place}`,
    ...(isMany ? [' (', ...titlesOf(offers, wording), ')'] : []),
  ];
  const facts = detailsOf(changesOfOffer, wording);
  const move = findPriceMove(cells);
  if (move !== null) {
    const others = cells.filter((cell) => cell !== move.cell);
    const also = others.length === 0 ? '' : `, and changed ${columnsText(others)}`;
    const details = others.length === 0 && !move.hasNote ? [] : facts;
    return {
      ...whole(...moveParts(move, offers, wording), also, ...end),
      details,
      direction: move.direction,
    };
  }
  const isLong = facts.length > maxFacts;
  const cellText = `${isProbeColumn(first.column) ? ': ' : ' changed '}${isLong ? columnsText(cells) : facts.join('; ')}`;
  const subject = isMany ? countedOf(offers, wording) : subjectOf(first, wording);
  return { ...whole(...subject, cellText, ...end), details: isLong ? facts : [] };
}

/** `3 offers of Alchemy`. All are of one provider. */
function countedOf(
  offers: readonly LoggedChange[],
  { names }: Wording,
): readonly (Part | string)[] {
  const provider = offers[0]?.provider ?? null;
  return [
    plural(offers.length, 'offer'),
    ...(provider === null ? [] : [' of ', names.provider(provider)]),
  ];
}

/** `Growth, Scale and Free`, `Growth, Scale, Free, Pro and 3 more` */
function titlesOf(offers: readonly LoggedChange[], { names }: Wording): readonly (Part | string)[] {
  const listed = offers.slice(0, offers.length === maxOffers + 1 ? maxOffers + 1 : maxOffers);
  const rest = offers.length - listed.length;
  const titles = listed.flatMap((change, at): (Part | string)[] => {
    const isLast = at === listed.length - 1 && rest === 0;
    return [at === 0 ? '' : isLast ? ' and ' : ', ', names.offer(change)];
  });
  return rest === 0 ? titles : [...titles, ` and ${formatCount(rest)} more`];
}

/**
 * `Alchemy raised Growth from $49 to $59`, `Alchemy raised its price from ...` if the offer has no
 * name of its own.
 */
function moveParts(
  { verb, what, range }: NonNullable<ReturnType<typeof findPriceMove>>,
  offers: readonly LoggedChange[],
  wording: Wording,
): readonly (Part | string)[] {
  const { names } = wording;
  const [change] = offers;
  if (change === undefined) throw new Error('a price move has an offer');
  const { provider } = change;
  const offer = offers.length > 1 ? plural(offers.length, 'offer') : names.offer(change);
  if (provider === null)
    return [offer, `: ${what === '' ? 'the price' : what} was ${verb} ${range}`];
  const isNamed = typeof offer === 'string' || offer.text !== provider;
  const price = what === '' ? [] : [isNamed ? `${what} of ` : what];
  const object = isNamed ? [...price, offer] : what === '' ? ['its price'] : price;
  return [names.provider(provider), ` ${verb} `, ...object, ` ${range}`];
}

/** `Regions, Trial and 2 more facts` */
function columnsText(cells: readonly ChangedCell[]): string {
  const labels = [...new Set(cells.map(labelOf))];
  const rest = labels.length - maxFacts;
  return rest <= 0
    ? joinNames(labels)
    : joinNames([...labels.slice(0, maxFacts), plural(rest, 'more fact')]);
}

/** A line names its networks if those of another line differ. */
function detailsOf(changes: readonly LoggedChange[], wording: Wording): string[] {
  const [first] = changes;
  const isSame = changes.every(({ networks }) => networks.join() === first?.networks.join());
  const details = changes.map((change) => {
    const detail = detailOf(cellOf(change, wording.names));
    return isSame ? detail : `${detail}${placeText([change], wording)}`;
  });
  return [...new Set(details)];
}

/** Offers of one provider that a category gained or lost, or that gained or lost listings there. */
function writeListed(
  changes: readonly LoggedChange[],
  first: LoggedChange,
  wording: Wording,
): Sentence {
  const offers = [...new Map(changes.map((change) => [change.slug, change])).values()];
  const isMany = offers.length > 1;
  const subject = isMany ? countedOf(offers, wording) : subjectOf(first, wording);
  const titles = isMany ? [': ', ...titlesOf(offers, wording)] : [];
  if (first.wholeOffer === false)
    return whole(...subject, listingText(changes, isMany, wording), ...titles);
  const category = wording.names.category(first.category);
  const end = `${first.kind === 'added' ? 'added to' : 'removed from'} ${category}${placeText(changes, wording)}`;
  return whole(...subject, ` ${isMany ? 'were' : 'was'} ${end}`, ...titles);
}

/** ` lost a listing for devnet on Solana, and stays in APIs` */
function listingText(
  changes: readonly LoggedChange[],
  isMany: boolean,
  { names, hasNetworks }: Wording,
): string {
  const [first] = changes;
  const chains = chainsOf(changes);
  const networks = new Set(changes.flatMap((change) => change.networks));
  const listings = isMany || chains.length > 1 || networks.size > 1 ? 'listings' : 'a listing';
  const chain = chains.length === 0 ? '' : ` for ${joinNames(chains)}`;
  const where = hasNetworks ? ` ${names.terms.on} ${networksText(changes, names)}` : '';
  const category = names.category(first?.category ?? '');
  if (first?.kind === 'added') return ` gained ${listings}${chain}${where}, in ${category}`;
  return ` lost ${listings}${chain}${where}, and ${isMany ? 'stay' : 'stays'} in ${category}`;
}
