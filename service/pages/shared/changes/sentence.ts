/** News items as sentences: `Alchemy raised Growth from $49/month to $59/month, on 41 networks`. The only place that words them. */
import { isDefinitionCause } from '../../../../model/changes.ts';
import type { NewsItem } from '../../../query/changes/changes.ts';
import type { LoggedChange } from '../../../snapshot/changes/change-log.ts';
import { formatCount, plural } from '../../../text/counts.ts';
import { detailOf, findPriceMove, predicateOf } from './cell-change.ts';
import { type ChangeNames, namesProvider, type Part } from './names.ts';
import { type ChangedCell, joinWords, labelOf } from './words.ts';

export interface Sentence {
  readonly parts: readonly Part[];
  /** A line for each fact that the sentence does not tell whole. */
  readonly details: readonly string[];
}

interface Wording {
  readonly names: ChangeNames;
  /** Whether sentences say on which networks; false on the page of a network. */
  readonly hasNetworks: boolean;
}

/** Columns that a sentence names; their values are in the details. */
const maxColumns = 3;
/** Offers that a sentence names. */
const maxOffers = 4;
/** Networks that a sentence names. */
const maxNetworks = 2;

export function writeSentence({ changes }: NewsItem, wording: Wording): Sentence {
  const [first] = changes;
  if (first === undefined) throw new Error('a news item has a change');
  if (isDefinitionCause(first.cause.kind)) return whole(definitionText(changes, first, wording));
  return first.kind === 'changed' ? writeChanged(changes, first, wording) : writeListed(changes, first, wording);
}

export function textOf({ parts }: Sentence): string {
  return parts.map(({ text }) => text).join('');
}

function whole(...parts: readonly (Part | string)[]): Sentence {
  return { parts: parts.map(toPart).filter(({ text }) => text !== ''), details: [] };
}

function toPart(part: Part | string): Part {
  return typeof part === 'string' ? { text: part, href: null } : part;
}

/** ` on Base`, ` on 41 networks`; blank on the page of a network. */
function placeText(changes: readonly LoggedChange[], { names, hasNetworks }: Wording): string {
  return hasNetworks ? ` on ${networksText(changes, names)}` : '';
}

function networksText(changes: readonly LoggedChange[], names: ChangeNames): string {
  const keys = [...new Set(changes.flatMap(({ networks }) => networks))];
  return keys.length > maxNetworks ? plural(keys.length, 'network') : joinWords(keys.map(names.network));
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
  const offers = new Set(changes.map(({ category, provider, slug }) => `${category}\n${provider}\n${slug}`)).size;
  const providers = new Set(changes.map(({ provider }) => provider)).size;
  const size = `with ${plural(offers, 'offer')} of ${plural(providers, 'provider')}`;
  const where = networksText(changes, names);
  if (first.cause.kind === 'network') return `${where} ${were} ${what}, ${size}`;
  if (first.cause.kind === 'chain') return `The chain ${first.chain} of ${where} was ${what}, ${size}`;
  const category = names.category(first.category);
  if (first.cause.kind === 'category')
    return `The category ${category} was ${what}, ${size}${hasNetworks ? `, on ${where}` : ''}`;
  return columnText(changes, `The column ${labelOf(cellOf(first, names))} of ${category}`, offers);
}

function columnText(changes: readonly LoggedChange[], subject: string, offers: number): string {
  const count = plural(offers, 'offer');
  if (changes.every(({ before }) => before === null)) return `${subject} has values for ${count}`;
  if (changes.every(({ after }) => after === null)) return `${subject} lost its values for ${count}`;
  return `${subject} changed for ${count}`;
}

function cellOf({ column, before, after }: LoggedChange, names: ChangeNames): ChangedCell {
  const key = column ?? '';
  return { key, column: names.column(key), before, after };
}

