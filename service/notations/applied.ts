/** Sentences about what an answer did: the same above lists, in Markdown and of tools. */
import { formatCount } from '../../common/format-count.ts';
import { type Applied, convertedText } from '../answers/applied.ts';
import type { Comparisons } from '../query/comparisons.ts';
import type { NotApplied } from '../questions/list.ts';
import { groupLabel } from '../snapshot/texts/price-groups.ts';
import { plural } from '../text/counts.ts';

export interface AnsweredConditions {
  readonly applied: readonly Applied[];
  readonly notApplied: readonly NotApplied[];
  /** What the answer counts. */
  readonly item: 'listing' | 'offer';
}

/** `Plan type: Free, Public` */
export function conditionText({ label, values }: Applied): string {
  return `${label}: ${values.join(', ')}`;
}

/** `Conditions: On: Base; Plan type: Free.`, and what was not applied and was left out. */
export function conditionSentences(answer: AnsweredConditions): string[] {
  const { applied, notApplied } = answer;
  const conditions = `Conditions: ${applied.map(conditionText).join('; ')}.`;
  return [
    ...(applied.length === 0 ? [] : [conditions]),
    ...notApplied.map(({ reason }) => reason),
    ...leftOutNotes(answer),
  ];
}

/** What the conditions compare and leave out. */
export function leftOutNotes(answer: Pick<AnsweredConditions, 'applied' | 'item'>): string[] {
  return silentNotes(answer).map(({ text }) => text);
}

/** The same, each with the key of the column that the offers of a list do not state, or null. */
export function silentNotes({ applied, item }: Pick<AnsweredConditions, 'applied' | 'item'>): {
  readonly text: string;
  readonly silent: string | null;
}[] {
  return applied.flatMap((condition) => {
    const { id, notStated = 0, keptUnstated = 0, comparedIn } = condition;
    const texts =
      comparedIn === undefined ? unstatedNote(condition, item) : [comparedNote(condition, item)];
    return texts.map((text) => ({ text, silent: notStated + keptUnstated > 0 ? id : null }));
  });
}

/** `77 more offers do not state Plan type.`, `23 of these offers do not state Regions.` */
function unstatedNote(
  { label, notStated = 0, keptUnstated = 0 }: Applied,
  item: AnsweredConditions['item'],
): string[] {
  const verb = (count: number) => (count === 1 ? 'does' : 'do');
  const kept = `${formatCount(keptUnstated)} of these ${item}s`;
  return [
    ...(notStated > 0
      ? [`${plural(notStated, `more ${item}`)} ${verb(notStated)} not state ${label}.`]
      : []),
    ...(keptUnstated > 0 ? [`${kept} ${verb(keptUnstated)} not state ${label}.`] : []),
  ];
}

/** The filter compares in one currency and unit, or in those that it names. */
function comparedNote(
  {
    label,
    comparedIn,
    compares = 'amounts',
    notStated = 0,
    unread,
    above = 0,
    notCompared,
  }: Applied,
  item: AnsweredConditions['item'],
): string {
  const cost = above === 1 ? 'costs' : 'cost';
  const more = above === 0 ? '' : `, of which ${formatCount(above)} ${cost} more in any case`;
  const left = [
    ...(notCompared === undefined ? [`${item}s that count other units`] : []),
    ...(notCompared ? [`${plural(notCompared, item)} in other currencies or units`] : []),
    ...(notStated > 0
      ? [`${plural(notStated, item)} without a number${unreadText(unread)}${more}`]
      : []),
  ];
  const compared = `The filter on ${label} compares ${compares} in ${comparedIn}.`;
  return left.length === 0 ? compared : `${compared} It leaves out ${left.join(' and ')}.`;
}

/** `, of which 3 could not be read`; blank for none. */
function unreadText(unread = 0): string {
  return unread === 0 ? '' : `, of which ${formatCount(unread)} could not be read`;
}

/**
 * `Access price is ordered in USD per month; then 3 in other currencies or units, 77 without a
 * number.`
 */
export function orderNotes(
  comparisons: Comparisons | null,
  labelOf: (key: string) => string,
): string[] {
  return (comparisons?.priceOrder ?? []).flatMap(({ id, groups, withoutNumber, unread }) => {
    const [first, ...others] = groups;
    const after = others.reduce((sum, { totalOffers }) => sum + totalOffers, 0);
    const rest = [
      ...(after > 0 ? [`${after} in other currencies or units`] : []),
      ...(withoutNumber > 0 ? [`${withoutNumber} without a number${unreadText(unread)}`] : []),
    ];
    const order = [`${labelOf(id)} is ordered in ${orderUnit(first)}`];
    if (rest.length > 0) return [`${order}; then ${rest.join(', ')}.`];
    return first?.converted === undefined ? [] : [`${order}.`];
  });
}

type OrderGroup = NonNullable<Comparisons['priceOrder']>[number]['groups'][number];

/** `USD per month, with EUR per month converted at 1.11 (2026-11-20)` */
function orderUnit(group: OrderGroup | undefined): string {
  if (group === undefined) return 'no common unit';
  const { converted } = group;
  const others = converted === undefined ? '' : `, with ${converted.map(convertedText).join(', ')}`;
  return `${groupLabel(group)}${others}`;
}