/** Provider and offer, the provider once: `Alchemy Growth`, `Aave App`. */
function subjectOf(change: LoggedChange, { names }: Wording): readonly (Part | string)[] {
  const offer = names.offer(change);
  if (change.provider === null || namesProvider(offer.text, change.provider)) return [offer];
  return [names.provider(change.provider), ' ', offer];
}

/** Changed cells of one offer. */
function writeChanged(changes: readonly LoggedChange[], first: LoggedChange, wording: Wording): Sentence {
  const cells = changes.map((change) => cellOf(change, wording.names));
  const place = placeText(changes, wording);
  const where = place === '' ? '' : `,${place}`;
  const move = findPriceMove(cells);
  const details = detailsOf(changes, wording);
  if (move !== null) {
    const others = cells.filter((cell) => cell !== move.cell);
    const also = others.length === 0 ? '' : `, and changed ${columnsText(others)}`;
    const told = others.length === 0 && !move.hasNote ? [] : details;
    return { ...whole(...moveParts(move, first, wording), also, where), details: told };
  }
  const [only] = cells;
  const subject = subjectOf(first, wording);
  if (only !== undefined && cells.length === 1) return whole(...subject, ` ${predicateOf(only)}`, where);
  return { ...whole(...subject, ` changed ${columnsText(cells)}`, where), details };
}

/** `Alchemy raised Growth from $49 to $59`, `Alchemy raised the price from ...` if the offer has no name of its own. */
function moveParts(
  { verb, what, range }: NonNullable<ReturnType<typeof findPriceMove>>,
  change: LoggedChange,
  { names }: Wording,
): readonly (Part | string)[] {
  const offer = names.offer(change);
  if (change.provider === null) return [offer, `: ${what === '' ? 'the price' : what} was ${verb} ${range}`];
  const isNamed = offer.text !== change.provider;
  const object =
    what === ''
      ? isNamed
        ? [offer]
        : ['its price']
      : [`${what}${isNamed ? ' of ' : ''}`, ...(isNamed ? [offer] : [])];
  return [names.provider(change.provider), ` ${verb} `, ...object, ` ${range}`];
}

/** `Regions, Trial and 2 more facts` */
function columnsText(cells: readonly ChangedCell[]): string {
  const labels = [...new Set(cells.map(labelOf))];
  const rest = labels.length - maxColumns;
  return rest <= 0 ? joinWords(labels) : joinWords([...labels.slice(0, maxColumns), plural(rest, 'more fact')]);
}

/** A line names its networks if those of another line differ. */
function detailsOf(changes: readonly LoggedChange[], wording: Wording): string[] {
  const [first] = changes;
  const isSame = changes.every(({ networks }) => networks.join() === first?.networks.join());
  return changes.map((change) => {
    const detail = detailOf(cellOf(change, wording.names));
    return isSame ? detail : `${detail}${placeText([change], wording)}`;
  });
}

/** Offers of one provider that a category gained or lost. */
function writeListed(changes: readonly LoggedChange[], first: LoggedChange, wording: Wording): Sentence {
  const { names } = wording;
  const offers = new Map(changes.map((change) => [change.slug, change]));
  const category = names.category(first.category);
  const end = `${first.kind === 'added' ? 'added to' : 'removed from'} ${category}${placeText(changes, wording)}`;
  if (offers.size === 1) return whole(...subjectOf(first, wording), ` was ${end}`);
  const listed = [...offers.values()].slice(0, offers.size === maxOffers + 1 ? maxOffers + 1 : maxOffers);
  const of = first.provider === null ? [] : [' of ', names.provider(first.provider)];
  const rest = offers.size - listed.length;
  const titles = listed.flatMap((change, at): (Part | string)[] => {
    const isLast = at === listed.length - 1 && rest === 0;
    return [at === 0 ? '' : isLast ? ' and ' : ', ', names.offer(change)];
  });
  const more = rest === 0 ? '' : ` and ${formatCount(rest)} more`;
  return whole(`${plural(offers.size, 'offer')}`, ...of, ` were ${end}: `, ...titles, more);
}
